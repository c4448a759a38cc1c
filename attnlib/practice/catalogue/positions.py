"""Waves of the wrong frequency, order or direction."""

from typing import Any

import numpy as np

from attnlib.practice.mistake import Mistake
from attnlib.practice.pipelines.positions import sines_first


def _even_widths_only(d_model: int) -> int:
    if d_model % 2:
        raise ValueError("could not broadcast input array")
    return d_model


def _up_to_one(columns: Any, d_model: int) -> Any:
    last = max((d_model + 1) // 2 - 1, 1)
    return columns // 2 / last


POSITIONS = (
    Mistake(
        "sin-cos-concatenated",
        "All sines come first and all cosines after them, not in turns.",
        "Which column should stand beside the sine of a frequency?",
        (
            {"arrange": lambda even, odd: np.concatenate([even, odd], axis=1)},
            {"place": lambda matrix: sines_first(sines_first(matrix).T).T},
        ),
    ),
    Mistake(
        "sin-cos-swapped",
        "The even columns hold cosines and the odd columns sines.",
        "What should position 0 have in its first column?",
        ({"waves": (np.cos, np.sin)},),
    ),
    Mistake(
        "exponent-not-paired",
        "Each column has a frequency of its own, so no two are a pair.",
        "Which columns have to share a frequency?",
        ({"exponent": lambda columns, d_model: columns / d_model},),
    ),
    Mistake(
        "exponent-doubled",
        "The exponent grows twice as fast: it ends near 2, not 1.",
        "Does your index count columns, or pairs that need a factor 2?",
        (
            {"exponent": lambda columns, d_model: 4 * (columns // 2) / d_model},
            {"exponent": lambda columns, d_model: 2 * columns / d_model},
        ),
    ),
    Mistake(
        "exponent-halved",
        "The exponent grows half as fast: it ends near one half, not 1.",
        "Which exponent has the last pair, and what should it be near?",
        ({"exponent": lambda columns, d_model: columns // 2 / d_model},),
    ),
    Mistake(
        "wavelengths-inverted",
        "Positions are multiplied by the powers of 10,000 instead of divided.",
        "Should a later pair of columns turn faster or more slowly?",
        ({"exponent": lambda columns, d_model: -2 * (columns // 2) / d_model},),
    ),
    Mistake(
        "one-frequency",
        "Every pair turns by 1 radian per position, the later ones too.",
        "Where does the number of the pair enter the frequency?",
        ({"exponent": lambda columns, d_model: 0 * columns},),
    ),
    Mistake(
        "endpoint-included",
        "The exponents run up to exactly 1: they are divided by one pair less.",
        "By what does the formula divide the number of the column?",
        ({"exponent": _up_to_one},),
    ),
    Mistake(
        "base-1000",
        "The base of the frequencies is 1,000.",
        "How many zeros has the base in the formula?",
        ({"base": 1000.0},),
    ),
    Mistake(
        "positions-from-one",
        "The first position counts as 1.",
        "What are the sine and cosine of the first position?",
        ({"positions": lambda n: np.arange(1, n + 1)},),
    ),
    Mistake(
        "odd-width-breaks",
        "It holds for an even d_model only: an odd one has no last cosine.",
        "With 5 columns, how many are sines and how many cosines?",
        (
            {"width": _even_widths_only},
            {"width": lambda d_model: d_model // 2 * 2},
        ),
        breaks=("broadcast", "stack", "index"),
    ),
    Mistake(
        "shift-transposed",
        "The matrix turns backwards: it moves to p - k.",
        "What is sin(a + b), and which sign has each term?",
        ({"turn": lambda angles: -angles},),
    ),
    Mistake(
        "sine-sign-missing",
        "Both sines of a pair have the same sign, so nothing is rotated.",
        "What is cos(a + b), and which sign has the product of sines?",
        ({"sign": 1},),
    ),
    Mistake(
        "k-ignored",
        "The matrix always moves on by 1, whatever k is.",
        "Where does k enter the angles?",
        ({"distance": lambda k: 1},),
    ),
)
