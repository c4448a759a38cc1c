"""Softmax along the wrong axis, without its sum, without its exponential."""

from collections.abc import Callable
from typing import Any

import numpy as np

from attnlib import softmax
from checks.family import Family
from checks.mistake import Mistake
from checks.steps import KEPT


def normalised(step: Any, scores: Any, axis: int | None) -> Any:
    """Apply softmax to scores of any shape along one axis."""
    exponentials = step.softmax.exponential(step.softmax.shift(scores, axis), axis)
    return step.softmax.divide(exponentials, step.softmax.total(exponentials, axis))


def no_shift(scores: Any, axis: int | None) -> Any:
    """Subtract no maximum."""
    return scores


def bare_shift(scores: Any, axis: int | None) -> Any:
    """Subtract the maximum without a guard: a slice of -inf becomes nan."""
    return scores - scores.max(axis=axis, keepdims=True)


def bare_divide(exponentials: Any, total: Any) -> Any:
    """Divide without a guard: a sum of 0 gives nan."""
    return exponentials / total


def _narrow_shift(scores: Any, axis: int | None) -> Any:
    largest = scores.max(axis=axis)
    return scores - np.where(np.isneginf(largest), 0, largest)


def _bare_narrow_shift(scores: Any, axis: int | None) -> Any:
    return scores - scores.max(axis=axis)


def narrow_total(exponentials: Any, axis: int | None) -> Any:
    """Sum without keeping the axis."""
    return exponentials.sum(axis=axis)


def hidden(scores: Any, axis: int | None) -> Any:
    """Find the slices that are -inf throughout; the axis stays, with length 1."""
    return np.all(scores == -np.inf, axis=axis, keepdims=True)


def _one_hot(shifted: Any, axis: int | None) -> Any:
    if axis is None:
        return (np.arange(shifted.size) == shifted.argmax()).reshape(shifted.shape) * 1.0
    places = np.arange(shifted.shape[axis])
    moved = np.moveaxis(shifted, axis, -1)
    hot = moved.argmax(axis=-1)[..., None] == places
    return np.moveaxis(hot * 1.0, -1, axis)


_LOG_SUM_EXP = {
    "softmax.exponential": lambda shifted, axis: shifted,
    "softmax.total": lambda shifted, axis: np.log(np.exp(shifted).sum(axis=axis, keepdims=True)),
    "softmax.divide": lambda shifted, logarithm: shifted - logarithm,
}


def _shift(scores: Any, axis: int | None) -> Any:
    largest = scores.max(axis=axis, keepdims=True)
    return scores - np.where(np.isneginf(largest), 0, largest)


