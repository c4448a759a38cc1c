"""An hour of a student: run everything, write a wrong answer, read the message, correct it.

One exercise represents all. tests/notebooks runs the others in a kernel, without answers and with
wrong ones. Their views are the same as in the solutions, which test_views.py opens.
"""

import re
from pathlib import Path

import pytest
from bank import Answer, answers
from lab import Lab, OpenNotebook
from playwright.sync_api import expect

from checks import catalogue
from coursetools.notebook import read_notebook
from coursetools.roles import cells_by_task

ROOT = Path(__file__).parents[2]
TASKS = {
    path.relative_to(ROOT).as_posix(): list(cells_by_task(read_notebook(path), "answer"))
    for path in sorted((ROOT / "exercises").glob("*.ipynb"))
}
KINDS = {task.name: task.kind for task in catalogue.TASKS.values()}


def waits_and_repairs(path: str) -> bool:
    """Check whether an exercise has both: views that wait, and views of something to repair."""
    return {"write", "repair"} <= {KINDS[task] for task in TASKS[path]}


FIRST = next(filter(waits_and_repairs, TASKS))
first_exercise = pytest.mark.parametrize(("path", "tasks"), [(FIRST, TASKS[FIRST])], ids=[FIRST])


@first_exercise
def test_without_answers_everything_runs_and_waits(path: str, tasks: list[str], lab: Lab) -> None:
    exercise = lab.executed(path)
    assert exercise.not_executed() == []
    for task in tasks:
        expect(exercise.output(f"{task}-check")).to_contain_text(f"○ {task}: not attempted yet")
        view = exercise.view(f"{task}-view")
        if KINDS[task] == "repair":  # there is already a function, and its pictures are wrong
            expect(view.pictures).not_to_be_empty()
        else:
            expect(view.message).to_contain_text("Waiting for your answer")
            expect(view.pictures).to_be_empty()
    assert lab.complaints == []


@first_exercise
def test_a_mistake_is_named_and_put_right(path: str, tasks: list[str], lab: Lab) -> None:
    exercise = lab.executed(path)
    written = next(task for task in tasks if KINDS[task] == "write")
    wrong = _first_answer(written, "wrong")
    _hand_in(exercise, wrong)
    mistake = {one.slug: one for one in catalogue.TASKS[written].mistakes}[wrong.slugs[0]]
    check = exercise.output(f"{wrong.task}-check")
    expect(check).to_contain_text(f"✗ {wrong.task}: not right yet")
    expect(check).to_contain_text(mistake.does)
    expect(check).to_contain_text(mistake.question)
    _hand_in(exercise, _first_answer(written, "right"))
    expect(check).to_contain_text(f"✓ {wrong.task}: right")
    _expect_view_to_pick_up(exercise, f"{wrong.task}-view")
    lab.close()
    assert lab.complaints == []


def _first_answer(task: str, kind: str) -> Answer:
    return answers(task, kind)[0]


def _hand_in(exercise: OpenNotebook, answer: Answer) -> None:
    """Type the answer into its cell, run it, and run the check below."""
    exercise.write(f"{answer.task}-answer", answer.source)
    exercise.page.keyboard.press("Shift+Enter")
    exercise.page.keyboard.press("Shift+Enter")


def _expect_view_to_pick_up(exercise: OpenNotebook, name: str) -> None:
    view = exercise.view(name)
    expect(view.message).to_have_text(re.compile("Waiting|✗"))
    exercise.select(name)
    exercise.tab_into(view)
    exercise.page.keyboard.press("ArrowUp")
    expect(view.message).to_have_text("")
    expect(view.pictures).not_to_be_empty()
