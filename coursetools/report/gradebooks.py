"""Tables for spreadsheets and gradebooks, and the results.json that Gradescope reads."""

import csv
import html
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from coursetools.atomic import write_whole
from coursetools.downloads import is_from_moodle, owner_of
from coursetools.filenames import distinct
from coursetools.handed_in import not_graded
from coursetools.report.cells import cell
from coursetools.report.overrides import WRITTEN, ReportedTask, decided
from coursetools.report.reading import GradedClass, StudentResult, by_student, notebooks_of
from coursetools.roster import Person
from coursetools.wording import WORDS, shown

GRADES = (
    *("student", "notebook", "task", "status", "points", "max_points", "mistakes", "message"),
    *("late", "by_hand", "comment"),
)
HANDED_IN = ("student", "file", "notebook", "outcome", "late", "time", "sha256")
WORKSHEET = (
    "Identifier",
    "Full name",
    "Grade",
    "Maximum Grade",
    "Last modified (grade)",
    "Feedback comments",
)
MAY_BE_THERE = "missing, or in a file that could not be graded"
ELSEWHERE = "missing; another exercise was handed in"
PEOPLE = ("Username", "ID number", "Email address")  # Moodle's names for these columns
FOR_EXCEL = "utf-8-sig"  # with a byte order mark, which Canvas might not read before a quoted cell
NUMBERED = re.compile(r"(?P<name>.+)_(?P<number>\d{1,18})")

Row = Sequence[str | float]


def write_grades(graded: GradedClass, folder: Path) -> Path:
    """Write grades.csv (a row for each student and task) and handed_in.csv (a row for each file)."""
    rows = (
        [result.student, result.notebook, *_grade(task, result.late)]
        for result in graded.results
        for task in result.all_tasks
    )
    files = [
        [one.student, one.file, one.notebook, one.outcome, _yes(one.late), one.time, one.sha256]
        for one in sorted(graded.handed_in.files, key=lambda one: one.student)
    ]
    known = {
        **dict.fromkeys(not_graded(graded.handed_in.files), MAY_BE_THERE),
        **dict.fromkeys(graded.elsewhere(), ELSEWHERE),
    }
    missing = [
        [student, "", notebook, known.get(student, "missing"), "", "", ""]
        for notebook, students in graded.missing().items()
        for student in students
    ]
    _write_table(folder / "handed_in.csv", [HANDED_IN, *files, *missing], FOR_EXCEL)
    return _write_table(folder / "grades.csv", [GRADES, *rows], FOR_EXCEL)


def write_moodle(graded: GradedClass, folder: Path) -> Path:
    """Write moodle.csv, for *Grades → Import → CSV file*, and a grading worksheet for each notebook.

    Moodle's gradebook asks which column means what, and finds students by user name, e-mail address
    or ID number. Feedback goes with each grade, because an import of one without the other would
    clear the other. A grading worksheet, moodle-<notebook>.csv, is uploaded to the assignment; there
    Moodle finds students by the number that its download of submissions adds to their names.
    """
    students = by_student(graded.results)
    for notebook, name in distinct(notebooks_of(graded.results)).items():
        rows = _worksheet(notebook, students)
        if len(rows) > 1:
            _write_table(folder / f"moodle-{name}.csv", rows)
    people = {person.folder: person for person in graded.handed_in.roster}
    known = PEOPLE if people else ()
    notebooks = list(graded.expected)
    header = [
        "Student",
        *known,
        *(part for name in notebooks for part in (name, f"{name} feedback")),
    ]
    rows = [
        [
            student,
            *_names(people.get(student))[: len(known)],
            *(cell for name in notebooks for cell in _grade_and_feedback(found.get(name))),
        ]
        for student, found in by_student(graded.counting).items()
    ]
    return _write_table(folder / "moodle.csv", [header, *rows])


def write_canvas(graded: GradedClass, folder: Path) -> Path:
    """Write canvas.csv, for *Grades → Import*: a row for each student, below the points possible.

    Canvas finds students by their ID, which a download of submissions puts at the end of their
    name, or by their SIS login. An assignment is found by its title: that of the notebook.
    """
    most = graded.expected
    people = {person.folder: person for person in graded.handed_in.roster}
    rows: list[Row] = [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", *most],
        ["Points Possible", "", "", "", "", *most.values()],
    ]
    for student, found in by_student(graded.counting).items():
        points = (found[name].points if name in found else "" for name in most)
        rows.append([*_canvas_student(student, found.values(), people), "", *points])
    return _write_table(folder / "canvas.csv", rows)


