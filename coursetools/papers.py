"""Papers of an exam: a folder for each student, in which every task differs from everybody else's.

`papers.json` beside the solutions says whose paper is whose. It holds a secret, too, from which all
that differs is drawn, so nobody can work out a paper from what is handed out.
"""

import hashlib
import json
import re
import secrets
import shutil
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import nbformat

from coursetools.atomic import write_whole
from coursetools.course import notebooks_in
from coursetools.errors import UnusableInput
from coursetools.handout import sources
from coursetools.notebook import Cell, Notebook, parse_notebook
from coursetools.progress import counted
from coursetools.recognition import variant_in
from coursetools.release import exercise_of
from coursetools.roles import cells_by_task, has_tag, task_of
from coursetools.roster import Person
from coursetools.variant import (
    NAME_LENGTH,
    Change,
    Changes,
    changes_in,
    chosen_solutions,
    in_variant,
    points_by_task,
    write_notebook,
)

NAME = "papers.json"
PAPER = "paper"  # how the name of a student's variant begins, as in checks.variants
SAMPLE = [
    f"{PAPER}{number}" for number in range(30)
]  # to see what varies, whoever is on the roster
LIBRARY = ("attnlib/**/*", "course/**/*")  # what the notebooks import; no checks
START = re.compile("title|imports")
HELPS = ("hints", "try", "view", "why")
HEADING = re.compile(r"## \d+\. (?P<name>`\w+`).*")
RULES = re.compile(r"\*\*Rules\.\*\*.*?(?=\n\n|\Z)", re.DOTALL)
TITLE = """{title}

This paper is yours alone: {tasks} tasks, {points:g} points. Write each answer in its cell, and run the cell.

{rules}"""
GIVEN = "The next cell defines functions of other exercises. You may use them."
LOAD = "%load_ext checks"
WORD = re.compile(r"\w+")
SOLUTION_MARK = re.compile(r"^ *### (?:BEGIN|END) SOLUTION\n?", re.MULTILINE)


@dataclass(frozen=True)
class Papers:
    """Whose paper is whose.

    Attributes
    ----------
    solutions : mapping of student to mapping of exercise to bytes
        The solutions of each student's paper.
    owners : mapping of str to str
        The student to whom a paper with this mark belongs.
    """

    solutions: Mapping[str, Mapping[str, bytes]]
    owners: Mapping[str, str]

    @property
    def example(self) -> Mapping[str, bytes]:
        """The solutions of one of the papers: all have the same tasks."""
        return next(iter(self.solutions.values()))

    def complaint(self, student: str) -> str:
        """Say why nothing of a student can be graded; "" if it can."""
        if student in self.solutions:
            return ""
        return "there is no paper for this student. Did collect use the roster of the exam?"

    def notes(self, student: str, content: bytes | str) -> tuple[str, ...]:
        """Say whose paper a student has handed in, if it is somebody else's."""
        owner = self.owners.get(variant_in(content) if isinstance(content, bytes) else "", student)
        return () if owner == student else (f"This is the paper of {owner}.",)


def read_papers(exam: Path) -> Papers | None:
    """Read whose paper is whose; None if this is not the folder of an exam."""
    path = exam / NAME
    if not path.is_file():
        return None
    owners = json.loads(path.read_text(encoding="utf-8"))["owners"]
    return Papers(
        {owner: notebooks_in(exam / "solutions" / mark) for mark, owner in owners.items()}, owners
    )


