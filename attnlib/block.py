"""A transformer block: attention, then a feed-forward network, each with a residual sum and a norm.

Sources: Vaswani et al. 2017, sections 3.1 and 3.3; Ba, Kiros and Hinton 2016, *Layer
Normalization*; Hendrycks and Gimpel 2016, *Gaussian Error Linear Units*; Xiong et al. 2020, *On
Layer Normalization in the Transformer Architecture*, for the two places where the norm can go;
Zhang and Sennrich 2019, *Root Mean Square Layer Normalization*, and Shazeer 2020, *GLU Variants
Improve Transformer*, for what newer models have in their place.
"""

from collections.abc import Callable
from functools import cache
from math import erf, erfc, log, sqrt

import numpy as np
from numpy.polynomial import Polynomial
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_arrays, as_floats, as_size

Layer = Callable[[Floats], ArrayLike]  # (..., n, d) to the same shape


def layer_norm(
    X: ArrayLike, gain: ArrayLike | None = None, shift: ArrayLike | None = None, eps: float = 1e-5
) -> Floats:
    """Give each row mean 0 and variance 1, then multiply by `gain` and add `shift`.

    Each row is normalised by itself, so no token sees another. The variance is the mean of the
    squared differences from the mean: it divides by d, not d - 1. Source: Ba et al. 2016, section
    3.

    Parameters
    ----------
    X : (..., d)
    gain, shift : (d,), optional
        One number for each column, learned in training. The defaults are 1 and 0.
    eps : float
        Added to the variance before taking the root, so that a constant row becomes 0 instead of
        nan.

    Returns
    -------
    (..., d)

    Raises
    ------
    ValueError
        If gain or shift is not (d,), d is 0, or eps is negative.

    Examples
    --------
    >>> layer_norm([[1, 3], [10, 30]]).round(3)
    array([[-1.,  1.],
           [-1.,  1.]])
    >>> layer_norm([[1, 3]], gain=[2, 2], shift=[5, 5]).round(3)
    array([[3., 7.]])
    """
    X = _as_rows(X, eps)
    centred = X - X.mean(axis=-1, keepdims=True)
    variance = (centred**2).mean(axis=-1, keepdims=True)
    normalised: Floats = centred / np.sqrt(variance + X.dtype.type(eps))
    if gain is not None:
        normalised = normalised * as_arrays(X, gain, X="* d", gain="d")[1]
    if shift is not None:
        normalised = normalised + as_arrays(X, shift, X="* d", shift="d")[1]
    return normalised


def rms_norm(X: ArrayLike, gain: ArrayLike | None = None, eps: float = 1e-5) -> Floats:
    """Give each row a mean square of 1, then multiply by `gain`.

    It is `layer_norm` without the two steps that move a row: no mean is subtracted, and no shift is
    added. A row whose mean is 0 comes out the same from both. Source: Zhang and Sennrich 2019,
    section 4, equation 4; eps is added as in Touvron et al. 2023 (LLaMA).

    Parameters
    ----------
    X : (..., d)
    gain : (d,), optional
        One number for each column, learned in training. The default is 1.
    eps : float
        Added to the mean square before taking the root, so that a row of zeros stays 0 instead of
        becoming nan.

    Returns
    -------
    (..., d)

    Raises
    ------
    ValueError
        If gain is not (d,), d is 0, or eps is negative.

    Examples
    --------
    >>> rms_norm([[1, 7], [10, 70]]).round(3)
    array([[0.2, 1.4],
           [0.2, 1.4]])
    >>> rms_norm([[1, 7]], gain=[10, 1]).round(3)
    array([[2. , 1.4]])
    """
    X = _as_rows(X, eps)
    mean_square = (X**2).mean(axis=-1, keepdims=True)
    normalised: Floats = X / np.sqrt(mean_square + X.dtype.type(eps))
    if gain is not None:
        normalised = normalised * as_arrays(X, gain, X="* d", gain="d")[1]
    return normalised


def relu(X: ArrayLike) -> Floats:
    """Keep positive numbers, and replace all others by 0.

    >>> relu([-2, 0, 3])
    array([0., 0., 3.])
    """
    X = as_floats(X, "X", 0)
    return np.maximum(X, X.dtype.type(0))


