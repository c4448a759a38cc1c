"""Points and comments given by a teacher: OUT/overrides.csv, which every report uses."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from coursetools.errors import UnusableInput
from coursetools.judge import TaskResult
from coursetools.report.cells import cell
from coursetools.tables import Row, read_table
from coursetools.wording import one_line, shown

NAME = "overrides.csv"
COLUMNS = ("student", "task", "points", "comment")


@dataclass(frozen=True)
class Override:
    """What a teacher decided about a task of a student.

    Attributes
    ----------
    points : float or None
        None if there is only a comment.
    comment : str
    """

    points: float | None
    comment: str


@dataclass(frozen=True)
class ReportedTask(TaskResult):
    """The result of a task, together with what a teacher decided.

    Attributes
    ----------
    comment : str
    by_hand : bool
        Whether a teacher gave the points.
    """

    comment: str = ""
    by_hand: bool = False


Key = tuple[str, str]  # student and task
Complain = Callable[[str], None]


def read_overrides(
    out: Path, students: Mapping[str, str], most: Mapping[str, float], complain: Complain
) -> dict[Key, Override]:
    """Read OUT/overrides.csv, if it is there.

    Parameters
    ----------
    out : Path
    students : mapping of name to folder
        The names by which a row may refer to each student.
    most : mapping of task to the points that are possible
    complain : callable
        Called with a line for each row that cannot be used.

    Returns
    -------
    dict of (student, task) to Override
    """
    path = out / NAME
    if not path.is_file():
        return {}
    found: dict[Key, Override] = {}
    names = {**{cell(name): folder for name, folder in students.items()}, **students}
    for row in _rows(path, complain):
        try:
            key = _key(row, names, most)
            if key in found:
                raise UnusableInput(f"{key[1]} of {key[0]} has two rows; the first one counts")
            found[key] = Override(_points(row, most[key[1]]), one_line(row.get("comment")))
        except UnusableInput as error:
            complain(shown(f"{path}, line {row.line}: {error}."))
    return found


def overridden(task: TaskResult, override: Override | None) -> ReportedTask:
    """Apply a teacher's decision to a result."""
    reported = ReportedTask(**vars(task))
    if override is None:
        return reported
    if override.points is None:
        return replace(reported, comment=override.comment)
    return replace(reported, points=override.points, comment=override.comment, by_hand=True)


def decided(task: ReportedTask) -> str:
    """Say what a teacher decided about a task; "" if nothing."""
    points = f"{task.points:g} of {task.max_points:g} points, given by hand" * task.by_hand
    return ". ".join(filter(None, [points, task.comment]))


def _rows(path: Path, complain: Complain) -> list[Row]:
    try:
        rows = read_table(path)
    except UnusableInput as error:
        complain(str(error))
        return []
    if rows and not {"student", "task"} <= rows[0].cells.keys():
        complain(
            f"{shown(str(path))}: the first line has to name the columns {', '.join(COLUMNS)}."
        )
        return []
    return rows


def _key(row: Row, students: Mapping[str, str], most: Mapping[str, float]) -> Key:
    name, task = row.get("student"), row.get("task")
    folder = students.get(name)
    if folder is None:
        raise UnusableInput(f"there is no student {name!r}")
    if task not in most:
        raise UnusableInput(f"there is no task {task!r}")
    return folder, task


def _points(row: Row, most: float) -> float | None:
    text = row.get("points").lstrip("'").replace(",", ".")
    if not text:
        return None
    try:
        points = float(text)
    except ValueError:
        raise UnusableInput(f"{text!r} is not a number of points") from None
    if not 0 <= points <= most:
        raise UnusableInput(f"{text} points: this task gives 0 to {most:g}")
    return points
