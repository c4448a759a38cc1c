"""Several heads that attend side by side, to X itself or to a context."""

from functools import partial
from typing import Any

import numpy as np

from attnlib.heads import merge_heads, multi_head_attention, split_heads
from checks.catalogue.families import heads as parts
from checks.catalogue.families.arguments import ARGUMENTS, with_axes
from checks.catalogue.families.mask import UNASKED_MASK
from checks.catalogue.families.output import OUTPUT, SOFTMAX_ON_OUTPUT
from checks.catalogue.families.result import RESULT
from checks.catalogue.families.scale import SCALE, divided_by_root
from checks.catalogue.families.scores import SCORES
from checks.catalogue.families.softmax import SOFTMAX, no_shift
from checks.catalogue.inputs import dot_products, in_float32
from checks.catalogue.properties import (
    ROWS_SUM_TO_ONE,
    has_shape,
    largest_score_wins,
    of_output,
    of_weights,
)
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import Steps
from checks.task import Property, Task


def _pipeline(
    step: Any, X: Any, W_q: Any, W_k: Any, W_v: Any, W_o: Any, num_heads: int, context: Any = None
) -> Any:
    own = step.multi_head
    sources = own.sources(step.arguments.take(X), context)
    projected = own.project(sources, (W_q, W_k, W_v), num_heads)
    Q, K, V = (own.split(array, num_heads) for array in projected)
    weights = step.scale.weights(_softmax(step, _scores(step, Q, K, V)), Q)
    merged = own.merge(step.output.mix(weights, K, V))
    return step.output.result(step.projection.output(merged, W_o), own.collect(weights))


def _scores(step: Any, Q: Any, K: Any, V: Any) -> Any:
    return step.scale.scores(step.scores.multiply(Q, K), Q, K, V)


def _softmax(step: Any, scores: Any) -> Any:
    # No guards are needed: no score is infinite, and bare steps make a diagnosis twice as fast.
    exponentials = step.softmax.exponential(step.softmax.shift(scores, -1), -1)
    return exponentials / step.softmax.total(exponentials, -1)


def _tokens(
    rng: np.random.Generator, *shape: int, num_heads: int, context: int = 0
) -> dict[str, Any]:
    """Draw all arguments for X of this shape, and for a context of this length if there is one."""
    d_model = shape[-1]
    matrices = rng.normal(size=(4, d_model, d_model)) / np.sqrt(d_model)
    given = {"X": rng.normal(size=shape)}
    given |= dict(zip(("W_q", "W_k", "W_v", "W_o"), matrices, strict=True))
    others = {"context": rng.normal(size=(*shape[:-2], context, d_model))} if context else {}
    return {**given, "num_heads": num_heads, **others}


def _multi_head_probes(seed: int) -> list[Probe]:
    tokens = partial(_tokens, np.random.default_rng([5, 4, seed]))
    return [
        Probe("4 tokens and 2 heads", tokens(4, 6, num_heads=2)),
        Probe("2 tokens and 2 heads", tokens(2, 4, num_heads=2)),
        Probe("3 tokens and one head", tokens(3, 2, num_heads=1)),
        Probe("3 tokens and a context of 5", tokens(3, 4, num_heads=2, context=5)),
        Probe("3 tokens and a context of 3", tokens(3, 4, num_heads=2, context=3)),
        Probe("a batch of three", tokens(3, 2, 4, num_heads=2)),
        Probe("a batch of two with contexts", tokens(2, 2, 4, num_heads=2, context=3)),
        Probe("float32 arrays", in_float32(tokens(3, 4, num_heads=2))),
        Probe("3 tokens and 2 heads of width 5", tokens(3, 10, num_heads=2)),
    ]


def _source(probe: Probe) -> Any:
    return probe.arguments.get("context", probe.arguments["X"])


def _heads_of(probe: Probe, array: Any, name: str) -> Any:
    return split_heads(array @ probe.arguments[name], probe.arguments["num_heads"])


