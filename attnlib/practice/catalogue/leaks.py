"""Tests for a leak that look at the wrong rows, change too little, or answer another question."""

from typing import Any

import numpy as np

from attnlib.practice.catalogue.arguments import MUTATES
from attnlib.practice.mistake import Mistake


def _from_here_on(row: int) -> slice:
    return slice(row, None)


def _all_but_first(n: int) -> range:
    return range(1, n)


def _not_copied(X: Any) -> Any:
    return X


def _middle_alone(n: int) -> list[int]:
    return [n // 2]


def _last_alone(n: int) -> list[int]:
    return [n - 1]


def _first_entry_changed(rows: Any) -> Any:
    return rows + (np.arange(rows.shape[-1]) == 0)


def _moves_along(order: Any) -> Any:
    """Search for equivariance under an order, which is a function of n."""

    def search(step: Any, attend: Any, X: Any) -> list[bool]:
        places = order(len(X))
        return [np.allclose(attend(X[places]), attend(X)[places])]

    return search


def _cut_off(step: Any, attend: Any, X: Any) -> list[bool]:
    whole = attend(X)
    return [step.differ(attend(X[:row]), whole[:row]) for row in step.rows(len(X))]


# With steps left as they are, so that no other mistake comes along: the last row alone can change
# places with none, so looking there, or asking for a leak everywhere, would never find anything.
_REORDERED = {
    "rows": _all_but_first,
    "quantify": any,
    "span": _from_here_on,
    "change": lambda rows: rows[::-1].copy(),
}

LEAK_DETECTORS = (
    Mistake(
        "only-one-row-tested",
        "Only one place in the middle is tried, so leaks elsewhere go unseen.",
        "Between which rows can something leak?",
        ({"rows": _middle_alone}, {"rows": _middle_alone, "span": _from_here_on}),
    ),
    Mistake(
        "only-neighbour-tested",
        "Only the output just before the changed row is compared.",
        "What if a row sees two places ahead, but not one?",
        ({"compared": lambda row, n: slice(row - 1, row)},),
    ),
    Mistake(
        "only-one-entry-changed",
        "Only the first number of a row is changed, so other columns leak unseen.",
        "How many numbers does a row have?",
        ({"change": _first_entry_changed},),
    ),
    Mistake(
        "change-too-small",
        "The row is changed so little that its effect is lost in the tolerance.",
        "How large should a change be, compared with the tolerance?",
        ({"change": lambda rows: rows + 1e-10},),
    ),
    Mistake(
        "change-too-large",
        "The row becomes nan or infinite, and 0 times that is nan.",
        "What is a weight of 0 times infinity?",
        ({"change": lambda rows: rows * np.nan},),
    ),
    Mistake(
        "own-row-compared",
        "The output of the changed row is compared too, and it may change.",
        "Which is the last output that the changed row must not reach?",
        (
            {"compared": lambda row, n: slice(row + 1)},
            {"compared": lambda row, n: slice(row + 1), "rows": range},
        ),
    ),
    Mistake(
        "whole-output-compared",
        "Later outputs are compared too, and those may change.",
        "Which outputs may see the changed row?",
        (
            {"compared": lambda row, n: slice(None)},
            {"compared": lambda row, n: np.arange(n) != row, "rows": range},
        ),
    ),
    Mistake(
        "direction-reversed",
        "It tests whether earlier rows reach later outputs, which they may.",
        "Who must not see whom?",
        (
            {
                "rows": lambda n: range(n - 1),
                "compared": lambda row, n: slice(row + 1, None),
            },
        ),
    ),
    Mistake(
        "every-row-must-leak",
        "It calls for a leak at every row, where one would do.",
        "How many rows have to leak for `attend` to leak?",
        (
            {"quantify": all},
            {
                "quantify": all,
                "span": _from_here_on,
                "compared": lambda row, n: slice(row - 1, row),
            },
        ),
    ),
    Mistake(
        "reordered-not-changed",
        "Later rows are only reordered, which attention without a mask never notices.",
        "What does an average do when its rows change places?",
        (_REORDERED,),
    ),
    Mistake(
        "equivariance-tested",
        "It tests whether reordered rows give reordered outputs, another question.",
        "Does a function that looks at nothing but the row itself leak?",
        (
            {"search": _moves_along(lambda n: np.arange(n)[::-1])},
            {"search": _moves_along(lambda n: np.random.default_rng(0).permutation(n))},
        ),
    ),
    Mistake(
        "rows-cut-off",
        "Rows are cut off rather than changed, so `attend` sees fewer.",
        "What if `attend` divides by the number of rows?",
        ({"search": _cut_off, "rows": _all_but_first}, {"search": _cut_off, "rows": _last_alone}),
    ),
    Mistake(
        "none-for-false",
        "Where nothing leaks it returns None, not False.",
        "What does a function return when its loop ends without a `return`?",
        ({"answer": lambda found: True if found else None},),
    ),
)

RETOLD_OF_LEAKS = (
    Mistake(
        "only-last-row-tested",
        "Only the last row is changed, so leaks from other rows go unseen.",
        "What if row 2 sees row 3, but nobody sees the last row?",
        ({"rows": _last_alone},),
    ),
    Mistake(
        "only-first-row-tested",
        "Only the first output is compared, so leaks into other rows go unseen.",
        "Which outputs come before the row that was changed?",
        ({"compared": lambda row, n: slice(1)},),
    ),
    Mistake(
        "exact-equality",
        "Outputs are compared exactly, so mere rounding counts as a leak.",
        "How far can rounding alone move an output?",
        ({"differ": lambda before, after: (before != after).any()},),
    ),
    Mistake(
        "tolerance-too-loose",
        "The tolerance is so loose that real leaks pass as rounding.",
        "How far can rounding alone move an output?",
        (
            {"differ": lambda before, after: not np.allclose(after, before, atol=0.01)},
            {"differ": lambda before, after: not np.allclose(after, before, atol=1)},
            {
                "differ": lambda before, after: np.abs(after - before).max() > 0.5,
                "change": lambda rows: -rows,
            },
        ),
    ),
    Mistake(
        "negated",
        "The answer is turned round: True where nothing leaks.",
        "What should come back when an earlier output has moved?",
        ({"answer": lambda found: not found},),
    ),
    Mistake(
        MUTATES[0].slug,
        MUTATES[0].does,
        MUTATES[0].question,
        (
            *MUTATES[0].variants,
            {"copy": _not_copied},
            {"copy": _not_copied, "before": lambda before, attend, X: attend(X)},
        ),
    ),
)
