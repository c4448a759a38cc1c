"""Predict scores of a query and a key that are turned by their positions."""

from typing import Any

import numpy as np

from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import KEPT
from checks.task import Property, Task

STEP = 30  # degrees for each position
QUERY, KEY, SIDEWAYS_KEY = (4, 0), (2, 0), (3, 90)  # length, and degrees at position 0
# Key, position of the query, position of the key.
ASKED = ((KEY, 7, 5), (KEY, 107, 105), (KEY, 7, 19), (SIDEWAYS_KEY, 7, 6), (SIDEWAYS_KEY, 6, 7))


def score_of_turned_pair() -> Any:
    """Predict five scores of pairs that turn by 30 degrees at each position.

    Returns
    -------
    (5,)

    Examples
    --------
    >>> score_of_turned_pair()
    array([ 4.,  4.,  8.,  6., -6.])
    """
    return np.array([4.0, 4.0, 8.0, 6.0, -6.0])


def _pipeline(step: Any) -> Any:
    own, scores = step.pair, []
    for (length, start), query_at, key_at in ASKED:
        degrees = own.start(start) + own.between(query_at, key_at)
        scores.append(own.lengths(QUERY[0], length) * own.cosine(degrees))
    scores[2] = own.round_trip(scores[2])
    return own.order(np.array(scores, dtype=float))


def _distance_alone_counts(probe: Probe, scores: Any) -> bool:
    return bool(np.isclose(scores[0], scores[1]))


def _full_turn(probe: Probe, scores: Any) -> bool:
    return bool(np.isclose(scores[2], QUERY[0] * KEY[0]))


def _opposite(probe: Probe, scores: Any) -> bool:
    return bool(np.isclose(scores[3], -scores[4]))


def _cosine(degrees: Any) -> Any:
    return np.cos(np.radians(degrees))


PAIR = Family(
    "pair",
    {
        "start": lambda degrees: degrees,
        "between": lambda query_at, key_at: STEP * (key_at - query_at),
        "cosine": _cosine,
        "lengths": lambda query, key: query * key,
        "round_trip": lambda score: score,
        "order": lambda scores: scores,
    },
    (
        Mistake(
            "only-query-turned",
            "Only the query is turned, and the key stays where it was.",
            "By how much does each of the two turn, and what is left between them?",
        ).by({"pair.between": lambda query_at, key_at: -STEP * query_at}),
        Mistake(
            "only-key-turned",
            "Only the key is turned, and the query stays where it was.",
            "By how much does each of the two turn, and what is left between them?",
        ).by({"pair.between": lambda query_at, key_at: STEP * key_at}),
        Mistake(
            "nothing-turned",
            "The scores are those of the vectors before they were turned.",
            "Which angle is between the query at position 7 and the key at position 5?",
        ).by({"pair.between": lambda query_at, key_at: 0}),
        Mistake(
            "positions-added",
            "The two turns are added, as if the vectors turned towards each other.",
            "Both turn the same way: what does that do to the angle between them?",
        ).by({"pair.between": lambda query_at, key_at: STEP * (key_at + query_at)}),
        Mistake(
            "backwards",
            "The last two have each other's sign: the vectors turn the wrong way round.",
            "Where does (0, 3) point after a quarter turn, if (1, 0) turns to (0, 1)?",
        ).by(
            {
                "pair.between": lambda query_at, key_at: STEP * (query_at - key_at),
                "pair.order": KEPT,
            }
        ),
        Mistake(
            "direction-ignored",
            "The last two are equal, as if only the size of the distance counted.",
            "The key starts at 90 degrees: does it turn towards the query or away from it?",
        ).by(
            {"pair.between": lambda query_at, key_at: -STEP * abs(key_at - query_at)},
            {"pair.between": lambda query_at, key_at: STEP * abs(key_at - query_at)},
        ),
        Mistake(
            "angle-of-key-ignored",
            "The key (0, 3) is treated as (3, 0).",
            "Which angle is between (4, 0) and (0, 3) before anything turns?",
        ).by({"pair.start": lambda degrees: 0}),
        Mistake(
            "cosine-alone",
            "These are cosines; a dot product has both lengths in it as well.",
            "What is the dot product of (4, 0) and (2, 0)?",
        ).by({"pair.lengths": lambda query, key: 1}),
        Mistake(
            "lengths-added",
            "The lengths are added, but a dot product multiplies them.",
            "What is the dot product of (4, 0) and (2, 0)?",
        ).by({"pair.lengths": lambda query, key: query + key}),
        Mistake(
            "sine-for-cosine",
            "The sine of the angle is taken instead of its cosine.",
            "What is the score of two vectors that point the same way?",
        ).by({"pair.cosine": lambda degrees: np.sin(np.radians(degrees))}),
        Mistake(
            "degrees-not-radians",
            "An angle in degrees was given to np.cos, which reads radians.",
            "What is np.cos(60), and what is the cosine of 60 degrees?",
        ).by({"pair.cosine": np.cos}),
        Mistake(
            "far-means-nothing",
            "The third score is taken for 0 because the key is far away.",
            "By how many degrees has the key turned, compared with the query?",
        ).by({"pair.round_trip": lambda score: 0}),
        Mistake(
            "numbers-in-another-order",
            "The numbers are right, but they are in another order.",
            "Which comes third, and which comes last?",
        ).by(
            *(
                {
                    "pair.start": KEPT,
                    "pair.between": KEPT,
                    "pair.order": lambda numbers, places=places: numbers[list(places)],
                }
                for places in ((2, 0, 1, 3, 4), (4, 3, 2, 1, 0), (0, 1, 3, 4, 2))
            )
        ),
    ),
)

TASK = Task(
    reference=score_of_turned_pair,
    kind="predict",
    order=(10, 1),
    practises=("make scores depend", "turn queries and keys"),
    pipeline=_pipeline,
    families=(PAIR,),
    probes=lambda seed: [Probe("paper", {})],
    properties=(
        Property("There are five numbers.", has_shape(lambda probe: (5,))),
        Property("100 positions further on, the score is the same.", _distance_alone_counts),
        Property("12 steps of 30 degrees are a full turn.", _full_turn),
        Property("With the sideways key, looking ahead and back have opposite signs.", _opposite),
    ),
)
