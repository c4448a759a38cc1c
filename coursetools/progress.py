"""Show the progress of a long command: a bar on a terminal, or else an occasional line."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

SECONDS_BETWEEN_LINES = 30
Advance = Callable[[], None]  # counts one more


@contextmanager
def counted(what: str, total: int) -> Iterator[Advance]:
    """Show on standard error how many things are done.

    Parameters
    ----------
    what : str
        The things that are counted, in a few words.
    total : int

    Yields
    ------
    callable
        Call it once for each thing that is done.
    """
    if not sys.stderr.isatty():
        yield _lines(what, total)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as progress:
        bar = progress.add_task(what, total=total)
        yield lambda: progress.advance(bar)


def _lines(what: str, total: int) -> Advance:
    done, printed = 0, time.monotonic()

    def advance() -> None:
        nonlocal done, printed
        done += 1
        if done == total or time.monotonic() > printed + SECONDS_BETWEEN_LINES:
            printed = time.monotonic()
            print(f"{what}: {done} of {total}", file=sys.stderr, flush=True)

    return advance
