"""Limits that a caller sets for an axis or a colour scale."""

from attnlib.shapes import Floats

Limits = tuple[float, float]


def limits_of(values: Floats, asked: Limits | None) -> Limits:
    """Return the limits that are asked for, checked, or else those of the values and zero.

    >>> import numpy as np
    >>> limits_of(np.array([1.0, 3.0]), None), limits_of(np.zeros(2), None)
    ((0.0, 3.0), (0.0, 1.0))
    """
    if asked is not None:
        return checked(asked, "limits")
    low, high = min(float(values.min()), 0.0), max(float(values.max()), 0.0)
    return (low, high) if low < high else (0.0, 1.0)


def checked(limits: Limits, name: str) -> Limits:
    """Return limits as two floats, the lower one first.

    Raises
    ------
    ValueError
        If they do not go from low to high.

    Examples
    --------
    >>> checked((0, 1), "limits")
    (0.0, 1.0)
    """
    low, high = limits
    if not low < high:
        raise ValueError(
            f"{name}: two numbers are needed, the lower first, but they are {low} and {high}. "
            "Were they swapped?"
        )
    return float(low), float(high)
