"""Cells: numbers keep letter and colour, names stay in place."""

import re
from typing import Any

import numpy as np
import pytest

from attnlib import attention_steps
from attnlib.heads import merge_heads, multi_head_steps, split_heads
from course.lessons.cells import MOST_FOLLOWED, cells
from course.lessons.origins import colour, letter

N, D_MODEL, HEADS = 3, 4, 2
X = np.arange(N * D_MODEL).reshape(N, D_MODEL)
BY_HEAD = {"heads": ("heads", "tokens", "features")}
STEPS = attention_steps(np.zeros((2, 8)), np.zeros((3, 8)), np.zeros((3, 5)))


def lettered(html: str) -> list[tuple[str, str, str]]:
    """The colour, letter and number of each cell."""
    pattern = r'<rect [^>]*fill="([^"]+)"/><g [^>]*><text [^>]*>(.)</text>(?:<text [^>]*>(\d+)<)?'
    return re.findall(pattern, html)


def expected(array: Any, groups: Any) -> list[tuple[str, str, str]]:
    """The cells that a step must have, from the group of each number of np.arange."""
    return [(colour(g), letter(g), str(x)) for x in np.ravel(array) for g in [np.ravel(groups)[x]]]


def multi_head(n: int, d_model: int, num_heads: int) -> str:
    W = np.zeros((d_model, d_model))
    steps = multi_head_steps(np.zeros((n, d_model)), W, W, W, W, num_heads)
    room = [(12, 64), (16, 12, 12), (8, 12, 8)]
    return cells({"X": steps.X, "weights": steps.weights}, room=room).html


@pytest.mark.parametrize(
    "step",
    [
        X.reshape(N, HEADS, -1),
        split_heads(X, HEADS).astype(int),
        X.reshape(HEADS, N, -1),
        merge_heads(split_heads(X, HEADS)).astype(int),
        split_heads(X, HEADS).astype(int).reshape(N, D_MODEL),
        X.T,
        X.ravel(),
    ],
)
@pytest.mark.parametrize("by", ["tokens", "features", "head"])
def test_each_number_keeps_its_letter_and_colour(step: Any, by: str) -> None:
    groups = np.indices(X.shape)[["tokens", "features"].index(by)] if by != "head" else X % 4 // 2
    asked = by if by != "head" else {"head": [0, 0, 1, 1]}
    found = lettered(cells({"X": X, "then": step}, by=asked).html)
    assert found == expected(X, groups) + expected(step, groups)


def test_right_and_wrong_differ_where_tokens_are_mixed() -> None:
    right = {"X": X, "heads": split_heads(X, HEADS)}
    wrong = {"X": X, "straight": X.reshape(HEADS, N, -1)}
    axes = BY_HEAD | {"straight": BY_HEAD["heads"]}
    picture = cells({"right": right, "wrong": wrong}, by="tokens", axes=axes)
    assert repr(picture) == (
        "X by token, A to C. "
        "right: X (3, 4), then heads (2, 3, 2) with AA BB CC in head 0 and AA BB CC in head 1. "
        "wrong: X (3, 4), then straight (2, 3, 2) with AA AA BB in head 0 and BB CC CC in head 1."
    )
    assert re.findall(r"<p [^>]*><b>(\w+)</b></p>", picture.html) == ["right", "wrong"]
    assert re.findall(r'aria-label="heads, head 1: ([^"]*)"', picture.html) == ["AA BB CC"]
    assert re.findall(r'aria-label="straight, head 1: ([^"]*)"', picture.html) == ["BB CC CC"]


def test_sheets_lie_side_by_side_each_with_its_name() -> None:
    html = cells({"X": X, "heads": split_heads(X, HEADS)}, by="tokens", axes=BY_HEAD).html
    assert html.count("<svg") == 1 + HEADS
    assert re.findall(r">(head \d)</text>", html) == ["head 0", "head 1"]
    several = cells({"X": X, "all": X.reshape(2, 3, 1, 2)}, by="tokens").html
    assert re.findall(r">(\d, \d)</text>", several) == [
        "0, 0",
        "0, 1",
        "0, 2",
        "1, 0",
        "1, 1",
        "1, 2",
    ]


def test_a_number_from_elsewhere_has_a_dot() -> None:
    html = cells({"X": X, "sums": X.sum(axis=1) + 100.5}, by="tokens").html
    assert [cell for _, cell, _ in lettered(html)][-3:] == ["·", "·", "·"]
    assert 'aria-label="sums: ···"' in html


def test_letters_and_numbers_stay_apart_where_tags_are_stripped():
    text = re.sub(r"<[^>]*>", "", cells({"X": X}, by="tokens").html)
    assert "A0 A1 A2 A3 B4" in " ".join(text.split())


def test_numbers_are_written_where_they_fit() -> None:
    assert [number for *_, number in lettered(cells({"X": X}, by="tokens").html)] == [
        str(x) for x in range(12)
    ]
    for wide in (X + 0.5, X + 1000, -X - 100):
        found = lettered(cells({"X": wide}, by="tokens").html)
        assert [number for *_, number in found] == [""] * 12
        assert [cell for _, cell, _ in found] == list("AAAABBBBCCCC")


def test_the_legend_names_every_group() -> None:
    html = cells({"X": X}, by={"<head>": [0, 0, 1, 1]}).html
    assert re.findall(r">(\w)</b> (&lt;head&gt; \d)<", html) == [
        ("A", "&lt;head&gt; 0"),
        ("B", "&lt;head&gt; 1"),
    ]


