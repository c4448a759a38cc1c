"""The result of a check: words and a symbol for people, typed data for machines."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

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
        The text below the headline.
    mistakes : tuple of str
        Slugs of catalogued mistakes; empty if nothing fits.
    values : list
        What the answer returned for each probe, rounded (see `comparison.published`).

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
        """Return the verdict as plain JSON, as defined by check-output.schema.json."""
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
        return as_html(self.status, self._headline, self.lines)


def as_html(status: str, headline: str, lines: Sequence[str]) -> str:
    """Put a headline and sentences into a box in the colour of a status."""
    below = "".join(f"<div>{escape(line)}</div>" for line in lines)
    return (
        f'<div role="status" style="border-left:4px solid {COLOURS[status]};'
        'padding:0.3em 0.8em;max-width:46em;line-height:1.5">'
        f"<strong>{escape(headline)}</strong>{below}</div>"
    )
