"""Comparisons of scores, and queries and keys with low ones."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from checks.facts import near

HIDDEN = -1e8  # no score that is shown is below this


def near_where_shown(scores: ArrayLike, wanted: ArrayLike) -> bool:
    """Check whether scores are equal, except where a mask hides them.

    Examples
    --------
    >>> near_where_shown([1, -np.inf], [1, 2]), near_where_shown([1, 1], [1, 2])
    (True, False)
    """
    shown = np.asarray(scores) > HIDDEN
    return near(np.where(shown, scores, 0), np.where(shown, wanted, 0))


def proportional(scores: ArrayLike, wanted: ArrayLike) -> bool:
    """Check whether scores are a positive multiple of others, of the same shape.

    Examples
    --------
    >>> proportional([1, 2], [2, 4]), proportional([1, 2], [-1, -2])
    (True, False)
    """
    if np.shape(scores) != np.shape(wanted):
        return False
    return near(np.divide(scores, _largest(scores)), np.divide(wanted, _largest(wanted)))


def _largest(scores: ArrayLike) -> float:
    return float(np.abs(scores).max()) or 1.0


def _first_10(rng: np.random.Generator, n_q: int, d_k: int) -> Any:
    queries = rng.normal(size=(n_q, d_k))
    queries[:, 0] = 10
    return queries


def _first_minus_6(rng: np.random.Generator, n_k: int, d_k: int) -> Any:
    keys = rng.normal(size=(n_k, d_k))
    keys[:, 0] = -6
    return keys


LOW_SCORES = {"n_q": 2, "n_k": 3, "d_k": 4, "d_v": 2, "Q": _first_10, "K": _first_minus_6}
"""The case of scores that are about -30 after scaling."""
