"""Arguments that come back changed."""

from typing import Any

from attnlib.practice.mistake import Mistake


def _spoil(array: Any) -> Any:
    taken = array.copy()
    array += 1
    return taken


MUTATES = (
    Mistake(
        "mutates-input",
        "It writes into its argument, so the caller's array is changed afterwards.",
        "Which line assigns into an array that belongs to the caller?",
        ({"take": _spoil},),
    ),
)
