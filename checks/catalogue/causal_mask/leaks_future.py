"""Test whether a function lets a later row change an earlier output."""

from typing import Any

import numpy as np

from attnlib.probes import leaks_future
from checks.catalogue.causal_mask import probe_functions as functions
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.result import RESULT
from checks.catalogue.properties import Holds
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import KEPT, Steps
from checks.task import Property, Task


def _pipeline(step: Any, attend: Any, X: Any) -> Any:
    found = step.leaks.search(step, attend, step.arguments.take(X))
    return step.leaks.answer(step.leaks.quantify(found))


def _row_by_row(step: Any, attend: Any, X: Any) -> list[bool]:
    before = attend(X)
    return [_moves(step, attend, X, row, before) for row in step.leaks.rows(len(X))]


def _moves(step: Any, attend: Any, X: Any, row: int, before: Any) -> bool:
    changed = step.leaks.copy(X)
    span, places = step.leaks.span(row), step.leaks.compared(row, len(X))
    changed[span] = step.leaks.change(changed[span])
    before = step.leaks.before(before, attend, X)
    return bool(step.leaks.differ(before[places], attend(changed)[places]))


# A description, the function, and the shape of its X.
ATTENDS: tuple[tuple[str, Any, tuple[int, int]], ...] = (
    ("a running average", functions.running_average, (4, 3)),
    ("masked attention", functions.masked_attention, (4, 2)),
    ("attention without a mask", functions.full_attention, (5, 3)),
    ("each row doubled", functions.each_row_doubled, (3, 2)),
    ("the row before", functions.row_before, (4, 3)),
    ("the first row for all", functions.first_row_for_all, (3, 4)),
    ("a running average with rounding errors", functions.total_without_later_rows, (5, 4)),
    ("a running sum over n", functions.running_sum_over_n, (4, 3)),
    ("the average of all rows", functions.average_of_all, (4, 2)),
    ("the last row added", functions.last_row_added, (4, 3)),
    ("a leak of row 1 into row 0", functions.next_row_into_first, (4, 2)),
    ("a leak of the last row into row 0", functions.last_row_into_first, (4, 3)),
    ("a leak into the last but one", functions.last_row_into_its_neighbour, (5, 2)),
    ("the row after next added", functions.row_after_next, (4, 3)),
    ("a leak of one column alone", functions.last_column_of_later_rows, (4, 3)),
    ("a weak leak", functions.weak_leak, (4, 2)),
    ("a strong leak", functions.strong_leak, (3, 2)),
    ("a fast wave of all rows", functions.fast_wave, (4, 3)),
    ("the sum of later rows", functions.sum_of_rest, (3, 4)),
    (
        "a leak that adds to one column what it takes from another",
        functions.opposite_columns,
        (4, 4),
    ),
    ("a leak of one number into row 0", functions.last_number_into_first, (4, 3)),
    ("a running average of 2 rows", functions.running_average, (2, 3)),
)


def _attend_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([4, 4, seed])
    probes = [
        Probe(description, {"attend": attend, "X": _rows(rng, *shape)})
        for description, attend, shape in ATTENDS
    ]
    # The answers are the same for every seed, but their order differs.
    return [probes[place] for place in rng.permutation(len(probes))]


def _rows(rng: np.random.Generator, n: int, d: int) -> Any:
    """Draw numbers of unit scale, none near 0, where a change of sign would hardly matter."""
    return rng.uniform(0.4, 1.2, size=(n, d)) * rng.choice([-1, 1], size=(n, d))


def _from_here_on(row: int) -> slice:
    return slice(row, None)


def _not_copied(X: Any) -> Any:
    return X


