"""The backward pass of attention: from the gradient of the output to the gradients of the inputs.

A gradient has the shape of the array it belongs to: `d_Q[i, j]` is how much the loss grows for each
unit that `Q[i, j]` grows. The gradient of `Q` is called `d_Q`, and so on.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from attnlib.attention import attention_steps
from attnlib.shapes import Floats, as_arrays, as_floats
from attnlib.similarity import cosine_scores
from attnlib.softmax import softmax


def softmax_backward(weights: ArrayLike, d_weights: ArrayLike) -> Floats:
    """Turn the gradient of the weights into the gradient of the scores.

    Each row is multiplied by the Jacobian of softmax, diag(w) - w w^T, without writing that matrix
    out: from every entry of `d_weights`, subtract the weighted mean of the row; then multiply by
    the weights. So a score has a gradient only if its weight is above 0, and the gradients of a row
    sum to 0.

    Parameters
    ----------
    weights : (..., n_k)
        The output of softmax, not its input.
    d_weights : (..., n_k)

    Returns
    -------
    (..., n_k)

    Raises
    ------
    ValueError
        If the shapes differ.

    Examples
    --------
    With equal weights, the mean of 4 and 0 is 2, so the differences are 2 and -2.

    >>> softmax_backward([0.5, 0.5], [4.0, 0.0])
    array([ 1., -1.])
    """
    weights, d_weights = as_floats(weights, "weights", 1), as_floats(d_weights, "d_weights", 1)
    _check_gradient(weights, d_weights, "weights")
    mean = (weights * d_weights).sum(axis=-1, keepdims=True)
    d_scores: Floats = weights * (d_weights - mean)
    return d_scores


def attention_backward(
    Q: ArrayLike,
    K: ArrayLike,
    V: ArrayLike,
    d_output: ArrayLike,
    visible: ArrayLike | None = None,
) -> tuple[Floats, Floats, Floats]:
    """Go back through the four steps of attention, starting with the last.

    Hidden scores need no special treatment: their weights are 0, and so are their gradients. Where
    one array served a whole batch, its gradient is the sum over the batch. Source: Vaswani et
    al. 2017, equation 1, differentiated.

    Parameters
    ----------
    Q : (..., n_q, d_k)
    K : (..., n_k, d_k)
    V : (..., n_k, d_v)
    d_output : (..., n_q, d_v)
        How much the loss grows for each unit that the output grows.
    visible : bool, broadcastable to (..., n_q, n_k), optional

    Returns
    -------
    d_Q, d_K, d_V
        These have the shapes of Q, K and V.

    Raises
    ------
    ValueError
        If the shapes do not fit together.

    Examples
    --------
    The only key has all the weight, whatever its score. So only the value has a gradient.

    >>> for gradient in attention_backward([[1.0]], [[2.0]], [[3.0]], [[5.0]]):
    ...     print(gradient)
    [[0.]]
    [[0.]]
    [[5.]]
    """
    Q, K, V = as_arrays(Q, K, V, Q="* n_q d_k", K="* n_k d_k", V="* n_k d_v")
    _, _, weights, output = attention_steps(Q, K, V, visible)
    d_output = as_floats(d_output, "d_output", 2)
    _check_gradient(output, d_output, "output")
    d_V = summed_to(V.shape, np.swapaxes(weights, -1, -2) @ d_output)
    d_weights = summed_to(weights.shape, d_output @ np.swapaxes(V, -1, -2))
    d_scores = softmax_backward(weights, d_weights) / np.sqrt(Q.shape[-1], dtype=Q.dtype)
    d_Q = summed_to(Q.shape, d_scores @ K)
    d_K = summed_to(K.shape, np.swapaxes(d_scores, -1, -2) @ Q)
    return d_Q, d_K, d_V


def summed_to(shape: tuple[int, ...], gradient: Floats) -> Floats:
    """Add up a gradient over the axes along which its array was broadcast.

    Parameters
    ----------
    shape : tuple of int
        The shape of the array before it was broadcast.
    gradient : array
        In the shape after it.

    Returns
    -------
    array of that shape

    Examples
    --------
    A row that was added to two rows has a part in both.

    >>> summed_to((3,), np.array([[1.0, 2.0, 3.0], [10.0, 20.0, 30.0]]))
    array([11., 22., 33.])
    """
    if gradient.shape == shape:
        return gradient
    gradient = gradient.sum(axis=tuple(range(gradient.ndim - len(shape))))
    stretched = tuple(axis for axis, size in enumerate(shape) if size == 1 < gradient.shape[axis])
    return gradient.sum(axis=stretched, keepdims=True) if stretched else gradient


def cross_entropy(logits: ArrayLike, targets: ArrayLike) -> tuple[float, Floats]:
    """Compute how surprised a model is by the right answers, and the gradient of that loss.

    Softmax turns the logits of each row into probabilities. The loss is the mean of
    -log(probability of the right answer): 0 for a model that is certain and right, log V for one
    that gives all V answers the same probability. Its gradient is simple: the probabilities, minus
    1 at the right answer, divided by n.

    Parameters
    ----------
    logits : (n, V)
        A score for each of V answers.
    targets : (n,)
        The number of the right answer, 0 to V - 1.

    Returns
    -------
    loss : float
        In nats.
    d_logits : (n, V)

    Raises
    ------
    ValueError
        If logits are not (n, V) with at least one row, if there is not one target for each row, or
        if a target is not from 0 to V - 1.

    Examples
    --------
    >>> loss, d_logits = cross_entropy([[0.0, 0.0, 0.0, 0.0]], [1])
    >>> round(loss, 4), d_logits
    (1.3863, array([[ 0.25, -0.75,  0.25,  0.25]]))
    """
    logits, targets = as_floats(logits, "logits", 2), np.asarray(targets)
    if logits.ndim > 2 or not logits.size:
        raise ValueError(
            "logits: (n, V) is needed, with at least one row, because the loss is a mean over rows, "
            f"but the shape is {logits.shape}. Is nothing left to predict, or is there a batch axis "
            "(try logits.reshape(-1, V))?"
        )
    n, V = logits.shape
    if (
        targets.shape != (n,)
        or targets.dtype.kind not in "iu"
        or not ((targets >= 0) & (targets < V)).all()
    ):
        raise ValueError(
            f"targets: {n} whole numbers from 0 to {V - 1} are needed, one for each row of logits, "
            f"but they are {targets.dtype} of shape {targets.shape}. Are they one-hot, or counted from 1?"
        )
    chances, rows = softmax(logits), np.arange(n)
    highest = logits.max(axis=-1)
    log_totals = np.log(np.exp(logits - highest[:, None]).sum(axis=-1)) + highest
    d_logits = chances / n
    d_logits[rows, targets] -= 1 / n
    return float((log_totals - logits[rows, targets]).mean()), d_logits


def numerical_gradient(loss: Callable[[Floats], float], x: ArrayLike, step: float = 1e-5) -> Floats:
    """Nudge every number of x up and down, and measure how the loss changes.

    This calls the loss twice for each number, so use it to test gradients, not to train. The error
    of a central difference falls with step^2 until rounding takes over; in float64, 1e-5 is a good
    step.

    Parameters
    ----------
    loss : function
        Takes an array in the shape of x and returns a number.
    x : any shape
        Not changed.
    step : float
        In units of x.

    Returns
    -------
    array in the shape of x
        The slope of the loss for each number of x.

    Examples
    --------
    The slope of x^2 is 2x.

    >>> numerical_gradient(lambda x: (x**2).sum(), [1.0, -3.0]).round(6)
    array([ 2., -6.])
    """
    x = as_floats(x, "x", 0).astype(np.float64)
    slopes = np.empty_like(x)
    for index in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[index] += step
        down[index] -= step
        slopes[index] = (loss(up) - loss(down)) / (2 * step)
    return slopes


def relative_error(found: ArrayLike, right: ArrayLike) -> float:
    """Compare two gradients: the largest difference, relative to the largest correct number.

    Raises
    ------
    ValueError
        If the shapes differ, or nothing in `right` differs from 0.

    Examples
    --------
    >>> relative_error([1.0, 3.0], [1.0, 4.0])
    0.25
    """
    found, right = as_floats(found, "found", 0), as_floats(right, "right", 0)
    _check_gradient(right, found, "right")
    if not right.any():
        raise ValueError(
            "right: a number other than 0 is needed, because the error is relative to the largest, "
            f"but there is none in shape {right.shape}. Does the loss not depend on this array?"
        )
    return float(np.abs(found - right).max() / np.abs(right).max())


def agreement(found: ArrayLike, right: ArrayLike) -> float:
    """Compare the directions of two gradients: the cosine of the angle between them.

    Up to small steps, the loss falls along every gradient whose agreement with the right one is
    above 0. So a wrong gradient may train a model.

    Returns
    -------
    float
        1 for the same direction, 0 at a right angle, -1 for the opposite direction.

    Raises
    ------
    ValueError
        If the shapes differ.

    Examples
    --------
    >>> agreement([2.0, 0.0], [3.0, 0.0]), agreement([2.0, 0.0], [0.0, 1.0])
    (1.0, 0.0)
    """
    found, right = as_floats(found, "found", 0), as_floats(right, "right", 0)
    _check_gradient(right, found, "right")
    return float(cosine_scores(found.reshape(-1), right.reshape(-1)[None])[0])


def _check_gradient(array: Floats, gradient: Floats, name: str) -> None:
    if array.shape != gradient.shape:
        raise ValueError(
            f"d_{name}: a gradient has the shape of what it belongs to, {array.shape}, but it is "
            f"{gradient.shape}. Is it the gradient of something else, or transposed?"
        )
