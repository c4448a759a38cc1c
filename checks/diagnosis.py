"""Find the catalogued mistakes that explain what an answer did."""

import itertools
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from checks.claims import is_true
from checks.comparison import disagreement, entry_disagreement, place_on_paper
from checks.entries import explain_entries, is_one_slip
from checks.errors import raising_line, reason, said
from checks.mistake import Mistake
from checks.outcome import InTurn, Outcome, Probe, as_numbers, attempt, quiet
from checks.published import published, tolerance_for
from checks.search import Slip, Way, ways
from checks.signatures import index_of
from checks.task import Property, Task

MOST_AT_ONCE = 3
MOST_OF_THREE = 14_000  # how many combinations of three mistakes are tried
MOST_COMPARED = 1_000  # how many ways with the right signature are tried on every input
ENOUGH_FOR_THREE = 4  # with fewer numbers, three mistakes could explain almost anything

LONGEST_MESSAGE = 160  # of an error, in characters
MOST_WORDS = 14
FEW_WORDS = 6

Trial = tuple[Probe, Outcome]


@dataclass(frozen=True)
class Symptom:
    """What is wrong with an answer, on the first probe that shows it.

    Attributes
    ----------
    sentence : str
        A sentence that does not reveal the right value.
    brief : str
        The same in fewer words, used if a mistake is named as well.
    probe : Probe
    outcome : Outcome
        What the answer did there.
    """

    sentence: str
    brief: str
    probe: Probe
    outcome: Outcome

    @property
    def error(self) -> BaseException | None:
        """The error that the answer raised there, if any."""
        return self.outcome.error


def first_symptom(
    probes: Sequence[Probe],
    outcomes: Sequence[Outcome],
    expected: Sequence[Outcome],
    entries: Sequence[Mapping[str, Any]] | None = None,
) -> Symptom | None:
    """Look for the first probe on which an answer goes wrong.

    Parameters
    ----------
    probes, outcomes, expected : sequences of the same length
        The inputs, what the answer did, and what the reference does.
    entries : sequence of mapping, optional
        What `published` makes of the outcomes, if that is known by now.

    Returns
    -------
    Symptom or None
        None if the answer is right.
    """
    several = any(
        isinstance(right.value, tuple) and not probe.judge
        for probe, right in zip(probes, expected, strict=True)
    )
    entries = entries or published(probes, outcomes)
    right_ones = published(probes, expected)
    for probe, outcome, entry, right in zip(probes, outcomes, entries, right_ones, strict=True):
        if outcome.error is not None:
            return _of_error(probe, outcome)
        difference = entry_disagreement(entry, right, several)
        if difference:
            if several and isinstance(outcome.value, np.ndarray):
                difference = _one_array(outcome.value, right)
            elif not probe.arguments and difference == "the numbers differ":
                difference += f" ({place_on_paper(entry, right)})"
            words = f"On {probe.description}, {difference}."
            return Symptom(words, words, probe, outcome)
    return None


def first_wrong_part(
    probes: Sequence[Probe], outcomes: Sequence[Outcome], expected: Sequence[Outcome]
) -> str | None:
    """Find the part of a task in which an answer goes wrong first; see `Facts.stages`.

    Parameters
    ----------
    probes, outcomes, expected : sequences of the same length
        As for `first_symptom`.

    Returns
    -------
    str or None
        None if the task has no such parts, or if the first wrong stage shows more than wrong
        numbers: nan, for example, gets through parts that are neutral, and so may come from any.
    """
    for probe, outcome, right in zip(probes, outcomes, expected, strict=True):
        if probe.stage and first_symptom([probe], [outcome], [right]):
            told = not outcome.changed and _looks_like(outcome.value, right.value)
            return probe.stage if told else None
    return None


def _looks_like(value: Any, wanted: Any) -> bool:
    """Check that a result has the right shape, and that all its numbers are finite."""
    if isinstance(wanted, tuple):
        several = isinstance(value, tuple | list) and len(value) == len(wanted)
        return several and all(map(_looks_like, value, wanted))
    numbers = as_numbers(value)
    same_shape = numbers is not None and numbers.shape == np.shape(wanted)
    return same_shape and bool(np.isfinite(numbers).all())


