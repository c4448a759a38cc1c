"""WordPiece, which cuts the words of a text into pieces that a model of the BERT family knows.

Source: Devlin et al. 2019, *BERT*, section 3, and the published code, `tokenization.py`.
"""

from collections.abc import Mapping
from unicodedata import category, normalize

UNSEEN = ("Cc", "Cf", "Co", "Cs")  # control, format, private use, surrogates
MOST_LETTERS = 100  # of a word that is cut; nobody means longer ones
IDEOGRAPHS = (  # each is a word, because Chinese is written without spaces
    range(0x3400, 0x4DC0),
    range(0x4E00, 0xA000),
    range(0xF900, 0xFB00),
    range(0x20000, 0x2A6E0),
    range(0x2A700, 0x2CEB0),
    range(0x2F800, 0x2FA20),
)


def pieces(text: str, vocabulary: Mapping[str, int]) -> list[str]:
    """Split a text into pieces of the vocabulary, between [CLS] and [SEP].

    A word is cut from its start, each time into the longest piece that is known; ## marks a piece
    that continues a word. A word that cannot be cut so is [UNK]. Source: Devlin et al. 2019, section
    3, "WordPiece". A [SEP] that somebody types is a word like any other, in brackets.

    Examples
    --------
    >>> pieces("Unread cafés!", dict.fromkeys(["un", "##read", "cafe", "##s", "!"], 0))
    ['[CLS]', 'un', '##read', 'cafe', '##s', '!', '[SEP]']
    """
    cut = (piece for word in words_of(text) for piece in _cut(word, vocabulary))
    return ["[CLS]", *cut, "[SEP]"]


def words_of(text: str) -> list[str]:
    """Split a text into words without capitals and accents. Each punctuation mark is a word.

    >>> words_of("Déjà vu, 3 € (twice)")
    ['deja', 'vu', ',', '3', '€', '(', 'twice', ')']
    """
    letters = normalize("NFD", "".join(map(_spaced, text)))
    # Not letters.lower(), which makes another sigma of the last one of a word.
    plain = "".join(letter.lower() for letter in letters if category(letter) != "Mn")
    return "".join(f" {sign} " if _is_punctuation(sign) else sign for sign in plain).split()


def _spaced(letter: str) -> str:
    """Leave out what cannot be seen, and set an ideograph off."""
    if letter.isspace() and (letter in "\t\n\r" or category(letter) != "Cc"):
        return " "
    if category(letter) in UNSEEN or letter == "\ufffd":
        return ""
    return f" {letter} " if any(ord(letter) in block for block in IDEOGRAPHS) else letter


def _is_punctuation(letter: str) -> bool:
    """Say whether it is punctuation; of ASCII, everything that is neither letter nor digit is."""
    return category(letter).startswith("P") or (letter.isascii() and category(letter)[0] == "S")


def _cut(word: str, vocabulary: Mapping[str, int]) -> list[str]:
    if len(word) > MOST_LETTERS:
        return ["[UNK]"]
    found: list[str] = []
    start = 0
    while start < len(word):
        mark = "##" if start else ""
        ends = range(len(word), start, -1)
        end = next((end for end in ends if mark + word[start:end] in vocabulary), None)
        if end is None:
            return ["[UNK]"]
        found.append(mark + word[start:end])
        start = end
    return found
