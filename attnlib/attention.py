"""Scaled dot-product attention, every step by name: scores, scaled, weights, output."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from attnlib.masks import as_visible, masked_softmax
from attnlib.scaling import scaled_scores, scores_and_scaled
from attnlib.shapes import Floats, as_floats, check_batch_axes, check_same_size
from attnlib.softmax import softmax

SCORES_AT_ONCE = 2**18  # in float32 1 MB, which most processors keep close at hand


class AttentionSteps(NamedTuple):
    """What attention computes on its way, in order.

    Attributes
    ----------
    scores : (..., n_q, n_k)
        Dot products of queries (rows) and keys (columns).
    scaled : (..., n_q, n_k)
        Scores divided by the root of d_k.
    weights : (..., n_q, n_k)
        Each row sums to 1.
    output : (..., n_q, d_v)
        Each row is the average of the values under that query's weights.
    """

    scores: Floats
    scaled: Floats
    weights: Floats
    output: Floats


def attention_steps(
    Q: ArrayLike, K: ArrayLike, V: ArrayLike, visible: ArrayLike | None = None
) -> AttentionSteps:
    """Compute scaled dot-product attention and keep every step.

    Parameters
    ----------
    Q : (..., n_q, d_k)
        A query on each row.
    K : (..., n_k, d_k)
        A key on each row.
    V : (..., n_k, d_v)
        A value on each row, one for each key.
    visible : bool, broadcastable to (..., n_q, n_k), optional
        True where this query may attend to this key; everything, if left out.

    Returns
    -------
    AttentionSteps
        scores, scaled, weights `(..., n_q, n_k)` and output `(..., n_q, d_v)`. float32 when
        all inputs are float32.

    Raises
    ------
    ValueError
        If Q and K differ in d_k, K and V in n_k, or batch axes do not fit together.
    TypeError
        If `visible` is not bool, or an input does not hold real numbers.

    Notes
    -----
    Source: Vaswani et al. 2017, equation 1. The division keeps the spread of the scores, and
    with it the sharpness of softmax, about the same for every d_k (section 3.2.1, footnote 4).

    Examples
    --------
    The query agrees with the first key by ln 4 after scaling, so it takes 4/5 of that value.

    >>> steps = attention_steps([[np.log(4), 0, 0, 0]], [[2, 0, 0, 0], [0, 2, 0, 0]], [[10], [0]])
    >>> steps.weights.round(4)
    array([[0.8, 0.2]])
    >>> steps.output.round(4)
    array([[8.]])
    """
    Q, K, V = as_floats(Q, "Q", 2), as_floats(K, "K", 2), as_floats(V, "V", 2)
    check_same_size(K, V, -2, ("K", "V"), "n_k", "Does every key have its value?")
    check_batch_axes(K, V, ("K", "V"))
    scores, scaled = scores_and_scaled(Q, K)
    weights = softmax(scaled) if visible is None else masked_softmax(scaled, visible)
    return AttentionSteps(scores, scaled, weights, np.matmul(weights, V))


def attention_weights(Q: ArrayLike, K: ArrayLike) -> Floats:
    """Compute how each query shares out its attention among the keys.

    Parameters
    ----------
    Q : (..., n_q, d_k)
        A query on each row.
    K : (..., n_k, d_k)
        A key on each row.

    Returns
    -------
    (..., n_q, n_k)
        Each row sums to 1.

    Raises
    ------
    ValueError
        If Q and K differ in d_k, or their batch axes do not fit together.

    Notes
    -----
    Source: Vaswani et al. 2017, equation 1, without the product with V.

    Examples
    --------
    >>> attention_weights([[0.0, 0.0]], [[1.0, 2.0], [3.0, 4.0]])
    array([[0.5, 0.5]])
    """
    return softmax(scaled_scores(Q, K))


def attention(
    Q: ArrayLike, K: ArrayLike, V: ArrayLike, visible: ArrayLike | None = None
) -> tuple[Floats, Floats]:
    """Average the values, each query by its own weights.

    Parameters
    ----------
    Q : (..., n_q, d_k)
        A query on each row.
    K : (..., n_k, d_k)
        A key on each row.
    V : (..., n_k, d_v)
        A value on each row, one for each key.
    visible : bool, broadcastable to (..., n_q, n_k), optional
        True where this query may attend to this key; everything, if left out.

    Returns
    -------
    output : (..., n_q, d_v)
    weights : (..., n_q, n_k)

    Raises
    ------
    ValueError
        If Q and K differ in d_k, K and V in n_k, or batch axes do not fit together.
    TypeError
        If `visible` is not bool, or an input does not hold real numbers.

    Notes
    -----
    The last two of `attention_steps`, in the order in which papers and PyTorch name them. Where
    there are many scores, it is called for a block of queries at a time: the same numbers, in
    less time and about a third of the memory.
    Source: Vaswani et al. 2017, equation 1.

    Examples
    --------
    A query of zeros likes all keys equally, so its output is the plain mean of the values.

    >>> output, weights = attention([[0.0, 0.0]], [[1.0, 2.0], [3.0, 4.0]], [[10.0], [30.0]])
    >>> output, weights
    (array([[20.]]), array([[0.5, 0.5]]))
    """
    Q, K, V = as_floats(Q, "Q", 2), as_floats(K, "K", 2), as_floats(V, "V", 2)
    if _many_scores(Q, K, V):
        return _in_blocks(Q, K, V, visible)
    steps = attention_steps(Q, K, V, visible)
    return steps.output, steps.weights


def _many_scores(Q: Floats, K: Floats, V: Floats) -> bool:
    """Whether blocks are worth it; arrays that do not fit together are left to attention_steps."""
    one_batch = Q.shape[:-2] == K.shape[:-2] == V.shape[:-2]
    fitting = one_batch and Q.shape[-1] == K.shape[-1] and K.shape[-2] == V.shape[-2]
    return fitting and math.prod(Q.shape[:-1]) * K.shape[-2] > SCORES_AT_ONCE


def _in_blocks(Q: Floats, K: Floats, V: Floats, visible: ArrayLike | None) -> tuple[Floats, Floats]:
    """Take a few queries at a time: what is computed on the way stays in the processor's cache."""
    batch, n_q, n_k = Q.shape[:-2], Q.shape[-2], K.shape[-2]
    output = np.empty((*batch, n_q, V.shape[-1]), dtype=np.result_type(Q, K, V))
    weights = np.empty((*batch, n_q, n_k), dtype=np.result_type(Q, K))
    seen = None if visible is None else as_visible(visible, weights.shape)
    rows = max(1, SCORES_AT_ONCE // n_k)
    for index in np.ndindex(batch):
        for start in range(0, n_q, rows):
            block = (*index, slice(start, start + rows))
            steps = attention_steps(
                Q[block], K[index], V[index], None if seen is None else seen[block]
            )
            output[block], weights[block] = steps.output, steps.weights
    return output, weights