def explain(
    task: Task, probes: Sequence[Probe], outcomes: Sequence[Outcome], at_once: int = MOST_AT_ONCE
) -> tuple[Mistake, ...]:
    """Find the smallest set of catalogued mistakes that does the same as the answer on every probe.

    Parameters
    ----------
    task : Task
    probes, outcomes : sequences of the same length
        The inputs, and what the answer did with them.
    at_once : int
        How many mistakes may be made at the same time.

    Returns
    -------
    tuple of Mistake
        Empty if nothing fits.

    Notes
    -----
    If the answer raised an error, a mistake has to raise one for the same reason. Each mistake has
    to change a value, unless it is a mistake that shows only in errors. A mistake whose sentence
    claims something that is not true of this answer is left out. Of several, one that shows on the
    first input that goes wrong comes first, because the message speaks of this input.
    """
    if all(outcome.error for outcome in outcomes):
        return ()
    true: tuple[Mistake, ...] = ()
    with quiet():
        trials = _most_telling_first(task, probes, outcomes)
        for way in _fewest_first(task, trials[0], min(at_once, task.at_once)):
            if _behaves_like(way, trials) and all(_shows(one, way, trials) for one in way.mistakes):
                said = tuple(
                    one for one in way.mistakes if is_true(one, way, differing(one, way, trials))
                )
                said = _first_seen_first(said, way, zip(probes, outcomes, strict=True))
                if len(said) == len(way.mistakes):
                    return said
                true = max(true, said, key=len)
    return true or (explain_entries(task, *trials[0]) if task.kind in ("predict", "find") else ())


def first_broken(
    properties: Sequence[Property], probes: Sequence[Probe], outcomes: Sequence[Outcome]
) -> Property | None:
    """Return the first property that an answer does not have.

    Parameters
    ----------
    properties : sequence of Property
    probes, outcomes : sequences of the same length

    Returns
    -------
    Property or None
        None if all hold on every probe that returned anything.
    """
    for known in properties:
        for probe, outcome in zip(probes, outcomes, strict=True):
            if known.broken_by(probe, outcome):
                return known
    return None


def differing(mistake: Mistake, way: Way, trials: Sequence[Trial]) -> list[Trial]:
    """Keep the inputs on which one of some mistakes makes a difference.

    Parameters
    ----------
    mistake : Mistake
        One of the mistakes of this way.
    way : Way
    trials : sequence of (Probe, Outcome)
        What the way does.

    Returns
    -------
    list of (Probe, Outcome)
    """
    without = way.without(mistake).function()
    return [trial for trial in trials if not _same_changes(trial, attempt(without, trial[0]))]


def _most_telling_first(
    task: Task, probes: Sequence[Probe], outcomes: Sequence[Outcome]
) -> list[Trial]:
    """Put first the value that rules out most mistakes, then other wrong values, errors, the rest.

    An input on which memory is measured comes last, because it takes long.
    """

    def is_wrong(trial: Trial) -> bool:
        return trial[1].error is None and not _same(trial, task.right(trial[0]))

    def telling(trial: Trial) -> tuple[bool, bool, bool, int]:
        probe, outcome = trial
        numbers = _numbers_in(task.right(probe).value)
        return outcome.error is None, not probe.most_memory, is_wrong(trial), numbers

    def quickly_refuting(trial: Trial) -> tuple[bool, bool, bool]:
        return not trial[0].most_memory, is_wrong(trial), trial[1].error is not None

    first, *others = sorted(zip(probes, outcomes, strict=True), key=telling, reverse=True)
    return [first, *sorted(others, key=quickly_refuting, reverse=True)]


def _fewest_first(task: Task, telling: Trial, at_once: int) -> Iterator[Way]:
    """Yield ways that may explain the result on the most telling input, fewest mistakes first."""
    probe, outcome = telling
    most = 3 if _numbers_in(outcome.value) >= ENOUGH_FOR_THREE else 2
    if task.kind == "predict" and is_one_slip(outcome.value, task.reference()):
        most = 1
    for count in range(1, min(most, at_once) + 1):
        index = index_of(task.indexes, count, _some(task, count, probe), probe)
        alike = index.like(outcome.value, tolerance_for(probe, outcome.value))
        yield from itertools.islice(alike, MOST_COMPARED)


def _first_seen_first(
    mistakes: Sequence[Mistake], way: Way, trials: Iterable[Trial]
) -> tuple[Mistake, ...]:
    first = next(one for one in trials if not _same_changes(one, way.task.right(one[0])))
    return tuple(sorted(mistakes, key=lambda mistake: not differing(mistake, way, [first])))


def _some(task: Task, count: int, probe: Probe) -> Iterator[Way]:
    if count < 3:
        yield from ways(task, count)
    else:
        yield from itertools.islice(ways(task, count, _distinct(task, probe)), MOST_OF_THREE)


