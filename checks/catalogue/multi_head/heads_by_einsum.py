"""Multi-head attention in which einsum names every axis: a function to repair."""

from typing import Any

import numpy as np

from attnlib import softmax
from attnlib.heads import multi_head_by_einsum, multi_head_by_loop, weights_per_head
from checks.catalogue.families import heads as parts
from checks.catalogue.families.output import OUTPUT
from checks.catalogue.families.scale import SCALE, divided_by_root
from checks.catalogue.families.scores import SCORES
from checks.catalogue.families.softmax import SOFTMAX
from checks.catalogue.inputs import dot_products, in_float32
from checks.catalogue.multi_head.multi_head_attention import MULTI_HEAD
from checks.catalogue.properties import has_shape
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def heads_by_einsum(X: Any, W_q: Any, W_k: Any, W_v: Any, W_o: Any) -> Any:
    """Let several heads attend side by side, each with its own matrices.

    Parameters
    ----------
    X : (n, d_model)
    W_q, W_k, W_v : (num_heads, d_model, d_head)
    W_o : (d_model, d_model)

    Returns
    -------
    (n, d_model)

    Examples
    --------
    One head of one number, with queries of zeros: the output is 10 times the mean of the tokens.

    >>> heads_by_einsum([[1], [3]], [[[0]]], [[[1]]], [[[1]]], [[10]])
    array([[20.],
           [20.]])
    """
    return multi_head_by_einsum(X, W_q, W_k, W_v, W_o)[0]


STARTER = '''
def heads_by_einsum(X, W_q, W_k, W_v, W_o):
    """Output (n, d_model); each head has its own W_q, W_k and W_v (d_model, d_head)."""
    num_heads, d_model, d_head = W_q.shape
    Q, K, V = (np.einsum("nm,hmd->hnd", X, W) for W in (W_q, W_k, W_v))
    scores = np.einsum("hqd,hkd->qk", Q, K) / np.sqrt(d_model)
    exponentials = np.exp(scores)
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    found = np.einsum("qk,hkd->hqd", weights, V)
    return np.einsum("hqd,hdm->qm", found, W_o.reshape(num_heads, d_head, d_model))
'''


def _pipeline(step: Any, X: Any, W_q: Any, W_k: Any, W_v: Any, W_o: Any) -> Any:
    own = step.heads
    Q, K, V = (X @ W for W in (W_q, W_k, W_v))
    scores = step.scale.scores(own.scores(Q, K), Q, K, V)
    found = own.mix(step.scale.weights(own.share(scores), Q), V)
    return step.projection.output(own.merge(found), W_o)


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([5, 5, seed])

    def draw(n: int, num_heads: int, d_head: int) -> dict[str, Any]:
        d_model = num_heads * d_head
        W_q, W_k, W_v, W_o = rng.normal(size=(4, d_model, d_model)) / np.sqrt(d_head)
        by_head = {"W_q": W_q, "W_k": W_k, "W_v": W_v}
        stacks = {name: weights_per_head(W, num_heads) for name, W in by_head.items()}
        return {"X": rng.normal(size=(n, d_model)), **stacks, "W_o": W_o}

    return [
        Probe("4 tokens and 2 heads", draw(4, 2, 3)),
        Probe("3 tokens and 3 heads", draw(3, 3, 2)),
        Probe("2 tokens and 2 heads", draw(2, 2, 2)),
        Probe("5 tokens and a single head", draw(5, 1, 4)),
        Probe("3 tokens and 4 heads", draw(3, 4, 1)),
        Probe("float32 arrays", in_float32(draw(3, 2, 2))),
    ]


def _like_a_loop(probe: Probe, output: Any) -> bool:
    in_turn, _ = multi_head_by_loop(*probe.arguments.values())
    return bool(np.allclose(output, in_turn, atol=1e-3))


def merged(found: Any) -> Any:
    """Put heads (num_heads, n, d_head) side by side: (n, d_model)."""
    return parts.join_pieces(parts.swap(found))


HEADS = Family(
    "heads",
    {
        "scores": dot_products,
        "share": softmax,
        "mix": lambda weights, V: weights @ V,
        "merge": merged,
    },
    (
        Mistake(
            "heads-share-scores",
            "The scores are summed over the heads: all heads share one table of weights.",
            "Which letter must stay on the right, so that each head keeps its own scores?",
        ).by({"heads.scores": lambda Q, K: dot_products(Q, K).sum(axis=0)}),
        MULTI_HEAD["scale-by-sqrt-d_model"],
        MULTI_HEAD["scale-by-sqrt-num_heads"],
        SCORES["q-k-swapped"].by({"heads.scores": lambda Q, K: dot_products(K, Q)}),
        SCORES["negated"].by({"heads.scores": lambda Q, K: -dot_products(Q, K)}),
        SOFTMAX["softmax-over-queries"].by({"heads.share": lambda scores: softmax(scores, -2)}),
        MULTI_HEAD["softmax-over-heads"].by({"heads.share": lambda scores: softmax(scores, 0)}),
        SOFTMAX["softmax-over-everything"].by(
            {"heads.share": lambda scores: softmax(scores, None)}
        ),
        SOFTMAX["softmax-not-normalised"].by({"heads.share": np.exp}),
        OUTPUT["weights-transposed"].by(
            {"heads.mix": lambda weights, V: weights.swapaxes(-1, -2) @ V}
        ),
        parts.MERGED_STRAIGHT.by({"heads.merge": parts.straight_merge}),
        parts.INTERLEAVED.by({"heads.merge": lambda found: parts.join_in_turns(parts.swap(found))}),
        parts.AVERAGED.by(
            {"heads.merge": lambda found: merged(0 * found + found.mean(axis=0))},
        ),
    ),
)

TASK = Task(
    reference=heads_by_einsum,
    kind="repair",
    starter=STARTER,
    order=(5, 6),
    practises=("write the same computation",),
    pipeline=_pipeline,
    families=(SCALE, HEADS, parts.PROJECTION),
    probes=_probes,
    # These are right in the code to repair, and hardly anybody touches them.
    excluding=(
        "scale-inverted",
        "half-not-root",
        "root-without-brackets",
        "scale-by-fourth-root",
        "scale-by-sqrt-d_v",
        "scale-after-softmax",
        "output-projection-transposed",
    ),
    properties=(
        Property(
            "The output has the shape of X.", has_shape(lambda probe: probe.arguments["X"].shape)
        ),
        Property("A loop over the heads finds the same.", _like_a_loop),
    ),
    overriding=(
        SCALE["scale-by-sqrt-n"].by({"scale.scores": divided_by_root(lambda Q, K, V: Q.shape[-2])}),
    ),
)
