"""One word before and after attention: which words its new features come from."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Bools, Floats, as_arrays
from course.views.drawing import (
    COLOURED,
    PAGE,
    Drawing,
    header,
    over_full_width,
    plain_cell,
    titled_table,
    told_apart,
)
from course.views.limits import Limits, limits_of
from course.views.matrix import labels_of
from course.views.sentence import counted, fixed, join
from course.views.word_paints import paints

SMALL = 0.03  # share of all parts of a feature; smaller parts are drawn as one
MOST_NAMED = 3
OTHERS = "others"
HIGH = 20  # pixels, like all lengths here
DOT = 9
GAP = 3
AXES = {"before": "features", "after": "features", "weights": "words", "values": "words features"}
BOX = "box-sizing:border-box;border:1px solid"


class _Mixture(NamedTuple):
    """The data of the picture: `parts`, (n, d), is what each word adds to each feature."""

    word: str
    before: Floats
    after: Floats
    parts: Floats
    small: Bools  # which parts are drawn together
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

    The parts of a feature lie end to end, with negative parts to the left. Parts of less than 3 %
    of a feature are drawn together as "others". Above them, a line goes from the value before
    attention (a ring) to the value after attention (a dot).

    Parameters
    ----------
    before : (d,)
        The word's vector.
    after : (d,)
        The word's output of attention, `weights @ values`. A ValueError says if it is not.
    weights : (n,)
        How much weight the word gives to each token.
    values : (n, d)
    tokens, features : sequences of n and of d labels
        A token may repeat.
    word : object
        What the word is called.
    limits : (low, high), optional
        The range of the bars. Set it if a slider moves the parts.
    decimals : int

    Examples
    --------
    >>> values = [[0.0, 1.0], [1.0, 0.0]]
    >>> mixture([0, 0], [0.25, 0.75], [0.75, 0.25], values, tokens=["cat", "mat"],
    ...         features=["thing", "being"], word="it")
    it: being from 0.00 to 0.75, most of it from cat (0.75); thing from 0.00 to 0.25, most of it from mat (0.25).
    """
    before, after, weights, values = as_arrays(before, after, weights, values, **AXES)
    parts = weights[:, None] * values
    if not np.allclose(parts.sum(axis=0), after, rtol=1e-4, atol=1e-5):
        wrong = int(np.abs(parts.sum(axis=0) - after).argmax())
        raise ValueError(
            f"after: it has to be weights @ values, but feature {wrong} is {after[wrong]:.3g} and "
            f"its parts sum to {parts[:, wrong].sum():.3g}. Is it the row of another word?"
        )
    left, right = parts.clip(max=0).sum(axis=0), parts.clip(min=0).sum(axis=0)
    mixed = _Mixture(
        str(word),
        before,
        after,
        parts,
        np.abs(parts) < SMALL * np.abs(parts).sum(axis=0),
        labels_of(tokens, len(parts), "tokens"),
        labels_of(features, after.size, "features"),
        limits_of(np.stack([before, after, left, right]), limits),
        decimals,
    )
    return Drawing(_html(mixed), _sentence(mixed))


def swatch(background: str) -> str:
    """Draw the small box in a label that shows the colour and pattern of a word."""
    style = f"display:inline-block;width:18px;height:12px;{BOX};{COLOURED};background:{background}"
    return f'<span style="{style}"></span>'


def segment(background: str, start: float, end: float, limits: Limits, inside: str = "") -> str:
    """Draw a box from one value to another, in a frame that covers `limits`.

    Text `inside` the box must fit. Otherwise it wraps to a second line, which is not visible.
    """
    low, high = sorted((share(start, limits), share(end, limits)))
    style = (
        f"position:absolute;bottom:{GAP}px;left:{low:.2f}%;width:{high - low:.2f}%;height:{HIGH}px;"
        f"{BOX};background:{background};display:{'flex' if high > low else 'none'};"
        "flex-wrap:wrap;justify-content:center;overflow:hidden"
    )
    return f'<span style="{style}">{inside}</span>'


def zero_line(limits: Limits) -> str:
    """Draw a line from top to bottom of a frame, at zero."""
    style = f"position:absolute;top:0;bottom:0;left:{share(0, limits):.2f}%;border-left:1px solid"
    return f'<span style="{style}"></span>'


def share(value: float, limits: Limits) -> float:
    """Return where a value lies between the limits, in percent from 0 to 100.

    >>> share(0.0, (-1.0, 1.0)), share(7.0, (0.0, 1.0))
    (50.0, 100.0)
    """
    low, high = limits
    return float(np.clip((value - low) / (high - low), 0, 1) * 100)


def _sentence(mixed: _Mixture) -> str:
    """Say what changes: first the feature that grows most, then the largest changes."""
    sizes = np.abs(mixed.after - mixed.before).round(mixed.decimals)
    grown = np.abs(mixed.after) - np.abs(mixed.before)
    order = [int(place) for place in np.argsort(-sizes, kind="stable") if sizes[place] > 0]
    order.sort(key=lambda place: grown[place] <= 0 or place != grown.argmax())
    changes = [_change(mixed, place) for place in order[:MOST_NAMED]]
    if len(order) > MOST_NAMED:
        changes.append(counted(len(order) - MOST_NAMED, "more change"))
    return f"{mixed.word}: {'; '.join(changes) or 'no feature changes'}."


def _change(mixed: _Mixture, feature: int) -> str:
    old, new, parts = mixed.before[feature], mixed.after[feature], mixed.parts[:, feature]
    change = f"{mixed.features[feature]} from {mixed.text(old)} to {mixed.text(new)}"
    source = int(np.abs(parts).argmax())
    largest = mixed.text(parts[source])
    if float(largest) == 0:
        return change
    amount = "most of it" if 2 * parts[source] / new > 1 else "the largest part"
    name = told_apart(mixed.sources, source)
    return f"{change}, {amount} from {'itself' if name == mixed.word else name} ({largest})"


