"""Attention with rotary embeddings: a function to repair."""

from collections.abc import Callable
from typing import Any

import numpy as np

from attnlib import attention, causal_visibility, softmax
from attnlib.relative_positions import rotate
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.mask import UNASKED
from checks.catalogue.families.result import RESULT
from checks.catalogue.families.scale import SCALE
from checks.catalogue.families.softmax import SOFTMAX
from checks.catalogue.inputs import in_float32, queries_keys_and_values
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def rotated_attention(Q: Any, K: Any, V: Any, positions: Any) -> Any:
    """Attend with queries and keys that are turned by their positions.

    Parameters
    ----------
    Q, K : (..., n, d_k)
        d_k is even.
    V : (..., n, d_v)
    positions : (n,)

    Returns
    -------
    (..., n, d_v)

    Examples
    --------
    >>> Q = np.zeros((2, 2))
    >>> rotated_attention(Q, Q, np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([5, 9]))
    array([[2., 3.],
           [2., 3.]])
    """
    return attention(rotate(Q, positions), rotate(K, positions), V)[0]


STARTER = '''
def rotated_attention(Q, K, V, positions):
    """Output (..., n, d_v) of attention that knows how far apart its tokens are."""
    turned = []
    for X in (Q, K, V):
        d = X.shape[-1]
        angles = positions[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
        pairs = (X[..., 0::2] + 1j * X[..., 1::2]) * np.exp(1j * angles)
        turned.append(np.stack([pairs.real, pairs.imag], axis=-1).reshape(X.shape))
    Q, K, V = turned
    exponentials = np.exp(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V
'''


def _pipeline(step: Any, Q: Any, K: Any, V: Any, positions: Any) -> Any:
    own, Q = step.turned, step.arguments.take(Q)
    output = own.attend(own.query(Q, positions), own.key(K, positions), own.value(V, positions))
    return own.result(own.output(output, positions))


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([10, 7, seed])

    def draw(*batch: int, n: int, d_k: int, d_v: int) -> dict[str, Any]:
        drawn = queries_keys_and_values(rng, *batch, n=(n, n), d=(d_k, d_v))
        return {**drawn, "positions": rng.choice(range(2, 20), n, replace=False)}

    return [
        Probe("3 tokens, 4 numbers wide", draw(n=3, d_k=4, d_v=4)),
        Probe("5 tokens, d_k 6 and d_v 2", draw(n=5, d_k=6, d_v=2)),
        Probe("4 tokens, 4 numbers wide", draw(n=4, d_k=4, d_v=4)),
        Probe("a batch of two, 3 tokens", draw(2, n=3, d_k=4, d_v=6)),
        Probe("3 sentences with 2 heads", draw(3, 2, n=4, d_k=2, d_v=6)),
        Probe("float32 arrays", in_float32(draw(n=3, d_k=6, d_v=4))),
    ]


def _fits(Q: Any, K: Any, V: Any, positions: Any) -> bool:
    widths_are_even = Q.shape[-1] % 2 == 0 and V.shape[-1] % 2 == 0
    lengths = {len(positions), *(X.shape[-2] for X in (Q, K, V))}
    return widths_are_even and len(lengths) == 1 and bool((positions >= 0).all())


def _within_the_values(probe: Probe, output: Any) -> bool:
    """Check that no average is outside the range of the numbers averaged."""
    V = probe.arguments["V"]
    low, high = V.min(axis=-2, keepdims=True), V.max(axis=-2, keepdims=True)
    return bool(((output >= low - 1e-4) & (output <= high + 1e-4)).all())


def _as_it_is(X: Any, positions: Any) -> Any:
    return X


def _attend(Q: Any, K: Any, V: Any) -> Any:
    return attention(Q, K, V)[0]


def _unscaled(Q: Any, K: Any, V: Any) -> Any:
    return attention(Q * np.sqrt(Q.shape[-1]), K, V)[0]


def _causal(Q: Any, K: Any, V: Any) -> Any:
    return attention(Q, K, V, causal_visibility(Q.shape[-2]))[0]


def _over_queries(Q: Any, K: Any, V: Any) -> Any:
    return softmax(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]), axis=-2) @ V


def _backwards(X: Any, positions: Any) -> Any:
    return rotate(X, -positions)


def _by_row(X: Any, positions: Any) -> Any:
    return rotate(X, np.arange(X.shape[-2]))


def _from_row(start: int) -> Callable[..., Any]:
    return lambda X, positions: rotate(X, positions - positions[start])


def _half_split(X: Any, positions: Any) -> Any:
    return rotate(X, positions, half_split=True)


TURNED = Family(
    "turned",
    {
        "query": rotate,
        "key": rotate,
        "value": _as_it_is,
        "attend": _attend,
        "output": _as_it_is,
        "result": lambda output: output,
    },
    (
        Mistake(
            "queries-not-turned",
            "The queries are not turned, so a score depends on the place of the key.",
            "Query and key move on by 100 together: which angle between them stays?",
        ).by({"turned.query": _as_it_is}),
        Mistake(
            "keys-not-turned",
            "The keys are not turned, so a score depends on the place of the query.",
            "Query and key move on by 100 together: which angle between them stays?",
        ).by({"turned.key": _as_it_is}),
        Mistake(
            "nothing-turned",
            "Queries and keys are not turned any more, so the weights know no positions.",
            "Which arrays make the scores?",
        ).by({"turned.query": _as_it_is, "turned.key": _as_it_is}),
        Mistake(
            "keys-turned-backwards",
            "Queries and keys turn in opposite directions, so positions are added up.",
            "What is left between two hands that turn the same way?",
        ).by({"turned.key": _backwards}, {"turned.query": _backwards}),
        Mistake(
            "backwards",
            "Queries and keys are turned backwards, both of them.",
            "By which angle should a row at position 1 turn, and in which direction?",
        ).by({"turned.query": _backwards, "turned.key": _backwards}),
        Mistake(
            "values-turned",
            "The values are turned, so the output is no longer an average of V.",
            "Which arrays decide where to look, and which is handed over?",
        ).by({"turned.value": rotate}, *({"turned.value": _from_row(start)} for start in (0, -1))),
        Mistake(
            "output-turned",
            "The output is turned, though it is an average of values.",
            "Which arrays decide where to look, and which is handed over?",
        ).by({"turned.output": rotate}, {"turned.output": _backwards}),
        Mistake(
            "half-split",
            "Queries and keys are turned in the half-split layout.",
            "Which columns are pair 0 in the code that you were given?",
        ).by({"turned.query": _half_split, "turned.key": _half_split}),
        Mistake(
            "positions-ignored",
            "The rows are turned by their number in Q and K, not by `positions`.",
            "Where does the argument `positions` enter the angles?",
        ).by({"turned.query": _by_row, "turned.key": _by_row}),
        SCALE["no-scale"].by({"turned.attend": _unscaled}),
        SOFTMAX["softmax-over-queries"].by({"turned.attend": _over_queries}),
        UNASKED.by({"turned.attend": _causal}),
        RESULT["return-missing"].by({"turned.result": lambda output: None}),
    ),
)

TASK = Task(
    reference=rotated_attention,
    kind="repair",
    starter=STARTER,
    order=(10, 5),
    practises=("make scores depend",),
    pipeline=_pipeline,
    families=(TURNED, ARGUMENTS),
    probes=_probes,
    valid=_fits,
    properties=(
        Property(
            "The output has a row for each query, as wide as the values.",
            has_shape(lambda probe: probe.arguments["V"].shape),
        ),
        Property(
            "Each output is an average of values, so it is never outside their range.",
            _within_the_values,
        ),
    ),
)
