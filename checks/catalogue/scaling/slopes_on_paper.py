"""Predict the table of softmax slopes for three weights."""

from typing import Any

import numpy as np

from attnlib.scaling import softmax_jacobian
from checks.catalogue.properties import has_shape
from checks.catalogue.scaling.softmax_jacobian import JACOBIAN, SLOPES
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.steps import KEPT
from checks.task import Property, Task

WEIGHTS = np.array([0.5, 0.3, 0.2])


def slopes_on_paper() -> Any:
    """Predict the slopes of the weights .5, .3 and .2: a row for each weight, a column for each score.

    Returns
    -------
    (3, 3)

    Examples
    --------
    >>> slopes_on_paper()[0].round(2)
    array([ 0.25, -0.15, -0.1 ])
    """
    return softmax_jacobian(WEIGHTS)


def _pipeline(step: Any) -> Any:
    diagonal, outer = step.jacobian.diagonal(WEIGHTS), step.jacobian.outer(WEIGHTS)
    return step.paper.write(step.jacobian.combine(diagonal, outer))


PAPER = Family(
    "paper",
    {"write": lambda slopes: slopes},
    (
        Mistake(
            "factor-missing",
            "On the diagonal is the weight itself: the factor 1 - w is missing.",
            "How large is the slope of a weight of 1, which can grow no further?",
        ).by({"jacobian.diagonal": lambda weights: np.diag(weights + weights**2)}),
        Mistake(
            "other-weight-missing",
            "Off the diagonal is one weight, not the product of two.",
            "Should a key with weight 0 lose anything when another score grows?",
        ).by(
            {"jacobian.outer": lambda w: np.tile(w, (3, 1)) - np.diag(w - w**2)},
            {"jacobian.outer": lambda w: np.tile(w[:, None], 3) - np.diag(w - w**2)},
        ),
    ),
)

TASK = Task(
    reference=slopes_on_paper,
    kind="predict",
    order=(2, 6),
    practises=("read the table of slopes",),
    pipeline=_pipeline,
    families=(JACOBIAN.only("diagonal", "outer", "combine"), PAPER),
    probes=lambda seed: [Probe("paper", {})],
    properties=(
        Property("There are three rows of three numbers.", has_shape(lambda probe: (3, 3))),
        *SLOPES,
    ),
    excluding=("inner-not-outer", "elementwise-not-outer"),
    overriding=(
        JACOBIAN["diagonal-as-vector"].by({"jacobian.diagonal": KEPT, "paper.write": np.diagonal}),
    ),
)
