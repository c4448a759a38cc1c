"""What a learner's own folder remembers: mistakes, when each comes back, tasks passed, hunts.

A mistake that `%check` names is hunted the next time. Found at first sight, it comes back after 1 day,
then after 3, 7 and 21; otherwise it begins again with 1 day.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

FILE = "my_hunts.json"
DAYS = (1, 3, 7, 21)
A_WEEK = timedelta(days=7)
ABOUT = "What %check and %hunt remember of your mistakes. `%hunt --forget all` deletes this file."
# Tests, graders and CI run answers that are not the learner's own.
NOT_A_LEARNER = ("PYTEST_VERSION", "NBGRADER_EXECUTION", "CI")


@dataclass(frozen=True)
class Remembered:
    """A mistake that comes back.

    Attributes
    ----------
    slug, task : str
        The mistake, and the task in which it was made last.
    made : date
        When that was.
    days : int
        On how many days `%check` has named it; 0 if it was only missed in a hunt.
    step : int
        How many of `DAYS` are behind it.
    due : date or None
        When it comes back; None if it was found after the last of `DAYS`.
    """

    slug: str
    task: str
    made: date
    days: int = 0
    step: int = 0
    due: date | None = None

    def made_again(self, task: str, today: date) -> "Remembered":
        """Begin from the start; the same mistake counts once a day, however often it is checked."""
        if self.days and self.made == today:
            return self
        return Remembered(self.slug, task, today, self.days + 1, due=today)

    def hunted(self, alone: bool, today: date) -> "Remembered":
        """Come back later if it was found at first sight, and otherwise tomorrow."""
        step = self.step if alone else 0
        if step == len(DAYS):
            return replace(self, due=None)
        return replace(self, step=step + 1, due=today + timedelta(days=DAYS[step]))


@dataclass(frozen=True)
class Hunted:
    """A hunt that is over.

    Attributes
    ----------
    on : date
    slug, task : str
    alone : bool
        Whether the line was found at first sight, and repaired without being shown.
    """

    on: date
    slug: str
    task: str
    alone: bool


@dataclass
class Notes:
    """Everything that is remembered.

    Attributes
    ----------
    mistakes : list of Remembered
        One for each slug.
    passed : list of str
        The tasks that have passed their check.
    hunts : list of Hunted
        In the order in which they ended.
    """

    mistakes: list[Remembered] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    hunts: list[Hunted] = field(default_factory=list)

    def due(self, today: date) -> list[Remembered]:
        """List the mistakes that should come back by now, the one that waits longest first."""
        waiting = [(one.due, one) for one in self.mistakes if one.due and one.due <= today]
        return [one for _, one in sorted(waiting, key=lambda pair: pair[0])]

    def this_week(self, today: date) -> list[Hunted]:
        """List the hunts of the last seven days."""
        return [one for one in self.hunts if one.on > today - A_WEEK]

    @property
    def last_task(self) -> str:
        """The task of the last hunt; empty before the first."""
        return self.hunts[-1].task if self.hunts else ""

    def times(self, task: str, slug: str) -> int:
        """Count the hunts for a mistake in a task."""
        return sum((one.task, one.slug) == (task, slug) for one in self.hunts)

    def of_slug(self, slug: str) -> Remembered | None:
        """Find what is remembered of a mistake."""
        return next((one for one in self.mistakes if one.slug == slug), None)

    def put(self, changed: Remembered) -> None:
        """Remember a mistake as it is now."""
        others = [one for one in self.mistakes if one.slug != changed.slug]
        self.mistakes = [*others, changed]


class Memory:
    """The notes in a learner's folder. If they cannot be written there, they last for the session.

    Parameters
    ----------
    file : Path or None
        None to write nowhere.

    Attributes
    ----------
    trouble : str
        Why the notes are not in the file, although they should be; empty if nothing is wrong.

    Examples
    --------
    >>> memory = Memory(None)
    >>> memory.made("attention", ["no-scale"], date(2030, 1, 7))
    >>> memory.hunted("attention", "no-scale", True, date(2030, 1, 7))
    >>> memory.read().mistakes[0].due
    datetime.date(2030, 1, 8)
    """

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.trouble = ""
        self._kept = Notes()

    def read(self) -> Notes:
        """Read the notes; another notebook may have changed them, or deleted them."""
        if self.trouble or self.file is None:
            return self._kept
        if not self.file.exists():
            return Notes()
        try:
            self._kept = _parsed(json.loads(self.file.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError, KeyError) as error:
            self._give_up(f"{self.file} cannot be read ({error}); delete it or mend it.")
        return self._kept

    def made(self, task: str, slugs: list[str], today: date) -> None:
        """Remember mistakes that a check has named.

        Parameters
        ----------
        task : str
        slugs : list of str
        today : date
        """
        notes = self.read()
        for slug in slugs:
            known = notes.of_slug(slug) or Remembered(slug, task, today)
            notes.put(known.made_again(task, today))
        self._write(notes)

    def passed(self, task: str) -> None:
        """Remember that a task has passed its check."""
        notes = self.read()
        if task not in notes.passed:
            notes.passed.append(task)
            self._write(notes)

    def hunted(self, task: str, slug: str, alone: bool, today: date) -> None:
        """Remember how a hunt ended: a mistake that needed help comes back, whoever made it."""
        notes = self.read()
        known = notes.of_slug(slug)
        if known or not alone:
            notes.put((known or Remembered(slug, task, today)).hunted(alone, today))
        notes.hunts.append(Hunted(today, slug, task, alone))
        self._write(notes)

    def forget(self, what: str) -> bool:
        """Forget one mistake, or everything.

        Parameters
        ----------
        what : str
            A slug, or "all", which deletes the file.

        Returns
        -------
        bool
            Whether there was anything to forget.
        """
        if what != "all":
            notes = self.read()
            kept = [one for one in notes.mistakes if one.slug != what]
            found = kept != notes.mistakes
            notes.mistakes = kept
            self._write(notes)
            return found
        found = self.read() != Notes()
        self._kept = Notes()
        if self.file is not None:
            self.file.unlink(missing_ok=True)
        return found

    def _write(self, notes: Notes) -> None:
        self._kept = notes
        if self.trouble or self.file is None:
            return
        whole = self.file.with_suffix(".part")
        try:
            whole.write_text(_written(notes), encoding="utf-8")
            whole.replace(self.file)
        except OSError as error:
            self._give_up(f"{self.file} cannot be written ({error.strerror}).")

    def _give_up(self, why: str) -> None:
        self.trouble = f"Remembered for this session only: {why}"


def memory_of(place: Path, environment: Mapping[str, str]) -> Memory:
    """Find the memory of whoever works in a place.

    Parameters
    ----------
    place : Path
        The folder of the notebook.
    environment : mapping
        Where tests, graders and CI show.

    Returns
    -------
    Memory
        In the course's folder if the place is in one, and otherwise in the place itself.
    """
    if any(name in environment for name in NOT_A_LEARNER):
        return Memory(None)
    above = (place, *place.parents)
    course = (one for one in above if (one / "notebooks").is_dir() and (one / "exercises").is_dir())
    return Memory(next(course, place) / FILE)


def _written(notes: Notes) -> str:
    """Write JSON with one line for each mistake and for each hunt."""
    parts = {name.name: getattr(notes, name.name) for name in fields(notes)}
    lists = [f' "{name}": [\n{_lines(part)}\n ]' for name, part in parts.items()]
    return "{\n" + ",\n".join([f' "about": {json.dumps(ABOUT)}', *lists]) + "\n}\n"


def _lines(part: list[Any]) -> str:
    plain = (one if isinstance(one, str) else asdict(one) for one in part)
    return ",\n".join(f"  {json.dumps(one, default=str)}" for one in plain)


def _parsed(plain: Any) -> Notes:
    return Notes(
        [_with_dates(Remembered, one) for one in plain["mistakes"]],
        [str(one) for one in plain["passed"]],
        [_with_dates(Hunted, one) for one in plain["hunts"]],
    )


def _with_dates(kind: Any, plain: Mapping[str, Any]) -> Any:
    dates = {name: date.fromisoformat(plain[name]) for name in DATES if plain.get(name)}
    return kind(**{**plain, **dates})


DATES = ("made", "due", "on")
