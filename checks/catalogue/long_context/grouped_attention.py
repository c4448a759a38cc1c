"""Attention in which several heads of queries share their keys and values: a function to repair."""

from collections.abc import Callable
from typing import Any

import numpy as np

from attnlib import attention, softmax
from checks.catalogue.families.arguments import ARGUMENTS, with_axes
from checks.catalogue.families.result import RESULT
from checks.catalogue.families.scale import SCALE
from checks.catalogue.families.scores import COUNTED_FROM_THE_FRONT
from checks.catalogue.families.softmax import SOFTMAX
from checks.catalogue.inputs import in_float32
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def grouped_attention(Q: Any, K: Any, V: Any) -> Any:
    """Attend with h query heads; groups of h / h_kv neighbours share keys and values.

    Parameters
    ----------
    Q : (..., h, n_q, d_head)
    K : (..., h_kv, n_k, d_head)
        h_kv divides h.
    V : (..., h_kv, n_k, d_v)

    Returns
    -------
    (..., h, n_q, d_v)

    Examples
    --------
    >>> Q, K = np.zeros((4, 1, 2)), np.zeros((2, 3, 2))
    >>> V = np.array([[[1.0]] * 3, [[5.0]] * 3])
    >>> grouped_attention(Q, K, V).ravel()
    array([1., 1., 5., 5.])
    """
    return attention(Q, _neighbours(K, Q), _neighbours(V, Q))[0]


STARTER = '''
def grouped_attention(Q, K, V):
    """Output (..., h, n_q, d_v) of h heads of queries that share h_kv heads of keys and values."""
    times = Q.shape[-3] // K.shape[-3]
    K = np.concatenate([K] * times, axis=-3)
    V = np.concatenate([V] * times, axis=-3)
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V
'''


def _pipeline(step: Any, Q: Any, K: Any, V: Any) -> Any:
    own, Q = step.groups, step.arguments.take(Q)
    return own.result(own.attend(own.queries(Q, K), own.keys(K, Q), own.values(V, Q)))


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([11, 2, 2, seed])

    def draw(*batch: int, heads: tuple[int, int], n: tuple[int, int]) -> dict[str, Any]:
        (h, g), (n_q, n_k) = heads, n
        shapes = {"Q": (h, n_q, 3), "K": (g, n_k, 3), "V": (g, n_k, 2)}
        return {name: rng.normal(size=(*batch, *shape)) for name, shape in shapes.items()}

    return [
        Probe("6 heads of queries and 2 of keys", draw(heads=(6, 2), n=(3, 4))),
        Probe("6 heads of queries and 3 of keys", draw(heads=(6, 3), n=(2, 5))),
        Probe("4 heads of queries and 2 of keys", draw(heads=(4, 2), n=(1, 4))),
        Probe("4 heads of queries and 1 of keys", draw(heads=(4, 1), n=(3, 2))),
        Probe("3 heads of queries and 3 of keys", draw(heads=(3, 3), n=(2, 4))),
        Probe("a batch of two, 4 heads of queries and 2 of keys", draw(2, heads=(4, 2), n=(3, 5))),
        Probe("float32 arrays", in_float32(draw(heads=(8, 2), n=(2, 3)))),
    ]


def _fits(Q: Any, K: Any, V: Any) -> bool:
    if min(Q.ndim, K.ndim, V.ndim) < 3:
        return False
    batches = {array.shape[:-3] for array in (Q, K, V)}
    same_keys = K.shape[-3:-1] == V.shape[-3:-1] and K.shape[-1] == Q.shape[-1]
    return len(batches) == 1 and same_keys and Q.shape[-3] % K.shape[-3] == 0


def _within_the_values_of_its_group(probe: Probe, output: Any) -> bool:
    """Check that each output is an average of the values that its head should read."""
    V = _neighbours(probe.arguments["V"], probe.arguments["Q"])
    low, high = V.min(axis=-2, keepdims=True), V.max(axis=-2, keepdims=True)
    return bool(((output >= low - 1e-4) & (output <= high + 1e-4)).all())


