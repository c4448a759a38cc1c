"""Which sums are 1: those of the rows, those of the columns, or neither."""

from typing import Any

import numpy as np

from attnlib import softmax
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.properties import Holds
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def normalised_axis(weights: Any) -> int | None:
    """Return the axis along which weights sum to 1: -1 for rows, else -2 for columns, else None.

    Parameters
    ----------
    weights : (n_q, n_k)

    Returns
    -------
    int or None

    Notes
    -----
    Up to rounding: 1e-6, or 1e-4 for float32. A row of zeros does not sum to 1.

    Examples
    --------
    >>> normalised_axis(np.array([[0.5, 0.5], [0.1, 0.9]]))
    -1
    """
    for axis in (-1, -2):
        if np.all(close_to_one(weights.sum(axis=axis), weights)):
            return axis
    return None


def close_to_one(sums: Any, weights: Any) -> Any:
    """Check for each sum whether it is 1 up to rounding, which is coarser in float32."""
    return np.abs(sums - 1) <= (1e-4 if weights.dtype == np.float32 else 1e-6)


def _pipeline(step: Any, weights: Any) -> Any:
    weights = step.arguments.take(weights)
    for axis in step.sums.order:
        each = step.sums.close(step.sums.along(weights, axis), weights, axis)
        if step.sums.quantify(each):
            return step.sums.count(step.sums.name(axis))
    return step.sums.neither


def _axis_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([3, 4, seed])
    rows, square = softmax(rng.normal(size=(3, 5))), softmax(rng.normal(size=(4, 4)))
    cases = {
        "rows that sum to 1": rows,
        "columns that sum to 1": softmax(rng.normal(size=(4, 3)), axis=0),
        "a square whose rows sum to 1": square,
        "a square whose columns sum to 1": square.T,
        "rows and columns that all sum to 1": _doubly_normalised(rng),
        "one single row that sums to 1": softmax(rng.normal(size=(1, 4))),
        "weights that sum to 1 all together": softmax(rng.normal(size=(3, 4)), axis=None),
        "a first row that alone sums to 1": rows * [[1.0], [0.6], [0.7]],
        "a last row that alone sums to 1": rows * [[0.6], [0.7], [1.0]],
        "a first column that alone sums to 1": square.T * [1.0, 0.6, 0.7, 0.8],
        "a last column that alone sums to 1": square.T * [0.6, 0.7, 0.8, 1.0],
        "rows of 0.4, 1 and 1.6": rows * [[0.4], [1.0], [1.6]],
        "columns of 0.4, 1, 1 and 1.6": square.T * [0.4, 1.0, 1.0, 1.6],
        "rows that sum to 1 but for one of zeros": rows * [[1.0], [0.0], [1.0]],
        "columns that sum to 1 but for one of zeros": square.T * [1.0, 1.0, 0.0, 1.0],
        "rows off by 2 thousandths": rows * 1.002,
        "rows that sum to a tenth": rows * 0.1,
        "rows off by 3 in 100,000": rows * 1.00003,
        "rows rounded to seven digits": rows.round(7),
        "float32 rows that sum to 1": rows.astype(np.float32),
    }
    probes = [Probe(description, {"weights": weights}) for description, weights in cases.items()]
    # The answers hardly differ from seed to seed, but their order does.
    return [probes[place] for place in rng.permutation(len(probes))]


def _doubly_normalised(rng: np.random.Generator) -> Any:
    """Average permutations, so that every row and every column sums to 1."""
    shares = softmax(rng.normal(size=3))
    return sum(share * np.eye(4)[rng.permutation(4)] for share in shares)


def _answers(axis: int | None, *inputs: str) -> Holds:
    return lambda probe, value: probe.description not in inputs or value == axis


