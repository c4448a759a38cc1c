"""Attention that reads the keys block by block, with a running maximum and a running sum."""

from collections.abc import Callable
from typing import Any

import numpy as np

from attnlib.long_context import attention_in_blocks
from checks.catalogue.families.arguments import ARGUMENTS, with_axes
from checks.catalogue.families.result import RESULT
from checks.catalogue.families.scale import SCALE
from checks.catalogue.families.scores import SCORES
from checks.catalogue.families.softmax import SOFTMAX
from checks.catalogue.inputs import in_float32, queries_keys_and_values
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import KEPT, Steps
from checks.task import Property, Task

# The scores of these queries rise to 2,000, fall from 2,000, stay below -700, and stay near 0.
FAR_APART = ((1.0, 800.0), (-1.0, 2000.0), (1.0, -2000.0), (0.001, 0.0))


def _pipeline(step: Any, Q: Any, K: Any, V: Any, block_size: int) -> Any:
    own, Q = step.blocks, step.arguments.take(Q)
    divisor = own.divisor(Q, K)
    K, V = own.fill(K, block_size), own.fill(V, block_size)
    pieces = [
        (Q @ np.swapaxes(K[..., keys, :], -1, -2) / divisor, V[..., keys, :])
        for keys in own.slices(own.length(K), block_size)
    ]
    nothing = np.zeros((*Q.shape[:-1], V.shape[-1]))
    return own.result(own.combine(own, pieces, nothing))


def _one_after_the_other(own: Any, pieces: Any, nothing: Any) -> Any:
    largest, total, weighted = np.full_like(nothing[..., :1], own.start), nothing[..., :1], nothing
    for scores, values in pieces:
        now = own.maximum(largest, own.peak(scores))
        exponentials = np.exp(scores - now)
        factor = own.factor(largest, now)
        below, above = exponentials.sum(axis=-1, keepdims=True), exponentials @ values
        total = own.old_total(factor, total) + own.added(factor, below)
        weighted = own.round(own.old_weighted(factor, weighted) + own.added(factor, above), total)
        largest = now
    return own.divided(weighted, total)


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([11, 7, seed])

    def draw(*batch: int, n: tuple[int, int], d: tuple[int, int], size: int) -> dict[str, Any]:
        drawn = queries_keys_and_values(rng, *batch, n=n, d=d)
        return {**drawn, "Q": 2 * drawn["Q"], "block_size": size}

    rising = np.linspace(0, 1200, 6) + rng.uniform(0, 20, 6)
    far_apart = draw(n=(4, 6), d=(2, 3), size=2)
    far_apart |= {"Q": np.array(FAR_APART) * np.sqrt(2), "K": np.stack([rising, np.ones(6)], -1)}
    return [
        Probe("7 keys in blocks of 2", draw(n=(3, 7), d=(4, 2), size=2)),
        Probe("6 keys in blocks of 3", draw(n=(4, 6), d=(2, 3), size=3)),
        Probe("5 keys in blocks of 4", draw(n=(2, 5), d=(4, 3), size=4)),
        Probe("4 keys in blocks of 1", draw(n=(5, 4), d=(3, 2), size=1)),
        Probe("3 keys in blocks of 8", draw(n=(2, 3), d=(5, 2), size=8)),
        Probe("scores from -2,000 to 2,000", far_apart),
        Probe("a batch of two, 5 keys in blocks of 2", draw(2, n=(4, 5), d=(3, 3), size=2)),
        Probe("a batch of 3 with 2 heads", draw(3, 2, n=(3, 7), d=(2, 4), size=3)),
        Probe("float32 arrays", in_float32(draw(n=(3, 5), d=(4, 2), size=2))),
    ]


def _fits(Q: Any, K: Any, V: Any, block_size: int) -> bool:
    batches = {array.shape[:-2] for array in (Q, K, V)}
    same_keys = K.shape[-2] == V.shape[-2] and K.shape[-1] == Q.shape[-1]
    return block_size >= 1 and len(batches) == 1 and same_keys


def _within_the_values(probe: Probe, output: Any) -> bool:
    """Check that no average is outside the range of the numbers averaged."""
    V = probe.arguments["V"]
    low, high = V.min(axis=-2, keepdims=True), V.max(axis=-2, keepdims=True)
    return bool(((output >= low - 1e-4) & (output <= high + 1e-4)).all())


def _clear_winners(probe: Probe, output: Any) -> bool:
    """Check that the output is the value of the largest score if it is far above the others."""
    Q, K, V, _ = probe.arguments.values()
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    *_, second, largest = np.moveaxis(np.sort(scores, axis=-1), -1, 0)
    winners = np.take_along_axis(V, scores.argmax(axis=-1)[..., None], axis=-2)
    clear = largest - second > 50
    return bool(np.allclose(np.asarray(output)[clear], winners[clear], atol=1e-4))


def _slices(length: int, size: int) -> list[slice]:
    return [slice(first, first + size) for first in range(0, length, size)]


