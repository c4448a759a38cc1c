"""Make variants of exercises: other slips in repairs, other letters to find, other numbers on paper.

`checks.changes` says what changes. A variant is a folder with exercises to hand out, and with the
solutions from which `check` and `grade` judge them.
"""

import ast
import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import nbformat

from coursetools.atomic import write_whole
from coursetools.canonical import canonical_text
from coursetools.course import solutions_of
from coursetools.errors import UnusableInput
from coursetools.import_policy import CHECKS
from coursetools.judge import points_of
from coursetools.lessons import of_lessons
from coursetools.notebook import Cell, Notebook, parse_notebook
from coursetools.release import SOLUTION, exercise_of
from coursetools.roles import cells_by_task, checked_as, has_tag

DRAWS = f"{CHECKS}.changes"
NAME_LENGTH = 12
SHORTEST_SEED = 12
LETTERED = re.compile(r"^def [a-z]+_([a-e])\(", re.MULTILINE)
FUNCTION = re.compile(r"(?P<before>[a-z]+_)(?P<letter>[a-e])")
# What a statement says of the code that the course gives to repair stands between these two.
OF_THE_GIVEN_CODE = re.compile(r"\s*<!-- given -->.*?<!-- /given -->", re.DOTALL)
# A number of a statement, with the expression of constants of its task that it is the value of.
NUMBER = re.compile(r"<!-- = (?P<expression>.+?) -->.*?<!-- / -->", re.DOTALL)
GIVEN_AWAY = re.compile(  # a sentence that would still speak of it
    r"[^.]*(?:\b(?:wrong|somebody|symptom|the\s+(?:code|function\s+(?:says|gives)))\b|<!--)[^.]*",
    re.IGNORECASE,
)
COUNTS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight")
OF_NUMBERS = ("task", "answer", "check", "hidden")  # the others speak of the numbers of the course

Change = Mapping[str, Any]
Changes = Mapping[str, Change]  # by task


def write_variant(
    course: Path, out: Path, seed: str, lessons: Collection[int] | None = None
) -> dict[Path, str]:
    """Write the solutions and the exercises of a variant.

    Parameters
    ----------
    course : Path
        The folder with `solutions/`.
    out : Path
        A folder; it is created if needed.
    seed : str
        The same seed makes the same variant. The exercises contain only a digest of it.
    lessons : collection of int, optional
        Their numbers. Default: all.

    Returns
    -------
    dict of Path to str
        The exercises, each with how much of it differs from the course's.

    Raises
    ------
    UnusableInput
        If a lesson does not exist, the seed could be guessed, or a statement would still speak of
        the course's code.
    """
    if len(seed) < SHORTEST_SEED:
        raise UnusableInput(
            f"--variant: {seed!r} could be guessed. Use words of {SHORTEST_SEED} letters or more "
            "that nobody knows."
        )
    variant = digest(seed)
    solutions = chosen_solutions(course, lessons)
    changes = changes_in(solutions.values(), [variant])[variant]
    written = {}
    for name, content in solutions.items():
        solution = in_variant(parse_notebook(content, name), changes, variant, name)
        exercise = exercise_of(solution, name)
        for folder, notebook in (("solutions", solution), ("exercises", exercise)):
            write_notebook(notebook, out / folder / f"{name}.ipynb", variant)
        written[out / "exercises" / f"{name}.ipynb"] = _difference(solution)
    return written


def digest(seed: str) -> str:
    """Make the name of a variant, from which nobody finds the seed by trying words."""
    return hashlib.scrypt(seed.encode(), salt=b"variant", n=2**14, r=8, p=1).hex()[:NAME_LENGTH]


def chosen_solutions(course: Path, lessons: Collection[int] | None) -> dict[str, bytes]:
    """Read the solutions of these lessons; of all, if there are none."""
    solutions = {f"solutions/{name}": content for name, content in solutions_of(course).items()}
    names = sorted(of_lessons(solutions, lessons))
    return {name.removeprefix("solutions/"): solutions[name] for name in names}


def changes_in(
    solutions: Iterable[bytes], variants: Iterable[str], but_for: Collection[str] = ()
) -> dict[str, Changes]:
    """Ask what each variant changes in the tasks of solutions, but for some: by variant, then by task."""
    marked: dict[str, list[str]] = {}
    letters: dict[str, set[str]] = {}
    for content in solutions:
        for cell in parse_notebook(content, "a solution").cells:
            task, _, part = cell.id.partition("-")
            letters.setdefault(task, set()).update(LETTERED.findall(cell.source))
            if part == "answer":
                marked.setdefault(task, [])
            elif part == "task":
                marked[task] = [mark["expression"] for mark in NUMBER.finditer(cell.source)]
    for task in but_for:
        marked.pop(task, None)
    asked = json.dumps(dict.fromkeys(variants, marked)).encode()
    command = [sys.executable, "-m", DRAWS]
    told = subprocess.run(command, input=asked, capture_output=True, check=True).stdout
    return {
        variant: {
            task: change
            for task, change in changes.items()
            # The letters of rows or runs stay, because these cannot change places.
            if change and letters[task].issuperset(change.get("letters", ()))
        }
        for variant, changes in json.loads(told).items()
    }


