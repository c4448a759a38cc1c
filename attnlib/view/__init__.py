"""Where the pictures were before `course.views` and `course.lessons`. This goes after 30 June 2027."""

from typing import Any
from warnings import warn

from course import lessons, views

__all__ = [*views.__all__, *lessons.__all__]

warn(
    "attnlib.view has a new name: please write `from course.views import ...`. "
    "The old one works until 30 June 2027.",
    FutureWarning,
    stacklevel=2,
)


def __getattr__(name: str) -> Any:
    """Give a picture from where it is now."""
    return getattr(lessons if name in lessons.__all__ else views, name)
