"""How far apart are two tokens? RoPE and ALiBi bring positions into the scores.

RoPE turns queries and keys before they are multiplied (`rotate`, `rotated_scores`). ALiBi adds a bias to the scaled
scores, before softmax: `masked_softmax(scaled_scores(Q, K) + alibi_bias(n, slopes), visible) @ V`.
"""

from typing import SupportsIndex

import numpy as np
from numpy.typing import ArrayLike

from attnlib.positions import frequencies
from attnlib.shapes import Floats, as_arrays, as_floats, as_size
from attnlib.similarity import dot_scores


def rotate(
    X: ArrayLike, positions: ArrayLike, base: float = 10000.0, half_split: bool = False
) -> Floats:
    """Turn each row of queries or keys by its position, as rotary position embedding (RoPE) does.

    Each pair of columns is the hand of a clock, turned by the position times the frequency of the
    pair. For a given query and key, the score after turning depends only on the distance between
    their positions. Values are not turned. For one position p and the usual base, the interleaved
    layout is `X @ shift_matrix(p, d)`. Source: Su et al. 2021, section 3.2 and equation 34.

    Parameters
    ----------
    X : (..., n, d)
        Queries or keys of one head; d is even.
    positions : (n,)
        The position of each row, or one number for all rows. Positions need not be whole numbers or
        in order.
    base : float
        Above 0. The larger it is, the slower all hands turn, except the first.
    half_split : bool
        Which columns form a pair: 2i and 2i + 1 if False (interleaved), or i and i + d/2 if True
        (half-split). `to_half_split` converts the weights.

    Returns
    -------
    (..., n, d)
        Each pair, and so each row, keeps its length. Angles are always computed in float64.

    Raises
    ------
    ValueError
        If d is odd, base is not above 0, or positions do not fit the rows.

    Examples
    --------
    The pair (1, 0), turned by 0, 1 and 2 radians.

    >>> rotate([[1, 0], [1, 0], [1, 0]], positions=[0, 1, 2]).round(2)
    array([[ 1.  ,  0.  ],
           [ 0.54,  0.84],
           [-0.42,  0.91]])
    """
    X = as_floats(X, "X", 2)
    pairs = _pairs(X.shape[-1], "X", half_split)
    return _turned(X, _as_positions(positions, X)[:, None] * frequencies(X.shape[-1], base), pairs)


