"""A small matrix as an HTML table coloured by value: read by eye, screen reader and diff."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Floats, as_floats
from attnlib.view.colours import ink, shade
from attnlib.view.drawing import TABLE, Drawing, caption, header, plain_cell, told_apart
from attnlib.view.sentence import fixed, join

MOST_ENTRIES = 400
MANY_COLUMNS = 12


@dataclass(frozen=True)
class _Matrix:
    values: Floats
    rows: list[str]
    columns: list[str]
    axes: tuple[str, str]
    decimals: int
    sums: bool

    @property
    def rounded(self) -> Floats:
        return np.round(self.values, self.decimals)

    def total(self, axis: int | None) -> Floats:
        with np.errstate(invalid="ignore"):
            return np.atleast_1d(self.values.sum(axis))

    def sums_to_one(self, axis: int | None) -> bool:
        one = fixed(1, self.decimals)
        return self.shares and all(fixed(x, self.decimals) == one for x in self.total(axis))

    @property
    def shares(self) -> bool:
        return bool((self.values >= 0).all())


def heat_table(
    values: ArrayLike,
    rows: Sequence[object] | None = None,
    columns: Sequence[object] | None = None,
    *,
    row_axis: str = "query",
    column_axis: str = "key",
    caption: str = "",
    decimals: int = 2,
    sums: bool = False,
    name: str = "weights",
) -> Drawing:
    """Show a small matrix as a table coloured by value.

    Parameters
    ----------
    values : (n_q, n_k), or (n_k,) for a single row
        At most 400 entries. -inf, inf and nan are written as words in a neutral cell.
    rows, columns : sequence of n_q and of n_k labels, optional
        0, 1, 2, ... if left out. A label may repeat, as a word does in a sentence.
    row_axis, column_axis : str
        What one row and one column is.
    caption : str
        Said after the meaning of the axes.
    decimals : int
        How many decimals are shown. Colours and sentence go by the rounded values.
    sums : bool
        Whether to add the sums of rows, of columns and of all, with ✓ where it is 1. Without marks
        where a value is negative: such numbers are no shares of anything.
    name : str
        What the values are, for the sentence.

    Returns
    -------
    Drawing
        Its repr is one sentence made from the numbers.

    Raises
    ------
    ValueError
        If there are no entries or more than 400, more than two axes, or too few labels.
    TypeError
        If the values are not real numbers.

    Notes
    -----
    Values from 0 to 1 are coloured on that whole range, so that two tables of weights can be
    compared; others up to their largest size.

    Examples
    --------
    >>> heat_table([[0.75, 0.25], [0.5, 0.5]], ["The", "cat"], ["The", "cat"])
    2 x 2 weights, queries on rows, keys on columns: largest 0.75 at query The, key The; every row sums to 1.00.
    """
    array = np.atleast_2d(as_floats(values, "values"))
    _check_size(array)
    labels = _labels(rows, array.shape[0], "rows"), _labels(columns, array.shape[1], "columns")
    matrix = _Matrix(array, *labels, (row_axis, column_axis), decimals, sums)
    return Drawing(_html(matrix, caption), _sentence(matrix, name))


def _check_size(array: Floats) -> None:
    if array.ndim > 2:
        raise ValueError(
            f"values: one matrix is needed, but the shape is {array.shape}. "
            "Which head, or which of the batch, is it to be (try values[0])?"
        )
    if not 0 < array.size <= MOST_ENTRIES:
        raise ValueError(
            f"values: a table holds 1 to {MOST_ENTRIES} entries, but shape {array.shape} has "
            f"{array.size}. Would a part do (try values[:20, :20]), or a figure such as curves?"
        )


def _labels(labels: Sequence[object] | None, size: int, name: str) -> list[str]:
    texts = [str(label) for label in (range(size) if labels is None else labels)]
    if len(texts) != size:
        raise ValueError(
            f"{name}: {size} labels are needed, but there are {len(texts)}. "
            "Are the labels of rows and columns swapped, or is a word missing?"
        )
    return texts


def _sentence(matrix: _Matrix, name: str) -> str:
    count, others = matrix.values.shape
    parts = [_extremes(matrix), *_words_instead(matrix), *_normalisation(matrix)]
    return f"{count} x {others} {name}, {_orientation(matrix)}: {'; '.join(parts)}."


def _orientation(matrix: _Matrix) -> str:
    row_axis, column_axis = matrix.axes
    return f"{_plural(row_axis)} on rows, {_plural(column_axis)} on columns"


def _plural(noun: str) -> str:
    ends_like_query = noun[-1:] == "y" and noun[-2:-1] not in "aeou"
    return f"{noun[:-1]}ies" if ends_like_query else f"{noun}s"


def _extremes(matrix: _Matrix) -> str:
    finite = [float(x) for x in matrix.rounded.flat if np.isfinite(x)]
    if not finite:
        return "no finite value"
    if min(finite) == max(finite):
        kind = "value" if len(finite) == matrix.values.size else "finite value"
        return f"every {kind} {fixed(finite[0], matrix.decimals)}"
    largest = f"largest {_where(matrix, max(finite))}"
    return f"{largest}; smallest {_where(matrix, min(finite))}" if min(finite) < 0 else largest


def _where(matrix: _Matrix, value: float) -> str:
    places = np.argwhere(matrix.rounded == value)
    row, column = places[0]
    at = f"{fixed(value, matrix.decimals)} at {matrix.axes[0]} {told_apart(matrix.rows, row)}, "
    more = f" and {len(places) - 1} more" if len(places) > 1 else ""
    return f"{at}{matrix.axes[1]} {told_apart(matrix.columns, column)}{more}"


def _words_instead(matrix: _Matrix) -> list[str]:
    texts = [str(float(x)) for x in matrix.values.flat if not np.isfinite(x)]
    return [f"{texts.count(text)} x {text}" for text in ("-inf", "inf", "nan") if text in texts]


def _normalisation(matrix: _Matrix) -> list[str]:
    one = fixed(1, matrix.decimals)
    axes = {"every row": 1, "every column": 0}
    found = [words for words, axis in axes.items() if matrix.sums_to_one(axis)]
    if found:
        return [f"{join(found)} sums to {one}"]
    if matrix.sums_to_one(None):
        return [f"the whole array sums to {one}, but not every row or column"]
    return [f"neither every row nor every column sums to {one}"] if matrix.sums else []


def _html(matrix: _Matrix, about: str) -> str:
    axes = _orientation(matrix).capitalize()
    heads = [header(text, "col", _room(matrix)) for text in matrix.columns]
    # Wide enough for the mark, so that columns stay where they are when it comes and goes.
    heads += [header("sum", "col", f"min-width:{matrix.decimals + 6}ch")] * matrix.sums
    body = [_row(matrix, index) for index in range(len(matrix.rows))]
    if matrix.sums:
        body.append(
            header("sum", "row") + "".join(_sum_cells(matrix, 0) + _sum_cells(matrix, None))
        )
    return "\n".join(
        [
            f'<table style="{TABLE}">',
            caption(f"{axes}. {about}" if about else axes),
            f"<thead><tr>{plain_cell('')}{''.join(heads)}</tr></thead>",
            "<tbody>",
            *(f"<tr>{cells}</tr>" for cells in body),
            "</tbody></table>",
        ]
    )


def _row(matrix: _Matrix, index: int) -> str:
    top = _top(matrix.rounded)
    cells = [_value_cell(x, top, matrix.decimals) for x in matrix.rounded[index]]
    sums = [_sum_cells(matrix, 1)[index]] if matrix.sums else []
    return "".join([header(matrix.rows[index], "row"), *cells, *sums])


def _top(rounded: Floats) -> float:
    sizes = np.abs(rounded[np.isfinite(rounded)])
    largest = float(sizes.max(initial=0))
    return max(largest, 1.0) if not (rounded < 0).any() else largest or 1.0


def _room(matrix: _Matrix) -> str:
    """Leave room for a sign and two digits before the point: columns keep still as values move.

    Many columns have room for weights alone, or they would not fit a page.
    """
    least = matrix.decimals + (4 if len(matrix.columns) <= MANY_COLUMNS else 2)
    longest = max(len(fixed(float(x), matrix.decimals)) for x in matrix.values.flat)
    return f"min-width:{max(longest, least)}ch"


def _value_cell(value: float, top: float, decimals: int) -> str:
    text = fixed(value, decimals)
    if not np.isfinite(value):
        return plain_cell(text)
    colour = shade(float(value) / top)
    style = f"background:{colour};color:{ink(colour)};padding:4px 8px;text-align:right"
    return f'<td style="{style}">{text}</td>'


def _sum_cells(matrix: _Matrix, axis: int | None) -> list[str]:
    texts = [fixed(x, matrix.decimals) for x in matrix.total(axis)]
    one = fixed(1, matrix.decimals)
    marked = [f"{t} ✓" if matrix.shares and t == one else t for t in texts]
    return [plain_cell(text) for text in marked]
