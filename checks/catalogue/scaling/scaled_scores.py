"""Dot products of queries and keys, divided by the root of their width."""

from typing import Any

import numpy as np

from attnlib.scaling import scaled_scores
from checks.catalogue.families.arguments import ARGUMENTS, with_axes
from checks.catalogue.families.mask import UNASKED_MASK
from checks.catalogue.families.products import PRODUCTS
from checks.catalogue.families.result import RESULT
from checks.catalogue.families.scale import SCALE
from checks.catalogue.families.scores import KEYS_RESHAPED, NEEDS_A_BATCH, SCORES
from checks.catalogue.inputs import queries_and_keys
from checks.catalogue.properties import has_shape
from checks.catalogue.scaling.score_variance import dot_products_of, scores_of, two_axes
from checks.family import Family
from checks.outcome import Probe
from checks.task import Property, Task


def _pipeline(step: Any, Q: Any, K: Any) -> Any:
    return step.result.give(step.result.rounds(scores_of(step, Q, K)))


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([2, 2, seed])
    return [
        *two_axes(rng),
        # As many queries as keys, so that shape[1], taken for the width, is the same for Q and K.
        Probe("a batch of two, 4 queries and 4 keys", queries_and_keys(rng, 2, n=(4, 4), d=3)),
        Probe("2 sequences with 3 heads each", queries_and_keys(rng, 2, 3, n=(4, 5), d=6)),
    ]


def _same_order(probe: Probe, scores: Any) -> bool:
    in_order = np.take_along_axis(np.asarray(scores), dot_products_of(probe).argsort(axis=-1), -1)
    return bool((np.diff(in_order, axis=-1) >= -1e-4).all())


def _in_proportion(probe: Probe, scores: Any) -> bool:
    dots, scores = dot_products_of(probe), np.asarray(scores)
    largest = np.abs(dots).argmax()
    return bool(np.allclose(scores, dots * (scores.flat[largest] / dots.flat[largest]), atol=1e-4))


FOLDED = Family(
    "folded",
    {},
    (
        KEYS_RESHAPED,
        NEEDS_A_BATCH.by(
            {"arguments.take": with_axes(3)},
            {"result.give": lambda scores: scores.reshape(-1, *scores.shape[-2:])},
        ),
    ),
)

TASK = Task(
    reference=scaled_scores,
    order=(2, 3),
    practises=(
        "say why $\\sqrt{d_k}$",
        "tell the right divisor",
    ),
    pipeline=_pipeline,
    families=(SCALE.only("scores"), SCORES, RESULT, PRODUCTS, FOLDED, UNASKED_MASK, ARGUMENTS),
    probes=_probes,
    properties=(
        Property(
            "One row of scores for each query, one column for each key.",
            has_shape(lambda probe: dot_products_of(probe).shape),
        ),
        Property("A larger dot product gives a larger score.", _same_order),
        Property("All dot products are divided by one and the same number.", _in_proportion),
        Property(
            "Scaled scores spread less than the dot products.",
            lambda probe, scores: np.std(scores) < np.std(dot_products_of(probe)),
        ),
    ),
    excluding=("scale-by-sqrt-d_v", "extra-axis", "loop-keeps-last", "last-one-skipped"),
)
