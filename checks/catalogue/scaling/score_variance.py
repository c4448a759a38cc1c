"""The variance of all dot products of queries and keys."""

from typing import Any

import numpy as np

from attnlib.scaling import score_variance
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.products import PRODUCTS
from checks.catalogue.families.result import RESULT
from checks.catalogue.families.scale import SCALED_ALREADY, UNSCALED
from checks.catalogue.families.scores import KEYS_RESHAPED, SCORES, SECOND_MOMENT
from checks.catalogue.inputs import dot_products, in_float32, queries_and_keys
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def scores_of(step: Any, Q: Any, K: Any) -> Any:
    """Compute scores (..., n_q, n_k) of Q (..., n_q, d_k) and K (..., n_k, d_k), step by step."""
    Q = step.arguments.take(Q)
    scores = step.products.sum(step.scores.multiply, Q, K)
    return step.result.onward(step.scale.scores(scores, Q, K, None))


def _pipeline(step: Any, Q: Any, K: Any) -> Any:
    within = step.spread.within
    deviations = step.spread.centre(step.result.rounds(scores_of(step, Q, K)), within)
    mean_square = step.spread.average(step.spread.square(deviations), within)
    return step.result.give(step.spread.finish(mean_square))


def two_axes(rng: np.random.Generator) -> list[Probe]:
    """Draw Q and K of many sizes, without batches."""

    def draw(n: tuple[int, int], d: int) -> dict[str, Any]:
        return queries_and_keys(rng, n=n, d=d)

    return [
        Probe("unequal sizes", draw((3, 2), 5)),
        Probe("4 queries and 4 keys with d_k = 3", draw((4, 4), 3)),
        Probe("2 queries and 5 keys with d_k = 5", draw((2, 5), 5)),
        Probe("3 tokens with d_k = 3", draw((3, 3), 3)),
        Probe("one query and 4 keys", draw((1, 4), 6)),
        Probe("float32 arrays", in_float32(draw((2, 4), 6))),
    ]


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([2, 1, seed])
    return [*two_axes(rng), Probe("4 keys, two of them alike", _twins(rng))]


def _twins(rng: np.random.Generator) -> dict[str, Any]:
    drawn = queries_and_keys(rng, n=(3, 4), d=5)
    drawn["K"][2] = drawn["K"][0]
    return drawn


def dot_products_of(probe: Probe) -> Any:
    """The dot products of a probe's Q and K."""
    return dot_products(probe.arguments["Q"], probe.arguments["K"])


def _squared_range(probe: Probe) -> Any:
    return np.ptp(dot_products_of(probe)) ** 2


def _at_least_the_ends(probe: Probe, variance: Any) -> bool:
    count = dot_products_of(probe).size
    return bool(variance >= _squared_range(probe) / (2 * count) * (1 - 1e-4))


def _over_one_less(squares: Any, axis: int | None) -> Any:
    count = squares.size if axis is None else squares.shape[axis]
    return squares.sum(axis=axis) / (count - 1)


def _partners(scores: Any, Q: Any, K: Any) -> Any:
    """Pair query i with key i, like zip, as long as there are both."""
    count = min(len(Q), len(K))
    return np.sum(Q[:count] * K[:count], axis=-1)


SPREAD = Family(
    "spread",
    {
        "within": None,
        "centre": lambda scores, axis: scores - scores.mean(axis=axis, keepdims=True),
        "square": np.square,
        "average": lambda squares, axis: squares.mean(axis=axis),
        "finish": lambda mean_square: mean_square,
    },
    (
        Mistake(
            "sample-variance",
            "The sum of squares is divided by one less than the number.",
            "Are these all the dot products, or a sample of more?",
        ).by({"spread.average": _over_one_less}),
        SECOND_MOMENT.by({"spread.centre": lambda scores, axis: scores}),
        Mistake(
            "std-not-variance",
            "A root is taken at the end: this is the standard deviation.",
            "If all scores were doubled, what would become of their variance?",
        ).by({"spread.finish": np.sqrt}),
        Mistake(
            "variance-along-one-axis",
            "An axis is named, so there is a variance for each row or column.",
            "How many numbers does the exercise ask for?",
        ).by({"spread.within": -1}, {"spread.within": 0}),
        Mistake(
            "variances-averaged",
            "Each row has a variance of its own, around its own mean, then averaged.",
            "Around which mean should the dot products of all queries be measured?",
        ).by({"spread.within": -1, "spread.finish": np.mean}),
        Mistake(
            "paired-rows-only",
            "Each query meets one key alone, the one with its number.",
            "How many dot products do n_q queries and n_k keys have?",
        ).by(
            {"products.sum": _partners},
            {"products.sum": lambda scores, Q, K: np.sum(Q * K, axis=-1)},
        ),
        Mistake(
            "deviations-not-averaged",
            "The squares are added up, but not divided by their number.",
            "What happens to your result when every query comes twice?",
        ).by({"spread.average": lambda squares, axis: squares.sum(axis=axis)}),
        Mistake(
            "deviations-not-squared",
            "The distances from the mean are averaged without being squared.",
            "What is done with a distance from the mean before averaging?",
        ).by(
            {"spread.square": np.abs},
            {"spread.square": np.zeros_like},  # bare deviations sum to 0, up to rounding
        ),
    ),
)

TASK = Task(
    reference=score_variance,
    order=(2, 2),
    practises=(
        "work out on paper how far",
        "tell the right divisor",
    ),
    pipeline=_pipeline,
    families=(
        UNSCALED.only("scores"),
        SCORES,
        Family("bare", {}, (SCALED_ALREADY, KEYS_RESHAPED)),
        RESULT,
        PRODUCTS,
        SPREAD,
        ARGUMENTS,
    ),
    probes=_probes,
    properties=(
        Property("The result is a single number.", has_shape(lambda probe: ())),
        Property(
            "Its root is at most half the distance from smallest to largest score.",
            lambda probe, variance: variance <= _squared_range(probe) / 4 * (1 + 1e-4),
        ),
        Property(
            "It is at least what the smallest and the largest score alone contribute.",
            _at_least_the_ends,
        ),
    ),
    excluding=("scale-inverted", "q-k-swapped", "negated", "batch-axis-breaks", "last-one-skipped"),
)
