"""Scores divided by the wrong number, or in the wrong place."""

from typing import Any

import numpy as np

from attnlib.practice.mistake import Mistake


def divided_by_root(size: Any) -> Any:
    """Scale by the root of a size that is computed from Q, K and V."""
    return lambda scores, Q, K, V: scores / np.sqrt(size(Q, K, V))


SCALE = (
    Mistake(
        "no-scale",
        "The scores go into softmax unscaled, so the weights are too sharp.",
        "What is the spread of a dot product of d_k numbers?",
        ({"scale": lambda scores, Q, K, V: scores},),
    ),
    Mistake(
        "scale-by-d_k",
        "The scores are divided by d_k itself, so the weights are too flat.",
        "Which power of d_k keeps the spread of the scores at 1?",
        ({"scale": lambda scores, Q, K, V: scores / Q.shape[-1]},),
    ),
    Mistake(
        "scale-by-sqrt-n",
        "The scores are divided by the root of a number of tokens.",
        "Over which axis does the dot product sum, and how long is it?",
        tuple(
            {"scale": divided_by_root(size)}
            for size in (
                lambda Q, K, V: K.shape[-2],
                lambda Q, K, V: Q.shape[-2],
                lambda Q, K, V: len(K),
                lambda Q, K, V: len(Q),
            )
        ),
    ),
    Mistake(
        "scale-by-sqrt-d_v",
        "The scores are divided by the root of d_v, the width of the values.",
        "Do the values take part in the scores at all?",
        ({"scale": divided_by_root(lambda Q, K, V: V.shape[-1])},),
    ),
    Mistake(
        "scale-inverted",
        "The scores are multiplied by the root of d_k, which makes them larger still.",
        "Should the scaling make large scores smaller or larger?",
        ({"scale": lambda scores, Q, K, V: scores * np.sqrt(Q.shape[-1])},),
    ),
    Mistake(
        "scale-after-softmax",
        "The weights are divided after softmax, so no row sums to 1 any more.",
        "What has to be scaled: what goes into softmax, or what comes out?",
        (
            {
                "scale": lambda scores, Q, K, V: scores,
                "afterwards": lambda weights, Q: weights / np.sqrt(Q.shape[-1]),
            },
        ),
    ),
)
