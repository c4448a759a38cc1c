"""The empty page: learn from examples what the answer to a text is, with a model of one's own."""

import numpy as np

from checks.facts import Facts

LETTERS = 10


def drawn(rng, count):
    return rng.integers(LETTERS, size=(count, 7))


def unseen(rng, new):
    return drawn(rng, new)


def answered(rng, texts, rule):
    return rule(rng)(texts)


def at_a_place(rng):
    place = rng.integers(1, 7)
    return lambda texts: texts[:, place]


def where_the_first_says(rng):
    places = 1 + rng.permutation(LETTERS) % 6
    return lambda texts: texts[np.arange(len(texts)), places[texts[:, 0]]]


def last_of_an_alphabet(rng):
    alphabet = rng.permutation(LETTERS)
    return lambda texts: alphabet[np.argsort(alphabet)[texts].max(axis=1)]


def by_the_rule(texts, answers, new_texts):
    """Answer as the examples do: search for the place, for one by first letter, for the order."""
    hits = texts == answers[:, None]
    if hits.all(axis=0).any():
        return new_texts[:, hits.all(axis=0).argmax()]
    places = np.array([hits[texts[:, 0] == first].mean(axis=0) for first in range(LETTERS)])
    if (places.max(axis=1) == 1).all():
        return new_texts[np.arange(len(new_texts)), places.argmax(axis=1)[new_texts[:, 0]]]
    beats = np.zeros((LETTERS, LETTERS), dtype=bool)
    beats[np.repeat(answers, 7), texts.ravel()] = True
    rank = beats.sum(axis=1)
    return new_texts[np.arange(len(new_texts)), rank[new_texts].argmax(axis=1)]


def predict_answers(texts: drawn, answers: answered, new_texts: unseen):
    return by_the_rule(texts, answers, new_texts)


def examples(rule):
    return {"count": 2000, "new": 400, "rule": rule}


TASK = Facts(
    practises=("write Adam",),
    judged=True,
    cases={
        "texts whose answer stands at one place": examples(at_a_place),
        "texts whose first letter says where the answer stands": examples(where_the_first_says),
        "texts whose answer comes last in an alphabet": examples(last_of_an_alphabet),
    },
    asks="How often is it right on the texts that it was trained on?",
    holds={
        "One answer for each new text.": lambda new_texts, result: (
            np.shape(result) == (len(new_texts),)
        ),
        "At least 95 of 100 new texts are answered right.": (
            lambda texts, answers, new_texts, result: (
                np.mean(np.asarray(result) == by_the_rule(texts, answers, new_texts)) >= 0.95
            )
        ),
    },
)
