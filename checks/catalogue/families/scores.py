"""Queries compared with the wrong array, or along the wrong axis."""

from dataclasses import replace

import numpy as np

from checks.catalogue.families.arguments import with_axes
from checks.catalogue.families.scale import divided_by_root
from checks.catalogue.families.softmax import bare_divide, bare_shift, hidden
from checks.errors import OF_SHAPES
from checks.family import Family
from checks.mistake import Mistake

SCORES = Family(
    "scores",
    {"multiply": lambda Q, K: Q @ np.swapaxes(K, -1, -2)},
    (
        Mistake(
            "q-k-swapped",
            "The scores are K Q^T: keys on the rows and queries on the columns.",
            "Whose row should one row of scores be?",
        ).by(
            {"scores.multiply": lambda Q, K: K @ np.swapaxes(Q, -1, -2)},
            {"scores.multiply": lambda Q, K: K @ Q.T},
        ),
        Mistake(
            "self-scores",
            "One array is scored against itself, so the other plays no part.",
            "Which two arrays does a score compare?",
        ).by(
            {"scores.multiply": lambda Q, K: Q @ np.swapaxes(Q, -1, -2)},
            {"scores.multiply": lambda Q, K: K @ np.swapaxes(K, -1, -2)},
            {"scores.multiply": lambda Q, K: Q @ Q.T},
            {"scores.multiply": lambda Q, K: K @ K.T},
        ),
        Mistake(
            "keys-not-transposed",
            "Q is multiplied by K as it stands, which fits only a square K.",
            "Along which axis of K must a query be summed?",
        ).by(
            {"scores.multiply": lambda Q, K: Q @ K},
            {"scores.multiply": lambda Q, K: Q @ K.transpose(-2, -1)},
        ),
        Mistake(
            "negated",
            "The sign is flipped: the least similar key gets the most weight.",
            "Should a larger dot product give more weight or less?",
        ).by(
            {"arguments.take": lambda array: -array},
            {
                "arguments.take": lambda array: -array,
                "softmax.divide": bare_divide,
                "softmax.shift": bare_shift,
            },
            {
                "arguments.take": lambda array: -array,
                "softmax.shift": lambda scores, axis: np.where(
                    hidden(-scores, axis), -np.inf, bare_shift(scores, axis)
                ),
            },
            {
                "softmax.exponential": lambda shifted, axis: np.where(
                    hidden(shifted, axis), 0, np.exp(-shifted)
                )
            },
        ),
        Mistake(
            "batch-axis-breaks",
            "It holds without a batch only: with batch axes in front it breaks.",
            "Which axes are counted from the front? And which operator multiplies batch by batch?",
            breaks=OF_SHAPES,
        ).by(
            {"scores.multiply": lambda Q, K: Q @ K.T},
            {"scores.multiply": lambda Q, K: np.dot(Q, K.T)},
            {"scores.multiply": lambda Q, K: np.dot(Q, np.swapaxes(K, -1, -2))},
            {"scale.scores": divided_by_root(lambda Q, K, V: Q.shape[1])},
            {"scale.scores": divided_by_root(lambda Q, K, V: Q[0].size)},
            {
                "scores.multiply": lambda Q, K: Q @ K.T,
                "scale.scores": divided_by_root(lambda Q, K, V: Q.shape[1]),
            },
            {"softmax.axis": lambda given: given[0] if given else 1},
            {"arguments.take": with_axes(2)},
            {"output.mix": lambda weights, K, V: np.dot(weights, V)},
        ),
    ),
)

# If no arrays are multiplied, no operator can be to blame.
COUNTED_FROM_THE_FRONT = replace(
    SCORES["batch-axis-breaks"], question="Which axes does the code count from the front?"
)

NEEDS_A_BATCH = Mistake(
    "needs-a-batch-axis",
    "It holds for exactly three axes: without a batch in front it breaks.",
    "Which axes does the code name, and does every input have them?",
    breaks=OF_SHAPES,
).by({"arguments.take": with_axes(3)})

KEYS_RESHAPED = Mistake(
    "keys-reshaped",
    "K is reshaped, not transposed, so numbers of different keys are mixed.",
    "Which numbers of K does reshape put into its first column?",
).by({"scores.multiply": lambda Q, K: Q @ K.reshape(*K.shape[:-2], K.shape[-1], K.shape[-2])})

ONE_QUERY = Family(
    "scores",
    {"multiply": lambda Q, K: K @ Q},
    (
        SCORES["keys-not-transposed"],
        SCORES["negated"],
        Mistake(
            "self-similarity",
            "Vectors are compared with themselves: the query, or the keys, play no part.",
            "Which two things does a score compare?",
        ).by(
            {"scores.multiply": lambda Q, K: np.sum(K * K, axis=1)},
            {"scores.multiply": lambda Q, K: K @ K.T},
            {"scores.multiply": lambda Q, K: np.full(len(K), Q @ Q)},
        ),
    ),
)

SECOND_MOMENT = Mistake(
    "second-moment",
    "A mean is left in where it should be taken off, or the other way round.",
    "Does the definition take a mean off first?",
)
