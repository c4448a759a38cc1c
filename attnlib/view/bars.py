"""Bars as an HTML table: a box of the right width for the eye, its number for everyone."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats
from attnlib.view.colours import LINES
from attnlib.view.drawing import PAGE, TABLE, Drawing, caption, header, plain_cell
from attnlib.view.sentence import fixed, join, short

PAGE_WIDTH = 800  # in pixels, shared by the columns of bars
MOST_NAMED = 6
POSITIVE, NEGATIVE = LINES[:2]


@dataclass(frozen=True)
class _Scale:
    """Where a value lies on the axis that all bars share, and how its number is written."""

    low: float
    high: float
    width: int

    def place(self, value: float) -> int:
        share = (value - self.low) / (self.high - self.low)
        return round(min(max(share, 0.0), 1.0) * self.width)

    @property
    def decimals(self) -> int:
        """Three digits at the far end, as in a sentence."""
        return max(0, 2 - int(np.floor(np.log10(max(abs(self.low), abs(self.high))))))

    @property
    def room(self) -> int:
        return max(len(fixed(end, self.decimals)) for end in (self.low, self.high))


def bars(
    values: ArrayLike,
    labels: Sequence[object],
    *,
    title: str,
    ylabel: str,
    ylim: tuple[float, float] | None = None,
    groups: Sequence[object] | None = None,
) -> Drawing:
    """Draw one bar for each value, from left to right, negative ones to the left of zero.

    Parameters
    ----------
    values : (n,), or (n, m) with groups
    labels : sequence of n labels
        A row each. A label may repeat.
    title, ylabel : str
        ylabel is what the values are.
    ylim : (low, high), optional
        Fix it where two pictures are compared, or a slider moves the bars: the numbers then
        keep their decimals and the rows their places. A bar ends where the limits do.
    groups : sequence of m labels, optional
        A column of bars each, for instance one for each head.

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
    >>> heads = [[0.75, 0.5], [0.25, 0.5]]
    >>> bars(heads, ["cat", "mat"], title="sat", ylabel="weight", groups=["head 0", "head 1"])
    sat: highest in head 0 for cat (0.75) and in head 1 for cat (0.5), 2 bars in each of 2 groups.
    """
    lengths, texts = as_floats(values, "values"), [str(label) for label in labels]
    if groups is None:
        _check_one_group(lengths, texts)
        scale = _scale(lengths, ylim, 1)
        html = _html(lengths[:, None], texts, [ylabel], title, scale)
        return Drawing(html, f"{title}: {_extremes(lengths, texts)}.")
    names = [str(group) for group in groups]
    _check_groups(lengths, texts, names)
    html = _html(lengths, texts, names, f"{title} ({ylabel})", _scale(lengths, ylim, len(names)))
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


def _scale(lengths: Floats, ylim: tuple[float, float] | None, columns: int) -> _Scale:
    finite = lengths[np.isfinite(lengths)]
    ends = float(finite.min(initial=0)), float(finite.max(initial=0))
    low, high = ylim or (ends if any(ends) else (0.0, 1.0))
    if not low < high:
        raise ValueError(
            f"ylim: two limits are needed, the lower first, but they are {low} and {high}. "
            "Are they exchanged?"
        )
    numbers = 60  # beside each bar
    return _Scale(low, high, min(max(PAGE_WIDTH // columns - numbers, 36), 300))


def _extremes(lengths: Floats, texts: list[str]) -> str:
    high, low = int(lengths.argmax()), int(lengths.argmin())
    highest = f"highest {short(lengths[high])} for {texts[high]}"
    return f"{highest}, lowest {short(lengths[low])} for {texts[low]}, {len(texts)} bars"


def _highest_of_each(lengths: Floats, texts: list[str], names: list[str]) -> str:
    tops = [
        f"in {name} for {texts[place]} ({short(lengths[place, column])})"
        for column, (name, place) in enumerate(zip(names, lengths.argmax(axis=0), strict=True))
    ]
    more = [f"so on in {len(tops) - MOST_NAMED} more"] if len(tops) > MOST_NAMED else []
    count = f"{len(texts)} bars in each of {len(names)} groups"
    return f"highest {join(tops[:MOST_NAMED] + more)}, {count}"


def _html(lengths: Floats, texts: list[str], names: list[str], title: str, scale: _Scale) -> str:
    heads = "".join(header(name, "col", "text-align:left") for name in names)
    rows = [
        header(text, "row", "padding:0 8px;white-space:nowrap")
        + "".join(_cell(value, scale) for value in row)
        for text, row in zip(texts, lengths, strict=True)
    ]
    return "\n".join(
        [
            f'<table style="{TABLE}">',
            caption(title),
            f"<thead><tr>{plain_cell('')}{heads}</tr></thead>",
            "<tbody>",
            *(f"<tr>{cells}</tr>" for cells in rows),
            "</tbody></table>",
        ]
    )


def _cell(value: float, scale: _Scale) -> str:
    text = fixed(value, scale.decimals)
    number = f"display:inline-block;min-width:{scale.room}ch;text-align:right"
    return (
        f'<td style="{PAGE};padding:0 8px;white-space:nowrap;text-align:left">'
        f'{_bar(float(text), scale)} <span style="{number}">{text}</span></td>'
    )


def _bar(value: float, scale: _Scale) -> str:
    """Draw a box from zero to the value; its border at zero is the zero line of all rows."""
    zero = scale.place(0)
    end = zero if np.isnan(value) else scale.place(value)
    side, colour = ("right", NEGATIVE) if end < zero else ("left", POSITIVE)
    box = (
        f"margin-left:{min(zero, end)}px;width:{abs(end - zero)}px;height:14px;padding:4px 0;"
        f"background:{colour} content-box;border-{side}:1px solid;forced-color-adjust:none"
    )
    frame = f"display:inline-block;vertical-align:middle;width:{scale.width + 1}px"
    return f'<div style="{frame}"><div style="{box}"></div></div>'
