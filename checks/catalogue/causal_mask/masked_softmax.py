"""Softmax over the keys that a query may attend to."""

from typing import Any

import numpy as np

from attnlib import masked_softmax
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.mask import (
    HIDING,
    MASK,
    MINUS_A_BILLION,
    UNDIVIDED,
    VISIBLE,
    as_they_are,
    masked,
    share_or_uniform,
)
from checks.catalogue.families.scores import COUNTED_FROM_THE_FRONT, SCORES
from checks.catalogue.families.softmax import CONSTANT, SOFTMAX, bare_divide, narrow_total, no_shift
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def _pipeline(step: Any, scores: Any, visible: Any) -> Any:
    ready = step.masked.ready(step.arguments.take(scores))
    return masked(step, ready, step.visible.polarity(step.visible.turn(visible)))


def _masked_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([4, 2, seed])
    square = _some_visible(rng, 4, 4)
    square[2], square[:, 1] = False, False
    wide = _some_visible(rng, 3, 5)
    wide[1], wide[2] = False, True
    cases = {
        "3 queries and 4 keys": ((3, 4), _some_visible(rng, 3, 4)),
        "4 queries and 4 keys": ((4, 4), _some_visible(rng, 4, 4)),
        "a query that may attend to nothing": ((3, 5), wide),
        "a hidden row and a hidden column": ((4, 4), square),
        "one row of visible for 2 queries": ((2, 5), _some_visible(rng, 5)),
        "one row of visible for a square": ((3, 3), rng.permutation([True, True, False])),
        "a batch of two with one mask": ((2, 3, 4), _some_visible(rng, 3, 4)),
        "2 sequences of 3 heads, padded": ((2, 3, 4, 5), _padding(rng, 5)),
    }
    probes = [
        Probe(description, {"scores": rng.normal(size=shape), "visible": visible})
        for description, (shape, visible) in cases.items()
    ]
    single = rng.normal(size=(2, 6)).astype(np.float32)
    visible = _some_visible(rng, 2, 6)
    return [
        *probes,
        Probe("float32 scores", {"scores": single, "visible": visible}),
        Probe("a visible score of 0", _with_zeros(rng)),
    ]


def _with_zeros(rng: np.random.Generator) -> dict[str, Any]:
    """Set the first visible score of each row to 0."""
    scores, visible = rng.normal(size=(3, 4)), _some_visible(rng, 3, 4)
    scores[np.arange(3), visible.argmax(axis=1)] = 0
    return {"scores": scores, "visible": visible}


def _some_visible(rng: np.random.Generator, *shape: int) -> Any:
    """Show a random number of keys in each row: at least one, but not all."""
    count = rng.integers(1, shape[-1], size=(*shape[:-1], 1))
    return rng.permuted(np.broadcast_to(np.arange(shape[-1]) < count, shape), axis=-1)


def _padding(rng: np.random.Generator, n_k: int) -> Any:
    """Two sequences, each cut off somewhere: (2, 1, 1, n_k)."""
    lengths = rng.permutation(np.arange(2, n_k))[:2]
    return np.arange(n_k) < lengths[:, None, None, None]


def _fitted(probe: Probe) -> Any:
    return np.broadcast_to(probe.arguments["visible"], probe.arguments["scores"].shape)


def _visible_sum_to_one(probe: Probe, weights: Any) -> bool:
    seeing = _fitted(probe).any(axis=-1)
    sums = np.where(_fitted(probe), weights, 0).sum(axis=-1)
    return bool(np.allclose(sums[seeing], 1, atol=1e-4))


def _empty_rows_are_zeros(probe: Probe, weights: Any) -> bool:
    blind = ~_fitted(probe).any(axis=-1)
    return not np.asarray(weights)[blind].any()


