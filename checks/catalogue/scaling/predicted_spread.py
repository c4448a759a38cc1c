"""Predict how far dot products spread, with and without scaling."""

from typing import Any

import numpy as np

from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import KEPT
from checks.task import Property, Task

WIDTHS = (4, 64, 256)
SCALED_WIDTH = 64


def predicted_spread() -> Any:
    """Predict the standard deviation of dot products of random vectors.

    Returns
    -------
    (4,)
        For d_k = 4, 64 and 256, then for scaled scores with d_k = 64.

    Examples
    --------
    >>> predicted_spread()
    array([ 2.,  8., 16.,  1.])
    """
    return np.array([*np.sqrt(WIDTHS), 1.0])


def _pipeline(step: Any) -> Any:
    spreads = [step.prediction.spread(d_k) for d_k in WIDTHS]
    scaled = step.prediction.scaled(step.prediction.spread(SCALED_WIDTH), SCALED_WIDTH)
    return step.prediction.order(np.array([*spreads, scaled], dtype=float))


def _grows_like_the_root(probe: Probe, spreads: Any) -> bool:
    return bool(np.allclose(spreads[1:3], np.multiply(spreads[:2], (4, 2))))


def _scaled_is_free_of_width(probe: Probe, spreads: Any) -> bool:
    return bool(np.isclose(spreads[3], spreads[1] / np.sqrt(SCALED_WIDTH)))


PREDICTION = Family(
    "prediction",
    {
        "spread": np.sqrt,
        "scaled": lambda spread, d_k: spread / np.sqrt(d_k),
        "order": lambda numbers: numbers,
    },
    (
        Mistake(
            "variance-not-std",
            "The first three are variances; the standard deviation is the root of one.",
            "Which of the two has the same unit as the dot product itself?",
            (
                {"prediction.spread": float, "prediction.scaled": KEPT},
                {"prediction.spread": float, "prediction.scaled": lambda spread, d_k: 1},
                {"prediction.spread": float, "prediction.scaled": lambda spread, d_k: spread},
            ),
        ),
        Mistake(
            "mean-not-std",
            "This is the mean of the dot products, not their distance from it.",
            "Can numbers whose mean is 0 be far from 0?",
            ({"prediction.spread": lambda d_k: 0},),
        ),
        Mistake(
            "spread-independent-of-width",
            "The same spread is predicted for every width.",
            "Is a sum of 256 random numbers as close to 0 as a sum of 4?",
            (
                *({"prediction.spread": lambda d_k, same=same: same} for same in (1, 2)),
                {"prediction.spread": lambda d_k: 1, "prediction.scaled": lambda spread, d_k: 1},
            ),
        ),
        Mistake(
            "spread-shrinks-with-width",
            "The spread is predicted to shrink with the width, as that of an average does.",
            "Does a dot product divide by the number of its products?",
            tuple(
                {"prediction.spread": lambda d_k: 1 / np.sqrt(d_k), **scaled}
                for scaled in ({}, {"prediction.scaled": lambda spread, d_k: 1})
            ),
        ),
        Mistake(
            "no-scale",
            "The last number is that of scores that were never divided.",
            "By how much does dividing every score change their spread?",
            ({"prediction.scaled": lambda spread, d_k: spread},),
        ),
        Mistake(
            "scale-by-d_k",
            "In the last number the scores are divided by d_k itself.",
            "By which power of d_k are scaled scores divided?",
            ({"prediction.scaled": lambda spread, d_k: spread / d_k},),
        ),
        Mistake(
            "scale-inverted",
            "In the last number the scores are multiplied by the root of d_k.",
            "Should scaling make the scores larger or smaller?",
            ({"prediction.scaled": lambda spread, d_k: spread * np.sqrt(d_k)},),
        ),
        Mistake(
            "variance-scaled-by-root",
            "In the last number the variance is divided by the root of d_k, not the score.",
            "What becomes of a variance when every score is halved?",
            ({"prediction.scaled": lambda spread, d_k: np.sqrt(spread**2 / np.sqrt(d_k))},),
        ),
        Mistake(
            "numbers-in-another-order",
            "The numbers are right, but they stand in another order.",
            "Which width comes first, and where do the scaled scores stand?",
            tuple(
                {
                    "prediction.spread": KEPT,
                    "prediction.scaled": KEPT,
                    "prediction.order": lambda numbers, places=places: numbers[list(places)],
                }
                for places in ((3, 0, 1, 2), (2, 1, 0, 3), (3, 2, 1, 0))
            ),
        ),
    ),
)

TASK = Task(
    reference=predicted_spread,
    kind="predict",
    order=(2, 1),
    practises=("work out on paper how far",),
    pipeline=_pipeline,
    families=(PREDICTION,),
    probes=lambda seed: [Probe("paper", {})],
    properties=(
        Property("There are four numbers.", has_shape(lambda probe: (4,))),
        Property(
            "Four times the width gives twice the spread, 16 times the width four times the spread.",
            _grows_like_the_root,
        ),
        Property("Scaling divides the spread by the root of d_k.", _scaled_is_free_of_width),
    ),
)
