"""What variants change in the tasks.

    python -m checks.changes

reads from its input, for each variant and each task, the expressions that the statement marks, and
prints the changes as JSON, for `coursetools release`.
"""

import json
import sys
from collections.abc import Sequence
from typing import Any

from checks.catalogue import TASKS
from checks.checking import check
from checks.paper import plain
from checks.task import Task
from checks.variants import MARK, in_variant, other_bug, other_letters, other_numbers


def changes(name: str, variant: str, marked: Sequence[str] = ()) -> dict[str, Any]:
    """List what a variant changes in a task.

    Parameters
    ----------
    name : str
        Of the task.
    variant : str
    marked : sequence of str
        Expressions of the constants in the file of the task, which its statement marks.

    Returns
    -------
    dict
        Plain JSON; empty if nothing changes. `letters` has the new letter of each function, and
        `says` what each expression comes to. For a repair there is the `starter`, the numbers of
        its wrong `lines`, and for each of its `slips` what it does, and a question. If the right
        result is another one, `right` is that result in Python, and `output` what the check
        displays.
    """
    task = TASKS[name]
    varied = in_variant(task, variant)
    if varied is task:
        return {}
    if letters := other_letters(task, variant):
        return {"letters": letters} | _right(varied, variant)
    if other_numbers(task, variant):
        return {"says": [varied.value(expression) for expression in marked]} | _right(
            varied, variant
        )
    bug = other_bug(task, variant)
    assert bug is not None
    slips = [f"{mistake.does} {mistake.question}" for mistake in bug.mistakes]
    return {"starter": bug.code.strip(), "lines": bug.lines, "slips": slips}


def _right(varied: Task, variant: str) -> dict[str, Any]:
    verdict = check(f"{varied.name}{MARK}{variant}", varied.reference)
    right = varied.reference()
    value = right if isinstance(right, tuple | dict) else plain(right)
    return {"right": repr(value), "output": verdict._repr_mimebundle_()}


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    drawn = {
        variant: {name: changes(name, variant, marked) for name, marked in tasks.items()}
        for variant, tasks in asked.items()
    }
    print(json.dumps(drawn))  # noqa: T201  this is what it is run for
