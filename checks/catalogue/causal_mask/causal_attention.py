"""Attention of each token to itself and to the tokens before it."""

from typing import Any

import numpy as np

from attnlib import attention, causal_visibility, softmax
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.mask import (
    HIDING,
    MASK,
    TRIANGLE,
    UNDIVIDED,
    VISIBLE,
    as_they_are,
    masked,
    triangle,
)
from checks.catalogue.families.output import OUTPUT
from checks.catalogue.families.scale import SCALE
from checks.catalogue.families.scores import NEEDS_A_BATCH, SCORES
from checks.catalogue.families.softmax import SOFTMAX, TWICE, bare_divide
from checks.catalogue.inputs import dot_products, in_float32, queries_keys_and_values
from checks.catalogue.properties import (
    AVERAGES_VALUES,
    ROWS_SUM_TO_ONE,
    largest_score_wins,
    of_weights,
)
from checks.family import Family
from checks.outcome import Probe
from checks.task import Property, Task


def causal_attention(Q: Any, K: Any, V: Any) -> Any:
    """Let every token attend to itself and to the tokens before it.

    Parameters
    ----------
    Q, K : (..., n, d_k)
    V : (..., n, d_v)

    Returns
    -------
    output : (..., n, d_v)
    weights : (..., n, n)

    Examples
    --------
    >>> output, weights = causal_attention(np.zeros((2, 3)), np.zeros((2, 3)), np.eye(2))
    >>> weights
    array([[1. , 0. ],
           [0.5, 0.5]])
    """
    return attention(Q, K, V, causal_visibility(Q.shape[-2]))


def _pipeline(step: Any, Q: Any, K: Any, V: Any) -> Any:
    Q = step.arguments.take(Q)
    scaled = step.scale.scores(step.scores.multiply(Q, K), Q, K, V)
    weights = step.scale.weights(masked(step, scaled, triangle(step, Q.shape[-2])), Q)
    return step.output.result(step.output.mix(weights, K, V), weights)


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([4, 13, seed])

    def draw(*batch: int, n: int, d: tuple[int, int]) -> dict[str, Any]:
        return queries_keys_and_values(rng, *batch, n=(n, n), d=d)

    single = in_float32(draw(n=4, d=(5, 2)))
    # A score of 0 is a normal score, and does not mean that a key is hidden.
    indifferent = draw(n=4, d=(3, 2))
    indifferent["Q"][2] = 0
    return [
        Probe("3 tokens", draw(n=3, d=(4, 2))),
        Probe("4 tokens with d_k = 4", draw(n=4, d=(4, 4))),
        Probe("one token", draw(n=1, d=(3, 2))),
        Probe("a batch of two, 3 tokens each", draw(2, n=3, d=(4, 5))),
        Probe("2 sequences with 3 heads each", draw(2, 3, n=4, d=(5, 1))),
        Probe("float32 arrays", single),
        Probe("a query of zeros", indifferent),
    ]


def _scores_so_far(probe: Probe) -> Any:
    scores = dot_products(probe.arguments["Q"], probe.arguments["K"])
    return np.where(np.tri(scores.shape[-1], dtype=bool), scores, -np.inf)


def _first_is_its_own(probe: Probe, pair: Any) -> bool:
    first = np.asarray(pair[0])[..., 0, :]
    return bool(np.allclose(first, probe.arguments["V"][..., 0, :], atol=1e-4))


def _but_the_first(visible: Any) -> Any:
    """Let no token see itself, except the first."""
    hidden = np.eye(len(visible), dtype=bool)
    hidden[0] = False
    return visible & ~hidden


def _by_tokens_so_far(scores: Any, Q: Any, K: Any, V: Any) -> Any:
    return scores / np.sqrt(np.arange(1, scores.shape[-1] + 1))[:, None]


AGAIN = Family(
    "again",
    {},
    (
        NEEDS_A_BATCH,
        TWICE.by(
            {"mask.erase": lambda weights, visible: softmax(np.where(visible, weights, -np.inf))}
        ),
    ),
)

TASK = Task(
    reference=causal_attention,
    order=(4, 4),
    practises=("explain why a sentence",),
    pipeline=_pipeline,
    families=(
        SCALE,
        UNDIVIDED,
        SCORES,
        OUTPUT,
        VISIBLE,
        # The right mask hides no whole row, so answers need no guard: a wrong one leads to nan.
        MASK.replacing(share=bare_divide),
        TRIANGLE,
        HIDING,
        AGAIN,
        ARGUMENTS,
    ),
    probes=_probes,
    properties=(
        Property(
            "No later token has any weight.", lambda probe, pair: not np.triu(pair[1], k=1).any()
        ),
        of_weights(ROWS_SUM_TO_ONE),
        Property("The first token sees itself alone: its output is its value.", _first_is_its_own),
        of_weights(
            Property(
                "Of the tokens so far, the largest score gets most weight.",
                largest_score_wins(_scores_so_far),
            )
        ),
        # A third result shows in the number of results, whatever the first two hold.
        Property(
            AVERAGES_VALUES.statement, lambda probe, pair: AVERAGES_VALUES.holds(probe, pair[:2])
        ),
    ),
    overriding=(
        SCALE["scale-by-sqrt-n"].by(
            *SCALE["scale-by-sqrt-n"].variants, {"scale.scores": _by_tokens_so_far}
        ),
        SOFTMAX["softmax-over-queries"].by(
            *SOFTMAX["softmax-over-queries"].variants,
            {
                "mask.fill": as_they_are,
                "softmax.total": lambda exponentials, axis: exponentials.sum(-2, keepdims=True),
            },
        ),
        VISIBLE["mask-hides-diagonal"].by(
            *VISIBLE["mask-hides-diagonal"].variants, {"visible.turn": _but_the_first}
        ),
    ),
)
