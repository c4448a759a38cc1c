"""A labelled matrix in words: its shape, its axes, its extremes, and which sums are one."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from attnlib.shapes import Bools, Floats, as_visible
from course.views.drawing import told_apart
from course.views.sentence import fixed, join


@dataclass(frozen=True)
class Matrix:
    """Values with the names of their rows, columns and axes.

    Attributes
    ----------
    values : (n_q, n_k)
    rows, columns : list of str
    axes : (row_axis, column_axis)
    decimals : int
        How many decimals the sentence uses.
    hidden : (n_q, n_k)
        True where a mask hides a value.

    Examples
    --------
    >>> nowhere = np.zeros((2, 2), bool)
    >>> Matrix(np.eye(2), ["a", "b"], ["a", "b"], ("query", "key"), 2, nowhere).sentence("weights")
    '2 x 2 weights, a row for each query, a column for each key: largest 1.00 at query a, key a and 1 more; every row and every column sums to 1.00.'
    """

    values: Floats
    rows: Sequence[str]
    columns: Sequence[str]
    axes: tuple[str, str]
    decimals: int
    hidden: Bools

    def sentence(self, name: str, sums: bool = False) -> str:
        """Describe the values, called `name`; with `sums`, also say whether shares sum to 1."""
        parts = [_extremes(self), *_words_instead(self), *_hiding(self)]
        parts += _normalisation(self, sums)
        count, others = self.values.shape
        return f"{count} x {others} {name}, {orientation(self.axes)}: {'; '.join(parts)}."

    @property
    def rounded(self) -> Floats:
        """The values as the sentence gives them."""
        return np.round(self.values, self.decimals) + 0.0

    @property
    def largest(self) -> str:
        """The largest value and its place."""
        finite = self.rounded[np.isfinite(self.values)]
        return _where(self, float(finite.max())) if finite.size else "no finite value"

    @property
    def shares(self) -> bool:
        """Whether no value is negative, so that the values may be shares of something."""
        return not (self.values < 0).any()

    def totals(self, axis: int | None) -> list[str]:
        """Sum over an axis, or over all values; sums are rounded as in the sentence."""
        with np.errstate(invalid="ignore"):
            return [fixed(total, self.decimals) for total in np.atleast_1d(self.values.sum(axis))]

    def at(self, place: Sequence[int]) -> str:
        """Name a place: query cat, key The."""
        named = zip(self.axes, (self.rows, self.columns), place, strict=True)
        return ", ".join(_called(axis, told_apart(labels, index)) for axis, labels, index in named)


def labels_of(labels: Sequence[object] | None, size: int, name: str) -> tuple[str, ...]:
    """Turn labels into strings. Default: 0, 1, 2, ...

    Raises
    ------
    ValueError
        If there are more or fewer than `size`.

    Examples
    --------
    >>> labels_of(None, 2, "rows")
    ('0', '1')
    """
    texts = tuple(str(label) for label in (range(size) if labels is None else labels))
    if len(texts) != size:
        raise ValueError(
            f"{name}: {size} labels are needed, but there are {len(texts)}. "
            "Are the labels of rows and columns swapped, or is a word missing?"
        )
    return texts


def hidden_places(visible: ArrayLike | None, values: Floats) -> Bools:
    """Turn the argument `visible` of a picture into an array that is True for hidden values.

    Raises
    ------
    TypeError
        If `visible` is not bool.
    ValueError
        If `visible` cannot be broadcast to the shape of the values.

    Examples
    --------
    >>> hidden_places([[True, False]], np.array([[1.0, 0.0]]))
    array([[False,  True]])
    """
    if visible is None:
        return np.zeros(values.shape, bool)
    return ~as_visible(visible, values.shape)


def orientation(axes: tuple[str, str]) -> str:
    """Say which axis is which.

    >>> orientation(("query", "step back"))
    'a row for each query, a column for each step back'
    """
    return f"a row for each {axes[0]}, a column for each {axes[1]}"


def _called(axis: str, label: str) -> str:
    """Put a label behind the name of its axis, unless it begins with it: not "layer layer 1"."""
    if f"{label} ".startswith(f"{axis} "):
        return label
    return f'{axis} "{label}"' if " " in label else f"{axis} {label}"


def _extremes(matrix: Matrix) -> str:
    finite = matrix.rounded[np.isfinite(matrix.values)]
    if not finite.size:
        return "no finite value"
    low, high = float(finite.min()), float(finite.max())
    if low == high:
        kind = "value" if finite.size == matrix.values.size else "finite value"
        return f"every {kind} {fixed(high, matrix.decimals)}"
    largest = f"largest {matrix.largest}"
    return f"{largest}; smallest {_where(matrix, low)}" if low < 0 else largest


def _where(matrix: Matrix, value: float) -> str:
    places = np.argwhere(matrix.rounded == value)
    more = f" and {len(places) - 1} more" if len(places) > 1 else ""
    return f"{fixed(value, matrix.decimals)} at {matrix.at(places[0])}{more}"


def _words_instead(matrix: Matrix) -> list[str]:
    counts = {
        "-inf": np.isneginf(matrix.values).sum(),
        "inf": np.isposinf(matrix.values).sum(),
        "nan": np.isnan(matrix.values).sum(),
    }
    return [f"{count} x {text}" for text, count in counts.items() if count]


def _hiding(matrix: Matrix) -> list[str]:
    count = int(matrix.hidden.sum())
    return [f"{count} hidden"] if count else []


def _normalisation(matrix: Matrix, sums: bool) -> list[str]:
    if not matrix.shares:
        return []
    one = fixed(1, matrix.decimals)
    axes = {"every row": 1, "every column": 0}
    found = [words for words, axis in axes.items() if set(matrix.totals(axis)) == {one}]
    if found:
        return [f"{join(found)} sums to {one}"]
    if matrix.totals(None) == [one]:
        return [f"the whole array sums to {one}, but not every row or column"]
    return [f"neither every row nor every column sums to {one}"] if sums else []
