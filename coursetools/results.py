"""The result of one notebook: a file, written whole or not at all."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from coursetools.cells import UnusableInput, write_text
from coursetools.judge import TaskResult

SCHEMA = 1


@dataclass(frozen=True)
class NotebookResult:
    """The result of one notebook, as docs/check-result.schema.json lays it down."""

    notebook: str
    submission_sha256: str
    isolation: str
    tasks: list[TaskResult]
    notes: list[str]
    graded_with: str | None = None

    @property
    def passed(self) -> bool:
        """Whether every task passed."""
        return all(task.status == "pass" for task in self.tasks)

    def as_json(self) -> dict[str, Any]:
        """Give the result as plain JSON."""
        known = asdict(self)
        if self.graded_with is None:
            del known["graded_with"]
        return {"schema": SCHEMA, **known}


def keep(result: dict[str, Any], path: Path) -> None:
    """Write a result.

    Parameters
    ----------
    result : dict
        As `NotebookResult.as_json` gives it.
    path : Path
        Its folder is made if need be.

    Raises
    ------
    UnusableInput
        If it cannot be written: the disk is full, or the folder is not ours.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, json.dumps(result, allow_nan=False, indent=1) + "\n")
    except OSError as error:
        remedy = "Results so far are kept: make room there, and repeat the command."
        raise UnusableInput(f"{path}: cannot be written ({error.strerror}). {remedy}") from None


def kept(path: Path, submission_sha256: str, graded_with: str) -> dict[str, Any] | None:
    """Read a result, if it is of this submission, graded in this way.

    Parameters
    ----------
    path : Path
    submission_sha256, graded_with : str

    Returns
    -------
    dict or None
        None where there is none, another one, or a torn one.
    """
    try:
        result = json.loads(path.read_bytes())
        same = (result["submission_sha256"], result["graded_with"])
        whole = result["schema"] == SCHEMA and all(task["status"] for task in result["tasks"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return dict(result) if whole and same == (submission_sha256, graded_with) else None
