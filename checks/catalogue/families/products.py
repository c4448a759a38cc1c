"""Products that are summed along the wrong axis, or not at all."""

from typing import Any

import numpy as np

from checks.family import Family
from checks.mistake import Mistake


def _products(scores: Any, Q: Any, K: Any) -> Any:
    """Multiply one query, or every query, with every key; the products still have to be summed."""
    return Q * K if Q.ndim == 1 else Q[..., :, None, :] * K[..., None, :, :]


PRODUCTS = Family(
    "products",
    {"sum": lambda scores, Q, K: scores(Q, K)},
    (
        Mistake(
            "products-not-summed",
            "The products are made, but never added up.",
            "What does a dot product do after it has multiplied?",
        ).by(
            {"products.sum": _products}, {"output.mix": lambda weights, K, V: weights[:, None] * V}
        ),
    ),
)

ONE_ROW = Family(
    PRODUCTS.name,
    PRODUCTS.steps,
    (
        Mistake(
            "summed-over-wrong-axis",
            "The products are added up along the wrong axis.",
            "Which axis should the sum make disappear?",
        ).by(
            {"products.sum": lambda scores, Q, K: np.sum(Q * K, axis=0)},
            {"output.mix": lambda weights, K, V: np.sum(weights[:, None] * V, axis=1)},
        ),
        Mistake(
            "summed-over-everything",
            "All products are added up to a single number.",
            "How many results does the exercise ask for, and which axis gives them?",
        ).by(
            {"products.sum": lambda scores, Q, K: np.sum(Q * K)},
            {"output.mix": lambda weights, K, V: np.sum(weights[:, None] * V)},
        ),
        *PRODUCTS.mistakes,
    ),
)