def gelu(X: ArrayLike) -> Floats:
    """Multiply each number by the probability that a standard normal number is smaller.

    A smooth relative of `relu`, which multiplies by 0 or 1. This is the exact form, with the error
    function. Many programs use an approximation with tanh, which is off by up to 5e-4. Source:
    Hendrycks and Gimpel 2016, section 2.

    In float64, `math.erf` computes one number at a time. For the fewer digits of float32, a
    polynomial is enough. NumPy computes it for all numbers at once, about four times as fast.

    >>> gelu([-3, 0, 3]).round(3)
    array([-0.004,  0.   ,  2.996])
    """
    X = as_floats(X, "X", 0)
    result: Floats = (X * _chance_of_less(X)).astype(X.dtype)
    return result


def silu(X: ArrayLike) -> Floats:
    """Multiply each number by the logistic function of it, 1 / (1 + exp(-x)).

    Another smooth relative of `relu`, close to `gelu` and cheaper to compute. Source: Hendrycks and
    Gimpel 2016, section 2, where it has its name; Ramachandran et al. 2017 call it Swish.

    >>> silu([-3, 0, 3]).round(3)
    array([-0.142,  0.   ,  2.858])
    """
    X = as_floats(X, "X", 0)
    small = np.exp(-np.abs(X))  # exp(-X) would overflow
    result: Floats = X * np.where(X < 0, small, X.dtype.type(1)) / (1 + small)
    return result


def feed_forward(
    X: ArrayLike,
    W_1: ArrayLike,
    b_1: ArrayLike,
    W_2: ArrayLike,
    b_2: ArrayLike,
    activation: Callable[[Floats], Floats] = relu,
) -> Floats:
    """Compute activation(X W_1 + b_1) W_2 + b_2, for each token by itself.

    Source: Vaswani et al. 2017, section 3.3, equation 2.

    Parameters
    ----------
    X : (..., d)
    W_1 : (d, d_ff)
    b_1 : (d_ff,)
    W_2 : (d_ff, d)
    b_2 : (d,)
    activation : callable
        `relu`, `gelu`, or another elementwise function.

    Returns
    -------
    (..., d)

    Raises
    ------
    ValueError
        If a shape does not fit.

    Examples
    --------
    Two hidden numbers, x and -x. ReLU keeps the positive one, so their sum is the absolute value of
    x.

    >>> feed_forward([[3], [-4]], [[1, -1]], [0, 0], [[1], [1]], [0])
    array([[3.],
           [4.]])
    """
    X, W_1, b_1, W_2, b_2 = as_arrays(
        X, W_1, b_1, W_2, b_2, X="* d", W_1="d d_ff", b_1="d_ff", W_2="d_ff d", b_2="d"
    )
    hidden = activation(X @ W_1 + b_1)
    output: Floats = hidden @ W_2 + b_2
    return output


def swiglu(X: ArrayLike, W_gate: ArrayLike, W_up: ArrayLike, W_down: ArrayLike) -> Floats:
    """Compute (silu(X W_gate) * (X W_up)) W_down, for each token by itself.

    A feed-forward with a gate: of each hidden number, silu(X W_gate) says how much of it passes.
    There are three matrices instead of two, and no biases. Source: Shazeer 2020, section 2, equation
    6, FFN_SwiGLU.

    Parameters
    ----------
    X : (..., d)
    W_gate, W_up : (d, d_ff)
    W_down : (d_ff, d)

    Returns
    -------
    (..., d)

    Raises
    ------
    ValueError
        If a shape does not fit.

    Examples
    --------
    One hidden number, which is 10 for each token. The first opens the gate, the second shuts it, and
    the third lets a little through with the other sign.

    >>> swiglu([[4, 1], [0, 1], [-4, 1]], [[1], [0]], [[0], [10]], [[1, 1]]).round(1)
    array([[39.3, 39.3],
           [ 0. ,  0. ],
           [-0.7, -0.7]])
    """
    X, W_gate, W_up, W_down = as_arrays(
        X, W_gate, W_up, W_down, X="* d", W_gate="d d_ff", W_up="d d_ff", W_down="d_ff d"
    )
    output: Floats = (silu(X @ W_gate) * (X @ W_up)) @ W_down
    return output


