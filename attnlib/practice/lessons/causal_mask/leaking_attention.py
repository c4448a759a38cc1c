"""Find the one of five attentions that lets the future leak."""

from attnlib.practice.family import Family
from attnlib.practice.mistake import Mistake
from attnlib.practice.outcome import Probe
from attnlib.practice.properties import ONE_LETTER
from attnlib.practice.task import Task

LEAKING = "d"


def leaking_attention() -> str:
    """Name the one of the notebook's five attentions that lets the future leak.

    Examples
    --------
    >>> leaking_attention() in "abcde"
    True
    """
    return LEAKING


SUSPECTED = Family(
    "suspected",
    {"letter": LEAKING},
    (
        Mistake(
            "suspected-penalty",
            "`attend_a` does not leak: for a computer, e to the power of minus a billion is exactly 0.",
            "Take `attend_a`: what does your `leaks_future` say about it?",
            ({"suspected.letter": "a"},),
        ),
        Mistake(
            "suspected-shared-again",
            "`attend_b` does not leak: the second division cancels the sum with the future in it.",
            "Take `attend_b`: by what is an exponential divided in the end?",
            ({"suspected.letter": "b"},),
        ),
        Mistake(
            "suspected-loop",
            "`attend_c` does not leak: row i computes with the first i + 1 rows alone.",
            "Take `attend_c`: which rows of X does its first round see?",
            ({"suspected.letter": "c"},),
        ),
        Mistake(
            "suspected-one-maximum",
            "`attend_e` does not leak: one number subtracted from all scores cancels.",
            "Take `attend_e`: what does softmax see of the scores?",
            ({"suspected.letter": "e"},),
        ),
    ),
)


TASK = Task(
    reference=leaking_attention,
    kind="find",
    order=(4, 8),
    practises=("test *any* attention",),
    pipeline=lambda step: step.suspected.letter,
    families=(SUSPECTED,),
    probes=lambda seed: [Probe("the five attentions", {})],
    properties=(ONE_LETTER,),
)
