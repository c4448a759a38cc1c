"""A small matrix as an HTML table coloured by value, readable by eyes, screen readers and diffs."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats
from course.views.colours import tint
from course.views.drawing import COLOURED, HATCH, Drawing, header, plain_cell, table
from course.views.limits import Limits, checked
from course.views.matrix import Matrix, hidden_places, labels_of, orientation
from course.views.sentence import fixed

MOST_ENTRIES = 400
PADDING = "padding:4px min(8px,.9vw)"
SPACIOUS = 4  # how many letters wider than its numbers a column is, where the page has room

Sums = bool | Literal["both"]


def heat_table(
    values: ArrayLike,
    rows: Sequence[object] | None = None,
    columns: Sequence[object] | None = None,
    *,
    row_axis: str = "query",
    column_axis: str = "key",
    caption: str = "",
    decimals: int = 2,
    sums: Sums = False,
    name: str = "weights",
    limits: Limits | None = None,
    by_row: bool = False,
    around: float = 0,
    visible: ArrayLike | None = None,
) -> Drawing:
    """Show a small matrix as a table coloured by value.

    Parameters
    ----------
    values : (n_q, n_k), or (n_k,) for a single row
        At most 400 entries. -inf, inf and nan are written as text in neutral cells.
    rows, columns : sequence of n_q and of n_k labels, optional
        Default: 0, 1, 2, ... A label may repeat, like a word in a sentence.
    row_axis, column_axis : str
        What one row and one column is, written in the corner of the table.
    caption : str
        Text above the table. If there is none, screen readers find the meaning of the axes there.
    decimals : int
        How many decimals are shown. Colours and the sentence use the rounded values.
    sums : bool or "both"
        True adds the sum of each row; "both" also adds the sum of each column and the total. A sum
        of 1 gets a ✓, unless the table has a negative value: such numbers are not shares of
        anything.
    name : str
        What the values are, for the sentence.
    limits : (low, high), optional
        The range of the colours, as in `heat_map`. Set it if values should fade as they shrink.
    by_row : bool
        Colour each row on a scale of its own, for rows that cannot be compared, such as scores and
        their weights.
    around : float
        The value without a colour: blue is above it, orange below. Set it to the value that all
        cells should have, and those that miss it stand out.
    visible : bool, broadcastable to the values, optional
        Cells where it is False are hatched, so that a weight hidden by a mask does not look like a
        small visible weight.

    Returns
    -------
    Drawing
        Its repr is one sentence with the most important numbers.

    Raises
    ------
    ValueError
        If there are no entries or more than 400, more than two axes, or too few labels, `limits`
        does not go from low to high, or is given though each row has its own scale, or `visible`
        does not fit the values.
    TypeError
        If the values are not real numbers, or `visible` is not bool.

    Notes
    -----
    If all values are from 0 to 1, the colours cover that whole range, so that tables of weights can
    be compared. Otherwise, they reach to the largest distance from `around`.

    Examples
    --------
    >>> heat_table([[0.75, 0.25], [0.5, 0.5]], ["The", "cat"], ["The", "cat"])
    2 x 2 weights, a row for each query, a column for each key: largest 0.75 at query The, key The; every row sums to 1.00.
    """
    array = np.atleast_2d(as_floats(values, "values"))
    _check_size(array)
    if by_row and limits is not None:
        raise ValueError(
            "limits: with by_row=True, each row has a scale of its own. Which of the two is meant?"
        )
    count, others = array.shape
    labels = labels_of(rows, count, "rows"), labels_of(columns, others, "columns")
    hidden = hidden_places(visible, array)
    matrix = Matrix(array, *labels, (row_axis, column_axis), decimals, hidden)
    positions = _positions(matrix.rounded - around, _distances(limits, around), by_row)
    return Drawing(_html(matrix, caption, positions, sums), matrix.sentence(name, bool(sums)))


def _check_size(array: Floats) -> None:
    if array.ndim > 2:
        raise ValueError(
            f"values: one matrix is needed, but the shape is {array.shape}. "
            "Which head, or which one of the batch, do you mean (try values[0])?"
        )
    if not 0 < array.size <= MOST_ENTRIES:
        raise ValueError(
            f"values: a table holds 1 to {MOST_ENTRIES} entries, but shape {array.shape} has "
            f"{array.size}. Would a part do (try values[:20, :20]), or a figure such as curves?"
        )


def _distances(limits: Limits | None, around: float) -> Floats | None:
    return None if limits is None else np.array(checked(limits, "limits")) - around


def _positions(distances: Floats, limits: Floats | None, by_row: bool) -> Floats:
    """Find where each value lies between the strongest orange, -1, and the strongest blue, 1."""
    if by_row:
        return np.vstack([_positions(row, limits, False) for row in distances])
    if limits is not None:
        return np.asarray(distances / np.abs(limits).max())
    finite = distances[np.isfinite(distances)]
    largest = float(np.abs(finite).max(initial=0))
    return np.asarray(distances / (largest or 1.0 if (distances < 0).any() else max(largest, 1.0)))


def _html(matrix: Matrix, about: str, positions: Floats, sums: Sums) -> str:
    heads = [
        plain_cell(" \\ ".join(matrix.axes), "white-space:nowrap"),
        *(header(text, "col", _room(matrix)) for text in matrix.columns),
    ]
    rows = [_row(matrix, place, positions[place]) for place in range(len(matrix.rows))]
    if sums:
        # Wide enough for the mark, so that columns stay in place when it appears or disappears.
        heads.append(header("sum", "col", f"min-width:{matrix.decimals + 6}ch"))
        rows = [[*row, total] for row, total in zip(rows, _sum_cells(matrix, 1), strict=True)]
    if sums == "both":
        rows.append([header("sum", "row"), *_sum_cells(matrix, 0), *_sum_cells(matrix, None)])
    axes = orientation(matrix.axes).replace("a", "A", 1)
    return table(about or axes, heads, rows, captioned=bool(about))


def _row(matrix: Matrix, place: int, positions: Floats) -> list[str]:
    cells = zip(matrix.rounded[place], positions, matrix.hidden[place], strict=True)
    return [
        header(matrix.rows[place], "row"),
        *(_value_cell(fixed(x, matrix.decimals), float(at), bool(no)) for x, at, no in cells),
    ]


def _room(matrix: Matrix) -> str:
    """Leave room for a sign and two digits before the point, so that columns stay in place.

    Where the page is too narrow, as on a phone, there is room for the numbers alone.
    """
    longest = max(len(fixed(float(x), matrix.decimals)) for x in matrix.values.flat)
    return f"{PADDING};min-width:{longest}ch;width:{max(longest, matrix.decimals + 4) + SPACIOUS}ch"


def _value_cell(text: str, position: float, hidden: bool) -> str:
    # A hidden value that is not 0 keeps its colour, which shows through the hatching.
    ground = tint(position) if np.isfinite(position) else "transparent"
    hatch = f"background-image:{HATCH};" if hidden else ""
    style = f"{COLOURED};background:{ground};{hatch}{PADDING};text-align:right"
    return f'<td style="{style}">{text}</td>'


def _sum_cells(matrix: Matrix, axis: int | None) -> list[str]:
    texts, one = matrix.totals(axis), fixed(1, matrix.decimals)
    return [plain_cell(f"{text} ✓" if matrix.shares and text == one else text) for text in texts]
