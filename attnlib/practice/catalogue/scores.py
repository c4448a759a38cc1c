"""Queries compared with the wrong array, or along the wrong axis."""

from typing import Any

import numpy as np

from attnlib.practice.catalogue.scaling import divided_by_root
from attnlib.practice.catalogue.softmax import bare_divide, bare_shift, hidden
from attnlib.practice.errors import OF_SHAPES
from attnlib.practice.mistake import Mistake


def _two_axes_only(array: Any) -> Any:
    if array.ndim != 2:
        raise ValueError("not enough values to unpack (expected 2)")
    return array


SCORES = (
    Mistake(
        "q-k-swapped",
        "The scores are K Q^T: keys on the rows and queries on the columns.",
        "Whose row should one row of scores be?",
        (
            {"scores": lambda Q, K: K @ np.swapaxes(Q, -1, -2)},
            {"scores": lambda Q, K: K @ Q.T},
        ),
    ),
    Mistake(
        "self-scores",
        "One array is scored against itself, so the other plays no part.",
        "Which two arrays does a score compare?",
        (
            {"scores": lambda Q, K: Q @ np.swapaxes(Q, -1, -2)},
            {"scores": lambda Q, K: K @ np.swapaxes(K, -1, -2)},
            {"scores": lambda Q, K: Q @ Q.T},
            {"scores": lambda Q, K: K @ K.T},
        ),
    ),
    Mistake(
        "keys-not-transposed",
        "Q is multiplied by K as it stands, which fits only a square K.",
        "Along which axis of K must a query be summed?",
        ({"scores": lambda Q, K: Q @ K}, {"scores": lambda Q, K: Q @ K.transpose(-2, -1)}),
    ),
    Mistake(
        "negated",
        "The sign is turned round: the least similar key gets the most weight.",
        "Should a larger dot product give more weight or less?",
        (
            {"take": lambda array: -array},
            {"take": lambda array: -array, "divide": bare_divide, "shift": bare_shift},
            {
                "take": lambda array: -array,
                "shift": lambda scores, axis: np.where(
                    hidden(-scores, axis), -np.inf, bare_shift(scores, axis)
                ),
            },
            {
                "exponential": lambda shifted, axis: np.where(
                    hidden(shifted, axis), 0, np.exp(-shifted)
                )
            },
        ),
    ),
    Mistake(
        "batch-axis-breaks",
        "It holds for two axes only: with batch axes in front it breaks.",
        "Which axes are counted from the front, and which does .T move?",
        (
            {"scores": lambda Q, K: Q @ K.T},
            {"scores": lambda Q, K: np.dot(Q, K.T)},
            {"scores": lambda Q, K: np.dot(Q, np.swapaxes(K, -1, -2))},
            {"scale": divided_by_root(lambda Q, K, V: Q.shape[1])},
            {"scores": lambda Q, K: Q @ K.T, "scale": divided_by_root(lambda Q, K, V: Q.shape[1])},
            {"axis": lambda given: given[0] if given else 1},
            {"take": _two_axes_only},
            {"mix": lambda weights, K, V: np.dot(weights, V)},
        ),
        breaks=OF_SHAPES,
    ),
)
