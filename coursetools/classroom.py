"""Grade a class: DIR/<student>/<notebook>.ipynb in, OUT/<student>/<notebook>.json out."""

import os
import secrets
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from coursetools.cells import UnusableInput, course_folder, file_content, parse_notebook
from coursetools.grade import Job, most_seconds
from coursetools.isolation import Limits, Setting

Say = Callable[[str], None]


@dataclass(frozen=True)
class Submission:
    """One file of one student.

    Attributes
    ----------
    student : str
        The name of the folder.
    name : str
        Of the exercise.
    path : Path
    """

    student: str
    name: str
    path: Path


@dataclass(frozen=True)
class Classroom:
    """Where submissions come from, where results go, and how they are graded.

    Attributes
    ----------
    folder, out : Path
        DIR and OUT.
    isolation : str
    limits : Limits
    solutions : mapping of exercise name to bytes
    seed : int
        Drawn anew for every run; draws the hidden inputs.
    """

    folder: Path
    out: Path
    isolation: str
    limits: Limits
    solutions: Mapping[str, bytes]
    seed: int

    @classmethod
    def opened(cls, folder: Path, out: Path, isolation: str, limits: Limits) -> "Classroom":
        """Look whether DIR and OUT can be used, and read the solutions.

        Raises
        ------
        UnusableInput
            If DIR is no folder, or OUT cannot be written to or lies in DIR.
        """
        if not folder.is_dir():
            raise UnusableInput(f"{folder}: no such folder. Name the one that holds the students'.")
        if out.resolve().is_relative_to(folder.resolve()):
            raise UnusableInput(f"{out}: lies in {folder}. Name a folder outside for the results.")
        _require_writable(out)
        places = sorted((course_folder(Path.cwd()) / "solutions").glob("*.ipynb"))
        solutions = {path.stem: path.read_bytes() for path in places}
        return cls(folder, out, isolation, limits, solutions, secrets.randbits(63))

    def submissions(self, say: Say) -> Iterator[Submission]:
        """Find what was handed in, in order; what is passed over is said in a line."""
        for student in _sorted(self.folder):
            if student.name.startswith("."):
                say(f"{student.name}: skipped, since its name starts with a dot")
            elif student.is_symlink() or not student.is_dir():
                say(f"{student.name}: skipped, since it is no folder of a student")
            else:
                yield from self._of_student(student, say)

    def job(self, submission: Submission) -> Job:
        """Read a submission; if it cannot be read, the job says why."""
        try:
            name = f"{submission.name}.ipynb"
            content: bytes | str = file_content(submission.path, name)
        except UnusableInput as error:
            content = str(error)
        return self._job(submission.name, content)

    def rehearsal(self, name: str) -> Job:
        """Hand in the solution itself."""
        return self._job(name, self.solutions[name])

    def place(self, submission: Submission) -> Path:
        """Where the result of a submission belongs."""
        return self.out / submission.student / f"{submission.name}.json"

    def most_seconds(self, name: str) -> float:
        """Bound the time that grading one notebook of an exercise takes."""
        return most_seconds(parse_notebook(self.solutions[name], name), self.limits.seconds)

    def _of_student(self, student: Path, say: Say) -> Iterator[Submission]:
        for path in _sorted(student):
            if path.suffix != ".ipynb" or path.name.startswith("."):
                continue
            if path.stem in self.solutions:
                yield Submission(student.name, path.stem, path)
            else:
                say(f"{student.name}/{path.name}: skipped, since no exercise has this name")

    def _job(self, name: str, content: bytes | str) -> Job:
        hidden = tuple(str(one.resolve()) for one in (self.folder, self.out))
        setting = Setting(self.isolation, self.limits, hidden=hidden)
        return Job(name, content, self.solutions[name], setting, self.seed)


def _sorted(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir(), key=lambda path: os.fsencode(path.name))
    except OSError as error:
        raise UnusableInput(f"{folder}: cannot be read ({error.strerror}).") from None


def _require_writable(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=out):
            pass
    except OSError as error:
        raise UnusableInput(f"{out}: cannot be written to ({error.strerror}).") from None
