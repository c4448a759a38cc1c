"""Predict the weights of queries for which some keys, or all of them, are hidden."""

from dataclasses import replace
from typing import Any

import numpy as np

from attnlib import masked_softmax
from checks.catalogue.causal_mask.masked_softmax import MASKED
from checks.catalogue.families.mask import MASK, UNDIVIDED, VISIBLE, as_they_are, masked
from checks.catalogue.families.result import ROUNDED
from checks.catalogue.families.softmax import SOFTMAX, no_shift
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task

SCORES = np.log([[1.0, 2.0, 3.0, 4.0]] * 3)
SEEN = np.array([[True, True, True, False], [False, False, True, False], [False] * 4])


def shares_of_the_visible() -> Any:
    """Predict the weights of three queries; scores and hidden keys are in the notebook.

    Returns
    -------
    (3, 4)

    Examples
    --------
    >>> shares_of_the_visible()[1:]
    array([[0., 0., 1., 0.],
           [0., 0., 0., 0.]])
    """
    return masked_softmax(SCORES, SEEN)


def _shared_equally(weights: Any, visible: Any) -> Any:
    lost = np.where(visible, 0, weights).sum(axis=-1, keepdims=True)
    count = np.maximum(visible.sum(axis=-1, keepdims=True), 1)
    return np.where(visible, weights + lost / count, 0)


def _last_row_becomes(number: float) -> Any:
    return lambda weights: np.vstack([weights[:2], np.full((1, 4), number)])


UNHIDDEN = {"mask.fill": as_they_are, "mask.keep": as_they_are}

EXP_MISSING = replace(
    SOFTMAX["exp-missing"],
    does="The scores are divided by their sum, but softmax divides their exponentials.",
    question="What is e to the power of ln 2, and e to the power of 0?",
)

SHARES = Family(
    "shares",
    {"blind": lambda weights: weights},
    (
        replace(
            VISIBLE["mask-missing"].by(UNHIDDEN),
            question="To which keys may the second query attend?",
        ),
        VISIBLE["mask-inverted"].by({"mask.fit": lambda visible, scores: ~visible}),
        MASKED["hidden-row-nan"].by({"shares.blind": _last_row_becomes(np.nan)}),
        MASKED["hidden-row-uniform"].by({"shares.blind": _last_row_becomes(1 / 4)}),
        Mistake(
            "lost-weight-shared-equally",
            "What hidden keys lose is shared out equally, so b no longer gets twice as much as a.",
            "In which proportion should the visible keys share the whole 1?",
        ).by({**UNHIDDEN, "mask.erase": _shared_equally}),
        Mistake(
            "scores-ignored",
            "All visible keys get the same, whatever their scores.",
            "Which visible key has the largest exponential?",
        ).by({"softmax.exponential": lambda shifted, axis: np.ones_like(shifted)}),
        Mistake(
            "exponential-twice",
            "The exponential is taken twice: 1, 2 and 3 are exponentials already.",
            "What is e to the power of ln 3?",
        ).by(
            {
                "softmax.shift": no_shift,
                "softmax.exponential": lambda scores, axis: np.exp(np.exp(scores)),
            }
        ),
        Mistake(
            "row-for-each-key",
            "There is a row for each key, and a column for each query.",
            "To whom does a row of weights belong?",
        ).by({"shares.blind": np.transpose}),
        ROUNDED.by(
            *(
                {"shares.blind": lambda weights, decimals=decimals: weights.round(decimals)}
                for decimals in (1, 2, 3, 4)
            )
        ),
    ),
)

TASK = Task(
    reference=shares_of_the_visible,
    kind="predict",
    order=(4, 1),
    practises=("say who may see whom",),
    pipeline=lambda step: step.shares.blind(masked(step, SCORES, SEEN)),
    families=(
        replace(
            UNDIVIDED,
            mistakes=(SOFTMAX["softmax-not-normalised"], EXP_MISSING),
        ),
        MASK,
        SHARES,
    ),
    excluding=("mask-added-as-0-1",),  # nobody adds True to a number on paper
    probes=lambda seed: [Probe("paper", {})],
    properties=(
        Property("There are three rows of four weights.", has_shape(lambda probe: (3, 4))),
        Property(
            "A hidden key has no weight at all.",
            lambda probe, weights: not np.asarray(weights)[~SEEN].any(),
        ),
        Property(
            "A query that sees something shares out a whole 1.",
            lambda probe, weights: bool(np.allclose(np.sum(weights, axis=1)[:2], 1)),
        ),
        Property(
            "Of two visible keys, the larger score gets more weight.",
            lambda probe, weights: weights[0][0] < weights[0][1] < weights[0][2],
        ),
    ),
)
