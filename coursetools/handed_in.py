"""What became of every file that was handed in: a list beside a class, and one beside its reports."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from coursetools.atomic import write_whole
from coursetools.errors import UnusableInput
from coursetools.roster import Person
from coursetools.wording import shown

NAME = "handed_in.json"
REPORTED = f"report/data/{NAME}"  # in OUT, but not among the results of a student called "report"
VERSION = 1
TO_BE_GRADED = "to be graded"
GRADED = "graded"
NOT_GRADED = "not graded: "
HOW = {"from a zip", "read as a notebook", "renamed"}  # an outcome begins with these
NO_EXERCISE = "no exercise of this course"
NOTHING_WRITTEN = "nothing is written in it"


@dataclass(frozen=True)
class HandedInFile:
    """A file that was handed in.

    Attributes
    ----------
    student : str
        The name of the folder; "" if the file does not say whose it is.
    file : str
        Its path in the download, or in the student's folder.
    outcome : str
        What became of it, in words.
    notebook : str
        The exercise; "" if it is not one.
    saved_as : str
        Its name in the student's folder; "" if it was not saved there.
    counts : bool
        Whether this is the file that is graded.
    late : bool
    age : str
        The key that sorts a student's files by the time of handing in, if the download has it.
    sha256 : str
        The hash of the file as it was handed in.
    saved_sha256 : str
        The hash of the file in the student's folder.
    """

    student: str
    file: str
    outcome: str
    notebook: str = ""
    saved_as: str = ""
    counts: bool = False
    late: bool = False
    age: str = ""
    sha256: str = ""
    saved_sha256: str = ""

    @property
    def time(self) -> str:
        """When it was stored, if the download says so."""
        return "" if self.age.startswith("1980-01-01") else self.age[:19]


@dataclass
class HandedIn:
    """All files that were handed in, and the students who should have handed in something."""

    files: list[HandedInFile] = field(default_factory=list)
    roster: list[Person] = field(default_factory=list)

    def without(self, failing: Mapping[str, str]) -> "HandedIn":
        """Say of the notebooks whose solutions fail here, and why, that they are not graded."""
        files = [
            replace(one, counts=False, outcome=f"{NOT_GRADED}{failing[one.notebook]}")
            if one.counts and one.notebook in failing
            else one
            for one in self.files
        ]
        return HandedIn(files, self.roster)

    def counting(self) -> dict[tuple[str, str], HandedInFile]:
        """Map each student and exercise to the file that counts."""
        return {(one.student, one.notebook): one for one in self.files if one.counts}

    def by_student(self) -> dict[str, list[HandedInFile]]:
        """Group the files by student; "" has those that do not say whose they are."""
        found: dict[str, list[HandedInFile]] = {}
        for one in self.files:
            found.setdefault(one.student, []).append(one)
        return found


def read_handed_in(path: Path) -> HandedIn:
    """Read a list of the files that were handed in.

    Parameters
    ----------
    path : Path

    Returns
    -------
    HandedIn
        Empty if there is no file.

    Raises
    ------
    UnusableInput
        If the file does not contain such a list.
    """
    if not path.is_file():
        return HandedIn()
    try:
        content = json.loads(path.read_bytes())
        return HandedIn(
            [_entry(HandedInFile, one) for one in content["files"]],
            [_entry(Person, one) for one in content["roster"]],
        )
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        raise UnusableInput(
            f"{shown(str(path))}: cannot be read. Remove it, and repeat `collect` and `grade`."
        ) from None


def write_handed_in(known: HandedIn, path: Path) -> None:
    """Write a list of the files that were handed in, atomically; create its folder if needed."""
    content = {"schema": VERSION, **asdict(known)}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(content, indent=1) + "\n")
    except OSError as error:
        raise UnusableInput(f"{path}: cannot be written ({error.strerror}).") from None


def without_repetitions(files: Iterable[HandedInFile]) -> list[HandedInFile]:
    """Keep the last of several entries about the same file, in the order of the first."""
    return list({identity(one): one for one in files}.values())


def identity(one: HandedInFile) -> tuple[str, str, str]:
    """Return a key that distinguishes a file that was handed in from all others."""
    return one.student, one.file, one.sha256


def not_graded(files: Sequence[HandedInFile]) -> dict[str, list[HandedInFile]]:
    """List the files of students of whom nothing is graded; of others, the exercises that are not."""
    graded = {(one.student, one.notebook) for one in files if one.counts}
    students = {student for student, _ in graded}
    found: dict[str, list[HandedInFile]] = {}
    for one in files:
        is_exercise = one.notebook and one.saved_as and (one.student, one.notebook) not in graded
        if one.student and (one.student not in students or is_exercise):
            found.setdefault(one.student, []).append(one)
    return found


def _entry(kind: Any, content: dict[str, Any]) -> Any:
    known = {one.name: content[one.name] for one in fields(kind) if one.name in content}
    kinds = {one.name: bool if one.type in (bool, "bool") else str for one in fields(kind)}
    if not all(isinstance(value, kinds[name]) for name, value in known.items()):
        raise TypeError("an entry of the wrong type")
    return kind(**known)
