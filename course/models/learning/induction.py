"""What followed this token last time? Two attention layers learn to look it up.

A sequence is a block of different tokens, repeated until the sequence is full. From the second
repetition on, each next token can be predicted: it is the one that followed the same token one
block earlier.
"""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnlib.heads import head_shapes
from attnlib.masks import causal_visibility
from attnlib.positions import sinusoidal_encoding
from attnlib.relative_positions import alibi_bias, alibi_slopes
from attnlib.shapes import Bools, Floats, as_size, check_length
from course.models.learning import layers
from course.models.learning.autograd import Variable, cross_entropy, rows, softmax
from course.models.learning.training import Parameters, Run, Variables, as_variables, train

TOKENS, D_MODEL, LENGTH = 16, 32, 24
LETTERS = "abcdefghijklmnop"
"""A letter for each token."""
PERIODS = (4, 10)  # lengths of the shortest and the longest block
POSITIONS = ("learned", "sinusoidal", "rope", "alibi", "none")


class Sequences(NamedTuple):
    """A batch of sequences, with the next tokens."""

    tokens: NDArray[np.int64]  # (batch, n)
    following: NDArray[np.int64]  # (batch, n): the next token
    known: Bools  # (batch, n): True where the next token can be predicted

    @property
    def letters(self) -> NDArray[np.str_]:
        """(batch, n): the tokens, as a reader sees them."""
        return np.array([*LETTERS])[self.tokens]


def sequences(
    batch: int, rng: np.random.Generator, length: int = LENGTH, periods: tuple[int, int] = PERIODS
) -> Sequences:
    """Draw random sequences.

    Parameters
    ----------
    batch, length : int
    rng : numpy.random.Generator
    periods : (int, int)
        Lengths of the shortest and the longest block, from 1 to 16.

    Raises
    ------
    ValueError
        If the shortest is below 1 or above the longest, or the longest is above 16.

    Examples
    --------
    >>> drawn = sequences(1, np.random.default_rng(0), periods=(4, 4))
    >>> drawn.tokens[0, :8].tolist(), drawn.known[0, :5].tolist()
    ([2, 11, 3, 10, 2, 11, 3, 10], [False, False, False, True, True])
    """
    shortest, longest = periods
    if not 1 <= shortest <= longest <= TOKENS:
        raise ValueError(
            f"periods: two lengths from 1 to {TOKENS} are needed, the shorter one first, but they "
            f"are {periods}. Should a block be longer than there are different tokens?"
        )
    period = rng.integers(shortest, longest + 1, size=(batch, 1))
    blocks = rng.permuted(np.tile(np.arange(TOKENS), (batch, 1)), axis=-1)
    whole = np.take_along_axis(blocks, np.arange(length + 1) % period, axis=-1)
    return Sequences(whole[:, :-1], whole[:, 1:], np.arange(length) >= period - 1)


def _visible(scaled: Variable) -> Bools:
    return causal_visibility(scaled.value.shape[-1])


BUGS: Mapping[str, Mapping[str, Callable[..., Variable]]] = {
    "none": {},
    "no mask": {"weigh": softmax},
    "0 and 1 added as a mask": {
        "weigh": lambda scaled: softmax(scaled + _visible(scaled).astype(float))
    },
    "mask after softmax": {"weigh": lambda scaled: softmax(scaled) * _visible(scaled)},
    "softmax over queries": {
        "weigh": lambda scaled: softmax(scaled.swapaxes(-1, -2), _visible(scaled).T).swapaxes(
            -1, -2
        )
    },
    "divided by the root of d_model": {
        "weigh": lambda scaled: layers.causal_weights(scaled * scaled.value.shape[-3] ** -0.5)
    },
    "heads merged without moving them back": {
        "merge": lambda heads: heads.reshape(heads.value.shape[0], heads.value.shape[2], -1)
    },
}
"""Bugs that do not stop training: for each, the step of `layers.attend` that it replaces.

A bug that `course.clinic` rebuilds as well has the same name there.
"""


