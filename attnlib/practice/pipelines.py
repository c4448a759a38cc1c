"""The computations of the exercises, cut into steps that a mistake can exchange.

A pipeline takes its steps as its first argument, so a wrong implementation is nothing but the
pipeline with one step exchanged, and two slips at once are two steps exchanged. The right steps
stand in `RIGHT`.
"""

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

Steps = Mapping[str, Any]
Pipeline = Callable[..., Any]


def assemble(pipeline: Pipeline, exchanged: Steps) -> Callable[..., Any]:
    """Make a function of a pipeline with some of its steps exchanged.

    Parameters
    ----------
    pipeline : callable
        Takes the steps first, then its arguments.
    exchanged : mapping of step name to step
        Empty for the right function.

    Returns
    -------
    callable
        Takes the arguments alone.

    Examples
    --------
    >>> base_2 = assemble(softmax, {"exponential": lambda shifted, axis: 2.0**shifted})
    >>> base_2(np.array([0.0, 1.0])).round(3)
    array([0.333, 0.667])
    """
    steps = SimpleNamespace(**{**RIGHT, **exchanged})
    return lambda *arguments: pipeline(steps, *arguments)


def softmax(step: Any, scores: Any, *given_axis: int) -> Any:
    """Softmax: (scores, axis=-1) to weights of the same shape."""
    return _normalised(step, step.take(scores), step.axis(given_axis))


def attention_weights(step: Any, Q: Any, K: Any) -> Any:
    """Weights (..., n_q, n_k) of Q (..., n_q, d_k) and K (..., n_k, d_k)."""
    return _weights(step, step.take(Q), K, None)


def attention(step: Any, Q: Any, K: Any, V: Any) -> Any:
    """Output (..., n_q, d_v) and weights, with V (..., n_k, d_v)."""
    weights = _weights(step, step.take(Q), K, V)
    return step.result(step.mix(weights, K, V), weights)


def normalised_axis(step: Any, weights: Any) -> Any:
    """-1, -2 or None: the axis along which weights (n_q, n_k) sum to 1."""
    weights = step.take(weights)
    for axis in step.order:
        each = step.close(step.sums(weights, axis), weights, axis)
        if step.quantify(each):
            return step.count(step.name(axis))
    return step.neither


def _weights(step: Any, Q: Any, K: Any, V: Any) -> Any:
    scaled = step.scale(step.scores(Q, K), Q, K, V)
    return step.afterwards(_normalised(step, scaled, step.axis(())), Q)


def _normalised(step: Any, scores: Any, axis: int | None) -> Any:
    exponentials = step.exponential(step.shift(scores, axis), axis)
    return step.divide(exponentials, step.total(exponentials, axis))


def _shift(scores: Any, axis: int | None) -> Any:
    largest = scores.max(axis=axis, keepdims=True)
    return scores - np.where(np.isneginf(largest), 0, largest)


def close_to_one(sums: Any, weights: Any) -> Any:
    """Bool for each sum: 1 up to rounding, which in float32 is coarser."""
    return np.abs(sums - 1) <= (1e-4 if weights.dtype == np.float32 else 1e-6)


SOFTMAX_STEPS = {"take", "axis", "shift", "exponential", "total", "divide"}
WEIGHTS_STEPS = SOFTMAX_STEPS | {"scores", "scale", "afterwards"}
ATTENTION_STEPS = WEIGHTS_STEPS | {"mix", "result"}
AXIS_STEPS = {"take", "order", "sums", "close", "quantify", "name", "count", "neither"}

RIGHT: dict[str, Any] = {
    "take": lambda array: array,
    "scores": lambda Q, K: Q @ np.swapaxes(K, -1, -2),
    "scale": lambda scores, Q, K, V: scores / np.sqrt(Q.shape[-1]),
    "axis": lambda given: given[0] if given else -1,
    "shift": _shift,
    "exponential": lambda shifted, axis: np.exp(shifted),
    "total": lambda exponentials, axis: exponentials.sum(axis=axis, keepdims=True),
    "divide": lambda exponentials, total: exponentials / np.where(total == 0, 1, total),
    "afterwards": lambda weights, Q: weights,
    "mix": lambda weights, K, V: weights @ V,
    "result": lambda output, weights: (output, weights),
    "order": (-1, -2),
    "sums": lambda weights, axis: weights.sum(axis=axis),
    "close": lambda sums, weights, axis: close_to_one(sums, weights),
    "quantify": np.all,
    "name": lambda axis: axis,
    "count": lambda axis: axis,
    "neither": None,
}
