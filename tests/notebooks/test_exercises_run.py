"""Every exercise runs without an answer: its checks and views wait, politely.

One kernel runs them all, one after another. tests/browser/test_exercises.py opens one in
JupyterLab.
"""

from pathlib import Path
from typing import Any

import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from checks.catalogue import TASKS
from coursetools.notebook import read_notebook
from coursetools.roles import cells_by_task, code_cells

PATHS = sorted((Path(__file__).parents[2] / "exercises").glob("*.ipynb"))
pytestmark = pytest.mark.xdist_group("exercises run")


@pytest.fixture(scope="module")
def outputs() -> dict[tuple[str, str], list[Any]]:
    """The outputs of all exercise cells, by notebook and cell."""
    cells, names = [], []
    for path in PATHS:
        sources = {cell.id: cell.source for cell in code_cells(read_notebook(path))}
        for name, source in {"forget": "%reset -f", **sources}.items():
            names.append((path.stem, name))
            cells.append(new_code_cell(source))
    NotebookClient(new_notebook(cells=cells)).execute()  # an error in a cell is raised here
    return {name: cell.outputs for name, cell in zip(names, cells, strict=True)}


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_without_answers_everything_runs_and_waits(path: Path, outputs: Any) -> None:
    for task in cells_by_task(read_notebook(path), "answer"):
        check, view = (words(outputs[path.stem, f"{task}-{part}"]) for part in ("check", "view"))
        assert check.startswith(f"○ {task}: not attempted yet")
        # There is already a function to repair, and its pictures are wrong.
        assert view.startswith("Waiting for your answer") == (TASKS[task].kind != "repair")


def words(outputs: list[Any]) -> str:
    (output,) = outputs
    return str(output.data["text/plain"])
