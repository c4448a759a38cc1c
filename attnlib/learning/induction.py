"""What came after this token last time? Two layers of attention learn to look it up.

A sequence is a block of different tokens that is repeated until the sequence is full. From its second time
on, each next token can be known: it is the one that followed the same token one block earlier.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from attnlib.learning import layers
from attnlib.learning.autograd import Variable, cross_entropy, rows
from attnlib.learning.training import Parameters, Run, Variables, train
from attnlib.positions import sinusoidal_encoding
from attnlib.shapes import Bools, Floats

TOKENS, D_MODEL, LENGTH = 16, 32, 24
PERIODS = (4, 10)  # the shortest and the longest block


class Sequences(NamedTuple):
    """A batch of sequences, with what comes next."""

    tokens: NDArray[np.int64]  # (batch, n)
    following: NDArray[np.int64]  # (batch, n): the next token
    known: Bools  # (batch, n): True where the next token can be known


def sequences(
    batch: int, rng: np.random.Generator, length: int = LENGTH, periods: tuple[int, int] = PERIODS
) -> Sequences:
    """Draw sequences at random.

    >>> drawn = sequences(1, np.random.default_rng(0), periods=(4, 4))
    >>> drawn.tokens[0, :8].tolist(), drawn.known[0, :5].tolist()
    ([6, 9, 8, 15, 6, 9, 8, 15], [False, False, False, True, True])
    """
    shortest, longest = periods
    period = rng.integers(shortest, longest + 1, size=(batch, 1))
    blocks = rng.permuted(np.tile(np.arange(TOKENS), (batch, 1)), axis=-1)
    whole = np.take_along_axis(blocks, np.arange(length + 1) % period, axis=-1)
    return Sequences(whole[:, :-1], whole[:, 1:], np.arange(length) >= period - 1)


class Induction(NamedTuple):
    """A model of attention layers alone, each added to the stream of its tokens."""

    num_layers: int = 2
    num_heads: int = 1
    positions: str = "learned"  # or "sinusoidal", "rope", "alibi", "none"
    bug: str = "none"  # or another name in BUGS

    def initial(self, seed: int = 0) -> Parameters:
        """Draw parameters at random."""
        rng = np.random.default_rng(seed)
        vectors = {"embedding": rng.normal(size=(TOKENS, D_MODEL)) * 0.5**0.5}
        if self.positions == "learned":
            vectors["positions"] = rng.normal(size=(LENGTH, D_MODEL)) * 0.5**0.5
        names = [f"{layer}.{W}" for layer in range(self.num_layers) for W in ("W_q", "W_k", "W_v", "W_o")]
        matrices = {name: rng.normal(size=(D_MODEL, D_MODEL)) for name in names}
        matrices["W_u"] = rng.normal(size=(D_MODEL, TOKENS))
        return vectors | {name: matrix / np.sqrt(D_MODEL) for name, matrix in matrices.items()}

    def forward(self, parameters: Variables, tokens: NDArray[np.int64]) -> tuple[Variable, list[Floats]]:
        """Predict the next token everywhere: logits (batch, n, tokens), and the weights of each layer."""
        n = tokens.shape[-1]
        X = rows(parameters["embedding"], tokens)
        steps = {}
        if self.positions == "learned":
            X = X + parameters["positions"][:n]
        elif self.positions == "sinusoidal":
            X = X + sinusoidal_encoding(n, D_MODEL) * 0.5**0.5
        elif self.positions == "rope":
            steps["turn"] = rope(n, D_MODEL // self.num_heads)
        elif self.positions == "alibi":
            slopes = 2.0 ** (-8 * np.arange(1, self.num_heads + 1) / self.num_heads)
            distance = np.arange(n)[:, None] - np.arange(n)
            bias = -slopes[:, None, None] * distance
            steps["weigh"] = lambda scores, d: layers.causal_weights(scores, d, bias)
        weights = []
        for layer in range(self.num_layers):
            output, seen = layers.attend(parameters, f"{layer}.", X, self.num_heads, **{**steps, **BUGS[self.bug]})
            X = X + output
            weights.append(seen)
        return X @ parameters["W_u"], weights

    def learn(self, steps=600, seed=0, keep=0, everywhere=False, batch=32) -> Run:
        def loss(parameters, drawn):
            logits, _ = self.forward(parameters, drawn.tokens)
            counted = np.ones_like(drawn.known) if everywhere else drawn.known
            return cross_entropy(logits[counted], drawn.following[counted])
        rng = np.random.default_rng([seed, 1])
        return train(self.initial(seed), loss, (sequences(batch, rng) for _ in range(steps)),
            learning_rate=3e-3, forget=0.99, warm_up=50, keep=keep)

def rope(n, d):
    angles = np.repeat(np.arange(n)[:,None] * 10000.0 ** (-np.arange(0,d,2)/d), 2, axis=-1)
    return lambda X: layers.turned(X, np.cos(angles), np.sin(angles))

BUGS = {"none": {}}
