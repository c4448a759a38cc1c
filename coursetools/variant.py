"""Make an exam variant of the exercises: other slips in repairs, other letters for functions to find.

`checks.changes` says what changes. A variant is a folder with exercises to hand out, and with the
solutions from which `check` and `grade` judge them.
"""

import ast
import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import nbformat

from coursetools.atomic import write_whole
from coursetools.canonical import canonical_text
from coursetools.errors import UnusableInput
from coursetools.import_policy import CHECKS
from coursetools.judge import points_of
from coursetools.lessons import of_lessons
from coursetools.notebook import Cell, Notebook, read_notebook
from coursetools.release import exercise_of
from coursetools.roles import cells_by_task, checked_as, has_tag

DRAWS = f"{CHECKS}.changes"
NAME_LENGTH = 8
FUNCTION = re.compile(r"(?P<before>[a-z]+_)(?P<letter>[a-e])")
QUOTED = re.compile(r'(?<=")[a-e](?=")')
# What a statement says of the code that the course gives to repair stands between these two.
OF_THE_GIVEN_CODE = re.compile(r"\s*<!-- given -->.*?<!-- /given -->", re.DOTALL)
GIVEN_AWAY = re.compile(  # a sentence that would still speak of it
    r"[^.]*(?:\b(?:wrong|somebody|symptom|the\s+(?:code|function\s+(?:says|gives)))\b|<!--)[^.]*",
    re.IGNORECASE,
)
ASKED = {
    1: "There is one mistake in the code in the answer cell. **Find it and repair it.**",
    2: "There are two mistakes in the code in the answer cell. **Find them and repair them.**",
}
UNCHANGED = "Until you change the code, the check says *not attempted yet*."

Change = Mapping[str, Any]


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
        If a lesson does not exist, or a statement would still speak of the course's code.
    """
    solutions = {f"solutions/{path.name}": path for path in (course / "solutions").glob("*.ipynb")}
    names = sorted(of_lessons(solutions, lessons))
    variant = hashlib.sha256(seed.encode()).hexdigest()[:NAME_LENGTH]
    command = [sys.executable, "-m", DRAWS, variant]
    changes = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    written = {}
    for name in names:
        solution = in_variant(read_notebook(solutions[name]), changes, variant, name)
        exercise = exercise_of(solution, name)
        for folder, notebook in (("solutions", solution), ("exercises", exercise)):
            path = out / folder / solutions[name].name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, _text(notebook, variant))
        written[path] = _difference(solution)
    return written


def in_variant(
    solution: Notebook, changes: Mapping[str, Change], variant: str, name: str
) -> Notebook:
    """Change a solution, in place, by what `checks.changes` prints; errors call it by its name."""
    for task, change in changes.items():
        cells = [cell for cell in solution.cells if cell.id.startswith(f"{task}-")]
        done = _relabel(cells, change) if "letters" in change else _break_anew(cells, change, name)
        for cell in cells if done else ():
            if has_tag(cell, "check") or has_tag(cell, "hidden"):
                cell.source = cell.source.replace(f"%check {task}", f"%check {task}@{variant}")
    solution.cells = [cell for cell in solution.cells if cell.source]
    return solution


def _difference(solution: Notebook) -> str:
    """Count the tasks, and their points, that a variant changes."""
    checks, hidden = cells_by_task(solution, "check"), cells_by_task(solution, "hidden")
    points = {task: points_of([*checks[task], *hidden.get(task, [])]) for task in checks}
    changed = [points[task] for task in checks if checked_as(solution, task) != task]
    return (
        f"{len(changed)} of {len(points)} tasks, "
        f"{sum(changed):g} of {sum(points.values()):g} points differ"
    )


def _text(notebook: Notebook, variant: str) -> str:
    canonical_text(notebook)
    notebook.metadata["variant"] = variant
    return str(nbformat.writes(notebook)) + "\n"


def _break_anew(cells: Sequence[Cell], change: Change, name: str) -> bool:
    """Put other slips into a repair, and leave out what is said of the slips of the course."""
    slips = change["slips"]
    for cell in cells:
        part = cell.id.rpartition("-")[2]
        if part == "hints":
            cell.source = ""
        elif part == "starter":
            cell.source = change["starter"]
        elif part == "why":
            said = "\n".join(f"- {slip}" for slip in slips)
            lines = ", ".join(map(str, change["lines"]))
            cell.source = f"**Why.** Wrong lines of the code, counted from 1: {lines}.\n\n{said}"
        elif cell.cell_type == "markdown":
            cell.source = _silenced(cell, name)
        if part == "task":
            cell.source += f"\n\n{ASKED[len(slips)]} {UNCHANGED}"
    return bool(cells)


def _silenced(cell: Cell, name: str) -> str:
    kept = OF_THE_GIVEN_CODE.sub("", cell.source)
    if sentence := GIVEN_AWAY.search(kept):
        words = " ".join(sentence[0].split())
        raise UnusableInput(
            f'{name}: cell {cell.id} speaks of the code that the course gives: "{words}". '
            "A variant gives other code. Put the words between <!-- given --> and <!-- /given -->."
        )
    return kept


def _relabel(cells: Sequence[Cell], change: Change) -> bool:
    """Let five functions change places, and all words about them follow."""
    letters = change["letters"]
    before = _move_functions([cell for cell in cells if cell.cell_type == "code"], letters)
    if not before:
        return False  # the letters are those of rows or runs, which stay
    named = re.compile(rf"\b{before}([a-e])\b|(?<=`)([a-e])(?=`)")
    for cell in cells:
        if cell.cell_type == "markdown":
            cell.source = named.sub(lambda one: one[0][:-1] + letters[one[0][-1]], cell.source)
        elif has_tag(cell, "answer"):
            cell.source = QUOTED.sub(lambda one: letters[one[0]], cell.source)
        elif cell.source.startswith("%check"):
            _publish(cell, letters)
        else:
            cell.outputs = []  # they show the five in the old order
    return True


def _move_functions(cells: Sequence[Cell], letters: Mapping[str, str]) -> str:
    """Move the functions called by letters to the places of their new names; return what precedes them."""
    found = [
        (cell, node, name)
        for cell in cells
        if not cell.source.startswith("%")
        for node in ast.parse(cell.source).body
        if isinstance(node, ast.FunctionDef) and (name := FUNCTION.fullmatch(node.name))
    ]
    if {name["letter"] for _, _, name in found} != set(letters):
        return ""
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


def _publish(cell: Cell, letters: Mapping[str, str]) -> None:
    """Store the new letter as what the right answer publishes."""
    stored = json.dumps(cell.outputs)
    new = re.sub(r'(?<="text": ")[a-e](?=")', lambda one: letters[one[0]], stored)
    cell.outputs = [nbformat.from_dict(output) for output in json.loads(new)]
