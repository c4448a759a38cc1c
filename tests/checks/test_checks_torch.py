"""Checks where PyTorch is not installed: one clear line for each task that needs it."""

import subprocess
import sys

import pytest
from bank import TORCH_TASKS, answers
from verdicts import hide_torch

from checks import check
from checks.catalogue import TASKS

IN_NUMPY = ("causal_sdpa", "torch_attention")
NEED_TORCH = (*IN_NUMPY, "torch_training")


@pytest.fixture
def no_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    hide_torch(monkeypatch)


def in_numpy(task: str) -> object:
    """A right answer without PyTorch."""
    (found,) = (
        answer.function for answer in answers(task, "right") if "not through" in answer.thought
    )
    return found


def with_torch(task: str) -> object:
    def answer(*arguments):  # type: ignore[no-untyped-def]
        from torch import nn

        return nn.Linear(1, 1)(arguments[0])

    return answer


@pytest.mark.parametrize(
    ("make", "task"),
    [*((in_numpy, task) for task in IN_NUMPY), *((with_torch, task) for task in NEED_TORCH)],
)
def test_without_torch_the_verdict_says_so_in_one_line(make, task, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    answer = make(task)  # the bank's answers are read with PyTorch
    hide_torch(monkeypatch)
    verdict = check(task, answer)
    assert verdict.status == "error"
    assert verdict.mistakes == ()
    (line,) = verdict.lines
    assert line.startswith("PyTorch is needed")
    assert "pip install" in line
    assert len(line.split()) <= 60


@pytest.mark.usefixtures("no_torch")
@pytest.mark.parametrize("task", NEED_TORCH)
def test_without_torch_an_unwritten_answer_is_still_not_attempted(task: str) -> None:
    assert check(task, None).status == "not_attempted"


@pytest.mark.usefixtures("no_torch")
def test_without_torch_the_code_to_repair_is_still_not_attempted() -> None:
    namespace: dict[str, object] = {}
    exec(TASKS["causal_sdpa"].starter, namespace)
    assert check("causal_sdpa", namespace["causal_sdpa"]).status == "not_attempted"  # type: ignore[arg-type]


@pytest.mark.usefixtures("no_torch")
@pytest.mark.parametrize("name", [name for name in TASKS if name not in NEED_TORCH])
def test_without_torch_all_other_tasks_are_checked(name: str) -> None:
    assert check(name, TASKS[name].reference).status == "pass"


def test_loading_the_checks_does_not_load_torch() -> None:
    asked = "import sys, checks; print('torch' in sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "False"


def test_only_answers_of_the_lesson_on_pytorch_find_it_imported() -> None:
    found = {
        answer.task: answer.function.__globals__
        for answer in answers(kind="right")[::-1]
        if hasattr(answer.function, "__globals__")
    }
    assert all(("torch" in names) == (task in TORCH_TASKS) for task, names in found.items())
