"""Small losses: functions from an array to one number, whose slopes a check asks for.

They are plain functions, and every check calls them again.
"""

from typing import Any

import numpy as np


def total_of_squares(x: Any) -> Any:
    """Add up the squares of all numbers."""
    return (x**2).sum()


def total_of_cubes(x: Any) -> Any:
    """Add up the cubes of all numbers."""
    return (x**3).sum()


def square_of_total(x: Any) -> Any:
    """Add up all numbers, and square the sum."""
    return x.sum() ** 2


def squares_of_row_totals(x: Any) -> Any:
    """Add up each row, square the sums, and add them up."""
    return (x.sum(axis=-1) ** 2).sum()


def product_of_neighbours(x: Any) -> Any:
    """Multiply each number by the next one, and add up."""
    flat = x.ravel()
    return (flat[1:] * flat[:-1] ** 2).sum()


def weighted_waves(x: Any) -> Any:
    """Add up the sines of all numbers, each times its place, counted from 1."""
    flat = x.ravel()
    return (np.sin(flat) * np.arange(1, flat.size + 1)).sum()


def log_of_exponentials(x: Any) -> Any:
    """Take the logarithm of the sum of all exponentials, as cross-entropy does."""
    return np.log(np.exp(x).sum())


def cubes_minus_last(x: Any) -> Any:
    """Add up the cubes, and multiply the sum by the last number."""
    return (x**3).sum() * x.ravel()[-1]
