"""The line magic `%check`: a check cell is one line that no name in a notebook can break."""

from typing import Any

from IPython.core.error import UsageError
from IPython.core.magic import Magics, line_magic, magics_class
from IPython.core.magic_arguments import argument, magic_arguments, parse_argstring

from attnlib.practice.checking import check
from attnlib.practice.verdict import Verdict


@magics_class
class CheckMagic(Magics):  # type: ignore[misc]  # IPython's base class is untyped
    """`%check TASK [--seed N]`."""

    @magic_arguments()  # type: ignore[untyped-decorator]
    @argument("task", help="the name of the function that the exercise asks for")
    @argument("--seed", type=int, default=0, help="draws the inputs (default: 0)")
    @line_magic  # type: ignore[untyped-decorator]
    def check(self, line: str) -> Verdict:
        """Check your answer to a task: right, or which mistake it makes."""
        options: Any = parse_argstring(self.check, line)
        try:
            return check(options.task, self.shell.user_ns.get(options.task), options.seed)
        except LookupError as error:
            raise UsageError(str(error)) from None
