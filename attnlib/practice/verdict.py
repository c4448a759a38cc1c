"""What a check says: in words and a symbol for people, as typed values for machines."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

from attnlib.practice.outcome import TOLERANCE, Outcome, Probe, as_numbers, tolerance_for

MIME_TYPE = "application/vnd.attnlib.check+json"
SCHEMA = 1

HEADLINES = {
    "pass": ("✓", "right"),
    "fail": ("✗", "not right yet"),
    "error": ("✗", "stops with an error"),
    "not_attempted": ("○", "not attempted yet"),
}
COLOURS = {"pass": "#1a7f5a", "fail": "#b3541e", "error": "#b3541e", "not_attempted": "#6b7280"}


@dataclass(frozen=True)
class Verdict:
    """The result of one check.

    Attributes
    ----------
    task : str
    status : str
        pass, fail, error or not_attempted.
    lines : tuple of str
        The words under the headline.
    mistakes : tuple of str
        Slugs of the catalogue, none where nothing fits.
    values : list
        What the answer returned for each probe, rounded (see `published`).

    Examples
    --------
    >>> Verdict("softmax", "not_attempted", ("Write it in the cell above.",), (), [])
    ○ softmax: not attempted yet
      Write it in the cell above.
    """

    task: str
    status: str
    lines: tuple[str, ...]
    mistakes: tuple[str, ...]
    values: list[dict[str, Any]]

    def __repr__(self) -> str:
        return "\n  ".join((self._headline, *self.lines))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return {"text/plain": repr(self), "text/html": self._html(), MIME_TYPE: self.typed()}

    def typed(self) -> dict[str, Any]:
        """Give the verdict as plain JSON, laid down in docs/check-output.schema.json."""
        return {
            "schema": SCHEMA,
            "task": self.task,
            "status": self.status,
            "mistakes": list(self.mistakes),
            "message": " ".join(self.lines),
            "values": self.values,
        }

    @property
    def _headline(self) -> str:
        symbol, words = HEADLINES[self.status]
        return f"{symbol} {self.task}: {words}"

    def _html(self) -> str:
        lines = "".join(f"<div>{escape(line)}</div>" for line in self.lines)
        return (
            f'<div role="status" style="border-left:4px solid {COLOURS[self.status]};'
            'padding:0.3em 0.8em;max-width:46em;line-height:1.5">'
            f"<strong>{escape(self._headline)}</strong>{lines}</div>"
        )


def published(probes: Sequence[Probe], outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    """Round what an answer returned, so that every machine publishes the same.

    Parameters
    ----------
    probes, outcomes : sequences of the same length

    Returns
    -------
    list of dict
        For each probe its words (`probe`), the arguments written into (`changed`), the
        `tolerance` to compare with, and either `error` (a class name) or `value`: numbers in
        nested lists, rounded to 6 decimals, or to 4 where float32 takes part (tolerance 1e-4);
        nan and infinities as strings; null for None; a dict as `entries`. `unlike` names the type of what is no
        number.

    Examples
    --------
    >>> published([Probe("one", {"x": 1.0})], [Outcome(np.array([1 / 3, np.inf]))])
    [{'probe': 'one', 'changed': [], 'tolerance': 1e-05, 'value': [0.333333, 'inf']}]
    """
    return [_published(probe, outcome) for probe, outcome in zip(probes, outcomes, strict=True)]


def _published(probe: Probe, outcome: Outcome) -> dict[str, Any]:
    tolerance = tolerance_for(probe, outcome.value)
    entry = {"probe": probe.shows, "changed": list(outcome.changed), "tolerance": tolerance}
    if outcome.error is not None:
        return {**entry, "error": type(outcome.error).__name__}
    decimals = 6 if tolerance == TOLERANCE else 4
    return {**entry, "value": _plain(outcome.value, decimals)}


def _plain(value: Any, decimals: int) -> Any:
    if value is None:
        return None
    if isinstance(value, dict):
        return {"entries": {str(key): _plain(part, decimals) for key, part in value.items()}}
    numbers = as_numbers(value)
    if numbers is not None and not (isinstance(value, tuple) and numbers.ndim > 1):
        return _rounded(numbers, decimals)
    if isinstance(value, tuple | list):
        return [_plain(part, decimals) for part in value]
    return {"unlike": type(value).__name__}


def _rounded(numbers: Any, decimals: int) -> Any:
    if numbers.ndim:
        return [_rounded(part, decimals) for part in numbers]
    if numbers.dtype.kind != "f":
        return numbers.item()
    if numbers.dtype == np.float16:
        return {"unlike": "float16"}
    number = float(numbers)
    return round(number, decimals) + 0.0 if np.isfinite(number) else str(number)
