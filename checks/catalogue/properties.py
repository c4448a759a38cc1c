"""Properties of right answers that several tasks share."""

from collections.abc import Callable
from typing import Any

import numpy as np

from checks.outcome import Probe
from checks.task import Property

Holds = Callable[[Probe, Any], bool]


def has_shape(shape: Callable[[Probe], tuple[int, ...]]) -> Holds:
    """Check whether a result has the shape that the probe requires."""
    return lambda probe, value: np.shape(value) == shape(probe)


def largest_score_wins(scores: Callable[[Probe], Any]) -> Holds:
    """Check whether the largest weight of each row is where the score of the probe is largest."""

    def holds(probe: Probe, weights: Any) -> bool:
        return bool((np.argmax(weights, axis=-1) == scores(probe).argmax(axis=-1)).all())

    return holds


def averages(values: str) -> Holds:
    """Check whether the output is the average of this argument under the weights."""

    def holds(probe: Probe, pair: Any) -> bool:
        output, weights = pair
        return np.allclose(output, np.matmul(weights, probe.arguments[values]), atol=1e-4)

    return holds


def of_output(known: Property) -> Property:
    """Check a property of the output, if an answer returns (output, weights)."""
    return Property(known.statement, lambda probe, pair: known.holds(probe, pair[0]))


def of_weights(known: Property) -> Property:
    """Check a property of the weights, if an answer returns (output, weights)."""
    return Property(known.statement, lambda probe, pair: known.holds(probe, pair[1]))


def sum_to_one(probe: Probe, weights: Any) -> bool:
    """Check whether weights sum to 1 along the last axis."""
    return bool(np.allclose(np.sum(weights, axis=-1), 1, atol=1e-4))


ROWS_SUM_TO_ONE = Property("Every row of weights sums to 1.", sum_to_one)
AVERAGES_VALUES = Property(
    "Each output is the average of the values under its weights.", averages("V")
)
