"""Every notebook of the course keeps to the rules of `coursetools lint`. No kernel runs here."""

import re
import shutil
from pathlib import Path

import nbformat
import pytest

from coursetools.cli import main
from coursetools.lint.rules import RULES

ROOT = Path(__file__).parents[2]
NAMES = {
    folder: [path.stem for path in sorted((ROOT / folder).glob("*.ipynb"))] for folder in RULES
}
CAPSTONE = "16_capstone"  # has no lecture of its own
HEADING = re.compile(r"^## (\d+)\. ", re.MULTILINE)
# "Section 2", "sections 2 to 4", "lesson 3, section 5"; in the references, sections are those of papers.
SECTIONS = re.compile(
    r"(?:lesson (\d+), |(the lecture's ))?\bsections?\s+(\d+)(?:(?: to| and|,) (\d+))?", re.I
)
REFERENCES = re.compile(r"^## (References|Sources)", re.MULTILINE)


def markdown(path: Path) -> list[str]:
    cells = nbformat.read(path, as_version=4).cells
    return [cell.source for cell in cells if cell.cell_type == "markdown"]


LECTURES = {
    name.partition("_")[0].lstrip("0"): markdown(ROOT / "notebooks" / f"{name}.ipynb")
    for name in NAMES["notebooks"]
}


def numbers_of_sections(texts: list[str]) -> list[int]:
    return [int(number) for text in texts for number in HEADING.findall(text)]


@pytest.mark.parametrize("folder", NAMES)
def test_sections_are_numbered_from_1_on_and_every_mention_leads_to_one(folder):
    for name in NAMES[folder]:
        texts = markdown(ROOT / folder / f"{name}.ipynb")
        here = numbers_of_sections(texts)
        assert here == list(range(1, len(here) + 1)), name
        for text in texts:
            for lesson, lecture, *mentioned in SECTIONS.findall(REFERENCES.split(text)[0]):
                lesson = lesson or (lecture and name.partition("_")[0].lstrip("0"))
                there = numbers_of_sections(LECTURES[lesson]) if lesson else here
                assert {int(number) for number in mentioned if number} <= set(there), (name, text)


def test_each_lesson_has_its_exercises_and_their_solutions():
    assert NAMES["notebooks"]
    assert sorted([*NAMES["notebooks"], CAPSTONE]) == NAMES["exercises"] == NAMES["solutions"]


def test_a_finding_is_one_line_that_names_file_and_cell(tmp_path, capsys):
    path = tmp_path / "exercises" / "one.ipynb"
    path.parent.mkdir()
    shutil.copy(ROOT / "solutions" / f"{NAMES['solutions'][0]}.ipynb", path)
    assert main(["lint", str(path)]) == 1
    first, *_ = capsys.readouterr().out.splitlines()
    remedy = "has an execution count or outputs; run coursetools release"
    assert first == f"{path}:imports: {remedy}"


@pytest.mark.parametrize("folder", RULES)
@pytest.mark.parametrize("cells", ["[]", '[{"cell_type": "code", "metadata": {}, "source": "def", '
    '"outputs": [], "execution_count": 1}]'])  # fmt: skip
def test_a_notebook_that_is_hardly_one_has_findings_and_no_traceback(tmp_path, folder, cells):
    path = tmp_path / folder / "one.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(f'{{"cells": {cells}, "metadata": {{}}, "nbformat": 4, "nbformat_minor": 5}}')
    assert main(["lint", str(path)]) == 1


@pytest.mark.parametrize("name", ["exercises/missing.ipynb", "elsewhere/one.ipynb"])
def test_what_cannot_be_checked_is_status_2_and_one_line(tmp_path, capsys, name):
    (tmp_path / "elsewhere").mkdir()
    shutil.copy(ROOT / "solutions" / f"{NAMES['solutions'][0]}.ipynb", tmp_path / "elsewhere")
    assert main(["lint", str(tmp_path / name)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"coursetools: {tmp_path / name}: ")
