"""The files of a class: submissions DIR/<student>/<file>, results OUT/<student>/<notebook>.json."""

import random
import secrets
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from coursetools.course import course_folder, solutions_of
from coursetools.errors import UnusableInput
from coursetools.grading.cgroup import NOWHERE, Delegated
from coursetools.grading.isolation import Limits, Setting
from coursetools.grading.session import Job, most_seconds
from coursetools.grading.submitted import Report, SubmittedFile, find_submissions
from coursetools.handed_in import NAME, HandedIn, read_handed_in
from coursetools.notebook import parse_notebook, read_file
from coursetools.papers import Papers, read_papers
from coursetools.recognition import other_variant, tasks_of_solutions

AUTHOR = "/"  # of the solutions: no student's folder can be called so


@dataclass(frozen=True)
class Classroom:
    """Where submissions are, where results go, and how they are graded.

    Attributes
    ----------
    folder, out : Path
        DIR and OUT.
    course : Path
    isolation : str
    limits : Limits
    solutions : mapping of exercise name to bytes
        In an exam, those of one of the papers.
    papers : Papers or None
        In an exam, whose paper is whose.
    seed : int
        Draws the hidden inputs, others for each student; a new one for every run.
    groups : Delegated
        Where each sandbox gets a cgroup of its own, if there is a place.
    """

    folder: Path
    out: Path
    course: Path
    isolation: str
    limits: Limits
    solutions: Mapping[str, bytes]
    seed: int
    papers: Papers | None = None
    groups: Delegated = NOWHERE

    @classmethod
    def open(cls, folder: Path, out: Path, isolation: str, limits: Limits) -> "Classroom":
        """Check that DIR and OUT can be used, and read the solutions.

        Parameters
        ----------
        folder, out : Path
        isolation : str
        limits : Limits

        Returns
        -------
        Classroom

        Raises
        ------
        UnusableInput
            If DIR is not a folder, or OUT is inside DIR or cannot be written to.
        """
        if not folder.is_dir():
            raise UnusableInput(
                f"{folder}: no such folder. Name the one with a folder for each student."
            )
        if out.resolve().is_relative_to(folder.resolve()):
            raise UnusableInput(
                f"{out}: is inside {folder}. Name a folder outside it for the results."
            )
        _require_writable(out)
        course = course_folder(Path.cwd())
        papers = read_papers(course)
        solutions = papers.example if papers else solutions_of(course)
        seed = secrets.randbits(63)
        return cls(folder, out, course, isolation, limits, solutions, seed, papers)

    def submissions(self, report: Report) -> tuple[list[SubmittedFile], HandedIn]:
        """Find what was handed in, in order; report what is skipped, a line each."""
        known = read_handed_in(self.folder / NAME)
        tasks = tasks_of_solutions(self.solutions)
        return find_submissions(self.folder, tasks, self._complaint, known, report)

    def _complaint(self, student: str, name: str, content: bytes) -> str:
        if self.papers:
            return self.papers.complaint(student, name)
        return other_variant(content, self.solutions[name])

    def job(self, file: SubmittedFile) -> Job:
        """Read a submission; if it cannot be read, the job holds the reason."""
        try:
            content: bytes | str = read_file(file.path, f"{file.name}.ipynb")
        except UnusableInput as error:
            content = str(error)
        solution, notes = self.solutions[file.name], tuple[str, ...]()
        if self.papers:
            solution = self.papers.solutions[file.student][file.name]
            notes = self.papers.notes(file.student, content)
        return replace(
            self._job(file.name, content, solution),
            notes=notes,
            seed=random.Random(ascii((self.seed, file.student))).getrandbits(63),
            handed_in_as=file.sha256,
            student=file.student,
        )

    def self_test(self, names: Iterable[str]) -> list[tuple[str, Job]]:
        """Submit the solutions themselves, as if one student had written them all."""
        jobs = [
            (name, self._job(name, self.solutions[name], self.solutions[name]))
            for name in sorted(names)
        ]
        return [(name, replace(job, student=AUTHOR)) for name, job in jobs]

    def result_path(self, file: SubmittedFile) -> Path:
        """Give the path of a result."""
        return self.out / file.student / f"{file.name}.json"

    def most_seconds(self, name: str) -> float:
        """Bound the time that grading one notebook takes."""
        return most_seconds(parse_notebook(self.solutions[name], name), self.limits.seconds)

    def _job(self, name: str, content: bytes | str, solution: bytes) -> Job:
        hidden = tuple(str(one.resolve()) for one in (self.folder, self.out, self.course))
        setting = Setting(self.isolation, self.limits, hidden=hidden, groups=self.groups)
        return Job(name, content, solution, setting, self.seed)


def _require_writable(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=out):
            pass
    except OSError as error:
        raise UnusableInput(f"{out}: cannot be written to ({error.strerror}).") from None
