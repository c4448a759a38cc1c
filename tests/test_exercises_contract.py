"""docs/EXERCISES.md and the tasks agree on functions, kinds and lessons."""

import ast
import inspect
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from checks import check
from checks.catalogue import TASKS
from checks.checking import TO_BLAME
from checks.diagnosis import explain
from checks.outcome import call, quiet
from coursetools.notebook import read_notebook
from coursetools.roles import cells_by_task

ROOT = Path(__file__).parents[1]
CONTRACT = (ROOT / "docs" / "EXERCISES.md").read_text(encoding="utf-8")
LINE = re.compile(r"^- (write|repair|find|predict) `(\w+)\((.*?)\)`: ", re.MULTILINE)
LISTED = {
    lesson: LINE.findall(lines)
    for lesson, lines in re.findall(r"^### (\d\d_\w+)\n(.+?)(?=^##)", CONTRACT, re.M | re.S)
}
TASKS_LISTED = [line for lines in LISTED.values() for line in lines]
SOLUTIONS = sorted((ROOT / "solutions").glob("*.ipynb"))
REPAIRS = [task.name for task in TASKS.values() if task.kind == "repair"]


def test_the_contract_lists_every_task_with_its_kind_in_order() -> None:
    listed = [(name, kind) for kind, name, _ in TASKS_LISTED]
    assert listed == [(task.name, task.kind) for task in TASKS.values()]


def test_the_contract_names_the_lessons() -> None:
    held = {path.stem: [*cells_by_task(read_notebook(path), "answer")] for path in SOLUTIONS}
    assert held == {lesson: [name for _, name, _ in lines] for lesson, lines in LISTED.items()}


def test_the_contract_has_the_arguments_of_the_functions() -> None:
    for _, name, arguments in TASKS_LISTED:
        said = re.findall(r"(\w+)(?:=[^,]+)?(?: \([^)]*\))?(?:, |$)", arguments)
        ours = inspect.signature(TASKS[name].reference).parameters
        assert said == list(ours)[: len(said)], name
        # Ours may take more than an exercise asks for, such as a mask.
        assert all(one.default is not one.empty for one in list(ours.values())[len(said) :]), name


UNCHANGED = {
    "comments": '''
def padded_attention(Q, K, V, lengths):
    """Output (batch, n_q, d_v) and weights (batch, n_q, n_k), without attention to padding."""
    # scores: (batch, n_q, n_k)
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    visible = np.arange(K.shape[-2]) < lengths[:, None]  # is this the right shape??
    exponentials = np.exp(scores)
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    # TODO find the bug
    weights = np.where(visible, weights, 0)
    return weights @ V, weights
''',
    "spacing": '''
def padded_attention( Q,K,V,lengths ):
  """Output (batch, n_q, d_v) and weights (batch, n_q, n_k), without attention to padding."""

  scores = Q @ np.swapaxes(K,-1,-2)/np.sqrt(Q.shape[-1])

  visible = np.arange(K.shape[-2])<lengths[:,None]

  exponentials = np.exp( scores )
  weights = exponentials/exponentials.sum(axis=-1,keepdims=True)

  weights = np.where( visible, weights, 0 )

  return weights@V, weights
''',
    "line breaks": '''
def padded_attention(
    Q,
    K,
    V,
    lengths,
):
    """Output (batch, n_q, d_v) and weights (batch, n_q, n_k), without attention to padding."""
    scores = (
        Q
        @ np.swapaxes(K, -1, -2)
        / np.sqrt(Q.shape[-1])
    )
    visible = np.arange(K.shape[-2]) < lengths[:, None]
    exponentials = np.exp(scores)
    weights = (
        exponentials
        / exponentials.sum(
            axis=-1,
            keepdims=True,
        )
    )
    weights = np.where(
        visible,
        weights,
        0,
    )
    return weights @ V, weights
''',
}


@pytest.mark.parametrize("name", REPAIRS)
def test_the_code_to_repair_is_the_same_in_notebook_and_task(name: str) -> None:
    starters = [cells_by_task(read_notebook(path), "starter") for path in SOLUTIONS]
    (cell,) = [cell for cells in starters for cell in cells.get(name, [])]
    assert cell.source.strip() == TASKS[name].starter.strip()


@pytest.mark.parametrize("name", REPAIRS)
def test_the_code_to_repair_is_right_but_for_its_slips_and_these_are_named(name: str) -> None:
    task = TASKS[name]
    repaired: dict[str, Any] = {"np": np}
    exec(task.facts.starter, repaired)
    assert check(name, repaired[name]).status == "pass"
    broken: dict[str, Any] = {"np": np}
    exec(task.starter, broken)
    probes = task.probes(0)
    with quiet():
        found = explain(task, probes, [call(broken[name], probe) for probe in probes])
    assert sorted(one.slug for one in found) == sorted(" ".join(task.facts.slips).split())


@pytest.mark.parametrize("name", REPAIRS)
def test_the_code_to_repair_is_no_attempt_until_something_changes(name: str) -> None:
    def status(source: str) -> str:
        namespace: dict[str, Any] = {"np": np}
        exec(source, namespace)
        return check(name, namespace[name]).status

    starter = TASKS[name].starter
    assert status(starter) == "not_attempted"
    assert (
        status(starter.replace("    return", "\n    # the result:\n    return  "))
        == "not_attempted"
    )
    assert status(starter.replace("    return", "    print()\n    return")) == "fail"


@pytest.mark.parametrize("name", REPAIRS)
def test_a_notebook_makes_the_same_code_of_it(name: str) -> None:
    """Notebooks compile each statement by itself, and grading compiles whole cells."""
    namespace: dict[str, Any] = {"np": np}
    for statement in ast.parse(TASKS[name].starter).body:
        exec(compile(ast.Module([statement], []), "<cell>", "exec"), namespace)
    assert check(name, namespace[name]).status == "not_attempted"


@pytest.mark.parametrize("source", UNCHANGED.values(), ids=UNCHANGED)
def test_comments_and_spacing_are_no_attempt_at_a_repair(source: str) -> None:
    namespace: dict[str, Any] = {"np": np}
    exec(source, namespace)
    assert check("padded_attention", namespace["padded_attention"]).status == "not_attempted"


def test_only_repairs_have_code_to_repair() -> None:
    assert REPAIRS
    assert [task.name for task in TASKS.values() if task.starter] == REPAIRS


@pytest.mark.parametrize("name", REPAIRS)
def test_a_repair_that_changes_nothing_has_no_mistake_named(name: str) -> None:
    namespace: dict[str, Any] = {"np": np}
    exec(TASKS[name].starter.replace("    return", "    print()\n    return"), namespace)
    verdict = check(name, namespace[name])
    assert (verdict.status, verdict.mistakes) == ("fail", ())
    assert "it still does what it did" in verdict.lines[1]
    given = {line for mistake in TASKS[name].mistakes for line in (mistake.does, mistake.question)}
    assert given.issuperset(verdict.lines[2:4]) or verdict.lines[2:] == (TO_BLAME,)