def _html(mixed: _Mixture) -> str:
    left = "text-align:left;padding:4px 12px"
    heads = [
        plain_cell(""),
        *(header(text, "col", "padding:4px 6px") for text in ("before", "after")),
        header("weight × value", "col", left),  # noqa: RUF001
    ]
    table = titled_table(
        f"{mixed.word} before and after attention, and what each word adds",
        heads,
        [_row(mixed, place) for place in range(len(mixed.features))],
        style="width:100%",
        above="padding:8px 0 4px",
    )
    return over_full_width(table, _legend(mixed))


def _row(mixed: _Mixture, feature: int) -> list[str]:
    room = max(len(mixed.text(end)) for end in mixed.limits)
    width = f"min-width:{room}ch;padding:4px 6px"
    return [
        header(mixed.features[feature], "row", "padding:4px 6px 4px 0;white-space:nowrap"),
        plain_cell(mixed.text(mixed.before[feature]), width),
        plain_cell(mixed.text(mixed.after[feature]), width),
        f'<td style="{PAGE};padding:0 8px;width:99%">{_bar(mixed, feature)}</td>',
    ]


def _bar(mixed: _Mixture, feature: int) -> str:
    """Lay the parts of a feature end to end, always with the same HTML elements."""
    parts, small = mixed.parts[:, feature], mixed.small[:, feature]
    others = parts[small].clip(max=0).sum(), parts[small].clip(min=0).sum()
    sizes = np.array([*np.where(small, 0, parts), *others])
    # Negative parts continue to the left, all others to the right.
    ends = np.where(sizes < 0, sizes.clip(max=0).cumsum(), sizes.clip(min=0).cumsum())
    fills = [*(paint.fill for paint in paints(mixed.sources)), "transparent", "transparent"]
    names = (*mixed.sources, OTHERS, OTHERS)
    boxes = (
        segment(fill, end - size, end, mixed.limits, _label(name))
        for fill, size, end, name in zip(fills, sizes, ends, names, strict=True)
    )
    frame = (
        f"position:relative;height:{GAP + DOT + GAP + HIGH + GAP}px;margin:0 4px;font-size:12px;"
        f"line-height:16px;white-space:nowrap;{COLOURED}"
    )
    label = f'role="img" aria-label="{escape(_in_words(mixed, parts))}"'
    return f'<div {label} style="{frame}">{"".join(boxes)}{_course(mixed, feature)}</div>'


def _label(text: str) -> str:
    """Write a label on its own background; a strut as high as the box makes a long label wrap."""
    ground = "align-self:center;padding:0 3px;background:#fff;color:#000"
    return f'<span style="height:100%;width:0"></span><span style="{ground}">{escape(text)}</span>'


def _in_words(mixed: _Mixture, parts: Floats) -> str:
    order = [int(place) for place in np.argsort(-np.abs(parts), kind="stable")]
    texts = [
        f"{mixed.text(parts[place])} from {told_apart(mixed.sources, place)}"
        for place in order
        if float(mixed.text(parts[place])) != 0
    ]
    return join(texts) or "nothing from any word"


def _course(mixed: _Mixture, feature: int) -> str:
    """Draw the zero line, and above the parts a line from the value before to the value after."""
    start = share(float(mixed.before[feature]), mixed.limits)
    end = share(float(mixed.after[feature]), mixed.limits)
    above, dot = f"position:absolute;top:{GAP}px", f"margin-left:-{DOT // 2}px"
    line = f"left:{min(start, end):.2f}%;width:{abs(end - start):.2f}%;margin-top:{DOT // 2}px"
    return (
        f"{zero_line(mixed.limits)}"
        f'<span style="{above};{line};border-top:1px solid"></span>'
        f'<span style="{above};left:{start:.2f}%;{dot};{_dot("transparent")}"></span>'
        f'<span style="{above};left:{end:.2f}%;{dot};{_dot("currentColor")}"></span>'
    )


def _dot(background: str) -> str:
    return (
        f"box-sizing:border-box;width:{DOT}px;height:{DOT}px;border:2px solid;border-radius:50%;"
        f"background:{background};{COLOURED}"
    )


def _legend(mixed: _Mixture) -> str:
    """Name the words that are seen in a bar; the others keep their place in the HTML."""
    seen = ((mixed.parts.round(mixed.decimals) != 0) & ~mixed.small).any(axis=1)
    words = {word for word, here in zip(mixed.sources, seen, strict=True) if here}
    gathered = (mixed.parts * mixed.small).sum(axis=0).round(mixed.decimals).any()
    fills = dict(zip(mixed.sources, (paint.fill for paint in paints(mixed.sources)), strict=True))
    entries = [
        _entry(_sign("transparent"), "before"),
        _entry(_sign("currentColor"), "after"),
        *(_entry(swatch(fill), word, word in words) for word, fill in fills.items()),
        _entry(swatch("transparent"), f"{OTHERS} (each less than {SMALL:.0%})", bool(gathered)),
    ]
    style = f"{PAGE};display:flex;flex-wrap:wrap;gap:2px 14px;margin:4px 0;font-size:12px"
    return f'<div style="{style}">{"".join(entries)}</div>'


def _entry(sign: str, text: str, seen: bool = True) -> str:
    hidden = "" if seen else ";display:none"
    return f'<span style="white-space:nowrap{hidden}">{sign} {escape(text)}</span>'


def _sign(background: str) -> str:
    return f'<span style="display:inline-block;{_dot(background)}"></span>'
