"""Published values compared with stored ones, by the course's own rule, in a process of its own.

That process is the library's examiner, also used in grading: so both judge alike, and a check, too.
It is run once for a whole notebook and by nothing but pipes, which every system has.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from coursetools.cells import UnusableInput
from coursetools.refusal import LIBRARY

EXAMINER = (sys.executable, "-m", f"{LIBRARY}.practice.examiner")
SECONDS = 60

Comparison = tuple[str, Any, Any]


def compare(comparisons: Sequence[Comparison]) -> list[bool]:
    """Tell whether values that checks published are those stored in the solution.

    Parameters
    ----------
    comparisons : sequence of (task, published, stored)
        What was published may be made up.

    Returns
    -------
    list of bool
        One for each.

    Raises
    ------
    UnusableInput
        If the examiner does not work.
    """
    lines = [_message(*comparison) for comparison in comparisons]
    try:
        run = subprocess.run(
            EXAMINER, input="".join(lines), capture_output=True, text=True, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        raise UnusableInput("comparing what the answers returned takes too long.") from None
    if run.returncode:
        said = " ".join(run.stderr.split())[-300:]
        raise UnusableInput(f"the examiner does not work: {said}. Run `coursetools doctor`.")
    return [json.loads(line)["agree"] is True for line in run.stdout.splitlines()]


def _message(task: str, published: Any, stored: Any) -> str:
    try:
        return _line(task, published, stored)
    except (ValueError, RecursionError):  # nothing that JSON has words for
        return _line(task, None, stored)


def _line(task: str, published: Any, stored: Any) -> str:
    values = {"task": task, "published": published, "stored": stored}
    return json.dumps({"compare": values}, allow_nan=False) + "\n"
