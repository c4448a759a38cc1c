"""Sentences about two beings, in which neither is fitter for the adjective than the other.

    the cat chased the dog because it was hungry . it purred .
    the cat chased the dog because it was slow . it barked .

Who chases is hungry, and who is chased is slow. The dog may chase the cat as well, so that *cat* and
*slow* do not yet tell who is meant: that takes the order of the two names. As in `twins`, each being
does something that no other does, and so the last verb depends on who was meant.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from course.models.learning import twins
from course.models.learning.language import END, look_up, write
from course.models.learning.twins import Sentence

DOES = twins.BEINGS
"""What each being does."""

_HUNGRY, _SLOW = ("hungry", "angry", "bored"), ("slow", "small", "weak")
_ACTIONS = ("chased", "hunted", "attacked")

HELD_OUT = frozenset(map(frozenset, zip([*DOES][::2], [*DOES][1::2], strict=True)))
"""Pairs of beings, such as cat and dog, that never occur together in training, in either order."""

VOCABULARY = (
    END,
    *["the", "because", "it", "was"],
    *DOES,
    *DOES.values(),
    *_ACTIONS,
    *_HUNGRY,
    *_SLOW,
)
"""Every word of the grammar, and the full stop, which also begins each text."""

NUMBER = {word: number for number, word in enumerate(VOCABULARY)}


class Roles(NamedTuple):
    """Two sentences that differ in their adjective, and therefore in their last verb."""

    hungry: Sentence  # the one who chases is meant
    slow: Sentence  # the one who is chased is meant


def all_roles() -> list[Roles]:
    """List all pairs of sentences.

    >>> for sentence in all_roles()[0]:
    ...     print(" ".join(sentence.words))
    the cat chased the dog because it was hungry . it purred .
    the cat chased the dog because it was slow . it barked .
    """
    return [
        Roles(
            twins.sentence(f"the {one} {action} the {other}", one, other, hungry),
            twins.sentence(f"the {one} {action} the {other}", other, one, slow),
        )
        for one in DOES
        for other in DOES
        if one != other
        for action in _ACTIONS
        for hungry, slow in zip(_HUNGRY, _SLOW, strict=True)
    ]


def held_out() -> list[Roles]:
    """List all pairs of sentences about two beings that never meet in training.

    >>> len(held_out()), len(all_roles())
    (72, 504)
    """
    return [roles for roles in all_roles() if _is_held_out(roles.hungry)]


def _is_held_out(sentence: Sentence) -> bool:
    return {sentence.meant, sentence.other} in HELD_OUT


_LEARNED = [sentence for roles in all_roles() for sentence in roles if not _is_held_out(sentence)]


def text(length: int, rng: np.random.Generator) -> list[str]:
    """Write sentences that are not held out, one after the other, until there are `length` words.

    >>> print(*text(14, np.random.default_rng(1)))
    . the creature attacked the frog because it was hungry . it growled .
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
