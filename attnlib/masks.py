"""Which query may attend to which key? `visible` is True where it may."""

from typing import SupportsIndex

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Bools, Floats, as_floats, as_size, as_visible
from attnlib.softmax import softmax


def causal_visibility(n: int) -> Bools:
    """Let each of n tokens see itself and the tokens before it.

    Source: Vaswani et al. 2017, section 3.2.3 (attention in the decoder).

    Returns
    -------
    (n, n) bool
        Entry i, j is True where query i may attend to key j, that is, where j <= i.

    Raises
    ------
    ValueError
        If n is negative.

    Examples
    --------
    >>> causal_visibility(3)
    array([[ True, False, False],
           [ True,  True, False],
           [ True,  True,  True]])
    """
    visible: Bools = np.tri(as_size(n, "n", 0), dtype=np.bool_)
    return visible


def window_visibility(
    n_q: SupportsIndex, n_k: SupportsIndex, width: SupportsIndex | None = None
) -> Bools:
    """Let each of the last n_q of n_k tokens see itself and all, or only some, tokens before it.

    While a model writes a text, the queries are the newest tokens and the keys are all tokens so
    far. So the last query belongs to the same token as the last key: the triangle is aligned at the
    bottom right. Source: Beltagy, Peters and Cohan 2020 (Longformer), section 3.1; here the window
    reaches only backwards.

    Parameters
    ----------
    n_q, n_k : int
        n_q is at most n_k.
    width : int, optional
        How many tokens each query sees at most, itself included. If omitted: all up to and
        including itself.

    Returns
    -------
    (n_q, n_k) bool
        With n_q = n_k and no width, this is `causal_visibility(n_q)`.

    Raises
    ------
    ValueError
        If n_q is negative or above n_k, or width is below 1.

    Examples
    --------
    >>> window_visibility(2, 4)
    array([[ True,  True,  True, False],
           [ True,  True,  True,  True]])
    >>> window_visibility(2, 4, width=2)
    array([[False,  True,  True, False],
           [False, False,  True,  True]])
    """
    n_q, n_k = as_size(n_q, "n_q", 0), as_size(n_k, "n_k", 0)
    width = n_k if width is None else as_size(width, "width")
    if n_q > n_k:
        raise ValueError(
            f"n_q: at most n_k = {n_k} is needed, but it is {n_q}. The queries belong to the "
            "last keys. Were two arguments swapped, or are the keys of the cache missing?"
        )
    behind = np.arange(n_k - n_q, n_k)[:, None] - np.arange(n_k)
    visible: Bools = (behind >= 0) & (behind < width)
    return visible


def masked_softmax(scores: ArrayLike, visible: ArrayLike) -> Floats:
    """Turn scores into weights for the visible keys only.

    Hidden scores become -inf *before* softmax. Setting weights to zero afterwards would leave rows
    that do not sum to 1. Source: Vaswani et al. 2017, section 3.2.3.

    Parameters
    ----------
    scores : (..., n_q, n_k)
    visible : bool, broadcastable to (..., n_q, n_k)

    Returns
    -------
    (..., n_q, n_k)
        Each row sums to 1 over its visible keys; hidden keys get 0. A query that may attend to
        nothing gets a row of zeros.

    Raises
    ------
    TypeError
        If `visible` is not bool.
    ValueError
        If `visible` cannot be broadcast to the shape of the scores.

    Examples
    --------
    >>> masked_softmax([[5.0, 5.0, 9.0]], [[True, True, False]])
    array([[0.5, 0.5, 0. ]])
    """
    scores = as_floats(scores, "scores")
    return softmax(np.where(as_visible(visible, scores.shape), scores, -np.inf))
