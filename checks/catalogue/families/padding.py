"""Padding hidden for the wrong keys, along the wrong axis, or not at all."""

from typing import Any

import numpy as np

from attnlib import softmax
from checks.catalogue.families.mask import EMPTY_ROWS, UNASKED, as_they_are, filled
from checks.catalogue.families.result import RESULT, SQUEEZED
from checks.catalogue.families.softmax import SOFTMAX, TWICE
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe


def lengths_fit(lengths: Any, n: int) -> bool:
    """Check that each sentence of the batch has from 1 to n real tokens."""
    return lengths.dtype.kind == "i" and bool(((lengths >= 1) & (lengths <= n)).all())


def length_probes(rng: np.random.Generator) -> list[Probe]:
    """Draw `lengths` and `n` for batches of several sizes."""

    def draw(batch: int, n: int) -> dict[str, Any]:
        return {"lengths": rng.permutation(np.arange(1, n))[:batch], "n": n}

    return [
        Probe("2 sentences of up to 5 tokens", draw(2, 5)),
        Probe("3 sentences of up to 4 tokens", draw(3, 4)),
        Probe("4 sentences, filled up to 4 tokens", {"lengths": rng.permutation(4) + 1, "n": 4}),
        Probe("a single sentence", draw(1, 4)),
        Probe("2 sentences without padding", {"lengths": np.array([3, 3]), "n": 3}),
    ]


def _length_for_all(choose: Any) -> Any:
    return lambda positions, lengths: np.broadcast_to(
        positions < choose(lengths), (len(lengths), len(positions))
    )


def _rows_up_to_the_length(visible: Any, scores: Any) -> Any:
    real_queries = np.arange(scores.shape[-2])[:, None] < visible.sum(axis=-1, keepdims=True)
    return np.broadcast_to(real_queries, scores.shape)


def _causal_as_well(visible: Any, scores: Any) -> Any:
    return visible & (np.tri(*scores.shape[-2:]) == 1)


def _all_but_the_last(positions: Any, lengths: Any) -> Any:
    real = positions < lengths
    real[-1] = True
    return real


def _softmax_of_the_visible(weights: Any, visible: Any) -> Any:
    return softmax(np.where(visible, weights, -np.inf))


PADDING = Family(
    "padding",
    {
        "real": lambda positions, lengths: positions < lengths,
        "place": lambda visible: visible[:, None, :],
    },
    (
        Mistake(
            "mask-missing",
            "No mask takes part: padding gets weight like any other key.",
            "Which keys should be hidden, and which line hides them?",
            ({"padding.real": lambda positions, lengths: positions < lengths + len(positions)},),
        ),
        Mistake(
            "mask-inverted",
            "The real keys are hidden, and the padding is seen.",
            "Is key 0 of a sentence real, or padding?",
            tuple(
                {"padding.real": lambda positions, lengths: positions >= lengths, **ending}
                for ending in EMPTY_ROWS
            ),
        ),
        Mistake(
            "mask-on-queries",
            "The mask lies along the queries, not its sentence's keys.",
            "Which axes of the scores does the mask meet?",
            (
                {"padding.place": lambda visible: visible},
                *(
                    {"padding.place": lambda visible: visible[:, :, None], **end}
                    for end in EMPTY_ROWS
                ),
                {"mask.fit": _rows_up_to_the_length, "mask.share": SOFTMAX.steps["divide"]},
            ),
        ),
        Mistake(
            "padding-off-by-one",
            "The border is off by one: a padding key is seen, or a real one hidden.",
            "With a length of 1, which keys are real?",
            (
                {"padding.real": lambda positions, lengths: positions <= lengths},
                {"padding.real": lambda positions, lengths: positions < lengths - 1},
            ),
        ),
        Mistake(
            "one-length-for-all",
            "One length is used for all sentences.",
            "Where does each sentence of the batch get a length of its own?",
            tuple(
                {"padding.real": _length_for_all(choose)}
                for choose in (lambda n: n[0], lambda n: n.max(), lambda n: n.min())
            ),
        ),
        Mistake(
            "padding-in-front",
            "The last keys of a sentence are taken for real, not the first.",
            "Where does the padding of a sentence begin?",
            ({"padding.real": lambda positions, n: positions >= len(positions) - n},),
        ),
        UNASKED.by({"mask.fit": _causal_as_well}),
        TWICE.by({**filled(as_they_are), "mask.erase": _softmax_of_the_visible}),
        SQUEEZED.by(
            {"output.result": lambda output, weights: (output.squeeze(), weights.squeeze())}
        ),
        RESULT["return-in-loop"].by(
            {"output.result": lambda output, weights: (output[0], weights[0])}
        ),
        RESULT["last-one-skipped"].by({"padding.real": _all_but_the_last}),
    ),
)
