"""Models read texts eight times as long as those of their training: who fails, and what helps.

The models are those of `induction`, trained on 24 letters and asked about 192. `read` runs one of them
with other scores than it was trained with, so that one cause can be changed at a time.

    python -m course.models.learning.longer_texts

trains and asks all of them, in about two minutes, and writes the file beside this one.
"""

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from attnlib.masks import causal_visibility, masked_softmax
from attnlib.positions import frequencies
from attnlib.relative_positions import rotated_scores
from attnlib.shapes import Floats
from course.models.learning import layers
from course.models.learning.autograd import Variable, cross_entropy, rows
from course.models.learning.induction import D_MODEL, LENGTH, Induction, Sequences, sequences
from course.models.learning.training import Parameters, Variables, train

RECORD = Path(__file__).with_name("longer_texts.json")
SEEDS = range(4)
LENGTHS = (24, 96, 192)
STRETCH = LENGTHS[-1] / LENGTH  # how many times as long the texts become
Scores = Callable[[Floats, Floats], Floats]
"""From queries and keys, (..., n, d_k) each, to scores (..., n, n), not divided yet."""


class Answers(NamedTuple):
    """What was measured. `right` goes by the name of the model and of what was changed in it."""

    right: dict[str, Floats]  # (4, 3): for each of `SEEDS`, the share of right answers in the first
    #                           24, 96 and 192 letters, where the next letter can be known
    weight: Floats  # (192,): with RoPE, in layer 1, the weight of the key 0, 1, ... 191 back from
    #                 the last letter: the mean of all seeds and texts


def texts() -> Sequences:
    """Draw the 50 texts of 192 letters that all models are asked about.

    >>> texts().tokens.shape
    (50, 192)
    """
    return sequences(50, np.random.default_rng(0), length=LENGTHS[-1])


def read(
    parameters: Parameters,
    tokens: ArrayLike,
    scores: Sequence[Scores] = (rotated_scores, rotated_scores),
) -> tuple[Floats, list[Floats]]:
    """Run a model of `induction` that has one head and RoPE, or run it with other scores.

    Parameters
    ----------
    parameters : dict of arrays
    tokens : (batch, n)
        From 0 to 15.
    scores : sequence of functions
        One for each layer: (Q, K) to scores. The default is what the model was trained with.

    Returns
    -------
    logits : (batch, n, 16)
    weights : list of (batch, n, n)
        One for each layer.

    Examples
    --------
    >>> model = Induction(positions="rope")
    >>> parameters, drawn = model.initial(), texts().tokens[:2, :30]
    >>> logits, weights = read(parameters, drawn)
    >>> bool(np.allclose(logits, model.read(parameters, drawn)[0]))
    True
    >>> clipped = partial(rotated_scores, clipped=23)
    >>> bool(np.allclose(read(parameters, drawn, [clipped, clipped])[0], logits))
    False
    """
    X = parameters["embedding"][np.asarray(tokens)]
    visible, weights = causal_visibility(X.shape[-2]), []
    for layer, score in enumerate(scores):
        Q, K, V, W_o = (parameters[f"{layer}.{name}"] for name in layers.MATRICES)
        scaled = score(X @ Q, X @ K) / np.sqrt(D_MODEL)
        weights.append(masked_softmax(scaled, visible))
        X = X + weights[-1] @ (X @ V) @ W_o
    return X @ parameters["W_u"], weights


def learn(
    seed: int,
    slower: Sequence[float] = (1.0, 1.0),
    start: Parameters | None = None,
    steps: int = 600,
) -> Parameters:
    """Train a model with RoPE, or train it further on long texts.

    Parameters
    ----------
    seed : int
    slower : sequence
        For each layer, how many times more slowly its hands turn, as in `rotated_scores`.
        `np.inf` takes RoPE out of the layer.
    start : dict of arrays, optional
        A trained model, to be trained further: at each step on 4 texts of 192 letters. Without it,
        a new model is trained on 32 texts of 24 letters.
    steps : int

    Examples
    --------
    >>> same = Induction(positions="rope").learn(2, seed=1).parameters
    >>> bool(np.allclose(learn(1, steps=2)["0.W_q"], same["0.W_q"]))
    True
    """

    def loss(parameters: Variables, batch: Sequences) -> Variable:
        X = rows(parameters["embedding"], batch.tokens)
        for layer, factor in enumerate(slower):
            turn = layers.turn(batch.tokens.shape[-1], D_MODEL, factor)
            X = X + layers.attend(parameters, f"{layer}.", X, 1, turn=turn)[0]
        logits = X @ parameters["W_u"]
        return cross_entropy(logits[batch.known], batch.following[batch.known])

    rng = np.random.default_rng([seed, 1])
    count, length = (32, LENGTH) if start is None else (4, LENGTHS[-1])
    return train(
        Induction(positions="rope").initial(seed) if start is None else start,
        loss,
        (sequences(count, rng, length) for _ in range(steps)),
        learning_rate=3e-3,
        forget=0.99,
        warm_up=50 if start is None else 0,
    ).parameters


