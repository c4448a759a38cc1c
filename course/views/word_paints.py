"""One colour and one pattern for each word, the same in every picture of the course."""

from collections.abc import Sequence
from hashlib import sha256
from itertools import product
from typing import NamedTuple

from attnlib.words import folded
from course.views.colours import WORD_COLOURS

# White on a colour, so that a word is told apart without its colour, too.
PATTERNS = (
    "{0}",
    "repeating-linear-gradient(45deg,{0} 0 5px,#fff 5px 7px)",
    "radial-gradient(#fff 1.6px,transparent 2.1px) 0 0/7px 7px,{0}",
    "repeating-linear-gradient(135deg,{0} 0 3px,#fff 3px 7px)",
    "repeating-linear-gradient(90deg,{0} 0 5px,#fff 5px 7px)",
    "linear-gradient(#fff 1.5px,transparent 2px) 0 0/7px 7px,"
    "linear-gradient(90deg,#fff 1.5px,transparent 2px) 0 0/7px 7px,{0}",
    "repeating-linear-gradient(0deg,{0} 0 3px,#fff 3px 6px)",
)


class Paint(NamedTuple):
    """How a word is painted.

    Attributes
    ----------
    colour : str
        For a line; its contrast is at least 3:1 on light and on dark pages.
    fill : str
        The colour with the word's pattern, as a CSS background.
    """

    colour: str
    fill: str


def _paint(colour: int, pattern: int) -> Paint:
    return Paint(WORD_COLOURS[colour], PATTERNS[pattern].format(WORD_COLOURS[colour]))


_RED, _BLUE, _GREEN, _PURPLE, _GREY = range(len(WORD_COLOURS))
# (colour, pattern). Who may be meant, the pronoun, and the reason have a colour each; words that
# only hold the sentence together are grey.
_PLACES = {
    "cat": (_RED, 0),
    "mat": (_BLUE, 1),
    "dog": (_BLUE, 5),
    "it": (_PURPLE, 2),
    "tired": (_GREEN, 3),
    "soft": (_GREEN, 4),
    "hungry": (_GREEN, 1),
    "slow": (_GREEN, 6),
    "the": (_GREY, 0),
    "sat": (_GREY, 1),
    "chased": (_GREY, 2),
    "because": (_GREY, 3),
    "was": (_GREY, 4),
    "on": (_GREY, 5),
}
STORY = {word: _paint(*place) for word, place in _PLACES.items()}
# All other words share the rest.
RING = [
    _paint(*place)
    for place in product(range(len(WORD_COLOURS)), range(len(PATTERNS)))
    if place not in _PLACES.values()
]


def paints(tokens: Sequence[str]) -> list[Paint]:
    """Give each token the paint of its word.

    The words of the course's story have paints of their own. Each other word takes one of the
    remaining, found by the letters of the word; if a word before it in `tokens` has taken it, it
    takes the next.

    Parameters
    ----------
    tokens : sequence of n str
        A word may repeat, and capital letters do not matter.

    Returns
    -------
    list of n Paint

    Examples
    --------
    >>> paints(["The", "cat"])[1]
    Paint(colour='#bf3200', fill='#bf3200')
    >>> paints(["cat", "on", "mat"])[2] == paints(["mat"])[0]
    True
    """
    taken: dict[str, Paint] = {}
    for word in folded(tokens):
        taken.setdefault(word, STORY.get(word) or _free(word, set(taken.values())))
    return [taken[word] for word in folded(tokens)]


def _free(word: str, taken: set[Paint]) -> Paint:
    start = int.from_bytes(sha256(word.encode()).digest()[:4]) % len(RING)
    ring = RING[start:] + RING[:start]
    return next((paint for paint in ring if paint not in taken), ring[0])
