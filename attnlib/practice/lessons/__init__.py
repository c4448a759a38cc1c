"""The tasks, by lesson. Whatever module in here has a `TASK` is found; nothing lists them."""

import importlib
import pkgutil

from attnlib.practice.mistake import Mistake
from attnlib.practice.task import Task


def _found() -> list[Task]:
    names = (found.name for found in pkgutil.walk_packages(__path__, f"{__name__}."))
    modules = [importlib.import_module(name) for name in names]
    tasks = [module.TASK for module in modules if hasattr(module, "TASK")]
    return sorted(tasks, key=lambda task: task.order)


TASKS: dict[str, Task] = {task.name: task for task in _found()}

# All mistakes that any task knows, in the words of the first that does.
CATALOGUE: dict[str, Mistake] = {
    mistake.slug: mistake for task in reversed(TASKS.values()) for mistake in task.mistakes
}
