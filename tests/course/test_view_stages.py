"""Stages: changes in words and in marks, bars on one scale, and a stable HTML tree."""

import re
from typing import Any

import numpy as np
import pytest

from course.lessons import stages

AFTER = {
    "embedding": [0.0, 1.0, -0.5],
    "attention": [0.8, 1.0, -1.0],
    "second layer": [0.8, 0.25, 0.5],
}
LABELS = ["being", "stands for", "plural"]


def drawn(after: Any = AFTER, labels: Any = LABELS, **options: Any) -> Any:
    return stages(after, labels, **({"title": "it"} | options))


def boxes(html: str) -> list[list[tuple[float, float]]]:
    """For each cell, where its three boxes start, and how wide they are: kept, new, gone."""
    found = re.findall(r"left:([\d.]+)%;width:([\d.]+)%", html)
    places = [(float(left), float(width)) for left, width in found]
    return [places[n : n + 3] for n in range(0, len(places), 3)]


def test_the_sentence_says_what_each_part_changes() -> None:
    assert repr(drawn()) == (
        "it: embedding: being 0.00, stands for 1.00, plural -0.50; "
        "attention: being from 0.00 to 0.80 and plural from -0.50 to -1.00; "
        "second layer: stands for from 1.00 to 0.25 and plural from -1.00 to 0.50."
    )
    assert repr(drawn({"one": [1], "two": [1.001]}, ["a"])) == "it: one: a 1.00; two: no change."


def test_changed_numbers_are_bold_and_have_an_arrow() -> None:
    cells = re.findall(r"font-weight:(\w+)\">(-?[\d.]+)</span>(?:<span[^>]*> (.))?", drawn().html)
    assert cells == [
        ("normal", "0.00", ""),
        ("bold", "0.80", "▲"),
        ("normal", "0.80", ""),
        ("normal", "1.00", ""),
        ("normal", "1.00", ""),
        ("bold", "0.25", "▼"),
        ("normal", "-0.50", ""),
        ("bold", "-1.00", "▼"),
        ("bold", "0.50", "▲"),
    ]


def test_a_bar_is_made_of_what_stayed_what_is_new_and_what_is_gone() -> None:
    being, reference, plural = (boxes(drawn(limits=(-1, 1)).html)[n : n + 3] for n in (0, 3, 6))
    assert being == [[(50, 0)] * 3, [(50, 0), (50, 40), (50, 0)], [(50, 40), (90, 0), (90, 0)]]
    assert reference[2] == [(50, 12.5), (62.5, 0), (62.5, 37.5)]
    assert plural[1] == [(25, 25), (0, 25), (25, 0)]
    assert plural[2] == [(50, 0), (50, 25), (0, 50)]


def test_all_bars_share_the_scale_of_the_largest() -> None:
    assert boxes(drawn({"a": [1.0, 4.0]}, ["x", "y"]).html) == [
        [(0, 25), (25, 0), (25, 0)],
        [(0, 100), (100, 0), (100, 0)],
    ]


def test_only_what_follows_the_values_moves() -> None:
    rng = np.random.default_rng(0)
    pages = [
        drawn({name: rng.normal(size=3) for name in AFTER}, limits=(-3, 3)).html for _ in range(3)
    ]
    assert len({len(re.findall("<t[dhr]|<div", page)) for page in pages}) == 1
    assert len(set(pages)) == 3


def test_names_are_headers_and_escaped() -> None:
    html = drawn({"<i>": [1.0]}, ["<s>"], title="a & b").html
    assert "<i>" not in html
    assert "<s>" not in html
    assert "<b>a &amp; b</b></caption>" in html
    assert re.findall(r'scope="(\w+)"', html) == ["col", "row"]


@pytest.mark.parametrize("after", [{"x": [1, 2, 3]}, {"x": np.eye(2)}])
def test_what_does_not_fit_is_refused_in_words(after: Any) -> None:
    message = (
        r"after 'x', one number for each of the 2 labels .* shape is \(.* row of one word .*\?"
    )
    with pytest.raises(ValueError, match=message):
        drawn(after, ["a", "b"])
