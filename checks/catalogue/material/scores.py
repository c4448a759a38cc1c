"""Comparisons of scores."""

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
