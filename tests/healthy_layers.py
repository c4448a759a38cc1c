"""Healthy layers of every make: no probe may find anything in them."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import nn

from attnlib import attention, causal_visibility
from attnlib.block import block, layer_norm, rms_norm
from attnlib.heads import layer_attention, multi_head_attention
from attnlib.long_context import attention_in_blocks, linear_attention
from attnlib.relative_positions import alibi_bias, alibi_slopes, rotate
from attnlib.softmax import softmax
from attnprobes import Report, examine

rng = np.random.default_rng(7)
W = {f"W_{name}": rng.normal(size=(8, 8)) / 8**0.5 for name in "qkvo"}
GQA = {**W, "W_k": W["W_k"][:, :4], "W_v": W["W_v"][:, :4]}


def causal(X: Any) -> Any:
    return causal_visibility(X.shape[-2])


def turned(X: Any) -> Any:
    places = np.arange(len(X))
    return layer_attention(X, W, 2, causal(X), lambda rows: rotate(rows, places)).output


def hidden(X: Any, real: Any) -> Any:
    return layer_attention(X, W, 2, causal(X) & real).output


def piece(X: Any, past: Any) -> Any:
    start = 0 if past is None else past[0].shape[1]
    visible = np.tri(len(X), start + len(X), k=start, dtype=bool)
    done = layer_attention(X, W, 2, visible, past=past)
    return done.output, (done.K_heads, done.V_heads)


def alibi(X: Any) -> Any:
    scores = X @ W["W_q"] @ (X @ W["W_k"]).T + alibi_bias(len(X), alibi_slopes(1))[0]
    return softmax(np.where(causal(X), scores, -np.inf)) @ X


def a_block(X: Any, first: bool) -> Any:
    attend = lambda X: multi_head_attention(X, *W.values(), 2, visible=causal(X))[0]  # noqa: E731
    return block(X, attend, lambda X: np.tanh(X @ W["W_q"]), layer_norm, rms_norm, first)


NUMPY: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "attention": (lambda X: attention(X, X, X)[0], {"batched": True, "causal": False}),
    "causal": (lambda X: attention(X, X, X, causal(X))[0], {"batched": True, "causal": True}),
    "heads": (lambda X: multi_head_attention(X, *W.values(), 2)[0], {"batched": True}),
    "layer": (
        lambda X: layer_attention(X, W, 2, causal(X)).output,
        {"causal": True, "padded": hidden, "piece": piece},
    ),
    "shared keys": (lambda X: layer_attention(X, GQA, 4, causal(X)).output, {"causal": True}),
    "RoPE": (turned, {"causal": True}),
    "ALiBi": (alibi, {"causal": True}),
    "pre-norm": (lambda X: a_block(X, True), {"causal": True}),
    "post-norm": (lambda X: a_block(X, False), {"causal": True}),
    "blocks": (
        lambda X: attention_in_blocks(X, X, X, 2),
        {"other": lambda X: attention(X, X, X)[0]},
    ),
    "linear": (lambda X: linear_attention(X, X, X), {"causal": True}),
    "running mean": (
        lambda X: np.cumsum(X, axis=0) / np.arange(1, len(X) + 1)[:, None],
        {"causal": True},
    ),
}
SMALL = {"dim_feedforward": 16, "batch_first": True}
TORCH: dict[str, tuple[Callable[[], Any], dict[str, Any]]] = {
    "attention": (lambda: nn.MultiheadAttention(8, 2, batch_first=True), {}),
    "causal": (lambda: nn.MultiheadAttention(8, 2, batch_first=True), {"causal": True}),
    "words first": (lambda: nn.MultiheadAttention(8, 4, bias=False), {"causal": True}),
    "dropout": (lambda: nn.MultiheadAttention(8, 2, dropout=0.5, batch_first=True), {}),
    "encoder": (lambda: nn.TransformerEncoderLayer(8, 2, **SMALL), {}),
    "causal encoder": (lambda: nn.TransformerEncoderLayer(8, 2, **SMALL), {"causal": True}),
    "pre-norm": (lambda: nn.TransformerEncoderLayer(8, 2, norm_first=True, **SMALL), {}),
    "decoder": (lambda: nn.TransformerDecoderLayer(8, 2, **SMALL), {"causal": True}),
    "pre-norm decoder": (
        lambda: nn.TransformerDecoderLayer(8, 2, norm_first=True, **SMALL),
        {"causal": True},
    ),
    "two layers": (
        lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, **SMALL), 2),
        {},
    ),
    "own": (lambda: Own(True), {"causal": True}),
}


class Own(nn.Module):
    """A module that somebody writes; its dropout may stay on."""

    def __init__(self, right: bool) -> None:
        super().__init__()
        self.packed, self.right = nn.Linear(8, 24), right

    def forward(self, X: Any) -> Any:
        q, k, v = self.packed(X).chunk(3, dim=-1)
        rate = 0.1 if self.training or not self.right else 0.0
        return nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True, dropout_p=rate)


def examined_function(make: str) -> Report:
    """Examine one of `NUMPY`."""
    function, told = NUMPY[make]
    return examine(function, **told)


def examined_module(make: str) -> Report:
    """Examine one of `TORCH`, with the same weights each time."""
    torch.manual_seed(0)
    module, told = TORCH[make]
    return examine(module(), **told)
