"""Cosines of the angles between one query and every key."""

from typing import Any

import numpy as np

from attnlib.similarity import cosine_scores
from checks.catalogue.dot_product.dot_scores import (
    DISTANCE,
    ONE_FOR_EACH_KEY,
    SAME_SIGN,
    SYMBOLS,
    score_probes,
    scores_of_one_query,
)
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.products import ONE_ROW
from checks.catalogue.families.result import RESULT
from checks.catalogue.families.scale import SCALED_ALREADY, UNSCALED
from checks.catalogue.families.scores import ONE_QUERY, SECOND_MOMENT
from checks.catalogue.families.vectors import VECTORS, row_norms
from checks.family import Family
from checks.mistake import Mistake
from checks.task import Property, Task


def _unscaled(vectors: Any) -> int:
    return 1


def _squared_norms(rows: Any) -> Any:
    return row_norms(rows) ** 2


def _sums_of_sizes(rows: Any) -> Any:
    return np.abs(rows).sum(axis=-1, keepdims=True)


def _inverse_norms(rows: Any) -> Any:
    return 1 / row_norms(rows)


def _by_every_length(scores: Any, Q: Any, K: Any, V: Any) -> Any:
    return scores / row_norms(K)


def _by_column_norms(scores: Any, Q: Any, K: Any, V: Any) -> Any:
    return scores / np.linalg.norm(K, axis=0)


LENGTHS = Family(
    "lengths",
    {},
    (
        SCALED_ALREADY,
        Mistake(
            "dot-not-cosine",
            "Nothing is divided by a length: these are dot products.",
            "Should a key that is twice as long have another cosine?",
        ).by({"vectors.query_norm": _unscaled, "vectors.key_norms": _unscaled}),
        Mistake(
            "cosine-missing-query-norm",
            "The length of the query is not divided out.",
            "What happens to your result when the query is doubled?",
        ).by({"vectors.query_norm": _unscaled}),
        Mistake(
            "cosine-missing-key-norm",
            "The lengths of the keys are not divided out.",
            "What happens to your result when one key is doubled?",
        ).by({"vectors.key_norms": _unscaled}),
        Mistake(
            "norm-over-everything",
            "One length is computed for all keys together, not one for each key.",
            "How many lengths do n keys have, and which axis gives them?",
        ).by(
            {"vectors.key_norms": np.linalg.norm},
            {"vectors.key_norms": lambda keys: np.linalg.norm(keys, 1)},
        ),
        Mistake(
            "norm-over-columns",
            "The columns of the keys are divided by a norm each, not the rows.",
            "Which shape must the norms have, so that each row meets its own?",
        ).by(
            {"vectors.key_norms": lambda keys: np.linalg.norm(keys, axis=0)},
            {"vectors.key_norms": lambda keys: np.linalg.norm(keys, axis=1)},
            {"vectors.key_norms": _unscaled, "scale.scores": _by_column_norms},
        ),
        Mistake(
            "norms-keep-an-axis",
            "The lengths keep an axis, so every score is divided by every length.",
            "Which shape have scores (n,) divided by lengths (n, 1)?",
        ).by({"vectors.key_norms": _unscaled, "scale.scores": _by_every_length}),
        Mistake(
            "norm-squared",
            "The root is missing: a sum of squares is divided out, not a length.",
            "How long is the vector (3, 4)?",
        ).by(
            {"vectors.query_norm": _squared_norms, "vectors.key_norms": _squared_norms},
            {"vectors.key_norms": _squared_norms},
        ),
        Mistake(
            "norm-l1",
            "The sizes of the entries are added up and taken for the length.",
            "How long is the vector (3, 4)?",
        ).by({"vectors.query_norm": _sums_of_sizes, "vectors.key_norms": _sums_of_sizes}),
        Mistake(
            "norm-multiplied",
            "One length is multiplied where it should divide.",
            "In which order does Python compute a / b * c?",
        ).by({"vectors.key_norms": _inverse_norms}, {"vectors.query_norm": _inverse_norms}),
        Mistake(
            "norm-of-products",
            "The length of the products is divided out, not the product of the lengths.",
            "How long is the query, and where does that enter?",
        ).by(
            {
                "vectors.query_norm": _unscaled,
                "vectors.key_norms": _unscaled,
                "products.sum": lambda scores, Q, K: scores(Q, K) / np.linalg.norm(Q * K, axis=1),
            }
        ),
        DISTANCE,
        SECOND_MOMENT.by(
            {"vectors.centred": lambda rows: rows - rows.mean(axis=-1, keepdims=True)}
        ),
    ),
)

TASK = Task(
    reference=cosine_scores,
    order=(1, 2),
    symbols=SYMBOLS,
    practises=("tell when to compare",),
    pipeline=scores_of_one_query,
    families=(
        UNSCALED.only("scores"),
        ONE_QUERY,
        VECTORS.replacing(query_norm=row_norms, key_norms=row_norms),
        LENGTHS,
        ONE_ROW,
        RESULT,
        ARGUMENTS,
    ),
    probes=lambda seed: score_probes(np.random.default_rng([1, 2, seed])),
    properties=(
        ONE_FOR_EACH_KEY,
        Property(
            "No cosine is above 1 or below -1.",
            lambda probe, cosines: (np.abs(cosines) <= 1 + 1e-4).all(),
        ),
        SAME_SIGN,
        Property(
            "A key along the query scores 1, one against it -1.",
            lambda probe, cosines: (
                "along" not in probe.description or bool(np.allclose(cosines, [1, -1], atol=1e-4))
            ),
        ),
    ),
    excluding=(
        "cosine-not-dot",
        "scale-by-sqrt-n",
        "scale-inverted",
        "summed-over-everything",
        "last-one-skipped",
        "return-missing",
    ),
)
