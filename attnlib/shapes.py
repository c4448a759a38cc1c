"""Arrays in, worded errors out: what every function of the library asks of its arguments.

Sizes are named as in docs/CONVENTIONS.md: `n_q` queries, `n_k` keys, `d_k` numbers in each
query and key, `d_v` numbers in each value. `...` stands for any leading batch axes.
"""

from operator import index
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.floating[Any]]
Bools = NDArray[np.bool_]


def as_floats(values: ArrayLike, name: str, least_axes: int = 1) -> Floats:
    """Turn numbers into a float array, and refuse what is not numbers.

    Parameters
    ----------
    values : array-like of any shape
        Numbers: an array, a nested list, a scalar. float32 and float64 stay what they are;
        float16, integers and bools become float64, because `exp` of them would be too coarse.
    name : str
        What the caller calls this argument; the errors say it.
    least_axes : int
        How many axes the argument must have at least.

    Returns
    -------
    array, same shape as `values`
        The same array if it was float32 or float64 already, else a new one.

    Raises
    ------
    TypeError
        If the values are not real numbers.
    ValueError
        If the rows of a nested list differ in length, or there are too few axes.

    Examples
    --------
    >>> as_floats([[1, 2], [3, 4]], "scores").dtype
    dtype('float64')
    >>> as_floats([[1, 2], [3]], "scores")
    Traceback (most recent call last):
        ...
    ValueError: scores: the rows of this list differ in length, so it has no shape. Is one row cut short?
    """
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(
            f"{name}: the rows of this list differ in length, so it has no shape. "
            "Is one row cut short?"
        ) from None
    if array.dtype.kind not in "biuf":
        raise TypeError(
            f"{name}: real numbers are needed, but the dtype is {array.dtype}. "
            "Does it hold text, or complex numbers?"
        )
    if array.ndim < least_axes:
        raise ValueError(
            f"{name}: at least {least_axes} axes are needed, but the shape is {array.shape}. "
            "Is it one row where a whole matrix was meant (try row[None, :])?"
        )
    return array if array.dtype in (np.float32, np.float64) else array.astype(np.float64)


def as_size(value: SupportsIndex, name: str, least: int | None = 1) -> int:
    """Turn a whole number into an int, and refuse what cannot be a size.

    Parameters
    ----------
    value : int, or a whole number of NumPy
    name : str
        What the caller calls this argument; the errors say it.
    least : int or None
        The smallest size that makes sense. None: any, as for a shift, which may go back.

    Returns
    -------
    int

    Raises
    ------
    TypeError
        If `value` is not a whole number; 4.0 is none either, because it is what `/` gives.
    ValueError
        If `value` is smaller than `least`.

    Examples
    --------
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
            f"{name}: at least {least} is needed, but it is {size}. Are two arguments exchanged, "
            "or is a size subtracted?"
        )
    return size


def check_axis(array: Floats, axis: int | None, name: str) -> None:
    """Refuse an axis that the array does not have.

    Parameters
    ----------
    array : array of any shape
    axis : int or None
        None means all axes and is always there.
    name : str
        What the caller calls the array.

    Raises
    ------
    ValueError
        If `array` has no such axis.

    Examples
    --------
    >>> check_axis(np.zeros((2, 3)), 2, "scores")
    Traceback (most recent call last):
        ...
    ValueError: axis 2: scores of shape (2, 3) have axes 0 to 1 (or -2 to -1). Was a batch axis counted that is not there?
    """
    if axis is not None and not -array.ndim <= axis < array.ndim:
        raise ValueError(
            f"axis {axis}: {name} of shape {array.shape} have axes 0 to {array.ndim - 1} "
            f"(or -{array.ndim} to -1). Was a batch axis counted that is not there?"
        )


def check_same_size(
    first: Floats, second: Floats, axis: int, names: tuple[str, str], size: str, cause: str
) -> None:
    """Refuse two arrays that should agree in one axis and do not.

    Parameters
    ----------
    first, second : arrays
    axis : int
        The axis, counted from the end, in which they must agree.
    names : pair of str
        What the caller calls the two.
    size : str
        What that size is called, for instance `"d_k"`.
    cause : str
        The likely cause, as a question.

    Raises
    ------
    ValueError
        If the sizes differ.

    Examples
    --------
    >>> check_same_size(np.zeros((5, 4)), np.zeros((5, 3)), -1, ("Q", "K"), "d_k", "Transposed?")
    Traceback (most recent call last):
        ...
    ValueError: Q and K must agree in d_k (axis -1), but Q is (5, 4) and K is (5, 3). Transposed?
    """
    if first.shape[axis] != second.shape[axis]:
        one, two = names
        raise ValueError(
            f"{one} and {two} must agree in {size} (axis {axis}), "
            f"but {one} is {first.shape} and {two} is {second.shape}. {cause}"
        )


def check_batch_axes(first: Floats, second: Floats, names: tuple[str, str]) -> None:
    """Refuse two arrays whose batch axes (all but the last two) cannot be broadcast.

    Parameters
    ----------
    first, second : arrays of shape (..., rows, columns)
    names : pair of str
        What the caller calls the two.

    Raises
    ------
    ValueError
        If the batch axes do not fit together.

    Examples
    --------
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
