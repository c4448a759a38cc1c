"""Why scores are divided by the root of d_k: their variance, and what softmax does with it."""

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats, as_size, check_batch_axes, check_same_size
from attnlib.similarity import dot_scores


def scores_and_scaled(Q: ArrayLike, K: ArrayLike) -> tuple[Floats, Floats]:
    """Score every key for every query, before and after scaling.

    Parameters
    ----------
    Q : (..., n_q, d_k)
        A query on each row.
    K : (..., n_k, d_k)
        A key on each row.

    Returns
    -------
    scores : (..., n_q, n_k)
        Dot products.
    scaled : (..., n_q, n_k)
        The same, divided by the root of d_k. float32 when both inputs are.

    Raises
    ------
    ValueError
        If Q and K differ in d_k, d_k is 0, or their batch axes do not fit together.
    TypeError
        If an input does not hold real numbers.

    Notes
    -----
    Both come from one product, which is the expensive part. Vectors without numbers (d_k 0) are
    refused: their scores would be 0 divided by 0. Source: Vaswani et al. 2017, equation 1.

    Examples
    --------
    >>> scores_and_scaled([[1, 1, 1, 1]], [[1, 1, 1, 1], [2, 0, 0, 0]])
    (array([[4., 2.]]), array([[2., 1.]]))
    """
    Q, K = as_floats(Q, "Q", 2), as_floats(K, "K", 2)
    cause = "Was one of them transposed, or made with another projection?"
    check_same_size(Q, K, -1, ("Q", "K"), "d_k", cause)
    check_batch_axes(Q, K, ("Q", "K"))
    d_k = as_size(Q.shape[-1], "d_k, the last axis of Q and K")
    scores = dot_scores(Q, K)
    return scores, scores / np.sqrt(d_k, dtype=scores.dtype)


def scaled_scores(Q: ArrayLike, K: ArrayLike) -> Floats:
    """Score every key for every query, on a scale that does not depend on d_k.

    Parameters
    ----------
    Q : (..., n_q, d_k)
        A query on each row.
    K : (..., n_k, d_k)
        A key on each row.

    Returns
    -------
    (..., n_q, n_k)
        Dot products divided by the root of d_k. float32 when both inputs are.

    Raises
    ------
    ValueError
        If Q and K differ in d_k, d_k is 0, or their batch axes do not fit together.
    TypeError
        If an input does not hold real numbers.

    Notes
    -----
    Numbers of mean 0 and variance 1 give dot products of variance d_k, so their standard
    deviation is the root of d_k; dividing by it gives scores of variance 1 whatever d_k is.
    Source: Vaswani et al. 2017, section 3.2.1 with footnote 4.

    Examples
    --------
    >>> scaled_scores([[1, 1, 1, 1]], [[1, 1, 1, 1], [2, 0, 0, 0]])
    array([[2., 1.]])
    """
    return scores_and_scaled(Q, K)[1]


def score_variance(Q: ArrayLike, K: ArrayLike) -> float:
    """Measure how far all dot products of queries and keys spread around their mean.

    Parameters
    ----------
    Q : (..., n_q, d_k)
        A query on each row.
    K : (..., n_k, d_k)
        A key on each row.

    Returns
    -------
    float
        The population variance of all the dot products, those of a whole batch taken together.
        Its unit is that of a score, squared.

    Raises
    ------
    ValueError
        If Q and K do not fit together (see `scores_and_scaled`), or there is no dot product.
    TypeError
        If an input does not hold real numbers.

    Notes
    -----
    The dot products at hand are the whole population, so their number divides, not one less.
    For numbers of mean 0 and variance 1 it comes out near d_k.
    Source: Vaswani et al. 2017, section 3.2.1, footnote 4.

    Examples
    --------
    The dot products are 1 and 3: each is 1 away from their mean.

    >>> score_variance([[1, 0]], [[1, 5], [3, 7]])
    1.0
    """
    scores, _ = scores_and_scaled(Q, K)
    if scores.size == 0:
        raise ValueError(
            f"Q and K: at least one query and one key are needed, but Q is {np.shape(Q)} and K is "
            f"{np.shape(K)}. Did a selection leave nothing?"
        )
    return float(scores.var(dtype=np.float64))


