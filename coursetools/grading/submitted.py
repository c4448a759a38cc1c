"""Find what a class handed in: DIR/<student>/<file>, whatever the files are called."""

import hashlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from coursetools.downloads import NOT_BY_STUDENTS, described, without_copy_mark
from coursetools.errors import UnusableInput
from coursetools.handed_in import (
    GRADED,
    HOW,
    NAME,
    NO_EXERCISE,
    NOT_GRADED,
    HandedIn,
    HandedInFile,
    identity,
)
from coursetools.notebook import LARGEST_FILE, opened
from coursetools.recognition import (
    Tasks,
    exercise_in,
    is_notebook,
)

Report = Callable[[str], None]
Complain = Callable[[str, str, bytes], str]  # student, exercise and content to a reason, or ""
Examine = Callable[[Path], HandedInFile]
Key = tuple[str, str, str]  # student, name and digest of a file in the class folder
Noted = dict[Key, HandedInFile]


@dataclass(frozen=True)
class SubmittedFile:
    """One notebook file of one student.

    Attributes
    ----------
    student : str
        The name of the folder.
    name : str
        Of the exercise.
    path : Path
    sha256 : str
        Of the file as it was handed in; "" if it cannot be read.
    """

    student: str
    name: str
    path: Path
    sha256: str = ""


def find_submissions(
    folder: Path, tasks: Tasks, complain: Complain, known: HandedIn, report: Report
) -> tuple[list[SubmittedFile], HandedIn]:
    """Find the notebooks of a class.

    Parameters
    ----------
    folder : Path
        DIR.
    tasks : mapping of exercise to its tasks
        Exercises are recognised by these.
    complain : callable
        Says why a notebook cannot be graded with the solutions that belong here; "" if it can.
    known : HandedIn
        What `collect` noted.
    report : callable
        Called with a line for whatever is not graded.

    Returns
    -------
    submissions : list of SubmittedFile
        At most one for each student and exercise.
    handed_in : HandedIn
        What became of each file.
    """
    found: list[HandedInFile] = []
    noted = {_key(one): one for one in sorted(known.files, key=lambda one: one.counts)}
    examine = partial(_examined, tasks, complain, noted)
    for student in _sorted(folder):
        if student.name == NAME and student.is_file():
            continue
        if student.is_symlink() or not student.is_dir():
            report(f"{student.name}: skipped, because it is not a student's folder")
        elif _is_made_by_a_program(student):
            report(f"{student.name}: skipped, because its name starts with a dot")
        else:
            found += _of_student(student, examine, report)
    there = {identity(one) for one in found}
    others = [_elsewhere(one) for one in known.files if identity(one) not in there]
    submissions = [
        SubmittedFile(one.student, one.notebook, folder / one.student / one.saved_as, one.sha256)
        for one in found
        if one.counts
    ]
    return submissions, HandedIn([*found, *others], known.roster)


def _is_hidden(name: str) -> bool:
    """Tell whether a name starts with a dot, and is more than dots and spaces, which is a student."""
    return name.startswith(".") and bool(name.strip(". "))


def _is_made_by_a_program(folder: Path) -> bool:
    """Tell whether a folder is hidden, and not that of a student with such a name."""
    if folder.name in NOT_BY_STUDENTS or not _is_hidden(folder.name):
        return folder.name in NOT_BY_STUDENTS
    return not any(path.name.lower().endswith(".ipynb") for path in _sorted(folder))


def _of_student(folder: Path, examine: Examine, report: Report) -> list[HandedInFile]:
    paths = [path for path in _sorted(folder) if not _is_hidden(path.name)]
    files = _with_choice([examine(path) for path in paths])
    for one in files:
        if not one.counts:
            reason = one.outcome.removeprefix(NOT_GRADED)
            report(f"{one.student}/{one.saved_as}: skipped: {reason}")
    if not files:
        report(f"{folder.name}: nothing in it")
    return files


def _examined(tasks: Tasks, complain: Complain, noted: Noted, path: Path) -> HandedInFile:
    """Say what a file is; the outcome is how it was recognised, or why it is not graded."""
    one = HandedInFile(path.parent.name, path.name, "", saved_as=path.name)
    is_named = path.name.lower().endswith(".ipynb")
    try:
        head, digest = _digest(path)
    except UnusableInput:
        name = path.stem if is_named and path.stem in tasks else ""
        kind = "a folder, which is not searched" if path.is_dir() else "not a regular file"
        return replace(one, notebook=name, outcome="" if name else kind)
    one = replace(one, sha256=digest, saved_sha256=digest)
    if not is_named and not is_notebook(head):
        return replace(one, outcome=described(path.name))
    notebook = exercise_in(head, without_copy_mark(path.name.split(".ipynb")[0]), tasks)
    renamed = (
        "" if path.name == f"{notebook}.ipynb" else "renamed" if is_named else "read as a notebook"
    )
    one = replace(one, notebook=notebook or "", outcome=renamed if notebook else NO_EXERCISE)
    one = _as_collected(one, noted)
    readable = notebook and is_notebook(head)
    complaint = complain(one.student, notebook, head) if notebook and readable else ""
    return replace(one, outcome=f"{NOT_GRADED}{complaint}") if complaint else one


def _as_collected(one: HandedInFile, noted: Noted) -> HandedInFile:
    """Add what `collect` noted about this file, if nobody has changed it since."""
    same = noted.get(_key(one))
    if same is None:
        return one
    how = [part for part in same.outcome.split(", ") if part in HOW]
    outcome = ", ".join(how) if one.notebook else one.outcome
    return replace(same, notebook=one.notebook, outcome=outcome)


def _key(one: HandedInFile) -> Key:
    return one.student, one.saved_as, one.saved_sha256


def _with_choice(files: Sequence[HandedInFile]) -> list[HandedInFile]:
    """Choose one file for each exercise: the one that is called after it, else the first."""
    chosen: dict[str, HandedInFile] = {}
    for one in sorted(files, key=lambda of: of.saved_as != f"{of.notebook}.ipynb"):
        if not one.outcome.startswith(NOT_GRADED):
            chosen.setdefault(one.notebook, one)
    return [_with_ending(one, chosen.get(one.notebook)) for one in files]


def _with_ending(one: HandedInFile, chosen: HandedInFile | None) -> HandedInFile:
    if not one.notebook or one.outcome.startswith(NOT_GRADED) or chosen is None:
        return replace(one, counts=False)
    if one is not chosen:
        return replace(one, counts=False, outcome=f"{NOT_GRADED}{chosen.file} counts instead")
    return replace(one, counts=True, outcome=", ".join(filter(None, [one.outcome, GRADED])))


def _elsewhere(one: HandedInFile) -> HandedInFile:
    """Describe a file of which `collect` knew, and that is not in the student's folder as it was."""
    if not one.counts:
        return one
    outcome = "no longer in the student's folder, or changed there"
    return replace(one, counts=False, saved_as="", outcome=outcome)


def _digest(path: Path) -> tuple[bytes, str]:
    """Read the part of a file that may be a notebook, and the digest of all of it."""
    with opened(path, path.name) as file:
        head = file.read(LARGEST_FILE)
        digest = hashlib.sha256(head)
        while part := file.read(2**20):
            digest.update(part)
    return head, digest.hexdigest()


def _sorted(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir(), key=lambda path: os.fsencode(path.name))
    except OSError as error:
        raise UnusableInput(f"{folder}: cannot be read ({error.strerror}).") from None
