"""Find the one of five score functions that divides by the wrong number."""

from attnlib.practice.family import Family
from attnlib.practice.mistake import Mistake
from attnlib.practice.outcome import Probe
from attnlib.practice.properties import ONE_LETTER
from attnlib.practice.task import Task

WRONG = "d"


def wrong_divisor() -> str:
    """Name the one of the notebook's five score functions that divides by the wrong number.

    Examples
    --------
    >>> wrong_divisor() in "abcde"
    True
    """
    return WRONG


ACCUSATION = Family(
    "accusation",
    {"letter": WRONG},
    (
        Mistake(
            "accused-negative-power",
            "Scores `a` are right: multiplying by a power of -0.5 divides by the root.",
            "What is the standard deviation of scores `a` at two widths?",
            ({"accusation.letter": "a"},),
        ),
        Mistake(
            "accused-fourth-roots",
            "Scores `b` are right: two fourth roots, one for each side, make one root.",
            "By which number is a product divided when both its factors are divided?",
            ({"accusation.letter": "b"},),
        ),
        Mistake(
            "accused-mean",
            "Scores `c` are right: a mean has divided by d_k already, so the root multiplies.",
            "How much is d_k divided by its own root?",
            ({"accusation.letter": "c"},),
        ),
        Mistake(
            "accused-count",
            "Scores `e` are right: the size of Q divided by its rows is d_k.",
            "How many numbers are in an array of shape (n_q, d_k)?",
            ({"accusation.letter": "e"},),
        ),
    ),
)

TASK = Task(
    reference=wrong_divisor,
    kind="find",
    order=(2, 4),
    practises=("tell the right divisor",),
    pipeline=lambda step: step.accusation.letter,
    families=(ACCUSATION,),
    probes=lambda seed: [Probe("the five functions", {})],
    properties=(ONE_LETTER,),
)
