"""The verdicts on the bank: an answer is checked once, however many tests and processes ask.

On the inputs of the student's own check (seed 0) they are about all answers, on others about a sample.
"""

import functools
import os
import pickle
from pathlib import Path

from bank import Answer, answers, sample
from filelock import FileLock

from attnlib.practice import Verdict, check

FOLDER = "BANK_VERDICTS"  # the environment says where the processes of one test run keep them


def verdict_on(answer: Answer, seed: int = 0) -> Verdict:
    """Look up the verdict on an answer."""
    known = _verdicts(answer.task, seed)
    return known[answer] if answer in known else check(answer.task, answer.function, seed)


def verdicts_on(task: str, kind: str, seed: int) -> dict[Answer, Verdict]:
    """Look up the verdicts on all answers of one kind."""
    return {one: verdict for one, verdict in _verdicts(task, seed).items() if one.kind == kind}


@functools.cache
def _verdicts(task: str, seed: int) -> dict[Answer, Verdict]:
    folder = os.environ.get(FOLDER)
    if folder is None:
        return _checked(task, seed)
    path = Path(folder) / f"{task}-{seed}"
    with FileLock(f"{path}.lock"):
        if not path.exists():
            path.write_bytes(pickle.dumps(_checked(task, seed)))
    return dict(pickle.loads(path.read_bytes()))


def _checked(task: str, seed: int) -> dict[Answer, Verdict]:
    asked = answers(task) if seed == 0 else sample(task)
    return {one: check(task, one.function, seed) for one in asked}
