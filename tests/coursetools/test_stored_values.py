"""The solutions store typed output that coursetools can read and compare."""

import json

import jsonschema
import pytest
from jsonschema.exceptions import best_match
from submissions import ROOT

from coursetools.judge import CHECK_TYPE, Run
from coursetools.notebook import read_notebook
from coursetools.release import stale_checks
from coursetools.roles import cells_by_task

SCHEMA = json.loads((ROOT / "checks" / "check-output.schema.json").read_text(encoding="utf-8"))
SOLUTIONS = sorted((ROOT / "solutions").glob("*.ipynb"))

every_solution = pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.stem)


def checks(path) -> list:
    """The check and hidden cells of a solution, with their tasks."""
    solution = read_notebook(path)
    kinds = [cells_by_task(solution, kind) for kind in ("check", "hidden")]
    assert kinds[0].keys() == kinds[1].keys() == cells_by_task(solution, "answer").keys()
    return [(task, cell) for kind in kinds for task, cells in kind.items() for cell in cells]


def test_the_type_is_the_one_the_schema_lays_down():
    assert SCHEMA["title"].endswith(f": {CHECK_TYPE}")


@every_solution
def test_every_check_of_a_solution_holds_a_pass_that_keeps_to_the_schema(path):
    assert stale_checks(read_notebook(path)) == [], "run make execute"
    for _, cell in checks(path):
        published = Run(cell.outputs).published
        error = best_match(jsonschema.Draft202012Validator(SCHEMA).iter_errors(published))
        assert error is None, f"{path.name}:{cell.id}: {error.json_path}; run make execute"
        assert published["values"]


@every_solution
def test_hidden_checks_draw_other_inputs_than_those_shown(path):
    commands = [cell.source for _, cell in checks(path)]
    assert len(set(commands)) == len(commands)
