"""The views of tasks on paper show no true number before the check has passed, and then both.

Exercises with an answer of zeros, in this process: no kernel is started.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from checks.catalogue import TASKS
from course.views import View
from coursetools.notebook import read_notebook
from coursetools.roles import cells_by_task, code_cells

EXERCISES = sorted((Path(__file__).parents[2] / "exercises").glob("*.ipynb"))
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def on_paper() -> Iterator[Any]:
    for path in EXERCISES:
        for task in cells_by_task(read_notebook(path), "answer"):
            if TASKS[task].kind == "predict":
                yield pytest.param(path, task, id=task)


def zeros(right: Any) -> Any:
    """An answer of the right form, all of whose numbers are 0."""
    if isinstance(right, dict):
        return {name: zeros(entry) for name, entry in right.items()}
    return tuple(map(zeros, right)) if isinstance(right, tuple) else np.zeros_like(right).tolist()


class Exercise:
    """The cells of one task, run in a shell of their own."""

    def __init__(self, path: Path, task: str) -> None:
        notebook = read_notebook(path)
        self._sources = {cell.id: cell.source for cell in code_cells(notebook)}
        self._task = task
        self._shell = InteractiveShell(config=Config({"HistoryManager": {"enabled": False}}))
        self._shell.user_ns.update({name: one.reference for name, one in TASKS.items()})
        self._run("imports")
        statement = next(cell.source for cell in notebook.cells if cell.id == f"{task}-task")
        read = statement + self._sources[f"{task}-view-function"]
        self.given = {0.0, *(value(number) for number in NUMBER.findall(read))}

    def _run(self, cell: str) -> Any:
        ran = self._shell.run_cell(self._sources[cell])
        ran.raise_error()
        return ran.result

    def answer(self, value: Any) -> None:
        self.answer_with(lambda: value)

    def answer_with(self, function: Callable[[], Any]) -> None:
        self._shell.user_ns[self._task] = function

    def check(self) -> str:
        return str(self._run(f"{self._task}-check").status)

    def view(self) -> View:
        self._run(f"{self._task}-view-function")
        shown = self._run(f"{self._task}-view")
        assert isinstance(shown, View)
        return shown


def numbers_in(html: str) -> set[str]:
    """The numbers that a reader finds, but for those that count bars, rows and columns."""
    text = re.sub("<[^>]*>", " ", html)
    return set(NUMBER.findall(re.sub(r"\d+ (bars|x \d+)", "", text)))


def value(number: str) -> float:
    return float(number.replace(",", ""))


def is_given(number: str, given: set[float]) -> bool:
    _, _, decimals = number.partition(".")
    return value(number) in {round(one, len(decimals)) for one in given}


@pytest.mark.parametrize(("path", "task"), [*on_paper()])
def test_a_prediction_is_shown_alone_until_its_check_passes(path: Path, task: str) -> None:
    exercise = Exercise(path, task)
    right = TASKS[task].reference()
    exercise.answer(zeros(right))
    for _ in ("before the check", "after it"):
        alone = exercise.view()
        assert [one for one in numbers_in(alone.html) if not is_given(one, exercise.given)] == []
        assert alone.panel.controls == []
        assert alone.sentence.endswith("it then shows the true numbers too.")
        assert exercise.check() == "fail"
    exercise.answer(right)
    assert exercise.view().panel.controls == []
    assert exercise.check() == "pass"
    both = exercise.view()
    assert both.panel.controls != []
    assert "true numbers" not in both.sentence
    exercise.answer(zeros(right))
    assert exercise.view().panel.controls == []


def test_an_answer_that_cannot_be_marked_is_checked_all_the_same() -> None:
    path, task = next(on_paper()).values
    exercise = Exercise(path, task)
    exercise.answer_with(int)
    assert exercise.check() == "fail"