def _whole_slices(length: int, size: int) -> list[slice]:
    return [slice(first * size, (first + 1) * size) for first in range(length // size)]


def _one_slice_too_many(length: int, size: int) -> list[slice]:
    return [slice(first * size, (first + 1) * size) for first in range(length // size + 1)]


def _equal_slices(length: int, size: int) -> list[slice]:
    if length % size:
        raise ValueError("cannot reshape")
    return _slices(length, size)


def _equal_parts(length: int, size: int) -> list[slice]:
    """As np.split makes them, of which it is told the number."""
    if length % (length // size):
        raise ValueError("array split does not result in an equal division")
    return _slices(length, size)


def _each_by_itself(join: Callable[[Any, Any], Any]) -> Steps:
    """Softmax for each block alone, and the outputs joined; (outputs, sizes) to output."""

    def combine(own: Any, pieces: Any, nothing: Any) -> Any:
        outputs = [_one_after_the_other(own, [piece], nothing) for piece in pieces]
        return join(np.array(outputs), [values.shape[-2] for _, values in pieces])

    return {"blocks.combine": combine}


def _on_the_diagonal(own: Any, pieces: Any, nothing: Any) -> Any:
    output, size = nothing.copy(), pieces[0][1].shape[-2]
    for first in range(0, nothing.shape[-2], size):
        if first // size == len(pieces):
            raise ValueError("zero-size array")
        scores, values = pieces[first // size]
        rows = slice(first, first + size)
        piece = scores[..., rows, :], values
        output[..., rows, :] = _one_after_the_other(own, [piece], nothing[..., rows, :])
    return output


def _filled_up(X: Any, size: int) -> Any:
    rows = [(0, 0)] * (X.ndim - 2) + [(0, -X.shape[-2] % size), (0, 0)]
    return np.pad(X, rows)


def _as_it_was(factor: Any, old: Any) -> Any:
    return old


def _upside_down(before: Any, now: Any) -> Any:
    return np.exp(now - before)


def _guarded(weighted: Any, total: Any) -> Any:
    return weighted / np.where(total == 0, 1, total)


def _begun_with_a_number(weighted: Any, total: Any) -> Any:
    """Without any block the sum above is still the 0 that it began with, which has no width."""
    return weighted / total if total.any() else total / total


_LATEST: Steps = {"blocks.maximum": lambda old, now: now}
_NEITHER: Steps = {"blocks.old_total": _as_it_was, "blocks.old_weighted": _as_it_was}

BLOCKS = Family(
    "blocks",
    {
        "length": lambda K: K.shape[-2],
        "slices": _slices,
        "fill": lambda X, size: X,
        "divisor": lambda Q, K: np.sqrt(Q.shape[-1]),
        "combine": _one_after_the_other,
        "start": -np.inf,
        "peak": lambda scores: scores.max(axis=-1, keepdims=True),
        "maximum": np.maximum,
        "factor": lambda before, now: np.exp(before - now),
        "old_total": lambda factor, old: factor * old,
        "old_weighted": lambda factor, old: factor * old,
        "added": lambda factor, new: new,
        "round": lambda weighted, total: weighted,
        "divided": lambda weighted, total: weighted / total,
        "result": lambda output: output,
    },
    (
        Mistake(
            "not-rescaled",
            "What was added up before is not rescaled when a block has another maximum.",
            "Old exponentials are measured from the old maximum: what makes up for the difference?",
        ).by(_NEITHER, {**_NEITHER, **_LATEST}),
        Mistake(
            "only-one-rescaled",
            "Of the two sums, lower and upper, only one is rescaled.",
            "Which of the two are made of exponentials?",
        ).by(
            {"blocks.old_total": _as_it_was},
            {"blocks.old_weighted": _as_it_was},
            {"blocks.old_total": _as_it_was, **_LATEST},
            {"blocks.old_weighted": _as_it_was, **_LATEST},
        ),
        Mistake(
            "factor-upside-down",
            "The old sums are multiplied by exp(new maximum - old), which is upside down.",
            "When the maximum grows, should the old exponentials grow or shrink?",
        ).by(
            {"blocks.factor": _upside_down},
            {
                "blocks.factor": lambda before, now: np.where(
                    before == -np.inf, 0, _upside_down(before, now)
                )
            },
        ),
        Mistake(
            "new-rescaled",
            "The factor multiplies what the block adds, not what was there before.",
            "Which exponentials were measured from the old maximum?",
        ).by({**_NEITHER, "blocks.added": lambda factor, new: factor * new}),
        Mistake(
            "mean-of-blocks",
            "Each block has a softmax of its own, and the outputs are averaged.",
            "Should a block with large scores count for more than one with small scores?",
        ).by(
            _each_by_itself(lambda outputs, sizes: outputs.mean(axis=0)),
            _each_by_itself(lambda outputs, sizes: np.average(outputs, axis=0, weights=sizes)),
        ),
        Mistake(
            "sum-of-blocks",
            "Each block has a softmax of its own, and the outputs are added.",
            "What do all weights of one query add up to, with three blocks?",
        ).by(_each_by_itself(lambda outputs, sizes: outputs.sum(axis=0))),
        Mistake(
            "divided-each-round",
            "The output is divided by the sum in every round, and not multiplied back.",
            "When is the sum complete, and what should be divided by it before?",
        ).by(
            {"blocks.round": lambda weighted, total: weighted / total},
            {
                "blocks.round": lambda weighted, total: weighted / total,
                "blocks.divided": lambda weighted, total: weighted,
            },
        ),
        Mistake(
            "sum-of-last-block",
            "The output is divided by the sum of the last block alone.",
            "Over which keys does softmax run?",
        ).by({"blocks.old_total": lambda factor, old: 0}),
        Mistake(
            "last-block-lost",
            "The last keys are lost where the block size does not divide their number.",
            "What is 7 // 2, and how many blocks do 7 keys need?",
        ).by(
            {"blocks.slices": _whole_slices},
            {"blocks.slices": _whole_slices, "blocks.divided": _guarded},
            {"blocks.slices": _whole_slices, "blocks.divided": _begun_with_a_number},
            {"blocks.slices": lambda length, size: _whole_slices(length, min(length, size))},
        ),
        Mistake(
            "filled-with-zeros",
            "The last block is filled up with zeros, which are not hidden and get weight.",
            "What is the score of a key of zeros, and what is its exponential?",
        ).by({"blocks.fill": _filled_up}),
        Mistake(
            "blocks-see-themselves",
            "A block of queries meets only the block of keys with the same number.",
            "Which keys should the first query meet?",
        ).by({"blocks.combine": _on_the_diagonal}),
        Mistake(
            "blocks-must-fit",
            "It works only where the block size divides the number of keys.",
            "How can the last block be shorter than the others?",
            breaks=("reshape", "zero", "stack", "broadcast"),
        ).by({"blocks.slices": _equal_slices}, {"blocks.slices": _equal_parts}),
        Mistake(
            "empty-block",
            "There is an empty block too many where the block size divides the number of keys.",
            "What is 6 // 3 + 1, and how many blocks of 3 do 6 keys need?",
            breaks=("empty",),
        ).by({"blocks.slices": _one_slice_too_many}),
        Mistake(
            "no-maximum",
            "No maximum is subtracted, so exp overflows for large scores.",
            "What is np.exp(1000)?",
        ).by({"blocks.peak": lambda scores: 0.0}),
        Mistake(
            "first-maximum-only",
            "The maximum of the first block is kept to the end, so later scores may overflow.",
            "What happens if a later block has a far larger score?",
        ).by({"blocks.maximum": lambda old, now: np.where(old == -np.inf, now, old)}),
        Mistake(
            "maximum-from-zero",
            "The running maximum starts at 0, so it is too high where all scores are below.",
            "Which number is smaller than every score?",
        ).by({"blocks.start": 0.0, "blocks.maximum": KEPT}),
        Mistake(
            "maximum-of-each-block",
            "The maximum is that of the latest block, even if an older one was larger.",
            "What is the factor if the old maximum is larger than the new by 1000?",
        ).by(_LATEST),
        Mistake(
            "one-maximum-for-all",
            "One maximum serves all queries, so exponentials of the others may all become 0.",
            "Does each query need a maximum of its own?",
        ).by({"blocks.peak": lambda scores: scores.max()}),
        SCALE["no-scale"].by({"blocks.divisor": lambda Q, K: 1}),
        SCALE["scale-by-d_k"].by({"blocks.divisor": lambda Q, K: Q.shape[-1]}),
        SCALE["scale-by-sqrt-n"].by({"blocks.divisor": lambda Q, K: np.sqrt(K.shape[-2])}),
        SOFTMAX["softmax-not-normalised"].by({"blocks.divided": lambda weighted, total: weighted}),
        RESULT["return-in-loop"].by(_each_by_itself(lambda outputs, sizes: outputs[0])),
        Mistake(
            "loop-keeps-last",
            "Only the last block counts: nothing is carried over from the rounds before.",
            "Which three results of a round does the next one need?",
        ).by(_each_by_itself(lambda outputs, sizes: outputs[-1])),
        RESULT["return-missing"].by({"blocks.result": lambda output: None}),
    ),
)

BATCHES = Family(
    "batches",
    {},
    (SCORES["batch-axis-breaks"].by({"arguments.take": with_axes(2)}, {"blocks.length": len}),),
)

TASK = Task(
    reference=attention_in_blocks,
    order=(11, 7),
    practises=("compute softmax piece by piece", "say what attention costs"),
    pipeline=_pipeline,
    families=(BLOCKS, BATCHES, ARGUMENTS),
    probes=_probes,
    valid=_fits,
    properties=(
        Property(
            "The output has a row for each query, as wide as the values.",
            has_shape(
                lambda probe: (
                    *probe.arguments["Q"].shape[:-1],
                    probe.arguments["V"].shape[-1],
                )
            ),
        ),
        Property(
            "Each output is an average of values, so it is never outside their range.",
            _within_the_values,
        ),
        Property(
            "Where one score is far above the others, its value is the output.", _clear_winners
        ),
    ),
)
