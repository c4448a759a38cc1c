"""Attention for one sentence, or for a batch of them: a function to repair."""

from dataclasses import replace
from typing import Any

from attnlib import attention
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.output import OUTPUT
from checks.catalogue.families.scale import SCALE, divided_by_root
from checks.catalogue.families.scores import NEEDS_A_BATCH, SCORES
from checks.catalogue.families.softmax import SOFTMAX, TWICE
from checks.catalogue.softmax_axis.attention import TASK as ATTENTION
from checks.family import Family
from checks.mistake import Mistake


def batched_attention(Q: Any, K: Any, V: Any) -> Any:
    """Attend in one sentence, or in each sentence of a batch.

    Parameters
    ----------
    Q : (..., n_q, d_k)
    K : (..., n_k, d_k)
    V : (..., n_k, d_v)

    Returns
    -------
    output : (..., n_q, d_v)
    weights : (..., n_q, n_k)

    Examples
    --------
    >>> import numpy as np
    >>> Q, K, V = np.zeros((2, 1, 3)), np.zeros((2, 4, 3)), np.ones((2, 4, 5))
    >>> [array.shape for array in batched_attention(Q, K, V)]
    [(2, 1, 5), (2, 1, 4)]
    """
    return attention(Q, K, V)


STARTER = '''
def batched_attention(Q, K, V):
    """Output (..., n_q, d_v) and weights (..., n_q, n_k), for one sentence or a batch."""
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[1])
    exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = exponentials / exponentials.sum(axis=1, keepdims=True)
    return weights @ V, weights
'''


def _lowered_along(axis: int) -> Any:
    return lambda scores, _: scores - scores.max(axis=axis, keepdims=True)


def _summed_along(axis: int) -> Any:
    return lambda exponentials, _: exponentials.sum(axis=axis, keepdims=True)


FRONT = Family(
    "front",
    {},
    (
        Mistake(
            "axis-from-the-front",
            "Softmax's axis is counted from the front: in a batch, it is no longer the keys' axis.",
            "Which number has the keys' axis when you count from the end?",
        ).by(
            {"softmax.axis": lambda given: 1},
            {"softmax.axis": lambda given: 0},
            {"softmax.total": _summed_along(1)},
            {"softmax.total": _summed_along(0)},
        ),
        Mistake(
            "size-from-the-front",
            "The scores are divided by the root of `Q.shape[1]`: in a batch, this is not d_k.",
            "Which axis of Q holds d_k numbers, counted from the end?",
        ).by({"scale.scores": divided_by_root(lambda Q, K, V: Q.shape[1])}),
        Mistake(
            "shift-along-another-axis",
            "The maximum runs along another axis than the sum, so a row is lowered unevenly.",
            "What may you subtract from a row of scores without changing its weights?",
        ).by({"softmax.shift": _lowered_along(1)}, {"softmax.shift": _lowered_along(-2)}),
        NEEDS_A_BATCH.by(
            *NEEDS_A_BATCH.variants,
            {"softmax.axis": lambda given: 2},
            {"softmax.total": _summed_along(2)},
            {"scale.scores": divided_by_root(lambda Q, K, V: Q.shape[2])},
        ),
        TWICE,
    ),
)

TASK = replace(
    ATTENTION,
    reference=batched_attention,
    kind="repair",
    starter=STARTER,
    order=(3, 6),
    practises=("say along which axis",),
    families=(FRONT, SCALE, SOFTMAX, replace(SCORES, mistakes=()), OUTPUT, ARGUMENTS),
    # In the code to repair, only scale and softmax are wrong, and hardly anybody touches the rest.
    excluding=(
        "scale-by-sqrt-d_v",
        "scale-inverted",
        "half-not-root",
        "root-without-brackets",
        "scale-by-fourth-root",
        "softmax-base-2",
        "hard-argmax",
        "exp-missing",
        "log-softmax",
        "weights-transposed",
        "values-from-keys",
    ),
    overriding=(
        SOFTMAX["softmax-over-queries"].by(
            {"softmax.axis": lambda given: -2}, {"softmax.total": _summed_along(-2)}
        ),
    ),
)
