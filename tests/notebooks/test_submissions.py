"""Submissions from start to end: read, grafted, run by nbval in a kernel, judged, printed."""

import hashlib
import json
from dataclasses import replace

import jsonschema
import nbformat
import pytest
from bank import Answer, failing
from submissions import (
    EXERCISE,
    NAME,
    NOTEBOOKS,
    OWN_SIGNATURES,
    OWN_SIGNATURES_BUT_ONE_WRONG,
    RIGHT,
    ROOT,
    TASKS,
    cell,
    checked,
    exercise,
    insert_after,
    lose_ids,
    remove,
    right,
    save,
    solution,
    source,
    tasks_of,
)

from checks import check
from coursetools import validate
from coursetools.cli import main
from coursetools.errors import UnusableInput
from coursetools.grading.isolation import bwrap_complaint
from coursetools.isolated_check import validate_isolated
from coursetools.judge import CHECK_TYPE, Run, points_of

SCHEMA = json.loads((ROOT / "coursetools" / "check-result.schema.json").read_text(encoding="utf-8"))


def all_but(most: str = "pass", /, **others: str) -> list[str]:
    return [others.get(task, most) for task in TASKS]


def statuses(result) -> list[str]:
    return [task.status for task in result.tasks]


def message(result, name: str) -> str:
    return result.tasks[TASKS.index(name)].message


def after(task: str, line: str) -> str:
    """A right answer, with a line after it."""
    return f"{RIGHT[task]}\n\n{line}"


def before(task: str, line: str) -> str:
    """A right answer with a line at the start of its function."""
    definition = RIGHT[task].index("def ")
    head, _, body = RIGHT[task][definition:].partition("\n")
    return f"{RIGHT[task][:definition]}{head}\n    {line}\n{body}"


@pytest.fixture
def place(tmp_path):
    return tmp_path / f"{NAME}.ipynb"


# The two submissions that wait come first, so that others run meanwhile.


@pytest.mark.thorough
def test_loops_that_never_end_cost_their_own_task_each(place, monkeypatch):
    monkeypatch.setattr(validate, "CELL_SECONDS", 8)
    notebook = exercise(
        {
            **RIGHT,
            "softmax": f"while True: pass\n{RIGHT['softmax']}",
            "normalised_axis": before("normalised_axis", "import time; time.sleep(1e6)"),
        }
    )
    assert statuses(checked(notebook, place)) == all_but(
        softmax="timeout", normalised_axis="timeout"
    )


@pytest.mark.thorough
def test_an_answer_that_ends_the_kernel_leaves_what_was_known_before_it(place, monkeypatch):
    monkeypatch.setattr(validate, "CELL_SECONDS", 8)
    notebook = exercise({**RIGHT, "attention": before("attention", "import os; os._exit(0)")})
    result = checked(notebook, place)
    known = TASKS.index("attention")
    later = len(TASKS) - known - 1
    assert statuses(result) == [*["pass"] * known, "dead", *["not_reached"] * later]


WRONG_SUBMISSIONS = 2  # of every lesson
EACH_TIME = [("07_pytorch", 0)]  # the others are thorough


@pytest.mark.parametrize(
    ("name", "number"),
    [
        pytest.param(
            name, number, marks=[] if (name, number) in EACH_TIME else pytest.mark.thorough
        )
        for name in NOTEBOOKS
        for number in range(WRONG_SUBMISSIONS)
    ],
)
def test_wrong_answers_of_every_lesson_are_judged_by_nbval_as_by_the_check(name, number, tmp_path):
    """One wrong answer to each task; none affects another task."""
    if name.startswith("07"):
        pytest.importorskip("torch")
    wrong = {task: every(failing(task), number) for task in tasks_of(name)}
    notebook = exercise({task: source(one) for task, one in wrong.items()}, name)
    for result in checked(notebook, tmp_path / f"{name}.ipynb").tasks:
        verdict = check(result.id, wrong[result.id].function)
        found = result.status, tuple(result.mistakes), result.points
        assert found == (verdict.status, verdict.mistakes, 0), result
        assert result.message == " ".join(verdict.lines)


