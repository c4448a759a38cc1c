"""The magics `%check`, `%%line`, `%hunt`, `%bring` and `%log` of notebooks. Variables cannot shadow them."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from datetime import date
from pathlib import Path
from time import monotonic
from types import FunctionType
from typing import Any

from IPython.core.error import UsageError
from IPython.core.magic_arguments import MagicArgumentParser
from IPython.display import clear_output, display

from checks.catalogue import TASKS
from checks.checking import check, find_task
from checks.hunt.memory import Memory, memory_of
from checks.log import WORDS, Log
from checks.one_line import Reply, reply_to
from checks.search import calling_back
from checks.verdict import Verdict

PATIENCE = 0.5  # seconds
LOOKING = {
    "text/plain": "Looking for the mistake ...",
    "text/html": '<div role="status">Looking for the mistake …</div>',
}


class NotPassed(Exception):
    """Raised in a check cell under nbgrader, which passes every cell that raises no error."""

    def _render_traceback_(self) -> list[str]:
        """Show the text of the check without a traceback (IPython calls this)."""
        return str(self).splitlines()


def register(shell: Any) -> None:
    """Register `%check TASK [--seed N]`, `%%line TASK NAME`, `%hunt`, `%bring TASK ...` and `%log`.

    Parameters
    ----------
    shell : IPython.core.interactiveshell.InteractiveShell
        Answers are looked up among its variables.

    Notes
    -----
    A check never raises an error, so that "Run All" continues. The exception is nbgrader, which is
    recognised by its environment variable: there, a check that does not pass raises `NotPassed`. A
    check that passes is displayed rather than returned, because nbgrader reads the result of a cell
    as points.
    """
    memory = memory_of(Path.cwd(), os.environ)
    log = Log(memory.file.parent) if memory.file else None
    _register_check(shell, memory, log)
    _register_line(shell, memory)
    _register_hunt(shell, memory)
    _register_bring(shell)
    _register_log(shell, log)


def _register_check(shell: Any, memory: Memory, log: Log | None) -> None:
    under_nbgrader = "NBGRADER_EXECUTION" in os.environ  # before an answer can change it
    parser = MagicArgumentParser("%check", description="Check your answer to a task.")
    parser.add_argument("task", help="the name of the function that the exercise asks for")
    parser.add_argument("--seed", type=int, default=0, help="seed of the inputs (default: 0)")

    def check_line(line: str) -> Verdict | None:
        options = parser.parse_argstring(line)
        try:
            answer = shell.user_ns.get(find_task(options.task).name)
            with _saying_that_it_takes_long(shell):
                verdict = check(options.task, answer, options.seed)
        except LookupError as error:
            raise UsageError(str(error)) from None
        _mark(answer, verdict.status == "pass")
        if verdict.status == "pass":
            memory.passed(verdict.task)
        _remember(memory, verdict.task, verdict.mistakes)
        if log:
            _say(log.note_check(verdict, answer))
        if not under_nbgrader:
            return verdict
        _tell_nbgrader(verdict)
        return None

    shell.register_magic_function(check_line, "line", "check")


def _register_line(shell: Any, memory: Memory) -> None:
    parser = MagicArgumentParser("%%line", description="Check one line, typed below.")
    parser.add_argument("task", help="the task whose right function has this line")
    parser.add_argument("name", nargs="+", help="what the line assigns, as on the left of its =")

    def line_cell(line: str, cell: str) -> Reply:
        options = parser.parse_argstring(line)
        try:
            with _saying_that_it_takes_long(shell):
                reply = reply_to(options.task, " ".join(options.name), cell, shell.user_ns)
        except LookupError as error:
            raise UsageError(str(error)) from None
        if options.task in TASKS:
            _remember(memory, options.task, reply.mistakes)
        return reply

    shell.register_magic_function(line_cell, "cell", "line")


def _register_hunt(shell: Any, memory: Memory) -> None:
    parser = MagicArgumentParser("%hunt", description="Find the wrong line in a function.")
    parser.add_argument(
        "where", nargs="?", default="", help="hunt in this lesson alone (a number), or in this task"
    )
    parser.add_argument("--mine", action="store_true", help="list the mistakes that come back")
    parser.add_argument(
        "--forget", metavar="WHAT", help="a slug of --mine, or all", nargs="?", const=""
    )
    parser.add_argument("--help", action="store_true", help="show this")

    def hunt_line(line: str) -> Any:
        from checks.hunt.command import begin, mine  # hunts draw, which no check does
        from checks.hunt.words import Lines, forgotten

        options = parser.parse_argstring(line)
        try:
            if options.help:
                display({"text/plain": parser.format_help()}, raw=True)
                return None
            if options.forget is not None:
                return Lines(forgotten(options.forget, memory))
            if options.mine:
                return Lines(mine(memory, date.today()))
            return begin(memory, options.where)
        except LookupError as error:
            raise UsageError(str(error)) from None

    shell.register_magic_function(hunt_line, "line", "hunt")


def _register_bring(shell: Any) -> None:
    parser = MagicArgumentParser("%bring", description="Bring answers of earlier exercises.")
    parser.add_argument("task", nargs="+", help="the names of functions that exercises ask for")

    def bring_line(line: str) -> Any:
        from checks.bring import bring  # no check needs what finds answers in notebooks

        names = parser.parse_argstring(line).task
        if not _is_watched(shell):
            return None
        try:
            brought = bring(names, Path.cwd(), shell.user_ns)
        except LookupError as error:
            raise UsageError(str(error)) from None
        if brought.code:
            typed = f"%bring {line}"
            alone = shell.history_manager.input_hist_raw[-1].strip() == typed.strip()
            shell.set_next_input(f"# {typed}\n\n{brought.code}", replace=alone)
        return brought

    shell.register_magic_function(bring_line, "line", "bring")


def _register_log(shell: Any, log: Log | None) -> None:
    def log_line(line: str) -> None:
        words = " ".join(line.split())
        if words not in WORDS:
            raise UsageError("%log: on, on --answers, off, or nothing. The logarithm is np.log.")
        for text in log.obey(words) if log else ():
            _say(text)  # before the next step

    shell.register_magic_function(log_line, "line", "log")
    if log:
        shell.events.register("post_run_cell", lambda _: _say(log.note_cell(_cell_of(shell))))


def _say(text: str) -> None:
    if text:
        from checks.hunt.words import Lines  # hunts draw, which no check does

        display(Lines(tuple(text.splitlines())))


def _remember(memory: Memory, task: str, mistakes: Sequence[str]) -> None:
    """Let hunts begin with mistakes that the learner has made."""
    if mistakes:
        memory.made(task, list(mistakes), date.today())


@contextmanager
def _saying_that_it_takes_long(shell: Any) -> Iterator[None]:
    """Show a line if the search takes long, where somebody sees it; the next output replaces it."""
    began, shown = monotonic(), False

    def step() -> None:
        nonlocal shown
        if not shown and monotonic() - began > PATIENCE:
            shown = True
            display(LOOKING, raw=True)

    with calling_back(step) if _is_watched(shell) else nullcontext():
        yield
    if shown:
        clear_output(wait=True)


def _is_watched(shell: Any) -> bool:
    """Check whether a cell runs in a notebook on a screen, which tells the kernel the cell's id.

    What runs notebooks to store or compare their outputs, such as nbconvert, nbval and nbgrader,
    tells no id. In the browser, a kernel is always on a screen.
    """
    return sys.platform == "emscripten" or _cell_of(shell) is not None


def _cell_of(shell: Any) -> Any:
    """Find the id of the cell that runs: the shell knows what it was asked; in the browser, its kernel."""
    in_browser = sys.platform == "emscripten"
    message = shell.kernel._parent_header if in_browser else getattr(shell, "parent_header", None)
    return (message or {}).get("metadata", {}).get("cellId")


def _mark(answer: Any, passed: bool) -> None:
    """Let views of this answer know (`course.views.until_passed`) that its check has passed."""
    if isinstance(answer, FunctionType):  # other callables may have no room for a mark
        answer.passed = passed  # type: ignore[attr-defined]


def _tell_nbgrader(verdict: Verdict) -> None:
    if verdict.status != "pass":
        raise NotPassed(repr(verdict))
    display(verdict)