def test_shapes_are_said_those_alike_together() -> None:
    said = "scores, scaled and weights (2, 3), then output (2, 5)."
    assert repr(cells(STEPS)) == repr(cells(STEPS._asdict())) == said


def dot_products(n_q: int, n_k: int, d_k: int) -> str:
    arrays = {"Q": np.zeros((n_q, d_k)), "K": np.zeros((n_k, d_k)), "scores": np.zeros((n_q, n_k))}
    return cells(arrays, room=[(12, 16)]).html


@pytest.mark.parametrize("sizes", [(1, 1, 1), (12, 12, 16), (9, 10, 11)])
def test_steps_keep_their_places_while_sizes_get_a_second_digit(
    sizes: tuple[int, int, int],
) -> None:
    pattern = r'width:\d+px|viewBox="[^"]*"'
    assert re.findall(pattern, dot_products(*sizes)) == re.findall(pattern, dot_products(5, 5, 8))


@pytest.mark.parametrize("sizes", [(1, 16, 1), (12, 64, 8), (12, 32, 16), (7, 64, 1)])
def test_steps_keep_their_places_in_the_room_they_are_given(sizes: tuple[int, int, int]) -> None:
    outside = r"(<svg .*?</svg>)|\([\d, ]*\)"
    drawings = [re.sub(outside, "", multi_head(*sizes)), re.sub(outside, "", multi_head(4, 16, 2))]
    assert drawings[0] == drawings[1]
    boxes = r'viewBox="[^"]*" style="[^"]*"'
    assert re.findall(boxes, multi_head(*sizes)) == re.findall(boxes, multi_head(4, 16, 2))


def test_a_break_is_explained_where_there_is_one() -> None:
    assert "has a break for" not in cells({"a": np.zeros((8, 12, 12))}).html
    for shape in [(13, 1), (1, 13), (9, 1, 1)]:
        assert "has a break for" in cells({"a": np.zeros(shape)}).html
    assert "has a break for" in cells({"a": np.zeros((2, 2))}, room=[(2, 64)]).html


def test_names_are_escaped() -> None:
    array = X.reshape(1, N, D_MODEL)
    names = {"<b>": ("x<i>", "a&b", '"')}
    for by in ("a&b", None):
        html = cells({"<i>": {"<b>": array}}, by=by, axes=names, title="<u>").html
        assert "<i>" not in html
        assert "<b><" not in html
        assert "<b>&lt;u&gt;</b>" in html
        assert "<b>&lt;b&gt;</b> (1, 3, 4)" in html
        assert '"""' not in html


def test_no_text_is_smaller_than_12_pixels() -> None:
    html = cells({"X": X}, by="tokens").html + cells(STEPS, room=[(9, 99, 99)]).html
    assert min(int(size) for size in re.findall(r'font-size[:="]+(\d+)', html)) >= 12


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"steps": {}}, "at least one step is needed"),
        ({"steps": {"right": {"X": X}, "wrong": {}}}, "at least one step is needed"),
        ({"steps": {"X": X}, "axes": {"Y": ("a",)}}, "the steps are X, but 'Y' is named"),
        ({"steps": {"X": X}, "axes": {"X": ("a", "b", "c")}}, "X has 2 axes, but 3 names"),
        ({"steps": {"X": X}, "by": "heads"}, "are tokens and features, but 'heads' is asked for"),
        ({"steps": {"Y": X}, "by": "tokens"}, "are unnamed and unnamed, but 'tokens'"),
        (
            {"steps": {"X": 0 * X}, "by": "tokens"},
            "12 numbers and 1 different ones. Are they zeros",
        ),
        ({"steps": {"X": X[:0]}, "by": "tokens"}, "has 0 numbers"),
        (
            {"steps": {"X": X}, "by": {"head": [0, 1]}},
            r"head is \(2,\) and does not broadcast to X",
        ),
        ({"steps": {"X": X}, "by": {"head": [0, 0, 0.5, 1]}}, "whole numbers from 0"),
        ({"steps": {"X": X}, "by": {"head": [-1, 0, 0, 1]}}, "whole numbers from 0"),
        ({"steps": {"X": np.arange(27)[:, None]}, "by": "tokens"}, "at most 26 groups"),
        (
            {"steps": {str(n): np.arange(144).reshape(12, 12) for n in range(5)}, "by": {"x": 0}},
            f"at most {MOST_FOLLOWED} cells are lettered, but there are 720",
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_words(arguments: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message) as raised:
        cells(**arguments)
    assert "?" in str(raised.value)


def test_steps_without_names_are_refused() -> None:
    with pytest.raises(TypeError, match="a NamedTuple or a dict of arrays is needed"):
        cells(X)


def test_steps_are_close_together_unless_they_have_to_keep_their_places() -> None:
    steps = {"X": np.zeros((2, 12)), "heads": np.zeros((3, 2, 4)), "one": np.zeros((1, 1))}
    sizes = re.compile(r"width:(\d+)px;height:(\d+)px")
    close, kept = (
        sizes.findall(cells(steps, room=room).html)
        for room in ((), [array.shape for array in steps.values()])
    )
    assert len(set(close)) == 3
    assert len(set(kept)) == 1
    width, height = map(int, kept[0])
    assert all(int(one[0]) <= width and int(one[1]) <= height for one in close)
