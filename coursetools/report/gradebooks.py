"""Tables for spreadsheets and gradebooks, and the results.json that Gradescope reads."""

import csv
import io
import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from coursetools.atomic import write_whole
from coursetools.filenames import distinct
from coursetools.judge import TaskResult
from coursetools.report.reading import StudentResult, by_student, notebooks_of
from coursetools.wording import WORDS, shown

GRADES = ("student", "notebook", "task", "status", "points", "max_points", "mistakes", "message")
WORKSHEET = (
    "Identifier",
    "Full name",
    "Grade",
    "Maximum Grade",
    "Last modified (grade)",
    "Feedback comments",
)
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
NUMBERED = re.compile(r"(?P<name>.+)_(?P<number>\d{1,18})")

Row = Sequence[str | float]


def write_grades(results: Sequence[StudentResult], folder: Path) -> Path:
    """Write grades.csv: a row for each student and task."""
    rows = (
        [result.student, result.notebook, *_grade(task)]
        for result in results
        for task in result.tasks
    )
    return _write_table(folder / "grades.csv", [GRADES, *rows])


def write_moodle(results: Sequence[StudentResult], folder: Path) -> Path:
    """Write moodle.csv, for *Grades → Import → CSV file*, and a grading worksheet for each notebook.

    Moodle's gradebook asks which column means what, and finds students by user name, e-mail address
    or ID number. Feedback goes with each grade, because an import of one without the other would
    clear the other. A grading worksheet, moodle-<notebook>.csv, is uploaded to the assignment; there
    Moodle finds students by the number that its download of submissions adds to their names.
    """
    notebooks, students = notebooks_of(results), by_student(results)
    for notebook, name in distinct(notebooks).items():
        rows = _worksheet(notebook, students)
        if len(rows) > 1:
            _write_table(folder / f"moodle-{name}.csv", rows)
    header = ["Student", *(part for name in notebooks for part in (name, f"{name} feedback"))]
    rows = [
        [student, *(cell for name in notebooks for cell in _grade_and_feedback(found.get(name)))]
        for student, found in students.items()
    ]
    return _write_table(folder / "moodle.csv", [header, *rows])


def write_canvas(results: Sequence[StudentResult], folder: Path) -> Path:
    """Write canvas.csv, for *Grades → Import*: a row for each student, below the points possible.

    Canvas finds students by their ID, which a download of submissions puts at the end of their
    name, or by their SIS login. An assignment is found by its title: that of the notebook.
    """
    notebooks = notebooks_of(results)
    most = {result.notebook: result.max_points for result in results}
    rows: list[Row] = [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", *notebooks],
        ["Points Possible", "", "", "", "", *(most[name] for name in notebooks)],
    ]
    for student, found in by_student(results).items():
        points = (found[name].points if name in found else "" for name in notebooks)
        rows.append([*_canvas_student(student), "", *points])
    return _write_table(folder / "canvas.csv", rows)


def write_gradescope(results: Sequence[StudentResult], folder: Path) -> Path:
    """Write gradescope/<name>/results.json for each student, as a Gradescope autograder would."""
    students = by_student(results)
    for student, name in distinct(students).items():
        place = folder / "gradescope" / name
        place.mkdir(parents=True, exist_ok=True)
        content = _gradescope(list(students[student].values()))
        write_whole(place / "results.json", json.dumps(content, indent=1, allow_nan=False))
    return folder / "gradescope"


def cell(value: str | float) -> str:
    """Turn a value into a cell that no spreadsheet takes for a formula.

    Parameters
    ----------
    value : str or number

    Returns
    -------
    str
        With an apostrophe in front where it starts like a formula and is not a number.

    Examples
    --------
    >>> cell("=1+1"), cell("-1.5"), cell(2.0)
    ("'=1+1", '-1.5', '2')
    """
    text = f"{value:g}" if isinstance(value, float | int) else value
    risky = text.startswith(FORMULA) or text.lstrip().startswith(FORMULA)
    return f"'{shown(text)}" if risky and not NUMBER.fullmatch(text) else shown(text)


def _grade(task: TaskResult) -> Row:
    mistakes = " ".join(task.mistakes)
    return [task.id, task.status, task.points, task.max_points, mistakes, task.message]


def _grade_and_feedback(result: StudentResult | None) -> Row:
    if result is None:
        return ["", ""]
    open_tasks = [task for task in result.tasks if task.status != "pass"]
    feedback = " · ".join(f"{task.id}: {task.message}" for task in open_tasks)
    return [result.points, feedback or "Everything is right."]


def _worksheet(notebook: str, students: dict[str, dict[str, StudentResult]]) -> list[Row]:
    rows: list[Row] = [WORKSHEET]
    for student, found in students.items():
        numbered = NUMBERED.fullmatch(student)
        if numbered and notebook in found:
            points, feedback = _grade_and_feedback(found[notebook])
            identifier = f"Participant {numbered['number']}"
            most = found[notebook].max_points
            rows.append([identifier, numbered["name"], points, most, "", feedback])
    return rows


def _canvas_student(student: str) -> Row:
    numbered = NUMBERED.fullmatch(student)
    if numbered:
        return [numbered["name"], numbered["number"], "", ""]
    return [student, "", "", student]


def _gradescope(results: list[StudentResult]) -> dict[str, Any]:
    tests = [_gradescope_test(result.notebook, task) for result in results for task in result.tasks]
    notes = [shown(f"{result.notebook}: {note}") for result in results for note in result.notes]
    return {
        "score": sum(result.points for result in results),
        "output": "\n".join(notes),
        "output_format": "text",
        "tests": tests,
    }


def _gradescope_test(notebook: str, task: TaskResult) -> dict[str, Any]:
    return {
        "name": shown(f"{notebook}: {task.id}"),
        "status": "passed" if task.status == "pass" else "failed",
        "score": task.points,
        "max_score": task.max_points,
        "output": f"{WORDS[task.status]}. {shown(task.message)}",
        "output_format": "text",
        "tags": task.mistakes,
    }


def _write_table(path: Path, rows: Iterable[Row]) -> Path:
    table = io.StringIO()
    csv.writer(table).writerows([cell(value) for value in row] for row in rows)
    write_whole(path, table.getvalue())
    return path