def _keeps_order(probe: Probe, weights: Any) -> bool:
    """Check that no visible key has less weight than a visible key with a smaller score."""
    order = np.argsort(probe.arguments["scores"], axis=-1)
    weights = np.take_along_axis(np.asarray(weights), order, axis=-1)
    visible = np.take_along_axis(_fitted(probe), order, axis=-1)
    reached = np.maximum.accumulate(np.where(visible, weights, 0), axis=-1)
    return bool((weights >= reached - 1e-6)[visible].all())


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
    if visible.ndim > 1:
        return np.broadcast_to(visible, scores.shape)
    fitted[..., ~visible, :] = False
    return fitted


def _lowered(scores: Any) -> Any:
    """Subtract maxima that have lost their axis, hidden scores included."""
    return scores - scores.max(axis=-1)


MASKED = Family(
    "masked",
    {"ready": lambda scores: scores},
    (
        Mistake(
            "hidden-row-nan",
            "A query that may attend to nothing gets nan: 0 divided by 0.",
            "What are the weights where there is nothing to attend to?",
        ).by({"mask.share": bare_divide}),
        Mistake(
            "hidden-row-uniform",
            "A query that may attend to nothing attends to everything alike.",
            "What are the weights where there is nothing to attend to?",
        ).by({"mask.share": share_or_uniform}),
        SCORES["negated"],
        COUNTED_FROM_THE_FRONT,
    ),
)

GIVEN = Family(
    "given",
    {},
    (
        Mistake(
            "mask-on-queries",
            "A row of `visible` stands for the keys, but it hides queries here.",
            "Along which axis of the scores does each entry of that row apply?",
        ).by(
            {"visible.turn": lambda visible: visible[:, None] if visible.ndim == 1 else visible},
            {"mask.fit": _as_index_of_rows},
        ),
        Mistake(
            "mask-added-as-minus-1e9",
            "A large negative number is added to hidden scores: a fully hidden row gets weights again.",
            "What is softmax of a row from which 1e9 is subtracted throughout?",
        ).by(MINUS_A_BILLION),
        Mistake(
            "visible-not-broadcast",
            "It asks for a `visible` of the very shape of the scores.",
            "Which function repeats one row of `visible` for all queries?",
            breaks=("mask", "index", "broadcast"),
        ).by({"mask.fit": _as_index}, {"mask.fit": _entry_by_entry}),
    ),
)

SCALED = Family(
    "scaled",
    {},
    (
        Mistake(
            "scale-by-sqrt-n",
            "The scores are divided by the root of the number of keys.",
            "Does this exercise ask for any scaling?",
        ).by({"masked.ready": lambda scores: scores / np.sqrt(scores.shape[-1])}),
        CONSTANT,
    ),
)

TASK = Task(
    reference=masked_softmax,
    order=(4, 3),
    practises=("say who may see whom",),
    pipeline=_pipeline,
    families=(
        SCALED,
        UNDIVIDED,
        MASKED,
        VISIBLE.only("turn", "polarity"),
        MASK,
        GIVEN,
        HIDING,
        ARGUMENTS,
    ),
    probes=_masked_probes,
    properties=(
        Property(
            "A hidden key has no weight at all.",
            lambda probe, weights: not np.asarray(weights)[~_fitted(probe)].any(),
        ),
        Property("Each row sums to 1 over its visible keys.", _visible_sum_to_one),
        Property("A query that may attend to nothing has zeros.", _empty_rows_are_zeros),
        Property("Of two visible keys, a larger score never gets less weight.", _keeps_order),
    ),
    overriding=(
        SOFTMAX["keepdims-missing"].by(
            *SOFTMAX["keepdims-missing"].variants,
            {"masked.ready": _lowered, "softmax.shift": no_shift, "softmax.total": narrow_total},
        ),
        VISIBLE["mask-missing"].by({"mask.fill": as_they_are, "mask.keep": as_they_are}),
        VISIBLE["mask-transposed"].by(
            {"visible.turn": lambda visible: visible.T},
            {"visible.turn": _swapped},
            {"mask.fit": lambda visible, scores: _swapped(np.broadcast_to(visible, scores.shape))},
        ),
    ),
)
