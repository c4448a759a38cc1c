"""Scaled scores, their variance, and the derivatives of softmax, step by step."""

from typing import Any

import numpy as np

from attnlib.practice.pipelines.attention import WEIGHTS_STEPS


def scaled_scores(step: Any, Q: Any, K: Any) -> Any:
    """Scores (..., n_q, n_k) of Q (..., n_q, d_k) and K (..., n_k, d_k)."""
    return step.give(step.rounds(_scores(step, Q, K)))


def score_variance(step: Any, Q: Any, K: Any) -> Any:
    """One number: the variance of the scores of Q (n_q, d_k) and K (n_k, d_k)."""
    deviations = step.centre(step.rounds(_scores(step, Q, K)), step.within)
    mean_square = step.average(step.square(deviations), step.within)
    return step.give(step.finish(mean_square))


def softmax_jacobian(step: Any, weights: Any) -> Any:
    """Derivatives (n, n) of weights (n,) by their scores."""
    weights = step.read(step.take(weights))
    jacobian = step.combine(step.diagonal(weights), step.outer(weights))
    return step.give(step.rounds(jacobian))


def _scores(step: Any, Q: Any, K: Any) -> Any:
    Q = step.take(Q)
    scores = step.compare(step.scores, Q, K)
    return step.onward(step.scale(scores, Q, K, None))


SCALED_STEPS: dict[str, Any] = {
    **{name: WEIGHTS_STEPS[name] for name in ("take", "scores", "scale")},
    "compare": lambda scores, Q, K: scores(Q, K),
    "onward": lambda scores: scores,
    "rounds": lambda scores: scores,
    "give": lambda value: value,
}

VARIANCE_STEPS: dict[str, Any] = {
    **SCALED_STEPS,
    "scale": lambda scores, Q, K, V: scores,
    "within": None,
    "centre": lambda scores, axis: scores - scores.mean(axis=axis, keepdims=True),
    "square": np.square,
    "average": lambda squares, axis: squares.mean(axis=axis),
    "finish": lambda mean_square: mean_square,
}

JACOBIAN_STEPS: dict[str, Any] = {
    "take": lambda array: array,
    "read": lambda weights: weights,
    "diagonal": np.diag,
    "outer": lambda weights: np.outer(weights, weights),
    "combine": lambda diagonal, outer: diagonal - outer,
    "rounds": lambda jacobian: jacobian,
    "give": lambda value: value,
}
