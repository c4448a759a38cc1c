"""The tasks, by lesson. Every module in here that has a `TASK` is found automatically."""

import importlib
import pkgutil

from checks.mistake import Mistake
from checks.task import Task


def _found() -> list[tuple[str, Task]]:
    """Find all tasks in order, each with the name of its folder."""
    names = (found.name for found in pkgutil.walk_packages(__path__, f"{__name__}."))
    modules = [importlib.import_module(name) for name in names]
    tasks = [(one.__name__.split(".")[-2], one.TASK) for one in modules if hasattr(one, "TASK")]
    return sorted(tasks, key=lambda found: found[1].order)


_FOUND = _found()

TASKS: dict[str, Task] = {task.name: task for _, task in _FOUND}

# The names of the exercise notebooks, each with its tasks.
EXERCISES: dict[str, list[str]] = {}
for folder, task in _FOUND:
    EXERCISES.setdefault(f"{task.order[0]:02}_{folder}", []).append(task.name)

# All mistakes of all tasks, in the words of the first task that has them.
CATALOGUE: dict[str, Mistake] = {
    mistake.slug: mistake for task in reversed(TASKS.values()) for mistake in task.mistakes
}
