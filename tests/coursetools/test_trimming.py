"""Honest notebooks that are far too large keep their answers; a note says what was left out."""

import nbformat
import pytest
from submissions import RIGHT, TASKS, cell, exercise, insert_after, lose_ids, solution

from coursetools.graft import read_submission
from coursetools.trimming import MOST_CELLS, trim


def answers(notebook) -> dict[str, str]:
    return read_submission(notebook, solution()).answers


@pytest.mark.thorough  # three seconds each
@pytest.mark.parametrize("are", ["own", "own, and all ids were lost", "copies of an answer"])
def test_of_20_000_cells_all_answers_and_the_first_1_000_are_read(are):
    notebook = exercise(RIGHT)
    if "lost" in are:
        lose_ids(notebook, metadata=True)
    marks = cell(notebook, "softmax-answer").metadata if "copies" in are else {}
    notebook.cells[0:0] = [
        nbformat.v4.new_code_cell(f"x = {n}", metadata=marks) for n in range(20_000)
    ]
    (note,) = trim(notebook, solution())
    assert note.endswith("cells of your own: those after the first 1000 were left out")
    assert answers(notebook).keys() == set(TASKS)
    left = [one.source for one in notebook.cells if one.source.startswith("x = ")]
    most = MOST_CELLS + 1 if "copies" in are else MOST_CELLS  # the first copy is an answer cell
    assert left == [f"x = {n}" for n in range(most)]


def test_empty_cells_and_text_cost_nothing():
    notebook = exercise(RIGHT)
    insert_after(notebook, "imports", *[""] * 5000)
    cell(notebook, "discussion").source = "word " * 1_000_000
    assert trim(notebook, solution()) == []


def test_a_comment_of_a_million_characters_is_left_out():
    notebook = exercise(RIGHT)
    long = cell(notebook, "softmax-answer")
    long.source = "# " + "na " * 400_000 + "\n" + long.source + "\n    # short\n"
    (note,) = trim(notebook, solution())
    assert "lines of comments were left out" in note
    assert answers(notebook)["softmax"].strip() == RIGHT["softmax"].strip()


def test_too_much_code_costs_that_answer_alone():
    notebook = exercise({**RIGHT, "softmax": "x = 1\n" * 200_000})
    (note,) = trim(notebook, solution())[1:]
    assert note == "a cell with too much code was left out"
    found = answers(notebook)
    assert found["softmax"].startswith("raise MemoryError('This cell has more than 200,000")
    assert found["attention"] == RIGHT["attention"]


def test_much_code_of_a_student_s_own_costs_no_answer():
    notebook = exercise(RIGHT)
    data = f"table = '{'7 ' * 80_000}'"
    insert_after(notebook, "imports", data, data, "x = 1")
    assert trim(notebook, solution())[1:] == ["a cell with too much code was left out"]
    assert answers(notebook) == answers(exercise(RIGHT))
    assert "x = 1" in [one.source for one in notebook.cells]
