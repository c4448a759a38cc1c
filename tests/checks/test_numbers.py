"""Tasks on paper whose numbers are drawn anew: the statement and the check go together."""

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest

from checks import check
from checks.catalogue import TASKS
from checks.changes import changes
from checks.outcome import quiet
from checks.variants import in_variant
from coursetools.notebook import read_notebook
from coursetools.variant import _renumber

MARKED = re.compile(r"<!-- = (.+?) -->(.*?)<!-- / -->", re.DOTALL)
NUMBER = re.compile(r"\u2212?(?:\d{1,3}(?:,\d{3})+|\d*\.?\d+)")
VARIANTS = [f"paper-{student}" for student in range(10)]

# What a statement says with numbers, and what is right: a function of these numbers in their order.
ON_PAPER: dict[str, tuple[str, Callable[..., Any]]] = {
    "predicted_spread": (
        r"d_k\$ = \d+",
        lambda a, b, c, *_: [a**0.5, b**0.5, c**0.5, 1],
    ),
    "slopes_on_paper": (
        r"weights \S+, \S+ and \S+,",
        lambda *w: [[w[i] * ((i == j) - w[j]) for j in range(3)] for i in range(3)],
    ),
}
every_task = pytest.mark.parametrize("name", ON_PAPER)


@pytest.fixture(scope="module")
def statements() -> dict[str, str]:
    """The statement of each task, with its marks."""
    paths = (Path(__file__).parents[2] / "solutions").glob("*.ipynb")
    cells = [cell for path in paths for cell in read_notebook(path).cells]
    return {name: cell.source for name in ON_PAPER for cell in cells if cell.id == f"{name}-task"}


def written_anew(name: str, statement: str, variant: str) -> str:
    cell = nbformat.v4.new_markdown_cell(statement, id=f"{name}-task")
    marked = [expression for expression, _ in MARKED.findall(statement)]
    _renumber([cell], changes(name, variant, marked)["says"])
    return str(cell.source)


def right_for(name: str, statement: str) -> Any:
    """What is right for the numbers that a reader finds in a statement."""
    passages, formula = ON_PAPER[name]
    numbers = NUMBER.findall(" ".join(re.findall(passages, statement)))
    plain = [number.replace(",", "").replace("\u2212", "-") for number in numbers]
    return formula(*map(ast.literal_eval, plain))


@every_task
def test_the_course_says_what_its_marks_come_to(name: str, statements: dict[str, str]) -> None:
    marks, plain = MARKED.findall(statements[name]), MARKED.sub(r"\2", statements[name])
    for expression, text in marks:
        assert TASKS[name].value(expression) == text
    assert check(name, lambda: right_for(name, plain)).status == "pass"


@every_task
def test_what_a_new_statement_asks_for_is_right(name: str, statements: dict[str, str]) -> None:
    for variant in VARIANTS:
        statement = written_anew(name, statements[name], variant)
        verdict = check(f"{name}@{variant}", lambda text=statement: right_for(name, text))
        assert verdict.status == "pass", f"{verdict}\n{statement}"
        assert check(f"{name}@{variant}", TASKS[name].reference).status == "fail"


@every_task
def test_no_mistake_is_right_with_other_numbers(name: str) -> None:
    for variant in VARIANTS:
        task = in_variant(TASKS[name], variant)
        for mistake, exchanged in task.slips():
            with quiet():
                answer = task.going_wrong(exchanged)
            assert check(f"{name}@{variant}", answer).status != "pass", (variant, mistake.slug)
