"""The four tasks of the lesson on the softmax axis, with their probes and properties."""

from typing import Any

import numpy as np

from attnlib import attention, attention_weights, softmax
from attnlib.practice.outcome import Probe
from attnlib.practice.pipelines import attention as pipelines
from attnlib.practice.pipelines import sums
from attnlib.practice.task import Property, Task


def normalised_axis(weights: Any) -> int | None:
    """Tell along which axis weights sum to 1: -1 for the rows, else -2 for the columns, else None.

    Parameters
    ----------
    weights : (n_q, n_k)

    Returns
    -------
    int or None

    Notes
    -----
    Up to rounding: 1e-6, or 1e-4 for float32. A row of zeros does not sum to 1.

    Examples
    --------
    >>> normalised_axis(np.array([[0.5, 0.5], [0.1, 0.9]]))
    -1
    """
    for axis in (-1, -2):
        if np.all(sums.close_to_one(weights.sum(axis=axis), weights)):
            return axis
    return None


def _softmax_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([3, 1, seed])
    hidden = rng.normal(size=(3, 5))
    hidden[0, 2] = hidden[1] = -np.inf
    huge = rng.normal(size=(3, 4)) + np.array([[1e4], [0.0], [-1e4]])
    huge[:, 3] = rng.normal(size=3) - 1e4
    return [
        Probe("3 queries and 5 keys", {"scores": rng.normal(size=(3, 5))}),
        Probe("a square of 4 by 4", {"scores": rng.normal(size=(4, 4))}),
        Probe("a single row of scores", {"scores": rng.normal(size=6)}),
        Probe("axis 0 of 4 by 3 scores", {"scores": rng.normal(size=(4, 3)), "axis": 0}),
        Probe("a batch of two, 3 by 4 each", {"scores": rng.normal(size=(2, 3, 4))}),
        Probe("axis 1 of a batch of two", {"scores": rng.normal(size=(2, 4, 3)), "axis": 1}),
        Probe("scores of 10,000 and -10,000", {"scores": huge}),
        Probe("scores with a row of -inf", {"scores": hidden}),
        Probe("axis 0 with a column of -inf", {"scores": hidden.T, "axis": 0}),
        Probe("float32 scores", {"scores": rng.normal(size=(2, 5)).astype(np.float32)}),
    ]


def _axis_of(probe: Probe) -> int:
    return int(probe.arguments.get("axis", -1))


def _sums_to_one(probe: Probe, weights: Any) -> bool:
    scores, axis = probe.arguments["scores"], _axis_of(probe)
    wanted = np.isfinite(scores).any(axis=axis)
    return bool(np.allclose(np.asarray(weights).sum(axis=axis), wanted, atol=1e-4))


def _keeps_order(probe: Probe, weights: Any) -> bool:
    scores, axis = probe.arguments["scores"], _axis_of(probe)
    in_order = np.take_along_axis(np.asarray(weights), np.argsort(scores, axis=axis), axis=axis)
    return bool((np.diff(in_order, axis=axis) >= -1e-6).all())


def _finite(probe: Probe, weights: Any) -> bool:
    return bool(np.isfinite(np.asarray(weights)).all())


SOFTMAX = Task(
    reference=softmax,
    pipeline=pipelines.softmax,
    right=pipelines.SOFTMAX_STEPS,
    probes=_softmax_probes,
    slugs=(
        "softmax-over-queries",
        "softmax-over-everything",
        "softmax-not-normalised",
        "softmax-overflow",
        "softmax-base-2",
        "hard-argmax",
        "keepdims-missing",
        "axis-ignored",
        "maximum-over-everything",
        "exp-missing",
        "log-softmax",
        "hidden-row-nan",
        "hidden-row-uniform",
        "negated",
        "batch-axis-breaks",
        "mutates-input",
    ),
    properties=(
        Property("No weight is nan or infinite, not even for scores of 10,000.", _finite),
        Property("Each slice along the axis sums to 1; a slice of -inf gives zeros.", _sums_to_one),
        Property("A larger score never gets less weight.", _keeps_order),
    ),
)


