"""The verdicts on the bank: each answer is checked once, however many tests and processes ask.

Every answer is checked on the inputs of the student's own check (seed 0).
"""

import functools
import os
import pickle
import time
from pathlib import Path

from bank import Answer, answers
from filelock import FileLock

from attnlib.practice import Verdict, check, signatures

FOLDER = "BANK_VERDICTS"  # environment variable: where the processes of one test run keep them


def verdict_on(answer: Answer) -> Verdict:
    """Look up the verdict on an answer."""
    known = _checked_once(answer.task)
    return known[answer][0] if answer in known else check(answer.task, answer.function)


def verdicts_on(task: str, kind: str) -> dict[Answer, Verdict]:
    """Look up the verdicts on all answers of one kind."""
    known = _checked_once(task).items()
    return {one: verdict for one, (verdict, _) in known if one.kind == kind}


def seconds_on(task: str) -> dict[Answer, float]:
    """Look up the processor time of each verdict in a process that starts afresh."""
    return {one: seconds for one, (_, seconds) in _checked_once(task).items()}


@functools.cache
def _checked_once(task: str) -> dict[Answer, tuple[Verdict, float]]:
    folder = os.environ.get(FOLDER)
    if folder is None:
        return _checked(task)
    path = Path(folder) / task
    with FileLock(f"{path}.lock"):
        if not path.exists():
            path.write_bytes(pickle.dumps(_checked(task)))
    return dict(pickle.loads(path.read_bytes()))


def _checked(task: str) -> dict[Answer, tuple[Verdict, float]]:
    signatures._INDEXES.clear()
    return {one: _timed(task, one.function) for one in answers(task)}


def _timed(task: str, function: object) -> tuple[Verdict, float]:
    start = time.process_time()
    verdict = check(task, function)
    return verdict, time.process_time() - start
