"""Read the results of grading and the teacher's decisions from a folder, and group them by student."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from coursetools.errors import UnusableInput
from coursetools.handed_in import (
    NOTHING_WRITTEN,
    REPORTED,
    HandedIn,
    HandedInFile,
    not_graded,
    read_handed_in,
)
from coursetools.lessons import MOVED
from coursetools.report.overrides import (
    WRITTEN,
    Key,
    Override,
    ReportedTask,
    Task,
    decided,
    overridden,
    read_overrides,
)
from coursetools.result import NotebookResult, read_result
from coursetools.wording import shown

NOTHING_GRADED = "Nothing that could be graded was handed in; the points were given by hand."
FEWEST = 1 / 3  # of the students who handed in the most common notebook


@dataclass(frozen=True, kw_only=True)
class StudentResult(NotebookResult):
    """The result of one notebook of one student.

    Attributes
    ----------
    student : str
        The name of the folder; bytes that are not UTF-8 are lone surrogates in it.
    file : HandedInFile or None
        What was handed in, if that is known.
    was_graded : bool
        False if there are only points given by hand.
    written : list of ReportedTask
        What only a person can mark, and a comment on the whole notebook.
    """

    student: str
    file: HandedInFile | None = None
    was_graded: bool = True
    tasks: list[ReportedTask]  # type: ignore[assignment]
    written: list[ReportedTask] = field(default_factory=list)

    @property
    def all_tasks(self) -> list[ReportedTask]:
        """The tasks that were graded, and what only a person can mark."""
        return [*self.tasks, *self.written]

    @property
    def decisions(self) -> list[str]:
        """What a teacher decided, each with the task."""
        return [f"{task.id}: {words}" for task in self.all_tasks if (words := decided(task))]

    @property
    def late(self) -> bool:
        """Whether it was handed in late, if that is known."""
        return self.file is not None and self.file.late

    @property
    def untouched(self) -> bool:
        """Whether nothing is written in it, so that it counts as not handed in."""
        started = any(task.status != "not_attempted" for task in self.tasks)
        return not (started or self.decisions or self.writing)

    @property
    def unreadable(self) -> str:
        """Why the file could not be read; "" if it could."""
        said = {(task.status, task.message) for task in self.tasks}
        is_whole = len(self.tasks) > 1 and len(said) == 1 and self.answers is None
        return self.tasks[0].message if is_whole and self.tasks[0].status == "error" else ""

    @property
    def nothing_graded(self) -> str:
        """Why no task was graded; "" if some were."""
        return self.unreadable if self.was_graded else NOTHING_GRADED


@dataclass(frozen=True)
class GradedClass:
    """All data from which reports are made.

    Attributes
    ----------
    results : list of StudentResult
        By student, then by notebook.
    untouched : list of StudentResult
        The notebooks in which nothing is written. No report counts them.
    handed_in : HandedIn
        What became of each file, and the roster.
    """

    results: list[StudentResult]
    untouched: list[StudentResult] = field(default_factory=list)
    handed_in: HandedIn = field(default_factory=HandedIn)

    @property
    def students(self) -> list[str]:
        """The names of all students of whom there is a file or a result."""
        names = {one.student for one in (*self.results, *self.untouched)}
        return sorted(names | {one.student for one in self.handed_in.files if one.student})

    @property
    def members(self) -> list[str]:
        """The names of all students, also of those on the roster of whom there is nothing."""
        return sorted({*self.students, *(one.folder for one in self.handed_in.roster)})

    @cached_property
    def expected(self) -> dict[str, float]:
        """The points of each notebook that counts, because more than a few students handed it in."""
        times = Counter(one.notebook for one in self.results if one.was_graded)
        most = {one.notebook: one.max_points for one in self.results}
        often = FEWEST * max(times.values(), default=0)
        return {name: most[name] for name in sorted(times) if times[name] >= often}

    @property
    def counting(self) -> list[StudentResult]:
        """The results of the notebooks that count."""
        return [one for one in self.results if one.notebook in self.expected]

    def nothing_from(self) -> dict[str, str]:
        """Map each student who handed in nothing to what is known of it."""
        busy = {one.student for one in self.results} | not_graded(self.handed_in.files).keys()
        empty = by_student(self.untouched)
        return {
            student: f"nothing is written in {', '.join(empty[student])}"
            if student in empty
            else "no file"
            for student in self.members
            if student not in busy
        }

    def elsewhere(self) -> dict[str, list[str]]:
        """Map each student who handed in only notebooks that do not count to these."""
        counting = by_student(self.counting)
        graded = by_student(one for one in self.results if one.was_graded)
        return {one: list(found) for one, found in graded.items() if one not in counting}

    def missing(self) -> dict[str, list[str]]:
        """List, for each notebook that counts, who on the roster did not hand it in."""
        there, roster = self.handed_in.counting(), self.handed_in.roster
        named = {
            notebook: [one.folder for one in roster if (one.folder, notebook) not in there]
            for notebook in self.expected
        }
        return {notebook: students for notebook, students in named.items() if students}


def read_class(out: Path) -> tuple[GradedClass, list[str]]:
    """Read OUT/<student>/<notebook>.json of a whole class, and everything else that is known about it.

    Parameters
    ----------
    out : Path

    Returns
    -------
    graded : GradedClass
        With the points and comments of OUT/overrides.csv.
    complaints : list of str
        A line for each file that is not a result, or that repeats one, and for each override that
        cannot be used.

    Raises
    ------
    UnusableInput
        If there is nothing to report.
    """
    results, complaints = read_results(out)
    handed_in = read_handed_in(out / REPORTED)
    files = handed_in.counting()
    known = [replace(one, file=files.get((one.student, one.notebook))) for one in results]
    most = {(one.notebook, task.id): task.max_points for one in results for task in one.tasks}
    names = _names(GradedClass(known, handed_in=handed_in))
    decided_on = _with_overrides(known, *read_overrides(out, names, most, complaints.append))
    untouched = [one for one in decided_on if one.untouched]
    counted = [one for one in decided_on if not one.untouched]
    return GradedClass(counted, untouched, _with_findings(handed_in, decided_on)), complaints


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
    """List the notebooks of these results, by name."""
    return sorted({result.notebook for result in results})


def by_student(results: Iterable[StudentResult]) -> dict[str, dict[str, StudentResult]]:
    """Group results by student, then by notebook."""
    students: dict[str, dict[str, StudentResult]] = {}
    for result in results:
        students.setdefault(result.student, {})[result.notebook] = result
    return students


def _with_findings(handed_in: HandedIn, results: Iterable[StudentResult]) -> HandedIn:
    """Add to files that could not be read, or are untouched, what grading found."""
    found = {one.file: NOTHING_WRITTEN if one.untouched else one.unreadable for one in results}
    reasons = {file: reason for file, reason in found.items() if file and reason}
    files = [replace(one, outcome=reasons.get(one, one.outcome)) for one in handed_in.files]
    return HandedIn(files, handed_in.roster)


def _names(known: GradedClass) -> dict[str, str]:
    """Map each name that may refer to a student to the student's folder."""
    names = {folder: folder for folder in known.students}
    for person in known.handed_in.roster:
        ways = (person.folder, person.id, person.email, person.login)
        names = {**{way: person.folder for way in ways if way}, **names}
    return names


