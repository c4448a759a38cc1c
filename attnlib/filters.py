"""Averages whose weights are fixed in advance; attention computes its weights from the data."""

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats, as_size


def moving_average(values: ArrayLike, width: int) -> Floats:
    """Average each value with the values just before it, all with the same weight.

    This takes n * width additions; attention compares n * n pairs. Subtracting two running totals
    would take only n, but its rounding errors grow with the totals, and a single nan would spoil
    everything after it. Source: Oppenheim and Schafer 2010, section 2.2.

    Parameters
    ----------
    values : (n,) or (..., n, d_v)
        A number, or a row of numbers, for each time step.
    width : int
        How many values to average, including the present one.

    Returns
    -------
    array, same shape as `values`
        No value from the future is used. At the start, where there are fewer than `width` values,
        the average is over those there are.

    Raises
    ------
    ValueError
        If width is below 1.

    Examples
    --------
    >>> moving_average([3, 5, 7, 9], width=2)
    array([3., 4., 6., 8.])
    """
    values = as_floats(values, "values")
    moments = np.moveaxis(values, _axis_of_moments(values), -1)
    n = moments.shape[-1]
    width = min(as_size(width, "width"), n)
    sums = np.zeros_like(moments)
    for back in range(width):
        sums[..., back:] += moments[..., : n - back]
    found = np.minimum(np.arange(1, n + 1, dtype=values.dtype), width)
    return np.moveaxis(sums / found, -1, _axis_of_moments(values))


def exponential_average(values: ArrayLike, decay: float) -> Floats:
    """Average each value with all before it; each step back multiplies the weight by `decay`.

    It keeps two running sums, one of values and one of their weights, and multiplies both by
    `decay` at every step. This takes n steps; attention compares n * n pairs. Dividing by the sum
    of the weights is the bias correction of Kingma and Ba 2015, section 3. Without it, the average
    would start at (1 - decay) times the first value. The result is the same as attention that
    ignores content: see `distance_bias`.

    Parameters
    ----------
    values : (n,) or (..., n, d_v)
    decay : float
        Above 0 and up to 1. With 1, the result is the plain mean so far.

    Returns
    -------
    array, same shape as `values`
        Weights sum to 1 from the first value on.

    Raises
    ------
    ValueError
        If decay is not one number above 0 and up to 1.

    Examples
    --------
    The second is (4 / 2 + 1) / (1/2 + 1), the third (4/4 + 1/2 + 9) / (1/4 + 1/2 + 1).

    >>> exponential_average([4, 1, 9], decay=0.5)
    array([4., 2., 6.])
    """
    values, decay = as_floats(values, "values"), _as_decay(decay)
    averages = np.empty_like(values)
    moments, rows = (np.moveaxis(a, _axis_of_moments(values), 0) for a in (values, averages))
    faded, total = np.zeros(moments.shape[1:], dtype=values.dtype), 0.0
    for moment, value in enumerate(moments):
        faded = decay * faded + value
        total = decay * total + 1
        rows[moment] = faded / total
    return averages


def distance_bias(n: int, decay: float) -> Floats:
    """Make scores for attention over n tokens that depend only on distance.

    Softmax turns these scores into weights proportional to decay ** distance; decay is above 0 and
    up to 1. So `masked_softmax(distance_bias(n, decay), causal_visibility(n)) @ values` equals
    `exponential_average(values, decay)`: attention without queries and keys. Added to the scores of
    queries and keys, the result is the linear bias of ALiBi with slope -ln(decay). Source: Press,
    Smith and Lewis 2022, section 3.

    Returns
    -------
    (n, n)
        The distance times ln(decay), 0 on the diagonal. It is symmetric; `causal_visibility`
        hides the future.

    Raises
    ------
    ValueError
        If n is negative, or decay is not one number above 0 and up to 1.

    Examples
    --------
    >>> distance_bias(3, decay=np.exp(-1))
    array([[ 0., -1., -2.],
           [-1.,  0., -1.],
           [-2., -1.,  0.]])
    """
    moments = np.arange(as_size(n, "n", 0))
    distances = abs(moments[:, None] - moments)
    bias: Floats = distances * np.log(_as_decay(decay)) + 0.0  # -0.0 becomes 0.0
    return bias


def _axis_of_moments(values: Floats) -> int:
    """The axis that `weights @ values` sums over: of a matrix the rows, of a vector its numbers."""
    return -1 if values.ndim == 1 else -2


def _as_decay(decay: ArrayLike) -> float:
    number = as_floats(decay, "decay", 0)
    if number.shape != () or not 0 < number <= 1:
        raise ValueError(
            f"decay: one number above 0 and up to 1 is needed, but it is {decay!r}. Is it the weight "
            "of the new value (then take 1 - decay), or a number of steps?"
        )
    return float(number)
