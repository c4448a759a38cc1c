"""Find the one of five training runs whose model sees the future."""

from attnlib.practice.family import Family
from attnlib.practice.mistake import Mistake
from attnlib.practice.outcome import Probe
from attnlib.practice.properties import ONE_LETTER
from attnlib.practice.task import Task

LEAKING = "d"


def bug_behind_the_curve() -> str:
    """Name the one of the notebook's five runs whose model sees the future.

    Examples
    --------
    >>> bug_behind_the_curve() in "abcde"
    True
    """
    return LEAKING


BLAMED = Family(
    "blamed",
    {"letter": LEAKING},
    (
        Mistake(
            "blamed-by-heart",
            "Run `a` has learned its texts by heart: new ones cost it as much, future or no future.",
            "What becomes of the loss of run `a` on new texts when the future is hidden?",
            ({"blamed.letter": "a"},),
        ),
        Mistake(
            "blamed-plain",
            "Run `b` does not leak: on new texts it loses nothing when the future is hidden.",
            "What would a model lose that had relied on the future?",
            ({"blamed.letter": "b"},),
        ),
        Mistake(
            "blamed-weak",
            "Run `c` only learns little: hiding the future makes no difference to it.",
            "Is a high loss a sign that a model sees too much, or too little?",
            ({"blamed.letter": "c"},),
        ),
        Mistake(
            "blamed-easy",
            "Run `e` counts only letters that can be known, so its loss may go down to 0.",
            "Which loss is the least possible for run `e`, and what does it lose without the future?",
            ({"blamed.letter": "e"},),
        ),
    ),
)


TASK = Task(
    reference=bug_behind_the_curve,
    kind="find",
    order=(9, 7),
    practises=("find mistakes that no loss curve shows",),
    pipeline=lambda step: step.blamed.letter,
    families=(BLAMED,),
    probes=lambda seed: [Probe("the five runs", {})],
    properties=(ONE_LETTER,),
)
