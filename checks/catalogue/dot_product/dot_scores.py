"""Dot products of one query with every key."""

from functools import partial
from typing import Any

import numpy as np

from attnlib.similarity import dot_scores
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.products import ONE_ROW
from checks.catalogue.families.result import IN_WHOLE_NUMBERS, RESULT, ROUNDED, SQUEEZED
from checks.catalogue.families.scale import SCALED_ALREADY, UNSCALED
from checks.catalogue.families.scores import KEYS_RESHAPED, ONE_QUERY
from checks.catalogue.families.vectors import VECTORS, compared
from checks.catalogue.inputs import in_float32
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task

# What the shared mistakes call Q, K and V is here one query and its lookup.
SYMBOLS = {"Q": "`query`", "K": "`keys`", "V": "`values`", "d_k": "d"}


def scores_of_one_query(step: Any, query: Any, keys: Any) -> Any:
    """Compute dot products or cosines (n,) of query (d,) and keys (n, d), as the steps say."""
    compare = partial(step.products.sum, step.scores.multiply)
    scores = compared(step, compare, step.arguments.take(query), keys, None)
    return step.result.give(step.result.rounds(step.result.onward(scores)))


def query_and_keys(rng: np.random.Generator, n: int, d: int) -> dict[str, Any]:
    """Draw a query (d,) and keys (n, d)."""
    return {"query": rng.normal(size=d), "keys": rng.normal(size=(n, d))}


def score_probes(rng: np.random.Generator) -> list[Probe]:
    """Draw a query and keys of many sizes."""
    along = query_and_keys(rng, n=2, d=3)
    along["keys"] = along["query"] * [[2.0], [-3.0]]
    return [
        Probe("5 keys", query_and_keys(rng, n=5, d=3)),
        Probe("2 keys of 6 numbers", query_and_keys(rng, n=2, d=6)),
        Probe("a square of 4 keys of 4 numbers", query_and_keys(rng, n=4, d=4)),
        Probe("a single key", query_and_keys(rng, n=1, d=3)),
        Probe("one key along the query and one against it", along),
        Probe("float32 vectors", in_float32(query_and_keys(rng, n=6, d=5))),
    ]


def dot_products_of(probe: Probe) -> Any:
    """Compute the right dot products, which answers never see."""
    return probe.arguments["keys"] @ probe.arguments["query"]


def _longest(probe: Probe) -> Any:
    query, keys = probe.arguments["query"], probe.arguments["keys"]
    return np.linalg.norm(query) * np.linalg.norm(keys, axis=1)


def _length_times_length(probe: Probe, scores: Any) -> bool:
    along = "along" in probe.description
    return not along or np.allclose(np.abs(scores), _longest(probe), rtol=1e-4)


ONE_FOR_EACH_KEY = Property(
    "One score for each key.", has_shape(lambda probe: (len(probe.arguments["keys"]),))
)
SAME_SIGN = Property(
    "A score is positive where query and key point the same way, else negative.",
    lambda probe, scores: (np.sign(scores) == np.sign(dot_products_of(probe))).all(),
)


def _distances(scores: Any, query: Any, keys: Any) -> Any:
    return np.linalg.norm(keys - query, axis=1)


def _unscaled(vectors: Any) -> int:
    return 1


DISTANCE = Mistake(
    "distance-not-similarity",
    "This is a distance or an angle: it is small where vectors are alike.",
    "Should a better match get a larger number or a smaller one?",
).by(
    {"products.sum": _distances},
    {"products.sum": _distances, "vectors.query_norm": _unscaled, "vectors.key_norms": _unscaled},
    {"result.onward": lambda cosines: 1 - cosines},
    {"result.onward": lambda cosines: np.arccos(np.clip(cosines, -1, 1))},
)

SPOILT = Family(
    "spoilt",
    {},
    (
        SQUEEZED.by({"result.give": np.squeeze}),
        IN_WHOLE_NUMBERS.by({"result.give": lambda scores: scores.astype(int)}),
        ROUNDED.by({"result.give": lambda scores: np.round(scores, 2)}),
    ),
)

TASK = Task(
    reference=dot_scores,
    order=(1, 1),
    symbols=SYMBOLS,
    practises=("work out a dot product",),
    pipeline=scores_of_one_query,
    families=(
        UNSCALED.only("scores"),
        ONE_QUERY,
        VECTORS,
        Family("dot", {}, (SCALED_ALREADY, DISTANCE, KEYS_RESHAPED)),
        ONE_ROW,
        RESULT,
        SPOILT,
        ARGUMENTS,
    ),
    probes=lambda seed: score_probes(np.random.default_rng([1, 1, seed])),
    properties=(
        ONE_FOR_EACH_KEY,
        SAME_SIGN,
        Property(
            "No score is larger than the two lengths multiplied.",
            lambda probe, scores: (np.abs(scores) <= _longest(probe) * (1 + 1e-4)).all(),
        ),
        Property("A key along the query scores length times length.", _length_times_length),
    ),
)
