"""Softmax: from scores of any size to weights that sum to 1 along one axis."""

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats, check_axis


def softmax(scores: ArrayLike, axis: int | None = -1) -> Floats:
    """Turn scores into weights that are not negative and sum to 1 along one axis.

    The largest score of each slice is subtracted first. This changes no weight, since exp(s - m) =
    exp(s) / exp(m) and exp(m) cancels. And exp cannot overflow, because its largest argument is 0.
    Source: Blanchard, Higham and Higham 2021, section 1.

    Parameters
    ----------
    scores : (..., n_q, n_k), or any other shape
        Scores have no unit. An entry of -inf gets no weight.
    axis : int or None
        The axis along which the weights sum to 1. The default, the last axis, is the axis of the
        keys: each query shares out a weight of 1. None shares out a single weight of 1 over the
        whole array. Attention never needs that; the lesson on axes shows why.

    Returns
    -------
    array, same shape as `scores`
        A slice of nothing but -inf gives zeros: there is nothing to attend to.

    Raises
    ------
    ValueError
        If `scores` has no such axis.

    Examples
    --------
    Three scores whose exponentials are 1, 2 and 3, so the weights are sixths:

    >>> softmax([0, np.log(2), np.log(3)]).round(4)
    array([0.1667, 0.3333, 0.5   ])
    """
    scores = as_floats(scores, "scores", 0)
    check_axis(scores, axis, "scores")
    largest = scores.max(axis=axis, keepdims=True, initial=-np.inf)
    exponentials = np.exp(scores - np.where(largest == -np.inf, 0, largest))
    total = exponentials.sum(axis=axis, keepdims=True)
    weights: Floats = exponentials / np.where(total == 0, 1, total)
    return weights
