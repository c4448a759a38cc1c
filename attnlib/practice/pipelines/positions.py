"""Waves over positions, and the matrix that moves them on, step by step."""

from typing import Any

import numpy as np


def sinusoidal_encoding(step: Any, n: int, d_model: int) -> Any:
    """(n, d_model): even columns sine, odd columns cosine."""
    columns = np.arange(step.width(d_model))
    angles = step.positions(n)[:, None] * _rates(step, columns, d_model)
    even, odd = step.waves
    return step.arrange(even(angles[:, 0::2]), odd(angles[:, 1::2]))


def shift_matrix(step: Any, k: int, d_model: int) -> Any:
    """(d_model, d_model): each pair of columns turns by k times its frequency."""
    angles = step.turn(step.distance(k) * _rates(step, np.arange(d_model), d_model))
    first, second = np.arange(0, d_model, 2), np.arange(1, d_model, 2)
    matrix = np.diag(np.cos(angles))
    matrix[first, second] = np.sin(angles[first])
    matrix[second, first] = step.sign * np.sin(angles[second])
    return step.place(matrix)


def sines_first(array: Any) -> Any:
    """Columns of pairs, in another order: the first of all pairs, then the second of all."""
    return np.concatenate([array[..., 0::2], array[..., 1::2]], axis=-1)


def _rates(step: Any, columns: Any, d_model: int) -> Any:
    return step.base ** -step.exponent(columns, d_model)


def _side_by_side(even: Any, odd: Any) -> Any:
    encoding = np.empty((len(even), even.shape[1] + odd.shape[1]))
    encoding[:, 0::2], encoding[:, 1::2] = even, odd
    return encoding


_RATES: dict[str, Any] = {
    "base": 10000.0,
    "exponent": lambda columns, d_model: 2 * (columns // 2) / d_model,
}

ENCODING_STEPS: dict[str, Any] = {
    **_RATES,
    "width": lambda d_model: d_model,
    "positions": lambda n: np.arange(n),
    "waves": (np.sin, np.cos),
    "arrange": _side_by_side,
}

SHIFT_STEPS: dict[str, Any] = {
    **_RATES,
    "distance": lambda k: k,
    "turn": lambda angles: angles,
    "sign": -1,
    "place": lambda matrix: matrix,
}
