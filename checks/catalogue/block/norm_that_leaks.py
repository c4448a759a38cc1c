"""Of five norms, find the one that lets tokens see one another."""

from checks.catalogue.families.find import find_task
from checks.mistake import Mistake

RIGHT = "b"


def norm_that_leaks() -> str:
    """Name the one of the notebook's five norms in which a later token changes an earlier one.

    Examples
    --------
    >>> norm_that_leaks() in "abcde"
    True
    """
    return RIGHT


TASK = find_task(
    norm_that_leaks,
    order=(8, 3),
    practises=("notice from outside",),
    things="the five norms",
    wrong={
        "a": Mistake(
            "suspected-rms",
            "Norm `a` keeps the mean, so it is no layer norm, but each token is by itself.",
            "Take norm `a`: over which axis does its only mean run?",
        ),
        "c": Mistake(
            "suspected-flattened",
            "Norm `c` puts all tokens in one long table, and normalises each of them by itself.",
            "Take norm `c`: what is in one column of its table?",
        ),
        "d": Mistake(
            "suspected-loop",
            "Norm `d` divides by d - 1 and adds no eps, but each token is by itself.",
            "Take norm `d`: how many tokens does one round of its loop read?",
        ),
        "e": Mistake(
            "suspected-length",
            "Norm `e` makes each token 1 long, not its variance, but each token is by itself.",
            "Take norm `e`: which numbers go into one length?",
        ),
    },
)
