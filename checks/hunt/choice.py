"""Choose the next hunt: mistakes that are due, then those of tasks that passed, then any."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby

from checks.hunt.memory import Notes, Remembered

Wanted = tuple[str, str]  # a task, and the slug of a mistake in it

FIRST: Wanted = ("cosine_scores", "norm-over-everything")  # everybody begins with it


def wanted(
    notes: Notes,
    lessons: Mapping[str, int],
    mistakes_of: Callable[[str], Sequence[str]],
    today: date,
) -> Iterator[Wanted]:
    """List what to hunt, in order. The same notes on the same day give the same order.

    Parameters
    ----------
    notes : Notes
    lessons : mapping of str to int
        The tasks that can be hunted, each with the number of its lesson, in the course's order.
    mistakes_of : callable
        From a task to the slugs of the mistakes that may be put into it.
    today : date

    Yields
    ------
    (task, slug)
        The mistakes that are due, as `again` gives them. Before the first hunt, `FIRST`. Then the
        mistakes of tasks that have passed, of other tasks of their lessons, and of all lessons, from
        the first on. Within each of these, what was found at first sight before comes last, and
        before it the task of the last hunt.

    Examples
    --------
    >>> from checks.hunt.memory import Hunted
    >>> notes = Notes(passed=["softmax"], hunts=[Hunted(date.today(), *FIRST, alone=True)])
    >>> next(wanted(notes, {"dot_scores": 1, "softmax": 3}, lambda task: ["negated"], date.today()))
    ('softmax', 'negated')
    """
    rng = random.Random(len(notes.hunts))  # so that a saved notebook shows what it showed
    for one in notes.due(today):
        yield from again(one, notes, lessons, mistakes_of)
    if not notes.hunts and FIRST[0] in lessons:
        yield FIRST
    done = {lessons[task] for task in notes.passed if task in lessons}

    def how_new(task: str) -> tuple[bool, int]:
        """Keep for later what would give an exercise away that is still to be done."""
        return task not in notes.passed, 0 if lessons[task] in done else lessons[task]

    for _, tasks in groupby(sorted(lessons, key=how_new), key=how_new):
        yield from _drawn(list(tasks), notes, mistakes_of, rng)


def again(
    one: Remembered,
    notes: Notes,
    lessons: Mapping[str, int],
    mistakes_of: Callable[[str], Sequence[str]],
) -> Iterator[Wanted]:
    """List where a mistake may come back without giving an exercise away.

    Parameters
    ----------
    one : Remembered
    notes, lessons, mistakes_of
        As for `wanted`.

    Yields
    ------
    (task, slug)
        Tasks that have passed, then the one where the mistake was made, then others of the lessons
        of these. Of the tasks that have passed, those that were not hunted for it come first, and
        that of the last hunt comes last.
    """
    rng = random.Random(len(notes.hunts))
    passed = [task for task in lessons if task in notes.passed and task != one.task]
    rng.shuffle(passed)
    passed.sort(key=lambda task: (task == notes.last_task, notes.times(task, one.slug)))
    done = {lessons[task] for task in (*notes.passed, one.task) if task in lessons}
    others = [task for task in lessons if lessons[task] in done]
    for task in dict.fromkeys([*passed, one.task, *others]):
        if task in lessons and one.slug in mistakes_of(task):
            yield task, one.slug


def _drawn(
    tasks: list[str],
    notes: Notes,
    mistakes_of: Callable[[str], Sequence[str]],
    rng: random.Random,
) -> Iterator[Wanted]:
    """Draw from each task in turn, so that one task is read and not all of them."""
    known = {(hunt.task, hunt.slug) for hunt in notes.hunts if hunt.alone}
    rng.shuffle(tasks)
    tasks.sort(key=lambda task: task == notes.last_task)
    seen: list[Wanted] = []
    for task in tasks:
        slugs = list(mistakes_of(task))
        rng.shuffle(slugs)
        pairs = [(task, slug) for slug in slugs]
        yield from (pair for pair in pairs if pair not in known)
        seen += [pair for pair in pairs if pair in known]
    yield from seen
