"""The tasks, by lesson, and the mistakes that several of them share.

The folder `03_softmax_axis` holds the tasks of lesson 3, a file each: `4_attention_weights.py` is
the fourth. They are read when they are asked for, so that a check reads one of them.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from checks.cells import read_cells
from checks.line_task import LineTask, Shared

FOLDER = Path(__file__).parent

# What the size of an axis counts, in the words for one and for several.
SIZE_WORDS = {
    "n": ("token", "tokens"),
    "n_q": ("query", "queries"),
    "n_k": ("key", "keys"),
    "num_heads": ("head", "heads"),
}

Order = tuple[int, int]


class OnDemand(Mapping[str, Any]):
    """Values by name, each of which is made when it is first asked for."""

    def __init__(self, names: list[str], make: Callable[[str], Any]) -> None:
        self._names = names
        self._made = cache(make)

    def __getitem__(self, name: str) -> Any:
        if name not in self._names:
            raise KeyError(name)
        return self._made(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _old() -> dict[str, tuple[Order, str, Any]]:
    """Find the tasks that are still modules, each with its order and the name of its lesson."""
    names = (found.name for found in pkgutil.walk_packages(__path__, f"{__name__}."))
    modules = [importlib.import_module(name) for name in names]
    return {
        one.TASK.name: (one.TASK.order, one.__name__.split(".")[-2], one.TASK)
        for one in modules
        if hasattr(one, "TASK")
    }


def _order_of(path: Path) -> Order:
    return int(path.parent.name.split("_")[0]), int(path.name.split("_")[0])


_SHARED = {path.stem: path for path in sorted((FOLDER / "mistakes").glob("*.py"))}
_FILES = {path.stem.split("_", 1)[1]: path for path in FOLDER.glob("[0-9]*/[0-9]*.py")}
_OLD = {name: found for name, found in _old().items() if name not in _FILES}

MISTAKES = OnDemand(list(_SHARED), lambda name: Shared(read_cells(_SHARED[name])))


def _task(name: str) -> Any:
    return _OLD[name][-1] if name in _OLD else read_task(name)


def read_task(name: str) -> LineTask:
    """Read the file of a task.

    Parameters
    ----------
    name : str

    Returns
    -------
    LineTask
    """
    path = _FILES[name]
    return LineTask(_order_of(path), name, read_cells(path), MISTAKES, SIZE_WORDS)


_ORDERS = {name: _order_of(path) for name, path in _FILES.items()}
_ORDERS |= {name: order for name, (order, _, _) in _OLD.items()}
_NAMES = sorted(_ORDERS, key=lambda name: _ORDERS[name])

TASKS: Mapping[str, Any] = OnDemand(_NAMES, _task)

# The names of the exercise notebooks, each with its tasks.
EXERCISES: dict[str, list[str]] = {}
for _name in _NAMES:
    _folder = (
        f"{_ORDERS[_name][0]:02}_{_OLD[_name][1]}" if _name in _OLD else _FILES[_name].parent.name
    )
    EXERCISES.setdefault(_folder, []).append(_name)
