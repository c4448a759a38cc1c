"""Variants of tasks: other slips to repair, other letters for functions to find, other numbers on paper.

`softmax@spring` is the name of a task in the variant called spring. The same variant always changes
the same.
"""

import ast
import copy
import random
import re
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from checks.bugs import Bug, candidates, defined, is_named
from checks.diagnosis import first_symptom
from checks.outcome import call, quiet
from checks.task import OPEN_SEED, Task

MARK = "@"  # between the name of a task and that of a variant
LETTERS = "abcde"
LETTER = re.compile(r"(?<=[`\"])((?:[a-z]+_)?)([a-e])(?=[`\"])")  # `a`, "a" and `attend_a`
DRAWS = 20  # how many sets of slips there are for a repair, at most
ALIKE = 1 / 3  # how much two bugs may differ in the share of inputs that show them


@dataclass(frozen=True)
class Difficulty:
    """How hard a bug is to find, as far as running it tells.

    Attributes
    ----------
    raises, reshapes, alters : bool
        Whether an error, a result of another shape or kind, or a changed argument gives it away on
        some input.
    share : float
        The share of the task's inputs on which it shows.
    """

    raises: bool
    reshapes: bool
    alters: bool
    share: float

    def is_like(self, other: "Difficulty") -> bool:
        """Check whether another bug is about as hard to find."""
        return abs(self.share - other.share) <= ALIKE and self == replace(other, share=self.share)


@cache
def in_variant(task: Task, variant: str) -> Task:
    """Change a task as a variant does.

    Parameters
    ----------
    task : Task
    variant : str

    Returns
    -------
    Task
        With another starter, or other letters; the task itself if nothing in it changes.

    Examples
    --------
    >>> from checks.catalogue import TASKS
    >>> in_variant(TASKS["wrong_snippet"], "exam").reference()
    ('b', 2)
    """
    if numbers := other_numbers(task, variant):
        return task.with_numbers(numbers)
    bug = other_bug(task, variant) if task.kind == "repair" else None
    if bug is not None:
        changed = copy.copy(task)
        changed.starter = bug.code
        return changed
    letters = other_letters(task, variant)
    if letters:
        return task.rewritten(lambda text: LETTER.sub(lambda one: one[1] + letters[one[2]], text))
    return task


def other_numbers(task: Task, variant: str) -> dict[str, str]:
    """Draw what a task on paper assigns to its constants; empty if its numbers stay."""
    draw = random.Random(f"{task.name} {variant}")
    return {names: draw.choice(values) for names, values in task.facts.numbers.items()}


def other_letters(task: Task, variant: str) -> dict[str, str]:
    """Draw the new letter of each of five functions; empty if the task has no letters."""
    right = task.reference() if task.kind == "find" else None
    if not isinstance(right, tuple) or right[0] not in tuple(LETTERS):
        return {}
    new = list(LETTERS)
    random.Random(f"{task.name} {variant}").shuffle(new)
    return dict(zip(LETTERS, new, strict=True))


def other_bug(task: Task, variant: str) -> Bug | None:
    """Draw other slips for a repair task: as many, and about as hard to find.

    Parameters
    ----------
    task : Task
    variant : str

    Returns
    -------
    Bug or None
        None if the catalogue has none.
    """
    draw = random.Random(f"{task.name} {variant}").randrange(DRAWS)
    # To look everywhere in vain takes long, and is as vain in another order.
    return _drawn_bug(task, draw) if _drawn_bug(task, 0) else None


@cache
def _drawn_bug(task: Task, draw: int) -> Bug | None:
    given = " ".join(task.facts.slips).split()
    wanted = _difficulty(task, task.starter)
    seed = random.Random(f"{task.name} {draw}").getrandbits(32)
    for bug in candidates(task, _right_form(task), len(given), seed):
        new = {mistake.slug for mistake in bug.mistakes}
        if not new.isdisjoint(given) or _idle(bug.code) - _idle(bug.right):
            continue
        if wanted.is_like(_difficulty(task, bug.code)) and is_named(bug):
            return bug
    return None


def _idle(code: str) -> set[str]:
    """List names that are bound and never read, and lines that assign a name to itself: both give a slip away."""
    nodes = [*ast.walk(ast.parse(code))]
    names = [node for node in nodes if isinstance(node, ast.Name)]
    read = {node.id for node in names if isinstance(node.ctx, ast.Load)}
    lines = [ast.unparse(node) for node in nodes if isinstance(node, ast.Assign)]
    idle = {line for line in lines if len(set(line.split(" = "))) == 1}
    return idle | {node.id for node in names if node.id not in read}


def _right_form(task: Task) -> str:
    """The code to put slips into: step by step, unless that takes functions of the library."""
    return task.facts.starter if "import " in task.right_code else task.right_code


def _difficulty(task: Task, code: str) -> Difficulty:
    function, probes = defined(code)[task.name], task.probes(OPEN_SEED)
    with quiet():
        outcomes = [call(function, probe) for probe in probes]
        expected = [task.right(probe) for probe in probes]
    pairs = list(zip(outcomes, expected, strict=True))
    shown = [
        first_symptom([probe], [found], [right]) is not None
        for probe, (found, right) in zip(probes, pairs, strict=True)
    ]
    return Difficulty(
        raises=any(found.error for found in outcomes),
        reshapes=any(
            not found.error and _forms(found.value) != _forms(right.value) for found, right in pairs
        ),
        alters=any(found.changed for found in outcomes),
        share=float(np.mean(shown)),
    )


def _forms(value: Any) -> list[tuple[Any, ...]]:
    parts = map(np.asarray, value if isinstance(value, tuple) else (value,))
    return [(part.shape, part.dtype.kind) for part in parts]
