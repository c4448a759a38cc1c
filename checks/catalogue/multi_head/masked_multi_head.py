"""Several heads with one mask for each sentence: a function to repair."""

from typing import Any

import numpy as np

from attnlib import attention, softmax
from checks.catalogue.families.mask import MASK
from checks.catalogue.families.output import OUTPUT
from checks.catalogue.families.scale import SCALE
from checks.catalogue.families.softmax import SOFTMAX
from checks.catalogue.inputs import dot_products, in_float32
from checks.catalogue.properties import AVERAGES_VALUES, ROWS_SUM_TO_ONE, has_shape, of_weights
from checks.errors import OF_SHAPES
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def masked_multi_head(Q: Any, K: Any, V: Any, visible: Any) -> Any:
    """Let all heads of a sentence attend to what its mask leaves visible.

    Parameters
    ----------
    Q, K, V : (..., num_heads, n, d_head)
    visible : (..., n, n) of bool
        One mask for each sentence; every query may attend to at least one key.

    Returns
    -------
    output : (..., num_heads, n, d_head)
    weights : (..., num_heads, n, n)

    Examples
    --------
    >>> Q, visible = np.zeros((2, 2, 2, 1)), np.array([np.eye(2), np.ones((2, 2))]) == 1
    >>> masked_multi_head(Q, Q, Q, visible)[1][:, 1]
    array([[[1. , 0. ],
            [0. , 1. ]],
    <BLANKLINE>
           [[0.5, 0.5],
            [0.5, 0.5]]])
    """
    return attention(Q, K, V, visible[..., None, :, :])


STARTER = '''
def masked_multi_head(Q, K, V, visible):
    """Output (..., h, n, d_head) and weights (..., h, n, n) under one mask for each sentence."""
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    exponentials = np.where(visible, np.exp(scores), 0)
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights @ V, weights
'''


def _pipeline(step: Any, Q: Any, K: Any, V: Any, visible: Any) -> Any:
    scores = step.scale.scores(dot_products(Q, K), Q, K, V)
    weights = step.masks.weigh(scores, step.masks.place(visible, scores))
    return step.output.result(step.output.mix(step.scale.weights(weights, Q), K, V), weights)


def _mask(rng: np.random.Generator, *shape: int) -> Any:
    """Draw masks in which each token sees itself, but not the next token."""
    itself = np.eye(shape[-1], dtype=bool)
    return ((rng.random(shape) < 0.5) | itself) & ~np.roll(itself, 1, axis=-1)


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([5, 7, seed])

    def draw(*batch: int, heads: tuple[int, int], n: int) -> dict[str, Any]:
        Q, K, V = rng.normal(size=(3, *batch, heads[0], n, heads[1]))
        return {"Q": Q, "K": K, "V": V, "visible": _mask(rng, *batch, n, n)}

    return [
        Probe("2 sentences of 3 tokens, 2 heads", draw(2, heads=(2, 4), n=3)),
        Probe("3 sentences of 4 tokens, 2 heads", draw(3, heads=(2, 3), n=4)),
        Probe("3 sentences of 3 tokens, 3 heads", draw(3, heads=(3, 2), n=3)),
        Probe("2 sentences, a single head", draw(2, heads=(1, 4), n=3)),
        Probe("a single sentence, 2 heads", draw(1, heads=(2, 2), n=4)),
        Probe("3 heads and no batch", draw(heads=(3, 2), n=3)),
        Probe("a batch with two batch axes", draw(2, 3, heads=(2, 2), n=3)),
        Probe("float32 arrays", in_float32(draw(2, heads=(2, 1), n=3))),
    ]


def _hidden_get_nothing(probe: Probe, weights: Any) -> bool:
    hidden = ~probe.arguments["visible"][..., None, :, :]
    return not np.asarray(weights)[np.broadcast_to(hidden, np.shape(weights))].any()


