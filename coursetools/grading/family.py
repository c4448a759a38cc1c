"""The processes of a sandbox: which they are, what they use together, and how they end."""

import os
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from coursetools.grading.cell_runner import adopt_orphans
from coursetools.grading.json_process import JsonProcess
from coursetools.grading.patience import children

MOST_ROUNDS = 500
SOCKET_BYTES = 425_984  # that one may hold for another to read, unless Linux is told otherwise


def adopt() -> None:
    """Become the parent of what outlives its parents in a sandbox, so that it is counted and ended.

    For processes that do nothing but grade, one notebook at a time.
    """
    adopt_orphans()
    Family.adopts = True


@dataclass(frozen=True)
class Use:
    """What processes use together.

    Attributes
    ----------
    threads : int
        Processes and threads.
    memory : int
        Bytes. Memory that several of them share may be counted for each.
    computed : float
        Seconds of processor time, with that of those who ended below them.
    """

    threads: int = 0
    memory: int = 0
    computed: float = 0


@dataclass
class Family:
    """A process and all that descends from it.

    Attributes
    ----------
    first : int
        The process id.
    own_namespaces : bool
        Whether the processes below the first have a network and files of their own.
    """

    first: int
    own_namespaces: bool = False
    adopts = False

    def processes(self) -> list[psutil.Process]:
        """List them, those included that have lost their parents."""
        found = [self.first]
        if self.adopts:
            found += filter(_is_orphan, children(os.getpid()))
        for pid in found:  # it grows meanwhile
            found += children(pid)
        return [one for pid in found for one in _process(pid)]

    def use(self) -> Use:
        """Add up what they use."""
        processes = self.processes()
        return Use(
            round(_total(processes, lambda one: one.num_threads())),
            round(_total(processes, lambda one: one.memory_info().rss)) + self._held(processes),
            _total(processes, lambda one: sum(one.cpu_times()[:4])),
        )

    def memory(self) -> float:
        """Add up what they use of memory exactly, which takes long."""
        processes = self.processes()
        return _total(processes, _proportional) + self._held(processes)

    def _held(self, processes: list[psutil.Process]) -> int:
        """Estimate the most memory of sockets, which belongs to no process."""
        if not self.own_namespaces or len(processes) < 2:
            return 0
        with suppress(OSError):
            used = Path(f"/proc/{processes[1].pid}/net/sockstat").read_text().split()
            return SOCKET_BYTES * int(used[2])
        return 0

    def files(self, places: Iterable[str]) -> int:
        """Count the files in places that only these processes see, each a file system of its own."""
        _, *inside = self.processes()
        with suppress(OSError):
            found = [
                os.statvfs(f"/proc/{one.pid}/root{place}") for one in inside[:1] for place in places
            ]
            return sum(one.f_files - one.f_ffree for one in found)
        return 0

    def kill(self) -> None:
        """Kill them all."""
        for one in self.processes():
            with suppress(psutil.Error):
                one.kill()

    def end(self) -> None:
        """Kill them all, and what they start in the meantime, until none is left."""
        for _ in range(MOST_ROUNDS):
            self.kill()
            if not self.processes():
                return
            time.sleep(0.01)


def _process(pid: int) -> list[psutil.Process]:
    with suppress(psutil.Error):
        return [psutil.Process(pid)]
    return []


def _is_orphan(child: int) -> bool:
    """Tell whether this process did not start this child, and it runs; if it has ended, reap it."""
    if child in JsonProcess.started:
        return False
    with suppress(ChildProcessError):
        return os.waitpid(child, os.WNOHANG)[0] == 0
    return False


def _total(
    processes: Iterable[psutil.Process], measure: Callable[[psutil.Process], float]
) -> float:
    total = 0.0
    for one in processes:
        with suppress(psutil.Error):
            total += measure(one)
    return total


def _proportional(process: psutil.Process) -> float:
    resident = process.memory_info().rss
    with suppress(psutil.AccessDenied):  # it may have closed its files in /proc
        return float(getattr(process.memory_full_info(), "pss", resident))
    return float(resident)
