"""The block as a picture: what is visible, how parts are connected, and that nothing else moves."""

import re
from collections.abc import Mapping
from itertools import pairwise, product
from typing import Any

import pytest

from course.lessons.block_diagram import HALVES, PARTS, PLACES, WIDTH, block_diagram

NORMS = ["pre", "post", None]
CHOICES = list(product(NORMS, [True, False]))
LEAVING = {part: 1.5 + place for place, part in enumerate(PARTS)}


def drawn(norm: str | None = "pre", residual: bool = True, **options: Any) -> Any:
    return block_diagram(norm, residual=residual, **({"leaving": LEAVING} | options))


def seen(html: str) -> str:
    """The picture without its hidden parts, which are groups or separate paths."""
    html = re.sub(r'<g style="visibility:hidden">.*?</g>', "", html)
    return re.sub(r'<path[^>]*style="visibility:hidden"/>', "", html)


def boxes(html: str) -> list[tuple[int, int, int, str]]:
    """All visible boxes: left, upper and right edge, name."""
    found = re.findall(
        r'<rect x="(\d+)" y="(\d+)" width="(\d+)".*?<text[^>]*>([^<]*)</text>', seen(html)
    )
    return [(int(x), int(y), int(x) + int(width), name) for x, y, width, name in found]


def test_the_sentence_goes_through_the_parts_in_order() -> None:
    assert drawn("pre").sentence == (
        "Pre-norm block: X (1.5), norm 1 (2.5), attention (3.5), added to the stream (4.5), "
        "norm 2 (5.5), feed-forward (6.5) and added to the stream (7.5)."
    )
    assert drawn("post", title="Sizes").sentence == (
        "Sizes. Post-norm block: X (1.5), attention (3.5), added to the stream (4.5), norm 1 (2.5), "
        "feed-forward (6.5), added to the stream (7.5) and norm 2 (5.5)."
    )
    assert drawn(None, residual=False, leaving=None).sentence == (
        "Block without norm: X, attention, which replaces the stream, feed-forward and which "
        "replaces the stream."
    )


@pytest.mark.parametrize(("norm", "names"), [
    ("pre", ["layer norm", "attention", "layer norm", "feed-forward"]),
    ("post", ["layer norm", "attention", "layer norm", "feed-forward"]),
    (None, ["attention", "feed-forward"]),
])  # fmt: skip
def test_all_boxes_of_a_block_are_seen_and_no_others(norm: str | None, names: list[str]) -> None:
    assert [name for *_, name in boxes(drawn(norm).html)] == names


def test_pre_norm_is_beside_its_layer_and_post_norm_on_the_stream() -> None:
    (left, norm_y, right, _), (layer, layer_y, _, _) = boxes(drawn("pre").html)[:2]
    assert norm_y == layer_y
    assert left < right < layer
    (left, norm_y, _, _), (_, layer_y, layer_end, _) = boxes(drawn("post").html)[:2]
    assert norm_y < layer_y
    assert layer_end < PLACES["post"][2] < left


@pytest.mark.parametrize("norm", NORMS)
def test_boxes_that_are_seen_do_not_overlap(norm: str | None) -> None:
    half = sorted(boxes(drawn(norm).html)[: 1 + (norm is not None)])
    assert all(one[2] < other[0] for one, other in pairwise(half))


@pytest.mark.parametrize(("residual", "sums"), [(True, 2), (False, 0)])
def test_without_residual_the_stream_is_cut_and_nothing_is_added(residual: bool, sums: int) -> None:
    html = seen(drawn("pre", residual, leaving=None).html)
    assert html.count("<circle") == sums
    assert len(re.findall(r'stroke-width="5.0"', html)) == 5 + sums


def thicknesses(norm: str | None, leaving: Mapping[str, float]) -> list[float]:
    """How thick the stream is, from left to right."""
    lines = re.findall(
        r'<path d="M\d+ 34H\d+" stroke="var[^>]* stroke-width="([\d.]+)"',
        drawn(norm, leaving=leaving).html,
    )
    return [float(thick) for thick in lines]


def test_a_larger_stream_is_thicker_until_a_norm_makes_it_1_again() -> None:
    sizes = {"X": 8.0, "sum 1": 27, "sum 2": 1000, "norm 1": 1, "norm 2": 1}
    assert thicknesses("pre", sizes) == [10, 10, 10, 15, 15, 15, 15.9]
    assert thicknesses("post", sizes) == [10, 10, 10, 15, 5, 5, 5, 15.9, 5]
    assert max(thicknesses(None, {"X": float("nan"), "sum 2": 0})) == 5


@pytest.mark.parametrize(("norm", "residual"), CHOICES)
def test_every_part_that_is_there_has_its_number(norm: str | None, residual: bool) -> None:
    written = set(re.findall(r">(\d\.5)<", drawn(norm, residual).html))
    there = set(PARTS) - ({"norm 1", "norm 2"} if norm is None else set())
    assert written == {str(LEAVING[part]) for part in there}


def test_all_choices_have_the_same_size_and_elements() -> None:
    pages = [drawn(norm, residual).html for norm, residual in CHOICES]
    assert len({re.search(r"viewBox=\"[^\"]*\"", page)[0] for page in pages}) == 1  # type: ignore[index]
    for norm in NORMS:
        with_it, without = (re.findall(r"<(\w+)", drawn(norm, one).html) for one in (True, False))
        assert with_it == without


def test_nothing_is_drawn_beyond_the_edge() -> None:
    for norm in NORMS:
        assert all(right < WIDTH for _, _, right, _ in boxes(drawn(norm).html))
        assert max(PLACES[norm]) < WIDTH / len(HALVES)


def test_the_picture_says_its_sentence_once_and_is_escaped() -> None:
    picture = drawn(title="a & b")
    assert "<b>a &amp; b</b>" in picture.html
    assert picture._repr_html_().count("a &amp; b. Pre-norm block: X (1.5)") == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"norm": "first"}, '"pre", "post" or None is needed, but it is \'first\''),
        ({"norm": True}, "but it is True"),
        ({"leaving": {"norm": 1}}, "the parts are X, norm 1, .*but there is 'norm'"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_words(options: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        drawn(**options)
