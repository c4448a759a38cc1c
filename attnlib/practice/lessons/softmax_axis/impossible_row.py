"""Find the row of weights that softmax cannot have made of its scores."""

from typing import Any

from attnlib.practice.family import Family
from attnlib.practice.mistake import Mistake
from attnlib.practice.outcome import Probe
from attnlib.practice.task import Property, Task

IMPOSSIBLE = 4


def impossible_row() -> int:
    """Number the one row of the notebook's weights that softmax cannot have made of its scores.

    Examples
    --------
    >>> impossible_row() in range(6)
    True
    """
    return IMPOSSIBLE


ACCUSED = Family(
    "accused",
    {"row": IMPOSSIBLE},
    (
        Mistake(
            "accused-steps-of-one",
            "Row 0 is right: one step in the scores is a factor of e in the weights.",
            "What is .67 divided by .24, and .24 divided by .09?",
            ({"accused.row": 0},),
        ),
        Mistake(
            "accused-rounded-sum",
            "Row 1 is right: three weights of 1/3 are rounded, so they seem to make .99.",
            "By how much can three rounded numbers miss 1?",
            ({"accused.row": 1},),
        ),
        Mistake(
            "accused-sharper",
            "Row 2 is right: scores twice as far apart make sharper weights.",
            "What is e to the power of 2, and what is .87 divided by .12?",
            ({"accused.row": 2},),
        ),
        Mistake(
            "accused-large-scores",
            "Row 3 is right: a hundred added to every score of a row changes no weight.",
            "How far are the three scores from each other?",
            ({"accused.row": 3},),
        ),
        Mistake(
            "accused-all-or-nothing",
            "Row 5 is right: its two small weights are not 0, but they round to 0.",
            "How large is e to the power of 30, compared with 1?",
            ({"accused.row": 5},),
        ),
    ),
)


def _one_row(probe: Probe, row: Any) -> bool:
    return row in range(6) and not isinstance(row, bool)


TASK = Task(
    reference=impossible_row,
    kind="find",
    order=(3, 3),
    practises=("turn a row of scores",),
    pipeline=lambda step: step.accused.row,
    families=(ACCUSED,),
    probes=lambda seed: [Probe("the six rows", {})],
    properties=(Property("The answer is the number of one row, from 0 to 5.", _one_row),),
)
