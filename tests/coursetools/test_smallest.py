"""What a student reads after grading is what the check in the notebook says, smallest input included."""

import pytest
from bank import answers
from submissions import NAME, RIGHT, SOLUTION, exercise, save, source

from checks import check
from coursetools.grading.isolation import Limits, Setting
from coursetools.grading.session import Job, grade

pytestmark = pytest.mark.slow  # a sandbox each; six seconds for what hangs
SHOWN = "The smallest input found that shows it: `softmax("


def message_on(answer: str, tmp_path, task: str = "softmax") -> str:
    content = save(exercise({**RIGHT, task: answer}), tmp_path / "one.ipynb").read_bytes()
    found = grade(Job(NAME, content, SOLUTION.read_bytes(), Setting("none", Limits(seconds=5)), 7))
    assert [one.status for one in found.tasks].count("pass") == len(found.tasks) - 1
    return next(one.message for one in found.tasks if one.id == task)


def test_an_answer_without_a_name_gets_the_same_example(tmp_path):
    one = next(one for one in answers("softmax", "unnamed") if SHOWN in shown(one))
    assert " ".join(shown(one).split()) == message_on(source(one), tmp_path)


def shown(answer) -> str:
    return "\n".join(check("softmax", answer.function).lines)


@pytest.mark.parametrize(
    "hinders", ["while scores.size < 4: pass", "if scores.size < 4: __import__('os')._exit(0)"]
)
def test_an_answer_that_hangs_or_ends_on_a_small_input_is_wrong_all_the_same(hinders, tmp_path):
    answer = f"def softmax(scores, axis=-1):\n    {hinders}\n    return scores + 3"
    assert "smallest" not in message_on(answer, tmp_path)
