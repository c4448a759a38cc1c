"""Small language models with the arrays of the trained one: random weights of any sizes, and texts."""

import itertools
from typing import Any

import numpy as np

from course.models.learning import grammar

ROWS = ("b_1", "b_2", "norm_1.gain", "norm_1.shift", "norm_2.gain", "norm_2.shift")

# What the arrays of a part hold if it adds zeros to the stream, whether norms come first or last.
IDLE = {
    "attention": {"W_v": 0, "W_o": 0, "norm_1.gain": 1, "norm_1.shift": 0},
    "feed": {"W_1": 0, "b_1": 0, "W_2": 0, "b_2": 0, "norm_2.gain": 1, "norm_2.shift": 0},
}

# A model whose parts start to work one after the other, for the stages of a task.
SILENT = {"V": 6, "d_model": 6, "d_ff": 5, "parts": "", "loudness": 30}
ATTENTION_0 = {**SILENT, "parts": "0.attention"}
BLOCK_0 = {**SILENT, "parts": "0.attention 0.feed"}
ATTENTION_1 = {**SILENT, "parts": "0.attention 0.feed 1.attention"}
BLOCKS = {**SILENT, "parts": "0.attention 0.feed 1.attention 1.feed"}
LOUD = {**SILENT, "loudness": 1e7}

Weights = dict[str, Any]


def random_weights(rng: np.random.Generator, V: int, d_model: int, d_ff: int) -> Weights:
    """Draw random weights, named as in the trained model, for V words."""

    def matrix(*shape: int) -> Any:
        return rng.normal(size=shape) / np.sqrt(shape[0])

    drawn: Weights = {"embedding": rng.normal(size=(V, d_model))}
    for layer in (0, 1):
        own = {name: matrix(d_model, d_model) for name in ("W_q", "W_k", "W_v", "W_o")}
        own |= {"W_1": matrix(d_model, d_ff), "W_2": matrix(d_ff, d_model)}
        own |= {name: rng.normal(size=d_ff if name == "b_1" else d_model) / 2 for name in ROWS}
        own |= {"W_q": 2 * own["W_q"]}  # so that attention weights are far from equal
        drawn |= {f"{layer}.{name}": array for name, array in own.items()}
    drawn |= {"norm.gain": rng.uniform(0.5, 2, size=d_model), "norm.shift": matrix(d_model)}
    return drawn | {"W_u": matrix(d_model, V)}


def hardly_varying(rng: np.random.Generator, V: int, d_model: int) -> Weights:
    """Draw a model whose first word enters with nearly equal numbers, so that eps matters."""
    weights = random_weights(rng, V, d_model, 2 * d_model)
    place = np.arange(d_model) % 2  # the encoding of position 0
    weights["embedding"][0] = 0.3 - place / 2 + 0.003 * rng.normal(size=d_model)
    return weights


def not_varying(rng: np.random.Generator, V: int, d_model: int) -> Weights:
    """Draw a model whose first word enters with equal numbers, so that without eps there is 0 / 0."""
    weights = random_weights(rng, V, d_model, 2 * d_model)
    weights["embedding"][0] = 0.25 - np.arange(d_model) % 2 / 2  # exact, like the encoding
    return weights


def working(
    rng: np.random.Generator, V: int, d_model: int, d_ff: int, parts: str, loudness: float
) -> Weights:
    """Draw a model of which only some parts work, such as "0.attention 0.feed".

    The other parts add zeros to the stream. The embeddings are multiplied by `loudness`: at 30,
    eps makes no difference beside them, and at 1e7 no encoding either.
    """
    weights = random_weights(rng, V, d_model, d_ff)
    weights["embedding"] *= loudness
    for layer, (part, arrays) in itertools.product((0, 1), IDLE.items()):
        if f"{layer}.{part}" not in parts.split():
            for name, number in arrays.items():
                weights[f"{layer}.{name}"][:] = number
    return weights


def words(rng: np.random.Generator, n: int, V: int) -> Any:
    """Draw n words of V, by their numbers."""
    return rng.integers(V, size=n)


def sentence(rng: np.random.Generator, n: int) -> Any:
    """Draw n words as the trained model has read them, by their numbers."""
    return grammar.numbers_of(grammar.text(n, rng))
