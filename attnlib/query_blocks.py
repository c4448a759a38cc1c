"""Attention for a few queries at a time, so that each step stays in the processor's cache."""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_visible

SCORES_AT_ONCE = 2**18  # 1 MB in float32, which fits into the cache of most processors


def in_query_blocks(
    steps: Callable[..., tuple[Floats, Floats, Floats, Floats]],
    Q: Floats,
    K: Floats,
    V: Floats,
    visible: ArrayLike | None,
) -> tuple[Floats, Floats]:
    """Compute attention for one block of queries at a time, if there are many scores.

    Parameters
    ----------
    steps : callable
        `attention_steps`.
    Q : (..., n_q, d_k)
    K : (..., n_k, d_k)
    V : (..., n_k, d_v)
        Arrays that fit together.
    visible : bool, broadcastable to (..., n_q, n_k), or None

    Returns
    -------
    output : (..., n_q, d_v)
    weights : (..., n_q, n_k)
        The last two steps, the same as for all queries at once.

    Examples
    --------
    >>> from attnlib import attention_steps
    >>> output, weights = in_query_blocks(attention_steps, *np.ones((3, 2000, 4)), visible=None)
    >>> output.shape, weights.shape
    ((2000, 4), (2000, 2000))
    """
    batch, n_q, n_k = Q.shape[:-2], Q.shape[-2], K.shape[-2]
    one_batch = batch == K.shape[:-2] == V.shape[:-2]
    if not one_batch or Q.size // Q.shape[-1] * n_k <= SCORES_AT_ONCE:
        _, _, weights, output = steps(Q, K, V, visible)
        return output, weights
    output = np.empty((*batch, n_q, V.shape[-1]), dtype=np.result_type(Q, K, V))
    weights = np.empty((*batch, n_q, n_k), dtype=np.result_type(Q, K))
    seen = None if visible is None else as_visible(visible, weights.shape)
    rows = max(1, SCORES_AT_ONCE // n_k)
    for index in np.ndindex(batch):
        for start in range(0, n_q, rows):
            block = (*index, slice(start, start + rows))
            visible_here = None if seen is None else seen[block]
            _, _, weights[block], output[block] = steps(Q[block], K[index], V[index], visible_here)
    return output, weights
