"""Test whether a function reorders its output rows in the same way as its input rows."""

from typing import Any

import numpy as np

from attnlib.probes import is_equivariant
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.compared import COMPARED, same
from checks.catalogue.positions import probe_functions as functions
from checks.catalogue.properties import Holds
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def _pipeline(step: Any, attend: Any, X: Any, order: Any) -> Any:
    rows = step.rows
    X, order = step.arguments.take(X), rows.order(order)
    found = attend(rows.going_in(X, order))
    expected = rows.coming_out(attend(X), order)
    return same(step, found, expected)


def _mixed(rng: np.random.Generator, n: int) -> Any:
    """Draw an order in which no row stays, no two rows just swap, and the two ends do not meet."""
    places = np.arange(n)
    while True:
        order = rng.permutation(n)
        moved = (order != places).all() and (order[order] != places).all()
        if moved and order[0] != n - 1 and order[-1] != 0:
            return order


def _equivariance_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([6, 3, seed])
    rising = np.sort(rng.normal(size=(4, 3)), axis=0)
    later_first = np.array([2, 0, 3, 1])

    def probe(description: str, attend: Any, n: int, d: int) -> Probe:
        arguments = {"attend": attend, "X": rng.normal(size=(n, d)), "order": _mixed(rng, n)}
        return Probe(description, arguments)

    return [
        probe("attention to the past", functions.attention_to_the_past, 4, 3),
        probe("attention without positions", functions.attention_without_positions, 5, 3),
        probe("attention with positions", functions.attention_with_positions, 5, 2),
        probe(
            "4 rows of 4 numbers, attention without positions",
            functions.attention_without_positions,
            4,
            4,
        ),
        probe("positions alone", functions.positions_alone, 5, 3),
        probe("the mean of all rows for everyone", functions.mean_for_everyone, 4, 3),
        probe("rows times their sum", functions.rows_times_their_sum, 8, 6),
        probe("the first row doubled", functions.first_row_doubled, 5, 3),
        probe("the last row doubled", functions.last_row_doubled, 5, 3),
        probe("positions of a thousandth each", functions.tiny_positions, 4, 3),
        probe("positions counted from the middle", functions.distance_from_the_middle, 6, 2),
        probe("the mean in the first row", functions.mean_in_the_first_row, 5, 3),
        probe("the mean in the last row", functions.mean_in_the_last_row, 5, 3),
        probe("each row added to its mirror image", functions.row_and_mirror_image, 6, 2),
        probe("a column less going out than in", functions.fewer_columns, 5, 3),
        Probe(
            "positions that neighbours share, when neighbours change places",
            {
                "attend": functions.positions_in_twos,
                "X": rng.normal(size=(4, 3)),
                "order": np.array([1, 0, 3, 2]),
            },
        ),
        *(
            Probe(
                f"the first row added to all, when a {size} one comes first",
                {"attend": functions.first_row_added, "X": rows, "order": later_first},
            )
            for size, rows in (("larger", rising), ("smaller", -rising))
        ),
        probe("every other row negated", functions.every_other_negated, 5, 3),
        Probe(
            "the first row added to the last, which stays in place",
            {
                "attend": functions.first_row_into_last,
                "X": rng.normal(size=(4, 3)),
                "order": np.array([1, 2, 0, 3]),
            },
        ),
        probe("positions in outputs of a hundred-thousandth", functions.small_outputs, 5, 3),
        Probe(
            "long rows, shortened to length 1, with positions of a hundredth",
            {
                "attend": functions.shortened_with_positions,
                "X": 1e4 * rng.normal(size=(5, 3)),
                "order": _mixed(rng, 5),
            },
        ),
    ]


def _reordered_in_place(X: Any, order: Any) -> Any:
    X[:] = X[order]
    return X


def _answers(wanted: bool, *attends: Any) -> Holds:
    return lambda probe, value: probe.arguments["attend"] not in attends or value == wanted


ROWS = Family(
    "rows",
    {
        "order": lambda order: order,
        "going_in": lambda X, order: X[order],
        "coming_out": lambda rows, order: rows[order],
    },
    (
        Mistake(
            "invariant-not-equivariant",
            "The output is expected to stay as it was under any order.",
            "When the rows going in change places, what should those coming out do?",
        ).by({"rows.coming_out": lambda rows, order: rows}),
        Mistake(
            "inverse-order",
            "One side is moved by `order`, the other by its inverse.",
            "Is X[order][order] the X you started from?",
        ).by({"rows.coming_out": lambda rows, order: rows[np.argsort(order)]}),
        Mistake(
            "order-ignored",
            "The rows are reversed, whatever `order` asks for.",
            "Where does the argument `order` enter the comparison?",
        ).by({"rows.order": lambda order: np.arange(len(order))[::-1]}),
    ),
)

TASK = Task(
    reference=is_equivariant,
    order=(6, 5),
    practises=("say what attention does",),
    pipeline=_pipeline,
    families=(COMPARED, ROWS, ARGUMENTS),
    probes=_equivariance_probes,
    properties=(
        Property(
            "Attention without positions is equivariant.",
            _answers(True, functions.attention_without_positions),
        ),
        Property(
            "Attention with positions, or to the past alone, is not.",
            _answers(False, functions.attention_with_positions, functions.attention_to_the_past),
        ),
        Property(
            "An output that stays as it is, whatever comes in, is not.",
            _answers(False, functions.positions_alone),
        ),
        Property(
            "One special place among many is enough to break it.",
            _answers(False, functions.first_row_doubled, functions.last_row_doubled),
        ),
        Property("Rounding does not break it.", _answers(True, functions.rows_times_their_sum)),
    ),
    overriding=(
        ARGUMENTS["mutates-input"].by(
            *ARGUMENTS["mutates-input"].variants, {"rows.going_in": _reordered_in_place}
        ),
    ),
)