def block(
    X: ArrayLike,
    attend: Layer,
    feed: Layer,
    norm_1: Layer,
    norm_2: Layer,
    norm_first: bool = True,
) -> Floats:
    """Compute one block: attention and a feed-forward, each added to the stream.

    With `norm_first` (pre-norm), attention and feed-forward each read a normalised copy of the
    stream, and the stream itself is only added to. Without it (post-norm), the sum itself is
    normalised. Source: Vaswani et al. 2017, section 3.1, LayerNorm(x + Sublayer(x)); Xiong et al.
    2020, table 1.

    Parameters
    ----------
    X : (..., n, d)
    attend, feed, norm_1, norm_2 : callable
        Functions of one array that return an array of the same shape. `norm_1` goes with `attend`,
        `norm_2` with `feed`.
    norm_first : bool

    Returns
    -------
    (..., n, d)

    Raises
    ------
    ValueError
        If one of the functions returns another shape.
    TypeError
        If one of them returns a tuple.

    Examples
    --------
    >>> def nothing(X):
    ...     return 0 * X
    >>> block([[1.0, 3.0]], nothing, nothing, layer_norm, layer_norm)
    array([[1., 3.]])
    >>> block([[1.0, 3.0]], nothing, nothing, layer_norm, layer_norm, norm_first=False).round(3)
    array([[-1.,  1.]])
    """
    X = as_floats(X, "X", 2)
    attend, feed = _same_shape(attend, "attend"), _same_shape(feed, "feed")
    norm_1, norm_2 = _same_shape(norm_1, "norm_1"), _same_shape(norm_2, "norm_2")
    if norm_first:
        X = X + attend(norm_1(X))
        return X + feed(norm_2(X))
    X = norm_1(X + attend(X))
    return norm_2(X + feed(X))


def parameter_count(d_model: int, d_ff: int, num_layers: int) -> int:
    """Count the parameters of `num_layers` blocks, with all biases, as PyTorch has them.

    The number of heads makes no difference. With d_ff = 4 d_model, a block has 12 d_model^2 + 13
    d_model parameters. Embeddings are not counted, nor is a norm after the last block.

    Raises
    ------
    ValueError
        If d_model or d_ff is below 1, or num_layers is negative.

    Examples
    --------
    >>> parameter_count(d_model=512, d_ff=2048, num_layers=1)
    3152384
    """
    d, d_ff = as_size(d_model, "d_model"), as_size(d_ff, "d_ff")
    attention = 4 * (d * d + d)
    feed = d * d_ff + d_ff + d_ff * d + d
    norms = 2 * (d + d)
    return as_size(num_layers, "num_layers", 0) * (attention + feed + norms)


def _as_rows(X: ArrayLike, eps: float) -> Floats:
    """Check what a norm is given."""
    X = as_floats(X, "X")
    as_size(X.shape[-1], "d, the last axis of X")
    if not eps >= 0:
        raise ValueError(f"eps: at least 0 is needed, but it is {eps}. Is its sign wrong?")
    return X


def _chance_of_less(X: Floats) -> Floats:
    """Compute the probability that a standard normal number is smaller, in float64.

    For float32, it is off by less than a billionth of itself, also where it is tiny.
    """
    if X.dtype == np.float64:
        exact: Floats = (1 + np.vectorize(erf, otypes=[np.float64])(X / sqrt(2))) / 2
        return exact
    z = np.abs(X.astype(np.float64)) / sqrt(2)
    t = 2 / (2 + z)
    tail = t * np.exp(_log_of_tail()(t) - z**2) / 2
    return np.where(X > 0, 1 - tail, tail)


@cache
def _log_of_tail() -> Polynomial:
    """Fit log(erfc(z) / t) + z**2, which bends little in t = 2 / (2 + z), by a polynomial in t.

    Source of this form: Press et al. 2007, *Numerical Recipes*, 3rd edition, section 6.2.2.
    """
    z = 11 * np.linspace(0, 1, 200) ** 2  # erfc(11) is 0 in float32
    t = 2 / (2 + z)
    logs = [log(erfc(z_i) / t_i) + z_i**2 for z_i, t_i in zip(z, t, strict=True)]
    return Polynomial.fit(t, logs, 12)


def _same_shape(function: Layer, name: str) -> Callable[[Floats], Floats]:
    def checked(X: Floats) -> Floats:
        result = function(X)
        if isinstance(result, tuple):
            raise TypeError(
                f"{name}: one array is needed, but it returned a tuple of {len(result)}. "
                "Are they attention's output and weights (try [0])?"
            )
        result = as_floats(result, f"what {name} returned", 0)
        if result.shape != X.shape:
            raise ValueError(
                f"{name}: the shape of its input, {X.shape}, is needed, so that the two can be "
                f"added, but it returned {result.shape}. Is a matrix at its end missing?"
            )
        return result

    return checked
