"""Back through attention: the gradients of queries, keys and values."""

from collections.abc import Callable
from typing import Any

import numpy as np

from attnlib.learning.gradients import attention_backward
from attnlib.softmax import softmax
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.scale import SCALE
from checks.catalogue.inputs import dot_products, in_float32, queries_keys_and_values
from checks.catalogue.training.softmax_backward import BACK, back_through_softmax
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import Steps
from checks.task import Property, Task


def _pipeline(step: Any, Q: Any, K: Any, V: Any, d_output: Any) -> Any:
    way = step.way
    Q, d_output = step.arguments.take(Q), way.read(d_output)
    weights = softmax(way.forward(dot_products(Q, K), Q), way.axis)
    d_weights = way.d_weights(d_output, V)
    d_scores = way.scale(way.softmax(step, weights, d_weights), Q)
    d_Q, d_K = way.d_Q(d_scores, K, Q), way.d_K(d_scores, Q, K)
    return way.result(d_Q, d_K, way.d_V(weights, d_output, Q))


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([9, 6, seed])

    def draw(*batch: int, n: tuple[int, int], d: tuple[int, int]) -> dict[str, Any]:
        d_output = rng.normal(size=(*batch, n[0], d[1]))
        return {**queries_keys_and_values(rng, *batch, n=n, d=d), "d_output": d_output}

    return [
        Probe("3 queries and 5 keys", draw(n=(3, 5), d=(4, 2))),
        Probe("6 queries and 2 keys", draw(n=(6, 2), d=(3, 5))),
        Probe("4 queries and 4 keys", draw(n=(4, 4), d=(3, 2))),
        Probe("4 queries and 4 keys, 4 wide", draw(n=(4, 4), d=(4, 4))),
        Probe("a single query", draw(n=(1, 4), d=(5, 3))),
        Probe("a batch of 2, 3 queries and 4 keys", draw(2, n=(3, 4), d=(5, 6))),
        Probe("two axes in front", draw(2, 3, n=(5, 4), d=(6, 7))),
        Probe("a batch of 3, 5 queries and 5 keys", draw(3, n=(5, 5), d=(4, 2))),
        Probe("float32 arrays", in_float32(draw(n=(3, 6), d=(2, 4)))),
    ]


def _transposed(array: Any) -> Any:
    return np.swapaxes(array, -1, -2)


def _root(Q: Any) -> Any:
    return np.sqrt(Q.shape[-1])


def _in_order(*places: int) -> Callable[..., Any]:
    return lambda *gradients: tuple(gradients[place] for place in places)


def _as_they_are(scores: Any, Q: Any) -> Any:
    return scores


def _batch_turned_too(weights: Any, d_output: Any, Q: Any) -> Any:
    return weights.T @ d_output


def _both_ways(size: Callable[[Any], int]) -> Steps:
    """Divide by the root of another size, in the forward pass and in the backward pass."""
    return dict.fromkeys(("way.forward", "way.scale"), lambda scores, Q: scores / np.sqrt(size(Q)))


OWN_QUERIES: Steps = {"way.d_Q": lambda d_scores, K, Q: d_scores @ Q}
OWN_KEYS: Steps = {"way.d_K": lambda d_scores, Q, K: _transposed(d_scores) @ K}