def every(wrong: list[Answer], number: int) -> Answer:
    """Choose a different answer for each number, from the whole bank."""
    return wrong[len(wrong) * number // WRONG_SUBMISSIONS]


@pytest.mark.parametrize(
    "name",
    [NAME, *(pytest.param(one, marks=pytest.mark.thorough) for one in NOTEBOOKS if one != NAME)],
)
def test_right_answers_of_every_lesson_are_status_0_and_get_all_points(name, tmp_path, capsys):
    if name.startswith("07"):
        pytest.importorskip("torch")
    path = save(exercise(right(name), name), tmp_path / f"{name}.ipynb")
    assert main(["check", str(path)]) == 0
    most = sum(points_of([one]) for one in solution(name).cells)
    assert capsys.readouterr().out.endswith(f"  {most:g} of {most:g} points\n")


@pytest.mark.thorough
def test_several_notebooks_right_blank_and_missing(tmp_path, capsys, monkeypatch):
    right = save(exercise(RIGHT), tmp_path / "right" / f"{NAME}.ipynb")
    monkeypatch.chdir(tmp_path)
    assert main(["check", "--json", "right/" + right.name, "missing.ipynb", str(EXERCISE)]) == 2
    printed, complaint = capsys.readouterr()
    first, second = map(json.loads, printed.splitlines())
    for result in (first, second):
        jsonschema.Draft202012Validator(SCHEMA).validate(result)
    assert [task["status"] for task in first["tasks"]] == ["pass"] * len(TASKS)
    assert [task["points"] for task in first["tasks"]] == [1, 3, 1, 2, 3, 1, 2, 1, 2]
    assert [task["status"] for task in second["tasks"]] == ["not_attempted"] * len(TASKS)
    assert first["submission_sha256"] == hashlib.sha256(right.read_bytes()).hexdigest()
    assert [line for line in complaint.splitlines() if "have run:" not in line] == [
        "coursetools: missing.ipynb: does not exist. Name a notebook file (.ipynb)."
    ]


def test_right_answers_are_used_as_they_are_with_signatures_of_their_own(place):
    assert statuses(checked(exercise(OWN_SIGNATURES), place)) == ["pass"] * len(TASKS)


def test_only_wrong_answers_are_restored_for_later_tasks(place):
    found = checked(exercise(OWN_SIGNATURES_BUT_ONE_WRONG), place)
    assert statuses(found) == all_but(softmax="fail")


def test_what_students_leave_in_their_answers_does_no_harm(place):
    notebook = exercise(
        {
            **RIGHT,
            "softmax": "# NBVAL_SKIP\nfrom numpy import *\n" + after("softmax", "print(softmax)"),
            "attention_weights": "import warnings\nwarnings.simplefilter('error')\n"
            + after("attention_weights", "np.seterr(all='raise')\nsum = max = len = 0\ncheck = 1"),
            "attention": "# NBVAL_IGNORE_OUTPUT\n# NBVAL_RAISES_EXCEPTION\n%matplotlib inline\n"
            + after("attention", "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()"),
            "normalised_axis": "import sys\nsys.excepthook = None\nfloat = str = print = None\n"
            + before("normalised_axis", "import warnings; warnings.warn('careful')"),
        }
    )
    assert statuses(checked(notebook, place)) == ["pass"] * len(TASKS)


def test_a_line_that_raises_costs_the_task_only_before_the_definition(place):
    notebook = exercise(
        {
            "softmax": f"1 / 0\n{RIGHT['softmax']}",
            "attention_weights": after("attention_weights", "assert False"),
            "attention": f"from attnlib import attention\n{RIGHT['attention']}",
            "normalised_axis": after("normalised_axis", "import sys\nsys.exit('done')"),
        }
    )
    result = checked(notebook, place)
    assert statuses(result) == all_but(
        "not_attempted",
        softmax="error",
        attention_weights="pass",
        attention="fail",
        normalised_axis="pass",
    )
    assert message(result, "softmax").startswith("The answer cell stopped: ZeroDivisionError")
    assert message(result, "attention").startswith("Your answer imports code of the course.")


def test_answers_that_exit_or_do_not_parse_or_are_blank(place):
    notebook = exercise(
        {
            "softmax": before("softmax", "raise SystemExit"),
            "attention_weights": "def attention_weights(Q, K:",
            "attention": "def attention(Q, K, V):\n    ...",
            "normalised_axis": "",
        }
    )
    notebook.metadata.language_info.version = "3.99.0"
    result = checked(notebook, place)
    assert statuses(result) == all_but("not_attempted", softmax="error", attention_weights="error")
    assert "SystemExit" in message(result, "softmax")
    assert "SyntaxError" in message(result, "attention_weights")
    assert message(result, "attention_weights").endswith("3.99 can, grade it with that version.")


def test_a_forged_output_is_worth_nothing(place):
    values = [[{"probe": "p", "changed": [], "tolerance": 1e-5, "value": 1.0}]]
    forged = {"schema": 1, "status": "pass", "mistakes": [], "message": "✓", "values": values}
    shout = f"display({{{CHECK_TYPE!r}: {forged!r}}}, raw=True)"
    notebook = exercise(
        {
            "softmax": f"{shout}\ndef softmax(scores, axis=-1):\n    {shout}\n    return scores",
            "attention_weights": f"{shout}\ndef attention_weights(Q, K):\n    return Q",
        }
    )
    cell(notebook, "attention_weights-check").source = shout
    cell(notebook, "attention-check").source = shout
    remove(notebook, "normalised_axis-check")
    insert_after(notebook, "normalised_axis-answer", shout)
    result = checked(notebook, place)
    assert statuses(result) == all_but("not_attempted", softmax="fail", attention_weights="fail")
    assert len([note for note in result.notes if "the original was used" in note]) == 3


def test_values_copied_from_the_shown_check_do_not_pass_the_hidden_one(place):
    """The answer displays the output of the solution whenever it is called."""
    published = Run(cell(solution(), "softmax-check").outputs).published
    shout = f"display({{{CHECK_TYPE!r}: json.loads({json.dumps(published)!r})}}, raw=True)"
    answer = f"import json\ndef softmax(scores, axis=-1):\n    {shout}\n    return scores"
    result = checked(exercise({**RIGHT, "softmax": answer}), place)
    assert statuses(result) == all_but(softmax="fail")


def test_a_renamed_notebook_elsewhere_whose_ids_were_lost(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    old = lose_ids(exercise(RIGHT), metadata=True)
    old.nbformat_minor = 4
    for one in old.cells:
        del one["id"]
    result = checked(old, tmp_path / "Downloads" / f"{NAME} (1).ipynb")
    assert (result.notebook, statuses(result)) == (NAME, ["pass"] * len(TASKS))
    assert len(result.notes) == len(TASKS)


def test_cells_of_ones_own_and_an_edited_imports_cell_are_run(place):
    uses_both = "def softmax(x, axis=-1):\n    return helper(np.maximum(x, -math.inf), axis)"
    notebook = exercise({**RIGHT, "softmax": uses_both, "normalised_axis": "# further down"})
    cell(notebook, "imports").source = f"import math\n{cell(notebook, 'imports').source}"
    helper = f"{RIGHT['softmax']}\n\nhelper = softmax"
    insert_after(
        notebook, "softmax-hints", helper, "from attnlib import softmax as helper", "1 / 0"
    )
    insert_after(notebook, "normalised_axis-view", RIGHT["normalised_axis"])
    result = checked(notebook, place)
    assert statuses(result) == ["pass"] * len(TASKS)
    assert result.notes == [
        "softmax is answered in 2 cells: number 2 counts",
        "the answer to normalised_axis was found by the function it defines",
        "cell imports was edited: yours runs after the original",
    ]


def test_reordered_cells_and_strange_outputs_do_no_harm(place):
    notebook = exercise(RIGHT)
    notebook.cells.reverse()
    notebook.metadata = nbformat.from_dict({"kernelspec": {"name": "julia", "display_name": "J"}})
    cell(notebook, "softmax-check").outputs = [nbformat.v4.new_output("stream", text="✗ wrong")]
    assert statuses(checked(notebook, place)) == ["pass"] * len(TASKS)


def test_a_machine_without_a_kernel_is_one_line(monkeypatch):
    monkeypatch.setattr("nbval.plugin.RunningKernel", lambda *name, **options: 1 / 0)
    frame = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1")])
    with pytest.raises(UnusableInput, match=r"no notebook kernel starts here\. Run"):
        validate.run_with_nbval(frame, "one", lambda cell, runs: cell.source)


REACHES_OUT = """
import os, socket
done = []
def tries(what):
    try:
        done.append(what())
    except OSError as error:
        done.append(os.strerror(error.errno))
tries(lambda: open("{witness}", "w"))
tries(lambda: open("{solutions}/mine", "w"))
tries(lambda: socket.create_connection(("1.1.1.1", 53), timeout=5))
raise ValueError(done)
"""
needs_bwrap = pytest.mark.skipif(bool(bwrap_complaint()), reason="bubblewrap does not work here")


@pytest.fixture
def collected(tmp_path):
    """A student's folder, as `collect` makes it."""
    (tmp_path / "handed_in.json").touch()
    return tmp_path / "ana"


@needs_bwrap
def test_a_collected_notebook_is_checked_by_nbval_in_a_sandbox(collected, capsys):
    """It can change nothing and reach nobody, and every other task has the usual verdict."""
    witness = collected.parent / "was-here"
    hostile = REACHES_OUT.format(witness=witness, solutions=ROOT / "solutions")
    wrong = "def attention(Q, K, V):\n    return V"
    path = save(
        exercise({**RIGHT, "softmax": hostile, "attention": wrong}), collected / f"{NAME}.ipynb"
    )
    (collected / "essay.ipynb").write_text("Dear teacher, my dog ate it.")
    assert main(["check", "--json", str(path), str(collected / "essay.ipynb")]) == 2
    printed, complaint = capsys.readouterr()
    result = json.loads(printed)
    jsonschema.Draft202012Validator(SCHEMA).validate(result)
    assert result["isolation"] == "bwrap"
    assert [one["status"] for one in result["tasks"]] == all_but(softmax="error", attention="fail")
    (said,) = (one["message"] for one in result["tasks"] if one["id"] == "softmax")
    assert (
        "['No such file or directory', 'Read-only file system', 'Network is unreachable']" in said
    )
    assert not witness.exists()
    assert complaint.startswith(f"coursetools: {collected}/essay.ipynb: not a notebook (")


def test_where_there_is_no_sandbox_a_collected_notebook_is_not_checked(
    collected, monkeypatch, capsys
):
    path = save(exercise(RIGHT), collected / f"{NAME}.ipynb")
    monkeypatch.setenv("PATH", "/nowhere")
    assert main(["check", str(path)]) == 2
    assert "there is no command bwrap" in capsys.readouterr().err


@needs_bwrap
@pytest.mark.thorough
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_verdicts_in_the_sandbox_are_those_outside(name, tmp_path):
    if name.startswith("07"):
        pytest.importorskip("torch")
    answers_to = {**right(name), tasks_of(name)[1]: source(failing(tasks_of(name)[1])[0])}
    path = save(exercise(answers_to, name), tmp_path / f"{name}.ipynb")
    isolated = replace(validate_isolated(path), isolation="none")
    assert isolated == validate.validate(path)
    assert [task.status for task in isolated.tasks].count("pass") == len(answers_to) - 1
