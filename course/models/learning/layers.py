"""Multi-head attention built from operations of `autograd`, with steps that can be replaced."""

from collections.abc import Callable

import numpy as np

from attnlib.masks import window_visibility
from attnlib.positions import frequencies
from attnlib.shapes import Floats
from course.models.learning.autograd import Variable, softmax
from course.models.learning.training import Variables

Step = Callable[[Variable], Variable]
MATRICES = ("W_q", "W_k", "W_v", "W_o")


def causal_weights(scaled: Variable, width: int | None = None) -> Variable:
    """Hide the future and everything before the window, then apply softmax; scores (..., n, n).

    Raises
    ------
    ValueError
        If width is below 1.
    """
    n = scaled.value.shape[-1]
    return softmax(scaled, window_visibility(n, n, width))


def split_heads(X: Variable, num_heads: int) -> Variable:
    """Cut rows (..., n, d_model) into heads (..., num_heads, n, d_head)."""
    *batch, n, d_model = X.value.shape
    return X.reshape(*batch, n, num_heads, d_model // num_heads).swapaxes(-3, -2)


def merge_heads(heads: Variable) -> Variable:
    """Put heads side by side again."""
    *batch, num_heads, n, d_head = heads.value.shape
    return heads.swapaxes(-3, -2).reshape(*batch, n, num_heads * d_head)


def turn(n: int, d_head: int, slower: float = 1.0) -> Step:
    """Make a function that turns queries or keys (..., n, d_head), as `rotated_scores` does."""
    angles = np.repeat(np.arange(n)[:, None] * frequencies(d_head) / slower, 2, axis=-1)
    quarter_turn = np.kron(np.eye(d_head // 2), [[0, 1], [-1, 0]])
    return lambda X: X * np.cos(angles) + X @ quarter_turn * np.sin(angles)


def attend(
    parameters: Variables,
    layer: str,
    X: Variable,
    num_heads: int,
    *,
    keys_from: Variable | None = None,
    turn: Step = lambda rows: rows,
    weigh: Step = causal_weights,
    merge: Step = merge_heads,
) -> tuple[Variable, Floats]:
    """Let every token attend to itself and the tokens before it.

    Parameters
    ----------
    parameters : variables
        W_q, W_k, W_v and W_o, each (d_model, d_model), prefixed by the name of the layer: "0.W_q".
    layer : str
        For example "0."
    X : Variable (..., n, d_model)
    num_heads : int
    keys_from : Variable (..., n, d_model), optional
        The rows that keys are made of, if not X.
    turn, weigh, merge : function, optional
        Steps that a model may replace: what is done to queries and keys; how scaled scores become
        weights; how heads become rows.

    Returns
    -------
    output : Variable (..., n, d_model)
    weights : (..., num_heads, n, n)
    """
    sources = (X, X if keys_from is None else keys_from, X)
    Q, K, V = (
        split_heads(rows @ parameters[layer + W], num_heads)
        for rows, W in zip(sources, MATRICES, strict=False)
    )
    scores = turn(Q) @ turn(K).swapaxes(-1, -2)
    weights = weigh(scores * Q.value.shape[-1] ** -0.5)
    return merge(weights @ V) @ parameters[layer + "W_o"], weights.value
