"""Who may attend to whom: `visible` is True where this query may look at this key."""

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Bools, Floats, as_floats
from attnlib.softmax import softmax


def causal_visibility(n: int) -> Bools:
    """Let every token see itself and the tokens before it.

    Parameters
    ----------
    n : int
        How many tokens.

    Returns
    -------
    (n, n) bool
        Entry i, j is True where query i may attend to key j, that is where j <= i.

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
    if n < 0:
        raise ValueError(f"n: a number of tokens is needed, but it is {n}. Is a size subtracted?")
    visible: Bools = np.tri(n, dtype=np.bool_)
    return visible


def masked_softmax(scores: ArrayLike, visible: ArrayLike) -> Floats:
    """Turn scores into weights over the visible keys alone.

    Parameters
    ----------
    scores : (..., n_q, n_k)
        Queries on rows, keys on columns.
    visible : bool, broadcastable to (..., n_q, n_k)
        True where this query may attend to this key.

    Returns
    -------
    (..., n_q, n_k)
        Each row sums to 1 over its visible keys; hidden keys have weight 0. A query that may
        attend to nothing has a row of zeros.

    Raises
    ------
    TypeError
        If `visible` is not bool: 0 and 1, or 0 and -inf, mean other things elsewhere.
    ValueError
        If `visible` cannot be broadcast to the shape of the scores.

    Notes
    -----
    Hidden scores become -inf *before* softmax. Zeroing weights afterwards would leave rows
    that no longer sum to 1. Source: Vaswani et al. 2017, section 3.2.3.

    Examples
    --------
    >>> masked_softmax([[5.0, 5.0, 9.0]], [[True, True, False]])
    array([[0.5, 0.5, 0. ]])
    """
    scores = as_floats(scores, "scores")
    return softmax(np.where(as_visible(visible, scores.shape), scores, -np.inf))


def as_visible(visible: ArrayLike, shape: tuple[int, ...]) -> Bools:
    """Spread `visible` over all scores, and refuse what is not boolean.

    Parameters
    ----------
    visible : bool, broadcastable to `shape`
    shape : (..., n_q, n_k)
        The shape of the scores.

    Returns
    -------
    bool array of that shape, read-only

    Raises
    ------
    TypeError
        If `visible` is not bool.
    ValueError
        If it cannot be broadcast to the shape.

    Examples
    --------
    >>> as_visible([True, False], (2, 2))
    array([[ True, False],
           [ True, False]])
    """
    array = np.asarray(visible)
    if array.dtype != np.bool_:
        raise TypeError(
            f"visible: True and False are needed, but the dtype is {array.dtype}. Is it a mask of "
            "another convention (visible is True where a query MAY attend)?"
        )
    try:
        return np.broadcast_to(array, shape)
    except ValueError:
        raise ValueError(
            f"visible of shape {array.shape} does not fit scores of shape {shape}. "
            "Does it have a row for each query and a column for each key?"
        ) from None
