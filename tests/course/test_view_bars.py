"""Bars as a table: sentences, widths, and a size that does not depend on values."""

import re
from typing import Any

import numpy as np
import pytest

from course.views.bars import BREAK, bars

WORDS = ["cat", "mat"]
HEADS = np.array([[0.75, 0.5, 0.1], [0.25, 0.5, 0.9]])


def plain(values: Any, labels: Any = WORDS, **options: Any) -> Any:
    return bars(values, labels, title="Row sat", ylabel="weight", **options)


def boxes(html: str) -> list[tuple[float, float, str]]:
    """Where each bar starts, how wide it is (in percent), and on which side its zero is."""
    found = re.findall(r"margin-left:([\d.]+)%;width:([\d.]+)%;.*?border-(left|right)", html)
    return [(float(start), float(width), side) for start, width, side in found]


def skeleton(html: str) -> str:
    """The HTML without what depends on values: numbers, and lengths, sides and colours of bars."""
    bar = r"margin-left:[\d.]+%;width:[\d.]+%|solid var[^;]*;transform:[^;]*|border-(left|right):"
    return re.sub(r"(?<=>)-?[\d.]+(?=</span>)", "", re.sub(bar, "", html))


def text(html: str) -> list[str]:
    return re.findall(r">\s*([^<>\s][^<>]*)<", html)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ([0.25, 0.75], "highest 0.75 for b, lowest 0.25 for a, 2 bars"),
        ([0.4, 0.2, 0.4], "highest 0.4 for a and 1 more, lowest 0.2 for b, 3 bars"),
        ([0, 6.14, 0, 0], "highest 6.14 for b, lowest 0 for a and 2 more, 4 bars"),
        ([1 / 3, 0.3333333333, 0.333], "all alike at 0.333, 3 bars"),
        ([0.5], "0.5 for a, 1 bar"),
        ([0.989, 0.000087], "highest 0.989 for a, lowest 0.000087 for b, 2 bars"),
        ([0.989, 6.1e-7], "highest 0.989 for a, lowest 6.1·10⁻⁷ for b, 2 bars"),
    ],
)
def test_the_sentence_of_one_group_tells_ties(values: Any, said: str) -> None:
    assert repr(plain(values, "abcd"[: len(values)])) == f"Row sat: {said}."


def test_the_sentence_of_several_groups_says_where_each_is_highest() -> None:
    assert repr(plain(HEADS, groups=["head 0", "in training, late", "head 2"])) == (
        "Row sat: highest in 3 groups of 2 bars: head 0: 0.75 for cat; "
        "in training, late: all alike at 0.5; head 2: 0.9 for mat."
    )
    alone = plain([[0.75], [0.25]], groups=["head 0"])
    assert repr(alone) == "Row sat: highest in 1 group of 2 bars: head 0: 0.75 for cat."


def test_the_sentence_of_many_groups_is_cut_short() -> None:
    sentence = repr(plain(np.tile(HEADS[:, :1], 8), groups=range(8)))
    assert sentence.endswith("; 5: 0.75 for cat; so on in 2 more.")


def test_a_screen_reader_finds_a_table() -> None:
    html = plain([0.25, 0.75], ylim=(0, 1)).html
    assert text(html) == ["Row sat", "weight", "cat", "0.25", "mat", "0.75"]
    assert html.count('scope="row"') == 2
    assert html.count('scope="col"') == 1
    html = plain(HEADS, groups=["a", "b", "c"]).html
    assert text(html)[:5] == ["Row sat (weight)", "a", "b", "c", "cat"]
    assert html.count('scope="col"') == 3


def test_bars_start_at_zero_and_end_at_their_value() -> None:
    assert boxes(plain([0.5, 1.0], ylim=(0, 1)).html) == [(0, 50, "left"), (0, 100, "left")]
    assert boxes(plain([-1.0, 2.0]).html) == [(0, 33.3, "right"), (33.3, 66.7, "left")]


def test_bars_end_at_the_limits_and_start_there_where_zero_is_beyond() -> None:
    assert boxes(plain([-9.0, 9.0], ylim=(-1, 1)).html) == [(0, 50, "right"), (50, 50, "left")]
    assert boxes(plain([3.0, 4.0], ylim=(2, 4)).html) == [(0, 50, "left"), (0, 100, "left")]


def test_what_is_no_number_has_no_bar_and_infinity_a_whole_one() -> None:
    html = plain([np.nan, -np.inf, 1.0, -1.0], "abcd").html
    assert boxes(html)[:2] == [(50, 0, "left"), (0, 50, "right")]
    assert [part for part in text(html) if part in ("nan", "-inf")] == ["nan", "-inf"]


