"""Check arguments: each function returns clean arrays or raises an error that explains the problem.

An error says what is needed, what was found, and asks about the likely cause. `name` is always the
caller's name for the argument. The wrong type raises a TypeError, any other problem a ValueError.
"""

from functools import lru_cache
from operator import index
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.floating[Any]]
Bools = NDArray[np.bool_]
Integers = NDArray[np.int64]

FLOATS = {np.dtype(np.float32), np.dtype(np.float64)}
NEVER_EMPTY = {"d_k", "d_head", "d_model", "num_heads"}  # sizes that something is divided by
ONE_ROW = "Is it one row where a whole matrix was meant (try row[None, :])?"
QUESTIONS = {  # about the axis that does not fit, or the first axis of an array that has too few
    "n": ONE_ROW,
    "n_q": ONE_ROW,
    "n_k": "Does every key have its value, each on a row of its own?",
    "d_k": "Was one of them transposed, or made with another projection?",
    "d_model": "Was one of them transposed, made for another d_model, or for one head alone?",
    "num_heads": "Is it one head alone, or the matrix of all heads (try weights_per_head)?",
}
ANOTHER_QUESTION = "Was one of them transposed, or made for another width?"


def as_arrays(*values: ArrayLike, **axes: str) -> tuple[Floats, ...]:
    """Turn arguments into float arrays, as `as_floats` does, and check that their shapes fit together.

    Parameters
    ----------
    *values : arrays or lists
    **axes : str
        For each value its name and the names of its axes. Axes of one name have the same size. A
        star in front stands for batch axes, or none; those of all values can be broadcast together.

    Returns
    -------
    tuple of arrays
        In the same order. float32 and float64 arrays come back as they are.

    Raises
    ------
    TypeError
        If one of them does not hold real numbers.
    ValueError
        If the shapes do not fit together, or d_k, d_head, d_model or num_heads is 0.

    Examples
    --------
    >>> Q, K = as_arrays([[1, 2]], [[3, 4], [5, 6]], Q="* n_q d_k", K="* n_k d_k")
    >>> Q.dtype, Q.shape, K.shape
    (dtype('float64'), (1, 2), (2, 2))
    >>> as_arrays(np.zeros((5, 4)), np.zeros((5, 3)), Q="* n_q d_k", K="* n_k d_k")
    Traceback (most recent call last):
        ...
    ValueError: Q and K must agree in d_k, but Q (..., n_q, d_k) is (5, 4) and K (..., n_k, d_k) is (5, 3). Was one of them transposed, or made with another projection?
    """
    arrays = [as_floats(value, name, 0) for value, name in zip(values, axes, strict=True)]
    if misfit := _misfit(*[array.shape for array in arrays], **axes):
        problem, question = misfit
        named = zip(axes.items(), arrays, strict=True)
        found = [f"{name} {_as_shape(text)} is {array.shape}" for (name, text), array in named]
        raise ValueError(f"{problem}, but {_listed(found)}. {question}")
    return tuple(arrays)


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
    if array.dtype not in FLOATS:
        if array.dtype.kind not in "biuf":
            raise TypeError(
                f"{name}: real numbers are needed, but the dtype is {array.dtype}. "
                "Does it hold text, or complex numbers?"
            )
        array = array.astype(np.float64)
    _check_axes(array, name, least_axes)
    return array


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


@lru_cache(1000)  # a view asks about the same shapes thousands of times
def _misfit(*shapes: tuple[int, ...], **axes: str) -> tuple[str, str] | None:
    """Find the first problem with the shapes, and a question about it."""
    sizes: dict[str, tuple[int, str]] = {}
    batches = []
    for (name, text), shape in zip(axes.items(), shapes, strict=True):
        named = text.removeprefix("*").split()
        batch, last = shape[: -len(named)], shape[-len(named) :]
        if len(last) < len(named):
            return f"{name}: at least {len(named)} axes are needed", _question(named[0])
        if batch and not text.startswith("*"):
            return (
                f"{name}: {len(named)} axes are needed",
                "Is it a batch, or cut into heads already?",
            )
        for axis, size in zip(named, last, strict=True):
            known, first = sizes.setdefault(axis, (size, name))
            if size != known:
                both = f"both axes of {name}" if first == name else f"{first} and {name}"
                return f"{both} must agree in {axis}", _question(axis)
            if size == 0 and axis in NEVER_EMPTY:
                return f"{axis} must be at least 1", _question(axis)
        batches.append(batch)
    try:
        np.broadcast_shapes(*batches)
    except ValueError:
        question = "Do all come from the same batch, with the same number of heads?"
        return f"the batch axes of {_listed(list(axes))} must fit together", question
    return None


def _question(axis: str) -> str:
    return QUESTIONS.get(axis, ANOTHER_QUESTION)


def _as_shape(text: str) -> str:
    named = ["..." if axis == "*" else axis for axis in text.split()]
    return str(tuple(named)).replace("'", "")


def _listed(parts: list[str]) -> str:
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


def _check_axes(array: NDArray[Any], name: str, least: int) -> None:
    if array.ndim < least:
        raise ValueError(
            f"{name}: at least {least} axes are needed, but the shape is {array.shape}. {ONE_ROW}"
        )


def _as_array(values: ArrayLike, name: str) -> NDArray[Any]:
    try:
        return np.asarray(values)
    except ValueError:
        raise ValueError(
            f"{name}: the rows of this list differ in length, so it has no shape. "
            "Is one row cut short?"
        ) from None