def write_gradescope(graded: GradedClass, folder: Path) -> Path:
    """Write gradescope/<name>/results.json for each student, as a Gradescope autograder would."""
    students = by_student(graded.results)
    for student, name in distinct(students).items():
        place = folder / "gradescope" / name
        place.mkdir(parents=True, exist_ok=True)
        content = _gradescope(list(students[student].values()))
        write_whole(place / "results.json", json.dumps(content, indent=1, allow_nan=False))
    return folder / "gradescope"


def feedback(result: StudentResult) -> str:
    """Tell a student in one line what is not right yet, with any comments by a teacher."""
    open_tasks = [task for task in result.tasks if _is_open(task)]
    said = [f"{task.id}: {task.message}" for task in open_tasks]
    if len(said) > 1 and len({task.message for task in open_tasks}) == 1:
        said = [open_tasks[0].message]  # for example, of a file that could not be read
    late = ["Handed in late."] * result.late
    return " · ".join([*late, *(said or ["All your code is right."]), *result.decisions])


def number_of(result: StudentResult) -> str:
    """Return the student's number in the download of this assignment, or ""."""
    owner = owner_of(result.file.file) if result.file else None
    numbered = NUMBERED.fullmatch(result.student)
    return owner.number if owner else numbered["number"] if numbered else ""


def name_of(result: StudentResult) -> str:
    """Return the student's name without the number that a download added."""
    owner = owner_of(result.file.file) if result.file else None
    numbered = NUMBERED.fullmatch(result.student)
    return owner.name if owner else numbered["name"] if numbered else result.student


def _is_open(task: ReportedTask) -> bool:
    return task.status != "pass" and not (task.by_hand and task.points == task.max_points)


def _grade(task: ReportedTask, late: bool) -> Row:
    mistakes = " ".join(task.mistakes)
    known = (task.id, task.status, task.points, task.max_points, mistakes, task.message)
    return [*known, _yes(late), _yes(task.by_hand), task.comment]


def _yes(value: bool) -> str:
    return "yes" if value else ""


def _names(person: Person | None) -> Row:
    return [person.login, person.id, person.email] if person else ["", "", ""]


def _grade_and_feedback(result: StudentResult | None) -> Row:
    """Return points and feedback. Moodle reads feedback as HTML."""
    if result is None:
        return ["", ""]
    return [result.points, html.escape(shown(feedback(result)), quote=False)]


def _worksheet(notebook: str, students: dict[str, dict[str, StudentResult]]) -> list[Row]:
    rows: list[Row] = [WORKSHEET]
    for found in students.values():
        result = found.get(notebook)
        if result and number_of(result):
            points, words = _grade_and_feedback(result)
            identifier = f"Participant {number_of(result)}"
            rows.append([identifier, name_of(result), points, result.max_points, "", words])
    return rows


def _canvas_student(
    student: str, results: Iterable[StudentResult], people: Mapping[str, Person]
) -> Row:
    """Use Canvas's own number, which is the same in every assignment. Moodle's number is not."""
    person = people.get(student)
    numbered = [one for one in results if number_of(one) and not _is_from_moodle(one)]
    if numbered:
        login = person.login if person else ""
        return [name_of(numbered[0]), number_of(numbered[0]), "", login]
    return [person.name, "", "", person.login] if person else [student, "", "", student]


def _is_from_moodle(result: StudentResult) -> bool:
    return result.file is not None and is_from_moodle(result.file.file)


def _gradescope(results: list[StudentResult]) -> dict[str, Any]:
    tests = [_gradescope_test(its.notebook, task) for its in results for task in its.all_tasks]
    notes = [shown(f"{result.notebook}: {note}") for result in results for note in result.notes]
    notes += [shown(f"{result.notebook}: handed in late") for result in results if result.late]
    return {
        "score": sum(result.points for result in results),
        "output": "\n".join(notes),
        "output_format": "text",
        "tests": tests,
    }


def _gradescope_test(notebook: str, task: ReportedTask) -> dict[str, Any]:
    is_graded = task.status != WRITTEN
    verdict = {"status": "passed" if task.status == "pass" else "failed"} if is_graded else {}
    words = [f"{WORDS[task.status]}. {shown(task.message)}"] if is_graded else []
    return {
        "name": shown(f"{notebook}: {task.id}"),
        **verdict,
        "score": task.points,
        "max_score": task.max_points,
        "output": " ".join([*words, *filter(None, [shown(decided(task))])]),
        "output_format": "text",
        "tags": task.mistakes,
    }


def _write_table(path: Path, rows: Iterable[Row], encoding: str = "utf-8") -> Path:
    table = io.StringIO()
    writer = csv.writer(table, quoting=csv.QUOTE_ALL)
    writer.writerows([cell(value) for value in row] for row in rows)
    write_whole(path, table.getvalue().encode(encoding))
    return path
