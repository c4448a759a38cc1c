"""Who grades: processes of this machine, or workers of a Dask cluster. The code is the same."""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any

from coursetools.cell_runner import die_with_parent
from coursetools.cells import UnusableInput
from coursetools.grade import Job, grade, ungraded

AHEAD = 2  # jobs handed out for each hand, so that none ever waits
ATTEMPTS = 2
Waiting = tuple[Any, Job, int]  # key, job, and which attempt it is

LOST = "The process that graded it was ended twice. Is this machine short of memory?"


class Crew:
    """Those who grade.

    Parameters
    ----------
    hire : callable
        Gives an executor.
    dismiss : callable
        Ends an executor: what is not begun is taken back, and nothing waited for.
    hands : int
        How many notebooks it grades at once.
    """

    def __init__(
        self, hire: Callable[[], Executor], dismiss: Callable[[Executor], None], hands: int
    ) -> None:
        self._hire, self._dismiss = hire, dismiss
        self.hands = hands
        self.executor = hire()

    def renew(self) -> None:
        """Hire anew: a process was ended, and its executor takes no more jobs."""
        self.close()
        self.executor = self._hire()

    def close(self) -> None:
        """End it."""
        self._dismiss(self.executor)


def of_processes(jobs: int) -> Crew:
    """Make a crew of processes of this machine, which end when this one ends, however it does."""
    fresh = multiprocessing.get_context("spawn")
    return Crew(
        lambda: ProcessPoolExecutor(jobs, fresh, _begin, (os.getpid(),)),
        lambda executor: executor.shutdown(wait=False, cancel_futures=True),
        jobs,
    )


def of_cluster(address: str) -> Crew:
    """Make a crew of the workers of a Dask cluster.

    Parameters
    ----------
    address : str
        Of its scheduler, such as `tcp://10.0.0.1:8786`.

    Returns
    -------
    Crew

    Raises
    ------
    UnusableInput
        If Dask is not installed, or no scheduler with a worker answers there.
    """
    try:
        from distributed import Client
    except ImportError:
        raise UnusableInput("--scheduler needs Dask: pip install distributed") from None
    try:
        client = Client(address, timeout=10)
        hands = sum(client.nthreads().values())
    except (OSError, ValueError) as error:
        raise UnusableInput(f"--scheduler {address}: does not answer ({error}).") from None
    if hands == 0:
        client.close()
        raise UnusableInput(
            f"--scheduler {address}: has no workers. Start some with `dask worker`."
        )
    return Crew(lambda: client.get_executor(pure=False), lambda _: client.close(), hands)


def _begin(parent: int) -> None:
    """Begin a process: Ctrl-C is for the one that started it, and its end is the end of all."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent(parent)


def graded(jobs: Iterable[tuple[Any, Job]], crew: Crew) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Grade jobs, a few of them handed out at any time.

    Parameters
    ----------
    jobs : iterable of (key, Job)
        Read as late as possible, so that a class of any size fits into memory.
    crew : Crew

    Yields
    ------
    key : anything
    result : dict
        In the order in which they are done.

    Raises
    ------
    UnusableInput
        If this machine cannot grade at all.
    """
    fresh = ((key, job, 1) for key, job in jobs)
    again: deque[Waiting] = deque()
    waiting: dict[Future[Any], Waiting] = {}
    while True:
        # What may have ended a process is tried again alone, lest it take others with it.
        room = (1 if again else AHEAD * crew.hands) - len(waiting)
        for taken in _taken(again, room) if again else islice(fresh, max(room, 0)):
            waiting[crew.executor.submit(grade, taken[1])] = taken
        if not waiting:
            return
        done, _ = wait(waiting, return_when=FIRST_COMPLETED)
        if any(isinstance(future.exception(), BrokenProcessPool) for future in done):
            crew.renew()
            given_up, once_more = _sorted_out(waiting)
            again += once_more
            yield from given_up
        for future in done & waiting.keys():
            key, job, _ = waiting.pop(future)
            yield key, _result(future, job)


def _taken(again: deque[Waiting], room: int) -> list[Waiting]:
    return [again.popleft()] if room > 0 else []


def _sorted_out(waiting: dict[Future[Any], Waiting]) -> tuple[list[Any], list[Waiting]]:
    """Of the jobs that an executor lost: those that cost it twice, and those to try once more."""
    lost = list(waiting.values())
    waiting.clear()
    given_up = [(key, ungraded(job, LOST)) for key, job, attempt in lost if attempt == ATTEMPTS]
    return given_up, [(key, job, attempt + 1) for key, job, attempt in lost if attempt < ATTEMPTS]


def _result(future: Future[Any], job: Job) -> dict[str, Any]:
    error = future.exception()
    if isinstance(error, UnusableInput):
        raise error
    if error is not None:
        return ungraded(job, f"The grader stopped at this notebook: {type(error).__name__}.")
    return dict(future.result())
