"""Numbers in words: what a picture shows, said so that it can be read aloud and compared."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

UNSEEN = (
    # The margin keeps it from making the output one pixel higher, and so scroll.
    "position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);"
    "white-space:nowrap"
)


@dataclass(frozen=True, repr=False)
class Words:
    """A sentence shown where a picture could stand. Made by `words`."""

    sentence: str

    def __repr__(self) -> str:
        return self.sentence

    def _repr_html_(self) -> str:
        return paragraph(self.sentence)


def words(text: str) -> Words:
    """Show a measured sentence as a picture of its own.

    Parameters
    ----------
    text : str
        What was measured, in words. It is shown as it is: no markup.

    Returns
    -------
    Words
        Its repr is the text.

    Examples
    --------
    >>> words("The largest weight is 0.47.")
    The largest weight is 0.47.
    """
    return Words(text)


def paragraph(text: str) -> str:
    """Put plain text into an HTML paragraph, as tight in a widget as elsewhere."""
    return f'<p style="margin:0;line-height:1.5">{escape(text)}</p>'


def unseen(text: str) -> str:
    """Put plain text into an HTML paragraph for screen readers, below a picture that shows it.

    Where styles are stripped, as on GitHub, everybody reads it.

    >>> unseen("2 < 3").partition(">")[2]
    '2 &lt; 3</p>'
    """
    return f'<p style="{UNSEEN}">{escape(text)}</p>'


def fixed(value: float, decimals: int) -> str:
    """Write a number with fixed decimals, never as "-0.00".

    >>> fixed(-0.001, 2), fixed(float("-inf"), 2)
    ('0.00', '-inf')
    """
    return f"{round(float(value), decimals) + 0.0:.{decimals}f}"


def short(value: float) -> str:
    """Write a number with three significant digits, or all digits before the point.

    >>> short(0.46831), short(20480.3), short(-0.0)
    ('0.468', '20480', '0')
    """
    number = float(value) + 0.0
    return f"{number:.0f}" if abs(number) >= 1000 else f"{number:.3g}"


def join(parts: Sequence[str]) -> str:
    """List things in a sentence.

    >>> join(["scores", "weights", "output"])
    'scores, weights and output'
    """
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
