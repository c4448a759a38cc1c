"""Attention: the weights, and the average of the values under them."""

from typing import Any

from attnlib import attention
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.mask import UNASKED_MASK
from checks.catalogue.families.output import BEST_VALUE, OUTPUT, SOFTMAX_ON_OUTPUT
from checks.catalogue.families.result import RESULT
from checks.catalogue.families.scale import SCALE
from checks.catalogue.families.scores import SCORES
from checks.catalogue.families.softmax import SOFTMAX, TWICE
from checks.catalogue.properties import AVERAGES_VALUES, of_weights
from checks.catalogue.softmax_axis.attention_weights import (
    WEIGHT_PROPERTIES,
    attention_probes,
    weights_of,
)
from checks.family import Family
from checks.mistake import Mistake
from checks.task import Task


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
