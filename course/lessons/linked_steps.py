"""Attention as linked tables: where each number of scores, scaled, weights and output comes from."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from attnlib.attention import attention_steps
from attnlib.shapes import Floats, as_arrays, as_visible
from course.lessons.linked_tables import (
    CHOSEN,
    LINE,
    LINKED,
    OF_PAIRS,
    Linked,
    Place,
    axes_of,
    grid,
    largest,
    name_cell,
    place_of,
    plain,
    value_cell,
)
from course.lessons.mixture import segment, swatch, zero_line
from course.views.colours import KEY, QUERY, VALUE
from course.views.drawing import COLOURED, PAGE, Drawing, badge, told_apart
from course.views.heat import MOST_ENTRIES
from course.views.limits import Limits
from course.views.matrix import labels_of
from course.views.sentence import counted, join
from course.views.word_paints import paints

MOST_TERMS = 4
SUM_WIDTH = 130  # of the bars that add up an output, in pixels
MANY_COLUMNS, LONG_NAME = 6, 5  # if both are exceeded, names are turned
FORMULAS = {
    "scores": "scores = Q Kᵀ",
    "scaled": "scaled = scores / √{d_k}",
    "weights": "weights = softmax(scaled)",
    "output": "output = weights V",
}


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

    Raises
    ------
    ValueError
        If shapes do not fit together, a table would have more than 400 entries, the number of
        labels is wrong, or there is no such cell.

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
    axes = axes_of(Q, V, tokens, keys, asked, features)
    place = place_of(chosen, steps._asdict())
    scales = dict.fromkeys(("scores", "scaled"), largest(steps.scores))
    scales |= {"weights": 1.0} | dict.fromkeys(("V", "output"), largest(V))
    arrays = {"Q": Q, "K": K, "V": V, **steps._asdict()}
    linked = Linked(arrays, axes, scales, seen, place, decimals)
    origin = ORIGINS[place.array](linked)
    return Drawing(_html(linked, origin.html, control), origin.sentence)


def _check_size(Q: Floats, K: Floats, V: Floats) -> None:
    if any(array.ndim > 2 for array in (Q, K, V)):
        shapes = join([str(array.shape) for array in (Q, K, V)])
        raise ValueError(
            f"linked_steps: Q, K and V must be one matrix each, but their shapes are {shapes}. "
            "Which head, or which one of the batch, do you mean (try Q[0], K[0], V[0])?"
        )
    for name, columns in {"scores": len(K), "output": V.shape[1]}.items():
        if not 0 < len(Q) * columns <= MOST_ENTRIES:
            raise ValueError(
                f"linked_steps: a table holds 1 to {MOST_ENTRIES} entries, but {name} would be "
                f"({len(Q)}, {columns}). Would a few words do?"
            )


def _html(linked: Linked, origin: str, control: str) -> str:
    """Put the tables of the steps side by side, or below each other, above the chosen number's own."""
    queries, keys = (axis.names for axis in linked.axes["scores"])
    stacked = len(queries) == 1 and len(keys) > MANY_COLUMNS
    chosen = linked.chosen
    if chosen.array == "output":
        sources = {Place("weights", chosen.row, key) for key in range(len(keys))}
    else:
        sources = {chosen._replace(array=step) for step in OF_PAIRS}

    def table(step: str, formula: str) -> str:
        columns = linked.axes[step][1]
        wide = len(columns.names) > MANY_COLUMNS and max(map(len, columns.names)) > LONG_NAME
        aligned = FORMULAS if stacked else [step]
        room = max(len(linked.text(float(x))) for name in aligned for x in linked.arrays[name].flat)
        return linked.table(
            step,
            formula.format(d_k=linked.arrays["Q"].shape[1]),
            sources,
            marked=(True, columns == linked.axes[chosen.array][1]),
            style=f"min-width:{room}ch;padding:0 {8 if stacked else 2}px",  # four of four words fit
            turned=wide and not stacked,
            control=control,
        )

    tables = "\n".join(table(step, formula) for step, formula in FORMULAS.items())
    flow = "column" if stacked else "row wrap"
    note = (
        f"{badge(QUERY)} queries on rows, {badge(KEY)} keys on columns; "
        f"in the output, the features of {badge(VALUE)} values on columns"
    )
    # As high as the longest detail, so that everything below stays in place.
    height = LINE * (len(keys) + 4)
    return f"""\
<div style="{PAGE};font-size:12px">
<p style="margin:0 0 4px">{note}</p>
<div style="display:flex;flex-flow:{flow};align-items:flex-start;gap:6px 10px">
{tables}
</div>
<div style="margin-top:10px;min-height:{height}px">
{origin}
</div>
</div>"""


