"""The way back as tables: every slope against the gradients, its calculation, its marks, its parts."""

import json
import re
from html import unescape
from typing import Any

import numpy as np
import pytest

from attnlib import attention_steps
from course.lessons import linked_slopes
from course.lessons.linked_slopes import PAIRS
from course.lessons.linked_tables import CHOSEN, LINKED
from course.models.learning.gradients import attention_backward

RNG = np.random.default_rng(5)
Q, K, V = RNG.normal(size=(2, 3)), RNG.normal(size=(3, 3)), RNG.normal(size=(3, 2))
ARRIVING = RNG.normal(size=(2, 2))
WEIGHTS = attention_steps(Q, K, V).weights
D_WEIGHTS = ARRIVING @ V.T
D_SCALED = WEIGHTS * (D_WEIGHTS - (WEIGHTS * D_WEIGHTS).sum(axis=1, keepdims=True))
BACK = dict(zip(("d_Q", "d_K", "d_V"), attention_backward(Q, K, V, ARRIVING), strict=True)) | {
    "d_output": ARRIVING,
    "d_weights": D_WEIGHTS,
    "d_scaled": D_SCALED,
    "d_scores": D_SCALED / np.sqrt(3),
}
PLACES = [(name, *place) for name, array in BACK.items() for place in np.ndindex(array.shape)]


def drawn(chosen: Any = ("d_scores", 0, 0), **options: Any) -> Any:
    given: dict[str, Any] = {"tokens": ["it", "was"], "keys": ["cat", "mat", "rug"]} | options
    return linked_slopes(Q, K, V, ARRIVING, chosen=chosen, **given)


def cells(html: str) -> dict[tuple[str, int, int], tuple[str, str]]:
    """For each slope that can be clicked: its style and its text."""
    places = re.findall(r'<td[^>]*data-to="([^"]*)"[^>]*style="([^"]*)">([^<]*)<', html)
    return {tuple(json.loads(unescape(to))): (style, text) for to, style, text in places}


def framed(html: str, frame: str) -> set[tuple[str, int, int]]:
    return {place for place, (style, _) in cells(html).items() if frame in style}


def test_the_slopes_are_those_of_the_backward_pass() -> None:
    texts = cells(drawn(control="slope", decimals=6).html)
    assert texts.keys() == {*PLACES}
    for (name, row, column), (_, text) in texts.items():
        assert float(text) == pytest.approx(BACK[name][row, column], abs=1e-6)


@pytest.mark.parametrize("place", [place for place in PLACES if place[0] != "d_output"])
def test_the_arithmetic_gives_the_slope(place: Any) -> None:
    sentence = repr(drawn(place, decimals=8)).rstrip(".")
    terms, value = sentence.partition(", where")[0].split(" = ")[-2:]
    computed = eval(terms.replace("x", "*").replace("sqrt", "np.sqrt"), {"np": np})
    assert computed == pytest.approx(float(value), abs=1e-6)
    assert float(value) == pytest.approx(BACK[place[0]][place[1:]], abs=1e-7)


def test_the_weighted_mean_is_written_out() -> None:
    sentence = repr(drawn(("d_scaled", 1, 2), decimals=8)).rstrip(".")
    terms, value = sentence.partition("the weighted mean is ")[2].split(" = ")
    assert eval(terms.replace("x", "*")) == pytest.approx(float(value), abs=1e-6)


def test_a_slope_that_arrives_is_not_computed() -> None:
    assert repr(drawn(("d_output", 0, 1))).endswith("the way back starts here.")
    assert LINKED not in drawn(("d_output", 0, 1)).html


@pytest.mark.parametrize(
    ("chosen", "count"),
    [("d_V", 4), ("d_weights", 4), ("d_scaled", 6), ("d_scores", 1), ("d_Q", 6), ("d_K", 4)],
)
def test_all_numbers_that_made_a_slope_are_marked(chosen: str, count: int) -> None:
    html = drawn((chosen, 1, 1), control="slope").html
    assert html.count(LINKED) == count
    assert framed(html, CHOSEN) == {(chosen, 1, 1)}
    assert html.count('data-chosen="true"') == 1


def test_the_marks_are_on_the_numbers_of_the_formula() -> None:
    marked = framed(drawn(("d_Q", 1, 2), control="s").html, LINKED)
    assert marked == {("d_scores", 1, key) for key in range(3)}
    marked = framed(drawn(("d_V", 2, 0), control="s").html, LINKED)
    assert marked == {("d_output", query, 0) for query in range(2)}


def test_only_attributes_and_texts_change() -> None:
    pages = {tuple(re.findall(r"<(/?\w+)", drawn(place).html)) for place in PLACES}
    assert len(pages) == 1


def test_without_a_control_nothing_can_be_clicked() -> None:
    assert "data-" not in drawn().html


def test_words_are_escaped() -> None:
    html = drawn(tokens=["<i>", "was"]).html
    assert "<i>" not in html


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        (("scores", 0, 0), f"one of {', '.join(PAIRS)}"),
        (("d_K", 3, 0), "rows 0 to 2 and columns 0 to 2, but it is row 3"),
    ],
)
def test_a_slope_that_is_not_there_is_refused(chosen: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message) as raised:
        drawn(chosen)
    assert "?" in str(raised.value)


def test_large_matrices_are_refused() -> None:
    with pytest.raises(ValueError, match=r"K needs one matrix of 1 to 4 .* shape is \(5, 3\)"):
        linked_slopes(Q, np.ones((5, 3)), np.ones((5, 2)), ARRIVING, tokens=["it", "was"])
