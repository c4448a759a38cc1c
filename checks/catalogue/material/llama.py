"""Tiny models of the shape of Llama: random weights of any sizes, tokens, and parts of their layers."""

from functools import partial
from typing import Any

import numpy as np

from attnlib.block import rms_norm, swiglu
from attnlib.heads import layer_attention
from attnlib.relative_positions import rotate

MATRICES = ("W_q", "W_k", "W_v", "W_o", "W_gate", "W_up", "W_down")
SIZES = {
    "V": 12,
    "d_model": 8,
    "d_ff": 12,
    "layers": 2,
    "num_heads": 4,
    "h_kv": 2,
    "d_head": 4,
    "loudness": 1,
}

Weights = dict[str, Any]


def model(**changed: Any) -> dict[str, Any]:
    """Give the sizes of a case: those of the usual model with 5 tokens, but for some."""
    return {**SIZES, "n": 5, **changed}


def small_model(
    rng: np.random.Generator,
    V: int,
    d_model: int,
    d_ff: int,
    layers: int,
    num_heads: int,
    h_kv: int,
    d_head: int,
    loudness: float,
) -> Weights:
    """Draw random weights of a model with so many layers; with a small loudness, eps matters."""
    wide, narrow = num_heads * d_head, h_kv * d_head
    rows = {"W_o": wide, "W_down": d_ff}
    columns = {"W_q": wide, "W_k": narrow, "W_v": narrow, "W_gate": d_ff, "W_up": d_ff}
    weights = {"embedding": loudness * rng.normal(size=(V, d_model))}
    for layer in range(layers):
        for name in MATRICES:
            shape = rows.get(name, d_model), columns.get(name, d_model)
            weights[f"{layer}.{name}"] = 1.5 * rng.normal(size=shape) / np.sqrt(shape[0])
        for name in ("norm_1", "norm_2"):
            weights[f"{layer}.{name}"] = rng.uniform(0.5, 2, size=d_model)
    return weights | {"norm": rng.uniform(0.5, 2, size=d_model)}


def cut(rows: Any, count: int) -> Any:
    """Turn (n, count * d_head) into heads (count, n, d_head)."""
    return rows.reshape(len(rows), count, -1).swapaxes(0, 1)


def turned_pairs(rows: Any, angles: Any) -> Any:
    """Turn neighbouring columns by (..., n, d_head / 2) angles."""
    pairs = (rows[..., 0::2] + 1j * rows[..., 1::2]) * np.exp(1j * angles)
    return np.stack([pairs.real, pairs.imag], axis=-1).reshape(rows.shape)


def turned_halves(rows: Any, angles: Any) -> Any:
    """Turn columns that are half a row apart."""
    first, second = np.split(rows, 2, axis=-1)
    pairs = (first + 1j * second) * np.exp(1j * angles)
    return np.concatenate([pairs.real, pairs.imag], axis=-1)


def layers_of(weights: Weights) -> list[Weights]:
    """List the arrays of each layer, under their names without its number."""
    numbers = range(sum(name.endswith(".W_q") for name in weights))
    return [
        {name.split(".")[1]: weights[name] for name in weights if name.startswith(f"{number}.")}
        for number in numbers
    ]


def fetched_by_heads(own: Weights, X: Any, num_heads: int) -> Any:
    """Compute what the heads of a layer fetch, side by side: (n, num_heads * d_head)."""
    turn = partial(rotate, positions=np.arange(len(X)), base=1e5)
    visible, rows = np.tri(len(X), dtype=bool), rms_norm(X, own["norm_1"])
    heads = layer_attention(rows, own, num_heads, visible, turn).steps.output
    return heads.swapaxes(0, 1).reshape(len(X), -1)


def after_feed_forward(own: Weights, X: Any) -> Any:
    """Add to the stream (n, d_model) what the feed-forward of a layer adds."""
    return X + swiglu(rms_norm(X, own["norm_2"]), own["W_gate"], own["W_up"], own["W_down"])