def _score(linked: Linked) -> Drawing:
    (query, key), (_, row, column) = linked.names, linked.chosen
    q, k = linked.arrays["Q"][row], linked.arrays["K"][column]
    score, scale = linked.value(linked.chosen), linked.scales["scores"]
    asked = linked.axes["Q"][1].names
    rows = [
        [name_cell(name, "row", True, role=role), *map(plain, map(linked.text, vector)), plain()]
        for name, role, vector in ((f"q of {query}", QUERY, q), (f"k of {key}", KEY, k))
    ]
    chosen = value_cell(linked.text(score), score / scale, CHOSEN)
    rows.append([name_cell("product", "row"), *_numbers(linked, q * k, scale), chosen])
    heads = [name_cell(name, "col") for name in ("feature", *asked, "sum")]
    html = grid(f"The score of {query} for {key}: q · k, feature by feature", [heads], rows)
    numbered = asked == labels_of(None, len(q), "asked")
    terms = _sum(linked, q, k, [""] * len(q) if numbered else [f" ({name})" for name in asked])
    return Drawing(html, f"Score of {query} for {key}: {terms} = {linked.text(score)}.")


def _scaled(linked: Linked) -> Drawing:
    (query, key), (_, *place) = linked.names, linked.chosen
    pair, hidden = f"{query} for {key}", not linked.visible[*place]
    score, scaled = linked.arrays["scores"][*place], linked.arrays["scaled"][*place]
    d_k, scale = linked.arrays["Q"].shape[1], linked.scales["scores"]
    before, root, after = (linked.text(x) for x in (score, np.sqrt(d_k), scaled))
    names = ("score", "", f"√d_k = √{d_k}", "", "scaled")
    heads = [plain(), *(name_cell(name, "col") if name else plain() for name in names)]
    cells = [
        name_cell(pair, "row"),
        value_cell(before, score / scale, LINKED),
        *(plain(text) for text in ("/", root, "=")),
        value_cell(after, None if hidden else scaled / scale, CHOSEN),
    ]
    about = f"The scaled score of {pair}{', hidden from softmax' if hidden else ''}"
    end = ", but hidden: softmax leaves it out" if hidden else ""
    sentence = f"{before} / sqrt({d_k}) = {before} / {root} = {after}{end}."
    return Drawing(grid(about, [heads], [cells]), f"Scaled score of {pair}: {sentence}")


def _weight(linked: Linked) -> Drawing:
    (query, key), (_, row, column) = linked.names, linked.chosen
    seen, scaled = linked.visible[row], linked.arrays["scaled"][row]
    weights = linked.arrays["weights"][row]
    top = scaled.max(where=seen, initial=-np.inf)
    exponentials = np.exp(np.where(seen, scaled - top, -np.inf))
    most, total = linked.text(top), linked.text(exponentials.sum())
    shift = most if np.isfinite(top) else "largest"
    stages = [
        ("scaled", scaled, linked.scales["scaled"], LINKED, f"largest {most}"),
        (f"exp(scaled - {shift})", exponentials, 1, LINKED, f"sum {total}"),
        (f"weight = exp / {total}", weights, 1, CHOSEN, f"sum {linked.text(weights.sum())}"),
    ]
    rows = [
        [name_cell(name, "row"), *_numbers(linked, values, scale, frame, seen), plain(end)]
        for name, values, scale, frame, end in stages
    ]
    heads = [plain(), *_heads(linked, linked.axes["weights"][1].names), plain()]
    html = grid(f"The weights of {query}: softmax over its row", [heads], rows)
    before, raised, after = (linked.text(x[column]) for x in (scaled, exponentials, weights))
    sentence = f"exp({before} - {most}) / {total} = {raised} / {total} = {after}."
    if not seen[column]:
        sentence = "0, because it is hidden."
    return Drawing(html, f"Weight of {query} for {key}: {sentence}")


