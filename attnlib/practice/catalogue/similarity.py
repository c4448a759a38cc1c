"""Scores that are not dot products or not cosines, and results that loops or axes spoil."""

from typing import Any

import numpy as np

from attnlib.practice.catalogue.scaling import divided_by_root
from attnlib.practice.mistake import Mistake
from attnlib.practice.pipelines.similarity import row_norms


def _unscaled(vectors: Any) -> int:
    return 1


def _squared_norms(rows: Any) -> Any:
    return row_norms(rows) ** 2


def _sums_of_sizes(rows: Any) -> Any:
    return np.abs(rows).sum(axis=-1, keepdims=True)


def _inverse_norms(rows: Any) -> Any:
    return 1 / row_norms(rows)


def _distances(scores: Any, query: Any, keys: Any) -> Any:
    return np.linalg.norm(keys - query, axis=1)


def softmax_of(scores: Any) -> Any:
    """Softmax along the last axis."""
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def _products(scores: Any, Q: Any, K: Any) -> Any:
    """One query with every key, or every query with every key: products still to be summed."""
    return Q * K if Q.ndim == 1 else Q[..., :, None, :] * K[..., None, :, :]


def _zero_but(results: Any, kept: Any) -> Any:
    zeros = np.zeros_like(results)
    zeros[kept] = results[kept]
    return zeros


def _first_row(axes: int) -> Any:
    return (slice(1),) if axes == 1 else (..., slice(1), slice(None))


_COMPARISONS = (
    Mistake(
        "scaled-already",
        "The scores are scaled, though bare dot products are asked for.",
        "Does the exercise ask for bare scores or for scaled ones?",
        ({"scale": divided_by_root(lambda Q, K, V: Q.shape[-1])},),
    ),
    Mistake(
        "cosine-not-dot",
        "The vectors are divided by their lengths first, which makes it a cosine.",
        "Should a key that is twice as long score twice as much?",
        ({"query_norm": row_norms, "key_norms": row_norms},),
    ),
    Mistake(
        "dot-not-cosine",
        "Nothing is divided by a length: these are dot products.",
        "Should a key that is twice as long have another cosine?",
        ({"query_norm": _unscaled, "key_norms": _unscaled},),
    ),
    Mistake(
        "cosine-missing-query-norm",
        "The length of the query is not divided out.",
        "What happens to your result when the query is doubled?",
        ({"query_norm": _unscaled},),
    ),
    Mistake(
        "cosine-missing-key-norm",
        "The lengths of the keys are not divided out.",
        "What happens to your result when one key is doubled?",
        ({"key_norms": _unscaled},),
    ),
    Mistake(
        "norm-over-everything",
        "One length is computed for all keys together, not one for each key.",
        "How many lengths do n keys have, and which axis gives them?",
        ({"key_norms": np.linalg.norm},),
    ),
    Mistake(
        "norm-over-columns",
        "The columns of the keys are divided by a norm each, not the rows.",
        "Which shape must the norms have, so that each row meets its own?",
        (
            {"key_norms": lambda keys: np.linalg.norm(keys, axis=0)},
            {"key_norms": lambda keys: np.linalg.norm(keys, axis=1)},
        ),
    ),
    Mistake(
        "norm-squared",
        "The root is missing: a sum of squares is divided out, not a length.",
        "How long is the vector (3, 4)?",
        (
            {"query_norm": _squared_norms, "key_norms": _squared_norms},
            {"key_norms": _squared_norms},
        ),
    ),
    Mistake(
        "norm-l1",
        "The sizes of the entries are added up and taken for the length.",
        "How long is the vector (3, 4)?",
        ({"query_norm": _sums_of_sizes, "key_norms": _sums_of_sizes},),
    ),
    Mistake(
        "norm-multiplied",
        "One length is multiplied where it should divide.",
        "In which order does Python compute a / b * c?",
        ({"key_norms": _inverse_norms}, {"query_norm": _inverse_norms}),
    ),
    Mistake(
        "distance-not-similarity",
        "This is a distance or an angle: it is small where vectors are alike.",
        "Should a better match get a larger number or a smaller one?",
        (
            {"compare": _distances},
            {"compare": _distances, "query_norm": _unscaled, "key_norms": _unscaled},
            {"onward": lambda cosines: 1 - cosines},
            {"onward": lambda cosines: np.arccos(np.clip(cosines, -1, 1))},
        ),
    ),
    Mistake(
        "softmax-already",
        "Softmax is applied as well: these are weights, no longer scores.",
        "Does the exercise ask for scores, or for what softmax makes of them?",
        ({"onward": softmax_of},),
    ),
    Mistake(
        "softmax-twice",
        "Softmax is applied to weights that come from softmax already.",
        "Which numbers go into softmax, and which come out?",
        (
            {"divide": lambda exponentials, total: softmax_of(exponentials / total)},
            {"read": softmax_of},
        ),
    ),
    Mistake(
        "self-similarity",
        "Vectors are compared with themselves: the query, or the keys, play no part.",
        "Which two things does a score compare?",
        (
            {"scores": lambda Q, K: np.sum(K * K, axis=1)},
            {"scores": lambda Q, K: K @ K.T},
            {"scores": lambda Q, K: np.full(len(K), Q @ Q)},
        ),
    ),
    Mistake(
        "scores-from-values",
        "The query is compared with the values, not with the keys.",
        "Which array is there to be compared, and which to be averaged?",
        (
            {"roles": lambda keys, values: (values, values)},
            {"roles": lambda keys, values: (values, keys)},
        ),
    ),
)

