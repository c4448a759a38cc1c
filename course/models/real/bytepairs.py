"""Byte-pair encoding, which cuts a text into the pieces that a model of the GPT family knows.

A text is cut into words, and a word into the bytes of its UTF-8. Then neighbours are merged again,
in the order in which training merged them. Source: Sennrich, Haddow and Birch 2016, *Neural Machine
Translation of Rare Words with Subword Units*, section 3.2; for bytes, Radford et al. 2019, *Language
Models are Unsupervised Multitask Learners*, section 2.2; for words, the pre-tokeniser "smollm" of
llama.cpp: that of GPT-2, with each digit alone.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import count, pairwise
from unicodedata import category

Pair = tuple[str, str]

PRINTABLE = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
_OTHERS = count(0x100)
LETTERS = [chr(byte if byte in PRINTABLE else next(_OTHERS)) for byte in range(256)]
"""The letter that stands for each byte in a vocabulary. A space is Ġ, and a line break Ċ."""
BYTES = {letter: byte for byte, letter in enumerate(LETTERS)}

CONTRACTION = re.compile(r"'(?:s|t|re|ve|m|ll|d)")
WORD = re.compile(r"N| ?L+| ?O+|\s+(?![LO])|\s+")  # in what `_kind` makes of a text
NO_SPACES = "\x1c\x1d\x1e\x1f"  # they are for Python, and are not for Unicode


class BytePairs:
    """The pieces that a model knows, and the pairs of which they were made.

    Marks such as <|im_start|> are tokens too, found in `ids`. A text is never cut into them, so
    nobody can pretend to be the assistant by typing one.

    Parameters
    ----------
    tokens : sequence of str
        All pieces, with a letter of `LETTERS` for each byte.
    merges : sequence of str
        Two pieces each, with a space between them; the pair that is merged first comes first.

    Attributes
    ----------
    tokens : list of str
    ids : dict
        The place of each token in that list.

    Examples
    --------
    >>> pairs = BytePairs(["a", "b", "Ġ", "ab", "Ġab"], ["a b", "Ġ ab"])
    >>> pairs.encode("ab abb")
    [3, 4, 1]
    >>> pairs.decode([3, 4, 1])
    'ab abb'
    """

    def __init__(self, tokens: Sequence[str], merges: Sequence[str]) -> None:
        self.tokens = list(tokens)
        self.ids = {token: place for place, token in enumerate(self.tokens)}
        self._ranks = {_pair(merge): rank for rank, merge in enumerate(merges)}

    def encode(self, text: str) -> list[int]:
        """Cut a text into pieces, and give their places in `tokens`.

        A byte that is not in the vocabulary is left out, as `tokenizers` does. SmolLM2 lacks 21
        of the 256, which hardly occur in a text.
        """
        return [self.ids[piece] for word in words_of(text) for piece in self._pieces(word)]

    def decode(self, ids: Iterable[int]) -> str:
        """Put pieces together again. Bytes that are not a whole letter become "\ufffd"."""
        together = bytes(BYTES[letter] for i in ids for letter in self.tokens[i])
        return together.decode("utf-8", "replace")

    def letters(self, word: str) -> str:
        """Write a letter of `LETTERS` for each byte of a word that is in the vocabulary."""
        letters = (LETTERS[byte] for byte in word.encode("utf-8", "replace"))
        return "".join(letter for letter in letters if letter in self.ids)

    def _pieces(self, word: str) -> list[str]:
        return merged(self.letters(word), self._ranks)


def words_of(text: str) -> Iterator[str]:
    """Cut a text into words, each with the space before it; digits and runs of signs are words too.

    Examples
    --------
    >>> list(words_of("It's 42,  isn't it?"))
    ['It', "'s", ' ', '4', '2', ',', ' ', ' isn', "'t", ' it', '?']
    """
    kinds, place = "".join(map(_kind, text)), 0
    while place < len(text):
        found = CONTRACTION.match(text, place) or WORD.match(kinds, place)
        assert found is not None, "every letter has a kind"
        yield text[place : found.end()]
        place = found.end()


def merged(pieces: Sequence[str], ranks: Mapping[Pair, int]) -> list[str]:
    """Merge neighbours: each time the pair of the lowest rank, and of equal pairs the leftmost.

    The pairs wait in a heap, so a word of n pieces takes n log n steps.

    Parameters
    ----------
    pieces : sequence of str
    ranks : dict
        The rank of each pair that may be merged.

    Examples
    --------
    >>> merged("banana", {("a", "n"): 0, ("an", "a"): 1, ("b", "an"): 2})
    ['ban', 'ana']
    """
    now: list[str | None] = list(pieces)  # None has been merged into the piece before it
    before, after = list(range(-1, len(now) - 1)), list(range(1, len(now) + 1))
    waiting = [(ranks[pair], i) for i, pair in enumerate(pairwise(pieces)) if pair in ranks]
    heapify(waiting)

    def rank_at(left: int) -> int | None:
        if left < 0 or after[left] == len(now):
            return None
        return ranks.get((now[left], now[after[left]]))  # type: ignore[arg-type]  # None has no rank

    while waiting:
        rank, left = heappop(waiting)
        if rank_at(left) != rank:  # one of the two has been merged with another
            continue
        right = after[left]
        now[left], now[right] = f"{now[left]}{now[right]}", None
        after[left] = after[right]
        if after[right] < len(now):
            before[after[right]] = left
        for new in (before[left], left):
            if (rank_of_new := rank_at(new)) is not None:
                heappush(waiting, (rank_of_new, new))
    return [piece for piece in now if piece is not None]


def _pair(merge: str) -> Pair:
    left, right = merge.split(" ")
    return left, right


def _kind(letter: str) -> str:
    """Name the kind of a letter: L, N for a number, O for others; white space stays white."""
    if letter.isspace() and letter not in NO_SPACES:
        return " " if letter == " " else "\n"
    kind = category(letter)[0]
    return kind if kind in "LN" else "O"
