"""Find the one of five functions that is wrong."""

from attnlib.practice.family import Family
from attnlib.practice.mistake import Mistake
from attnlib.practice.outcome import Probe
from attnlib.practice.properties import ONE_LETTER
from attnlib.practice.task import Task

WRONG = "c"


def wrong_snippet() -> str:
    """Name the one of the notebook's five functions that is wrong.

    Examples
    --------
    >>> wrong_snippet() in "abcde"
    True
    """
    return WRONG


ACCUSATION = Family(
    "accusation",
    {"letter": WRONG},
    (
        Mistake(
            "accused-one-maximum",
            "Snippet `a` is right: one number subtracted from a whole row changes no weight.",
            "Take snippet `a`: what does each row of its table sum to?",
            ({"accusation.letter": "a"},),
        ),
        Mistake(
            "accused-transposed",
            "Snippet `b` is right: it sums down the columns of a transposed table.",
            "Take snippet `b`: what is in one column of its table before `.T`?",
            ({"accusation.letter": "b"},),
        ),
        Mistake(
            "accused-loop",
            "Snippet `d` is right: it goes query by query, and each row sums to 1.",
            "Take snippet `d`: what does your `normalised_axis` say about its table?",
            ({"accusation.letter": "d"},),
        ),
        Mistake(
            "accused-early-scale",
            "Snippet `e` is right: scaling the queries first scales the scores alike.",
            "Take snippet `e`: what is the shape of its product with the ones, (n_k, 1)?",
            ({"accusation.letter": "e"},),
        ),
    ),
)


TASK = Task(
    reference=wrong_snippet,
    kind="find",
    order=(3, 9),
    practises=("find a wrong axis",),
    pipeline=lambda step: step.accusation.letter,
    families=(ACCUSATION,),
    probes=lambda seed: [Probe("the five snippets", {})],
    properties=(ONE_LETTER,),
)
