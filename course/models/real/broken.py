"""The model with one bug at a time, and three tests of what is left of it.

Each bug is a step of the reading, wrongly done. None raises an error or changes a shape. Texts are
read in batches, with padding at the end, so that a wrong mask has something to do.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from attnlib.block import block
from attnlib.heads import merge_heads, split_heads
from attnlib.masks import causal_visibility
from attnlib.shapes import Bools, Floats
from attnlib.softmax import softmax
from course.models.real.minilm import NUM_HEADS, Model, feed, norm
from course.models.real.recordings import BugRow
from course.models.real.wordpieces import pieces

PADDING = "[PAD]"
Arrays = dict[str, Floats]


class Scores(NamedTuple):
    """What the weights are made of."""

    raw: Floats  # (batch, num_heads, n, n): Q K^T
    real: Bools  # (batch, 1, 1, n): which keys are no padding
    d_head: int

    @property
    def scaled(self) -> Floats:
        """The scores divided by the root of d_head."""
        scaled: Floats = self.raw / self.d_head**0.5
        return scaled


class Steps(NamedTuple):
    """The steps that a bug may replace; as they are here, they are right."""

    embedding: Callable[[Arrays], Arrays] = lambda arrays: arrays
    layer: Callable[[Arrays], Arrays] = lambda arrays: arrays
    weigh: Callable[[Scores], Floats] = lambda scores: _weights(scores.scaled, scores.real)
    merge: Callable[[Floats], Floats] = merge_heads


class Batch(NamedTuple):
    """The last vectors of some texts."""

    tokens: list[list[str]]  # of each text, without padding
    rows: Floats  # (batch, n, d_model)

    @property
    def sentence_vectors(self) -> Floats:
        """The mean over the tokens of each text, (batch, d_model), with length 1."""
        means = [rows[: len(own)].mean(axis=0) for own, rows in zip(*self, strict=True)]
        return _of_length_1(np.array(means))


def _weights(scaled: Floats, visible: Bools, axis: int = -1) -> Floats:
    return softmax(np.where(visible, scaled, -np.inf), axis)


def _transposed(*names: str) -> Callable[[Arrays], Arrays]:
    return lambda own: own | {name: own[name].T for name in names}


def _left_out(name: str) -> Callable[[Arrays], Arrays]:
    return lambda own: own | {name: np.zeros_like(own[name])}


BUGS: Mapping[str, Steps] = {
    "none": Steps(),
    "b_k left out": Steps(layer=_left_out("b_k")),
    "no mask": Steps(weigh=lambda scores: softmax(scores.scaled)),
    "0 and 1 added as a mask": Steps(weigh=lambda scores: softmax(scores.scaled + scores.real)),
    "mask after softmax": Steps(weigh=lambda scores: softmax(scores.scaled) * scores.real),
    "causal by mistake": Steps(
        weigh=lambda scores: _weights(
            scores.scaled, scores.real & causal_visibility(scores.raw.shape[-1])
        )
    ),
    "not divided": Steps(weigh=lambda scores: _weights(scores.raw, scores.real)),
    "divided by the root of d_model": Steps(
        weigh=lambda scores: _weights(scores.scaled / NUM_HEADS**0.5, scores.real)
    ),
    "softmax over queries": Steps(
        weigh=lambda scores: _weights(scores.scaled, scores.real, axis=-2)
    ),
    "no positions": Steps(embedding=_left_out("positions")),
    "heads merged without moving them back": Steps(
        merge=lambda heads: heads.reshape(len(heads), heads.shape[2], -1)
    ),
    "W_o not transposed": Steps(layer=_transposed("W_o")),
    "W_q, W_k and W_v not transposed": Steps(layer=_transposed("W_q", "W_k", "W_v")),
    "no attention": Steps(weigh=lambda scores: np.zeros_like(scores.raw)),
}
"""For each bug, the step that it replaces. Those of `course.models.learning.induction` have the same names."""


def read_batch(model: Model, texts: Sequence[str], steps: Steps = BUGS["none"]) -> Batch:
    """Let the model read texts at once, filled up to the longest with padding."""
    tokens = [pieces(text, model.vocabulary) for text in texts]
    longest = max(map(len, tokens))
    padded = [own + [PADDING] * (longest - len(own)) for own in tokens]
    rows = np.array([[model.vocabulary[token] for token in own] for own in padded])
    real = np.array([[token != PADDING for token in own] for own in padded])[:, None, None]
    start = steps.embedding(model.embedding)
    X = start["embedding"][rows] + start["segments"][0] + start["positions"][:longest]
    X = norm(start, "norm", X)
    for own in map(steps.layer, model.layers):
        X = block(
            X,
            partial(_attend, own, steps, real),
            partial(feed, own),
            partial(norm, own, "norm_1"),
            partial(norm, own, "norm_2"),
            norm_first=False,
        )
    return Batch(tokens, X)


def bug_rows(model: Model, asked: Mapping[str, Any]) -> list[BugRow]:
    """Give the model each bug in turn, and test what is left of it.

    The numbers are float32, as they were published: that is several times as fast as float64.
    """
    model = in_float32(model)
    right = read_batch(model, asked["measured"]).sentence_vectors
    return [
        _row(name, partial(read_batch, model, steps=steps), right, asked)
        for name, steps in BUGS.items()
    ]


def in_float32(model: Model) -> Model:
    """Round all numbers of the model to float32."""

    def rounded(arrays: Arrays) -> Arrays:
        return {name: array.astype(np.float32) for name, array in arrays.items()}

    return Model(model.vocabulary, rounded(model.embedding), [rounded(own) for own in model.layers])


def places(first: Floats, second: Floats) -> list[int]:
    """Search with each row of `first`: say at which place its own row of `second` comes, from 1."""
    cosines = first @ second.T
    return [1 + int((row > row[i]).sum()) for i, row in enumerate(cosines)]


def sense_found(vectors: Floats) -> int:
    """Count for how many of four vectors the nearest other one has the same sense.

    The first two have one sense, the last two another. Vectors that are equal decide nothing.

    >>> sense_found(np.array([[1.0, 0.0], [0.9, 0.1], [0.0, 1.0], [0.8, 0.2]]))
    3
    """
    unit = _of_length_1(vectors)
    cosines = (unit @ unit.T).round(6)
    return sum(bool(row[i ^ 1] > max(row[i ^ 2], row[i ^ 3])) for i, row in enumerate(cosines))


def _row(
    name: str, read: Callable[[Sequence[str]], Batch], right: Floats, asked: Mapping[str, Any]
) -> BugRow:
    cosines = (read(asked["measured"]).sentence_vectors * right).sum(axis=1)
    halves = [read(texts).sentence_vectors for texts in zip(*asked["stories"], strict=True)]
    return BugRow(
        name=name,
        cosine=float(cosines.mean()),
        least_cosine=float(cosines.min()),
        places=places(*halves),
        senses_by_word=[
            sense_found(_of_word(read(texts), word)) for word, *texts in asked["senses"]
        ],
    )


def _of_word(batch: Batch, word: str) -> Floats:
    """Cut out the vector of a word from each text."""
    return np.array([rows[own.index(word)] for own, rows in zip(*batch, strict=True)])


def _attend(own: Arrays, steps: Steps, real: Bools, X: Floats) -> Floats:
    Q, K, V = (split_heads(X @ own[f"W_{x}"] + own[f"b_{x}"], NUM_HEADS) for x in "qkv")
    weights = steps.weigh(Scores(Q @ K.swapaxes(-1, -2), real, Q.shape[-1]))
    output: Floats = steps.merge(weights @ V) @ own["W_o"] + own["b_o"]
    return output


def _of_length_1(vectors: Floats) -> Floats:
    unit: Floats = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
    return unit
