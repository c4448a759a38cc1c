"""The library of lesson 1, learned: one attention head finds the book with the requested label.

Eight books stand on a shelf. Each has a label (one of 16) and a content (one of 8), drawn at
random. Its vector is the sum of a random vector for the label and one for the content. A query
names a label and must return the content. The model has to learn to compare labels and to pass on
contents.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from attnlib.learning.autograd import Variable, cross_entropy, rows, softmax
from attnlib.learning.training import Parameters, Run, Variables, as_variables, train
from attnlib.shapes import Floats

LABELS, CONTENTS, BOOKS = 16, 8, 8
D_MODEL = 32
VECTORS = ("labels", "contents")
"""The parameters that are not learned: the random vectors of words."""


class Shelves(NamedTuple):
    """A batch of shelves, each with a query for every book."""

    labels: NDArray[np.int64]  # (batch, books): no label occurs twice on a shelf
    contents: NDArray[np.int64]  # (batch, books)
    wanted: NDArray[np.int64]  # (batch, queries): which book holds the answer

    @property
    def answers(self) -> NDArray[np.int64]:
        """(batch, queries): the content that each query should return."""
        return np.take_along_axis(self.contents, self.wanted, axis=-1)


def shelves(batch: int, rng: np.random.Generator) -> Shelves:
    """Fill shelves at random.

    >>> shelf = shelves(1, np.random.default_rng(0))
    >>> shelf.labels.shape, len(set(shelf.labels[0]))
    ((1, 8), 8)
    """
    labels = rng.permuted(np.tile(np.arange(LABELS), (batch, 1)), axis=-1)[:, :BOOKS]
    wanted = rng.permuted(np.tile(np.arange(BOOKS), (batch, 1)), axis=-1)
    return Shelves(labels, rng.integers(CONTENTS, size=(batch, BOOKS)), wanted)


class Examination(NamedTuple):
    """How well queries find their books."""

    right: float  # the share of queries for which the likeliest content is right
    weight: float  # the weight of the right book, on average
    weights: Floats  # (batch, books, books): row i is the query for book i


def initial(d_k: int = 32, seed: int = 0, start: float = 1.0) -> Parameters:
    """Draw parameters: vectors for words, W_q, W_k, W_v, and W_u, which turns outputs into logits.

    `start` multiplies W_q.
    """
    rng = np.random.default_rng(seed)
    shapes = {
        "W_q": (D_MODEL, d_k),
        "W_k": (D_MODEL, d_k),
        "W_v": (D_MODEL, D_MODEL),
        "W_u": (D_MODEL, CONTENTS),
    }
    vectors = {
        "labels": rng.normal(size=(LABELS, D_MODEL)),
        "contents": rng.normal(size=(CONTENTS, D_MODEL)),
    }
    drawn = {name: rng.normal(size=shape) / np.sqrt(D_MODEL) for name, shape in shapes.items()}
    return {**vectors, **drawn, "W_q": start * drawn["W_q"]}


def answer(parameters: Variables, on: Shelves, scaled: bool = True) -> tuple[Variable, Floats]:
    """Answer every query.

    Returns
    -------
    logits : Variable (batch, queries, contents)
    weights : (batch, queries, books)
    """
    labels = parameters["labels"]
    asked = rows(labels, np.take_along_axis(on.labels, on.wanted, axis=-1))
    books = rows(labels, on.labels) + rows(parameters["contents"], on.contents)
    Q, K, V = asked @ parameters["W_q"], books @ parameters["W_k"], books @ parameters["W_v"]
    scores = Q @ K.swapaxes(-1, -2)
    weights = softmax(scores * Q.value.shape[-1] ** -0.5 if scaled else scores)
    return weights @ V @ parameters["W_u"], weights.value


def learn(
    steps: int = 200,
    *,
    d_k: int = 32,
    scaled: bool = True,
    start: float = 1.0,
    seed: int = 0,
    keep: int = 0,
) -> Run:
    """Train with Adam on 32 new shelves at each step."""

    def loss(parameters: Variables, batch: Shelves) -> Variable:
        return cross_entropy(answer(parameters, batch, scaled)[0], batch.answers)

    rng = np.random.default_rng([seed, 1])
    return train(
        initial(d_k, seed, start),
        loss,
        (shelves(32, rng) for _ in range(steps)),
        learning_rate=3e-3,
        frozen=VECTORS,
        keep=keep,
    )


def examine(parameters: Parameters, on: Shelves) -> Examination:
    """Answer every query, and compare with the right answers.

    >>> before = examine(initial(), shelves(64, np.random.default_rng(0)))
    >>> round(before.right, 1), round(before.weight, 1)  # chance is 1/8
    (0.1, 0.1)
    """
    logits, weights = answer(as_variables(parameters), on)
    right = (logits.value.argmax(axis=-1) == on.answers).mean()
    by_book = np.take_along_axis(weights, np.argsort(on.wanted)[..., None], axis=-2)
    of_right_book = np.diagonal(by_book, axis1=-2, axis2=-1)
    return Examination(float(right), float(of_right_book.mean()), by_book)
