"""Attention in a batch of sentences of different lengths: a function to repair."""

from typing import Any

import numpy as np

from attnlib import attention
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.mask import HIDING, MASK, UNDIVIDED, masked
from checks.catalogue.families.output import OUTPUT
from checks.catalogue.families.padding import PADDING, lengths_fit
from checks.catalogue.families.scale import SCALE
from checks.catalogue.families.scores import SCORES
from checks.catalogue.families.softmax import bare_divide
from checks.catalogue.inputs import in_float32, queries_keys_and_values
from checks.catalogue.properties import AVERAGES_VALUES, ROWS_SUM_TO_ONE, of_weights
from checks.outcome import Probe
from checks.task import Property, Task


def padded_attention(Q: Any, K: Any, V: Any, lengths: Any) -> Any:
    """Attend to the real keys of each sentence, not to padding.

    Parameters
    ----------
    Q : (batch, n_q, d_k)
    K : (batch, n_k, d_k)
    V : (batch, n_k, d_v)
    lengths : (batch,) of int
        The keys of sentence b from `lengths[b]` on are padding; from 1 to n_k.

    Returns
    -------
    output : (batch, n_q, d_v)
    weights : (batch, n_q, n_k)

    Examples
    --------
    >>> Q, K, V = np.zeros((1, 1, 2)), np.zeros((1, 3, 2)), np.ones((1, 3, 1))
    >>> padded_attention(Q, K, V, np.array([2]))[1]
    array([[[0.5, 0.5, 0. ]]])
    """
    return attention(Q, K, V, np.arange(K.shape[-2]) < lengths[:, None, None])


STARTER = '''
def padded_attention(Q, K, V, lengths):
    """Output (batch, n_q, d_v) and weights (batch, n_q, n_k), without attention to padding."""
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    visible = np.arange(K.shape[-2]) < lengths[:, None]
    exponentials = np.exp(scores)
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    weights = np.where(visible, weights, 0)
    return weights @ V, weights
'''


def _pipeline(step: Any, Q: Any, K: Any, V: Any, lengths: Any) -> Any:
    Q = step.arguments.take(Q)
    scaled = step.scale.scores(step.scores.multiply(Q, K), Q, K, V)
    visible = step.padding.place(step.padding.real(np.arange(K.shape[-2]), lengths[:, None]))
    weights = step.scale.weights(masked(step, scaled, visible), Q)
    return step.output.result(step.output.mix(weights, K, V), weights)


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([4, 4, seed])

    def draw(batch: int, n: tuple[int, int], d: tuple[int, int]) -> dict[str, Any]:
        lengths = rng.permutation(np.arange(1, n[1] + 1))[:batch]
        return {**queries_keys_and_values(rng, batch, n=n, d=d), "lengths": lengths}

    return [
        Probe("2 sentences, 3 queries and 5 keys", draw(2, (3, 5), (4, 2))),
        Probe("3 sentences, 3 queries and 4 keys", draw(3, (3, 4), (2, 5))),
        Probe("2 sentences, 4 queries and 4 keys", draw(2, (4, 4), (4, 3))),
        Probe("4 sentences, 4 queries and 4 keys", draw(4, (4, 4), (3, 4))),
        Probe("a single sentence", draw(1, (2, 4), (3, 1))),
        Probe("float32 arrays", in_float32(draw(2, (2, 3), (4, 5)))),
    ]


def _is_padding(probe: Probe, weights: Any) -> Any:
    positions = np.arange(np.shape(weights)[-1])
    padding = positions >= probe.arguments["lengths"][:, None, None]
    return np.broadcast_to(padding, np.shape(weights))


def _padding_gets_nothing(probe: Probe, weights: Any) -> bool:
    return not np.asarray(weights)[_is_padding(probe, weights)].any()


def _real_keys_get_something(probe: Probe, weights: Any) -> bool:
    return bool((np.asarray(weights)[~_is_padding(probe, weights)] > 0).all())


def _has_real_keys(Q: Any, K: Any, V: Any, lengths: Any) -> bool:
    return len(lengths) == len(K) and lengths_fit(lengths, K.shape[-2])


TASK = Task(
    reference=padded_attention,
    kind="repair",
    starter=STARTER,
    valid=_has_real_keys,
    order=(4, 5),
    practises=("say who may see whom",),
    pipeline=_pipeline,
    families=(
        SCALE,
        UNDIVIDED,
        SCORES,
        OUTPUT,
        PADDING,
        MASK.replacing(share=bare_divide),
        HIDING,
        ARGUMENTS,
    ),
    probes=_probes,
    # In the code to repair, softmax and scores are right, and hardly anybody touches them.
    excluding=(
        "scale-by-sqrt-d_v",
        "half-not-root",
        "root-without-brackets",
        "scale-by-fourth-root",
        "softmax-base-2",
        "hard-argmax",
        "exp-missing",
        "self-scores",
        "keys-not-transposed",
        "batch-axis-breaks",
        "weights-transposed",
    ),
    properties=(
        of_weights(Property("Padding has no weight at all.", _padding_gets_nothing)),
        of_weights(Property("Every real key has some weight.", _real_keys_get_something)),
        of_weights(ROWS_SUM_TO_ONE),
        AVERAGES_VALUES,
    ),
    overriding=(
        SCORES["q-k-swapped"].by({"scores.multiply": lambda Q, K: K @ np.swapaxes(Q, -1, -2)}),
    ),
)
