"""A small transformer that reads sentences of a small language and predicts each next word.

Two blocks with two heads each, pre-norm, ReLU, and sinusoidal positions. For comparison there are
smaller networks: one layer, or attention alone, without feed-forward.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnlib import block
from attnlib.positions import sinusoidal_encoding
from attnlib.shapes import Floats, as_indices
from attnlib.softmax import softmax
from course.models.learning import autograd, grammar, layers
from course.models.learning.autograd import Variable, cross_entropy, layer_norm, relu, rows
from course.models.learning.language import END, Language, Sentence, Vocabulary
from course.models.learning.training import Parameters, Run, Variables, as_variables, train

D_MODEL, NUM_HEADS, NUM_LAYERS = 32, 2, 2
LENGTH = 40  # words in a training text
PARTS = ("embedding", "attention 1", "feed-forward 1", "attention 2", "feed-forward 2")
"""What writes to the residual stream of two whole blocks, in order."""


class Reading(NamedTuple):
    """What the model predicts when it reads a text of n words."""

    chances: Floats  # (n, words of the vocabulary): what comes next, after each word
    weights: Floats  # (layers, heads, n, n)


class Stream(NamedTuple):
    """The residual stream of a text of n words, after each part that writes to it."""

    rows: Floats  # (parts, n, d_model)
    chances: Floats  # (parts, n, words of the vocabulary): what comes next, read out there


class Head(NamedTuple):
    """One head of the first block and the rows it reads, ready for `attention_steps`."""

    X: Floats  # (n, d_model): words plus positions, normalised
    W_q: Floats  # (d_model, d_head)
    W_k: Floats  # (d_model, d_head)
    W_v: Floats  # (d_model, d_head)
    W_o: Floats  # (d_head, d_model)


def initial(
    seed: int = 0,
    language: Vocabulary = grammar,
    d_model: int = D_MODEL,
    *,
    num_layers: int = NUM_LAYERS,
    feed_forward: bool = True,
) -> Parameters:
    """Draw random parameters: matrices of variance 1 / rows, gains of 1, zeros elsewhere.

    The names of the parameters say which network it is, so that whatever takes them needs no other
    description of it.

    >>> attention_alone = initial(num_layers=1, feed_forward=False)
    >>> [name for name in attention_alone if name.startswith("0.")]
    ['0.W_q', '0.W_k', '0.W_v', '0.W_o', '0.norm_1.gain', '0.norm_1.shift']
    """
    rng, words, d_ff = np.random.default_rng(seed), len(language.VOCABULARY), 4 * d_model
    drawn = {"embedding": rng.normal(size=(words, d_model)) / 2}
    shapes = dict.fromkeys(layers.MATRICES, (d_model, d_model))
    if feed_forward:
        shapes |= {"W_1": (d_model, d_ff), "W_2": (d_ff, d_model)}
    for layer in range(num_layers):
        for name, shape in shapes.items():
            drawn[f"{layer}.{name}"] = rng.normal(size=shape) / np.sqrt(shape[0])
        if feed_forward:
            drawn |= {f"{layer}.b_1": np.zeros(d_ff), f"{layer}.b_2": np.zeros(d_model)}
        for norm in ("norm_1", "norm_2") if feed_forward else ("norm_1",):
            drawn |= {
                f"{layer}.{norm}.gain": np.ones(d_model),
                f"{layer}.{norm}.shift": np.zeros(d_model),
            }
    drawn |= {"norm.gain": np.ones(d_model), "norm.shift": np.zeros(d_model)}
    return drawn | {"W_u": rng.normal(size=(d_model, words)) / np.sqrt(d_model)}


def forward(
    parameters: Variables, numbers: ArrayLike, width: int | None = None, causal: bool = True
) -> tuple[Variable, list[Floats]]:
    """Predict what follows every word.

    Parameters
    ----------
    parameters : variables
    numbers : (..., n)
        Words, as numbers in the vocabulary.
    width : int, optional
        How many words each word sees in a layer, including itself. Default: all before it.
    causal : bool
        Whether the words after a word are hidden from it. If not, there is no mask, and no width.

    Returns
    -------
    logits : Variable (..., n, words of the vocabulary)
    weights : list of (..., heads, n, n)
        One for each layer.

    Raises
    ------
    ValueError
        If a number is not in the vocabulary, width is below 1, or there is a width without a mask.
    """
    parts, weights = _stream(parameters, numbers, width, causal)
    return _read_out(parameters, parts[-1]), weights


def learn(
    steps: int = 1000,
    *,
    seed: int = 0,
    keep: int = 0,
    width: int | None = None,
    causal: bool = True,
    language: Language = grammar,
    num_layers: int = NUM_LAYERS,
    feed_forward: bool = True,
) -> Run:
    """Train with Adam on 16 new texts of a language a step.

    `width` and `causal` are as in `forward`; `num_layers` and `feed_forward` say what kind of network
    learns, as in `initial`.
    """

    def loss(parameters: Variables, numbers: NDArray[np.int64]) -> Variable:
        logits, _ = forward(parameters, numbers[:, :-1], width, causal)
        return cross_entropy(logits, numbers[:, 1:])

    rng = np.random.default_rng([seed, 1])
    texts = (_texts(16, rng, language) for _ in range(steps))
    start = initial(seed, language, num_layers=num_layers, feed_forward=feed_forward)
    return train(start, loss, texts, learning_rate=3e-3, forget=0.99, warm_up=50, keep=keep)


def read(
    parameters: Parameters,
    words: Sequence[str],
    language: Vocabulary = grammar,
    *,
    causal: bool = True,
) -> Reading:
    """Let the model read words; the first should be a full stop.

    Parameters
    ----------
    parameters : dict of arrays
    words : n words
    language : module
        The one that the model has learned: `grammar`, `twins` or `roles`.
    causal : bool
        Whether the words after a word are hidden from it.

    Raises
    ------
    SentenceError
        If the model does not know a word.
    """
    logits, weights = forward(as_variables(parameters), language.numbers_of(words), causal=causal)
    return Reading(softmax(logits.value), np.array(weights))


def stream(parameters: Parameters, words: Sequence[str], language: Vocabulary = grammar) -> Stream:
    """Look into the residual stream: what it holds after each part, and what that says.

    The last norm and W_u, which turn the end of the stream into the prediction, are applied to what
    it holds earlier. This is known as the logit lens (nostalgebraist 2020).

    Parameters
    ----------
    parameters : dict of arrays
    words : n words
        The first should be a full stop.
    language : module
        The one that the model has learned.

    Raises
    ------
    SentenceError
        If the model does not know a word.

    Examples
    --------
    >>> from course.models.learning import trained, twins
    >>> words = ". the cat sat on the mat because it was soft . it".split()
    >>> chances = stream(trained.twins(), words, twins).chances[:, -1]
    >>> for part, frayed in zip(PARTS, chances[:, twins.NUMBER["frayed"]]):
    ...     print(f"{part:15}{frayed:.2f}")
    embedding      0.08
    attention 1    0.11
    feed-forward 1 0.16
    attention 2    0.85
    feed-forward 2 1.00
    """
    variables = as_variables(parameters)
    parts, _ = _stream(variables, language.numbers_of(words))
    logits = np.array([_read_out(variables, part).value for part in parts])
    return Stream(np.array([part.value for part in parts]), softmax(logits))


def surprise(parameters: Parameters, words: Sequence[str], language: Language = grammar) -> Floats:
    """Compute the loss at each word (n,), in nats, when the words are read after a full stop.

    >>> untrained = surprise(initial(), ["the", "cat", "sat"])
    >>> untrained.shape, bool(untrained.min() > 1)
    ((3,), True)
    """
    chances = read(parameters, [END, *words], language).chances
    right: Floats = chances[np.arange(len(words)), language.numbers_of(words)]
    return -np.log(right)


def knows_who(
    parameters: Parameters, sentence: Sentence, language: Language = grammar
) -> tuple[bool, bool]:
    """Let the model read up to the pronoun, and see whose verb it expects next.

    Parameters
    ----------
    parameters : dict of arrays
    sentence : Sentence
        About two beings, or a being and a thing.
    language : module
        The one that the model has learned.

    Returns
    -------
    of_two : bool
        Whether the right verb is likelier than that of the other.
    of_all : bool
        Whether the right verb is the likeliest of all verbs.
    """
    seen = [END, *sentence.words[: sentence.pronoun + 1]]
    chances = read(parameters, seen, language).chances[-1]
    verbs = language.numbers_of([*language.DOES.values()])
    does = dict(zip(language.DOES, chances[verbs], strict=True))
    right = does[sentence.meant]
    return bool(sentence.other and right > does[sentence.other]), bool(right == max(does.values()))


def head_of_first_block(
    parameters: Parameters, words: Sequence[str], head: int = 0, language: Vocabulary = grammar
) -> Head:
    """Extract one head of the first block from the model.

    `attention_steps(X @ W_q, X @ W_k, X @ W_v, causal_visibility(n)).weights` are its weights in `read`.

    Raises
    ------
    SentenceError
        If the model does not know a word.
    ValueError
        If there is no such head.
    """
    rows = parameters["embedding"][language.numbers_of(words)]
    rows = rows + sinusoidal_encoding(len(words), D_MODEL) / 2
    X = block.layer_norm(rows, parameters["0.norm_1.gain"], parameters["0.norm_1.shift"])
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
    >>> from course.models.learning.trained import cat_sentence
    >>> words, model = ". the cat sat on the mat because it".split(), cat_sentence()
    >>> purred = grammar.NUMBER["purred"]
    >>> [
    ...     round(float(read(one, words).chances[-1, purred]), 2)
    ...     for one in (model, without_head(model, 0))
    ... ]
    [0.32, 0.0]
    """
    name = f"{as_indices(layer, 'layer', _num_layers(parameters), 0)}.W_o"
    W_o = parameters[name].copy()
    W_o[_columns_of(head)] = 0
    return parameters | {name: W_o}


