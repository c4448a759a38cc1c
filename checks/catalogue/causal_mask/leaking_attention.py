"""Of five attention functions, find the one that lets the future leak."""

from checks.catalogue.families.find import find_task
from checks.mistake import Mistake

RIGHT = "d"


def leaking_attention() -> str:
    """Name the one of the notebook's five attentions that lets the future leak.

    Examples
    --------
    >>> leaking_attention() in "abcde"
    True
    """
    return RIGHT


TASK = find_task(
    leaking_attention,
    order=(4, 8),
    practises=("test *any* attention",),
    things="the five attentions",
    wrong={
        "a": Mistake(
            "suspected-penalty",
            "`attend_a` does not leak: for a computer, e to the power of minus a billion is exactly 0.",
            "Take `attend_a`: what does your `leaks_future` say about it?",
        ),
        "b": Mistake(
            "suspected-shared-again",
            "`attend_b` does not leak: the second division cancels the sum with the future in it.",
            "Take `attend_b`: by what is an exponential divided in the end?",
        ),
        "c": Mistake(
            "suspected-loop",
            "`attend_c` does not leak: row i computes with the first i + 1 rows alone.",
            "Take `attend_c`: which rows of X does its first round see?",
        ),
        "e": Mistake(
            "suspected-one-maximum",
            "`attend_e` does not leak: one number subtracted from all scores cancels.",
            "Take `attend_e`: what does softmax see of the scores?",
        ),
    },
)
