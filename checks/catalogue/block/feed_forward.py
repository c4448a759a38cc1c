"""The feed-forward of a block: two matrices with ReLU between them, for each token by itself."""

from typing import Any

import numpy as np

from attnlib.block import feed_forward
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.feed import FEED, fed_forward
from checks.catalogue.families.result import RESULT
from checks.catalogue.inputs import in_float32
from checks.catalogue.properties import has_shape
from checks.outcome import Probe
from checks.task import Property, Task


def _pipeline(step: Any, X: Any, W_1: Any, b_1: Any, W_2: Any, b_2: Any) -> Any:
    return step.result.give(fed_forward(step, step.arguments.take(X), W_1, b_1, W_2, b_2))


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([8, 4, seed])

    def draw(*shape: int, d_ff: int) -> dict[str, Any]:
        d = shape[-1]
        sizes: dict[str, Any] = {
            "X": shape,
            "W_1": (d, d_ff),
            "b_1": d_ff,
            "W_2": (d_ff, d),
            "b_2": d,
        }
        return {name: rng.normal(size=size) for name, size in sizes.items()}

    dead = draw(3, 2, d_ff=5)
    dead["b_1"] -= 20
    return [
        Probe("3 tokens, d 4 and d_ff 7", draw(3, 4, d_ff=7)),
        Probe("5 tokens, d 6 and d_ff 2", draw(5, 6, d_ff=2)),
        Probe("4 tokens, d 4 and d_ff 4", draw(4, 4, d_ff=4)),
        Probe("a batch of 2, 3 tokens, d 4 and d_ff 6", draw(2, 3, 4, d_ff=6)),
        Probe("two axes in front", draw(3, 2, 4, 5, d_ff=6)),
        Probe("a batch of 4, 4 tokens, d 4 and d_ff 4", draw(4, 4, 4, d_ff=4)),
        Probe("a single token", draw(1, 3, d_ff=8)),
        Probe("hidden numbers that are all negative", dead),
        Probe("float32 arrays", in_float32(draw(4, 3, d_ff=5))),
    ]


def _bias_alone(probe: Probe, output: Any) -> bool:
    """Check that only b_2 is left where ReLU lets nothing through."""
    X, W_1, b_1, _, b_2 = probe.arguments.values()
    silent = (X @ W_1 + b_1 < 0).all(axis=-1)
    return bool(np.allclose(np.asarray(output)[silent], b_2, atol=1e-3))


def _both_signs(probe: Probe, output: Any) -> bool:
    right = feed_forward(*probe.arguments.values())
    return bool((np.min(output) < 0) or (right >= 0).all())


TASK = Task(
    reference=feed_forward,
    order=(8, 4),
    practises=("write everything",),
    pipeline=_pipeline,
    families=(FEED, RESULT.only("give"), ARGUMENTS),
    probes=_probes,
    properties=(
        Property("The shape is that of X.", has_shape(lambda probe: probe.arguments["X"].shape)),
        Property("Where no hidden number is positive, the output is b_2.", _bias_alone),
        Property("Outputs may be negative.", _both_signs),
    ),
    excluding=("extra-axis",),
)
