"""What shows that a function is wrong: an input, what it returns there, what holds and what breaks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from checks.comparison import disagreement
from checks.outcome import Outcome, Probe, as_numbers, call
from checks.published import tolerance_for
from checks.task import Task

MOST_STATEMENTS = 2
MOST_ENTRIES = 40
DECIMALS = 2


@dataclass(frozen=True)
class Evidence:
    """What shows that a function is wrong.

    Attributes
    ----------
    probe : Probe
        The first input of the check on which it returns something that can be seen to be wrong.
    found, wanted : anything
        What it returns there, and what it should return.
    results : sequence of str
        The names of its results, if it should return several.
    statements : sequence of (str, bool)
        Statements of the task, each with whether it holds for what the function returns on this
        input; those that break come first.
    """

    probe: Probe
    found: Any
    wanted: Any
    results: Sequence[str]
    statements: Sequence[tuple[str, bool]]


def evidence_of(task: Task, wrong: Callable[..., Any], seed: int = 0) -> Evidence | None:
    """Look for evidence on the inputs of a task's check.

    Parameters
    ----------
    task : Task
    wrong : callable
        A function that goes wrong.
    seed : int
        Of the numbers in the inputs.

    Returns
    -------
    Evidence or None
        None if it returns nothing wrong, but may raise an error or write into its arguments.

    Examples
    --------
    >>> from checks.checking import find_task
    >>> shown = evidence_of(find_task("softmax"), lambda scores, axis=-1: np.exp(scores))
    >>> shown.probe.description, shown.found.shape, [holds for _, holds in shown.statements]
    ('3 queries and 5 keys', (3, 5), [False, True])
    """
    tried = [(probe, call(wrong, probe)) for probe in task.probes(seed)]
    shows = [
        (probe, one.value, task.right(probe).value) for probe, one in tried if one.error is None
    ]
    shows = [one for one in shows if not alike(*one)]
    if not shows:
        return None
    probe, found, wanted = min(shows, key=_hard_to_read)
    verdicts = [
        (one.statement, not one.broken_by(probe, Outcome(found))) for one in task.properties
    ]
    statements = sorted(verdicts, key=lambda pair: pair[1])[:MOST_STATEMENTS]
    return Evidence(probe, found, wanted, task.lines.returned, statements)


def alike(probe: Probe, found: Any, wanted: Any) -> bool:
    """Check whether two values on a probe are equal, by the rule of the checks."""
    return disagreement(found, wanted, tolerance_for(probe, found)) is None


def _hard_to_read(shown: tuple[Probe, Any, Any]) -> tuple[bool, bool, bool]:
    """Prefer differences that rounded numbers show, matrices to batches, and few entries."""
    _, found, wanted = shown
    parts = wanted if isinstance(wanted, tuple) else (wanted,)
    numbers = [part for part in map(as_numbers, parts) if part is not None]
    return (
        _rounded(found) == _rounded(wanted),
        any(part.ndim > 2 for part in numbers),
        any(part.size > MOST_ENTRIES for part in numbers),
    )


def _rounded(value: Any) -> str:
    if isinstance(value, tuple | list):
        return str([*map(_rounded, value)])
    numbers = as_numbers(value)
    return repr(value) if numbers is None else str(np.round(numbers * 1.0, DECIMALS).tolist())
