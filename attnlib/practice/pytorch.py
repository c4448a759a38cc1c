"""The four tasks of the lesson on PyTorch, with their probes and properties.

Only the reference of `torch_attention` needs PyTorch, and only when it is called.
"""

from typing import Any

import numpy as np

from attnlib.practice.catalogue import torch as catalogue
from attnlib.practice.outcome import Probe
from attnlib.practice.pipelines import torch as pipelines
from attnlib.practice.task import Property, Task
from attnlib.torch_bridge import in_proj_weight, mha_mask, sdpa_mask, torch_attention


def _packing_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([7, 6, seed])  # 1 draws numbers next to a rounding edge

    def probe(shows: str, d_model: int, dtype: type) -> Probe:
        matrices: Any = rng.normal(size=(3, d_model, d_model)).astype(dtype)
        return Probe(shows, dict(zip(("W_q", "W_k", "W_v"), matrices, strict=True)))

    return [
        probe("three matrices of 2 by 2", 2, np.float64),
        probe("three matrices of 3 by 3", 3, np.float64),
        probe("three matrices of 4 by 4", 4, np.float64),
        probe("float32 matrices of 3 by 3", 3, np.float32),
    ]


def _three_blocks_high(probe: Probe, packed: Any) -> bool:
    d_model = len(probe.arguments["W_q"])
    return bool(np.shape(packed) == (3 * d_model, d_model))


def _makes(name: str, block: int) -> Any:
    """Rows of this block, used as PyTorch uses them, project as our matrix does."""

    def holds(probe: Probe, packed: Any) -> bool:
        W = probe.arguments[name]
        X = np.eye(len(W))
        theirs = X @ np.split(np.asarray(packed), 3)[block].T
        return bool(np.allclose(theirs, X @ W, atol=1e-4))

    return holds


IN_PROJ_WEIGHT = Task(
    reference=in_proj_weight,
    pipeline=pipelines.in_proj_weight,
    right=pipelines.IN_PROJ_STEPS,
    probes=_packing_probes,
    slugs=(
        "in-proj-not-transposed",
        "in-proj-order",
        "in-proj-interleaved",
        "in-proj-side-by-side",
        "mutates-input",
    ),
    properties=(
        Property("There are 3 * d_model rows and d_model columns.", _three_blocks_high),
        Property("PyTorch makes the same queries of the first block.", _makes("W_q", 0)),
        Property("PyTorch makes the same keys of the second block.", _makes("W_k", 1)),
        Property("PyTorch makes the same values of the third block.", _makes("W_v", 2)),
    ),
)


def _visible(rng: np.random.Generator, n: int) -> Any:
    """No row is hidden throughout, and neither order nor the diagonal says who is visible."""
    while True:
        visible = rng.random((n, n)) < 0.6
        diagonal, above = visible.diagonal(), visible[np.triu_indices(n, 1)]
        if visible.any(1).all() and above.any() and diagonal.any() and not diagonal.all():
            return visible


def _mask_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([7, 2, seed])
    return [
        Probe("3 tokens", {"visible": _visible(rng, 3)}),
        Probe("5 tokens", {"visible": _visible(rng, 5)}),
        Probe("a causal `visible` of 4 tokens", {"visible": np.tri(4, dtype=bool)}),
        Probe("4 tokens, and all may be seen", {"visible": np.ones((4, 4), dtype=bool)}),
    ]


def _one_bool_each(probe: Probe, mask: Any) -> bool:
    array, visible = np.asarray(mask), probe.arguments["visible"]
    return bool(array.dtype == np.bool_ and array.shape == visible.shape)


def _as_many(blocked: bool) -> Any:
    """As many entries as `visible` hides, if blocked, or else shows, are True."""

    def holds(probe: Probe, mask: Any) -> bool:
        visible = probe.arguments["visible"]
        return bool(np.sum(np.asarray(mask)) == np.sum(visible != blocked))

    return holds


def _row_by_row(probe: Probe, mask: Any) -> bool:
    visible, array = probe.arguments["visible"], np.asarray(mask)
    rows, others = visible.sum(axis=1), array.sum(axis=1)
    return bool((others == rows).all() or (others == len(visible) - rows).all())


def _mask_properties(blocked: bool, meaning: str) -> tuple[Property, ...]:
    return (
        Property("There is one True or False for each query and key.", _one_bool_each),
        Property(meaning, _as_many(blocked)),
        Property("Each row speaks of the same query as in `visible`.", _row_by_row),
    )


