"""What the checks know: the tasks by lesson, and their mistakes.

The folder `03_softmax_axis` holds the tasks of lesson 3, a file each: `4_attention_weights.py` is
the fourth. They are read when they are asked for, so that a check reads one of them. A file whose
name begins with 0 is no exercise: the lecture asks for a line of its function.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

from checks.cells import read_cells
from checks.task import Shared, Task

FOLDER = Path(__file__).parent

# What the size of an axis counts, in the words for one and for several.
SIZE_WORDS = {
    "n": ("token", "tokens"),
    "n_q": ("query", "queries"),
    "n_k": ("key", "keys"),
    "num_heads": ("head", "heads"),
}

Read = TypeVar("Read")


class OnDemand(Mapping[str, Read]):
    """Values by name, each of which is read when it is first asked for.

    Parameters
    ----------
    names : iterable of str
    read : callable
        From a name to its value.
    """

    def __init__(self, names: Iterable[str], read: Callable[[str], Read]) -> None:
        self._names = dict.fromkeys(names)
        self._read = cache(read)

    def __getitem__(self, name: str) -> Read:
        if name not in self._names:
            raise KeyError(name)
        return self._read(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def read_task(name: str) -> Task:
    """Read the file of a task, which is in the folder of its lesson.

    Parameters
    ----------
    name : str

    Returns
    -------
    Task
    """
    path = _PATHS[name]
    return Task(_place_of(path), name, read_cells(path), MISTAKES, SIZE_WORDS)


def _place_of(path: Path) -> tuple[int, int]:
    """Read the number of the lesson, and the place of the task in it, from the names."""
    lesson, place = (int(one.split("_")[0]) for one in (path.parent.name, path.name))
    return lesson, place


_SHARED = {path.stem: path for path in sorted((FOLDER / "mistakes").glob("*.py"))}
_PATHS = {
    path.stem.split("_", 1)[1]: path
    for path in sorted(FOLDER.glob("[0-9]*/[0-9]*.py"), key=_place_of)
}

MISTAKES = OnDemand(_SHARED, lambda name: Shared(read_cells(_SHARED[name])))
IN_LECTURES = OnDemand(_PATHS, read_task)  # of all of them, a lecture may ask for a line
TASKS = OnDemand(
    (name for name, path in _PATHS.items() if _place_of(path)[1]), IN_LECTURES.__getitem__
)

# The names of the exercise notebooks, each with its tasks.
EXERCISES: dict[str, list[str]] = {}
for _name in TASKS:
    EXERCISES.setdefault(_PATHS[_name].parent.name, []).append(_name)
