"""Check arguments: each function returns clean arrays or raises an error that explains the problem.

An error says what is needed, what was found, and asks about the likely cause. `name` is always the
caller's name for the argument. The wrong type raises a TypeError, any other problem a ValueError.
"""

from operator import index
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.floating[Any]]
Bools = NDArray[np.bool_]
Integers = NDArray[np.int64]


def as_floats(values: ArrayLike, name: str, least_axes: int = 1) -> Floats:
    """Turn real numbers into a float array of the same shape, with at least `least_axes` axes.

    float32 and float64 arrays come back as they are. float16, integers and bools become float64,
    because float16 is too coarse for `exp`.

    >>> as_floats([[1, 2], [3, 4]], "scores").dtype
    dtype('float64')
    >>> as_floats([[1, 2], [3]], "scores")
    Traceback (most recent call last):
        ...
    ValueError: scores: the rows of this list differ in length, so it has no shape. Is one row cut short?
    """
    array = _as_array(values, name)
    if array.dtype.kind not in "biuf":
        raise TypeError(
            f"{name}: real numbers are needed, but the dtype is {array.dtype}. "
            "Does it hold text, or complex numbers?"
        )
    _check_axes(array, name, least_axes)
    return array if array.dtype in (np.float32, np.float64) else array.astype(np.float64)


def as_indices(values: ArrayLike, name: str, size: int, least_axes: int = 1) -> Integers:
    """Check whole numbers that count from 0 and stay below `size`, such as tokens of a vocabulary.

    They come back as int64, in the same shape, with at least `least_axes` axes.

    >>> as_indices([7, 40], "tokens", 40)
    Traceback (most recent call last):
        ...
    ValueError: tokens: whole numbers from 0 to 39 are needed, but 40 is among them. Were they counted from 1, or made for another model?
    """
    array = _as_array(values, name)
    if array.size and array.dtype.kind not in "iu":  # an empty list has the dtype float64
        raise TypeError(
            f"{name}: whole numbers are needed, but the dtype is {array.dtype}. "
            "Are they words, or scores?"
        )
    _check_axes(array, name, least_axes)
    wrong = array[(array < 0) | (array >= size)]
    if wrong.size:
        raise ValueError(
            f"{name}: whole numbers from 0 to {size - 1} are needed, but {wrong[0]} is among them. "
            "Were they counted from 1, or made for another model?"
        )
    return array.astype(np.int64)


def as_size(value: SupportsIndex, name: str, least: int | None = 1) -> int:
    """Turn a whole number from Python or NumPy into an int, and check that it is at least `least`.

    With `least=None` any whole number will do. 4.0 does not count as one: it usually comes from
    `/`.

    >>> as_size(np.int64(8), "num_heads")
    8
    >>> as_size(8 / 2, "num_heads")
    Traceback (most recent call last):
        ...
    TypeError: num_heads: a whole number is needed, but it is 4.0. Was / used where // was meant?
    """
    try:
        size = index(value)
    except TypeError:
        raise TypeError(
            f"{name}: a whole number is needed, but it is {value!r}. Was / used where // was meant?"
        ) from None
    if least is not None and size < least:
        raise ValueError(
            f"{name}: at least {least} is needed, but it is {size}. "
            "Were two arguments swapped, or was a size subtracted?"
        )
    return size


def as_queries_and_keys(Q: ArrayLike, K: ArrayLike) -> tuple[Floats, Floats]:
    """Check Q (..., n_q, d_k) and K (..., n_k, d_k). d_k = 0 is an error: scores would be 0 / 0.

    >>> as_queries_and_keys(np.zeros((5, 4)), np.zeros((5, 3)))
    Traceback (most recent call last):
        ...
    ValueError: Q and K must agree in d_k (axis -1), but Q is (5, 4) and K is (5, 3). Was one of them transposed, or made with another projection?
    """
    Q, K = as_floats(Q, "Q", 2), as_floats(K, "K", 2)
    check_comparable(Q, K, ("Q", "K"), "d_k")
    as_size(Q.shape[-1], "d_k, the last axis of Q and K")
    return Q, K


def as_queries_keys_values(
    Q: ArrayLike, K: ArrayLike, V: ArrayLike
) -> tuple[Floats, Floats, Floats]:
    """Check Q (..., n_q, d_k), K (..., n_k, d_k) and V (..., n_k, d_v).

    >>> as_queries_keys_values(np.zeros((5, 4)), np.zeros((6, 4)), np.zeros((5, 2)))
    Traceback (most recent call last):
        ...
    ValueError: K and V must agree in n_k (axis -2), but K is (6, 4) and V is (5, 2). Does every key have its value?
    """
    Q, K = as_queries_and_keys(Q, K)
    V = as_floats(V, "V", 2)
    check_same_size(K, V, -2, ("K", "V"), "n_k", "Does every key have its value?")
    check_batch_axes(K, V, ("K", "V"))
    check_batch_axes(Q, V, ("Q", "V"))
    return Q, K, V


