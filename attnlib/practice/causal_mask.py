"""The four tasks of the lesson on the causal mask, with their probes and properties."""

from typing import Any

import numpy as np

from attnlib import attention, causal_visibility, masked_softmax
from attnlib.practice import leaky
from attnlib.practice.catalogue.leaks import RETOLD_OF_LEAKS
from attnlib.practice.catalogue.masks import RETOLD_OF_MASKED
from attnlib.practice.outcome import Probe
from attnlib.practice.pipelines import leaks, masks
from attnlib.practice.task import Property, Task
from attnlib.probes import leaks_future


def causal_attention(Q: Any, K: Any, V: Any) -> Any:
    """Let every token attend to itself and to the tokens before it.

    Parameters
    ----------
    Q, K : (..., n, d_k)
    V : (..., n, d_v)

    Returns
    -------
    output : (..., n, d_v)
    weights : (..., n, n)

    Examples
    --------
    >>> output, weights = causal_attention(np.zeros((2, 3)), np.zeros((2, 3)), np.eye(2))
    >>> weights
    array([[1. , 0. ],
           [0.5, 0.5]])
    """
    return attention(Q, K, V, causal_visibility(Q.shape[-2]))


def _size_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([4, 1, seed])
    sizes = (int(rng.integers(3, 5)), 1, 2, int(rng.integers(5, 8)))
    return [Probe(f"n = {n}", {"n": n}) for n in sizes]


def _true_where(expected: Any) -> Any:
    """(probe, visible) to bool: `visible` is True wherever query i and key j are so."""
    return lambda probe, visible: np.asarray(visible)[_places(probe, expected)].all()


def _false_where(expected: Any) -> Any:
    return lambda probe, visible: not np.asarray(visible)[_places(probe, expected)].any()


def _places(probe: Probe, expected: Any) -> Any:
    return expected(*np.indices(2 * (probe.arguments["n"],)))


def _square_of_bools(probe: Probe, visible: Any) -> bool:
    array = np.asarray(visible)
    return array.dtype == np.bool_ and array.shape == 2 * (probe.arguments["n"],)


CAUSAL_VISIBILITY = Task(
    reference=causal_visibility,
    pipeline=masks.causal_visibility,
    right=masks.VISIBILITY_STEPS,
    probes=_size_probes,
    slugs=(
        "mask-missing",
        "mask-inverted",
        "mask-transposed",
        "mask-hides-diagonal",
        "sees-next",
        "mask-not-bool",
        "mask-additive",
    ),
    properties=(
        Property("n rows and n columns of True and False.", _square_of_bools),
        Property("Every token sees itself.", _true_where(lambda i, j: i == j)),
        Property("No token sees a later one.", _false_where(lambda i, j: i < j)),
        Property("Every token sees all earlier ones.", _true_where(lambda i, j: i > j)),
    ),
)


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
        Probe(shows, {"scores": rng.normal(size=shape), "visible": visible})
        for shows, (shape, visible) in cases.items()
    ]
    single = rng.normal(size=(2, 6)).astype(np.float32)
    visible = _some_visible(rng, 2, 6)
    return [*probes, Probe("float32 scores", {"scores": single, "visible": visible})]


def _some_visible(rng: np.random.Generator, *shape: int) -> Any:
    """In each row, a random number of keys: at least one, but not all."""
    count = rng.integers(1, shape[-1], size=(*shape[:-1], 1))
    return rng.permuted(np.broadcast_to(np.arange(shape[-1]) < count, shape), axis=-1)


def _padding(rng: np.random.Generator, n_k: int) -> Any:
    """Two sequences, each cut off somewhere: (2, 1, 1, n_k)."""
    lengths = rng.permutation(np.arange(2, n_k))[:2]
    return np.arange(n_k) < lengths[:, None, None, None]


def _fitted(probe: Probe) -> Any:
    return np.broadcast_to(probe.arguments["visible"], probe.arguments["scores"].shape)


def _hidden_get_nothing(probe: Probe, weights: Any) -> bool:
    return not np.asarray(weights)[~_fitted(probe)].any()


def _visible_sum_to_one(probe: Probe, weights: Any) -> bool:
    seeing = _fitted(probe).any(axis=-1)
    sums = np.where(_fitted(probe), weights, 0).sum(axis=-1)
    return bool(np.allclose(sums[seeing], 1, atol=1e-4))


def _empty_rows_are_zeros(probe: Probe, weights: Any) -> bool:
    blind = ~_fitted(probe).any(axis=-1)
    return not np.asarray(weights)[blind].any()


