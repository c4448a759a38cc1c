"""Why scores are divided by the root of d_k: how far they spread, and how softmax reacts.

Source, unless another is named: Vaswani et al. 2017, section 3.2.1 with footnote 4. Numbers of mean 0
and variance 1 give dot products of variance d_k; divided by the root of d_k, they have variance 1.
"""

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_arrays, as_floats, as_size


def scores_and_scaled(Q: ArrayLike, K: ArrayLike) -> tuple[Floats, Floats]:
    """Score every key for every query, before and after scaling.

    Both need the same matrix product, which is the expensive part.
    Source: Vaswani et al. 2017, equation 1.

    Parameters
    ----------
    Q : (..., n_q, d_k)
    K : (..., n_k, d_k)

    Returns
    -------
    scores : (..., n_q, n_k)
        Dot products.
    scaled : (..., n_q, n_k)
        The same, divided by the root of d_k.

    Raises
    ------
    ValueError
        If Q and K differ in d_k, d_k is 0, or their batch axes do not fit together.

    Examples
    --------
    >>> scores_and_scaled([[1, 1, 1, 1]], [[1, 1, 1, 1], [2, 0, 0, 0]])
    (array([[4., 2.]]), array([[2., 1.]]))
    """
    Q, K = as_arrays(Q, K, Q="* n_q d_k", K="* n_k d_k")
    scores = Q @ np.swapaxes(K, -1, -2)
    return scores, scores / np.sqrt(Q.shape[-1], dtype=scores.dtype)


def scaled_scores(Q: ArrayLike, K: ArrayLike) -> Floats:
    """Score every key for every query, on a scale that does not depend on d_k.

    This is the second result of `scores_and_scaled`, with the same arguments and errors.

    Examples
    --------
    >>> scaled_scores([[1, 1, 1, 1]], [[1, 1, 1, 1], [2, 0, 0, 0]])
    array([[2., 1.]])
    """
    return scores_and_scaled(Q, K)[1]


def score_variance(Q: ArrayLike, K: ArrayLike) -> float:
    """Compute the variance of all dot products of queries and keys, in squared units of a score.

    The dot products are the whole population, not a sample, so the sum of squares is divided by
    their number, not by one less.

    Parameters
    ----------
    Q, K
        As for `scores_and_scaled`, with the same errors.

    Raises
    ------
    ValueError
        If there is no query or no key.

    Examples
    --------
    The dot products are 1 and 3, each 1 away from their mean.

    >>> score_variance([[1, 0]], [[1, 5], [3, 7]])
    1.0
    """
    scores, _ = scores_and_scaled(Q, K)
    if scores.size == 0:
        raise ValueError(
            f"Q and K: at least one query and one key are needed, but Q is {np.shape(Q)} and K is "
            f"{np.shape(K)}. Is a selection empty?"
        )
    return float(scores.var(dtype=np.float64))


def random_scores(d_k: int, count: int, rng: "np.random.Generator") -> Floats:
    """Draw dot products of pairs of random vectors, to show how their spread grows with d_k.

    One dimension of every pair is added at a time, which takes memory for `count` numbers rather
    than `count * d_k`. It also shows why the variance is d_k: each product adds a variance of 1.

    Returns
    -------
    (count,)
        Each is the dot product of a new query and a new key, whose d_k numbers are independent and
        normal with mean 0 and variance 1. So a dot product has mean 0 and variance d_k.

    Raises
    ------
    TypeError
        If `rng` is not a generator.
    ValueError
        If d_k is below 1 or count below 0.

    Examples
    --------
    The root of 512 is 22.6; 18.5 % of a normal distribution lies more than 30 / 22.6 = 1.33 from 0.

    >>> scores = random_scores(512, 10_000, np.random.default_rng(0))
    >>> f"{scores.std():.0f}, {(abs(scores) > 30).mean():.0%}"
    '23, 19%'
    """
    d_k, count = as_size(d_k, "d_k"), as_size(count, "count", 0)
    # The annotation of rng is a string, so that importing the library does not load numpy.random.
    if not isinstance(rng, np.random.Generator):
        raise TypeError(
            f"rng: a random generator is needed, but it is {rng!r}. Is it the seed "
            "of a generator (try np.random.default_rng(seed))?"
        )
    scores = np.zeros(count)
    for _ in range(d_k):
        scores += rng.standard_normal(count) * rng.standard_normal(count)
    return scores


def softmax_jacobian(weights: ArrayLike) -> Floats:
    """Compute how each weight changes when a score changes.

    On the diagonal, entry i, i is weight i times (1 - weight i). Elsewhere, entry i, j is minus
    weight i times weight j. Rows and columns sum to 0: what one weight gains, the others lose. The
    closer one weight is to 1, the closer all entries are to 0, and training stalls. Source: Bishop
    2006, equation 4.106.

    Parameters
    ----------
    weights : (..., n)
        The output of softmax: each row sums to 1, or is all zeros if nothing is visible.

    Returns
    -------
    (..., n, n)
        Entry i, j is the derivative of weight i with respect to score j.

    Raises
    ------
    ValueError
        If a row has a negative number or does not sum to 1.

    Examples
    --------
    >>> softmax_jacobian([0.5, 0.5])
    array([[ 0.25, -0.25],
           [-0.25,  0.25]])
    """
    weights = _as_weights(weights)
    identity = np.eye(weights.shape[-1], dtype=weights.dtype)
    jacobian: Floats = weights[..., :, None] * (identity - weights[..., None, :])
    return jacobian


def saturation(weights: ArrayLike) -> float:
    """Measure how close softmax is to picking a single key: the mean of each row's largest weight.

    For six queries and six keys of independent normal numbers, averaged over many draws, it is .38
    at d_k = 2 and .42 at d_k = 512 with scaled scores, and .46 and .96 with raw scores. Scaling
    does not make softmax soft; it keeps its sharpness from growing with d_k.

    Parameters
    ----------
    weights : (..., n_q, n_k)
        As for `softmax_jacobian`, with the same errors.

    Returns
    -------
    float
        From 1 / n_k (all keys get the same) to 1 (one key takes everything). A row of zeros counts
        as 0.

    Raises
    ------
    ValueError
        If `weights` is empty.

    Examples
    --------
    >>> saturation([[0.5, 0.5], [0.0, 1.0]])
    0.75
    """
    weights = _as_weights(weights)
    if weights.size == 0:
        raise ValueError(
            f"weights: at least one row and one key are needed, but the shape is {weights.shape}. "
            "Is a selection empty?"
        )
    return float(weights.max(axis=-1).mean(dtype=np.float64))


def _as_weights(weights: ArrayLike) -> Floats:
    weights = as_floats(weights, "weights")
    sums = weights.sum(axis=-1)
    wrong = (weights < 0).any(axis=-1) | ((abs(sums - 1) > 1e-3) & (weights != 0).any(axis=-1))
    if wrong.any():
        row = tuple(int(place) for place in np.argwhere(wrong)[0])
        raise ValueError(
            "weights: rows that sum to 1 without negative numbers are needed, but the row at "
            f"{row} of shape {weights.shape} sums to {sums[row]:.3g}, its smallest is "
            f"{weights[row].min():.3g}. Are these scores, before softmax?"
        )
    return weights
