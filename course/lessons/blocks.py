"""Attention in blocks, step by step: which scores are in memory, and what is kept of the others."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnlib.attention import attention_steps
from attnlib.long_context import attend_to_piece, walk_through_blocks
from attnlib.masks import causal_visibility
from attnlib.shapes import Bools, Floats, as_arrays, as_size
from course.views.colours import LINES, tint
from course.views.drawing import (
    CAPTION,
    COLOURED,
    FULL_WIDTH,
    HATCH,
    PAGE,
    ROW,
    TABLE,
    Drawing,
    header,
    told_apart,
)
from course.views.matrix import labels_of
from course.views.sentence import fixed

BAR, HIGH = 5, 28  # width of a bar, height of a row of bars, in pixels
SIDE_BY_SIDE = "display:flex;flex-wrap:wrap;gap:4px 8px"  # or one below the other
FRAMES_APART = "border-collapse:separate;border-spacing:0"
LEVEL = f"{ROW};height:34px"  # so that the rows of both tables stay side by side
NAME = "padding:2px 4px 2px 0;white-space:nowrap"
NARROW = "padding:2px 1px;text-align:center;min-width:30px;border:2px solid"
FILLED, OUTLINED = f'fill="{LINES[0]}"', 'fill="none" stroke="currentColor"'
WAITING, HERE, FORGOTTEN, HIDDEN = (
    "not read yet",
    "in memory now",
    "read and forgotten",
    "hidden by the mask",
)
SIGNS = {WAITING: "·", FORGOTTEN: "x", HIDDEN: ""}  # in place of the number
LOOKS = {
    WAITING: "transparent;background:transparent",
    HERE: "currentColor;font-weight:bold;background:",
    FORGOTTEN: "transparent;background:#80808040",
    HIDDEN: f"transparent;background-image:{HATCH}",
}


def blocks(
    Q: ArrayLike,
    K: ArrayLike,
    V: ArrayLike,
    labels: Sequence[object],
    *,
    block_size: SupportsIndex,
    step: SupportsIndex,
    title: str = "",
) -> Drawing:
    """Show one step of causal attention in blocks, as `attention_in_blocks` goes through its table.

    Each score is not read yet (a dot), in memory now (a number in a frame), read and forgotten (a
    cross), or hidden by the mask (hatched). A second table says what is kept of the queries of the
    block: the largest score m, the sum l, and the output so far, o / l, as bars that fill the
    outlines of the final output. *Missing* is the largest difference between them.

    Parameters
    ----------
    Q, K : (n, d_k)
    V : (n, d_v)
    labels : sequence of n labels
    block_size : int
    step : int
        Which block of `walk_through_blocks(n, block_size)`, from 0. A ValueError says if there is
        no such block. The structure of the HTML is the same at every step.
    title : str

    Examples
    --------
    >>> X = np.eye(2)
    >>> blocks(X, X, X, ["the", "cat"], block_size=1, step=1)
    Block 2 of 3: the query cat meets the key the. Scores: 1 not read yet, 1 in memory now, 1 read and forgotten, 1 hidden by the mask. Kept: cat m 0.00, l 1.00, missing 0.67.
    """
    Q, K, V = as_arrays(Q, K, V, Q="n d_k", K="n d_k", V="n d_v")
    names = labels_of(labels, len(Q), "labels")
    walk = walk_through_blocks(len(Q), block_size)
    step = as_size(step, "step", 0)
    if step >= len(walk):
        raise ValueError(
            f"step: the walk has {len(walk)} blocks, from 0 to {len(walk) - 1}, but it is {step}. "
            "Is it counted from 1?"
        )
    seen, read = causal_visibility(len(Q)), walk[: step + 1]
    whole, (queries, keys) = attention_steps(Q, K, V, seen), read[-1]
    visible = seen[queries, : keys.stop]
    kept = attend_to_piece(Q[queries], K[: keys.stop], V[: keys.stop], visible)
    so_far = np.where(np.arange(len(Q))[:, None] < queries.start, whole.output, 0.0)
    so_far[queries] = kept.output()
    missing = abs(so_far - whole.output)[queries].max(axis=-1, keepdims=True)
    numbers = np.hstack([kept.largest, kept.total, missing])
    texts = {queries.start + n: [fixed(value, 2) for value in row] for n, row in enumerate(numbers)}
    states = _states(seen, read)
    scores = _scores(states, whole.scaled)
    outputs = _outputs(so_far, whole.output, texts)
    html = "\n".join(
        [
            f'<div style="{PAGE};max-width:{FULL_WIDTH}px">',
            f'<div style="{SIDE_BY_SIDE}">',
            _table(title, "query \\ key", names, names, scores),
            _table("Kept of each query", "query", ("m", "l", "o / l", "missing"), names, outputs),
            "</div>",
            _key(),
            "</div>",
        ]
    )
    return Drawing(
        html, f"Block {len(read)} of {len(walk)}: {_in_words(names, read[-1], states, texts)}"
    )


def _states(seen: Bools, read: Sequence[tuple[slice, slice]]) -> NDArray[np.str_]:
    """Say what has become of each score, (n, n); the last block that was read is in memory."""
    states = np.full(seen.shape, WAITING, dtype="U20")
    for block in read:
        states[block] = FORGOTTEN
    states[read[-1]] = HERE
    states[~seen] = HIDDEN
    return states


def _in_words(
    names: Sequence[str],
    block: tuple[slice, slice],
    states: NDArray[np.str_],
    texts: Mapping[int, list[str]],
) -> str:
    queries, keys = block
    meet = "meets" if queries.stop - queries.start == 1 else "meet"
    counts = ", ".join(f"{(states == state).sum()} {state}" for state in LOOKS)
    kept = [
        f"{told_apart(names, place)} m {m}, l {total}, missing {off}"
        for place, (m, total, off) in texts.items()
    ]
    return (
        f"the {_named(names, queries, 'query', 'queries')} {meet} the "
        f"{_named(names, keys, 'key', 'keys')}. Scores: {counts}. Kept: {'; '.join(kept)}."
    )


def _named(labels: Sequence[str], part: slice, noun: str, plural: str) -> str:
    first, last = told_apart(labels, part.start), told_apart(labels, part.stop - 1)
    return f"{noun} {first}" if part.stop - part.start == 1 else f"{plural} {first} to {last}"


def _table(
    title: str,
    corner: str,
    columns: Sequence[str],
    names: Sequence[str],
    rows: Iterable[Iterable[str]],
) -> str:
    heads = "".join(header(name, "col", "padding:2px;text-align:center") for name in columns)
    body = "".join(
        f'<tr style="{LEVEL}">{header(name, "row", NAME)}{"".join(cells)}</tr>'
        for name, cells in zip(names, rows, strict=True)
    )
    return "\n".join(
        [
            f'<table style="{TABLE};{FRAMES_APART}">',
            f'<caption style="{CAPTION}"><b>{escape(title)}</b></caption>',
            f'<thead><tr style="{LEVEL}"><td style="{PAGE};{NAME}">{corner}</td>{heads}</tr></thead>',
            f"<tbody>{body}</tbody></table>",
        ]
    )


def _scores(states: NDArray[np.str_], scaled: Floats) -> Iterator[list[str]]:
    largest = float(abs(scaled).max()) or 1.0
    for row, scores in zip(states.tolist(), scaled.tolist(), strict=True):
        yield [
            _score(state, score, score / largest) for state, score in zip(row, scores, strict=True)
        ]


def _score(state: str, score: float, strength: float) -> str:
    text = SIGNS.get(state, fixed(score, 1))
    label = f"{text}, {state}" if state == HERE else state
    return f'<td aria-label="{label}" style="{_look(state, strength)}">{text}</td>'


def _look(state: str, strength: float) -> str:
    return f"{NARROW} {LOOKS[state]}{tint(strength) if state == HERE else ''};{COLOURED}"


def _outputs(so_far: Floats, final: Floats, texts: Mapping[int, list[str]]) -> Iterator[list[str]]:
    for place, (now, end) in enumerate(zip(so_far, final, strict=True)):
        m, total, missing = (
            f'<td style="{PAGE};padding:2px;text-align:right;min-width:4ch">{text}</td>'
            for text in texts.get(place, ["", "", ""])
        )
        largest = float(max(abs(final).max(), abs(now).max())) or 1.0
        yield [m, total, _output(now / largest, end / largest), missing]


def _output(so_far: Floats, final: Floats) -> str:
    """Draw the output so far as bars, in the outlines of the final one."""
    width, half = BAR * len(final), HIGH / 2
    bars = "".join(
        _bar(n, now * half, FILLED) + _bar(n, end * half, OUTLINED)
        for n, (now, end) in enumerate(zip(so_far, final, strict=True))
    )
    picture = (
        f'<svg aria-hidden="true" viewBox="0 {-half:g} {width} {HIGH}" '
        f'style="display:block;width:{width}px;height:{HIGH}px">'
        f'<path d="M0 0H{width}" stroke="currentColor" opacity=".5"/>{bars}</svg>'
    )
    return f'<td style="{PAGE};padding:2px 3px">{picture}</td>'


def _bar(place: int, height: float, paint: str) -> str:
    top = min(-height, 0.0)
    return (
        f'<rect x="{place * BAR + 1}" y="{fixed(top, 2)}" width="{BAR - 2}" height="{abs(height):.2f}" '
        f"{paint}/>"
    )


def _key() -> str:
    """Say what the four states look like, and what the bars are."""
    box = "display:inline-block;min-width:20px;height:16px;line-height:16px;vertical-align:middle"
    boxes = "".join(
        f'<span style="margin-right:16px;white-space:nowrap"><span aria-hidden="true" '
        f'style="{_look(state, 0.5)};{box}">{SIGNS.get(state, "1.2")}</span> {state}</span>'
        for state in LOOKS
    )
    return (
        f'<p style="{PAGE};margin:8px 0 0;font-size:13px;line-height:1.8">{boxes}<br>'
        "Bars: the output so far, o / l, in the outlines of the final one. "
        "Missing: the largest difference between them.</p>"
    )
