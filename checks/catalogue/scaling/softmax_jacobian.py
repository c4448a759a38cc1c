"""The derivatives of softmax: every weight with respect to every score."""

from typing import Any

import numpy as np

from attnlib.scaling import softmax_jacobian
from attnlib.softmax import softmax
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.result import IN_WHOLE_NUMBERS, RESULT
from checks.catalogue.families.softmax import TWICE
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import KEPT
from checks.task import Property, Task


def _pipeline(step: Any, weights: Any) -> Any:
    weights = step.jacobian.read(step.arguments.take(weights))
    diagonal, outer = step.jacobian.diagonal(weights), step.jacobian.outer(weights)
    return step.result.give(step.result.rounds(step.jacobian.combine(diagonal, outer)))


def _jacobian_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([2, 3, seed])
    cases = {
        "3 weights": softmax(rng.normal(size=3)),
        "5 weights": softmax(rng.normal(size=5)),
        "4 weights, one of them 0": softmax([*rng.normal(size=3), -np.inf]),
        "2 weights, one of them near 1": softmax([4.0, rng.normal()]),
        "6 weights in float32": softmax(rng.normal(size=6)).astype(np.float32),
    }
    return [Probe(description, {"weights": weights}) for description, weights in cases.items()]


def _own_score_helps(probe: Probe, jacobian: Any) -> bool:
    off_diagonal = jacobian - np.diag(np.diagonal(jacobian))
    return bool((np.diagonal(jacobian) >= -1e-6).all() and (off_diagonal <= 1e-6).all())


SLOPES = (
    Property("A score raises its own weight and lowers the others.", _own_score_helps),
    Property(
        "Each row sums to 0: what one weight wins, the others lose.",
        lambda probe, jacobian: np.allclose(np.sum(jacobian, axis=1), 0, atol=1e-4),
    ),
    Property(
        "Entry i, j is the same as entry j, i.",
        lambda probe, jacobian: np.allclose(jacobian, np.transpose(jacobian), atol=1e-4),
    ),
)

# Some keep a step: two of them together would give only zeros, which can have other causes.
JACOBIAN = Family(
    "jacobian",
    {
        "read": lambda weights: weights,
        "diagonal": np.diag,
        "outer": lambda weights: np.outer(weights, weights),
        "combine": lambda diagonal, outer: diagonal - outer,
    },
    (
        Mistake(
            "jacobian-diagonal-only",
            "Off the diagonal everything is 0, as if the other weights stood still.",
            "What happens to the other weights when one score grows?",
        ).by(
            {"jacobian.outer": lambda weights: 0},
            {"jacobian.outer": lambda weights: np.diag(weights**2)},
        ),
        Mistake(
            "jacobian-sign",
            "All signs are flipped: w w^T minus the diagonal.",
            "Does a weight grow or shrink when its own score grows?",
        ).by({"jacobian.combine": lambda diagonal, outer: outer - diagonal}),
        Mistake(
            "jacobian-off-diagonal-sign",
            "Off the diagonal the sign is plus, as if all weights grew together.",
            "What happens to the other weights when one score grows?",
        ).by(
            {"jacobian.combine": lambda diagonal, outer: np.abs(diagonal - outer)},
            {"jacobian.combine": lambda diagonal, outer: diagonal + outer},
        ),
        Mistake(
            "jacobian-diagonal-missing",
            "The diagonal lacks its own term, as if no weight followed its own score.",
            "What is added where i and j are the same?",
        ).by(
            {"jacobian.diagonal": lambda weights: 0, "jacobian.outer": KEPT},
            {"jacobian.diagonal": lambda weights: np.diag(weights**2), "jacobian.outer": KEPT},
        ),
        Mistake(
            "jacobian-one-for-delta",
            "The weight itself is in every entry, not on the diagonal alone.",
            "In which entries does the term without a product belong?",
        ).by(
            {"jacobian.diagonal": lambda weights: weights[:, None]},
            {"jacobian.diagonal": lambda weights: weights},
        ),
        Mistake(
            "inner-not-outer",
            "The product of w with itself is one number here, not a table.",
            "Which shape does w @ w have for a w with one axis?",
        ).by({"jacobian.outer": lambda weights: weights @ weights}),
        Mistake(
            "elementwise-not-outer",
            "The weights are squared one by one, not multiplied each with each.",
            "What does .T change on an array with one axis?",
        ).by({"jacobian.outer": lambda weights: weights * weights}),
        Mistake(
            "jacobian-of-log",
            "This is the derivative of the logarithm of softmax: a factor is missing.",
            "By which factor do the derivatives of w and log w differ?",
        ).by(
            {
                "jacobian.diagonal": lambda weights: np.eye(len(weights)),
                "jacobian.outer": lambda weights: weights,
            }
        ),
        Mistake(
            "diagonal-as-vector",
            "Each weight is derived by its own score alone, which gives a vector.",
            "How many pairs of a weight and a score are there?",
        ).by({"jacobian.diagonal": KEPT, "result.give": np.diagonal}),
        Mistake(
            "one-triangle-only",
            "One side of the diagonal stays 0.",
            "Which entry mirrors entry 0, 1?",
        ).by({"result.give": np.triu}, {"result.give": np.tril}),
        IN_WHOLE_NUMBERS.by(
            {
                "result.give": lambda jacobian: jacobian.astype(int),
                "jacobian.diagonal": KEPT,
                "jacobian.outer": KEPT,
            }
        ),
    ),
)

TASK = Task(
    reference=softmax_jacobian,
    order=(2, 7),
    practises=("read the table of slopes",),
    pipeline=_pipeline,
    families=(Family("twice", {}, (TWICE,)), RESULT.only("rounds", "give"), JACOBIAN, ARGUMENTS),
    probes=_jacobian_probes,
    properties=(
        Property(
            "One row and one column for each weight.",
            has_shape(lambda probe: 2 * probe.arguments["weights"].shape),
        ),
        *SLOPES,
    ),
    excluding=("extra-axis", "loop-keeps-last"),
)
