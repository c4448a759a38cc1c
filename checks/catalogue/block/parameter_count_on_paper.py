"""Predict how many parameters a block has."""

from typing import Any

import numpy as np

from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import KEPT
from checks.task import Property, Task

D, D_FF, LAYERS = 10, 30, 6
HEADS, TOKENS = 5, 7


def parameter_count_on_paper() -> Any:
    """Predict the parameters of a block with d_model 10 and d_ff 30.

    Returns
    -------
    (5,)
        The parameters of attention, of the feed-forward, of both norms, of the whole block with 5
        heads, and of 6 blocks.

    Examples
    --------
    >>> parameter_count_on_paper()
    array([ 440,  640,   40, 1120, 6720])
    """
    attention, feed, norms = 4 * (D * D + D), 2 * D * D_FF + D_FF + D, 2 * 2 * D
    whole = attention + feed + norms
    return np.array([attention, feed, norms, whole, LAYERS * whole])


def _pipeline(step: Any) -> Any:
    count = step.count
    attention = count.matrices * (D * D + count.attention_bias)
    parts = attention, count.feed(D, D_FF), count.norms(D)
    whole = count.whole(*parts)
    return count.listed(np.array([*parts, whole, count.stack(whole, *parts)], dtype=float))


def _whole_is_a_sum(probe: Probe, numbers: Any) -> bool:
    return bool(np.isclose(np.sum(numbers[:3]), numbers[3]))


COUNT = Family(
    "count",
    {
        "matrices": 4,
        "attention_bias": D,
        "feed": lambda d, d_ff: d * d_ff + d_ff + d_ff * d + d,
        "norms": lambda d: 2 * 2 * d,
        "whole": lambda attention, feed, norms: attention + feed + norms,
        "stack": lambda whole, *parts: LAYERS * whole,
        "listed": lambda numbers: numbers,
    },
    (
        Mistake(
            "biases-forgotten",
            "The matrices are counted, but not all of the biases.",
            "What is added to each product, and how many numbers is that?",
            (
                {"count.attention_bias": 0, "count.feed": lambda d, d_ff: 2 * d * d_ff},
                {"count.attention_bias": 0},
                {"count.feed": lambda d, d_ff: 2 * d * d_ff},
                {"count.feed": lambda d, d_ff: 2 * d * d_ff + d_ff},
                {"count.feed": lambda d, d_ff: 2 * d * d_ff + d},
            ),
        ),
        Mistake(
            "biases-alike",
            "Both biases of the feed-forward are counted with the same length.",
            "What is the shape of each product to which a bias is added?",
            (
                {"count.feed": lambda d, d_ff: 2 * d * d_ff + 2 * d_ff},
                {"count.feed": lambda d, d_ff: 2 * d * d_ff + 2 * d},
            ),
        ),
        Mistake(
            "output-projection-missing",
            "Attention is counted with three matrices.",
            "What happens to the heads' results after they are merged?",
            ({"count.matrices": 3},),
        ),
        Mistake(
            "second-matrix-missing",
            "The feed-forward is counted with its first matrix alone.",
            "How do d_ff hidden numbers become d_model numbers again?",
            (
                {"count.feed": lambda d, d_ff: d * d_ff + d_ff},
                {"count.feed": lambda d, d_ff: d * d_ff},
                {"count.feed": lambda d, d_ff: d * d_ff + d},
            ),
        ),
        Mistake(
            "hidden-matrix-square",
            "A matrix of the feed-forward is counted with d_ff rows and d_ff columns.",
            "How many rows and how many columns does W_1 have?",
            (
                {"count.feed": lambda d, d_ff: 2 * (d_ff * d_ff + d_ff)},
                {"count.feed": lambda d, d_ff: d * d_ff + d_ff + d_ff * d_ff + d_ff},
            ),
        ),
        Mistake(
            "d_ff-four-times",
            "The feed-forward is counted as if d_ff were 4 times d_model.",
            "How large is d_ff here?",
            ({"count.feed": lambda d, d_ff: 8 * d * d + 5 * d},),
        ),
        Mistake(
            "half-of-norms",
            "Only half of the norms' numbers are counted.",
            "How many norms are in a block, and what does each of them learn for a column?",
            ({"count.norms": lambda d: 2 * d},),
        ),
        Mistake(
            "norms-without-numbers",
            "The norms are counted as if they learned next to nothing.",
            "Which arguments does your `layer_norm` take, besides X and eps?",
            tuple({"count.norms": lambda d, few=few: few} for few in (0, 2, 4)),
        ),
        Mistake(
            "times-heads",
            "More heads are counted as more numbers.",
            "Do more heads make W_q larger, or do they share out its columns?",
            (
                {"count.whole": lambda attention, feed, norms: HEADS * attention + feed + norms},
                {"count.whole": lambda *parts: HEADS * sum(parts)},
                {
                    "count.whole": lambda attention, feed, norms: (
                        HEADS / 2 * attention + feed + norms
                    )
                },
                {"count.whole": lambda *parts: HEADS / 2 * sum(parts)},
                {
                    "count.matrices": 4 * 2,
                    "count.whole": lambda attention, feed, norms: (
                        HEADS / 2 * attention + feed + norms
                    ),
                },
                {
                    "count.whole": lambda attention, feed, norms: HEADS * attention + feed + norms,
                    "count.stack": lambda whole, *parts: LAYERS * sum(parts),
                },
                {
                    "count.whole": lambda *parts: HEADS * sum(parts),
                    "count.stack": lambda whole, *parts: LAYERS * sum(parts),
                },
            ),
        ),
        Mistake(
            "times-tokens",
            "Numbers are counted for every token.",
            "Does a longer sentence need larger matrices?",
            (
                {"count.whole": lambda *parts: TOKENS * sum(parts)},
                {
                    "count.whole": lambda *parts: TOKENS * sum(parts),
                    "count.stack": lambda whole, *parts: LAYERS * sum(parts),
                },
                {"count.norms": lambda d: 2 * 2 * d * TOKENS},
            ),
        ),
        Mistake(
            "blocks-share-numbers",
            "Six blocks are counted like one.",
            "Does each block learn numbers of its own?",
            ({"count.stack": lambda whole, *parts: whole},),
        ),
        Mistake(
            "numbers-in-another-order",
            "The numbers are right, but they are in another order.",
            "In which order does the exercise ask for the three parts?",
            tuple(
                {
                    **dict.fromkeys(("count.matrices", "count.attention_bias", "count.feed"), KEPT),
                    **dict.fromkeys(("count.norms", "count.whole", "count.stack"), KEPT),
                    "count.listed": lambda numbers, places=places: numbers[list(places)],
                }
                for places in ((1, 0, 2, 3, 4), (0, 2, 1, 3, 4), (2, 0, 1, 3, 4), (4, 3, 2, 1, 0))
            ),
        ),
    ),
)

TASK = Task(
    reference=parameter_count_on_paper,
    kind="predict",
    order=(8, 5),
    practises=("count the parameters",),
    pipeline=_pipeline,
    families=(COUNT,),
    probes=lambda seed: [Probe("paper", {})],
    properties=(
        Property("There are five numbers.", has_shape(lambda probe: (5,))),
        Property("The whole block is the sum of its parts.", _whole_is_a_sum),
        Property(
            "Six blocks have six times the numbers of one.",
            lambda probe, numbers: bool(np.isclose(numbers[4], 6 * numbers[3])),
        ),
    ),
)
