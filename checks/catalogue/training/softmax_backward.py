"""Back through softmax: from the gradient of the weights to the gradient of the scores."""

from typing import Any

import numpy as np

from attnlib.learning.gradients import softmax_backward
from attnlib.softmax import softmax
from checks.catalogue.families.arguments import ARGUMENTS, with_axes
from checks.catalogue.inputs import in_float32
from checks.errors import OF_SHAPES
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import KEPT
from checks.task import Property, Task


def back_through_softmax(step: Any, weights: Any, d_weights: Any) -> Any:
    """Compute the gradient of the scores (..., n_q, n_k), step by step."""
    back = step.back
    read = back.read(weights)
    mean = back.total(back.share(read) * d_weights)
    return back.finish(back.multiply(read, back.centre(d_weights, mean)), read)


def _pipeline(step: Any, weights: Any, d_weights: Any) -> Any:
    return back_through_softmax(step, weights, step.arguments.take(d_weights))


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([9, 4, seed])

    def draw(*shape: int) -> dict[str, Any]:
        return {"weights": softmax(rng.normal(size=shape)), "d_weights": rng.normal(size=shape)}

    hidden, equal, sharp = draw(4, 5), draw(2, 6), draw(3, 4)
    hidden["weights"] = softmax(np.where(np.tri(4, 5, 1) == 1, rng.normal(size=(4, 5)), -np.inf))
    equal["d_weights"][0] = 0.7
    sharp["weights"] = softmax(6 * rng.normal(size=(3, 4)))
    return [
        Probe("3 queries and 5 keys", draw(3, 5)),
        Probe("5 queries and 2 keys", draw(5, 2)),
        Probe("4 queries and 4 keys", draw(4, 4)),
        Probe("a single query", draw(1, 6)),
        Probe("a batch of 2, 3 queries and 4 keys", draw(2, 3, 4)),
        Probe("two axes in front", draw(2, 3, 5, 4)),
        Probe("a batch of 4, 4 queries and 4 keys", draw(4, 4, 4)),
        Probe("hidden keys, whose weights are 0", hidden),
        Probe("a row of equal d_weights", equal),
        Probe("almost all weight on one key", sharp),
        Probe("float32 arrays", in_float32(draw(3, 6))),
    ]


def _total(products: Any) -> Any:
    return products.sum(axis=-1, keepdims=True)


def _over(axis: Any) -> Any:
    return lambda products: products.sum(axis=axis, keepdims=True)


def _average(products: Any) -> Any:
    return products.mean(axis=-1, keepdims=True)


