"""Vectors that are compared as they are, or only by their directions."""

from collections.abc import Callable
from typing import Any

import numpy as np

from checks.family import Family
from checks.mistake import Mistake


def row_norms(rows: Any) -> Any:
    """Compute the length of each row, as a column; a single vector gives an array of one number."""
    return np.linalg.norm(rows, axis=-1, keepdims=True)


def compared(step: Any, compare: Callable[..., Any], query: Any, keys: Any, values: Any) -> Any:
    """Compute scores (n,) of query (d,) and keys (n, d), step by step."""
    query, keys = step.vectors.centred(query), step.vectors.centred(keys)
    scores = compare(query / step.vectors.query_norm(query), keys / step.vectors.key_norms(keys))
    # Scaling only reads sizes. A single query has no number of rows, so the keys are used instead.
    return step.scale.scores(scores, keys, keys, values)


VECTORS = Family(
    "vectors",
    {"centred": lambda rows: rows, "query_norm": lambda query: 1, "key_norms": lambda keys: 1},
    (
        Mistake(
            "cosine-not-dot",
            "The vectors are divided by their lengths first, which makes it a cosine.",
            "Should a key that is twice as long score twice as much?",
        ).by({"vectors.query_norm": row_norms, "vectors.key_norms": row_norms}),
    ),
)
