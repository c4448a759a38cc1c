"""Find the one of five attentions whose order has no effect."""

from attnlib.practice.family import Family
from attnlib.practice.mistake import Mistake
from attnlib.practice.outcome import Probe
from attnlib.practice.properties import ONE_LETTER
from attnlib.practice.task import Task

BLIND = "d"


def blind_to_order() -> str:
    """Name the one of the notebook's five attentions that does not notice order.

    Examples
    --------
    >>> blind_to_order() in "abcde"
    True
    """
    return BLIND


NAMED = Family(
    "named",
    {"letter": BLIND},
    (
        Mistake(
            "named-added-positions",
            "Attention `a` adds the place to every row, so keys and values change with it.",
            "Take `a` and swap two rows: what does your `is_equivariant` say?",
        ).by({"named.letter": "a"}),
        Mistake(
            "named-distance",
            "Attention `b` goes by distances, and these stay only when all rows are reversed.",
            "Which other order can you try on `b`?",
        ).by({"named.letter": "b"}),
        Mistake(
            "named-late-keys",
            "Attention `c` gives late keys a higher score than early ones, in every row.",
            "In `c`, which entries of one row of scores get more than others?",
        ).by({"named.letter": "c"}),
        Mistake(
            "named-mask",
            "Attention `e` hides later rows, so the row that comes first sees only itself.",
            "In `e`, what does the first row look at, and who comes first after a swap?",
        ).by({"named.letter": "e"}),
    ),
)


TASK = Task(
    reference=blind_to_order,
    kind="find",
    order=(6, 6),
    practises=("say what attention does",),
    pipeline=lambda step: step.named.letter,
    families=(NAMED,),
    probes=lambda seed: [Probe("the five attentions", {})],
    properties=(ONE_LETTER,),
)