SUMS = Family(
    "sums",
    {
        "order": (-1, -2),
        "along": lambda weights, axis: weights.sum(axis=axis),
        "close": lambda sums, weights, axis: close_to_one(sums, weights),
        "quantify": np.all,
        "name": lambda axis: axis,
        "count": lambda axis: axis,
        "neither": None,
    },
    (
        Mistake(
            "axes-exchanged",
            "Rows and columns are exchanged: for row sums of 1 it names axis -2.",
            "Which axis disappears when each row is added up?",
        ).by(
            {"sums.name": lambda axis: {-1: -2, -2: -1}[axis]},
            {"sums.name": lambda axis: {-1: -2, -2: -1}[axis], "sums.order": (-2, -1)},
        ),
        Mistake(
            "columns-first",
            "Where rows and columns both sum to 1 it names the columns.",
            "Which of the two does the exercise want tested first?",
        ).by({"sums.order": (-2, -1)}),
        Mistake(
            "exact-equality",
            "The sums are compared with 1 exactly, though floats are rounded.",
            "Is 0.1 + 0.2 equal to 0.3 in floating point?",
        ).by({"sums.close": lambda sums, weights, axis: sums == 1}),
        Mistake(
            "tolerance-too-loose",
            "Sums that are off by a thousandth or more still pass as 1.",
            "How far from 1 can rounding alone take a sum?",
        ).by(
            *(
                {"sums.close": lambda sums, weights, axis, loose=loose: np.abs(sums - 1) < loose}
                for loose in (0.05, 0.5)
            )
        ),
        Mistake(
            "abs-missing",
            "Differences keep their sign, so sums below 1 always pass.",
            "Is a difference of -5 a small one?",
        ).by({"sums.close": lambda sums, weights, axis: sums - 1 < 1e-6}),
        Mistake(
            "only-first-row-tested",
            "Only the first row, or the first column, is looked at.",
            "What if a later row does not sum to 1?",
        ).by({"sums.quantify": lambda each: each[0]}),
        Mistake(
            "only-last-row-tested",
            "Only the last row, or the last column, is looked at.",
            "What if an earlier row does not sum to 1?",
        ).by({"sums.quantify": lambda each: each[-1]}),
        Mistake(
            "any-row-is-enough",
            "A single row, or column, that sums to 1 is taken as proof.",
            "Must some rows sum to 1, or all of them?",
        ).by({"sums.quantify": np.any}),
        Mistake(
            "total-only",
            "Only the total is tested, so rows of 0.5 and 1.5 pass.",
            "Can the total be right while every single row is wrong?",
        ).by(
            {"sums.along": lambda weights, axis: weights.sum(axis=axis).mean(keepdims=True)},
            {"sums.along": lambda weights, axis: weights.sum(keepdims=True)[0]},
        ),
        Mistake(
            "rows-not-reduced",
            "Each row is compared with 1, but nothing asks whether all of them pass.",
            "How do many True and False become a single one?",
            breaks=("truth",),
        ).by({"sums.quantify": lambda each: each}),
        Mistake(
            "zero-row-accepted",
            "A row of zeros passes as if it summed to 1.",
            "What is the sum of a row of zeros?",
        ).by(
            {"sums.close": lambda sums, weights, axis: close_to_one(sums, weights) | (sums == 0)},
            {
                "sums.close": lambda sums, weights, axis: (
                    close_to_one(sums, weights) | ((sums == 0) & (axis == -1))
                )
            },
        ),
        Mistake(
            "positive-axis",
            "The axis is counted from the front, 1 or 0, not from the end.",
            "Which numbers does the exercise use for the two axes?",
        ).by({"sums.count": lambda axis: axis + 2}),
        Mistake(
            "false-for-none",
            "Where neither rows nor columns sum to 1 it returns something other than None.",
            "What does the exercise want where there is no such axis?",
        ).by(*({"sums.neither": other} for other in (False, 0, "None", "none", "neither"))),
        Mistake(
            "columns-assumed",
            "Whatever is not normalised along the rows is taken for column sums.",
            "Can both kinds of sums be wrong?",
        ).by({"sums.neither": -2}),
    ),
)

TASK = Task(
    reference=normalised_axis,
    order=(3, 8),
    practises=("find a wrong axis",),
    pipeline=_pipeline,
    families=(SUMS, ARGUMENTS),
    probes=_axis_probes,
    properties=(
        Property(
            "Row sums of 1 are found, in rectangles and in squares.",
            _answers(-1, "rows that sum to 1", "a square whose rows sum to 1"),
        ),
        Property(
            "Column sums of 1 are found.",
            _answers(-2, "columns that sum to 1", "a square whose columns sum to 1"),
        ),
        Property(
            "Where both sum to 1, the rows come first.",
            _answers(-1, "rows and columns that all sum to 1"),
        ),
        Property(
            "One good row among bad ones is not enough.",
            _answers(None, "a first row that alone sums to 1", "a last row that alone sums to 1"),
        ),
        Property(
            "Sums of 0.4 and 1.6 do not even out.",
            _answers(None, "rows of 0.4, 1 and 1.6", "columns of 0.4, 1, 1 and 1.6"),
        ),
        Property(
            "Sums that are off by rounding alone count as 1.",
            _answers(-1, "rows rounded to seven digits", "float32 rows that sum to 1"),
        ),
    ),
)
