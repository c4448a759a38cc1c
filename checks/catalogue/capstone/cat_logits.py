"""The whole model: the logits of the next word, after every word of a text."""

from functools import partial
from typing import Any

import numpy as np

from attnlib.block import block, feed_forward, layer_norm
from attnlib.heads import multi_head_attention
from attnlib.learning import grammar
from attnlib.masks import causal_visibility
from attnlib.softmax import softmax
from checks.catalogue.capstone.enter_stream import enter_stream
from checks.catalogue.capstone.model import (
    BLOCKS,
    NUM_HEADS,
    NUM_LAYERS,
    OFF_BY_ONE,
    entered,
    guessed,
    hardly_varying,
    is_trained,
    not_varying,
    random_weights,
    split_projected,
    trained_text,
)
from checks.catalogue.families.mask import MASK, UNDIVIDED, VISIBLE, masked, triangle
from checks.catalogue.families.result import RESULT
from checks.catalogue.families.softmax import bare_divide
from checks.catalogue.inputs import in_float32
from checks.catalogue.properties import has_shape
from checks.comparison import TOLERANCE
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import Probe
from checks.task import Property, Task


def cat_logits(weights: Any, tokens: Any) -> Any:
    """Predict the next word after every word of a text.

    Parameters
    ----------
    weights : dict of arrays
        Named as in `learning.trained.cat_sentence`: two layers, two heads, any sizes.
    tokens : (n,)
        Numbers of words.

    Returns
    -------
    (n, V)
        Logits.

    Examples
    --------
    >>> weights = random_weights(np.random.default_rng(0), V=5, d_model=4, d_ff=6)
    >>> cat_logits(weights, np.array([0, 3, 1])).shape
    (3, 5)
    """
    X = enter_stream(weights, tokens, 0)
    for layer in range(NUM_LAYERS):
        X = block_of(weights, layer, _attend, X)
    return read_out(weights, X)


def block_of(weights: Any, layer: int, attend: Any, X: Any) -> Any:
    """Compute a block; `attend` gets its four matrices and normalised rows."""
    matrices = [weights[f"{layer}.{name}"] for name in ("W_q", "W_k", "W_v", "W_o")]
    fed = {name: weights[f"{layer}.{name}"] for name in ("W_1", "b_1", "W_2", "b_2")}
    norm_1, norm_2 = (partial(_norm, weights, f"{layer}.norm_{place}") for place in (1, 2))
    return block(X, partial(attend, matrices), lambda X: feed_forward(X, **fed), norm_1, norm_2)


def read_out(weights: Any, X: Any) -> Any:
    """Compute the logits of rows that leave the last block."""
    return _norm(weights, "norm", X) @ weights["W_u"]


def _attend(matrices: Any, X: Any) -> Any:
    W_q, W_k, W_v, W_o = matrices
    visible = causal_visibility(len(X))
    return multi_head_attention(X, W_q, W_k, W_v, W_o, NUM_HEADS, visible=visible)[0]


def _norm(weights: Any, name: str, X: Any) -> Any:
    return layer_norm(X, weights[f"{name}.gain"], weights[f"{name}.shift"])


def _pipeline(step: Any, weights: Any, tokens: Any) -> Any:
    def attend(own: Any, layer: int, X: Any) -> Any:
        Q, K, V = split_projected(step, own, X)
        scores = step.scale.scores(Q @ K.swapaxes(-1, -2), Q, K, V)
        merged = step.heads.merge(masked(step, scores, triangle(step, len(X))) @ V)
        return step.projection.output(merged, own("W_o"))

    X = entered(step, weights, tokens, 0)
    return step.result.give(step.rows.kept(guessed(step, weights, X, attend)))


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([13, 3, seed])

    def draw(n: int, V: int, d_model: int, d_ff: int) -> dict[str, Any]:
        weights = random_weights(rng, V, d_model, d_ff)
        return {"weights": weights, "tokens": rng.integers(V, size=n)}

    (weights, text), (_, short) = trained_text(rng, 5), trained_text(rng, 4)
    single = {"weights": in_float32(weights), "tokens": short}
    again = draw(4, 5, 8, 12)
    again["tokens"][:] = again["tokens"][[0, 1, 0, 0]]
    even = {"weights": hardly_varying(rng, 6, 8), "tokens": np.array([0, 3, 2])}
    equal = {"weights": not_varying(rng, 6, 8), "tokens": np.array([0, 3, 2])}
    return [
        Probe("5 words and the trained model", {"weights": weights, "tokens": text}),
        Probe("4 words and the trained model in float32", single, TOLERANCE),
        Probe("5 words and d_model 6", draw(5, 60, 6, 9)),
        Probe("2 words and d_model 4", draw(2, 5, 4, 4)),
        Probe("4 words and d_model 4", draw(4, 4, 4, 4)),
        Probe("a single word", draw(1, 6, 8, 5)),
        Probe("words that come again", again),
        Probe("a first word whose numbers are nearly equal, where eps matters", even),
        Probe("a first word whose numbers are all equal", equal),
    ]


def _one_row_for_each_word(probe: Probe) -> tuple[int, int]:
    weights, tokens = probe.arguments.values()
    return len(tokens), weights["W_u"].shape[1]


def _knows_what_comes(probe: Probe, logits: Any) -> bool:
    """Check that a trained model is less surprised by a text than one with equal probabilities."""
    weights, tokens = probe.arguments.values()
    if len(tokens) == 1 or not is_trained(weights):
        return True
    chances = softmax(logits)[np.arange(len(tokens) - 1), tokens[1:]]
    return bool(-np.log(chances).mean() < np.log(len(grammar.VOCABULARY)))


ROWS = Family(
    "rows",
    {"kept": lambda logits: logits},
    (
        Mistake(
            "last-row-only",
            "Only the last word's logits are returned.",
            "After how many of the words does the exercise want a guess?",
        ).by({"rows.kept": lambda logits: logits[-1]}, {"rows.kept": lambda logits: logits[-1:]}),
    ),
)

# Without a safe softmax, a first word that sees nothing turns everything into nan.
HIDES_DIAGONAL = VISIBLE["mask-hides-diagonal"].by(
    *VISIBLE["mask-hides-diagonal"].variants,
    {"visible.reach": -1, "mask.share": bare_divide},
)

TASK = Task(
    reference=cat_logits,
    order=(13, 3),
    practises=("assemble a language model", "compare a model"),
    pipeline=_pipeline,
    families=(
        *BLOCKS,
        VISIBLE.naming("mask-missing", "mask-inverted", "mask-hides-diagonal", "sees-next"),
        MASK.naming("mask-after-softmax"),
        UNDIVIDED.naming("softmax-over-queries"),
        ROWS,
        RESULT.only("give").naming("return-missing"),
    ),
    probes=_probes,
    properties=(
        Property("There is a row of V logits for each word.", has_shape(_one_row_for_each_word)),
        Property("The trained model is not surprised by the next words.", _knows_what_comes),
    ),
    # Here no word comes before the first.
    excluding=("position-always-0",),
    overriding=(OFF_BY_ONE.by(OFF_BY_ONE.variants[0]), HIDES_DIAGONAL),
    asks="With zeros for W_o, W_2 and b_2 of both layers, do your blocks leave the stream as it is?",
    valid=lambda *arguments: False,  # it is not defined what a model should return here
    at_once=2,
)