def _largest_scores(probe: Probe) -> Any:
    Q = _heads_of(probe, probe.arguments["X"], "W_q")
    return dot_products(Q, _heads_of(probe, _source(probe), "W_k"))


def _mixes_the_heads(probe: Probe, pair: Any) -> bool:
    found = np.asarray(pair[1]) @ _heads_of(probe, _source(probe), "W_v")
    return bool(np.allclose(pair[0], merge_heads(found) @ probe.arguments["W_o"], atol=1e-4))


def _diagonal_blocks(W: Any, num_heads: int) -> Any:
    width = W.shape[-1] // num_heads
    return W * np.kron(np.eye(num_heads), np.ones((width, width)))


def _no_context(X: Any, context: Any) -> Any:
    if context is not None:
        raise ValueError("the truth value of an array is ambiguous")
    return X, X, X


def _same_length(X: Any, context: Any) -> Any:
    source = X if context is None else context
    if source.shape != X.shape:
        raise ValueError("cannot reshape array")
    return X, source, source


def _own_maximum(scores: Any, axis: int) -> Any:
    return scores - scores.max(axis=axis, keepdims=True)


def _with_or_without_maximum(total: Any) -> tuple[Steps, ...]:
    return ({"softmax.total": total}, {"softmax.total": total, "softmax.shift": _own_maximum})


def _sum_in_a_loop_over_axis_0(exponentials: Any, axis: int) -> Any:
    """Sum over axis 0 of the scores of one head: the queries, or the batch if there is one."""
    return exponentials.sum(axis=-2 if exponentials.ndim == 3 else 0, keepdims=True)


def _split_in_turns(array: Any, num_heads: int) -> Any:
    return parts.swap(parts.cut_in_turns(array, num_heads))


def _merge_in_turns(heads: Any) -> Any:
    return parts.join_in_turns(parts.swap(heads))


def _first_head_alone(heads: Any) -> Any:
    heads[..., 1:, :, :] = 0
    return parts.join_pieces(parts.swap(heads))


