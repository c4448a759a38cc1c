"""The line magic `%check`: a check cell is one line that no name in a notebook can break."""

from typing import Any

from IPython.core.error import UsageError
from IPython.core.magic_arguments import MagicArgumentParser

from attnlib.practice.checking import check
from attnlib.practice.verdict import Verdict


def register(shell: Any) -> None:
    """Teach an IPython shell `%check TASK [--seed N]`.

    Parameters
    ----------
    shell : IPython.core.interactiveshell.InteractiveShell
        The answers are looked up among its variables.
    """
    parser = MagicArgumentParser("%check", description="Check your answer to a task.")
    parser.add_argument("task", help="the name of the function that the exercise asks for")
    parser.add_argument("--seed", type=int, default=0, help="draws the inputs (default: 0)")

    def check_line(line: str) -> Verdict:
        options = parser.parse_argstring(line)
        try:
            return check(options.task, shell.user_ns.get(options.task), options.seed)
        except LookupError as error:
            raise UsageError(str(error)) from None

    shell.register_magic_function(check_line, "line", "check")
