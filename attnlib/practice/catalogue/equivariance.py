"""Reordered rows, compared with the wrong ones, or too few of them."""

from typing import Any

import numpy as np

from attnlib.practice.catalogue.arguments import MUTATES
from attnlib.practice.mistake import Mistake


def _reordered_in_place(X: Any, order: Any) -> Any:
    X[:] = X[order]
    return X


def _mean_below(found: Any, expected: Any) -> Any:
    return np.full(found.shape, np.mean(found - expected) < 1e-6)


EQUIVARIANCE = (
    Mistake(
        "invariant-not-equivariant",
        "The output is expected to stay as it was under any order.",
        "When the rows going in change places, what should those coming out do?",
        ({"rows_out": lambda rows, order: rows},),
    ),
    Mistake(
        "inverse-order",
        "One side is moved by `order`, the other by its inverse.",
        "Is X[order][order] the X you started from?",
        ({"rows_out": lambda rows, order: rows[np.argsort(order)]},),
    ),
    Mistake(
        "order-ignored",
        "The rows are reversed, whatever `order` asks for.",
        "Where does the argument `order` enter the comparison?",
        ({"order": lambda order: np.arange(len(order))[::-1]},),
    ),
    Mistake(
        "any-not-all",
        "A single number that agrees is taken as proof.",
        "Must some numbers agree, or all of them?",
        ({"quantify": np.any},),
    ),
    Mistake(
        "abs-missing",
        "Differences keep their sign, so negative ones never count.",
        "Is a difference of -5 a small one?",
        (
            {"close": lambda found, expected: found - expected < 1e-6},
            {"close": lambda found, expected: expected - found < 1e-6},
            {"close": _mean_below},
        ),
    ),
)

RETOLD_OF_ROWS = (
    Mistake(
        "exact-equality",
        "The outputs are compared exactly, though floats are rounded.",
        "Does adding the same floats in another order round alike?",
        ({"close": lambda found, expected: found == expected},),
    ),
    Mistake(
        "only-first-row-tested",
        "Only the first row of the outputs is compared.",
        "What if a later row differs?",
        ({"quantify": lambda each: each[0].all()},),
    ),
    Mistake(
        "only-last-row-tested",
        "Only the last row of the outputs is compared.",
        "What if an earlier row differs?",
        ({"quantify": lambda each: each[-1].all()},),
    ),
    Mistake(
        "negated",
        "The answer is turned round: True where the outputs differ.",
        "What should come back where the outputs agree?",
        ({"verdict": lambda same: not same},),
    ),
    Mistake(
        MUTATES[0].slug,
        MUTATES[0].does,
        MUTATES[0].question,
        (*MUTATES[0].variants, {"rows_in": _reordered_in_place}),
    ),
)
