"""Find the next hunt, as `%hunt` asks for it."""

from collections.abc import Callable
from datetime import date

from checks.catalogue import EXERCISES, TASKS
from checks.hunt.choice import wanted
from checks.hunt.hunt import Hunt, can_be_hunted, hunt_of
from checks.hunt.memory import Memory
from checks.hunt.page import LiveHunt

LESSONS = {task: int(name[:2]) for name, tasks in EXERCISES.items() for task in tasks}


def begin(memory: Memory, lesson: int | None = None) -> LiveHunt:
    """Begin a hunt that suits what is remembered.

    Parameters
    ----------
    memory : Memory
    lesson : int, optional
        Hunt in this lesson alone.

    Returns
    -------
    LiveHunt

    Raises
    ------
    LookupError
        If there is no such lesson.

    Examples
    --------
    >>> print(repr(begin(Memory(None))).splitlines()[0])
    Bug hunt in cosine_scores. One line of this function is wrong. Which one?
    """
    if lesson not in (None, *LESSONS.values()):
        last = max(LESSONS.values())
        raise LookupError(
            f"%hunt {lesson}: there is no such lesson; they are numbered 1 to {last}."
        )
    following = _following(memory, lesson)
    return LiveHunt(following(), memory, following)


def _following(memory: Memory, lesson: int | None) -> Callable[[], Hunt]:
    def following() -> Hunt:
        notes = memory.read()
        pairs = wanted(notes, LESSONS, _mistakes_in, date.today(), lesson)
        hunts = (hunt_of(TASKS[task], slug, len(notes.hunts)) for task, slug in pairs)
        return next(filter(None, hunts))

    return following


def _mistakes_in(task: str) -> list[str]:
    known = TASKS[task]
    return [one.slug for one in known.mistakes] if can_be_hunted(known) else []
