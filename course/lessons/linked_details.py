"""Below linked tables: how the chosen number is computed, in full."""

from collections.abc import Sequence

import numpy as np

from attnlib.shapes import Floats
from course.lessons.linked_cells import CHOSEN, LINE, LINKED, grid, name_cell, plain, value_cell
from course.lessons.linked_values import Linked
from course.lessons.mixture import segment, swatch, zero_line
from course.views.colours import KEY, QUERY, VALUE
from course.views.drawing import COLOURED, PAGE, told_apart
from course.views.limits import Limits
from course.views.word_paints import paints

SUM_WIDTH = 130


def detail_of(linked: Linked) -> str:
    """Show in a table how the chosen number is computed."""
    return _DETAILS[linked.chosen.step](linked)


def _score_detail(linked: Linked) -> str:
    _, row, column = linked.chosen
    q, k = linked.Q[row], linked.K[column]
    numbers = (value_cell(linked.text(x), x / linked.scale) for x in q * k)
    score = linked.steps.scores[row, column]
    rows = [
        [name_cell(f"q of {linked.query}", "row", True, role=QUERY), *_plains(linked, q), plain()],
        [name_cell(f"k of {linked.key}", "row", True, role=KEY), *_plains(linked, k), plain()],
        [
            name_cell("product", "row"),
            *numbers,
            value_cell(linked.text(score), score / linked.scale, CHOSEN),
        ],
    ]
    names = linked.asked or map(str, range(len(q)))
    heads = [name_cell("feature", "col"), *(name_cell(name, "col") for name in names)]
    about = f"The score of {linked.query} for {linked.key}: q · k, feature by feature"
    return grid(about, [[*heads, name_cell("sum", "col")]], rows)


def _scaled_detail(linked: Linked) -> str:
    _, row, column = linked.chosen
    score, scaled = (step[row, column] for step in linked.steps[:2])
    d_k = linked.Q.shape[1]
    names = ("score", "", f"√d_k = √{d_k}", "", "scaled")
    heads = [name_cell(name, "col") if name else plain() for name in names]
    place = None if linked.hidden else scaled / linked.scale
    numbers = [
        value_cell(linked.text(score), score / linked.scale, LINKED),
        plain("/"),
        plain(linked.text(np.sqrt(d_k))),
        plain("="),
        value_cell(linked.text(scaled), place, CHOSEN),
    ]
    after = ", hidden from softmax" if linked.hidden else ""
    about = f"The scaled score of {linked.query} for {linked.key}{after}"
    name = name_cell(f"{linked.query} for {linked.key}", "row")
    return grid(about, [[plain(), *heads]], [[name, *numbers]])


def _weight_detail(linked: Linked) -> str:
    row = linked.chosen.row
    largest, exponentials = linked.softmax
    scaled, weights = linked.steps.scaled[row], linked.steps.weights[row]
    top = linked.text(largest) if np.isfinite(largest) else "largest"
    total = linked.text(exponentials.sum())
    stages = [
        ("scaled", scaled, linked.scale, LINKED, f"largest {linked.text(largest)}"),
        (f"exp(scaled - {top})", exponentials, 1, LINKED, f"sum {total}"),
        (f"weight = exp / {total}", weights, 1, CHOSEN, f"sum {linked.text(weights.sum())}"),
    ]
    rows = [
        [name_cell(name, "row"), *_row_of(linked, values, scale, frame), plain(end)]
        for name, values, scale, frame, end in stages
    ]
    about = f"The weights of {linked.query}: softmax over its row"
    return grid(about, [[plain(), *_heads(linked, linked.keys), plain()]], rows)


def _heads(linked: Linked, names: Sequence[str]) -> list[str]:
    return [
        name_cell(name, "col", place == linked.chosen.column) for place, name in enumerate(names)
    ]


def _row_of(linked: Linked, values: Floats, scale: float, frame: str) -> list[str]:
    """Write a number for each key, 0 where softmax takes away what is hidden."""
    seen = linked.visible[linked.chosen.row]
    return [
        value_cell(
            linked.text(value) if see or value else "0",
            value / scale if see else None,
            frame if place == linked.chosen.column else "",
        )
        for place, (value, see) in enumerate(zip(values, seen, strict=True))
    ]


def _output_detail(linked: Linked) -> str:
    width, feature = len(linked.features), linked.features[linked.chosen.column]
    blocks = ("value", "weight × value")  # noqa: RUF001
    groups = [
        name_cell(block, "colgroup", span=width, role=role)
        for block, role in zip(blocks, (VALUE, None), strict=True)
    ]
    heads = [name_cell(f"adding up {feature}", "col"), name_cell("weight", "col")]
    heads += len(blocks) * _heads(linked, linked.features)
    rows = [_part_row(linked, place) for place in range(len(linked.keys))]
    about = f"The output of {linked.query}: each value times its weight, added up"
    above = [plain(), plain(), plain(), *groups]
    return grid(about, [above, [plain(), *heads]], [*rows, _total_row(linked)])


def _part_row(linked: Linked, key: int) -> list[str]:
    weight, parts = linked.steps.weights[linked.chosen.row, key], linked.parts
    hidden = not linked.visible[linked.chosen.row, key]
    end = float(parts[: key + 1, linked.chosen.column].sum())
    start = end - float(parts[key, linked.chosen.column])
    fill = paints(linked.keys)[key].fill
    return [
        name_cell(told_apart(linked.keys, key), "row", sign=swatch(fill)),
        _adding_up(linked, fill, start, end),
        value_cell("0" if hidden else linked.text(weight), None if hidden else weight),
        *_features(linked, linked.V[key]),
        *_features(linked, parts[key]),
    ]


def _total_row(linked: Linked) -> list[str]:
    _, row, column = linked.chosen
    output = linked.steps.output[row]
    return [
        name_cell("output", "row", sign=swatch("transparent")),
        _adding_up(linked, "transparent", 0.0, float(output[column])),
        plain(linked.text(linked.steps.weights[row].sum())),
        *(plain() for _ in output),
        *_features(linked, output, CHOSEN),
    ]


def _features(linked: Linked, values: Floats, frame: str = "") -> list[str]:
    return [
        value_cell(
            linked.text(value),
            value / linked.value_scale,
            frame if place == linked.chosen.column else "",
        )
        for place, value in enumerate(values)
    ]


def _limits(linked: Linked) -> Limits:
    """Cover every possible average of the values, so that bars keep their scale."""
    return -linked.value_scale if (linked.V < 0).any() else 0.0, linked.value_scale


def _adding_up(linked: Linked, background: str, start: float, end: float) -> str:
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


def _plains(linked: Linked, values: Floats) -> list[str]:
    return [plain(linked.text(value)) for value in values]
