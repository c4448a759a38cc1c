"""The three tasks of the lesson on positions, with their probes and properties."""

from typing import Any

import numpy as np

from attnlib import attention, causal_visibility
from attnlib.positions import shift_matrix, sinusoidal_encoding
from attnlib.practice.catalogue.equivariance import RETOLD_OF_ROWS
from attnlib.practice.outcome import Probe
from attnlib.practice.pipelines import equivariance
from attnlib.practice.pipelines import positions as pipelines
from attnlib.practice.task import Property, Task
from attnlib.probes import is_equivariant


def _encoding_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([6, 1, seed])
    few, some, many = (int(size) for size in np.sort(rng.choice(range(3, 9), 3, replace=False)))
    sizes = [(few, 4), (some, 6), (few + 1, 5), (4, 4), (1, 8), (many, 3), (2, 7)]
    return [
        Probe(
            f"{n} position{'s' * (n > 1)} and d_model {d_model}",
            {"n": n, "d_model": d_model},
        )
        for n, d_model in sizes
    ]


def _one_row_each(probe: Probe, encoding: Any) -> bool:
    return bool(np.shape(encoding) == tuple(probe.arguments.values()))


def _starts_with_zero_and_one(probe: Probe, encoding: Any) -> bool:
    first = np.asarray(encoding)[0]
    return bool(np.allclose(first[0::2], 0) and np.allclose(first[1::2], 1))


def _pairs_of(encoding: Any) -> Any:
    array = np.asarray(encoding)
    pairs = array.shape[1] // 2
    return array[:, 0 : 2 * pairs : 2], array[:, 1 : 2 * pairs : 2]


def _pairs_have_length_one(probe: Probe, encoding: Any) -> bool:
    sines, cosines = _pairs_of(encoding)
    return bool(np.allclose(sines**2 + cosines**2, 1, atol=1e-4))


def _later_pairs_are_slower(probe: Probe, encoding: Any) -> bool:
    sines, cosines = _pairs_of(encoding)
    turned = np.arctan2(sines, cosines)[1:2]
    return bool((np.diff(turned, axis=1) < 0).all())


SINUSOIDAL_ENCODING = Task(
    reference=sinusoidal_encoding,
    pipeline=pipelines.sinusoidal_encoding,
    right=pipelines.ENCODING_STEPS,
    probes=_encoding_probes,
    slugs=(
        "sin-cos-concatenated",
        "sin-cos-swapped",
        "exponent-not-paired",
        "exponent-doubled",
        "exponent-halved",
        "wavelengths-inverted",
        "one-frequency",
        "endpoint-included",
        "base-1000",
        "positions-from-one",
        "odd-width-breaks",
    ),
    properties=(
        Property("There are n rows and d_model columns, for an odd d_model too.", _one_row_each),
        Property("The first row is 0, 1, 0, 1 and so on.", _starts_with_zero_and_one),
        Property("The squares of a sine and its cosine add up to 1.", _pairs_have_length_one),
        Property("Each pair of columns turns more slowly than the last.", _later_pairs_are_slower),
    ),
)


def _shift_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([6, 2, seed])
    near, nearer, far = (int(k) for k in rng.choice(range(2, 9), 3, replace=False))
    sizes = [(near, 4), (nearer, 6), (1, 2), (0, 4), (10 * far + 1, 8)]
    return [
        Probe(f"a shift by {k} where d_model is {d_model}", {"k": k, "d_model": d_model})
        for k, d_model in sizes
    ]


def _rotates(probe: Probe, matrix: Any) -> bool:
    array = np.asarray(matrix)
    return bool(np.allclose(array @ array.T, np.eye(len(array)), atol=1e-4))


def _in_blocks_of_two(probe: Probe, matrix: Any) -> bool:
    pair = np.arange(len(matrix)) // 2
    return bool(np.allclose(np.asarray(matrix)[pair[:, None] != pair], 0, atol=1e-4))


def _moves_the_encoding(probe: Probe, matrix: Any) -> bool:
    k, d_model = probe.arguments.values()
    encoding = sinusoidal_encoding(k + 3, d_model)
    return bool(np.allclose(encoding[:3] @ np.asarray(matrix).T, encoding[k:], atol=1e-4))


SHIFT_MATRIX = Task(
    reference=shift_matrix,
    pipeline=pipelines.shift_matrix,
    right=pipelines.SHIFT_STEPS,
    probes=_shift_probes,
    slugs=(
        "sin-cos-concatenated",
        "exponent-not-paired",
        "exponent-doubled",
        "exponent-halved",
        "wavelengths-inverted",
        "one-frequency",
        "endpoint-included",
        "base-1000",
        "shift-transposed",
        "sine-sign-missing",
        "k-ignored",
    ),
    properties=(
        Property("A column mixes with its partner alone: 2 by 2 blocks.", _in_blocks_of_two),
        Property("It rotates, so no encoding gets longer or shorter.", _rotates),
        Property("It takes the encoding of p to that of p + k.", _moves_the_encoding),
    ),
)


def _places(X: Any) -> Any:
    return np.arange(len(X))[:, None]


def attention_without_positions(X: Any) -> Any:
    """Every row attends to every row: equivariant."""
    return attention(X, X, X)[0]


def attention_with_positions(X: Any) -> Any:
    """Each row knows its place."""
    return attention_without_positions(X + _places(X))


def attention_to_the_past(X: Any) -> Any:
    """A row attends to itself and to those before it."""
    return attention(X, X, X, causal_visibility(len(X)))[0]


