"""One word before and after attention: which word each of its new features comes from."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats
from attnlib.view.colours import LINES
from attnlib.view.drawing import PAGE, PAGE_WIDTH, TABLE, Drawing, header, plain_cell, told_apart
from attnlib.view.limits import Limits, checked
from attnlib.view.matrix import labels_of
from attnlib.view.sentence import fixed, join

SMALL = 0.03  # of all parts of a feature; smaller ones are drawn as one
MOST_NAMED = 3
OTHERS = "others"
HIGH = 22  # pixels
# White on a colour. There is no common multiple of colours and patterns below 42 words.
PATTERNS = (
    "{0}",
    "repeating-linear-gradient(45deg,{0} 0 5px,#fff 5px 7px)",
    "radial-gradient(#fff 1.6px,transparent 2.1px) 0 0/7px 7px,{0}",
    "repeating-linear-gradient(135deg,{0} 0 3px,#fff 3px 7px)",
    "repeating-linear-gradient(90deg,{0} 0 5px,#fff 5px 7px)",
    "linear-gradient(#fff 1.5px,transparent 2px) 0 0/7px 7px,"
    "linear-gradient(90deg,#fff 1.5px,transparent 2px) 0 0/7px 7px,{0}",
    "repeating-linear-gradient(0deg,{0} 0 3px,#fff 3px 6px)",
)
FILLED = "box-sizing:border-box;border:1px solid;print-color-adjust:exact;forced-color-adjust:none"


@dataclass(frozen=True)
class _Mixture:
    """What is drawn.

    Attributes
    ----------
    word : str
    before, after : (d,)
    parts : (n, d)
        What each word adds to each feature; the sum over words is `after`.
    sources, features : tuple of n and of d str
    limits : (low, high)
    decimals : int
    """

    word: str
    before: Floats
    after: Floats
    parts: Floats
    sources: tuple[str, ...]
    features: tuple[str, ...]
    limits: Limits
    decimals: int

    def text(self, value: float) -> str:
        return fixed(value, self.decimals)


def mixture(
    before: ArrayLike,
    after: ArrayLike,
    weights: ArrayLike,
    values: ArrayLike,
    *,
    tokens: Sequence[object],
    features: Sequence[object],
    word: object,
    limits: Limits | None = None,
    decimals: int = 2,
) -> Drawing:
    """Draw a word before and after attention, feature by feature, and what each word adds to it.

    The parts of a feature lie end to end, those below zero to the left. Parts of less than 3 % of a
    feature are drawn as one, "others". A line marks the value after attention, a dashed one the
    value before.

    Parameters
    ----------
    before : (d,)
        The word's vector.
    after : (d,)
        Its output of attention, `weights @ values`.
    weights : (n,)
        What the word gives to each token.
    values : (n, d)
    tokens, features : sequences of n and of d labels
        A token may repeat.
    word : object
        What the word is called.
    limits : (low, high), optional
        What the bars reach from and to. Fix it where a slider moves the parts.
    decimals : int

    Returns
    -------
    Drawing
        As wide as the page, at most 840 pixels.

    Raises
    ------
    ValueError
        If shapes do not fit together, `after` is not `weights @ values`, there are too few labels,
        or `limits` does not go from low to high.
    TypeError
        If the values are not real numbers.

    Examples
    --------
    >>> values = [[0.0, 1.0], [1.0, 0.0]]
    >>> mixture([0, 0], [0.25, 0.75], [0.75, 0.25], values, tokens=["cat", "mat"],
    ...         features=["thing", "being"], word="it")
    it: being 0.00 -> 0.75, most of it from cat (0.75); thing 0.00 -> 0.25, most of it from mat (0.25).
    """
    old, new = as_floats(before, "before"), as_floats(after, "after")
    parts = _parts(as_floats(weights, "weights"), as_floats(values, "values", 2))
    _check(old, new, parts)
    labels = labels_of(tokens, len(parts), "tokens"), labels_of(features, new.size, "features")
    reach = _reach(old, new, parts) if limits is None else checked(limits, "limits")
    mixed = _Mixture(str(word), old, new, parts, *labels, reach, decimals)
    return Drawing(_html(mixed), _sentence(mixed))


def filling(place: int) -> str:
    """Give the word at a place its colour and pattern: a CSS background.

    >>> filling(0), filling(6)
    ('#0072b2', 'repeating-linear-gradient(0deg,#0072b2 0 3px,#fff 3px 6px)')
    """
    return PATTERNS[place % len(PATTERNS)].format(LINES[place % len(LINES)])


def swatch(background: str) -> str:
    """Draw the small box that says in a label which colour and pattern are a word's."""
    style = f"display:inline-block;width:18px;height:12px;{FILLED};background:{background}"
    return f'<span style="{style}"></span>'