def as_visible(visible: ArrayLike, shape: tuple[int, ...] | None = None) -> Bools:
    """Check that `visible` is bool, and broadcast it to the shape of the scores if one is given.

    Masks of 0 and 1, or of 0 and -inf, are rejected, because libraries disagree on their meaning.

    >>> as_visible([True, False], (2, 2))
    array([[ True, False],
           [ True, False]])
    """
    array = np.asarray(visible)
    if array.dtype != np.bool_:
        raise TypeError(
            f"visible: True and False are needed, but the dtype is {array.dtype}. Is it a mask of "
            "another convention (visible is True where a query MAY attend)?"
        )
    try:
        return array if shape is None else np.broadcast_to(array, shape)
    except ValueError:
        raise ValueError(
            f"visible of shape {array.shape} does not fit scores of shape {shape}. Were queries "
            "and keys swapped, or is there an axis too many (heads need none)?"
        ) from None


def as_square(W: ArrayLike, name: str, d_model: int) -> Floats:
    """Check that a projection is (d_model, d_model).

    >>> as_square(np.ones((6, 3)), "W_q", 6)
    Traceback (most recent call last):
        ...
    ValueError: W_q: shape (d_model, d_model) = (6, 6) is needed, but it is (6, 3). Was it made for another d_model, or for one head alone?
    """
    array = as_floats(W, name)
    if array.shape != (d_model, d_model):
        raise ValueError(
            f"{name}: shape (d_model, d_model) = ({d_model}, {d_model}) is needed, but it is "
            f"{array.shape}. Was it made for another d_model, or for one head alone?"
        )
    return array


def check_axis(array: Floats, axis: int | None, name: str) -> None:
    """Check that the array has this axis; None means all of them.

    >>> check_axis(np.zeros((2, 3)), 2, "scores")
    Traceback (most recent call last):
        ...
    ValueError: axis 2: scores of shape (2, 3) have axes 0 to 1 (or -2 to -1). Was a batch axis counted that is not there?
    """
    if axis is not None and not -array.ndim <= as_size(axis, "axis", None) < array.ndim:
        raise ValueError(
            f"axis {axis}: {name} of shape {array.shape} have axes 0 to {array.ndim - 1} "
            f"(or -{array.ndim} to -1). Was a batch axis counted that is not there?"
        )


def check_length(n: int, most: int) -> None:
    """Check that a text is no longer than the positions that a model has learned.

    >>> check_length(17, 16)
    Traceback (most recent call last):
        ...
    ValueError: tokens: at most 16 are allowed, because the model has learned that many positions, but there are 17. Would a shorter text do (try tokens[..., -16:])?
    """
    if n > most:
        raise ValueError(
            f"tokens: at most {most} are allowed, because the model has learned that many "
            f"positions, but there are {n}. Would a shorter text do (try tokens[..., -{most}:])?"
        )


def check_comparable(first: Floats, second: Floats, names: tuple[str, str], size: str) -> None:
    """Check that rows of one array can be multiplied with rows of the other.

    >>> check_comparable(np.zeros(3), np.zeros((5, 4)), ("query", "keys"), "d")
    Traceback (most recent call last):
        ...
    ValueError: query and keys must agree in d (axis -1), but query is (3,) and keys is (5, 4). Was one of them transposed, or made with another projection?
    """
    cause = "Was one of them transposed, or made with another projection?"
    check_same_size(first, second, -1, names, size, cause)
    check_batch_axes(first, second, names)


def check_same_size(
    first: Floats, second: Floats, axis: int, names: tuple[str, str], size: str, cause: str
) -> None:
    """Check that two arrays have the same length along an axis; `size` names that length.

    >>> check_same_size(np.zeros((4, 6)), np.zeros((3, 5)), -1, ("X", "C"), "d_model", "Why?")
    Traceback (most recent call last):
        ...
    ValueError: X and C must agree in d_model (axis -1), but X is (4, 6) and C is (3, 5). Why?
    """
    if first.shape[axis] != second.shape[axis]:
        one, two = names
        raise ValueError(
            f"{one} and {two} must agree in {size} (axis {axis}), "
            f"but {one} is {first.shape} and {two} is {second.shape}. {cause}"
        )


def check_batch_axes(first: Floats, second: Floats, names: tuple[str, str]) -> None:
    """Check that the axes before the last two can be broadcast together.

    >>> check_batch_axes(np.zeros((2, 5, 4)), np.zeros((3, 5, 4)), ("Q", "K"))
    Traceback (most recent call last):
        ...
    ValueError: the batch axes of Q (2,) and K (3,) do not fit together. Do both come from the same batch, with the same number of heads?
    """
    one, two = names
    try:
        np.broadcast_shapes(first.shape[:-2], second.shape[:-2])
    except ValueError:
        raise ValueError(
            f"the batch axes of {one} {first.shape[:-2]} and {two} {second.shape[:-2]} do not fit "
            "together. Do both come from the same batch, with the same number of heads?"
        ) from None


def _check_axes(array: NDArray[Any], name: str, least: int) -> None:
    if array.ndim < least:
        raise ValueError(
            f"{name}: at least {least} axes are needed, but the shape is {array.shape}. "
            "Is it one row where a whole matrix was meant (try row[None, :])?"
        )


def _as_array(values: ArrayLike, name: str) -> NDArray[Any]:
    try:
        return np.asarray(values)
    except ValueError:
        raise ValueError(
            f"{name}: the rows of this list differ in length, so it has no shape. "
            "Is one row cut short?"
        ) from None
