"""How alike are two vectors? Dot products and cosines, one query or many at a time."""

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats, check_batch_axes, check_same_size


def dot_scores(query: ArrayLike, keys: ArrayLike) -> Floats:
    """Score every key by its dot product with the query.

    Parameters
    ----------
    query : (d,) or (..., n_q, d)
        One query, or a row for each of many.
    keys : (..., n_k, d)
        A row for each key.

    Returns
    -------
    (n_k,) for one query, else (..., n_q, n_k)
        Queries on rows, keys on columns. The unit is that of the inputs, squared.

    Raises
    ------
    ValueError
        If query and keys differ in d, or their batch axes do not fit together.

    Notes
    -----
    The transposed keys are taken with `swapaxes`, not `.T`: `.T` reverses *all* axes and so
    mixes up a batch. Source: Vaswani et al. 2017, section 3.2.1 (the product Q K^T).

    Examples
    --------
    >>> dot_scores([1, 2], [[3, 0], [0, 3], [1, 1]])
    array([3., 6., 3.])
    """
    query = as_floats(query, "query")
    keys = as_floats(keys, "keys", least_axes=2)
    cause = "Was one of them transposed, or made with another projection?"
    check_same_size(query, keys, -1, ("query", "keys"), "d", cause)
    check_batch_axes(np.atleast_2d(query), keys, ("query", "keys"))
    scores: Floats = np.matmul(query, np.swapaxes(keys, -1, -2))
    return scores


def cosine_scores(query: ArrayLike, keys: ArrayLike) -> Floats:
    """Score every key by the cosine of its angle with the query, so that length plays no part.

    Parameters
    ----------
    query : (d,) or (..., n_q, d)
        One query, or a row for each of many.
    keys : (..., n_k, d)
        A row for each key.

    Returns
    -------
    (n_k,) for one query, else (..., n_q, n_k)
        Between -1 and 1, without unit. A vector of zeros has no direction: its cosines are 0.

    Raises
    ------
    ValueError
        If query and keys differ in d, or their batch axes do not fit together.

    Notes
    -----
    Both are divided by their own norm first; dividing the dot products afterwards would be the
    same in exact arithmetic, but overflows sooner.

    Examples
    --------
    >>> cosine_scores([1, 0], [[5, 0], [0, 2], [-1, 0]])
    array([ 1.,  0., -1.])
    """
    return dot_scores(_unit_rows(as_floats(query, "query")), _unit_rows(as_floats(keys, "keys", 2)))


def _unit_rows(rows: Floats) -> Floats:
    norms = np.linalg.norm(rows, axis=-1, keepdims=True)
    unit: Floats = rows / np.where(norms == 0, 1, norms)
    return unit
