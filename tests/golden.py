"""Writes down what the checks say about every answer, so that a change of the checks can be seen.

    PYTHONPATH=tests python -m golden [task ...]

writes tests/checks/golden/<task>.txt: the mistakes that the check of this task knows, and a line
for each answer. Where the verdict on hidden inputs differs, a second line says how.
"""

import functools
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import bank
from bank import Answer
from verdicts import fresh_verdict, verdict_on

from checks import Verdict
from checks.catalogue import TASKS

FOLDER = Path(__file__).parent / "checks" / "golden"
MORE = sorted(path.stem for path in (bank.FOLDER / "more").glob("*.py"))
HIDDEN_SEED = 1
HIDDEN = "    on hidden inputs: "
EXAMPLE = "The smallest input found"


class Told(NamedTuple):
    """What is written down about an answer."""

    answer: Answer
    status: str
    mistakes: tuple[str, ...]


def stored(task: str) -> list[str]:
    """Read what was written down about a task: nothing, if the task is new."""
    path = _path(task)
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


@functools.cache
def told(task: str) -> dict[Answer, Told]:
    """Read what the check in the notebook made of each answer."""
    known = {mistake.slug for mistake in TASKS[task].mistakes}
    outlines = dict(line.rpartition(": ")[::2] for line in stored(task) if HIDDEN not in line)
    verdicts = {}
    for title, answer in _titled(task):
        status, *words = outlines[title].split(", ")
        verdicts[answer] = Told(answer, status, tuple(word for word in words if word in known))
    return verdicts


def known_mistakes(task: str) -> list[str]:
    """List the mistakes that a task has, below the number of their variants."""
    slugs = [f"- {mistake.slug}" for mistake in TASKS[task].mistakes]
    return [f"{len(TASKS[task].slips())} variants of {len(slugs)} mistakes", *slugs]


def shown(task: str) -> dict[str, str]:
    """Say what the check in the notebook makes of each answer."""
    return {title: _outline(verdict_on(answer)) for title, answer in _titled(task)}


def hidden(task: str) -> dict[str, str]:
    """Say what the check on hidden inputs makes of each answer."""
    return {title: _outline(fresh_verdict(answer, HIDDEN_SEED)) for title, answer in _titled(task)}


def lines(task: str) -> list[str]:
    """List everything that is written down about a task."""
    on_hidden, found = hidden(task), known_mistakes(task)
    for title, outline in shown(task).items():
        found.append(f"{title}: {outline}")
        if on_hidden[title] != outline:
            found.append(HIDDEN + on_hidden[title])
    return found


def _titled(task: str) -> Iterator[tuple[str, Answer]]:
    """Give each answer a title of its own, which stays when answers are added elsewhere."""
    placed = [("", one) for one in bank.answers(task)]
    placed += [(f"{name}: ", one) for name in MORE for one in bank.more(name) if one.task == task]
    times = Counter[str]()
    for place, answer in placed:
        title = f"{place}{answer.kind}, {answer.thought}"
        times[title] += 1
        yield f"{title} ({times[title]})" if times[title] > 1 else title, answer


def _outline(verdict: Verdict) -> str:
    """Sum up a verdict: what was named, which errors were raised, whether an example was shown."""
    errors = sorted({entry["error"] for entry in verdict.values if "error" in entry})
    example = [line for line in verdict.lines if line.startswith(EXAMPLE)]
    return ", ".join(
        [verdict.status, *verdict.mistakes, *errors, *["with an example"] * len(example)]
    )


def _path(task: str) -> Path:
    return FOLDER / f"{task}.txt"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or TASKS:
        _path(name).write_text("\n".join([*lines(name), ""]), encoding="utf-8")
