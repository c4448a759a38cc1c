"""Arcs: one for each weight, thicker for a larger weight, in a picture of fixed size."""

import re
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
import pytest

from course.views.arcs import SMALLEST, THICKEST, THINNEST, arcs
from course.views.word_paints import paints

WORDS = ["The", "cat", "sat", "on", "the", "mat"]
WEIGHTS = [0.1, 0.4, 0.0, 0.2, 0.25, 0.05]


def drawn(weights: Any = WEIGHTS, clicked: int = 2, tokens: Any = WORDS) -> Any:
    return arcs(tokens, weights, clicked, title="Head 0")


def strokes(html: str) -> list[float]:
    return [float(width) for width in re.findall(r'stroke-width="([\d.]+)"', html)]


def columns(html: str) -> list[float]:
    """The widths of the columns, in percent."""
    return [float(width) for width in re.findall(r"<th [^>]*width:([\d.]+)%", html)]


def view_box(html: str) -> float:
    return float(re.findall(r'viewBox="0 0 ([\d.]+)', html)[0])


def skeleton(html: str) -> str:
    """The HTML without arcs, weights, the mark of the clicked token, and the sentence."""
    for part in (
        r"(?<=<path)[^>]*",
        r"(?<=>)[\d.]+(?=</td>)",
        r"bold|normal",
        r"padding:\dpx 0;border:\dpx solid",
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
        "Head 0: 2nd a attends to 1st a (1.00), among 3 tokens."
    )


def test_a_weight_is_as_thick_as_it_is_large_and_zero_has_no_width() -> None:
    assert strokes(drawn().html) == pytest.approx(
        [
            THINNEST,
            0.4 * THICKEST,
            0,
            0.2 * THICKEST,
            0.25 * THICKEST,
            THINNEST,
        ]
    )
    assert strokes(drawn([0.004, 1], 0, "ab").html) == [0, THICKEST]


def test_an_arc_has_the_colour_of_its_word_and_the_word_its_pattern() -> None:
    html = drawn().html
    assert re.findall(r'stroke="([^"]*)"', html) == [paint.colour for paint in paints(WORDS)]
    strips = re.findall(r'background:([^"]*)"></span></th>', html)
    assert strips == [paint.fill for paint in paints(WORDS)]


def test_every_weight_is_a_number_below_its_token() -> None:
    html = drawn().html
    assert re.findall(r">([\d.]+)</td>", html) == ["0.10", "0.40", "0.00", "0.20", "0.25", "0.05"]
    assert re.findall(r">(\w+)</span>", html) == WORDS
    assert html.count('scope="col"') == len(WORDS)


def test_arcs_stand_on_the_middles_of_their_tokens() -> None:
    html = drawn(np.full(6, 1 / 6), 0).html
    ends = [100 * float(end) / view_box(html) for end in re.findall(r' ([\d.]+) \d+" stroke', html)]
    edges = [0, *accumulate(columns(html))]
    middles = [(left + right) / 2 for left, right in pairwise(edges)]
    np.testing.assert_allclose(ends[1:], middles[1:], atol=0.1)


def test_wider_arcs_are_higher_and_all_are_inside_the_picture() -> None:
    html = drawn(np.full(6, 1 / 6), 0).html
    handles = [float(top) for top in re.findall(r"C[\d.]+ (-?[\d.]+) ", html)]
    ground = float(re.findall(r'viewBox="0 0 [\d.]+ (\d+)"', html)[0])
    heights = [(ground - top) * 3 / 4 for top in handles]
    assert heights[1:] == sorted(heights[1:])
    assert max(heights) + THICKEST / 2 <= ground


def test_a_loop_leads_from_a_token_to_itself() -> None:
    [loop] = re.findall(
        r'd="M([\d.]+) \d+C(-?[\d.]+) \S+ ([\d.]+) \S+ ([\d.]+) ', drawn([1], 0, "a").html
    )
    left_foot, left, right, right_foot = map(float, loop)
    assert left < left_foot < right_foot < right


@pytest.mark.parametrize("clicked", range(6))
def test_the_clicked_token_is_marked_beyond_colour(clicked: int) -> None:
    marked = re.findall(
        r'aria-current="true"[^>]*><span style="[^"]*border:2px solid[^"]*bold;[^"]*">(\w+)<',
        drawn(clicked=clicked).html,
    )
    assert marked == [WORDS[clicked]]


def test_with_a_control_words_are_buttons() -> None:
    html = arcs(WORDS, WEIGHTS, 2, title="Head 0", control="word").html
    assert re.findall(r'data-move="word" data-to="(\d)"', html) == list("012345")
    assert re.findall(r'data-to="(\d)" data-chosen="true"', html) == ["2"]
    assert "data-" not in drawn().html


def test_neither_weights_nor_the_clicked_token_change_the_size() -> None:
    rng = np.random.default_rng(0)
    pages = {
        skeleton(drawn(rng.dirichlet(np.ones(6) / 4), clicked).html)
        for clicked in range(6)
        for _ in range(5)
    }
    assert len(pages) == 1


@pytest.mark.parametrize("count", [1, 6, 10, 40])
def test_letters_shrink_with_the_page_until_the_smallest_and_then_the_page_scrolls(
    count: int,
) -> None:
    html = drawn(np.zeros(count), 0, ["mat"] * count).html
    letters = view_box(html)
    assert letters == pytest.approx(count * 3.8)
    least = int(re.findall(r"min-width:(\d+)px", html)[0])
    assert least == pytest.approx(letters * SMALLEST * 0.66, abs=1)
    widest = int(re.findall(r";width:(\d+)px;max-width:100%", html)[0])
    assert widest == min(920, round(68 * letters))


def test_a_story_fits_a_phone() -> None:
    html = drawn(np.zeros(10), 0, [*WORDS, "because", "it", "was", "tired"]).html
    assert int(re.findall(r"min-width:(\d+)px", html)[0]) <= 330


def test_the_picture_says_its_sentence_once_and_is_escaped() -> None:
    picture = arcs(["<s>", '"'], [0.5, 0.5], 0, title="a & b")
    assert "<s>" not in picture.html
    assert picture._repr_html_().count("&lt;s&gt; attends to itself (0.50)") == 1
    assert '<svg class="arcs" aria-hidden="true"' in picture.html
    assert ">&lt;s&gt;</span>" in picture.html
    assert "<b>a &amp; b</b>" in picture.html


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
