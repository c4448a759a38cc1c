"""The cells of linked tables: names, numbers on colours, and the frames that link them."""

import json
from collections.abc import Iterable
from html import escape

import numpy as np

from course.lessons.mixture import GAP, HIGH
from course.views.colours import Role, tint
from course.views.drawing import COLOURED, HATCH, PAGE, ROW, TABLE

LINE = HIGH + 2 * GAP  # height of a row, in pixels
# Black between white is visible on every colour. An outline would hide the page's focus outline.
CHOSEN = "position:relative;z-index:1;box-shadow:inset 0 0 0 2px #fff,0 0 0 2px #000,0 0 0 3px #fff"
LINKED = "outline:2px dashed;outline-offset:-1px"
NAMED = "outline:2px solid;outline-offset:-2px"


def grid(about: str, heads: Iterable[Iterable[str]], rows: Iterable[Iterable[str]]) -> str:
    """Write a table without gaps between its cells, with rows of headers on top."""
    above = f"{PAGE};caption-side:top;text-align:left;padding:2px 0;white-space:nowrap"
    return "\n".join(
        [
            f'<table style="{TABLE};border-collapse:separate;border-spacing:0;font-size:12px">',
            f'<caption style="{above}">{escape(about)}</caption>',
            "<thead>",
            *(f"<tr>{''.join(cells)}</tr>" for cells in heads),
            "</thead>\n<tbody>",
            *(f'<tr style="{ROW}">{"".join(cells)}</tr>' for cells in rows),
            "</tbody></table>",
        ]
    )


def name_cell(
    text: str,
    scope: str,
    marked: bool = False,
    *,
    span: int = 1,
    sign: str = "",
    turned: bool = False,
    role: Role | None = None,
) -> str:
    """Write a header over `span` columns, with a frame if it is `marked`, and a `sign` in front.

    The header of a query, a key or a value has a line in the colour of its `role`.
    """
    padding = "5px 3px" if turned else "0 5px" if scope == "col" else "0 3px"
    style = f"padding:{padding};height:{LINE}px;white-space:nowrap;{NAMED if marked else ''}"
    if role is None:
        style += f";{PAGE}"
    else:  # no colour for the text, or it would stay in high contrast mode
        style += f";background:transparent;{COLOURED};border-{'left' if scope == 'row' else 'top'}:3px solid {role.colour}"
    align = "center" if span > 1 else "left" if sign else "right"
    current = ' aria-current="true"' if marked else ""
    turn = ' style="writing-mode:vertical-rl;transform:rotate(180deg)"' if turned else ""
    return (
        f'<th scope="{scope}" colspan="{span}"{current} style="{style};text-align:{align}">'
        f"{sign} <span{turn}>{escape(text)}</span></th>"
    )


def value_cell(text: str, position: float | None, style: str = "", attributes: str = "") -> str:
    """Write a number on its colour, from -1 to 1; None means hidden, and is hatched."""
    look = f"{COLOURED};background:{_ground(position)};padding:0 5px;height:{LINE}px"
    said = ' title="hidden"' if position is None else ""
    return f'<td{said}{attributes} style="{look};text-align:right;{style}">{escape(text)}</td>'


def _ground(position: float | None) -> str:
    if position is None:
        return HATCH
    return tint(float(position)) if np.isfinite(position) else "transparent"


def plain(text: str = "") -> str:
    """Write a cell without a colour."""
    style = f"{PAGE};padding:0 5px;height:{LINE}px;text-align:right;white-space:nowrap"
    return f'<td style="{style}">{escape(text)}</td>'


def choosable(control: str, to: object, chosen: bool) -> str:
    """Write the attributes of a part that moves `control` to a state; none without a control.

    >>> choosable("cell", ("scores", 0, 1), True)
    ' data-move="cell" data-to="[&quot;scores&quot;, 0, 1]" data-chosen="true"'
    """
    if not control:
        return ""
    mark = ' data-chosen="true"' if chosen else ""
    return f' data-move="{escape(control)}" data-to="{escape(json.dumps(to))}"{mark}'
