"""Models that were trained for the course, so that no lesson has to wait for training.

    python -m attnlib.learning.trained

trains everything again, in two or three minutes, and writes the files beside this one. Processors
sum in different orders, so the weights of two trainings differ by up to 1e-8. Rounding removes that,
but for a number that happens to lie between two decimals: its last one may differ by 1.
"""

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

from attnlib.learning import induction, language_model
from attnlib.learning.training import Parameters
from attnlib.shapes import Floats

WEIGHTS = Path(__file__).with_name("cat_sentence.npz")
NARROW_WEIGHTS = Path(__file__).with_name("cat_sentence_narrow.npz")
RUNS = Path(__file__).with_name("fingerprints.json")
SEED = 1
"""The seed of the language model, chosen because one head is easy to read, not for accuracy."""
NARROW = 6
"""The narrow model's window: too small to reach *cat* from *it* in one layer, but not in two."""


class Fingerprint(NamedTuple):
    """The result of a training run, with or without a bug."""

    losses: Floats  # (50,): the training loss, averaged over 20 steps each
    honest: float  # the final loss when the model is shown only the past of each token
    accuracy: float  # the share of predictable tokens that are right, with the future shown


def cat_sentence() -> Parameters:
    """Load the parameters of the language model, as trained by `language_model.learn(seed=SEED)`.

    >>> sum(array.size for array in cat_sentence().values())
    28480
    """
    return _loaded(WEIGHTS)


def narrow_cat_sentence() -> Parameters:
    """Load the parameters of a language model that was trained with a window of `NARROW` words.

    >>> narrow_cat_sentence()["0.W_q"].shape
    (32, 32)
    """
    return _loaded(NARROW_WEIGHTS)


def fingerprints() -> dict[str, Fingerprint]:
    """Load the runs of `induction` with each bug: two heads, 1,000 steps, loss on all tokens.

    >>> list(fingerprints())[0]
    'none'
    """
    kept = json.loads(RUNS.read_text(encoding="utf-8"))
    return {
        bug: Fingerprint(np.array(losses), honest, accuracy)
        for bug, (losses, honest, accuracy) in kept.items()
    }


def write_weights(path: Path = WEIGHTS, width: int | None = None) -> None:
    """Train the language model, and store its parameters with four decimals."""
    parameters = language_model.learn(seed=SEED, width=width).parameters
    rounded = {name: array.round(4).astype(np.float32) for name, array in parameters.items()}
    np.savez(path, allow_pickle=False, **rounded)


def write_fingerprints(path: Path = RUNS) -> None:
    """Train a model with each bug, and store losses with two decimals."""
    rng = np.random.default_rng(99)
    shown = induction.sequences(64, rng)
    lines = [f"  {json.dumps(bug)}: {json.dumps(_run(bug, shown))}" for bug in induction.BUGS]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _loaded(path: Path) -> Parameters:
    with np.load(path) as stored:
        return {name: stored[name].astype(np.float64) for name in stored}


def _run(bug: str, shown: induction.Sequences) -> tuple[list[float], float, float]:
    model = induction.Induction(num_heads=2, bug=bug)
    run = model.learn(1000, everywhere=True)
    means = run.losses.reshape(50, 20).mean(axis=-1)
    honest, accuracy = (ask(run.parameters, shown) for ask in (model.honest_loss, model.accuracy))
    return means.round(2).tolist(), round(honest, 2), round(accuracy, 2)


if __name__ == "__main__":
    write_weights()
    write_weights(NARROW_WEIGHTS, NARROW)
    write_fingerprints()
