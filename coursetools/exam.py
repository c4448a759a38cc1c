"""Write an exam: a paper for each student, in which every task differs from everybody else's."""

import hashlib
import json
import re
import secrets
import shutil
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

import nbformat

from coursetools.atomic import write_whole
from coursetools.errors import UnusableInput
from coursetools.handout import sources
from coursetools.notebook import Cell, Notebook, parse_notebook
from coursetools.papers import NAME, SOLUTIONS, stored
from coursetools.progress import counted
from coursetools.release import exercise_of
from coursetools.roles import cells_by_task, has_tag, task_of
from coursetools.roster import Person
from coursetools.variant import (
    NAME_LENGTH,
    OF_THE_GIVEN_CODE,
    Changes,
    changes_in,
    chosen_solutions,
    in_variant,
    points_by_task,
    write_notebook,
)
from coursetools.wording import amount

LIBRARY = ("attnlib/**/*", "course/**/*")  # what the notebooks import; no checks
HEAD = "# Exercises"
START = re.compile("title|imports")
HELPS = ("hints", "try", "view", "why")
HEADING = re.compile(r"## \d+\. (?P<name>`\w+`).*")
TITLE = """{title}

This paper is yours alone: {tasks}, {points}. Write each answer in its cell, and run the cell."""
GIVEN = "Where this paper speaks of *your* functions, it means these."
LOAD = "%load_ext checks"
WORD = re.compile(r"\w+")
SOLUTION_MARK = re.compile(r"^ *### (?:BEGIN|END) SOLUTION\n?", re.MULTILINE)


def write_exam(
    course: Path, exam: Path, roster: Sequence[Person], lessons: Collection[int] | None
) -> list[str]:
    """Write a folder with a paper for each student on a roster, and the solutions of all.

    Parameters
    ----------
    course, exam : Path
        A later call for the same `exam` gives everybody the same paper again.
    roster : sequence of Person
    lessons : collection of int, optional
        Their numbers. Default: all.

    Returns
    -------
    list of str
        For each exercise: which tasks are in the papers, and which cannot vary.

    Raises
    ------
    UnusableInput
        If a lesson does not exist, or none of its tasks can vary.
    """
    secret, owners = stored(exam) or (secrets.token_hex(16), {})
    variants = {person.folder: _digest(secret, person.folder) for person in roster}
    marks = {student: _digest(secret, variant) for student, variant in variants.items()}
    chosen = chosen_solutions(course, lessons).items()
    solutions = {lesson: content for lesson, content in chosen if _is_exercise(content)}
    # Everybody repairs a function to the same one.
    repairs = {task for text in solutions.values() for task in _tasks(text, "starter")}
    drawn = changes_in(solutions.values(), variants.values(), but_for=repairs)
    vary = list(next(iter(drawn.values())))
    if not vary:
        raise UnusableInput("--exam: no task of these lessons can vary. Choose others.")
    exam.mkdir(parents=True, exist_ok=True)
    owners |= {mark: student for student, mark in marks.items()}
    # First, so that a run that is stopped can be repeated with the same secret.
    write_whole(exam / NAME, json.dumps({"secret": secret, "owners": owners}, indent=1) + "\n")
    library = sources(course, LIBRARY)
    with counted("papers", len(roster)) as advance:
        for student, variant in variants.items():
            changes = {task: drawn[variant][task] for task in vary}
            folders = exam / "papers" / student, exam / SOLUTIONS / marks[student]
            for lesson, content in solutions.items():
                solution = _solution_of_paper(content, changes, variant, lesson)
                if solution.cells:
                    paper = exercise_of(solution, lesson)
                    for folder, notebook in zip(folders, (paper, solution), strict=True):
                        write_notebook(notebook, folder / f"{lesson}.ipynb", marks[student])
            _copy(library, folders[0])
            advance()
    return [_summary(lesson, content, vary) for lesson, content in solutions.items()]


def _copy(files: Mapping[str, Path], folder: Path) -> None:
    for name, source in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, folder / name)


def _digest(secret: str, text: str) -> str:
    return hashlib.sha256(f"{secret} {text}".encode()).hexdigest()[:NAME_LENGTH]


