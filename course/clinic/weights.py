"""The arguments of every layer in the clinic, and what a layer should return."""

from typing import NamedTuple, Protocol

import numpy as np

from attnlib.relative_positions import rotate, to_half_split
from attnlib.shapes import Bools, Floats
from attnlib.softmax import softmax
from attnlib.words import MEANINGS, feature_vectors, pattern, tokens_of

Past = tuple[Floats, Floats]
"""The cache: keys so far, already turned, and values so far, (heads, n_past, d_head) each."""


class Weights(NamedTuple):
    """The matrices of one layer. Head h uses columns h d_head to (h + 1) d_head of q, k and v."""

    q: Floats  # (d_model, heads * d_head)
    k: Floats  # (d_model, heads * d_head)
    v: Floats  # (d_model, heads * d_head)
    o: Floats  # (heads * d_head, d_model)
    heads: int


class Layer(Protocol):
    """A causal attention layer with RoPE, a cache and padding: one of the patients, or your own."""

    def __call__(
        self, X: Floats, W: Weights, past: Past | None = None, real: Bools | None = None
    ) -> tuple[Floats, Past]:
        """Return the new rows of the stream (n, d_model), and the extended cache."""


def slow_layer(X: Floats, W: Weights) -> Floats:
    """Compute what every layer should compute, word by word, without a cache or padding.

    Parameters
    ----------
    X : (n, d_model)
    W : Weights

    Returns
    -------
    (n, d_model)

    Examples
    --------
    With matrices of zeros, the stream passes unchanged.

    >>> none = np.zeros((2, 4))
    >>> slow_layer(np.array([[1.0, 2.0]]), Weights(none, none, none, none.T, heads=2))
    array([[1., 2.]])
    """
    output, width = X.astype(np.float64), W.q.shape[1] // W.heads
    for head in range(W.heads):
        mine = slice(head * width, (head + 1) * width)
        Q, K = (rotate(X @ M[:, mine], np.arange(len(X)), half_split=True) for M in (W.q, W.k))
        for i, query in enumerate(Q):
            weights = softmax([query @ key / np.sqrt(width) for key in K[: i + 1]])
            for j, weight in enumerate(weights):
                output[i] += weight * X[j] @ W.v[:, mine] @ W.o[mine]
    return output


def random_weights(d_model: int, heads: int, rng: np.random.Generator) -> Weights:
    """Draw the matrices of one layer, (d_model, d_model) each.

    >>> random_weights(8, 2, np.random.default_rng(0)).q.shape
    (8, 8)
    """
    q, k, v, o = rng.normal(size=(4, d_model, d_model)) / np.sqrt(d_model)
    return Weights(q, k, v, o, heads)


def cat_sentence() -> tuple[list[str], Floats, Weights]:
    """Write a layer by hand in which *it* finds the cat, as in the lesson on keys and values.

    Two heads of 32 numbers. Head 0 asks which word a pronoun refers to, and passes on what that
    word is: the features thing, being, place and action. Head 1 lets a noun ask for its adjectives,
    and passes on their meaning. Each question uses the slowest hands of RoPE, which hardly turn.

    Returns
    -------
    words : list of 10 str
    X : (10, 13)
        `feature_vectors` without its two columns of position.
    W : Weights

    Examples
    --------
    >>> words, X, W = cat_sentence()
    >>> before, after = X[words.index("it")], slow_layer(X, W)[words.index("it")]
    >>> before[:2].round(2), after[:2].round(2)  # thing, being
    (array([0., 0.]), array([0.11, 0.81]))
    """
    words = tokens_of("the cat sat on the mat because it was tired")
    X = feature_vectors(words)[:, :MEANINGS]
    heads = [_head("coreference", slice(0, 4)), _head("adjective-noun", slice(4, 7))]
    q, k, v = (np.hstack(matrices) for matrices in zip(*heads, strict=True))
    return words, X, Weights(q, k, v, np.vstack([np.eye(32, MEANINGS)] * 2), heads=2)


def _head(name: str, handed_over: slice) -> tuple[Floats, Floats, Floats]:
    """Put one pattern of lesson 3 into a head, spread over the slowest of its 16 hands."""
    W_q, W_k = (matrix[:MEANINGS] for matrix in pattern(name))
    asked = W_q.shape[1]
    slow = np.zeros((asked, 32))
    slow[range(asked), range(32 - 2 * asked, 32, 2)] = (32 / asked) ** 0.25
    v = np.zeros((MEANINGS, 32))
    v[handed_over, handed_over] = np.eye(MEANINGS)[handed_over, handed_over]
    return to_half_split(W_q @ slow), to_half_split(W_k @ slow), v