def rows_times_their_sum(X: Any) -> Any:
    """Equivariant up to rounding, since the rows are added up in their order."""
    return X * np.cumsum(X, axis=0)[-1]


def positions_alone(X: Any) -> Any:
    """Invariant: what the rows hold does not matter."""
    return np.ones_like(X) * _places(X)


def mean_for_everyone(X: Any) -> Any:
    """Equivariant and invariant."""
    return np.ones_like(X) * X.mean(axis=0)


def first_row_doubled(X: Any) -> Any:
    """The first place alone is special."""
    return np.where(_places(X) == 0, 2 * X, X)


def last_row_doubled(X: Any) -> Any:
    """The last place alone is special."""
    return np.where(_places(X) == len(X) - 1, 2 * X, X)


def first_row_added(X: Any) -> Any:
    """Which row comes first, matters to all."""
    return X + X[0]


def tiny_positions(X: Any) -> Any:
    """Off by thousandths, which no rounding explains."""
    return X + 0.001 * _places(X)


def positions_in_twos(X: Any) -> Any:
    """Neighbours share a position: 0, 0, 1, 1."""
    return X + _places(X) // 2


def distance_from_the_middle(X: Any) -> Any:
    """The same from either end."""
    return X + abs(_places(X) - (len(X) - 1) / 2)


def fewer_columns(X: Any) -> Any:
    """Equivariant, with another width going out."""
    return X[:, 1:] * X[:, :1]


def mean_in_the_first_row(X: Any) -> Any:
    """The first place alone does not care who is where."""
    return np.where(_places(X) == 0, X.mean(axis=0), X)


def mean_in_the_last_row(X: Any) -> Any:
    """The last place alone does not care who is where."""
    return np.where(_places(X) == len(X) - 1, X.mean(axis=0), X)


def row_and_mirror_image(X: Any) -> Any:
    """Backwards it is the same."""
    return X + X[::-1]


def _mixed(rng: np.random.Generator, n: int) -> Any:
    """An order in which no place stays or trades, and the two ends do not meet."""
    places = np.arange(n)
    while True:
        order = rng.permutation(n)
        moved = (order != places).all() and (order[order] != places).all()
        if moved and order[0] != n - 1 and order[-1] != 0:
            return order


def _equivariance_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([6, 3, seed])
    rising = np.sort(rng.normal(size=(4, 3)), axis=0)
    later_first = np.array([2, 0, 3, 1])

    def probe(shows: str, attend: Any, n: int, d: int) -> Probe:
        arguments = {"attend": attend, "X": rng.normal(size=(n, d)), "order": _mixed(rng, n)}
        return Probe(shows, arguments)

    return [
        probe("attention to the past", attention_to_the_past, 4, 3),
        probe("attention without positions", attention_without_positions, 5, 3),
        probe("attention with positions", attention_with_positions, 5, 2),
        probe(
            "4 rows of 4 numbers, attention without positions", attention_without_positions, 4, 4
        ),
        probe("positions alone", positions_alone, 5, 3),
        probe("the mean of all rows for everyone", mean_for_everyone, 4, 3),
        probe("rows times their sum", rows_times_their_sum, 8, 6),
        probe("the first row doubled", first_row_doubled, 5, 3),
        probe("the last row doubled", last_row_doubled, 5, 3),
        probe("positions of a thousandth each", tiny_positions, 4, 3),
        probe("positions counted from the middle", distance_from_the_middle, 6, 2),
        probe("the mean in the first row", mean_in_the_first_row, 5, 3),
        probe("the mean in the last row", mean_in_the_last_row, 5, 3),
        probe("each row added to its mirror image", row_and_mirror_image, 6, 2),
        probe("a column less going out than in", fewer_columns, 5, 3),
        Probe(
            "positions that neighbours share, when neighbours change places",
            {
                "attend": positions_in_twos,
                "X": rng.normal(size=(4, 3)),
                "order": np.array([1, 0, 3, 2]),
            },
        ),
        *(
            Probe(
                f"the first row added to all, when a {size} one comes first",
                {"attend": first_row_added, "X": rows, "order": later_first},
            )
            for size, rows in (("larger", rising), ("smaller", -rising))
        ),
    ]


def _answers(wanted: bool, *attends: Any) -> Any:
    return lambda probe, value: probe.arguments["attend"] not in attends or value == wanted


IS_EQUIVARIANT = Task(
    reference=is_equivariant,
    pipeline=equivariance.is_equivariant,
    right=equivariance.EQUIVARIANCE_STEPS,
    probes=_equivariance_probes,
    retold=RETOLD_OF_ROWS,
    slugs=(
        "invariant-not-equivariant",
        "exact-equality",
        "inverse-order",
        "order-ignored",
        "only-first-row-tested",
        "only-last-row-tested",
        "any-not-all",
        "abs-missing",
        "negated",
        "mutates-input",
    ),
    properties=(
        Property(
            "Attention without positions is equivariant.",
            _answers(True, attention_without_positions),
        ),
        Property(
            "Attention with positions, or to the past alone, is not.",
            _answers(False, attention_with_positions, attention_to_the_past),
        ),
        Property(
            "An output that stays as it is, whatever comes in, is not.",
            _answers(False, positions_alone),
        ),
        Property(
            "One special place among many is enough to break it.",
            _answers(False, first_row_doubled, last_row_doubled),
        ),
        Property(
            "Rounding does not break it.",
            _answers(True, rows_times_their_sum),
        ),
    ),
)

TASKS = (SINUSOIDAL_ENCODING, SHIFT_MATRIX, IS_EQUIVARIANT)
