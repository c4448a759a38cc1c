"""The rows with which words enter the stream, at any place in a text: a function to repair."""

import numpy as np

from checks.catalogue.material.language_models import random_weights, sentence, words
from checks.facts import Facts, near
from course.models.learning import trained


def enter_stream(weights: random_weights, tokens: words, past):
    embedded = weights["embedding"][tokens]
    n, d_model = embedded.shape
    positions = past + np.arange(n)
    columns = np.arange(d_model)
    base = 10000.0
    exponents = 2 * (columns // 2) / d_model
    frequencies = base**-exponents
    angles = positions[:, None] * frequencies
    sines = np.sin(angles)
    cosines = np.cos(angles)
    encoding = np.where(columns % 2 == 0, sines, cosines)
    entered = embedded + encoding / 2
    return entered


def half_an_encoding(entered, embedded):
    pairs = (entered - embedded).reshape(len(embedded), -1, 2)
    return near((pairs**2).sum(axis=-1), 1 / 4)


def sizes(n, past, V, d_model):
    return {"n": n, "past": past, "V": V, "d_model": d_model, "d_ff": 3}


TASK = Facts(
    kind="repair",
    starter='''
def enter_stream(weights, tokens, past):
    """Rows (n, d_model) with which tokens (n,) enter the stream, after `past` other words."""
    X = weights["embedding"][tokens]
    n, d_model = X.shape
    positions = past + np.arange(n)
    angles = positions[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
    encoding = np.empty((n, d_model))
    encoding[:, 0::2], encoding[:, 1::2] = np.sin(angles), np.cos(angles)
    return X + encoding / 2
''',
    slips={
        "position-always-0": "positions = np.arange(past + n)[:n]",
        "encoding-not-halved": "return X + encoding",
    },
    practises=("assemble a language model",),
    mistakes="entry waves return-missing",
    cases={
        "the first 4 words of a text": sizes(4, 0, 7, 6),
        "3 words that follow 5 others": sizes(3, 5, 6, 8),
        "a single word after 9 others": sizes(1, 9, 5, 4),
        "a single word after one other": sizes(1, 1, 5, 6),
        "a text of one word": sizes(1, 0, 4, 8),
        "the trained model": {
            **{"weights": trained.cat_sentence(), "past": 2},
            "tokens": lambda rng: sentence(rng, 6)[2:],
        },
    },
    valid=lambda *arguments: False,  # a model is too large to be shown
    more_cases={
        "the example by hand": {
            "weights": {"embedding": np.zeros((1, 4))},
            "tokens": np.array([0]),
            "past": 0,
        },
        "4 words that follow 98 others": sizes(4, 98, 5, 6),
        "a single word after 101 others": sizes(1, 101, 5, 6),
    },
    holds={
        "There is a row for each token, as wide as an embedding.": lambda entered, embedded: (
            entered.shape == embedded.shape
        ),
        "What is added to an embedding is half an encoding.": half_an_encoding,
    },
)
