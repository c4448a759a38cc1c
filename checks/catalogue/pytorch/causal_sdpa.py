"""Causal attention with PyTorch's fast function, for the newest queries: a function to repair."""

from typing import Any

import numpy as np

from attnlib import softmax
from attnlib.torch_bridge import call_torch, import_torch
from checks.catalogue.families.arguments import ARGUMENTS
from checks.catalogue.families.mask import MASK, VISIBLE
from checks.catalogue.families.pytorch import SDPA_POLARITY
from checks.catalogue.inputs import dot_products, in_float32, queries_keys_and_values
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def causal_sdpa(Q: Any, K: Any, V: Any) -> Any:
    """Attend causally with `F.scaled_dot_product_attention`, for the last n_q of n_k tokens.

    Parameters
    ----------
    Q : (..., n_q, d_k)
        Queries of the last n_q tokens, where n_q <= n_k.
    K : (..., n_k, d_k)
    V : (..., n_k, d_v)

    Returns
    -------
    (..., n_q, d_v)

    Examples
    --------
    >>> causal_sdpa(np.zeros((1, 2)), np.zeros((2, 2)), np.array([[2.0], [4.0]]))
    array([[3.]])
    """
    n_q, n_k = Q.shape[-2], K.shape[-2]
    visible = np.tri(n_q, n_k, n_k - n_q, dtype=bool)
    attend = import_torch().nn.functional.scaled_dot_product_attention
    return call_torch(attend, Q, K, V, attn_mask=visible)


STARTER = '''
def causal_sdpa(Q, K, V):
    """Output (..., n_q, d_v) of causal attention, where Q holds the last n_q of n_k tokens."""
    import torch

    queries, keys, values = torch.tensor(Q), torch.tensor(K), torch.tensor(V)
    queries = queries / Q.shape[-1] ** 0.5
    attend = torch.nn.functional.scaled_dot_product_attention
    output = attend(queries, keys, values, is_causal=True)
    return output.numpy()
'''


def _pipeline(step: Any, Q: Any, K: Any, V: Any) -> Any:
    sdpa = step.sdpa
    K, V = sdpa.kept(K, Q), sdpa.kept(V, Q)
    n_q, n_k = sdpa.rows(Q, K), K.shape[-2]
    reached = np.tri(n_q, n_k, sdpa.earlier(n_q, n_k) + step.visible.reach, dtype=bool)
    mask = step.polarity.of(step.visible.polarity(step.visible.turn(reached)))
    scores = dot_products(step.arguments.take(Q), K) / sdpa.divisor(Q)
    mask = np.broadcast_to(mask, scores.shape)  # as strict as PyTorch
    return softmax(sdpa.fill(scores, mask)) @ V


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([7, 8, seed])

    def draw(*batch: int, n: tuple[int, int], d: tuple[int, int]) -> dict[str, Any]:
        return queries_keys_and_values(rng, *batch, n=n, d=d)

    return [
        Probe("the last 3 of 5 tokens", draw(n=(3, 5), d=(4, 2))),
        Probe("the last 2 of 6 tokens", draw(n=(2, 6), d=(2, 3))),
        Probe("the last of 4 tokens alone", draw(n=(1, 4), d=(3, 2))),
        Probe("all of 4 tokens", draw(n=(4, 4), d=(2, 3))),
        Probe("2 sequences", draw(2, n=(3, 4), d=(4, 5))),
        Probe("float32 arrays", in_float32(draw(n=(2, 3), d=(4, 5)))),
    ]


def _output_shape(probe: Probe) -> tuple[int, ...]:
    Q, _, V = probe.arguments.values()
    return (*Q.shape[:-1], V.shape[-1])


def _last_query_sees_all(probe: Probe, output: Any) -> bool:
    Q, K, V = probe.arguments.values()
    weights = softmax(dot_products(Q[..., -1:, :], K) / np.sqrt(Q.shape[-1]))
    return np.allclose(output[..., -1:, :], weights @ V, atol=1e-4)


def _between_the_values_so_far(probe: Probe, output: Any) -> bool:
    """Check that each output lies between the values up to its own place, which it averages."""
    Q, _, V = probe.arguments.values()
    lowest, highest = (
        reach.accumulate(V, axis=-2)[..., -Q.shape[-2] :, :] for reach in (np.minimum, np.maximum)
    )
    return bool(((output >= lowest - 1e-4) & (output <= highest + 1e-4)).all())


def _only_the_last(array: Any, Q: Any) -> Any:
    return array[..., -Q.shape[-2] :, :]


SDPA = Family(
    "sdpa",
    {
        "kept": lambda array, Q: array,
        "rows": lambda Q, K: Q.shape[-2],
        "earlier": lambda n_q, n_k: n_k - n_q,
        "divisor": lambda Q: np.sqrt(Q.shape[-1]),
        "fill": lambda scores, mask: np.where(mask, scores, -np.inf),
    },
    (
        Mistake(
            "causal-from-first-key",
            "The first row of Q is taken for token 0, so it sees the first key alone.",
            "Which token does the first row of Q belong to, and which keys came before it?",
        ).by({"sdpa.earlier": lambda n_q, n_k: 0}),
        Mistake(
            "causal-shifted-back",
            "The border of the mask is moved the wrong way: queries lose keys.",
            "With one query and four keys, how many of the keys may it see?",
        ).by({"sdpa.earlier": lambda n_q, n_k: n_q - n_k}),
        Mistake(
            "earlier-keys-dropped",
            "Keys and values are cut to as many rows as Q has: the earlier tokens are gone.",
            "Which keys may the last token see, and are they all still there?",
        ).by({"sdpa.kept": _only_the_last}),
        Mistake(
            "mask-of-all-queries",
            "The mask has a row for every token, but Q has only the last ones.",
            "Which rows of that mask belong to the queries that there are?",
            breaks=("broadcast",),
        ).by({"sdpa.rows": lambda Q, K: K.shape[-2]}),
        Mistake(
            "scaled-twice",
            "The scores are scaled by hand, and PyTorch scales them once more.",
            "What does the name of PyTorch's function say about scaling?",
        ).by({"sdpa.divisor": lambda Q: Q.shape[-1]}),
        Mistake(
            "no-scale",
            "The scores are not divided by the root of d_k.",
            "What does PyTorch divide scores by, unless you hand it a scale?",
        ).by({"sdpa.divisor": lambda Q: 1}),
        MASK["mask-added-as-0-1"].by(
            {"sdpa.fill": lambda scores, mask: scores + mask},
            {"sdpa.fill": lambda scores, mask: scores + np.logical_not(mask)},
        ),
    ),
)

TASK = Task(
    reference=causal_sdpa,
    kind="repair",
    starter=STARTER,
    valid=lambda Q, K, V: Q.shape[-2] <= K.shape[-2],
    order=(7, 7),
    practises=("hand each of PyTorch's",),
    pipeline=_pipeline,
    families=(SDPA, VISIBLE, SDPA_POLARITY, ARGUMENTS),
    probes=_probes,
    excluding=("mask-inverted",),  # the same as sdpa-mask-polarity
    properties=(
        Property("There is an output for each query.", has_shape(_output_shape)),
        Property("The last token sees every key.", _last_query_sees_all),
        Property("No output reaches beyond the values so far.", _between_the_values_so_far),
    ),
)
