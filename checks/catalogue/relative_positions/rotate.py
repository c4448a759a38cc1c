"""Each row turned by its position: rotary embeddings with interleaved pairs."""

from typing import Any

import numpy as np

from attnlib.relative_positions import rotate
from checks.catalogue.families.arguments import ARGUMENTS, with_axes
from checks.catalogue.families.result import IN_WHOLE_NUMBERS, RESULT
from checks.catalogue.families.scores import COUNTED_FROM_THE_FRONT
from checks.catalogue.families.waves import WAVES, sines_first
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def _pipeline(step: Any, X: Any, positions: Any, base: Any) -> Any:
    """Multiply each column by its cosine, and add its partner (with a sign) times its sine."""
    own, X = step.rotation, step.arguments.take(X)
    rates = own.base(base) ** -step.waves.exponent(own.columns(X.shape[-1]), X.shape[-1])
    angles = own.turn(own.places(positions, X)[..., None] * rates)
    sines, cosines = (wave(angles) for wave in own.waves)
    partners = own.partners(X, sines, cosines)
    return own.result(own.mix(X, partners, sines, cosines))


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([10, 2, 2, seed])

    def draw(*shape: int, base: float, dtype: Any = float) -> dict[str, Any]:
        positions = 2 + rng.permutation(18)[: shape[-2]]
        return {"X": rng.normal(size=shape).astype(dtype), "positions": positions, "base": base}

    at_zero = {**draw(3, 8, base=500.0), "positions": np.array([0, 1, 2])}
    return [
        Probe("3 rows of 4 numbers", draw(3, 4, base=100.0)),
        Probe("5 rows of 6 numbers", draw(5, 6, base=10000.0)),
        Probe("3 rows at the positions 0, 1 and 2", at_zero),
        Probe("a single row of 2 numbers", draw(1, 2, base=10000.0)),
        Probe("6 rows of 6 numbers", draw(6, 6, base=1000.0)),
        Probe("a batch of two, 3 rows of 4 numbers", draw(2, 3, 4, base=300.0)),
        Probe("two batch axes", draw(3, 2, 4, 6, base=20.0)),
        Probe("float32 rows", draw(2, 4, base=50.0, dtype=np.float32)),
    ]


def _fits(X: Any, positions: Any, base: float) -> bool:
    in_rows = positions.shape == X.shape[-2:-1] and bool((positions >= 0).all())
    return in_rows and X.shape[-1] % 2 == 0 and base > 1


def _as_pairs(X: Any) -> Any:
    """Turn (..., n, d) into complex numbers (..., n, d / 2): each pair is an arrow."""
    pairs = np.asarray(X, float).reshape(*np.shape(X)[:-1], -1, 2)
    return pairs[..., 0] + 1j * pairs[..., 1]


def _first_stays(probe: Probe, turned: Any) -> bool:
    X, at_zero = probe.arguments["X"], probe.arguments["positions"] == 0
    return bool(np.allclose(np.asarray(turned)[..., at_zero, :], X[..., at_zero, :], atol=1e-4))


def _pairs_keep_their_length(probe: Probe, turned: Any) -> bool:
    before, after = (np.abs(_as_pairs(rows)) for rows in (probe.arguments["X"], turned))
    return bool(np.allclose(after, before, atol=1e-4))


def _first_pair_turns(probe: Probe, turned: Any) -> bool:
    X, positions, _ = probe.arguments.values()
    expected = _as_pairs(X)[..., 0] * np.exp(1j * positions)
    return bool(np.allclose(_as_pairs(turned)[..., 0], expected, atol=1e-4))


def _neighbours(X: Any) -> Any:
    """Swap the two columns of each pair: x1, x0, x3, x2 and so on."""
    return X.reshape(*X.shape[:-1], -1, 2)[..., ::-1].reshape(X.shape)


