"""Predict which numbers one head gets, with and without the swap of axes."""

from typing import Any

import numpy as np

from attnlib.heads import split_heads
from checks.catalogue.families import heads as parts
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task

NUM_HEADS, HEAD = 3, 1
TABLE = 10 * np.arange(2)[:, None] + np.arange(6)  # 14 is token 1, column 4


def numbers_of_head() -> Any:
    """Predict which numbers of a table of 2 tokens and 6 columns are in head 1 of 3.

    Returns
    -------
    (2, 2, 2)
        First the table that head 1 gets if heads are split correctly, then the one it gets from a
        reshape alone.

    Examples
    --------
    >>> numbers_of_head()[0]
    array([[ 2.,  3.],
           [12., 13.]])
    """
    straight = TABLE.reshape(NUM_HEADS, 2, 2)
    return np.stack([split_heads(TABLE, NUM_HEADS)[HEAD], straight[HEAD]])


def _pipeline(step: Any) -> Any:
    own = step.numbers
    tables = [cut(TABLE, own.num_heads)[own.head] for cut in (own.swapped, own.straight)]
    return np.stack([own.turn(table) for table in own.order(tables)])


def _columns_of_both_tokens(probe: Probe, tables: Any) -> bool:
    swapped = np.asarray(tables)[0]
    return bool(
        (swapped // 10 == [[0, 0], [1, 1]]).all() and np.ptp(swapped % 10, axis=0).max() == 0
    )


def _four_in_a_row(probe: Probe, tables: Any) -> bool:
    straight = np.asarray(tables)[1].ravel()
    return straight.tolist() in [TABLE.ravel()[start : start + 4].tolist() for start in range(9)]


def _swapped(table: Any, num_heads: int) -> Any:
    return parts.swap(parts.cut_rows(table, num_heads))


def _down_the_columns(table: Any, num_heads: int) -> Any:
    return table.T.reshape(num_heads, 2, -1)


NUMBERS = Family(
    "numbers",
    {
        "num_heads": NUM_HEADS,
        "head": HEAD,
        "swapped": _swapped,
        "straight": parts.straight_split,
        "order": lambda tables: tables,
        "turn": lambda table: table,
    },
    (
        Mistake(
            "tables-in-wrong-order",
            "Both tables are right, but the reshape alone comes first.",
            "Which of your two tables has a piece of every token?",
        ).by({"numbers.order": lambda tables: tables[::-1]}),
        Mistake(
            "swap-missing",
            "In the first table the swap is missing: it is what a reshape alone gives.",
            "Which columns of token 0 are in head 1?",
        ).by({"numbers.swapped": parts.straight_split}),
        Mistake(
            "swap-not-asked",
            "In the second table the axes are swapped, and a reshape swaps nothing.",
            "Write all 12 numbers in a row: which four of them fill head 1?",
        ).by({"numbers.straight": _swapped}),
        Mistake(
            "another-head",
            "These are the numbers of another head.",
            "From which number are heads counted?",
        ).by({"numbers.head": 0}, {"numbers.head": 2}),
        parts.INTERLEAVED.by(
            {"numbers.swapped": lambda *given: parts.swap(parts.cut_in_turns(*given))}
        ),
        parts.WIDTH_EXCHANGED.by({"numbers.num_heads": 2}),
        Mistake(
            "read-down-the-columns",
            "The second table is read down the columns of X.",
            "In which order does a reshape read: along the rows, or down the columns?",
        ).by({"numbers.straight": _down_the_columns}),
        parts.AS_COLUMNS.by({"numbers.turn": lambda table: table.T}),
    ),
)

TASK = Task(
    reference=numbers_of_head,
    kind="predict",
    order=(5, 1),
    practises=("cut a table of tokens",),
    pipeline=_pipeline,
    families=(NUMBERS,),
    probes=lambda seed: [Probe("paper", {})],
    properties=(
        Property(
            "There are two tables, each of 2 rows and 2 columns.", has_shape(lambda _: (2, 2, 2))
        ),
        Property(
            "After the swap, a head has the same columns of both tokens.", _columns_of_both_tokens
        ),
        Property("A reshape alone counts off the 12 numbers one after the other.", _four_in_a_row),
    ),
)