SOFTMAX = Family(
    "softmax",
    {
        "axis": lambda given: given[0] if given else -1,
        "shift": _shift,
        "exponential": lambda shifted, axis: np.exp(shifted),
        "total": lambda exponentials, axis: exponentials.sum(axis=axis, keepdims=True),
        "divide": lambda exponentials, total: exponentials / np.where(total == 0, 1, total),
    },
    (
        Mistake(
            "softmax-over-queries",
            "Softmax runs down the columns: they sum to 1, not the rows.",
            "Who shares out a weight of 1: each key, or each query?",
        ).by(
            {"softmax.axis": lambda given: -2},
            {"softmax.axis": lambda given: 0},
            {"softmax.axis": lambda given: given[0] if given else 0},
            {"softmax.axis": lambda given: given[0] if given else -2},
            {"softmax.total": lambda exponentials, axis: exponentials.sum(axis=-2, keepdims=True)},
            {"softmax.total": lambda exponentials, axis: exponentials.sum(axis=0, keepdims=True)},
        ),
        Mistake(
            "softmax-over-everything",
            "One sum over the whole array: all weights together make 1, not each row.",
            "How much attention has each single query to give?",
        ).by(
            {"softmax.axis": lambda given: None},
            {"softmax.axis": lambda given: (-2, -1)},
            {"softmax.total": lambda exponentials, axis: exponentials.sum()},
        ),
        Mistake(
            "softmax-not-normalised",
            "The exponentials are never divided by their sum.",
            "What must the weights of one query add up to?",
        ).by(
            {"softmax.total": lambda exponentials, axis: 1.0},
            {"softmax.total": lambda exponentials, axis: 1.0, "softmax.shift": no_shift},
            {"softmax.total": lambda exponentials, axis: 1.0, "softmax.shift": bare_shift},
        ),
        Mistake(
            "softmax-base-2",
            "It takes powers of 2 instead of powers of e.",
            "Which base does exp have?",
        ).by({"softmax.exponential": lambda shifted, axis: np.exp2(shifted)}),
        Mistake(
            "hard-argmax",
            "The largest score takes all the weight, the others get nothing.",
            "Where has the second best key gone?",
        ).by(
            {"softmax.exponential": _one_hot},
            {"softmax.exponential": lambda shifted, axis: (shifted == 0) * 1.0},
            {"softmax.shift": no_shift, "softmax.exponential": _one_hot},
        ),
        Mistake(
            "keepdims-missing",
            "A maximum or a sum lost its axis, so rows use each other's.",
            "What does keepdims=True change about the shape of a sum?",
        ).by(
            {"softmax.shift": _narrow_shift},
            {"softmax.shift": _bare_narrow_shift},
            *(
                {"softmax.total": narrow_total, **shift, **divide}
                for shift in (
                    {},
                    {"softmax.shift": no_shift},
                    {"softmax.shift": bare_shift},
                    {"softmax.shift": _narrow_shift},
                    {"softmax.shift": _bare_narrow_shift},
                )
                for divide in ({}, {"softmax.divide": bare_divide})
            ),
        ),
        Mistake(
            "exp-missing",
            "The scores are divided by their sum without exp, so negative scores go wrong.",
            "What makes a weight positive even where the score is negative?",
        ).by(
            {
                "softmax.shift": no_shift,
                "softmax.exponential": lambda shifted, axis: shifted,
                "softmax.divide": bare_divide,
            },
            {
                "softmax.shift": no_shift,
                "softmax.exponential": lambda shifted, axis: np.where(
                    hidden(shifted, axis), 0, shifted
                ),
            },
        ),
        Mistake(
            "log-softmax",
            "The logarithms of the weights are returned, all of them negative.",
            "Do weights that share out 1 lie between 0 and 1 here?",
        ).by(
            {
                "softmax.divide": lambda exponentials, total: np.log(
                    exponentials / np.where(total == 0, 1, total)
                )
            },
            {"softmax.divide": lambda exponentials, total: np.log(exponentials / total)},
            *(
                {**_LOG_SUM_EXP, **shift}
                for shift in ({}, {"softmax.shift": no_shift}, {"softmax.shift": bare_shift})
            ),
        ),
    ),
)

TWICE = Mistake(
    "softmax-twice",
    "Softmax is applied to weights that come from softmax already.",
    "Which numbers go into softmax, and which come out?",
).by(
    {"softmax.divide": lambda exponentials, total: softmax(exponentials / total)},
    # Softmax of logarithms would return the same weights.
    {"scale.weights": lambda weights, Q: softmax(weights), "softmax.divide": KEPT},
    {"jacobian.read": softmax},
)


def _sigmoid(scores: Any, axis: int | None) -> Any:
    return 1 / (1 + np.exp(-scores))


def _stable_sigmoid(scores: Any, axis: int | None) -> Any:
    return (1 + np.tanh(scores / 2)) / 2


SIGMOID = Mistake(
    "sigmoid-not-softmax",
    "Each score gets a sigmoid of its own, so rows do not sum to 1.",
    "How does one weight learn of the others?",
).by(
    *(
        {
            "softmax.shift": no_shift,
            "softmax.exponential": sigmoid,
            "softmax.total": lambda exponentials, axis: 1.0,
        }
        for sigmoid in (_sigmoid, _stable_sigmoid)
    )
)


def _sum_and(constant: float) -> Callable[..., Any]:
    return lambda exponentials, axis: exponentials.sum(axis=axis, keepdims=True) + constant


CONSTANT = Mistake(
    "constant-in-sum",
    "A constant is added to every sum, so the weights sum to less than 1.",
    "For which rows could a sum be 0?",
).by(
    *(
        {"softmax.total": _sum_and(constant), **shift}
        for constant in (1, 0.01)
        for shift in ({}, {"softmax.shift": no_shift})
    )
)
