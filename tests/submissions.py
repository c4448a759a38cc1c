"""Builds submissions: the exercises of lesson 3, filled in from the bank."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import nbformat
from bank import answers

from coursetools.notebook import read_notebook

ROOT = Path(__file__).parents[1]
NAME = "03_softmax_axis"
EXERCISE = ROOT / "exercises" / f"{NAME}.ipynb"
SOLUTION = ROOT / "solutions" / f"{NAME}.ipynb"
TASKS = ("softmax", "attention_weights", "attention", "normalised_axis")
RIGHT = {task: answers(task, "right")[0].source for task in TASKS}

# All right; the second and the third call an earlier one by names and options that only it has.
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
# The first is wrong, so it is restored, but the third still needs the student's own second.
OWN_SIGNATURES_BUT_ONE_WRONG = {
    **OWN_SIGNATURES,
    "softmax": "def softmax(scores, axis=-1): return scores",
    "attention_weights": OWN_SIGNATURES["attention_weights"].replace(", scale=1.0", ""),
}


def exercise(sources: Mapping[str, str] | None = None) -> Any:
    """The exercise notebook, with these answers in their cells."""
    notebook = read_notebook(EXERCISE)
    for task, source in (sources or {}).items():
        cell(notebook, f"{task}-answer").source = source
    return notebook


def solution() -> Any:
    return read_notebook(SOLUTION)


def cell(notebook: Any, cell_id: str) -> Any:
    return next(one for one in notebook.cells if one.id == cell_id)


def remove(notebook: Any, cell_id: str) -> None:
    notebook.cells.remove(cell(notebook, cell_id))


def insert_after(notebook: Any, cell_id: str, *sources: str) -> None:
    """Put cells of a student's own behind a cell."""
    place = notebook.cells.index(cell(notebook, cell_id)) + 1
    notebook.cells[place:place] = [nbformat.v4.new_code_cell(source) for source in sources]


def lose_ids(notebook: Any, metadata: bool = False) -> Any:
    """What editors of nbformat 4.4 leave of a notebook; some drop the metadata, too."""
    for number, one in enumerate(notebook.cells):
        one.id = f"lost-{number}"
        one.metadata = nbformat.from_dict({} if metadata else one.metadata)
    return notebook


def save(notebook: Any, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(nbformat.v4.writes(notebook), encoding="utf-8")
    return path
