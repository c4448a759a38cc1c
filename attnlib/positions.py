"""Where is a token in its sequence? The sinusoidal encoding, which is added to embeddings.

Source of everything here: Vaswani et al. 2017, section 3.5.
"""

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats, as_size
from attnlib.similarity import dot_scores


def frequencies(d_model: int, base: float = 10000.0) -> Floats:
    """Return how many radians each hand turns from one position to the next.

    Returns
    -------
    (ceil(d_model / 2),)
        One number for each pair of columns, base ** (-2i / d_model): from 1 for the first pair down
        to almost 1 / base for the last.

    Raises
    ------
    ValueError
        If d_model is below 1, or base is not one number above 0.

    Examples
    --------
    >>> frequencies(4)
    array([1.  , 0.01])
    """
    exponents = -np.arange(0, as_size(d_model, "d_model"), 2) / d_model
    number = as_floats(base, "base", 0)
    if number.shape != () or not 0 < number < np.inf:
        raise ValueError(
            f"base: one number above 0 is needed, but it is {base!r}. Is it the exponent, or a "
            "list of frequencies?"
        )
    hands: Floats = float(number) ** exponents
    return hands


def sinusoidal_encoding(n: int, d_model: int) -> Floats:
    """Describe each of n positions, counted from 0, by sines and cosines of decreasing frequencies.

    Think of each pair of columns as the hand of a clock. Its angle is the position times the
    frequency of the pair, which falls from 1 radian per position in the first pair to almost
    1/10000 in the last.

    Returns
    -------
    (n, d_model)
        Numbers from -1 to 1. Even columns hold sines, odd columns the cosine of the same angle;
        if d_model is odd, the last column is a sine.

    Raises
    ------
    ValueError
        If n is negative or d_model below 1.

    Examples
    --------
    The frequencies are 1 and 1/100, so position 1 is sin 1, cos 1, sin 0.01, cos 0.01.

    >>> sinusoidal_encoding(2, 4).round(2)
    array([[0.  , 1.  , 0.  , 1.  ],
           [0.84, 0.54, 0.01, 1.  ]])
    """
    n, d_model = as_size(n, "n", 0), as_size(d_model, "d_model")
    angles = np.arange(n)[:, None] * frequencies(d_model)
    encoding = np.empty((n, d_model))
    encoding[:, 0::2] = np.sin(angles)
    encoding[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return encoding


def shift_matrix(k: int, d_model: int) -> Floats:
    """Make the matrix that moves an encoding forward by k positions, or back if k is negative.

    Each pair (sine, cosine) is rotated by k times its frequency: sin(a + b) = sin a cos b +
    cos a sin b, and cos(a + b) = cos a cos b - sin a sin b. The matrix is the same for every
    position. That is why a projection can learn "k positions ago".

    Returns
    -------
    (d_model, d_model)
        `encoding[p + k] == shift_matrix(k, d_model) @ encoding[p]` for every p.

    Raises
    ------
    ValueError
        If d_model is below 2, or odd: its last sine has no cosine to rotate with.

    Examples
    --------
    The first row is cos 1, sin 1; at position 0 (sine 0, cosine 1) it gives sin 1.

    >>> shift_matrix(1, 2).round(2)
    array([[ 0.54,  0.84],
           [-0.84,  0.54]])
    """
    k, d_model = as_size(k, "k", least=None), as_size(d_model, "d_model")
    if d_model % 2:
        raise ValueError(
            f"d_model: an even number is needed, but it is {d_model}, so the last sine has no "
            "cosine to rotate with. Was a column lost, or added?"
        )
    angles = k * frequencies(d_model)
    sines, cosines = np.arange(0, d_model, 2), np.arange(1, d_model, 2)
    matrix = np.zeros((d_model, d_model))
    matrix[sines, sines] = matrix[cosines, cosines] = np.cos(angles)
    matrix[sines, cosines] = np.sin(angles)
    matrix[cosines, sines] = -np.sin(angles)
    return matrix + 0.0  # -0.0 becomes 0.0


def products_by_distance(encoding: ArrayLike) -> Floats:
    """Average the dot products of all pairs of positions that are equally far apart.

    In a sinusoidal encoding with even d_model, a dot product depends only on the distance, so all
    numbers in an average are equal. In a learned encoding they are not. The products fall with
    distance at first and then wobble; they are not monotonic.

    Parameters
    ----------
    encoding : (..., n, d_model)
        One position on each row.

    Returns
    -------
    (..., n)
        Entry k is the mean of `encoding[p] @ encoding[p + k]` over all p, in squared units of the
        encoding. Entry 0 is the mean squared length.

    Raises
    ------
    ValueError
        If there are no positions.

    Examples
    --------
    Neighbours give 1 * 2 and 2 * 4, which is 5 on average. Two apart, there is only 1 * 4.

    >>> products_by_distance([[1], [2], [4]])
    array([7., 5., 4.])
    """
    encoding = as_floats(encoding, "encoding", 2)
    n = as_size(encoding.shape[-2], "n, the number of positions (rows)")
    products = dot_scores(encoding, encoding)
    means = [np.diagonal(products, distance, -2, -1).mean(axis=-1) for distance in range(n)]
    return np.stack(means, axis=-1)