VISIBLE_SLUGS = ("mask-missing", "mask-transposed", "mask-hides-diagonal", "visible-ignored")
MASK_SLUGS = (*VISIBLE_SLUGS, "mask-not-bool", "mask-additive", "mutates-input")

MHA_MASK = Task(
    reference=mha_mask,
    pipeline=pipelines.mask,
    right=pipelines.MHA_MASK_STEPS,
    probes=_mask_probes,
    slugs=("mha-mask-polarity", *MASK_SLUGS),
    retold=catalogue.MHA_MASK_RETOLD,
    properties=_mask_properties(True, "As many entries are True as `visible` hides."),
)

SDPA_MASK = Task(
    reference=sdpa_mask,
    pipeline=pipelines.mask,
    right=pipelines.SDPA_MASK_STEPS,
    probes=_mask_probes,
    slugs=("sdpa-mask-polarity", *MASK_SLUGS),
    retold=catalogue.SDPA_MASK_RETOLD,
    properties=_mask_properties(False, "As many entries are True as `visible` shows."),
)


def _module_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([7, 4, seed])

    def probe(shows: str, n: int, d_model: int, num_heads: int, visible: Any) -> Probe:
        X, W = rng.normal(size=(n, d_model)), rng.normal(size=(4, d_model, d_model))
        matrices = dict(zip(("W_q", "W_k", "W_v", "W_o"), W, strict=True))
        given = {} if visible is None else {"visible": visible}
        return Probe(shows, {"X": X, **matrices, "num_heads": num_heads, **given})

    return [
        probe("3 tokens, some hidden", 3, 4, 2, _visible(rng, 3)),
        probe("2 tokens, no `visible`", 2, 6, 3, None),
        probe("4 tokens and a causal `visible`", 4, 4, 2, np.tri(4, dtype=bool)),
        _in_float32(probe("float32 arrays, some hidden", 4, 2, 2, _visible(rng, 4))),
    ]


def _in_float32(probe: Probe) -> Probe:
    return Probe(
        probe.shows,
        {
            name: value.astype(np.float32) if np.asarray(value).dtype == np.float64 else value
            for name, value in probe.arguments.items()
        },
    )


def _a_table_for_each_head(probe: Probe, pair: Any) -> bool:
    n, num_heads = len(probe.arguments["X"]), probe.arguments["num_heads"]
    return bool(np.shape(pair[1]) == (num_heads, n, n))


def _rows_sum_to_one(probe: Probe, pair: Any) -> bool:
    return bool(np.allclose(np.asarray(pair[1]).sum(axis=-1), 1, atol=1e-4))


def _hidden_get_nothing(probe: Probe, pair: Any) -> bool:
    visible = probe.arguments.get("visible", True)
    return bool((np.abs(np.where(visible, 0, np.asarray(pair[1]))) < 1e-6).all())


def _visible_get_something(probe: Probe, pair: Any) -> bool:
    visible = probe.arguments.get("visible", True)
    return bool((np.where(visible, np.asarray(pair[1]), 1) > 0).all())


TORCH_ATTENTION = Task(
    reference=torch_attention,
    pipeline=pipelines.torch_attention,
    right=pipelines.TORCH_ATTENTION_STEPS,
    probes=_module_probes,
    retold=catalogue.MODULE_RETOLD,
    slugs=(
        "scale-by-d_k",
        "q-k-swapped",
        "returned-in-wrong-order",
        "weights-not-returned",
        *VISIBLE_SLUGS,
        "mask-after-softmax",
        "mask-added-as-0-1",
        "output-projection-missing",
        "output-projection-transposed",
        "in-proj-not-transposed",
        "in-proj-order",
        "in-proj-interleaved",
        "mha-mask-polarity",
        "averaged-weights",
        "batch-first-mixup",
        "batch-axis-kept",
        "none-not-handled",
        "dtype-mismatch",
        "mutates-input",
    ),
    properties=(
        Property("There is a table of weights for each head.", _a_table_for_each_head),
        Property("Every row of weights sums to 1.", _rows_sum_to_one),
        Property("What `visible` hides gets no weight.", _hidden_get_nothing),
        Property("What `visible` shows gets some weight.", _visible_get_something),
    ),
)

TASKS = (IN_PROJ_WEIGHT, MHA_MASK, SDPA_MASK, TORCH_ATTENTION)