def slow_hands_slower() -> Floats:
    """Slow down only the hands that do not come round within the texts of the training, eight times.

    The others have been at every angle. Source: Peng et al. 2023 (YaRN), section 3.2, "by parts",
    here without the smooth step between the two kinds.

    Returns
    -------
    (16,)
        For `rotated_scores`.

    Examples
    --------
    >>> slow_hands_slower()[:5].tolist()
    [1.0, 1.0, 1.0, 8.0, 8.0]
    """
    slower: Floats = np.where(2 * np.pi / frequencies(D_MODEL) > LENGTH, STRETCH, 1.0)
    return slower


def partly_clipped_scores(Q: Floats, K: Floats, *, fast: bool) -> Floats:
    """Clip distances at 23 for some hands alone: the fast ones, which come round, or the slow ones."""
    clipped = np.repeat((slow_hands_slower() == 1) == fast, 2)
    scores: Floats = rotated_scores(Q * ~clipped, K) + rotated_scores(
        Q * clipped, K, clipped=LENGTH - 1
    )
    return scores


def answers() -> Answers:
    """Load what was measured.

    >>> found = answers()
    >>> found.right["RoPE"][:, 2].round(2).tolist()
    [0.79, 0.78, 0.81, 0.81]
    >>> found.right["RoPE, distance clipped at 23"][:, 2].round(2).tolist()
    [0.97, 1.0, 0.97, 0.98]
    """
    kept = json.loads(RECORD.read_text(encoding="utf-8"))
    right = {name: np.array(values) for name, values in kept["right"].items()}
    return Answers(right, np.array(kept["weight"]))


def read_otherwise(parameters: Parameters) -> dict[str, Floats]:
    """Let a model with RoPE read `texts` in other ways, without any training: its logits."""
    slower: dict[str, float | Floats] = {
        "all hands 8 times slower": STRETCH,
        "slow hands 8 times slower": slow_hands_slower(),
    }
    ways: dict[str, Scores] = {
        "RoPE, distance clipped at 23": partial(rotated_scores, clipped=LENGTH - 1),
        "RoPE, fast hands clipped": partial(partly_clipped_scores, fast=True),
        "RoPE, slow hands clipped": partial(partly_clipped_scores, fast=False),
        **{f"RoPE, {name}": partial(rotated_scores, slower=one) for name, one in slower.items()},
    }
    tokens = texts().tokens
    return {name: read(parameters, tokens, [score, score])[0] for name, score in ways.items()}


def measure(seed: int) -> Answers:
    """Train and ask all models of a seed: `right` is (3,) for each."""
    asked = texts()
    kinds = {
        "sinusoidal": Induction(positions="sinusoidal"),
        "ALiBi": Induction(positions="alibi", num_heads=4),
        "no positions": Induction(positions="none"),
    }
    logits = {
        name: model.read(model.learn(seed=seed).parameters, asked.tokens)[0]
        for name, model in kinds.items()
    }
    rope = learn(seed)
    logits["RoPE"], weights = read(rope, asked.tokens)
    logits |= read_otherwise(rope)
    factors = 1.0, np.inf  # no RoPE in layer 2
    scores = [partial(rotated_scores, slower=factor) for factor in factors]
    logits["RoPE in layer 1 alone"] = read(learn(seed, factors), asked.tokens, scores)[0]
    further = learn(seed, start=rope, steps=20)
    logits["RoPE, 20 steps more"] = read(further, asked.tokens)[0]
    right = {name: _right(found, asked) for name, found in logits.items()}
    return Answers(right, weights[0][:, -1, ::-1].mean(axis=0))


def _right(logits: Floats, asked: Sequences) -> Floats:
    hits = np.where(asked.known, logits.argmax(axis=-1) == asked.following, np.nan)
    return np.array([np.nanmean(hits[:, :n]) for n in LENGTHS])


def main() -> None:
    """Measure everything, and write it."""
    measured = [measure(seed) for seed in SEEDS]
    right = {name: [_listed(one.right[name]) for one in measured] for name in measured[0].right}
    weight = _listed(np.mean([one.weight for one in measured], axis=0))
    RECORD.write_text(json.dumps({"right": right, "weight": weight}) + "\n", encoding="utf-8")


def _listed(values: Floats) -> list[float]:
    listed: list[float] = values.round(4).tolist()
    return listed


if __name__ == "__main__":
    main()