def test_zeros_alone_have_room_for_more() -> None:
    assert boxes(plain([0.0, 0.0]).html) == [(0, 0, "left"), (0, 0, "left")]


@pytest.mark.parametrize(
    ("limits", "number"),
    [
        ((0, 1), "0.50"),
        ((0, 1.2), "0.50"),
        ((0, 20), "0.5"),
        ((0, 512), "0"),
        ((0, 0.05), "0.5000"),
    ],
)
def test_the_limits_decide_the_decimals(limits: tuple[float, float], number: str) -> None:
    assert number in text(plain([0.5, 0.0], ylim=limits).html)


@pytest.mark.parametrize("groups", [None, ["a", "b"]])
def test_nothing_but_bars_and_numbers_changes_with_the_values(groups: Any) -> None:
    rng = np.random.default_rng(0)
    shape = (2,) if groups is None else (2, 2)
    pages = {
        skeleton(plain(rng.uniform(-1, 1, shape), ylim=(-1, 1), groups=groups).html)
        for _ in range(20)
    }
    assert len(pages) == 1


def test_the_page_does_not_change_below_the_shown_decimals() -> None:
    assert boxes(plain([0.0149, 0.01], ylim=(0, 1)).html) == [(0, 1, "left")] * 2
    assert plain([0.25, 0.75 + 1e-9]).html == plain([0.25, 0.75]).html


@pytest.mark.parametrize("word", ["cat", "gloriously"])
@pytest.mark.parametrize("heads", [2, 4, 8])
def test_groups_fit_a_page(heads: int, word: str) -> None:
    weights = np.full((8, heads), 0.125)
    html = plain(weights, [word] * 8, groups=range(heads), ylim=(0, 1)).html
    columns = [int(width) for width in re.findall(r"width:(\d+)px;text-align", html)]
    assert len(columns) == heads
    assert 9 * len(word) + 16 + sum(columns) <= 920


def test_bars_that_go_on_beyond_the_limits_have_a_break() -> None:
    broken = re.findall(
        r"clip-path:[^\"]*", plain([-1.5, 1.0, 1.001, 4.0], "abcd", ylim=(-1, 1)).html
    )
    assert [part == BREAK for part in broken] == [True, False, False, True]
    assert BREAK not in plain([0.5, np.nan]).html


def test_a_rule_stands_between_the_groups_and_nowhere_else() -> None:
    html = plain(HEADS, groups=["a", "b", "c"]).html
    assert html.count("border-left:1px solid var(") == 3 * 3
    assert "border-left:1px solid var(" not in plain([0.25, 0.75]).html


def test_a_repeated_label_is_told_apart_in_the_sentence() -> None:
    twice = ["the", "cat", "the"]
    assert "highest 0.7 for 2nd the, lowest 0.1 for cat, " in repr(plain([0.2, 0.1, 0.7], twice))
    groups = plain([[0.7, 0.1], [0.2, 0.7], [0.1, 0.2]], twice, groups="ab")
    assert ": a: 0.7 for 1st the; b: 0.7 for cat." in repr(groups)
    assert "lowest 0.1 for 2nd the" in repr(plain([0.7, 0.2, 0.1], twice))


def test_labels_are_escaped_and_may_repeat() -> None:
    html = plain([[1.0], [2.0], [3.0]], ["<b>", "a&b", "<b>"], groups=["<i>"]).html
    assert "<b>" not in html
    assert "<i>" not in html
    assert html.count("&lt;b&gt;") == 2


@pytest.mark.parametrize("values", [[1.0, 2.0], [[1.0]], []])
def test_one_label_for_each_value(values: Any) -> None:
    with pytest.raises(ValueError, match=r"one label for each value is needed.*values\[0\]"):
        plain(values, ["a"] if values else [])


@pytest.mark.parametrize("values", [HEADS.T, HEADS[0], np.zeros((2, 0))])
def test_one_row_for_each_label_and_one_column_for_each_group(values: Any) -> None:
    with pytest.raises(ValueError, match=r"values are .* for 2 labels and \d groups.*values\.T"):
        plain(values, groups=[] if values.size == 0 else "abc")


@pytest.mark.parametrize("limits", [(1, 0), (0, 0)])
def test_limits_in_order(limits: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match=r"the lower first, but they are . and 0. .*swapped\?"):
        plain([1.0, 2.0], ylim=limits)
