"""Results that are spoiled in the end by a loop, an axis or a missing `return`."""

from typing import Any

import numpy as np

from attnlib import softmax
from checks.family import Family
from checks.mistake import Mistake


def _zero_but(results: Any, kept: Any) -> Any:
    zeros = np.zeros_like(results)
    zeros[kept] = results[kept]
    return zeros


def _first_row(axes: int) -> Any:
    return (slice(1),) if axes == 1 else (..., slice(1), slice(None))


SQUEEZED = Mistake(
    "axis-squeezed",
    "Axes of length 1 are squeezed away.",
    "Which shape is asked for when there is only one?",
)

ROUNDED = Mistake(
    "rounded",
    "The result is rounded to a few decimals.",
    "Does the exercise ask for rounding?",
)

IN_WHOLE_NUMBERS = Mistake(
    "integer-buffer",
    "The result is kept in whole numbers, so all decimals are cut off.",
    "Which dtype has the array that you fill?",
)

RESULT = Family(
    "result",
    {
        "onward": lambda scores: scores,
        "rounds": lambda results: results,
        "give": lambda value: value,
    },
    (
        Mistake(
            "softmax-already",
            "Softmax is applied as well: these are weights, no longer scores.",
            "Does the exercise ask for scores, or for what softmax makes of them?",
        ).by({"result.onward": softmax}),
        Mistake(
            "extra-axis",
            "The result has an axis too many.",
            "Which shape is asked for, and where did the axis come in?",
        ).by(
            {"result.give": lambda value: value[..., None]},
            {"result.give": lambda value: np.array(value, ndmin=2)},
            {"output.result": lambda output, weights: (output[None], weights[None])},
        ),
        Mistake(
            "return-in-loop",
            "The loop ends after its first round, so the rest is missing.",
            "How far is the line with `return` indented?",
        ).by(
            {"result.rounds": lambda results: results[:1]},
            {"result.rounds": lambda results: _zero_but(results, _first_row(results.ndim))},
        ),
        Mistake(
            "loop-keeps-last",
            "Each round of the loop overwrites the one before: only the last is kept.",
            "Where are the results of the earlier rounds?",
        ).by(
            {"result.rounds": lambda results: results[-1]},
            {"output.mix": lambda weights, K, V: weights[-1] * V[-1]},
        ),
        Mistake(
            "last-one-skipped",
            "It stops one early: the last one is left out.",
            "Which is the last one that your code computes, and which should it be?",
        ).by(
            {"result.rounds": lambda results: results[:-1]},
            {"result.rounds": lambda results: _zero_but(results, (slice(-1),) * results.ndim)},
        ),
        Mistake(
            "return-missing",
            "Nothing is handed back, so the caller gets None.",
            "Which line of your function returns the result?",
        ).by({"result.give": lambda value: None}),
    ),
)
