"""Exercises are made from solutions: no part of an answer remains, and nothing else is lost."""

import re
from pathlib import Path

import pytest
from submissions import NAME, SOLUTION, TASKS, cell, remove, save, solution

from coursetools.canonical import canonical_text
from coursetools.cli import main
from coursetools.errors import UnusableInput
from coursetools.judge import CHECK_TYPE
from coursetools.notebook import read_notebook
from coursetools.release import exercise_of
from coursetools.roles import cells_by_task, has_tag

CUT = re.compile(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", re.DOTALL)
SOLUTIONS = sorted(SOLUTION.parent.glob("*.ipynb"))
REPAIRS = cells_by_task(solution(), "starter")


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course with one solution; the current folder is somewhere inside it."""
    save(solution(), tmp_path / "solutions" / f"{NAME}.ipynb")
    (tmp_path / "exercises" / "deep").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "exercises" / "deep")
    return tmp_path


def broken(course: Path, capsys, change) -> str:
    notebook = solution()
    change(notebook)
    save(notebook, course / "solutions" / f"{NAME}.ipynb")
    assert main(["release"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"coursetools: solutions/{NAME}.ipynb: ")
    assert list((course / "exercises").glob("*.ipynb")) == []
    return line


def test_the_answer_is_cut_and_a_stub_says_so():
    stub = cell(exercise_of(solution(), NAME), "softmax-answer").source
    assert stub.splitlines() == [
        "def softmax(scores, axis=-1):",
        '    """Weights of the same shape as scores, which sum to 1 along axis."""',
        "    # Write your answer here, in place of the next line.",
        "    raise NotImplementedError",
    ]


@pytest.mark.parametrize("task", [task for task in TASKS if task not in REPAIRS])
def test_a_stub_is_python_that_is_not_implemented(task):
    namespace = {}
    exec(cell(exercise_of(solution(), NAME), f"{task}-answer").source, namespace)
    with pytest.raises(NotImplementedError):
        namespace[task](*"QKV"[: namespace[task].__code__.co_argcount])


@pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.stem)
def test_no_line_of_any_answer_remains_in_the_committed_exercise(path):
    # In the text around the code, the last hint may come close.
    exercise = read_notebook(path.parents[1] / "exercises" / path.name)
    released = "\n".join(one.source for one in exercise.cells if one.cell_type == "code")
    answers = CUT.findall(path.read_text(encoding="utf-8").replace("\\n", "\n"))
    lines = [line.strip(' ",') for answer in answers for line in answer.splitlines()]
    starters = cells_by_task(read_notebook(path), "starter").values()  # for students to see
    given = "\n".join(one.source for cells in starters for one in cells)
    telling = [line for line in lines if len(line) > 10 and not line.startswith("import ")]
    telling = [line for line in telling if line not in given]
    assert len(telling) >= 4
    assert [line for line in telling if line in released] == []


def test_hidden_cells_and_outputs_are_gone_and_all_else_stays():
    whole = solution()
    exercise = exercise_of(whole, NAME)
    tags = ("hidden", "own", "starter")
    cut = {one.id for one in whole.cells if any(has_tag(one, tag) for tag in tags)}
    shown = [one.id for one in whole.cells if one.id not in cut]
    assert len(shown) < len(whole.cells)
    assert [one.id for one in exercise.cells] == shown
    code = [one for one in exercise.cells if one.cell_type == "code"]
    assert all(one.outputs == [] and one.execution_count is None for one in code)
    others = [one for one in exercise.cells if not has_tag(one, "answer")]
    assert all(one.source == cell(whole, one.id).source for one in others)
    assert all(kept.metadata == cell(whole, kept.id).metadata for kept in exercise.cells)


@pytest.mark.parametrize("task", REPAIRS)
def test_a_repair_begins_with_the_code_to_repair(task):
    released = cell(exercise_of(solution(), NAME), f"{task}-answer").source
    assert released == cell(solution(), f"{task}-starter").source


def test_releasing_leaves_the_solution_as_it_was():
    whole = solution()
    exercise_of(whole, NAME)
    assert canonical_text(whole) == canonical_text(solution())


def test_release_writes_what_is_missing_once_from_any_folder_below(course, capsys):
    path = course / "exercises" / f"{NAME}.ipynb"
    assert main(["release", "--check"]) == 1
    assert not path.exists()
    assert main(["release"]) == 0
    assert path.read_text() == canonical_text(exercise_of(solution(), NAME))
    capsys.readouterr()
    assert main(["release", "--check"]) == main(["release"]) == 0
    assert capsys.readouterr().out == ""


def test_check_tells_an_exercise_that_differs_and_release_mends_it(course, capsys):
    main(["release"])
    path = course / "exercises" / f"{NAME}.ipynb"
    path.write_text(path.read_text() + " ")
    capsys.readouterr()
    assert main(["release", "--check"]) == 1
    line = f"{Path('exercises', path.name)}: differs: run `coursetools release`\n"
    assert capsys.readouterr().out == line
    assert main(["release"]) == main(["release", "--check"]) == 0


def test_an_exercise_without_solution_is_told_and_removed(course):
    main(["release"])
    left_over = save(solution(), course / "exercises" / "02_old.ipynb")
    assert main(["release", "--check"]) == 1
    assert left_over.exists()
    assert main(["release"]) == 0
    assert not left_over.exists()


@pytest.mark.parametrize(
    "source",
    [
        "def attention(Q, K, V):\n    return 0, 0",
        "### BEGIN SOLUTION\n1",
        "1\n### END SOLUTION",
        "1  ### BEGIN SOLUTION\n1\n### END SOLUTION",
        "### BEGIN SOLUTION\n1\n### END SOLUTION\n### BEGIN SOLUTION\n2",
    ],
)
def test_a_solution_without_whole_marks_is_refused(course, capsys, source):
    def mark(notebook):
        cell(notebook, "attention-answer").source = source

    assert "cell attention-answer needs its answer between" in broken(course, capsys, mark)


@pytest.mark.parametrize("kind", ["check", "answer"])
def test_a_task_without_check_or_answer_is_refused(course, capsys, kind):
    line = broken(course, capsys, lambda notebook: remove(notebook, f"softmax-{kind}"))
    assert f"task softmax has no cell softmax-{kind} tagged {kind}." in line


def test_two_regions_are_both_cut_each_at_its_indent():
    notebook = solution()
    answer = cell(notebook, "softmax-answer")
    region = "### BEGIN SOLUTION\n{0}secret = 1\n{0}### END SOLUTION"
    answer.source = f"{region.format('')}\ndef f():\n    {region.format('    ')}"
    stub = cell(exercise_of(notebook, NAME), "softmax-answer").source
    assert "secret" not in stub
    assert "\nraise NotImplementedError" in stub
    assert "\n    raise NotImplementedError" in stub


def test_the_error_names_the_solution():
    notebook = solution()
    remove(notebook, "softmax-check")
    with pytest.raises(UnusableInput, match=r"^my lesson: task softmax"):
        exercise_of(notebook, "my lesson")


@pytest.mark.parametrize("output", [None, "softmax-check", "attention-hidden"])
def test_a_check_that_stores_no_pass_is_one_line_that_says_what_to_run(course, capsys, output):
    notebook = solution()
    outputs = cell(notebook, output).outputs if output else []
    if output == "attention-hidden":
        outputs[0].data[CHECK_TYPE]["status"] = "fail"
    cell(notebook, "attention-hidden").outputs = outputs
    save(notebook, course / "solutions" / f"{NAME}.ipynb")
    main(["release"])
    assert main(["release", "--check"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    where = f"coursetools: solutions/{NAME}.ipynb:attention-hidden"
    assert line == f"{where}: stores no check that passed; let the answer pass, then run make task."
