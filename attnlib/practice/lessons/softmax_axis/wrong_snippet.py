"""Find the one of five functions that is wrong."""

from typing import Any

from attnlib.practice.family import Family
from attnlib.practice.mistake import Mistake
from attnlib.practice.outcome import Probe
from attnlib.practice.task import Property, Task

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
            "Snippet a is right: one number subtracted from a whole row changes no weight.",
            "What do your rows of a sum to?",
            ({"accusation.letter": "a"},),
        ),
        Mistake(
            "accused-transposed",
            "Snippet b is right: it sums down the columns of a transposed table.",
            "What is in a column of b's table before it is turned round?",
            ({"accusation.letter": "b"},),
        ),
        Mistake(
            "accused-loop",
            "Snippet d is right: it goes query by query, and each row sums to 1.",
            "What does your normalised_axis say about d?",
            ({"accusation.letter": "d"},),
        ),
        Mistake(
            "accused-early-scale",
            "Snippet e is right: scaling the queries first scales the scores alike.",
            "What is the shape of a product with a matrix of ones, (n_k, 1)?",
            ({"accusation.letter": "e"},),
        ),
        Mistake(
            "letter-in-another-form",
            "The answer is not written as one lower-case letter.",
            "What exactly should the function return: which type, how many letters?",
            tuple(
                {"accusation.letter": form}
                for form in (WRONG.upper(), f"snippet_{WRONG}", f"{WRONG}.", [WRONG], (WRONG,))
            ),
        ),
        Mistake(
            "number-not-letter",
            "A number is returned, not a letter.",
            "What are the five functions called in the exercise?",
            tuple({"accusation.letter": number} for number in (2, 3)),
        ),
    ),
)


def _one_letter(probe: Probe, letter: Any) -> bool:
    return letter in {"a", "b", "c", "d", "e"}


TASK = Task(
    reference=wrong_snippet,
    kind="find",
    order=(3, 6),
    practises=("find a wrong axis",),
    pipeline=lambda step: step.accusation.letter,
    families=(ACCUSATION,),
    probes=lambda seed: [Probe("the five snippets", {})],
    properties=(Property("The answer is one of the letters a to e.", _one_letter),),
)
