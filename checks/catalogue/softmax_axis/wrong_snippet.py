"""Of five functions, find the one that is wrong."""

from checks.catalogue.families.find import find_task
from checks.mistake import Mistake

RIGHT = "c"


def wrong_snippet() -> str:
    """Name the one of the notebook's five functions that is wrong.

    Examples
    --------
    >>> wrong_snippet() in "abcde"
    True
    """
    return RIGHT


TASK = find_task(
    wrong_snippet,
    order=(3, 9),
    practises=("find a wrong axis",),
    things="the five snippets",
    wrong={
        "a": Mistake(
            "accused-one-maximum",
            "Snippet `a` is right: one number subtracted from a whole row changes no weight.",
            "Take snippet `a`: what does each row of its table sum to?",
        ),
        "b": Mistake(
            "accused-transposed",
            "Snippet `b` is right: it sums down the columns of a transposed table.",
            "Take snippet `b`: what is in one column of its table before `.T`?",
        ),
        "d": Mistake(
            "accused-loop",
            "Snippet `d` is right: it goes query by query, and each row sums to 1.",
            "Take snippet `d`: what does your `normalised_axis` say about its table?",
        ),
        "e": Mistake(
            "accused-early-scale",
            "Snippet `e` is right: scaling the queries first scales the scores alike.",
            "Take snippet `e`: what is the shape of its product with the ones, (n_k, 1)?",
        ),
    },
)
