"""The smallest input that a check may show is one that the statement of its task allows."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest

from checks.catalogue import TASKS
from checks.counterexample import _all_finite, _shrunk
from checks.outcome import Probe, quiet
from checks.task import Task

SOME = 4  # probes of a task; the others shrink to the same inputs
MOST_STEPS = 20
FIRST_ONES = 3  # of each step


def shares(weights: Any) -> bool:
    return bool((weights >= 0).all() and np.allclose(weights.sum(axis=-1), 1, atol=1e-4))


def from_1_to(most: int, lengths: Any) -> bool:
    return bool((lengths >= 1).all() and (lengths <= most).all())


def places(targets: Any, count: int) -> bool:
    return bool((targets >= 0).all() and (targets < count).all())


def without_ties(numbers: Any) -> bool:
    return bool((np.diff(np.sort(numbers, axis=-1), axis=-1) > 0).all())


def cosines(vectors: Any, others: Any) -> Any:
    lengths = np.linalg.norm(vectors, axis=-1)[..., None] * np.linalg.norm(others, axis=-1)
    return vectors @ others.T / lengths


def of_others(vectors: Any) -> Any:
    """For each vector, its cosines with the others."""
    alike = np.round(cosines(vectors, vectors), 9)
    return np.array([np.delete(row, place) for place, row in enumerate(alike)])


def is_first(numbers: Any) -> bool:
    """Whether no other number is as large as the largest, in any row."""
    return bool((np.sum(numbers == numbers.max(axis=-1, keepdims=True), axis=-1) == 1).all())


# What a statement says of its arguments, besides their shapes.
STATED: dict[str, Callable[..., Any]] = {
    "cosine_scores": lambda query, keys: query.any() and keys.any(axis=-1).all(),
    "nearest_key": lambda query, keys: (
        query.any() and keys.any(axis=-1).all() and is_first(np.round(cosines(query, keys), 9))
    ),
    "mean_largest_weight": shares,
    "softmax_jacobian": shares,
    "softmax": lambda scores, axis=-1: np.isfinite(scores).any(axis=axis).all(),
    "attention_entropy": lambda weights: shares(weights[weights.any(axis=-1)]),
    "causal_visibility": lambda n: n >= 1,
    "joined_visibility": lambda lengths, n: from_1_to(n, lengths),
    "padded_attention": lambda Q, K, V, lengths: from_1_to(K.shape[-2], lengths),
    "leaks_future": lambda attend, X: (abs(X) > 0.1).all() and (abs(X) < 10).all(),
    "split_heads": lambda X, num_heads: X.shape[-1] % num_heads == 0,
    "head_shapes": lambda n, d_model, num_heads: d_model % num_heads == 0,
    "heads_by_loop": lambda X, W_q, W_k, W_v, W_o: len(W_o) == W_q.shape[0] * W_q.shape[2],
    "heads_by_einsum": lambda X, W_q, W_k, W_v, W_o: len(W_o) == W_q.shape[0] * W_q.shape[2],
    "masked_multi_head": lambda Q, K, V, visible: visible.any(axis=-1).all(),
    "multi_head_attention": lambda X, W_q, W_k, W_v, W_o, num_heads, context=None: (
        len(W_q) % num_heads == 0
    ),
    "torch_attention": lambda X, W_q, W_k, W_v, W_o, num_heads, visible=None: (
        len(W_q) % num_heads == 0 and (visible is None or visible.any(axis=-1).all())
    ),
    "is_equivariant": lambda attend, X, order: sorted(order) == [*range(len(X))],
    "sinusoidal_encoding": lambda n, d_model: n >= 1 and d_model >= 1,
    "hand_frequencies": lambda d_model: d_model >= 2 and d_model % 2 == 0,
    "shift_matrix": lambda k, d_model: k >= 0 and d_model % 2 == 0,
    "key_padding_mask": lambda lengths, n: from_1_to(n, lengths),
    "causal_sdpa": lambda Q, K, V: Q.shape[-2] <= K.shape[-2],
    "cross_entropy": lambda logits, targets: places(targets, logits.shape[1]),
    "softmax_backward": lambda weights, d_weights: shares(weights),
    "numerical_gradient": lambda loss, x, step: x.ndim,
    "train_step": lambda X, context, targets, *others: places(targets, len(context)),
    "next_token_loss": lambda logits, tokens, lengths: (
        from_1_to(tokens.shape[1], lengths - 1 + (lengths > 1)) and (lengths >= 2).all()
    ),
    "both_twins_right": lambda chances, meant: (
        shares(chances) and without_ties(chances) and places(meant, chances.shape[-1])
    ),
    "held_out_pairs": lambda nouns, pairs: len(pairs) and len(np.unique(pairs)) == pairs.size,
    "patched_heads": lambda X, other, W_q, W_k, W_v, W_o, num_heads, silent, swapped: (
        len(W_o) % num_heads == 0 and len({silent, swapped} & {*range(num_heads)}) == 2
    ),
    "alibi_slopes": lambda num_heads: num_heads & (num_heads - 1) == 0,
    "rotate": lambda X, positions, base: (positions >= 0).all() and X.shape[-1] % 2 == 0 < base - 1,
    "rotated_attention": lambda Q, K, V, positions: (positions >= 0).all() and Q.shape[-1] % 2 == 0,
    "to_half_split": lambda W: W.shape[1] % 2 == 0,
    "next_chances": lambda logits, temperature: temperature > 0,
    "top_k_chances": lambda logits, k: 1 <= k <= len(logits) and without_ties(logits),
    "grouped_attention": lambda Q, K, V: Q.shape[-3] % K.shape[-3] == 0,
    "window_visibility": lambda n_q, n_k, width: 1 <= n_q <= n_k and width >= 1,
    "window_with_sinks": lambda n_q, n_k, width, sinks: (
        1 <= n_q <= n_k and width >= 1 and sinks >= 0
    ),
    "running_attention": lambda asked, offered, V: (asked > 0).all() and (offered > 0).all(),
    "attention_in_blocks": lambda Q, K, V, block_size: block_size >= 1,
    "half_scores": lambda Q, K: Q.shape[-1] in (16, 256) and Q.dtype == K.dtype == np.float16,
    "cache_agrees": lambda layer, X, sizes: sizes.sum() == len(X),
    "cached_attention": lambda Q, K, V, K_past, V_past: Q.shape[-1] % 2 == 0,
    "senses_found": lambda vectors, senses: (
        vectors.any(axis=-1).all() and is_first(of_others(vectors))
    ),
    "windows": lambda numbers, begins, length: places(begins, len(numbers) - length),
    "write": lambda step, tokens, count: len(tokens) and count >= 1,
    "from_half_split": lambda W, num_heads: W.shape[1] % (2 * num_heads) == 0,
    "llama_attention": lambda X, W_q, W_k, W_v, W_o, num_heads, base: (
        W_q.shape[1] % (2 * num_heads) == 0 and W_q.shape[1] % W_k.shape[1] == 0 and base > 1
    ),
    "right_and_shifted": lambda weights: (
        (weights > 0).all()
        and without_ties(weights)
        and without_ties(weights[..., 0] / weights.sum(axis=-1))
    ),
    "sentence_vector": lambda rows, lengths: from_1_to(rows.shape[1], lengths),
}


def may_be_shown(task: Task, probe: Probe) -> bool:
    if not task.valid(*probe.arguments.values()):
        return False
    right = task.right(probe)
    return right.error is None and _all_finite(right.value)


def shown(task: Task, probe: Probe) -> Iterator[Probe]:
    """Shrink an input as if an answer went wrong on each smaller one."""
    for _ in range(MOST_STEPS):
        smaller = (Probe("smaller", arguments) for arguments in _shrunk(probe.arguments))
        allowed = (one for one in smaller if may_be_shown(task, one))
        found = [*islice(allowed, FIRST_ONES)]
        if not found:
            return
        yield from found
        probe = found[-1]


@pytest.mark.parametrize("name", STATED)
def test_an_input_that_is_shown_obeys_the_statement(name: str) -> None:
    task = TASKS[name]
    with quiet():
        for probe in islice(task.probes(0), SOME):
            for one in shown(task, probe):
                assert STATED[name](*one.arguments.values()), one.arguments
