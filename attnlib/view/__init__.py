"""Where the pictures were before `course.views` and `course.lessons`. This goes after 30 June 2027."""

from typing import Any
from warnings import warn

from course import lessons, views

__all__ = [*views.__all__, *lessons.__all__]


def __getattr__(name: str) -> Any:
    """Give a picture from where it is now, and say so."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    place = lessons if name in lessons.__all__ else views
    warn(
        f"Please write `from {place.__name__} import {name}`. The old name, attnlib.view, works "
        "until 30 June 2027.",
        FutureWarning,
        stacklevel=2,
    )
    return getattr(place, name)
