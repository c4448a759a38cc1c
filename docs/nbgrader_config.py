"""For those who grade with nbgrader: append this to the nbgrader_config.py of your course.

docs/GRADING.md says how, and what nbgrader can and cannot do here. It makes nbgrader
- keep hidden checks from students, and run them when it grades;
- give no points for what imports the library of the course;
- stop, rather than give 0 points, where the checks cannot run.
"""

try:
    from coursetools.import_policy import imports_library
except ImportError:  # nbgrader would go on after any other error, without these settings
    raise SystemExit(
        "nbgrader_config.py: the course is not installed where nbgrader runs. "
        "In its folder: python -m pip install ."
    ) from None

from pathlib import Path

import nbformat
from nbgrader.converters import Autograde, GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import Execute, NbGraderPreprocessor

HIDDEN_TESTS = "### BEGIN HIDDEN TESTS\n{}\n### END HIDDEN TESTS"
REJECTED = (
    'raise ImportError("Only course.views may be imported. Write the function with NumPy alone.")'
)


class MoveHiddenChecks(NbGraderPreprocessor):
    """Move hidden checks into the checks, as nbgrader's own hidden tests; other hidden cells go."""

    def preprocess(self, nb, resources):
        cells = {cell.id: cell for cell in nb.cells}
        hidden = [cell for cell in nb.cells if "hidden" in cell.metadata.get("tags", [])]
        for cell in hidden:
            if cell.cell_type == "code" and cell.id.endswith("-hidden"):
                check = cells[f"{cell.id.removesuffix('-hidden')}-check"]
                check.source = f"{check.source}\n{HIDDEN_TESTS.format(cell.source)}"
        nb.cells = [cell for cell in nb.cells if cell not in hidden]
        return nb, resources


class RejectLibrary(NbGraderPreprocessor):
    """Let a student's cell raise if it imports the right answers; nbgrader runs it with all rights."""

    def preprocess(self, nb, resources):
        released = self._released(**resources["nbgrader"])
        for cell in nb.cells:
            if cell.source not in released and _is_rejected(cell):
                cell.source = f"{REJECTED}\n\n{cell.source}"
        return nb, resources

    def _released(self, assignment, notebook, **_):
        """Collect the course's own cells, some of which import the library."""
        course = CourseDirectory(parent=self)
        folder = course.format_path(course.release_directory, ".", assignment)
        released = nbformat.read(Path(folder, f"{notebook}.ipynb"), as_version=4)
        return {cell.source for cell in released.cells}


class RequireChecks(NbGraderPreprocessor):
    """Stop grading a notebook in which a check was not found: every task would count as wrong."""

    def preprocess(self, nb, resources):
        for cell in nb.cells:
            said = "".join(str(output) for output in cell.get("outputs", []))
            if cell.source.startswith("%check") and "`%check` not found" in said:
                raise RuntimeError(
                    "%check was not found. Is the course installed where this notebook runs, "
                    "and is its first code cell still there?"
                )
        return nb, resources


def _is_rejected(cell):
    locked = cell.metadata.get("nbgrader", {}).get("locked")
    return cell.cell_type == "code" and not locked and imports_library(cell.source)


def _around(preprocessors, one, before=(), after=()):
    place = preprocessors.index(one)
    return [*preprocessors[:place], *before, one, *after, *preprocessors[place + 1 :]]


c = get_config()  # noqa: F821 -- nbgrader defines it

c.GenerateAssignment.preprocessors = [
    MoveHiddenChecks,
    *GenerateAssignment.preprocessors.default_args[0],
]
c.Autograde.autograde_preprocessors = _around(
    list(Autograde.autograde_preprocessors.default_args[0]),
    Execute,
    before=[RejectLibrary],
    after=[RequireChecks],
)
