"""Small functions from rows to rows: some let a later row change an earlier output, some do not.

Each reacts to large and small changes of a row in the same way, so that every sound method of
looking for a leak gives the same answer. They are plain functions, and every check calls them
again.
"""

from typing import Any

import numpy as np


def running_average(X: Any) -> Any:
    """Average each row with those before it."""
    return np.cumsum(X, axis=0) / np.arange(1, len(X) + 1)[:, None]


def masked_attention(X: Any) -> Any:
    """Attend to the rows so far."""
    return _attended(X, np.tri(len(X), dtype=bool))


def full_attention(X: Any) -> Any:
    """Attend to every row."""
    return _attended(X, True)


def _attended(X: Any, visible: Any) -> Any:
    scores = np.where(visible, X @ X.T / np.sqrt(X.shape[1]), -np.inf)
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ X


def each_row_doubled(X: Any) -> Any:
    """Look at nothing but the row itself."""
    return 2 * X


def row_before(X: Any) -> Any:
    """Hand on the previous row; there is none before the first."""
    return np.vstack([np.zeros_like(X[:1]), X[:-1]])


def first_row_for_all(X: Any) -> Any:
    """Repeat the first row."""
    return np.repeat(X[:1], len(X), axis=0)


def total_without_later_rows(X: Any) -> Any:
    """Compute a running average with rounding errors that depend on the later rows."""
    raised = (X + 10) / 3
    later = np.cumsum(raised[::-1], axis=0)[::-1] - raised
    counts = np.arange(1, len(X) + 1)[:, None]
    return (raised.sum(axis=0) - later) / counts * 3 - 10


def running_sum_over_n(X: Any) -> Any:
    """Divide a running sum by the number of rows, which no row can change."""
    return np.cumsum(X, axis=0) / len(X)


def average_of_all(X: Any) -> Any:
    """Give every row the average of all."""
    return np.repeat(X.mean(axis=0, keepdims=True), len(X), axis=0)


def last_row_added(X: Any) -> Any:
    """Add the last row to every row."""
    return X + X[-1]


def next_row_into_first(X: Any) -> Any:
    """Average the rows so far, but let the second row into the first."""
    return running_average(X) + _only(0, X) * X[:2][-1]


def last_row_into_first(X: Any) -> Any:
    """Average the rows so far, but take the last row away from the first."""
    return running_average(X) - _only(0, X) * X[-1]


def last_row_into_its_neighbour(X: Any) -> Any:
    """Average the rows so far, but take the last row away from the one before it."""
    return running_average(X) - _only(len(X) - 2, X) * X[-1]


def _only(row: int, X: Any) -> Any:
    return (np.arange(len(X)) == row)[:, None]


def row_after_next(X: Any) -> Any:
    """Add to each row the one two places later, where there is one."""
    return X + np.vstack([X[2:], np.zeros_like(X[:2])])


def last_column_of_later_rows(X: Any) -> Any:
    """Add, to every number of a row, the last column of the rows after it."""
    return running_average(X) + _later(X)[:, -1:]


def opposite_columns(X: Any) -> Any:
    """Add later rows to the even columns and subtract them from the odd ones."""
    signs = (-1.0) ** np.arange(X.shape[1])
    return running_average(X) + _later(X)[:, :1] * signs


def last_number_into_first(X: Any) -> Any:
    """Average the rows so far, but let the very last number into the first row."""
    return running_average(X) + _only(0, X) * X[-1, -1]


def weak_leak(X: Any) -> Any:
    """Add a thousandth of the later rows."""
    return running_average(X) + 1e-3 * _later(X)


def strong_leak(X: Any) -> Any:
    """Add ten times the later rows."""
    return running_average(X) + 10 * _later(X)


def fast_wave(X: Any) -> Any:
    """Add a wave of all rows, so fast that the smallest change of any row moves it."""
    return running_average(X) + 10 * np.sin(1e10 * X).sum(axis=0)


def sum_of_rest(X: Any) -> Any:
    """Add up each row and those after it."""
    return X + _later(X)


def _later(X: Any) -> Any:
    return np.vstack([np.cumsum(X[:0:-1], axis=0)[::-1], np.zeros_like(X[:1])])
