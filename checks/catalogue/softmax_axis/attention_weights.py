"""Attention weights: scores, scaled, then softmax."""

from typing import Any

import numpy as np

from attnlib import attention_weights
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.mask import UNASKED_MASK
from checks.catalogue.families.scale import SCALE
from checks.catalogue.families.scores import KEYS_RESHAPED, SCORES
from checks.catalogue.families.softmax import SIGMOID, SOFTMAX, TWICE, normalised
from checks.catalogue.families.vectors import VECTORS, row_norms
from checks.catalogue.inputs import dot_products, in_float32, queries_keys_and_values
from checks.catalogue.properties import ROWS_SUM_TO_ONE, has_shape, largest_score_wins
from checks.family import Family
from checks.outcome import Probe
from checks.task import Property, Task


def weights_of(step: Any, Q: Any, K: Any, V: Any) -> Any:
    """Compute weights (..., n_q, n_k) of Q (..., n_q, d_k) and K (..., n_k, d_k), step by step."""
    scaled = step.scale.scores(step.scores.multiply(Q, K), Q, K, V)
    return step.scale.weights(normalised(step, scaled, step.softmax.axis(())), Q)


def _pipeline(step: Any, Q: Any, K: Any) -> Any:
    return weights_of(step, step.arguments.take(Q), K, None)


def attention_probes(seed: int) -> list[Probe]:
    """Draw Q, K and V of many sizes."""
    rng = np.random.default_rng([3, 2, seed])

    def draw(*batch: int, n: tuple[int, int], d: tuple[int, int]) -> dict[str, Any]:
        return queries_keys_and_values(rng, *batch, n=n, d=d)

    single = in_float32(draw(n=(2, 5), d=(3, 4)))
    return [
        Probe("3 queries and 5 keys", draw(n=(3, 5), d=(4, 2))),
        Probe("4 queries and 4 keys", draw(n=(4, 4), d=(3, 2))),
        Probe("5 tokens with d_k = 5", draw(n=(5, 5), d=(5, 5))),
        Probe("one query and 4 keys", draw(n=(1, 4), d=(3, 2))),
        Probe("a batch of two, 3 queries and 4 keys", draw(2, n=(3, 4), d=(5, 6))),
        Probe("2 sequences with 3 heads each", draw(2, 3, n=(4, 5), d=(6, 1))),
        Probe("float32 arrays", single),
    ]


def _probes(seed: int) -> list[Probe]:
    return [
        Probe(probe.description, {name: probe.arguments[name] for name in ("Q", "K")})
        for probe in attention_probes(seed)
    ]


def _scores(probe: Probe) -> Any:
    return dot_products(probe.arguments["Q"], probe.arguments["K"])


WEIGHT_PROPERTIES = (
    Property(
        "One row of weights for each query, one column for each key.",
        has_shape(lambda probe: _scores(probe).shape),
    ),
    ROWS_SUM_TO_ONE,
    Property(
        "Each query gives most weight to the key with the largest score.",
        largest_score_wins(_scores),
    ),
)

COSINE = VECTORS["cosine-not-dot"].by(
    {"scores.multiply": lambda Q, K: dot_products(Q / row_norms(Q), K / row_norms(K))}
)

INSTEAD = Family("instead", {}, (TWICE, SIGMOID, COSINE, KEYS_RESHAPED))

TASK = Task(
    reference=attention_weights,
    order=(3, 4),
    practises=(
        "say along which axis",
        "write attention as four",
    ),
    pipeline=_pipeline,
    families=(SCALE, SOFTMAX, SCORES, UNASKED_MASK, INSTEAD, ARGUMENTS),
    probes=_probes,
    properties=WEIGHT_PROPERTIES,
    excluding=("scale-by-sqrt-d_v",),  # there is no V
)
