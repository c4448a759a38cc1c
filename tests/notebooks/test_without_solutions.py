"""`coursetools check` in a student's repository, where there are no solutions: the same words, statuses and points."""

import json

import jsonschema
import nbformat
import pytest
from bank import failing
from submissions import (
    NAME,
    NOTEBOOKS,
    ROOT,
    checked,
    exercise,
    right,
    save,
    source,
    tasks_of,
)

from coursetools import validate
from coursetools.cli import main

SCHEMA = json.loads((ROOT / "coursetools" / "check-result.schema.json").read_text(encoding="utf-8"))


def needs(name: str) -> None:
    if name.startswith("07"):
        pytest.importorskip("torch")


def without_solutions(monkeypatch) -> None:
    monkeypatch.setattr(validate, "solutions_near", lambda *starts: {})


def mixed(name: str) -> dict[str, str]:
    """Right, wrong and untouched answers in turn, so that right ones depend on all kinds."""
    known = right(name)
    wrong = {task: source(failing(task)[-1]) for task in known}
    kinds = (known, wrong, {})
    written = {task: kinds[place % 3].get(task) for place, task in enumerate(tasks_of(name))}
    return {task: one for task, one in written.items() if one}


def test_right_wrong_and_untouched_answers_are_told_apart(tmp_path, monkeypatch, capsys):
    without_solutions(monkeypatch)
    path = save(exercise(mixed(NAME)), tmp_path / "My answers.ipynb")
    assert main(["check", "--json", str(path)]) == 1
    result = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator(SCHEMA).validate(result)
    assert (result["notebook"], result["notes"]) == (NAME, [])
    tasks = result["tasks"]
    assert [task["status"] for task in tasks] == ["pass", "fail", "not_attempted"] * 3
    assert [bool(task["mistakes"]) for task in tasks] == [False, True, False] * 3
    assert [task["max_points"] for task in tasks] == [1, 3, 1, 2, 3, 1, 2, 1, 2]


def test_another_notebook_is_not_taken_for_an_exercise(tmp_path, monkeypatch, capsys):
    without_solutions(monkeypatch)
    path = save(nbformat.v4.new_notebook(), tmp_path / "shopping.ipynb")
    assert main(["check", str(path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"coursetools: {path}: not one of this course's exercises. They are 01_")


@pytest.mark.thorough
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_every_lesson_gets_what_it_gets_with_the_solution(name, tmp_path, monkeypatch):
    needs(name)
    notebook, path = exercise(mixed(name), name), tmp_path / f"{name}.ipynb"
    with_solution = checked(notebook, path)
    without_solutions(monkeypatch)
    assert checked(notebook, path) == with_solution
    assert {"pass", "fail", "not_attempted"} <= {task.status for task in with_solution.tasks}


@pytest.mark.thorough
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_right_answers_of_every_lesson_are_status_0(name, tmp_path, monkeypatch, capsys):
    needs(name)
    without_solutions(monkeypatch)
    path = save(exercise(right(name), name), tmp_path / f"{name}.ipynb")
    assert main(["check", str(path)]) == 0
