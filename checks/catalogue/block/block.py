"""A block: attention and a feed-forward, each added to the stream, with norms first or last."""

from typing import Any

import numpy as np

from attnlib.block import block
from checks.catalogue.block import probe_functions as functions
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.result import RESULT
from checks.catalogue.families.stream import stream, through_both_halves
from checks.catalogue.inputs import in_float32
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def with_parts(X: Any, *parts: Any) -> dict[str, Any]:
    """Name the arguments of a block."""
    return {"X": X, **dict(zip(("attend", "feed", "norm_1", "norm_2"), parts, strict=True))}


def block_probes(rng: np.random.Generator) -> list[Probe]:
    """Draw inputs for a block, without saying where its norms are."""
    simple, real, silent = functions.SIMPLE, functions.REAL, functions.SILENT
    return [
        Probe("simple parts", with_parts(rng.normal(size=(4, 3)), *simple)),
        Probe("attention and layer norm", with_parts(rng.normal(size=(3, 5)), *real)),
        Probe("parts that return zeros", with_parts(rng.normal(size=(3, 4)), *silent)),
        Probe("a batch", with_parts(rng.normal(size=(2, 3, 5)), *real)),
        Probe("a single token", with_parts(rng.normal(size=(1, 4)), *simple)),
        Probe("float32", in_float32(with_parts(rng.normal(size=(3, 4)), *simple))),
    ]


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([8, 7, seed])
    return [
        Probe(f"{probe.description}, norm {words}", {**probe.arguments, "norm_first": norm_first})
        for words, norm_first in (("first", True), ("last", False))
        for probe in block_probes(rng)
    ]


def _nothing_is_added(probe: Probe, output: Any) -> bool:
    X, attend, _, _, _, norm_first = probe.arguments.values()
    return bool(attend is not functions.nothing or not norm_first or np.allclose(output, X))


def _norm_2_is_last(probe: Probe, output: Any) -> bool:
    """Check whether outputs have the mean that the last norm gives to each token."""
    *_, norm_2, norm_first = probe.arguments.values()
    means = np.mean(output, axis=-1)
    return bool(norm_2 is not functions.louder_norm or norm_first or np.allclose(means, 0.5))


ORDER = Family(
    "order",
    {"norm_first": lambda norm_first: norm_first},
    (
        Mistake(
            "norm-order-swapped",
            "The two orders are exchanged: norm_first gives post-norm.",
            "With norm_first, does attend get X or norm_1(X)?",
        ).by({"order.norm_first": lambda norm_first: not norm_first}),
        Mistake(
            "norm-first-ignored",
            "The order is always the same, whatever norm_first says.",
            "Where does your code use the argument norm_first?",
        ).by(
            {"order.norm_first": lambda norm_first: True},
            {"order.norm_first": lambda norm_first: False},
        ),
    ),
)

TASK = Task(
    reference=block,
    order=(8, 7),
    practises=("write everything",),
    pipeline=through_both_halves,
    families=(stream(True, False), ORDER, RESULT.only("give"), ARGUMENTS),
    probes=_probes,
    properties=(
        Property("The shape is that of X.", has_shape(lambda probe: probe.arguments["X"].shape)),
        Property(
            "With the norm first, parts that return zeros leave X as it is.", _nothing_is_added
        ),
        Property("With the norm last, the output is what norm_2 returned.", _norm_2_is_last),
    ),
    excluding=("extra-axis",),
)
