"""Tokens in a line, and arcs from one of them to the tokens it attends to."""

from collections.abc import Sequence
from html import escape
from itertools import accumulate

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats, as_size
from attnlib.view.colours import LINES
from attnlib.view.drawing import LINE_ART, PAGE, PAGE_WIDTH, TABLE, Drawing, told_apart
from attnlib.view.sentence import fixed, join

AVERAGE = PAGE_WIDTH // 20  # pixels, like all lengths here: twenty tokens fill a page
NARROWEST = 36  # wide enough for a weight
HIGHEST = 90
LOOP = 34  # height of the arc from a token to itself
THICKEST = 12  # for a weight of 1
MOST_NAMED = 3


def arcs(tokens: Sequence[object], weights: ArrayLike, clicked: int, *, title: str) -> Drawing:
    """Draw what one token attends to: an arc to each token, thicker for a larger weight.

    Parameters
    ----------
    tokens : sequence of n labels
        A token may repeat.
    weights : (n,)
        The weights of the clicked token, from 0 to 1.
    clicked : int
        The number of the token that attends, from 0.
    title : str

    Returns
    -------
    Drawing
        Its width and height depend on the tokens, not on the weights.

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
    rounded, widths = np.round(shares, 2), _widths(texts)
    sentence = f"{title}: {_course(texts, rounded, clicked)}, among {len(texts)} tokens."
    picture = _picture(widths, rounded, clicked, sentence)
    table = _table(texts, widths, rounded, clicked, title)
    return Drawing(f'<div style="{PAGE}">\n{picture}\n{table}\n</div>', sentence)


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


def _course(texts: list[str], rounded: Floats, clicked: int) -> str:
    order = [int(place) for place in np.argsort(-rounded, kind="stable") if rounded[place] > 0]
    names = {place: told_apart(texts, place) for place in order} | {clicked: "itself"}
    parts = [f"{names[place]} ({fixed(rounded[place], 2)})" for place in order[:MOST_NAMED]]
    more = len(order) - MOST_NAMED
    parts += [f"{more} more"] if more > 0 else []
    return f"{told_apart(texts, clicked)} attends to {join(parts) or 'nothing'}"


def _widths(texts: list[str]) -> list[int]:
    """Give each token a column that suits its length; in a long sentence, words wrap."""
    spare = [max(0, 8 * len(text) + 12 - NARROWEST) for text in texts]
    room = AVERAGE * max(20, len(texts)) - NARROWEST * len(texts)
    squeeze = min(1.0, room / (sum(spare) or 1))
    return [NARROWEST + int(more * squeeze) for more in spare]


def _picture(widths: list[int], rounded: Floats, clicked: int, sentence: str) -> str:
    total = sum(widths)
    middles = [end - width / 2 for end, width in zip(accumulate(widths), widths, strict=True)]
    height = THICKEST + max(LOOP, min(HIGHEST, total // 2))
    paths = [
        f'<path d="{_path(middles[clicked], middle, height)}" stroke-width="{_thickness(share)}"/>'
        for middle, share in zip(middles, rounded, strict=True)
        if share > 0
    ]
    style = f"display:block;width:{total}px;height:{height}px;max-width:none;{LINE_ART}"
    return "\n".join(
        [
            f'<svg role="img" aria-label="{escape(sentence)}" viewBox="0 0 {total} {height}" '
            f'fill="none" stroke="{LINES[0]}" style="{style}">',
            *paths,
            "</svg>",
        ]
    )


def _path(start: float, end: float, ground: int) -> str:
    if start == end:
        handle = ground - round(LOOP * 4 / 3)  # the curve reaches 3/4 of this
        handles = f"{start - 24:g} {handle} {start + 24:g} {handle}"
        return f"M{start - 5:g} {ground}C{handles} {start + 5:g} {ground}"
    across = abs(end - start) / 2
    up = min(across, HIGHEST)
    return f"M{start:g} {ground}A{across:g} {up:g} 0 0 {int(end > start)} {end:g} {ground}"


def _thickness(share: float) -> str:
    return f"{max(1.0, THICKEST * share):.1f}"


def _table(texts: list[str], widths: list[int], rounded: Floats, clicked: int, title: str) -> str:
    heads = [
        _token(text, width, place == clicked)
        for place, (text, width) in enumerate(zip(texts, widths, strict=True))
    ]
    cells = [
        f'<td style="{PAGE};padding:2px 0;text-align:center">{fixed(x, 2)}</td>' for x in rounded
    ]
    style = f"{TABLE};table-layout:fixed;width:{sum(widths)}px;font-size:12px"
    below = f"{PAGE};caption-side:bottom;text-align:left"
    return "\n".join(
        [
            f'<table style="{style}">',
            f'<caption style="{below}">{escape(title)}</caption>',
            f"<thead><tr>{''.join(heads)}</tr></thead>",
            f"<tbody><tr>{''.join(cells)}</tr></tbody>",
            "</table>",
        ]
    )


def _token(text: str, width: int, clicked: bool) -> str:
    place = f"box-sizing:border-box;width:{width}px;padding:2px;overflow-wrap:anywhere"
    mark = "bold;outline:2px solid;outline-offset:-2px" if clicked else "normal"
    style = f"{PAGE};{place};text-align:center;vertical-align:top;font-weight:{mark}"
    current = ' aria-current="true"' if clicked else ""
    return f'<th scope="col"{current} style="{style}">{escape(text)}</th>'
