"""Predict how far dot products spread, and what scaling makes of it."""

from typing import Any

import numpy as np

from attnlib.practice.family import Family
from attnlib.practice.mistake import Mistake
from attnlib.practice.outcome import Probe
from attnlib.practice.properties import has_shape
from attnlib.practice.steps import KEPT
from attnlib.practice.task import Property, Task

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
    return np.array([*spreads, scaled], dtype=float)


def _four_times_the_width(probe: Probe, spreads: Any) -> bool:
    return bool(np.isclose(spreads[2], 2 * spreads[1]))


def _scaled_is_free_of_width(probe: Probe, spreads: Any) -> bool:
    return bool(np.isclose(spreads[3], spreads[1] / np.sqrt(SCALED_WIDTH)))


PREDICTION = Family(
    "prediction",
    {"spread": np.sqrt, "scaled": lambda spread, d_k: spread / np.sqrt(d_k)},
    (
        Mistake(
            "variance-not-std",
            "These are variances; the standard deviation is the root of one.",
            "Which of the two has the same unit as the dot product itself?",
            (
                {"prediction.spread": float, "prediction.scaled": KEPT},
                {"prediction.spread": float, "prediction.scaled": lambda spread, d_k: 1},
                {"prediction.spread": float, "prediction.scaled": lambda spread, d_k: spread},
            ),
        ),
        Mistake(
            "spread-of-scaled",
            "All four are predicted as if the scores were scaled already.",
            "Which of the four numbers are about scores divided by the root of d_k?",
            ({"prediction.spread": lambda d_k: 1, "prediction.scaled": lambda spread, d_k: 1},),
        ),
        Mistake(
            "spread-independent-of-width",
            "The same spread is predicted for every width.",
            "Is a sum of 256 random numbers as close to 0 as a sum of 4?",
            tuple({"prediction.spread": lambda d_k, same=same: same} for same in (1, 2)),
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
        Property("Four times the width gives twice the spread.", _four_times_the_width),
        Property("Scaling divides the spread by the root of d_k.", _scaled_is_free_of_width),
    ),
)
