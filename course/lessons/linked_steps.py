"""Attention as linked tables: where each number of scores, scaled, weights and output comes from."""

from collections.abc import Sequence

from numpy.typing import ArrayLike

from attnlib.attention import AttentionSteps, attention_steps
from attnlib.shapes import Floats, as_arrays, as_size, as_visible
from course.lessons.linked_cells import (
    CHOSEN,
    LINE,
    LINKED,
    choosable,
    grid,
    name_cell,
    plain,
    value_cell,
)
from course.lessons.linked_details import detail_of
from course.lessons.linked_sentence import sentence_of
from course.lessons.linked_values import OF_PAIRS, STEPS, Linked, Place
from course.views.colours import KEY, QUERY, VALUE
from course.views.drawing import PAGE, Drawing, badge
from course.views.heat import MOST_ENTRIES
from course.views.matrix import labels_of
from course.views.sentence import join

MANY_COLUMNS, LONG_NAME = 6, 5  # if both are exceeded, names are turned


def linked_steps(
    Q: ArrayLike,
    K: ArrayLike,
    V: ArrayLike,
    *,
    tokens: Sequence[object],
    keys: Sequence[object] | None = None,
    asked: Sequence[object] | None = None,
    features: Sequence[object] | None = None,
    visible: ArrayLike | None = None,
    chosen: tuple[str, int, int] = ("scores", 0, 0),
    control: str = "",
    decimals: int = 2,
) -> Drawing:
    """Show the steps of attention as tables, and how the number in a chosen cell is computed.

    The chosen cell has a frame. A dashed frame marks the same query and key in the other steps, or
    the weights behind an output. Scores before and after scaling share one colour scale, and so do
    values and output. In scaled and weights, hidden cells are hatched. The steps of a single query
    with many keys stand one above the other, so that a key keeps its column.

    Parameters
    ----------
    Q : (n_q, d_k)
    K : (n_k, d_k)
    V : (n_k, d_v)
        One matrix each. If there are several heads, pass one: `Q_heads[0]`, `K_heads[0]`,
        `V_heads[0]`.
    tokens : sequence of n_q labels
        The words of the queries. A word may repeat.
    keys : sequence of n_k labels, optional
        The words of the keys. Default: the tokens.
    asked : sequence of d_k labels, optional
        The columns of Q and K: what a query asks about. Default: 0, 1, 2, ...
    features : sequence of d_v labels, optional
        The columns of V and of the output. Default: 0, 1, 2, ...
    visible : bool, broadcastable to (n_q, n_k), optional
        As for `attention_steps`.
    chosen : (step, row, column)
        The step is "scores", "scaled", "weights" or "output".
    control : str
        The name of the `part_of_picture` in `explore`, to choose cells in the picture itself.
    decimals : int
        With 1, two tables of ten words still fit side by side.

    Returns
    -------
    Drawing
        Its repr is the calculation of the chosen number.

    Raises
    ------
    ValueError
        If shapes do not fit together, a table would have more than 400 entries, the number of
        labels is wrong, or there is no such cell.
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
    Q, K, V = as_arrays(Q, K, V, Q="* n_q d_k", K="* n_k d_k", V="* n_k d_v")
    _check_size(Q, K, V)
    steps = attention_steps(Q, K, V, visible)
    seen = as_visible(True if visible is None else visible, steps.scores.shape)
    names = (
        labels_of(tokens, len(Q), "tokens"),
        labels_of(tokens if keys is None else keys, len(K), "keys"),
        () if asked is None else labels_of(asked, Q.shape[1], "asked"),
        labels_of(features, V.shape[1], "features"),
    )
    place = _place(chosen, steps)
    linked = Linked(Q, K, V, steps, seen, *names, place, control, decimals)
    return Drawing(_html(linked), sentence_of(linked))


def _check_size(*arrays: Floats) -> None:
    if any(array.ndim > 2 for array in arrays):
        shapes = join([str(array.shape) for array in arrays])
        raise ValueError(
            f"linked_steps: Q, K and V must be one matrix each, but their shapes are {shapes}. "
            "Which head, or which one of the batch, do you mean (try Q[0], K[0], V[0])?"
        )
    Q, K, V = arrays
    sizes = {"scores": (len(Q), len(K)), "output": (len(Q), V.shape[1])}
    for name, (rows, columns) in sizes.items():
        if not 0 < rows * columns <= MOST_ENTRIES:
            raise ValueError(
                f"linked_steps: a table holds 1 to {MOST_ENTRIES} entries, but {name} would be "
                f"({rows}, {columns}). Would a few words do?"
            )


def _place(chosen: tuple[str, int, int], steps: AttentionSteps) -> Place:
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
    return Place(step, row, column)


def _html(linked: Linked) -> str:
    about = (
        f"scores = Q Kᵀ, scaled = scores / √{linked.Q.shape[1]}, "
        "weights = softmax(scaled), output = weights V"
    )
    tables = "\n".join(
        _step_table(linked, step, formula)
        for step, formula in zip(STEPS, about.split(", "), strict=True)
    )
    flow = "column" if _stacked(linked) else "row wrap"
    side_by_side = f"display:flex;flex-flow:{flow};align-items:flex-start;gap:6px 10px"
    note = (
        f"{badge(QUERY)} queries on rows, {badge(KEY)} keys on columns; "
        f"in the output, the features of {badge(VALUE)} values on columns"
    )
    # As high as the longest detail, so that everything below stays in place.
    detail = f"margin-top:10px;min-height:{LINE * (len(linked.keys) + 4)}px"
    return "\n".join(
        [
            f'<div style="{PAGE};font-size:12px">',
            f'<p style="margin:0 0 4px">{note}</p>',
            f'<div style="{side_by_side}">\n{tables}\n</div>',
            f'<div style="{detail}">\n{detail_of(linked)}\n</div>',
            "</div>",
        ]
    )


def _stacked(linked: Linked) -> bool:
    return len(linked.queries) == 1 and len(linked.keys) > MANY_COLUMNS


def _step_table(linked: Linked, step: str, about: str) -> str:
    names = linked.keys if step in OF_PAIRS else linked.features
    alike = (step in OF_PAIRS) == (linked.chosen.step in OF_PAIRS)
    across = KEY if step in OF_PAIRS else VALUE
    stacked = _stacked(linked)
    turned = not stacked and len(names) > MANY_COLUMNS and max(map(len, names)) > LONG_NAME
    aligned = linked.steps if stacked else [getattr(linked.steps, step)]
    room = max(len(linked.text(float(number))) for values in aligned for number in values.flat)
    style = f"min-width:{room}ch;padding:0 {8 if stacked else 2}px"  # four tables of four words fit
    heads = [
        name_cell(name, "col", alike and place == linked.chosen.column, turned=turned, role=across)
        for place, name in enumerate(names)
    ]
    rows = [
        [
            name_cell(query, "row", row == linked.chosen.row, role=QUERY),
            *(_choosable(linked, Place(step, row, column), style) for column in range(len(names))),
        ]
        for row, query in enumerate(linked.queries)
    ]
    return grid(about, [[plain(), *heads]], rows)


def _choosable(linked: Linked, place: Place, style: str) -> str:
    value = float(getattr(linked.steps, place.step)[place.row, place.column])
    hidden = place.step in STEPS[1:3] and not linked.visible[place.row, place.column]
    text = "0" if hidden and place.step == "weights" else linked.text(value)
    scales = {"weights": 1.0, "output": linked.value_scale}
    position = value / scales.get(place.step, linked.scale)
    look = f"{style};{_frame(linked.chosen, place)}"
    moves = choosable(linked.control, place, place == linked.chosen)
    return value_cell(text, None if hidden else position, look, moves)


def _frame(chosen: Place, place: Place) -> str:
    if place == chosen:
        return CHOSEN
    same_pair = chosen.step in OF_PAIRS and place.step in OF_PAIRS and place[1:] == chosen[1:]
    mixed = chosen.step == "output" and place.step == "weights" and place.row == chosen.row
    return LINKED if same_pair or mixed else ""
