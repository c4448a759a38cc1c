"""All heads of a model as a map: a column for each layer, a row for each head, a number in each cell."""

from collections.abc import Sequence
from html import escape

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats, as_size
from course.lessons.linked_tables import CHOSEN, NAMED, choosable, value_cell
from course.views.drawing import COLOURED, PAGE, ROW, TABLE, Drawing
from course.views.sentence import fixed, join

EMPTY_BELOW = 0.05
MOST_NAMED = 3
MANY_LAYERS, NARROW, WIDE = 12, 2.25, 3.5  # widths of cells, in em


def head_map(
    values: ArrayLike,
    chosen: tuple[int, int] = (0, 0),
    *,
    named: Sequence[tuple[int, int]] = (),
    title: str,
    control: str = "",
) -> Drawing:
    """Show one number for each head of a model, and let a head be chosen.

    Layers go from left to right, in the order in which they read, and heads are counted down. Both
    are counted from 0, so that a name such as 18.6 is also the place in an array. A number below .05
    is left out, so that the heads that do something stand out.

    Parameters
    ----------
    values : (num_layers, num_heads)
        From 0 to 1, such as a mean weight.
    chosen : (layer, head)
        It has a frame.
    named : sequence of (layer, head)
        Heads with a fine frame, such as those of which more is known.
    title : str
    control : str
        The name of the `part_of_picture` in `explore`, to choose heads in the picture itself.

    Returns
    -------
    Drawing

    Raises
    ------
    ValueError
        If the values are no such table or not from 0 to 1, or there is no such head.
    TypeError
        If the values are not real numbers.

    Examples
    --------
    >>> head_map([[0.9, 0.01], [0.2, 0.4]], (1, 1), title="On the word before")
    On the word before: 4 heads in 2 layers, most in 0.0 (0.90), 1.1 (0.40) and 1.0 (0.20). Chosen: 1.1 (0.40).
    """
    shares = as_floats(values, "values")
    _check(shares)
    place = _place(chosen, shares, "chosen")
    framed = {_place(one, shares, "named") for one in named}
    return Drawing(_html(shares, place, framed, title, control), _sentence(shares, place, title))


def _check(shares: Floats) -> None:
    if shares.ndim != 2 or not shares.size:
        raise ValueError(
            "head_map: one number for each head is needed, (num_layers, num_heads), but values are "
            f"{shares.shape}. Is it one layer, or are there weights of whole sentences?"
        )
    if not ((shares >= 0) & (shares <= 1)).all():
        raise ValueError(
            f"values: numbers from 0 to 1 are needed, but they go from {shares.min():.3g} to "
            f"{shares.max():.3g}. Are these scores, before softmax?"
        )


def _place(asked: tuple[int, int], shares: Floats, name: str) -> tuple[int, int]:
    layers, heads = shares.shape
    layer, head = as_size(asked[0], f"{name} layer", 0), as_size(asked[1], f"{name} head", 0)
    if layer >= layers or head >= heads:
        raise ValueError(
            f"{name}: layers 0 to {layers - 1} and heads 0 to {heads - 1} are there, but it is layer "
            f"{layer}, head {head}. Is it counted from 1, or given as (head, layer)?"
        )
    return layer, head


def _sentence(shares: Floats, place: tuple[int, int], title: str) -> str:
    order = np.argsort(-shares, axis=None, kind="stable")[:MOST_NAMED]
    most = [_named(shares, divmod(int(one), shares.shape[1])) for one in order]
    return (
        f"{title}: {shares.size} heads in {len(shares)} layers, most in {join(most)}. "
        f"Chosen: {_named(shares, place)}."
    )


def _named(shares: Floats, place: tuple[int, int]) -> str:
    layer, head = place
    return f"{layer}.{head} ({fixed(float(shares[place]), 2)})"


def _html(
    shares: Floats,
    place: tuple[int, int],
    framed: set[tuple[int, int]],
    title: str,
    control: str,
) -> str:
    layers, heads = shares.shape
    room = f"width:{NARROW if layers > MANY_LAYERS else WIDE}em"
    room = f"{room};min-{room};padding:0;text-align:center"
    numbers = [_header(str(layer), "col", layer == place[0], room) for layer in range(layers)]
    rows = [
        [
            _header(str(head), "row", head == place[1], room),
            *(
                _cell(shares, (layer, head), place, framed, room, control)
                for layer in range(layers)
            ),
        ]
        for head in range(heads)
    ]
    above = (
        f"{PAGE};caption-side:top;text-align:left;padding:2px 0;font-size:13px;white-space:nowrap"
    )
    style = f"{TABLE};border-collapse:separate;border-spacing:0;font-size:11px"
    corner = (
        f'<td style="{PAGE};padding:0 4px;text-align:right;white-space:nowrap">head \\ layer</td>'
    )
    return "\n".join(
        [
            '<div style="padding-bottom:14px">',
            f'<table style="{style}">',
            f'<caption style="{above}"><b>{escape(title)}</b> (empty: below .05)</caption>',
            f"<thead><tr>{corner}{''.join(numbers)}</tr></thead>",
            "<tbody>",
            *(f'<tr style="{ROW}">{"".join(cells)}</tr>' for cells in rows),
            "</tbody></table>",
            "</div>",
        ]
    )


def _header(text: str, scope: str, marked: bool, room: str) -> str:
    style = f"{PAGE};{room};font-weight:{'bold' if marked else 'normal'}"
    current = ' aria-current="true"' if marked else ""
    return f'<th scope="{scope}"{current} style="{style}">{text}</th>'


def _cell(
    shares: Floats,
    here: tuple[int, int],
    place: tuple[int, int],
    framed: set[tuple[int, int]],
    room: str,
    control: str,
) -> str:
    value, (layer, head) = float(shares[here]), here
    shown = fixed(value, 2).removeprefix("0") if value >= EMPTY_BELOW else ""
    look = CHOSEN if here == place else NAMED if here in framed else ""
    said = f' aria-label="layer {layer}, head {head}: {fixed(value, 2)}"'
    style = f"{room};{look};{COLOURED}"
    moves = choosable(control, here, here == place)
    return value_cell(shown, value, style, f"{said}{moves}")
