"""The checks say about every answer what is written down in golden/.

`make task` writes down what is said of a new task.
"""

import golden
import pytest
from bank import answers
from one_of_each_lesson import ONE_OF_EACH_LESSON
from verdicts import verdict_on

from checks.catalogue import TASKS

WRITE = "if this is meant, run PYTHONPATH=tests .venv/bin/python -m golden"
every_task = pytest.mark.parametrize("task", TASKS)


@every_task
def test_the_check_says_what_is_written_down(task: str) -> None:
    verdicts = (f"{title}: {outline}" for title, outline in golden.shown(task).items())
    stored = [line for line in golden.stored(task) if not line.startswith(golden.HIDDEN)]
    assert [*golden.known_mistakes(task), *verdicts] == stored, f"{WRITE} {task}"


@pytest.mark.parametrize("task", ONE_OF_EACH_LESSON)
def test_what_is_written_down_can_be_read_back(task: str) -> None:
    """The website counts what is read back."""
    for answer in answers(task):
        verdict = verdict_on(answer)
        assert golden.told(task)[answer] == (answer, verdict.status, verdict.mistakes)


@pytest.mark.thorough
@every_task
def test_the_check_on_hidden_inputs_says_what_is_written_down(task: str) -> None:
    assert golden.lines(task) == golden.stored(task), f"{WRITE} {task}"


def test_nothing_is_written_down_about_other_tasks() -> None:
    left_over = {path.stem for path in golden.FOLDER.iterdir()} - set(TASKS)
    assert left_over == set(), "remove these files of tests/checks/golden"
