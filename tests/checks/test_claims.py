"""What the sentences of mistakes claim: of every form of a mistake, and beside every other."""

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
import pytest
from one_of_each_lesson import ONE_OF_EACH_LESSON

from checks.catalogue import TASKS
from checks.claims import evaluated, is_true, names_where_it_returns
from checks.diagnosis import Trial, differing
from checks.mistake import Mistake
from checks.outcome import Outcome, Probe, attempt, quiet
from checks.search import Way, ways
from checks.task import Task

PAIRS = 300  # drawn from each task
UNTRUE_BESIDE_ANOTHER = 0.3  # of all pairs of mistakes of a task
some_tasks = pytest.mark.parametrize("name", ONE_OF_EACH_LESSON)


@cache
def inputs(name: str) -> list[Probe]:
    return [probe for seed in (0, 1) for probe in TASKS[name].probes(seed)]


def trials_of(way: Way) -> list[Trial]:
    with quiet():
        return [(probe, attempt(way.function(), probe)) for probe in inputs(way.task.name)]


def claims_are_true(mistake: Mistake, way: Way, trials: list[Trial]) -> bool:
    with quiet():
        return is_true(mistake, way, differing(mistake, way, trials))


def forms(task: Task) -> Iterator[tuple[Mistake, Way]]:
    for mistake, exchanged in task.slips():
        yield mistake, Way(task, ((mistake, exchanged),))


def evaluations(mistake: Mistake, way: Way, trials: list[Trial]) -> list[bool | None]:
    return [
        evaluated(claim, known)
        for probe, outcome in trials
        if outcome.error is None
        for known in names_where_it_returns(way, probe, outcome)
        for claim in mistake.claims
    ]


def speaks_of_values(task: Task) -> bool:
    """Of five letters or line numbers, a sentence says why one is not the answer: nothing to compute."""
    return task.kind != "find"


@pytest.mark.parametrize(
    ("name", "value"), [("causal_visibility", [[True]]), ("shares_of_the_visible", ([1], [0]))]
)
def test_claims_find_arrays_where_an_answer_returns_lists(
    name: str, value: Sequence[object]
) -> None:
    task = TASKS[name]
    (known,) = names_where_it_returns(Way(task, ()), task.probes(0)[0], Outcome(value))
    assert known["result"].tolist() == list(value)


@some_tasks
def test_each_sentence_claims_something_that_is_true_of_each_form_of_its_mistake(
    name: str,
) -> None:
    """Some form evaluates a claim, unless all that the mistake does is to raise an error."""
    task = TASKS[name]
    untrue, silent = [], dict.fromkeys((mistake.slug for mistake in task.mistakes), True)
    for mistake, way in forms(task):
        trials = trials_of(way)
        if not claims_are_true(mistake, way, trials):
            lines = [one.text for _, one, placed in task.ways_placed if placed == way.exchanged]
            untrue.append(f"{mistake.slug}: {mistake.does}\n{lines[0]}")
        if silent[mistake.slug]:
            with quiet():
                heard = any(one is not None for one in evaluations(mistake, way, trials))
            silent[mistake.slug] = not heard and any(one.error is None for _, one in trials)
    assert not untrue, "\n\n".join(untrue)
    if speaks_of_values(task):
        assert not [slug for slug, one in silent.items() if one]


@some_tasks
def test_what_a_sentence_claims_is_not_true_of_a_right_answer(name: str) -> None:
    task = TASKS[name]
    right = Way(task, ())
    with quiet():
        trials = trials_of(right)
        empty = [
            mistake.slug
            for mistake in task.mistakes
            if {True} == {one for one in evaluations(mistake, right, trials) if one is not None}
        ]
    assert not empty


def untrue_in_pairs(task: Task, most: int) -> tuple[int, list[str]]:
    """Of pairs of mistakes that both show, find those of which one sentence is not true."""
    pairs = [way for way in ways(task, 2) if way.mistakes[0].claims or way.mistakes[1].claims]
    if len(pairs) > most:
        drawn = np.random.default_rng(0).choice(len(pairs), most, replace=False)
        pairs = [pairs[place] for place in sorted(drawn)]
    tried, found = 0, []
    for way in pairs:
        trials = trials_of(way)
        with quiet():
            if not all(differing(one, way, trials) for one in way.mistakes):
                continue
        tried += 1
        untrue = [one.slug for one in way.mistakes if not claims_are_true(one, way, trials)]
        if untrue:
            found.append(f"{' + '.join(one.slug for one in way.mistakes)}: {untrue}")
    return tried, found


@pytest.mark.thorough
@pytest.mark.parametrize("name", TASKS)
def test_few_sentences_are_untrue_beside_another(name: str) -> None:
    """Those are not said, so that one of two mistakes remains without a word."""
    tried, untrue = untrue_in_pairs(TASKS[name], PAIRS)
    assert len(untrue) <= 3 + UNTRUE_BESIDE_ANOTHER * tried, "\n".join(untrue)
