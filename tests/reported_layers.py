"""Ten bugs from public reports, each a switch of a small layer that is healthy without it."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from attnlib.relative_positions import rotate
from attnlib.softmax import softmax
from attnprobes import exchanged_heads

HEADS, KEY_HEADS, SIZE, WINDOW = 4, 2, 4, 3
HIDDEN = np.finfo(np.float64).min
Made = tuple[Any, dict[str, Any]]
"""A layer, and what `examine` is told of it."""


class Size(NamedTuple):
    """How the numbers of a layer are drawn."""

    width: int = 8
    seed: int = 0
    scale: float = 1.0

    def matrix(self, rows: int, columns: int, number: int) -> Any:
        rng = np.random.default_rng([self.seed, number])
        return rng.normal(size=(rows, columns)) * self.scale / rows**0.5


class Attention:
    """Attention as servers run it: in batches, with padding, a cache and shared keys.

    `layer(X, past, real)` takes rows (batch, n, width), and returns rows and the new past.
    """

    def __init__(self, size: Size, bug: str, kind: str = "RoPE", near: bool = False) -> None:
        sizes = [HEADS * SIZE, KEY_HEADS * SIZE, KEY_HEADS * SIZE]
        self.weights = [size.matrix(size.width, columns, i) for i, columns in enumerate(sizes)]
        self.weights.append(size.matrix(HEADS * SIZE, size.width, 3))
        self.bug, self.kind, self.near = bug, kind, near

    def __call__(self, X: Any, past: Any = None, real: Any = None) -> tuple[Any, Any]:
        W_q, W_k, W_v, W_o = self.weights
        known = np.ones(X.shape[:2], bool) if real is None else real
        old = 0 if past is None else past[2].shape[1]
        known = known if past is None else np.concatenate([past[2], known], axis=1)
        rows = self.normed(X) if self.kind == "norm" else X
        q, k, v = (self.split(rows @ W) for W in (W_q, W_k, W_v))
        if self.kind == "RoPE":
            q, k = (self.turned(x, known, old) for x in (q, k))
        if past is not None:
            k, v = np.concatenate([past[0], k], axis=2), np.concatenate([past[1], v], axis=2)
        scores = q @ self.shared(k).swapaxes(2, 3) / SIZE**0.5
        if self.kind == "ALiBi":
            places = np.arange(X.shape[1] if self.bug == "bias" else known.shape[1])
            scores = scores + places * 0.5 ** np.arange(HEADS)[:, None, None]
        scores = np.where(self.hidden(known, old, real is not None), HIDDEN, scores)
        mixed = (softmax(scores) @ self.shared(v)).swapaxes(1, 2)
        return mixed.reshape(*X.shape[:2], HEADS * SIZE) @ W_o, (k, v, known)

    def normed(self, X: Any) -> Any:
        axes = (1, 2) if self.bug == "norm" else 2
        return X / np.sqrt(np.mean(X * X, axis=axes, keepdims=True) + 1e-6)

    def split(self, rows: Any) -> Any:
        return rows.reshape(*rows.shape[:2], -1, SIZE).swapaxes(1, 2)

    def turned(self, rows: Any, known: Any, old: int) -> Any:
        places = np.maximum(known.cumsum(axis=1) - 1, 0)[:, old:]
        if self.bug == "positions" and old:
            places = np.broadcast_to(np.arange(old, known.shape[1]), places.shape)
        return np.stack([rotate(text, there) for text, there in zip(rows, places, strict=True)])

    def shared(self, rows: Any) -> Any:
        times = HEADS // KEY_HEADS
        return np.tile(rows, (1, times, 1, 1)) if self.bug == "groups" else rows.repeat(times, 1)

    def hidden(self, known: Any, old: int, masked: bool) -> Any:
        row, column = np.arange(old, known.shape[1])[:, None], np.arange(known.shape[1])
        sees_all = masked if self.bug == "causal" else self.kind == "whole texts"
        hidden = (column > row) & (not sees_all)
        if self.near:
            last = row - old if self.bug == "window" else row
            hidden = hidden | (column <= last - WINDOW)
        hidden = np.broadcast_to(hidden, (len(known), *hidden.shape)) | ~known[:, None]
        many = np.tile(hidden, (HEADS, 1, 1)) if self.bug == "tiled" else hidden.repeat(HEADS, 0)
        return many.reshape(len(known), HEADS, *hidden.shape[1:])


class Gated:
    """A sum whose share of the past a gate decides. `layer(X, real)` takes (batch, n, width)."""

    def __init__(self, size: Size, bug: str) -> None:
        self.bug, width = bug, size.width
        self.values, self.gate = size.matrix(width, width, 0), size.matrix(width, width, 1)

    def __call__(self, X: Any, real: Any = None) -> Any:
        V, decay = X @ self.values, 1 / (1 + np.exp(-X @ self.gate))
        if real is not None and (self.bug != "batch of one" or len(X) > 1):
            V = np.where(real[..., None], V, 0)
            decay = decay if self.bug == "decay" else np.where(real[..., None], decay, 1)
        state, rows = 0, []
        for i in range(X.shape[1]):
            state = decay[:, i] * state + V[:, i]
            rows.append(state)
        return np.stack(rows, axis=1)


def served(layer: Attention, size: Size, **more: Any) -> Made:
    """Say how attention is padded, and how it reads in pieces."""

    def piece(X: Any, past: Any, real: Any = None) -> Any:
        rows, past = layer(X[None], past, None if real is None else real[None])
        return rows[0], past

    known = {"width": size.width, "batched": True, "causal": layer.kind != "whole texts", **more}
    padded = lambda X, real: layer(X, real=real)[0]  # noqa: E731
    return lambda X: layer(X)[0], {**known, "padded": padded, "piece": piece}


def attention(size: Size, bug: str, kind: str = "RoPE", near: bool = False) -> Made:
    return served(Attention(size, bug, kind, near), size)


def whole_texts(size: Size, bug: str) -> Made:
    layer, known = attention(size, bug, "whole texts")
    return layer, {**known, "piece": None}


def two_paths(size: Size, bug: str) -> Made:
    layer = Attention(size, "", near=True)
    other = Attention(size, "", near=bug != "wider")
    return served(layer, size, other=lambda X: other(X)[0])


def grouped(size: Size, bug: str) -> Made:
    layer, other = Attention(size, bug), Attention(size, bug)
    other.weights = [*exchanged_heads(*layer.weights, HEADS, KEY_HEADS)]
    return served(layer, size, exchanged=lambda X: other(X)[0])


def gated(size: Size, bug: str) -> Made:
    layer = Gated(size, bug)
    return layer, {"width": size.width, "batched": True, "causal": True, "padded": layer}


class Reported(NamedTuple):
    """A bug under its name in `attnprobes.known`, and the probe that must name it."""

    name: str
    probe: str
    bug: str
    make: Callable[[Size, str], Made]


REPORTED = [
    Reported(
        "window counted from where the piece begins",
        "cache",
        "window",
        lambda size, bug: attention(size, bug, near=True),
    ),
    Reported("a window one word wider on one path", "fused", "wider", two_paths),
    Reported(
        "the mask of another text",
        "beside a shorter text",
        "tiled",
        lambda size, bug: attention(size, bug, "none"),
    ),
    Reported("padding skipped for a batch of one", "left padding", "batch of one", gated),
    Reported("causal unless there is a mask", "masks", "causal", whole_texts),
    Reported(
        "distances of the new words alone",
        "cache",
        "bias",
        lambda size, bug: attention(size, bug, "ALiBi"),
    ),
    Reported("padding lets a state decay", "gap", "decay", gated),
    Reported(
        "behind padding, positions come from the length of the cache",
        "padding and cache",
        "positions",
        attention,
    ),
    Reported("keys of a group in the order of another", "heads", "groups", grouped),
    Reported(
        "a norm over all words",
        "future",
        "norm",
        lambda size, bug: attention(size, bug, "norm"),
    ),
]
