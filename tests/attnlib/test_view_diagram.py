"""Boxes for shapes: to one scale, in places that keep still."""

import re
from typing import Any

import numpy as np
import pytest

from attnlib.heads import multi_head_steps
from attnlib.trace import Trace, trace
from attnlib.view.diagram import ACROSS, DOWN, LEAST, MARGIN, MOST_SHEETS, WIDTH, shape_diagram


def multi_head(n: int = 6, d_model: int = 64, num_heads: int = 8) -> Any:
    eye = np.eye(d_model)
    return shape_diagram(trace(multi_head_steps(np.zeros((n, d_model)), *[eye] * 4, num_heads)))


def one(shape: tuple[int, ...], axes: Any = None, step: str = "blend") -> str:
    found = shape_diagram(trace({step: np.zeros(shape)}, None if axes is None else {step: axes}))
    return str(found.html)


def boxes(html: str) -> list[tuple[float, float, float, float]]:
    """Left, top, width, height of every sheet."""
    pattern = r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"'
    return [tuple(map(float, found)) for found in re.findall(pattern, html)]  # type: ignore[misc]


def names(html: str) -> list[str]:
    return re.findall(r">([^<>]+)</text>", html)


def test_the_sentence_follows_the_shapes_from_step_to_step() -> None:
    assert repr(multi_head()) == (
        "X, Q, K and V (6, 64) -> Q_heads, K_heads and V_heads (8, 6, 8) -> "
        "scores, scaled and weights (8, 6, 6) -> head_outputs (8, 6, 8) -> merged and output (6, 64)"
    )


def test_all_boxes_share_one_scale() -> None:
    html = shape_diagram(trace({"weights": np.zeros((10, 20)), "V": np.zeros((20, 40))})).html
    (*_, width, height), (*_, other_width, other_height) = boxes(html)
    assert (other_width, other_height) == (ACROSS, ACROSS / 2)
    assert (width, height) == (ACROSS / 2, pytest.approx(ACROSS / 4, abs=0.06))


@pytest.mark.parametrize(
    ("shape", "size"),
    [((9, 90), (ACROSS, LEAST)), ((90, 9), (LEAST, DOWN)), ((9, 9), (DOWN, DOWN))],
)
def test_the_longest_side_fits_both_ways(shape: tuple[int, int], size: tuple[int, int]) -> None:
    assert boxes(one(shape))[0][2:] == size


def test_no_side_vanishes() -> None:
    assert boxes(one((1, 512)))[0][2:] == (ACROSS, LEAST)
    assert boxes(one((0, 4)))[0][2:] == (ACROSS, LEAST)


def test_heads_are_a_stack_whose_first_sheet_is_on_top() -> None:
    sheets = boxes(one((3, 2, 2)))
    assert [left for left, *_ in sheets] == sorted((left for left, *_ in sheets), reverse=True)
    assert len({sheet[2:] for sheet in sheets}) == 1
    assert len(sheets) == 3
    assert len(boxes(one((2, 32, 2, 2)))) == MOST_SHEETS


def test_axes_are_named_on_the_box_and_for_a_screen_reader() -> None:
    html = one((8, 6, 4), ["heads", "queries", "features"])
    assert names(html) == ["features 4", "queries 6", "heads 8"]
    assert 'role="img" aria-label="heads 8, queries 6, features 4"' in html
    assert "<b>blend</b><br>(8, 6, 4)<svg" in html


@pytest.mark.parametrize(
    ("shape", "axes", "said"),
    [
        ((), None, []),
        ((8,), ["features"], ["features 8"]),
        ((4, 8), None, ["8", "4"]),
        ((2, 3, 4, 8), ["queries", "keys"], ["keys 8", "queries 4", "2, 3"]),
    ],
)
def test_axes_that_nobody_named_have_their_sizes(
    shape: tuple[int, ...], axes: Any, said: list[str]
) -> None:
    assert names(one(shape, axes)) == said


def test_the_usual_eight_steps_stand_side_by_side_on_a_page() -> None:
    html = shape_diagram(trace({step: np.zeros((6, 64)) for step in "abcdefgh"})).html
    items = [int(width) for width in re.findall(r"<li [^>]*width:(\d+)px", html)]
    gap = int(*re.findall(r"gap:(\d+)px", html))
    assert len(items) == 8
    assert sum(items) + 7 * gap <= 840


def test_the_whole_of_a_large_stack_and_the_name_above_it_are_inside() -> None:
    html = one((8, 64, 64), ["heads", "queries", "keys"])
    assert min(top for _, top, *_ in boxes(html)) > MARGIN
    baselines = [float(y) for y in re.findall(r'<text x="\d+" y="([\d.]+)"', html)]
    assert min(baselines) > 10


@pytest.mark.parametrize("sizes", [(1, 8, 1), (6, 64, 8), (3, 512, 64), (200, 8, 2)])
def test_places_do_not_depend_on_sizes(sizes: tuple[int, int, int]) -> None:
    html = multi_head(*sizes).html
    inside = (left > 0 and top > 0 and left + width < WIDTH for left, top, width, _ in boxes(html))
    assert all(inside)
    outline = r"<rect[^>]*>|<text[^>]*>[^<]*|\([\d, ]*\)|aria-label=\"[^\"]*\""
    assert re.sub(outline, "", html) == re.sub(outline, "", multi_head(4, 4, 4).html)


def test_names_are_escaped() -> None:
    html = one((2, 3), ["<i>", "a&b"], "<b>")
    assert "<b><" not in html
    assert "&lt;b&gt;</b>" in html
    assert names(html) == ["a&amp;b 3", "&lt;i&gt; 2"]
    assert "<i>" not in html


def test_nothing_to_draw_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one step is needed"):
        shape_diagram(Trace(()))
