"""Inputs that the probes of several tasks share."""

from collections.abc import Mapping
from typing import Any

import numpy as np


def in_float32(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Convert float64 arrays to float32, and leave everything else unchanged.

    Examples
    --------
    >>> in_float32({"X": np.eye(1), "num_heads": 2})
    {'X': array([[1.]], dtype=float32), 'num_heads': 2}
    """
    return {
        name: value.astype(np.float32) if np.asarray(value).dtype == np.float64 else value
        for name, value in arguments.items()
    }


def queries_and_keys(
    rng: np.random.Generator, *batch: int, n: tuple[int, int], d: int
) -> dict[str, Any]:
    """Draw Q (..., n_q, d) and K (..., n_k, d), where n is (n_q, n_k)."""
    n_q, n_k = n
    return {"Q": rng.normal(size=(*batch, n_q, d)), "K": rng.normal(size=(*batch, n_k, d))}


def queries_keys_and_values(
    rng: np.random.Generator, *batch: int, n: tuple[int, int], d: tuple[int, int]
) -> dict[str, Any]:
    """Draw Q and K of width d_k and V of width d_v, where n is (n_q, n_k) and d is (d_k, d_v)."""
    drawn = queries_and_keys(rng, *batch, n=n, d=d[0])
    return {**drawn, "V": rng.normal(size=(*batch, n[1], d[1]))}


def dot_products(Q: Any, K: Any) -> Any:
    """Multiply every query with every key: Q K^T."""
    return Q @ np.swapaxes(K, -1, -2)
