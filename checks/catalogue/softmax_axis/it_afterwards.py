"""Predict the vector of a word after attention, from a row of weights and the contents."""

from typing import Any

import numpy as np

from attnlib import softmax
from checks.catalogue.families.output import BEST_VALUE
from checks.catalogue.families.softmax import TWICE
from checks.catalogue.properties import has_shape
from checks.catalogue.softmax_axis.attention import MIXED
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task

CAT, MAT, IT = range(3)
WEIGHTS = np.array([[0.4, 0.1, 0.5], [0.3, 0.5, 0.2], [0.6, 0.3, 0.1]])
LABELS = np.array([[2.0, 1.0, 0.0], [1.0, 2.0, 0.0], [0.0, 0.0, 2.0]])
CONTENTS = np.array([[1.0, 0.0, 3.0], [0.0, 1.0, 2.0], [0.0, 0.0, 1.0]])


def it_afterwards() -> Any:
    """Predict the output of *it*, whose weights and contents are in the notebook.

    Returns
    -------
    (3,)
        How much *it* is a being, a thing, and soft.

    Examples
    --------
    >>> it_afterwards()
    array([0.6, 0.3, 2.5])
    """
    return WEIGHTS[IT] @ CONTENTS


def _pipeline(step: Any) -> Any:
    return step.output.read(step.output.mix(WEIGHTS, LABELS, CONTENTS))


def _within_the_contents(probe: Probe, output: Any) -> bool:
    return bool(((CONTENTS.min(axis=0) <= output) & (output <= CONTENTS.max(axis=0))).all())


OUTPUT = Family(
    "output",
    {"mix": lambda weights, K, V: weights @ V, "read": lambda outputs: outputs[IT]},
    (
        Mistake(
            "weights-transposed",
            "The weights come from the column of `it`, not from its row.",
            "Which three weights does `it` share out, so that they sum to 1?",
        ).by({"output.mix": lambda weights, K, V: weights.T @ V}),
        Mistake(
            "another-words-row",
            "The weights come from the row of another word.",
            "Which word asks here, and which row is its own?",
        ).by({"output.read": lambda outputs: outputs[CAT]}, {"output.read": lambda o: o[MAT]}),
        Mistake(
            "values-from-keys",
            "The labels are averaged, and the contents never used.",
            "What does a word hand over when its label fits?",
        ).by({"output.mix": lambda weights, K, V: weights @ K}),
        Mistake(
            "values-not-weighted",
            "The contents are added up as they are, and the weights play no part.",
            "How much of its content does `mat` hand over to `it`?",
        ).by({"output.mix": lambda weights, K, V: np.ones_like(weights) @ V}),
        Mistake(
            "equal-weights",
            "All three words count alike, as if each weight were a third.",
            "From which word does `it` take most?",
        ).by({"output.mix": lambda weights, K, V: np.full_like(weights, 1 / len(V)) @ V}),
        Mistake(
            "weights-not-output",
            "These are the weights of `it`, not yet what it fetches with them.",
            "Which table have you not used?",
        ).by({"output.mix": lambda weights, K, V: weights}),
        Mistake(
            "itself-left-out",
            "What `it` takes from itself is left out.",
            "How much weight does `it` give to itself?",
        ).by(
            {"output.mix": lambda weights, K, V: weights[:, :IT] @ V[:IT]},
            {"output.mix": lambda weights, K, V: weights[:, :IT] @ V[:IT] / 0.9},
        ),
        Mistake(
            "itself-added",
            "The content of `it` is added to the output.",
            "How much of its own content does `it` take?",
        ).by({"output.read": lambda outputs: outputs[IT] + CONTENTS[IT]}),
        Mistake(
            "summed-over-wrong-axis",
            "The numbers of each word are added up, so being, thing and soft are mixed.",
            "Which numbers must be added to find how soft `it` is?",
        ).by({"output.mix": lambda weights, K, V: weights * V.sum(axis=1)}),
        Mistake(
            "products-not-summed",
            "These are the parts that the words hand over, not yet added up.",
            "How do three words make one number for being?",
        ).by({"output.mix": lambda weights, K, V: weights[:, :, None] * V}),
        BEST_VALUE,
        MIXED["divided-by-n"],
        TWICE.by({"output.mix": lambda weights, K, V: softmax(weights) @ V}),
    ),
)

TASK = Task(
    reference=it_afterwards,
    kind="predict",
    order=(3, 1),
    practises=("write attention as four",),
    pipeline=_pipeline,
    families=(OUTPUT,),
    probes=lambda seed: [Probe("paper", {})],
    properties=(
        Property("There are three numbers.", has_shape(lambda probe: (3,))),
        Property(
            "An average lies between the smallest and the largest content.", _within_the_contents
        ),
        Property(
            "Only `cat` hands over being, and only `mat` hands over thing.",
            lambda probe, output: bool(np.allclose(output[:2], WEIGHTS[IT, :2])),
        ),
    ),
)
