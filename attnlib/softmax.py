"""Softmax: from scores of any size to weights that sum to 1, along one axis."""

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats, check_axis


def softmax(scores: ArrayLike, axis: int | None = -1) -> Floats:
    """Turn scores into positive weights that sum to 1 along one axis.

    Parameters
    ----------
    scores : (..., n_q, n_k), or any other shape
        Numbers without unit; -inf marks what may get no weight.
    axis : int or None
        The axis along which the weights sum to 1. The default, the last, is the keys' axis:
        each query shares out a weight of 1 among the keys. None shares out one single weight
        of 1 over the whole array, which attention never wants; the lesson on axes shows it.

    Returns
    -------
    array, same shape as `scores`
        float32 for float32 scores, else float64. A slice of -inf alone gives zeros: there is
        nothing to attend to, so no weight is given.

    Raises
    ------
    ValueError
        If `scores` has no such axis.
    TypeError
        If `scores` are not real numbers.

    Notes
    -----
    The largest score of each slice is subtracted first. That changes no weight, since
    exp(s - m) = exp(s) / exp(m) and exp(m) cancels, and it keeps exp from overflowing:
    the largest exponent is 0. Source: Blanchard, Higham and Higham 2021, section 1.

    Examples
    --------
    Three scores whose exponentials are 1, 2 and 3: the weights are sixths.

    >>> softmax([0, np.log(2), np.log(3)]).round(4)
    array([0.1667, 0.3333, 0.5   ])
    """
    scores = as_floats(scores, "scores", least_axes=0)
    check_axis(scores, axis, "scores")
    largest = scores.max(axis=axis, keepdims=True, initial=-np.inf)
    exponentials = np.exp(scores - np.where(largest == -np.inf, 0, largest))
    total = exponentials.sum(axis=axis, keepdims=True)
    weights: Floats = exponentials / np.where(total == 0, 1, total)
    return weights
