"""Diagnoses are never false: errors have reasons, and a mistake shows in a value."""

import cProfile
from pstats import Stats
from typing import Any

import numpy as np
import pytest
from bank import TORCH_TASKS, Answer, more
from verdicts import verdict_on

from checks import check
from checks.catalogue import TASKS
from checks.diagnosis import _numbers_in, _some, shapes_of
from checks.errors import CAUSES, reason
from checks.outcome import attempt, quiet
from checks.search import ways

MOST_CALLS = 10_000_000  # of Python functions, which take three or four seconds


def one_in_three(found: list[Answer]) -> list[Any]:
    """Keep a third of some answers for `make test`."""
    thorough = pytest.mark.thorough
    return [
        pytest.param(one, marks=[thorough] if place % 3 else [], id=str(one))
        for place, one in enumerate(found)
    ]


def named(answer: Answer) -> set[str]:
    return set(verdict_on(answer).mistakes)


@pytest.mark.parametrize("answer", one_in_three(more("misleading")))
def test_an_answer_that_breaks_where_a_mistake_breaks_is_not_given_its_name(answer):
    assert named(answer) == set(answer.slugs)


@pytest.mark.parametrize("answer", more("three_slips"), ids=str)
def test_three_slips_at_once_are_named(answer):
    assert len(answer.slugs) == 3
    assert named(answer) == set(answer.slugs)


@pytest.mark.parametrize("answer", one_in_three([*more("blind"), *more("blind_late")]))
def test_answers_of_somebody_who_had_seen_neither_catalogue_nor_bank(answer):
    verdict = verdict_on(answer)
    assert (verdict.status == "pass") == (answer.kind == "right")
    assert set(verdict.mistakes) == set(answer.slugs)


def test_mistakes_go_together_where_they_differ_and_exchange_different_steps():
    for count in (2, 3):
        for way in ways(TASKS["soft_lookup"], count):
            assert len({mistake.slug for mistake in way.mistakes}) == count
            steps = [name for _, exchanged in way.slips for name in exchanged]
            assert len(steps) == len(set(steps))


def test_one_slip_is_tried_before_two_and_in_the_order_of_the_catalogue():
    order = [mistake.slug for mistake in TASKS["soft_lookup"].mistakes]
    for way in ways(TASKS["soft_lookup"], 2):
        first, second = (order.index(mistake.slug) for mistake in way.mistakes)
        assert first < second


def test_causes_that_mistakes_are_known_by_are_in_the_table():
    known = {cause.name for cause in CAUSES}
    for mistake in {mistake for task in TASKS.values() for mistake in task.mistakes}:
        assert known.issuperset(mistake.breaks), mistake.slug


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("matmul: Input operand 1 has a mismatch", "shapes (2,3) and (4,5) not aligned: 3 != 4"),
        ("cannot reshape array of size 6", "shape '[4, 4]' is invalid for input of size 6"),
        ("too many values to unpack (expected 2)", "not enough values to unpack (expected 3)"),
        ("row 3 of 5 is odd", "row 4 of 9 is odd"),
    ],
)
def test_one_reason_in_other_words_and_with_other_numbers(one, other):
    assert reason(ValueError(one)) == reason(ValueError(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (ValueError("cannot reshape array of size 6"), ValueError("matmul: Input operand 1")),
        (ValueError("row is odd"), ValueError("row is even")),
        (KeyError("X"), NameError("X")),
        (ValueError("operands could not be broadcast"), ValueError("axes don't match array")),
    ],
)
def test_other_reasons_are_told_apart(one, other):
    assert reason(one) != reason(other)


@pytest.mark.parametrize("task", TASKS)
def test_no_answer_takes_long(task):
    """If nothing explains an answer, all wrong ways are listed and run once, on one input."""
    if task in TORCH_TASKS:
        pytest.importorskip("torch")
    task = TASKS[task]
    right = task.going_wrong({})
    with quiet():
        probe = max(task.probes(0), key=lambda one: _numbers_in(attempt(right, one).value))
        listed = sum(1 for count in range(1, task.at_once + 1) for _ in _some(task, count, probe))
    run_once = cProfile.Profile()
    run_once.runcall(attempt, right, probe)
    assert listed * Stats(run_once).total_calls < MOST_CALLS


@pytest.mark.thorough
@pytest.mark.parametrize("task", ["block", "cat_logits", "cat_step", "multi_head_attention"])
def test_an_answer_without_a_name_takes_five_million_calls_at_most(task):
    """These are the slowest searches. Calls are counted, because a busy machine has other seconds."""
    task = TASKS[task]
    rng = np.random.default_rng(0)

    def spoilt(part: Any) -> Any:
        return 1.37 * part + 0.01 * rng.normal(size=part.shape)

    def nameless(*arguments: Any) -> Any:
        right = task.reference(*arguments)
        return (spoilt(right[0]), right[1]) if isinstance(right, tuple) else spoilt(right)

    task.indexes.clear()
    search = cProfile.Profile()
    verdict = search.runcall(check, task.name, nameless)
    assert Stats(search).total_calls < 5_000_000
    assert verdict.mistakes == ()


def test_three_shapes_are_all_and_of_four_some_are_left_out() -> None:
    three = {name: np.zeros((2, 3)) for name in "QKV"}
    assert shapes_of(three, "called with") == " (called with Q (2,3), K (2,3), V (2,3))"
    four = three | {"visible": np.zeros((2, 2))}
    assert shapes_of(four, "called with") == " (called with Q (2,3), K (2,3), V (2,3), ...)"
