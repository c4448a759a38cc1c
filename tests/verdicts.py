"""The verdicts on the bank: each answer is checked once, however many tests and processes ask.

Every answer is checked on the inputs of the student's own check (seed 0).
"""

import functools
import importlib
import os
import pickle
import sys
from pathlib import Path

import pytest
from bank import TORCH_TASKS, Answer, answers
from filelock import FileLock

from checks import Verdict, check
from checks.outcome import call
from checks.task import Task

FOLDER = "BANK_VERDICTS"  # environment variable: where the processes of one test run keep them


def verdict_on(answer: Answer) -> Verdict:
    """Look up the verdict on an answer, from the bank or from tests/answers/more."""
    if answer not in answers(answer.task):
        return fresh_verdict(answer)
    return _checked_once(answer.task)[answer]


def verdicts_on(task: str, kind: str) -> dict[Answer, Verdict]:
    """Look up the verdicts on all answers of one kind."""
    known = _checked_once(task).items()
    return {one: verdict for one, verdict in known if one.kind == kind}


@functools.cache
def fresh_verdict(answer: Answer, seed: int = 0) -> Verdict:
    """Check an answer; what PyTorch draws at random for it is the same every time."""
    if answer.task in TORCH_TASKS:
        importlib.import_module("torch").manual_seed(seed)
    return check(answer.task, answer.function, seed)


@functools.cache
def _checked_once(task: str) -> dict[Answer, Verdict]:
    folder = os.environ.get(FOLDER)
    if folder is None:
        return _checked(task)
    path = Path(folder) / task
    with FileLock(f"{path}.lock"):
        if not path.exists():
            path.write_bytes(pickle.dumps(_checked(task)))
    return dict(pickle.loads(path.read_bytes()))


def _checked(task: str) -> dict[Answer, Verdict]:
    return {one: fresh_verdict(one) for one in answers(task)}


def hide_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let PyTorch be missing, as if nobody had called a right answer while it was there."""
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.setattr(Task, "right", lambda task, probe: call(task.reference, probe))
