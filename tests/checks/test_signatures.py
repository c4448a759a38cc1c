"""An index of results misses no way to go wrong that a full comparison would find."""

import numpy as np
import pytest

from checks.catalogue import TASKS
from checks.outcome import Outcome, Probe, attempt
from checks.search import ways
from checks.signatures import Index, index_of, signature


@pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)
def test_every_way_is_found_by_its_own_result(task):
    probe = task.probes(0)[0]
    some = list(ways(task, 1))
    index = Index(some, probe)
    for way in some:
        outcome: Outcome = attempt(way.function(), probe)
        if outcome.error is None:
            assert way in list(index.like(outcome.value, 1e-5)), way.mistakes


def test_what_no_way_comes_near_finds_none():
    task = TASKS["attention"]
    probe = task.probes(0)[0]
    output, weights = task.reference(*probe.arguments.values())
    index = Index(ways(task, 2), probe)
    assert list(index.like((output, weights), 1e-5))
    assert list(index.like((output + 100, weights), 1e-5)) == []


@pytest.mark.parametrize("value", [None, {"X": None}, (1.0, None)])
def test_what_holds_neither_numbers_nor_words_is_compared_with_its_like(value):
    probe = TASKS["softmax"].probes(0)[0]
    index = Index(ways(TASKS["softmax"], 1), probe)
    assert np.isnan(signature(value))
    alike = list(index.like(value, 1e-5))
    assert alike
    assert all(np.isnan(signature(way.function()(*probe.arguments.values()))) for way in alike)


def test_words_that_are_equal_have_one_signature_and_others_another():
    right, wrong = TASKS["clinic_record"].reference(), {"rounding": ["rows"]}
    as_lists = {name: sorted(words, reverse=True) for name, words in right.items()}
    assert signature(right) == pytest.approx(signature(as_lists))
    assert signature(right) != pytest.approx(signature({**right, **wrong}))
    assert signature(" D") == signature("d") != signature("e")


def test_nan_and_infinity_are_told_apart_and_found():
    kinds = [np.nan, np.inf, -np.inf, 0.0, 1.0]
    values = [np.array([first, 0.5, second]) for first in kinds for second in kinds]
    assert len({signature(value) for value in values}) == len(values)
    for value in values:
        assert signature(value) == signature(value.copy())


def test_an_index_is_made_once_for_the_same_input():
    task = TASKS["softmax"]
    first, same, other = (
        index_of(task.indexes, 1, ways(task, 1), probe)
        for probe in (task.probes(0)[0], task.probes(0)[0], task.probes(1)[0])
    )
    assert first is same
    assert first is not other


def test_functions_among_the_inputs_tell_indexes_apart():
    task = TASKS["leaks_future"]
    X = np.eye(2)
    known: dict[object, Index] = {}
    first, second = (
        index_of(known, 1, ways(task, 1), Probe("one", {"attend": attend, "X": X}))
        for attend in (index_of, signature)
    )
    assert first is not second
