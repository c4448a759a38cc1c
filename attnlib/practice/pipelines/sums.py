"""Which sums are 1? Row sums, column sums, step by step."""

from typing import Any

import numpy as np


def normalised_axis(step: Any, weights: Any) -> Any:
    """-1, -2 or None: the axis along which weights (n_q, n_k) sum to 1."""
    weights = step.take(weights)
    for axis in step.order:
        each = step.close(step.sums(weights, axis), weights, axis)
        if step.quantify(each):
            return step.count(step.name(axis))
    return step.neither


def close_to_one(sums: Any, weights: Any) -> Any:
    """Bool for each sum: 1 up to rounding, which in float32 is coarser."""
    return np.abs(sums - 1) <= (1e-4 if weights.dtype == np.float32 else 1e-6)


SUMS_STEPS: dict[str, Any] = {
    "take": lambda array: array,
    "order": (-1, -2),
    "sums": lambda weights, axis: weights.sum(axis=axis),
    "close": lambda sums, weights, axis: close_to_one(sums, weights),
    "quantify": np.all,
    "name": lambda axis: axis,
    "count": lambda axis: axis,
    "neither": None,
}
