"""Find the one of five norms that lets tokens see one another."""

from attnlib.practice.family import Family
from attnlib.practice.mistake import Mistake
from attnlib.practice.outcome import Probe
from attnlib.practice.properties import ONE_LETTER
from attnlib.practice.task import Task

LEAKING = "b"


def norm_that_leaks() -> str:
    """Name the one of the notebook's five norms in which a later token changes an earlier one.

    Examples
    --------
    >>> norm_that_leaks() in "abcde"
    True
    """
    return LEAKING


SUSPICION = Family(
    "suspicion",
    {"letter": LEAKING},
    (
        Mistake(
            "suspected-rms",
            "Norm `a` keeps the mean, so it is no layer norm, but each token is by itself.",
            "Take norm `a`: over which axis does its only mean run?",
            ({"suspicion.letter": "a"},),
        ),
        Mistake(
            "suspected-flattened",
            "Norm `c` puts all tokens in one long table, and normalises each of them by itself.",
            "Take norm `c`: what is in one column of its table?",
            ({"suspicion.letter": "c"},),
        ),
        Mistake(
            "suspected-loop",
            "Norm `d` divides by d - 1 and adds no eps, but each token is by itself.",
            "Take norm `d`: how many tokens does one round of its loop read?",
            ({"suspicion.letter": "d"},),
        ),
        Mistake(
            "suspected-length",
            "Norm `e` makes each token 1 long, not its variance, but each token is by itself.",
            "Take norm `e`: which numbers go into one length?",
            ({"suspicion.letter": "e"},),
        ),
    ),
)

TASK = Task(
    reference=norm_that_leaks,
    kind="find",
    order=(8, 3),
    practises=("notice from outside",),
    pipeline=lambda step: step.suspicion.letter,
    families=(SUSPICION,),
    probes=lambda seed: [Probe("the five norms", {})],
    properties=(ONE_LETTER,),
)
