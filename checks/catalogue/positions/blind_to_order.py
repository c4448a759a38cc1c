"""Of five attention functions, find the one that ignores the order of tokens."""

from checks.catalogue.families.find import find_task
from checks.mistake import Mistake

RIGHT = "d"


def blind_to_order() -> str:
    """Name the one of the notebook's five attentions that does not notice order.

    Examples
    --------
    >>> blind_to_order() in "abcde"
    True
    """
    return RIGHT


TASK = find_task(
    blind_to_order,
    order=(6, 6),
    practises=("say what attention does",),
    things="the five attentions",
    wrong={
        "a": Mistake(
            "named-added-positions",
            "Attention `a` adds the place to every row, so keys and values change with it.",
            "Take `a` and swap two rows: what does your `is_equivariant` say?",
        ),
        "b": Mistake(
            "named-distance",
            "Attention `b` goes by distances, and these stay only when all rows are reversed.",
            "Which other order can you try on `b`?",
        ),
        "c": Mistake(
            "named-late-keys",
            "Attention `c` gives late keys a higher score than early ones, in every row.",
            "In `c`, which entries of one row of scores get more than others?",
        ),
        "e": Mistake(
            "named-mask",
            "Attention `e` hides later rows, so the row that comes first sees only itself.",
            "In `e`, what does the first row look at, and who comes first after a swap?",
        ),
    },
)
