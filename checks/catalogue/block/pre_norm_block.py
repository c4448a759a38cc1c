"""A pre-norm block that loses its stream: a function to repair."""

from dataclasses import replace
from typing import Any

import numpy as np

from attnlib.block import block
from checks.catalogue.block import block as any_block
from checks.catalogue.block import probe_functions as functions
from checks.catalogue.families.stream import PRE_NORM, stream
from checks.outcome import Probe
from checks.task import Property


def pre_norm_block(X: Any, attend: Any, feed: Any, norm_1: Any, norm_2: Any) -> Any:
    """Add to the stream the results of attention and feed-forward for normalised copies of it.

    Parameters
    ----------
    X : (..., n, d)
    attend, feed, norm_1, norm_2 : callable
        From an array to an array of the same shape.

    Returns
    -------
    (..., n, d)

    Examples
    --------
    >>> def halve(X):
    ...     return X / 2
    >>> pre_norm_block(np.array([[8.0]]), halve, halve, halve, halve)
    array([[12.5]])
    """
    return block(X, attend, feed, norm_1, norm_2)


STARTER = '''
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    """A block (..., n, d) with the norm first: both parts add to the stream X."""
    X = norm_1(X)
    X = attend(X)
    X = X + X
    X = norm_2(X)
    X = feed(X)
    X = X + X
    return X
'''


def _probes(seed: int) -> list[Probe]:
    return any_block.block_probes(np.random.default_rng([8, 6, seed]))


def _nothing_is_added(probe: Probe, output: Any) -> bool:
    X, attend, *_ = probe.arguments.values()
    return bool(attend is not functions.nothing or np.allclose(output, X))


TASK = replace(
    any_block.TASK,
    reference=pre_norm_block,
    kind="repair",
    starter=STARTER,
    order=(8, 6),
    practises=("say what the sums", "write everything"),
    families=(stream(True), PRE_NORM, *any_block.TASK.families[2:]),
    probes=_probes,
    properties=(
        any_block.TASK.properties[0],
        Property("Parts that return zeros leave X as it is.", _nothing_is_added),
    ),
)