class Induction(NamedTuple):
    """A model of attention layers only, each added to the stream.

    Parameters
    ----------
    num_layers, num_heads : int
    positions : str
        How the model knows where a token is: one of `POSITIONS`.
    bug : str
        One of `BUGS`.
    window : int, optional
        How many tokens each token sees, including itself. Default: all up to itself.
    """

    num_layers: int = 2
    num_heads: int = 1
    positions: str = "learned"
    bug: str = "none"
    window: int | None = None

    def initial(self, seed: int = 0) -> Parameters:
        """Draw random parameters.

        Raises
        ------
        ValueError
            If `positions` or `bug` is not a known name, num_layers is negative, or num_heads does
            not divide d_model, 32.
        """
        _check_name(self.positions, "positions", POSITIONS)
        _check_name(self.bug, "bug", BUGS)
        num_layers = as_size(self.num_layers, "num_layers", 0)
        head_shapes(LENGTH, D_MODEL, self.num_heads)  # raises a clear error
        rng = np.random.default_rng(seed)
        drawn = {"embedding": rng.normal(size=(TOKENS, D_MODEL)) / np.sqrt(2)}
        if self.positions == "learned":
            drawn["positions"] = rng.normal(size=(LENGTH, D_MODEL)) / np.sqrt(2)
        shapes = {f"{layer}.{W}": D_MODEL for layer in range(num_layers) for W in layers.MATRICES}
        for name, width in {**shapes, "W_u": TOKENS}.items():
            drawn[name] = rng.normal(size=(D_MODEL, width)) / np.sqrt(D_MODEL)
        return drawn

    def forward(self, parameters: Variables, tokens: ArrayLike) -> tuple[Variable, list[Floats]]:
        """Predict what follows every token.

        Parameters
        ----------
        parameters : variables
        tokens : (..., n)
            From 0 to 15. With learned positions, n is at most 24.

        Returns
        -------
        logits : Variable (..., n, tokens)
        weights : list of (..., heads, n, n)
            One for each layer.

        Raises
        ------
        ValueError
            If a token is unknown, the text is too long, or the window is below 1.
        """
        X, weights = self._stream(parameters, tokens)
        return X @ parameters["W_u"], weights

    def _stream(self, parameters: Variables, tokens: ArrayLike) -> tuple[Variable, list[Floats]]:
        """Compute what the last layer leaves in the stream, and the weights of each layer."""
        X = rows(parameters["embedding"], tokens)
        n = X.value.shape[-2]
        steps = self._steps(n)
        if self.positions == "learned":
            learned = parameters["positions"]
            check_length(n, len(learned.value))
            X = X + learned[:n]
        elif self.positions == "sinusoidal":
            X = X + sinusoidal_encoding(n, D_MODEL) / np.sqrt(2)
        weights = []
        for layer in range(self.num_layers):
            fetched, seen = layers.attend(parameters, f"{layer}.", X, self.num_heads, **steps)
            X = X + fetched
            weights.append(seen)
        return X, weights

    def _steps(self, n: int) -> dict[str, Any]:
        """Choose the steps of attention that differ from the usual ones."""
        causal = partial(layers.causal_weights, width=self.window)
        steps: dict[str, Any] = {"weigh": causal, **BUGS[self.bug]}
        if self.positions == "rope":
            steps["turn"] = layers.turn(n, D_MODEL // self.num_heads)
        if self.positions == "alibi":
            bias, weigh = alibi_bias(n, alibi_slopes(self.num_heads)), steps["weigh"]
            steps["weigh"] = lambda scaled: weigh(scaled + bias)
        return steps

    def learn(
        self,
        steps: int = 600,
        *,
        everywhere: bool = False,
        learning_rate: float = 3e-3,
        plain: bool = False,
        seed: int = 0,
        keep: int = 0,
    ) -> Run:
        """Train on 32 new sequences at each step.

        Parameters
        ----------
        steps : int
        everywhere : bool
            Whether tokens that cannot be predicted are counted as well, as language models do.
        learning_rate, plain, keep
            As for `train`.
        seed : int
            Of the parameters at the start, and of the sequences.
        """

        def loss(parameters: Variables, batch: Sequences) -> Variable:
            logits, _ = self.forward(parameters, batch.tokens)
            counted = batch.known | everywhere
            return cross_entropy(logits[counted], batch.following[counted])

        rng = np.random.default_rng([seed, 1])
        return train(
            self.initial(seed),
            loss,
            (sequences(32, rng) for _ in range(steps)),
            learning_rate=learning_rate,
            plain=plain,
            forget=0.99,
            warm_up=50,
            keep=keep,
        )

    def read(self, parameters: Parameters, tokens: ArrayLike) -> tuple[Floats, list[Floats]]:
        """Run a trained model: return logits and the weights of each layer, like `forward`."""
        logits, weights = self.forward(as_variables(parameters), tokens)
        return logits.value, weights

    def read_with_keys_of(
        self, parameters: Parameters, tokens: ArrayLike, others: ArrayLike
    ) -> tuple[Floats, Floats]:
        """Run a trained model whose last layer gets its keys from other tokens.

        Its queries and values stay those of `tokens`, and so do all layers before it. So what
        changes in the predictions is what the keys of the last layer say.

        Parameters
        ----------
        parameters : dict of arrays
        tokens, others : (..., n)

        Returns
        -------
        logits : (..., n, tokens)
        weights : (..., heads, n, n)
            Those of the last layer.

        Raises
        ------
        ValueError
            If the shapes differ, the model has no layers, or as for `forward`.

        Examples
        --------
        To its own keys, a model answers as ever.

        >>> model, drawn = Induction(), sequences(2, np.random.default_rng(0))
        >>> parameters = model.initial()
        >>> logits, _ = model.read_with_keys_of(parameters, drawn.tokens, drawn.tokens)
        >>> np.allclose(logits, model.read(parameters, drawn.tokens)[0])
        True
        """
        if np.shape(tokens) != np.shape(others):
            raise ValueError(
                "others: as many tokens are needed as in `tokens`, because each key belongs to a "
                f"place, but their shapes are {np.shape(others)} and {np.shape(tokens)}. Was one of "
                "them cut?"
            )
        last = as_size(self.num_layers, "num_layers") - 1
        below, variables = self._replace(num_layers=last), as_variables(parameters)
        X, Y = (below._stream(variables, each)[0] for each in (tokens, others))
        steps = self._steps(X.value.shape[-2])
        fetched, weights = layers.attend(
            variables, f"{last}.", X, self.num_heads, keys_from=Y, **steps
        )
        return ((X + fetched) @ variables["W_u"]).value, weights

    def accuracy(self, parameters: Parameters, on: Sequences) -> float:
        """Compute the share of predictable tokens that the model gets right."""
        guessed = self.read(parameters, on.tokens)[0].argmax(axis=-1)
        return float((guessed == on.following)[on.known].mean())

    def honest_loss(self, parameters: Parameters, on: Sequences) -> float:
        """Compute the loss when the model sees only each token's past, and so cannot look ahead."""
        n = on.tokens.shape[-1]
        logits = [self.read(parameters, on.tokens[:, : i + 1])[0][:, -1] for i in range(n)]
        return float(cross_entropy(Variable(np.stack(logits, axis=1)), on.following).value)


def least_loss() -> float:
    """Compute the mean loss of an ideal model that knows the task but cannot look ahead.

    As long as all tokens so far are different, either the block ends here, or one of the tokens not
    seen yet comes next. After the first repeated token, everything is known. No model can do better
    without looking ahead.

    >>> round(least_loss(), 3)
    0.701
    """
    shortest, longest = PERIODS
    total = 0.0
    for period in range(shortest, longest + 1):
        for seen in range(1, period + 1):
            ends = 1 / (longest + 1 - seen) if seen >= shortest else 0
            total -= np.log(ends if seen == period else (1 - ends) / (TOKENS - seen))
    return float(total / (longest + 1 - shortest) / LENGTH)


def _check_name(name: str, argument: str, names: Collection[str]) -> None:
    if name not in names:
        raise ValueError(
            f"{argument}: one of {', '.join(map(repr, names))} is needed, but it is {name!r}. "
            "Is it misspelt?"
        )
