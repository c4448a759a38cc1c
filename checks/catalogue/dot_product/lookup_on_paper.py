"""Predict the weights and the output of a soft lookup, and the effect of a longer query."""

from typing import Any

import numpy as np

from attnlib.softmax import softmax
from checks.catalogue.families.result import ROUNDED
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task

SCORES = np.log([2, 8])
VALUES = np.array([10, 5])


def lookup_on_paper() -> Any:
    """Predict a soft lookup with the scores ln 2 and ln 8 and the values 10 and 5.

    Returns
    -------
    (4,)
        Both weights, the output, and the second weight for a query that is twice as long.

    Examples
    --------
    >>> lookup_on_paper().round(2)
    array([0.2 , 0.8 , 6.  , 0.94])
    """
    weights = softmax(SCORES)
    return np.array([*weights, weights @ VALUES, softmax(2 * SCORES)[1]])


def _pipeline(step: Any) -> Any:
    weights = step.lookup.share(step.lookup.exponential(SCORES))
    longer = step.lookup.lengthen(SCORES, weights, step.lookup)
    numbers = np.array([*weights, step.lookup.mix(weights), longer[1]], dtype=float)
    return step.lookup.write(numbers)


def _shares(scores: Any, weights: Any, lookup: Any) -> Any:
    return lookup.share(lookup.exponential(2 * scores))


def _sum_to_one(probe: Probe, numbers: Any) -> bool:
    return bool(np.isclose(numbers[0] + numbers[1], 1, atol=1e-3))


def _between_the_values(probe: Probe, numbers: Any) -> bool:
    return bool(VALUES.min() < numbers[2] < VALUES.max())


def _more_decided(probe: Probe, numbers: Any) -> bool:
    return bool(numbers[1] < numbers[3] < 1)


LOOKUP = Family(
    "lookup",
    {
        "exponential": np.exp,
        "share": lambda exponentials: exponentials / exponentials.sum(),
        "mix": lambda weights: weights @ VALUES,
        "lengthen": _shares,
        "write": lambda numbers: numbers,
    },
    (
        Mistake(
            "exp-missing",
            "The scores are divided by their sum; the exponential was left out.",
            "What is e to the power of ln 2?",
        ).by({"lookup.exponential": lambda scores: scores}),
        Mistake(
            "logarithm-missing",
            "The scores are taken for 2 and 8; they are ln 2 and ln 8.",
            "What is e to the power of ln 2?",
        ).by({"lookup.exponential": lambda scores: np.exp(np.exp(scores))}),
        Mistake(
            "softmax-not-normalised",
            "The exponentials are never divided by their sum.",
            "What must the two weights add up to?",
        ).by({"lookup.share": lambda exponentials: exponentials}),
        Mistake(
            "hard-argmax",
            "The better key takes all the weight, the other one gets nothing.",
            "Is e to the power of the smaller score 0?",
        ).by({"lookup.share": lambda exponentials: np.array([0, 1])}),
        Mistake(
            "weights-exchanged",
            "The weights are exchanged: the lower score gets the larger one.",
            "Which key fits better, the first or the second?",
        ).by({"lookup.share": lambda exponentials: exponentials[::-1] / exponentials.sum()}),
        Mistake(
            "values-exchanged",
            "In the output each weight multiplies the value of the other key.",
            "Which value belongs to the first key?",
        ).by({"lookup.mix": lambda weights: weights @ VALUES[::-1]}),
        Mistake(
            "divided-by-n",
            "The weighted values are divided by 2, though the weights already sum to 1.",
            "What is the average of equal values, and what do you get?",
        ).by({"lookup.mix": lambda weights: weights @ VALUES / 2}),
        Mistake(
            "plain-average",
            "The output is the plain average of the values, without the weights.",
            "Which of the two values should count more?",
        ).by({"lookup.mix": lambda weights: VALUES.mean()}),
        Mistake(
            "best-value-only",
            "The output is the value of the better key alone.",
            "How much does the other value count?",
        ).by({"lookup.mix": lambda weights: VALUES[1]}),
        Mistake(
            "length-ignored",
            "The last weight stays the same, as if a longer query changed nothing.",
            "What happens to both scores when every number of the query doubles?",
        ).by({"lookup.lengthen": lambda scores, weights, lookup: weights}),
        Mistake(
            "ratio-doubled",
            "The last weight doubles the ratio of the weights, which should be squared.",
            "What is e to the power of 2 ln 8?",
        ).by(
            {"lookup.lengthen": lambda scores, weights, lookup: weights * (1, 2) / (1 + weights[1])}
        ),
        ROUNDED.by(
            *(
                {"lookup.write": lambda numbers, digits=digits: np.round(numbers, digits)}
                for digits in (1, 2, 3)
            )
        ),
    ),
)

TASK = Task(
    reference=lookup_on_paper,
    kind="predict",
    order=(1, 5),
    practises=("look something up softly",),
    pipeline=_pipeline,
    families=(LOOKUP,),
    probes=lambda seed: [Probe("paper", {})],
    properties=(
        Property("There are four numbers.", has_shape(lambda probe: (4,))),
        Property("The two weights sum to 1.", _sum_to_one),
        Property("The output lies between the two values.", _between_the_values),
        Property("A longer query is more decided.", _more_decided),
    ),
)
