"""Of five training runs, find the one whose model sees the future."""

from checks.catalogue.families.find import find_task
from checks.mistake import Mistake

RIGHT = "d"


def bug_behind_the_curve() -> str:
    """Name the one of the notebook's five runs whose model sees the future.

    Examples
    --------
    >>> bug_behind_the_curve() in "abcde"
    True
    """
    return RIGHT


TASK = find_task(
    bug_behind_the_curve,
    order=(9, 7),
    practises=("find mistakes that no loss curve shows",),
    things="the five runs",
    wrong={
        "a": Mistake(
            "blamed-by-heart",
            "Run `a` has learned its texts by heart: new ones cost it as much, future or no future.",
            "What becomes of the loss of run `a` on new texts when the future is hidden?",
        ),
        "b": Mistake(
            "blamed-plain",
            "Run `b` does not leak: on new texts it loses nothing when the future is hidden.",
            "What would a model lose that had relied on the future?",
        ),
        "c": Mistake(
            "blamed-weak",
            "Run `c` only learns little: hiding the future makes no difference to it.",
            "Is a high loss a sign that a model sees too much, or too little?",
        ),
        "e": Mistake(
            "blamed-easy",
            "Run `e` counts only letters that can be known, so its loss may go down to 0.",
            "Which loss is the least possible for run `e`, and what does it lose without the future?",
        ),
    },
)
