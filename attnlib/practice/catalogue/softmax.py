"""Softmax along the wrong axis, without its sum, without its exponential, without its guards."""

from typing import Any

import numpy as np

from attnlib.practice.mistake import Mistake


def _no_shift(scores: Any, axis: int | None) -> Any:
    return scores


def bare_shift(scores: Any, axis: int | None) -> Any:
    """Subtract the maximum with no guard: a slice of -inf becomes nan."""
    return scores - scores.max(axis=axis, keepdims=True)


def bare_divide(exponentials: Any, total: Any) -> Any:
    """Divide with no guard: a sum of 0 gives nan."""
    return exponentials / total


def _narrow_shift(scores: Any, axis: int | None) -> Any:
    largest = scores.max(axis=axis)
    return scores - np.where(np.isneginf(largest), 0, largest)


def _bare_narrow_shift(scores: Any, axis: int | None) -> Any:
    return scores - scores.max(axis=axis)


def _narrow_total(exponentials: Any, axis: int | None) -> Any:
    return exponentials.sum(axis=axis)


def hidden(scores: Any, axis: int | None) -> Any:
    """Tell which slices are -inf throughout; the axis stays, with length 1."""
    return np.all(scores == -np.inf, axis=axis, keepdims=True)


def _math_exp(shifted: Any, axis: int | None) -> Any:
    """Like math.exp: an error, not inf, where the result is too large."""
    if (shifted > 709).any():
        raise OverflowError("math range error")
    return np.exp(shifted)


def _one_hot(shifted: Any, axis: int | None) -> Any:
    if axis is None:
        return (np.arange(shifted.size) == shifted.argmax()).reshape(shifted.shape) * 1.0
    places = np.arange(shifted.shape[axis])
    moved = np.moveaxis(shifted, axis, -1)
    hot = moved.argmax(axis=-1)[..., None] == places
    return np.moveaxis(hot * 1.0, -1, axis)


_LOG_SUM_EXP = {
    "exponential": lambda shifted, axis: shifted,
    "total": lambda shifted, axis: np.log(np.exp(shifted).sum(axis=axis, keepdims=True)),
    "divide": lambda shifted, logarithm: shifted - logarithm,
}


SOFTMAX = (
    Mistake(
        "softmax-over-queries",
        "Softmax runs down the columns: they sum to 1, not the rows.",
        "Who shares out a weight of 1: each key, or each query?",
        (
            {"axis": lambda given: -2},
            {"axis": lambda given: 0},
            {"axis": lambda given: given[0] if given else 0},
            {"axis": lambda given: given[0] if given else -2},
            {"total": lambda exponentials, axis: exponentials.sum(axis=-2, keepdims=True)},
            {"total": lambda exponentials, axis: exponentials.sum(axis=0, keepdims=True)},
        ),
    ),
    Mistake(
        "softmax-over-everything",
        "One sum over the whole array: all weights together make 1, not each row.",
        "How much attention has each single query to give?",
        (
            {"axis": lambda given: None},
            {"axis": lambda given: (-2, -1)},
            {"total": lambda exponentials, axis: exponentials.sum()},
        ),
    ),
    Mistake(
        "softmax-not-normalised",
        "The exponentials are never divided by their sum.",
        "What must the weights of one query add up to?",
        (
            {"total": lambda exponentials, axis: 1.0},
            {"total": lambda exponentials, axis: 1.0, "shift": _no_shift},
            {"total": lambda exponentials, axis: 1.0, "shift": bare_shift},
        ),
    ),
    Mistake(
        "softmax-overflow",
        "No maximum is subtracted, so exp of a large score is infinite.",
        "What may be subtracted from all scores of a row without changing its weights?",
        (
            {"shift": _no_shift},
            {"shift": _no_shift, "divide": bare_divide},
            {"shift": _no_shift, "exponential": _math_exp},
            {"shift": _no_shift, "exponential": _math_exp, "divide": bare_divide},
        ),
        breaks=("overflow",),
    ),
    Mistake(
        "softmax-base-2",
        "Powers of 2 stand where powers of e belong.",
        "Which base does exp have?",
        ({"exponential": lambda shifted, axis: np.exp2(shifted)},),
    ),
    Mistake(
        "hard-argmax",
        "The largest score takes all the weight, the others get nothing.",
        "Where has the second best key gone?",
        (
            {"exponential": _one_hot},
            {"exponential": lambda shifted, axis: (shifted == 0) * 1.0},
            {"shift": _no_shift, "exponential": _one_hot},
        ),
    ),
    Mistake(
        "keepdims-missing",
        "A maximum or a sum lost its axis, so rows use each other's.",
        "What does keepdims=True change about the shape of a sum?",
        (
            {"shift": _narrow_shift},
            {"shift": _bare_narrow_shift},
            *(
                {"total": _narrow_total, **shift, **divide}
                for shift in (
                    {},
                    {"shift": _no_shift},
                    {"shift": bare_shift},
                    {"shift": _narrow_shift},
                    {"shift": _bare_narrow_shift},
                )
                for divide in ({}, {"divide": bare_divide})
            ),
        ),
    ),
    Mistake(
        "axis-ignored",
        "The argument `axis` is never used: the sums always run along the last axis.",
        "What should softmax(scores, axis=0) add up?",
        ({"axis": lambda given: -1},),
    ),
    Mistake(
        "maximum-over-everything",
        "One maximum of the whole array is subtracted, so rows far below it vanish.",
        "Whose maximum must be subtracted from a row?",
        (
            {"shift": lambda scores, axis: scores - scores.max()},
            {"shift": lambda scores, axis: scores - scores.max(), "divide": bare_divide},
        ),
    ),
    Mistake(
        "exp-missing",
        "The scores are divided by their sum without exp, so negative scores go wrong.",
        "What makes a weight positive even where the score is negative?",
        (
            {
                "shift": _no_shift,
                "exponential": lambda shifted, axis: shifted,
                "divide": bare_divide,
            },
            {
                "shift": _no_shift,
                "exponential": lambda shifted, axis: np.where(hidden(shifted, axis), 0, shifted),
            },
        ),
    ),
    Mistake(
        "log-softmax",
        "The logarithms of the weights are returned, all of them negative.",
        "Do weights that share out 1 lie between 0 and 1 here?",
        (
            {
                "divide": lambda exponentials, total: np.log(
                    exponentials / np.where(total == 0, 1, total)
                )
            },
            {"divide": lambda exponentials, total: np.log(exponentials / total)},
            *(
                {**_LOG_SUM_EXP, **shift}
                for shift in ({}, {"shift": _no_shift}, {"shift": bare_shift})
            ),
        ),
    ),
    Mistake(
        "hidden-row-nan",
        "A slice that is -inf throughout becomes nan: 0 divided by 0.",
        "What are the weights where there is nothing to attend to?",
        ({"shift": bare_shift, "divide": bare_divide},),
    ),
    Mistake(
        "hidden-row-uniform",
        "A slice that is -inf throughout gets equal weights, as if all were visible.",
        "What are the weights where there is nothing to attend to?",
        (
            {
                "divide": lambda exponentials, total: np.where(
                    total == 0, total.size / exponentials.size, exponentials / total
                )
            },
        ),
    ),
)
