"""Numbers in words: what a picture shows, as text to read aloud and to compare."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

UNSEEN = (
    # Without the margin, the output would be one pixel higher, and would scroll.
    "position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);"
    "white-space:nowrap"
)


RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, repr=False)
class Words:
    """A sentence that is shown in place of a picture. Made by `words`."""

    sentence: str

    def __repr__(self) -> str:
        return self.sentence

    def _repr_html_(self) -> str:
        return paragraph(self.sentence)


def words(text: str) -> Words:
    """Show a sentence as a picture of its own.

    Parameters
    ----------
    text : str
        Plain text, for instance a measured result; markup is not interpreted.

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
    """Put plain text into an HTML paragraph with the same margins in widgets as elsewhere."""
    return f'<p style="margin:0;line-height:1.5">{escape(text)}</p>'


def unseen(text: str) -> str:
    """Put plain text into an HTML paragraph for screen readers, below a picture that shows it.

    If styles are stripped, as on GitHub, everybody sees it.

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
    """Write a number with three significant digits, but always all digits before the point.

    >>> short(0.46831), short(20480.3), short(-0.0)
    ('0.468', '20480', '0')
    >>> short(999.7), short(0.000087), short(6.1e-7)
    ('1000', '0.000087', '6.1·10⁻⁷')
    """
    number = float(value) + 0.0
    if abs(number) >= 999.5:
        return f"{number:.0f}"
    digits, _, power = f"{number:.3g}".partition("e")
    if not power:
        return digits
    if int(power) >= -6:
        return f"{number:.{2 - int(power)}f}".rstrip("0")
    return f"{digits}·10{str(int(power)).translate(RAISED)}".removeprefix("1·")


def counted(number: int, noun: str) -> str:
    """Say how many there are.

    >>> counted(1, "bar"), counted(2, "bar")
    ('1 bar', '2 bars')
    """
    return f"{number} {noun}{'s' * (number != 1)}"


def join(parts: Sequence[str]) -> str:
    """Join texts into a list, as in a sentence.

    >>> join(["scores", "weights", "output"])
    'scores, weights and output'
    """
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
