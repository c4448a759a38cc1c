"""Trim notebooks that are too large to grade, so that their answers can still be read."""

import re
from collections.abc import Callable, Collection

from coursetools.notebook import Cell, Notebook
from coursetools.roles import cells_by_task, grade_id

MOST_CODE = 200_000
MOST_CELLS = 1_000
TOO_LONG = "This cell has more than 200,000 characters of code. Was something pasted by mistake?"
COMMENT_LINE = re.compile(r"^[ \t]*#.*\n?", re.MULTILINE)
FUNCTION = re.compile(r"^def (\w+)", re.MULTILINE)


def trim(notebook: Notebook, solution: Notebook) -> list[str]:
    """Remove empty cells, the student's own cells and copies beyond the first 1,000, and comments.

    If more than 200,000 characters of code are left, remove the longest cells, the student's own
    first, and put a line in their place that says so.

    Parameters
    ----------
    notebook, solution : notebook
        The first is changed.

    Returns
    -------
    list of str
        The things that were removed, in words.
    """
    notes = _trim_cells(notebook, solution)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    if _size(code) > MOST_CODE:
        notes.append("more than 200,000 characters of code: lines of comments were left out")
        for cell in code:
            cell.source = COMMENT_LINE.sub("", cell.source)
    long_ones = _too_long(code, solution)
    for cell in long_ones:
        cell.source = f"raise MemoryError({TOO_LONG!r})"
    return notes + ["a cell with too much code was left out" for _ in long_ones]


def _too_long(code: list[Cell], solution: Notebook) -> list[Cell]:
    """Choose cells to remove, the longest first, until the code is short enough."""
    is_known = _recogniser(solution)
    left, chosen = _size(code), []
    for cell in sorted(code, key=lambda one: (is_known(one), -len(one.source))):
        if left > MOST_CODE:
            left -= len(cell.source)
            chosen.append(cell)
    return chosen


def _trim_cells(notebook: Notebook, solution: Notebook) -> list[str]:
    is_known = _recogniser(solution)
    kept, own, seen = [], 0, set[str]()
    for cell in notebook.cells:
        is_own = cell.cell_type == "code" and not is_known(cell, seen)
        seen |= {cell.id, grade_id(cell)}
        own += is_own and bool(cell.source.strip())
        if not is_own or (cell.source.strip() and own <= MOST_CELLS):
            kept.append(cell)
    notebook.cells = kept
    if own <= MOST_CELLS:
        return []
    return [f"{own} cells of your own: those after the first {MOST_CELLS} were left out"]


def _recogniser(solution: Notebook) -> Callable[..., bool]:
    """Return a function that tells whether a cell came with the course or defines an answer."""
    known = {cell.id for cell in solution.cells}
    tasks = cells_by_task(solution, "answer")

    def is_known(cell: Cell, seen: Collection[str] = ()) -> bool:
        named = (name in known and name not in seen for name in (cell.id, grade_id(cell)))
        return any(named) or any(name in tasks for name in FUNCTION.findall(cell.source))

    return is_known


def _size(cells: list[Cell]) -> int:
    return sum(len(cell.source) for cell in cells)
