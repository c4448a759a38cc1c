"""Averages whose weights are fixed in advance, where attention computes them from the data."""

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats, as_size


def moving_average(values: ArrayLike, width: int) -> Floats:
    """Average each value with those just before it, all alike.

    Parameters
    ----------
    values : (n,) or (..., n, d_v)
        One number, or a row of numbers, for each moment.
    width : int
        How many values to average, the present one included.

    Returns
    -------
    array, same shape as `values`
        Nothing from the future enters. At the start, where fewer than `width` values exist, it
        is the average of those that do. float32 for float32 values, else float64.

    Raises
    ------
    TypeError
        If the values are not real numbers, or width is not a whole number.
    ValueError
        If width is below 1.

    Notes
    -----
    One addition for each value and step back: n * width, where attention compares n * n pairs.
    The difference of two running totals would take only n, but it rounds with the size of the
    totals, and a single nan would spoil all that follows, not just its window.

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
    """Average each value with all before it, each step back counting `decay` times as much.

    Parameters
    ----------
    values : (n,) or (..., n, d_v)
        One number, or a row of numbers, for each moment.
    decay : float
        What a value keeps of its influence from one moment to the next, above 0 and up to 1.
        1 keeps all: the plain mean so far.

    Returns
    -------
    array, same shape as `values`
        Weights sum to 1 from the first value on. float32 for float32 values, else float64.

    Raises
    ------
    TypeError
        If the values are not real numbers.
    ValueError
        If decay is not one number above 0 and up to 1.

    Notes
    -----
    Two running sums, one of values and one of their weights, each faded by `decay` at every
    step: n steps in all, whatever n is, where attention compares n * n pairs. Dividing one by
    the other is the bias correction of Kingma and Ba 2015, section 3, without which the
    average would start at (1 - decay) times the first value.
    It is attention without content: see `distance_bias`.

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
    """Make the scores of attention that looks at distance alone.

    Parameters
    ----------
    n : int
        How many tokens.
    decay : float
        By what factor a weight shrinks from one distance to the next, above 0 and up to 1.

    Returns
    -------
    (n, n)
        Queries on rows, keys on columns: the distance times ln(decay), 0 on the diagonal. The
        same on both sides of it; `causal_visibility` hides the future.

    Raises
    ------
    TypeError
        If n is not a whole number.
    ValueError
        If n is negative, or decay is not one number above 0 and up to 1.

    Notes
    -----
    Softmax makes of a distance times ln(decay) a weight proportional to decay ** distance. So
    `masked_softmax(distance_bias(n, decay), causal_visibility(n)) @ values` is
    `exponential_average(values, decay)`: attention without queries and keys.
    Added to scores of content, it is the linear bias of Press, Smith and Lewis 2022 (ALiBi),
    section 3, of slope -ln(decay).

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
    """Where `weights @ values` sums: the rows of a matrix, the numbers of a vector."""
    return -1 if values.ndim == 1 else -2


def _as_decay(decay: ArrayLike) -> float:
    number = as_floats(decay, "decay", least_axes=0)
    if number.shape != () or not 0 < number <= 1:
        raise ValueError(
            f"decay: one number above 0 and up to 1 is needed, but it is {decay!r}. Is it what the "
            "new value gets (then 1 - decay is meant), or a number of steps?"
        )
    return float(number)