def _qkv(rng: np.random.Generator, *batch: int, n: tuple[int, int], d: tuple[int, int]) -> Any:
    (n_q, n_k), (d_k, d_v) = n, d
    shapes = {"Q": (n_q, d_k), "K": (n_k, d_k), "V": (n_k, d_v)}
    return {name: rng.normal(size=(*batch, *shape)) for name, shape in shapes.items()}


def _attention_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([3, 2, seed])
    single = {
        name: array.astype(np.float32) for name, array in _qkv(rng, n=(2, 5), d=(3, 4)).items()
    }
    return [
        Probe("3 queries and 5 keys", _qkv(rng, n=(3, 5), d=(4, 2))),
        Probe("4 queries and 4 keys", _qkv(rng, n=(4, 4), d=(3, 2))),
        Probe("5 tokens with d_k = 5", _qkv(rng, n=(5, 5), d=(5, 5))),
        Probe("one query and 4 keys", _qkv(rng, n=(1, 4), d=(3, 2))),
        Probe("a batch of two, 3 queries and 4 keys", _qkv(rng, 2, n=(3, 4), d=(5, 6))),
        Probe("2 sequences with 3 heads each", _qkv(rng, 2, 3, n=(4, 5), d=(6, 1))),
        Probe("float32 arrays", single),
    ]


def _without_values(seed: int) -> list[Probe]:
    return [
        Probe(probe.shows, {name: probe.arguments[name] for name in ("Q", "K")})
        for probe in _attention_probes(seed)
    ]


def _rows_sum_to_one(probe: Probe, weights: Any) -> bool:
    return bool(np.allclose(np.asarray(weights).sum(axis=-1), 1, atol=1e-4))


def _one_row_each(probe: Probe, weights: Any) -> bool:
    Q, K = probe.arguments["Q"], probe.arguments["K"]
    return bool(np.shape(weights) == (*Q.shape[:-1], K.shape[-2]))


def _best_key_wins(probe: Probe, weights: Any) -> bool:
    Q, K = probe.arguments["Q"], probe.arguments["K"]
    scores = Q @ np.swapaxes(K, -1, -2)
    return bool((np.argmax(weights, axis=-1) == scores.argmax(axis=-1)).all())


def _of_weights(known: Property) -> Property:
    """The same property for an answer that returns (output, weights)."""
    return Property(known.says, lambda probe, pair: known.holds(probe, pair[1]))


def _averages_values(probe: Probe, pair: Any) -> bool:
    output, weights = pair
    return bool(np.allclose(output, np.matmul(weights, probe.arguments["V"]), atol=1e-4))


WEIGHT_PROPERTIES = (
    Property("One row of weights for each query, one column for each key.", _one_row_each),
    Property("Every row of weights sums to 1.", _rows_sum_to_one),
    Property("Each query gives most weight to the key with the largest score.", _best_key_wins),
)

WEIGHT_SLUGS = (
    "no-scale",
    "scale-by-d_k",
    "scale-by-sqrt-n",
    "scale-inverted",
    "scale-after-softmax",
    "softmax-over-queries",
    "softmax-over-everything",
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
    "mutates-input",
)

ATTENTION_WEIGHTS = Task(
    reference=attention_weights,
    pipeline=pipelines.attention_weights,
    right=pipelines.WEIGHTS_STEPS,
    probes=_without_values,
    slugs=WEIGHT_SLUGS,
    properties=WEIGHT_PROPERTIES,
)

ATTENTION = Task(
    reference=attention,
    pipeline=pipelines.attention,
    right=pipelines.ATTENTION_STEPS,
    probes=_attention_probes,
    slugs=(
        *WEIGHT_SLUGS,
        "scale-by-sqrt-d_v",
        "weights-transposed",
        "values-from-keys",
        "returned-in-wrong-order",
        "weights-not-returned",
    ),
    properties=(
        *map(_of_weights, WEIGHT_PROPERTIES),
        Property("Each output is the average of the values under its weights.", _averages_values),
    ),
)


