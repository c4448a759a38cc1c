"""Waves of the wrong frequency, and paired columns that are not side by side."""

from typing import Any

import numpy as np

from checks.family import Family
from checks.mistake import Mistake


def rates(step: Any, columns: Any, d_model: int) -> Any:
    """Compute the radians per position for each column."""
    return step.waves.base ** -step.waves.exponent(columns, d_model)


def sines_first(array: Any) -> Any:
    """Reorder the columns: the first of each pair, then the second of each pair."""
    return np.concatenate([array[..., 0::2], array[..., 1::2]], axis=-1)


def _up_to_one(columns: Any, d_model: int) -> Any:
    last = max((d_model + 1) // 2 - 1, 1)
    return columns // 2 / last


WAVES = Family(
    "waves",
    {"base": 10000.0, "exponent": lambda columns, d_model: 2 * (columns // 2) / d_model},
    (
        Mistake(
            "sin-cos-concatenated",
            "All sines come first and all cosines after them, not in turns.",
            "Which column should stand beside the sine of a frequency?",
        ).by(
            {"encoding.arrange": lambda even, odd: np.concatenate([even, odd], axis=1)},
            {"shift.place": lambda matrix: sines_first(sines_first(matrix).T).T},
        ),
        Mistake(
            "sin-cos-swapped",
            "The even columns hold cosines and the odd columns sines.",
            "What should position 0 have in its first column?",
        ).by({"encoding.waves": (np.cos, np.sin)}),
        Mistake(
            "exponent-not-paired",
            "Each column has a frequency of its own, so no two are a pair.",
            "Which columns have to share a frequency?",
        ).by({"waves.exponent": lambda columns, d_model: columns / d_model}),
        Mistake(
            "exponent-doubled",
            "The exponent grows twice as fast: it ends near 2, not 1.",
            "Does your index count columns, or pairs that need a factor 2?",
        ).by(
            {"waves.exponent": lambda columns, d_model: 4 * (columns // 2) / d_model},
            {"waves.exponent": lambda columns, d_model: 2 * columns / d_model},
        ),
        Mistake(
            "exponent-halved",
            "The exponent grows half as fast: it ends near one half, not 1.",
            "Which exponent has the last pair, and what should it be near?",
        ).by({"waves.exponent": lambda columns, d_model: columns // 2 / d_model}),
        Mistake(
            "wavelengths-inverted",
            "Positions are multiplied by the powers of 10,000 instead of divided.",
            "Should a later pair of columns turn faster or more slowly?",
        ).by({"waves.exponent": lambda columns, d_model: -2 * (columns // 2) / d_model}),
        Mistake(
            "one-frequency",
            "Every pair turns by 1 radian per position, the later ones too.",
            "Where does the number of the pair enter the frequency?",
        ).by({"waves.exponent": lambda columns, d_model: 0 * columns}),
        Mistake(
            "endpoint-included",
            "The exponents run up to exactly 1: they are divided by one pair less.",
            "By what does the formula divide the number of the column?",
        ).by({"waves.exponent": _up_to_one}),
        Mistake(
            "base-1000",
            "The base of the frequencies is 1,000.",
            "How many zeros has the base in the formula?",
        ).by({"waves.base": 1000.0}),
    ),
)
