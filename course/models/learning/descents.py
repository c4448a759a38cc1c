"""Adam beside plain gradient descent: how soon the language model finds out who is meant.

    python -m course.models.learning.descents

trains the language model with each of `METHODS` from each of `SEEDS`, in about two minutes, and
writes `descents.json` beside this file.
"""

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

from attnlib.shapes import Floats, Integers
from course.models.learning import grammar, language_model
from course.models.learning.autograd import Variable, cross_entropy
from course.models.learning.training import Parameters, Run, Variables, train

RECORD = Path(__file__).with_suffix(".json")
METHODS = {
    "Adam": (3e-3, False),
    "plain, rate .1": (0.1, True),
    "plain, rate .3": (0.3, True),
    "plain, rate .5": (0.5, True),
    "plain, rate .7": (0.7, True),
    "plain, rate 1": (1.0, True),
}
"""For each: its learning rate, and whether its steps are plain."""
SEEDS, STEPS = range(3), 400


class Descent(NamedTuple):
    """A training run of the language model."""

    losses: Floats  # (20,): nats a word, averaged over 20 steps each
    right: (
        float  # the share of held-out sentences after which the right verb is the likeliest of all
    )


def descents() -> dict[str, list[Descent]]:
    """Load the runs of each method, one for each of `SEEDS`.

    >>> for method, runs in descents().items():
    ...     print(f"{method:14}", *(f"{run.right:.2f}" for run in runs))
    Adam           1.00 1.00 1.00
    plain, rate .1 0.52 0.36 0.54
    plain, rate .3 0.71 0.45 0.89
    plain, rate .5 1.00 0.59 0.97
    plain, rate .7 1.00 0.68 1.00
    plain, rate 1  1.00 0.49 0.99
    """
    kept = json.loads(RECORD.read_text(encoding="utf-8"))
    return {
        method: [Descent(np.array(losses), right) for losses, right in runs]
        for method, runs in kept.items()
    }


def learn(seed: int, learning_rate: float, plain: bool) -> Run:
    """Train the language model from a seed, with Adam or without."""

    def loss(parameters: Variables, numbers: Integers) -> Variable:
        logits, _ = language_model.forward(parameters, numbers[:, :-1])
        return cross_entropy(logits, numbers[:, 1:])

    rng, n = np.random.default_rng([seed, 1]), language_model.LENGTH + 1
    texts = (
        np.array([grammar.numbers_of(grammar.text(n, rng)) for _ in range(16)])
        for _ in range(STEPS)
    )
    return train(
        language_model.initial(seed),
        loss,
        texts,
        learning_rate=learning_rate,
        plain=plain,
        forget=0.99,
        warm_up=50,
    )


def record() -> None:
    """Train with every method, and store losses and right answers with two decimals."""
    from rich.progress import track  # here, because the course in the browser is without it

    runs: dict[str, list[tuple[list[float], float]]] = {method: [] for method in METHODS}
    for method, seed in track([(m, s) for m in METHODS for s in SEEDS], "Training runs"):
        run = learn(seed, *METHODS[method])
        means = run.losses.reshape(-1, 20).mean(axis=-1)
        runs[method].append((means.round(2).tolist(), round(share_right(run.parameters), 2)))
    lines = [f"  {json.dumps(method)}: {json.dumps(found)}" for method, found in runs.items()]
    RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def share_right(parameters: Parameters) -> float:
    """Ask for the verb after the pronoun in 100 sentences that are held out."""
    asked = grammar.held_out(100, np.random.default_rng(11))
    return float(np.mean([language_model.knows_who(parameters, one)[1] for one in asked]))


if __name__ == "__main__":
    record()