def _axis_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([3, 4, seed])
    rows, square = softmax(rng.normal(size=(3, 5))), softmax(rng.normal(size=(4, 4)))
    cases = {
        "rows that sum to 1": rows,
        "columns that sum to 1": softmax(rng.normal(size=(4, 3)), axis=0),
        "a square whose rows sum to 1": square,
        "a square whose columns sum to 1": square.T,
        "rows and columns that all sum to 1": _doubly_normalised(rng),
        "one single row that sums to 1": softmax(rng.normal(size=(1, 4))),
        "weights that sum to 1 all together": softmax(rng.normal(size=(3, 4)), axis=None),
        "a first row that alone sums to 1": rows * [[1.0], [0.6], [0.7]],
        "a last row that alone sums to 1": rows * [[0.6], [0.7], [1.0]],
        "a first column that alone sums to 1": square.T * [1.0, 0.6, 0.7, 0.8],
        "a last column that alone sums to 1": square.T * [0.6, 0.7, 0.8, 1.0],
        "rows of 0.4, 1 and 1.6": rows * [[0.4], [1.0], [1.6]],
        "columns of 0.4, 1, 1 and 1.6": square.T * [0.4, 1.0, 1.0, 1.6],
        "rows that sum to 1 but for one of zeros": rows * [[1.0], [0.0], [1.0]],
        "columns that sum to 1 but for one of zeros": square.T * [1.0, 1.0, 0.0, 1.0],
        "rows off by 2 thousandths": rows * 1.002,
        "rows that sum to a tenth": rows * 0.1,
        "rows rounded to seven digits": rows.round(7),
        "float32 rows that sum to 1": rows.astype(np.float32),
    }
    probes = [Probe(shows, {"weights": weights}) for shows, weights in cases.items()]
    # The answers hardly differ from seed to seed, so let their order do.
    return [probes[place] for place in rng.permutation(len(probes))]


def _doubly_normalised(rng: np.random.Generator) -> Any:
    """An average of permutations: every row and every column sums to 1."""
    shares = softmax(rng.normal(size=3))
    return sum(share * np.eye(4)[rng.permutation(4)] for share in shares)


def _answers(axis: int | None, *inputs: str) -> Any:
    return lambda probe, value: probe.shows not in inputs or value == axis


NORMALISED_AXIS = Task(
    reference=normalised_axis,
    pipeline=sums.normalised_axis,
    right=sums.SUMS_STEPS,
    probes=_axis_probes,
    slugs=(
        "axes-exchanged",
        "columns-first",
        "exact-equality",
        "tolerance-too-loose",
        "only-first-row-tested",
        "only-last-row-tested",
        "any-row-is-enough",
        "total-only",
        "zero-row-accepted",
        "positive-axis",
        "false-for-none",
        "columns-assumed",
        "mutates-input",
    ),
    properties=(
        Property(
            "Row sums of 1 are found, in rectangles and in squares.",
            _answers(-1, "rows that sum to 1", "a square whose rows sum to 1"),
        ),
        Property(
            "Column sums of 1 are found.",
            _answers(-2, "columns that sum to 1", "a square whose columns sum to 1"),
        ),
        Property(
            "Where both sum to 1, the rows come first.",
            _answers(-1, "rows and columns that all sum to 1"),
        ),
        Property(
            "One good row among bad ones is not enough.",
            _answers(None, "a first row that alone sums to 1", "a last row that alone sums to 1"),
        ),
        Property(
            "Sums of 0.4 and 1.6 do not even out.",
            _answers(None, "rows of 0.4, 1 and 1.6", "columns of 0.4, 1, 1 and 1.6"),
        ),
        Property(
            "Sums that are off by rounding alone count as 1.",
            _answers(-1, "rows rounded to seven digits", "float32 rows that sum to 1"),
        ),
    ),
)

TASKS = (SOFTMAX, ATTENTION_WEIGHTS, ATTENTION, NORMALISED_AXIS)
