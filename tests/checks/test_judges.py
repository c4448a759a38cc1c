"""One answer, three judges: the check, `coursetools check` and `coursetools grade` always agree."""

import json
from functools import cache
from typing import Any

import pytest
from bank import TORCH_TASKS, Answer, answers
from one_of_each_lesson import ONE_OF_EACH_LESSON
from submissions import NOTEBOOKS, solution
from verdicts import hide_torch, verdict_on

from checks import check
from checks.catalogue import TASKS
from checks.checking import asks_for_several
from checks.comparison import agree
from checks.remote.candidate import sit
from checks.remote.examiner import Examination, right_values
from coursetools.examiner_client import Examiner
from coursetools.judge import Run
from coursetools.roles import cells_by_task

SHOWN_SEED, HIDDEN_SEED = 0, 1


@cache
def stored(name: str, kind: str = "check") -> dict[str, Any]:
    """Return what the checks of a solution published, by task."""
    found = cells_by_task(solution(name), kind)
    return {task: Run(cells[0].outputs).published["values"] for task, cells in found.items()}


STORED = {task: values for name in NOTEBOOKS for task, values in stored(name).items()}
HIDDEN = {task: values for name in NOTEBOOKS for task, values in stored(name, "hidden").items()}


@pytest.fixture(scope="module")
def compare():
    with Examiner() as examiner:
        yield examiner.compare


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


def examined(answer: Answer) -> Any:
    """Return the verdict of `coursetools grade`."""
    examination = Examination.opened(answer.task, [], [SHOWN_SEED])
    told: list[Any] = []
    ask = lambda question: through_json(examination.reply(through_json(question)))  # noqa: E731
    tell = lambda message: told.append(through_json(message))  # noqa: E731
    sit(answer.function, through_json(examination.paper()), ask, tell)
    return examination.verdict(told)


@pytest.mark.parametrize("task", ONE_OF_EACH_LESSON)
def test_the_whole_bank_passes_or_fails_with_every_judge(task):
    if task in TORCH_TASKS:
        pytest.importorskip("torch")
    several = asks_for_several(TASKS[task])
    without_solution = through_json(right_values(task, SHOWN_SEED))
    for answer in answers(task):
        checked = verdict_on(answer)
        published = through_json(checked.values)
        compared = agree(published, STORED[task], several)
        assert compared == (checked.status == "pass"), answer
        assert compared == agree(published, without_solution, several), answer


@pytest.mark.parametrize("task", HIDDEN)
def test_where_there_is_no_solution_the_values_to_compare_with_are_the_same(task):
    if task in TORCH_TASKS:
        pytest.importorskip("torch")
    several = asks_for_several(TASKS[task])
    for seed, expected in ((SHOWN_SEED, STORED[task]), (HIDDEN_SEED, HIDDEN[task])):
        assert agree(through_json(right_values(task, seed)), expected, several)


def test_without_pytorch_no_answer_agrees_with_the_values_to_compare_with(monkeypatch):
    hide_torch(monkeypatch)
    checked = check("causal_sdpa", lambda Q, K, V: V)
    assert checked.status == "error"
    assert not agree(checked.values, right_values("causal_sdpa", SHOWN_SEED), several=False)


@pytest.mark.parametrize("task", TORCH_TASKS)
def test_the_bank_of_lesson_7_is_graded_as_it_is_checked(task):
    """tests/checks/test_examiner.py does the same with three answers to each task of the other lessons."""
    pytest.importorskip("torch")
    for answer in answers(task):
        checked, graded = verdict_on(answer), examined(answer)
        assert (graded.status, graded.mistakes) == (checked.status, checked.mistakes), answer


def off_by(error: float, kind: str = "float64") -> Answer:
    lines = (
        "def softmax(scores, axis=-1):",
        "    top = scores.max(axis=axis, keepdims=True)",
        "    e = np.exp(scores - np.where(np.isinf(top), 0, top))",
        "    total = e.sum(axis=axis, keepdims=True)",
        f"    return (e / np.where(total == 0, 1, total) + {error}).astype({kind!r})",
    )
    return Answer("softmax", "right", (), "", "\n".join(lines))


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (off_by(1e-5), "fail"),
        (off_by(1e-6), "pass"),
        (off_by(1e-6, "float32"), "pass"),
        (off_by(1e-4, "float32"), "fail"),
        (off_by(0, "float16"), "fail"),
    ],
    ids=["1e-5", "1e-6", "1e-6 in float32", "1e-4 in float32", "float16"],
)
def test_the_edges_of_the_tolerance_are_the_same_for_all(answer, status, compare):
    checked = verdict_on(answer)
    assert checked.status == examined(answer).status == status
    (agrees,) = compare([("softmax", through_json(checked.values), STORED["softmax"])])
    assert agrees == (status == "pass")


@pytest.mark.parametrize(
    "made_up",
    [
        None,
        3,
        [],
        [3] * 5,
        [{"changed": [], "value": {"entries": 3}}] * 5,
        [{"changed": [], "value": {"entries": {"X": {"entries": 3}}}}] * 5,
        [{"changed": 3, "value": {"entries": {}}}] * 5,
        [{"changed": [], "value": {"text": 3}}] * 5,
        [{"changed": [], "value": float("nan")}] * 5,
        [{"changed": [], "value": 10**400}] * 5,
        [{"changed": [], "value": [[[[]]]]}] * 5,
    ],
    ids=str,
)
def test_values_that_no_check_publishes_are_wrong_and_nothing_stops(made_up, compare):
    first, second = compare(
        [
            ("head_shapes", made_up, STORED["head_shapes"]),
            ("head_shapes", STORED["head_shapes"], STORED["head_shapes"]),
        ]
    )
    assert (first, second) == (False, True)
