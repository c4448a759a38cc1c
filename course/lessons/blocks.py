"""Attention in blocks, step by step: which scores are in memory, and what is kept of the others."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from html import escape
from typing import NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike

from attnlib.attention import attention_steps
from attnlib.long_context import (
    PartialAttention,
    attend_to_piece,
    merge_pieces,
    walk_through_blocks,
)
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

MOST_TOKENS, MOST_NUMBERS = 20, 32
BAR, HIGH = 5, 28  # width of a bar, height of a row of bars, in pixels
SIDE_BY_SIDE = "display:flex;flex-wrap:wrap;gap:4px 8px"  # or one below the other
FRAMES_APART = "border-collapse:separate;border-spacing:0"
LEVEL = f"{ROW};height:34px"  # so that the rows of both tables stay side by side
NAME = "padding:2px 4px 2px 0;white-space:nowrap"
NARROW = "padding:2px 1px;text-align:center;min-width:30px;border:2px solid"
FILLED, OUTLINED = f'fill="{LINES[0]}"', 'fill="none" stroke="currentColor"'


class _State(NamedTuple):
    """What has become of a score."""

    name: str
    sign: str  # in place of the number
    style: str


WAITING = _State("not read yet", "·", "transparent;background:transparent")
HERE = _State("in memory now", "", "currentColor;font-weight:bold;background:")
FORGOTTEN = _State("read and forgotten", "x", "transparent;background:#80808040")
HIDDEN = _State("hidden by the mask", "", f"transparent;background-image:{HATCH}")
STATES = (WAITING, HERE, FORGOTTEN, HIDDEN)


@dataclass(frozen=True)
class _Walk:
    """The data of the picture.

    Attributes
    ----------
    scaled : (n, n)
        All scores.
    output : (n, d_v)
        The final one.
    labels : tuple of str
    past : list of (queries, keys)
        The blocks so far; the last one is in memory.
    kept : PartialAttention
        Of the queries of the last block.
    """

    scaled: Floats
    output: Floats
    labels: tuple[str, ...]
    past: list[tuple[slice, slice]]
    kept: PartialAttention

    def queries(self) -> slice:
        return self.past[-1][0]

    def states(self) -> list[list[_State]]:
        """What has become of each score: a row for each query."""
        seen, read, here = causal_visibility(len(self.labels)), *self._read()
        return [
            [
                HIDDEN if not see else HERE if now else FORGOTTEN if done else WAITING
                for see, now, done in zip(*row, strict=True)
            ]
            for row in zip(seen, here, read, strict=True)
        ]

    def missing(self) -> Floats:
        """How far the output so far is from the final one, for each query of the block."""
        return np.asarray(abs(self.kept.output() - self.output[self.queries()]).max(axis=-1))

    def _read(self) -> tuple[Bools, Bools]:
        read = np.zeros(self.scaled.shape, bool)
        here = read.copy()
        for block in self.past:
            read[block] = True
        here[self.past[-1]] = True
        return read, here


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
        n is at most 20.
    V : (n, d_v)
        d_v is at most 32.
    labels : sequence of n labels
    block_size : int
    step : int
        Which block of `walk_through_blocks(n, block_size)`, from 0.
    title : str

    Returns
    -------
    Drawing
        At most 840 pixels wide for a dozen words; on a narrow screen the second table stands below
        the first. Its structure is the same at every step.

    Raises
    ------
    ValueError
        If the shapes do not fit, or there are too many tokens or numbers, or no such step.

    Examples
    --------
    >>> X = np.eye(2)
    >>> blocks(X, X, X, ["the", "cat"], block_size=1, step=1)
    Block 2 of 3: the query cat meets the key the. Scores: 1 not read yet, 1 in memory now, 1 read and forgotten, 1 hidden by the mask. Kept: cat m 0.00, l 1.00, missing 0.67.
    """
    Q, K, V = as_arrays(Q, K, V, Q="n d_k", K="n d_k", V="n d_v")
    names = labels_of(labels, len(Q), "labels")
    if len(Q) > MOST_TOKENS or V.shape[-1] > MOST_NUMBERS:
        raise ValueError(
            f"blocks: at most {MOST_TOKENS} tokens and values of {MOST_NUMBERS} numbers can be drawn, "
            f"but Q is {Q.shape} and V is {V.shape}. Would fewer words do, or one head?"
        )
    walk = walk_through_blocks(len(Q), block_size)
    step = as_size(step, "step", 0)
    if step >= len(walk):
        raise ValueError(
            f"step: the walk has {len(walk)} blocks, from 0 to {len(walk) - 1}, but it is {step}. "
            "Is it counted from 1?"
        )
    seen, past = causal_visibility(len(Q)), walk[: step + 1]
    rows = past[-1][0]
    pieces = [
        attend_to_piece(Q[rows], K[keys], V[keys], seen[rows, keys])
        for queries, keys in past
        if queries == rows
    ]
    whole = attention_steps(Q, K, V, seen)
    drawn = _Walk(whole.scaled, whole.output, names, past, reduce(merge_pieces, pieces))
    return Drawing(_html(drawn, title), _sentence(drawn, len(walk)))


