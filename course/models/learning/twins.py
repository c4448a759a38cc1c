"""Twin sentences: they differ in one word, and that word decides who *it* is.

    the cat sat on the mat because it was tired . it purred .
    the cat sat on the mat because it was soft . it frayed .

Only a being gets tired, and only a thing is soft. Each of them does something that no other does:
the cat purrs, the mat frays. So the last verb depends on who was meant. Nothing tells the model
which words are beings: it sees only sentences.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from course.models.learning.language import END, look_up, write

BEINGS = {
    "cat": "purred",
    "dog": "barked",
    "bird": "flew",
    "creature": "growled",
    "horse": "neighed",
    "mouse": "squeaked",
    "frog": "croaked",
    "fox": "hid",
}
"""What each being does."""
THINGS = {
    "mat": "frayed",
    "table": "wobbled",
    "chair": "creaked",
    "bed": "sagged",
    "rug": "faded",
    "box": "broke",
    "bench": "tilted",
    "sofa": "tore",
}
"""What each thing does."""
DOES = BEINGS | THINGS

_TIRED, _SOFT = ("tired", "hungry", "happy"), ("soft", "flat", "dusty")
_BEING_FIRST = ("sat on", "slept on", "stood by", "ran to")
_THING_FIRST = ("lay under", "stood by")

HELD_OUT = frozenset(zip(BEINGS, THINGS, strict=True))
"""Pairs of a being and a thing, such as cat and mat, that never occur together in training."""

VOCABULARY = (
    END,
    *["the", "because", "it", "was"],
    *DOES,
    *DOES.values(),
    *dict.fromkeys(" ".join(_BEING_FIRST + _THING_FIRST).split()),
    *_TIRED,
    *_SOFT,
)
"""Every word of the grammar, and the full stop, which also begins each text."""

NUMBER = {word: number for number, word in enumerate(VOCABULARY)}


class Sentence(NamedTuple):
    """A sentence with its sequel, and who is meant."""

    words: tuple[str, ...]  # including both full stops
    meant: str
    other: str

    @property
    def pronoun(self) -> int:
        """The place of the second *it*."""
        return len(self.words) - 3

    @property
    def reason(self) -> int:
        """The place of the adjective."""
        return len(self.words) - 5


class Twins(NamedTuple):
    """Two sentences that differ in their adjective, and therefore in their last verb."""

    tired: Sentence  # the being is meant
    soft: Sentence  # the thing is meant


def all_twins() -> list[Twins]:
    """List all twins of the grammar.

    >>> for sentence in all_twins()[0]:
    ...     print(" ".join(sentence.words))
    the cat sat on the mat because it was tired . it purred .
    the cat sat on the mat because it was soft . it frayed .
    """
    return [
        Twins(sentence(said, being, thing, tired), sentence(said, thing, being, soft))
        for being in BEINGS
        for thing in THINGS
        for said in (
            *(f"the {being} {action} the {thing}" for action in _BEING_FIRST),
            *(f"the {thing} {action} the {being}" for action in _THING_FIRST),
        )
        for tired, soft in zip(_TIRED, _SOFT, strict=True)
    ]


def sentence(said: str, meant: str, other: str, adjective: str) -> Sentence:
    """Go on with the reason, and with what the one who is meant does.

    >>> print(*sentence("the cat sat on the mat", "cat", "mat", "tired").words)
    the cat sat on the mat because it was tired . it purred .
    """
    words = f"{said} because it was {adjective} {END} it {DOES[meant]} {END}"
    return Sentence(tuple(words.split()), meant, other)


def is_held_out(words: Sequence[str]) -> bool:
    """Check whether a sentence contains a pair that is held out from training.

    >>> is_held_out("the cat sat on the mat because it was tired .".split())
    True
    """
    return any({being, thing} <= set(words) for being, thing in HELD_OUT)


def held_out() -> list[Twins]:
    """List all twins about a pair that is held out.

    >>> len(held_out()), len(all_twins())
    (144, 1152)
    """
    return [twins for twins in all_twins() if is_held_out(twins.tired.words)]


def right_endings(story: str) -> tuple[int, int]:
    """Count the sentences of a text whose last verb is that of the one who is meant.

    Returns
    -------
    right, of : int
        How many end rightly, and how many sentences with an ending there are.

    Examples
    --------
    >>> right_endings("the cat sat on the mat because it was soft. it frayed. the cat")
    (1, 1)
    >>> right_endings("the cat sat on the mat because it was soft. it tore. the frog ran")
    (0, 1)
    """
    told = re.findall(r"the (\w+) \w+ \w+ the (\w+) because it was (\w+) ?\. it (\w+)", story)
    right = sum(
        verb in {(BEINGS if adjective in _TIRED else THINGS).get(noun) for noun in nouns}
        for *nouns, adjective, verb in told
    )
    return right, len(told)


_LEARNED = [one for twins in all_twins() for one in twins if not is_held_out(one.words)]


def text(length: int, rng: np.random.Generator) -> list[str]:
    """Write sentences that are not held out, one after the other, until there are `length` words.

    >>> print(*text(15, np.random.default_rng(1)))
    . the creature stood by the bench because it was dusty . it tilted .
    """
    return write(_LEARNED, length, rng)


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
