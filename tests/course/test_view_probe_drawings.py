"""Probes as drawings: what is drawn is what the probes do."""

import re

import pytest

from course.clinic import PROBES
from course.lessons.probe_drawings import SKETCHES, probe_drawing, probes_list


def drawn(name: str) -> list[str]:
    """Everything that is written in a drawing, from left to right and from top to bottom."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", probe_drawing(name).html)


def test_each_probe_has_a_drawing() -> None:
    assert list(SKETCHES) == list(PROBES)
    shown = probes_list().html
    assert shown.count("<svg") == len(PROBES)
    assert all(probe_drawing(name).html in shown for name in PROBES)


@pytest.mark.parametrize(("name", "signs"), [
    ("future", 3), ("cache", 6), ("padding", 6), ("twice", 6), ("identity", 6),
    ("equal rows", 0), ("float16", 0), ("heads", 6), ("reference", 6),
])  # fmt: skip
def test_rows_that_must_be_equal_have_a_sign_between_them(name: str, signs: int) -> None:
    assert drawn(name).count("=") == signs
    assert bool(signs) != bool(SKETCHES[name].note)


def test_padding_and_pieces_are_seen_without_colour() -> None:
    assert probe_drawing("padding").html.count("stroke-dasharray") == 4
    assert probe_drawing("cache").html.count('stroke-width="3"') == 2
    assert "#" not in probe_drawing("cache").html


def test_the_sentence_counts_words_and_rows() -> None:
    assert probe_drawing("padding").sentence == (
        "padding. Changed: padding comes first. Run 1: 6 words after 2 of padding, layer, 6 rows. "
        "Run 2: 6 words, layer, 6 rows. Equal: rows 1, 2, 3, 4, 5 and 6 of both runs."
    )
    assert "Asked: all numbers finite." in probe_drawing("float16").sentence


def test_another_name_is_refused() -> None:
    with pytest.raises(ValueError, match=r"one of future, .* and reference is needed, .* 'past'"):
        probe_drawing("past")