def rotated_scores(
    Q: ArrayLike, K: ArrayLike, *, slower: ArrayLike = 1.0, clipped: SupportsIndex | None = None
) -> Floats:
    """Compute the scores of RoPE, and bring distances that are new to a model back to known ones.

    Query i and key i stand at position i. A model that was trained on short texts has never seen
    the distances of long ones. Both arguments make them smaller; neither needs training.

    Parameters
    ----------
    Q, K : (..., n, d_k)
        Not turned yet; d_k is even.
    slower : number, or (d_k / 2,)
        How many times more slowly all hands turn, or each. With one number, this is position
        interpolation, which makes all distances smaller alike: Chen et al. 2023, section 2.3. With
        a number for each hand, fast ones can stay as they are: Peng et al. 2023 (YaRN), section
        3.2. With `np.inf`, hands do not turn.
    clipped : int, optional
        The longest distance, 0 or above: keys further back are scored as if they were just so far
        back, but none is hidden. Source: Su 2023 (ReRoPE), in bojone/rerope on GitHub.

    Returns
    -------
    (..., n, n)
        Not divided by the root of d_k. Keys after the query are for a mask to hide.

    Raises
    ------
    ValueError
        If Q and K do not fit together, d_k is odd, `slower` is neither one number nor one for each
        hand, all above 0, or `clipped` is negative.

    Examples
    --------
    One hand, and three words that are all the same: cos 0, cos 1 and cos 2.

    >>> X = [[1, 0], [1, 0], [1, 0]]
    >>> rotated_scores(X, X)[2].round(2)
    array([-0.42,  0.54,  1.  ])
    >>> rotated_scores(X, X, clipped=1)[2].round(2)
    array([0.54, 0.54, 1.  ])
    >>> rotated_scores(X, X, slower=2)[2].round(2)
    array([0.54, 0.88, 1.  ])
    """
    Q, K = as_arrays(Q, K, Q="* n d_k", K="* n d_k")
    pairs = _pairs(Q.shape[-1], "Q and K", half_split=False)
    hands = frequencies(Q.shape[-1]) / _as_factors(slower, Q.shape[-1] // 2)
    places = np.arange(Q.shape[-2])[:, None]
    scores = dot_scores(*(_turned(rows, places * hands, pairs) for rows in (Q, K)))
    if clipped is None:
        return scores
    longest = as_size(clipped, "clipped", 0)
    far = dot_scores(_turned(Q, longest * hands, pairs), K)
    return np.where(places - places.T > longest, far, scores)


def to_half_split(W: ArrayLike) -> Floats:
    """Reorder the columns of W_q or W_k of one head, from interleaved pairs to half-split ones.

    The columns 0, 2, 4, ... come first, then 1, 3, 5, ... If both matrices of a head are reordered,
    then `rotate` with `half_split=True` gives the same scores as the old matrices with
    `half_split=False`.

    Parameters
    ----------
    W : (..., d_head)
        A matrix (d_model, d_head), a bias (d_head,), or a stack of several heads. If you have a
        matrix (d_model, d_model), first split its columns into heads.

    Returns
    -------
    array, same shape as `W`

    Raises
    ------
    ValueError
        If d_head is odd.

    Examples
    --------
    >>> to_half_split([[1, 2, 3, 4, 5, 6]])
    array([[1., 3., 5., 2., 4., 6.]])
    """
    W = as_floats(W, "W")
    pairs = _pairs(W.shape[-1], "W", half_split=False)
    return np.concatenate([W[..., columns] for columns in pairs], axis=-1)


def alibi_slopes(num_heads: SupportsIndex) -> Floats:
    """Choose how fast the scores of each head fall with distance, as ALiBi does.

    For a power of two the slopes are 2 ** (-8/h), its square, its cube and so on to 1/256. For
    other h, the authors' code takes the slopes of the next lower power of two, then every second
    slope of the next higher one: Press, Smith and Lewis 2022, section 3; `get_slopes` in ofirpress/
    attention_with_linear_biases.

    Returns
    -------
    (num_heads,)
        How much the score falls for each position of distance; all between 0 and 1.

    Raises
    ------
    ValueError
        If num_heads is below 1.

    Examples
    --------
    >>> alibi_slopes(4)
    array([0.25      , 0.0625    , 0.015625  , 0.00390625])
    >>> alibi_slopes(3)
    array([0.0625    , 0.00390625, 0.25      ])
    """
    num_heads = as_size(num_heads, "num_heads")
    lower = 1 << (num_heads.bit_length() - 1)  # the next lower power of two, or num_heads itself
    between = _geometric_slopes(2 * lower)[0::2]
    return np.concatenate([_geometric_slopes(lower), between])[:num_heads]


def alibi_bias(n: SupportsIndex, slopes: ArrayLike) -> Floats:
    """Make the bias that each head adds to its scaled scores: minus the slope times the distance.

    This is `attnlib.filters.distance_bias` with decay exp(-slope), for several heads at once. So a
    head whose queries and keys are all zeros computes an exponential average. Source: Press, Smith
    and Lewis 2022, section 3.

    Parameters
    ----------
    n : int
        How many tokens.
    slopes : (h,)
        One slope for each head, 0 or above; see `alibi_slopes`.

    Returns
    -------
    (h, n, n)
        Zero on the diagonals, 0 or less elsewhere. It is symmetric: hide the future with
        `causal_visibility`.

    Raises
    ------
    ValueError
        If n or a slope is negative, or slopes are not in one row.

    Examples
    --------
    >>> alibi_bias(3, [0.5])
    array([[[ 0. , -0.5, -1. ],
            [-0.5,  0. , -0.5],
            [-1. , -0.5,  0. ]]])
    """
    moments, slopes = np.arange(as_size(n, "n", 0)), as_floats(slopes, "slopes", 0)
    if slopes.ndim != 1 or not ((slopes >= 0) & (slopes < np.inf)).all():
        raise ValueError(
            f"slopes: one number for each head is needed, 0 or above, but it is {slopes!r}. Is the "
            "minus sign there already (alibi_bias adds it), or is it a number of heads?"
        )
    distances = abs(moments[:, None] - moments).astype(slopes.dtype)
    return 0 - slopes[:, None, None] * distances  # not -slopes: -0.0 becomes 0.0


def _turned(X: Floats, angles: Floats, pairs: tuple[slice, slice]) -> Floats:
    """Turn each pair of columns of X (..., n, d) by its angle, (n, d / 2) or the same for all rows."""
    first, second = pairs
    cosines, sines = np.cos(angles).astype(X.dtype), np.sin(angles).astype(X.dtype)
    turned = np.empty_like(X)
    turned[..., first] = X[..., first] * cosines - X[..., second] * sines
    turned[..., second] = X[..., first] * sines + X[..., second] * cosines
    return turned


def _pairs(width: int, name: str, half_split: bool) -> tuple[slice, slice]:
    """Find the columns of the first and of the second number of each pair."""
    if width % 2 or not width:
        raise ValueError(
            f"{name}: an even number of columns is needed, but there are {width}, and a pair is "
            "turned as a whole. Was a column lost, or d_model divided by too many heads?"
        )
    if half_split:
        return slice(0, width // 2), slice(width // 2, width)
    return slice(0, width, 2), slice(1, width, 2)


def _as_positions(positions: ArrayLike, X: Floats) -> Floats:
    array = as_floats(positions, "positions", 0).astype(np.float64)
    try:
        return np.broadcast_to(array, X.shape[-2:-1])
    except ValueError:
        raise ValueError(
            f"positions and X must agree in n, but positions are {array.shape} and X is {X.shape}. "
            "Does every row have its position, and is n axis -2 of X?"
        ) from None


def _as_factors(slower: ArrayLike, num_hands: int) -> Floats:
    factors = as_floats(slower, "slower", 0)
    if factors.shape not in {(), (num_hands,)} or not (factors > 0).all():
        raise ValueError(
            f"slower: one number above 0 is needed, or one for each of the {num_hands} hands, but it "
            f"is {slower!r}. Should hands stand still (np.inf), or is there a number for each column?"
        )
    return factors


def _geometric_slopes(num_heads: int) -> Floats:
    """Compute the slopes for a number of heads that is a power of two."""
    slopes: Floats = 2.0 ** (-8.0 / num_heads * np.arange(1, num_heads + 1))
    return slopes