def _distinct(task: Task, probe: Probe) -> list[Slip]:
    """Leave out variants of a mistake that do the same as another variant of it, on one probe."""
    kept: dict[Any, Slip] = {}
    for mistake, steps in task.slips():
        done = attempt(task.going_wrong(steps), probe)
        fingerprint = reason(done.error) if done.error else repr(done.value)
        kept.setdefault((mistake.slug, frozenset(steps), fingerprint), (mistake, steps))
    return list(kept.values())


def _behaves_like(way: Way, trials: Sequence[Trial]) -> bool:
    wrong = way.function()
    causes = {cause for mistake in way.mistakes for cause in mistake.breaks}
    changed = imagined_changed = False
    for probe, outcome in trials:
        imagined = attempt(wrong, probe)
        if not _same((probe, outcome), imagined, causes) or _other_memory(
            (probe, outcome), imagined
        ):
            return False
        changed |= bool(outcome.changed)
        imagined_changed |= bool(imagined.changed)
    return changed == imagined_changed


def _shows(mistake: Mistake, way: Way, trials: Sequence[Trial]) -> bool:
    """Check whether a mistake shows in a value, or else only in errors that are typical of it."""
    without = way.without(mistake).function()
    errors_without_it = []
    for probe, outcome in trials:
        imagined = attempt(without, probe)
        if outcome.error is None:
            if not _same_changes((probe, outcome), imagined):
                return True
        elif imagined.error is None:
            errors_without_it.append(outcome.error)
    typical = [reason(error) in mistake.breaks for error in errors_without_it]
    return bool(typical) and all(typical)


def _same(trial: Trial, imagined: Outcome, causes: Container[str] = ()) -> bool:
    probe, outcome = trial
    if outcome.error is not None and imagined.error is not None:
        why = reason(outcome.error)
        return why in causes or why == reason(imagined.error)
    if outcome.error is not None or imagined.error is not None:
        return False
    tolerance = tolerance_for(probe, outcome.value)
    on_paper = not probe.arguments
    return disagreement(outcome.value, imagined.value, tolerance, on_paper=on_paper) is None


def _same_changes(trial: Trial, imagined: Outcome) -> bool:
    """Check whether two results are the same, the arguments that were changed, and the memory."""
    changed = trial[1].changed == imagined.changed
    return changed and _same(trial, imagined) and not _other_memory(trial, imagined)


def _other_memory(trial: Trial, imagined: Outcome) -> bool:
    """Check whether one of two calls needed too much memory, and the other did not."""
    probe, outcome = trial
    returned = outcome.error is None and imagined.error is None
    return returned and outcome.needs_too_much(probe) != imagined.needs_too_much(probe)


def _numbers_in(value: Any) -> int:
    """Count the floats in a value; bools and integers carry too little information."""
    if isinstance(value, tuple | list | dict):
        return sum(map(_numbers_in, value.values() if isinstance(value, dict) else value))
    numbers = as_numbers(value)
    return 0 if numbers is None or numbers.dtype.kind != "f" else int(numbers.size)


def _one_array(value: Any, right: Mapping[str, Any]) -> str:
    return f"it returned one array of shape {value.shape}, not {len(right['value'])} results"


def _of_error(probe: Probe, outcome: Outcome) -> Symptom:
    error = outcome.error
    assert error is not None
    line = raising_line(error)
    raised = f"On {probe.description}, your function raised"
    called = shapes_of(probe.arguments, "called with")
    return Symptom(
        f"{raised} {named(error, MOST_WORDS)}{f' in `{line}`' if line else ''}{called}.",
        f"{raised} {named(error, FEW_WORDS)}{called}.",
        probe,
        outcome,
    )


def named(error: BaseException, most: int) -> str:
    """Name an error with the end of its message, which says the cause."""
    words = said(error)[-LONGEST_MESSAGE:].split()
    cut = len(words) > most or len(said(error)) > LONGEST_MESSAGE
    message = " ".join(["..."] * cut + words[-most:])
    return ": ".join(filter(None, (type(error).__name__, message)))


def shapes_of(values: Mapping[str, Any], how: str) -> str:
    """List the shapes of some values in brackets, such as " (called with Q (2,3))"."""
    shapes = [f"{name} {_shape(value)}" for name, value in values.items()]
    some = shapes[:3] + ["..."] * (len(shapes) > 3)
    return f" ({how} {', '.join(some)})" if some else ""


def _shape(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"a dict of {len(value)}"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, InTurn):
        return " then ".join(map(_shape, value[:2]))
    plain = getattr(value, "__name__", getattr(value, "shape", value))
    return str(plain).replace(" ", "")
