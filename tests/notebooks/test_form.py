"""Every notebook of the course keeps to the rules of `coursetools lint`. No kernel runs here."""

import shutil
from pathlib import Path

import pytest

from coursetools.cli import main
from coursetools.lint.rules import RULES

ROOT = Path(__file__).parents[2]
NAMES = {
    folder: [path.stem for path in sorted((ROOT / folder).glob("*.ipynb"))] for folder in RULES
}
CAPSTONE = "15_capstone"  # has no lecture of its own


def test_all_notebooks_keep_to_every_rule(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    assert main(["lint"]) == 0, capsys.readouterr().out


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
