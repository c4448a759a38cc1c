"""all-MiniLM-L6-v2, a published encoder of 22.7 million parameters, computed with attnlib.

Six post-norm blocks of twelve heads read a text from both sides, and the mean of the last vectors
stands for the whole text. One text is read at a time, so nothing is padded. Source: Devlin et al.
2019, *BERT*, section 3; Wang et al. 2020, *MiniLM*; Reimers and Gurevych 2019, *Sentence-BERT*,
section 3.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from attnlib.attention import AttentionSteps
from attnlib.block import block, feed_forward, gelu, layer_norm
from attnlib.heads import layer_attention
from attnlib.shapes import Floats, check_length
from course.models.real.wordpieces import pieces

NUM_HEADS = 12
EPS = 1e-12  # of all norms
ENDS = {  # our name: their name
    "embedding": "embeddings.word_embeddings.weight",
    "positions": "embeddings.position_embeddings.weight",
    "segments": "embeddings.token_type_embeddings.weight",
    "norm.gain": "embeddings.LayerNorm.weight",
    "norm.shift": "embeddings.LayerNorm.bias",
}
PARTS = {  # in each layer; their matrices are (out, in)
    "W_q": "attention.self.query.weight",
    "b_q": "attention.self.query.bias",
    "W_k": "attention.self.key.weight",
    "b_k": "attention.self.key.bias",
    "W_v": "attention.self.value.weight",
    "b_v": "attention.self.value.bias",
    "W_o": "attention.output.dense.weight",
    "b_o": "attention.output.dense.bias",
    "norm_1.gain": "attention.output.LayerNorm.weight",
    "norm_1.shift": "attention.output.LayerNorm.bias",
    "W_1": "intermediate.dense.weight",
    "b_1": "intermediate.dense.bias",
    "W_2": "output.dense.weight",
    "b_2": "output.dense.bias",
    "norm_2.gain": "output.LayerNorm.weight",
    "norm_2.shift": "output.LayerNorm.bias",
}


class Model(NamedTuple):
    """A model that can read."""

    vocabulary: Mapping[str, int]  # the row of each piece in the embedding
    embedding: dict[str, Floats]  # the arrays of `ENDS`
    layers: list[dict[str, Floats]]  # for each layer the arrays of `PARTS`, applied on the right


class Reading(NamedTuple):
    """What the model computes while it reads one text."""

    tokens: list[str]  # [CLS], the pieces of the words, [SEP]
    stream: Floats  # (num_layers + 1, n, d_model): before the first layer, and after each
    scores: Floats  # (num_layers, num_heads, n, n): Q K^T
    scaled: Floats  # (num_layers, num_heads, n, n): scores divided by the root of d_head
    weights: Floats  # (num_layers, num_heads, n, n)

    @property
    def sentence_vector(self) -> Floats:
        """The mean of the last vectors, (d_model,), with length 1."""
        mean: Floats = self.stream[-1].mean(axis=0)
        return mean / np.linalg.norm(mean)


def model_of(tensors: Mapping[str, NDArray[Any]], vocabulary: Mapping[str, int]) -> Model:
    """Name the tensors of a BERT encoder as the course does, in float64."""
    ends = {ours: _applied_on_the_right(ours, tensors[theirs]) for ours, theirs in ENDS.items()}
    num_layers = sum(name.endswith(PARTS["W_q"]) for name in tensors)
    layers = [
        {
            ours: _applied_on_the_right(ours, tensors[f"encoder.layer.{layer}.{theirs}"])
            for ours, theirs in PARTS.items()
        }
        for layer in range(num_layers)
    ]
    return Model(vocabulary, ends, layers)


def read(model: Model, text: str, with_positions: bool = True) -> Reading:
    """Let the model read a text, and keep what it computes.

    Raises
    ------
    ValueError
        If the text has more pieces than the model has positions.
    """
    tokens = pieces(text, model.vocabulary)
    check_length(len(tokens), len(model.embedding["positions"]))
    X = model.embedding["embedding"][[model.vocabulary[token] for token in tokens]]
    X = X + model.embedding["segments"][0]
    if with_positions:
        X = X + model.embedding["positions"][: len(tokens)]
    X = norm(model.embedding, "norm", X)
    stream, kept = [X], list[AttentionSteps]()
    for own in model.layers:
        X = block(
            X,
            partial(_attend, own, kept),
            partial(feed, own),
            partial(norm, own, "norm_1"),
            partial(norm, own, "norm_2"),
            norm_first=False,
        )
        stream.append(X)
    scores, scaled, weights, _ = (np.array(step) for step in zip(*kept, strict=True))
    return Reading(tokens, np.array(stream), scores, scaled, weights)


def _attend(own: Mapping[str, Floats], kept: list[AttentionSteps], X: Floats) -> Floats:
    found = layer_attention(X, own, NUM_HEADS)
    kept.append(found.steps)
    return found.output


def feed(own: Mapping[str, Floats], X: Floats) -> Floats:
    """Let the feed-forward of a layer compute what it adds."""
    W_1, b_1, W_2, b_2 = (own[name] for name in ("W_1", "b_1", "W_2", "b_2"))
    return feed_forward(X, W_1, b_1, W_2, b_2, activation=gelu)


def norm(own: Mapping[str, Floats], name: str, X: Floats) -> Floats:
    """Normalise with the gain and the shift of this name."""
    return layer_norm(X, own[f"{name}.gain"], own[f"{name}.shift"], EPS)


def _applied_on_the_right(name: str, array: NDArray[Any]) -> Floats:
    return np.array(array.T if name.startswith("W_") else array, np.float64)