def _output(linked: Linked) -> Drawing:
    query, (_, row, column) = linked.names[0], linked.chosen
    keys, features = (axis.names for axis in linked.axes["V"])
    weights, V, output = (linked.arrays[name] for name in ("weights", "V", "output"))
    parts = weights[row][:, None] * V + 0.0  # no -0
    ends, scale = parts[:, column].cumsum(), linked.scales["V"]
    # Every possible average of the values fits, so that bars keep their scale.
    limits = -scale if (V < 0).any() else 0.0, scale
    names = [told_apart(keys, key) for key in range(len(keys))]
    rows = [
        [
            name_cell(name, "row", sign=swatch(paint.fill)),
            _bar(linked, paint.fill, end - part[column], end, limits),
            value_cell(linked.text(weight), weight) if seen else value_cell("0", None),
            *_numbers(linked, values, scale),
            *_numbers(linked, part, scale),
        ]
        for name, paint, end, weight, seen, values, part in zip(
            names, paints(keys), ends, weights[row], linked.visible[row], V, parts, strict=True
        )
    ]
    total = [
        name_cell("output", "row", sign=swatch("transparent")),
        _bar(linked, "transparent", 0.0, output[row, column], limits),
        plain(linked.text(weights[row].sum())),
        *(plain() for _ in features),
        *_numbers(linked, output[row], scale, CHOSEN),
    ]
    above = [
        *(plain() for _ in range(3)),
        name_cell("value", "colgroup", span=len(features), role=VALUE),
        name_cell("weight × value", "colgroup", span=len(features)),  # noqa: RUF001
    ]
    heads = [name_cell(name, "col") for name in (f"adding up {features[column]}", "weight")]
    below = [plain(), *heads, *2 * _heads(linked, features)]
    about = f"The output of {query}: each value times its weight, added up"
    terms = _sum(linked, weights[row], V[:, column], [f" ({name})" for name in names])
    sentence = f"{terms} = {linked.text(output[row, column])}."
    return Drawing(
        grid(about, [above, below], [*rows, total]),
        f"Output of {query}, feature {features[column]}: {sentence}",
    )


ORIGINS = {"scores": _score, "scaled": _scaled, "weights": _weight, "output": _output}


def _sum(linked: Linked, left: Floats, right: Floats, names: Sequence[str]) -> str:
    """Write a dot product without products of 0, and with only the largest if there are many."""
    products = np.nan_to_num(np.abs(left * right)).round(linked.decimals)
    order = [place for place in np.argsort(-products, kind="stable") if products[place] > 0]
    terms = [
        f"{linked.text(left[place])} x {linked.text(right[place])}{names[place]}"
        for place in sorted(order[:MOST_TERMS])
    ]
    more = len(order) - MOST_TERMS
    terms += [counted(more, "smaller product")] if more > 0 else []
    return " + ".join(terms) or "nothing but products of 0"


def _heads(linked: Linked, names: Sequence[str]) -> list[str]:
    return [
        name_cell(name, "col", place == linked.chosen.column) for place, name in enumerate(names)
    ]


def _numbers(
    linked: Linked, values: Floats, scale: float, frame: str = "", seen: ArrayLike = True
) -> list[str]:
    """Write a number for each column, 0 where softmax takes away what is hidden."""
    visible = np.broadcast_to(seen, values.shape)
    return [
        value_cell(
            linked.text(value) if see or value else "0",
            value / scale if see else None,
            frame if place == linked.chosen.column else "",
        )
        for place, (value, see) in enumerate(zip(values, visible, strict=True))
    ]


def _bar(linked: Linked, fill: str, start: float, end: float, limits: Limits) -> str:
    frame = f"position:relative;width:{SUM_WIDTH}px;height:{LINE}px;margin:0 8px;{COLOURED}"
    label = f'role="img" aria-label="from {linked.text(start)} to {linked.text(end)}"'
    box = segment(fill, start, end, limits) + zero_line(limits)
    return f'<td style="{PAGE};padding:0"><div {label} style="{frame}">{box}</div></td>'
