"""`visible` as a mask for nn.MultiheadAttention: True means blocked."""

from typing import Any

import numpy as np

from attnlib.torch_bridge import mha_mask
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.mask import KIND
from checks.catalogue.families.pytorch import MHA_POLARITY, READING, in_convention
from checks.catalogue.families.result import RESULT
from checks.catalogue.properties import Holds
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def mask(step: Any, visible: Any) -> Any:
    """Make a bool mask (n, n) in one of PyTorch's two conventions, step by step."""
    # As bytes, because mistakes that change an argument add to it, which bools do not allow.
    taken = step.arguments.take(visible.view(np.uint8)).view(bool)
    return step.kind.returned(in_convention(step, taken))


def draw_visible(rng: np.random.Generator, n: int) -> Any:
    """Draw `visible` without hidden rows; neither order nor the diagonal says who is visible."""
    while True:
        visible = rng.random((n, n)) < 0.6
        diagonal, above = visible.diagonal(), visible[np.triu_indices(n, 1)]
        if visible.any(1).all() and above.any() and diagonal.any() and not diagonal.all():
            return visible


def mask_probes(seed: int) -> list[Probe]:
    """Draw `visible` in several sizes."""
    rng = np.random.default_rng([7, 2, seed])
    return [
        Probe("3 tokens", {"visible": draw_visible(rng, 3)}),
        Probe("5 tokens", {"visible": draw_visible(rng, 5)}),
        Probe("a causal `visible` of 4 tokens", {"visible": np.tri(4, dtype=bool)}),
        Probe("4 tokens, and all may be seen", {"visible": np.ones((4, 4), dtype=bool)}),
    ]


def _one_bool_each(probe: Probe, mask: Any) -> bool:
    array, visible = np.asarray(mask), probe.arguments["visible"]
    return bool(array.dtype == np.bool_ and array.shape == visible.shape)


def _as_many(blocked: bool) -> Holds:
    """Check that the number of True entries is that of hidden keys, or of visible keys."""

    def holds(probe: Probe, mask: Any) -> bool:
        visible = probe.arguments["visible"]
        return bool(np.sum(np.asarray(mask)) == np.sum(visible != blocked))

    return holds


def _row_by_row(probe: Probe, mask: Any) -> bool:
    visible, array = probe.arguments["visible"], np.asarray(mask)
    rows, others = visible.sum(axis=1), array.sum(axis=1)
    return bool((others == rows).all() or (others == len(visible) - rows).all())


def mask_properties(blocked: bool, meaning: str) -> tuple[Property, ...]:
    """List the properties of a mask that is True where a key is blocked, or where it is visible."""
    return (
        Property("There is one True or False for each query and key.", _one_bool_each),
        Property(meaning, _as_many(blocked)),
        Property("Each row speaks of the same query as in `visible`.", _row_by_row),
    )


def additive(hidden: bool) -> Family:
    """Make float masks; `hidden` is what a right mask says about a hidden key."""
    kind = {"kind.returned": lambda mask: np.where(mask == hidden, -np.inf, 0)}
    return Family(
        "additive",
        {},
        (
            Mistake(
                "mask-additive",
                "It returns 0 and minus infinity, to be added to scores.",
                "Which of PyTorch's two kinds of mask is asked for, bool or float?",
            ).by(kind),
        ),
    )


CUT_SHORT = Family(
    "cut_short", {}, (RESULT["return-in-loop"].by({"kind.returned": lambda mask: mask[:1]}),)
)

TASK = Task(
    reference=mha_mask,
    order=(7, 4),
    practises=("hand each of PyTorch's",),
    pipeline=mask,
    families=(READING, KIND, additive(True), MHA_POLARITY, CUT_SHORT, ARGUMENTS),
    probes=mask_probes,
    properties=mask_properties(True, "As many entries are True as `visible` hides."),
)
