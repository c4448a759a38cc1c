"""The columns of every token, shared out among the heads."""

from typing import Any

import numpy as np

from attnlib.heads import split_heads
from checks.catalogue.families import heads as parts
from checks.catalogue.families.arguments import ARGUMENTS, with_axes
from checks.catalogue.families.result import IN_WHOLE_NUMBERS, RESULT, SQUEEZED
from checks.catalogue.families.scores import COUNTED_FROM_THE_FRONT
from checks.catalogue.inputs import in_float32
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.outcome import Probe
from checks.task import Property, Task


def _pipeline(step: Any, X: Any, num_heads: int) -> Any:
    return step.split.move(step.split.cut(step.arguments.take(X), num_heads))


def _split_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([5, 2, seed])

    def probe(description: str, *shape: int, num_heads: int) -> Probe:
        return Probe(description, {"X": rng.normal(size=shape), "num_heads": num_heads})

    single = in_float32({"X": rng.normal(size=(3, 8)), "num_heads": 4})
    return [
        probe("4 tokens and 2 heads of width 3", 4, 6, num_heads=2),
        probe("2 tokens and 2 heads of width 2", 2, 4, num_heads=2),
        probe("2 tokens and a single head", 2, 3, num_heads=1),
        probe("a batch of three, 5 tokens each", 3, 5, 4, num_heads=2),
        probe("a batch with two batch axes", 2, 3, 1, 2, num_heads=2),
        Probe("float32 tokens", single),
    ]


def _head_shape(probe: Probe) -> tuple[int, ...]:
    *batch, n, d_model = probe.arguments["X"].shape
    num_heads = probe.arguments["num_heads"]
    return (*batch, num_heads, n, d_model // num_heads)


def _first_columns_first(probe: Probe, heads: Any) -> bool:
    X, num_heads = probe.arguments["X"], probe.arguments["num_heads"]
    columns = X[..., : X.shape[-1] // num_heads]
    return bool(np.allclose(np.asarray(heads)[..., 0, :, :], columns, atol=1e-4))


def nothing_lost(probe: Probe, result: Any) -> bool:
    """Check whether all numbers of the first argument are in the result, each once."""
    before = next(iter(probe.arguments.values()))
    return bool(np.allclose(np.sort(before, axis=None), np.sort(result, axis=None), atol=1e-4))


def _columns_of_axis_1(X: Any, num_heads: int) -> Any:
    width = X.shape[-1] // num_heads
    return np.stack([X[:, h * width : (h + 1) * width] for h in range(num_heads)])


SPLIT = Family(
    "split",
    {"cut": parts.cut_rows, "move": parts.swap},
    (
        COUNTED_FROM_THE_FRONT.by(
            {"arguments.take": with_axes(2)},
            {"split.move": lambda cut: np.moveaxis(cut, -2, 0)},
            {"split.cut": _columns_of_axis_1, "split.move": parts.as_it_is},
            {"split.move": lambda cut: cut.swapaxes(0, 1)},
        ),
        parts.SPLIT_STRAIGHT.by({"split.cut": parts.straight_split, "split.move": parts.as_it_is}),
        parts.INTERLEAVED.by({"split.cut": parts.cut_in_turns}),
        parts.NOT_MOVED.by({"split.move": parts.as_it_is}),
        parts.HEADS_LAST.by({"split.move": lambda cut: np.moveaxis(cut, -2, -1)}),
        parts.WIDTH_EXCHANGED.by(
            {"split.cut": lambda X, num_heads: X.reshape(*X.shape[:-1], -1, num_heads)}
        ),
        parts.FULL_WIDTH.by({"split.cut": lambda X, num_heads: np.stack([X] * num_heads, axis=-2)}),
        parts.REVERSED.by({"split.move": lambda cut: parts.swap(cut)[..., ::-1, :, :]}),
        SQUEEZED.by({"split.move": lambda cut: parts.swap(cut).squeeze()}),
        IN_WHOLE_NUMBERS.by({"split.move": lambda cut: parts.swap(cut).astype(int)}),
        RESULT["return-in-loop"].by({"split.move": lambda cut: parts.swap(cut)[..., :1, :, :]}),
        parts.AS_COLUMNS.by({"split.move": lambda cut: np.moveaxis(cut, -3, -1)}),
    ),
)

TASK = Task(
    reference=split_heads,
    order=(5, 3),
    practises=("cut a table of tokens",),
    pipeline=_pipeline,
    families=(SPLIT, ARGUMENTS),
    probes=_split_probes,
    properties=(
        Property(
            "Every head has a row for each token, and its share of columns.", has_shape(_head_shape)
        ),
        Property("The first head holds the first columns of every token.", _first_columns_first),
        Property("Every number of X is in exactly one head.", nothing_lost),
    ),
)
