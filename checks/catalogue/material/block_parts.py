"""Small parts for building a block. Each has a different effect, so that mix-ups show."""

from typing import Any

import numpy as np

from attnlib import attention
from attnlib.block import layer_norm, relu


def mean_so_far(X: Any) -> Any:
    """Each row gets the mean of the rows up to it."""
    places = np.arange(1, X.shape[-2] + 1)[:, None]
    return np.cumsum(X, axis=-2) / places


def halved(X: Any) -> Any:
    """Half of each number."""
    return X / 2


def squares(X: Any) -> Any:
    """The square of each number."""
    return X * X


def shortened(X: Any) -> Any:
    """Each row divided by 1 plus its largest size."""
    return X / (1 + np.abs(X).max(axis=-1, keepdims=True))


def bent(X: Any) -> Any:
    """Tanh of each number, so all are between -1 and 1."""
    return np.tanh(X)


def attention_to_all(X: Any) -> Any:
    """Attention with X for queries, keys and values."""
    return attention(X, X, X)[0]


def feed_forward_of_one(X: Any) -> Any:
    """relu(2 x - 1) of each number."""
    return relu(2 * X - 1)


def plain_norm(X: Any) -> Any:
    """Layer norm without gain and shift."""
    return layer_norm(X)


def louder_norm(X: Any) -> Any:
    """Layer norm with a gain of 2 and a shift of 0.5."""
    return 2 * layer_norm(X) + 0.5


def nothing(X: Any) -> Any:
    """Zeros."""
    return 0 * X


def nothing_either(X: Any) -> Any:
    """Zeros, too."""
    return 0 * X


def itself(X: Any) -> Any:
    """X, as it came."""
    return X


SIMPLE = {"attend": mean_so_far, "feed": squares, "norm_1": shortened, "norm_2": bent}
REAL = {
    "attend": attention_to_all,
    "feed": feed_forward_of_one,
    "norm_1": plain_norm,
    "norm_2": louder_norm,
}
SILENT = {**SIMPLE, "attend": nothing, "feed": nothing_either}
HALVING = dict.fromkeys(("attend", "feed", "norm_1", "norm_2"), halved)
UNCHANGED = dict.fromkeys(HALVING, itself)