def _middle_alone(n: int) -> list[int]:
    return [n // 2]


def _last_alone(n: int) -> list[int]:
    return [n - 1]


def _moves_along(order: Any) -> Any:
    """Search for equivariance under an order; the order is a function of n."""

    def search(step: Any, attend: Any, X: Any) -> list[bool]:
        places = order(len(X))
        return [np.allclose(attend(X[places]), attend(X)[places])]

    return search


def _cut_off(step: Any, attend: Any, X: Any) -> list[bool]:
    whole = attend(X)
    return [step.leaks.differ(attend(X[:row]), whole[:row]) for row in step.leaks.rows(len(X))]


def _in_one_copy(step: Any, attend: Any, X: Any) -> list[bool]:
    before, changed, found = attend(X), X.copy(), []
    for row in step.leaks.rows(len(X)):
        changed[row] = step.leaks.change(changed[row])
        found.append(step.leaks.differ(before[:row], attend(changed)[:row]))
    return found


def _down_the_diagonal(step: Any, attend: Any, X: Any) -> list[bool]:
    """Change one number in each row, each in a different column."""
    found = []
    for row in step.leaks.rows(len(X)):
        changed = X.copy()
        changed[row, row % X.shape[1]] += 1
        found.append(step.leaks.differ(attend(X)[:row], attend(changed)[:row]))
    return found


def _answers(wanted: bool, *attends: Any) -> Holds:
    return lambda probe, value: probe.arguments["attend"] not in attends or bool(value) is wanted


# For mistakes with another search: with a second mistake, they would explain too much.
ALONE: Steps = {
    f"leaks.{step}": KEPT for step in ("rows", "span", "change", "compared", "differ", "quantify")
}

LEAKS = Family(
    "leaks",
    {
        "search": _row_by_row,
        "rows": lambda n: range(1, n),
        "copy": lambda X: X.copy(),
        "span": lambda row: row,
        "change": lambda rows: rows + 1,
        "compared": lambda row, n: slice(row),
        "before": lambda before, attend, X: before,
        "differ": lambda before, after: not (np.abs(after - before) <= 1e-6).all(),
        "quantify": any,
        "answer": lambda found: found,
    },
    (
        Mistake(
            "negated",
            "The answer is flipped: True where nothing leaks.",
            "What should come back when an earlier output has moved?",
        ).by({"leaks.answer": lambda found: not found}),
        Mistake(
            "exact-equality",
            "Outputs are compared exactly, so mere rounding counts as a leak.",
            "How far can rounding alone move an output?",
        ).by({"leaks.differ": lambda before, after: (before != after).any()}),
        Mistake(
            "tolerance-too-loose",
            "The tolerance is so loose that real leaks pass as rounding.",
            "How far can rounding alone move an output?",
        ).by(
            {"leaks.differ": lambda before, after: not np.allclose(after, before, atol=0.01)},
            {"leaks.differ": lambda before, after: not np.allclose(after, before, atol=1)},
            {
                "leaks.differ": lambda before, after: np.abs(after - before).max() > 0.5,
                "leaks.change": lambda rows: -rows,
            },
        ),
        Mistake(
            "only-first-row-tested",
            "Only the first output is compared, so leaks into other rows go unseen.",
            "Which outputs come before the row that was changed?",
        ).by({"leaks.compared": lambda row, n: slice(1)}),
        Mistake(
            "only-last-row-tested",
            "Only the last row is changed, so leaks from other rows go unseen.",
            "What if row 2 sees row 3, but nobody sees the last row?",
        ).by({"leaks.rows": _last_alone}),
        Mistake(
            "only-one-row-tested",
            "Only one place in the middle is tried, so leaks elsewhere go unseen.",
            "Between which rows can something leak?",
        ).by(
            {"leaks.rows": _middle_alone},
            {"leaks.rows": _middle_alone, "leaks.span": _from_here_on},
        ),
        Mistake(
            "only-neighbour-tested",
            "Only the output just before the changed row is compared.",
            "What if a row sees two places ahead, but not one?",
        ).by({"leaks.compared": lambda row, n: slice(row - 1, row)}),
        Mistake(
            "only-one-entry-changed",
            "Only one number of a row is changed, so other columns leak unseen.",
            "How many numbers does a row have?",
        ).by(
            {"leaks.change": lambda rows: rows + (np.arange(rows.shape[-1]) == 0)},
            {**ALONE, "leaks.search": _down_the_diagonal},
        ),
        Mistake(
            "change-too-small",
            "The row is changed so little that its effect is lost in the tolerance.",
            "How large should a change be, compared with the tolerance?",
        ).by(
            {"leaks.change": lambda rows: rows + 1e-10},
            {
                "leaks.change": lambda rows: rows + 1e-6,
                "leaks.differ": lambda before, after: not np.allclose(after, before),
            },
        ),
        Mistake(
            "differences-cancel",
            "Differences are averaged with their signs, so they cancel.",
            "What is the average of 1 and -1?",
        ).by(
            *(
                {
                    "leaks.differ": lambda before, after, far=far: (
                        abs(np.mean(after - before)) > far
                    ),
                    "leaks.change": KEPT,
                }
                for far in (1e-6, 1e-3)
            )
        ),
        Mistake(
            "every-number-must-move",
            "A leak counts only where every earlier number moves.",
            "How many numbers must move for a leak?",
        ).by(
            {
                "leaks.differ": lambda before, after: (np.abs(after - before) > 1e-6).all(),
                "leaks.change": KEPT,
            }
        ),
        Mistake(
            "changes-pile-up",
            "Changes stay in the copy from round to round.",
            "What does the copy look like in the second round?",
        ).by({**ALONE, "leaks.search": _in_one_copy}),
        Mistake(
            "change-too-large",
            "The row becomes nan or infinite, and 0 times that is nan.",
            "What is a weight of 0 times infinity?",
        ).by({"leaks.change": lambda rows: rows * np.nan}),
        Mistake(
            "own-row-compared",
            "The output of the changed row is compared too, and it may change.",
            "Which is the last output that the changed row must not reach?",
        ).by(
            {"leaks.compared": lambda row, n: slice(row + 1)},
            {"leaks.compared": lambda row, n: slice(row + 1), "leaks.rows": range},
        ),
        Mistake(
            "whole-output-compared",
            "Later outputs are compared too, and those may change.",
            "Which outputs may see the changed row?",
        ).by(
            {"leaks.compared": lambda row, n: slice(None)},
            {"leaks.compared": lambda row, n: np.arange(n) != row, "leaks.rows": range},
        ),
        Mistake(
            "direction-reversed",
            "It tests whether earlier rows reach later outputs, which they may.",
            "Who must not see whom?",
        ).by(
            {
                "leaks.rows": lambda n: range(n - 1),
                "leaks.compared": lambda row, n: slice(row + 1, None),
            }
        ),
        Mistake(
            "every-row-must-leak",
            "It calls for a leak at every row, where one would do.",
            "How many rows have to leak for `attend` to leak?",
        ).by(
            {"leaks.quantify": all},
            {
                "leaks.quantify": all,
                "leaks.span": _from_here_on,
                "leaks.compared": lambda row, n: slice(row - 1, row),
            },
        ),
        Mistake(
            "reordered-not-changed",
            "Later rows are only reordered, which attention without a mask never notices.",
            "What does an average do when its rows change places?",
        ).by(
            # This step is kept: the last row on its own cannot change places, so looking there, or
            # asking for a leak everywhere, would never find anything.
            {
                "leaks.rows": KEPT,
                "leaks.quantify": KEPT,
                "leaks.span": _from_here_on,
                "leaks.change": lambda rows: rows[::-1].copy(),
            }
        ),
        Mistake(
            "equivariance-tested",
            "It tests whether reordered rows give reordered outputs, another question.",
            "Does a function that looks at nothing but the row itself leak?",
        ).by(
            {"leaks.search": _moves_along(lambda n: np.arange(n)[::-1])},
            {"leaks.search": _moves_along(lambda n: np.random.default_rng(0).permutation(n))},
        ),
        Mistake(
            "rows-cut-off",
            "Rows are cut off rather than changed, so `attend` sees fewer.",
            "What if `attend` divides by the number of rows?",
        ).by(
            {"leaks.search": _cut_off, "leaks.rows": KEPT},
            {"leaks.search": _cut_off, "leaks.rows": _last_alone},
        ),
        RESULT["return-in-loop"].by({"leaks.rows": lambda n: [1], "leaks.span": KEPT}),
        Mistake(
            "none-for-false",
            "Where nothing leaks it returns None, not False.",
            "What does a function return when its loop ends without a `return`?",
        ).by({"leaks.answer": lambda found: True if found else None}),
    ),
)

TASK = Task(
    reference=leaks_future,
    order=(4, 7),
    practises=("test *any* attention",),
    pipeline=_pipeline,
    families=(LEAKS, ARGUMENTS),
    probes=_attend_probes,
    properties=(
        Property(
            "Attention without a mask leaks, a plain average of all rows too.",
            _answers(True, functions.full_attention, functions.average_of_all),
        ),
        Property(
            "A running average and masked attention do not leak.",
            _answers(False, functions.running_average, functions.masked_attention),
        ),
        Property(
            "A row may change its own output, and later ones.",
            _answers(
                False, functions.each_row_doubled, functions.row_before, functions.first_row_for_all
            ),
        ),
        Property(
            "A leak out of one row, into one row, or of one column is found.",
            _answers(
                True,
                functions.next_row_into_first,
                functions.last_row_into_its_neighbour,
                functions.last_column_of_later_rows,
            ),
        ),
        Property(
            "A weak leak is found, but rounding is none.",
            lambda probe, value: (
                _answers(True, functions.weak_leak)(probe, value)
                and _answers(False, functions.total_without_later_rows)(probe, value)
            ),
        ),
    ),
    overriding=(
        ARGUMENTS["mutates-input"].by(
            *ARGUMENTS["mutates-input"].variants,
            {"leaks.copy": _not_copied},
            {"leaks.copy": _not_copied, "leaks.before": lambda before, attend, X: attend(X)},
        ),
    ),
)
