"""What an exam variant changes in the tasks.

    python -m checks.changes VARIANT

prints it as JSON, for `coursetools release --variant`.
"""

import json
import sys
from typing import Any

from checks.catalogue import TASKS
from checks.variants import other_bug, other_letters


def changes(variant: str) -> dict[str, dict[str, Any]]:
    """List what a variant changes.

    Parameters
    ----------
    variant : str

    Returns
    -------
    dict of task to dict
        Plain JSON. With `letters`, the new letter of each function; or with a `starter`, the numbers
        of its wrong `lines`, and for each of its `slips` what it does, and a question.
    """
    found: dict[str, dict[str, Any]] = {}
    for name, task in TASKS.items():
        letters = other_letters(task, variant)
        bug = other_bug(task, variant) if task.kind == "repair" else None
        if letters:
            found[name] = {"letters": letters}
        if bug is not None:
            slips = [f"{mistake.does} {mistake.question}" for mistake in bug.mistakes]
            found[name] = {"starter": bug.code.strip(), "lines": bug.lines, "slips": slips}
    return found


if __name__ == "__main__":
    print(json.dumps(changes(sys.argv[1])))  # noqa: T201  this is what it is run for