def _partners(X: Any, sines: Any, cosines: Any) -> Any:
    """Put into each column what its sine is multiplied by: -x1, x0, -x3, x2 and so on."""
    return _neighbours(X) * np.where(np.arange(X.shape[-1]) % 2 == 0, -1, 1)


def _partners_in_the_other_half(X: Any, sines: Any, cosines: Any) -> Any:
    first, second = np.split(X, 2, axis=-1)
    return np.concatenate([-second, first], axis=-1)


def _second_from_turned_first(X: Any, sines: Any, cosines: Any) -> Any:
    partners = _partners(X, sines, cosines)
    partners[..., 1::2] = (X * cosines + partners * sines)[..., 0::2]
    return partners


def _first_from_turned_second(X: Any, sines: Any, cosines: Any) -> Any:
    partners = _partners(X, sines, cosines)
    partners[..., 0::2] = -(X * cosines + partners * sines)[..., 1::2]
    return partners


def _exchanged_in(place: int) -> Any:
    """Mix up sine and cosine in the first number of each pair, or in the second."""

    def mix(X: Any, partners: Any, sines: Any, cosines: Any) -> Any:
        there = np.arange(X.shape[-1]) % 2 == place
        exchanged = X * sines + partners * cosines
        return np.where(there, exchanged, X * cosines + partners * sines)

    return mix


def _pairs_in_halves(d: int) -> Any:
    """Find, for each column, the even column with its frequency if pairs are i and i + d/2."""
    return np.tile(np.arange(0, d, 2), 2)


