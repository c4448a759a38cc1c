"""Silence a head of SmolLM2, or give it what it fetched in another text, and see what changes.

What a head fetches enters the stream through its own rows of W_o and nowhere else. So both change
only the stream behind the attention of one layer: it loses what the head added, or gets what the
head would have added elsewhere. From there on, the model reads as always. Sources: Michel et al. 2019, *Are
Sixteen Heads Really Better than One?*, for silencing; Vig et al. 2020, *Investigating Gender Bias in
Language Models Using Causal Mediation Analysis*, for patching.
"""

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from attnlib.block import rms_norm, swiglu
from attnlib.heads import LayerAttention, layer_attention
from attnlib.masks import window_visibility
from attnlib.relative_positions import rotate
from attnlib.shapes import Floats
from course.models.real.smollm import Cache, Model


class Run(NamedTuple):
    """What the model computes in each of its layers while it reads n tokens."""

    added: list[Floats]  # (num_heads, n, d_model): what each head adds to the stream
    streams: list[Floats]  # (n, d_model): the stream when all heads have added theirs
    cache: Cache  # with all tokens that were read
    hidden: Floats  # (n, d_model): the stream after the last norm


def run(model: Model, tokens: ArrayLike) -> Run:
    """Let the model read n tokens.

    Examples
    --------
    >>> from course.models.real.smollm import small_model
    >>> model = small_model()
    >>> whole = run(model, model.words.encode("The cat"))
    >>> whole.added[0].shape, whole.streams[0].shape
    ((6, 7, 24), (7, 24))
    """
    X = model.weights["embedding"][np.asarray(tokens)]
    added: list[Floats] = []
    streams: list[Floats] = []
    cache: Cache = []
    for layer in range(model.num_layers):
        attended = _attention(model, layer, X)
        W_o = model.weights[f"{layer}.W_o"].reshape(model.num_heads, -1, X.shape[-1])
        added.append(attended.steps.output @ W_o)
        streams.append(X + attended.output)
        cache.append((attended.K_heads, attended.V_heads))
        X = _feed_forward(model, layer, streams[-1])
    return Run(added, streams, cache, _last_norm(model, X))


def hidden_after(model: Model, layer: int, X: Floats, before: Cache | None = None) -> Floats:
    """Read on from the stream behind the attention of a layer, to the last norm.

    Parameters
    ----------
    model : Model
    layer : int
    X : (..., n, d_model)
        The stream of n tokens.
    before : Cache, optional
        That of the tokens before these. Default: there are none.

    Returns
    -------
    (..., n, d_model)
    """
    X = _feed_forward(model, layer, X)
    for later in range(layer + 1, model.num_layers):
        past = before[later] if before else None
        X = _feed_forward(model, later, X + _attention(model, later, X, past).output)
    return _last_norm(model, X)


def silenced(model: Model, heads: Iterable[tuple[int, int]]) -> Model:
    """Copy a model in which some heads, given as (layer, head), add nothing to the stream.

    Examples
    --------
    >>> from course.models.real.smollm import small_model
    >>> silent = silenced(small_model(), [(1, 2)])
    >>> [bool(np.any(added)) for added in run(silent, [65, 66]).added[1]]
    [True, True, False, True, True, True]
    """
    weights = dict(model.weights)
    for layer, head in heads:
        W_o = weights[f"{layer}.W_o"].copy()
        W_o.reshape(model.num_heads, -1, W_o.shape[-1])[head] = 0
        weights[f"{layer}.W_o"] = W_o
    return model._replace(weights=weights)


def each_silenced(whole: Run, layer: int) -> Floats:
    """Take from the stream what one head of a layer adds, (num_heads, n, d_model): each in turn."""
    return whole.streams[layer] - whole.added[layer]


def each_patched(whole: Run, other: Run, layer: int, place: int) -> Floats:
    """Put what one head adds at one place of another run into the stream, (num_heads, n, d_model).

    Places may be counted from the end, where the two texts differ in length.
    """
    streams = np.repeat(whole.streams[layer][None], len(whole.added[layer]), axis=0)
    streams[:, place] += other.added[layer][:, place] - whole.added[layer][:, place]
    return streams


def _attention(
    model: Model, layer: int, X: Floats, past: tuple[Floats, Floats] | None = None
) -> LayerAttention:
    own, n = model.layer(layer), X.shape[-2]
    end = n + (past[0].shape[-2] if past else 0)
    turn = partial(rotate, positions=np.arange(end - n, end), base=model.base)
    rows = rms_norm(X, own["norm_1"], model.eps)
    return layer_attention(rows, own, model.num_heads, window_visibility(n, end), turn, past)


def _feed_forward(model: Model, layer: int, X: Floats) -> Floats:
    own = model.layer(layer)
    rows = rms_norm(X, own["norm_2"], model.eps)
    return X + swiglu(rows, own["W_gate"], own["W_up"], own["W_down"])


def _last_norm(model: Model, X: Floats) -> Floats:
    return rms_norm(X, model.weights["norm"], model.eps)
