"""Multi-head attention out of operations that know their way back, with its steps exchangeable."""

from collections.abc import Callable

import numpy as np

from attnlib.learning.autograd import Variable, softmax
from attnlib.learning.training import Variables
from attnlib.masks import causal_visibility
from attnlib.shapes import Floats

Weigh = Callable[[Variable, int], Variable]
"""Turns scores (..., num_heads, n, n) and d_model into weights."""


def attend(
    parameters: Variables,
    layer: str,
    X: Variable,
    num_heads: int,
    *,
    weigh: Weigh | None = None,
    turn: Callable[[Variable], Variable] = lambda rows: rows,
    merge: Callable[[Variable], Variable] | None = None,
) -> tuple[Variable, Floats]:
    """Let every token attend to the tokens before it.

    Parameters
    ----------
    parameters : variables
        W_q, W_k, W_v and W_o, each (d_model, d_model), under the names `layer` + "W_q" and so on.
    X : Variable (batch, n, d_model)
    num_heads : int
    weigh, turn, merge : function
        Steps to exchange: from scores to weights; what is done to queries and keys; from heads to rows.

    Returns
    -------
    output : Variable (batch, n, d_model)
    weights : (batch, num_heads, n, n)
    """
    Q, K, V = (split_heads(X @ parameters[layer + name], num_heads) for name in ("W_q", "W_k", "W_v"))
    scores = turn(Q) @ turn(K).swapaxes(-1, -2)
    weights = (weigh or causal_weights)(scores, X.value.shape[-1])
    merged = (merge or merge_heads)(weights @ V)
    return merged @ parameters[layer + "W_o"], weights.value


def causal_weights(scores: Variable, d_model: int, bias: Floats | float = 0.0) -> Variable:
    """Scale scores by the width of a head, add a bias, hide the future, and apply softmax."""
    num_heads, n = scores.value.shape[-3:-1]
    return softmax(scores * (d_model / num_heads) ** -0.5 + bias, causal_visibility(n))


def split_heads(X: Variable, num_heads: int) -> Variable:
    """Cut rows (batch, n, d_model) into heads (batch, num_heads, n, d_head)."""
    batch, n, d_model = X.value.shape
    return X.reshape(batch, n, num_heads, d_model // num_heads).swapaxes(1, 2)


def merge_heads(heads: Variable) -> Variable:
    """Put heads side by side again."""
    batch, num_heads, n, d_head = heads.value.shape
    return heads.swapaxes(1, 2).reshape(batch, n, num_heads * d_head)


def turned(X: Variable, cosines: Floats, sines: Floats) -> Variable:
    """Turn each pair of columns by its own angle, as `attnlib.relative_positions.rotate` does."""
    d = X.value.shape[-1]
    quarter_turn = np.kron(np.eye(d // 2), [[0.0, 1.0], [-1.0, 0.0]])
    return X * cosines + X @ quarter_turn * sines
