"""Bars as an HTML table: each is a box of the right width, after its name and its number."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats
from course.views.colours import LINES
from course.views.drawing import PAGE, Drawing, header, plain_cell, table, told_apart
from course.views.limits import Limits, checked
from course.views.sentence import counted, fixed, short

# All lengths are in pixels. Bars shrink with the page, but stay this long.
SHORTEST, HIGH, WIDEST = 24, 14, 920
LETTER, PADDING = 9, 8
MOST_NAMED = 6
POSITIVE, NEGATIVE = (f"var(--attnlib-line{number},{LINES[number]})" for number in (0, 1))
RULE = "border-left:1px solid var(--jp-border-color1,#bdbdbd)"
# A slanted gap near the far end: the bar goes on beyond the scale.
BREAK = (
    "clip-path:polygon(0 0,calc(100% - 16px) 0,calc(100% - 21px) 100%,calc(100% - 15px) 100%,"
    "calc(100% - 10px) 0,100% 0,100% 100%,0 100%)"
)
WHOLE = "clip-path:none"


@dataclass(frozen=True)
class _Scale:
    """The axis that all bars share: where a value lies on it, and how its number is written."""

    limits: Limits

    def place(self, value: float) -> float:
        """Find how far along the axis a value lies, in percent."""
        low, high = self.limits
        share = (value - low) / (high - low)
        return round(100 * min(max(share, 0.0), 1.0), 1)

    def ends_before(self, value: float) -> bool:
        low, high = self.limits
        return value < low or value > high

    @property
    def decimals(self) -> int:
        """Enough for three digits at the far end, as in a sentence."""
        return max(0, 2 - int(np.floor(np.log10(np.abs(self.limits).max()))))

    @property
    def room(self) -> int:
        return max(len(fixed(end, self.decimals)) for end in self.limits)


def bars(
    values: ArrayLike,
    labels: Sequence[object],
    *,
    title: str,
    ylabel: str,
    ylim: Limits | None = None,
    groups: Sequence[object] | None = None,
) -> Drawing:
    """Draw one bar for each value, from left to right, negative ones to the left of zero.

    Parameters
    ----------
    values : (n,), or (n, m) with groups
    labels : sequence of n labels
        One per row. A label may repeat.
    title, ylabel : str
        `ylabel` says what the values are.
    ylim : (low, high), optional
        Set this if two pictures are to be compared, or if a slider moves the bars: the numbers then
        keep their decimals, and the rows stay in place. A bar that would be longer has a break
        near its end.
    groups : sequence of m labels, optional
        One column of bars for each group, for instance for each head.

    Returns
    -------
    Drawing

    Raises
    ------
    ValueError
        If there is not one label for each value, or `ylim` does not go from low to high.

    Examples
    --------
    >>> bars([0.75, 0.25], ["cat", "mat"], title="Weights of sat", ylabel="weight")
    Weights of sat: highest 0.75 for cat, lowest 0.25 for mat, 2 bars.
    >>> bars([0.2, 0.6, 0.2], ["a", "cat", "mat"], title="Weights", ylabel="weight")
    Weights: highest 0.6 for cat, lowest 0.2 for a and 1 more, 3 bars.
    >>> heads = [[0.75, 0.5], [0.25, 0.5]]
    >>> bars(heads, ["cat", "mat"], title="sat", ylabel="weight", groups=["head 0", "head 1"])
    sat: highest in 2 groups of 2 bars: head 0: 0.75 for cat; head 1: all alike at 0.5.
    """
    lengths, texts = as_floats(values, "values"), [str(label) for label in labels]
    if groups is None:
        _check_one_group(lengths, texts)
        html = _html(lengths[:, None], texts, [ylabel], title, ylim)
        return Drawing(html, f"{title}: {_extremes(lengths, texts)}.")
    names = [str(group) for group in groups]
    _check_groups(lengths, texts, names)
    html = _html(lengths, texts, names, f"{title} ({ylabel})", ylim)
    return Drawing(html, f"{title}: {_highest_of_each(lengths, texts, names)}.")


def _check_one_group(lengths: Floats, texts: list[str]) -> None:
    if lengths.shape != (len(texts),) or not texts:
        raise ValueError(
            f"bars: one label for each value is needed, but values are {lengths.shape} and there "
            f"are {len(texts)} labels. Is it a matrix where one row was meant (try values[0])?"
        )


def _check_groups(lengths: Floats, texts: list[str], names: list[str]) -> None:
    if lengths.shape != (len(texts), len(names)) or not lengths.size:
        raise ValueError(
            "bars: a row for each label and a column for each group is needed, but values are "
            f"{lengths.shape} for {len(texts)} labels and {len(names)} groups. "
            "Is it transposed (try values.T)?"
        )


def _extremes(lengths: Floats, texts: list[str]) -> str:
    high, low = (_end(lengths, texts, int(place)) for place in (lengths.argmax(), lengths.argmin()))
    ends = high if high == low else f"highest {high}, lowest {low}"
    return f"{ends}, {counted(len(texts), 'bar')}"


def _end(lengths: Floats, texts: list[str], place: int) -> str:
    """Give the length of a bar and its label, and say how many others look as long."""
    shown = [short(length) for length in lengths]
    ties = shown.count(shown[place])
    if ties == len(texts) > 1:
        return f"all alike at {shown[place]}"
    more = f" and {ties - 1} more" if ties > 1 else ""
    return f"{shown[place]} for {told_apart(texts, place)}{more}"


def _highest_of_each(lengths: Floats, texts: list[str], names: list[str]) -> str:
    tops = [
        f"{name}: {_end(column, texts, int(column.argmax()))}"
        for name, column in zip(names, lengths.T, strict=True)
    ]
    more = [f"so on in {len(tops) - MOST_NAMED} more"] if len(tops) > MOST_NAMED else []
    count = f"{counted(len(names), 'group')} of {counted(len(texts), 'bar')}"
    return f"highest in {count}: {'; '.join(tops[:MOST_NAMED] + more)}"


def _html(
    lengths: Floats, texts: list[str], names: list[str], about: str, ylim: Limits | None
) -> str:
    scale = _Scale(_limits(lengths, ylim))
    labels = LETTER * max(map(len, texts)) + 2 * PADDING
    wide = f"width:{(WIDEST - labels) // len(names)}px"
    # Without a rule, a number could be read as belonging to the next bar.
    rule = RULE if len(names) > 1 else ""
    heads = [header(name, "col", f"{wide};text-align:left;{rule}") for name in names]
    rows = [
        [
            header(text, "row", f"padding:0 {PADDING}px;white-space:nowrap"),
            *(_cell(value, scale, rule) for value in row),
        ]
        for text, row in zip(texts, lengths, strict=True)
    ]
    return table(about, [plain_cell(""), *heads], rows)


def _limits(lengths: Floats, ylim: Limits | None) -> Limits:
    if ylim is not None:
        return checked(ylim, "ylim")
    finite = lengths[np.isfinite(lengths)]
    ends = float(finite.min(initial=0)), float(finite.max(initial=0))
    return ends if any(ends) else (0.0, 1.0)


def _cell(value: float, scale: _Scale, rule: str) -> str:
    text = fixed(value, scale.decimals)
    number = f"min-width:{scale.room}ch;text-align:right"
    return (
        f'<td style="{PAGE};padding:0 {PADDING}px;white-space:nowrap;text-align:left;{rule}">'
        f'<div style="display:flex;align-items:center;gap:10px"><span style="{number}">{text}</span>'
        f"{_bar(float(text), scale)}</div></td>"
    )


def _bar(value: float, scale: _Scale) -> str:
    """Draw a box from zero to the value; the borders at zero form the zero line."""
    zero = scale.place(0)
    end = zero if np.isnan(value) else scale.place(value)
    side, colour, turn = ("right", NEGATIVE, -1) if end < zero else ("left", POSITIVE, 1)
    box = (
        f"margin-left:{min(zero, end):g}%;width:{abs(end - zero):.1f}%;padding:4px 0;"
        f"border-{side}:1px solid;box-sizing:border-box"
    )
    # High contrast mode removes backgrounds, and keeps borders.
    bar = f"border-top:{HIGH}px solid {colour};transform:scaleX({turn})"
    cut = BREAK if scale.ends_before(value) else WHOLE
    frame = f"flex:1;min-width:{SHORTEST}px"
    return f'<div style="{frame}"><div style="{box}"><div style="{bar};{cut}"></div></div></div>'
