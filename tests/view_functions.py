"""The functions in attnlib.view that draw, found by what they return."""

import inspect

from attnlib import view

PICTURES = {view.Drawing, view.Picture}
"""What is drawn for the eye; `view.Words` are only written."""


def that_return(kinds: set[type]) -> set[str]:
    """List the names of all public functions that return one of these types.

    >>> sorted(that_return({view.Words}))
    ['words']
    """
    names = {kind.__name__ for kind in kinds}
    return {name for name in view.__all__ if _returned_by(getattr(view, name)) in names}


def _returned_by(one: object) -> str:
    if not inspect.isfunction(one):
        return ""
    returned = inspect.signature(one).return_annotation
    return str(getattr(returned, "__name__", returned))
