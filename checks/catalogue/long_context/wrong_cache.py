"""Of five decoders, find the one that uses its cache wrongly."""

from checks.catalogue.families.find import find_task
from checks.mistake import Mistake

RIGHT = "d"


def wrong_cache() -> str:
    """Name the one of the notebook's five decoders whose outputs are wrong.

    Examples
    --------
    >>> wrong_cache() in "abcde"
    True
    """
    return RIGHT


TASK = find_task(
    wrong_cache,
    order=(11, 5),
    practises=("write word by word",),
    things="the five decoders",
    wrong={
        "a": Mistake(
            "accused-newest-first",
            "Decoder `a` keeps the newest first, but keys and values in the same order.",
            "Does a sum depend on the order of what is added?",
        ),
        "b": Mistake(
            "accused-split-scale",
            "Decoder `b` divides by the root of d in two halves, one before the cache.",
            "Take decoder `b`: by what is a score divided in the end?",
        ),
        "c": Mistake(
            "accused-first-half",
            "Decoder `c` reads the first half at once, but behind a mask.",
            "Take decoder `c`: what does its query 0 see?",
        ),
        "e": Mistake(
            "accused-hidden-rows",
            "Decoder `e` hides the empty rows of its table; only its maximum looks at them.",
            "What happens to a softmax if another number is subtracted from all scores?",
        ),
    },
)
