"""Dot products, cosines and a soft lookup, step by step."""

from functools import partial
from typing import Any

import numpy as np

from attnlib.practice.pipelines.attention import ATTENTION_STEPS, SOFTMAX_STEPS, normalised


def scores_of_one_query(step: Any, query: Any, keys: Any) -> Any:
    """Scores (n,) of query (d,) and keys (n, d): dot products or cosines, as the steps say."""
    compare = partial(step.compare, step.scores)
    scores = _compared(step, compare, step.take(query), keys, None)
    return step.give(step.rounds(step.onward(scores)))


def soft_lookup(step: Any, query: Any, keys: Any, values: Any) -> Any:
    """Output (d_v,) and weights (n,) of query (d,), keys (n, d) and values (n, d_v)."""
    query = step.take(query)
    keys, values = step.roles(keys, values)
    scores = _compared(step, step.scores, query, keys, values)
    # Softmax gets a row of scores, so that its axes can be mistaken as in attention.
    weights = step.afterwards(normalised(step, scores[None], step.axis(()))[0], query)
    return step.result(step.mix(weights, keys, values), weights)


def row_norms(rows: Any) -> Any:
    """Length of each row, as a column; of a single vector, one number in an array."""
    return np.linalg.norm(rows, axis=-1, keepdims=True)


def _compared(step: Any, compare: Any, query: Any, keys: Any, values: Any) -> Any:
    query, keys = step.centred(query), step.centred(keys)
    scores = compare(query / step.query_norm(query), keys / step.key_norms(keys))
    # Scaling reads sizes alone. One query has no number of rows, so the keys stand in for it.
    return step.scale(scores, keys, keys, values)


_COMPARED_STEPS: dict[str, Any] = {
    "take": lambda array: array,
    "centred": lambda rows: rows,
    "query_norm": lambda query: 1,
    "key_norms": lambda keys: 1,
    "scores": lambda Q, K: K @ Q,
    "scale": lambda scores, Q, K, V: scores,
}

DOT_STEPS: dict[str, Any] = {
    **_COMPARED_STEPS,
    "compare": lambda scores, Q, K: scores(Q, K),
    "onward": lambda scores: scores,
    "rounds": lambda scores: scores,
    "give": lambda value: value,
}

COSINE_STEPS: dict[str, Any] = {**DOT_STEPS, "query_norm": row_norms, "key_norms": row_norms}

LOOKUP_STEPS: dict[str, Any] = {
    **SOFTMAX_STEPS,
    **_COMPARED_STEPS,
    "roles": lambda keys, values: (keys, values),
    **{name: ATTENTION_STEPS[name] for name in ("afterwards", "mix", "result")},
}
