"""The three tasks of the lesson on scaling, with their probes and properties."""

from typing import Any

import numpy as np

from attnlib.practice.outcome import Probe
from attnlib.practice.pipelines import statistics as pipelines
from attnlib.practice.task import Property, Task
from attnlib.scaling import scaled_scores, score_variance, softmax_jacobian
from attnlib.softmax import softmax


def _pair(rng: np.random.Generator, *batch: int, n: tuple[int, int], d: int) -> dict[str, Any]:
    n_q, n_k = n
    return {"Q": rng.normal(size=(*batch, n_q, d)), "K": rng.normal(size=(*batch, n_k, d))}


def _single(arguments: dict[str, Any]) -> dict[str, Any]:
    return {name: array.astype(np.float32) for name, array in arguments.items()}


def _two_axes(rng: np.random.Generator) -> list[Probe]:
    return [
        Probe("unequal sizes", _pair(rng, n=(3, 2), d=5)),
        Probe("4 queries and 4 keys with d_k = 3", _pair(rng, n=(4, 4), d=3)),
        Probe("2 queries and 5 keys with d_k = 5", _pair(rng, n=(2, 5), d=5)),
        Probe("3 tokens with d_k = 3", _pair(rng, n=(3, 3), d=3)),
        Probe("one query and 4 keys", _pair(rng, n=(1, 4), d=6)),
        Probe("float32 arrays", _single(_pair(rng, n=(2, 4), d=6))),
    ]


def _variance_probes(seed: int) -> list[Probe]:
    return _two_axes(np.random.default_rng([2, 1, seed]))


def _scaled_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([2, 2, seed])
    return [
        *_two_axes(rng),
        # As many queries as keys: whoever takes shape[1] for the width may take Q's or K's.
        Probe("a batch of two, 4 queries and 4 keys", _pair(rng, 2, n=(4, 4), d=3)),
        Probe("2 sequences with 3 heads each", _pair(rng, 2, 3, n=(4, 5), d=6)),
    ]


def _jacobian_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([2, 3, seed])
    cases = {
        "3 weights": softmax(rng.normal(size=3)),
        "5 weights": softmax(rng.normal(size=5)),
        "4 weights, one of them 0": softmax([*rng.normal(size=3), -np.inf]),
        "2 weights, one of them near 1": softmax([4.0, rng.normal()]),
        "6 weights in float32": softmax(rng.normal(size=6)).astype(np.float32),
    }
    return [Probe(shows, {"weights": weights}) for shows, weights in cases.items()]


def _dot_products(probe: Probe) -> Any:
    return probe.arguments["Q"] @ np.swapaxes(probe.arguments["K"], -1, -2)


def _is_number(probe: Probe, variance: Any) -> bool:
    return bool(np.shape(variance) == ())


def _squared_range(probe: Probe) -> Any:
    return np.ptp(_dot_products(probe)) ** 2


def _at_most_a_quarter(probe: Probe, variance: Any) -> bool:
    return bool(variance <= _squared_range(probe) / 4 * (1 + 1e-4))


def _at_least_the_ends(probe: Probe, variance: Any) -> bool:
    count = _dot_products(probe).size
    return bool(variance >= _squared_range(probe) / (2 * count) * (1 - 1e-4))


SCORE_VARIANCE = Task(
    reference=score_variance,
    pipeline=pipelines.score_variance,
    right=pipelines.VARIANCE_STEPS,
    probes=_variance_probes,
    slugs=(
        "scale-by-d_k",
        "scale-by-sqrt-n",
        "self-scores",
        "keys-not-transposed",
        "scaled-already",
        "softmax-already",
        "products-not-summed",
        "extra-axis",
        "return-in-loop",
        "loop-keeps-last",
        "return-missing",
        "sample-variance",
        "second-moment",
        "std-not-variance",
        "variance-along-one-axis",
        "variances-averaged",
        "paired-rows-only",
        "deviations-not-averaged",
        "deviations-not-squared",
        "mutates-input",
    ),
    properties=(
        Property("The result is a single number.", _is_number),
        Property(
            "Its root is at most half the distance from smallest to largest score.",
            _at_most_a_quarter,
        ),
        Property(
            "It is at least what the smallest and the largest score alone contribute.",
            _at_least_the_ends,
        ),
    ),
)


