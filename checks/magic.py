"""The line magic `%check`, which checks an answer in a notebook. Variables cannot shadow it."""

import os
from types import FunctionType
from typing import Any

from IPython.core.error import UsageError
from IPython.core.magic_arguments import MagicArgumentParser
from IPython.display import display

from checks.checking import check
from checks.verdict import Verdict


class NotPassed(Exception):
    """Raised in a check cell under nbgrader, which passes every cell that raises no error."""

    def _render_traceback_(self) -> list[str]:
        """Show the text of the check without a traceback (IPython calls this)."""
        return str(self).splitlines()


def register(shell: Any) -> None:
    """Register `%check TASK [--seed N]` with an IPython shell.

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
    under_nbgrader = "NBGRADER_EXECUTION" in os.environ  # before an answer can change it
    parser = MagicArgumentParser("%check", description="Check your answer to a task.")
    parser.add_argument("task", help="the name of the function that the exercise asks for")
    parser.add_argument("--seed", type=int, default=0, help="seed of the inputs (default: 0)")

    def check_line(line: str) -> Verdict | None:
        options = parser.parse_argstring(line)
        answer = shell.user_ns.get(options.task)
        try:
            verdict = check(options.task, answer, options.seed)
        except LookupError as error:
            raise UsageError(str(error)) from None
        _mark(answer, verdict.status == "pass")
        if not under_nbgrader:
            return verdict
        _tell_nbgrader(verdict)
        return None

    shell.register_magic_function(check_line, "line", "check")


def _mark(answer: Any, passed: bool) -> None:
    """Let views of this answer know (`attnlib.view.until_passed`) that its check has passed."""
    if isinstance(answer, FunctionType):  # other callables may have no room for a mark
        answer.passed = passed  # type: ignore[attr-defined]


def _tell_nbgrader(verdict: Verdict) -> None:
    if verdict.status != "pass":
        raise NotPassed(repr(verdict))
    display(verdict)
