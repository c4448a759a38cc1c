"""Write reports on a class from the results in a folder."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from coursetools.errors import UnusableInput
from coursetools.report.feedback import write_canvas_feedback, write_moodle_feedback
from coursetools.report.gradebooks import (
    write_canvas,
    write_grades,
    write_gradescope,
    write_moodle,
)
from coursetools.report.junit import write_junit
from coursetools.report.pages import write_pages
from coursetools.report.reading import GradedClass, read_class
from coursetools.wording import shown


def _write_for_moodle(graded: GradedClass, folder: Path) -> Path:
    write_moodle_feedback(graded, folder)
    return write_moodle(graded, folder)


def _write_for_canvas(graded: GradedClass, folder: Path) -> Path:
    write_canvas_feedback(graded, folder)
    return write_canvas(graded, folder)


WRITERS: dict[str, Callable[[GradedClass, Path], Path]] = {
    "csv": write_grades,
    "junit": write_junit,
    "html": write_pages,
    "moodle": _write_for_moodle,
    "canvas": _write_for_canvas,
    "gradescope": write_gradescope,
}
USUAL = ("csv", "junit", "html")


def _print_to_stderr(line: str) -> None:
    print(f"coursetools: {line}", file=sys.stderr)


def write_reports(
    out: Path,
    formats: Iterable[str] = USUAL,
    complain: Callable[[str], None] = _print_to_stderr,
    tell: Callable[[str], None] = _print_to_stderr,
) -> list[Path]:
    """Write reports on a class into OUT/report/, each file atomically.

    Parameters
    ----------
    out : Path
        The folder with <student>/<notebook>.json, which check-result.schema.json defines, and perhaps
        overrides.csv.
    formats : iterable of str
        csv, junit, html, moodle, canvas or gradescope.
    complain : callable
        Called with a line for each file that is not a result, and for each override that cannot be used.
    tell : callable
        Called with a line about those who handed in nothing, or something that does not count.

    Returns
    -------
    list of Path
        What to open: a file for each format, or a folder for gradescope.

    Raises
    ------
    UnusableInput
        If there is nothing to report, or OUT/report/ cannot be written.
    """
    graded, complaints = read_class(out)
    for line in complaints:
        complain(line)
    for line in _handed_in(graded):
        tell(line)
    folder = out / "report"
    try:
        folder.mkdir(exist_ok=True)
        return [WRITERS[name](graded, folder) for name in formats]
    except OSError as error:
        where = shown(str(error.filename or folder))
        raise UnusableInput(f"{where}: cannot be written ({error.strerror}).") from None


def _handed_in(graded: GradedClass) -> Iterator[str]:
    """Say who handed in nothing, and what does not count."""
    if nothing := graded.nothing_from():
        yield f"Handed in nothing: {_listed(nothing)}"
    if elsewhere := graded.elsewhere():
        others = {student: ", ".join(notebooks) for student, notebooks in elsewhere.items()}
        yield f"Handed in another exercise: {_listed(others)}"
    if graded.untouched:
        number = len(graded.untouched)
        yield f"Notebooks in which nothing is written, which no report counts: {number}"


def _listed(students: Mapping[str, str]) -> str:
    return "; ".join(f"{shown(name)} ({shown(why)})" for name, why in students.items())
