"""List the ways to go wrong in a task: single mistakes, and several mistakes at once."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from checks.lines import Exchanged
from checks.mistake import Mistake
from checks.task import Task

Slip = tuple[Mistake, Exchanged]

_when_tried: ContextVar[Callable[[], None]] = ContextVar("when_tried", default=lambda: None)


@dataclass(frozen=True)
class Way:
    """One way to go wrong: some mistakes made at the same time.

    Attributes
    ----------
    task : Task
    slips : tuple of (Mistake, Exchanged)
        Each mistake with the lines that it exchanges.
    """

    task: Task
    slips: tuple[Slip, ...]

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The mistakes, in the order of the catalogue."""
        return tuple(mistake for mistake, _ in self.slips)

    @property
    def exchanged(self) -> Exchanged:
        """The lines that all its mistakes exchange."""
        return {name: one for _, steps in self.slips for name, one in steps.items()}

    def function(self) -> Callable[..., Any]:
        """Make the function that goes wrong in this way."""
        return self.task.going_wrong(self.exchanged)

    def without(self, mistake: Mistake) -> "Way":
        """Leave one mistake out."""
        return Way(self.task, tuple(slip for slip in self.slips if slip[0] is not mistake))


def ways(task: Task, count: int, slips: Sequence[Slip] | None = None) -> Iterator[Way]:
    """List every combination of a number of mistakes, in the order of the catalogue.

    Parameters
    ----------
    task : Task
    count : int
        How many mistakes.
    slips : sequence of (Mistake, Exchanged), optional
        The mistakes to choose from. Default: all mistakes of the task.

    Yields
    ------
    Way
        Each combines different mistakes, no two of which exchange the same line.
    """
    for chosen in itertools.combinations(task.slips() if slips is None else slips, count):
        if _go_together(chosen):
            yield Way(task, chosen)


@contextmanager
def calling_back(step: Callable[[], None]) -> Iterator[None]:
    """Call a function for each way that is tried in a block, so that a notebook can say it takes long."""
    token = _when_tried.set(step)
    try:
        yield
    finally:
        _when_tried.reset(token)


def counted(found: Iterable[Way]) -> Iterator[Way]:
    """Yield ways to try, and call back for each."""
    step = _when_tried.get()
    for way in found:
        step()
        yield way


def _go_together(slips: Sequence[Slip]) -> bool:
    exchanged = [name for _, steps in slips for name in steps]
    different = {mistake.slug for mistake, _ in slips}
    return len(different) == len(slips) and len(set(exchanged)) == len(exchanged)
