"""Trim notebooks that are too large to grade, so that their answers can still be read."""

import re
from collections.abc import Container

from coursetools.errors import UnusableInput
from coursetools.notebook import Cell, Notebook
from coursetools.roles import cells_by_task

MOST_CODE = 1_000_000
MOST_CELLS = 1_000
COMMENT_LINE = re.compile(r"^[ \t]*#.*\n?", re.MULTILINE)
FUNCTION = re.compile(r"^def (\w+)", re.MULTILINE)


def trim(notebook: Notebook, solution: Notebook, name: str) -> list[str]:
    """Remove what is too much: empty cells, cells of the student's own beyond 1,000, comments.

    Parameters
    ----------
    notebook, solution : notebook
        The first is changed.
    name : str
        Its name in error messages.

    Returns
    -------
    list of str
        What was removed, in words.

    Raises
    ------
    UnusableInput
        If more than a million characters of code are left.
    """
    notes = _trim_cells(notebook, solution)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    if _size(code) > MOST_CODE:
        notes.append("more than a million characters of code: lines of comments were left out")
        for cell in code:
            cell.source = COMMENT_LINE.sub("", cell.source)
    if _size(code) > MOST_CODE:
        raise UnusableInput(
            f"{name}: more than a million characters of code. Was something pasted by mistake?"
        )
    return notes


def _trim_cells(notebook: Notebook, solution: Notebook) -> list[str]:
    known = {cell.id for cell in solution.cells}
    tasks = cells_by_task(solution, "answer")
    kept, own = [], 0
    for cell in notebook.cells:
        is_own = cell.cell_type == "code" and not _is_known(cell, known, tasks)
        own += is_own and bool(cell.source.strip())
        if not is_own or (cell.source.strip() and own <= MOST_CELLS):
            kept.append(cell)
    notebook.cells = kept
    if own <= MOST_CELLS:
        return []
    return [f"{own} cells of your own: those after the first {MOST_CELLS} were left out"]


def _is_known(cell: Cell, known: Container[str], tasks: Container[str]) -> bool:
    nbgrader = cell.metadata.get("nbgrader")
    grade_id = nbgrader.get("grade_id") if isinstance(nbgrader, dict) else None
    defined = FUNCTION.findall(cell.source)
    return (
        cell.id in known
        or (isinstance(grade_id, str) and grade_id in known)
        or any(name in tasks for name in defined)
    )


def _size(cells: list[Cell]) -> int:
    return sum(len(cell.source) for cell in cells)
