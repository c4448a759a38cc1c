"""docs/GLOSSARY.md has every symbol in order, and refers to lessons that use it."""

import re
from pathlib import Path

import pytest

from coursetools.lint.glossary import SECTIONS, Entry, entries
from coursetools.notebook import read_notebook

ROOT = Path(__file__).parents[1]
GLOSSARY = (ROOT / "docs" / "GLOSSARY.md").read_text(encoding="utf-8")
CONVENTIONS = (ROOT / "docs" / "CONVENTIONS.md").read_text(encoding="utf-8")
WRITTEN = {"θ": "theta", "ω_i": "omega_i", "√d_k": "sqrtd_k"}  # in the TeX of the lessons


def lesson_links(glossary: str) -> dict[int, str]:
    found = re.findall(
        r"^\[lesson (\d+)\]: \.\./((?:notebooks|exercises)/.+)$", glossary, re.MULTILINE
    )
    return {int(lesson): path for lesson, path in found}


LESSONS = lesson_links(GLOSSARY)
SYMBOLS, TERMS, EVERYDAY = (entries(GLOSSARY, section) for section in SECTIONS)


def words_of(lesson: int) -> str:
    """The text of a lesson and its exercises, with formulas written as in code."""
    lecture = ROOT / LESSONS[lesson]
    notebooks = map(read_notebook, (lecture, ROOT / "exercises" / lecture.name))
    text = " ".join(cell.source for notebook in notebooks for cell in notebook.cells)
    return " ".join(re.sub(r"[{}\\$*`]", "", text).split())


@pytest.fixture(scope="module")
def said() -> dict[int, str]:
    return {lesson: words_of(lesson) for lesson in LESSONS}


def test_lessons_may_have_two_digits() -> None:
    glossary = (
        "## Terms\n\n- **RoPE** `(n, d)` ([lesson 10]): positions as\n  rotations.\n"
        "- **rank** ([lesson 1]): how many.\n\n[lesson 10]: ../notebooks/10_rope.ipynb\n"
    )
    assert entries(glossary, "Terms") == [
        Entry("RoPE", 10, "positions as\n  rotations."),
        Entry("rank", 1, "how many."),
    ]
    assert lesson_links(glossary) == {10: "notebooks/10_rope.ipynb"}


def test_every_lesson_is_named_and_exists() -> None:
    paths = [
        path for folder in ("exercises", "notebooks") for path in ROOT.glob(f"{folder}/*.ipynb")
    ]
    lectures = {path.name: path.relative_to(ROOT).as_posix() for path in paths}
    assert sorted(LESSONS.values()) == sorted(lectures.values())  # the capstone is exercise alone
    assert {entry.lesson for entry in SYMBOLS + TERMS + EVERYDAY} == set(LESSONS)


@pytest.mark.parametrize("entry", SYMBOLS, ids=lambda entry: entry.term)
def test_the_lesson_uses_the_symbol(entry: Entry, said: dict[int, str]) -> None:
    symbol = re.escape(WRITTEN.get(entry.term, entry.term))
    assert re.search(rf"(?<!\w){symbol}(?!\w)", said[entry.lesson])


@pytest.mark.parametrize("entry", TERMS + EVERYDAY, ids=lambda entry: entry.term)
def test_the_lesson_uses_the_term(entry: Entry, said: dict[int, str]) -> None:
    words = re.split(r"[ _-]", entry.term)  # distance bias, distance_bias, distance-bias
    pattern = r"(?<![a-z])" + "[ _-]".join(map(re.escape, words))
    assert re.search(pattern, said[entry.lesson], re.IGNORECASE)


def test_every_symbol_of_the_conventions_is_there() -> None:
    names = CONVENTIONS.partition("## Names\n")[2].partition("\n## ")[0]
    symbols = {name for quoted in re.findall(r"`(.+?)`", names) for name in quoted.split(", ")}
    assert len(symbols) >= 20
    assert symbols | {"...", "√d_k"} <= {entry.term for entry in SYMBOLS}


@pytest.mark.parametrize("section", [SYMBOLS, TERMS, EVERYDAY], ids=SECTIONS)
def test_entries_are_alphabetical_and_unique(section: list[Entry]) -> None:
    terms = [entry.term for entry in section]
    assert terms == sorted(terms, key=str.casefold)
    assert len(set(terms)) == len(terms)


def test_entries_are_short() -> None:
    for entry in SYMBOLS + TERMS + EVERYDAY:
        assert len(re.findall(r"[.?](?:\s|$)", entry.says)) <= 2, entry.term
        assert len(entry.says) <= 200, entry.term
