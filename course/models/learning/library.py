"""The library of lesson 1, learned: one attention head finds the book with the requested label.

Eight books stand on a shelf. Each has a label (one of 16) and a content (one of 8), drawn at
random. Its vector is the sum of a random vector for the label and one for the content. A query
names a label and must return the content. The model has to learn to compare labels and to pass on
contents.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnlib.shapes import Floats, as_floats, as_indices
from attnlib.softmax import softmax
from course.models.learning import gradients
from course.models.learning.autograd import Variable, cross_entropy
from course.models.learning.training import (
    Parameters,
    Run,
    Variables,
    as_variables,
    loss_and_gradients,
    train,
)

SoftmaxBackward = Callable[[Floats, Floats], Floats]

LABELS, CONTENTS, BOOKS = 16, 8, 8
D_MODEL = 32
VECTORS = ("labels", "contents")
"""The parameters that are not learned: the random vectors of words."""


class Shelves(NamedTuple):
    """A batch of shelves, or a single one, each with a query for every book."""

    labels: NDArray[np.int64]  # (..., books): no label occurs twice on a shelf
    contents: NDArray[np.int64]  # (..., books)
    wanted: NDArray[np.int64]  # (..., queries): which book holds the answer

    @property
    def asked(self) -> NDArray[np.int64]:
        """(..., queries): the label that each query names."""
        return np.take_along_axis(self.labels, self.wanted, axis=-1)

    @property
    def answers(self) -> NDArray[np.int64]:
        """(..., queries): the content that each query should return."""
        return np.take_along_axis(self.contents, self.wanted, axis=-1)


def shelves(batch: int, rng: np.random.Generator) -> Shelves:
    """Fill shelves at random.

    >>> drawn = shelves(4, np.random.default_rng(0))
    >>> drawn.labels.shape, len(set(drawn.labels[0]))
    ((4, 8), 8)
    """
    labels = rng.permuted(np.tile(np.arange(LABELS), (batch, 1)), axis=-1)[:, :BOOKS]
    wanted = rng.permuted(np.tile(np.arange(BOOKS), (batch, 1)), axis=-1)
    return Shelves(labels, rng.integers(CONTENTS, size=(batch, BOOKS)), wanted)


def shelf(rng: np.random.Generator) -> Shelves:
    """Fill a single shelf at random; its arrays have no axis for a batch.

    >>> shelf(np.random.default_rng(0)).labels.shape
    (8,)
    """
    return Shelves(*(drawn[0] for drawn in shelves(1, rng)))


class Vectors(NamedTuple):
    """Shelves as the model reads them."""

    asked: Floats  # (..., queries, d_model): the label that each query names
    books: Floats  # (..., books, d_model): label plus content


def vectors(parameters: Parameters, on: Shelves) -> Vectors:
    """Look up the vectors of queries and books.

    Examples
    --------
    All that training needs can be written out. Here the slopes go back through one attention, and
    every matrix takes a step of plain gradient descent.

    >>> from attnlib import attention
    >>> def train_step(W, on, learning_rate):
    ...     asked, books = vectors(W, on)
    ...     Q, K, V = asked @ W["W_q"], books @ W["W_k"], books @ W["W_v"]
    ...     output, weights = attention(Q, K, V)
    ...     loss, d_logits = gradients.cross_entropy(output @ W["W_u"], on.answers)
    ...     d_Q, d_K, d_V = gradients.attention_backward(Q, K, V, d_logits @ W["W_u"].T)
    ...     slopes = {"W_q": asked.T @ d_Q, "W_k": books.T @ d_K, "W_v": books.T @ d_V}
    ...     slopes["W_u"] = output.T @ d_logits
    ...     for name, d_W in slopes.items():
    ...         W[name] = W[name] - learning_rate * d_W
    ...     return loss
    >>> W, rng = initial(), np.random.default_rng(1)
    >>> losses = [train_step(W, shelf(rng), learning_rate=0.1) for _ in range(300)]
    >>> losses[0] > 2, losses[-1] < 0.05
    (True, True)
    """
    labels, contents = (parameters[name] for name in VECTORS)
    return Vectors(labels[on.asked], labels[on.labels] + contents[on.contents])


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


def answer(
    parameters: Variables,
    on: Shelves,
    scaled: bool = True,
    softmax_backward: SoftmaxBackward = gradients.softmax_backward,
) -> tuple[Variable, Floats]:
    """Answer every query.

    Parameters
    ----------
    parameters : variables
    on : Shelves
    scaled : bool
        Whether scores are divided by the root of d_k.
    softmax_backward : function
        Takes the weights and their gradient, and returns the gradient of the scores. A wrong one
        shows what training makes of wrong gradients.

    Returns
    -------
    logits : Variable (..., queries, contents)
    weights : (..., queries, books)
    """
    asked, books = map(Variable, vectors({name: parameters[name].value for name in VECTORS}, on))
    Q, K, V = asked @ parameters["W_q"], books @ parameters["W_k"], books @ parameters["W_v"]
    scores = Q @ K.swapaxes(-1, -2)
    if scaled:
        scores = scores * Q.value.shape[-1] ** -0.5
    found = softmax(scores.value)
    weights = Variable(found, [(scores, partial(softmax_backward, found))])
    return weights @ V @ parameters["W_u"], found


def learn(
    steps: int = 200,
    *,
    d_k: int = 32,
    scaled: bool = True,
    softmax_backward: SoftmaxBackward = gradients.softmax_backward,
    start: float = 1.0,
    learning_rate: float = 3e-3,
    plain: bool = False,
    seed: int = 0,
    keep: int = 0,
) -> Run:
    """Train on 32 new shelves at each step.

    Parameters
    ----------
    steps : int
    d_k, start, seed
        As for `initial`.
    scaled, softmax_backward
        As for `answer`.
    learning_rate, plain, keep
        As for `train`.
    """

    def loss(parameters: Variables, batch: Shelves) -> Variable:
        logits, _ = answer(parameters, batch, scaled, softmax_backward)
        return cross_entropy(logits, batch.answers)

    rng = np.random.default_rng([seed, 1])
    return train(
        initial(d_k, seed, start),
        loss,
        (shelves(32, rng) for _ in range(steps)),
        learning_rate=learning_rate,
        plain=plain,
        frozen=VECTORS,
        keep=keep,
    )


def loss_and_slopes(
    parameters: Parameters,
    on: Shelves,
    softmax_backward: SoftmaxBackward = gradients.softmax_backward,
) -> tuple[float, Parameters]:
    """Compute the loss, and its slope for every number of every parameter.

    >>> loss, slopes = loss_and_slopes(initial(), shelf(np.random.default_rng(0)))
    >>> round(loss, 2), slopes["W_q"].shape
    (2.33, (32, 32))
    """

    def loss(variables: Variables, on: Shelves) -> Variable:
        logits, _ = answer(variables, on, softmax_backward=softmax_backward)
        return cross_entropy(logits, on.answers)

    return loss_and_gradients(parameters, loss, on)


class OneWeight(NamedTuple):
    """A single number of W_q, while all others stay, and the loss on the same shelves.

    Examples
    --------
    After 40 steps, this number is left of the lowest place. A step of the right size takes it there.
    A larger one jumps across the valley, and back again, forever.

    >>> books = shelf(np.random.default_rng(0))
    >>> weight = OneWeight(learn(40).parameters, books, row=12, column=24)
    >>> weight.path(5, steps=3).round(1)
    array([-0.1,  1.5,  1.5,  1.5])
    >>> weight.path(16, steps=5).round(1)
    array([-0.1,  5. , -1.3,  4.9, -1.4,  4.9])
    >>> weight.losses(weight.path(16, steps=5)).round(1)
    array([0.4, 1.2, 0.9, 1.2, 0.9, 1.2])
    """

    parameters: Parameters
    on: Shelves
    row: int
    column: int

    def losses(self, values: ArrayLike) -> Floats:
        """Compute the loss for each of several values (n,)."""
        return np.array([self._loss_and_slope(value)[0] for value in as_floats(values, "values")])

    def slope(self, value: float) -> float:
        """Compute the slope of the loss where the number has this value."""
        return self._loss_and_slope(value)[1]

    def path(self, learning_rate: float, steps: int) -> Floats:
        """Take steps of gradient descent: (steps + 1,), from the value that the model has."""
        values = [float(self.parameters["W_q"][self._place])]
        for _ in range(steps):
            values.append(values[-1] - learning_rate * self.slope(values[-1]))
        return np.array(values)

    @property
    def _place(self) -> tuple[int, int]:
        d_model, d_k = self.parameters["W_q"].shape
        row, column = (
            as_indices(self.row, "row", d_model, 0),
            as_indices(self.column, "column", d_k, 0),
        )
        return int(row), int(column)

    def _loss_and_slope(self, value: float) -> tuple[float, float]:
        W_q = self.parameters["W_q"].copy()
        W_q[self._place] = value
        loss, slopes = loss_and_slopes({**self.parameters, "W_q": W_q}, self.on)
        return loss, float(slopes["W_q"][self._place])


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
