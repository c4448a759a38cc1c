"""Which query may attend to which key? `visible` is True where it may."""

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
    visible: Bools = np.tri(as_size(n, "n", 0), dtype=np.bool_)
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
        nothing has a row of zeros.

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
