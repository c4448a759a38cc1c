"""The verdict is computed from published values, whatever the kernel claims."""

import nbformat
import pytest

from checks.comparison import agree
from coursetools.import_policy import IMPORTS_COURSE
from coursetools.judge import CHECK_TYPE, Run, judge


def entry(value):
    return {"probe": "p", "changed": [], "tolerance": 1e-5, "value": value}


def compare(comparisons) -> list[bool]:
    return [agree(published, stored, several=False) for _, published, stored in comparisons]


def says(status="pass", value=1.0, **others) -> Run:
    bundle = {"status": status, "mistakes": [], "message": "m", "values": [entry(value)], **others}
    return Run([nbformat.v4.new_output("display_data", {CHECK_TYPE: bundle})])


def raised(name: str) -> Run:
    return Run([nbformat.v4.new_output("error", ename=name, evalue="why", traceback=[])])


def small_solution():
    """One task, worth 2 points, with a shown check (1.0) and a hidden one (2.0)."""
    check = nbformat.v4.new_code_cell(id="f-check", metadata={"tags": ["check"]})
    check.metadata.nbgrader = nbformat.from_dict({"points": 2})
    hidden = nbformat.v4.new_code_cell(id="f-hidden", metadata={"tags": ["hidden"]})
    check.outputs, hidden.outputs = says(value=1.0).outputs, says(value=2.0).outputs
    return nbformat.v4.new_notebook(cells=[check, hidden])


def verdict(refused=(), answer=None, check=None, hidden=None):
    runs = {
        "f-answer": answer or Run(),
        "f-check": check or says(value=1.0),
        "f-hidden": hidden or says(value=2.0),
    }
    (result,) = judge(small_solution(), runs, dict(refused), compare)
    return result


def test_a_right_answer_gets_the_points_and_the_words_of_its_check():
    result = verdict()
    assert (result.id, result.status, result.points, result.max_points) == ("f", "pass", 2, 2)
    assert (result.mistakes, result.message) == ([], "m")


def test_the_kernel_saying_pass_is_not_enough():
    result = verdict(check=says("pass", value=5.0, mistakes=["no-scale"]))
    assert (result.status, result.points, result.mistakes) == ("fail", 0, [])
    assert result.message == "The values that your answer returns are not those of the definition."


def test_the_kernel_saying_fail_does_not_spoil_right_values():
    assert verdict(check=says("fail", value=1.0)).status == "pass"


def test_the_hidden_check_counts_too():
    result = verdict(hidden=says("fail", value=1.0, mistakes=["no-scale"], message="Scale."))
    assert (result.status, result.mistakes, result.message) == ("fail", ["no-scale"], "Scale.")


@pytest.mark.parametrize("status", ["fail", "error", "not_attempted"])
def test_a_wrong_answer_is_called_what_its_check_calls_it(status):
    result = verdict(check=says(status, values=[], mistakes=["no-scale"]))
    assert (result.status, result.points, result.mistakes) == (status, 0, ["no-scale"])


@pytest.mark.parametrize("status", ["pass", "excellent", None, ["fail"], 7])
def test_a_status_that_no_check_has_is_a_fail(status):
    assert verdict(check=says(status, value=0.0)).status == "fail"


@pytest.mark.parametrize("ended", ["timeout", "dead", "not_reached"])
@pytest.mark.parametrize("where", ["answer", "check", "hidden"])
def test_a_run_that_ended_early_says_how(ended, where):
    result = verdict(**{where: Run(says().outputs, ended)})
    assert (result.status, result.points) == (ended, 0)
    assert result.message.endswith(("?", "it."))


def test_a_cell_that_never_ran_was_not_reached():
    (result,) = judge(small_solution(), {}, set(), compare)
    assert result.status == "not_reached"


def test_a_refused_answer_fails_whatever_was_published():
    result = verdict(refused={"f": IMPORTS_COURSE})
    assert (result.status, result.points) == ("fail", 0)
    assert "imports code of the course" in result.message


def test_an_answer_cell_that_raised_before_the_definition_is_an_error():
    result = verdict(answer=raised("SyntaxError"), check=says("not_attempted", values=[]))
    assert (result.status, result.message) == (
        "error",
        "The answer cell stopped: SyntaxError: why.",
    )


def test_a_definition_that_stands_counts_where_a_later_line_raised():
    assert verdict(answer=raised("NameError")).status == "pass"


def test_a_check_that_printed_nothing_says_what_stopped_it():
    assert verdict(check=Run()).message == "The check could not run: it printed no result."
    assert "could not run: KeyError: why." in verdict(check=raised("KeyError")).message
    assert verdict(check=Run()).status == "error"


def test_a_solution_without_values_gives_no_points():
    solution = small_solution()
    solution.cells[1].outputs = []
    runs = {"f-answer": Run(), "f-check": says(), "f-hidden": says()}
    (result,) = judge(solution, runs, set(), compare)
    assert (result.status, result.points) == ("error", 0)
    assert result.message == "The solution's cell f-hidden stores no values to compare with."


def test_the_first_typed_output_of_a_cell_counts():
    two = Run(says(value=3.0).outputs + says(value=1.0).outputs)
    assert verdict(check=two).status == "fail"


@pytest.mark.parametrize("mistakes", [None, 3, "no-scale", {"a": 1}, [None, 4, ["x"], "<b>", "\n"]])
def test_mistakes_that_are_no_slugs_are_dropped(mistakes):
    assert verdict(check=says("fail", 0.0, mistakes=mistakes)).mistakes == []


def test_words_are_one_line_without_control_characters_and_of_bounded_length():
    message = verdict(check=says("fail", 0.0, message="\x1b[31mred\r\n\ud800" + "x" * 9000)).message
    assert message.startswith("\ufffd[31mred \ufffdxx")
    assert message.isprintable()
    assert len(message) == 2000
