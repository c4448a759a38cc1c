"""How alike are two vectors? Dot products and cosines, for one query or many at a time."""

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_arrays, as_floats


def dot_scores(query: ArrayLike, keys: ArrayLike) -> Floats:
    """Score every key by its dot product with the query.

    The keys are transposed with `swapaxes`. `.T` would reverse *all* axes and so mix up a batch.
    Source: Vaswani et al. 2017, section 3.2.1 (the product Q K^T).

    Parameters
    ----------
    query : (d,) or (..., n_q, d)
        One query, or several, one per row.
    keys : (..., n_k, d)

    Returns
    -------
    (n_k,) for one query, else (..., n_q, n_k)
        In squared units of the inputs.

    Raises
    ------
    ValueError
        If query and keys differ in d, or their batch axes do not fit together.

    Examples
    --------
    >>> dot_scores([1, 2], [[3, 0], [0, 3], [1, 1]])
    array([3., 6., 3.])
    """
    query = as_floats(query, "query")
    its_axes = "d" if query.ndim == 1 else "* n_q d"
    query, keys = as_arrays(query, keys, query=its_axes, keys="* n_k d")
    scores: Floats = query @ np.swapaxes(keys, -1, -2)
    return scores


def cosine_scores(query: ArrayLike, keys: ArrayLike) -> Floats:
    """Score every key by the cosine of its angle with the query; lengths do not matter.

    Each vector is divided by its norm first. Dividing the dot products afterwards would give the
    same result in exact arithmetic, but the products of long vectors would overflow. The squares in
    a norm would overflow as well, or vanish in a tiny vector; therefore each vector is divided by
    its largest number even before that. Source: Strang, Introduction to Linear Algebra, 5th edition
    (2016), section 1.2.

    Parameters
    ----------
    query, keys
        As for `dot_scores`, with the same errors.

    Returns
    -------
    (n_k,) for one query, else (..., n_q, n_k)
        Between -1 and 1. A vector of zeros has no direction: its cosines are 0.

    Examples
    --------
    >>> cosine_scores([1, 0], [[5, 0], [0, 2], [-1, 0]])
    array([ 1.,  0., -1.])
    >>> cosine_scores([3e-200, 4e-200], [[3e200, 4e200]]).round(15)
    array([1.])
    """
    return dot_scores(_unit_rows(as_floats(query, "query")), _unit_rows(as_floats(keys, "keys", 2)))


def _unit_rows(rows: Floats) -> Floats:
    largest = np.abs(rows).max(axis=-1, keepdims=True, initial=0)
    rows = rows / np.where(largest == 0, 1, largest)
    norms = np.linalg.norm(rows, axis=-1, keepdims=True)
    unit: Floats = rows / np.where(norms == 0, 1, norms)
    return unit
