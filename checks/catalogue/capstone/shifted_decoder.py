"""Of five decoders, find the one whose positions are off by one."""

from checks.catalogue.families.find import find_task
from checks.mistake import Mistake

SHIFTED = "b"
MADE_BY = {
    "a": "position-always-0",
    SHIFTED: "position-off-by-one",
    "c": "only-newest-kept",
    "d": "keys-and-values-out-of-step",
    "e": "newest-twice",
}
"""The mistake of `cat_step` in each of the notebook's decoders; a test computes the table again."""


def shifted_decoder() -> str:
    """Name the one of the notebook's five decoders whose positions are off by one.

    Examples
    --------
    >>> shifted_decoder() in "abcde"
    True
    """
    return SHIFTED


TASK = find_task(
    shifted_decoder,
    order=(13, 4),
    practises=("compare a model",),
    things="the five decoders",
    wrong={
        "a": Mistake(
            "blamed-position-0",
            "Decoder `a` reads the first word rightly, so its first position is right.",
            "At which position does decoder `a` take the second word to be, if the first is right?",
        ),
        "c": Mistake(
            "blamed-short-memory",
            "Decoder `c` reads two words rightly: positions that are off by one show at once.",
            "How many words may decoder `c` look back?",
        ),
        "d": Mistake(
            "blamed-mixed-values",
            "Decoder `d` reads the first word rightly, so its first position is right.",
            "What is in the cache at the second word that was not there at the first?",
        ),
        "e": Mistake(
            "blamed-seen-twice",
            "Decoder `e` reads the first word rightly, so its first position is right.",
            "What could go wrong in `e` that makes no difference to a word alone?",
        ),
    },
)
