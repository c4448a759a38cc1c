"""Functions with a bug in them, made by putting wrong lines of the catalogue into a right function.

What is made is what is named: a bug counts only if the check gives it exactly these names.
"""

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from checks.diagnosis import explain, first_symptom
from checks.mistake import Mistake
from checks.outcome import call, quiet
from checks.task import OPEN_SEED, Task
from checks.written import Text


@dataclass(frozen=True)
class Bug:
    """A function with wrong lines in it.

    Attributes
    ----------
    task : Task
    mistakes : tuple of Mistake
        What is wrong, in the order of the catalogue.
    code : str
        Code that defines the function, for a notebook in which NumPy is np.
    right : str
        The same without the mistakes.
    lines : tuple of int
        The numbers of the wrong lines in `code`, counted from 1.
    """

    task: Task
    mistakes: tuple[Mistake, ...]
    code: str
    right: str
    lines: tuple[int, ...]


def bugs_with(task: Task, slug: str, seed: int, right_code: str | None = None) -> Iterator[Bug]:
    """Make the bugs of one mistake that the check names, one after another.

    Parameters
    ----------
    task : Task
    slug : str
        The mistake.
    seed : int
        The same seed gives the same order.
    right_code : str, optional
        Another right answer, with all that it calls but NumPy. Default: that of the catalogue.

    Yields
    ------
    Bug

    Examples
    --------
    >>> from checks.catalogue import TASKS
    >>> next(bugs_with(TASKS["scaled_scores"], "no-scale", seed=0)).lines
    (4,)
    """
    found = candidates(task, right_code, 1, seed)
    yield from (bug for bug in found if bug.mistakes[0].slug == slug and is_named(bug))


def is_named(bug: Bug) -> bool:
    """Check whether a bug shows on the task's inputs, and is given the names of its mistakes."""
    probes = bug.task.probes(OPEN_SEED)
    function = defined(bug.code)[bug.task.name]
    with quiet():
        outcomes = [call(function, probe) for probe in probes]
        expected = [bug.task.right(probe) for probe in probes]
        if first_symptom(probes, outcomes, expected) is None:
            return False
        return explain(bug.task, probes, outcomes) == bug.mistakes


def candidates(task: Task, right_code: str | None, count: int, seed: int | None) -> Iterator[Bug]:
    """Put wrong lines wherever they fit, without trying what comes of it.

    Parameters
    ----------
    task : Task
    right_code : str, optional
        As for `bugs_with`.
    count : int
        How many mistakes are made at the same time.
    seed : int or None
        Shuffles them. None for the order of the catalogue.

    Yields
    ------
    Bug
    """
    right = task.right_code if right_code is None else right_code
    text = Text(right, task.name, defined(right))
    ways = [way for way in task.wrong_lines() if text.with_wrong([way[1]])]
    places = range(len(ways)) if seed is None else _shuffled([way[0] for way in ways], seed)
    for chosen in itertools.combinations(places, count):
        mistakes, wrong = zip(*(ways[place] for place in sorted(chosen)), strict=True)
        written = text.with_wrong(wrong)
        if written is not None and len(set(mistakes)) == count:
            yield Bug(task, mistakes, written.code, right, written.lines)


def _shuffled(mistakes: Sequence[Mistake], seed: int) -> list[int]:
    """Shuffle places in a list; mistakes with several places do not come sooner than others."""
    order = np.random.default_rng(seed).permutation(len(mistakes)).tolist()
    times: Counter[Mistake] = Counter()
    rounds = {}
    for place in order:
        rounds[place] = times[mistakes[place]]
        times[mistakes[place]] += 1
    return sorted(order, key=lambda place: rounds[place])


def defined(code: str, known: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Run code as a cell of a notebook in which NumPy is np, and names are known; return all names.

    Examples
    --------
    >>> float(defined("half = np.float64(1) / 2")["half"])
    0.5
    """
    namespace: dict[str, Any] = {"np": np, **(known or {})}
    exec(code, namespace)
    return namespace
