"""The rows with which words enter the stream, at any place in a text: a function to repair."""

from typing import Any

import numpy as np

from attnlib.positions import sinusoidal_encoding
from checks.catalogue.capstone.model import (
    ENCODING,
    ENTRY,
    entered,
    random_weights,
    trained_text,
)
from checks.catalogue.families.result import RESULT
from checks.catalogue.families.waves import WAVES
from checks.catalogue.properties import has_shape
from checks.outcome import Probe
from checks.task import Property, Task


def enter_stream(weights: Any, tokens: Any, past: int) -> Any:
    """Give each token its embedding plus half the encoding of its position.

    Parameters
    ----------
    weights : dict of arrays
    tokens : (n,)
        Numbers of words.
    past : int
        How many words of the text come before these.

    Returns
    -------
    (n, d_model)

    Examples
    --------
    >>> enter_stream({"embedding": np.zeros((3, 2))}, np.array([2, 2]), 0).round(2)
    array([[0.  , 0.5 ],
           [0.42, 0.27]])
    """
    rows = weights["embedding"][tokens]
    encoding = sinusoidal_encoding(past + len(tokens), rows.shape[-1])[past:]
    return rows + encoding / 2


STARTER = '''
def enter_stream(weights, tokens, past):
    """Rows (n, d_model) with which tokens (n,) enter the stream, after `past` other words."""
    X = weights["embedding"][tokens]
    n, d_model = X.shape
    positions = np.arange(past + n)[:n]
    angles = positions[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
    encoding = np.empty((n, d_model))
    encoding[:, 0::2], encoding[:, 1::2] = np.sin(angles), np.cos(angles)
    return X + encoding
'''


def _pipeline(step: Any, weights: Any, tokens: Any, past: int) -> Any:
    return step.result.give(entered(step, weights, tokens, past))


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([13, 2, seed])

    def draw(n: int, past: int, V: int, d_model: int) -> dict[str, Any]:
        weights, tokens = random_weights(rng, V, d_model, 3), rng.integers(V, size=n)
        return {"weights": weights, "tokens": tokens, "past": past}

    weights, text = trained_text(rng, 6)
    return [
        Probe("the first 4 words of a text", draw(4, 0, 7, 6)),
        Probe("3 words that follow 5 others", draw(3, 5, 6, 8)),
        Probe("a single word after 9 others", draw(1, 9, 5, 4)),
        Probe("a single word after one other", draw(1, 1, 5, 6)),
        Probe("a text of one word", draw(1, 0, 4, 8)),
        Probe("the trained model", {"weights": weights, "tokens": text[2:], "past": 2}),
    ]


def _shape(probe: Probe) -> tuple[int, int]:
    return len(probe.arguments["tokens"]), probe.arguments["weights"]["embedding"].shape[1]


def _position_alone_differs(probe: Probe, rows: Any) -> bool:
    weights, tokens, _ = probe.arguments.values()
    added = np.asarray(rows) - weights["embedding"][tokens]
    pairs = added.reshape(len(tokens), -1, 2)
    return bool(np.allclose((pairs**2).sum(axis=-1), 1 / 4, atol=1e-4))


TASK = Task(
    reference=enter_stream,
    kind="repair",
    starter=STARTER,
    order=(13, 2),
    practises=("assemble a language model",),
    pipeline=_pipeline,
    families=(
        ENTRY,
        WAVES,
        ENCODING,
        RESULT.only("give").naming("return-missing"),
    ),
    probes=_probes,
    properties=(
        Property("There is a row for each token, as wide as an embedding.", has_shape(_shape)),
        Property("What is added to an embedding is half an encoding.", _position_alone_differs),
    ),
    valid=lambda *arguments: False,  # a model is too large to be shown
)
