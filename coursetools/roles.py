"""The role of each cell of a notebook: its tag, and the task in its id.

The tags are answer, starter, check, hidden and own. Own cells contain functions that the solution's
answers use; a student would put these into extra cells.
"""

import re
from collections.abc import Iterator

from coursetools.notebook import Cell, Notebook

READABLE_ID = re.compile(r"[a-z][a-z0-9_]*(-[a-z0-9_]+)*")
VIEW_ID = re.compile(r".+-view(-.+)?")
RANDOM_ID = re.compile(r"(?=.*\d)[0-9a-f]{8}(-?[0-9a-f]+)*")
OPTIONAL = "## Field notes"


def code_cells(notebook: Notebook) -> Iterator[Cell]:
    """Yield the code cells of a notebook, in order."""
    return (cell for cell in notebook.cells if cell.cell_type == "code")


def required(notebook: Notebook) -> list[Cell]:
    """List the cells of a lecture up to its field notes, which are optional."""
    sources = [cell.source for cell in notebook.cells]
    end = next((n for n, source in enumerate(sources) if source.startswith(OPTIONAL)), len(sources))
    return list(notebook.cells[:end])


def has_tag(cell: Cell, tag: str) -> bool:
    """Tell whether a cell has a tag."""
    return tag in cell.metadata.get("tags", [])


def is_folded(cell: Cell) -> bool:
    """Tell whether JupyterLab shows a cell without its source."""
    return bool(cell.metadata.get("jupyter", {}).get("source_hidden"))


def is_of_view(cell: Cell) -> bool:
    """Tell whether a code cell belongs to the live view below a task, by its id: TASK-view, or TASK-view-WORD."""
    return bool(cell.cell_type == "code" and VIEW_ID.fullmatch(cell.id))


def has_readable_id(cell: Cell) -> bool:
    """Tell whether a cell's id is made of words, as in the course, and not random, as editors make it."""
    readable = READABLE_ID.fullmatch(cell.id) and not RANDOM_ID.fullmatch(cell.id)
    return bool(readable)


def grade_id(cell: Cell) -> str:
    """Return the id that nbgrader's metadata stores for a cell; empty if there is none."""
    metadata = cell.metadata.get("nbgrader")
    return str(metadata.get("grade_id", "")) if isinstance(metadata, dict) else ""


def task_of(cell: Cell) -> str:
    """Return the task of an answer, check or hidden cell: its id up to the last dash."""
    return str(cell.id).rpartition("-")[0]


def checked_as(notebook: Notebook, task: str) -> str:
    """Return the name by which a notebook's check calls a task: that of a variant ends in @ and its name."""
    names = re.compile(rf"^%check ({re.escape(task)}(?:@\w+)?)\s*$")
    found = (names.match(cell.source) for cell in code_cells(notebook))
    return next((name[1] for name in found if name), task)


def cells_by_task(notebook: Notebook, tag: str) -> dict[str, list[Cell]]:
    """Group the code cells with a tag by their task, in order.

    Parameters
    ----------
    notebook : notebook
    tag : str
        answer, starter, check or hidden.

    Returns
    -------
    dict of task id to list of cells
    """
    sorted_cells: dict[str, list[Cell]] = {}
    for cell in code_cells(notebook):
        if has_tag(cell, tag) and cell.id.endswith(f"-{tag}"):
            sorted_cells.setdefault(task_of(cell), []).append(cell)
    return sorted_cells