def _sentence(drawn: _Walk, steps: int) -> str:
    queries, keys = drawn.past[-1]
    meet = "meets" if queries.stop - queries.start == 1 else "meet"
    states = [state for row in drawn.states() for state in row]
    counts = [f"{states.count(state)} {state.name}" for state in STATES]
    kept = [
        f"{told_apart(drawn.labels, place)} m {m}, l {total}, missing {missing}"
        for place, (m, total, missing) in _numbers(drawn).items()
    ]
    return (
        f"Block {len(drawn.past)} of {steps}: the {_named(drawn.labels, queries, 'query')} {meet} "
        f"the {_named(drawn.labels, keys, 'key')}. Scores: {', '.join(counts)}. "
        f"Kept: {'; '.join(kept)}."
    )


def _named(labels: Sequence[str], part: slice, noun: str) -> str:
    first, last = (told_apart(labels, place) for place in (part.start, part.stop - 1))
    plural = {"query": "queries", "key": "keys"}[noun]
    return f"{noun} {first}" if part.stop - part.start == 1 else f"{plural} {first} to {last}"


def _numbers(drawn: _Walk) -> dict[int, tuple[str, str, str]]:
    """Write m, l and what is missing, for each query of the block."""
    columns = drawn.kept.largest[:, 0], drawn.kept.total[:, 0], drawn.missing()
    rows = np.stack(columns, axis=-1)
    texts = ([fixed(value, 2) for value in row] for row in rows)
    return {drawn.queries().start + n: (m, le, off) for n, (m, le, off) in enumerate(texts)}


def _html(drawn: _Walk, title: str) -> str:
    places = range(len(drawn.labels))
    scores = [_scores(drawn, place) for place in places]
    kept = [_kept(drawn, place) for place in places]
    return "\n".join(
        [
            f'<div style="{PAGE};max-width:{FULL_WIDTH}px">',
            f'<div style="{SIDE_BY_SIDE}">',
            _table(title, "query \\ key", drawn.labels, scores),
            _table("Kept of each query", "query", ("m", "l", "o / l", "missing"), kept),
            "</div>",
            _key(),
            "</div>",
        ]
    )


def _table(title: str, corner: str, names: Sequence[str], rows: Sequence[str]) -> str:
    heads = "".join(header(name, "col", "padding:2px;text-align:center") for name in names)
    return "\n".join(
        [
            f'<table style="{TABLE};{FRAMES_APART}">',
            f'<caption style="{CAPTION}"><b>{escape(title)}</b></caption>',
            f'<thead><tr style="{LEVEL}"><td style="{PAGE};{NAME}">{corner}</td>{heads}</tr></thead>',
            f"<tbody>{''.join(rows)}</tbody></table>",
        ]
    )


def _row(drawn: _Walk, place: int, cells: Sequence[str]) -> str:
    name = header(drawn.labels[place], "row", NAME)
    return f'<tr style="{LEVEL}">{name}{"".join(cells)}</tr>'


def _scores(drawn: _Walk, place: int) -> str:
    largest = float(abs(drawn.scaled).max()) or 1.0
    cells = [
        _cell(state, score, score / largest)
        for state, score in zip(drawn.states()[place], drawn.scaled[place].tolist(), strict=True)
    ]
    return _row(drawn, place, cells)


def _kept(drawn: _Walk, place: int) -> str:
    m, total, missing = _numbers(drawn).get(place, ("", "", ""))
    cells = [_number(m), _number(total), _output(drawn, place), _number(missing)]
    return _row(drawn, place, cells)


def _cell(state: _State, score: float, strength: float) -> str:
    text = fixed(score, 1) if state is HERE else state.sign
    said = f"{text}, {state.name}" if state is HERE else state.name
    style = f"{NARROW} {state.style}{tint(strength) if state is HERE else ''};{COLOURED}"
    return f'<td aria-label="{said}" style="{style}">{text}</td>'


def _number(text: str) -> str:
    return f'<td style="{PAGE};padding:2px;text-align:right;min-width:4ch">{text}</td>'


def _output(drawn: _Walk, place: int) -> str:
    """Draw the output so far as bars, in the outlines of the final one."""
    queries, final = drawn.queries(), drawn.output[place]
    so_far = np.zeros_like(final) if place >= queries.stop else final
    if queries.start <= place < queries.stop:
        so_far = drawn.kept.output()[place - queries.start]
    largest = float(max(abs(drawn.output).max(), abs(so_far).max())) or 1.0
    width, half = BAR * len(final), HIGH / 2
    bars = "".join(
        _bar(n, now / largest * half, FILLED) + _bar(n, end / largest * half, OUTLINED)
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
    boxes = "".join(
        f'<span style="margin-right:16px;white-space:nowrap"><span aria-hidden="true" '
        f'style="{NARROW} {state.style}{tint(0.5) if state is HERE else ""};{COLOURED};'
        f'display:inline-block;min-width:20px;height:16px;line-height:16px;vertical-align:middle">'
        f"{'1.2' if state is HERE else state.sign}</span> {state.name}</span>"
        for state in STATES
    )
    return (
        f'<p style="{PAGE};margin:8px 0 0;font-size:13px;line-height:1.8">{boxes}<br>'
        "Bars: the output so far, o / l, in the outlines of the final one. "
        "Missing: the largest difference between them.</p>"
    )
