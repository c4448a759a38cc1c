"""A soft lookup: attention for a single query, not yet scaled."""

from typing import Any

import numpy as np

from attnlib.similarity import dot_scores
from attnlib.softmax import softmax
from checks.catalogue.dot_product.dot_scores import (
    ONE_FOR_EACH_KEY,
    SYMBOLS,
    dot_products_of,
    query_and_keys,
)
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.output import BEST_VALUE, OUTPUT
from checks.catalogue.families.products import ONE_ROW
from checks.catalogue.families.result import RESULT
from checks.catalogue.families.scale import SCALED_ALREADY, UNSCALED
from checks.catalogue.families.scores import ONE_QUERY
from checks.catalogue.families.softmax import SIGMOID, SOFTMAX, TWICE, normalised
from checks.catalogue.families.vectors import VECTORS, compared
from checks.catalogue.inputs import in_float32
from checks.catalogue.properties import averages, largest_score_wins, of_weights, sum_to_one
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def soft_lookup(query: Any, keys: Any, values: Any) -> tuple[Any, Any]:
    """Look a query up softly: every value counts, the more so the better its key fits.

    Parameters
    ----------
    query : (d,)
    keys : (n, d)
        A row for each key.
    values : (n, d_v)
        A row for each value, in the order of the keys.

    Returns
    -------
    output : (d_v,)
        The average of the values under the weights.
    weights : (n,)
        Softmax of the raw dot products: positive, and together 1.

    Notes
    -----
    This is attention for a single query, without the scaling that the next lesson adds.

    Examples
    --------
    Both keys fit equally well, so both values count equally.

    >>> soft_lookup(np.array([1, 1]), np.array([[1, 0], [0, 1]]), np.array([[10], [20]]))
    (array([15.]), array([0.5, 0.5]))
    """
    weights = softmax(dot_scores(query, keys))
    return weights @ values, weights


def _pipeline(step: Any, query: Any, keys: Any, values: Any) -> Any:
    query = step.arguments.take(query)
    keys, values = step.lookup.roles(keys, values)
    scores = compared(step, step.scores.multiply, query, keys, values)
    # Softmax gets a row of scores, so that its axes can be mixed up as in attention.
    weights = normalised(step, scores[None], step.softmax.axis(()))[0]
    weights = step.scale.weights(weights, query)
    return step.output.result(step.output.mix(weights, keys, values), weights)


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([1, 3, seed])

    def draw(n: int, d: int, d_v: int) -> dict[str, Any]:
        return {**query_and_keys(rng, n, d), "values": rng.normal(size=(n, d_v))}

    return [
        Probe("5 keys of 3 numbers and values of 2", draw(5, 3, 2)),
        Probe("3 keys of 2 numbers and values of 6", draw(3, 2, 6)),
        Probe("4 keys and values of 4 numbers", draw(4, 4, 4)),
        Probe("2 keys and values of 5 numbers", draw(2, 5, 5)),
        Probe("a single key and its value", draw(1, 3, 2)),
        Probe("float32 arrays", in_float32(draw(6, 3, 4))),
    ]


LOOKUP = Family(
    "lookup",
    {"roles": lambda keys, values: (keys, values)},
    (
        SCALED_ALREADY,
        TWICE,
        Mistake(
            "scores-from-values",
            "The query is compared with the values, not with the keys.",
            "Which array is there to be compared, and which to be averaged?",
        ).by(
            {"lookup.roles": lambda keys, values: (values, values)},
            {"lookup.roles": lambda keys, values: (values, keys)},
        ),
        *ONE_ROW.mistakes,
        Mistake(
            "divided-by-n",
            "The weighted values are divided by their number, though weights sum to 1.",
            "What is the average of equal values, and what do you get?",
        ).by({"output.mix": lambda weights, K, V: weights @ V / len(V)}),
        Mistake(
            "weights-on-columns",
            "Each weight multiplies a column of the values, not a row.",
            "Where does one value stand, on a row or on a column?",
        ).by(
            {"output.mix": lambda weights, K, V: V @ weights},
            {"output.mix": lambda weights, K, V: np.sum(weights * V, axis=1)},
            {"output.mix": lambda weights, K, V: np.sum(weights * V, axis=0)},
        ),
        SIGMOID,
        BEST_VALUE,
        RESULT["extra-axis"],
        RESULT["loop-keeps-last"],
    ),
)

TASK = Task(
    reference=soft_lookup,
    order=(1, 6),
    symbols=SYMBOLS,
    practises=("look something up softly",),
    pipeline=_pipeline,
    families=(UNSCALED, SOFTMAX, ONE_QUERY, OUTPUT, VECTORS, LOOKUP, ARGUMENTS),
    probes=_probes,
    properties=(
        of_weights(Property("One weight for each key.", ONE_FOR_EACH_KEY.holds)),
        of_weights(Property("The weights sum to 1.", sum_to_one)),
        of_weights(
            Property(
                "The key with the largest dot product weighs most.",
                largest_score_wins(dot_products_of),
            )
        ),
        Property("The output is the average of the values under the weights.", averages("values")),
    ),
    excluding=("softmax-over-everything", "keepdims-missing", "weights-transposed"),
)