def _keeps_order(probe: Probe, weights: Any) -> bool:
    """A key that is visible has no less weight than a visible one with a smaller score."""
    order = np.argsort(probe.arguments["scores"], axis=-1)
    weights = np.take_along_axis(np.asarray(weights), order, axis=-1)
    visible = np.take_along_axis(_fitted(probe), order, axis=-1)
    reached = np.maximum.accumulate(np.where(visible, weights, 0), axis=-1)
    return bool((weights >= reached - 1e-6)[visible].all())


MASKED_SOFTMAX = Task(
    reference=masked_softmax,
    pipeline=masks.masked_softmax,
    right=masks.MASKED_SOFTMAX_STEPS,
    probes=_masked_probes,
    retold=RETOLD_OF_MASKED,
    slugs=(
        "scale-by-sqrt-n",
        "softmax-over-queries",
        "softmax-over-everything",
        "softmax-not-normalised",
        "softmax-base-2",
        "hard-argmax",
        "keepdims-missing",
        "exp-missing",
        "hidden-row-nan",
        "hidden-row-uniform",
        "negated",
        "batch-axis-breaks",
        "mask-missing",
        "mask-inverted",
        "mask-transposed",
        "mask-after-softmax",
        "mask-filled-with-zero",
        "mask-added-as-0-1",
        "mask-on-queries",
        "mask-added-as-minus-1e9",
        "visible-not-broadcast",
        "mutates-input",
    ),
    properties=(
        Property("A hidden key has no weight at all.", _hidden_get_nothing),
        Property("Each row sums to 1 over its visible keys.", _visible_sum_to_one),
        Property("A query that may attend to nothing has zeros.", _empty_rows_are_zeros),
        Property("Of two visible keys, a larger score never gets less weight.", _keeps_order),
    ),
)


def _tokens(rng: np.random.Generator, *batch: int, n: int, d: tuple[int, int]) -> Any:
    widths = {"Q": d[0], "K": d[0], "V": d[1]}
    return {name: rng.normal(size=(*batch, n, width)) for name, width in widths.items()}


def _causal_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([4, 13, seed])
    single = {name: array.astype(np.float32) for name, array in _tokens(rng, n=4, d=(5, 2)).items()}
    return [
        Probe("3 tokens", _tokens(rng, n=3, d=(4, 2))),
        Probe("4 tokens with d_k = 4", _tokens(rng, n=4, d=(4, 4))),
        Probe("one token", _tokens(rng, n=1, d=(3, 2))),
        Probe("a batch of two, 3 tokens each", _tokens(rng, 2, n=3, d=(4, 5))),
        Probe("2 sequences with 3 heads each", _tokens(rng, 2, 3, n=4, d=(5, 1))),
        Probe("float32 arrays", single),
    ]


def _weights_sum_to_one(probe: Probe, pair: Any) -> bool:
    return bool(np.allclose(np.asarray(pair[1]).sum(axis=-1), 1, atol=1e-4))


def _later_get_nothing(probe: Probe, pair: Any) -> bool:
    return not np.triu(pair[1], k=1).any()


def _first_is_its_own(probe: Probe, pair: Any) -> bool:
    first = np.asarray(pair[0])[..., 0, :]
    return bool(np.allclose(first, probe.arguments["V"][..., 0, :], atol=1e-4))


def _best_so_far_wins(probe: Probe, pair: Any) -> bool:
    Q, K, weights = probe.arguments["Q"], probe.arguments["K"], np.asarray(pair[1])
    seen = np.tri(Q.shape[-2], dtype=bool)
    scores = np.where(seen, Q @ np.swapaxes(K, -1, -2), -np.inf)
    return bool((np.argmax(weights, axis=-1) == scores.argmax(axis=-1)).all())


def _averages_values(probe: Probe, pair: Any) -> bool:
    return bool(np.allclose(pair[0], np.matmul(pair[1], probe.arguments["V"]), atol=1e-4))


CAUSAL_ATTENTION = Task(
    reference=causal_attention,
    pipeline=masks.causal_attention,
    right=masks.CAUSAL_ATTENTION_STEPS,
    probes=_causal_probes,
    slugs=(
        "no-scale",
        "scale-by-d_k",
        "scale-by-sqrt-n",
        "scale-by-sqrt-d_v",
        "scale-inverted",
        "scale-after-softmax",
        "softmax-over-queries",
        "softmax-over-everything",
        "softmax-not-normalised",
        "softmax-base-2",
        "hard-argmax",
        "keepdims-missing",
        "exp-missing",
        "q-k-swapped",
        "self-scores",
        "keys-not-transposed",
        "negated",
        "batch-axis-breaks",
        "weights-transposed",
        "values-from-keys",
        "returned-in-wrong-order",
        "weights-not-returned",
        "mask-missing",
        "mask-inverted",
        "mask-transposed",
        "mask-hides-diagonal",
        "sees-next",
        "mask-after-softmax",
        "mask-filled-with-zero",
        "mask-added-as-0-1",
        "mutates-input",
    ),
    properties=(
        Property("No later token has any weight.", _later_get_nothing),
        Property("Every row of weights sums to 1.", _weights_sum_to_one),
        Property("The first token sees itself alone: its output is its value.", _first_is_its_own),
        Property("Of the tokens so far, the largest score gets most weight.", _best_so_far_wins),
        Property("Each output is the average of the values under its weights.", _averages_values),
    ),
)

