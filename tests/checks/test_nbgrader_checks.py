"""A check never raises an error in a student's notebook; under nbgrader, it does if it fails."""

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

RIGHT = """import numpy as np
def dot_scores(query, keys):
    return keys @ query"""
WRONG = RIGHT.replace("keys @ query", "-keys @ query")
BLANK = RIGHT.replace("return keys @ query", "raise NotImplementedError")


@pytest.fixture(params=[None, "autograde", "validate"])
def shell(request, monkeypatch):
    if request.param is None:
        monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    else:
        monkeypatch.setenv("NBGRADER_EXECUTION", request.param)
    shell = InteractiveShell()
    shell.run_line_magic("load_ext", "checks")
    shell.under_nbgrader = request.param is not None
    return shell


def checked(shell, answer):
    with capture_output() as captured:
        shell.run_cell(answer)
        return shell.run_cell("%check dot_scores"), captured


@pytest.mark.parametrize("answer", [WRONG, BLANK, ""])
def test_what_is_not_passed_raises_under_nbgrader_alone(shell, answer):
    result, captured = checked(shell, answer)
    assert (result.error_in_exec is not None) == shell.under_nbgrader
    assert (result.result is None) == shell.under_nbgrader
    assert "dot_scores: " in captured.stdout


def test_the_words_are_shown_without_a_traceback(shell):
    _, captured = checked(shell, WRONG)
    assert "✗ dot_scores: not right yet" in captured.stdout
    assert captured.stdout.rstrip().endswith("?")
    assert "Traceback" not in captured.stdout
    assert "magic.py" not in captured.stdout


def test_what_is_passed_is_shown_and_under_nbgrader_is_no_result(shell):
    result, captured = checked(shell, RIGHT)
    assert result.success
    assert (result.result is None) == shell.under_nbgrader
    assert "✓ dot_scores: right" in captured.stdout


def test_an_answer_cannot_turn_it_off(shell):
    result, _ = checked(shell, "import os\nos.environ.pop('NBGRADER_EXECUTION', None)\n" + WRONG)
    assert (result.error_in_exec is not None) == shell.under_nbgrader
