"""How fast each hand of the encoding turns: a function to repair."""

from typing import Any

import numpy as np

from checks.catalogue.families.waves import WAVES, rates
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def hand_frequencies(d_model: int) -> Any:
    """Return how many radians each hand turns from one position to the next.

    Parameters
    ----------
    d_model : int
        Even.

    Returns
    -------
    (d_model / 2,)

    Examples
    --------
    >>> hand_frequencies(4)
    array([1.  , 0.01])
    """
    return 10000.0 ** (-np.arange(0, d_model, 2) / d_model)


STARTER = '''
def hand_frequencies(d_model):
    """Radians (d_model / 2,) by which each hand turns at each step; d_model is even."""
    columns = np.arange(0, d_model, 2)
    return np.exp(-np.log(10000) / d_model // 2 * columns)
'''


def _pipeline(step: Any, d_model: int) -> Any:
    return step.hands.result(rates(step, step.hands.columns(d_model), d_model))


def _probes(seed: int) -> list[Probe]:
    drawn = np.random.default_rng([6, 1, 1, seed]).choice(range(10, 60, 2), 3, replace=False)
    return [
        Probe(f"d_model {d_model}", {"d_model": d_model}) for d_model in (8, 4, 2, *drawn.tolist())
    ]


def _each_a_factor(probe: Probe, frequencies: Any) -> bool:
    steps = np.diff(np.log(frequencies))
    return bool(np.allclose(steps, -2 * np.log(10000) / probe.arguments["d_model"]))


def _rounded_down(columns_a_step: int) -> Any:
    """Round the step of the logarithm down, from one column or from one hand to the next."""

    def exponent(columns: Any, d_model: int) -> Any:
        step = (
            np.log(10000) * columns_a_step / d_model
        )  # down is away from 0, since the step is subtracted
        return np.ceil(step) / columns_a_step * columns / np.log(10000)

    return exponent


HANDS = Family(
    "hands",
    {
        "columns": lambda d_model: np.arange(0, d_model, 2),
        "result": lambda frequencies: frequencies,
    },
    (
        Mistake(
            "step-rounded-down",
            "The step is rounded down to a whole number: `//` divides and rounds.",
            "What is -9.2 // 8, and what is -9.2 / 8?",
        ).by(
            {"waves.exponent": _rounded_down(1)},
            {"waves.exponent": _rounded_down(2)},
        ),
        Mistake(
            "every-column",
            "There is a frequency for each column, but a hand has two columns.",
            "How many hands do 8 columns make?",
        ).by(
            {"hands.columns": np.arange},
            {
                "hands.columns": np.arange,
                "waves.exponent": lambda columns, d_model: columns / d_model,
            },
        ),
        Mistake(
            "full-turns",
            "These are the positions that a full turn takes, or turns per position.",
            "In which unit is a frequency asked for?",
        ).by(
            {"hands.result": lambda frequencies: 2 * np.pi / frequencies},
            {"hands.result": lambda frequencies: frequencies / (2 * np.pi)},
        ),
        Mistake(
            "slowest-first",
            "The slowest hand comes first.",
            "Which hand should turn by 1 radian at each step?",
        ).by({"hands.result": lambda frequencies: frequencies[::-1]}),
    ),
)

TASK = Task(
    reference=hand_frequencies,
    kind="repair",
    starter=STARTER,
    valid=lambda d_model: d_model % 2 == 0,
    order=(6, 1),
    practises=("read a sinusoidal encoding",),
    pipeline=_pipeline,
    families=(WAVES, HANDS),
    probes=_probes,
    excluding=("exponent-not-paired",),  # only even columns remain
    properties=(
        Property(
            "There is one frequency for each pair of columns.",
            has_shape(lambda probe: (probe.arguments["d_model"] // 2,)),
        ),
        Property("Hand 0 turns by 1 radian.", lambda probe, found: bool(np.isclose(found[0], 1))),
        Property("Each hand is slower than the one before by the same factor.", _each_a_factor),
    ),
)