def _one_row_each(probe: Probe, scores: Any) -> bool:
    return bool(np.shape(scores) == _dot_products(probe).shape)


def _same_order(probe: Probe, scores: Any) -> bool:
    in_order = np.take_along_axis(np.asarray(scores), _dot_products(probe).argsort(axis=-1), -1)
    return bool((np.diff(in_order, axis=-1) >= -1e-4).all())


def _less_spread(probe: Probe, scores: Any) -> bool:
    return bool(np.std(scores) < np.std(_dot_products(probe)))


def _in_proportion(probe: Probe, scores: Any) -> bool:
    dots, scores = _dot_products(probe), np.asarray(scores)
    largest = np.abs(dots).argmax()
    return bool(np.allclose(scores, dots * (scores.flat[largest] / dots.flat[largest]), atol=1e-4))


SCALED_SCORES = Task(
    reference=scaled_scores,
    pipeline=pipelines.scaled_scores,
    right=pipelines.SCALED_STEPS,
    probes=_scaled_probes,
    slugs=(
        "no-scale",
        "scale-by-d_k",
        "scale-by-sqrt-n",
        "scale-inverted",
        "q-k-swapped",
        "self-scores",
        "keys-not-transposed",
        "negated",
        "batch-axis-breaks",
        "softmax-already",
        "products-not-summed",
        "return-in-loop",
        "return-missing",
        "half-not-root",
        "needs-a-batch-axis",
        "mutates-input",
    ),
    properties=(
        Property("One row of scores for each query, one column for each key.", _one_row_each),
        Property("A larger dot product gives a larger score.", _same_order),
        Property("All dot products are divided by one and the same number.", _in_proportion),
        Property("Scaled scores spread less than the dot products.", _less_spread),
    ),
)


def _square(probe: Probe, jacobian: Any) -> bool:
    n = len(probe.arguments["weights"])
    return bool(np.shape(jacobian) == (n, n))


def _rows_sum_to_zero(probe: Probe, jacobian: Any) -> bool:
    return bool(np.allclose(np.sum(jacobian, axis=1), 0, atol=1e-4))


def _symmetric(probe: Probe, jacobian: Any) -> bool:
    return bool(np.allclose(jacobian, np.transpose(jacobian), atol=1e-4))


def _own_score_helps(probe: Probe, jacobian: Any) -> bool:
    off_diagonal = jacobian - np.diag(np.diagonal(jacobian))
    return bool((np.diagonal(jacobian) >= -1e-6).all() and (off_diagonal <= 1e-6).all())


SOFTMAX_JACOBIAN = Task(
    reference=softmax_jacobian,
    pipeline=pipelines.softmax_jacobian,
    right=pipelines.JACOBIAN_STEPS,
    probes=_jacobian_probes,
    slugs=(
        "softmax-twice",
        "return-in-loop",
        "last-one-skipped",
        "return-missing",
        "jacobian-diagonal-only",
        "jacobian-sign",
        "jacobian-off-diagonal-sign",
        "jacobian-diagonal-missing",
        "jacobian-one-for-delta",
        "inner-not-outer",
        "elementwise-not-outer",
        "jacobian-of-log",
        "diagonal-as-vector",
        "mutates-input",
    ),
    properties=(
        Property("One row and one column for each weight.", _square),
        Property("A score raises its own weight and lowers the others.", _own_score_helps),
        Property("Each row sums to 0: what one weight wins, the others lose.", _rows_sum_to_zero),
        Property("Entry i, j is the same as entry j, i.", _symmetric),
    ),
)

TASKS = (SCORE_VARIANCE, SCALED_SCORES, SOFTMAX_JACOBIAN)