def _fits(Q: Any, K: Any, V: Any, visible: Any) -> bool:
    own = visible.dtype == bool and visible.shape == (*Q.shape[:-3], Q.shape[-2], Q.shape[-2])
    return bool(own and Q.shape == K.shape == V.shape and visible.any(axis=-1).all())


def _for_all_heads(visible: Any, scores: Any) -> Any:
    return visible[..., None, :, :]


def _tiled(visible: Any, scores: Any) -> Any:
    return np.tile(visible, (scores.shape[-3], 1, 1)).reshape(scores.shape)


MASKS = Family(
    "masks",
    {
        "place": _for_all_heads,
        "weigh": lambda scores, visible: softmax(np.where(visible, scores, -np.inf)),
    },
    (
        Mistake(
            "axis-counted-from-the-front",
            "The axis for the heads is counted from the front: it fits a single batch axis only.",
            "Where does the axis of heads stand, counted from the end?",
            breaks=OF_SHAPES,
        ).by({"masks.place": lambda visible, scores: visible[:, None]}),
        Mistake(
            "one-mask-for-all",
            "One mask is used for all sentences.",
            "Where does each sentence of the batch get the mask of its own?",
        ).by({"masks.place": lambda visible, scores: visible[0]}),
        Mistake(
            "mask-tiled",
            "All masks are repeated in turn, so heads get those of other sentences.",
            "Which mask must come second: that of sentence 0 again, or that of sentence 1?",
        ).by({"masks.place": _tiled}),
        Mistake(
            "mask-missing",
            "No mask takes part: hidden keys get weight like all others.",
            "Which line hides keys, and does it still do so?",
        ).by({"masks.place": lambda visible, scores: scores == scores}),
        Mistake(
            "mask-inverted",
            "Visible and hidden are swapped: True is taken for blocked.",
            "Does True mean that a query may attend, or that it may not?",
        ).by({"masks.place": lambda visible, scores: ~_for_all_heads(visible, scores)}),
        Mistake(
            "mask-transposed",
            "The mask is transposed: queries and keys have changed places in it.",
            "Does a row of the mask belong to a query or to a key?",
        ).by(
            {
                "masks.place": lambda visible, scores: _for_all_heads(
                    visible.swapaxes(-1, -2), scores
                )
            }
        ),
        MASK["mask-after-softmax"].by(
            {"masks.weigh": lambda scores, visible: softmax(scores) * visible}
        ),
        MASK["mask-filled-with-zero"].by(
            {"masks.weigh": lambda scores, visible: softmax(np.where(visible, scores, 0))}
        ),
        MASK["mask-added-as-0-1"].by(
            {"masks.weigh": lambda scores, visible: softmax(scores + visible)}
        ),
        SOFTMAX["softmax-over-queries"].by(
            {
                "masks.weigh": lambda scores, visible: softmax(
                    np.where(visible, scores, -np.inf), axis=-2
                )
            }
        ),
    ),
)

TASK = Task(
    reference=masked_multi_head,
    kind="repair",
    starter=STARTER,
    valid=_fits,
    order=(5, 8),
    practises=("cut a table of tokens",),
    pipeline=_pipeline,
    families=(SCALE, OUTPUT, MASKS),
    probes=_probes,
    # These are right in the code to repair, and hardly anybody touches them.
    excluding=(
        "scale-by-d_k",
        "scale-by-sqrt-n",
        "scale-by-sqrt-d_v",
        "scale-inverted",
        "half-not-root",
        "root-without-brackets",
        "scale-by-fourth-root",
        "scale-after-softmax",
        "weights-transposed",
        "values-from-keys",
    ),
    properties=(
        of_weights(
            Property(
                "Every head has weights for each query and each key.",
                has_shape(
                    lambda probe: dot_products(probe.arguments["Q"], probe.arguments["K"]).shape
                ),
            )
        ),
        of_weights(Property("What a mask hides has no weight, in any head.", _hidden_get_nothing)),
        of_weights(ROWS_SUM_TO_ONE),
        AVERAGES_VALUES,
    ),
)
