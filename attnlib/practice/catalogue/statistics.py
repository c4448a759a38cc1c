"""Variances of something else, and derivatives that forget half."""

from typing import Any

import numpy as np

from attnlib.practice.errors import OF_SHAPES
from attnlib.practice.mistake import Mistake


def _over_one_less(squares: Any, axis: int | None) -> Any:
    count = squares.size if axis is None else squares.shape[axis]
    return squares.sum(axis=axis) / (count - 1)


def _centred(rows: Any) -> Any:
    return rows - rows.mean(axis=-1, keepdims=True)


def _partners(scores: Any, Q: Any, K: Any) -> Any:
    """Like zip: query i with key i, as long as there are both."""
    count = min(len(Q), len(K))
    return np.sum(Q[:count] * K[:count], axis=-1)


def _outer(weights: Any) -> Any:
    return np.outer(weights, weights)


def _three_axes_only(array: Any) -> Any:
    if array.ndim != 3:
        raise ValueError("axes don't match array")
    return array


_SPREAD = (
    Mistake(
        "half-not-root",
        "The scores are divided by half of d_k, not by its root.",
        "What does Python make of 9 ** 1 / 2?",
        ({"scale": lambda scores, Q, K, V: scores / (Q.shape[-1] / 2)},),
    ),
    Mistake(
        "needs-a-batch-axis",
        "It holds for exactly three axes: without a batch in front it breaks.",
        "Which axes does the code name, and does every input have them?",
        ({"take": _three_axes_only},),
        breaks=OF_SHAPES,
    ),
    Mistake(
        "sample-variance",
        "The sum of squares is divided by one less than the number.",
        "Are these all the dot products, or a sample of more?",
        ({"average": _over_one_less},),
    ),
    Mistake(
        "second-moment",
        "A mean is left in where it belongs out, or the other way round.",
        "Does the definition take a mean off first?",
        ({"centre": lambda scores, axis: scores}, {"centred": _centred}),
    ),
    Mistake(
        "std-not-variance",
        "A root is taken at the end: this is the standard deviation.",
        "If all scores were doubled, what would become of their variance?",
        ({"finish": np.sqrt},),
    ),
    Mistake(
        "variance-along-one-axis",
        "An axis is named, so there is a variance for each row or column.",
        "How many numbers does the exercise ask for?",
        ({"within": -1}, {"within": 0}),
    ),
    Mistake(
        "variances-averaged",
        "Each row has a variance of its own, around its own mean, then averaged.",
        "Around which mean should the dot products of all queries be measured?",
        ({"within": -1, "finish": np.mean},),
    ),
    Mistake(
        "paired-rows-only",
        "Each query meets one key alone, the one with its number.",
        "How many dot products do n_q queries and n_k keys have?",
        ({"compare": _partners}, {"compare": lambda scores, Q, K: np.sum(Q * K, axis=-1)}),
    ),
    Mistake(
        "deviations-not-averaged",
        "The squares are added up, but not divided by their number.",
        "What happens to your result when every query comes twice?",
        ({"average": lambda squares, axis: squares.sum(axis=axis)},),
    ),
    Mistake(
        "deviations-not-squared",
        "The distances from the mean are averaged without being squared.",
        "What is done with a distance from the mean before averaging?",
        (
            {"square": np.abs},
            {"square": np.zeros_like},  # bare deviations sum to 0, but for rounding
        ),
    ),
)

# Some name a step that they leave right: two of them together would give nothing but zeros,
# and zeros have other causes.
_DERIVATIVES = (
    Mistake(
        "jacobian-diagonal-only",
        "Off the diagonal everything is 0, as if the other weights stood still.",
        "What happens to the other weights when one score grows?",
        (
            {"outer": lambda weights: 0},
            {"outer": lambda weights: np.diag(weights**2)},
        ),
    ),
    Mistake(
        "jacobian-sign",
        "All signs are turned round: w w^T minus the diagonal.",
        "Does a weight grow or shrink when its own score grows?",
        ({"combine": lambda diagonal, outer: outer - diagonal},),
    ),
    Mistake(
        "jacobian-off-diagonal-sign",
        "Off the diagonal the sign is plus, as if all weights grew together.",
        "What happens to the other weights when one score grows?",
        (
            {"combine": lambda diagonal, outer: np.abs(diagonal - outer)},
            {"combine": lambda diagonal, outer: diagonal + outer},
        ),
    ),
    Mistake(
        "jacobian-diagonal-missing",
        "The diagonal lacks its own term, as if no weight followed its own score.",
        "What is added where i and j are the same?",
        (
            {"diagonal": lambda weights: 0, "outer": _outer},
            {"diagonal": lambda weights: np.diag(weights**2), "outer": _outer},
        ),
    ),
    Mistake(
        "jacobian-one-for-delta",
        "The weight itself stands in every entry, not on the diagonal alone.",
        "In which entries does the term without a product belong?",
        (
            {"diagonal": lambda weights: weights[:, None]},
            {"diagonal": lambda weights: weights},
        ),
    ),
    Mistake(
        "inner-not-outer",
        "The product of w with itself is one number here, not a table.",
        "Which shape does w @ w have for a w with one axis?",
        ({"outer": lambda weights: weights @ weights},),
    ),
    Mistake(
        "elementwise-not-outer",
        "The weights are squared one by one, not multiplied each with each.",
        "What does .T change on an array with one axis?",
        ({"outer": lambda weights: weights * weights},),
    ),
    Mistake(
        "jacobian-of-log",
        "This is the derivative of the logarithm of softmax: a factor is missing.",
        "By which factor do the derivatives of w and log w differ?",
        ({"diagonal": lambda weights: np.eye(len(weights)), "outer": lambda weights: weights},),
    ),
    Mistake(
        "diagonal-as-vector",
        "Each weight is derived by its own score alone, which gives a vector.",
        "How many pairs of a weight and a score are there?",
        ({"diagonal": np.diag, "give": np.diagonal},),
    ),
)

STATISTICS = (*_SPREAD, *_DERIVATIVES)