MULTI_HEAD = Family(
    "multi_head",
    {
        "sources": lambda X, context: (X, *[X if context is None else context] * 2),
        "project": lambda sources, matrices, num_heads: [
            source @ W for source, W in zip(sources, matrices, strict=True)
        ],
        "split": lambda array, num_heads: parts.swap(parts.cut_rows(array, num_heads)),
        "merge": lambda heads: parts.join_pieces(parts.swap(heads)),
        "collect": lambda weights: weights,
    },
    (
        Mistake(
            "scale-by-sqrt-d_model",
            "The scores are divided by the root of d_model, so the weights are too flat.",
            "How many numbers of a query take part in one head's score?",
        ).by({"scale.scores": divided_by_root(lambda Q, K, V: Q.shape[-3] * Q.shape[-1])}),
        Mistake(
            "scale-by-sqrt-num_heads",
            "The scores are divided by the root of the number of heads.",
            "How many numbers of a query take part in one head's score?",
        ).by({"scale.scores": divided_by_root(lambda Q, K, V: Q.shape[-3])}),
        Mistake(
            "softmax-over-heads",
            "Softmax runs over the heads: they share a weight of 1 for each pair.",
            "Should one head's weights depend on the scores of another?",
        ).by(
            {"softmax.total": lambda exponentials, axis: exponentials.sum(axis=-3, keepdims=True)},
            {"softmax.total": lambda exponentials, axis: exponentials.sum(axis=0, keepdims=True)},
            {
                "softmax.shift": lambda scores, axis: scores - scores.max(axis=-1, keepdims=True),
                "softmax.total": lambda exponentials, axis: exponentials.sum(
                    axis=-3, keepdims=True
                ),
            },
        ),
        parts.SPLIT_STRAIGHT.by({"multi_head.split": parts.straight_split}),
        parts.MERGED_STRAIGHT.by({"multi_head.merge": parts.straight_merge}),
        parts.INTERLEAVED.by(
            {"multi_head.split": _split_in_turns},
            {"multi_head.merge": _merge_in_turns},
            {"multi_head.split": _split_in_turns, "multi_head.merge": _merge_in_turns},
        ),
        parts.AVERAGED.by(
            {"multi_head.collect": lambda weights: weights.mean(axis=-3)},
            {"multi_head.merge": lambda heads: heads.mean(axis=-3)},
            {
                "multi_head.merge": lambda heads: np.concatenate(
                    [heads.mean(axis=-3)] * heads.shape[-3], axis=-1
                )
            },
        ),
        parts.REVERSED.by(
            {"multi_head.merge": lambda heads: parts.join_pieces(parts.swap(heads)[..., ::-1, :])}
        ),
        parts.NOT_MOVED.by(
            {"multi_head.split": parts.cut_rows, "multi_head.merge": parts.join_pieces},
            {"multi_head.collect": parts.swap},
        ),
        Mistake(
            "context-for-everything",
            "With a context, the queries come from it as well.",
            "Who asks in cross-attention, and who is asked?",
        ).by({"multi_head.sources": lambda X, context: [X if context is None else context] * 3}),
        SOFTMAX_ON_OUTPUT,
        RESULT["return-in-loop"].by(
            {
                "multi_head.merge": _first_head_alone,
                "multi_head.collect": lambda weights: weights[..., :1, :, :],
            }
        ),
        Mistake(
            "single-head",
            "num_heads is never used: one head attends with all columns.",
            "Where does the number of heads enter the computation?",
        ).by(
            {"multi_head.split": lambda array, num_heads: array, "multi_head.merge": parts.as_it_is}
        ),
        Mistake(
            "split-before-projection",
            "Each head sees only its own part of every embedding.",
            "What comes first: projecting, or splitting into heads?",
        ).by(
            {
                "multi_head.project": lambda sources, matrices, num_heads: [
                    source @ _diagonal_blocks(W, num_heads)
                    for source, W in zip(sources, matrices, strict=True)
                ]
            }
        ),
        Mistake(
            "projections-transposed",
            "X is multiplied by transposed projections, as nn.Linear would do it.",
            "Which axis of W_q does each row of X meet?",
        ).by(
            {
                "multi_head.project": lambda sources, matrices, num_heads: [
                    source @ W.T for source, W in zip(sources, matrices, strict=True)
                ]
            }
        ),
        Mistake(
            "projections-exchanged",
            "W_q makes the keys, and W_k the queries.",
            "Which matrix should make the queries?",
        ).by(
            {
                "multi_head.project": lambda sources, matrices, num_heads: [
                    sources[0] @ matrices[1],
                    sources[1] @ matrices[0],
                    sources[2] @ matrices[2],
                ]
            }
        ),
        Mistake(
            "context-for-queries",
            "The roles are exchanged: queries come from the context, keys from X.",
            "Who asks in cross-attention: X, or the context?",
        ).by(
            {
                "multi_head.sources": lambda X, context: (
                    (X, X, X) if context is None else (context, X, X)
                )
            }
        ),
        Mistake(
            "context-ignored",
            "The context is never used: keys and values still come from X.",
            "Where should keys and values come from when there is a context?",
        ).by({"multi_head.sources": lambda X, context: (X, X, X)}),
        Mistake(
            "context-for-keys-only",
            "Keys come from the context, but values still come from X.",
            "Whose value goes with each key?",
        ).by({"multi_head.sources": lambda X, context: (X, X if context is None else context, X)}),
        Mistake(
            "array-as-truth",
            "`if context:` asks an array whether it is true, and an array cannot say.",
            "Which test tells None from an array, whatever it holds?",
            breaks=("truth",),
        ).by({"multi_head.sources": _no_context}),
        Mistake(
            "lengths-assumed-equal",
            "The context is taken to be as long as X.",
            "How many keys are there when there is a context?",
            breaks=("reshape", "product", "broadcast", "mask", "stack", "index"),
        ).by({"multi_head.sources": _same_length}),
    ),
)

