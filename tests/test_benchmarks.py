"""Lesson 11 quotes what `benchmarks/long_context.py` recorded."""

import re
from pathlib import Path

import numpy as np
import pytest

from attnlib.learning import grammar
from coursetools.notebook import read_notebook

ROOT = Path(__file__).parents[1]
LECTURE = read_notebook(ROOT / "notebooks" / "11_long_context.ipynb")
TOLD = " ".join(" ".join(cell.source for cell in LECTURE.cells).split())


def tables() -> list[list[list[str]]]:
    """The tables of the report, row by row and cell by cell, without their headers."""
    text = (ROOT / "benchmarks" / "LONG_CONTEXT.md").read_text(encoding="utf-8")
    found = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    rows = ([line.strip("|").split("|") for line in table.splitlines()[2:]] for table in found)
    return [[[cell.strip() for cell in row] for row in table] for table in rows]


HEADS, EXPONENTS, WORDS, SEEDS = tables()


def quotes() -> list[str]:
    """What the lecture says, with the recorded numbers."""
    seconds, seconds_in_blocks, *_ = EXPONENTS[0]
    table_mb, blocks_mb = map(float, HEADS[-1][5:])
    right = [round(100 * float(row[2])) for row in SEEDS]
    return [
        f"{seconds} for 512 to 8,192 tokens",
        f"the exponent of their time is {seconds_in_blocks}",
        f"blocks take {blocks_mb:.0f} MB, and the four tables {table_mb:,.0f}",
        f"reaches ten words back: {min(right[4:7])} of 100 are right",
        f"reaches four: only {min(right[7:])} to {max(right[7:])} are",
    ]


@pytest.mark.parametrize("quote", quotes())
def test_the_lecture_quotes_the_recorded_runs(quote: str) -> None:
    assert quote in TOLD


RATIO_OF_WORDS = {n: ratio for n, *_, ratio in WORDS}


@pytest.mark.parametrize(
    ("quote", "about", "ranges"),
    [
        (
            "blocks take about three quarters of the table's time",
            3 / 4,
            [row[3] for row in HEADS[2:]],
        ),
        ("and the computing itself takes about as long", 1, [row[4] for row in HEADS[2:]]),
        ("about 3 times as long without a cache at 64 words", 3, [RATIO_OF_WORDS["64"]]),
        ("words, 10 times at 256", 10, [RATIO_OF_WORDS["256"]]),
        ("and 100 times at 1,024", 100, [RATIO_OF_WORDS["1,024"]]),
    ],
)
def test_about_means_within_a_quarter_in_every_run(
    quote: str, about: float, ranges: list[str]
) -> None:
    assert quote in TOLD
    recorded = [float(number) for one in ranges for number in one.split(" to ")]
    assert 0.75 * about < min(recorded) <= max(recorded) < 1.25 * about


def test_the_models_are_those_that_the_lecture_speaks_of() -> None:
    expected = [("everything", n) for n in "0123"] + [
        (f"{w} words", n) for w in "63" for n in "012"
    ]
    assert [(row[0], row[1]) for row in SEEDS] == expected


def test_a_being_comes_six_words_before_its_pronoun() -> None:
    rng = np.random.default_rng(3)
    alone = [one for one in (grammar.sentence(rng) for _ in range(300)) if one.other is None]
    before = [one.pronoun - one.words.index(one.meant) for one in alone]
    assert len(before) >= 100
    assert set(before) == {6}


def test_only_the_model_of_the_course_needs_the_full_stop() -> None:
    lost = [float(whole) - float(forgotten) for *_, whole, forgotten in SEEDS[:4]]
    assert lost[1] > 0.5
    assert max(abs(lost[seed]) for seed in (0, 2, 3)) < 0.02
