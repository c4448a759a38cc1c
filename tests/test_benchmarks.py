"""Lessons 12 and 13 quote what `benchmarks/long_context.py` recorded."""

import re
from pathlib import Path

import numpy as np
import pytest

from course.models.learning import grammar
from coursetools.notebook import read_notebook

ROOT = Path(__file__).parents[1]


def told_in(lecture: str) -> str:
    cells = read_notebook(ROOT / "notebooks" / f"{lecture}.ipynb").cells
    return " ".join(" ".join(cell.source for cell in cells).split())


TOLD = told_in("13_long_context")
TOLD_BEFORE = told_in("12_generation")


def tables() -> list[list[list[str]]]:
    """The tables of the report, row by row and cell by cell, without their headers."""
    text = (ROOT / "benchmarks" / "LONG_CONTEXT.md").read_text(encoding="utf-8")
    found = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    rows = ([line.strip("|").split("|") for line in table.splitlines()[2:]] for table in found)
    return [[[cell.strip() for cell in row] for row in table] for table in rows]


HEADS, _, WORDS, SEEDS = tables()


def quotes() -> list[str]:
    """What the lecture says, with the recorded numbers."""
    table_mb, blocks_mb = map(float, HEADS[-1][5:])
    right = [round(100 * float(row[2])) for row in SEEDS]
    return [
        f"recorded {blocks_mb:.0f} MB for blocks of 256 and {table_mb:,.0f} MB for the four tables",
        f"right in {min(right[7:])} to {max(right[7:])} of 100",
    ]


@pytest.mark.parametrize("quote", quotes())
def test_the_lecture_quotes_the_recorded_runs(quote: str) -> None:
    assert quote in TOLD


RATIO_OF_WORDS = {n: ratio for n, *_, ratio in WORDS}


@pytest.mark.parametrize(
    ("quote", "about", "words"),
    [
        ("about three times as long without a cache", 3, "64"),
        ("about ten times after 256", 10, "256"),
        ("about a hundred times after 1,024", 100, "1,024"),
    ],
)
def test_about_means_within_a_quarter_in_every_run(quote: str, about: float, words: str) -> None:
    assert quote in TOLD_BEFORE
    recorded = [float(number) for number in RATIO_OF_WORDS[words].split(" to ")]
    assert 0.75 * about < min(recorded) <= max(recorded) < 1.25 * about


def test_with_enough_reach_every_model_names_every_being() -> None:
    assert "all three name its verb every time" in TOLD
    assert {float(row[2]) for row in SEEDS[4:7]} == {1.0}


def test_the_models_are_those_that_the_lecture_speaks_of() -> None:
    expected = [("everything", n) for n in "0123"] + [
        (f"{w} words", n) for w in "63" for n in "012"
    ]
    assert [(row[0], row[1]) for row in SEEDS] == expected


@pytest.fixture(scope="module")
def alone() -> list[grammar.Sentence]:
    rng = np.random.default_rng(3)
    drawn = (grammar.sentence(rng) for _ in range(300))
    return [one for one in drawn if one.other is None][:100]


def test_a_being_comes_six_words_before_its_pronoun(alone: list[grammar.Sentence]) -> None:
    before = [one.pronoun - one.words.index(one.meant) for one in alone]
    assert len(before) == 100
    assert set(before) == {6}


def test_what_the_pronoun_alone_is_worth(alone: list[grammar.Sentence]) -> None:
    guessed = sum(1 / len(grammar.BEINGS[grammar.PRONOUN[one.meant]]) for one in alone)
    assert f"guesses evenly among its beings is right in {guessed:.0f}." in TOLD
