"""A word after each part of a network: small bars side by side, and what each part changed."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats
from course.lessons.mixture import share, zero_line
from course.views.drawing import COLOURED, PAGE, Drawing, header, over_full_width, titled_table
from course.views.limits import Limits, limits_of
from course.views.sentence import fixed, join

HIGH = 16  # pixels, like all lengths here
KEPT = "#767676"
GAINED = "#0072b2"
LOST = f"repeating-linear-gradient(135deg,{KEPT} 0 1px,transparent 1px 5px)"


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
        comes next. A ValueError says which part does not fit the labels.
    labels : sequence of d labels
        The features, or the guesses.
    title : str
    limits : (low, high), optional
        The range of the bars. Set it if a slider moves them.
    decimals : int

    Examples
    --------
    >>> stages({"embedding": [1, 0], "attention": [1, 0.8]}, ["stands for", "being"], title="it")
    it: embedding: stands for 1.00, being 0.00; attention: being from 0.00 to 0.80.
    >>> stages({"layer 1": [0.5, 0.5], "layer 2": [0.5, 0.5]}, ["purred", "frayed"], title="Next")
    Next: layer 1: purred 0.50, frayed 0.50; layer 2: no change.
    """
    exact = np.stack([_row(values, name, len(labels)) for name, values in after.items()])
    limits, values = limits_of(exact, limits), exact.round(decimals)
    changes = np.diff(values, axis=0, prepend=values[:1]).round(decimals)
    rows = []
    for place, label in enumerate(labels):
        column = zip(values[:, place].tolist(), changes[:, place].tolist(), strict=True)
        cells = [_cell(value, change, limits, decimals) for value, change in column]
        rows.append([header(str(label), "row", "text-align:right;padding:3px 8px 3px 0"), *cells])
    named = "text-align:left;vertical-align:bottom;overflow-wrap:anywhere"
    table = titled_table(
        title,
        ["<td></td>", *(header(name, "col", named) for name in after)],
        rows,
        style=f"table-layout:fixed;width:100%;min-width:{76 * (len(after) + 1)}px",
        above="padding:0 0 4px",
    )
    texts = [[fixed(value, decimals) for value in row] for row in values]
    parts = zip(after, _in_words(texts, changes, labels), strict=True)
    sentence = "; ".join(f"{name}: {part}" for name, part in parts)
    return Drawing(over_full_width(table), f"{title}: {sentence}.")


def _row(values: ArrayLike, name: str, labels: int) -> Floats:
    row = as_floats(values, name)
    if row.shape != (labels,):
        raise ValueError(
            f"stages: after {name!r}, one number for each of the {labels} labels is needed, but "
            f"the shape is {row.shape}. Is it a matrix where the row of one word was meant?"
        )
    return row


def _in_words(texts: list[list[str]], changes: Floats, labels: Sequence[object]) -> Iterator[str]:
    """Say what the word is after the first part, and what each later part changes."""
    yield ", ".join(f"{label} {text}" for label, text in zip(labels, texts[0], strict=True))
    for (old, new), changed in zip(pairwise(texts), changes[1:], strict=True):
        moves = [f"{labels[n]} from {old[n]} to {new[n]}" for n in np.flatnonzero(changed).tolist()]
        yield join(moves) or "no change"


def _cell(value: float, change: float, limits: Limits, decimals: int) -> str:
    arrow = "▲" if change > 0 else "▼" if change < 0 else ""
    mark = f'<span aria-hidden="true" style="font-size:10px"> {arrow}</span>' if arrow else ""
    weight = "bold" if change else "normal"
    text = f'<span style="font-weight:{weight}">{fixed(value, decimals)}</span>{mark}'
    style = f"{PAGE};padding:3px 8px;text-align:left;vertical-align:bottom;white-space:nowrap"
    return f'<td style="{style}">{text}{_bar(value - change, value, limits)}</td>'


def _bar(before: float, now: float, limits: Limits) -> str:
    """Draw what stayed in grey, what is new in blue, and what is gone hatched."""
    kept = min(before, now, key=abs) if before * now > 0 else 0.0
    parts = ((0.0, kept, KEPT), (kept, now, GAINED), (kept, before, LOST))
    boxes = "".join(_box(*part, limits) for part in parts)
    frame = f"position:relative;height:{HIGH}px;margin-top:1px;{COLOURED}"
    return f'<div aria-hidden="true" style="{frame}">{boxes}{zero_line(limits)}</div>'


def _box(start: float, end: float, fill: str, limits: Limits) -> str:
    low, high = sorted((share(start, limits), share(end, limits)))
    style = (
        f"position:absolute;box-sizing:border-box;top:2px;bottom:2px;left:{low:.2f}%;"
        f"width:{high - low:.2f}%;background:{fill}"
    )
    return f'<span style="{style}{";border:1px solid" if high > low else ""}"></span>'
