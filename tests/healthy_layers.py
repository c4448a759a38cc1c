"""Healthy layers of every make: no probe may find anything in them."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn.attention import flex_attention as flex

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


def prefix(X: Any) -> Any:
    """The first three words see each other, as in a prefix language model."""
    seen = causal(X) | (np.arange(len(X)) < 3)
    return layer_attention(X, W, 2, seen).output


def latent(X: Any, past: Any = None) -> Any:
    """Keys and values come from three numbers a word, and one turned key is shared (MLA)."""
    start = 0 if past is None else len(past)
    narrow = np.concatenate(
        [X @ W["W_k"][:, :3], rotate(X[:, :4], np.arange(start, start + len(X)))], 1
    )
    narrow = narrow if past is None else np.concatenate([past, narrow])
    keys = np.concatenate([narrow[:, :3] @ W["W_v"][:3, :4], narrow[:, 3:]], axis=1)
    Q = X @ W["W_q"]
    Q = np.concatenate([Q[:, :4], rotate(Q[:, 4:], np.arange(start, start + len(X)))], axis=1)
    seen = np.tri(len(X), len(narrow), start, dtype=bool)
    return attention(Q, keys, narrow[:, :3] @ W["W_o"][:3], seen)[0], narrow


def kernel(X: Any, past: Any = None) -> Any:
    """Linear attention, as a sum that is kept."""
    q, k, v = np.exp(X @ W["W_q"] / 4), np.exp(X @ W["W_k"] / 4), X @ W["W_v"]
    S, z = (0, 0) if past is None else past
    rows = []
    for query, key, value in zip(q, k, v, strict=True):
        S, z = S + np.outer(key, value), z + key
        rows.append(query @ S / (query @ z))
    return np.array(rows), (S, z)


def delta(X: Any, past: Any = None) -> Any:
    """A memory that is corrected, not added to."""
    q, k, v = X @ W["W_q"], X @ W["W_k"], X @ W["W_v"]
    k = k / np.linalg.norm(k, axis=-1, keepdims=True)
    S, rows = np.zeros((8, 8)) if past is None else past, []
    for query, key, value in zip(q, k, v, strict=True):
        S = S + 0.7 * np.outer(value - S @ key, key)
        rows.append(S @ query)
    return np.array(rows), S


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
    "prefix": (prefix, {}),
    "latent": (lambda X: latent(X)[0], {"causal": True, "piece": latent}),
    "kernel": (lambda X: kernel(X)[0], {"causal": True, "piece": kernel}),
    "delta": (lambda X: delta(X)[0], {"causal": True, "piece": delta}),
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


class Mixer(nn.Module):
    """Causal, with four heads, padding and dropout; `mix` says what becomes of queries, keys and values."""

    def __init__(self, mix: Callable[..., Any]) -> None:
        super().__init__()
        self.mix, self.packed, self.out = mix, nn.Linear(16, 48), nn.Linear(16, 16)
        self.norm, self.drop = nn.RMSNorm(4), nn.Dropout(0.1)
        self.register_buffer("sink", torch.randn(4))

    def forward(self, x: Any, key_padding_mask: Any = None) -> Any:
        b, n, d = x.shape
        q, k, v = self.packed(x).view(b, n, 3, 4, 4).permute(2, 0, 3, 1, 4)
        hide = x.new_ones(n, n).triu(1).bool()[None, None]
        if key_padding_mask is not None:
            hide = hide | key_padding_mask[:, None, None]
        return self.out(self.drop(self.mix(self, q, k, v, hide)).transpose(1, 2).reshape(b, n, d))


def weights(scores: Any, hide: Any) -> Any:
    return scores.masked_fill(hide, torch.finfo(scores.dtype).min).softmax(-1)


def back(hide: Any) -> Any:
    """How many words each key stands behind its query."""
    places = torch.arange(hide.shape[-1])
    return places[:, None] - places


def with_sink(layer: Mixer, q: Any, k: Any, v: Any, hide: Any) -> Any:
    scores = (q @ k.mT / 2).masked_fill(hide | (back(hide) >= 3), -torch.inf)
    sink = layer.sink[None, :, None, None].expand(*scores.shape[:3], 1).to(scores)
    return torch.cat([scores, sink], -1).softmax(-1)[..., :-1] @ v


def differential(layer: Mixer, q: Any, k: Any, v: Any, hide: Any) -> Any:
    first, second = (
        weights(a @ b.mT, hide) for a, b in zip(q.chunk(2, -1), k.chunk(2, -1), strict=True)
    )
    return layer.norm((first - 0.3 * second) @ v)


def with_alibi(layer: Mixer, q: Any, k: Any, v: Any, hide: Any) -> Any:
    slopes = 0.5 ** torch.arange(4, dtype=q.dtype)[:, None, None]
    return weights(q @ k.mT / 2 - slopes * back(hide), hide) @ v


def by_flex(layer: Mixer, q: Any, k: Any, v: Any, hide: Any) -> Any:
    seen = lambda b, h, i, j: ~hide.expand(len(q), 1, -1, -1)[b, 0, i, j]  # noqa: E731
    n = q.shape[2]
    block = flex.create_block_mask(seen, len(q), None, n, n, device="cpu")
    return flex.flex_attention(*(x.contiguous() for x in (q, k, v)), block_mask=block)


def first_seen(layer: Mixer, q: Any, k: Any, v: Any, hide: Any) -> Any:
    far = (back(hide) >= 3) & (torch.arange(hide.shape[-1]) >= 2)
    return weights(q @ k.mT / 2, hide | far) @ v


MIXES: dict[str, Callable[..., Any]] = {
    "a learned sink and a window": with_sink,
    "differential": differential,
    "FlexAttention": by_flex,
    "ALiBi of four heads": with_alibi,
    "norms of queries and keys, a soft cap": lambda layer, q, k, v, hide: (
        weights(5 * torch.tanh(layer.norm(q) @ layer.norm(k).mT / 5), hide) @ v
    ),
    "sigmoid": lambda layer, q, k, v, hide: (
        torch.sigmoid(q @ k.mT / 2 - 2).masked_fill(hide, 0) @ v
    ),
    "cosine": lambda layer, q, k, v, hide: (
        weights(
            5 * nn.functional.normalize(q, dim=-1) @ nn.functional.normalize(k, dim=-1).mT, hide
        )
        @ v
    ),
    "block-sparse": lambda layer, q, k, v, hide: (
        weights(q @ k.mT / 2, hide | ((back(hide) >= 2) & (back(hide) % 3 > 0))) @ v
    ),
    "queries that are keys": lambda layer, q, k, v, hide: weights(k @ k.mT / 2, hide) @ v,
}


class Scan(nn.Module):
    """A short convolution and a state that decays, as in Mamba."""

    def __init__(self) -> None:
        super().__init__()
        self.wide, self.conv, self.steps = (
            nn.Linear(8, 16),
            nn.Conv1d(8, 8, 4, groups=8),
            nn.Linear(8, 8),
        )
        self.B, self.C, self.out = nn.Linear(8, 4), nn.Linear(8, 4), nn.Linear(8, 8)

    def forward(self, x: Any, past: Any = None) -> Any:
        u, gate = self.wide(x).chunk(2, -1)
        left, state = (u.new_zeros(len(u), 3, 8), 0) if past is None else past
        whole = torch.cat([left, u], 1)
        u = nn.functional.silu(self.conv(whole.mT).mT)
        step, B, C, rows = nn.functional.softplus(self.steps(u)), self.B(u), self.C(u), []
        for i in range(x.shape[1]):
            decay = torch.exp(-step[:, i, :, None] * torch.arange(1, 5).to(x))
            state = decay * state + (step[:, i] * u[:, i])[..., None] * B[:, i, None]
            rows.append((state * C[:, i, None]).sum(-1) + u[:, i])
        return self.out(torch.stack(rows, 1) * nn.functional.silu(gate)), (whole[:, -3:], state)


class Convolution(nn.Module):
    """A gated causal convolution; padding is made zero before and after."""

    def __init__(self) -> None:
        super().__init__()
        self.up, self.down = nn.Linear(8, 16, bias=False), nn.Linear(8, 8)
        self.conv = nn.Conv1d(8, 8, 3, groups=8, bias=False)

    def forward(self, x: Any, key_padding_mask: Any = None) -> Any:
        if key_padding_mask is not None:
            x = x.masked_fill(key_padding_mask[..., None], 0)
        rows, gate = self.up(x).chunk(2, -1)
        return self.down(self.conv(nn.functional.pad(rows.mT, (2, 0))).mT * torch.sigmoid(gate))


class Experts(nn.Module):
    """Attention, and then two of four experts for each word."""

    def __init__(self) -> None:
        super().__init__()
        self.norm, self.router = nn.RMSNorm(16), nn.Linear(16, 4)
        self.attend = nn.MultiheadAttention(16, 2, batch_first=True)
        self.experts = nn.ModuleList(nn.Linear(16, 16) for _ in range(4))

    def forward(self, x: Any, key_padding_mask: Any = None) -> Any:
        h, n = self.norm(x), x.shape[1]
        mask = torch.ones(n, n).triu(1).bool()
        masks = {"attn_mask": mask, "key_padding_mask": key_padding_mask, "need_weights": False}
        x = x + self.attend(h, h, h, **masks)[0]
        share, chosen = self.router(x).softmax(-1).topk(2)
        parts = (
            (share * (chosen == i)).sum(-1, keepdim=True) * f(x) for i, f in enumerate(self.experts)
        )
        return x + sum(parts)


class Reader(nn.Module):
    """Cross-attention to a memory that stays the same."""

    def __init__(self) -> None:
        super().__init__()
        self.attend = nn.MultiheadAttention(16, 2, batch_first=True)
        self.memory = nn.Parameter(torch.randn(1, 5, 16))

    def forward(self, x: Any) -> Any:
        memory = self.memory.expand(len(x), -1, -1)
        return self.attend(x, memory, memory, need_weights=False)[0]


class Clocks(nn.Module):
    """RoPE whose turns are a buffer of complex numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.packed = nn.Linear(8, 24)
        angles = torch.arange(64)[:, None] * 0.5 ** torch.arange(4)
        self.register_buffer("turns", torch.polar(torch.ones(64, 4), angles))

    def forward(self, x: Any, key_padding_mask: Any = None) -> Any:
        q, k, v = self.packed(x).chunk(3, -1)
        q, k = (self.turned(rows) for rows in (q, k))
        hide = x.new_ones(x.shape[1], x.shape[1]).triu(1).bool()
        if key_padding_mask is not None:
            hide = hide | key_padding_mask[:, None]
        return weights(q @ k.mT, hide) @ v

    def turned(self, rows: Any) -> Any:
        wide = rows.double() if rows.dtype == torch.float64 else rows.float()
        pairs = torch.view_as_complex(wide.view(*rows.shape[:2], 4, 2))
        return torch.view_as_real(pairs * self.turns[: rows.shape[1]]).flatten(2).to(rows)


