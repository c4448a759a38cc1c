"""Find the row of weights that softmax cannot have made of its scores."""

from checks.catalogue.families.find import find_task
from checks.mistake import Mistake
from checks.task import Property

RIGHT = 4


def impossible_row() -> int:
    """Give the number of the only row of weights in the notebook that softmax cannot have made.

    Examples
    --------
    >>> impossible_row() in range(6)
    True
    """
    return RIGHT


TASK = find_task(
    impossible_row,
    order=(3, 3),
    practises=("turn a row of scores",),
    things="the six rows",
    wrong={
        0: Mistake(
            "accused-steps-of-one",
            "Row 0 is right: one step in the scores is a factor of e in the weights.",
            "What is .67 divided by .24, and .24 divided by .09?",
        ),
        1: Mistake(
            "accused-rounded-sum",
            "Row 1 is right: three weights of 1/3 are rounded, so they seem to make .99.",
            "By how much can three rounded numbers miss 1?",
        ),
        2: Mistake(
            "accused-sharper",
            "Row 2 is right: scores twice as far apart make sharper weights.",
            "What is e to the power of 2, and what is .87 divided by .12?",
        ),
        3: Mistake(
            "accused-large-scores",
            "Row 3 is right: a hundred added to every score of a row changes no weight.",
            "How far are the three scores from each other?",
        ),
        5: Mistake(
            "accused-all-or-nothing",
            "Row 5 is right: its two small weights are not 0, but they round to 0.",
            "How large is e to the power of 30, compared with 1?",
        ),
    },
    form=Property(
        "The answer is the number of one row, from 0 to 5.",
        lambda probe, row: row in range(6) and not isinstance(row, bool),
    ),
)
