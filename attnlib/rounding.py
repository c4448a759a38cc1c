"""Numbers of 16 bits: what is left of a number in bfloat16, the usual type of large models."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnlib.shapes import as_floats


def to_bfloat16(x: ArrayLike) -> NDArray[np.float32]:
    """Round to the nearest number of bfloat16, and to the even one of two that are equally near.

    NumPy has no such type, so the rounded numbers come back in float32, of which bfloat16 is the
    first 16 bits: a sign, 8 bits of exponent, 7 of digits. So it reaches as far as float32, up to
    3e38, but has two to three digits. float16 has three to four, and ends at 65,504. As in PyTorch,
    x is rounded to float32 first.

    Parameters
    ----------
    x : number or array, any shape

    Returns
    -------
    float32, same shape as `x`
        What is beyond the largest number of bfloat16 becomes infinite; nan stays nan.

    Raises
    ------
    TypeError
        If x does not hold real numbers.

    Examples
    --------
    From 256 on, neighbours are 2 apart.

    >>> to_bfloat16([1.0, 3.14159, 256, 257, 258, 259])
    array([  1.      ,   3.140625, 256.      , 256.      , 258.      ,
           260.      ], dtype=float32)
    """
    with np.errstate(over="ignore"):
        single = as_floats(x, "x", 0).astype(np.float32)
    bits = single.view(np.uint32)
    even = (bits >> 16) & 1
    rounded = ((bits + 0x7FFF + even) & 0xFFFF0000).view(np.float32)
    return np.where(np.isnan(single), single, rounded)
