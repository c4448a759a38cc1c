"""Tokens in a line, and arcs from one of them to the tokens it attends to."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats, as_size
from course.views.drawing import (
    COLOURED,
    FULL_WIDTH,
    LINE_ART,
    PAGE,
    ROW,
    TABLE,
    Drawing,
    told_apart,
)
from course.views.sentence import fixed, join
from course.views.word_paints import paints

# A token gets a column as wide as its letters. These columns fill the page as far as they can, and
# the letters shrink with them on a phone.
FEWEST, MOST = 3, 12  # letters: a weight needs three, and longer words wrap
BETWEEN = 0.8  # letters between two words
LARGEST, SMALLEST = 18, 9  # pixels, like all lengths here: the height of the letters
LETTER = 0.66  # width of a letter, as a part of its height
WIDEST = 68  # of a letter and the space around it, so that two words do not part too far
HEIGHT = 160
LOWEST, HIGHEST = 40, 148  # arcs to the next token, and over the whole sentence
LOOP, LOOP_WIDTH = 48, 4  # height, and width in letters, of the arc from a token to itself
THICKEST, THINNEST = 14, 1.5  # for a weight of 1, and for the smallest that is shown
MOST_NAMED = 3


@dataclass(frozen=True)
class _Row:
    """One row of weights.

    Attributes
    ----------
    texts : list of n str
    weights : (n,)
        Rounded, as they are shown.
    clicked : int
    title, control : str
    """

    texts: list[str]
    weights: Floats
    clicked: int
    title: str
    control: str

    @property
    def room(self) -> list[float]:
        """The width of the column of each token, counted in letters."""
        return [min(MOST, max(FEWEST, len(text))) + BETWEEN for text in self.texts]

    @property
    def sentence(self) -> str:
        order = np.argsort(-self.weights, kind="stable")
        found = [int(place) for place in order if self.weights[place] > 0]
        parts = [f"{self._name(place)} ({self.text(place)})" for place in found[:MOST_NAMED]]
        more = len(found) - MOST_NAMED
        parts += [f"{more} more"] if more > 0 else []
        asks = told_apart(self.texts, self.clicked)
        return (
            f"{self.title}: {asks} attends to {join(parts) or 'nothing'}, "
            f"among {len(self.texts)} tokens."
        )

    def _name(self, place: int) -> str:
        return "itself" if place == self.clicked else told_apart(self.texts, place)

    def text(self, place: int) -> str:
        return fixed(self.weights[place], 2)


def arcs(
    tokens: Sequence[object],
    weights: ArrayLike,
    clicked: int,
    *,
    title: str,
    control: str = "",
) -> Drawing:
    """Draw what one token attends to: an arc to each token, thicker for a larger weight.

    An arc has the colour of the word that it leads to, the same in all pictures.

    Parameters
    ----------
    tokens : sequence of n labels
        A token may repeat.
    weights : (n,)
        The weights of the clicked token, from 0 to 1.
    clicked : int
        The number of the token that attends, from 0.
    title : str
    control : str
        The name of the `word_of` in `explore`, to choose the word in the picture itself: the
        buttons of the control then disappear.

    Returns
    -------
    Drawing
        As wide as the page, at most 920 pixels. Its size depends on the tokens, not on the weights.

    Raises
    ------
    ValueError
        If there is not one weight from 0 to 1 for each token, or no such token to click.
    TypeError
        If the weights are not real numbers, or clicked is not a whole number.

    Examples
    --------
    >>> arcs(["The", "cat", "sat"], [0.2, 0.7, 0.1], 2, title="Head 0")
    Head 0: sat attends to cat (0.70), The (0.20) and itself (0.10), among 3 tokens.
    """
    texts, shares = [str(token) for token in tokens], as_floats(weights, "weights")
    clicked = as_size(clicked, "clicked", 0)
    _check(texts, shares, clicked)
    row = _Row(texts, np.round(shares, 2), clicked, title, control)
    return Drawing(_html(row), row.sentence)


def _check(texts: list[str], shares: Floats, clicked: int) -> None:
    if shares.shape != (len(texts),) or not texts:
        raise ValueError(
            f"arcs: one weight for each token is needed, but weights are {shares.shape} and there "
            f"are {len(texts)} tokens. Is it a matrix where one row was meant (try weights[clicked])?"
        )
    if not ((shares > -1e-6) & (shares < 1 + 1e-6)).all():
        raise ValueError(
            f"weights: numbers from 0 to 1 are needed, but they go from {shares.min():.3g} to "
            f"{shares.max():.3g}. Are these scores, before softmax?"
        )
    if clicked >= len(texts):
        raise ValueError(
            f"clicked: a token from 0 to {len(texts) - 1} is needed, but it is {clicked}. "
            "Is it counted from 1, or from a longer sentence?"
        )


def _html(row: _Row) -> str:
    total = sum(row.room)
    width = min(FULL_WIDTH, round(WIDEST * total))
    size = f"clamp({SMALLEST}px,{100 / total / LETTER:.2f}cqi,{LARGEST}px)"
    least = round(SMALLEST * LETTER * total)
    return "\n".join(
        [
            f'<div style="{PAGE};container-type:inline-size;width:{width}px;max-width:100%">',
            f'<p style="margin:0;font-size:13px"><b>{escape(row.title)}</b></p>',
            f'<div style="min-width:{least}px;font-size:{size};line-height:1.4">',
            _picture(row),
            _table(row),
            "</div>\n</div>",
        ]
    )


def _picture(row: _Row) -> str:
    """Draw every arc, also those without weight: an arc that stays can change its shape slowly."""
    total = sum(row.room)
    middles = [end - width / 2 for end, width in zip(accumulate(row.room), row.room, strict=True)]
    paths = [
        f'<path d="{_path(middles[row.clicked], middle, total)}" stroke="{paint.colour}" '
        f'stroke-width="{_thickness(weight)}" vector-effect="non-scaling-stroke"/>'
        for middle, weight, paint in zip(middles, row.weights, paints(row.texts), strict=True)
    ]
    style = f"display:block;width:100%;height:{HEIGHT}px;{LINE_ART}"
    return "\n".join(
        [
            f'<svg class="arcs" aria-hidden="true" fill="none" viewBox="0 0 {total:g} {HEIGHT}" preserveAspectRatio="none" style="{style}">',
            *paths,
            "</svg>",
        ]
    )


def _path(start: float, end: float, total: float) -> str:
    """Draw a curve that is higher the wider it is; it reaches 3/4 of the height of its handles."""
    across = abs(end - start) / total
    up = LOWEST + (HIGHEST - LOWEST) * across**0.7 if across else LOOP
    foot = 0 if across else LOOP_WIDTH / 6
    handles = (start - 3 * foot, HEIGHT - up * 4 / 3), (end + 3 * foot, HEIGHT - up * 4 / 3)
    (left, top), (right, _) = handles
    return (
        f"M{start - foot:.2f} {HEIGHT}C{left:.2f} {top:.1f} {right:.2f} {top:.1f} "
        f"{end + foot:.2f} {HEIGHT}"
    )


def _thickness(weight: float) -> str:
    return f"{max(THINNEST, THICKEST * weight):.1f}" if weight > 0 else "0"


def _table(row: _Row) -> str:
    heads = [_word(row, place) for place in range(len(row.texts))]
    cells = [_weight(row, place) for place in range(len(row.texts))]
    style = f"{TABLE};table-layout:fixed;width:100%;font-size:1em"
    return "\n".join(
        [
            f'<table aria-label="{escape(row.title)}" style="{style}">',
            f"<thead><tr>{''.join(heads)}</tr></thead>",
            f'<tbody><tr style="{ROW}">{"".join(cells)}</tr></tbody>',
            "</table>",
        ]
    )


def _word(row: _Row, place: int) -> str:
    """Write a word above its colour and pattern; with a control, it is a button."""
    width = 100 * row.room[place] / sum(row.room)
    clicked = place == row.clicked
    moves, edge = "", 0
    if row.control:
        moves, edge = f' data-move="{escape(row.control)}" data-to="{place}"', 1
    if clicked:
        moves, edge = f'{moves} data-chosen="true"' if moves else "", 2
    style = (
        f"display:block;box-sizing:border-box;padding:{4 - edge}px 0;border:{edge}px solid;"
        f"border-radius:4px;font-weight:{'bold' if clicked else 'normal'};"
        f"{'white-space:nowrap' if len(row.texts[place]) <= MOST else 'overflow-wrap:anywhere'}"
    )
    strip = f"display:block;height:8px;margin:3px 0;{COLOURED};background:{paints(row.texts)[place].fill}"
    current = ' aria-current="true"' if clicked else ""
    return (
        f'<th scope="col"{current} style="{PAGE};width:{width:.2f}%;padding:0 1px;'
        f'text-align:center;vertical-align:top"><span{moves} style="{style}">'
        f'{escape(row.texts[place])}</span><span style="{strip}"></span></th>'
    )


def _weight(row: _Row, place: int) -> str:
    most = row.weights[place] == row.weights.max() > row.weights.min()
    strong = "bold" if most else "normal"
    style = f"{PAGE};padding:0;text-align:center;font-size:max(.8em,9px);font-weight:{strong}"
    return f'<td style="{style}">{row.text(place)}</td>'
