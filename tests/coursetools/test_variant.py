"""Exam variants: other slips, other letters; what is right stays right, and copied answers are wrong."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pytest

from checks import check
from checks.catalogue import TASKS
from checks.changes import changes
from checks.variants import in_variant, other_letters
from coursetools.cli import main
from coursetools.notebook import Notebook, read_notebook
from coursetools.roles import cells_by_task, checked_as
from coursetools.variant import in_variant as in_variant_of
from coursetools.variant import write_variant

ROOT = Path(__file__).parents[2]
SOLUTIONS = sorted((ROOT / "solutions").glob("*.ipynb"))
LESSON, SEED = "04_causal_mask", "spring"
LETTERS = dict(zip("abcde", "cdaeb", strict=True))
CHANGED = {"wrong_snippet": {"letters": LETTERS}}


def solution(lesson: str) -> Notebook:
    return read_notebook(ROOT / "solutions" / f"{lesson}.ipynb")


def cell(notebook: Notebook, name: str) -> Any:
    return next(one for one in notebook.cells if one.id == name)


def snippets(notebook: Notebook) -> dict[str, Any]:
    names: dict[str, Any] = {"np": np}
    for part in ("snippets", "more-snippets"):
        exec(cell(notebook, f"wrong_snippet-{part}").source, names)
    return {letter: names[f"snippet_{letter}"] for letter in LETTERS}


def test_functions_change_places_and_the_words_about_them_follow() -> None:
    course = solution("03_softmax_axis")
    variant = in_variant_of(solution("03_softmax_axis"), CHANGED, "exam")
    before, after = snippets(course), snippets(variant)
    for old, new in LETTERS.items():
        assert before[old].__code__.co_code == after[new].__code__.co_code
    assert [*snippets(variant)] == [*"abcde"]
    assert 'return "a"' in cell(variant, "wrong_snippet-answer").source
    assert cell(variant, "wrong_snippet-check").source == "%check wrong_snippet@exam"
    assert '"text": "a"' in json.dumps(cell(variant, "wrong_snippet-check").outputs)
    assert "In `snippet_a` the sums over each row" in cell(variant, "wrong_snippet-why").source
    assert "`c` subtracts one maximum" in cell(variant, "wrong_snippet-why").source
    assert cell(variant, "wrong_snippet-task").source == cell(course, "wrong_snippet-task").source
    assert checked_as(variant, "softmax") == "softmax"


@pytest.mark.parametrize("name", ["wrong_snippet", "leaking_attention", "wrong_cache"])
def test_a_letter_is_judged_in_its_variant(name: str) -> None:
    for old, new in other_letters(TASKS[name], "exam").items():
        here, there = check(name, lambda old=old: old), check(f"{name}@exam", lambda new=new: new)
        assert (there.status, there.mistakes) == (here.status, here.mistakes)


def test_a_repair_is_judged_in_its_variant() -> None:
    task = TASKS["alibi_bias"]
    changed = in_variant(task, "exam")
    assert status("alibi_bias@exam", changed.starter) == "not_attempted"
    assert (
        status("alibi_bias@exam", task.starter) == "fail"
    )  # an attempt, where other code is given
    assert status("alibi_bias@exam", task.facts.starter) == "pass"
    assert status("alibi_bias", changed.starter) == "fail"


def status(called: str, code: str) -> str:
    names: dict[str, Any] = {"np": np}
    exec(code, names)
    return check(called, names[called.partition("@")[0]]).status


@pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.stem)
def test_nothing_is_said_of_the_slips_of_the_course(path: Path) -> None:
    tasks = cells_by_task(read_notebook(path), "starter")
    change = {"starter": "pass", "lines": [1], "slips": ["It is wrong."]}
    variant = in_variant_of(read_notebook(path), dict.fromkeys(tasks, change), "exam")
    for task in tasks:
        asked = cell(variant, f"{task}-task").source
        assert asked.count("not attempted yet") == 1
        assert "There is one mistake in the code" in asked
        assert not re.search(r"[Ss]ymptom|Somebody|The (code|function)\s(says|gives) ", asked)
        assert f"{task}-hints" not in {one.id for one in variant.cells}


def test_a_variant_needs_a_folder_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["release", "--variant", "1"]) == 2
    assert "--out" in capsys.readouterr().err
    assert main(["release", "--variant", "1", "--out", str(ROOT)]) == 2


def test_what_changes_is_plain_json_and_does_not_name_the_seed(exam: Path) -> None:
    assert {path.name for path in (exam / "exercises").iterdir()} == {f"{LESSON}.ipynb"}
    text = (exam / "exercises" / f"{LESSON}.ipynb").read_text(encoding="utf-8")
    assert SEED not in text
    assert re.fullmatch("[0-9a-f]{8}", json.loads(text)["metadata"]["variant"])


@pytest.fixture(scope="module")
def exam(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("variant")
    (folder / "course" / "solutions").mkdir(parents=True)
    shutil.copy(ROOT / "solutions" / f"{LESSON}.ipynb", folder / "course" / "solutions")
    write_variant(folder / "course", folder / "exam", SEED)
    return folder / "exam"


def answered(exam: Path, answers: Path | None) -> Notebook:
    notebook = read_notebook(exam / "exercises" / f"{LESSON}.ipynb")
    right = cells_by_task(read_notebook(answers), "answer") if answers else {}
    for task, (given, *_) in cells_by_task(notebook, "answer").items():
        given.source = right[task][0].source if right else given.source
    return notebook


@pytest.mark.slow
@pytest.mark.xdist_group("variant")
def test_a_variant_is_graded_by_its_own_solutions(
    exam: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved = {
        "right": exam / "solutions" / f"{LESSON}.ipynb",
        "copied": ROOT / "solutions" / f"{LESSON}.ipynb",
        "untouched": None,
    }
    for student, answers in solved.items():
        (tmp_path / "class" / student).mkdir(parents=True)
        notebook = answered(exam, answers)
        nbformat.write(notebook, tmp_path / "class" / student / f"{LESSON}.ipynb")
    monkeypatch.chdir(exam)
    main(["grade", str(tmp_path / "class"), "--out", str(tmp_path / "graded"), "--jobs", "1"])
    graded = {
        student: json.loads((tmp_path / "graded" / student / f"{LESSON}.json").read_text())["tasks"]
        for student in solved
    }
    assert {task["status"] for task in graded["right"]} == {"pass"}
    assert {task["status"] for task in graded["untouched"]} == {"not_attempted"}
    failed = [task["id"] for task in graded["copied"] if task["status"] != "pass"]
    assert failed == ["leaking_attention"]


def test_a_notebook_of_the_course_is_not_checked_by_a_variant(
    exam: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(exam)
    own = shutil.copy(ROOT / "exercises" / f"{LESSON}.ipynb", tmp_path)
    assert main(["check", str(own)]) == 2
    assert "of no variant" in capsys.readouterr().err


@pytest.mark.thorough
@pytest.mark.parametrize("variant", [f"exam {number}" for number in range(10)])
def test_every_variant_can_be_solved(variant: str) -> None:
    changed = changes(variant)
    assert len(changed) > 20
    for name, change in changed.items():
        called = f"{name}@{variant}"
        if "letters" in change:
            right, letters = TASKS[name].reference(), change["letters"]
            assert check(called, lambda letter=letters[right]: letter).status == "pass"
            if letters[right] != right:
                assert check(called, lambda letter=right: letter).mistakes
        else:
            assert status(called, change["starter"]) == "not_attempted"
            assert status(called, TASKS[name].facts.starter) == "pass"
            assert status(called, TASKS[name].starter) == "fail"
