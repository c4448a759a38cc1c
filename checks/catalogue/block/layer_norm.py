"""Layer norm: each row gets mean 0 and variance 1, then each column its own gain and shift."""

from typing import Any

import numpy as np

from attnlib.block import layer_norm
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.norm import NORM, USUAL_EPS, layer_normalised
from checks.catalogue.families.result import RESULT
from checks.catalogue.inputs import in_float32
from checks.catalogue.properties import has_shape
from checks.outcome import Probe
from checks.task import Property, Task


def _pipeline(step: Any, X: Any, gain: Any, shift: Any, eps: float = USUAL_EPS) -> Any:
    return step.result.give(layer_normalised(step, step.arguments.take(X), gain, shift, eps))


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([8, 2, seed])

    def draw(*shape: int) -> dict[str, Any]:
        gain, shift = rng.uniform(0.5, 2, size=shape[-1]), rng.normal(size=shape[-1])
        return {"X": rng.normal(size=shape), "gain": gain, "shift": shift}

    equal = draw(3, 5)
    equal["X"][1] = 0.5
    small, far = draw(3, 6), draw(4, 3)
    small["X"] *= 0.003
    far["X"] += 20
    return [
        Probe("3 tokens of 5 numbers", draw(3, 5)),
        Probe("4 tokens of 4 numbers", draw(4, 4)),
        Probe("5 tokens of 2 numbers, eps 0.5", {**draw(5, 2), "eps": 0.5}),
        Probe("a batch of 2, 3 tokens of 6 numbers", draw(2, 3, 6)),
        Probe("two axes in front", draw(3, 2, 5, 4)),
        Probe("a batch of 4, 4 tokens of 4 numbers", draw(4, 4, 4)),
        Probe("a single token", draw(1, 5)),
        Probe("a token whose numbers are all equal", equal),
        Probe("numbers of thousandths, where eps matters", small),
        Probe("numbers far from 0", far),
        Probe("float32 arrays", in_float32(draw(4, 6))),
    ]


def _undone(probe: Probe, rows: Any) -> Any:
    """Compute the rows before gain and shift."""
    return (np.asarray(rows) - probe.arguments["shift"]) / probe.arguments["gain"]


def _mean_is_zero(probe: Probe, rows: Any) -> bool:
    return bool(np.allclose(_undone(probe, rows).mean(axis=-1), 0, atol=1e-3))


def _variance_is_almost_one(probe: Probe, rows: Any) -> bool:
    X, eps = probe.arguments["X"], probe.arguments.get("eps", USUAL_EPS)
    before = X.var(axis=-1)
    return bool(np.allclose(_undone(probe, rows).var(axis=-1), before / (before + eps), atol=1e-3))


TASK = Task(
    reference=layer_norm,
    order=(8, 2),
    practises=("write everything",),
    pipeline=_pipeline,
    families=(NORM, RESULT.only("give"), ARGUMENTS),
    probes=_probes,
    properties=(
        Property("The shape is that of X.", has_shape(lambda probe: probe.arguments["X"].shape)),
        Property("Before gain and shift, each token has mean 0.", _mean_is_zero),
        Property("Before gain and shift, its variance is almost 1.", _variance_is_almost_one),
    ),
    excluding=("extra-axis",),
)