def _neighbours(X: Any, Q: Any) -> Any:
    return np.repeat(X, Q.shape[-3] // X.shape[-3], axis=-3)


def _in_turns(X: Any, Q: Any) -> Any:
    return np.concatenate([X] * (Q.shape[-3] // X.shape[-3]), axis=-3)


def _by(group: Callable[[Any, int, int], Any]) -> dict[str, Any]:
    """Let (heads of queries, h, h_kv) say which head of keys and values each reads."""

    def chosen(X: Any, Q: Any) -> Any:
        h, g = Q.shape[-3], X.shape[-3]
        return np.take(X, group(np.arange(h), h, g), axis=-3)

    return {"groups.keys": chosen, "groups.values": chosen}


def _mean(X: Any, Q: Any) -> Any:
    return X.mean(axis=-3, keepdims=True)


def _attend(Q: Any, K: Any, V: Any) -> Any:
    return attention(Q, K, V)[0]


def _over_queries(Q: Any, K: Any, V: Any) -> Any:
    return softmax(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]), axis=-2) @ V


def _mean_of_each_group(Q: Any, K: Any) -> Any:
    *batch, h, n, d = Q.shape
    g = K.shape[-3]
    return Q.reshape(*batch, g, h // g, n, d).mean(axis=-3)


GROUPS = Family(
    "groups",
    {
        "queries": lambda Q, K: Q,
        "keys": _neighbours,
        "values": _neighbours,
        "attend": _attend,
        "result": lambda output: output,
    },
    (
        Mistake(
            "heads-in-turns",
            "Heads of keys are dealt out in turns, so neighbouring heads of queries do not share.",
            "Which head of keys should heads 0 and 1 read, and which do they read?",
        ).by({"groups.keys": _in_turns, "groups.values": _in_turns}),
        Mistake(
            "one-of-two-in-turns",
            "Keys and values are dealt out differently, so a head reads values of other keys.",
            "Which two lines have to do the same?",
        ).by({"groups.keys": _in_turns}, {"groups.values": _in_turns}),
        Mistake(
            "group-size-for-groups",
            "The heads are divided by the number of groups, not by the size of a group.",
            "With 6 heads of queries and 3 of keys, how many share one?",
            breaks=("index",),
        ).by(_by(lambda heads, h, g: heads // g)),
        Mistake(
            "first-head-for-all",
            "All heads of queries read the first head of keys and values.",
            "How many heads of keys are there, and which of them is used?",
        ).by(
            {
                "groups.keys": lambda K, Q: K[..., :1, :, :],
                "groups.values": lambda V, Q: V[..., :1, :, :],
            }
        ),
        Mistake(
            "mean-of-heads",
            "The heads of keys and values are averaged, and all queries read the mean.",
            "Which head of keys should the last head of queries read?",
        ).by({"groups.keys": _mean, "groups.values": _mean}),
        Mistake(
            "queries-merged",
            "The queries of a group are averaged, so each group has one output.",
            "How many heads should the output have?",
        ).by(
            {
                "groups.queries": _mean_of_each_group,
                "groups.keys": lambda K, Q: K,
                "groups.values": lambda V, Q: V,
            }
        ),
        SCALE["no-scale"].by(
            {"groups.attend": lambda Q, K, V: _attend(Q * np.sqrt(Q.shape[-1]), K, V)}
        ),
        SOFTMAX["softmax-over-queries"].by({"groups.attend": _over_queries}),
        RESULT["return-missing"].by({"groups.result": lambda output: None}),
    ),
)

BATCHES = Family(
    "batches",
    {},
    (COUNTED_FROM_THE_FRONT.by({"arguments.take": with_axes(3)}),),
)

TASK = Task(
    reference=grouped_attention,
    kind="repair",
    starter=STARTER,
    order=(11, 2),
    practises=("write word by word",),
    pipeline=_pipeline,
    families=(GROUPS, BATCHES, ARGUMENTS),
    probes=_probes,
    valid=_fits,
    properties=(
        Property(
            "There is an output for each head of queries and each query, as wide as the values.",
            has_shape(
                lambda probe: (
                    *probe.arguments["Q"].shape[:-1],
                    probe.arguments["V"].shape[-1],
                )
            ),
        ),
        Property(
            "Each output is an average of the values that its group of heads shares.",
            _within_the_values_of_its_group,
        ),
    ),
)
