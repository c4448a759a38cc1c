"""The four tasks of the lesson on multi-head attention, with their probes and properties."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from attnlib.heads import head_shapes, merge_heads, multi_head_attention, split_heads
from attnlib.practice.catalogue import CATALOGUE
from attnlib.practice.catalogue.heads import (
    BATCHES_WHERE_HEADS_MERGE,
    BATCHES_WHERE_HEADS_SPLIT,
    SHARED_WHERE_HEADS_ATTEND,
)
from attnlib.practice.mistake import Mistake
from attnlib.practice.outcome import Probe
from attnlib.practice.pipelines import Steps
from attnlib.practice.pipelines import heads as pipelines
from attnlib.practice.task import Property, Task


def _retold(variants: Mapping[str, tuple[Steps, ...]]) -> tuple[Mistake, ...]:
    """Shared mistakes in the same words, but in code that has an axis of heads."""
    return tuple(replace(CATALOGUE[slug], variants=steps) for slug, steps in variants.items())


def _shape_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([5, 1, seed])
    n, num_heads, d_head = (int(size) for size in rng.permutation([3, 4, 5]))
    same, wide = (int(size) for size in rng.choice([2, 3, 4, 6, 7], size=2, replace=False))
    return [
        _shape_probe(n, num_heads * d_head, num_heads),
        _shape_probe(same, same * same, same),
        _shape_probe(wide, wide + 2, 1),
        _shape_probe(1, 2 * wide, 2),
        _shape_probe(wide + 8, num_heads * wide, wide),
    ]


def _shape_probe(n: int, d_model: int, num_heads: int) -> Probe:
    tokens, heads = f"{n} token{'s' * (n > 1)}", f"{num_heads} head{'s' * (num_heads > 1)}"
    arguments = {"n": n, "d_model": d_model, "num_heads": num_heads}
    return Probe(f"{tokens}, d_model {d_model} and {heads}", arguments)


def _sizes(probe: Probe) -> tuple[int, int, int]:
    n, d_model, num_heads = probe.arguments.values()
    return n, d_model, num_heads


def _whole(probe: Probe, shapes: Any) -> bool:
    return all(isinstance(size, int | np.integer) for shape in shapes.values() for size in shape)


def _share_the_columns(probe: Probe, shapes: Any) -> bool:
    n, d_model, num_heads = _sizes(probe)
    return all(
        tuple(shapes[name]) == (num_heads, n, d_model // num_heads)
        for name in ("Q_heads", "head_outputs")
    )


def _compare_tokens(probe: Probe, shapes: Any) -> bool:
    n, _, num_heads = _sizes(probe)
    return all(tuple(shapes[name]) == (num_heads, n, n) for name in ("scores", "weights"))


def _like_the_input(probe: Probe, shapes: Any) -> bool:
    n, d_model, _ = _sizes(probe)
    flat = ("X", "Q", "merged", "output")
    return all(tuple(shapes[name]) == (n, d_model) for name in flat)


HEAD_SHAPES = Task(
    reference=head_shapes,
    pipeline=pipelines.head_shapes,
    right=pipelines.SHAPE_STEPS,
    probes=_shape_probes,
    slugs=(
        "heads-averaged",
        "heads-axis-not-moved",
        "heads-last",
        "heads-and-width-exchanged",
        "heads-full-width",
        "heads-not-merged",
        "heads-stacked-as-rows",
        "embeddings-as-columns",
        "float-division",
        "scores-over-features",
        "scores-without-heads",
        "q-of-one-head",
    ),
    properties=(
        Property("Every entry is a shape, and every size a whole number.", _whole),
        Property("X, Q, merged and output have a row for each token.", _like_the_input),
        Property("The heads come first and share out the columns.", _share_the_columns),
        Property("Each head compares every token with every token.", _compare_tokens),
    ),
)


def _split_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([5, 2, seed])

    def probe(shows: str, *shape: int, num_heads: int) -> Probe:
        return Probe(shows, {"X": rng.normal(size=shape), "num_heads": num_heads})

    single = {"X": rng.normal(size=(3, 8)).astype(np.float32), "num_heads": 4}
    return [
        probe("4 tokens and 2 heads of width 3", 4, 6, num_heads=2),
        probe("2 tokens and 2 heads of width 2", 2, 4, num_heads=2),
        probe("2 tokens and a single head", 2, 3, num_heads=1),
        probe("a batch of three, 5 tokens each", 3, 5, 4, num_heads=2),
        probe("a batch with two batch axes", 2, 3, 1, 2, num_heads=2),
        Probe("float32 tokens", single),
    ]


def _head_shape(probe: Probe, heads: Any) -> bool:
    *batch, n, d_model = probe.arguments["X"].shape
    num_heads = probe.arguments["num_heads"]
    return bool(np.shape(heads) == (*batch, num_heads, n, d_model // num_heads))


def _first_columns_first(probe: Probe, heads: Any) -> bool:
    X, num_heads = probe.arguments["X"], probe.arguments["num_heads"]
    columns = X[..., : X.shape[-1] // num_heads]
    return bool(np.allclose(np.asarray(heads)[..., 0, :, :], columns, atol=1e-4))


def _nothing_lost(probe: Probe, result: Any) -> bool:
    before = next(iter(probe.arguments.values()))
    return bool(np.allclose(np.sort(before, axis=None), np.sort(result, axis=None), atol=1e-4))


SPLIT_HEADS = Task(
    reference=split_heads,
    pipeline=pipelines.split_heads,
    right=pipelines.SPLIT_STEPS,
    probes=_split_probes,
    slugs=(
        "batch-axis-breaks",
        "split-without-transpose",
        "heads-interleaved",
        "heads-axis-not-moved",
        "heads-last",
        "heads-and-width-exchanged",
        "heads-full-width",
        "embeddings-as-columns",
        "mutates-input",
    ),
    properties=(
        Property("Every head has a row for each token, and its share of columns.", _head_shape),
        Property("The first head holds the first columns of every token.", _first_columns_first),
        Property("Every number of X is in exactly one head.", _nothing_lost),
    ),
    retold=_retold(BATCHES_WHERE_HEADS_SPLIT),
)


def _merge_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([5, 3, seed])

    def probe(shows: str, *shape: int) -> Probe:
        return Probe(shows, {"heads": rng.normal(size=shape)})

    return [
        probe("2 heads of 4 tokens, 3 wide", 2, 4, 3),
        probe("2 heads of 2 tokens, 2 wide", 2, 2, 2),
        probe("a single head of 3 tokens", 1, 3, 2),
        probe("a batch of three, 2 heads of 4 tokens", 3, 2, 4, 2),
        probe("a batch with two batch axes", 2, 3, 2, 1, 2),
        Probe("float32 heads", {"heads": rng.normal(size=(3, 2, 2)).astype(np.float32)}),
    ]


def _merged_shape(probe: Probe, merged: Any) -> bool:
    *batch, num_heads, n, d_head = probe.arguments["heads"].shape
    return bool(np.shape(merged) == (*batch, n, num_heads * d_head))


def _first_head_first(probe: Probe, merged: Any) -> bool:
    heads = probe.arguments["heads"]
    columns = np.asarray(merged)[..., : heads.shape[-1]]
    return bool(np.allclose(columns, heads[..., 0, :, :], atol=1e-4))


MERGE_HEADS = Task(
    reference=merge_heads,
    pipeline=pipelines.merge_heads,
    right=pipelines.MERGE_STEPS,
    probes=_merge_probes,
    slugs=(
        "batch-axis-breaks",
        "merge-without-transpose",
        "heads-interleaved",
        "heads-averaged",
        "heads-summed",
        "heads-not-merged",
        "heads-stacked-as-rows",
        "embeddings-as-columns",
        "mutates-input",
    ),
    properties=(
        Property("Every token has one row, as wide as all heads together.", _merged_shape),
        Property("The first columns of a row are the first head's.", _first_head_first),
        Property("Every number of the heads is in the result once.", _nothing_lost),
    ),
    retold=_retold(BATCHES_WHERE_HEADS_MERGE),
)


def _tokens(
    rng: np.random.Generator, *shape: int, num_heads: int, context: int = 0
) -> dict[str, Any]:
    """All arguments for X of this shape, and for a context of this length if there is one."""
    d_model = shape[-1]
    matrices = rng.normal(size=(4, d_model, d_model)) / np.sqrt(d_model)
    given = {"X": rng.normal(size=shape)}
    given |= dict(zip(("W_q", "W_k", "W_v", "W_o"), matrices, strict=True))
    others = {"context": rng.normal(size=(*shape[:-2], context, d_model))} if context else {}
    return {**given, "num_heads": num_heads, **others}


def _single(arguments: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value if name == "num_heads" else value.astype(np.float32)
        for name, value in arguments.items()
    }


def _multi_head_probes(seed: int) -> list[Probe]:
    tokens = partial(_tokens, np.random.default_rng([5, 4, seed]))
    return [
        Probe("4 tokens and 2 heads", tokens(4, 6, num_heads=2)),
        Probe("2 tokens and 2 heads", tokens(2, 4, num_heads=2)),
        Probe("3 tokens and one head", tokens(3, 2, num_heads=1)),
        Probe("3 tokens and a context of 5", tokens(3, 4, num_heads=2, context=5)),
        Probe("3 tokens and a context of 3", tokens(3, 4, num_heads=2, context=3)),
        Probe("a batch of three", tokens(3, 2, 4, num_heads=2)),
        Probe("a batch of two with contexts", tokens(2, 2, 4, num_heads=2, context=3)),
        Probe("float32 arrays", _single(tokens(3, 4, num_heads=2))),
    ]


def _like_X(probe: Probe, pair: Any) -> bool:
    return bool(np.shape(pair[0]) == probe.arguments["X"].shape)


def _source(probe: Probe) -> Any:
    return probe.arguments.get("context", probe.arguments["X"])


def _table_for_each_head(probe: Probe, pair: Any) -> bool:
    *batch, n, _ = probe.arguments["X"].shape
    shape = (*batch, probe.arguments["num_heads"], n, _source(probe).shape[-2])
    return bool(np.shape(pair[1]) == shape)


def _rows_sum_to_one(probe: Probe, pair: Any) -> bool:
    return bool(np.allclose(np.sum(pair[1], axis=-1), 1, atol=1e-4))


def _heads_of(probe: Probe, array: Any, name: str) -> Any:
    return split_heads(array @ probe.arguments[name], probe.arguments["num_heads"])


def _best_key_wins(probe: Probe, pair: Any) -> bool:
    Q = _heads_of(probe, probe.arguments["X"], "W_q")
    K = _heads_of(probe, _source(probe), "W_k")
    scores = Q @ K.swapaxes(-1, -2)
    return bool((np.argmax(pair[1], axis=-1) == scores.argmax(axis=-1)).all())


def _mixes_the_heads(probe: Probe, pair: Any) -> bool:
    found = np.asarray(pair[1]) @ _heads_of(probe, _source(probe), "W_v")
    return bool(np.allclose(pair[0], merge_heads(found) @ probe.arguments["W_o"], atol=1e-4))


MULTI_HEAD_ATTENTION = Task(
    reference=multi_head_attention,
    pipeline=pipelines.multi_head_attention,
    right=pipelines.MULTI_HEAD_STEPS,
    probes=_multi_head_probes,
    slugs=(
        "no-scale",
        "scale-by-d_k",
        "scale-by-sqrt-n",
        "scale-inverted",
        "scale-after-softmax",
        "scale-by-sqrt-d_model",
        "scale-by-sqrt-num_heads",
        "softmax-over-queries",
        "softmax-over-everything",
        "softmax-over-heads",
        "softmax-not-normalised",
        "softmax-base-2",
        "hard-argmax",
        "keepdims-missing",
        "exp-missing",
        "log-softmax",
        "q-k-swapped",
        "self-scores",
        "keys-not-transposed",
        "negated",
        "batch-axis-breaks",
        "weights-transposed",
        "values-from-keys",
        "returned-in-wrong-order",
        "weights-not-returned",
        "split-without-transpose",
        "merge-without-transpose",
        "heads-interleaved",
        "heads-averaged",
        "heads-axis-not-moved",
        "single-head",
        "split-before-projection",
        "projections-transposed",
        "projections-exchanged",
        "output-projection-missing",
        "output-projection-transposed",
        "context-for-queries",
        "context-ignored",
        "context-for-keys-only",
        "array-as-truth",
        "lengths-assumed-equal",
        "mutates-input",
    ),
    properties=(
        Property("The output has the shape of X.", _like_X),
        Property("Each head has weights of its own, for each query and key.", _table_for_each_head),
        Property("Every row of weights sums to 1.", _rows_sum_to_one),
        Property("Each head gives most weight to its largest score.", _best_key_wins),
        Property("The output is what the heads found, side by side, times W_o.", _mixes_the_heads),
    ),
    retold=_retold(SHARED_WHERE_HEADS_ATTEND),
)

TASKS: tuple[Task, ...] = (HEAD_SHAPES, SPLIT_HEADS, MERGE_HEADS, MULTI_HEAD_ATTENTION)
