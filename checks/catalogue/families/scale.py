"""Scores that are divided by the wrong number, in the wrong place, or without need."""

from typing import Any

import numpy as np

from checks.family import Family
from checks.mistake import Mistake


def divided_by_root(size: Any) -> Any:
    """Scale by the root of a size that is computed from Q, K and V."""
    return lambda scores, Q, K, V: scores / np.sqrt(size(Q, K, V))


SCALE = Family(
    "scale",
    {
        "scores": lambda scores, Q, K, V: scores / np.sqrt(Q.shape[-1]),
        "weights": lambda weights, Q: weights,
    },
    (
        Mistake(
            "no-scale",
            "The scores are not divided by the root of d_k.",
            "What is the spread of a dot product of d_k numbers?",
        ).by({"scale.scores": lambda scores, Q, K, V: scores}),
        Mistake(
            "scale-by-d_k",
            "The scores are divided by d_k itself.",
            "By which power of d_k, if any, should they be divided?",
        ).by({"scale.scores": lambda scores, Q, K, V: scores / Q.shape[-1]}),
        Mistake(
            "scale-by-sqrt-n",
            "The scores are divided by the root of a number of tokens.",
            "Should a score depend on the number of tokens?",
        ).by(
            *(
                {"scale.scores": divided_by_root(size)}
                for size in (
                    lambda Q, K, V: K.shape[-2],
                    lambda Q, K, V: Q.shape[-2],
                    lambda Q, K, V: len(K),
                    lambda Q, K, V: len(Q),
                )
            )
        ),
        Mistake(
            "scale-by-sqrt-d_v",
            "The scores are divided by the root of d_v, the width of the values.",
            "Do the values take part in the scores at all?",
        ).by({"scale.scores": divided_by_root(lambda Q, K, V: V.shape[-1])}),
        Mistake(
            "scale-inverted",
            "The scores are multiplied by the root of d_k.",
            "Should the scores become larger with d_k?",
        ).by({"scale.scores": lambda scores, Q, K, V: scores * np.sqrt(Q.shape[-1])}),
        Mistake(
            "half-not-root",
            "The scores are divided by half of d_k, not by its root.",
            "What does Python make of 9 ** 1 / 2?",
        ).by({"scale.scores": lambda scores, Q, K, V: scores / (Q.shape[-1] / 2)}),
        Mistake(
            "root-without-brackets",
            "The scores are divided by d_k and then by 2.",
            "In which order does Python compute a / b ** 1 / 2?",
        ).by({"scale.scores": lambda scores, Q, K, V: scores / Q.shape[-1] / 2}),
        Mistake(
            "scale-by-fourth-root",
            "The scores are divided by the fourth root of d_k.",
            "How many roots does your code take of d_k, and how many should it take?",
        ).by({"scale.scores": lambda scores, Q, K, V: scores / Q.shape[-1] ** 0.25}),
        Mistake(
            "scale-after-softmax",
            "The weights are divided after softmax, so no row sums to 1 any more.",
            "What has to be scaled: what goes into softmax, or what comes out?",
        ).by(
            {
                "scale.scores": lambda scores, Q, K, V: scores,
                "scale.weights": lambda weights, Q: weights / np.sqrt(Q.shape[-1]),
            }
        ),
    ),
)

UNSCALED = Family(
    "scale",
    {"scores": lambda scores, Q, K, V: scores, "weights": lambda weights, Q: weights},
    (
        SCALE["scale-by-d_k"],
        SCALE["scale-by-sqrt-n"],
        SCALE["scale-inverted"],
        SCALE["scale-after-softmax"],
    ),
)

SCALED_ALREADY = Mistake(
    "scaled-already",
    "The scores are scaled, though bare dot products are asked for.",
    "Does the exercise ask for bare scores or for scaled ones?",
).by({"scale.scores": divided_by_root(lambda Q, K, V: Q.shape[-1])})
