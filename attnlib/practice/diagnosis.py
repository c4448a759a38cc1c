"""Which mistakes explain what an answer did? A comparison with the catalogue, never a guess."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from attnlib.practice.mistake import Mistake
from attnlib.practice.outcome import Outcome, Probe, attempt, disagreement, quiet, tolerance_for
from attnlib.practice.task import Property, Task


@dataclass(frozen=True)
class Symptom:
    """What is wrong with an answer on the first probe where something is.

    Attributes
    ----------
    says : str
        A sentence without the right value.
    error : Exception or None
        What the answer raised there, if it did.
    """

    says: str
    error: BaseException | None


def first_symptom(
    probes: Sequence[Probe], outcomes: Sequence[Outcome], expected: Sequence[Outcome]
) -> Symptom | None:
    """Look for the first probe on which an answer goes wrong.

    Parameters
    ----------
    probes, outcomes, expected : sequences of the same length
        The inputs, what the answer did, what the reference does.

    Returns
    -------
    Symptom or None
        None for a right answer.
    """
    for probe, outcome, right in zip(probes, outcomes, expected, strict=True):
        words = _symptom(probe, outcome, right)
        if words:
            return Symptom(f"On {probe.shows}, {words}.", outcome.error)
    return None


def explain(
    task: Task, probes: Sequence[Probe], outcomes: Sequence[Outcome]
) -> tuple[Mistake, ...]:
    """Find the fewest catalogued mistakes that do exactly what the answer did, on every probe.

    Parameters
    ----------
    task : Task
    probes, outcomes : sequences of the same length
        The inputs, and what the answer did with them.

    Returns
    -------
    tuple of Mistake
        One, two, or none where nothing fits.
    """
    if all(outcome.error for outcome in outcomes):
        return ()
    with quiet():
        for mistakes, wrong in task.wrong_ways():
            if _behaves_like(wrong, probes, outcomes):
                return mistakes
    return ()


def first_broken(
    properties: Sequence[Property], probes: Sequence[Probe], outcomes: Sequence[Outcome]
) -> str | None:
    """Name the first property that an answer does not have.

    Parameters
    ----------
    properties : sequence of Property
    probes, outcomes : sequences of the same length

    Returns
    -------
    str or None
        What should hold and does not; None if all hold on every probe that returned anything.
    """
    for known in properties:
        for probe, outcome in zip(probes, outcomes, strict=True):
            if outcome.error is None and not _holds(known, probe, outcome.value):
                return known.says
    return None


def _symptom(probe: Probe, outcome: Outcome, right: Outcome) -> str | None:
    if outcome.error is not None:
        return f"your function raised {_named(outcome.error)}{_of_shapes(probe)}"
    tolerance = tolerance_for(probe, outcome.value)
    difference = disagreement(outcome.value, right.value, tolerance)
    if outcome.changed and (difference is None or "numbers" in difference):
        return f"your function changed its argument {' and '.join(outcome.changed)}"
    return difference


def _behaves_like(
    wrong: Callable[..., Any], probes: Sequence[Probe], outcomes: Sequence[Outcome]
) -> bool:
    changes = imagined_changes = False
    for probe, outcome in zip(probes, outcomes, strict=True):
        imagined = attempt(wrong, probe)
        if not _same(probe, outcome, imagined):
            return False
        changes |= bool(outcome.changed)
        imagined_changes |= bool(imagined.changed)
    return changes == imagined_changes


def _same(probe: Probe, outcome: Outcome, imagined: Outcome) -> bool:
    if outcome.error is not None or imagined.error is not None:
        return outcome.error is not None and imagined.error is not None
    tolerance = tolerance_for(probe, outcome.value)
    return disagreement(outcome.value, imagined.value, tolerance) is None


def _holds(known: Property, probe: Probe, value: Any) -> bool:
    try:
        return bool(known.holds(probe, value))
    except Exception:  # a value of the wrong kind or shape has no property at all
        return False


def _named(error: BaseException) -> str:
    words = str(error).split()
    said = " ".join(words[:6])[:80] + (" ..." if len(words) > 6 else "")
    return f"{type(error).__name__}: {said}" if words else type(error).__name__


def _of_shapes(probe: Probe) -> str:
    arguments = [f"{name} {_shape(value)}" for name, value in probe.arguments.items()]
    some = arguments[:3] + ["..."] * (len(arguments) > 3)
    return f" (called with {', '.join(some)})"


def _shape(value: Any) -> str:
    plain = getattr(value, "__name__", getattr(value, "shape", value))
    return str(plain).replace(" ", "")
