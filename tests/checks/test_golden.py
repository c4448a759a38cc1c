"""The checks say about every answer what is written down in golden/.

After a change that is meant: PYTHONPATH=tests python -m golden [task ...]
"""

import golden
import pytest
from bank import answers
from verdicts import verdict_on

from checks.catalogue import TASKS

every_task = pytest.mark.parametrize("task", TASKS)


@every_task
def test_the_check_says_what_is_written_down(task: str) -> None:
    found = [
        *golden.known_mistakes(task),
        *(f"{one}: {said}" for one, said in golden.shown(task).items()),
    ]
    assert found == [line for line in golden.stored(task) if not line.startswith(golden.HIDDEN)]


@every_task
def test_what_is_written_down_can_be_read_back(task: str) -> None:
    """The website counts what is read back."""
    for answer in answers(task):
        verdict = verdict_on(answer)
        assert golden.told(task)[answer] == (answer, verdict.status, verdict.mistakes)


@pytest.mark.thorough
@every_task
def test_the_check_on_hidden_inputs_says_what_is_written_down(task: str) -> None:
    assert golden.lines(task) == golden.stored(task)


def test_nothing_is_written_down_about_other_tasks() -> None:
    assert {path.stem for path in golden.FOLDER.iterdir()} == set(TASKS)
