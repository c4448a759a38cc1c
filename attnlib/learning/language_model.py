"""A small transformer that reads the sentences of `grammar` and predicts each next word.

Two blocks with two heads each, pre-norm, ReLU, and sinusoidal positions.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnlib import block
from attnlib.learning import grammar, layers
from attnlib.learning.autograd import Variable, cross_entropy, layer_norm, relu, rows
from attnlib.learning.training import Parameters, Run, Variables, as_variables, train
from attnlib.positions import sinusoidal_encoding
from attnlib.shapes import Floats, as_indices
from attnlib.softmax import softmax

D_MODEL, D_FF, NUM_HEADS, NUM_LAYERS = 32, 128, 2, 2
LENGTH = 40  # words in a training text


class Reading(NamedTuple):
    """What the model predicts when it reads a text of n words."""

    chances: Floats  # (n, words of the vocabulary): what comes next, after each word
    weights: Floats  # (layers, heads, n, n)


class Head(NamedTuple):
    """One head of the first block and the rows it reads, ready for `attention_steps`."""

    X: Floats  # (n, d_model): words plus positions, normalised
    W_q: Floats  # (d_model, d_head)
    W_k: Floats  # (d_model, d_head)
    W_v: Floats  # (d_model, d_head)
    W_o: Floats  # (d_head, d_model)


def initial(seed: int = 0) -> Parameters:
    """Draw random parameters: matrices of variance 1 / rows, gains of 1, zeros elsewhere."""
    rng, words = np.random.default_rng(seed), len(grammar.VOCABULARY)
    drawn = {"embedding": rng.normal(size=(words, D_MODEL)) / 2}
    shapes = dict.fromkeys(layers.MATRICES, (D_MODEL, D_MODEL))
    shapes |= {"W_1": (D_MODEL, D_FF), "W_2": (D_FF, D_MODEL)}
    for layer in range(NUM_LAYERS):
        for name, shape in shapes.items():
            drawn[f"{layer}.{name}"] = rng.normal(size=shape) / np.sqrt(shape[0])
        drawn |= {f"{layer}.b_1": np.zeros(D_FF), f"{layer}.b_2": np.zeros(D_MODEL)}
        for norm in ("norm_1", "norm_2"):
            drawn |= {
                f"{layer}.{norm}.gain": np.ones(D_MODEL),
                f"{layer}.{norm}.shift": np.zeros(D_MODEL),
            }
    drawn |= {"norm.gain": np.ones(D_MODEL), "norm.shift": np.zeros(D_MODEL)}
    return drawn | {"W_u": rng.normal(size=(D_MODEL, words)) / np.sqrt(D_MODEL)}


def forward(
    parameters: Variables, numbers: ArrayLike, width: int | None = None
) -> tuple[Variable, list[Floats]]:
    """Predict what follows every word.

    Parameters
    ----------
    parameters : variables
    numbers : (..., n)
        Words, as numbers in the vocabulary.
    width : int, optional
        How many words each word sees in a layer, including itself. Default: all before it.

    Returns
    -------
    logits : Variable (..., n, words of the vocabulary)
    weights : list of (..., heads, n, n)
        One for each layer.

    Raises
    ------
    ValueError
        If a number is not in the vocabulary, or width is below 1.
    """

    def norm(X: Variable, name: str) -> Variable:
        return layer_norm(X, parameters[f"{name}.gain"], parameters[f"{name}.shift"])

    X = rows(parameters["embedding"], numbers)
    X = X + sinusoidal_encoding(X.value.shape[-2], D_MODEL) / 2
    weigh, weights = partial(layers.causal_weights, width=width), []
    for layer in map(str, range(NUM_LAYERS)):
        fetched, seen = layers.attend(
            parameters, f"{layer}.", norm(X, f"{layer}.norm_1"), NUM_HEADS, weigh=weigh
        )
        X = X + fetched
        hidden = relu(
            norm(X, f"{layer}.norm_2") @ parameters[f"{layer}.W_1"] + parameters[f"{layer}.b_1"]
        )
        X = X + hidden @ parameters[f"{layer}.W_2"] + parameters[f"{layer}.b_2"]
        weights.append(seen)
    return norm(X, "norm") @ parameters["W_u"], weights


def learn(steps: int = 1000, *, seed: int = 0, keep: int = 0, width: int | None = None) -> Run:
    """Train with Adam on 16 new texts a step; each word sees `width` words, or all before it."""

    def loss(parameters: Variables, numbers: NDArray[np.int64]) -> Variable:
        return cross_entropy(forward(parameters, numbers[:, :-1], width)[0], numbers[:, 1:])

    rng = np.random.default_rng([seed, 1])
    texts = (_texts(16, rng) for _ in range(steps))
    return train(initial(seed), loss, texts, learning_rate=3e-3, forget=0.99, warm_up=50, keep=keep)


def read(parameters: Parameters, words: Sequence[str]) -> Reading:
    """Let the model read words; the first should be a full stop.

    Raises
    ------
    SentenceError
        If the model does not know a word.
    """
    logits, weights = forward(as_variables(parameters), grammar.numbers_of(words)[None])
    return Reading(softmax(logits.value[0]), np.concatenate(weights))


def surprise(parameters: Parameters, words: Sequence[str]) -> Floats:
    """Compute the loss at each word (n,), in nats, when the words are read after a full stop.

    >>> untrained = surprise(initial(), ["the", "cat", "sat"])
    >>> untrained.shape, bool(untrained.min() > 1)
    ((3,), True)
    """
    chances = read(parameters, [grammar.END, *words]).chances
    right: Floats = chances[np.arange(len(words)), grammar.numbers_of(words)]
    return -np.log(right)


def knows_who(parameters: Parameters, sentence: grammar.Sentence) -> tuple[bool, bool]:
    """Let the model read up to the pronoun, and see whose verb it expects next.

    Parameters
    ----------
    parameters : dict of arrays
    sentence : grammar.Sentence
        About two beings.

    Returns
    -------
    of_two : bool
        Whether the right being's verb is likelier than the other being's.
    of_all : bool
        Whether the right being's verb is the likeliest of all verbs.
    """
    seen = [grammar.END, *sentence.words[: sentence.pronoun + 1]]
    chances = read(parameters, seen).chances[-1]
    does = {being: chances[grammar.NUMBER[verb]] for being, verb in grammar.DOES.items()}
    right = does[sentence.meant]
    return bool(sentence.other and right > does[sentence.other]), bool(right == max(does.values()))


def head_of_first_block(parameters: Parameters, words: Sequence[str], head: int = 0) -> Head:
    """Extract one head of the first block from the model.

    `attention_steps(X @ W_q, X @ W_k, X @ W_v, causal_visibility(n)).weights` are its weights in `read`.

    Raises
    ------
    SentenceError
        If the model does not know a word.
    ValueError
        If there is no such head.
    """
    stream = parameters["embedding"][grammar.numbers_of(words)]
    stream = stream + sinusoidal_encoding(len(words), D_MODEL) / 2
    X = block.layer_norm(stream, parameters["0.norm_1.gain"], parameters["0.norm_1.shift"])
    columns = _columns_of(head)
    W_q, W_k, W_v = (parameters[f"0.{name}"][:, columns] for name in layers.MATRICES[:3])
    return Head(X, W_q, W_k, W_v, parameters["0.W_o"][columns])


def without_head(parameters: Parameters, head: int, layer: int = 0) -> Parameters:
    """Silence one head: it still attends, but adds nothing to the stream.

    Raises
    ------
    ValueError
        If there is no such head or layer.

    Examples
    --------
    >>> from attnlib.learning.trained import cat_sentence
    >>> words, model = ". the cat sat on the mat because it".split(), cat_sentence()
    >>> purred = grammar.NUMBER["purred"]
    >>> [
    ...     round(float(read(one, words).chances[-1, purred]), 2)
    ...     for one in (model, without_head(model, 0))
    ... ]
    [0.32, 0.0]
    """
    name = f"{as_indices(layer, 'layer', NUM_LAYERS, 0)}.W_o"
    W_o = parameters[name].copy()
    W_o[_columns_of(head)] = 0
    return parameters | {name: W_o}


def votes(parameters: Parameters, rows: Floats, words: Sequence[str]) -> Floats:
    """Compute which next words some rows of the stream make likelier.

    This applies the last step of the model right away. It leaves out what later layers would do
    with the rows, and the division of the last norm.

    Parameters
    ----------
    parameters : dict
    rows : (..., d_model)
        For example, what one head adds to the stream.
    words : m words of the vocabulary

    Returns
    -------
    (..., m)
        Logits, up to that division. More means likelier.
    """
    read_out = parameters["norm.gain"][:, None] * parameters["W_u"]
    chosen: Floats = rows @ read_out[:, grammar.numbers_of(words)]
    return chosen


def _columns_of(head: int) -> slice:
    """Find the columns of a head in W_q, W_k and W_v, which are its rows in W_o."""
    d_head = D_MODEL // NUM_HEADS
    first = int(as_indices(head, "head", NUM_HEADS, 0)) * d_head
    return slice(first, first + d_head)


def _texts(batch: int, rng: np.random.Generator) -> NDArray[np.int64]:
    return np.array([grammar.numbers_of(grammar.text(LENGTH + 1, rng)) for _ in range(batch)])
