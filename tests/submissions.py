"""Builds submissions: exercises of any lesson, filled in from the bank.

The default is lesson 3.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import nbformat
from bank import TORCH_TASKS, Answer, answers

from coursetools import validate
from coursetools.notebook import read_notebook
from coursetools.roles import cells_by_task

ROOT = Path(__file__).parents[1]
NAME = "03_softmax_axis"
EXERCISE = ROOT / "exercises" / f"{NAME}.ipynb"
SOLUTION = ROOT / "solutions" / f"{NAME}.ipynb"
TORCH = "import torch\nimport torch.nn.functional as F\nfrom torch import nn\n\n"
NOTEBOOKS = tuple(sorted(path.stem for path in (ROOT / "exercises").glob("*.ipynb")))


def exercise(sources: Mapping[str, str] | None = None, name: str = NAME) -> Any:
    """The exercise notebook, with these answers in their cells."""
    notebook = read_notebook(ROOT / "exercises" / f"{name}.ipynb")
    for task, written in (sources or {}).items():
        cell(notebook, f"{task}-answer").source = written
    return notebook


def solution(name: str = NAME) -> Any:
    return read_notebook(ROOT / "solutions" / f"{name}.ipynb")


def tasks_of(name: str = NAME) -> tuple[str, ...]:
    return tuple(cells_by_task(exercise(name=name), "answer"))


def right(name: str = NAME) -> dict[str, str]:
    """A right answer to each task of a lesson."""
    return {task: source(answers(task, "right")[0]) for task in tasks_of(name)}


def source(answer: Answer) -> str:
    """The source of an answer for a cell; answers that use PyTorch import it."""
    return (TORCH if answer.task in TORCH_TASKS else "") + answer.source


def cell(notebook: Any, cell_id: str) -> Any:
    return next(one for one in notebook.cells if one.id == cell_id)


def remove(notebook: Any, cell_id: str) -> None:
    notebook.cells.remove(cell(notebook, cell_id))


def insert_after(notebook: Any, cell_id: str, *sources: str) -> None:
    """Put a student's own cells after a cell."""
    place = notebook.cells.index(cell(notebook, cell_id)) + 1
    notebook.cells[place:place] = [nbformat.v4.new_code_cell(source) for source in sources]


def lose_ids(notebook: Any, metadata: bool = False) -> Any:
    """Return a notebook as editors with nbformat 4.4 save it; some also drop the metadata."""
    for number, one in enumerate(notebook.cells):
        one.id = f"lost-{number}"
        one.metadata = nbformat.from_dict({} if metadata else one.metadata)
    return notebook


def save(notebook: Any, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(nbformat.v4.writes(notebook), encoding="utf-8")
    return path


def checked(notebook: Any, path: Path) -> Any:
    """Check a submission in this process."""
    return validate.validate(save(notebook, path))


TASKS = tasks_of()
RIGHT = right()

# All right; the second and third call an earlier answer by names and options that only it has.
OWN_SIGNATURES = {
    **RIGHT,
    "softmax": RIGHT["softmax"].replace("(scores, axis=-1)", "(scores, axis=-1, *, scale=1.0)"),
    "attention_weights": """
def attention_weights(queries, keys, scaled=True):
    scores = queries @ np.swapaxes(keys, -2, -1)
    return softmax(scores / np.sqrt(keys.shape[-1]), scale=1.0)
""",
    "attention": """
def attention(Q, K, V):
    weights = attention_weights(queries=Q, keys=K, scaled=True)
    return weights @ V, weights
""",
}
# The first is wrong, so it is replaced, but the third still needs the student's own second answer.
OWN_SIGNATURES_BUT_ONE_WRONG = {
    **OWN_SIGNATURES,
    "softmax": "def softmax(scores, axis=-1): return scores",
    "attention_weights": OWN_SIGNATURES["attention_weights"].replace(", scale=1.0", ""),
}
