"""The three tasks of the lesson on dot products, with their probes and properties."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from attnlib.practice.outcome import Probe
from attnlib.practice.pipelines import similarity as pipelines
from attnlib.practice.task import Property, Task
from attnlib.similarity import cosine_scores, dot_scores
from attnlib.softmax import softmax


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


def _vectors(rng: np.random.Generator, n: int, d: int) -> dict[str, Any]:
    return {"query": rng.normal(size=d), "keys": rng.normal(size=(n, d))}


def _single(arguments: dict[str, Any]) -> dict[str, Any]:
    return {name: array.astype(np.float32) for name, array in arguments.items()}


def _score_probes(rng: np.random.Generator) -> list[Probe]:
    along = _vectors(rng, n=2, d=3)
    along["keys"] = along["query"] * [[2.0], [-3.0]]
    return [
        Probe("5 keys", _vectors(rng, n=5, d=3)),
        Probe("2 keys of 6 numbers", _vectors(rng, n=2, d=6)),
        Probe("a square of 4 keys of 4 numbers", _vectors(rng, n=4, d=4)),
        Probe("a single key", _vectors(rng, n=1, d=3)),
        Probe("one key along the query and one against it", along),
        Probe("float32 vectors", _single(_vectors(rng, n=6, d=5))),
    ]


def _dot_probes(seed: int) -> list[Probe]:
    return _score_probes(np.random.default_rng([1, 1, seed]))


def _cosine_probes(seed: int) -> list[Probe]:
    return _score_probes(np.random.default_rng([1, 2, seed]))


def _lookup_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([1, 3, seed])

    def draw(n: int, d: int, d_v: int) -> dict[str, Any]:
        return {**_vectors(rng, n, d), "values": rng.normal(size=(n, d_v))}

    return [
        Probe("5 keys of 3 numbers and values of 2", draw(5, 3, 2)),
        Probe("3 keys of 2 numbers and values of 6", draw(3, 2, 6)),
        Probe("4 keys and values of 4 numbers", draw(4, 4, 4)),
        Probe("2 keys and values of 5 numbers", draw(2, 5, 5)),
        Probe("a single key and its value", draw(1, 3, 2)),
        Probe("float32 arrays", _single(draw(6, 3, 4))),
    ]


def _one_for_each_key(probe: Probe, scores: Any) -> bool:
    return bool(np.shape(scores) == (len(probe.arguments["keys"]),))


def _products(probe: Probe) -> Any:
    return probe.arguments["keys"] @ probe.arguments["query"]


def _same_sign(probe: Probe, scores: Any) -> bool:
    return bool((np.sign(scores) == np.sign(_products(probe))).all())


def _within_lengths(probe: Probe, scores: Any) -> bool:
    query, keys = probe.arguments["query"], probe.arguments["keys"]
    longest = np.linalg.norm(query) * np.linalg.norm(keys, axis=1)
    return bool((np.abs(scores) <= longest * (1 + 1e-4)).all())


def _within_one(probe: Probe, cosines: Any) -> bool:
    return bool((np.abs(cosines) <= 1 + 1e-4).all())


def _one_along(probe: Probe, cosines: Any) -> bool:
    return "along" not in probe.shows or bool(np.allclose(cosines, [1, -1], atol=1e-4))


def _length_times_length(probe: Probe, scores: Any) -> bool:
    if "along" not in probe.shows:
        return True
    lengths = np.linalg.norm(probe.arguments["keys"], axis=1)
    longest = np.linalg.norm(probe.arguments["query"]) * lengths
    return bool(np.allclose(np.abs(scores), longest, rtol=1e-4))


def _of_pair(holds: Any) -> Any:
    """The same about the weights, for an answer that returns (output, weights)."""
    return lambda probe, pair: holds(probe, pair[1])


def _sum_to_one(probe: Probe, weights: Any) -> bool:
    return bool(np.isclose(np.sum(weights), 1, atol=1e-4))


def _best_key_wins(probe: Probe, weights: Any) -> bool:
    return bool(np.argmax(weights) == _products(probe).argmax())


def _averages_values(probe: Probe, pair: Any) -> bool:
    output, weights = pair
    return bool(np.allclose(output, np.matmul(weights, probe.arguments["values"]), atol=1e-4))


ONE_FOR_EACH_KEY = Property("One score for each key.", _one_for_each_key)
SAME_SIGN = Property(
    "A score is positive where query and key point the same way, else negative.", _same_sign
)

COMMON_SLUGS: Sequence[str] = (
    "scaled-already",
    "scale-by-d_k",
    "self-similarity",
    "keys-not-transposed",
    "negated",
    "extra-axis",
    "loop-keeps-last",
    "mutates-input",
)

SCORE_SLUGS: Sequence[str] = (
    *COMMON_SLUGS,
    "distance-not-similarity",
    "softmax-already",
    "summed-over-wrong-axis",
    "products-not-summed",
    "return-in-loop",
)

DOT_SCORES = Task(
    reference=dot_scores,
    pipeline=pipelines.scores_of_one_query,
    right=pipelines.DOT_STEPS,
    probes=_dot_probes,
    slugs=(
        *SCORE_SLUGS,
        "scale-by-sqrt-n",
        "scale-inverted",
        "cosine-not-dot",
        "summed-over-everything",
        "last-one-skipped",
        "return-missing",
    ),
    properties=(
        ONE_FOR_EACH_KEY,
        SAME_SIGN,
        Property("No score is larger than the two lengths multiplied.", _within_lengths),
        Property("A key along the query scores length times length.", _length_times_length),
    ),
)

COSINE_SCORES = Task(
    reference=cosine_scores,
    pipeline=pipelines.scores_of_one_query,
    right=pipelines.COSINE_STEPS,
    probes=_cosine_probes,
    slugs=(
        *SCORE_SLUGS,
        "dot-not-cosine",
        "cosine-missing-query-norm",
        "cosine-missing-key-norm",
        "norm-over-everything",
        "norm-over-columns",
        "norm-squared",
        "norm-l1",
        "norm-multiplied",
        "second-moment",
    ),
    properties=(
        ONE_FOR_EACH_KEY,
        Property("No cosine is above 1 or below -1.", _within_one),
        SAME_SIGN,
        Property("A key along the query scores 1, one against it -1.", _one_along),
    ),
)

SOFT_LOOKUP = Task(
    reference=soft_lookup,
    pipeline=pipelines.soft_lookup,
    right=pipelines.LOOKUP_STEPS,
    probes=_lookup_probes,
    slugs=(
        *COMMON_SLUGS,
        "scale-by-sqrt-n",
        "scale-inverted",
        "scale-after-softmax",
        "softmax-over-queries",
        "softmax-not-normalised",
        "softmax-base-2",
        "hard-argmax",
        "exp-missing",
        "log-softmax",
        "values-from-keys",
        "returned-in-wrong-order",
        "weights-not-returned",
        "cosine-not-dot",
        "softmax-twice",
        "scores-from-values",
        "summed-over-wrong-axis",
        "summed-over-everything",
        "products-not-summed",
        "divided-by-n",
        "weights-on-columns",
    ),
    properties=(
        Property("One weight for each key.", _of_pair(_one_for_each_key)),
        Property("The weights sum to 1.", _of_pair(_sum_to_one)),
        Property("The key with the largest dot product weighs most.", _of_pair(_best_key_wins)),
        Property("The output is the average of the values under the weights.", _averages_values),
    ),
)

TASKS = (DOT_SCORES, COSINE_SCORES, SOFT_LOOKUP)
