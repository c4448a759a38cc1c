"""Small layers for probes to examine: some are healthy, some are sick in one place.

They are plain functions, which every check calls again. All have the same name, so that nothing but a
call tells them apart.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

Layer = Callable[..., Any]


def named_alike(layer: Layer) -> Layer:
    """Give a layer the name that all of them have."""
    layer.__name__ = "layer"
    return layer


# Layers with W_o: X (n, d) and W_o (WIDTH, d) to new rows (n, d).

WIDTH = 6


def _mixed(X: Any, W_o: Any) -> Any:
    """What a layer adds to the stream: a running average of hidden numbers, times W_o."""
    grid = np.cos(np.arange(X.shape[1] * WIDTH)).reshape(X.shape[1], WIDTH)
    hidden = np.tanh(X @ grid)
    return np.cumsum(hidden, axis=0) / np.arange(1, len(X) + 1)[:, None] @ W_o


def _normed(X: Any) -> Any:
    centred = X - X.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)


def _only(row: int, X: Any) -> Any:
    return (np.arange(len(X)) == row)[:, None]


@named_alike
def with_residual(X: Any, W_o: Any) -> Any:
    """Add what attention found to X."""
    return X + _mixed(X, W_o)


@named_alike
def with_rounding(X: Any, W_o: Any) -> Any:
    """Add what attention found to X, in parts that are rounded."""
    return (X / 3 + 0.1) + _mixed(X, W_o) + (X / 3 - 0.1) + X / 3


@named_alike
def pre_norm(X: Any, W_o: Any) -> Any:
    """Normalise what attention reads, and add to X itself."""
    return X + _mixed(_normed(X), W_o)


@named_alike
def added_to_itself(X: Any, W_o: Any) -> Any:
    """Add what attention found to itself, not to X."""
    x = _mixed(X, W_o)
    return x + x


@named_alike
def post_norm(X: Any, W_o: Any) -> Any:
    """Normalise the sum, so the stream never passes as it is."""
    return _normed(X + _mixed(X, W_o))


@named_alike
def residual_of_normed(X: Any, W_o: Any) -> Any:
    """Add to the normalised rows, not to X."""
    X = _normed(X)
    return X + _mixed(X, W_o)


@named_alike
def small_bias_added(X: Any, W_o: Any) -> Any:
    """Add a ten-thousandth to every number."""
    return X + _mixed(X, W_o) + 0.0001


@named_alike
def small_bias_taken(X: Any, W_o: Any) -> Any:
    """Take a ten-thousandth from every number."""
    return X + _mixed(X, W_o) - 0.0001


@named_alike
def first_row_lost(X: Any, W_o: Any) -> Any:
    """Forget the residual of the first row."""
    return X * ~_only(0, X) + _mixed(X, W_o)


@named_alike
def last_row_lost(X: Any, W_o: Any) -> Any:
    """Forget the residual of the last row."""
    return X * ~_only(len(X) - 1, X) + _mixed(X, W_o)


@named_alike
def middle_row_lost(X: Any, W_o: Any) -> Any:
    """Forget the residual of a row in the middle."""
    return X * ~_only(len(X) // 2, X) + _mixed(X, W_o)


@named_alike
def column_to_column(X: Any, W_o: Any) -> Any:
    """Move a half from one column to the next."""
    return X + _mixed(X, W_o) + 0.5 * (-1.0) ** np.arange(X.shape[1])


@named_alike
def rows_reversed(X: Any, W_o: Any) -> Any:
    """Add to the rows in reverse order."""
    return X[::-1] + _mixed(X, W_o)


@named_alike
def projection_ignored(X: Any, W_o: Any) -> Any:
    """Add what attention found without W_o."""
    return X + _mixed(X, np.cos(np.arange(W_o.size)).reshape(W_o.shape))


@named_alike
def nothing_added(X: Any, W_o: Any) -> Any:
    """Return X, whatever W_o is."""
    return X + 0 * W_o.sum()


@named_alike
def always_zero(X: Any, W_o: Any) -> Any:
    """Return zeros, whatever X and W_o are."""
    return 0 * X


@named_alike
def absolute_stream(X: Any, W_o: Any) -> Any:
    """Lose the signs of X."""
    return np.abs(X) + _mixed(X, W_o)


@named_alike
def residual_twice(X: Any, W_o: Any) -> Any:
    """Add X twice to what attention found."""
    return X + X + _mixed(X, W_o)


@named_alike
def diagonal_skipped(X: Any, W_o: Any) -> Any:
    """Leave the diagonal of W_o out."""
    return X + _mixed(X, W_o * ~np.eye(*W_o.shape, dtype=bool))


@named_alike
def projection_centred(X: Any, W_o: Any) -> Any:
    """Subtract the mean of each column of W_o first."""
    return X + _mixed(X, W_o - W_o.mean(axis=0))
