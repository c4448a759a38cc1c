"""One word before and after attention: which words its new features come from."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Bools, Floats, as_floats
from course.views.drawing import (
    COLOURED,
    FULL_WIDTH,
    PAGE,
    ROW,
    TABLE,
    Drawing,
    header,
    plain_cell,
    told_apart,
)
from course.views.limits import Limits, checked
from course.views.matrix import labels_of
from course.views.sentence import counted, fixed, join
from course.views.word_paints import paints

SMALL = 0.03  # share of all parts of a feature; smaller parts are drawn as one
MOST_NAMED = 3
OTHERS = "others"
HIGH = 20  # pixels, like all lengths here
DOT = 9
GAP = 3
BOX = "box-sizing:border-box;border:1px solid"


@dataclass(frozen=True)
class _Mixture:
    """The data of the picture.

    Attributes
    ----------
    word : str
    before, after : (d,)
    parts : (n, d)
        What each word adds to each feature; over all words, this sums to `after`.
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

    @property
    def small(self) -> Bools:
        """Which parts are drawn together, (n, d)."""
        sizes = np.abs(self.parts)
        small: Bools = sizes < SMALL * sizes.sum(axis=0)
        return small


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
        The word's output of attention, `weights @ values`.
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

    Returns
    -------
    Drawing
        As wide as the page, at most 920 pixels.

    Raises
    ------
    ValueError
        If shapes do not fit together, `after` is not `weights @ values`, the number of labels is
        wrong, or `limits` does not go from low to high.
    TypeError
        If the values are not real numbers.

    Examples
    --------
    >>> values = [[0.0, 1.0], [1.0, 0.0]]
    >>> mixture([0, 0], [0.25, 0.75], [0.75, 0.25], values, tokens=["cat", "mat"],
    ...         features=["thing", "being"], word="it")
    it: being from 0.00 to 0.75, most of it from cat (0.75); thing from 0.00 to 0.25, most of it from mat (0.25).
    """
    old, new = as_floats(before, "before"), as_floats(after, "after")
    parts = _parts(as_floats(weights, "weights"), as_floats(values, "values", 2))
    _check(old, new, parts)
    labels = labels_of(tokens, len(parts), "tokens"), labels_of(features, new.size, "features")
    reach = _reach(old, new, parts) if limits is None else checked(limits, "limits")
    mixed = _Mixture(str(word), old, new, parts, *labels, reach, decimals)
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
    changed = _changed(mixed)
    told = [_change(mixed, place) for place in changed[:MOST_NAMED]]
    more = len(changed) - MOST_NAMED
    told += [counted(more, "more change")] if more > 0 else []
    return f"{mixed.word}: {'; '.join(told) or 'no feature changes'}."


def _changed(mixed: _Mixture) -> list[int]:
    """List the features that change: first the one that grows most, then the largest changes."""
    sizes = np.abs(mixed.after - mixed.before).round(mixed.decimals)
    grown = np.abs(mixed.after) - np.abs(mixed.before)
    order = [int(place) for place in np.argsort(-sizes, kind="stable") if sizes[place] > 0]
    return sorted(order, key=lambda place: grown[place] <= 0 or place != grown.argmax())


def _change(mixed: _Mixture, feature: int) -> str:
    new, parts = mixed.after[feature], mixed.parts[:, feature]
    values = f"from {mixed.text(mixed.before[feature])} to {mixed.text(new)}"
    source = int(np.abs(parts).argmax())
    said = mixed.text(parts[source])
    if float(said) == 0:
        return f"{mixed.features[feature]} {values}"
    amount = "most of it" if 2 * parts[source] / new > 1 else "the largest part"
    name = told_apart(mixed.sources, source)
    name = "itself" if name == mixed.word else name
    return f"{mixed.features[feature]} {values}, {amount} from {name} ({said})"


def _html(mixed: _Mixture) -> str:
    about = f"{mixed.word} before and after attention, and what each word adds"
    cells = [header(text, "col", "padding:4px 6px") for text in ("before", "after")]
    adds = header("weight × value", "col", "text-align:left;padding:4px 12px")  # noqa: RUF001
    rows = [f'<tr style="{ROW}">{_row(mixed, place)}</tr>' for place in range(len(mixed.features))]
    style = f"{TABLE};width:100%"
    above = f"{PAGE};caption-side:top;text-align:left;padding:8px 0 4px"
    return "\n".join(
        [
            f'<div style="{PAGE};width:{FULL_WIDTH}px;max-width:100%">',
            f'<table style="{style}">',
            f'<caption style="{above}"><b>{escape(about)}</b></caption>',
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
    return f'{name}{numbers}<td style="{PAGE};padding:0 8px;width:99%">{_bar(mixed, feature)}</td>'


def _bar(mixed: _Mixture, feature: int) -> str:
    """Lay the parts of a feature end to end, always with the same HTML elements."""
    parts = mixed.parts[:, feature]
    small = mixed.small[:, feature]
    others = parts[small].clip(max=0).sum(), parts[small].clip(min=0).sum()
    sizes = np.array([*np.where(small, 0, parts), *others])
    fills = [*(paint.fill for paint in paints(mixed.sources)), "transparent", "transparent"]
    frame = (
        f"position:relative;height:{GAP + DOT + GAP + HIGH + GAP}px;margin:0 4px;font-size:12px;line-height:16px;"
        f"white-space:nowrap;{COLOURED}"
    )
    boxes = (
        segment(fill, end - size, end, mixed.limits, _label(name))
        for fill, size, end, name in zip(
            fills, sizes, _ends(sizes), (*mixed.sources, OTHERS, OTHERS), strict=True
        )
    )
    said = f'role="img" aria-label="{escape(_said(mixed, parts))}"'
    return f'<div {said} style="{frame}">{"".join(boxes)}{_course(mixed, feature)}</div>'


def _ends(sizes: Floats) -> Floats:
    """Find where each part ends: negative parts continue to the left, all others to the right."""
    ends: Floats = np.where(sizes < 0, sizes.clip(max=0).cumsum(), sizes.clip(min=0).cumsum())
    return ends


def _course(mixed: _Mixture, feature: int) -> str:
    """Draw the zero line, and above the parts a line from the value before to the value after."""
    values = (float(mixed.before[feature]), float(mixed.after[feature]))
    start, end = (share(value, mixed.limits) for value in values)
    left, above = min(start, end), f"position:absolute;top:{GAP}px"
    line = f"left:{left:.2f}%;width:{abs(end - start):.2f}%;margin-top:{DOT // 2}px"
    dot = f"margin-left:-{DOT // 2}px"
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


def _label(text: str) -> str:
    """Write a label on its own background; a strut as high as the box makes a long label wrap."""
    ground = "align-self:center;padding:0 3px;background:#fff;color:#000"
    return f'<span style="height:100%;width:0"></span><span style="{ground}">{escape(text)}</span>'


def _said(mixed: _Mixture, parts: Floats) -> str:
    order = [int(place) for place in np.argsort(-np.abs(parts), kind="stable")]
    told = [
        f"{mixed.text(parts[place])} from {told_apart(mixed.sources, place)}"
        for place in order
        if float(mixed.text(parts[place])) != 0
    ]
    return join(told) or "nothing from any word"


def _legend(mixed: _Mixture) -> str:
    """Name the words that are seen in a bar; the others keep their place in the HTML."""
    told = mixed.parts.round(mixed.decimals) != 0
    seen = (told & ~mixed.small).any(axis=1)
    gathered = (mixed.parts * mixed.small).sum(axis=0).round(mixed.decimals).any()
    fills = dict(zip(mixed.sources, (paint.fill for paint in paints(mixed.sources)), strict=True))
    shown = {word for word, here in zip(mixed.sources, seen, strict=True) if here}
    items = [
        _entry(_sign("transparent"), "before"),
        _entry(_sign("currentColor"), "after"),
        *(_entry(swatch(fill), word, word in shown) for word, fill in fills.items()),
        _entry(swatch("transparent"), f"{OTHERS} (each less than {SMALL:.0%})", bool(gathered)),
    ]
    style = f"{PAGE};display:flex;flex-wrap:wrap;gap:2px 14px;margin:4px 0;font-size:12px"
    return f'<div style="{style}">{"".join(items)}</div>'


def _entry(sign: str, text: str, shown: bool = True) -> str:
    hidden = "" if shown else ";display:none"
    return f'<span style="white-space:nowrap{hidden}">{sign} {escape(text)}</span>'


def _sign(background: str) -> str:
    return f'<span style="display:inline-block;{_dot(background)}"></span>'
