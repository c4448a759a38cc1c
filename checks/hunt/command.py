"""What `%hunt` does: find the next hunt, and list the mistakes that come back."""

from collections.abc import Iterable, Iterator
from datetime import date

from checks.catalogue import EXERCISES, TASKS
from checks.hunt import words
from checks.hunt.choice import Wanted, again, wanted
from checks.hunt.hunt import Hunt, can_be_hunted, hunt_of
from checks.hunt.memory import Memory, Notes, Remembered
from checks.hunt.page import LiveHunt

LESSONS = {task: int(name[:2]) for name, tasks in EXERCISES.items() for task in tasks}


def begin(memory: Memory, where: str = "") -> LiveHunt:
    """Begin a hunt that suits what is remembered.

    Parameters
    ----------
    memory : Memory
    where : str
        The number of a lesson, or the name of a task, to hunt in it alone. Empty: anywhere.

    Returns
    -------
    LiveHunt

    Raises
    ------
    LookupError
        If there is no such lesson or task, or no hunt in it.

    Examples
    --------
    >>> print(repr(begin(Memory(None))).splitlines()[0])
    Bug hunt in cosine_scores. One line of this function is wrong. Which one?
    """
    lessons = _lessons(where)

    def following() -> Hunt:
        notes = memory.read()
        pairs = wanted(notes, lessons, _mistakes_in, date.today())
        hunt = next(_hunts(pairs, notes), None)
        if hunt is None:
            raise LookupError(
                f"%hunt {where}: no hunt can be made of it. %hunt alone finds one elsewhere."
            )
        return hunt

    return LiveHunt(following(), memory, following)


def mine(memory: Memory, today: date) -> tuple[str, ...]:
    """List what is remembered, as `words.mine` does, and say what no hunt can bring back."""
    notes = memory.read()

    def can_come_back(one: Remembered) -> bool:
        return any(_hunts(again(one, notes, LESSONS, _mistakes_in), notes))

    return words.mine(memory, today, can_come_back)


def _lessons(where: str) -> dict[str, int]:
    """Choose the tasks to hunt in, each with its lesson."""
    last = max(LESSONS.values())
    if where and where not in LESSONS and where not in map(str, range(1, last + 1)):
        raise LookupError(
            f"%hunt {where}: there is no such lesson or exercise. Lessons are numbered 1 to {last}, "
            "and exercises have the names that %check uses, such as softmax."
        )
    return {task: lesson for task, lesson in LESSONS.items() if where in ("", task, str(lesson))}


def _hunts(pairs: Iterable[Wanted], notes: Notes) -> Iterator[Hunt]:
    """Make hunts; a line that gives itself away is only for those who have written one like it."""
    own = {one.slug for one in notes.mistakes if one.days}
    for task, slug in pairs:
        seed = notes.times(task, slug)
        hunt = hunt_of(TASKS[task], slug, seed)
        if hunt is None and slug in own:
            hunt = hunt_of(TASKS[task], slug, seed, silly=True)
        if hunt is not None:
            yield hunt


def _mistakes_in(task: str) -> list[str]:
    known = TASKS[task]
    return [one.slug for one in known.mistakes] if can_be_hunted(known) else []