def _with_overrides(
    results: Sequence[StudentResult], written: dict[Task, float], overrides: dict[Key, Override]
) -> list[StudentResult]:
    """Apply overrides, also to students without anything that could be graded."""
    known = {(result.student, result.notebook) for result in results}
    like = {result.notebook: result for result in results}
    without = dict.fromkeys(key[:2] for key in overrides if key[:2] not in known)
    applied = []
    for result in (*results, *(_blank(like[notebook], student) for student, notebook in without)):
        by_hand = [
            ReportedTask(name, WRITTEN, 0.0, most, [], "")
            for (notebook, name), most in written.items()
            if notebook == result.notebook
        ]
        decided_on = [
            overridden(task, overrides.get((result.student, result.notebook, task.id)))
            for task in (*result.tasks, *by_hand)
        ]
        number = len(result.tasks)
        marked = [task for task in decided_on[number:] if task.max_points or task.comment]
        applied.append(replace(result, tasks=decided_on[:number], written=marked))
    return sorted(applied, key=lambda result: (result.student, result.notebook))


def _blank(like: StudentResult, student: str) -> StudentResult:
    nothing: dict[str, Any] = {"status": "not_attempted", "points": 0.0, "mistakes": []}
    tasks = [replace(task, message=NOTHING_GRADED, **nothing) for task in like.tasks]
    unknown: dict[str, Any] = {
        "answers": None,
        "writing": None,
        "notes": [],
        "file": None,
        "was_graded": False,
    }
    return replace(like, student=student, tasks=tasks, submission_sha256="0" * 64, **unknown)


def _result_files(out: Path) -> list[Path]:
    try:
        students = [path for path in out.iterdir() if _is_folder(path)]
    except OSError as error:
        raise UnusableInput(
            f"{shown(str(out))}: cannot be read ({error.strerror}). "
            "Name the folder that `coursetools grade` wrote to."
        ) from None
    files = (path for student in students for path in student.glob("*.json"))
    return sorted(path for path in files if not path.name.startswith("."))


def _first_of_each(
    read: list[tuple[Path, StudentResult]], complaints: list[str]
) -> list[StudentResult]:
    """If several files belong to one exercise, use the one that has its name."""
    first: dict[tuple[str, str], StudentResult] = {}
    for path, result in sorted(read, key=lambda pair: pair[0].stem != pair[1].notebook):
        if first.setdefault((result.student, result.notebook), result) is not result:
            complaints.append(
                f"{shown(str(path))}: left out, because it is a second result of the same exercise."
            )
    return [first[key] for key in sorted(first)]


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _read(path: Path) -> StudentResult:
    result = read_result(path)
    known = {**vars(result), "tasks": [ReportedTask(**vars(task)) for task in result.tasks]}
    known["notebook"] = MOVED.get(result.notebook, result.notebook)  # graded under an older name
    return StudentResult(**known, student=path.parent.name)


def _nothing(out: Path, complaints: list[str]) -> str:
    if complaints:
        more = f" (and {len(complaints) - 1} more)" if len(complaints) > 1 else ""
        return f"{complaints[0]}{more}"
    return f"{shown(str(out))}: no results in it. Run `coursetools grade DIR --out OUT` first."
