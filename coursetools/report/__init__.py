"""Write reports on a class from the results in a folder."""

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from coursetools.errors import UnusableInput
from coursetools.report.gradebooks import (
    write_canvas,
    write_grades,
    write_gradescope,
    write_moodle,
)
from coursetools.report.junit import write_junit
from coursetools.report.pages import write_pages
from coursetools.report.reading import StudentResult, read_results
from coursetools.wording import shown

WRITERS: dict[str, Callable[[Sequence[StudentResult], Path], Path]] = {
    "csv": write_grades,
    "junit": write_junit,
    "html": write_pages,
    "moodle": write_moodle,
    "canvas": write_canvas,
    "gradescope": write_gradescope,
}
USUAL = ("csv", "junit", "html")


def _print_to_stderr(line: str) -> None:
    print(f"coursetools: {line}", file=sys.stderr)


def write_reports(
    out: Path,
    formats: Iterable[str] = USUAL,
    complain: Callable[[str], None] = _print_to_stderr,
) -> list[Path]:
    """Write reports on a class into OUT/report/, each file whole or not at all.

    Parameters
    ----------
    out : Path
        Holds <student>/<notebook>.json, which check-result.schema.json defines.
    formats : iterable of str
        csv, junit, html, moodle, canvas or gradescope.
    complain : callable
        Called with a line for each file that is not a result.

    Returns
    -------
    list of Path
        What to open: a file for each format; for gradescope, a folder.

    Raises
    ------
    UnusableInput
        If there is nothing to report, or OUT/report/ cannot be written.
    """
    results, complaints = read_results(out)
    for line in complaints:
        complain(line)
    folder = out / "report"
    try:
        folder.mkdir(exist_ok=True)
        return [WRITERS[name](results, folder) for name in formats]
    except OSError as error:
        where = shown(str(error.filename or folder))
        raise UnusableInput(f"{where}: cannot be written ({error.strerror}).") from None
