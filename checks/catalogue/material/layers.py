"""Small layers for probes to examine: some are healthy, others have one defect.

They are plain functions, and every check calls them again. All have the same name, so that only a
call can tell them apart.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

Layer = Callable[..., Any]


def named_alike(layer: Layer) -> Layer:
    """Give a layer the name that all layers share."""
    layer.__name__ = "layer"
    return layer


def draw_rows(rng: np.random.Generator, n: int, d: int) -> Any:
    """Draw numbers (n, d) with two decimals, with both signs in every row and column."""
    signs = (-1.0) ** (np.arange(n)[:, None] + np.arange(d))
    return rng.integers(40, 120, size=(n, d)) / 100 * signs


# Layers with W_o: from X (n, d) and W_o (WIDTH, d) to new rows (n, d).

WIDTH = 6


def _mixed(X: Any, W_o: Any) -> Any:
    """Compute what a layer adds to the stream: a running average of hidden numbers, times W_o."""
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
    return X + _mixed(X, W_o * (1 - np.eye(*W_o.shape)))


@named_alike
def projection_centred(X: Any, W_o: Any) -> Any:
    """Subtract the mean of each column of W_o first."""
    return X + _mixed(X, W_o - W_o.mean(axis=0))


# Layers with a cache: from X (n, d) and what the last call kept, or None, to new rows (n, d) and
# what to keep.


def _attended(X: Any, keys: Any, visible: Any) -> Any:
    """Let the rows of X attend to the visible keys, sharply, so that each key matters."""
    scores = np.where(visible, X @ keys.T, -np.inf)
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True, initial=-1e9))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ keys


def _joined(past: Any, X: Any) -> tuple[int, Any]:
    """Return how many rows came before, and all rows so far."""
    return (0, X.copy()) if past is None else (len(past), np.concatenate([past, X]))


def _causal(start: int, n: int) -> Any:
    return np.tri(n, start + n, k=start, dtype=bool)


@named_alike
def causal_attention(X: Any, past: Any) -> Any:
    """Attend to all rows so far."""
    start, rows = _joined(past, X)
    return _attended(X, rows, _causal(start, len(X))), rows


@named_alike
def running_average(X: Any, past: Any) -> Any:
    """Average all rows so far, and keep their sum and their number."""
    total, many = (np.zeros(X.shape[1]), 0) if past is None else past
    sums = total + np.cumsum(X, axis=0)
    counts = many + np.arange(1, len(X) + 1)
    return sums / counts[:, None], (total + X.sum(axis=0), many + len(X))


@named_alike
def each_row_alone(X: Any, past: Any) -> Any:
    """Double each row, and keep nothing."""
    return 2 * X, None


@named_alike
def row_before(X: Any, past: Any) -> Any:
    """Add the row before, and keep the last one."""
    before = np.zeros((1, X.shape[1])) if past is None else past
    rows = np.concatenate([before, X])
    return X + rows[:-1], rows[-1:]


@named_alike
def places_added(X: Any, past: Any) -> Any:
    """Add to each row its place, and keep how many there were."""
    start = 0 if past is None else past
    return X + _places(X, start), start + len(X)


@named_alike
def mask_at_top_left(X: Any, past: Any) -> Any:
    """Attend as if nothing came before: the mask starts at the first key."""
    _, rows = _joined(past, X)
    return _attended(X, rows, np.tri(len(X), len(rows), dtype=bool)), rows


@named_alike
def mask_forgotten(X: Any, past: Any) -> Any:
    """Attend to all rows of a piece, earlier and later ones, once there is a cache."""
    start, rows = _joined(past, X)
    return _attended(X, rows, _causal(start, len(X)) | (start > 0)), rows


@named_alike
def no_mask(X: Any, past: Any) -> Any:
    """Attend to earlier and later rows, whenever they are there."""
    _, rows = _joined(past, X)
    return _attended(X, rows, np.full((len(X), len(rows)), True)), rows


@named_alike
def newest_piece_kept(X: Any, past: Any) -> Any:
    """Attend to all rows so far, but keep those of the newest piece alone."""
    start, rows = _joined(past, X)
    return _attended(X, rows, _causal(start, len(X))), X.copy()


@named_alike
def places_restart(X: Any, past: Any) -> Any:
    """Add to each row its place, counted from 0 in every piece."""
    return X + _places(X, 0), len(X)


@named_alike
def places_one_too_far(X: Any, past: Any) -> Any:
    """Add to each row its place, one too large behind a cache."""
    start = 0 if past is None else past
    return X + _places(X, start + (start > 0)), start + len(X)


@named_alike
def places_one_too_near(X: Any, past: Any) -> Any:
    """Add to each row its place, one too small behind a cache."""
    start = 0 if past is None else past
    return X + _places(X, start - (start > 0)), start + len(X)


@named_alike
def first_row_of_a_piece(X: Any, past: Any) -> Any:
    """Add the row before, but lose it where a piece begins."""
    rows = np.concatenate([np.zeros((1, X.shape[1])), X])
    return X + rows[:-1], rows[-1:]


@named_alike
def lost_after_four(X: Any, past: Any) -> Any:
    """Average all rows so far, but lose the sum once it holds four."""
    (rows, past), many = running_average(X, past), 0 if past is None else past[1]
    return rows, (past[0] * (many + len(X) < 4), many + len(X))


@named_alike
def slightly_off(X: Any, past: Any) -> Any:
    """Add a ten-thousandth behind a cache."""
    return X + 0.0001 * (past is not None), True


@named_alike
def barely_off(X: Any, past: Any) -> Any:
    """Add so little behind a cache that it is rounding."""
    return X + 1e-12 * (-1 if past is None else 1), True


@named_alike
def opposite_columns(X: Any, past: Any) -> Any:
    """Move a half from one column to the next, once there is a cache."""
    return X + 0.5 * (past is not None) * (-1.0) ** np.arange(X.shape[1]), True


@named_alike
def single_rows_differ(X: Any, past: Any) -> Any:
    """Add 1 to a row that comes alone, behind a cache."""
    return X + 1.0 * (past is not None and len(X) == 1), True


@named_alike
def longer_pieces_differ(X: Any, past: Any) -> Any:
    """Add 1 to the last row of a piece of two or more, behind a cache."""
    last = np.arange(len(X)) == len(X) - 1
    return X + (past is not None and len(X) > 1) * last[:, None], True


@named_alike
def divided_by_number(X: Any, past: Any) -> Any:
    """Divide all numbers by how many rows came together."""
    return X / len(X), None


@named_alike
def columns_divided(X: Any, past: Any) -> Any:
    """Divide all columns but the first by how many rows came together."""
    return X / np.where(np.arange(X.shape[1]) == 0, 1, len(X)), None


@named_alike
def last_row_marked(X: Any, past: Any) -> Any:
    """Add 1 to the last of the rows that came together."""
    return X + _only(len(X) - 1, X), None


@named_alike
def second_piece_reversed(X: Any, past: Any) -> Any:
    """Return the rows of a piece in reverse order, behind a cache."""
    return (X if past is None else X[::-1]).copy(), True


def _places(X: Any, start: int) -> Any:
    return np.arange(start, start + len(X))[:, None]
