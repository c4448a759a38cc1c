"""The sharpness of weights as one number: a function to repair."""

from typing import Any

import numpy as np

from attnlib.scaling import saturation
from attnlib.softmax import softmax
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.result import RESULT
from checks.catalogue.families.scores import COUNTED_FROM_THE_FRONT
from checks.catalogue.inputs import in_float32
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def mean_largest_weight(weights: Any) -> float:
    """Average the largest weight of each query over all queries.

    Parameters
    ----------
    weights : (..., n_q, n_k)

    Returns
    -------
    float
        From 1 / n_k (all keys alike) to 1 (each query picks a single key).

    Examples
    --------
    Two queries that are sure of different keys have sharp weights.

    >>> mean_largest_weight(np.array([[0.75, 0.25], [0.25, 0.75]]))
    0.75
    """
    return saturation(weights)


STARTER = '''
def mean_largest_weight(weights):
    """Largest weight of each row of weights (..., n_q, n_k), averaged over all rows: one number."""
    average = weights.mean(axis=-2)
    return float(average.max(axis=-1).mean())
'''


def _pipeline(step: Any, weights: Any) -> Any:
    weights = step.arguments.take(weights)
    largest = step.sharpness.largest(step.sharpness.before(weights))
    return step.result.give(step.sharpness.average(largest, weights))


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([2, 5, seed])

    def draw(*shape: int) -> dict[str, Any]:
        return {"weights": softmax(2 * rng.normal(size=shape))}

    return [
        Probe("3 queries and 5 keys", draw(3, 5)),
        Probe("6 queries and 2 keys", draw(6, 2)),
        Probe("4 queries and 4 keys", draw(4, 4)),
        Probe("a single query", draw(1, 3)),
        Probe("4 queries, each sure of another key", {"weights": np.eye(4)[rng.permutation(4)]}),
        Probe("equal weights", {"weights": np.full((2, 4), 0.25)}),
        Probe("a batch of 2 sentences, 4 queries and 3 keys", draw(2, 4, 3)),
        Probe("two axes in front", draw(3, 2, 5, 4)),
        Probe("float32 weights", in_float32(draw(5, 4))),
    ]


def _within_limits(probe: Probe, number: Any) -> bool:
    lowest = 1 / probe.arguments["weights"].shape[-1]
    return bool(lowest - 1e-4 <= number <= 1 + 1e-4)


def _one_where_each_is_sure(probe: Probe, number: Any) -> bool:
    sure = (probe.arguments["weights"].max(axis=-1) == 1).all()
    return bool(not sure or np.isclose(number, 1))


SHARPNESS = Family(
    "sharpness",
    {
        "before": lambda weights: weights,
        "largest": lambda weights: weights.max(axis=-1),
        "average": lambda largest, weights: largest.mean(),
    },
    (
        Mistake(
            "averaged-first",
            "The weights are averaged before the largest is taken.",
            "Two queries are sure of different keys. What is the average of their rows?",
        ).by(
            {"sharpness.before": lambda weights: weights.mean(axis=0)},
            {
                "sharpness.before": lambda weights: weights.mean(axis=0),
                "sharpness.largest": np.max,
            },
            {
                "sharpness.before": lambda weights: weights.reshape(-1, weights.shape[-1]).mean(
                    axis=0
                )
            },
        ),
        Mistake(
            "largest-of-all",
            "One weight decides alone: the largest of all queries.",
            "How many largest weights go into the average?",
        ).by({"sharpness.largest": np.max}),
        Mistake(
            "largest-of-columns",
            "The largest weight of each key is taken, not of each query.",
            "Which weights belong to one query: a row or a column?",
        ).by({"sharpness.largest": lambda weights: weights.max(axis=-2)}),
        COUNTED_FROM_THE_FRONT.by(
            {"sharpness.largest": lambda weights: weights.max(axis=1)},
            {"sharpness.largest": lambda weights: np.array([row.max() for row in weights])},
        ),
        Mistake(
            "mean-not-max",
            "The mean of a row is taken, which is 1 / n_k whatever the weights are.",
            "Which number of a row says how sharp it is?",
        ).by({"sharpness.largest": lambda weights: weights.mean(axis=-1)}),
        Mistake(
            "place-not-weight",
            "The places of the largest weights are averaged, not the weights.",
            "What does argmax return?",
        ).by({"sharpness.largest": lambda weights: weights.argmax(axis=-1)}),
        Mistake(
            "not-averaged",
            "There is a number for each query, or for each sentence; one is asked for.",
            "Over which axes does your mean run?",
        ).by(
            {"sharpness.average": lambda largest, weights: largest},
            {"sharpness.average": lambda largest, weights: largest.mean(axis=-1)},
        ),
        Mistake(
            "sum-not-mean",
            "The largest weights are added up, so more queries give a larger number.",
            "What should two copies of the same weights give?",
        ).by({"sharpness.average": lambda largest, weights: largest.sum()}),
        Mistake(
            "divided-by-other-count",
            "The sum is divided by another number than that of the queries.",
            "How many rows do the weights have, in all sentences together?",
        ).by(
            {"sharpness.average": lambda largest, weights: largest.sum() / weights.shape[-1]},
            {"sharpness.average": lambda largest, weights: largest.sum() / weights.shape[-2]},
            {"sharpness.average": lambda largest, weights: largest.sum() / len(weights)},
            {"sharpness.average": lambda largest, weights: largest.sum() / weights.size},
        ),
    ),
)

TASK = Task(
    reference=mean_largest_weight,
    kind="repair",
    starter=STARTER,
    order=(2, 5),
    practises=("say why $\\sqrt{d_k}$",),
    pipeline=_pipeline,
    families=(SHARPNESS, RESULT.only("give"), ARGUMENTS),
    probes=_probes,
    properties=(
        Property("The answer is one number.", has_shape(lambda probe: ())),
        Property("It is at least 1 / n_k and at most 1.", _within_limits),
        Property("It is 1 where each query is sure of one key.", _one_where_each_is_sure),
    ),
)
