"""Of five score functions, find the one that divides by the wrong number."""

from checks.catalogue.families.find import find_task
from checks.mistake import Mistake

RIGHT = "d"


def wrong_divisor() -> str:
    """Name the one of the notebook's five score functions that divides by the wrong number.

    Examples
    --------
    >>> wrong_divisor() in "abcde"
    True
    """
    return RIGHT


TASK = find_task(
    wrong_divisor,
    order=(2, 4),
    practises=("tell the right divisor",),
    things="the five functions",
    wrong={
        "a": Mistake(
            "accused-negative-power",
            "Scores `a` are right: multiplying by a power of -0.5 divides by the root.",
            "What is the standard deviation of scores `a` at two widths?",
        ),
        "b": Mistake(
            "accused-fourth-roots",
            "Scores `b` are right: two fourth roots, one for each side, make one root.",
            "By which number is a product divided when both its factors are divided?",
        ),
        "c": Mistake(
            "accused-mean",
            "Scores `c` are right: a mean has divided by d_k already, so the root multiplies.",
            "How much is d_k divided by its own root?",
        ),
        "e": Mistake(
            "accused-count",
            "Scores `e` are right: the size of Q divided by its rows is d_k.",
            "How many numbers are in an array of shape (n_q, d_k)?",
        ),
    },
)
