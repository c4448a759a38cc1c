"""Of five probes, find the one that cannot tell two layouts apart."""

from checks.catalogue.families.find import find_task
from checks.mistake import Mistake

RIGHT = "c"


def blind_probe() -> str:
    """Name the one of the notebook's five probes that passes in either layout.

    Examples
    --------
    >>> blind_probe() in "abcde"
    True
    """
    return RIGHT


TASK = find_task(
    blind_probe,
    order=(10, 7),
    practises=("tell the two layouts",),
    things="the five probes",
    wrong={
        "a": Mistake(
            "named-first-pair",
            "The probe `a` looks at columns 0 and 1, and only in one layout are they a pair.",
            "Where does (1, 0, 0, 0) end up in the half-split layout: in which column?",
        ),
        "b": Mistake(
            "named-pair-lengths",
            "The probe `b` measures neighbouring columns, which are not a pair in half-split.",
            "Whose length does a rotation keep: that of a pair, or that of any two columns?",
        ),
        "d": Mistake(
            "named-stored-score",
            "The probe `d` compares with a score that was computed in one layout.",
            "Print that score for both layouts: are the two numbers the same?",
        ),
        "e": Mistake(
            "named-untouched-columns",
            "The probe `e` fills columns 0 and 1 and expects all others to stay 0.",
            "Which column is the partner of column 0 in the half-split layout?",
        ),
    },
)
