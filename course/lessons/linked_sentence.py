"""The calculation of a number in attention, as a sentence."""

from collections.abc import Sequence

import numpy as np

from attnlib.shapes import Floats
from course.lessons.linked_values import Linked
from course.views.drawing import told_apart
from course.views.sentence import counted

MOST_TERMS = 4


def sentence_of(linked: Linked) -> str:
    """Say how the chosen number is computed."""
    return _SENTENCES[linked.chosen.step](linked)


def _score_in_words(linked: Linked) -> str:
    _, row, column = linked.chosen
    q, k = linked.Q[row], linked.K[column]
    names = [f" ({name})" for name in linked.asked] or [""] * len(q)
    terms = _sum_in_words(linked, q, k, names)
    score = linked.text(linked.steps.scores[row, column])
    return f"Score of {linked.query} for {linked.key}: {terms} = {score}."


def _sum_in_words(linked: Linked, left: Floats, right: Floats, names: Sequence[str]) -> str:
    """Write a dot product without products of 0, and with only the largest if there are many."""
    products = np.nan_to_num(np.abs(left * right)).round(linked.decimals)
    order = [int(place) for place in np.argsort(-products, kind="stable") if products[place] > 0]
    told = [
        f"{linked.text(left[place])} x {linked.text(right[place])}{names[place]}"
        for place in sorted(order[:MOST_TERMS])
    ]
    more = len(order) - MOST_TERMS
    told += [counted(more, "smaller product")] if more > 0 else []
    return " + ".join(told) or "nothing but products of 0"


def _scaled_in_words(linked: Linked) -> str:
    _, row, column = linked.chosen
    d_k = linked.Q.shape[1]
    score, scaled = (linked.text(step[row, column]) for step in linked.steps[:2])
    root = linked.text(np.sqrt(d_k))
    after = ", but hidden: softmax leaves it out" if linked.hidden else ""
    return (
        f"Scaled score of {linked.query} for {linked.key}: {score} / sqrt({d_k}) = "
        f"{score} / {root} = {scaled}{after}."
    )


def _weight_in_words(linked: Linked) -> str:
    _, row, column = linked.chosen
    about = f"Weight of {linked.query} for {linked.key}"
    if linked.hidden:
        return f"{about}: 0, because it is hidden."
    largest, exponentials = linked.softmax
    scaled, weight = (linked.text(step[row, column]) for step in linked.steps[1:3])
    total = linked.text(exponentials.sum())
    return (
        f"{about}: exp({scaled} - {linked.text(largest)}) / {total} = "
        f"{linked.text(exponentials[column])} / {total} = {weight}."
    )


def _output_in_words(linked: Linked) -> str:
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
