"""Softmax, weights and attention, step by step."""

from typing import Any

import numpy as np


def softmax(step: Any, scores: Any, *given_axis: int) -> Any:
    """Softmax: (scores, axis=-1) to weights of the same shape."""
    return normalised(step, step.take(scores), step.axis(given_axis))


def attention_weights(step: Any, Q: Any, K: Any) -> Any:
    """Weights (..., n_q, n_k) of Q (..., n_q, d_k) and K (..., n_k, d_k)."""
    return _weights(step, step.take(Q), K, None)


def attention(step: Any, Q: Any, K: Any, V: Any) -> Any:
    """Output (..., n_q, d_v) and weights, with V (..., n_k, d_v)."""
    weights = _weights(step, step.take(Q), K, V)
    return step.result(step.mix(weights, K, V), weights)


def _weights(step: Any, Q: Any, K: Any, V: Any) -> Any:
    scaled = step.scale(step.scores(Q, K), Q, K, V)
    return step.afterwards(normalised(step, scaled, step.axis(())), Q)


def normalised(step: Any, scores: Any, axis: int | None) -> Any:
    """Softmax of scores of any shape, along one axis."""
    exponentials = step.exponential(step.shift(scores, axis), axis)
    return step.divide(exponentials, step.total(exponentials, axis))


def _shift(scores: Any, axis: int | None) -> Any:
    largest = scores.max(axis=axis, keepdims=True)
    return scores - np.where(np.isneginf(largest), 0, largest)


SOFTMAX_STEPS: dict[str, Any] = {
    "take": lambda array: array,
    "axis": lambda given: given[0] if given else -1,
    "shift": _shift,
    "exponential": lambda shifted, axis: np.exp(shifted),
    "total": lambda exponentials, axis: exponentials.sum(axis=axis, keepdims=True),
    "divide": lambda exponentials, total: exponentials / np.where(total == 0, 1, total),
}

WEIGHTS_STEPS: dict[str, Any] = {
    **SOFTMAX_STEPS,
    "scores": lambda Q, K: Q @ np.swapaxes(K, -1, -2),
    "scale": lambda scores, Q, K, V: scores / np.sqrt(Q.shape[-1]),
    "afterwards": lambda weights, Q: weights,
}

ATTENTION_STEPS: dict[str, Any] = {
    **WEIGHTS_STEPS,
    "mix": lambda weights, K, V: weights @ V,
    "result": lambda output, weights: (output, weights),
}
