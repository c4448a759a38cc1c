"""Linked tables: matrices that are made of each other, with frames around what made a number."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

import numpy as np

from attnlib.shapes import Bools, Floats, as_size
from course.lessons.mixture import GAP, HIGH
from course.views.colours import KEY, QUERY, VALUE, Role, tint
from course.views.drawing import COLOURED, HATCH, PAGE, ROW, TABLE, told_apart
from course.views.matrix import labels_of
from course.views.sentence import fixed

LINE = HIGH + 2 * GAP  # height of a row, in pixels
# Black between white is visible on every colour. An outline would hide the page's focus outline.
CHOSEN = "position:relative;z-index:1;box-shadow:inset 0 0 0 2px #fff,0 0 0 2px #000,0 0 0 3px #fff"
LINKED = "outline:2px dashed;outline-offset:-1px"
NAMED = "outline:2px solid;outline-offset:-2px"
OF_PAIRS = ("scores", "scaled", "weights")  # steps with a number for each query and key


class Place(NamedTuple):
    """The place of a number: the name of its array, its row and its column."""

    array: str
    row: int
    column: int


class Axis(NamedTuple):
    """The names along one side of a table, and the role of what they name."""

    names: tuple[str, ...]
    role: Role | None


@dataclass(frozen=True)
class Linked:
    """Matrices that are made of each other, one chosen number, and how numbers are written.

    Attributes
    ----------
    arrays : dict of name to matrix
        A slope is called like the array it belongs to, with ``d_`` in front, and has its axes.
    axes : dict of name to (Axis, Axis)
        The rows and columns of each array that is no slope.
    scales : dict of name to float
        The absolute number that gets the darkest colour.
    visible : (n_q, n_k) bool
    chosen : Place
    decimals : int
    """

    arrays: Mapping[str, Floats]
    axes: Mapping[str, tuple[Axis, Axis]]
    scales: Mapping[str, float]
    visible: Bools
    chosen: Place
    decimals: int

    def text(self, value: float) -> str:
        """Write a number."""
        return fixed(float(value), self.decimals)

    def value(self, place: Place) -> float:
        """Look up a number."""
        return float(self.arrays[place.array][place[1:]])

    def sides(self, array: str) -> tuple[Axis, Axis]:
        """Find the rows and the columns of an array or of its slopes."""
        return self.axes[array.removeprefix("d_")]

    @property
    def names(self) -> list[str]:
        """The names of the chosen row and column."""
        sides = zip(self.sides(self.chosen.array), self.chosen[1:], strict=True)
        return [told_apart(axis.names, place) for axis, place in sides]

    def table(
        self,
        array: str,
        about: str,
        sources: Collection[Place],
        *,
        marked: tuple[bool, bool],
        style: str,
        turned: bool = False,
        control: str = "",
    ) -> str:
        """Write the table of an array, with frames around the chosen number and its `sources`.

        If rows or columns are `marked`, the name of the chosen one has a frame, too.
        """

        def header(side: int, place: int) -> str:
            names, role = self.sides(array)[side]
            scope, sideways = ("row", False) if side == 0 else ("col", turned)
            framed = marked[side] and place == self.chosen[side + 1]
            return name_cell(names[place], scope, framed, turned=sideways, role=role)

        def cell(place: Place) -> str:
            value = self.value(place)
            hidden = array in OF_PAIRS[1:] and not self.visible[place[1:]]
            frame = CHOSEN if place == self.chosen else LINKED if place in sources else ""
            return value_cell(
                "0" if hidden and array == "weights" else self.text(value),
                None if hidden else value / self.scales[array],
                f"{style};{frame}",
                choosable(control, place, place == self.chosen),
            )

        rows, columns = map(range, self.arrays[array].shape)
        heads = [plain(), *(header(1, column) for column in columns)]
        body = [[header(0, row), *(cell(Place(array, row, n)) for n in columns)] for row in rows]
        return grid(about, [heads], body)


def axes_of(
    Q: Floats,
    V: Floats,
    tokens: Sequence[object],
    keys: Sequence[object] | None,
    asked: Sequence[object] | None = None,
    features: Sequence[object] | None = None,
) -> dict[str, tuple[Axis, Axis]]:
    """Name the rows and columns of all arrays on the way through attention."""
    queries = Axis(labels_of(tokens, len(Q), "tokens"), QUERY)
    seen = Axis(labels_of(tokens if keys is None else keys, len(V), "keys"), KEY)
    within = Axis(labels_of(asked, Q.shape[1], "asked"), None)
    mixed = Axis(labels_of(features, V.shape[1], "features"), VALUE)
    own = {"Q": (queries, within), "K": (seen, within), "V": (seen, mixed)}
    return own | dict.fromkeys(OF_PAIRS, (queries, seen)) | {"output": (queries, mixed)}


def place_of(chosen: tuple[str, int, int], arrays: Mapping[str, Floats]) -> Place:
    """Check that there is such a number in one of the arrays.

    >>> place_of(("scores", 0, 2), {"scores": np.zeros((1, 2))})
    Traceback (most recent call last):
        ...
    ValueError: chosen: scores has rows 0 to 0 and columns 0 to 1, but it is row 0, column 2. Is it counted from 1, or from a longer sentence?
    """
    if len(chosen) != 3 or chosen[0] not in arrays:
        raise ValueError(
            f"chosen: one of {', '.join(arrays)}, a row and a column are needed, but it is "
            f"{chosen!r}. Is the name misspelt?"
        )
    place = Place(chosen[0], as_size(chosen[1], "row", 0), as_size(chosen[2], "column", 0))
    rows, columns = arrays[place.array].shape
    if place.row >= rows or place.column >= columns:
        raise ValueError(
            f"chosen: {place.array} has rows 0 to {rows - 1} and columns 0 to {columns - 1}, but "
            f"it is row {place.row}, column {place.column}. Is it counted from 1, or from a longer "
            "sentence?"
        )
    return place


def largest(*arrays: Floats) -> float:
    """Find the largest absolute number that is finite; 1 where all are 0.

    >>> largest(np.array([1.0, -np.inf]), np.array([-3.0]))
    3.0
    """
    return float(max(np.abs(x[np.isfinite(x)]).max(initial=0) for x in arrays)) or 1.0


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
    if position is None:
        ground, title = HATCH, ' title="hidden"'
    else:
        ground, title = tint(float(position)) if np.isfinite(position) else "transparent", ""
    look = f"{COLOURED};background:{ground};padding:0 5px;height:{LINE}px"
    return f'<td{title}{attributes} style="{look};text-align:right;{style}">{escape(text)}</td>'


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
