"""Attention: the weights, and the average of the values under them."""

from typing import Any

from attnlib import attention
from attnlib.practice.families.arguments import ARGUMENTS
from attnlib.practice.families.output import OUTPUT
from attnlib.practice.families.scale import SCALE
from attnlib.practice.families.scores import SCORES
from attnlib.practice.families.softmax import SOFTMAX
from attnlib.practice.lessons.softmax_axis.attention_weights import (
    WEIGHT_PROPERTIES,
    attention_probes,
    weights_of,
)
from attnlib.practice.properties import AVERAGES_VALUES, of_weights
from attnlib.practice.task import Task


def _pipeline(step: Any, Q: Any, K: Any, V: Any) -> Any:
    weights = weights_of(step, step.arguments.take(Q), K, V)
    return step.output.result(step.output.mix(weights, K, V), weights)


TASK = Task(
    reference=attention,
    order=(3, 3),
    practises=("write attention as four",),
    pipeline=_pipeline,
    families=(SCALE, SOFTMAX, SCORES, OUTPUT, ARGUMENTS),
    probes=attention_probes,
    properties=(*map(of_weights, WEIGHT_PROPERTIES), AVERAGES_VALUES),
)
