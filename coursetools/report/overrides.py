"""Points and comments given by a teacher: OUT/overrides.csv, which every report uses."""

from collections.abc import Callable, Collection, Mapping
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


WRITTEN = "written"  # the status of an answer that only a person can mark
MOST_POINTS = 1_000.0
Task = tuple[str, str]  # its notebook and its name; a comment on a notebook has the notebook's name
Key = tuple[str, *Task]  # a student and a task
Complain = Callable[[str], None]


def read_overrides(
    out: Path, students: Mapping[str, str], most: Mapping[Task, float], complain: Complain
) -> tuple[dict[Task, float], dict[Key, Override]]:
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
    written : dict of task to the points that are possible
        What is marked by hand alone, which rows without a student name. Whole notebooks have 0 points.
    overrides : dict of (student, notebook, task) to Override
    """
    path = out / NAME
    tasks = {**{(notebook, notebook): 0.0 for notebook, _ in most}, **most}
    overrides: dict[Key, Override] = {}
    names = {**{cell(name): folder for name, folder in students.items()}, **students}
    for row in sorted(_rows(path, complain), key=lambda row: row.get("student") != ""):
        try:
            if not row.get("student"):
                tasks |= _written(row, tasks)
                continue
            key = _key(row, names, tasks)
            if key in overrides:
                raise UnusableInput(f"{key[2]} of {key[0]} has two rows; the first one counts")
            overrides[key] = Override(_points(row, tasks[key[1:]]), one_line(row.get("comment")))
        except UnusableInput as error:
            complain(shown(f"{path}, line {row.line}: {error}."))
    return {task: points for task, points in tasks.items() if task not in most}, overrides


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
        rows = read_table(path) if path.is_file() else []
    except UnusableInput as error:
        complain(str(error))
        return []
    if rows and not {"student", "task"} <= rows[0].cells.keys():
        complain(
            f"{shown(str(path))}: the first line has to name the columns {', '.join(COLUMNS)}."
        )
        return []
    return rows


def _written(row: Row, tasks: Collection[Task]) -> dict[Task, float]:
    """Read what is marked by hand alone. Its notebook may be left out where there is only one."""
    notebooks = sorted({notebook for notebook, _ in tasks})
    notebook, _, name = row.get("task").rpartition(":")
    if not notebook and len(notebooks) == 1:
        (notebook,) = notebooks
    if notebook not in notebooks or not name:
        raise UnusableInput(f"name a notebook and what you mark, as in {notebooks[0]}:discussion")
    if (notebook, name) in tasks:
        raise UnusableInput(f"name a student: {name!r} is there already")
    if not (points := _points(row, MOST_POINTS)):
        raise UnusableInput(f"say how many points {name!r} can give")
    return {(notebook, name): points}


def _key(row: Row, students: Mapping[str, str], tasks: Collection[Task]) -> Key:
    name, text = row.get("student"), row.get("task")
    if name not in students:
        raise UnusableInput(f"there is no student {name!r}")
    fitting = [task for task in tasks if text in (task[1], ":".join(task))]
    if len(fitting) != 1:
        which = " or ".join(map(":".join, fitting))
        raise UnusableInput(f"write {which}" if which else f"there is no task {text!r}")
    return students[name], *fitting[0]


def _points(row: Row, most: float) -> float | None:
    text = row.get("points").lstrip("'").replace(",", ".")
    if not text:
        return None
    if not most:
        raise UnusableInput(f"{row.get('task')!r} takes a comment, but no points")
    try:
        points = float(text)
    except ValueError:
        raise UnusableInput(f"{text!r} is not a number of points") from None
    if not 0 <= points <= most:
        raise UnusableInput(f"{text} points: this task gives 0 to {most:g}")
    return points
