"""How far a long command has come: a bar on a terminal, a line at each tenth elsewhere."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


class Advance(Protocol):
    """Says that one more thing is done."""

    def __call__(self) -> None:
        """Count one."""


@contextmanager
def counted(what: str, total: int) -> Iterator[Advance]:
    """Show on standard error how many of a number of things are done.

    Parameters
    ----------
    what : str
        What is done with them, in a word.
    total : int

    Yields
    ------
    callable
        To be called once for each.
    """
    if not sys.stderr.isatty():
        yield _lines(what, total)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True)) as progress:
        bar = progress.add_task(what, total=total)
        yield lambda: progress.advance(bar)


def _lines(what: str, total: int) -> Advance:
    done = 0

    def advance() -> None:
        nonlocal done
        before, done = done, done + 1
        if done * 10 // total > before * 10 // total:
            print(f"{what}: {done} of {total}", file=sys.stderr, flush=True)

    return advance
