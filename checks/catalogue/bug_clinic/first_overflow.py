"""Predict when scores overflow in float16, before and after scaling."""

from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np

from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import KEPT
from checks.task import Property, Task

NARROW, WIDE = 16, 256  # d_k


def first_overflow() -> Any:
    """Predict the smallest whole c for which the score of (c, c, ...) with itself is infinite.

    Returns
    -------
    (5,)
        The first c for d_k = 16 and for d_k = 256 if the product is scaled; the same two if the
        query is scaled first; and the scaled score for c = 16 and d_k = 256.

    Examples
    --------
    >>> first_overflow()
    array([  64,   16,  128,   64, 4096])
    """
    return np.array([64, 16, 128, 64, 4096])


def _pipeline(step: Any) -> Any:
    own = step.half
    first = [
        own.answer(_first_beyond(own.limit, held, d))
        for held in (own.product, own.scaled)
        for d in (NARROW, WIDE)
    ]
    return own.order(np.array([*first, own.score(WIDE, 16)], dtype=float))


def _first_beyond(limit: float, held: Callable[[int, int], float], d: int) -> int:
    return next(c for c in count(1) if held(d, c) >= limit)


def _wider_is_earlier(probe: Probe, numbers: Any) -> bool:
    return bool(numbers[0] > numbers[1] and numbers[2] > numbers[3])


def _scaling_first_helps(probe: Probe, numbers: Any) -> bool:
    return bool(numbers[2] > numbers[0] and numbers[3] > numbers[1])


HALF = Family(
    "half",
    {
        "limit": 65_520,
        "product": lambda d, c: d * c * c,
        "scaled": lambda d, c: np.sqrt(d) * c * c,
        "answer": lambda first: first,
        "score": lambda d, c: np.sqrt(d) * c * c,
        "order": lambda numbers: numbers,
    },
    (
        Mistake(
            "one-product-only",
            "One product c · c is compared with 65,504, not the sum of all d_k of them.",
            "How many products does a dot product add up?",
        ).by(
            {
                "half.product": lambda d, c: c * c,
                "half.scaled": lambda d, c: c * c / np.sqrt(d),
            },
            {"half.product": lambda d, c: c * c},
            {"half.product": lambda d, c: c * c, "half.scaled": lambda d, c: c * c},
        ),
        Mistake(
            "order-makes-no-difference",
            "The scaled query overflows as early as the one that is not scaled.",
            "Which numbers are multiplied with the key, if the query was divided before?",
        ).by({"half.scaled": lambda d, c: d * c * c}),
        Mistake(
            "scaled-in-time",
            "The first two are computed as if something had been divided before the product.",
            "What is the largest number on the way, before anything is divided?",
        ).by({"half.product": lambda d, c: np.sqrt(d) * c * c}),
        Mistake(
            "last-that-fits",
            "These are the last numbers that fit, one less than asked for.",
            "Does float16 hold the score for the c that you wrote down?",
        ).by({"half.answer": lambda first: first - 1}),
        Mistake(
            "one-too-large",
            "Some of these numbers are one too large: the score is infinite before.",
            "Is the score still finite for one less than each c that you wrote down?",
        ).by(
            *(
                {
                    **{f"half.{name}": KEPT for name in ("limit", "product", "scaled", "answer")},
                    "half.order": lambda numbers, more=more: numbers + more,
                }
                for more in ((1, 1, 1, 1, 0), (1, 1, 0, 0, 0), (0, 0, 1, 1, 0))
            )
        ),
        Mistake(
            "scale-by-d_k",
            "Somewhere it is divided by d_k, not by its root.",
            "What is √16, and what is √256?",
        ).by(
            {"half.scaled": lambda d, c: c * c, "half.score": lambda d, c: c * c},
            {"half.scaled": lambda d, c: c * c},
            {"half.score": lambda d, c: c * c},
        ),
        Mistake(
            "key-forgotten",
            "The query's numbers are added up, but they never meet those of the key.",
            "What does a dot product do with two numbers before it adds?",
        ).by(
            {
                "half.product": lambda d, c: d * c,
                "half.scaled": lambda d, c: np.sqrt(d) * c,
            }
        ),
        Mistake(
            "limit-of-integers",
            "The limit is that of whole numbers with 16 bits, 32,767.",
            "What is the largest number that float16 holds?",
        ).by({"half.limit": 32_767.5}),
        Mistake(
            "score-not-scaled",
            "The last number is the bare product.",
            "By what is a score for d_k = 256 divided?",
        ).by({"half.score": lambda d, c: d * c * c}),
        Mistake(
            "infinite-in-any-case",
            "The last score is called infinite, though the query was scaled before.",
            "How large is 16 · 16 · 256, divided by 16 before anything is multiplied?",
        ).by({"half.score": lambda d, c: np.inf}),
        Mistake(
            "numbers-in-another-order",
            "The numbers are right, but they are in another order.",
            "Which two come first: those of one width, or those of one order of the steps?",
        ).by(
            *(
                {
                    **{f"half.{name}": KEPT for name in ("limit", "product", "scaled", "answer")},
                    "half.order": lambda numbers, places=places: numbers[list(places)],
                }
                for places in ((1, 0, 3, 2, 4), (0, 2, 1, 3, 4), (2, 3, 0, 1, 4), (4, 0, 1, 2, 3))
            )
        ),
    ),
)

TASK = Task(
    reference=first_overflow,
    kind="predict",
    order=(12, 1),
    practises=("say why a loss curve",),
    pipeline=_pipeline,
    families=(HALF,),
    probes=lambda seed: [Probe("paper", {})],
    properties=(
        Property("There are five numbers.", has_shape(lambda probe: (5,))),
        Property("Wider heads overflow earlier.", _wider_is_earlier),
        Property("Scaling the query first helps.", _scaling_first_helps),
        Property(
            "The last score is a number, and float16 holds it.",
            lambda probe, numbers: bool(numbers[4] <= 65_504),
        ),
    ),
)
