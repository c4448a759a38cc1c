"""What is said of the memory: at the end of a hunt, and in `%hunt --mine`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from html import escape

from checks.catalogue import EXERCISES, TASKS
from checks.hunt.hunt import Hunt
from checks.hunt.memory import Memory, Notes, Remembered

NOTHING = "Nothing is remembered yet. A mistake that %check names will come back here as a hunt."
ENOUGH_FOR_A_DAY = 5  # hunts
FORGET_WHAT = "--forget: forget what? Write all, or the name of a mistake in %hunt --mine."


@dataclass(frozen=True, repr=False)
class Lines:
    """Sentences, a line each, as a notebook shows them."""

    lines: tuple[str, ...]

    def __repr__(self) -> str:
        return "\n".join(self.lines)

    def _repr_html_(self) -> str:
        items = "".join(f"<li>{escape(line)}</li>" for line in self.lines)
        return f'<ul style="margin:0;line-height:1.5">{items}</ul>'


def beforehand(hunt: Hunt, notes: Notes, today: date) -> Iterator[str]:
    """Say at the start of a hunt why it comes.

    Parameters
    ----------
    hunt : Hunt
    notes : Notes
        As they are before the hunt.
    today : date

    Yields
    ------
    str
        A sentence, or nothing for a mistake that is not remembered.
    """
    one = notes.of_slug(hunt.mistake.slug)
    times = [past.on for past in notes.hunts if past.slug == hunt.mistake.slug]
    if one and one.step and times:
        days = (today - times[-1]).days
        if days:
            yield f"Back after {days} day{'s' if days > 1 else ''}."
    elif one and one.days:
        yield f"You made this one in {one.task} on {_day(one.made)}."


def afterwards(hunt: Hunt, before: Remembered | None, memory: Memory, today: date) -> Iterator[str]:
    """Say after a hunt where its mistake belongs, when it comes back, and how this week went.

    Parameters
    ----------
    hunt : Hunt
    before : Remembered or None
        What was remembered of the mistake before the hunt.
    memory : Memory
        As it is after the hunt.
    today : date

    Yields
    ------
    str
        A sentence or two.
    """
    notes = memory.read()
    now = notes.of_slug(hunt.mistake.slug)
    yield f"It belongs to {lesson_of(hunt.bug.task.name)}."
    if before and before.days:
        yield f"You made this mistake yourself, in {before.task} on {_day(before.made)}."
    if now and now.due:
        yield f"It comes back {_when(now.due, today)}."
    elif now:
        yield "You have found it four times running, so it rests now."
    else:
        yield "You found it at first sight and have never made it yourself, so it does not come back."
    yield from week(notes, today)
    if sum(one.on == today for one in notes.hunts) >= ENOUGH_FOR_A_DAY:
        yield "That is enough for today: hunts on another day help you more."
    if memory.trouble:
        yield memory.trouble


def week(notes: Notes, today: date) -> Iterator[str]:
    """Say how the hunts of the last seven days went, if there were any.

    Examples
    --------
    >>> from checks.hunt.memory import Hunted
    >>> day = date(2030, 1, 7)
    >>> [*week(Notes(hunts=[Hunted(day, "negated", "softmax", True)]), day)]
    ['This week you found 1 of 1 at first sight.']
    """
    hunts = notes.this_week(today)
    if hunts:
        found = sum(one.alone for one in hunts)
        yield f"This week you found {found} of {len(hunts)} at first sight."


def mine(
    memory: Memory, today: date, can_come_back: Callable[[Remembered], bool]
) -> tuple[str, ...]:
    """List what is remembered, in words.

    Parameters
    ----------
    memory : Memory
    today : date
    can_come_back : callable
        Whether there is a hunt for a mistake.

    Returns
    -------
    tuple of str
        A line for each mistake, the next one first, and those without a hunt last.

    Examples
    --------
    >>> memory = Memory(None)
    >>> memory.made("scaled_scores", ["no-scale"], date(2030, 1, 7))
    >>> mine(memory, date(2030, 1, 9), lambda one: True)[0]
    'no-scale: The scores are not divided by the root of d_k. You made it in scaled_scores on 7 January. It comes back today.'
    """
    notes = memory.read()
    coming = sorted(notes.mistakes, key=lambda one: one.due or date.max)
    told = [(one, bool(one.due) and not can_come_back(one)) for one in coming]
    told.sort(key=lambda pair: pair[1])
    lines = [_line(one, today, without) for one, without in told] or [NOTHING]
    lines += week(notes, today)
    if memory.trouble:
        lines.append(memory.trouble)
    elif memory.file and memory.file.exists():
        lines.append(f"All of this is kept in {memory.file}, and nowhere else.")
    return tuple(lines)


def forgotten(what: str, memory: Memory) -> tuple[str, ...]:
    """Forget one mistake or everything, and say so.

    Parameters
    ----------
    what : str
        A slug, or "all".
    memory : Memory

    Returns
    -------
    tuple of str

    Raises
    ------
    LookupError
        If it is empty, or nothing of this name is remembered.
    """
    if not what:
        raise LookupError(FORGET_WHAT)
    found = memory.forget(what)
    if what == "all":
        return ("Everything is forgotten." if found else "There was nothing to forget.",)
    if not found:
        raise LookupError(f"--forget {what}: nothing of this name is remembered. See %hunt --mine.")
    return (f"{what} is forgotten.",)


def _line(one: Remembered, today: date, without_hunt: bool) -> str:
    known = TASKS[one.task].mistakes if one.task in TASKS else ()
    does = next((f" {each.does}" for each in known if each.slug == one.slug), "")
    made = "made" if one.days else "missed"
    times = f" (on {one.days} days in all)" if one.days > 1 else ""
    comes = f"It comes back {_when(one.due, today)}." if one.due else "It rests."
    if without_hunt:
        comes = f"There is no hunt for it, so come back to it in the exercise {one.task}."
    return f"{one.slug}:{does} You {made} it in {one.task} on {_day(one.made)}{times}. {comes}"


def lesson_of(task: str) -> str:
    """Name the lesson of a task.

    Examples
    --------
    >>> lesson_of("softmax")
    'lesson 3 (softmax axis), exercise softmax'
    """
    name = next(name for name, tasks in EXERCISES.items() if task in tasks)
    number, *words = name.split("_")
    return f"lesson {int(number)} ({' '.join(words)}), exercise {task}"


def _when(due: date, today: date) -> str:
    days = (due - today).days
    if days <= 1:
        return "tomorrow" if days == 1 else "today"
    return f"on {_day(due)}, in {days} days"


def _day(day: date) -> str:
    return f"{day.day} {day:%B}"
