"""All of nn.MultiheadAttention. Only the reference needs PyTorch, when it is called."""

from typing import Any

import numpy as np

from attnlib.torch_bridge import torch_attention
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.heads import PROJECTION
from checks.catalogue.families.mask import MASK
from checks.catalogue.families.output import OUTPUT
from checks.catalogue.families.pytorch import (
    KEYS_FIRST,
    MHA_POLARITY,
    OTHER_ORDERS,
    PACKING,
    READING,
    as_it_is,
    in_convention,
    packed,
)
from checks.catalogue.families.scale import SCALE
from checks.catalogue.inputs import dot_products, in_float32
from checks.catalogue.properties import ROWS_SUM_TO_ONE, has_shape, of_weights
from checks.catalogue.pytorch.mha_mask import draw_visible
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def _pipeline(
    step: Any, X: Any, W_q: Any, W_k: Any, W_v: Any, W_o: Any, num_heads: int, visible: Any = None
) -> Any:
    module = step.module
    X = module.accept(step.arguments.take(X))
    matrix = packed(step, (W_q, W_k, W_v), num_heads)
    Q, K, V = (_split(X @ block.T, num_heads) for block in np.split(matrix, 3))
    blocked = module.absent() if visible is None else in_convention(step, visible)
    scores = module.fill(dot_products(Q, K) / module.divisor(Q), blocked)
    weights = module.erase(_softmax(scores), blocked)
    output = module.unbatch(step.projection.output(_merge(weights @ V), W_o))
    return step.output.result(output, module.unbatch(module.collect(module.crop(weights))))


def _split(array: Any, num_heads: int) -> Any:
    return array.reshape(len(array), num_heads, -1).swapaxes(0, 1)


def _merge(heads: Any) -> Any:
    return heads.swapaxes(0, 1).reshape(heads.shape[1], -1)


def _softmax(scores: Any) -> Any:
    # Softmax without guards: like PyTorch's, it turns a row of -inf into nan.
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def _module_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([7, 4, seed])

    def probe(
        description: str, n: int, d_model: int, num_heads: int, visible: Any, cast: Any = dict
    ) -> Probe:
        X, W = rng.normal(size=(n, d_model)), rng.normal(size=(4, d_model, d_model))
        matrices = dict(zip(("W_q", "W_k", "W_v", "W_o"), W, strict=True))
        given = {} if visible is None else {"visible": visible}
        return Probe(description, cast({"X": X, **matrices, "num_heads": num_heads, **given}))

    return [
        probe("3 tokens, some hidden", 3, 4, 2, draw_visible(rng, 3)),
        probe("2 tokens, no `visible`", 2, 6, 3, None),
        probe("4 tokens and a causal `visible`", 4, 4, 2, np.tri(4, dtype=bool)),
        probe("float32 arrays, some hidden", 4, 2, 2, draw_visible(rng, 4), in_float32),
    ]


def _a_table_for_each_head(probe: Probe) -> tuple[int, ...]:
    n, num_heads = len(probe.arguments["X"]), probe.arguments["num_heads"]
    return (num_heads, n, n)


def _hidden_get_nothing(probe: Probe, pair: Any) -> bool:
    visible = probe.arguments.get("visible", True)
    return bool((np.abs(np.where(visible, 0, np.asarray(pair[1]))) < 1e-6).all())


def _visible_get_something(probe: Probe, pair: Any) -> bool:
    visible = probe.arguments.get("visible", True)
    return bool((np.where(visible, np.asarray(pair[1]), 1) > 0).all())


def _head_by_head(blocks: Any, num_heads: int) -> Any:
    d_model = blocks[0].shape[1]
    by_head = [block.reshape(num_heads, -1, d_model) for block in blocks]
    return np.concatenate(by_head, axis=1).reshape(-1, d_model)


def _each_alone(scores: Any, blocked: Any) -> Any:
    """Treat X as n sequences of one token: each sees itself, and an n by n mask is refused."""
    if blocked is not None:
        raise RuntimeError("The shape of the 2D attn_mask is wrong")
    return np.where(np.eye(scores.shape[-1]), scores, -np.inf)


def _no_mask() -> Any:
    raise TypeError("bad operand type for unary ~: 'NoneType'")


def _only(dtype: Any) -> Any:
    def accept(X: Any) -> Any:
        if X.dtype != dtype:
            raise RuntimeError("mat1 and mat2 must have the same dtype")
        return X

    return accept


