"""The result of one notebook, and its JSON file, which check-result.schema.json defines."""

import json
import math
import stat
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from coursetools.atomic import remove_abandoned_drafts, write_whole
from coursetools.errors import UnusableInput
from coursetools.judge import TaskResult

SCHEMA = files("coursetools").joinpath("check-result.schema.json")
VERSION = 1
LARGEST_RESULT = 3_000_000
LONGEST_TEXT = 20_000
MOST_TEXT = 100_000  # twelve bytes each at most, so that a result stays below its limit


@dataclass(frozen=True)
class NotebookResult:
    """The result of one notebook; check-result.schema.json explains each part."""

    notebook: str
    submission_sha256: str
    isolation: str
    tasks: list[TaskResult]
    notes: list[str]
    graded_with: str | None = None
    answers: dict[str, str] | None = None
    writing: list[str] | None = None

    @property
    def passed(self) -> bool:
        """Whether every task passed."""
        return all(task.status == "pass" for task in self.tasks)

    @property
    def starved(self) -> bool:
        """Whether a task could not be graded because the machine was too busy."""
        return any(task.status == "starved" for task in self.tasks)

    @property
    def all_tasks(self) -> Sequence[TaskResult]:
        """All that points are given for."""
        return self.tasks

    @property
    def points(self) -> float:
        """The sum over all tasks."""
        return sum(task.points for task in self.all_tasks)

    @property
    def max_points(self) -> float:
        """The points that were possible."""
        return sum(task.max_points for task in self.all_tasks)

    def as_json(self) -> dict[str, Any]:
        """Give the result as plain JSON."""
        known = {name: value for name, value in asdict(self).items() if value is not None}
        return {"schema": VERSION, **known}


def cut(texts: Iterable[str]) -> list[str]:
    """Cut texts to the size that fits into a result: 20,000 characters each, 100,000 in all."""
    left, kept = MOST_TEXT, []
    for text in texts:
        most = min(LONGEST_TEXT, left)
        kept.append(text if len(text) <= most else f"{text[:most]}\n[cut here]")
        left -= min(len(text), most)
    return kept


def write_result(result: NotebookResult, path: Path) -> None:
    """Write a result atomically: whole, or not at all.

    Parameters
    ----------
    result : NotebookResult
    path : Path
        Its folder is created if needed.

    Raises
    ------
    UnusableInput
        If it cannot be written: the disk is full, or the folder is somebody else's.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(result.as_json(), allow_nan=False, indent=1) + "\n")
        remove_abandoned_drafts(path)
    except OSError as error:
        remedy = "The results so far are kept. Make room there, and repeat the command."
        raise UnusableInput(f"{path}: cannot be written ({error.strerror}). {remedy}") from None


def read_result(path: Path) -> NotebookResult:
    """Read a result. The file is not trusted: it may be incomplete, forged, or not a result at all.

    Parameters
    ----------
    path : Path

    Returns
    -------
    NotebookResult

    Raises
    ------
    UnusableInput
        If it cannot be read, or does not conform to the schema.
    """
    content = _parsed(path)
    error = best_match(_validator().iter_errors(content))
    if error is not None:
        raise UnusableInput(f"{path}: not a result of `coursetools grade` (see {error.json_path}).")
    del content["schema"]
    tasks = [TaskResult(**task) for task in content.pop("tasks")]
    return NotebookResult(tasks=tasks, **content)


def reusable_result(path: Path, submission_sha256: str, graded_with: str) -> NotebookResult | None:
    """Read a result if it belongs to this submission and was graded in the same way.

    Parameters
    ----------
    path : Path
    submission_sha256, graded_with : str

    Returns
    -------
    NotebookResult or None
        None if there is no such result, or only a part of it.
    """
    try:
        result = read_result(path)
    except UnusableInput:
        return None
    same = (result.submission_sha256, result.graded_with) == (submission_sha256, graded_with)
    return result if same else None


def _parsed(path: Path) -> Any:
    try:
        found = path.lstat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST_RESULT:
            raise UnusableInput(
                f"{path}: not a result; it is not a regular file, or it is larger than 3 MB."
            )
        return json.loads(
            path.read_bytes().decode(),
            parse_constant=_refuse,
            parse_float=_finite,
            parse_int=_finite,
        )
    except OSError as error:
        raise UnusableInput(f"{path}: cannot be read ({error.strerror}).") from None
    except (ValueError, RecursionError):
        raise UnusableInput(
            f"{path}: incomplete, or not JSON at all. Grade this notebook again."
        ) from None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    return number if math.isfinite(number) else _refuse(digits)


@cache
def _validator() -> Draft202012Validator:
    return Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
