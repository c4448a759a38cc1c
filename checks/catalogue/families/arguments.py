"""Arguments that an answer changes."""

from collections.abc import Callable
from typing import Any

from checks.family import Family
from checks.mistake import Mistake


def _spoil(array: Any) -> Any:
    taken = array.copy()
    array += 1
    return taken


def with_axes(count: int) -> Callable[[Any], Any]:
    """Return an argument that has this many axes; raise an error for any other."""

    def take(array: Any) -> Any:
        if array.ndim != count:
            raise ValueError(f"not enough values to unpack (expected {count})")
        return array

    return take


ARGUMENTS = Family(
    "arguments",
    {"take": lambda array: array},
    (
        Mistake(
            "mutates-input",
            "It writes into its argument, so the caller's array is changed afterwards.",
            "Which line assigns into an array that belongs to the caller?",
        ).by({"arguments.take": _spoil}),
    ),
)
