"""Attention as linked tables: where each number of scores, scaled, weights and output comes from."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from attnlib.attention import AttentionSteps, attention_steps
from attnlib.shapes import Bools, Floats, as_queries_keys_values, as_size, as_visible
from attnlib.view.colours import ink, shade
from attnlib.view.drawing import COLOURED, PAGE, TABLE, Drawing, told_apart
from attnlib.view.heat import MOST_ENTRIES
from attnlib.view.limits import Limits
from attnlib.view.matrix import labels_of
from attnlib.view.mixture import GAP, HIGH, filling, segment, swatch, zero_line
from attnlib.view.sentence import fixed, join

STEPS = AttentionSteps._fields
OF_PAIRS = STEPS[:3]  # a number for each query and key
MOST_TERMS = 4
MANY_COLUMNS, LONG_NAME = 6, 5  # beyond both, names are turned
LINE = HIGH + 2 * GAP  # how high a row is, in pixels
SUM_WIDTH = 130
# Black between white is seen on every colour. An outline would hide the page's own for the focus.
CHOSEN = "position:relative;z-index:1;box-shadow:inset 0 0 0 2px #fff,0 0 0 2px #000,0 0 0 3px #fff"
LINKED = "outline:2px dashed;outline-offset:-1px"
NAMED = "outline:2px solid;outline-offset:-2px"
HATCHED = "repeating-linear-gradient(135deg,#f7fbff 0 4px,#a6a6a6 4px 5px)"


class _Place(NamedTuple):
    step: str
    row: int
    column: int


@dataclass(frozen=True)
class _Linked:
    """What is drawn.

    Attributes
    ----------
    Q : (n_q, d_k)
    K : (n_k, d_k)
    V : (n_k, d_v)
    steps : AttentionSteps
    visible : (n_q, n_k) bool
    queries, keys, features : tuples of n_q, n_k and d_v str
    chosen : _Place
    control : str
    decimals : int
    """

    Q: Floats
    K: Floats
    V: Floats
    steps: AttentionSteps
    visible: Bools
    queries: tuple[str, ...]
    keys: tuple[str, ...]
    features: tuple[str, ...]
    chosen: _Place
    control: str
    decimals: int

    def text(self, value: float) -> str:
        return fixed(float(value), self.decimals)

    @property
    def query(self) -> str:
        return told_apart(self.queries, self.chosen.row)

    @property
    def key(self) -> str:
        return told_apart(self.keys, self.chosen.column)

    @property
    def hidden(self) -> bool:
        return not self.visible[self.chosen.row, self.chosen.column]

    @property
    def scale(self) -> float:
        """The score that has the darkest colour, of all steps up to softmax."""
        return _largest(self.steps.scores)

    @property
    def value_scale(self) -> float:
        return _largest(self.V)

    @property
    def parts(self) -> Floats:
        """What each key's value adds to the chosen query's output, (n_k, d_v)."""
        parts: Floats = self.steps.weights[self.chosen.row][:, None] * self.V
        return parts


def linked_steps(
    Q: ArrayLike,
    K: ArrayLike,
    V: ArrayLike,
    *,
    tokens: Sequence[object],
    keys: Sequence[object] | None = None,
    features: Sequence[object] | None = None,
    visible: ArrayLike | None = None,
    chosen: tuple[str, int, int] = ("scores", 0, 0),
    control: str = "",
    decimals: int = 2,
) -> Drawing:
    """Show the steps of attention as tables, and where the number in one of their cells comes from.

    The chosen cell has a frame. A dashed frame marks the same query and key in the other steps, or the
    weights behind an output. Scores share one scale of colours before and after scaling, and so do
    values and output. Hidden cells are hatched in scaled and weights.

    Parameters
    ----------
    Q : (n_q, d_k)
    K : (n_k, d_k)
    V : (n_k, d_v)
        One matrix each. Of several heads, pass one: `Q_heads[0]`, `K_heads[0]`, `V_heads[0]`.
    tokens : sequence of n_q labels
        The words of the queries. A word may repeat.
    keys : sequence of n_k labels, optional
        The words of the keys; the tokens if left out.
    features : sequence of d_v labels, optional
        The columns of V and of the output; 0, 1, 2, ... if left out.
    visible : bool, broadcastable to (n_q, n_k), optional
        As for `attention_steps`.
    chosen : (step, row, column)
        The step is "scores", "scaled", "weights" or "output".
    control : str
        Name of the `part_of_picture` in `explore`, for cells to be chosen in the picture itself.
    decimals : int
        With 1, tables of ten words still fit a page in pairs.

    Returns
    -------
    Drawing
        Its repr is the sum or quotient that gives the chosen number.

    Raises
    ------
    ValueError
        If shapes do not fit together, a table would have more than 400 entries, there are too few
        labels, or there is no such cell.
    TypeError
        If the values are not real numbers, or `visible` is not bool.

    Examples
    --------
    >>> Q, K, V = [[1.0, 2.0]], [[0.5, 1.0], [1.0, 0.0]], [[10.0], [20.0]]
    >>> linked_steps(Q, K, V, tokens=["it"], keys=["cat", "mat"])
    Score of it for cat: 1.00 x 0.50 + 2.00 x 1.00 = 2.50.
    >>> linked_steps(Q, K, V, tokens=["it"], keys=["cat", "mat"], chosen=("weights", 0, 0))
    Weight of it for cat: exp(1.77 - 1.77) / 1.35 = 1.00 / 1.35 = 0.74.
    """
    Q, K, V = as_queries_keys_values(Q, K, V)
    _check_size(Q, K, V)
    steps = attention_steps(Q, K, V, visible)
    seen = as_visible(True if visible is None else visible, steps.scores.shape)
    names = (
        labels_of(tokens, len(Q), "tokens"),
        labels_of(tokens if keys is None else keys, len(K), "keys"),
        labels_of(features, V.shape[1], "features"),
    )
    place = _place(chosen, steps)
    linked = _Linked(Q, K, V, steps, seen, *names, place, control, decimals)
    return Drawing(_html(linked), _SENTENCES[place.step](linked))


def _check_size(*arrays: Floats) -> None:
    if any(array.ndim > 2 for array in arrays):
        shapes = join([str(array.shape) for array in arrays])
        raise ValueError(
            f"linked_steps: Q, K and V are to be one matrix each, but their shapes are {shapes}. "
            "Which head, or which of the batch, is it to be (try Q[0], K[0], V[0])?"
        )
    Q, K, V = arrays
    sizes = {"scores": (len(Q), len(K)), "output": (len(Q), V.shape[1])}
    for name, (rows, columns) in sizes.items():
        if not 0 < rows * columns <= MOST_ENTRIES:
            raise ValueError(
                f"linked_steps: a table holds 1 to {MOST_ENTRIES} entries, but {name} would be "
                f"({rows}, {columns}). Would a few words do?"
            )


def _place(chosen: tuple[str, int, int], steps: AttentionSteps) -> _Place:
    if len(chosen) != 3 or chosen[0] not in STEPS:
        raise ValueError(
            f"chosen: {', '.join(STEPS[:-1])} or {STEPS[-1]}, a row and a column are needed, "
            f"but it is {chosen!r}. Is the step misspelt?"
        )
    step, row, column = chosen[0], as_size(chosen[1], "row", 0), as_size(chosen[2], "column", 0)
    rows, columns = getattr(steps, step).shape
    if row >= rows or column >= columns:
        raise ValueError(
            f"chosen: {step} have rows 0 to {rows - 1} and columns 0 to {columns - 1}, but it is "
            f"row {row}, column {column}. Is it counted from 1, or from a longer sentence?"
        )
    return _Place(step, row, column)


def _largest(values: Floats) -> float:
    return float(np.abs(values[np.isfinite(values)]).max(initial=0)) or 1.0


# The sentence of each step


def _score_in_words(linked: _Linked) -> str:
    _, row, column = linked.chosen
    terms = _sum_in_words(linked, linked.Q[row], linked.K[column], [""] * len(linked.Q[row]))
    score = linked.text(linked.steps.scores[row, column])
    return f"Score of {linked.query} for {linked.key}: {terms} = {score}."


def _sum_in_words(linked: _Linked, left: Floats, right: Floats, names: Sequence[str]) -> str:
    """Write a dot product without the products that are 0; of many, the largest."""
    products = np.nan_to_num(np.abs(left * right)).round(linked.decimals)
    order = [int(place) for place in np.argsort(-products, kind="stable") if products[place] > 0]
    told = [
        f"{linked.text(left[place])} x {linked.text(right[place])}{names[place]}"
        for place in sorted(order[:MOST_TERMS])
    ]
    more = len(order) - MOST_TERMS
    told += [f"{more} smaller product{'s' if more > 1 else ''}"] if more > 0 else []
    return " + ".join(told) or "nothing but products of 0"


def _scaled_in_words(linked: _Linked) -> str:
    _, row, column = linked.chosen
    d_k = linked.Q.shape[1]
    score, scaled = (linked.text(step[row, column]) for step in linked.steps[:2])
    root = linked.text(np.sqrt(d_k))
    after = ", but hidden: softmax leaves it out" if linked.hidden else ""
    return (
        f"Scaled score of {linked.query} for {linked.key}: {score} / sqrt({d_k}) = "
        f"{score} / {root} = {scaled}{after}."
    )


def _weight_in_words(linked: _Linked) -> str:
    _, row, column = linked.chosen
    about = f"Weight of {linked.query} for {linked.key}"
    if linked.hidden:
        return f"{about}: 0, because it is hidden."
    largest, exponentials = _softmax_of(linked)
    scaled, weight = (linked.text(step[row, column]) for step in linked.steps[1:3])
    total = linked.text(exponentials.sum())
    return (
        f"{about}: exp({scaled} - {linked.text(largest)}) / {total} = "
        f"{linked.text(exponentials[column])} / {total} = {weight}."
    )


def _softmax_of(linked: _Linked) -> tuple[float, Floats]:
    """Compute the largest scaled score of the chosen row, and the exponentials, 0 where hidden."""
    row = linked.chosen.row
    seen = linked.visible[row]
    largest = float(linked.steps.scaled[row].max(where=seen, initial=-np.inf))
    shifted = np.where(seen, linked.steps.scaled[row] - largest, -np.inf)
    return largest, np.exp(shifted)


def _output_in_words(linked: _Linked) -> str:
    _, row, column = linked.chosen
    names = [f" ({told_apart(linked.keys, place)})" for place in range(len(linked.keys))]
    terms = _sum_in_words(linked, linked.steps.weights[row], linked.V[:, column], names)
    output = linked.text(linked.steps.output[row, column])
    return f"Output of {linked.query}, feature {linked.features[column]}: {terms} = {output}."


_SENTENCES = {
    "scores": _score_in_words,
    "scaled": _scaled_in_words,
    "weights": _weight_in_words,
    "output": _output_in_words,
}


# The four tables


def _html(linked: _Linked) -> str:
    about = (
        f"scores = Q Kᵀ, scaled = scores / √{linked.Q.shape[1]}, "
        "weights = softmax(scaled), output = weights V"
    )
    tables = "\n".join(
        _step_table(linked, step, formula)
        for step, formula in zip(STEPS, about.split(", "), strict=True)
    )
    side_by_side = "display:flex;flex-wrap:wrap;align-items:flex-start;gap:6px 10px"
    note = "Queries on rows, keys on columns; in the output, features on columns."
    # As high as the longest of them, so that what is below stays where it is.
    detail = f"margin-top:10px;min-height:{LINE * (len(linked.keys) + 4)}px"
    return "\n".join(
        [
            f'<div style="{PAGE};font-size:12px">',
            f'<p style="margin:0 0 4px">{note}</p>',
            f'<div style="{side_by_side}">\n{tables}\n</div>',
            f'<div style="{detail}">\n{_DETAILS[linked.chosen.step](linked)}\n</div>',
            "</div>",
        ]
    )


def _step_table(linked: _Linked, step: str, about: str) -> str:
    names = linked.keys if step in OF_PAIRS else linked.features
    alike = (step in OF_PAIRS) == (linked.chosen.step in OF_PAIRS)
    turned = len(names) > MANY_COLUMNS and max(map(len, names)) > LONG_NAME
    room = max(len(linked.text(number)) for number in getattr(linked.steps, step).flat)
    style = f"min-width:{room}ch;padding:0 2px"  # four tables of four words fit a page
    heads = [
        _name(name, "col", alike and place == linked.chosen.column, turned=turned)
        for place, name in enumerate(names)
    ]
    rows = [
        [
            _name(query, "row", row == linked.chosen.row),
            *(_choosable(linked, _Place(step, row, column), style) for column in range(len(names))),
        ]
        for row, query in enumerate(linked.queries)
    ]
    return _table(about, [[_plain(), *heads]], rows)


def _choosable(linked: _Linked, place: _Place, style: str) -> str:
    value = float(getattr(linked.steps, place.step)[place.row, place.column])
    hidden = place.step in STEPS[1:3] and not linked.visible[place.row, place.column]
    text = "0" if hidden and place.step == "weights" else linked.text(value)
    scales = {"weights": 1.0, "output": linked.value_scale}
    position = value / scales.get(place.step, linked.scale)
    look = f"{style};{_frame(linked.chosen, place)}"
    return _cell(text, None if hidden else position, look, _moves(linked, place))


def _frame(chosen: _Place, place: _Place) -> str:
    if place == chosen:
        return CHOSEN
    same_pair = chosen.step in OF_PAIRS and place.step in OF_PAIRS and place[1:] == chosen[1:]
    mixed = chosen.step == "output" and place.step == "weights" and place.row == chosen.row
    return LINKED if same_pair or mixed else ""


def _moves(linked: _Linked, place: _Place) -> str:
    if not linked.control:
        return ""
    mark = ' data-chosen="true"' if place == linked.chosen else ""
    to = escape(json.dumps(place))
    return f' data-move="{escape(linked.control)}" data-to="{to}"{mark}'


# Below them, where the chosen number comes from


def _score_detail(linked: _Linked) -> str:
    _, row, column = linked.chosen
    q, k = linked.Q[row], linked.K[column]
    numbers = (_cell(linked.text(x), x / linked.scale) for x in q * k)
    score = linked.steps.scores[row, column]
    rows = [
        [_name(f"q of {linked.query}", "row", True), *_plains(linked, q), _plain()],
        [_name(f"k of {linked.key}", "row", True), *_plains(linked, k), _plain()],
        [
            _name("product", "row"),
            *numbers,
            _cell(linked.text(score), score / linked.scale, CHOSEN),
        ],
    ]
    heads = [_name("feature", "col"), *(_name(str(n), "col") for n in range(len(q)))]
    about = f"The score of {linked.query} for {linked.key}: q · k, feature by feature"
    return _table(about, [[*heads, _name("sum", "col")]], rows)


def _scaled_detail(linked: _Linked) -> str:
    _, row, column = linked.chosen
    score, scaled = (step[row, column] for step in linked.steps[:2])
    d_k = linked.Q.shape[1]
    names = ("score", "", f"√d_k = √{d_k}", "", "scaled")
    heads = [_name(name, "col") if name else _plain() for name in names]
    place = None if linked.hidden else scaled / linked.scale
    numbers = [
        _cell(linked.text(score), score / linked.scale, LINKED),
        _plain("/"),
        _plain(linked.text(np.sqrt(d_k))),
        _plain("="),
        _cell(linked.text(scaled), place, CHOSEN),
    ]
    after = ", hidden from softmax" if linked.hidden else ""
    about = f"The scaled score of {linked.query} for {linked.key}{after}"
    name = _name(f"{linked.query} for {linked.key}", "row")
    return _table(about, [[_plain(), *heads]], [[name, *numbers]])


def _weight_detail(linked: _Linked) -> str:
    row = linked.chosen.row
    largest, exponentials = _softmax_of(linked)
    scaled, weights = linked.steps.scaled[row], linked.steps.weights[row]
    top = linked.text(largest) if np.isfinite(largest) else "largest"
    total = linked.text(exponentials.sum())
    stages = [
        ("scaled", scaled, linked.scale, LINKED, f"largest {linked.text(largest)}"),
        (f"exp(scaled - {top})", exponentials, 1, LINKED, f"sum {total}"),
        (f"weight = exp / {total}", weights, 1, CHOSEN, f"sum {linked.text(weights.sum())}"),
    ]
    rows = [
        [_name(name, "row"), *_row_of(linked, values, scale, frame), _plain(end)]
        for name, values, scale, frame, end in stages
    ]
    about = f"The weights of {linked.query}: softmax over its row"
    return _table(about, [[_plain(), *_heads(linked, linked.keys), _plain()]], rows)


def _heads(linked: _Linked, names: Sequence[str]) -> list[str]:
    return [_name(name, "col", place == linked.chosen.column) for place, name in enumerate(names)]


def _row_of(linked: _Linked, values: Floats, scale: float, frame: str) -> list[str]:
    """Write a number for each key, 0 where softmax takes away what is hidden."""
    seen = linked.visible[linked.chosen.row]
    return [
        _cell(
            linked.text(value) if see or value else "0",
            value / scale if see else None,
            frame if place == linked.chosen.column else "",
        )
        for place, (value, see) in enumerate(zip(values, seen, strict=True))
    ]


def _output_detail(linked: _Linked) -> str:
    width, feature = len(linked.features), linked.features[linked.chosen.column]
    blocks = ("value", "weight × value")  # noqa: RUF001
    groups = [_name(block, "colgroup", span=width) for block in blocks]
    heads = [_name(f"adding up {feature}", "col"), _name("weight", "col")]
    heads += len(blocks) * _heads(linked, linked.features)
    rows = [_part_row(linked, place) for place in range(len(linked.keys))]
    about = f"The output of {linked.query}: each value times its weight, added up"
    above = [_plain(), _plain(), _plain(), *groups]
    return _table(about, [above, [_plain(), *heads]], [*rows, _total_row(linked)])


def _part_row(linked: _Linked, key: int) -> list[str]:
    weight, parts = linked.steps.weights[linked.chosen.row, key], linked.parts
    hidden = not linked.visible[linked.chosen.row, key]
    end = float(parts[: key + 1, linked.chosen.column].sum())
    start = end - float(parts[key, linked.chosen.column])
    return [
        _name(told_apart(linked.keys, key), "row", sign=swatch(filling(key))),
        _adding_up(linked, filling(key), start, end),
        _cell("0" if hidden else linked.text(weight), None if hidden else weight),
        *_features(linked, linked.V[key]),
        *_features(linked, parts[key]),
    ]


def _total_row(linked: _Linked) -> list[str]:
    _, row, column = linked.chosen
    output = linked.steps.output[row]
    return [
        _name("output", "row", sign=swatch("transparent")),
        _adding_up(linked, "transparent", 0.0, float(output[column])),
        _plain(linked.text(linked.steps.weights[row].sum())),
        *(_plain() for _ in output),
        *_features(linked, output, CHOSEN),
    ]


def _features(linked: _Linked, values: Floats, frame: str = "") -> list[str]:
    return [
        _cell(
            linked.text(value),
            value / linked.value_scale,
            frame if place == linked.chosen.column else "",
        )
        for place, value in enumerate(values)
    ]


def _limits(linked: _Linked) -> Limits:
    """Reach over all that averages of the values can be, so that bars keep their scale."""
    return -linked.value_scale if (linked.V < 0).any() else 0.0, linked.value_scale


def _adding_up(linked: _Linked, background: str, start: float, end: float) -> str:
    frame = f"position:relative;width:{SUM_WIDTH}px;height:{LINE}px;margin:0 8px;{COLOURED}"
    said = f'role="img" aria-label="from {linked.text(start)} to {linked.text(end)}"'
    limits = _limits(linked)
    box = segment(background, start, end, limits) + zero_line(limits)
    return f'<td style="{PAGE};padding:0"><div {said} style="{frame}">{box}</div></td>'


_DETAILS = {
    "scores": _score_detail,
    "scaled": _scaled_detail,
    "weights": _weight_detail,
    "output": _output_detail,
}


# Cells


def _table(about: str, heads: Iterable[Iterable[str]], rows: Iterable[Iterable[str]]) -> str:
    above = f"{PAGE};caption-side:top;text-align:left;padding:2px 0;white-space:nowrap"
    return "\n".join(
        [
            f'<table style="{TABLE};border-collapse:separate;border-spacing:0;font-size:12px">',
            f'<caption style="{above}">{escape(about)}</caption>',
            "<thead>",
            *(f"<tr>{''.join(cells)}</tr>" for cells in heads),
            "</thead>\n<tbody>",
            *(f"<tr>{''.join(cells)}</tr>" for cells in rows),
            "</tbody></table>",
        ]
    )


def _name(
    text: str,
    scope: str,
    marked: bool = False,
    *,
    span: int = 1,
    sign: str = "",
    turned: bool = False,
) -> str:
    style = f"{PAGE};padding:0 3px;height:{LINE}px;white-space:nowrap;{NAMED if marked else ''}"
    align = "center" if span > 1 else "left" if sign else "right"
    current = ' aria-current="true"' if marked else ""
    turn = ' style="writing-mode:vertical-rl;transform:rotate(180deg)"' if turned else ""
    return (
        f'<th scope="{scope}" colspan="{span}"{current} style="{style};text-align:{align}">'
        f"{sign} <span{turn}>{escape(text)}</span></th>"
    )


def _cell(text: str, position: float | None, style: str = "", attributes: str = "") -> str:
    """Write a number on its colour, from -1 to 1; hatched where it is hidden (None)."""
    colour = _colour(position)
    look = f"{COLOURED};background:{colour[0]};color:{colour[1]};padding:0 5px;height:{LINE}px"
    said = ' title="hidden"' if position is None else ""
    return f'<td{said}{attributes} style="{look};text-align:right;{style}">{escape(text)}</td>'


def _colour(position: float | None) -> tuple[str, str]:
    if position is None:
        return HATCHED, "#000"
    if not np.isfinite(position):
        return "transparent", "inherit"
    colour = shade(float(position))
    return colour, ink(colour)


def _plain(text: str = "") -> str:
    style = f"{PAGE};padding:0 5px;height:{LINE}px;text-align:right;white-space:nowrap"
    return f'<td style="{style}">{escape(text)}</td>'


def _plains(linked: _Linked, values: Floats) -> list[str]:
    return [_plain(linked.text(value)) for value in values]
