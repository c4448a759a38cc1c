"""What was recorded of SmolLM2-135M-Instruct without some tokens or heads. No model is needed."""

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from attnlib.shapes import Floats, Integers

FOLDER = Path(__file__).parent
FACTS = "interventions.json"


class Sink(NamedTuple):
    """The loss on one text, in nats, on average over the tokens after the first 32."""

    name: str
    text: str
    length: int  # in tokens
    first: list[str]  # its first 16 tokens
    seen: dict[str, float]  # by what each token sees
    hidden: list[float]  # (16,): if all see everything, but one of the first tokens


class Silenced(NamedTuple):
    """The sixty questions about the twins, asked of a model with silent heads."""

    right: Integers  # how many answers are right: (30, 9), for each head that was silenced alone
    shift: Floats  # the mean shift of the logits from one ending to the other


class Triple(NamedTuple):
    """The same with three heads silenced together."""

    heads: list[list[int]]  # three times (layer, head)
    after: dict[str, float]  # "right" and "shift", with the sentence
    alone: dict[str, float]


class Patched(NamedTuple):
    """How far *cat* is ahead of *mat* in *tired*, if one head brings what it fetched in *soft*."""

    tokens: list[str]  # that the model reads, with *tired*
    own: float  # the lead as it is
    other: float  # the lead in *soft*
    leads: dict[int, Floats]  # (30, 9), for each place at which the head was patched


def sinks() -> list[Sink]:
    """Look up the loss on four texts.

    >>> lexicon = sinks()[0]
    >>> lexicon.first[:2], len(lexicon.hidden)
    (['A', ' lighthouse'], 16)
    """
    return [Sink(**facts) for facts in _facts()["sinks"]]


def silenced(alone: bool = False) -> Silenced:
    """Look up what each head is good for; `alone` asks without the sentence.

    >>> silenced().right.shape
    (30, 9)
    """
    measured = _facts()["silenced"]["alone" if alone else "after"]
    return Silenced(np.array(measured["right"]), np.array(measured["shift"]))


def triples() -> list[Triple]:
    """Look up thirty triples of heads, drawn at random.

    >>> len(triples())
    30
    """
    return [Triple(**facts) for facts in _facts()["triples"]]


def patched() -> Patched:
    """Look up the cat sentence with one head patched.

    >>> patched().tokens[:2]
    ['The', 'cat']
    """
    facts = _facts()["patched"]
    leads = {int(place): np.array(rows) for place, rows in facts["leads"].items()}
    return Patched(**facts | {"leads": leads})


def moved() -> Floats:
    """Look up how far a head that is patched at the last token moves the lead, (30, 9).

    It is a mean over the thirty twins, in both directions; positive is towards the other twin.

    >>> moved().shape
    (30, 9)
    """
    return np.array(_facts()["moved"])


@cache
def _facts() -> dict[str, Any]:
    facts: dict[str, Any] = json.loads((FOLDER / FACTS).read_text(encoding="utf-8"))
    return facts