def random_scores(d_k: int, count: int, rng: "np.random.Generator") -> Floats:
    """Draw dot products of random vectors, to see how they spread as d_k grows.

    Parameters
    ----------
    d_k : int
        How many numbers each vector has, at least 1.
    count : int
        How many dot products to draw.
    rng : numpy.random.Generator
        Where the random numbers come from.

    Returns
    -------
    (count,)
        Each is the dot product of a query and a key of its own, whose d_k numbers are
        independent, normal, of mean 0 and variance 1. So is its mean 0; its variance is d_k.

    Raises
    ------
    TypeError
        If d_k or count is not a whole number, or `rng` is not a generator.
    ValueError
        If d_k is below 1 or count below 0.

    Notes
    -----
    All dot products grow together, one dimension of every pair at a time: that takes memory for
    `count` numbers and not for `count * d_k`. It is also why the variance is d_k: each of the
    d_k products adds a variance of 1. The type of `rng` is written as text, so that importing the
    library does not load numpy.random. Source: Vaswani et al. 2017, section 3.2.1, footnote 4.

    Examples
    --------
    The root of 512 is 22.6. Beyond 30, which is 1.33 standard deviations, lie 18.5 %.

    >>> scores = random_scores(512, 10_000, np.random.default_rng(0))
    >>> f"{scores.std():.0f}, {(abs(scores) > 30).mean():.0%}"
    '23, 19%'
    """
    d_k, count = as_size(d_k, "d_k"), as_size(count, "count", 0)
    if not isinstance(rng, np.random.Generator):
        raise TypeError(
            f"rng: a random generator is needed, but it is {rng!r}. Is it the seed that "
            "np.random.default_rng(seed) makes a generator from?"
        )
    scores = np.zeros(count)
    for _ in range(d_k):
        scores += rng.standard_normal(count) * rng.standard_normal(count)
    return scores


def softmax_jacobian(weights: ArrayLike) -> Floats:
    """Tell how each weight changes when a score does.

    Parameters
    ----------
    weights : (..., n)
        What softmax gave: each row sums to 1, or is all zeros where nothing is visible.

    Returns
    -------
    (..., n, n)
        Entry i, j is the derivative of weight i by score j: weight per unit of score.

    Raises
    ------
    ValueError
        If a row is negative somewhere or does not sum to 1.
    TypeError
        If `weights` are not real numbers.

    Notes
    -----
    It is weight i times (1 if i is j, else 0, minus weight j), so it needs the weights alone.
    It is symmetric, and its rows and columns sum to 0: what one weight wins, the others lose.
    The nearer one weight is to 1, the nearer all entries are to 0, and training stands still.
    Source: Bishop 2006, equation 4.106; for its role here, Vaswani et al. 2017, section 3.2.1.

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
    """Measure how near softmax is to picking one key: the largest weight, averaged over rows.

    Parameters
    ----------
    weights : (..., n_q, n_k)
        Each row sums to 1, or is all zeros where nothing is visible.

    Returns
    -------
    float
        Between 1 / n_k (every key alike) and 1 (one key takes it all). All rows of a batch
        count alike; a row of zeros counts as 0.

    Raises
    ------
    ValueError
        If a row is negative somewhere or does not sum to 1, or there is no weight at all.
    TypeError
        If `weights` are not real numbers.

    Notes
    -----
    Six queries and six keys of independent normal numbers, averaged over many draws: .38 at
    d_k 2 and .42 at d_k 512 with scaled scores, .46 and .96 with raw ones. The scaling does not
    make softmax soft; it keeps its sharpness from growing with d_k.
    Source: Vaswani et al. 2017, section 3.2.1.

    Examples
    --------
    >>> saturation([[0.5, 0.5], [0.0, 1.0]])
    0.75
    """
    weights = _as_weights(weights)
    if weights.size == 0:
        raise ValueError(
            f"weights: at least one row and one key are needed, but the shape is {weights.shape}. "
            "Did a selection leave nothing?"
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