def _columns_of(head: int) -> slice:
    """Find the columns of a head in W_q, W_k and W_v, which are its rows in W_o."""
    d_head = D_MODEL // NUM_HEADS
    first = int(as_indices(head, "head", NUM_HEADS, 0)) * d_head
    return slice(first, first + d_head)


def _stream(
    parameters: Variables, numbers: ArrayLike, width: int | None = None, causal: bool = True
) -> tuple[list[Variable], list[Floats]]:
    """Compute the residual stream after each part, and the weights of each layer."""
    if width is not None and not causal:
        raise ValueError(
            f"width: without a mask, there is no window, but it is {width}. Leave one of them out?"
        )
    weigh = partial(layers.causal_weights, width=width) if causal else autograd.softmax
    X = rows(parameters["embedding"], numbers)
    X = X + sinusoidal_encoding(*X.value.shape[-2:]) / 2
    parts, weights = [X], []
    for layer in map(str, range(_num_layers(parameters))):
        normed = _norm(parameters, f"{layer}.norm_1", X)
        fetched, seen = layers.attend(parameters, f"{layer}.", normed, NUM_HEADS, weigh=weigh)
        X = X + fetched
        parts.append(X)
        weights.append(seen)
        if f"{layer}.W_1" in parameters:
            normed = _norm(parameters, f"{layer}.norm_2", X)
            hidden = relu(normed @ parameters[f"{layer}.W_1"] + parameters[f"{layer}.b_1"])
            X = X + hidden @ parameters[f"{layer}.W_2"] + parameters[f"{layer}.b_2"]
            parts.append(X)
    return parts, weights


def _num_layers(parameters: Iterable[str]) -> int:
    return sum(name.endswith(".W_q") for name in parameters)


def _read_out(parameters: Variables, X: Variable) -> Variable:
    return _norm(parameters, "norm", X) @ parameters["W_u"]


def _norm(parameters: Variables, name: str, X: Variable) -> Variable:
    return layer_norm(X, parameters[f"{name}.gain"], parameters[f"{name}.shift"])


def _texts(batch: int, rng: np.random.Generator, language: Language) -> NDArray[np.int64]:
    return np.array([language.numbers_of(language.text(LENGTH + 1, rng)) for _ in range(batch)])
