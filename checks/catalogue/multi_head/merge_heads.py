"""Heads put side by side again, in one row for each token."""

from typing import Any

import numpy as np

from attnlib.heads import merge_heads
from checks.catalogue.families import heads as parts
from checks.catalogue.families.arguments import ARGUMENTS, with_axes
from checks.catalogue.families.result import SQUEEZED
from checks.catalogue.families.scores import COUNTED_FROM_THE_FRONT
from checks.catalogue.inputs import in_float32
from checks.catalogue.multi_head.split_heads import nothing_lost
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def _pipeline(step: Any, heads: Any) -> Any:
    lined_up = step.merge.line_up(step.arguments.take(heads))
    return step.merge.turn(step.merge.join(lined_up))


def _merge_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([5, 3, seed])

    def probe(description: str, *shape: int) -> Probe:
        return Probe(description, {"heads": rng.normal(size=shape)})

    return [
        probe("2 heads of 4 tokens, 3 wide", 2, 4, 3),
        probe("2 heads of 2 tokens, 2 wide", 2, 2, 2),
        probe("a single head of 3 tokens", 1, 3, 2),
        probe("a batch of three, 2 heads of 4 tokens", 3, 2, 4, 2),
        probe("a batch with two batch axes", 2, 3, 2, 1, 2),
        Probe("float32 heads", in_float32({"heads": rng.normal(size=(3, 2, 2))})),
    ]


def _merged_shape(probe: Probe) -> tuple[int, ...]:
    *batch, num_heads, n, d_head = probe.arguments["heads"].shape
    return (*batch, n, num_heads * d_head)


def _first_head_first(probe: Probe, merged: Any) -> bool:
    heads = probe.arguments["heads"]
    columns = np.asarray(merged)[..., : heads.shape[-1]]
    return bool(np.allclose(columns, heads[..., 0, :, :], atol=1e-4))


def _rows_below_each_other(pieces: Any) -> Any:
    *batch, n, num_heads, d_head = pieces.shape
    return parts.swap(pieces).reshape(*batch, num_heads * n, d_head)


MERGE = Family(
    "merge",
    {"line_up": parts.swap, "join": parts.join_pieces, "turn": lambda merged: merged},
    (
        COUNTED_FROM_THE_FRONT.by(
            {"arguments.take": with_axes(3)},
            {"merge.line_up": lambda heads: np.moveaxis(heads, 0, -2)},
            {"merge.line_up": lambda heads: heads.swapaxes(0, 1).reshape(heads.shape[-2], -1, 1)},
            {"merge.line_up": parts.as_it_is, "merge.join": np.hstack},
            {"merge.line_up": lambda heads: parts.swap(heads).reshape(heads.shape[-2], -1, 1)},
        ),
        parts.MERGED_STRAIGHT.by(
            {"merge.line_up": parts.as_it_is, "merge.join": parts.straight_merge}
        ),
        parts.INTERLEAVED.by(
            {"merge.join": parts.join_in_turns},
            {
                "merge.line_up": parts.as_it_is,
                "merge.join": lambda heads: np.dstack(list(heads)).reshape(heads.shape[1], -1),
            },
        ),
        parts.AVERAGED.by({"merge.join": lambda pieces: pieces.mean(axis=-2)}),
        Mistake(
            "heads-summed",
            "The heads are added up, not put side by side.",
            "How wide must a row be so that every head keeps its place?",
        ).by(
            {"merge.join": lambda pieces: pieces.sum(axis=-2)},
            {"merge.join": lambda pieces: np.tile(pieces.sum(axis=-2), pieces.shape[-2])},
        ),
        parts.REVERSED.by({"merge.join": lambda pieces: parts.join_pieces(pieces[..., ::-1, :])}),
        SQUEEZED.by({"merge.turn": np.squeeze}),
        parts.NOT_MERGED.by({"merge.join": parts.as_it_is}),
        parts.STACKED_AS_ROWS.by(
            {"merge.join": _rows_below_each_other},
            {"merge.line_up": parts.as_it_is, "merge.join": np.vstack},
        ),
        parts.AS_COLUMNS.by({"merge.turn": lambda merged: merged.swapaxes(-1, -2)}),
    ),
)

TASK = Task(
    reference=merge_heads,
    order=(5, 4),
    practises=("cut a table of tokens",),
    pipeline=_pipeline,
    families=(MERGE, ARGUMENTS),
    probes=_merge_probes,
    properties=(
        Property(
            "Every token has one row, as wide as all heads together.", has_shape(_merged_shape)
        ),
        Property("The first columns of a row are the first head's.", _first_head_first),
        Property("Every number of the heads is in the result once.", nothing_lost),
    ),
)