MODULE = Family(
    "module",
    {
        "accept": as_it_is,
        "absent": lambda: None,
        "divisor": lambda Q: np.sqrt(Q.shape[-1]),
        "fill": lambda scores, blocked: (
            scores if blocked is None else np.where(blocked, -np.inf, scores)
        ),
        "erase": lambda weights, blocked: weights,
        "crop": as_it_is,
        "collect": as_it_is,
        "unbatch": as_it_is,
    },
    (
        Mistake(
            "averaged-weights",
            "The weights are averaged over the heads: PyTorch's default.",
            "Which option of the module keeps the weights of each head apart?",
        ).by(
            {"module.collect": lambda weights: weights.mean(axis=0)},
            {
                "module.collect": lambda weights: np.repeat(
                    weights.mean(0)[None], len(weights), axis=0
                )
            },
        ),
        Mistake(
            "batch-first-mixup",
            "Tokens are read as a batch, so each attends to itself.",
            "Which axis of its input does the module read as the batch?",
        ).by({"module.fill": _each_alone, "module.crop": lambda weights: weights[:, :1, :1]}),
        Mistake(
            "batch-axis-kept",
            "The batch axis of length 1 comes back with the results.",
            "How many axes should the output have?",
        ).by({"module.unbatch": lambda array: array[None]}),
        Mistake(
            "none-not-handled",
            "Without `visible` it stops: None is treated like an array.",
            "What should happen where no `visible` is given?",
            breaks=("none",),
        ).by({"module.absent": _no_mask}),
        Mistake(
            "dtype-mismatch",
            "The module and the tokens differ in dtype.",
            "Which dtype has X, and which have the module's weights?",
            breaks=("dtype",),
        ).by({"module.accept": _only(np.float32)}, {"module.accept": _only(np.float64)}),
    ),
)

SCORED = Family(
    "scored",
    {},
    (
        SCALE["scale-by-d_k"].by({"module.divisor": lambda Q: Q.shape[-1]}),
        Mistake(
            "q-k-swapped",
            "Queries and keys are exchanged, so the scores are K Q^T.",
            "Which of the three matrices does the module read first?",
        ).by(KEYS_FIRST),
    ),
)

HIDDEN = Family(
    "hidden",
    {},
    (
        MASK["mask-after-softmax"].by(
            {
                "module.fill": lambda scores, blocked: scores,
                "module.erase": lambda weights, blocked: (
                    weights if blocked is None else np.where(blocked, 0, weights)
                ),
            }
        ),
        Mistake(
            "mask-added-as-0-1",
            "PyTorch adds a float mask to the scores, and adding 1 hides nothing.",
            "Which dtype must a mask have that is not to be added?",
        ).by(
            {
                "module.fill": lambda scores, blocked: (
                    scores if blocked is None else scores + blocked
                )
            },
            {
                "module.fill": lambda scores, blocked: (
                    scores if blocked is None else scores + np.logical_not(blocked)
                )
            },
        ),
    ),
)

TASK = Task(
    reference=torch_attention,
    order=(7, 8),
    practises=(
        "put your own matrices",
        "hand each of PyTorch's",
        "say what PyTorch's attention returns",
    ),
    pipeline=_pipeline,
    families=(
        SCORED,
        OUTPUT.only("result"),
        READING,
        HIDDEN,
        PROJECTION,
        PACKING,
        MHA_POLARITY,
        MODULE,
        ARGUMENTS,
    ),
    probes=_module_probes,
    properties=(
        of_weights(
            Property(
                "There is a table of weights for each head.", has_shape(_a_table_for_each_head)
            )
        ),
        of_weights(ROWS_SUM_TO_ONE),
        Property("What `visible` hides gets no weight.", _hidden_get_nothing),
        Property("What `visible` shows gets some weight.", _visible_get_something),
    ),
    excluding=("in-proj-side-by-side", "everything-hidden"),
    overriding=(
        OUTPUT["weights-not-returned"].by(
            {"output.result": lambda output, weights: output},
            {"output.result": lambda output, weights: (output, None)},
        ),
        PACKING["in-proj-order"].by(*OTHER_ORDERS),
        PACKING["in-proj-interleaved"].by(
            *PACKING["in-proj-interleaved"].variants, {"packing.join": _head_by_head}
        ),
    ),
)
