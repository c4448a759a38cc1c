"""The empty page of lesson 5: causal attention with heads, for a batch."""

import numpy as np

from checks.facts import Facts, near


def matrix(rng, d_model):
    return rng.normal(size=(d_model, d_model)) / np.sqrt(d_model)


def causal_heads(
    X: "batch n d_model", W_q: matrix, W_k: matrix, W_v: matrix, W_o: matrix, num_heads
):
    batch, n, d_model = X.shape
    queries, keys, values = (
        (X @ W).reshape(batch, n, num_heads, -1).swapaxes(1, 2) for W in (W_q, W_k, W_v)
    )
    scaled = queries @ keys.swapaxes(2, 3) / np.sqrt(d_model // num_heads)
    hidden = np.where(np.tri(n, dtype=bool), scaled, -np.inf)
    exponentials = np.exp(hidden - hidden.max(axis=-1, keepdims=True))
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    output = (weights @ values).swapaxes(1, 2).reshape(X.shape) @ W_o
    return output


TASK = Facts(
    redrawn=3,
    practises=("cut tokens into heads",),
    cases={
        "2 sentences of 4 tokens, 3 heads": dict(batch=2, n=4, d_model=6, num_heads=3),
        "3 sentences of 3 tokens, 3 heads": dict(batch=3, n=3, d_model=9, num_heads=3),
        "a single sentence, one head": dict(batch=1, n=5, d_model=4, num_heads=1),
        "5 sentences of 2 tokens": dict(batch=5, n=2, d_model=4, num_heads=2),
        "float32 arrays": dict(batch=2, n=6, d_model=8, num_heads=4, dtype="float32"),
        "words far from 0": {
            **dict(batch=2, n=3, d_model=4, num_heads=2),
            "X": lambda rng: 1000 + rng.normal(size=(2, 3, 4)),
        },
    },
    valid=lambda X, W_q, W_k, W_v, W_o, num_heads: X.ndim == 3 and X.shape[-1] % num_heads == 0,
    asks="Which of its parts can you test alone, on numbers that you know?",
    holds={
        "The output has the shape of X.": lambda X, output: output.shape == X.shape,
        "The first token sees itself alone, so its output is X[:, 0] @ W_v @ W_o.": lambda X, W_v, W_o, output: (
            near(output[:, 0], X[:, 0] @ W_v @ W_o)
        ),
    },
)
