"""Multi-head attention one head after the other: a function to repair."""

from dataclasses import replace
from typing import Any

import numpy as np

from attnlib.heads import multi_head_by_einsum, multi_head_by_loop
from checks.catalogue.families import heads as parts
from checks.catalogue.families.result import RESULT
from checks.catalogue.families.softmax import SOFTMAX
from checks.catalogue.inputs import dot_products
from checks.catalogue.multi_head import heads_by_einsum as by_einsum
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property


def heads_by_loop(X: Any, W_q: Any, W_k: Any, W_v: Any, W_o: Any) -> Any:
    """Let one head attend after the other, each with its own matrices.

    Parameters
    ----------
    X : (n, d_model)
    W_q, W_k, W_v : (num_heads, d_model, d_head)
    W_o : (d_model, d_model)

    Returns
    -------
    (n, d_model)

    Examples
    --------
    Two heads of one number each, with queries of zeros: each computes its own mean.

    >>> W_q, W_v = np.zeros((2, 2, 1)), np.array([[[1], [0]], [[0], [10]]])
    >>> heads_by_loop([[1, 2], [3, 4]], W_q, W_q, W_v, np.eye(2))
    array([[ 2., 30.],
           [ 2., 30.]])
    """
    return multi_head_by_loop(X, W_q, W_k, W_v, W_o)[0]


STARTER = '''
def heads_by_loop(X, W_q, W_k, W_v, W_o):
    """Output (n, d_model); each head has its own W_q, W_k and W_v (d_model, d_head)."""
    num_heads, d_model, d_head = W_q.shape
    found = np.zeros((len(X), d_model))
    for h in range(num_heads):
        Q, K, V = X @ W_q[h], X @ W_k[h], X @ W_v[h]
        exponentials = np.exp(Q @ K.T / np.sqrt(d_head))
        weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
        found[:, h : h + d_head] = weights @ V
    return found @ W_o
'''


def _like_einsum(probe: Probe, output: Any) -> bool:
    at_once, _ = multi_head_by_einsum(*probe.arguments.values())
    return bool(np.allclose(output, at_once, atol=1e-3))


def _keeping(heads: slice) -> Any:
    """Merge heads, but leave the columns of all heads except these at 0."""

    def merge(found: Any) -> Any:
        kept = np.zeros_like(found)
        kept[heads] = found[heads]
        return by_einsum.merged(kept)

    return {"heads.merge": merge}


FIRST_KEYS = {"heads.scores": lambda Q, K: dot_products(Q, K[:1])}
FIRST_QUERIES = {"heads.scores": lambda Q, K: dot_products(Q[:1], K)}
FIRST_SCORES = {"heads.scores": lambda Q, K: dot_products(Q[:1], K[:1]) + 0 * dot_products(Q, K)}
FIRST_VALUES = {"heads.mix": lambda weights, V: weights @ V[:1]}

LOOP = Family(
    "loop",
    {},
    (
        Mistake(
            "first-head-for-all",
            "All heads use a matrix of head 0.",
            "Which of the stacks W_q, W_k and W_v has an index that never changes in the loop?",
        ).by(
            FIRST_KEYS,
            FIRST_QUERIES,
            FIRST_VALUES,
            {**FIRST_KEYS, **FIRST_VALUES},
            {**FIRST_SCORES, **FIRST_VALUES},
            FIRST_SCORES,
        ),
        RESULT["return-in-loop"].by(_keeping(slice(1))),
        RESULT["loop-keeps-last"].by(_keeping(slice(-1, None))),
        RESULT["last-one-skipped"].by(_keeping(slice(-1))),
        parts.REVERSED.by({"heads.merge": lambda found: by_einsum.merged(found[::-1])}),
        replace(parts.STACKED_AS_ROWS, breaks=("product",)).by(
            {"heads.merge": lambda found: found.reshape(-1, found.shape[-1])}
        ),
    ),
)


def _over_queries_and_keys(scores: Any) -> Any:
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=(-2, -1), keepdims=True)


TASK = replace(
    by_einsum.TASK,
    reference=heads_by_loop,
    starter=STARTER,
    order=(5, 5),
    families=(*by_einsum.TASK.families, LOOP),
    excluding=(
        *by_einsum.TASK.excluding,
        # A loop computes one head at a time, so nothing happens across heads.
        "heads-share-scores",
        "softmax-over-heads",
        # In the code to repair, attention is right, and hardly anybody touches it.
        "negated",
        "scale-by-d_k",
        "scale-by-sqrt-n",
        "scale-by-sqrt-num_heads",
        "softmax-not-normalised",
    ),
    overriding=(
        *by_einsum.TASK.overriding,
        SOFTMAX["softmax-over-everything"].by({"heads.share": _over_queries_and_keys}),
    ),
    properties=(
        by_einsum.TASK.properties[0],
        Property("Einsum over all heads at once finds the same.", _like_einsum),
    ),
)
