"""Find the one of five decoders that attends wrongly with its cache."""

from attnlib.practice.family import Family
from attnlib.practice.mistake import Mistake
from attnlib.practice.outcome import Probe
from attnlib.practice.properties import ONE_LETTER
from attnlib.practice.task import Task

WRONG = "d"


def wrong_cache() -> str:
    """Name the one of the notebook's five decoders whose outputs are wrong.

    Examples
    --------
    >>> wrong_cache() in "abcde"
    True
    """
    return WRONG


ACCUSED = Family(
    "accused",
    {"letter": WRONG},
    (
        Mistake(
            "accused-newest-first",
            "Decoder `a` keeps the newest key first, but keys and values in the same order.",
            "Does a sum depend on the order of what is added?",
        ).by({"accused.letter": "a"}),
        Mistake(
            "accused-split-scale",
            "Decoder `b` divides by the root of d in two halves, one before the cache.",
            "Take decoder `b`: by what is a score divided in the end?",
        ).by({"accused.letter": "b"}),
        Mistake(
            "accused-first-half",
            "Decoder `c` reads the first half at once, but behind a mask.",
            "Take decoder `c`: what does its query 0 see?",
        ).by({"accused.letter": "c"}),
        Mistake(
            "accused-hidden-rows",
            "Decoder `e` hides the empty rows of its table; only its maximum looks at them.",
            "What happens to a softmax if another number is subtracted from all scores?",
        ).by({"accused.letter": "e"}),
    ),
)

TASK = Task(
    reference=wrong_cache,
    kind="find",
    order=(11, 5),
    practises=("write word by word",),
    pipeline=lambda step: step.accused.letter,
    families=(ACCUSED,),
    probes=lambda seed: [Probe("the five decoders", {})],
    properties=(ONE_LETTER,),
)
