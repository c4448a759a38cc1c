"""What a language model needs of a language: its words, their numbers, and texts to learn from."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from attnlib.words import SentenceError, folded

END = "."
"""The full stop, which also begins each text."""


class Vocabulary(Protocol):
    """All that is needed to read: the words, or other tokens, and their numbers."""

    @property
    def VOCABULARY(self) -> tuple[str, ...]:
        """All words, in the order of their numbers."""

    def numbers_of(self, words: Sequence[str]) -> NDArray[np.int64]:
        """Look up the number of each word in the vocabulary."""


class Language(Vocabulary, Protocol):
    """A module such as `grammar` or `twins`."""

    DOES: dict[str, str]
    """What everybody in it does, and nobody else: the verb after a pronoun shows who is meant."""

    def text(self, length: int, rng: np.random.Generator) -> list[str]:
        """Write a text of `length` words to learn from, which begins with a full stop."""


class Sentence(Protocol):
    """A sentence in which a pronoun refers to somebody."""

    @property
    def words(self) -> tuple[str, ...]:
        """All words, including full stops."""

    @property
    def meant(self) -> str:
        """The one that the pronoun refers to."""

    @property
    def other(self) -> str | None:
        """The one that it might refer to, if there is one."""

    @property
    def pronoun(self) -> int:
        """The place of the pronoun before the verb."""


def write(sentences: Sequence[Sentence], length: int, rng: np.random.Generator) -> list[str]:
    """Draw sentences, one after the other, until there are `length` words.

    The first word is a full stop, and the last sentence may be cut off.
    """
    words = [END]
    while len(words) < length:
        words += sentences[int(rng.integers(len(sentences)))].words
    return words[:length]


def look_up(words: Sequence[str], numbers: Mapping[str, int]) -> NDArray[np.int64]:
    """Look up the number of each word, ignoring capital letters.

    Parameters
    ----------
    words : n words
    numbers : mapping
        The number of every word that the model knows.

    Returns
    -------
    (n,)

    Raises
    ------
    SentenceError
        If a word is not known.
    TypeError
        If `words` is a text or holds anything but strings.

    Examples
    --------
    >>> look_up(["The", "cat"], {".": 0, "the": 1, "cat": 2})
    array([1, 2])
    """
    known_form = folded(words)
    unknown = [word for word in dict.fromkeys(known_form) if word not in numbers]
    if unknown:
        known = ", ".join(word for word in numbers if word != END)
        raise SentenceError(
            f"The model does not know {', '.join(unknown)}. Try the words that it learned: {known}."
        )
    return np.array([numbers[word] for word in known_form], dtype=np.int64)
