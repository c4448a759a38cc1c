"""What `%hunt` does with what is typed after it."""

from collections.abc import Callable, Iterable
from datetime import date

from checks.catalogue import EXERCISES, TASKS
from checks.hunt.choice import Wanted, wanted
from checks.hunt.hunt import Hunt, can_be_hunted, hunt_of
from checks.hunt.memory import Memory
from checks.hunt.page import LiveHunt

LESSONS = {task: int(name[:2]) for name, tasks in EXERCISES.items() for task in tasks}
LAST = max(LESSONS.values())
NO_LESSON = (
    f"lesson {{}} has no hunts. Write %hunt alone, or with the number of a lesson, 1 to {LAST}."
)
UNKNOWN = (
    "no hunt for {}. Write %hunt alone, with the number of a lesson, or a slug of %hunt --mine."
)


def hunt_for(what: str, memory: Memory) -> LiveHunt:
    """Begin the hunt that is asked for.

    Parameters
    ----------
    what : str
        The number of a lesson, the slug of a mistake, or nothing: then the memory chooses.
    memory : Memory

    Returns
    -------
    LiveHunt

    Raises
    ------
    LookupError
        If there is no such hunt.
    """
    if what and not what.isdecimal():
        pairs = ((task, what) for task in LESSONS if what in mistakes_in(task))
        return LiveHunt(_first(pairs, 0, UNKNOWN.format(what)), memory, _next(memory, None))
    following = _next(memory, int(what) if what else None)
    return LiveHunt(following(), memory, following)


def mistakes_in(task: str) -> tuple[str, ...]:
    """List the slugs of the mistakes that may be hunted in a task."""
    known = TASKS[task]
    return tuple(one.slug for one in known.mistakes) if can_be_hunted(known) else ()


def _next(memory: Memory, lesson: int | None) -> Callable[[], Hunt]:
    def following() -> Hunt:
        notes = memory.read()
        pairs = wanted(notes, LESSONS, mistakes_in, date.today(), lesson)
        return _first(pairs, len(notes.hunts), NO_LESSON.format(lesson))

    return following


def _first(pairs: Iterable[Wanted], seed: int, otherwise: str) -> Hunt:
    hunts = (hunt_of(TASKS[task], slug, seed) for task, slug in pairs)
    found = next(filter(None, hunts), None)
    if found is None:
        raise LookupError(otherwise)
    return found
