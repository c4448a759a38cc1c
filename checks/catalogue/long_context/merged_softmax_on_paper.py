"""Predict what softmax keeps of one piece, and how it changes when the next piece is added."""

from typing import Any

import numpy as np

from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import KEPT
from checks.task import Property, Task

# The exponentials of the scores, and the values.
FIRST = np.array([3.0, 6.0]), np.array([8.0, 2.0])
SECOND = np.array([12.0, 3.0]), np.array([10.0, 4.0])


def merged_softmax_on_paper() -> Any:
    """Predict the sum, the weighted sum and the output for two pieces read one after the other.

    Returns
    -------
    (6,)

    Examples
    --------
    >>> len(merged_softmax_on_paper())
    6
    """
    return np.array([1.5, 6.0, 0.5, 2.0, 14.0, 7.0])


def _pipeline(step: Any) -> Any:
    own, (first, second) = step.paper, (np.log(FIRST[0]), np.log(SECOND[0]))
    before, now = own.largest(first, second), own.largest(second, first)
    powers = own.power(first - before), own.power(second - now)
    totals = [piece.sum() for piece in powers]
    weighted = [
        own.undivided(piece @ values, piece.sum())
        for piece, values in zip(powers, (FIRST[1], SECOND[1]), strict=True)
    ]
    factor = own.factor(before, now)
    total = own.old_total(factor, totals[0]) + totals[1]
    both = own.old_weighted(factor, weighted[0]) + weighted[1]
    outputs = [
        piece @ values / piece.sum()
        for piece, values in zip(powers, (FIRST[1], SECOND[1]), strict=True)
    ]
    output = own.output(both, total, outputs)
    return own.order(np.array([totals[0], weighted[0], factor, total, both, output], dtype=float))


def _within_its_bounds(probe: Probe, numbers: Any) -> bool:
    """Check that the sum is within its bounds: the largest score adds 1, and no other adds more."""
    return bool(1 <= numbers[0] <= 2 and 1 <= numbers[3] <= 4)


def _shrinks(probe: Probe, numbers: Any) -> bool:
    return bool(0 < numbers[2] <= 1)


def _output_is_divided(probe: Probe, numbers: Any) -> bool:
    return bool(np.isclose(numbers[5] * numbers[3], numbers[4]))


def _known_beforehand(one: Any, other: Any) -> Any:
    return max(one.max(), other.max())


PAPER = Family(
    "paper",
    {
        "largest": lambda piece, other: piece.max(),
        "power": np.exp,
        "undivided": lambda weighted, total: weighted,
        "factor": lambda before, now: np.exp(before - now),
        "old_total": lambda factor, old: factor * old,
        "old_weighted": lambda factor, old: factor * old,
        "output": lambda weighted, total, outputs: weighted / total,
        "order": lambda numbers: numbers,
    },
    (
        Mistake(
            "not-rescaled",
            "What was kept of the first piece is added as it is, though the maximum has changed.",
            "From which maximum were the old exponentials measured, and from which are the new ones?",
        ).by(
            {"paper.factor": lambda before, now: 1},
            {
                "paper.old_total": lambda factor, old: old,
                "paper.old_weighted": lambda factor, old: old,
            },
        ),
        Mistake(
            "only-one-rescaled",
            "Of l and o, only one shrinks when the maximum changes.",
            "Which of the two are made of exponentials?",
        ).by(
            {"paper.old_total": lambda factor, old: old},
            {"paper.old_weighted": lambda factor, old: old},
        ),
        Mistake(
            "factor-upside-down",
            "The old l and o grow: the factor is upside down.",
            "Does an exponential become smaller or larger if a larger number is subtracted first?",
        ).by({"paper.factor": lambda before, now: np.exp(now - before)}),
        Mistake(
            "no-maximum",
            "No maximum is subtracted: l and o are sums of the bare exponentials.",
            "What should the largest score of a piece add to l?",
        ).by({"paper.largest": lambda piece, other: 0.0}),
        Mistake(
            "maximum-known-beforehand",
            "The first piece is measured from the maximum of both.",
            "What is known of the second piece when the first is read?",
        ).by({"paper.largest": _known_beforehand}),
        Mistake(
            "old-forgotten",
            "The second piece replaces the first, which counts no longer.",
            "Which keys should the output be an average over?",
        ).by(
            {
                "paper.old_total": lambda factor, old: 0,
                "paper.old_weighted": lambda factor, old: 0,
            }
        ),
        Mistake(
            "mean-of-blocks",
            "The output is the mean of the two pieces' outputs, as if both had the same say.",
            "Which piece has the larger scores, and should it count for more?",
        ).by({"paper.output": lambda weighted, total, outputs: np.mean(outputs)}),
        Mistake(
            "sum-of-blocks",
            "The outputs of the two pieces are added.",
            "Can an average of numbers up to 10 be above 10?",
        ).by({"paper.output": lambda weighted, total, outputs: np.sum(outputs)}),
        Mistake(
            "divided-too-early",
            "Each o is divided by its l already, before the pieces are merged.",
            "When is it known what to divide by?",
        ).by({"paper.undivided": lambda weighted, total: weighted / total}),
        Mistake(
            "never-divided",
            "The output is o, not divided by l.",
            "By what is a weighted sum divided to give an average?",
        ).by({"paper.output": lambda weighted, total, outputs: weighted}),
        Mistake(
            "exp-missing",
            "The differences of the scores are added, without exp.",
            "What is exp(ln 3 - ln 6)?",
        ).by(
            {"paper.power": lambda scores: scores},
            {
                "paper.power": lambda scores: scores,
                "paper.factor": lambda before, now: before - now,
            },
        ),
        Mistake(
            "numbers-in-another-order",
            "The numbers are right, but they are in another order.",
            "Which comes first, l or o, and where does the factor belong?",
        ).by(
            *(
                {
                    "paper.factor": KEPT,
                    "paper.output": KEPT,
                    "paper.order": lambda numbers, places=places: numbers[list(places)],
                }
                for places in ((1, 0, 2, 4, 3, 5), (0, 1, 3, 4, 2, 5), (0, 1, 3, 4, 5, 2))
            )
        ),
    ),
)

TASK = Task(
    reference=merged_softmax_on_paper,
    kind="predict",
    order=(11, 6),
    practises=("compute softmax piece by piece",),
    pipeline=_pipeline,
    families=(PAPER,),
    probes=lambda seed: [Probe("paper", {})],
    properties=(
        Property("There are six numbers.", has_shape(lambda probe: (6,))),
        Property(
            "Each l is at least 1, and at most the number of scores in it.", _within_its_bounds
        ),
        Property("A larger maximum makes what was kept smaller.", _shrinks),
        Property("After both pieces, l times the output is o.", _output_is_divided),
    ),
)
