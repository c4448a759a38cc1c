"""Tokens, and the matrices of several heads."""

from typing import Any

import numpy as np

THREE_HEADS = {"n": 3, "num_heads": 3, "d_head": 2}
STAGES = {
    "what a single head computes": {"n": 3, "num_heads": 1, "d_head": 4, "W_o": np.eye(4)},
    "what changes with several heads": {**THREE_HEADS, "W_o": np.eye(6)},
    "the product with W_o": THREE_HEADS,
}


def tokens(rng: np.random.Generator, n: int, num_heads: int, d_head: int) -> Any:
    """Draw tokens that are as wide as all heads together: (n, num_heads * d_head)."""
    return rng.normal(size=(n, num_heads * d_head))


def matrix_per_head(rng: np.random.Generator, num_heads: int, d_head: int) -> Any:
    """Draw a matrix for each head: (num_heads, d_model, d_head)."""
    return rng.normal(size=(num_heads, num_heads * d_head, d_head)) / np.sqrt(d_head)


def square(rng: np.random.Generator, num_heads: int, d_head: int) -> Any:
    """Draw a matrix for all heads: (d_model, d_model)."""
    d_model = num_heads * d_head
    return rng.normal(size=(d_model, d_model)) / np.sqrt(d_head)


def _first_column_far_apart(rng: np.random.Generator) -> Any:
    return np.column_stack([[19.0, -21.0, 1.0], 19 + rng.normal(size=3) / 10])


FAR_APART = {
    "num_heads": 2,
    "d_head": 1,
    "X": _first_column_far_apart,
    "W_q": np.array([[[1.0], [0.0]]] * 2),
    "W_k": np.array([[[0.0], [1.0]]] * 2),
}
"""The case of scores that are products of the first column with the second: about 360 and -400."""
