"""A word after each part of a network: small bars side by side, and what each part changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats
from course.lessons.mixture import share, zero_line
from course.views.drawing import COLOURED, FULL_WIDTH, PAGE, ROW, TABLE, Drawing, header
from course.views.limits import Limits, checked
from course.views.matrix import labels_of
from course.views.sentence import fixed, join

HIGH = 16  # pixels, like all lengths here
KEPT = "#767676"
GAINED = "#0072b2"
LOST = f"repeating-linear-gradient(135deg,{KEPT} 0 1px,transparent 1px 5px)"


@dataclass(frozen=True)
class _Stages:
    """The data of the picture.

    Attributes
    ----------
    values : (stages, d)
        Rounded, as they are shown.
    names, labels : tuples of str
    title : str
    limits : (low, high)
    decimals : int
    """

    values: Floats
    names: tuple[str, ...]
    labels: tuple[str, ...]
    title: str
    limits: Limits
    decimals: int

    def text(self, value: float) -> str:
        return fixed(value, self.decimals)

    def changes(self, stage: int) -> Floats:
        """What this stage changes, (d,); the first one changes nothing."""
        before = self.values[max(stage - 1, 0)]
        changes: Floats = (self.values[stage] - before).round(self.decimals)
        return changes


def stages(
    after: Mapping[str, ArrayLike],
    labels: Sequence[object],
    *,
    title: str,
    limits: Limits | None = None,
    decimals: int = 2,
) -> Drawing:
    """Draw a word after each part of a network: a column of bars for each part.

    What a part has changed is marked: the number gets an arrow and bold letters, what is new in a
    bar is blue, and what is gone is hatched.

    Parameters
    ----------
    after : dict of str to (d,)
        For each part, in order, the features of the word behind it, or the probabilities of what
        comes next.
    labels : sequence of d labels
        The features, or the guesses.
    title : str
    limits : (low, high), optional
        The range of the bars. Set it if a slider moves them.
    decimals : int

    Returns
    -------
    Drawing
        As wide as the page, at most 920 pixels. Its height depends on the labels alone.

    Raises
    ------
    ValueError
        If there is no part, the numbers of a part do not fit the labels, or `limits` does not go
        from low to high.
    TypeError
        If the values are not real numbers.

    Examples
    --------
    >>> stages({"embedding": [1, 0], "attention": [1, 0.8]}, ["stands for", "being"], title="it")
    it: embedding: stands for 1.00, being 0.00; attention: being from 0.00 to 0.80.
    >>> stages({"layer 1": [0.5, 0.5], "layer 2": [0.5, 0.5]}, ["purred", "frayed"], title="Next")
    Next: layer 1: purred 0.50, frayed 0.50; layer 2: no change.
    """
    rows = [as_floats(values, name) for name, values in after.items()]
    _check(rows, list(after), len(labels))
    values = np.stack(rows)
    reach = _reach(values) if limits is None else checked(limits, "limits")
    names = labels_of(labels, values.shape[1], "labels")
    drawn = _Stages(values.round(decimals), tuple(after), names, title, reach, decimals)
    return Drawing(_html(drawn), _sentence(drawn))


def _check(rows: list[Floats], names: list[str], labels: int) -> None:
    if not rows or not labels:
        raise ValueError(
            f"stages: a part and a label are needed, but there are {len(rows)} parts and {labels} "
            "labels. Is the dictionary empty?"
        )
    for name, values in zip(names, rows, strict=True):
        if values.shape != (labels,):
            raise ValueError(
                f"stages: after {name!r}, one number for each of the {labels} labels is needed, but "
                f"the shape is {values.shape}. Is it a matrix where the row of one word was meant?"
            )


def _reach(values: Floats) -> Limits:
    low, high = min(float(values.min()), 0.0), max(float(values.max()), 0.0)
    return (low, high) if low < high else (0.0, 1.0)


def _sentence(drawn: _Stages) -> str:
    told = [f"{drawn.names[0]}: {_first(drawn)}"]
    told += [
        f"{name}: {_changed(drawn, stage)}" for stage, name in enumerate(drawn.names) if stage > 0
    ]
    return f"{drawn.title}: {'; '.join(told)}."


def _first(drawn: _Stages) -> str:
    pairs = zip(drawn.labels, drawn.values[0], strict=True)
    return ", ".join(f"{label} {drawn.text(value)}" for label, value in pairs)


def _changed(drawn: _Stages, stage: int) -> str:
    changed = np.flatnonzero(drawn.changes(stage))
    before, now = drawn.values[stage - 1], drawn.values[stage]
    told = [
        f"{drawn.labels[n]} from {drawn.text(before[n])} to {drawn.text(now[n])}" for n in changed
    ]
    return join(told) or "no change"


def _html(drawn: _Stages) -> str:
    style = f"{TABLE};table-layout:fixed;width:100%;min-width:{_least(drawn)}px"
    heads = "".join(
        header(name, "col", "text-align:left;vertical-align:bottom;overflow-wrap:anywhere")
        for name in drawn.names
    )
    above = f"{PAGE};caption-side:top;text-align:left;padding:0 0 4px"
    return "\n".join(
        [
            f'<div style="{PAGE};width:{FULL_WIDTH}px;max-width:100%">',
            f'<table style="{style}">',
            f'<caption style="{above}"><b>{escape(drawn.title)}</b></caption>',
            f"<thead><tr><td></td>{heads}</tr></thead>",
            "<tbody>",
            *(_row(drawn, place) for place in range(len(drawn.labels))),
            "</tbody></table>",
            "</div>",
        ]
    )


def _least(drawn: _Stages) -> int:
    return 76 * (len(drawn.names) + 1)


def _row(drawn: _Stages, place: int) -> str:
    name = header(drawn.labels[place], "row", "text-align:right;padding:3px 8px 3px 0")
    cells = (_cell(drawn, stage, place) for stage in range(len(drawn.names)))
    return f'<tr style="{ROW}">{name}{"".join(cells)}</tr>'


def _cell(drawn: _Stages, stage: int, place: int) -> str:
    value, change = drawn.values[stage, place], drawn.changes(stage)[place]
    arrow = "▲" if change > 0 else "▼" if change < 0 else ""
    weight = "bold" if change else "normal"
    said = f'<span aria-hidden="true" style="font-size:10px"> {arrow}</span>' if arrow else ""
    text = f'<span style="font-weight:{weight}">{drawn.text(value)}</span>{said}'
    style = f"{PAGE};padding:3px 8px;text-align:left;vertical-align:bottom;white-space:nowrap"
    return f'<td style="{style}">{text}{_bar(drawn, float(value - change), float(value))}</td>'


def _bar(drawn: _Stages, before: float, now: float) -> str:
    """Draw what stayed in grey, what is new in blue, and what is gone hatched."""
    kept = min(before, now, key=abs) if before * now > 0 else 0.0
    boxes = [
        _box(drawn, 0.0, kept, KEPT),
        _box(drawn, kept, now, GAINED),
        _box(drawn, kept, before, LOST),
    ]
    frame = f"position:relative;height:{HIGH}px;margin-top:1px;{COLOURED}"
    return (
        f'<div aria-hidden="true" style="{frame}">{"".join(boxes)}{zero_line(drawn.limits)}</div>'
    )


def _box(drawn: _Stages, start: float, end: float, fill: str) -> str:
    low, high = sorted((share(start, drawn.limits), share(end, drawn.limits)))
    style = (
        f"position:absolute;box-sizing:border-box;top:2px;bottom:2px;left:{low:.2f}%;"
        f"width:{high - low:.2f}%;background:{fill}"
    )
    edge = ";border:1px solid" if high > low else ""
    return f'<span style="{style}{edge}"></span>'
