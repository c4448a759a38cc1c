"""Of five differences between two computations, find the one that is not rounding."""

from checks.catalogue.families.find import find_task
from checks.mistake import Mistake

RIGHT = "d"


def rounding_or_mistake() -> str:
    """Among five differences that were measured twice, find the one that is a mistake.

    They are in the notebook; each was measured in float32 and in float64.

    Examples
    --------
    >>> rounding_or_mistake() in "abcde"
    True
    """
    return RIGHT


TASK = find_task(
    rounding_or_mistake,
    order=(7, 3),
    practises=("tell a difference that is rounding",),
    things="the five differences",
    wrong={
        "a": Mistake(
            "accused-largest-difference",
            "Row `a` has the largest difference, but its numbers are in the thousands.",
            "How far apart are neighbouring float32 numbers near 3511?",
        ),
        "b": Mistake(
            "accused-most-gaps",
            "Row `b` is off by some 40 gaps in float32: 4096 roundings add up.",
            "By what factor does float64 shrink its difference, and by what factor the gaps?",
        ),
        "c": Mistake(
            "accused-half-a-gap",
            "Row `c` is off by half a gap of float32, and by half a gap of float64.",
            "Can two different computations promise to be closer than that?",
        ),
        "e": Mistake(
            "accused-growing",
            "Row `e` has no difference in float32 and a tiny one in float64.",
            "How large is the gap of float64 at 1.1, compared with that difference?",
        ),
    },
)
