"""Masks that are inverted, applied in the wrong place, or filled with the wrong number."""

from collections.abc import Callable
from typing import Any

import numpy as np

from checks.catalogue.families.softmax import SOFTMAX, bare_divide, bare_shift
from checks.family import Family
from checks.mistake import Mistake
from checks.steps import KEPT, Steps


def triangle(step: Any, n: int) -> Any:
    """Compute which token may attend to which (n, n), step by step."""
    reached = np.tri(n, k=step.visible.reach, dtype=bool)
    return step.visible.polarity(step.visible.turn(reached))


def masked(step: Any, scores: Any, visible: Any) -> Any:
    """Compute weights over the visible keys from scores (..., n_q, n_k), step by step."""
    mask, axis = step.mask, step.softmax.axis(())
    visible = mask.fit(visible, scores)
    shifted = step.softmax.shift(mask.fill(scores, visible), axis)
    exponentials = mask.keep(step.softmax.exponential(shifted, axis), visible)
    shares = mask.share(exponentials, step.softmax.total(exponentials, axis))
    return mask.erase(shares, visible)


def share_or_uniform(exponentials: Any, total: Any) -> Any:
    """Divide by a sum; if it is 0, give all keys the same weight."""
    return np.where(total == 0, np.size(total) / exponentials.size, exponentials / total)


def as_they_are(array: Any, visible: Any) -> Any:
    """Hide nothing."""
    return array


def filled(fill: Callable[[Any, Any], Any]) -> Steps:
    """Replace hidden scores by a number whose exp is not 0."""
    return {"mask.fill": fill, "mask.keep": as_they_are}


# Without exp, -1e9 would not hide a key but outweigh everything.
MINUS_A_BILLION: Steps = {
    **filled(lambda scores, visible: scores + np.where(visible, 0, -1e9).astype(scores.dtype)),
    "softmax.exponential": KEPT,
}


# A wrong mask can hide whole rows, which then become nan, zeros, or anything else.
EMPTY_ROWS: tuple[Steps, ...] = (
    {},
    {"mask.share": SOFTMAX.steps["divide"]},
    {"mask.share": share_or_uniform},
    MINUS_A_BILLION,
)


def _however_empty_rows_end(triangle: Steps) -> tuple[Steps, ...]:
    endings = ({"visible.reach": KEPT, **triangle, **ending} for ending in EMPTY_ROWS[1:])
    return (triangle, *endings)


# Softmax with its own division, for tasks with a mask: these mistakes are about dividing by 0.
UNDIVIDED = SOFTMAX.only("axis", "shift", "exponential", "total")

VISIBLE = Family(
    "visible",
    {"reach": 0, "turn": lambda visible: visible, "polarity": lambda visible: visible},
    (
        Mistake(
            "mask-missing",
            "Nothing is hidden: every query attends to every key.",
            "Which keys should be hidden, and which line hides them?",
        ).by({"visible.reach": 10**6, "visible.turn": KEPT, "visible.polarity": KEPT}),
        Mistake(
            "mask-inverted",
            "Visible and hidden are swapped: True is taken for blocked.",
            "Does True mean that a query may attend, or that it may not?",
        ).by(*_however_empty_rows_end({"visible.polarity": np.logical_not})),
        Mistake(
            "mask-transposed",
            "The mask is transposed: queries and keys have changed places in it.",
            "Does a row of the mask belong to a query or to a key?",
        ).by({"visible.turn": lambda visible: visible.T}),
        Mistake(
            "mask-hides-diagonal",
            "A token sees the earlier tokens but not itself.",
            "May a token attend to itself? And what else could the first one see?",
        ).by(*_however_empty_rows_end({"visible.reach": -1})),
        Mistake(
            "sees-next",
            "Each token also sees the one that follows it.",
            "Which is the last key that query 0 may see?",
        ).by({"visible.reach": 1}),
    ),
)

