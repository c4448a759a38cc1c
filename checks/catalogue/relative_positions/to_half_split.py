"""The columns of a projection, from interleaved pairs to half-split ones."""

from typing import Any

import numpy as np

from attnlib.relative_positions import rotate, to_half_split
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.result import IN_WHOLE_NUMBERS, RESULT
from checks.catalogue.families.waves import sines_first
from checks.catalogue.inputs import in_float32
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def _pipeline(step: Any, W: Any) -> Any:
    return step.layout.result(step.layout.reorder(step.arguments.take(W)))


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([10, 5, seed])

    def draw(d_model: int, d_head: int) -> dict[str, Any]:
        return {"W": rng.normal(size=(d_model, d_head))}

    return [
        Probe("a matrix of 5 rows and 6 columns", draw(5, 6)),
        Probe("a matrix of 4 rows and 8 columns", draw(4, 8)),
        Probe("a matrix of 6 rows and 6 columns", draw(6, 6)),
        Probe("a matrix of 8 rows and 4 columns", draw(8, 4)),
        Probe("2 columns", draw(3, 2)),
        Probe("a float32 matrix", in_float32(draw(3, 10))),
    ]


def _columns_kept(probe: Probe, reordered: Any) -> bool:
    before, after = (sorted(np.transpose(W).tolist()) for W in (probe.arguments["W"], reordered))
    return bool(np.allclose(before, after, atol=1e-4))


def _ends_stay(probe: Probe, reordered: Any) -> bool:
    ends = [0, -1]
    return bool(
        np.allclose(np.asarray(reordered)[:, ends], probe.arguments["W"][:, ends], atol=1e-4)
    )


def _scores_of(W: Any, half_split: bool) -> Any:
    turned = rotate(W, np.arange(len(W)), half_split=half_split)
    return turned @ turned.T


def _scores_stay(probe: Probe, reordered: Any) -> bool:
    """Check that scores stay the same, with the rows of W as queries and as keys."""
    old, new = _scores_of(probe.arguments["W"], False), _scores_of(reordered, True)
    return bool(np.allclose(new, old, atol=1e-3))


def _in_turns(W: Any) -> Any:
    """Do the inverse: take the columns of the two halves in turn."""
    return W[:, np.argsort(sines_first(np.arange(W.shape[1])))]


def _halves(W: Any) -> list[Any]:
    return np.split(W, 2, axis=1)


def _overwritten(W: Any) -> Any:
    """Write the first half into a copy, and read the second half from that copy."""
    W, half = W.copy(), W.shape[1] // 2
    W[:, :half] = W[:, 0::2].copy()
    W[:, half:] = W[:, 1::2].copy()
    return W


LAYOUT = Family(
    "layout",
    {"reorder": sines_first, "result": lambda W: W},
    (
        Mistake(
            "inverse-order",
            "This is the way back, from half-split to interleaved; with 4 columns both are the same.",
            "In which column of the result should column 2 of W be, if there are 6?",
        ).by({"layout.reorder": _in_turns}),
        Mistake(
            "odd-columns-first",
            "The odd columns come before the even ones.",
            "Which half holds the first number of every pair?",
        ).by({"layout.reorder": lambda W: np.concatenate([W[:, 1::2], W[:, 0::2]], axis=1)}),
        Mistake(
            "rows-not-columns",
            "The rows are reordered, but the pairs are columns.",
            "Which axis of X @ W comes from the columns of W?",
        ).by({"layout.reorder": lambda W: np.concatenate([W[0::2], W[1::2]])}),
        Mistake(
            "halves-exchanged",
            "The two halves have changed places, so no pair is in its new columns.",
            "Which columns of W are pair 0 now, and which should they become?",
        ).by({"layout.reorder": lambda W: np.concatenate(_halves(W)[::-1], axis=1)}),
        Mistake(
            "nothing-moved",
            "The columns are in the order in which they came.",
            "Where should column 1 of 6 go?",
        ).by({"layout.reorder": lambda W: W}),
        Mistake(
            "halves-below-each-other",
            "The even columns are put above the odd ones, not beside them.",
            "How many rows should the result have?",
        ).by({"layout.reorder": lambda W: np.concatenate([W[:, 0::2], W[:, 1::2]])}),
        Mistake(
            "halves-on-an-axis",
            "Even and odd columns have an axis of their own and are not joined.",
            "How many axes has a matrix?",
        ).by(
            {"layout.reorder": lambda W: np.stack([W[:, 0::2], W[:, 1::2]])},
            {"layout.reorder": lambda W: np.stack([W[:, 0::2], W[:, 1::2]], axis=1)},
            {"layout.reorder": lambda W: np.stack([W[:, 0::2], W[:, 1::2]], axis=-1)},
        ),
        Mistake(
            "transposed",
            "The matrix is transposed: its columns have become rows.",
            "Which shape should the result have?",
        ).by({"layout.result": np.transpose}),
        Mistake(
            "overwritten-too-early",
            "The first half is overwritten before the second half is read from it.",
            "Which columns does the second line read, old ones or new ones?",
        ).by({"layout.reorder": _overwritten}),
        IN_WHOLE_NUMBERS.by({"layout.result": lambda W: W.astype(int)}),
        RESULT["return-missing"].by({"layout.result": lambda W: None}),
    ),
)

TASK = Task(
    reference=to_half_split,
    order=(10, 6),
    practises=("tell the two layouts",),
    pipeline=_pipeline,
    families=(LAYOUT, ARGUMENTS),
    probes=_probes,
    valid=lambda W: W.ndim == 2 and W.shape[1] % 2 == 0,
    properties=(
        Property("The shape stays.", has_shape(lambda probe: probe.arguments["W"].shape)),
        Property("No column is lost or changed.", _columns_kept),
        Property("The first and the last column stay where they are.", _ends_stay),
        Property("Scores turned in the new layout equal those turned in the old.", _scores_stay),
    ),
)