_SUMS = (
    Mistake(
        "summed-over-wrong-axis",
        "The products are added up along the wrong axis.",
        "Which axis should the sum make disappear?",
        (
            {"compare": lambda scores, Q, K: np.sum(Q * K, axis=0)},
            {"mix": lambda weights, K, V: np.sum(weights[:, None] * V, axis=1)},
        ),
    ),
    Mistake(
        "summed-over-everything",
        "All products are added up to a single number.",
        "How many results does the exercise ask for, and which axis gives them?",
        (
            {"compare": lambda scores, Q, K: np.sum(Q * K)},
            {"mix": lambda weights, K, V: np.sum(weights[:, None] * V)},
        ),
    ),
    Mistake(
        "products-not-summed",
        "The products are made, but never added up.",
        "What does a dot product do after it has multiplied?",
        (
            {"compare": _products},
            {"mix": lambda weights, K, V: weights[:, None] * V},
        ),
    ),
    Mistake(
        "divided-by-n",
        "The weighted values are divided by their number, though weights sum to 1.",
        "What is the average of equal values, and what do you get?",
        ({"mix": lambda weights, K, V: weights @ V / len(V)},),
    ),
    Mistake(
        "weights-on-columns",
        "Each weight multiplies a column of the values, not a row.",
        "Where does one value stand, on a row or on a column?",
        (
            {"mix": lambda weights, K, V: V @ weights},
            {"mix": lambda weights, K, V: np.sum(weights * V, axis=1)},
            {"mix": lambda weights, K, V: np.sum(weights * V, axis=0)},
        ),
    ),
)

_RESULTS = (
    Mistake(
        "extra-axis",
        "The result has an axis too many.",
        "Which shape is asked for, and where did the axis come in?",
        (
            {"give": lambda value: value[..., None]},
            {"give": lambda value: np.array(value, ndmin=2)},
            {"result": lambda output, weights: (output[None], weights[None])},
        ),
    ),
    Mistake(
        "return-in-loop",
        "The loop ends after its first round, so the rest is missing.",
        "How far is the line with `return` indented?",
        (
            {"rounds": lambda results: results[:1]},
            {"rounds": lambda results: _zero_but(results, _first_row(results.ndim))},
        ),
    ),
    Mistake(
        "loop-keeps-last",
        "Each round of the loop overwrites the one before: only the last is kept.",
        "Where are the results of the earlier rounds?",
        (
            {"rounds": lambda results: results[-1]},
            {"mix": lambda weights, K, V: weights[-1] * V[-1]},
        ),
    ),
    Mistake(
        "last-one-skipped",
        "The loop stops one early: the last is left out.",
        "Which is the last number that range(n - 1) gives?",
        (
            {"rounds": lambda results: results[:-1]},
            {"rounds": lambda results: _zero_but(results, (slice(-1),) * results.ndim)},
        ),
    ),
    Mistake(
        "return-missing",
        "Nothing is handed back, so the caller gets None.",
        "Which line of your function returns the result?",
        ({"give": lambda value: None},),
    ),
)

SIMILARITY = (*_COMPARISONS, *_SUMS, *_RESULTS)
