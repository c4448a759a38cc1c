"""All heads of a model as a map: a column for each layer, a row for each head, a number in each cell."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats
from course.lessons.linked_tables import CHOSEN, NAMED, choosable, value_cell
from course.views.drawing import COLOURED, PAGE, Drawing, titled_table
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

    Examples
    --------
    >>> head_map([[0.9, 0.01], [0.2, 0.4]], (1, 1), title="On the word before")
    On the word before: 4 heads in 2 layers, most in 0.0 (0.90), 1.1 (0.40) and 1.0 (0.20). Chosen: 1.1 (0.40).
    """
    shares, (layer, head) = as_floats(values, "values"), chosen
    layers, heads = shares.shape
    order = np.argsort(-shares, axis=None, kind="stable")[:MOST_NAMED]
    most = join([_in_words(shares, *divmod(int(place), heads)) for place in order])
    sentence = (
        f"{title}: {shares.size} heads in {layers} layers, most in {most}. "
        f"Chosen: {_in_words(shares, layer, head)}."
    )
    room = f"width:{NARROW if layers > MANY_LAYERS else WIDE}em"
    room = f"{room};min-{room};padding:0;text-align:center"
    corner = f"{PAGE};padding:0 4px;text-align:right;white-space:nowrap"
    looks = dict.fromkeys(named, NAMED) | {(layer, head): CHOSEN}

    def cell(here: tuple[int, int]) -> str:
        value, number = float(shares[here]), fixed(float(shares[here]), 2)
        label = f' aria-label="layer {here[0]}, head {here[1]}: {number}"'
        return value_cell(
            number.removeprefix("0") if value >= EMPTY_BELOW else "",
            value,
            f"{room};{looks.get(here, '')};{COLOURED}",
            f"{label}{choosable(control, here, here == (layer, head))}",
        )

    table = titled_table(
        title,
        [
            f'<td style="{corner}">head \\ layer</td>',
            *(_header(across, "col", across == layer, room) for across in range(layers)),
        ],
        [
            [
                _header(down, "row", down == head, room),
                *(cell((across, down)) for across in range(layers)),
            ]
            for down in range(heads)
        ],
        style="border-collapse:separate;border-spacing:0;font-size:11px",
        above="padding:2px 0;font-size:13px;white-space:nowrap",
        note=" (empty: below .05)",
    )
    return Drawing(f'<div style="padding-bottom:14px">\n{table}\n</div>', sentence)


def _in_words(shares: Floats, layer: int, head: int) -> str:
    return f"{layer}.{head} ({fixed(float(shares[layer, head]), 2)})"


def _header(number: int, scope: str, marked: bool, room: str) -> str:
    style = f"{PAGE};{room};font-weight:{'bold' if marked else 'normal'}"
    current = ' aria-current="true"' if marked else ""
    return f'<th scope="{scope}"{current} style="{style}">{number}</th>'
