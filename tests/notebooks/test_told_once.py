"""Each lecture is short, tells what no other tells, and calls a thing by its one name."""

import ast
import re
from itertools import combinations

import nbformat
import pytest
from nbformat import NotebookNode
from test_rows import ROOT, main_text

from course.lessons import model_map

LECTURES = {
    path.stem: nbformat.read(path, as_version=4)
    for path in sorted((ROOT / "notebooks").glob("*.ipynb"))
}
DECIMAL = re.compile(r"(?<![\w.])\d*(\.\d+)")
MOST_WORDS = 3200
# The one name, and what it has been called besides.
OTHER_NAMES = {
    "head": r"\b(an|this|one|each|single|which|neither|both|several) attentions?\b(?! (layer|head))",
    "decisive": r"\b(more|less|how|so) decided\b",
}


def read_words(cell: NotebookNode) -> str:
    """What is read in a cell: its Markdown, or the texts of its question."""
    if cell.cell_type == "markdown":
        return str(cell.source)
    if not cell.source.startswith("predict("):
        return ""
    texts = (node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, ast.Constant))
    return " ".join(str(text.value) for text in texts if isinstance(text.value, str))


@pytest.mark.parametrize("name", LECTURES)
def test_a_lecture_is_short(name: str) -> None:
    cells = (cell for cell in main_text(LECTURES[name]) if cell.id != "references")
    words = sum(len(read_words(cell).split()) for cell in cells)
    assert words <= MOST_WORDS


def decimals(lecture: NotebookNode) -> dict[str, set[str]]:
    """The decimals of each cell, without the references, where they are sections of papers."""
    cells = (cell for cell in lecture.cells if cell.id != "references")
    return {cell.id: set(DECIMAL.findall(read_words(cell))) for cell in cells}


def test_no_two_lectures_tell_the_same_numbers() -> None:
    repeated = {
        (name, cell, other, there)
        for name, other in combinations(LECTURES, 2)
        for cell, here in decimals(LECTURES[name]).items()
        for there, again in decimals(LECTURES[other]).items()
        if len(here & again) >= 3
    }
    assert not repeated


@pytest.mark.parametrize("name", OTHER_NAMES)
def test_a_thing_has_one_name(name: str) -> None:
    other = re.compile(OTHER_NAMES[name], re.IGNORECASE)
    named = [
        f"{lecture}, {cell.id}: {match[0]}"
        for lecture, notebook in LECTURES.items()
        for cell in notebook.cells
        for match in other.finditer(read_words(cell))
    ]
    assert not named, f"{named}: is it {name!r}?"


@pytest.mark.parametrize("name", LECTURES)
def test_a_lecture_begins_with_the_map(name: str) -> None:
    here = model_map(int(name.partition("_")[0])).sentence
    assert LECTURES[name].cells[2].outputs[0].data["text/plain"] == here
