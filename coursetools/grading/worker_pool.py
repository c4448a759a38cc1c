"""A worker pool that grades: processes of this machine, or workers of a Dask cluster."""

import gc
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any

from coursetools.errors import UnusableInput
from coursetools.grading.cell_runner import die_with_parent
from coursetools.grading.family import adopt
from coursetools.grading.session import Job, grade_together, ungraded
from coursetools.result import NotebookResult

AHEAD = 2  # batches submitted for each worker, so that none has to wait
MOST_TOGETHER = 4  # notebooks of a batch
ATTEMPTS = 2
SECONDS_TO_CONNECT = 30
Keyed = tuple[Any, Job]
Submitted = tuple[list[Keyed], int]  # what one worker grades, and which attempt it is

LOST = "The process that graded it was killed twice. Is this machine short of memory?"


class WorkerPool:
    """An executor for grading, which is replaced when one of its processes is killed.

    Parameters
    ----------
    start : callable
        Returns a new executor.
    stop : callable
        Ends an executor at once: jobs that have not started are cancelled.
    size : int
        How many notebooks it grades at a time.
    """

    def __init__(
        self, start: Callable[[], Executor], stop: Callable[[Executor], None], size: int
    ) -> None:
        self._start, self._stop = start, stop
        self.size = size
        self.executor = start()

    def restart(self) -> None:
        """Replace the executor: it takes no more jobs once one of its processes has been killed."""
        self.close()
        self.executor = self._start()

    def close(self) -> None:
        """End the executor."""
        self._stop(self.executor)


def local_pool(size: int) -> WorkerPool:
    """Make a pool of processes on this machine, which end when this process ends, for whatever reason.

    Parameters
    ----------
    size : int

    Returns
    -------
    WorkerPool
    """
    spawning = multiprocessing.get_context("spawn")
    return WorkerPool(
        lambda: ProcessPoolExecutor(size, spawning, _start_worker, (os.getpid(),)),
        lambda executor: executor.shutdown(wait=False, cancel_futures=True),
        size,
    )


def cluster_pool(address: str) -> WorkerPool:
    """Make a pool of the workers of a Dask cluster.

    Parameters
    ----------
    address : str
        Of its scheduler, such as `tcp://10.0.0.1:8786`.

    Returns
    -------
    WorkerPool

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
        client = Client(address, timeout=SECONDS_TO_CONNECT)
        size = sum(client.nthreads().values())
    except (OSError, ValueError) as error:
        raise UnusableInput(f"--scheduler {address}: does not answer ({error}).") from None
    if size == 0:
        client.close()
        raise UnusableInput(
            f"--scheduler {address}: has no workers. Start some with `dask worker`."
        )
    return WorkerPool(lambda: client.get_executor(pure=False), lambda _: client.close(), size)


def grade_all(
    jobs: Iterable[tuple[Any, Job]], pool: WorkerPool
) -> Iterator[tuple[Any, NotebookResult]]:
    """Grade jobs, with only a few submitted at any time.

    Parameters
    ----------
    jobs : iterable of (key, Job)
        Read as late as possible, so that a class of any size fits into memory. Consecutive
        notebooks of the same student are graded together.
    pool : WorkerPool

    Yields
    ------
    key : anything
    result : NotebookResult
        In the order in which they finish.

    Raises
    ------
    UnusableInput
        If this machine cannot grade at all.
    """
    new = ((batch, 1) for batch in _batches(jobs))
    retries: deque[Submitted] = deque()
    running: dict[Future[Any], Submitted] = {}
    while True:
        # Retried alone, what may have killed a process takes no other with it, and what had to wait
        # for the processor has it to itself, as far as grading goes.
        room = (1 if retries else AHEAD * pool.size) - len(running)
        for submitted in _pop_first(retries, room) if retries else islice(new, max(room, 0)):
            together = [job for _, job in submitted[0]]
            running[pool.executor.submit(grade_together, together)] = submitted
        if not running:
            return
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        if any(isinstance(future.exception(), BrokenProcessPool) for future in done):
            pool.restart()
            given_up, lost = _split_lost(running)
            retries += lost
            yield from given_up
        for future in done & running.keys():
            batch, attempt = running.pop(future)
            if len(batch) > 1 and _has_stopped(future):  # at one of them
                retries += [([one], attempt) for one in batch]
                continue
            for (key, job), result in zip(batch, _results(future, batch), strict=True):
                if result.starved and attempt < ATTEMPTS:
                    retries.append(([(key, job)], attempt + 1))
                else:
                    yield key, result


def _batches(jobs: Iterable[Keyed]) -> Iterator[list[Keyed]]:
    """Group consecutive notebooks of the same student."""
    batch: list[Keyed] = []
    for key, job in jobs:
        if batch and (not job.student or job.student != batch[0][1].student):
            yield batch
            batch = []
        batch.append((key, job))
        if len(batch) == MOST_TOGETHER:
            yield batch
            batch = []
    if batch:
        yield batch


def _start_worker(parent: int) -> None:
    """Prepare a worker process: Ctrl-C is left to its parent, and it ends when its parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()  # what is loaded by now stays, so no collection has to look at it
    adopt()
    die_with_parent(parent)


def _pop_first(retries: deque[Submitted], room: int) -> list[Submitted]:
    return [retries.popleft()] if room > 0 else []


def _split_lost(running: dict[Future[Any], Submitted]) -> tuple[list[Any], list[Submitted]]:
    """Split the jobs of a broken executor: those lost for the second time, and those to retry."""
    lost = [(one, attempt) for batch, attempt in running.values() for one in batch]
    running.clear()
    given_up = [(key, ungraded(job, LOST)) for (key, job), attempt in lost if attempt == ATTEMPTS]
    return given_up, [([one], attempt + 1) for one, attempt in lost if attempt < ATTEMPTS]


def _has_stopped(future: Future[Any]) -> bool:
    error = future.exception()
    return error is not None and not isinstance(error, UnusableInput)


def _results(future: Future[Any], batch: Sequence[Keyed]) -> list[NotebookResult]:
    error = future.exception()
    if isinstance(error, UnusableInput):
        raise error
    if error is not None:
        words = f"The grader stopped at this notebook: {type(error).__name__}."
        return [ungraded(job, words) for _, job in batch]
    results: list[NotebookResult] = future.result()
    return results
