"""Without a solution, its stand-in gives the same run, the same tasks and the same points."""

from typing import Any
from uuid import uuid4

import nbformat
import pytest
from submissions import (
    NAME,
    NOTEBOOKS,
    RIGHT,
    TASKS,
    cell,
    exercise,
    insert_after,
    lose_ids,
    remove,
    right,
    solution,
)

from checks.catalogue import EXERCISES
from coursetools.examiner_client import Examiner
from coursetools.graft import graft, read_submission, restorable
from coursetools.judge import points_of
from coursetools.roles import cells_by_task, code_cells, has_tag
from coursetools.stand_in import stand_in

pytestmark = pytest.mark.xdist_group("stand-in")  # one examiner for all


@pytest.fixture(scope="module")
def examiner():
    with Examiner() as running:
        yield running


@pytest.fixture
def frame_of(examiner):
    def made(notebook: Any, name: str = NAME) -> Any:
        frame, notes = stand_in(notebook, EXERCISES[name], examiner)
        assert notes == []
        return frame

    return made


def what_runs(notebook: Any, frame: Any) -> list[Any]:
    """The cells of a graft that can make a difference; hidden remarks of the solution cannot."""
    cells = code_cells(graft(frame, read_submission(notebook, frame)))
    return [
        (one.id, one.source, restorable(one))
        for one in cells
        if one.id.endswith("-hidden") or not (has_tag(one, "hidden") or one.id == "load-checks")
    ]


def points(frame: Any) -> dict[str, float]:
    return {task: points_of(cells) for task, cells in cells_by_task(frame, "check").items()}


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_what_runs_is_the_same_as_with_the_solution(name, frame_of):
    notebook, known = exercise(right(name), name), solution(name)
    frame = frame_of(notebook, name)
    assert what_runs(notebook, frame) == what_runs(notebook, known)
    assert points(frame) == points(known)


def reject_an_answer(notebook):
    cell(notebook, "softmax-answer").source = "from attnlib import softmax"


def add_cells(notebook):
    insert_after(notebook, "softmax-hints", "def helper(x):\n    return x", "  ")
    insert_after(notebook, "imports", "from attnlib.softmax import softmax as help_me")
    insert_after(notebook, "title", "first = 1")


def define_it_elsewhere(notebook):
    cell(notebook, "softmax-answer").source = "# see below"
    insert_after(notebook, "softmax-view", RIGHT["softmax"])


def double_an_answer(notebook):
    double = nbformat.from_dict(cell(notebook, "softmax-answer"))
    double.source = "softmax = None"
    notebook.cells.insert(notebook.cells.index(cell(notebook, "softmax-check")), double)


def edit_a_check(notebook):
    cell(notebook, "softmax-check").source = "print('all right')"


def double_a_check(notebook):
    notebook.cells.append(nbformat.from_dict(cell(notebook, "softmax-check")))


def lose_all_ids(notebook):
    lose_ids(notebook)


@pytest.mark.parametrize(
    "meddle",
    [
        reject_an_answer,
        add_cells,
        define_it_elsewhere,
        double_an_answer,
        edit_a_check,
        double_a_check,
        lose_all_ids,
    ],
)
def test_what_students_change_is_treated_as_with_the_solution(meddle, frame_of):
    notebook = exercise(RIGHT)
    meddle(notebook)
    frame, known = frame_of(notebook), solution()
    given, same = read_submission(notebook, frame), read_submission(notebook, known)
    assert (given.answers, given.notes, given.refused) == (same.answers, same.notes, same.refused)
    sources = [source for _, source, _ in what_runs(notebook, frame)]
    assert sources == [source for _, source, _ in what_runs(notebook, known)]
    assert points(frame) == points(known)


def test_where_an_editor_dropped_all_ids_the_cells_of_the_course_still_run(frame_of):
    """One of them imports words from attnlib, which a student's own cell may not do."""
    name = "04_causal_mask"
    notebook = exercise(right(name), name)
    for one in notebook.cells:
        one.id = uuid4().hex
    sources = [source for _, source, _ in what_runs(notebook, frame_of(notebook, name))]
    assert sources == [source for _, source, _ in what_runs(notebook, solution(name))]


def test_a_deleted_answer_is_restored_for_the_tasks_after_it(frame_of):
    notebook = exercise(RIGHT)
    remove(notebook, "softmax-answer")
    frame = frame_of(notebook)
    assert list(cells_by_task(frame, "answer")) == list(TASKS)
    assert read_submission(notebook, frame).notes == ["no answer cell for softmax was found"]


@pytest.mark.parametrize("task", [TASKS[1], TASKS[-1]])
def test_a_deleted_task_is_still_a_task(task, examiner):
    notebook = exercise(RIGHT)
    remove(notebook, f"{task}-answer")
    remove(notebook, f"{task}-check")
    frame, notes = stand_in(notebook, EXERCISES[NAME], examiner)
    assert list(cells_by_task(frame, "check")) == list(TASKS)
    assert notes == [f"the points of {task} were lost: it counts 1 point"]


@pytest.mark.parametrize("points", ["two", None, -1, float("nan"), [3]])
def test_points_that_are_none_are_replaced_and_noted(points, examiner):
    notebook = exercise(RIGHT)
    cell(notebook, "softmax-check").metadata.nbgrader = nbformat.from_dict({"points": points})
    frame, notes = stand_in(notebook, EXERCISES[NAME], examiner)
    assert points_of(cells_by_task(frame, "check")["softmax"]) == 1
    assert notes == ["the points of softmax were lost: it counts 1 point"]


def test_the_check_needs_no_imports_cell(frame_of):
    notebook = exercise(RIGHT)
    remove(notebook, "imports")
    first, *_ = code_cells(frame_of(notebook))
    assert first.source == "%load_ext checks"
