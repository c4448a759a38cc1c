"""What each lesson teaches, its exercises, and the mistakes that they name."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from markdown_table import markdown_table

from checks.catalogue import TASKS
from coursetools.notebook import Notebook, read_notebook
from coursetools.roles import cells_by_task

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Lesson:
    """What a lecture and its exercises say about themselves; or exercises without a lecture."""

    name: str
    title: str
    minutes: int  # 0 without a lecture
    objectives: tuple[str, ...]
    exercise_minutes: int
    points: dict[str, float]  # by task


def lessons() -> list[Lesson]:
    """Read all lessons, in order."""
    return [_lesson(path.stem) for path in sorted((ROOT / "exercises").glob("*.ipynb"))]


def lesson_list() -> str:
    """List the lessons, with minutes, tasks and points."""
    rows = [
        (
            _linked(each),
            each.minutes,
            each.exercise_minutes,
            len(each.points),
            sum(each.points.values()),
        )
        for each in lessons()
    ]
    totals = [sum(column) for column in list(zip(*rows, strict=True))[1:]]
    head = ("lesson", "lecture, minutes", "exercises, minutes", "tasks", "points")
    return markdown_table(head, [*rows, ("together", *totals)])


def objectives() -> str:
    """List the objectives, the exercises and their mistakes, lesson by lesson."""
    return "\n".join(_sections())


def _lesson(name: str) -> Lesson:
    solution = read_notebook(ROOT / "solutions" / f"{name}.ipynb")
    path = ROOT / "notebooks" / f"{name}.ipynb"
    lecture = _title_of(read_notebook(path) if path.exists() else solution)
    checks = cells_by_task(solution, "check")
    bullets = re.findall(r"^- (.+?)[;.]$", lecture, re.MULTILINE | re.DOTALL)
    return Lesson(
        name,
        lecture.partition("\n")[0].removeprefix("# "),
        _minutes(lecture) if path.exists() else 0,
        tuple(" ".join(bullet.split()) for bullet in bullets),
        _minutes(_title_of(solution)),
        {task: cells[0].metadata.nbgrader.points for task, cells in checks.items()},
    )


def _title_of(notebook: Notebook) -> str:
    return str(notebook.cells[0].source)


def _minutes(title: str) -> int:
    found = re.search(r"about (\d+) minutes", title, re.IGNORECASE)
    assert found is not None, f"no minutes in: {title[:60]}"
    return int(found[1])


def _sections() -> Iterator[str]:
    every = lessons()
    tasks = [task for lesson in every for task in lesson.points]
    # The first task to name a slug keeps it.
    first = {mistake.slug: task for task in reversed(tasks) for mistake in TASKS[task].mistakes}
    for lesson in every:
        yield f"### {lesson.title}\n"
        objectives = [(words, _practised(lesson, words)) for words in lesson.objectives]
        yield markdown_table(("afterwards a learner can", "practised in"), objectives)
        head = ("exercise", "points", "mistakes named here for the first time", "named before")
        yield markdown_table(head, [_exercise(*each, first) for each in lesson.points.items()])


def _practised(lesson: Lesson, objective: str) -> str:
    tasks = [
        name for name in lesson.points if any(map(objective.startswith, TASKS[name].practises))
    ]
    return ", ".join(f"`{task}`" for task in tasks) or "the lecture alone"


def _exercise(task: str, points: float, first: Mapping[str, str]) -> tuple[str, float, str, int]:
    slugs = [mistake.slug for mistake in TASKS[task].mistakes]
    new = [slug for slug in slugs if first[slug] == task]
    return f"`{task}`", points, ", ".join(new) or "none", len(slugs) - len(new)


def _linked(lesson: Lesson) -> str:
    folder = "notebooks" if lesson.minutes else "exercises"
    return f"[{lesson.title}](../{folder}/{lesson.name}.ipynb)"
