"""Check submissions: graft them onto their solution, let nbval run the result, judge it."""

import contextlib
import hashlib
import io
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest

from coursetools.cells import (
    Notebook,
    UnusableInput,
    code_cells,
    course_folder,
    read_notebook,
)
from coursetools.comparer import compare
from coursetools.graft import graft, read_submission
from coursetools.judge import Run, judge
from coursetools.results import NotebookResult

CELL_SECONDS = 30

Progress = Callable[[int, int], None]


def validate(path: Path, progress: Progress) -> NotebookResult:
    """Check one submitted notebook, on this machine and with this user's rights.

    Parameters
    ----------
    path : Path
    progress : callable
        Called with (cells done, cells in all) while the notebook runs.

    Returns
    -------
    NotebookResult

    Raises
    ------
    UnusableInput
        If the file is no notebook, or none of this course.
    """
    notebook = read_notebook(path)
    name, solution = find_solution(notebook, path)
    submission = read_submission(notebook, solution)
    runs = run_with_nbval(graft(solution, submission), progress)
    return NotebookResult(
        notebook=name,
        submission_sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
        isolation="none",
        tasks=judge(solution, runs, submission.refused, compare),
        notes=submission.notes,
    )


def find_solution(notebook: Notebook, path: Path) -> tuple[str, Notebook]:
    """Find the solution that a submission belongs to: by its name, else by its tasks.

    Parameters
    ----------
    notebook : notebook
    path : Path
        Where the submission lies.

    Returns
    -------
    name : str
        Of the solution, without `.ipynb`.
    solution : notebook

    Raises
    ------
    UnusableInput
        If no solution has its name or any of its answers.
    """
    folder = course_folder(path.parent, Path.cwd()) / "solutions"
    solutions = {place.stem: read_notebook(place) for place in sorted(folder.glob("*.ipynb"))}
    if path.stem in solutions:
        return path.stem, solutions[path.stem]
    for name, solution in solutions.items():
        if read_submission(notebook, solution).answers:
            return name, solution
    raise UnusableInput(
        f"{path}: none of this course's exercises. They are {', '.join(solutions) or 'missing'}."
    )


def run_with_nbval(frame: Notebook, progress: Progress) -> dict[str, Run]:
    """Execute a notebook with nbval, each cell within 30 seconds.

    Parameters
    ----------
    frame : notebook
    progress : callable
        Called with (cells done, cells in all) after each cell.

    Returns
    -------
    dict of cell id to Run

    Raises
    ------
    UnusableInput
        If no kernel starts.
    """
    recorder = Recorder(len(list(code_cells(frame))), progress)
    with tempfile.TemporaryDirectory(prefix="coursetools-") as folder:
        place = Path(folder) / "submission.ipynb"
        nbformat.write(frame, place)
        settings = Path(folder) / "pytest.ini"  # keeps out settings of the folder we stand in
        settings.write_text("[pytest]\n")
        nbval = ["--nbval", "--nbval-current-env", f"--nbval-cell-timeout={CELL_SECONDS}"]
        plain = ["-c", str(settings), "--capture=no", "-p", "no:cacheprovider", "-q"]
        with contextlib.redirect_stdout(io.StringIO()):
            pytest.main([*nbval, *plain, str(place)], plugins=[recorder])
    if not recorder.runs:
        raise UnusableInput("no notebook kernel starts here. Run `coursetools doctor`.")
    return recorder.runs


class Recorder:
    """A pytest plugin that keeps what nbval got from the kernel, cell by cell."""

    def __init__(self, total: int, progress: Progress) -> None:
        self.runs: dict[str, Run] = {}
        self._total = total
        self._progress = progress

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Undo what comments in a submission ask of nbval, such as skipping a cell."""
        for item in items:
            item.options.clear()
            item.options["check"] = True

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: Any, call: Any) -> Iterator[None]:
        """Keep a cell's outputs as soon as it has run."""
        report = yield
        if call.when == "call":
            self.runs[item.cell.id] = Run(item.test_outputs or [], self._ending(item))
            item.parent.timed_out = False  # nbval would expect later cells to fail
            self._progress(len(self.runs), self._total)
        return report

    def _ending(self, item: Any) -> str:
        if any(run.ended == "dead" for run in self.runs.values()):
            return "not_reached"
        if not item.parent.kernel.is_alive():
            return "dead"
        return "timeout" if item.parent.timed_out else "done"
