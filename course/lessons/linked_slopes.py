"""The way back through attention, as linked tables: what each slope of the loss is made of."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import ArrayLike

from attnlib.attention import attention_steps
from attnlib.shapes import Floats, as_arrays, as_floats, as_size
from course.lessons.linked_cells import (
    CHOSEN,
    LINKED,
    choosable,
    grid,
    name_cell,
    plain,
    value_cell,
)
from course.lessons.linked_values import Place
from course.models.learning.gradients import attention_backward, softmax_backward
from course.views.colours import KEY, QUERY, VALUE, Role
from course.views.drawing import PAGE, Drawing, told_apart
from course.views.matrix import labels_of
from course.views.sentence import fixed

MOST = 4
# Each slope stands below the number it belongs to, the last step first, as the way back goes.
PAIRS = {
    "d_output": ("output", "output = weights V", "d_output: what arrives"),
    "d_V": ("V", "V", "d_V = weightsᵀ d_output"),
    "d_weights": ("weights", "weights = softmax(scaled)", "d_weights = d_output Vᵀ"),
    "d_scaled": ("scaled", "scaled = scores / √d_k", "d_scaled: back through softmax"),
    "d_scores": ("scores", "scores = Q Kᵀ", "d_scores = d_scaled / √d_k"),
    "d_Q": ("Q", "Q", "d_Q = d_scores K"),
    "d_K": ("K", "K", "d_K = d_scoresᵀ Q"),
}
# For matrix products: the two factors, and whether the sum runs down their columns.
PRODUCTS = {
    "d_V": (("weights", True), ("d_output", True)),
    "d_weights": (("d_output", False), ("V", False)),
    "d_Q": (("d_scores", False), ("K", True)),
    "d_K": (("d_scores", True), ("Q", True)),
}
OF_KEYS = ("K", "V")
OF_VALUES = ("V", "output")
OF_PAIRS = ("scores", "scaled", "weights")


@dataclass(frozen=True)
class _Slopes:
    """The data of the tables.

    Attributes
    ----------
    arrays : mapping from name to matrix
        All numbers of the way there, and all slopes of the way back.
    queries, keys : tuples of n_q and n_k str
    chosen : Place
    control : str
    decimals : int
    """

    arrays: dict[str, Floats]
    queries: tuple[str, ...]
    keys: tuple[str, ...]
    chosen: Place
    control: str
    decimals: int

    def text(self, value: float) -> str:
        return fixed(float(value), self.decimals)

    def rows(self, name: str) -> tuple[tuple[str, ...], Role]:
        """Name the rows of an array."""
        return (self.keys, KEY) if name.removeprefix("d_") in OF_KEYS else (self.queries, QUERY)

    def columns(self, name: str) -> tuple[tuple[str, ...], Role | None]:
        """Name the columns of an array: its keys, or the numbers of its features."""
        if name.removeprefix("d_") in OF_PAIRS:
            return self.keys, KEY
        role = VALUE if name.removeprefix("d_") in OF_VALUES else None
        return tuple(map(str, range(self.arrays[name].shape[1]))), role

    def scale(self, name: str) -> float:
        """The number that gets the darkest colour: one for what goes in, one for all slopes."""
        if name == "weights":
            return 1.0
        alike = [
            np.abs(array).max()
            for other, array in self.arrays.items()
            if other.startswith("d_") == name.startswith("d_") and other != "weights"
        ]
        return float(max(alike)) or 1.0

    def called(self, place: Place) -> str:
        """Name a number: d_scores[it, cat]."""
        row = told_apart(self.rows(place.step)[0], place.row)
        return f"{place.step}[{row}, {told_apart(self.columns(place.step)[0], place.column)}]"

    def value(self, place: Place) -> float:
        return float(self.arrays[place.step][place.row, place.column])


def linked_slopes(
    Q: ArrayLike,
    K: ArrayLike,
    V: ArrayLike,
    d_output: ArrayLike,
    *,
    tokens: Sequence[object],
    keys: Sequence[object] | None = None,
    chosen: tuple[str, int, int] = ("d_scores", 0, 0),
    control: str = "",
    decimals: int = 2,
) -> Drawing:
    """Show the way back through attention, and the calculation of one slope of the loss.

    Each number of the way there stands above its slope. The chosen slope has a frame, and the
    numbers that it is made of have dashed frames. All slopes share one colour scale.

    Parameters
    ----------
    Q : (n_q, d_k)
    K : (n_k, d_k)
    V : (n_k, d_v)
    d_output : (n_q, d_v)
        How much the loss grows for each unit that the output grows. No size is above 4.
    tokens : sequence of n_q labels
        The words of the queries. A word may repeat.
    keys : sequence of n_k labels, optional
        The words of the keys. Default: the tokens.
    chosen : (slope, row, column)
        The slope is "d_output", "d_V", "d_weights", "d_scaled", "d_scores", "d_Q" or "d_K".
    control : str
        The name of the `part_of_picture` in `explore`, to choose slopes in the picture itself.
    decimals : int

    Returns
    -------
    Drawing
        Its repr is the calculation of the chosen slope.

    Raises
    ------
    ValueError
        If shapes do not fit together, a size is above 4, the number of labels is wrong, or there is
        no such slope.

    Notes
    -----
    The slopes are those of `course.models.learning.gradients`, with d_scaled for those before the
    division by sqrt(d_k).

    Examples
    --------
    The weights are 0.25 and 0.75, so the weighted mean of d_weights is 0.25 x 4 + 0.75 x 0 = 1.

    >>> example = [[1.0]], [[0.0], [np.log(3)]], [[4.0], [0.0]], [[1.0]]
    >>> linked_slopes(*example, tokens=["it"], keys=["cat", "mat"], chosen=("d_scaled", 0, 1))
    d_scaled[it, mat] = weight x (d_weight - weighted mean) = 0.75 x (0.00 - 1.00) = -0.75, where the weighted mean is 0.25 x 4.00 + 0.75 x 0.00 = 1.00.
    >>> linked_slopes(*example, tokens=["it"], keys=["cat", "mat"], chosen=("d_Q", 0, 0))
    d_Q[it, 0] = 0.75 x 0.00 + -0.75 x 1.10 = -0.82.
    """
    Q, K, V = as_arrays(Q, K, V, Q="* n_q d_k", K="* n_k d_k", V="* n_k d_v")
    arriving = as_floats(d_output, "d_output", 2)
    _check_sizes(Q=Q, K=K, V=V, d_output=arriving)
    d_Q, d_K, d_V = attention_backward(Q, K, V, arriving)
    steps = attention_steps(Q, K, V)._asdict()
    d_weights = arriving @ V.T
    d_scaled = softmax_backward(steps["weights"], d_weights)
    arrays = {
        **{"Q": Q, "K": K, "V": V, **steps, "d_output": arriving},
        **{"d_weights": d_weights, "d_scaled": d_scaled},
        **{"d_scores": d_scaled / np.sqrt(Q.shape[1]), "d_Q": d_Q, "d_K": d_K, "d_V": d_V},
    }
    names = (
        labels_of(tokens, len(Q), "tokens"),
        labels_of(tokens if keys is None else keys, len(K), "keys"),
    )
    slopes = _Slopes(arrays, *names, _place(chosen, arrays), control, decimals)
    sentence = _sentence(slopes)
    return Drawing(_html(slopes, sentence), sentence)


def _check_sizes(**arrays: Floats) -> None:
    for name, array in arrays.items():
        if array.ndim != 2 or not array.size or max(array.shape) > MOST:
            raise ValueError(
                f"linked_slopes: {name} needs one matrix of 1 to {MOST} rows and columns, but "
                f"its shape is {array.shape}. Would two words and their first features do?"
            )


def _place(chosen: tuple[str, int, int], arrays: dict[str, Floats]) -> Place:
    if len(chosen) != 3 or chosen[0] not in PAIRS:
        raise ValueError(
            f"chosen: one of {', '.join(PAIRS)}, a row and a column are needed, but it is "
            f"{chosen!r}. Is the name misspelt?"
        )
    slope, row, column = chosen[0], as_size(chosen[1], "row", 0), as_size(chosen[2], "column", 0)
    rows, columns = arrays[slope].shape
    if row >= rows or column >= columns:
        raise ValueError(
            f"chosen: {slope} has rows 0 to {rows - 1} and columns 0 to {columns - 1}, but it is "
            f"row {row}, column {column}. Is it counted from 1?"
        )
    return Place(slope, row, column)


def _factors(slopes: _Slopes) -> list[list[Place]]:
    """List the places of both factors of the chosen slope of a matrix product, in order."""
    slope, row, column = slopes.chosen
    factors = []
    for (name, down), own in zip(PRODUCTS[slope], (row, column), strict=True):
        count = slopes.arrays[name].shape[0 if down else 1]
        factors.append(
            [Place(name, place, own) if down else Place(name, own, place) for place in range(count)]
        )
    return factors


def _sources(slopes: _Slopes) -> set[Place]:
    """Find the numbers that the chosen slope is made of."""
    slope, row, column = slopes.chosen
    if slope in PRODUCTS:
        return {place for factor in _factors(slopes) for place in factor}
    if slope == "d_scaled":
        keys = range(len(slopes.keys))
        return {Place(name, row, key) for name in ("weights", "d_weights") for key in keys}
    return {Place("d_scaled", row, column)} if slope == "d_scores" else set()


def _sentence(slopes: _Slopes) -> str:
    slope = slopes.chosen.step
    value = slopes.text(slopes.value(slopes.chosen))
    if slope == "d_output":
        return f"{slopes.called(slopes.chosen)} = {value}: the way back starts here."
    terms = {"d_scaled": _softmax_terms, "d_scores": _divided}.get(slope, _product_terms)
    return f"{slopes.called(slopes.chosen)} = {terms(slopes, value)}."


def _product_terms(slopes: _Slopes, value: str) -> str:
    left, right = ([slopes.value(place) for place in factor] for factor in _factors(slopes))
    return f"{_sum(slopes, left, right)} = {value}"


def _softmax_terms(slopes: _Slopes, value: str) -> str:
    row, column = slopes.chosen[1:]
    weights, d_weights = slopes.arrays["weights"][row], slopes.arrays["d_weights"][row]
    mean = slopes.text(weights @ d_weights)
    weight, d_weight = slopes.text(weights[column]), slopes.text(d_weights[column])
    return (
        f"weight x (d_weight - weighted mean) = {weight} x ({d_weight} - {mean}) = {value}, where "
        f"the weighted mean is {_sum(slopes, weights, d_weights)} = {mean}"
    )


def _divided(slopes: _Slopes, value: str) -> str:
    d_k = slopes.arrays["Q"].shape[1]
    d_scaled = slopes.text(slopes.arrays["d_scaled"][slopes.chosen.row, slopes.chosen.column])
    root = slopes.text(np.sqrt(d_k))
    return f"d_scaled / sqrt({d_k}) = {d_scaled} / {root} = {value}"


def _sum(slopes: _Slopes, left: Sequence[float] | Floats, right: Sequence[float] | Floats) -> str:
    pairs = zip(left, right, strict=True)
    return " + ".join(f"{slopes.text(one)} x {slopes.text(other)}" for one, other in pairs)


def _html(slopes: _Slopes, sentence: str) -> str:
    sources = _sources(slopes)
    pairs = [
        '<div style="display:flex;flex-direction:column;gap:6px">\n'
        f"{_table(slopes, number, there, sources)}\n{_table(slopes, slope, back, sources)}\n</div>"
        for slope, (number, there, back) in PAIRS.items()
    ]
    said = escape(sentence).replace(" x ", " × ")  # noqa: RUF001
    return "\n".join(
        [
            f'<div style="{PAGE};font-size:12px">',
            '<p style="margin:0 0 4px">Each number, and below it its slope: how much the loss grows '
            "for each unit that it grows. The way back goes from left to right.</p>",
            '<div style="display:flex;flex-flow:row wrap;gap:14px 18px">',
            *pairs,
            "</div>",
            # Three lines, so that what is below stays in place.
            '<p aria-hidden="true" style="margin:10px 0 0;min-height:4.5em;line-height:1.5;'
            f'font-size:14px;font-variant-numeric:tabular-nums">{said}</p>',
            "</div>",
        ]
    )


def _table(slopes: _Slopes, name: str, about: str, sources: set[Place]) -> str:
    (rows, across), (columns, down) = slopes.rows(name), slopes.columns(name)
    chosen = slopes.chosen if slopes.chosen.step == name else None
    heads = [
        name_cell(column, "col", chosen is not None and place == chosen.column, role=down)
        for place, column in enumerate(columns)
    ]
    body = [
        [
            name_cell(row, "row", chosen is not None and place == chosen.row, role=across),
            *(_cell(slopes, Place(name, place, at), sources) for at in range(len(columns))),
        ]
        for place, row in enumerate(rows)
    ]
    return grid(about, [[plain(), *heads]], body)


def _cell(slopes: _Slopes, place: Place, sources: set[Place]) -> str:
    value = slopes.value(place)
    frame = CHOSEN if place == slopes.chosen else LINKED if place in sources else ""
    moves = choosable(slopes.control, place, place == slopes.chosen) if place.step in PAIRS else ""
    width = f"min-width:{slopes.decimals + 3}ch;{frame}"
    return value_cell(slopes.text(value), value / slopes.scale(place.step), width, moves)
