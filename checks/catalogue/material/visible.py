"""`visible` of several sizes, for tasks that turn it into a mask of PyTorch."""

from typing import Any

import numpy as np


def some_visible(rng: np.random.Generator, n: int) -> Any:
    """Draw `visible` without hidden rows; neither order nor the diagonal says who is visible."""
    while True:
        visible = rng.random((n, n)) < 0.6
        diagonal, above = visible.diagonal(), visible[np.triu_indices(n, 1)]
        if visible.any(1).all() and above.any() and diagonal.any() and not diagonal.all():
            return visible


def one_bool_each(mask: Any, visible: Any) -> bool:
    """Check that a mask has one True or False for each query and key."""
    return bool(mask.dtype == np.bool_ and mask.shape == visible.shape)


def row_by_row(mask: Any, visible: Any) -> bool:
    """Check that each row of a mask counts the keys, visible or hidden, of the same query."""
    rows, others = visible.sum(axis=1), mask.sum(axis=1)
    return bool((others == rows).all() or (others == len(visible) - rows).all())


TABLES = {
    "3 tokens": {"n": 3},
    "5 tokens": {"n": 5},
    "a causal `visible` of 4 tokens": {"visible": np.tri(4, dtype=bool)},
    "4 tokens, and all may be seen": {"visible": np.ones((4, 4), dtype=bool)},
}
"""The cases of tasks that take `visible` alone, in the words that learners see."""