BACK = Family(
    "back",
    {
        "read": lambda weights: weights,
        "share": lambda weights: weights,
        "total": _total,
        "centre": lambda d_weights, mean: d_weights - mean,
        "multiply": lambda weights, centred: weights * centred,
        "finish": lambda d_scores, weights: d_scores,
    },
    (
        Mistake(
            "diagonal-only",
            "Each score gets w (1 - w) times its own gradient, as if the other weights stood still.",
            "What happens to the other weights of the row when one score grows?",
        ).by({"back.total": lambda products: products, "back.multiply": KEPT}),
        Mistake(
            "no-centring",
            "The gradients are multiplied by the weights, but no mean is subtracted.",
            "Add 1 to all scores of a row: which weights move? What must a row of gradients sum to?",
        ).by({"back.centre": lambda d_weights, mean: d_weights}),
        Mistake(
            "unweighted-mean",
            "The mean that is subtracted counts all keys alike, whatever their weights are.",
            "How much should a key of weight 0 have to say?",
        ).by({"back.share": lambda weights: 1, "back.total": _average}),
        Mistake(
            "sum-over-queries",
            "The sum runs down the columns, so queries take part in each other's mean.",
            "Can a score of one query move the weights of another?",
        ).by({"back.total": _over(-2)}, {"back.total": _over(0)}),
        Mistake(
            "sum-over-everything",
            "One number is subtracted from all rows.",
            "How many means do three queries need?",
        ).by({"back.total": _over(None)}, {"back.total": _over((-2, -1))}),
        Mistake(
            "axis-from-the-front",
            "The axis of the sum is counted from the front: in a batch, it is another one.",
            "Which number has the keys' axis when you count from the end?",
        ).by({"back.total": _over(1)}),
        Mistake(
            "keepdims-missing",
            "The sum lost its axis, so one row's mean is subtracted in the columns of all.",
            "What does keepdims=True change about the shape of a sum?",
        ).by({"back.total": lambda products: products.sum(axis=-1)}),
        Mistake(
            "divided-by-n_k",
            "The weighted gradients are averaged: divided by n_k, though weights sum to 1.",
            "What is the mean of equal gradients, and what do you subtract?",
        ).by({"back.total": _average}),
        Mistake(
            "last-factor-missing",
            "The mean is subtracted, but nothing is multiplied by the weights after that.",
            "Which gradient has the score of a key whose weight is 0?",
        ).by({"back.multiply": lambda weights, centred: centred}),
        Mistake(
            "mean-not-multiplied",
            "Only the gradients are multiplied by the weights, the mean is subtracted as it is.",
            "What does each row of the result sum to? Are the brackets where they should be?",
        ).by(
            {
                "back.centre": lambda d_weights, mean: (d_weights, mean),
                "back.multiply": lambda weights, parts: weights * parts[0] - parts[1],
            }
        ),
        Mistake(
            "softmax-twice",
            "Softmax is applied to the weights, which come from softmax already.",
            "Are `weights` what goes into softmax, or what comes out?",
        ).by({"back.read": softmax}),
        Mistake(
            "negated",
            "All signs are flipped.",
            "A key is worth more than the mean of its row: should its score grow or shrink?",
        ).by({"back.centre": lambda d_weights, mean: mean - d_weights}),
        Mistake(
            "jacobian-off-diagonal-sign",
            "The mean is added, as if all weights of a row grew together.",
            "What happens to the other weights of the row when one score grows?",
        ).by({"back.centre": lambda d_weights, mean: d_weights + mean}),
        Mistake(
            "jacobian-of-log",
            "This is the way back through the logarithm of softmax.",
            "Is d_weights the gradient of the weights, or of their logarithms?",
        ).by(
            {
                "back.share": lambda weights: 1,
                "back.centre": lambda d_weights, total: (d_weights, total),
                "back.multiply": lambda weights, parts: parts[0] - weights * parts[1],
            }
        ),
        Mistake(
            "weights-twice",
            "The result is multiplied by the weights once more.",
            "How often does a formula for w_i (d_i - mean) contain the factor w_i?",
        ).by(
            {
                "back.finish": lambda d_scores, weights: weights * d_scores,
                "back.multiply": KEPT,
            }
        ),
        Mistake(
            "weights-minus-gradient",
            "The gradient is subtracted from the weights, as one-hot targets are in cross-entropy.",
            "Which loss has the gradient `chances - targets`, and is it asked for here?",
        ).by(
            {
                "back.centre": lambda d_weights, mean: d_weights,
                "back.multiply": lambda weights, d_weights: weights - d_weights,
            }
        ),
        Mistake(
            "batch-axis-breaks",
            "It holds without a batch only: with batch axes in front it breaks.",
            "Which axes are counted from the front? And which operator multiplies batch by batch?",
            breaks=OF_SHAPES,
        ).by({"arguments.take": with_axes(2)}),
    ),
)


def _rows_sum_to_zero(probe: Probe, d_scores: Any) -> bool:
    return bool(np.allclose(np.sum(d_scores, axis=-1), 0, atol=1e-4))


def _hidden_keys_have_none(probe: Probe, d_scores: Any) -> bool:
    return not np.asarray(d_scores)[probe.arguments["weights"] == 0].any()


def _has_a_gradient(weights: Any, d_weights: Any) -> bool:
    """Check that not all gradients are 0: rounding alone would then be a large difference."""
    if weights.shape != d_weights.shape or not np.allclose(weights.sum(axis=-1), 1):
        return False
    return bool(np.abs(softmax_backward(weights, d_weights)).max() > 1e-3)


TASK = Task(
    reference=softmax_backward,
    order=(9, 4),
    practises=("go back through attention",),
    pipeline=_pipeline,
    valid=_has_a_gradient,
    families=(BACK, ARGUMENTS),
    probes=_probes,
    properties=(
        Property("The gradients of each row sum to 0.", _rows_sum_to_zero),
        Property("A key whose weight is 0 has no gradient.", _hidden_keys_have_none),
    ),
)