ROTATION = Family(
    "rotation",
    {
        "base": lambda base: base,
        "columns": np.arange,
        "places": lambda positions, X: positions,
        "turn": lambda angles: angles,
        "waves": (np.sin, np.cos),
        "partners": _partners,
        "mix": lambda X, partners, sines, cosines: X * cosines + partners * sines,
        "result": lambda turned: turned,
    },
    (
        Mistake(
            "half-split",
            "The partner of a column is half a row away: another layout than the one asked for.",
            "Which two columns are pair 0 here?",
        ).by(
            {
                "rotation.partners": _partners_in_the_other_half,
                "rotation.columns": _pairs_in_halves,
            }
        ),
        Mistake(
            "layouts-mixed",
            "Partners come from one layout and angles from the other, so partners turn apart.",
            "Which column is the partner of column 0, and do both get the same angle?",
        ).by(
            {"rotation.partners": _partners_in_the_other_half},
            {"rotation.columns": _pairs_in_halves},
        ),
        Mistake(
            "backwards",
            "The pairs turn backwards, by minus their angle.",
            "Where does (1, 0) point after a turn by a small positive angle?",
        ).by({"rotation.turn": lambda angles: -angles}),
        Mistake(
            "frequency-per-column",
            "Each column has a frequency of its own, so the two of a pair turn apart.",
            "Which columns have to share a frequency?",
        ).by({"waves.exponent": lambda columns, d: columns / d}),
        Mistake(
            "sine-sign-missing",
            "Both sines of a pair have the same sign, so nothing is rotated.",
            "Which of the two new numbers is a difference, and which a sum?",
        ).by(
            {"rotation.partners": lambda X, sines, cosines: _neighbours(X)},
            {"rotation.partners": lambda X, sines, cosines: -_neighbours(X)},
        ),
        Mistake(
            "factors-exchanged",
            "In one of the two new numbers, sine and cosine have changed places.",
            "What does each new number become where the angle is 0?",
        ).by({"rotation.mix": _exchanged_in(0)}, {"rotation.mix": _exchanged_in(1)}),
        Mistake(
            "overwritten-too-early",
            "One number of a pair is overwritten before the other is computed from it.",
            "Which line still needs the old number?",
        ).by(
            {"rotation.partners": _second_from_turned_first},
            {"rotation.partners": _first_from_turned_second},
        ),
        Mistake(
            "joined-as-halves",
            "The pairs are turned, but put back as two halves: first numbers, then second ones.",
            "In which columns of the result should pair 0 be?",
        ).by({"rotation.result": sines_first}),
        Mistake(
            "partner-missing",
            "Each number is multiplied by a cosine, and its partner adds nothing.",
            "How can (1, 0) ever become (0, 1)?",
        ).by({"rotation.mix": lambda X, partners, sines, cosines: X * cosines}),
        Mistake(
            "added-not-turned",
            "Sines and cosines are added to the rows, as in lesson 6; nothing is turned.",
            "What happens to the length of a row that is turned?",
        ).by(
            {
                "rotation.mix": lambda X, partners, sines, cosines: (
                    X + np.where(np.arange(X.shape[-1]) % 2 == 0, sines, cosines)
                )
            }
        ),
        Mistake(
            "positions-ignored",
            "A row is turned by its number in X, whatever `positions` holds.",
            "Where does the argument `positions` enter the angles?",
        ).by({"rotation.places": lambda positions, X: np.arange(X.shape[-2])}),
        Mistake(
            "positions-from-one",
            "Every row is turned by one position too many.",
            "By which angle should a row at position 0 turn?",
        ).by({"rotation.places": lambda positions, X: positions + 1}),
        Mistake(
            "base-ignored",
            "The base is always 10,000, whatever the argument says.",
            "Where does the argument `base` enter the frequencies?",
        ).by({"rotation.base": lambda base: 10000.0}),
        Mistake(
            "pairs-from-one",
            "The pairs are counted from 1, so each turns as slowly as the next one should.",
            "By how many radians does pair 0 turn from one position to the next?",
        ).by({"waves.exponent": lambda columns, d: 2 * (columns // 2 + 1) / d}),
        Mistake(
            "exponent-rounded",
            "The exponent is rounded to a whole number: `//` divides and rounds.",
            "What is 2 // 6, and what is -2 // 6?",
        ).by({"waves.exponent": lambda columns, d: np.ceil(2 * (columns // 2) / d)}),
        Mistake(
            "degrees-not-radians",
            "The angles are converted between degrees and radians, but sine reads radians.",
            "In which unit does np.sin take its angle?",
        ).by({"rotation.turn": np.radians}, {"rotation.turn": np.degrees}),
        IN_WHOLE_NUMBERS.by({"rotation.result": lambda turned: turned.astype(int)}),
        RESULT["return-missing"].by({"rotation.result": lambda turned: None}),
    ),
)

BATCHES = Family(
    "batches",
    {},
    (COUNTED_FROM_THE_FRONT.by({"arguments.take": with_axes(2)}),),
)

TASK = Task(
    reference=rotate,
    order=(10, 4),
    practises=("turn queries and keys",),
    pipeline=_pipeline,
    families=(ROTATION, WAVES.only("exponent"), BATCHES, ARGUMENTS),
    probes=_probes,
    valid=_fits,
    excluding=("exponent-not-paired",),  # here, it would break up pairs
    overriding=(
        Mistake(
            "sin-cos-swapped",
            "Sine and cosine have changed places, so position 0 turns rows as well.",
            "What are the sine and the cosine of 0?",
        ).by({"rotation.waves": (np.cos, np.sin)}),
        Mistake(
            "wavelengths-inverted",
            "Later pairs turn faster: the exponent has the wrong sign.",
            "Should a later pair of columns turn faster or more slowly?",
        ).by({"waves.exponent": lambda columns, d: -2 * (columns // 2) / d}),
    ),
    properties=(
        Property("The shape stays.", has_shape(lambda probe: probe.arguments["X"].shape)),
        Property("A row at position 0 stays as it is.", _first_stays),
        Property("Every pair of neighbouring columns keeps its length.", _pairs_keep_their_length),
        Property("Pair 0 turns by 1 radian for each position.", _first_pair_turns),
    ),
)
