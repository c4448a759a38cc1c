"""Right answers to earlier exercises, for students without their own: code to paste, with all it calls."""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from coursetools.errors import UnusableInput
from coursetools.notebook import read_notebook
from coursetools.roles import cells_by_task

MARKS = re.compile(r"^\s*### (BEGIN|END) SOLUTION\n?", re.MULTILINE)
ABOVE = """# From the course, not written by me: {names}.
# Paste it into a cell of its own, above the answers that need it. It uses NumPy alone."""


def starters(course: Path, names: Sequence[str]) -> str:
    """Collect functions from the solutions, each one after the functions that it calls.

    Parameters
    ----------
    course : Path
        The folder with `solutions/`.
    names : sequence of str
        Tasks, such as softmax.

    Returns
    -------
    str
        Code for a cell of a notebook that imports NumPy as np.

    Raises
    ------
    UnusableInput
        If there is no such task.
    """
    answers = dict(_answers(course))
    for name in names:
        if name not in answers:
            raise UnusableInput(f"{name}: no exercise has this name. docs/EXERCISES.md lists them.")
    wanted = dict.fromkeys(one for name in names for one in _with_what_it_calls(name, answers))
    code = [answers[name] for name in wanted]
    return "\n\n\n".join([ABOVE.format(names=", ".join(wanted)), *code]) + "\n"


def _answers(course: Path) -> Iterator[tuple[str, str]]:
    for path in sorted((course / "solutions").glob("*.ipynb")):
        for task, cells in cells_by_task(read_notebook(path), "answer").items():
            yield task, MARKS.sub("", cells[0].source).strip()


def _with_what_it_calls(name: str, answers: dict[str, str]) -> Iterator[str]:
    tree = ast.parse(answers[name])
    defined = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    for other in sorted((used - defined) & answers.keys()):
        yield from _with_what_it_calls(other, answers)
    yield name
