"""Stable softmax along any axis, with zeros if there is nothing to share out."""

from typing import Any

import numpy as np

from attnlib import softmax
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.result import RESULT, ROUNDED
from checks.catalogue.families.scores import COUNTED_FROM_THE_FRONT, SCORES
from checks.catalogue.families.softmax import (
    CONSTANT,
    SIGMOID,
    SOFTMAX,
    bare_divide,
    bare_shift,
    no_shift,
    normalised,
)
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def _pipeline(step: Any, scores: Any, *given_axis: int) -> Any:
    return normalised(step, step.arguments.take(scores), step.softmax.axis(given_axis))


def _softmax_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([3, 1, seed])
    hidden = rng.normal(size=(3, 5))
    hidden[0, 2] = hidden[1] = -np.inf
    huge = rng.normal(size=(3, 4)) + np.array([[1e4], [0.0], [-1e4]])
    huge[:, 3] = rng.normal(size=3) - 1e4
    return [
        Probe("3 queries and 5 keys", {"scores": rng.normal(size=(3, 5))}),
        Probe("a square of 4 by 4", {"scores": rng.normal(size=(4, 4))}),
        Probe("a single row of scores", {"scores": rng.normal(size=6)}),
        Probe("axis 0 of 4 by 3 scores", {"scores": rng.normal(size=(4, 3)), "axis": 0}),
        Probe("a batch of two, 3 by 4 each", {"scores": rng.normal(size=(2, 3, 4))}),
        Probe("axis 1 of a batch of two", {"scores": rng.normal(size=(2, 4, 3)), "axis": 1}),
        Probe("scores of 10,000 and -10,000", {"scores": huge}),
        Probe("scores with a row of -inf", {"scores": hidden}),
        Probe("axis 0 with a column of -inf", {"scores": hidden.T, "axis": 0}),
        Probe("float32 scores", {"scores": rng.normal(size=(2, 5)).astype(np.float32)}),
        Probe("a single row of scores near -400", {"scores": rng.normal(size=5) - 400}),
    ]


def _axis_of(probe: Probe) -> int:
    return int(probe.arguments.get("axis", -1))


def _sums_to_one(probe: Probe, weights: Any) -> bool:
    scores, axis = probe.arguments["scores"], _axis_of(probe)
    wanted = np.isfinite(scores).any(axis=axis)
    return bool(np.allclose(np.asarray(weights).sum(axis=axis), wanted, atol=1e-4))


def _keeps_order(probe: Probe, weights: Any) -> bool:
    scores, axis = probe.arguments["scores"], _axis_of(probe)
    in_order = np.take_along_axis(np.asarray(weights), np.argsort(scores, axis=axis), axis=axis)
    return bool((np.diff(in_order, axis=axis) >= -1e-6).all())


def _math_exp(shifted: Any, axis: int | None) -> Any:
    """Act like math.exp: raise an error, instead of returning inf, if the result is too large."""
    if (shifted > 709).any():
        raise OverflowError("math range error")
    return np.exp(shifted)


_guarded = SOFTMAX.steps["divide"]

STABLE = Family(
    "stable",
    {},
    (
        Mistake(
            "softmax-overflow",
            "No maximum is subtracted, so exp of a large score is infinite.",
            "What may be subtracted from all scores of a row without changing its weights?",
            breaks=("overflow",),
        ).by(
            {"softmax.shift": no_shift},
            {"softmax.shift": no_shift, "softmax.divide": bare_divide},
            {"softmax.shift": no_shift, "softmax.exponential": _math_exp},
            {
                "softmax.shift": no_shift,
                "softmax.exponential": _math_exp,
                "softmax.divide": bare_divide,
            },
        ),
        Mistake(
            "axis-ignored",
            "The argument `axis` is never used: the sums always run along the last axis.",
            "What should softmax(scores, axis=0) add up?",
        ).by({"softmax.axis": lambda given: -1}),
        Mistake(
            "maximum-over-everything",
            "One maximum of the whole array is subtracted, so rows far below it vanish.",
            "Whose maximum must be subtracted from a row?",
        ).by(
            {"softmax.shift": lambda scores, axis: scores - scores.max()},
            {
                "softmax.shift": lambda scores, axis: scores - scores.max(),
                "softmax.divide": bare_divide,
            },
        ),
        Mistake(
            "hidden-row-nan",
            "A slice that is -inf throughout becomes nan: 0 divided by 0.",
            "What are the weights where there is nothing to attend to?",
        ).by({"softmax.shift": bare_shift, "softmax.divide": bare_divide}),
        Mistake(
            "hidden-row-uniform",
            "A slice that is -inf throughout gets equal weights, as if all were visible.",
            "What are the weights where there is nothing to attend to?",
        ).by(
            {
                "softmax.divide": lambda exponentials, total: np.where(
                    total == 0, total.size / exponentials.size, exponentials / total
                )
            }
        ),
        SCORES["negated"],
        COUNTED_FROM_THE_FRONT,
        SIGMOID,
        CONSTANT,
        ROUNDED.by(
            {"softmax.divide": lambda exponentials, total: np.round(exponentials / total, 2)},
            {
                "softmax.divide": lambda exponentials, total: np.round(
                    _guarded(exponentials, total), 2
                )
            },
        ),
        RESULT["return-missing"].by({"softmax.divide": lambda exponentials, total: None}),
    ),
)

TASK = Task(
    reference=softmax,
    order=(3, 2),
    practises=(
        "turn a row of scores",
        "say along which axis",
    ),
    pipeline=_pipeline,
    families=(SOFTMAX, STABLE, ARGUMENTS),
    probes=_softmax_probes,
    properties=(
        Property(
            "No weight is nan or infinite, not even for scores of 10,000.",
            lambda probe, weights: np.isfinite(np.asarray(weights)).all(),
        ),
        Property("Each slice along the axis sums to 1; a slice of -inf gives zeros.", _sums_to_one),
        Property("A larger score never gets less weight.", _keeps_order),
    ),
)
