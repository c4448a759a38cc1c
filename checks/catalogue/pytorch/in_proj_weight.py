"""Three matrices packed into one, as nn.MultiheadAttention keeps them."""

from typing import Any

import numpy as np

from attnlib.torch_bridge import in_proj_weight
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.pytorch import PACKING, packed
from checks.catalogue.families.result import IN_WHOLE_NUMBERS, RESULT
from checks.catalogue.properties import Holds, has_shape
from checks.family import Family
from checks.outcome import Probe
from checks.task import Property, Task


def _pipeline(step: Any, W_q: Any, W_k: Any, W_v: Any) -> Any:
    return packed(step, (step.arguments.take(W_q), W_k, W_v), 1)


def _packing_probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([7, 6, seed])  # 1 draws numbers next to a rounding edge

    def probe(description: str, d_model: int, dtype: type) -> Probe:
        matrices: Any = rng.normal(size=(3, d_model, d_model)).astype(dtype)
        return Probe(description, dict(zip(("W_q", "W_k", "W_v"), matrices, strict=True)))

    return [
        probe("three matrices of 2 by 2", 2, np.float64),
        probe("three matrices of 3 by 3", 3, np.float64),
        probe("three matrices of 4 by 4", 4, np.float64),
        probe("float32 matrices of 3 by 3", 3, np.float32),
    ]


def _three_blocks_high(probe: Probe) -> tuple[int, ...]:
    d_model = len(probe.arguments["W_q"])
    return (3 * d_model, d_model)


def _makes(name: str, block: int) -> Holds:
    """Check that a block of rows, used as in PyTorch, projects in the same way as our matrix."""

    def holds(probe: Probe, packed: Any) -> bool:
        W = probe.arguments[name]
        X = np.eye(len(W))
        theirs = X @ np.split(np.asarray(packed), 3)[block].T
        return bool(np.allclose(theirs, X @ W, atol=1e-4))

    return holds


SPOILT = Family(
    "spoilt",
    {},
    (
        RESULT["extra-axis"].by({"packing.join": lambda blocks, num_heads: np.array(blocks)}),
        IN_WHOLE_NUMBERS.by(
            {"packing.join": lambda blocks, num_heads: np.concatenate(blocks).astype(int)}
        ),
    ),
)

TASK = Task(
    reference=in_proj_weight,
    order=(7, 2),
    practises=("put your own matrices",),
    pipeline=_pipeline,
    families=(PACKING, SPOILT, ARGUMENTS),
    probes=_packing_probes,
    properties=(
        Property("There are 3 * d_model rows and d_model columns.", has_shape(_three_blocks_high)),
        Property("PyTorch makes the same queries of the first block.", _makes("W_q", 0)),
        Property("PyTorch makes the same keys of the second block.", _makes("W_k", 1)),
        Property("PyTorch makes the same values of the third block.", _makes("W_v", 2)),
    ),
)
