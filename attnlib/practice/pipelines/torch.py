"""What PyTorch is given and what it makes of it, in NumPy and step by step.

Nothing here needs PyTorch: mistakes can be imagined where it is not installed.
"""

from typing import Any

import numpy as np

from attnlib.practice.pipelines.attention import ATTENTION_STEPS


def in_proj_weight(step: Any, W_q: Any, W_k: Any, W_v: Any) -> Any:
    """(3 * d_model, d_model): the three transposed, one below the other."""
    return _packed(step, (step.take(W_q), W_k, W_v), 1)


def mask(step: Any, visible: Any) -> Any:
    """Bool (n, n) in one of PyTorch's two conventions, which is a step."""
    # As bytes, because what spoils an argument adds to it, and bools cannot be added to.
    taken = step.take(visible.view(np.uint8)).view(bool)
    return step.kind(_in_convention(step, taken))


def torch_attention(
    step: Any, X: Any, W_q: Any, W_k: Any, W_v: Any, W_o: Any, num_heads: int, visible: Any = None
) -> Any:
    """Output (n, d_model) and weights (num_heads, n, n) as nn.MultiheadAttention computes them."""
    X = step.accept(step.take(X))
    packed = _packed(step, (W_q, W_k, W_v), num_heads)
    Q, K, V = (_split(X @ block.T, num_heads) for block in np.split(packed, 3))
    blocked = step.absent() if visible is None else _in_convention(step, visible)
    scores = step.scale(step.scores(Q, K), Q, K, V)
    weights = step.erase(_softmax(step.fill(scores, blocked)), blocked)
    output = step.project_output(_merge(weights @ V), W_o)
    collected = step.collect(step.crop(weights))
    return step.result(step.unbatch(output), step.unbatch(collected))


def _packed(step: Any, matrices: Any, num_heads: int) -> Any:
    return step.join([step.turn(W) for W in step.order(*matrices)], num_heads)


def _in_convention(step: Any, visible: Any) -> Any:
    return step.polarity(step.diagonal(step.lay(step.consult(visible))))


def _split(array: Any, num_heads: int) -> Any:
    return array.reshape(len(array), num_heads, -1).swapaxes(0, 1)


def _merge(heads: Any) -> Any:
    return heads.swapaxes(0, 1).reshape(heads.shape[1], -1)


def _softmax(scores: Any) -> Any:
    # A bare one: like PyTorch's, it makes nan of a row that is -inf throughout.
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def _hide(scores: Any, blocked: Any) -> Any:
    return scores if blocked is None else np.where(blocked, -np.inf, scores)


def _as_it_is(array: Any) -> Any:
    return array


IN_PROJ_STEPS: dict[str, Any] = {
    "take": _as_it_is,
    "order": lambda W_q, W_k, W_v: (W_q, W_k, W_v),
    "turn": lambda W: W.T,
    "join": lambda blocks, num_heads: np.concatenate(blocks),
}

_VISIBLE_STEPS: dict[str, Any] = {
    "take": _as_it_is,
    "consult": _as_it_is,
    "lay": _as_it_is,
    "diagonal": _as_it_is,
}

MHA_MASK_STEPS: dict[str, Any] = {
    **_VISIBLE_STEPS,
    "polarity": np.logical_not,
    "kind": _as_it_is,
}

SDPA_MASK_STEPS: dict[str, Any] = {**MHA_MASK_STEPS, "polarity": _as_it_is}

TORCH_ATTENTION_STEPS: dict[str, Any] = {
    **IN_PROJ_STEPS,
    **_VISIBLE_STEPS,
    "polarity": np.logical_not,
    "accept": _as_it_is,
    "absent": lambda: None,
    "scores": ATTENTION_STEPS["scores"],
    "scale": ATTENTION_STEPS["scale"],
    "fill": _hide,
    "erase": lambda weights, blocked: weights,
    "project_output": lambda merged, W_o: merged @ W_o,
    "crop": _as_it_is,
    "collect": _as_it_is,
    "unbatch": _as_it_is,
    "result": ATTENTION_STEPS["result"],
}
