"""Visibility, softmax over what is visible, and causal attention, step by step."""

from typing import Any

import numpy as np

from attnlib.practice.pipelines.attention import ATTENTION_STEPS, SOFTMAX_STEPS


def causal_visibility(step: Any, n: int) -> Any:
    """Bool (n, n): which query may attend to which key."""
    return step.kind(_triangle(step, n))


def masked_softmax(step: Any, scores: Any, visible: Any) -> Any:
    """Weights of scores (..., n_q, n_k), shared out among the visible keys."""
    ready = step.ready(step.take(scores))
    return _weights(step, ready, step.polarity(step.turn(visible)))


def causal_attention(step: Any, Q: Any, K: Any, V: Any) -> Any:
    """Output and weights of n tokens that see themselves and those before them."""
    Q = step.take(Q)
    scaled = step.scale(step.scores(Q, K), Q, K, V)
    weights = step.afterwards(_weights(step, scaled, _triangle(step, Q.shape[-2])), Q)
    return step.result(step.mix(weights, K, V), weights)


def _triangle(step: Any, n: int) -> Any:
    return step.polarity(step.turn(np.tri(n, k=step.reach, dtype=bool)))


def _weights(step: Any, scores: Any, visible: Any) -> Any:
    visible, axis = step.fit(visible, scores), step.axis(())
    shifted = step.shift(step.fill(scores, visible), axis)
    exponentials = step.keep(step.exponential(shifted, axis), visible)
    shares = step.share(exponentials, step.total(exponentials, axis))
    return step.erase(shares, visible)


def share_or_zero(exponentials: Any, total: Any) -> Any:
    """Divide by a sum; a slice without exponentials stays without weights."""
    return exponentials / np.where(total == 0, 1, total)


def share_or_nan(exponentials: Any, total: Any) -> Any:
    """Divide by a sum, whatever it is."""
    return exponentials / total


def share_or_uniform(exponentials: Any, total: Any) -> Any:
    """Divide by a sum; where that is 0, all keys get the same."""
    return np.where(total == 0, np.size(total) / exponentials.size, exponentials / total)


VISIBILITY_STEPS: dict[str, Any] = {
    "reach": 0,
    "turn": lambda visible: visible,
    "polarity": lambda visible: visible,
    "kind": lambda visible: visible,
}

# Hidden twice, so that what stands in for exp (a one-hot, the bare score) hides as well.
_HIDING: dict[str, Any] = {
    "fit": lambda visible, scores: np.broadcast_to(visible, scores.shape),
    "fill": lambda scores, visible: np.where(visible, scores, -np.inf),
    "keep": lambda exponentials, visible: np.where(visible, exponentials, 0),
    "erase": lambda weights, visible: weights,
}

# The step is not called `divide`: dividing by 0 is a mistake of its own here, no part of another.
_SOFTMAX_STEPS = {name: step for name, step in SOFTMAX_STEPS.items() if name != "divide"}
_ATTENTION_STEPS = {name: step for name, step in ATTENTION_STEPS.items() if name != "divide"}

MASKED_SOFTMAX_STEPS: dict[str, Any] = {
    **_SOFTMAX_STEPS,
    **_HIDING,
    "ready": lambda scores: scores,
    "turn": lambda visible: visible,
    "polarity": lambda visible: visible,
    "share": share_or_zero,
}

# A causal mask hides no whole row, so nobody has to think of one: a wrong mask leads to nan.
CAUSAL_ATTENTION_STEPS: dict[str, Any] = {
    **_ATTENTION_STEPS,
    **_HIDING,
    "reach": 0,
    "turn": lambda visible: visible,
    "polarity": lambda visible: visible,
    "share": share_or_nan,
}
