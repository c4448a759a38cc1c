"""Check submissions: graft them onto their solution, let nbval run the result, judge it."""

import contextlib
import hashlib
import io
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import nbformat
import pytest

from coursetools.course import solutions_near
from coursetools.errors import UnusableInput
from coursetools.examiner_client import Examiner
from coursetools.graft import advised, graft, read_submission, replace_imports, restorable
from coursetools.judge import Compare, Run, judge
from coursetools.notebook import Cell, Notebook, parse_notebook, parse_repaired, read_file
from coursetools.progress import Advance, counted
from coursetools.recognition import exercise_in, other_variant, tasks_of_solutions
from coursetools.result import NotebookResult
from coursetools.roles import cells_by_task, code_cells, has_tag
from coursetools.stand_in import stand_in

CELL_SECONDS = 30

Source = Callable[[Cell, Mapping[str, Run]], str]
NOBODY_ANSWERS = "get_ipython().kernel.raw_input = lambda prompt='': ''"  # as when graded

RESTORE = """
def _restore(names, code):
    right = dict(globals())
    exec(code, right)
    globals().update((name, right[name]) for name in names)

_restore({names!r}, {code!r})
del _restore
"""


def validate(path: Path) -> NotebookResult:
    """Check one submitted notebook, on this machine and with this user's rights.

    Parameters
    ----------
    path : Path

    Returns
    -------
    NotebookResult

    Raises
    ------
    UnusableInput
        If the file is not a notebook, or not one of this course.
    """
    content = read_file(path, str(path))
    notebook, repairs = parse_repaired(content, str(path))
    with Examiner() as examiner:
        name, solution, lost = find_solution(content, path, examiner)
        submission = read_submission(notebook, solution)
        replace_imports(submission)
        refused, frame = submission.refused, graft(solution, submission)
        frame.cells.insert(0, nbformat.v4.new_code_cell(NOBODY_ANSWERS, id="nobody-answers"))
        title = f"{path.name}: cells that have run"
        source = partial(_source, solution, refused, examiner.compare)
        runs = run_with_nbval(frame, title, source)
        tasks = judge(solution, runs, refused, examiner.compare)
    return NotebookResult(
        notebook=name,
        submission_sha256=hashlib.sha256(content).hexdigest(),
        isolation="none",
        tasks=advised(tasks, submission, content),
        notes=repairs + submission.notes + lost,
    )


def find_solution(
    content: bytes, path: Path, examiner: Examiner
) -> tuple[str, Notebook, list[str]]:
    """Find the solution that a submission belongs to, by its tasks or else by its name.

    Parameters
    ----------
    content : bytes
        The submitted file.
    path : Path
        Its path.
    examiner : Examiner
        It is asked if there is no such solution, as in a student's repository.

    Returns
    -------
    name : str
        The name of the exercise, without `.ipynb`.
    solution : notebook
        The solution, or a replacement for it.
    notes : list of str
        What had to be guessed, in words.

    Raises
    ------
    UnusableInput
        If no exercise has its name or its answers, or if it is of another variant.
    """
    solutions = solutions_near(path.parent, Path.cwd())
    tasks = {**examiner.exercises(), **tasks_of_solutions(solutions)}
    name = exercise_in(content, path.stem, tasks)
    if name is None:
        raise UnusableInput(
            f"{path}: not one of this course's exercises. They are {', '.join(sorted(tasks))}."
        )
    if name in solutions:
        if complaint := other_variant(content, solutions[name]):
            raise UnusableInput(f"{path}: {complaint}")
        return name, parse_notebook(solutions[name], name), []
    return name, *stand_in(parse_notebook(content, str(path)), list(tasks[name]), examiner)


def run_with_nbval(frame: Notebook, title: str, source: Source) -> dict[str, Run]:
    """Execute a notebook with nbval, each cell within 30 seconds.

    Parameters
    ----------
    frame : notebook
    title : str
        Its name in the progress display.
    source : callable
        Takes a cell and the runs of the cells before it, and returns the code to execute.

    Returns
    -------
    dict of cell id to Run

    Raises
    ------
    UnusableInput
        If no kernel starts.
    """
    with counted(title, len(list(code_cells(frame)))) as advance:
        recorder = Recorder(advance, source)
        _run_pytest(frame, recorder)
    if not recorder.runs:
        raise UnusableInput("no notebook kernel starts here. Run `coursetools doctor`.")
    return recorder.runs


def _run_pytest(frame: Notebook, recorder: "Recorder") -> None:
    with tempfile.TemporaryDirectory(prefix="coursetools-") as folder:
        place, settings = Path(folder, "submission.ipynb"), Path(folder, "pytest.ini")
        nbformat.write(frame, place)
        settings.write_text("[pytest]\n")  # so that settings of the current folder are ignored
        nbval = ["--nbval", "--nbval-current-env", f"--nbval-cell-timeout={CELL_SECONDS}"]
        alone = ["--disable-plugin-autoload", "-p", "nbval.plugin", "-p", "no:cacheprovider"]
        plain = ["-c", str(settings), "--assert=plain", "--capture=no", "-q"]
        with contextlib.redirect_stdout(io.StringIO()):
            pytest.main([*alone, *nbval, *plain, str(place)], plugins=[recorder])


def _source(
    solution: Notebook,
    refused: Mapping[str, str],
    compare: Compare,
    cell: Cell,
    runs: Mapping[str, Run],
) -> str:
    """Return the code of a cell. Where tasks may be restored, this defines right answers to failed ones.

    Functions of the solution that these answers use come along, but take no name of the student's.
    """
    tasks = restorable(cell)
    if tasks is None:
        return str(cell.source)
    known = judge(solution, runs, refused, compare)
    failed = {task.id for task in known if task.status not in ("pass", "not_reached")}
    right = cells_by_task(solution, "answer")
    names = [task for task in tasks if task in failed]
    helpers = [cell.source for cell in code_cells(solution) if has_tag(cell, "own")]
    code = "\n\n".join([*helpers, *(right[task][0].source for task in names)])
    return RESTORE.format(names=names, code=code) if names else ""


class Recorder:
    """A pytest plugin that records what nbval got from the kernel, cell by cell."""

    def __init__(self, advance: Advance, source: Source) -> None:
        self.runs: dict[str, Run] = {}
        self._advance, self._source = advance, source

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Ignore comments in a submission that tell nbval what to do, such as skipping a cell."""
        for item in items:
            item.options.clear()
            item.options["check"] = True

    def pytest_runtest_setup(self, item: Any) -> None:
        """Decide what a cell executes, now that those before it have run."""
        item.cell.source = self._source(item.cell, self.runs)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: Any, call: Any) -> Iterator[None]:
        """Record a cell's outputs as soon as it has run."""
        report = yield
        if call.when == "call":
            self.runs[item.cell.id] = Run(item.test_outputs or [], self._ending(item))
            item.parent.timed_out = False  # nbval would expect later cells to fail
            self._advance()
        return report

    def _ending(self, item: Any) -> str:
        if any(run.ended == "dead" for run in self.runs.values()):
            return "not_reached"
        if not item.parent.kernel.is_alive():
            return "dead"
        return "timeout" if item.parent.timed_out else "done"