# The same mistakes, for scores with an axis of heads.
OVERRIDING = (
    SCALE["scale-by-sqrt-n"].by(
        {"scale.scores": divided_by_root(lambda Q, K, V: K.shape[-2])},
        {"scale.scores": divided_by_root(lambda Q, K, V: Q.shape[-2])},
    ),
    SOFTMAX["softmax-over-queries"].by(
        *_with_or_without_maximum(
            lambda exponentials, axis: exponentials.sum(axis=-2, keepdims=True)
        ),
        {"softmax.total": _sum_in_a_loop_over_axis_0},
    ),
    SOFTMAX["softmax-over-everything"].by(
        *_with_or_without_maximum(lambda exponentials, axis: exponentials.sum()),
        *_with_or_without_maximum(
            lambda exponentials, axis: exponentials.sum(axis=(-2, -1), keepdims=True)
        ),
    ),
    SOFTMAX["softmax-not-normalised"].by(*_with_or_without_maximum(lambda exponentials, axis: 1.0)),
    SOFTMAX["hard-argmax"].by(
        {
            "softmax.exponential": lambda scores, axis: (
                (scores == scores.max(axis=axis, keepdims=True)) * 1.0
            )
        }
    ),
    SOFTMAX["keepdims-missing"].by(
        *_with_or_without_maximum(lambda exponentials, axis: exponentials.sum(axis=axis))
    ),
    SOFTMAX["exp-missing"].by({"softmax.exponential": lambda scores, axis: scores}),
    SOFTMAX["log-softmax"].by({"scale.weights": lambda weights, Q: np.log(weights)}),
    SCORES["q-k-swapped"].by({"scores.multiply": lambda Q, K: K @ Q.swapaxes(-1, -2)}),
    SCORES["self-scores"].by(
        {"scores.multiply": lambda Q, K: Q @ Q.swapaxes(-1, -2)},
        {"scores.multiply": lambda Q, K: K @ K.swapaxes(-1, -2)},
    ),
    SCORES["negated"].by({"scores.multiply": lambda Q, K: -Q @ K.swapaxes(-1, -2)}),
    SCORES["batch-axis-breaks"].by(
        {"arguments.take": with_axes(2)},
        {"multi_head.collect": lambda weights: np.moveaxis(weights, -3, 0)},
        *_with_or_without_maximum(lambda exponentials, axis: exponentials.sum(2, keepdims=True)),
    ),
    OUTPUT["weights-transposed"].by(
        {"output.mix": lambda weights, K, V: weights.swapaxes(-1, -2) @ V}
    ),
)

TASK = Task(
    reference=multi_head_attention,
    order=(5, 7),
    practises=(
        "cut a table of tokens",
        "write the same computation",
        "let one sequence attend",
    ),
    pipeline=_pipeline,
    families=(
        SCALE,
        SOFTMAX.only("shift", "exponential", "total").replacing(shift=no_shift),
        SCORES,
        OUTPUT,
        MULTI_HEAD,
        parts.PROJECTION,
        UNASKED_MASK,
        ARGUMENTS,
    ),
    probes=_multi_head_probes,
    properties=(
        of_output(
            Property(
                "The output has the shape of X.",
                has_shape(lambda probe: probe.arguments["X"].shape),
            )
        ),
        of_weights(
            Property(
                "Each head has weights of its own, for each query and key.",
                has_shape(lambda probe: _largest_scores(probe).shape),
            )
        ),
        of_weights(ROWS_SUM_TO_ONE),
        of_weights(
            Property(
                "Each head gives most weight to its largest score.",
                largest_score_wins(_largest_scores),
            )
        ),
        Property("The output is what the heads found, side by side, times W_o.", _mixes_the_heads),
    ),
    excluding=("scale-by-sqrt-d_v",),  # d_v is d_k
    overriding=OVERRIDING,
)
