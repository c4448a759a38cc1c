"""Read the results that grading wrote to a folder, and group them by student."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from coursetools.errors import UnusableInput
from coursetools.handed_in import NAME
from coursetools.result import NotebookResult, read_result
from coursetools.wording import shown


@dataclass(frozen=True, kw_only=True)
class StudentResult(NotebookResult):
    """The result of one notebook of one student.

    Attributes
    ----------
    student : str
        The name of the folder; bytes that are not UTF-8 are lone surrogates in it.
    """

    student: str


def read_results(out: Path) -> tuple[list[StudentResult], list[str]]:
    """Read OUT/<student>/<notebook>.json of a whole class.

    Parameters
    ----------
    out : Path

    Returns
    -------
    results : list of StudentResult
        By student, then by notebook.
    complaints : list of str
        A line for each file that is not a result, or that repeats one.

    Raises
    ------
    UnusableInput
        If there is nothing to report.
    """
    read: list[tuple[Path, StudentResult]] = []
    complaints: list[str] = []
    for path in _result_files(out):
        try:
            read.append((path, _read(path)))
        except UnusableInput as error:
            complaints.append(shown(str(error)))
    results = _first_of_each(read, complaints)
    if not results:
        raise UnusableInput(_nothing(out, complaints))
    return results, complaints


def notebooks_of(results: Iterable[StudentResult]) -> list[str]:
    """List the notebooks that anyone handed in, by name."""
    return sorted({result.notebook for result in results})


def by_student(results: Iterable[StudentResult]) -> dict[str, dict[str, StudentResult]]:
    """Group results by student, then by notebook."""
    students: dict[str, dict[str, StudentResult]] = {}
    for result in results:
        students.setdefault(result.student, {})[result.notebook] = result
    return students


def _result_files(out: Path) -> list[Path]:
    try:
        students = [path for path in out.iterdir() if _is_folder(path)]
    except OSError as error:
        raise UnusableInput(
            f"{shown(str(out))}: cannot be read ({error.strerror}). "
            "Name the folder that `coursetools grade` wrote to."
        ) from None
    files = (path for student in students for path in student.glob("*.json"))
    return sorted(path for path in files if not path.name.startswith(".") and path.name != NAME)


def _first_of_each(
    read: list[tuple[Path, StudentResult]], complaints: list[str]
) -> list[StudentResult]:
    """Where several files are about one exercise, use the one that has its name."""
    first: dict[tuple[str, str], StudentResult] = {}
    for path, result in sorted(read, key=lambda pair: pair[0].stem != pair[1].notebook):
        if first.setdefault((result.student, result.notebook), result) is not result:
            complaints.append(
                f"{shown(str(path))}: a second result of the same exercise, left out."
            )
    return [first[key] for key in sorted(first)]


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _read(path: Path) -> StudentResult:
    return StudentResult(**vars(read_result(path)), student=path.parent.name)


def _nothing(out: Path, complaints: list[str]) -> str:
    if complaints:
        more = f" (and {len(complaints) - 1} more)" if len(complaints) > 1 else ""
        return f"{complaints[0]}{more}"
    return f"{shown(str(out))}: no results in it. Run `coursetools grade DIR --out OUT` first."
