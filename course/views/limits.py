"""Limits that a caller sets for an axis or a colour scale."""

Limits = tuple[float, float]


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
