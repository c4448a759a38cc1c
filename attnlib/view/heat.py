"""A small matrix as an HTML table coloured by value, readable by eyes, screen readers and diffs."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats
from attnlib.view.colours import ink, shade
from attnlib.view.drawing import COLOURED, Drawing, header, plain_cell, table
from attnlib.view.limits import Limits, checked
from attnlib.view.matrix import Matrix, hidden_places, labels_of, orientation
from attnlib.view.sentence import fixed

MOST_ENTRIES = 400
MANY_COLUMNS = 12
NEUTRAL = "#d9d9d9"
HATCH = "repeating-linear-gradient(135deg,#0000 0 4px,#80808073 4px 6px)"

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
        What one row and one column is.
    caption : str
        Text added after the meaning of the axes.
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
        does not go from low to high, or `visible` does not fit the values.
    TypeError
        If the values are not real numbers, or `visible` is not bool.

    Notes
    -----
    If all values are from 0 to 1, the colours cover that whole range, so that tables of weights can
    be compared. Otherwise, they reach to the largest absolute value.

    Examples
    --------
    >>> heat_table([[0.75, 0.25], [0.5, 0.5]], ["The", "cat"], ["The", "cat"])
    2 x 2 weights, queries on rows, keys on columns: largest 0.75 at query The, key The; every row sums to 1.00.
    """
    array = np.atleast_2d(as_floats(values, "values"))
    _check_size(array)
    count, others = array.shape
    labels = labels_of(rows, count, "rows"), labels_of(columns, others, "columns")
    hidden = hidden_places(visible, array)
    matrix = Matrix(array, *labels, (row_axis, column_axis), decimals, hidden)
    reach = _reach(matrix.rounded, limits)
    return Drawing(_html(matrix, caption, reach, sums), matrix.sentence(name, bool(sums)))


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


def _reach(rounded: Floats, limits: Limits | None) -> float:
    """Find the absolute value that gets the darkest colour."""
    if limits is not None:
        return float(np.abs(checked(limits, "limits")).max())
    largest = float(np.abs(rounded[np.isfinite(rounded)]).max(initial=0))
    return max(largest, 1.0) if not (rounded < 0).any() else largest or 1.0


def _html(matrix: Matrix, about: str, reach: float, sums: Sums) -> str:
    axes = orientation(matrix.axes).capitalize()
    heads = [plain_cell(""), *(header(text, "col", _room(matrix)) for text in matrix.columns)]
    rows = [_row(matrix, place, reach) for place in range(len(matrix.rows))]
    if sums:
        # Wide enough for the mark, so that columns stay in place when it appears or disappears.
        heads.append(header("sum", "col", f"min-width:{matrix.decimals + 6}ch"))
        rows = [[*row, total] for row, total in zip(rows, _sum_cells(matrix, 1), strict=True)]
    if sums == "both":
        rows.append([header("sum", "row"), *_sum_cells(matrix, 0), *_sum_cells(matrix, None)])
    return table(f"{axes}. {about}" if about else axes, heads, rows)


def _row(matrix: Matrix, place: int, reach: float) -> list[str]:
    pairs = zip(matrix.rounded[place], matrix.hidden[place], strict=True)
    cells = [_value_cell(float(x), reach, matrix.decimals, bool(hidden)) for x, hidden in pairs]
    return [header(matrix.rows[place], "row"), *cells]


def _room(matrix: Matrix) -> str:
    """Leave room for a sign and two digits before the point, so that columns stay in place.

    If there are many columns, leave room only for weights, or they would not fit on a page.
    """
    least = matrix.decimals + (4 if len(matrix.columns) <= MANY_COLUMNS else 2)
    longest = max(len(fixed(float(x), matrix.decimals)) for x in matrix.values.flat)
    return f"min-width:{max(longest, least)}ch"


def _value_cell(value: float, reach: float, decimals: int, hidden: bool) -> str:
    text = fixed(value, decimals)
    if not np.isfinite(value) and not hidden:
        return plain_cell(text)
    # A hidden value that is not 0 keeps its colour, which shows through the hatching.
    colour = NEUTRAL if hidden and not (value and np.isfinite(value)) else shade(value / reach)
    hatch = f"background-image:{HATCH};" if hidden else ""
    style = f"background:{colour};{hatch}color:{ink(colour)};padding:4px 8px;text-align:right"
    return f'<td style="{COLOURED};{style}">{text}</td>'


def _sum_cells(matrix: Matrix, axis: int | None) -> list[str]:
    texts, one = matrix.totals(axis), fixed(1, matrix.decimals)
    return [plain_cell(f"{text} ✓" if matrix.shares and text == one else text) for text in texts]
