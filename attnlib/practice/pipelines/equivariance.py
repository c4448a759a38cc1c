"""Do reordered rows come out reordered? Asked step by step."""

from typing import Any

import numpy as np


def is_equivariant(step: Any, attend: Any, X: Any, order: Any) -> Any:
    """Bool: attend makes of reordered rows what it makes of the rows, reordered."""
    X = step.take(X)
    order = step.order(order)
    found = attend(step.rows_in(X, order))
    expected = step.rows_out(attend(step.again(X, order)), order)
    return step.verdict(step.quantify(step.close(found, expected)))


EQUIVARIANCE_STEPS: dict[str, Any] = {
    "take": lambda array: array,
    "order": lambda order: order,
    "rows_in": lambda X, order: X[order],
    "again": lambda X, order: X,
    "rows_out": lambda rows, order: rows[order],
    "close": lambda found, expected: np.abs(found - expected) < 1e-6,
    "quantify": np.all,
    "verdict": lambda same: bool(same),
}
