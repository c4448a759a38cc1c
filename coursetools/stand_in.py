"""A replacement for the solution where there is none, as in a student's own repository.

It is made from the submission. The course's own cells stay where they are. Answers, checks and hidden
checks come from the library; its examiner knows the values that right answers publish.
"""

import math
from collections.abc import Iterator, Mapping, Sequence

import nbformat

from coursetools.examiner_client import Examiner
from coursetools.graft import Submission, marked_as, match_answers, originals_of
from coursetools.import_policy import CHECKS
from coursetools.judge import CHECK_TYPE
from coursetools.notebook import Cell, Notebook
from coursetools.roles import (
    cells_by_task,
    checked_as,
    code_cells,
    has_readable_id,
    has_tag,
    task_of,
)

PREPARE = f"%load_ext {CHECKS}"
RIGHT = f"""from {CHECKS}.checking import find_task
{{0}} = find_task("{{1}}").reference
del find_task"""
SOURCES = {"answer": RIGHT, "check": "%check {1}", "hidden": "%check {1} --seed 1"}
SEEDS = {"check": 0, "hidden": 1}


def stand_in(
    submitted: Notebook, tasks: Sequence[str], examiner: Examiner
) -> tuple[Notebook, list[str]]:
    """Turn a submission into a replacement for its solution, as far as checks need it.

    Parameters
    ----------
    submitted : notebook
        With all its metadata, which contains the points.
    tasks : sequence of str
        The tasks of the exercise. A task that was deleted is put before the next one that is there.
    examiner : Examiner

    Returns
    -------
    frame : notebook
    notes : list of str
        Every repair, in words.
    """
    bare = _notebook(
        [cell for task in tasks for cell in _cells_of(task, checked_as(submitted, task), examiner)]
    )
    points = _points(submitted, bare)
    for task, cells in cells_by_task(bare, "check").items():
        cells[0].metadata["nbgrader"] = {"points": points.get(task, 1.0)}
    frame = _notebook([_code("load-checks", PREPARE), *_merged(submitted, bare)])
    lost = (task for task in tasks if task not in points)
    return frame, [f"the points of {task} were lost: it counts 1 point" for task in lost]


def _cells_of(task: str, called: str, examiner: Examiner) -> Iterator[Cell]:
    for tag, source in SOURCES.items():
        cell = _code(f"{task}-{tag}", source.format(task, called))
        cell.metadata["tags"] = [tag]
        if tag in SEEDS:
            values = examiner.right_values(called, SEEDS[tag])
            cell.outputs = [_output({CHECK_TYPE: {"values": values}})]
        yield cell


def _points(submitted: Notebook, bare: Notebook) -> dict[str, float]:
    """Read the points of each task from the metadata of its check, if they are still there."""
    found: dict[str, float] = {}
    for cell, original in zip(submitted.cells, originals_of(submitted, bare), strict=True):
        points = _stored_points(cell)
        if points is not None and original is not None and has_tag(original, "check"):
            found.setdefault(task_of(original), points)
    return found


def _stored_points(cell: Cell) -> float | None:
    nbgrader = cell.metadata.get("nbgrader")
    points = nbgrader.get("points") if isinstance(nbgrader, dict) else None
    known = isinstance(points, int | float) and math.isfinite(points) and points >= 0
    return float(points) if known and points is not None else None


def _merged(submitted: Notebook, bare: Notebook) -> Iterator[Cell]:
    """Yield the tasks' cells at the places of their answers, and the course's own cells between them."""
    matched = match_answers(submitted, bare, Submission())
    marks = {cell.id: task_of(cell) for cell in matched.values()}
    marked = ((marked_as(cell, marks), place) for place, cell in enumerate(submitted.cells))
    first = {task: place for task, place in reversed([*marked]) if task}
    places = {task_of(cell): place for place, cell in matched.items()} | first
    by_place, last = _by_place(bare, places)
    keeps_ids = any(map(has_readable_id, code_cells(submitted)))
    originals = originals_of(submitted, bare)
    for place, (cell, original) in enumerate(zip(submitted.cells, originals, strict=True)):
        if place in by_place:
            yield from by_place[place]
        elif original is not None or place in matched or marked_as(cell, marks):
            continue
        elif cell.cell_type == "code" and (has_readable_id(cell) or not keeps_ids):
            yield _code(cell.id, cell.source)
    yield from last


def _by_place(
    bare: Notebook, places: Mapping[str, int]
) -> tuple[dict[int, list[Cell]], list[Cell]]:
    """Collect the cells for each place: those of tasks that were deleted before it, then its own."""
    by_place: dict[int, list[Cell]] = {}
    waiting: list[Cell] = []
    for cell in bare.cells:
        waiting.append(cell)
        if has_tag(cell, "hidden") and task_of(cell) in places:
            by_place[places[task_of(cell)]], waiting = waiting, []
    return by_place, waiting


def _notebook(cells: Sequence[Cell]) -> Notebook:
    return nbformat.v4.new_notebook(cells=list(cells))


def _code(cell_id: str, source: str) -> Cell:
    return nbformat.v4.new_code_cell(source, id=cell_id, execution_count=1)


def _output(data: Mapping[str, object]) -> Cell:
    return nbformat.v4.new_output("display_data", data)