# What it is, the function, and the shape of its X.
ATTENDS: tuple[tuple[str, Any, tuple[int, int]], ...] = (
    ("a running average", leaky.running_average, (4, 3)),
    ("masked attention", leaky.masked_attention, (4, 2)),
    ("attention without a mask", leaky.full_attention, (5, 3)),
    ("each row doubled", leaky.each_row_doubled, (3, 2)),
    ("the row before", leaky.row_before, (4, 3)),
    ("the first row for all", leaky.first_row_for_all, (3, 4)),
    ("a running average with rounding errors", leaky.total_without_later_rows, (5, 4)),
    ("a running sum over n", leaky.running_sum_over_n, (4, 3)),
    ("the average of all rows", leaky.average_of_all, (4, 2)),
    ("the last row added", leaky.last_row_added, (4, 3)),
    ("a leak of row 1 into row 0", leaky.next_row_into_first, (4, 2)),
    ("a leak of the last row into row 0", leaky.last_row_into_first, (4, 3)),
    ("a leak into the last but one", leaky.last_row_into_its_neighbour, (5, 2)),
    ("the row after next added", leaky.row_after_next, (4, 3)),
    ("a leak of one column alone", leaky.last_column_of_later_rows, (4, 3)),
    ("a weak leak", leaky.weak_leak, (4, 2)),
    ("a strong leak", leaky.strong_leak, (3, 2)),
    ("a fast wave of all rows", leaky.fast_wave, (4, 3)),
    ("the sum of later rows", leaky.sum_of_rest, (3, 4)),
)


def _attend_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([4, 4, seed])
    probes = [
        Probe(shows, {"attend": attend, "X": _rows(rng, *shape)})
        for shows, attend, shape in ATTENDS
    ]
    # The answers are the same for every seed, so let their order differ.
    return [probes[place] for place in rng.permutation(len(probes))]


def _rows(rng: np.random.Generator, n: int, d: int) -> Any:
    """Numbers of unit scale that are not near 0, lest a change of sign hardly change them."""
    return rng.uniform(0.4, 1.2, size=(n, d)) * rng.choice([-1, 1], size=(n, d))


def _says(leaks: bool, *attends: Any) -> Any:
    return lambda probe, value: probe.arguments["attend"] not in attends or bool(value) is leaks


LEAKS_FUTURE = Task(
    reference=leaks_future,
    pipeline=leaks.leaks_future,
    right=leaks.LEAK_STEPS,
    probes=_attend_probes,
    retold=RETOLD_OF_LEAKS,
    slugs=(
        "only-last-row-tested",
        "only-first-row-tested",
        "only-one-row-tested",
        "only-neighbour-tested",
        "only-one-entry-changed",
        "exact-equality",
        "tolerance-too-loose",
        "change-too-small",
        "change-too-large",
        "own-row-compared",
        "whole-output-compared",
        "direction-reversed",
        "every-row-must-leak",
        "reordered-not-changed",
        "equivariance-tested",
        "rows-cut-off",
        "negated",
        "none-for-false",
        "mutates-input",
    ),
    properties=(
        Property(
            "Attention without a mask leaks, a plain average of all rows too.",
            _says(True, leaky.full_attention, leaky.average_of_all),
        ),
        Property(
            "A running average and masked attention do not leak.",
            _says(False, leaky.running_average, leaky.masked_attention),
        ),
        Property(
            "A row may change its own output, and later ones.",
            _says(False, leaky.each_row_doubled, leaky.row_before, leaky.first_row_for_all),
        ),
        Property(
            "A leak out of one row, into one row, or of one column is found.",
            _says(
                True,
                leaky.next_row_into_first,
                leaky.last_row_into_its_neighbour,
                leaky.last_column_of_later_rows,
            ),
        ),
        Property(
            "A weak leak is found, but rounding is none.",
            lambda probe, value: (
                _says(True, leaky.weak_leak)(probe, value)
                and _says(False, leaky.total_without_later_rows)(probe, value)
            ),
        ),
    ),
)

TASKS: tuple[Task, ...] = (CAUSAL_VISIBILITY, MASKED_SOFTMAX, CAUSAL_ATTENTION, LEAKS_FUTURE)