# Hidden twice, so that what replaces exp (a one-hot vector, the bare score) also hides.
MASK = Family(
    "mask",
    {
        "fit": lambda visible, scores: np.broadcast_to(visible, scores.shape),
        "fill": lambda scores, visible: np.where(visible, scores, -np.inf),
        "keep": lambda exponentials, visible: np.where(visible, exponentials, 0),
        "share": SOFTMAX.steps["divide"],
        "erase": lambda weights, visible: weights,
    },
    (
        Mistake(
            "mask-after-softmax",
            "Weights are hidden after softmax, so the rows no longer sum to 1.",
            "Who should get the weight that hidden keys lose?",
        ).by(
            {
                **filled(as_they_are),
                "mask.erase": lambda weights, visible: np.where(visible, weights, 0),
            }
        ),
        Mistake(
            "mask-filled-with-zero",
            "Hidden scores become 0, and a score of 0 still gets weight.",
            "What is exp(0)? And for which score is exp 0?",
        ).by(filled(lambda scores, visible: np.where(visible, scores, 0))),
        Mistake(
            "mask-added-as-0-1",
            "The mask is added to the scores as 0 and 1, which hides nothing.",
            "What has to be added to a score to make its weight 0?",
        ).by(filled(lambda scores, visible: scores + visible)),
    ),
)


def _without_empty_rows(weights: Any, visible: Any) -> Any:
    return weights * visible.any(axis=-1, keepdims=True)


def _plus_infinity_times_mask(scores: Any, visible: Any) -> Any:
    return scores + ~visible * -np.inf


UNASKED = Mistake(
    "mask-not-asked",
    "A causal mask hides later keys, though none is asked for.",
    "Which line hides keys, and does the exercise want that?",
)


def _later_keys_filled(hidden: float) -> Steps:
    def scaled(scores: Any, Q: Any, K: Any, V: Any) -> Any:
        seen = np.tri(*scores.shape[-2:]) == 1
        return np.where(seen, scores / np.sqrt(Q.shape[-1]), hidden)

    return {"scale.scores": scaled}


UNASKED_MASK = Family(
    "unasked", {}, (UNASKED.by(_later_keys_filled(-np.inf), _later_keys_filled(-1e9)),)
)

TRIANGLE = Family(
    "triangle",
    {},
    (
        Mistake(
            "only-itself-and-previous",
            "A token sees itself and the one before, but none earlier.",
            "Which tokens may the last one see?",
        ).by({"visible.turn": lambda visible: np.triu(visible, -1)}),
        Mistake(
            "first-sees-all",
            "The first token sees every token.",
            "What may a token see that has nothing before it?",
        ).by({"visible.turn": lambda visible: visible | (np.arange(len(visible)) == 0)[:, None]}),
    ),
)

_EXP_KEPT: Steps = {"mask.keep": as_they_are, "softmax.exponential": KEPT}

HIDING = Family(
    "hiding",
    {},
    (
        Mistake(
            "penalty-too-small",
            "A hidden score is small but not small enough: hidden keys keep a little weight.",
            "What is exp(-10), and of which score is exp 0?",
        ).by(
            *(
                {"mask.fill": fill, **_EXP_KEPT, **ending}
                for size in (5, 10)
                for fill in (
                    lambda scores, visible, size=size: np.where(visible, scores, -size),
                    lambda scores, visible, size=size: np.where(visible, scores, scores - size),
                )
                for ending in ({}, {"mask.erase": _without_empty_rows})
            )
        ),
        Mistake(
            "zero-times-infinity",
            "0 is multiplied by infinity, so visible scores become nan.",
            "What is 0 times infinity?",
        ).by(
            *(
                {
                    "mask.fill": _plus_infinity_times_mask,
                    "mask.share": bare_divide,
                    **_EXP_KEPT,
                    **shift,
                }
                for shift in ({}, {"softmax.shift": bare_shift})
            )
        ),
    ),
)

KIND = Family(
    "kind",
    {"returned": lambda visible: visible},
    (
        Mistake(
            "mask-not-bool",
            "Numbers are returned where True and False are asked for.",
            "Which dtype has an array of True and False?",
        ).by({"kind.returned": lambda visible: visible * 1.0}),
    ),
)
