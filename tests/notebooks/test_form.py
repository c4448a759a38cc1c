"""Every notebook of the course keeps to the rules of form_rules.py. No kernel runs here."""

from pathlib import Path

import pytest
from form_rules import RULES, Rule

from coursetools.notebook import Notebook, read_notebook

ROOT = Path(__file__).parents[2]
NAMES = {
    folder: [path.stem for path in sorted((ROOT / folder).glob("*.ipynb"))] for folder in RULES
}


@pytest.fixture(
    scope="module",
    params=[(folder, name) for folder in RULES for name in NAMES[folder]],
    ids="/".join,
)
def placed(request: pytest.FixtureRequest) -> tuple[list[Rule], Notebook]:
    folder, name = request.param
    return RULES[folder], read_notebook(ROOT / folder / f"{name}.ipynb")


def test_notebook_keeps_to_every_rule(placed: tuple[list[Rule], Notebook]) -> None:
    rules, notebook = placed
    complaints = [f"{rule.__name__}: {words}" for rule in rules for words in rule(notebook)]
    assert not complaints, "\n".join(complaints)


def test_each_lesson_has_its_exercises_and_their_solutions() -> None:
    assert NAMES["notebooks"]
    assert NAMES["notebooks"] == NAMES["exercises"] == NAMES["solutions"]
