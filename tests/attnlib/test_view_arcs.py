"""Arcs: one for each weight, thicker for a larger weight, in a picture of fixed size."""

import re
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from attnlib.view.arcs import THICKEST, arcs

WORDS = ["The", "cat", "sat", "on", "the", "mat"]
WEIGHTS = [0.1, 0.4, 0.0, 0.2, 0.25, 0.05]


def drawn(weights: Any = WEIGHTS, clicked: int = 2, tokens: Any = WORDS) -> Any:
    return arcs(tokens, weights, clicked, title="Head 0")


def strokes(html: str) -> list[float]:
    return [float(width) for width in re.findall(r'stroke-width="([\d.]+)"', html)]


def columns(html: str) -> list[int]:
    return [
        int(width) for width in re.findall(r"<th [^>]*box-sizing:border-box;width:(\d+)px", html)
    ]


def skeleton(html: str) -> str:
    """The HTML without arcs, weights, the mark of the clicked token, and the sentence."""
    for part in (
        r"<path[^>]*>\n?",
        r"(?<=>)[\d.]+(?=</td>)",
        r"bold;outline:2px solid;outline-offset:-2px|normal",
        r' aria-current="true"',
        r'aria-label="[^"]*"',
    ):
        html = re.sub(part, "", html)
    return html


def test_the_sentence_names_the_three_largest() -> None:
    assert repr(drawn()) == (
        "Head 0: sat attends to cat (0.40), the (0.25), on (0.20) and 2 more, among 6 tokens."
    )


def test_the_sentence_of_itself_of_nothing_and_of_repeated_words() -> None:
    assert repr(drawn([1, 0], 0, "ab")) == "Head 0: a attends to itself (1.00), among 2 tokens."
    assert repr(drawn([0, 0], 1, "ab")) == "Head 0: b attends to nothing, among 2 tokens."
    assert repr(drawn([1, 0, 0], 2, "aba")) == (
        "Head 0: a (2) attends to a (0) (1.00), among 3 tokens."
    )


def test_a_weight_is_as_thick_as_it_is_large_and_zero_has_no_arc() -> None:
    widths = strokes(drawn().html)
    assert widths == [1.2, 4.8, 2.4, 3.0, 1.0]
    assert strokes(drawn([0.004, 1], 0, "ab").html) == [THICKEST]


def test_every_weight_is_a_number_below_its_token() -> None:
    html = drawn().html
    assert re.findall(r">([\d.]+)</td>", html) == ["0.10", "0.40", "0.00", "0.20", "0.25", "0.05"]
    assert re.findall(r">(\w+)</th>", html) == WORDS
    assert html.count('scope="col"') == len(WORDS)


def test_arcs_stand_on_the_middles_of_their_tokens() -> None:
    html = drawn(np.full(6, 1 / 6), 0).html
    ends = [float(end) for end in re.findall(r'A[^"]* ([\d.]+) \d+"', html)]
    edges = np.cumsum([0, *columns(html)])
    assert ends == [(left + right) / 2 for left, right in pairwise(edges)][1:]


def test_a_token_has_a_loop_to_itself_inside_its_picture() -> None:
    loops = re.findall(r'd="M(\d+) (\d+)C', drawn([0, 1], 1, "ab").html)
    assert loops == [("49", "48")]
    assert 'viewBox="0 0 36 46"' in drawn([1], 0, "a").html


@pytest.mark.parametrize("clicked", range(6))
def test_the_clicked_token_is_marked_beyond_colour(clicked: int) -> None:
    marked = re.findall(
        r'aria-current="true"[^>]*bold;outline:2px[^>]*>(\w+)<', drawn(clicked=clicked).html
    )
    assert marked == [WORDS[clicked]]


def test_neither_weights_nor_the_clicked_token_change_the_size() -> None:
    rng = np.random.default_rng(0)
    pages = {
        skeleton(drawn(rng.dirichlet(np.ones(6) / 4), clicked).html)
        for clicked in range(6)
        for _ in range(5)
    }
    assert len(pages) == 1


@pytest.mark.parametrize("length", [1, 4, 6, 8, 30])
def test_twenty_tokens_fit_a_page_and_more_keep_room_for_their_weights(length: int) -> None:
    html = drawn(np.zeros(20), 0, ["x" * length] * 20).html
    assert sum(columns(html)) <= 840
    more = drawn(np.zeros(40), 0, ["x" * length] * 40).html
    assert min(columns(more)) >= 36
    assert "overflow" not in more.replace("overflow-wrap", "")  # that is for the page around it


def test_the_picture_says_its_sentence_to_a_screen_reader_and_is_escaped() -> None:
    picture = arcs(["<b>", '"'], [0.5, 0.5], 0, title="a & b")
    assert "<b>" not in picture.html
    assert (
        'role="img" aria-label="a &amp; b: &lt;b&gt; attends to itself (0.50) and &quot; (0.50)'
        in (picture.html)
    )
    assert ">&lt;b&gt;</th>" in picture.html
    assert ">a &amp; b</caption>" in picture.html


def test_the_page_does_not_change_below_the_shown_decimals() -> None:
    assert drawn(np.array(WEIGHTS) + 1e-9).html == drawn().html


@pytest.mark.parametrize(
    ("tokens", "weights", "clicked", "error", "message"),
    [
        ("ab", [1.0], 0, ValueError, r"weights are \(1,\) and there are 2 tokens"),
        ("ab", np.eye(2), 0, ValueError, r"\(2, 2\) .* one row was meant .try weights\[clicked\]"),
        ("", [], 0, ValueError, "there are 0 tokens"),
        ("ab", [2.0, -1.0], 0, ValueError, r"they go from -1 to 2. Are these scores"),
        ("ab", [1.5, 0.0], 0, ValueError, "they go from 0 to 1.5"),
        ("ab", [np.nan, 1.0], 0, ValueError, "numbers from 0 to 1"),
        ("ab", [0.5, 0.5], 2, ValueError, "a token from 0 to 1 is needed, but it is 2"),
        ("ab", [0.5, 0.5], -1, ValueError, "clicked: at least 0 is needed"),
        ("ab", [0.5, 0.5], 0.5, TypeError, "clicked: a whole number is needed"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_words(
    tokens: str, weights: Any, clicked: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message) as raised:
        arcs(tokens, weights, clicked, title="t")
    assert "?" in str(raised.value)