WAY = Family(
    "way",
    {
        "read": lambda d_output: d_output,
        "axis": -1,
        "forward": lambda scores, Q: scores / _root(Q),
        "d_weights": lambda d_output, V: d_output @ _transposed(V),
        "softmax": back_through_softmax,
        "scale": lambda d_scores, Q: d_scores / _root(Q),
        "d_Q": lambda d_scores, K, Q: d_scores @ K,
        "d_K": lambda d_scores, Q, K: _transposed(d_scores) @ Q,
        "d_V": lambda weights, d_output, Q: _transposed(weights) @ d_output,
        "result": lambda *gradients: gradients,
    },
    (
        Mistake(
            "scale-forgotten",
            "d_Q, d_K or both are not divided by the root of d_k.",
            "If a score is divided by 8, what becomes of its slopes?",
        ).by(
            {"way.scale": _as_they_are},
            {
                "way.scale": _as_they_are,
                "way.d_Q": lambda d_scores, K, Q: d_scores @ K / _root(Q),
            },
            {
                "way.scale": _as_they_are,
                "way.d_K": lambda d_scores, Q, K: _transposed(d_scores) @ Q / _root(Q),
            },
        ),
        Mistake(
            "no-scale",
            "On the way forward the scores are not divided by the root of d_k.",
            "Of which weights are these the gradients?",
        ).by(
            {"way.forward": _as_they_are}, {"way.forward": _as_they_are, "way.scale": _as_they_are}
        ),
        Mistake(
            "scale-by-d_k",
            "On the way back the gradients are divided by d_k, or by its root twice.",
            "How often are the scores divided by the root of d_k on the way forward?",
        ).by({"way.scale": lambda d_scores, Q: d_scores / Q.shape[-1]}),
        Mistake(
            "size-from-the-front",
            "The scores are divided by the root of `Q.shape[1]`: in a batch, this is not d_k.",
            "Which axis of Q holds d_k numbers, counted from the end?",
        ).by(_both_ways(lambda Q: Q.shape[1])),
        SCALE["scale-by-sqrt-n"].by(
            _both_ways(lambda Q: Q.shape[-2]), _both_ways(lambda Q: Q.shape[0])
        ),
        Mistake(
            "scale-inverted",
            "On the way back the gradients are multiplied by the root of d_k.",
            "If y is x / 8, what is the slope of y by x?",
        ).by({"way.scale": lambda d_scores, Q: d_scores * _root(Q)}),
        Mistake(
            "scale-on-values",
            "d_V is divided by the root of d_k, too.",
            "Do the values take any part in the scores?",
        ).by({"way.d_V": lambda weights, d_output, Q: _transposed(weights) @ d_output / _root(Q)}),
        Mistake(
            "softmax-skipped",
            "The gradient of the weights is taken for that of the scores.",
            "Which step lies between scores and weights, and what is its way back?",
        ).by({"way.softmax": lambda step, weights, d_weights: d_weights}),
        Mistake(
            "softmax-on-gradient",
            "Softmax itself is applied to the gradients, not its way back.",
            "May a gradient be negative? May a weight?",
        ).by({"way.softmax": lambda step, weights, d_weights: softmax(d_weights)}),
        Mistake(
            "d_V-not-transposed",
            "d_V is weights times d_output, as in the way forward: the weights are not transposed.",
            "Value j went to which outputs: to those in row j of the weights, or in column j?",
        ).by({"way.d_V": lambda weights, d_output, Q: weights @ d_output}),
        Mistake(
            "d_K-not-transposed",
            "d_scores is not transposed before it meets the queries.",
            "Key j took part in which scores: in those of row j, or of column j?",
        ).by({"way.d_K": lambda d_scores, Q, K: d_scores @ Q}),
        Mistake(
            "d_Q-transposed",
            "d_scores is transposed before it meets the keys.",
            "Query i took part in which scores: in those of row i, or of column i?",
        ).by({"way.d_Q": lambda d_scores, K, Q: _transposed(d_scores) @ K}),
        Mistake(
            "values-not-transposed",
            "d_output meets V as it is: V is not transposed.",
            "Which shape has d_weights, and which axis of V must disappear?",
        ).by({"way.d_weights": lambda d_output, V: d_output @ V}),
        Mistake(
            "own-array-not-the-other",
            "d_Q is made of the queries themselves, or d_K of the keys themselves.",
            "The slope of a product x · y by x: is it x, or y?",
        ).by({**OWN_QUERIES, **OWN_KEYS}, OWN_QUERIES, OWN_KEYS),
        Mistake(
            "returned-in-wrong-order",
            "The three gradients come in another order.",
            "In which order does the exercise ask for its results?",
        ).by(
            {"way.result": _in_order(2, 1, 0)},
            {"way.result": _in_order(1, 0, 2)},
            {"way.result": _in_order(2, 0, 1)},
        ),
        Mistake(
            "d_output-ignored",
            "The argument d_output is not used: every output is taken to have the gradient 1.",
            "What if the loss depends on one output more than on another?",
        ).by({"way.read": np.ones_like}),
        Mistake(
            "softmax-over-queries",
            "On the way forward softmax runs down the columns: they sum to 1, not the rows.",
            "Who shares out a weight of 1: each key, or each query?",
        ).by({"way.axis": -2}, {"way.axis": 0}),
    ),
)


def _shapes_fit(probe: Probe, gradients: Any) -> bool:
    arrays = [probe.arguments[name] for name in "QKV"]
    return [np.shape(one) for one in gradients] == [array.shape for array in arrays]


def _values_share_out(probe: Probe, gradients: Any) -> bool:
    wanted = np.sum(probe.arguments["d_output"], axis=-2)
    return bool(np.allclose(np.sum(gradients[2], axis=-2), wanted, atol=1e-3))


def _keys_sum_to_zero(probe: Probe, gradients: Any) -> bool:
    return bool(np.allclose(np.sum(gradients[1], axis=-2), 0, atol=1e-3))


def _queries_like_keys(probe: Probe, gradients: Any) -> bool:
    d_Q, d_K, _ = gradients
    return bool(np.isclose(np.sum(probe.arguments["Q"] * d_Q), np.sum(probe.arguments["K"] * d_K)))


def _has_gradients(Q: Any, K: Any, V: Any, d_output: Any) -> bool:
    """Check that no gradient is 0 throughout: rounding alone would then be a large difference."""
    shapes = (Q.shape[-1], K.shape[-2], d_output.shape)
    if shapes != (K.shape[-1], V.shape[-2], (*Q.shape[:-1], V.shape[-1])):
        return False
    return all(np.abs(one).max() > 1e-3 for one in attention_backward(Q, K, V, d_output))


TASK = Task(
    reference=attention_backward,
    order=(9, 6),
    practises=("go back through attention",),
    pipeline=_pipeline,
    valid=_has_gradients,
    families=(WAY, BACK, ARGUMENTS),
    probes=_probes,
    # Slips of people who write the backward pass of softmax alone, for the first time.
    excluding=(
        "softmax-twice",
        "weights-minus-gradient",
        "jacobian-of-log",
        "jacobian-off-diagonal-sign",
        "weights-twice",
        "last-factor-missing",
        "negated",
    ),
    overriding=(
        BACK["batch-axis-breaks"].by(
            *BACK["batch-axis-breaks"].variants,
            {"way.d_V": _batch_turned_too},
            {"way.d_K": lambda d_scores, Q, K: d_scores.T @ Q},
            {"way.d_weights": lambda d_output, V: d_output @ V.T},
            {
                "way.d_V": _batch_turned_too,
                "way.d_K": lambda d_scores, Q, K: d_scores.T @ Q,
                "way.d_weights": lambda d_output, V: d_output @ V.T,
            },
        ),
    ),
    properties=(
        Property("The shapes are those of Q, K and V.", _shapes_fit),
        Property("What the values get together is the sum of d_output.", _values_share_out),
        Property("The gradients of all keys together sum to 0.", _keys_sum_to_zero),
        Property("The sum of Q times d_Q is that of K times d_K.", _queries_like_keys),
    ),
)
