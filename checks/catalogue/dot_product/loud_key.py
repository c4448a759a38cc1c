"""Find the key that wins searches only by its length."""

import numpy as np

from checks.catalogue.families.find import find_task
from checks.mistake import Mistake
from checks.task import Property

RIGHT = 4


def loud_key() -> int:
    """Give the index of the notebook's key that wins searches only because it is long.

    Examples
    --------
    >>> loud_key() in range(5)
    True
    """
    return RIGHT


TASK = find_task(
    loud_key,
    order=(1, 3),
    practises=("tell when to compare",),
    things="the five keys",
    wrong={
        0: Mistake(
            "accused-longest-key",
            "Key 0 is the longest, but it points away from every query and wins no search.",
            "Does a long key always win?",
        ),
        1: Mistake(
            "accused-most-wins",
            "Key 1 wins the most searches, but by cosine it wins the same ones.",
            "Which winners change when you compare by cosine?",
        ),
        2: Mistake(
            "accused-drowned-key",
            "Key 2 wins no search by dot product: it is the one that loses out.",
            "Which key takes the searches that key 2 wins by cosine?",
        ),
        3: Mistake(
            "accused-fair-key",
            "Key 3 wins one search, and by cosine it wins the same one.",
            "Which winners change when you compare by cosine?",
        ),
        5: Mistake(
            "counted-from-one",
            "There is no key 5: the five keys are counted from 0.",
            "Which index does the first row of an array have?",
        ),
    },
    form=Property(
        "The answer is the index of a key, from 0 to 4.",
        lambda probe, key: np.ndim(key) == 0 and key in range(5),
    ),
)
