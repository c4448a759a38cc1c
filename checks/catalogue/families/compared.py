"""Outputs that are compared too strictly, too loosely, or only in part: for tests of a function."""

from typing import Any

import numpy as np

from checks.family import Family
from checks.mistake import Mistake


def same(step: Any, found: Any, expected: Any) -> Any:
    """Check whether two arrays are equal, up to rounding, step by step."""
    compared = step.compared
    return compared.verdict(compared.quantify(compared.close(found, expected)))


def _size(rows: Any) -> Any:
    return np.abs(rows).max()


def _nearer(found: Any, expected: Any, distance: float) -> Any:
    return np.abs(found - expected) <= distance


COMPARED = Family(
    "compared",
    {
        "close": lambda found, expected: _nearer(found, expected, 1e-6 * _size(expected)),
        "quantify": np.all,
        "verdict": lambda same: bool(same),
    },
    (
        Mistake(
            "negated",
            "The answer is flipped: True where the outputs differ.",
            "What should come back where the outputs agree?",
        ).by({"compared.verdict": lambda same: not same}),
        Mistake(
            "exact-equality",
            "The outputs are compared exactly, though floats are rounded.",
            "Does adding the same floats in another order round alike?",
        ).by({"compared.close": lambda found, expected: found == expected}),
        Mistake(
            "tolerance-too-loose",
            "The tolerance is so loose that real differences pass as rounding.",
            "How far can rounding alone move an output?",
        ).by(
            {
                "compared.close": lambda found, expected: _nearer(
                    found, expected, 0.01 * _size(expected)
                )
            },
            {"compared.close": lambda found, expected: found.round(3) == expected.round(3)},
        ),
        Mistake(
            "differences-cancel",
            "Differences are averaged with their signs, so they cancel.",
            "What is the average of 1 and -1?",
        ).by(
            {
                "compared.close": lambda found, expected: np.full(
                    found.shape, abs(np.mean(found - expected)) <= 1e-6 * _size(expected)
                )
            }
        ),
        Mistake(
            "places-ignored",
            "Both outputs are sorted, so it does not matter where a row ends up.",
            "Which row should come first?",
        ).by(
            {
                "compared.close": lambda found, expected: _nearer(
                    np.sort(found, axis=0), np.sort(expected, axis=0), 1e-6
                )
            }
        ),
        Mistake(
            "only-first-row-tested",
            "Only the first row of the outputs is compared.",
            "What if a later row differs?",
        ).by({"compared.quantify": lambda each: each[0].all()}),
        Mistake(
            "only-last-row-tested",
            "Only the last row of the outputs is compared.",
            "What if an earlier row differs?",
        ).by({"compared.quantify": lambda each: each[-1].all()}),
        Mistake(
            "any-not-all",
            "A single number that agrees is taken as proof.",
            "Must some numbers agree, or all of them?",
        ).by({"compared.quantify": np.any}),
        Mistake(
            "abs-missing",
            "Differences keep their sign, so negative ones never count.",
            "Is a difference of -5 a small one?",
        ).by(
            {"compared.close": lambda found, expected: found - expected < 1e-6},
            {"compared.close": lambda found, expected: expected - found < 1e-6},
            {
                "compared.close": lambda found, expected: np.full(
                    found.shape, np.mean(found - expected) < 1e-6
                )
            },
        ),
    ),
)
