"""WordPiece, which cuts the words of a text into pieces that a model of the BERT family knows.

Source: Devlin et al. 2019, *BERT*, section 3, and its published code, `tokenization.py`.
"""

import re
import unicodedata
from collections.abc import Mapping


def pieces(text: str, vocabulary: Mapping[str, int]) -> list[str]:
    """Split an English text into pieces of the vocabulary, between [CLS] and [SEP].

    Case and accents are dropped, and each sign is a word. A word is cut from its start, each time
    into the longest piece that is known; ## marks a piece that continues a word. A word that cannot
    be cut is [UNK]. Source: Devlin et al. 2019, section 3, "WordPiece".

    Examples
    --------
    >>> pieces("Unread cafés!", dict.fromkeys(["un", "##read", "cafe", "##s", "!"], 0))
    ['[CLS]', 'un', '##read', 'cafe', '##s', '!', '[SEP]']
    """
    letters = unicodedata.normalize("NFD", text.lower())
    plain = "".join(letter for letter in letters if unicodedata.category(letter) != "Mn")
    words = re.findall(r"[^\W_]+|\S", plain)
    return ["[CLS]", *(piece for word in words for piece in _cut(word, vocabulary)), "[SEP]"]


def _cut(word: str, vocabulary: Mapping[str, int]) -> list[str]:
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
