"""Positions as waves: sines in even columns, cosines in odd columns."""

from typing import Any

import numpy as np

from attnlib.positions import sinusoidal_encoding
from checks.catalogue.families.result import RESULT
from checks.catalogue.families.waves import WAVES, rates
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def _pipeline(step: Any, n: int, d_model: int) -> Any:
    columns = np.arange(step.encoding.width(d_model))
    angles = step.encoding.positions(n)[:, None] * rates(step, columns, d_model)
    even, odd = step.encoding.waves
    return step.encoding.arrange(even(angles[:, 0::2]), odd(angles[:, 1::2]))


def _side_by_side(even: Any, odd: Any) -> Any:
    encoding = np.empty((len(even), even.shape[1] + odd.shape[1]))
    encoding[:, 0::2], encoding[:, 1::2] = even, odd
    return encoding


def _last_column_empty(even: Any, odd: Any) -> Any:
    """Leave the last column empty, like a loop over pairs that drops a sine without a cosine."""
    encoding = _side_by_side(even, odd)
    encoding[:, 2 * odd.shape[1] :] = 0
    return encoding


def _encoding_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([6, 1, seed])
    few, some, many = (int(size) for size in np.sort(rng.choice(range(3, 9), 3, replace=False)))
    sizes = [(few, 4), (some, 6), (few + 1, 5), (4, 4), (1, 8), (many, 3), (2, 7)]
    return [
        Probe(f"{n} position{'s' * (n > 1)} and d_model {d_model}", {"n": n, "d_model": d_model})
        for n, d_model in sizes
    ]


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


def _even_widths_only(d_model: int) -> int:
    if d_model % 2:
        raise ValueError("could not broadcast input array")
    return d_model


def _after(convert: Any, wave: Any) -> Any:
    return lambda angles: wave(convert(angles))


ENCODING = Family(
    "encoding",
    {
        "width": lambda d_model: d_model,
        "positions": lambda n: np.arange(n),
        "waves": (np.sin, np.cos),
        "arrange": _side_by_side,
    },
    (
        Mistake(
            "positions-from-one",
            "The first position counts as 1.",
            "What are the sine and cosine of the first position?",
        ).by({"encoding.positions": lambda n: np.arange(1, n + 1)}),
        Mistake(
            "degrees-not-radians",
            "The angles are converted between degrees and radians, but sine reads radians.",
            "In which unit does np.sin take its angle?",
        ).by(
            {"encoding.waves": tuple(_after(np.radians, wave) for wave in (np.sin, np.cos))},
            {"encoding.waves": tuple(_after(np.degrees, wave) for wave in (np.sin, np.cos))},
        ),
        Mistake(
            "odd-width-breaks",
            "It holds for an even d_model only: an odd one has no last cosine.",
            "With 5 columns, how many are sines and how many cosines?",
            breaks=("broadcast", "stack", "index"),
        ).by(
            {"encoding.width": _even_widths_only},
            {"encoding.width": lambda d_model: d_model // 2 * 2},
            {"encoding.arrange": _last_column_empty},
        ),
        RESULT["extra-axis"].by(
            {"encoding.arrange": lambda even, odd: _side_by_side(even, odd)[None]}
        ),
        RESULT["return-missing"].by({"encoding.arrange": lambda even, odd: None}),
    ),
)

TASK = Task(
    reference=sinusoidal_encoding,
    order=(6, 2),
    practises=("read a sinusoidal encoding",),
    pipeline=_pipeline,
    families=(WAVES, ENCODING),
    probes=_encoding_probes,
    properties=(
        Property(
            "There are n rows and d_model columns, for an odd d_model too.",
            has_shape(lambda probe: tuple(probe.arguments.values())),
        ),
        Property("The first row is 0, 1, 0, 1 and so on.", _starts_with_zero_and_one),
        Property("The squares of a sine and its cosine add up to 1.", _pairs_have_length_one),
        Property("Each pair of columns turns more slowly than the last.", _later_pairs_are_slower),
    ),
)
