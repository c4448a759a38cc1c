"""Which token may attend to which, if each sees itself and the tokens before it."""

from collections.abc import Callable
from typing import Any

import numpy as np

from attnlib import causal_visibility
from checks.catalogue.families.mask import KIND, TRIANGLE, VISIBLE, triangle
from checks.catalogue.families.result import RESULT, SQUEEZED
from checks.catalogue.properties import Holds
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def _pipeline(step: Any, n: int) -> Any:
    return step.kind.returned(triangle(step, n))


def _size_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([4, 1, seed])
    sizes = (int(rng.integers(3, 5)), 1, 2, int(rng.integers(5, 8)))
    return [Probe(f"n = {n}", {"n": n}) for n in sizes]


def _places(probe: Probe, expected: Any) -> Any:
    return expected(*np.indices(2 * (probe.arguments["n"],)))


def _true_where(expected: Callable[[Any, Any], Any]) -> Holds:
    """Make a property: `visible` is True wherever this holds for query i and key j."""
    return lambda probe, visible: np.asarray(visible)[_places(probe, expected)].all()


def _false_where(expected: Callable[[Any, Any], Any]) -> Holds:
    return lambda probe, visible: not np.asarray(visible)[_places(probe, expected)].any()


def _square_of_bools(probe: Probe, visible: Any) -> bool:
    array = np.asarray(visible)
    return array.dtype == np.bool_ and array.shape == 2 * (probe.arguments["n"],)


ADDITIVE = Family(
    "additive",
    {},
    (
        Mistake(
            "mask-additive",
            "It returns 0 and a large negative number, to be added to scores.",
            "Should the result be added to scores, or say what is visible?",
        ).by(
            *(
                {"kind.returned": lambda visible, hidden=hidden: np.where(visible, 0, hidden)}
                for hidden in (-np.inf, -1e9)
            )
        ),
    ),
)


def _first_row_alone(visible: Any) -> Any:
    return visible & (np.arange(len(visible)) == 0)[:, None]


SPOILT = Family(
    "spoilt",
    {},
    (
        SQUEEZED.by({"kind.returned": np.squeeze}),
        RESULT["extra-axis"].by({"kind.returned": lambda visible: visible[None]}),
        RESULT["return-in-loop"].by({"kind.returned": _first_row_alone}),
    ),
)

TASK = Task(
    reference=causal_visibility,
    order=(4, 2),
    practises=("say who may see whom",),
    pipeline=_pipeline,
    families=(VISIBLE, TRIANGLE, KIND, ADDITIVE, SPOILT),
    probes=_size_probes,
    properties=(
        Property("n rows and n columns of True and False.", _square_of_bools),
        Property("Every token sees itself.", _true_where(lambda i, j: i == j)),
        Property("No token sees a later one.", _false_where(lambda i, j: i < j)),
        Property("Every token sees all earlier ones.", _true_where(lambda i, j: i > j)),
    ),
)
