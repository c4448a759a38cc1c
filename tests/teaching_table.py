"""Writes the tables of docs/TEACHING.md: what each lesson teaches, its exercises, its mistakes.

make table
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from checks.catalogue import TASKS
from coursetools.notebook import Notebook, read_notebook
from coursetools.roles import cells_by_task

ROOT = Path(__file__).parents[1]
TEACHING = ROOT / "docs" / "TEACHING.md"


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


def page(text: str) -> str:
    """Insert each table into the text between its markers."""
    every = lessons()
    parts = {
        "lessons": _overview(every),
        "objectives": "\n".join(_sections(every)),
    }
    for name, table in parts.items():
        begin, end = f"<!-- {name}: made by make table -->\n", f"<!-- end of {name} -->\n"
        start, stop = text.index(begin) + len(begin), text.index(end)
        text = f"{text[:start]}\n{table}\n{text[stop:]}"
    return text


def exercises_for(lesson: Lesson, objective: str) -> list[str]:
    """Look up which exercises of a lesson practise an objective."""
    return [task for task in lesson.points if any(map(objective.startswith, TASKS[task].practises))]


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


def _overview(every: Sequence[Lesson]) -> str:
    rows = [
        (_linked(one), one.minutes, one.exercise_minutes, len(one.points), sum(one.points.values()))
        for one in every
    ]
    totals = [sum(column) for column in list(zip(*rows, strict=True))[1:]]
    head = ("lesson", "lecture, minutes", "exercises, minutes", "tasks", "points")
    return _table(head, [*rows, ("together", *totals)])


def _sections(every: Sequence[Lesson]) -> Iterator[str]:
    tasks = [task for lesson in every for task in lesson.points]
    # The first task to name a slug keeps it.
    first = {mistake.slug: task for task in reversed(tasks) for mistake in TASKS[task].mistakes}
    for lesson in every:
        yield f"### {lesson.title}\n"
        objectives = [(one, _practised(lesson, one)) for one in lesson.objectives]
        yield _table(("afterwards a learner can", "practised in"), objectives)
        head = ("exercise", "points", "mistakes named here for the first time", "named before")
        yield _table(head, [_exercise(*each, first) for each in lesson.points.items()])


def _practised(lesson: Lesson, objective: str) -> str:
    tasks = exercises_for(lesson, objective)
    return ", ".join(f"`{task}`" for task in tasks) or "the lecture alone"


def _exercise(task: str, points: float, first: Mapping[str, str]) -> tuple[str, float, str, int]:
    slugs = [mistake.slug for mistake in TASKS[task].mistakes]
    new = [slug for slug in slugs if first[slug] == task]
    return f"`{task}`", points, ", ".join(new) or "none", len(slugs) - len(new)


def _linked(lesson: Lesson) -> str:
    folder = "notebooks" if lesson.minutes else "exercises"
    return f"[{lesson.title}](../{folder}/{lesson.name}.ipynb)"


def _table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(map(_cell, line))} |\n" for line in lines)


def _cell(value: object) -> str:
    return f"{value:g}" if isinstance(value, int | float) else str(value)


if __name__ == "__main__":
    TEACHING.write_text(page(TEACHING.read_text(encoding="utf-8")), encoding="utf-8")
