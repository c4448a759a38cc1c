"""Masks turned round, put in the wrong place, or filled with the wrong number."""

from collections.abc import Callable
from typing import Any

import numpy as np

from attnlib.practice.catalogue.softmax import SOFTMAX
from attnlib.practice.mistake import Mistake
from attnlib.practice.pipelines import Steps
from attnlib.practice.pipelines.masks import share_or_nan, share_or_uniform, share_or_zero

# A step that only masked_softmax has: so marked, a variant is tried where `visible` is given.
_GIVEN: Steps = {"ready": lambda scores: scores}


def _as_they_are(array: Any, visible: Any) -> Any:
    return array


def _filled(fill: Callable[[Any, Any], Any]) -> Steps:
    """Hidden scores become numbers of which exp is not 0."""
    return {"fill": fill, "keep": _as_they_are}


def _minus_a_billion(scores: Any, visible: Any) -> Any:
    return scores + np.where(visible, 0, -1e9).astype(scores.dtype)


# With exp as a step of its own: without exp, -1e9 would not hide but outweigh everything.
_MINUS_A_BILLION = {
    **_filled(_minus_a_billion),
    "exponential": lambda shifted, axis: np.exp(shifted),
}


def _however_empty_rows_end(triangle: Steps) -> tuple[Steps, ...]:
    """A wrong triangle hides whole rows, which end as nan, as zeros, or as anything else."""
    return (
        triangle,
        *(
            {"reach": 0, **triangle, **ending}
            for ending in (
                {"share": share_or_zero},
                {"share": share_or_uniform},
                _MINUS_A_BILLION,
            )
        ),
    )


def _as_index(visible: Any, scores: Any) -> Any:
    """Use `visible` like scores[~visible], which asks for the shape of the scores."""
    fitted = np.ones(scores.shape, dtype=bool)
    fitted[~visible] = False
    return fitted


def _entry_by_entry(visible: Any, scores: Any) -> Any:
    """Use `visible` like visible[..., i, j], which asks for two axes of the right sizes."""
    if visible.shape[-2:] != scores.shape[-2:]:
        raise IndexError("too many indices for array")
    return np.broadcast_to(visible, scores.shape)


def _swapped(visible: Any) -> Any:
    return np.swapaxes(visible, -1, -2)


def _as_index_of_rows(visible: Any, scores: Any) -> Any:
    """Use a row of `visible` like weights[..., ~visible, :], which asks for as many queries."""
    fitted = np.ones(scores.shape, dtype=bool)
    fitted[
        (..., ~visible, slice(None))
        if visible.ndim == 1
        else np.broadcast_to(~visible, scores.shape)
    ] = False
    return fitted


def _padding_on_rows(visible: Any) -> Any:
    return visible[:, None] if visible.ndim == 1 else visible


MASKS = (
    Mistake(
        "mask-missing",
        "No mask takes part: every query attends to every key.",
        "Which keys should be hidden, and which line hides them?",
        (
            {"reach": 10**6, "turn": lambda visible: visible, "polarity": lambda visible: visible},
            {**_GIVEN, "fill": _as_they_are, "keep": _as_they_are},
        ),
    ),
    Mistake(
        "mask-inverted",
        "Visible and hidden are swapped: True is taken for blocked.",
        "Does True mean that a query may attend, or that it may not?",
        _however_empty_rows_end({"polarity": np.logical_not}),
    ),
    Mistake(
        "mask-transposed",
        "The mask is transposed: queries and keys have changed places in it.",
        "Does a row of the mask belong to a query or to a key?",
        (
            {"turn": lambda visible: visible.T},
            {**_GIVEN, "turn": _swapped},
            {
                **_GIVEN,
                "fit": lambda visible, scores: _swapped(np.broadcast_to(visible, scores.shape)),
            },
        ),
    ),
    Mistake(
        "mask-hides-diagonal",
        "A token sees the earlier tokens but not itself.",
        "May a token attend to itself? And what else could the first one see?",
        _however_empty_rows_end({"reach": -1}),
    ),
    Mistake(
        "sees-next",
        "Each token also sees the one that follows it.",
        "Which is the last key that query 0 may see?",
        ({"reach": 1},),
    ),
    Mistake(
        "mask-after-softmax",
        "Weights are hidden after softmax, so the rows no longer sum to 1.",
        "Who should get the weight that hidden keys lose?",
        (
            {
                **_filled(_as_they_are),
                "erase": lambda weights, visible: np.where(visible, weights, 0),
            },
        ),
    ),
    Mistake(
        "mask-filled-with-zero",
        "Hidden scores become 0, and a score of 0 still gets weight.",
        "What is exp(0), and of which score is exp 0?",
        (_filled(lambda scores, visible: np.where(visible, scores, 0)),),
    ),
    Mistake(
        "mask-added-as-0-1",
        "The mask is added to the scores as 0 and 1, which hides nothing.",
        "What has to be added to a score to make its weight 0?",
        (_filled(lambda scores, visible: scores + visible),),
    ),
    Mistake(
        "mask-on-queries",
        "A row of `visible` stands for the keys, but it hides queries here.",
        "Along which axis of the scores does each entry of that row apply?",
        ({"turn": _padding_on_rows}, {"fit": _as_index_of_rows}),
    ),
    Mistake(
        "mask-added-as-minus-1e9",
        "-1e9 is added to hidden scores: a fully hidden row gets weights again.",
        "What is softmax of a row from which 1e9 is subtracted throughout?",
        (_MINUS_A_BILLION,),
    ),
    Mistake(
        "visible-not-broadcast",
        "It asks for a `visible` of the very shape of the scores.",
        "Which function repeats one row of `visible` for all queries?",
        ({"fit": _as_index}, {"fit": _entry_by_entry}),
        breaks=("mask", "index", "broadcast"),
    ),
    Mistake(
        "mask-not-bool",
        "Numbers are returned where True and False are asked for.",
        "Which dtype has an array of True and False?",
        ({"kind": lambda visible: visible * 1.0},),
    ),
    Mistake(
        "mask-additive",
        "It returns 0 and a large negative number, to be added to scores.",
        "Should the result be added to scores, or say what is visible?",
        tuple(
            {"kind": lambda visible, hidden=hidden: np.where(visible, 0, hidden)}
            for hidden in (-np.inf, -1e9)
        ),
    ),
)

_KEEPDIMS = next(mistake for mistake in SOFTMAX if mistake.slug == "keepdims-missing")
_NARROW = next(variant for variant in _KEEPDIMS.variants if variant.keys() == {"shift", "total"})


def _lowered(scores: Any) -> Any:
    """Subtract maxima that have lost their axis, hidden scores included."""
    return scores - scores.max(axis=-1)


RETOLD_OF_MASKED = (
    Mistake(
        "scale-by-sqrt-n",
        "The scores are divided by the root of the number of keys.",
        "Does this exercise ask for any scaling?",
        ({"ready": lambda scores: scores / np.sqrt(scores.shape[-1])},),
    ),
    Mistake(
        _KEEPDIMS.slug,
        _KEEPDIMS.does,
        _KEEPDIMS.question,
        (*_KEEPDIMS.variants, {**_NARROW, "ready": _lowered}),
    ),
    Mistake(
        "hidden-row-nan",
        "A query that may attend to nothing gets nan: 0 divided by 0.",
        "What are the weights where there is nothing to attend to?",
        ({"share": share_or_nan},),
    ),
    Mistake(
        "hidden-row-uniform",
        "A query that may attend to nothing attends to everything alike.",
        "What are the weights where there is nothing to attend to?",
        ({"share": share_or_uniform},),
    ),
)