def write_papers(
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
    secret, known = _secret(exam)
    private = {one.folder: PAPER + _digest(secret, one.folder) for one in roster}
    solutions = chosen_solutions(course, lessons)
    drawn = changes_in(solutions.values(), [*SAMPLE, *private.values()])
    vary = _varying([drawn[name] for name in SAMPLE])
    if not vary:
        raise UnusableInput("--exam: no task of these lessons can vary. Choose others.")
    marks = {student: _digest(secret, name) for student, name in private.items()}
    owners = {**known, **{mark: student for student, mark in marks.items()}}
    exam.mkdir(parents=True, exist_ok=True)
    write_whole(exam / NAME, json.dumps({"secret": secret, "owners": owners}, indent=1) + "\n")
    with counted("papers", len(roster)) as advance:
        for student, name in private.items():
            folder = exam / "papers" / student
            changes = {task: drawn[name][task] for task in vary}
            for lesson, content in solutions.items():
                if solution := _paper(parse_notebook(content, lesson), changes, name, lesson):
                    at = exam / "solutions" / marks[student] / f"{lesson}.ipynb"
                    write_notebook(solution, at, marks[student])
                    exercise = exercise_of(solution, lesson)
                    write_notebook(exercise, folder / f"{lesson}.ipynb", marks[student])
            for path, source in sources(course, LIBRARY).items():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, folder / path)
            advance()
    return list(_told(solutions, vary))


def _secret(exam: Path) -> tuple[str, Mapping[str, str]]:
    """Read what an earlier call drew and gave out, or draw a secret."""
    path = exam / NAME
    if not path.is_file():
        return secrets.token_hex(16), {}
    stored = json.loads(path.read_text(encoding="utf-8"))
    return stored["secret"], stored["owners"]


def _digest(secret: str, text: str) -> str:
    return hashlib.sha256(f"{secret} {text}".encode()).hexdigest()[:NAME_LENGTH]


def _varying(drawn: Collection[Changes]) -> list[str]:
    """List the tasks of which at most two of five papers have the same right answer."""
    rights: dict[str, Counter[str]] = {}
    for changes in drawn:
        for task, change in changes.items():
            if "right" in change:
                rights.setdefault(task, Counter())[change["right"]] += 1
    most = len(drawn) * 2 / 5
    return [task for task, counts in rights.items() if max(counts.values()) <= most]


def _told(solutions: Mapping[str, bytes], vary: Collection[str]) -> Iterator[str]:
    """Say of each exercise what is in its papers; nothing can be made of exercises that stay."""
    for lesson, content in solutions.items():
        points = points_by_task(parse_notebook(content, lesson))
        kept = [task for task in points if task in vary]
        left = [task for task in points if task not in vary]
        total = sum(points[task] for task in kept)
        yield (
            f"{lesson}: {', '.join(kept) or 'no paper'} (points: {total:g}). "
            f"Varies too little, so left out: {', '.join(left) or 'none'}"
        )


def _paper(
    solution: Notebook, changes: Mapping[str, Change], name: str, lesson: str
) -> Notebook | None:
    """Make the solution of a paper from that of the course; None if no task of it varies."""
    answers, points = cells_by_task(solution, "answer"), points_by_task(solution)
    kept = [task for task in answers if task in changes]
    if not kept:
        return None
    in_variant(solution, {task: changes[task] for task in kept}, name, lesson)
    cells = [cell for task in kept for cell in solution.cells if _stays(cell, task)]
    for place, cell in enumerate((one for one in cells if one.id.endswith("-task")), start=1):
        worth = f" (points: {points[task_of(cell)]:g})"
        cell.source = HEADING.sub(rf"## {place}. \g<name>{worth}", cell.source)
    title, *imports = [cell for cell in solution.cells if START.match(cell.id)]
    first, rules = title.source.partition("\n")[0], RULES.search(title.source)
    total = sum(points[task] for task in kept)
    title.source = TITLE.format(
        title=first.replace("Exercises", "Exam"),
        tasks=len(kept),
        points=total,
        rules=rules[0] if rules else "",
    ).strip()
    for cell in imports:
        cell.source = cell.source.removesuffix(f"\n\n{LOAD}")
    load = nbformat.v4.new_code_cell(LOAD, id="load", metadata={"tags": ["hidden"]})
    for cell in cells:
        if has_tag(cell, "check"):
            cell.metadata["tags"].append("hidden")  # so it is in the solution alone
    solution.cells = [title, *imports, load, *_given(solution, kept, cells), *cells]
    return solution


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
    found = words & right.keys()
    deeper = {task: right[task] for task in right.keys() - found}
    return found | _named((right[task] for task in found), deeper) if found else found
