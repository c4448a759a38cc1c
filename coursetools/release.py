"""Make the exercises from the solutions: cut the answers, drop hidden cells, clear the outputs."""

import copy
import re
from pathlib import Path

from coursetools.atomic import write_whole
from coursetools.canonical import canonical_text
from coursetools.errors import UnusableInput
from coursetools.judge import Run
from coursetools.notebook import Cell, Notebook, read_notebook
from coursetools.roles import cells_by_task, has_tag, task_of

SOLUTION = re.compile(
    r"^(?P<indent>[ \t]*)### BEGIN SOLUTION\n.*?^[ \t]*### END SOLUTION$", re.MULTILINE | re.DOTALL
)
STALE = "stores no check that passed; let the answer pass, then run make task"
STUB = r"\g<indent># Write your answer here, in place of the next line.\n\g<indent>raise NotImplementedError"


def release(course: Path) -> list[Path]:
    """Write an exercise notebook for every solution, and remove exercises without one.

    Parameters
    ----------
    course : Path
        The folder with `solutions/` and `exercises/`.

    Returns
    -------
    list of Path
        The exercises that were written or removed; none if all were up to date.

    Raises
    ------
    UnusableInput
        If a solution cannot be turned into an exercise.
    """
    changed = outdated(course)
    wanted = _wanted(course)
    (course / "exercises").mkdir(exist_ok=True)
    for path in changed:
        if path in wanted:
            write_whole(path, wanted[path])
        else:
            path.unlink()
    return changed


def outdated(course: Path) -> list[Path]:
    """List the exercises that differ from those that the solutions would give now.

    Parameters
    ----------
    course : Path

    Returns
    -------
    list of Path
        Exercises that differ, are missing, or are left over from a solution that no longer exists.

    Raises
    ------
    UnusableInput
        If a solution cannot be turned into an exercise.
    """
    wanted = _wanted(course)
    present = set((course / "exercises").glob("*.ipynb"))
    differing = {
        path for path in present & wanted.keys() if path.read_bytes() != wanted[path].encode()
    }
    return sorted(differing | (present ^ wanted.keys()))


def stale_checks(solution: Notebook) -> list[str]:
    """List the checks of a solution that do not store a result that passed.

    Parameters
    ----------
    solution : notebook

    Returns
    -------
    list of cell ids
        Submissions cannot be compared with these cells until the solution is executed again.
    """
    checks = (cells_by_task(solution, kind) for kind in ("check", "hidden"))
    passed = {"status": "pass"}
    return [
        cell.id
        for tasks in checks
        for task, cells in tasks.items()
        for cell in cells
        if not (Run(cell.outputs).published or {}).items() >= (passed | {"task": task}).items()
    ]


def require_executed(course: Path) -> None:
    """Make sure that every check in the solutions stores a result that passed.

    Parameters
    ----------
    course : Path

    Raises
    ------
    UnusableInput
        If one of them does not.
    """
    for path in sorted((course / "solutions").glob("*.ipynb")):
        for cell_id in stale_checks(read_notebook(path)):
            raise UnusableInput(f"solutions/{path.name}:{cell_id}: {STALE}.")


def exercise_of(solution: Notebook, name: str) -> Notebook:
    """Make an exercise from a solution.

    Parameters
    ----------
    solution : notebook
    name : str
        Its name in error messages.

    Returns
    -------
    notebook
        Without hidden cells, outputs, and the code between the solution marks. The answer cell of a
        repair contains its starting code.

    Raises
    ------
    UnusableInput
        If an answer has no solution marks, or a task no check.
    """
    _require_checks(solution, name)
    exercise = copy.deepcopy(solution)
    starters = {task: one.source for task, (one, *_) in cells_by_task(exercise, "starter").items()}
    exercise.cells = [cell for cell in exercise.cells if not _is_solution_only(cell)]
    for cell in exercise.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
        if has_tag(cell, "answer"):
            stub = _without_solution(cell, name)
            cell.source = starters.get(task_of(cell), stub)
    return exercise


def _is_solution_only(cell: Cell) -> bool:
    return any(has_tag(cell, tag) for tag in ("hidden", "own", "starter"))


def _wanted(course: Path) -> dict[Path, str]:
    solutions = sorted((course / "solutions").glob("*.ipynb"))
    return {
        course / "exercises" / path.name: canonical_text(
            exercise_of(read_notebook(path), f"solutions/{path.name}")
        )
        for path in solutions
    }


def _without_solution(cell: Cell, name: str) -> str:
    source, cuts = SOLUTION.subn(STUB, cell.source)
    if cuts == 0 or "SOLUTION" in source:
        raise UnusableInput(
            f"{name}: cell {cell.id} needs its answer between ### BEGIN SOLUTION and "
            "### END SOLUTION, each on a line of its own."
        )
    return source


def _require_checks(solution: Notebook, name: str) -> None:
    answers, checks = cells_by_task(solution, "answer"), cells_by_task(solution, "check")
    for task in answers.keys() ^ checks.keys():
        missing = "check" if task in answers else "answer"
        raise UnusableInput(f"{name}: task {task} has no cell {task}-{missing} tagged {missing}.")