OTHERS: dict[str, tuple[Callable[[], Any], dict[str, Any]]] = {
    **{name: (partial(Mixer, mix), {}) for name, mix in MIXES.items()},
    "first words as sinks": (lambda: Mixer(first_seen), {"shifts": False}),
    "bfloat16": (lambda: Mixer(with_alibi).bfloat16(), {}),
    "scan": (Scan, {"piece": lambda module, X, past: module(X, past)}),
    "GRU": (lambda: nn.GRU(8, 8, batch_first=True), {"width": 8}),
    "convolution": (Convolution, {}),
    "experts": (Experts, {}),
    "memory": (Reader, {}),
    "clocks": (Clocks, {}),
}
"""Layers of other kinds, all of them causal."""


def examined_function(make: str) -> Report:
    """Examine one of `NUMPY`."""
    function, told = NUMPY[make]
    return examine(function, **told)


def examined_module(make: str) -> Report:
    """Examine one of `TORCH`, with the same weights each time."""
    torch.manual_seed(0)
    module, told = TORCH[make]
    return examine(module(), **told)


def examined_other(make: str, seed: int, scale: float) -> Report:
    """Examine one of `OTHERS`, with its numbers made larger or smaller."""
    torch.manual_seed(seed)
    module, adapters = OTHERS[make]
    layer = module()
    with torch.no_grad():
        for weight in layer.parameters():
            weight *= scale
    return examine(layer, causal=True, **adapters)