def segment(background: str, start: float, end: float, limits: Limits, inside: str = "") -> str:
    """Draw a box from one value to another, in a place that reaches from `limits` to `limits`.

    What is `inside` has to fit: it wraps to a second line otherwise, which is not seen.
    """
    low, high = sorted((share(start, limits), share(end, limits)))
    show = "flex" if high > low else "none"
    style = (
        f"position:absolute;top:0;left:{low:.2f}%;width:{high - low:.2f}%;height:100%;{FILLED};"
        f"background:{background};display:{show};flex-wrap:wrap;justify-content:center;"
        "overflow:hidden"
    )
    return f'<span style="{style}">{inside}</span>'


def share(value: float, limits: Limits) -> float:
    """Find how far along the limits a value lies, in percent from 0 to 100.

    >>> share(0.0, (-1.0, 1.0)), share(7.0, (0.0, 1.0))
    (50.0, 100.0)
    """
    low, high = limits
    return float(np.clip((value - low) / (high - low), 0, 1) * 100)


def mark(value: float, limits: Limits, style: str) -> str:
    """Draw an upright line at a value."""
    place = f"position:absolute;left:{share(value, limits):.2f}%"
    return f'<span style="{place};border-left:{style}"></span>'


def _parts(shares: Floats, values: Floats) -> Floats:
    if shares.ndim != 1 or values.ndim != 2 or len(shares) != len(values):
        raise ValueError(
            "mixture: a weight for each row of values is needed, (n,) and (n, d), but weights are "
            f"{shares.shape} and values {values.shape}. Is it a matrix where one row was meant "
            "(try weights[query])?"
        )
    return shares[:, None] * values


def _check(old: Floats, new: Floats, parts: Floats) -> None:
    if not parts.size or old.shape != parts.shape[1:] or new.shape != parts.shape[1:]:
        raise ValueError(
            f"mixture: before and after need one number for each of the {parts.shape[1]} features "
            f"of values, but before is {old.shape} and after {new.shape}. "
            "Is it a matrix where one row was meant (try X[query] and output[query])?"
        )
    if not np.allclose(parts.sum(axis=0), new, rtol=1e-4, atol=1e-5):
        wrong = int(np.abs(parts.sum(axis=0) - new).argmax())
        raise ValueError(
            f"after: it has to be weights @ values, but feature {wrong} is {new[wrong]:.3g} and "
            f"its parts sum to {parts[:, wrong].sum():.3g}. Is it the row of another word?"
        )


def _reach(old: Floats, new: Floats, parts: Floats) -> Limits:
    low = min(parts.clip(max=0).sum(axis=0).min(), old.min(), new.min(), 0.0)
    high = max(parts.clip(min=0).sum(axis=0).max(), old.max(), new.max(), 0.0)
    return (float(low), float(high)) if low < high else (0.0, 1.0)


def _sentence(mixed: _Mixture) -> str:
    changes = np.abs(mixed.after - mixed.before).round(mixed.decimals)
    largest = [int(place) for place in np.argsort(-changes, kind="stable") if changes[place] > 0]
    told = [_change(mixed, place) for place in largest[:MOST_NAMED]]
    more = len(largest) - MOST_NAMED
    told += [f"{more} more {'change' if more > 1 else 'changes'} less"] if more > 0 else []
    return f"{mixed.word}: {'; '.join(told) or 'no feature changes'}."


def _change(mixed: _Mixture, feature: int) -> str:
    new, parts = mixed.after[feature], mixed.parts[:, feature]
    values = f"{mixed.text(mixed.before[feature])} -> {mixed.text(new)}"
    source = int(np.abs(parts).argmax())
    said = mixed.text(parts[source])
    if float(said) == 0:
        return f"{mixed.features[feature]} {values}"
    amount = "most of it" if 2 * parts[source] / new > 1 else "the largest part"
    return (
        f"{mixed.features[feature]} {values}, {amount} from "
        f"{told_apart(mixed.sources, source)} ({said})"
    )


