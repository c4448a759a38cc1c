"""Blocks: four states without colour, what is kept, and a stable HTML tree."""

import re
from collections import Counter
from typing import Any

import numpy as np
import pytest

from attnlib.long_context import walk_through_blocks
from course.lessons import blocks

LABELS = ["the", "cat", "sat", "on", "the"]
Q, K, V = np.random.default_rng(0).normal(size=(3, 5, 4))
STATES = ("not read yet", "in memory now", "read and forgotten", "hidden by the mask")


def drawn(step: int = 3, **options: Any) -> Any:
    return blocks(Q, K, V, LABELS, step=step, **({"block_size": 2, "title": "Walk"} | options))


def said(html: str) -> list[str]:
    return re.findall(r'<td aria-label="([^"]*)"', html)


@pytest.mark.parametrize("step", range(6))
def test_each_score_is_in_one_of_four_states(step: int) -> None:
    walk = walk_through_blocks(5, 2)
    wanted = np.full((5, 5), STATES[0], dtype=object)
    for block in walk[:step]:
        wanted[block] = STATES[2]
    wanted[walk[step]] = STATES[1]
    wanted[np.triu_indices(5, 1)] = STATES[3]
    states = [words.rpartition(", ")[2] for words in said(drawn(step).html)]
    assert states == wanted.ravel().tolist()
    counts = Counter(states)
    told = ", ".join(f"{counts[state]} {state}" for state in STATES)
    assert f"Scores: {told}." in repr(drawn(step))


def test_states_differ_without_colour() -> None:
    cells = re.findall(r'<td aria-label="([^"]*)" style="([^"]*)">([^<]*)</td>', drawn().html)
    looks = {
        words.rpartition(", ")[2]: ("." in text, text, "image" in style, "currentColor" in style)
        for words, style, text in cells
        if words.rpartition(", ")[2] != STATES[1]
    }
    assert looks == {
        STATES[0]: (False, "·", False, False),
        STATES[2]: (False, "x", False, False),
        STATES[3]: (False, "", True, False),
    }
    here = [(style, text) for words, style, text in cells if words.endswith(STATES[1])]
    assert all("currentColor" in style and re.fullmatch(r"-?\d+\.\d", text) for style, text in here)


def test_what_is_kept_belongs_to_the_queries_of_the_block() -> None:
    scaled = Q @ K.T / 2
    scores = scaled[2, :2]  # step 1: the queries sat and on, the keys the and cat
    total = np.exp(scores - scores.max()).sum()
    now = np.exp(scores - scores.max()) @ V[:2] / total
    weights = np.exp(scaled[2, :3]) / np.exp(scaled[2, :3]).sum()
    missing = abs(now - weights @ V[:3]).max()
    assert f"sat m {scores.max():.2f}, l {total:.2f}, missing {missing:.2f}; on m" in repr(drawn(1))
    assert repr(drawn(1)).startswith("Block 2 of 6: the queries sat to on meet the keys 1st the to")
    assert "the query 2nd the meets the key 2nd the. " in repr(drawn(5))
    assert repr(drawn(2)).count("missing 0.00") == 2


def test_bars_fill_the_outlines_when_a_row_is_done() -> None:
    def filled(step: int) -> list[bool]:
        heights = re.findall(r'y="([-\d.]+)"[^>]* height="([\d.]+)"', drawn(step).html)
        pairs = [heights[n : n + 2] for n in range(0, len(heights), 2)]
        rows = [pairs[n : n + 4] for n in range(0, len(pairs), 4)]
        return [all(now == end for now, end in row) for row in rows]

    assert filled(0) == [True, True, False, False, False]
    assert filled(1) == [True, True, False, False, False]
    assert filled(2) == [True, True, True, True, False]
    assert filled(5) == [True] * 5


def test_only_attributes_and_texts_change() -> None:
    pages = [drawn(step).html for step in range(6)]
    assert len({tuple(re.findall(r"</?\w+", page)) for page in pages}) == 1
    assert len(set(pages)) == 6


def test_names_are_escaped() -> None:
    html = blocks(Q[:1], K[:1], V[:1], ["<i>"], block_size=1, step=0, title="a & b").html
    assert "<i>" not in html
    assert "a &amp; b" in html


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"step": 6}, "step: the walk has 6 blocks, from 0 to 5, but it is 6. Is it counted from"),
        ({"step": -1}, "step: at least 0"),
        ({"block_size": 0}, "block_size: at least 1"),
        ({"labels": ["a"]}, "labels: 5 labels are needed"),
        ({"K": np.ones((4, 4))}, "K and V must agree|Q and K must agree|agree in n"),
        ({"Q": np.ones((0, 4)), "K": np.ones((0, 4)), "V": np.ones((0, 4)), "labels": []}, "step"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_words(change: dict[str, Any], message: str) -> None:
    usual = {"Q": Q, "K": K, "V": V, "labels": LABELS, "block_size": 2, "step": 0}
    with pytest.raises(ValueError, match=message) as raised:
        blocks(**(usual | change))
    assert "?" in str(raised.value)
