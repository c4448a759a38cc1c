"""coursetools new-task writes everything that a task needs, and what it writes runs."""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from checks import Verdict
from checks.catalogue import MISTAKES
from checks.cells import read_cells
from checks.checking import verdict_of
from checks.outcome import call
from checks.remote.candidate import code_of
from checks.task import Task
from course.views import bars, until_passed
from course.views.explore import NotPassedYet
from coursetools.cli import main
from coursetools.errors import UnusableInput
from coursetools.lint.page import folds_its_views
from coursetools.new_task import KINDS, NewTask, lay_down
from coursetools.notebook import read_notebook
from coursetools.release import exercise_of
from coursetools.roles import cells_by_task

ROOT = Path(__file__).parents[2]
LAST_CELLS = ["discussion", "discussion-notes", "hunts"]
LESSON = "03_softmax_axis"


def task_in(file: Path) -> Task:
    return Task((3, 1), "sharpness", read_cells(file), MISTAKES, {})


@pytest.fixture
def course(tmp_path: Path) -> Path:
    (tmp_path / "solutions").mkdir()
    shutil.copy(ROOT / "solutions" / f"{LESSON}.ipynb", tmp_path / "solutions")
    return tmp_path


@pytest.mark.parametrize("kind", KINDS)
def test_module_bank_and_cells_are_laid_down(course: Path, kind: str) -> None:
    module, bank, notebook = lay_down(course, NewTask(LESSON, "sharpness", kind, points=3))
    place = 1 + len(list((ROOT / "checks" / "catalogue" / LESSON).glob("[1-9]*.py")))
    assert module == course / f"checks/catalogue/{LESSON}/{place}_sharpness.py"
    assert len(module.read_text(encoding="utf-8").splitlines()) <= 40
    task = task_in(module)
    assert (task.name, task.kind, bool(task.starter)) == ("sharpness", kind, kind == "repair")
    others = {"find": [f"todo-{letter}-slug" for letter in "cde"], "predict": []}
    slugs = ["todo-a-slug", *others.get(kind, ["mutates-input"])]
    assert [mistake.slug for mistake in task.mistakes] == slugs
    assert "# %% right:" in bank.read_text(encoding="utf-8")
    solution = read_notebook(notebook)
    (check,) = cells_by_task(solution, "check")["sharpness"]
    assert check.metadata.nbgrader.points == 3
    assert [cell.id for cell in solution.cells][-3:] == LAST_CELLS
    assert [*folds_its_views(solution)] == []


def verdict_on(source: str, task: Task) -> Verdict:
    """The verdict of a task that is in no catalogue yet."""
    namespace: dict[str, Any] = {"np": np}
    exec(source, namespace)
    answer, probes = namespace[task.name], task.probes(0)
    outcomes = [call(answer, probe) for probe in probes]
    return verdict_of(task, probes, outcomes, code_of(answer), answer)


@pytest.mark.parametrize("kind", KINDS)
def test_the_right_answer_passes_and_the_mistake_is_named(course: Path, kind: str) -> None:
    module, bank, notebook = lay_down(course, NewTask(LESSON, "sharpness", kind))
    task = task_in(module)
    given = cells_by_task(read_notebook(notebook), "answer")["sharpness"][0].source
    assert verdict_on(given, task).status == "pass"
    sections = bank.read_text(encoding="utf-8").split("# %% ")[1:]
    found = [verdict_on(one.split("\n", 1)[1], task) for one in sections]
    assert [one.status for one in found] == ["pass", "fail", "fail"]
    assert [one.mistakes for one in found] == [(), ("todo-a-slug",), ()]


@pytest.mark.parametrize("kind", KINDS)
def test_the_view_shows_the_answer(course: Path, kind: str) -> None:
    *_, notebook = lay_down(course, NewTask(LESSON, "sharpness", kind))
    cells = {cell.id: cell.source for cell in read_notebook(notebook).cells}
    namespace: dict[str, Any] = {"np": np, "bars": bars, "until_passed": until_passed}
    exec(f"{cells['sharpness-answer']}\n{cells['sharpness-view-function']}", namespace)
    if kind == "predict":  # shows nothing but the prediction at first
        with pytest.raises(NotPassedYet):
            namespace["TODO_view"]()
        namespace["sharpness"].passed = True
    assert namespace["TODO_view"]().sentence


def test_the_exercise_of_a_new_repair_starts_with_its_code(course: Path) -> None:
    *_, notebook = lay_down(course, NewTask(LESSON, "sharpness", "repair"))
    exercise = exercise_of(read_notebook(notebook), LESSON)
    (answer,) = cells_by_task(exercise, "answer")["sharpness"]
    assert "return -x" in answer.source
    assert "sharpness-starter" not in [cell.id for cell in exercise.cells]


def test_the_first_task_of_a_lecture_starts_its_exercises(course: Path) -> None:
    (course / "notebooks").mkdir()
    lecture = ROOT / "notebooks" / f"{LESSON}.ipynb"
    shutil.copy(lecture, course / "notebooks" / "12_new_idea.ipynb")
    file, _, notebook = lay_down(course, NewTask("12_new_idea", "first_step"))
    assert notebook == course / "solutions" / "12_new_idea.ipynb"
    assert file == course / "checks" / "catalogue" / "12_new_idea" / "1_first_step.py"
    ids = [cell.id for cell in read_notebook(notebook).cells]
    assert ids[:3] == ["title", "imports", "first_step-task"]
    assert ids[-3:] == LAST_CELLS
    assert "# Exercises 12" in read_notebook(notebook).cells[0].source
    lay_down(course, NewTask("12_new_idea", "second_step"))
    assert set(cells_by_task(read_notebook(notebook), "answer")) == {"first_step", "second_step"}


@pytest.mark.parametrize(
    ("lesson", "name", "word"),
    [
        ("softmax", "sharpness", "no such lesson. The lessons are 03_softmax_axis"),
        (LESSON, "Sharp-ness", "not a valid task name"),
        (LESSON, "softmax", "already has a task"),
    ],
)
def test_bad_names_get_one_clear_word(course: Path, lesson: str, name: str, word: str) -> None:
    with pytest.raises(UnusableInput, match=word):
        lay_down(course, NewTask(lesson, name))


def test_nothing_is_overwritten(course: Path) -> None:
    first = lay_down(course, NewTask(LESSON, "sharpness"))
    shutil.copy(ROOT / "solutions" / f"{LESSON}.ipynb", first[-1])
    with pytest.raises(UnusableInput, match="exists already"):
        lay_down(course, NewTask(LESSON, "sharpness"))


def test_the_command_says_what_it_wrote_and_what_comes_next(
    course: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(course)
    assert main(["new-task", LESSON, "sharpness", "--kind", "find"]) == 0
    said = capsys.readouterr().out
    assert said.count("written") == 3
    assert "replace every TODO" in said
    assert "`make task T=sharpness`" in said
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert "`make task T=NAME`" in contributing