def _html(mixed: _Mixture) -> str:
    about = f"{mixed.word} before and after attention, and what each word adds"
    cells = [header(text, "col", "padding:4px 6px") for text in ("before", "after")]
    adds = header("weight × value, word by word", "col", "text-align:left;padding:4px 0")  # noqa: RUF001
    rows = [f"<tr>{_row(mixed, place)}</tr>" for place in range(len(mixed.features))]
    style = f"{TABLE};width:100%;max-width:{PAGE_WIDTH}px"
    above = f"{PAGE};caption-side:top;text-align:left;padding:4px 0"
    return "\n".join(
        [
            f'<div style="{PAGE}">',
            f'<table style="{style}">',
            f'<caption style="{above}">{escape(about)}</caption>',
            f"<thead><tr>{plain_cell('')}{''.join(cells)}{adds}</tr></thead>",
            "<tbody>",
            *rows,
            "</tbody></table>",
            _legend(mixed),
            "</div>",
        ]
    )


def _row(mixed: _Mixture, feature: int) -> str:
    values = (mixed.before[feature], mixed.after[feature])
    room = max(len(mixed.text(end)) for end in mixed.limits)
    width = f"min-width:{room}ch;padding:4px 6px"
    numbers = "".join(plain_cell(mixed.text(value), width) for value in values)
    name = header(mixed.features[feature], "row", "padding:4px 6px 4px 0;white-space:nowrap")
    return f'{name}{numbers}<td style="{PAGE};padding:4px 0;width:99%">{_bar(mixed, feature)}</td>'


def _bar(mixed: _Mixture, feature: int) -> str:
    """Lay the parts of a feature end to end; the same elements whatever the parts are."""
    parts, limits = mixed.parts[:, feature], mixed.limits
    small = np.abs(parts) < SMALL * np.abs(parts).sum()
    below = _stack(mixed, np.where(small, 0, parts.clip(max=0)), parts[small].clip(max=0).sum())
    over = _stack(mixed, np.where(small, 0, parts.clip(min=0)), parts[small].clip(min=0).sum())
    marks = [
        mark(0, limits, "1px solid;top:-4px;bottom:-4px"),
        mark(mixed.before[feature], limits, "2px dashed;top:-4px;bottom:-4px;margin-left:-1px"),
        mark(mixed.after[feature], limits, "4px solid;top:-4px;bottom:-4px;margin-left:-2px"),
    ]
    frame = f"position:relative;height:{HIGH}px;margin:0 4px;font-size:12px"
    said = f'role="img" aria-label="{escape(_said(mixed, parts))}"'
    return f'<div {said} style="{frame}">{below}{over}{"".join(marks)}</div>'


def _stack(mixed: _Mixture, parts: Floats, others: float) -> str:
    sizes = [*parts, others]
    ends = np.cumsum(sizes)
    fills = [*map(filling, range(len(parts))), "transparent"]
    return "".join(
        segment(fill, end - size, end, mixed.limits, _label(name))
        for fill, end, size, name in zip(fills, ends, sizes, (*mixed.sources, OTHERS), strict=True)
    )


def _label(text: str) -> str:
    """Write a label on a ground of its own; a strut as high as the box wraps it where it is long."""
    ground = "align-self:center;padding:0 3px;line-height:16px;background:#fff;color:#000"
    return (
        '<span style="height:100%;width:0"></span>'
        f'<span style="{ground};white-space:nowrap">{escape(text)}</span>'
    )


def _said(mixed: _Mixture, parts: Floats) -> str:
    order = [int(place) for place in np.argsort(-np.abs(parts), kind="stable")]
    told = [
        f"{mixed.text(parts[place])} from {told_apart(mixed.sources, place)}"
        for place in order
        if float(mixed.text(parts[place])) != 0
    ]
    return join(told) or "nothing from any word"


def _legend(mixed: _Mixture) -> str:
    places = range(len(mixed.sources))
    words = [(swatch(filling(place)), told_apart(mixed.sources, place)) for place in places]
    lines = [
        (_stroke("2px dashed"), "before"),
        (_stroke("4px solid"), "after"),
        (swatch("transparent"), f"{OTHERS} (each less than {SMALL:.0%})"),
    ]
    items = "".join(
        f'<span style="white-space:nowrap">{sign} {escape(text)}</span>'
        for sign, text in words + lines
    )
    style = f"{PAGE};display:flex;flex-wrap:wrap;gap:2px 14px;margin:4px 0;font-size:12px"
    return f'<div style="{style}">{items}</div>'


def _stroke(style: str) -> str:
    return (
        f'<span style="display:inline-block;height:14px;vertical-align:middle;border-left:{style}">'
        "</span>"
    )
