"""Attention: the weights, and the average of the values under them."""

from typing import Any

from attnlib import attention
from attnlib.practice.families.arguments import ARGUMENTS
from attnlib.practice.families.mask import UNASKED_MASK
from attnlib.practice.families.output import BEST_VALUE, OUTPUT, SOFTMAX_ON_OUTPUT
from attnlib.practice.families.result import RESULT
from attnlib.practice.families.scale import SCALE
from attnlib.practice.families.scores import SCORES
from attnlib.practice.families.softmax import SOFTMAX, TWICE
from attnlib.practice.family import Family
from attnlib.practice.lessons.softmax_axis.attention_weights import (
    WEIGHT_PROPERTIES,
    attention_probes,
    weights_of,
)
from attnlib.practice.mistake import Mistake
from attnlib.practice.properties import AVERAGES_VALUES, of_weights
from attnlib.practice.task import Task


def _pipeline(step: Any, Q: Any, K: Any, V: Any) -> Any:
    weights = weights_of(step, step.arguments.take(Q), K, V)
    return step.output.result(step.output.mix(weights, K, V), weights)


def _first_of_each(output: Any, weights: Any) -> Any:
    """Loop over each batch axis, but stop after the first round."""
    first = (slice(1),) * (output.ndim - 2)
    return output[first], weights[first]


MIXED = Family(
    "mixed",
    {},
    (
        TWICE,
        BEST_VALUE,
        SOFTMAX_ON_OUTPUT,
        Mistake(
            "divided-by-n",
            "The weighted values are divided by their number, though weights sum to 1.",
            "What is the average of equal values, and what do you get?",
        ).by({"output.mix": lambda weights, K, V: weights @ V / V.shape[-2]}),
        Mistake(
            "weights-times-values",
            "Weights and values are multiplied entry by entry, and nothing is added up.",
            "Over which keys does an average run, and what is added?",
            breaks=("broadcast",),
        ).by({"output.mix": lambda weights, K, V: weights * V}),
        RESULT["extra-axis"],
        RESULT["return-in-loop"].by({"output.result": _first_of_each}),
    ),
)

TASK = Task(
    reference=attention,
    order=(3, 5),
    practises=("write attention as four",),
    pipeline=_pipeline,
    families=(SCALE, SOFTMAX, SCORES, OUTPUT, UNASKED_MASK, MIXED, ARGUMENTS),
    probes=attention_probes,
    properties=(*map(of_weights, WEIGHT_PROPERTIES), AVERAGES_VALUES),
)
