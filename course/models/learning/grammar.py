"""A small grammar of sentences with pronouns, from which a model can learn who is meant.

    the cat sat on the mat because it was tired .
    the queen saw the old dog because it barked .

Each being does one thing that no other does: the dog barks, the queen sings. So the word after
*it*, *he*, *she* or *they* depends on who is meant. Nothing tells the model that pronouns have a
gender: it sees only sentences.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from course.models.learning.language import END, look_up

BEINGS = {
    "it": {"cat": "purred", "dog": "barked", "bird": "flew", "creature": "growled"},
    "he": {"man": "worked", "boy": "played", "king": "ruled"},
    "she": {"woman": "wrote", "girl": "danced", "queen": "sang"},
    "they": {"children": "laughed"},
}
"""For each pronoun, the beings it may refer to, and what each of them does."""

PRONOUN = {being: pronoun for pronoun, beings in BEINGS.items() for being in beings}
DOES = {being: verb for beings in BEINGS.values() for being, verb in beings.items()}

_ACTIONS = ("sat", "slept", "ran", "roamed")
_PLACES = tuple(
    tuple(p.split())
    for p in (
        "on the mat",
        "on the table",
        "in the house",
        "in the garden",
        "in the forest",
        "in the tree",
    )
)
_ADJECTIVES = ("old", "small", "big", "fluffy")
_REASONS = ("tired", "hungry", "happy")

HELD_OUT = frozenset(
    frozenset(pair.split())
    for pair in (
        "cat mat",
        "cat king",
        "dog queen",
        "bird boy",
        "creature girl",
        "man woman",
        "children dog",
        "bird woman",
        "boy queen",
    )
)
"""Pairs of words that never occur together in a training sentence."""

VOCABULARY = (
    END,
    *["the", "because", "was", "were", "saw"],
    *BEINGS,
    *DOES,
    *DOES.values(),
    *_ACTIONS,
    *("on", "in", *dict.fromkeys(place[-1] for place in _PLACES)),
    *_ADJECTIVES,
    *_REASONS,
)
"""Every word of the grammar, and the full stop, which also begins each text."""

NUMBER = {word: number for number, word in enumerate(VOCABULARY)}
Option = TypeVar("Option")


class Sentence(NamedTuple):
    """A sentence, who is meant in it, and how surprising it is."""

    words: tuple[str, ...]  # including the full stop
    meant: str
    other: str | None  # the second being, if there is one
    surprise: float  # -log of its probability, in nats: the loss of a model that knows the grammar

    @property
    def pronoun(self) -> int:
        """The place of the pronoun."""
        return self.words.index(PRONOUN[self.meant])


class _Choices:
    """Random choices that add up their own surprise."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng, self.surprise = rng, 0.0

    def of(self, options: Sequence[Option]) -> Option:
        """Choose one option, each with the same probability."""
        self.surprise += float(np.log(len(options)))
        return options[int(self.rng.integers(len(options)))]

    def happens(self, chance: float) -> bool:
        """Decide whether something happens."""
        yes = bool(self.rng.random() < chance)
        self.surprise -= float(np.log(chance if yes else 1 - chance))
        return yes


def sentence(rng: np.random.Generator) -> Sentence:
    """Draw a sentence.

    >>> rng = np.random.default_rng(2)
    >>> for _ in range(3):
    ...     print(" ".join(sentence(rng).words))
    the queen slept in the house because she was tired .
    the big girl saw the man because she was tired .
    the dog roamed in the house because it was happy .
    """
    choices = _Choices(rng)
    one, other = choices.of(tuple(PRONOUN)), None
    words = ["the", *_described(one, choices)]
    if choices.happens(1 / 2):
        other = choices.of([being for being in PRONOUN if PRONOUN[being] != PRONOUN[one]])
        words += ["saw", "the", *_described(other, choices)]
        meant, other = choices.of(((one, other), (other, one)))
    else:
        words += [choices.of(_ACTIONS), *choices.of(_PLACES)]
        meant = one
    words += ["because", PRONOUN[meant], *_why(meant, choices), END]
    return Sentence(tuple(words), meant, other, choices.surprise)


def _described(being: str, choices: _Choices) -> list[str]:
    return [choices.of(_ADJECTIVES), being] if choices.happens(1 / 4) else [being]


def _why(meant: str, choices: _Choices) -> list[str]:
    if choices.happens(1 / 2):
        return [DOES[meant]]
    return ["were" if PRONOUN[meant] == "they" else "was", choices.of(_REASONS)]


def is_held_out(words: Sequence[str]) -> bool:
    """Check whether a sentence contains a pair of words that is held out from training.

    >>> is_held_out("the cat sat on the mat because it was tired .".split())
    True
    """
    return any(pair <= set(words) for pair in HELD_OUT)


def held_out(count: int, rng: np.random.Generator) -> list[Sentence]:
    """Draw sentences about two beings that contain a held-out pair of words.

    >>> for drawn in held_out(2, np.random.default_rng(0)):
    ...     print(" ".join(drawn.words))
    the queen saw the old boy because he was hungry .
    the cat saw the old king because he was tired .
    """
    found: list[Sentence] = []
    while len(found) < count:
        drawn = sentence(rng)
        if drawn.other and is_held_out(drawn.words):
            found.append(drawn)
    return found


def text(length: int, rng: np.random.Generator) -> list[str]:
    """Write sentences that are not held out, one after the other, until there are `length` words.

    >>> text(3, np.random.default_rng(0))[0]
    '.'
    """
    words = [END]
    while len(words) < length:
        drawn = sentence(rng).words
        words += () if is_held_out(drawn) else drawn
    return words[:length]


def numbers_of(words: Sequence[str]) -> NDArray[np.int64]:
    """Look up the number of each word, ignoring capital letters.

    Raises
    ------
    SentenceError
        If a word is not in the vocabulary.
    TypeError
        If `words` is a text or holds anything but strings.

    Examples
    --------
    >>> numbers_of([".", "The"]).tolist()
    [0, 1]
    """
    return look_up(words, NUMBER)
