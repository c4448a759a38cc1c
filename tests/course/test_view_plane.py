"""Arrows point where their vectors do, and the sentence gives measured values."""

import re

import numpy as np
import pytest

from course.views import explore, plane, point_of_plane
from course.views.plane import MARGIN, SIDE

UNIT = (SIDE / 2 - MARGIN) / 3


def tips(html: str) -> list[tuple[float, float]]:
    """The ends of the arrows, in units of the vectors."""
    ends = re.findall(r'<line [^>]*x2="([\d.]+)" y2="([\d.]+)"', html)
    return [((float(x) - SIDE / 2) / UNIT, (SIDE / 2 - float(y)) / UNIT) for x, y in ends]


def test_an_arrow_ends_where_its_vector_does_and_up_is_up() -> None:
    html = plane({"query": [1, 2], "key": [-2, -0.5]}, title="t").html
    assert np.allclose(tips(html), [(1, 2), (-2, -0.5)], atol=0.01)


def test_axes_that_start_at_0_leave_twice_the_room() -> None:
    plane_from_0 = plane({"query": [3, 1]}, low=0, title="t").html
    assert 'x1="14" y1="326" x2="326.0" y2="222.0"' in plane_from_0
    assert f'data-plane="{MARGIN} {SIDE - MARGIN} 104 0 3 0.25"' in plane_from_0


def test_length_and_angle_are_said() -> None:
    said = plane({"q": [3, -3]}, title="t").sentence
    assert said == "t: q (3.00, -3.00), length 4.24, angle -45°."
    assert "angle undefined" in plane({"q": [0, 0]}, title="t").sentence


def test_the_head_of_an_arrow_points_along_it() -> None:
    turns = re.findall(r"rotate\((-?[\d.]+)\)", plane({"q": [0, 1], "k": [1, 0]}, title="t").html)
    assert [float(turn) for turn in turns] == [-90.0, 0.0]


def test_values_and_output_are_in_the_picture_and_in_the_words() -> None:
    corners = {"a": [1, 0], "b": [0, 1], "c": [-1, -1]}
    drawn = plane({}, corners=corners, output=[0, 0], title="t")
    assert drawn.html.count("<rect") == 3
    assert "<polygon" in drawn.html
    assert drawn.sentence.endswith("output (0.00, 0.00).")


def test_only_what_is_movable_can_be_dragged() -> None:
    still = plane({"q": [1, 1], "k": [1, 0]}, title="t").html
    moves = plane({"q": [1, 1], "k": [1, 0]}, movable={"q": "query"}, title="t").html
    assert "data-drag" not in still
    assert re.findall(r'data-drag="(\w+)"', moves) == ["query"]
    assert '<svg aria-hidden="true" viewBox' in still
    assert 'role="group"' in moves
    assert ">q (1.00, 1.00), length 1.41, angle 45°</div>" in moves


SCORED = {"shadow": {"k": "q"}, "zero_line": "q", "title": "t"}


def test_the_shadow_times_the_length_is_the_score() -> None:
    said = plane({"q": [0, 2], "k": [-1.5, -0.5]}, **SCORED).sentence
    assert "shadow of k on q -0.50, at 108°; times the length of q, a score of" in said
    assert "a score of -1.00; at right angles to q, the score is 0." in said


def test_the_shadow_ends_below_the_tip_of_its_arrow() -> None:
    html = plane({"q": [2, 0], "k": [1.5, 1]}, **SCORED).html
    shadow = re.findall(r'd="M170.0 170.0L([\d.]+) ([\d.]+)"', html)
    assert np.allclose(np.array(shadow, float), [(SIDE / 2 + 1.5 * UNIT, SIDE / 2)], atol=0.1)
    assert f'rotate(0.0)"><rect y="{-2 * SIDE}"' in html


def test_the_arc_of_an_angle_turns_around_the_origin() -> None:
    pages = [plane({"q": [2, 0], "k": [1.5, height]}, **SCORED).html for height in (1, -1)]
    clockwise = [re.findall(r"A[\d.]+ [\d.]+ 0 0 (\d)", page) for page in pages]
    assert clockwise == [["0"], ["1"]]


def test_what_surrounds_the_score_keeps_its_elements_while_arrows_move() -> None:
    pages = [
        plane({"q": q, "k": k}, **SCORED).html for q, k in (([1, 2], [-1, 1]), ([0, 0], [2, 1]))
    ]
    pages.append(plane({"q": [1, 1], "k": [2, 2]}, **SCORED).html)
    assert len({tuple(re.findall(r"<(\w+)", page)) for page in pages}) == 1
    assert [page.count("visibility:hidden") for page in pages] == [0, 3, 1]
    assert ", at no angle;" in plane({"q": [0, 0], "k": [1, 1]}, **SCORED).sentence
    assert "nan" not in "".join(pages)


def test_arrows_are_told_apart_without_colour() -> None:
    html = plane({name: [1, 1] for name in "abcdef"}, title="t").html
    dashes = re.findall(r'stroke-width="3"( stroke-dasharray="[^"]+")?', html)
    assert len(set(dashes)) == 6


def test_names_are_escaped() -> None:
    html = plane({"<b>": [1, 1]}, movable={"<b>": 'a"b'}, corners={"<i>": [0, 0]}, title="<u>").html
    assert "<b>" not in html
    assert "<i>" not in html
    assert "<u>" not in html
    assert 'a"b' not in html


@pytest.mark.parametrize(
    ("arrows", "more", "message"),
    [
        ({"q": [1, 2, 3]}, {}, "q: a plane has two dimensions, but the shape is (3,)"),
        ({"q": [4, 0]}, {}, "q: [4.0, 0.0] lies outside -3 to 3"),
        ({"q": [np.nan, 0]}, {}, "lies outside"),
        ({"q": [1, -0.1]}, {"low": 0}, "q: [1.0, -0.1] lies outside 0 to 3"),
        ({}, {"low": 1}, "the origin must be in the picture, but the axes go from 1 to 3"),
        ({}, {"limit": 0}, "the origin must be in the picture"),
        ({}, {"output": [[1, 2]]}, "output: a plane has two dimensions"),
        ({}, {"corners": {"v": [0, 9]}}, "v: [0.0, 9.0] lies outside"),
        ({name: [0, 0] for name in "abcdefg"}, {}, "at most 6 can be told apart"),
        ({"q": [1, 0]}, {"shadow": {"k": "q"}}, "shadow: there is no arrow 'k', only q."),
        ({"q": [1, 0]}, {"zero_line": "k"}, "zero_line: there is no arrow 'k', only q."),
    ],
)
def test_what_does_not_fit_is_refused_in_words(arrows: dict, more: dict, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        plane(arrows, title="t", **more)


def test_the_hand_moves_the_vector_that_the_function_gets() -> None:
    view = explore(
        lambda q=(1, 1): plane({"q": q}, movable={"q": "q"}, title=f"{q.sum():g}"),
        q=point_of_plane(),
    )
    view.panel.set_state({"state": {"q": [2, 0.5]}})
    assert np.allclose(tips(view.panel.rows[0][0]["html"]), [(2, 0.5)], atol=0.01)
    assert view.panel.rows[0][0]["sentence"].startswith("2.5:")
    assert view.values["q"].tolist() == [2, 0.5]
