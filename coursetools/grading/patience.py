"""A clock that nearly stands still while this process, or one below it, waits for the processor.

A deadline on this clock measures what an answer does with its time, however busy the machine is.
"""

import os
import threading
import time
from collections.abc import Container, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import psutil

PATIENCE = 20  # at most so many times longer than on a clock on the wall
LOOK_EVERY = 0.2
LISTS_CHILDREN = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").exists()


class Moment(NamedTuple):
    """What a clock had counted at a moment, and how much of that was spent waiting."""

    counted: float
    lost: float


class PatientClock:
    """Seconds without those spent waiting for the processor, as far as patience goes.

    Linux alone tells how long each thread has waited; on other systems every second counts.

    Attributes
    ----------
    apart : set of int
        Processes for which nobody waits: what they and those below them do is not looked at.

    Examples
    --------
    >>> clock = PatientClock()
    >>> begun = clock.now()
    >>> time.sleep(0.3)  # who sleeps does not wait
    >>> clock.now() > begun
    True
    """

    def __init__(self) -> None:
        self.apart: set[int] = set()
        self._counted = self._lost = 0.0
        self._looked, self._waits = time.monotonic(), _waits(self.apart)
        self._turn = threading.Lock()

    def moment(self) -> Moment:
        """Note this moment, for `lost_since`."""
        return Moment(self.now(), self._lost)

    def lost_since(self, moment: Moment) -> float:
        """Give the share of the seconds counted since then that were spent waiting all the same.

        Even while everything waits, this clock goes on, `PATIENCE` times more slowly.
        """
        counted = self.now() - moment.counted
        return (self._lost - moment.lost) / counted if counted else 0.0

    def now(self) -> float:
        """Give the seconds that have counted, up to a fifth of a second ago."""
        with self._turn:
            passed = time.monotonic() - self._looked
            if passed >= LOOK_EVERY:
                self._count(passed)
            return self._counted

    def _count(self, passed: float) -> None:
        before, self._waits = self._waits, _waits(self.apart)
        each = (seconds - before.get(thread, 0) for thread, seconds in self._waits.items())
        own = max(0, passed - sum(max(0, waited) for waited in each))
        counted = max(own, passed / PATIENCE)
        self._lost += counted - own
        self._counted += counted
        self._looked += passed


def children(parent: int) -> list[int]:
    """List the children of a process; nothing once it has ended."""
    if not LISTS_CHILDREN:  # all processes of this machine have to be looked at
        with suppress(psutil.Error):
            return [child.pid for child in psutil.Process(parent).children()]
    return [int(child) for _, words in _of_threads(parent, "children") for child in words]


def _waits(apart: Container[int]) -> dict[str, float]:
    """Tell how many seconds each thread of this process, and of all below it, has waited so far."""
    processes, waits = [os.getpid()], {}
    for process in processes:  # it grows meanwhile
        below = children(process) if LISTS_CHILDREN else []
        processes += [child for child in below if child not in apart]
        for thread, words in _of_threads(process, "schedstat"):
            waits[thread] = int(words[1]) / 1e9
    return waits


def _of_threads(process: int, file: str) -> Iterator[tuple[str, list[str]]]:
    """Read what Linux tells about each thread of a process, as words."""
    with suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            with suppress(OSError):
                yield thread.name, (thread / file).read_text().split()


CLOCK = PatientClock()
