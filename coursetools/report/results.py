"""Read the results that grading left behind. They may be torn, foreign, or made to mislead."""

import json
import math
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from coursetools.cells import UnusableInput
from coursetools.judge import TaskResult
from coursetools.wording import shown

SCHEMA = Path(__file__).parents[2] / "docs" / "check-result.schema.json"
LARGEST_RESULT = 1_000_000


@dataclass(frozen=True)
class Result:
    """One notebook of one student.

    Attributes
    ----------
    student : str
        The name of the folder; bytes that are no UTF-8 stand in it as lone surrogates.
    notebook, isolation, tasks, notes
        As docs/check-result.schema.json lays them down.
    """

    student: str
    notebook: str
    isolation: str
    tasks: tuple[TaskResult, ...]
    notes: tuple[str, ...]

    @property
    def points(self) -> float:
        """The sum over all tasks."""
        return sum(task.points for task in self.tasks)

    @property
    def max_points(self) -> float:
        """The most there was to get."""
        return sum(task.max_points for task in self.tasks)


def read_results(out: Path) -> tuple[list[Result], list[str]]:
    """Read OUT/<student>/<notebook>.json of a whole class.

    Parameters
    ----------
    out : Path

    Returns
    -------
    results : list of Result
        By student, then by notebook.
    complaints : list of str
        A line for each file that is no result, or that repeats one.

    Raises
    ------
    UnusableInput
        If there is nothing to report.
    """
    read: list[tuple[Path, Result]] = []
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


def notebooks_of(results: Iterable[Result]) -> list[str]:
    """List the notebooks that anyone handed in, by name."""
    return sorted({result.notebook for result in results})


def by_student(results: Iterable[Result]) -> dict[str, dict[str, Result]]:
    """Sort results by student, then by notebook."""
    students: dict[str, dict[str, Result]] = {}
    for result in results:
        students.setdefault(result.student, {})[result.notebook] = result
    return students


def _result_files(out: Path) -> list[Path]:
    try:
        students = [path for path in out.iterdir() if _is_visible_folder(path)]
    except OSError as error:
        raise UnusableInput(
            f"{shown(str(out))}: cannot be read ({error.strerror}). "
            "Name the folder that `coursetools grade` wrote to."
        ) from None
    files = (path for student in students for path in student.glob("*.json"))
    return sorted(path for path in files if not path.name.startswith("."))


def _first_of_each(read: list[tuple[Path, Result]], complaints: list[str]) -> list[Result]:
    """Let the file that is called after its exercise count, and others for the same not."""
    first: dict[tuple[str, str], Result] = {}
    for path, result in sorted(read, key=lambda pair: pair[0].stem != pair[1].notebook):
        if first.setdefault((result.student, result.notebook), result) is not result:
            complaints.append(f"{shown(str(path))}: its exercise is there twice, this one is left.")
    return [first[key] for key in sorted(first)]


def _is_visible_folder(path: Path) -> bool:
    return not path.name.startswith(".") and path.is_dir() and not path.is_symlink()


def _read(path: Path) -> Result:
    content = _parsed(path)
    error = best_match(_validator().iter_errors(content))
    if error is not None:
        raise UnusableInput(f"{path}: no result of `coursetools grade` (see {error.json_path}).")
    tasks = tuple(TaskResult(**task) for task in content["tasks"])
    notes = tuple(content["notes"])
    return Result(path.parent.name, content["notebook"], content["isolation"], tasks, notes)


def _parsed(path: Path) -> Any:
    found = path.lstat()
    if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST_RESULT:
        raise UnusableInput(f"{path}: no regular file of at most 1 MB, so no result.")
    try:
        return json.loads(
            path.read_bytes().decode(),
            parse_constant=_refuse,
            parse_float=_finite,
            parse_int=_finite,
        )
    except OSError as error:
        raise UnusableInput(f"{path}: cannot be read ({error.strerror}).") from None
    except (ValueError, RecursionError):
        raise UnusableInput(f"{path}: torn, or no JSON at all. Grade this one again.") from None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    return number if math.isfinite(number) else _refuse(digits)


@cache
def _validator() -> Draft202012Validator:
    return Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


def _nothing(out: Path, complaints: list[str]) -> str:
    if complaints:
        more = f" (and {len(complaints) - 1} more)" if len(complaints) > 1 else ""
        return f"{complaints[0]}{more}"
    return f"{shown(str(out))}: no results in it. Run `coursetools grade DIR --out OUT` first."