def _is_exercise(solution: bytes) -> bool:
    """Tell exercises, whose tasks stand by themselves, from the project."""
    cells = parse_notebook(solution, "a solution").cells
    return bool(cells) and cells[0].source.startswith(HEAD)


def _tasks(solution: bytes, tag: str) -> Collection[str]:
    return cells_by_task(parse_notebook(solution, "a solution"), tag)


def _summary(lesson: str, solution: bytes, vary: Collection[str]) -> str:
    points = points_by_task(parse_notebook(solution, lesson))
    kept = [task for task in points if task in vary]
    left = [task for task in points if task not in vary]
    return (
        f"{lesson}: {', '.join(kept) or 'no paper'} "
        f"({amount(sum(points[task] for task in kept), 'point')}). "
        f"The same for everybody, so left out: {', '.join(left) or 'none'}"
    )


def _solution_of_paper(content: bytes, changes: Changes, variant: str, lesson: str) -> Notebook:
    """Make the solution of a paper from that of the course; it is empty if no task of it varies."""
    solution = parse_notebook(content, lesson)
    points = {task: worth for task, worth in points_by_task(solution).items() if task in changes}
    in_variant(solution, {task: changes[task] for task in points}, variant, lesson)
    cells = [cell for task in points for cell in solution.cells if _stays(cell, task)]
    start = [cell for cell in solution.cells if START.match(cell.id)] if points else []
    _title(start[:1], points)
    _number(cells, points)
    given = _given(solution, points, cells)
    solution.cells = [*start, *_checks_hidden([*start, *cells]), *given, *cells]
    return solution


def _title(start: Sequence[Cell], points: Mapping[str, float]) -> None:
    for cell in start:
        cell.source = TITLE.format(
            title=cell.source.partition("\n")[0].replace(HEAD, "# Exam"),
            tasks=amount(len(points), "task"),
            points=amount(sum(points.values()), "point"),
        )


def _number(cells: Sequence[Cell], points: Mapping[str, float]) -> None:
    statements = (cell for cell in cells if cell.id.endswith("-task"))
    for place, cell in enumerate(statements, start=1):
        worth = amount(points[task_of(cell)], "point")
        cell.source = HEADING.sub(rf"## {place}. \g<name> ({worth})", cell.source)
    for cell in cells:
        cell.source = OF_THE_GIVEN_CODE.sub("", cell.source)


def _checks_hidden(cells: Iterable[Cell]) -> list[Cell]:
    """Let checks, and the cell that loads them, be in the solution alone; return that cell."""
    loads = []
    for cell in cells:
        if cell.source.endswith(LOAD):
            cell.source = cell.source.removesuffix(LOAD).rstrip()
            loads.append(nbformat.v4.new_code_cell(LOAD, id="load", metadata={"tags": ["hidden"]}))
        elif has_tag(cell, "check"):
            cell.metadata["tags"].append("hidden")
    return loads


def _stays(cell: Cell, task: str) -> bool:
    """Tell whether a cell asks for something; what helps, shows or explains an answer does not."""
    before, _, part = cell.id.partition(f"{task}-")
    of_solution = has_tag(cell, "hidden") and part != "hidden"
    return not before and part.partition("-")[0] not in HELPS and not of_solution and bool(part)


def _given(solution: Notebook, kept: Collection[str], cells: Sequence[Cell]) -> list[Cell]:
    """Define the functions of other tasks that these cells speak of, and what those call."""
    own = [cell.source for cell in solution.cells if has_tag(cell, "own")]
    right = {
        task: SOLUTION_MARK.sub("", answer.source)
        for task, (answer, *_) in cells_by_task(solution, "answer").items()
        if task not in kept
    }
    named = _named([cell.source for cell in cells], right)
    code = [right[task] for task in right if task in named]
    if not code:
        return []
    given = nbformat.v4.new_code_cell("\n\n\n".join([*own, *code]), id="given")
    return [nbformat.v4.new_markdown_cell(GIVEN, id="given-words"), given]


def _named(texts: Iterable[str], right: Mapping[str, str]) -> set[str]:
    """List the functions that are named in texts, or in the code of those."""
    words = {word for text in texts for word in WORD.findall(text)}
    named = words & right.keys()
    others = {task: right[task] for task in right.keys() - named}
    return named | _named((right[task] for task in named), others) if named else named
