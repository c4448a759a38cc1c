"""The matrix that moves every position forward by k."""

from typing import Any

import numpy as np

from attnlib.positions import shift_matrix, sinusoidal_encoding
from checks.catalogue.families.result import IN_WHOLE_NUMBERS
from checks.catalogue.families.waves import WAVES, rates
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def _pipeline(step: Any, k: int, d_model: int) -> Any:
    """Make the matrix (d_model, d_model): each pair of columns turns by k times its frequency."""
    angles = step.shift.turn(step.shift.distance(k) * rates(step, np.arange(d_model), d_model))
    first, second = np.arange(0, d_model, 2), np.arange(1, d_model, 2)
    matrix = np.diag(np.cos(angles))
    matrix[first, second] = np.sin(angles[first])
    matrix[second, first] = step.shift.sign * np.sin(angles[second])
    return step.shift.place(matrix)


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


SHIFT = Family(
    "shift",
    {
        "distance": lambda k: k,
        "turn": lambda angles: angles,
        "sign": -1,
        "place": lambda matrix: matrix,
    },
    (
        Mistake(
            "shift-transposed",
            "The matrix turns backwards: it moves to p - k.",
            "What is sin(a + b), and which sign has each term?",
        ).by({"shift.turn": lambda angles: -angles}),
        Mistake(
            "sine-sign-missing",
            "Both sines of a pair have the same sign, so nothing is rotated.",
            "What is cos(a + b), and which sign has the product of sines?",
        ).by({"shift.sign": 1}),
        Mistake(
            "k-ignored",
            "The matrix always moves on by 1, whatever k is.",
            "Where does k enter the angles?",
        ).by({"shift.distance": lambda k: 1}),
        Mistake(
            "degrees-not-radians",
            "The angles are converted between degrees and radians, but sine reads radians.",
            "What does np.sin(np.pi / 2) give?",
        ).by({"shift.distance": np.radians}, {"shift.distance": np.degrees}),
        IN_WHOLE_NUMBERS.by({"shift.place": lambda matrix: matrix.astype(int)}),
    ),
)

TASK = Task(
    reference=shift_matrix,
    order=(6, 4),
    practises=("move an encoding",),
    pipeline=_pipeline,
    families=(WAVES, SHIFT),
    probes=_shift_probes,
    properties=(
        Property("A column mixes with its partner alone: 2 by 2 blocks.", _in_blocks_of_two),
        Property("It rotates, so no encoding gets longer or shorter.", _rotates),
        Property("It takes the encoding of p to that of p + k.", _moves_the_encoding),
    ),
)