def in_variant(
    solution: Notebook, changes: Mapping[str, Change], variant: str, name: str
) -> Notebook:
    """Change a solution, in place, by what `checks.changes` prints; errors call it by its name."""
    for task, change in changes.items():
        cells = [cell for cell in solution.cells if cell.id.startswith(f"{task}-")]
        if "letters" in change:
            _relabel(cells, change["letters"])
        elif "says" in change:
            _renumber(cells, change["says"])
        else:
            _break_anew(cells, change, name)
        for cell in cells:
            _store(cell, change)
            if has_tag(cell, "check") or has_tag(cell, "hidden"):
                cell.source = cell.source.replace(f"%check {task}", f"%check {task}@{variant}")
    solution.cells = [cell for cell in solution.cells if cell.source]
    return solution


def write_notebook(notebook: Notebook, path: Path, variant: str) -> None:
    """Write a notebook that says which variant it is of."""
    canonical_text(notebook)
    notebook.metadata["variant"] = variant
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, f"{nbformat.writes(notebook)}\n")


def _difference(solution: Notebook) -> str:
    """Count the tasks, and their points, that a variant changes."""
    points = points_by_task(solution)
    changed = [points[task] for task in points if checked_as(solution, task) != task]
    return (
        f"{len(changed)} of {len(points)} tasks, "
        f"{sum(changed):g} of {sum(points.values()):g} points differ"
    )


def points_by_task(solution: Notebook) -> dict[str, float]:
    """Add up the points of each task of a solution."""
    checks, hidden = cells_by_task(solution, "check"), cells_by_task(solution, "hidden")
    return {task: points_of([*checks[task], *hidden.get(task, [])]) for task in checks}


def _store(cell: Cell, change: Change) -> None:
    """Put another right result into the answer, and into what the check has stored."""
    if "right" in change and has_tag(cell, "answer"):
        lines = r"\g<indent>### BEGIN SOLUTION\n\g<indent>return {}\n\g<indent>### END SOLUTION"
        cell.source = SOLUTION.sub(lines.format(change["right"]), cell.source)
    elif "output" in change and cell.source.startswith("%check"):
        for output in cell.outputs:
            output["data"] = nbformat.from_dict(change["output"])


def _renumber(cells: Sequence[Cell], says: Iterable[str]) -> None:
    """Put other numbers into a statement, and leave out the cells that speak of those it had."""
    values: Iterator[str] = iter(says)
    for cell in cells:
        part = cell.id.rpartition("-")[2]
        if part == "task":
            cell.source = NUMBER.sub(lambda _: next(values), cell.source)
        elif part not in OF_NUMBERS:
            cell.source = ""


def _break_anew(cells: Sequence[Cell], change: Change, name: str) -> None:
    """Put other slips into a repair, and leave out what is said of the slips of the course."""
    for cell in cells:
        part = cell.id.rpartition("-")[2]
        if part == "hints":
            cell.source = ""
        elif part == "starter":
            cell.source = change["starter"]
        elif part == "why":
            slips = "\n".join(f"- {slip}" for slip in change["slips"])
            lines = ", ".join(map(str, change["lines"]))
            cell.source = f"**Why.** Wrong lines of the code, counted from 1: {lines}.\n\n{slips}"
        elif cell.cell_type == "markdown":
            cell.source = _silenced(cell, name)
        if part == "task":
            cell.source += f"\n\n{_asked(change['lines'])}"


def _asked(lines: Sequence[int]) -> str:
    count, verb = ("One line", "is") if len(lines) == 1 else (f"{COUNTS[len(lines)]} lines", "are")
    return (
        f"{count} of the code in the answer cell {verb} wrong. **Repair the code.** "
        "Until you change it, the check says *not attempted yet*."
    )


def _silenced(cell: Cell, name: str) -> str:
    """Say what a statement says without the code that the course gives."""
    kept = OF_THE_GIVEN_CODE.sub("", cell.source)
    if sentence := GIVEN_AWAY.search(kept):
        words = " ".join(sentence[0].split())
        raise UnusableInput(
            f'{name}: cell {cell.id} speaks of the code that the course gives: "{words}". '
            "A variant gives other code. Put the words between <!-- given --> and <!-- /given -->."
        )
    return kept


def _relabel(cells: Sequence[Cell], letters: Mapping[str, str]) -> None:
    """Let five functions change places, and all words about them follow."""
    before = _move_functions([cell for cell in cells if cell.cell_type == "code"], letters)
    named = re.compile(rf"\b{before}([a-e])\b|(?<=`)([a-e])(?=`)")
    for cell in cells:
        if cell.cell_type == "markdown":
            cell.source = named.sub(lambda one: one[0][:-1] + letters[one[0][-1]], cell.source)
        elif not has_tag(cell, "answer") and not cell.source.startswith("%check"):
            cell.outputs = []  # they show the five in the old order


def _move_functions(cells: Sequence[Cell], letters: Mapping[str, str]) -> str:
    """Move the functions called by letters to the places of their new names; return what precedes them."""
    found = [
        (cell, node, name)
        for cell in cells
        if not cell.source.startswith("%")
        for node in ast.parse(cell.source).body
        if isinstance(node, ast.FunctionDef) and (name := FUNCTION.fullmatch(node.name))
    ]
    code = {
        letters[name["letter"]]: cell.source.splitlines()[node.lineno - 1 : node.end_lineno]
        for cell, node, name in found
    }
    for cell, node, name in reversed(found):
        head, *body = code[name["letter"]]
        lines = cell.source.splitlines()
        lines[node.lineno - 1 : node.end_lineno] = [
            re.sub(r"\w+(?=\()", node.name, head, count=1),
            *body,
        ]
        cell.source = "\n".join(lines)
    return str(found[0][2]["before"])
