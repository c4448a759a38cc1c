"""The functions in course.views and course.lessons that draw, found by what they return."""

import inspect

from course import lessons, views

PICTURES = {views.Drawing, views.Picture}
"""What is drawn for the eye; `views.Words` are only written."""


def that_return(kinds: set[type]) -> set[str]:
    """List the names of all public functions that return one of these types.

    >>> sorted(that_return({views.Words}))
    ['words']
    """
    names = {kind.__name__ for kind in kinds}
    rooms = [(room, name) for room in (views, lessons) for name in room.__all__]
    return {name for room, name in rooms if _returned_by(getattr(room, name)) in names}


def _returned_by(one: object) -> str:
    if not inspect.isfunction(one):
        return ""
    returned = inspect.signature(one).return_annotation
    return str(getattr(returned, "__name__", returned))
