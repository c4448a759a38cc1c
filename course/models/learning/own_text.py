"""A text of one's own, as numbers that a language model can learn from.

A text is cut into tokens: letters or words. Letters need no list of known words, so every alphabet
will do, but a model must first learn to spell. Words spell themselves, but only the commonest have
a number of their own, and all others become the same mark, `UNKNOWN`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from attnlib.shapes import Integers
from attnlib.words import folded
from course.models.learning.language import END, Language

Unit = Literal["letters", "words"]

UNKNOWN = "□"
"""Stands for each letter or word that is too rare for a number of its own."""
MOST_LETTERS, MOST_WORDS = 100, 500
LONGEST = 5_000_000  # letters of a text that are used
SHORTEST = 1000  # tokens that a text needs
VALIDATION = 0.1  # the share of a text, at its end, that is kept back

_WORD = re.compile(r"\w+(?:['\u2019-]\w+)*|[^\w\s]")  # punctuation marks are words too
_NOT_PROSE = (  # in Markdown, in this order
    r"```.*?```",
    r"\$\$.*?\$\$",
    r"\$[^$]*\$",
    r"<(style|script|svg|table)\b.*?</\1>",
    r"<[^>]*>",
    r"^\s*\|.*$",
    r"!\[[^\]]*\]\([^)]*\)",
    r"\]\([^)]*\)",
    r"https?://\S+",
    r"^\s*(#+|[-+>]|\d+\.)\s",
    r"[*`\[\]]",
)


class TextError(ValueError):
    """A text of the learner's cannot be used; the message is addressed to them."""

    def _render_traceback_(self) -> list[str]:
        return [f"{self}"]  # in a notebook, instead of a traceback


class Tokenizer(NamedTuple):
    """How a text becomes numbers, and numbers become a text; made by `Corpus.of`.

    Examples
    --------
    >>> letters = Tokenizer("letters", (UNKNOWN, "a", "b"))
    >>> letters.numbers_of(letters.tokens_of("abc")).tolist()
    [1, 2, 0]
    >>> Tokenizer("words", (UNKNOWN, "on", ".")).text_of(["on", "and", "on", "."])
    'on and on.'
    """

    unit: Unit
    VOCABULARY: tuple[str, ...]  # the first is UNKNOWN

    def tokens_of(self, text: str) -> list[str]:
        """Cut a text into letters, or into words and punctuation marks."""
        return cut(text, self.unit)

    def numbers_of(self, words: Sequence[str]) -> NDArray[np.int64]:
        """Look up the number of each token; unknown ones are 0, and capital letters of words do not count."""
        forms = words if self.unit == "letters" else folded(words)
        number = {token: place for place, token in enumerate(self.VOCABULARY)}
        return np.array([number.get(word, 0) for word in forms], dtype=np.int64)

    def text_of(self, tokens: Sequence[str]) -> str:
        """Write tokens as one text."""
        if self.unit == "letters":
            return "".join(tokens)
        return re.sub(r" ([.,;:!?)\]\u201d\u2019])|([(\[\u201c]) ", r"\1\2", " ".join(tokens))


@dataclass(frozen=True, repr=False)
class Corpus:
    """A text as numbers, in two parts: one to learn from, and one that is kept back.

    Attributes
    ----------
    tokenizer : Tokenizer
    training : (n,)
        The first nine tenths.
    validation : (m,)
        The last tenth. A model never learns from it, so its loss there is an honest one.
    source : str
        The text itself.
    shortened : bool
        Whether the text was longer.
    """

    tokenizer: Tokenizer
    training: Integers
    validation: Integers
    source: str
    shortened: bool = False

    @classmethod
    def of(cls, text: str, unit: Unit = "letters") -> Corpus:
        """Cut a text into tokens, number them, and keep the last tenth back.

        Parameters
        ----------
        text : str
            Only its first 5,000,000 letters are used.
        unit : "letters" or "words"
            Words are written in lower case, and punctuation marks count as words. The 100 commonest
            letters or the 500 commonest words of the training part are known.

        Raises
        ------
        TextError
            If the text has fewer than 1,000 tokens, or only one kind of them.
        ValueError
            If `unit` is neither.

        Examples
        --------
        >>> Corpus.of("the cat sat on the mat. " * 50)
        1,200 letters, 11 of them different. A model learns from the first 1,080; the last 120 are kept back.
        """
        if unit not in ("letters", "words"):
            raise ValueError(f'unit: "letters" or "words" is needed, but it is {unit!r}.')
        source = text[:LONGEST]
        tokens = cut(source, unit)
        if len(tokens) < SHORTEST:
            raise TextError(
                f"The text has {len(tokens):,} {unit}, but a model needs at least {SHORTEST:,} to learn "
                f"from. {_longer(len(tokens), unit)}"
            )
        kept = round(len(tokens) * (1 - VALIDATION))
        most = MOST_LETTERS if unit == "letters" else MOST_WORDS
        known = [token for token, _ in Counter(tokens[:kept]).most_common(most)]
        if len(known) < 2:
            raise TextError(
                f"The text repeats a single one of its {unit}, {known[0]!r}. Nothing can be learned "
                "from it: is it the file that you meant?"
            )
        tokenizer = Tokenizer(unit, (UNKNOWN, *(token for token in known if token != UNKNOWN)))
        numbers = tokenizer.numbers_of(tokens)
        return cls(tokenizer, numbers[:kept], numbers[kept:], source, len(text) > LONGEST)

    def __repr__(self) -> str:
        unit, size = self.tokenizer.unit, len(self.training) + len(self.validation)
        said = (
            f"{size:,} {unit}, {len(self.tokenizer.VOCABULARY) - 1} of them different. A model learns "
            f"from the first {len(self.training):,}; the last {len(self.validation):,} are kept back."
        )
        unknown = float((np.concatenate([self.training, self.validation]) == 0).mean())
        if unknown:
            said = said.replace("of them different", "of them known")
            said += f" {unknown:.1%} of the {unit} are too rare, and become {UNKNOWN}."
        if self.shortened:
            said += f" The text is longer: only its first {LONGEST:,} letters are used."
        return said

    def held_back(self, length: int, most: int = 64) -> Integers:
        """List windows (at most `most`, length + 1) of the validation part, evenly spread over it.

        Raises
        ------
        TextError
            If the validation part is shorter than a window.
        """
        if len(self.validation) <= length:
            raise TextError(
                f"The text is too short for windows of {length} {self.tokenizer.unit}: its last tenth, "
                f"which is kept back, has only {len(self.validation)}. Take a longer text, or a context "
                f"below {len(self.validation)}."
            )
        last = len(self.validation) - length - 1
        count = min(most, last // length + 1)
        begins = np.linspace(0, last, count).astype(np.int64)
        inputs, targets = cut_windows(self.validation, begins, length)
        return np.concatenate([inputs, targets[:, -1:]], axis=1)


def from_file(path: str | Path) -> str:
    """Read a text file of one's own.

    Parameters
    ----------
    path : str or Path
        Plain text in UTF-8.

    Raises
    ------
    TextError
        If there is no such file, if it is empty, or if it is no plain text.

    Examples
    --------
    >>> from_file("diary.txt")
    Traceback (most recent call last):
    ...
    course.models.learning.own_text.TextError: There is no file diary.txt in this folder. Is the name spelled like this, and does the file lie beside the notebook?
    """
    path = Path(path)
    if not path.is_file():
        raise TextError(
            f"There is no file {path} in this folder. Is the name spelled like this, and does the "
            "file lie beside the notebook?"
        )
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(LONGEST + 1)
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise TextError(
            f"{path.name} is not plain text in UTF-8. If it is a document, open it where it was "
            "written, and save it as plain text (.txt, UTF-8)."
        )
    if not text.strip():
        raise TextError(f"{path.name} is empty. Was it saved after the text was pasted into it?")
    return text


def lectures(folder: str | Path = "notebooks") -> str:
    """Read the prose of the course's own lectures, without code, formulas and tables.

    Parameters
    ----------
    folder : str or Path
        It is looked for in the folder of the notebook and those above it, then beside `attnlib`.

    Raises
    ------
    TextError
        If there are no lectures.

    Examples
    --------
    >>> text = lectures()
    >>> len(text) > 100_000, "*" in text
    (True, False)
    """
    places = (Path.cwd(), *Path.cwd().parents, Path(__file__).parents[3])
    found = next(
        (
            list((place / folder).glob("[0-9]*.ipynb"))
            for place in places
            if (place / folder).is_dir()
        ),
        [],
    )
    if not found:
        raise TextError(
            f"The course's lectures are not here: there is no folder {folder} with notebooks in this "
            "folder or above it. Use a text file of your own instead, or stories()."
        )
    cells = [
        "".join(cell["source"])
        for path in sorted(found)
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "markdown"
    ]
    return "\n".join(filter(None, map(prose, cells)))


def prose(markdown: str) -> str:
    """Leave out of Markdown whatever is not prose.

    >>> prose("## Who is *it*? A [dot product](x.md) of `q` and $k$.")
    'Who is it? A dot product of q and .'
    """
    for pattern in _NOT_PROSE:
        markdown = re.sub(pattern, "", markdown, flags=re.DOTALL | re.MULTILINE)
    paragraphs = [" ".join(part.split()) for part in markdown.split("\n\n")]
    return "\n".join(filter(None, paragraphs))


def stories(language: Language, words: int = 40_000, seed: int = 0) -> str:
    """Draw stories from a grammar.

    Parameters
    ----------
    language : module
        `course.models.learning.grammar` or `course.models.learning.twins`.
    words : int
        The length of all stories together.
    seed : int

    Examples
    --------
    >>> from course.models.learning import twins
    >>> stories(twins, 15, seed=1)
    'the creature stood by the bench because it was dusty. it tilted.'
    """
    tokens = language.text(words, np.random.default_rng(seed))
    return " ".join(tokens[1:]).replace(f" {END}", END)


def cut(text: str, unit: Unit) -> list[str]:
    """Cut a text into tokens.

    >>> cut("It's soft.", "letters")[:4], cut("It's soft.", "words")
    (['I', 't', "'", 's'], ["it's", 'soft', '.'])
    """
    return list(text) if unit == "letters" else folded(_WORD.findall(text))


def _longer(tokens: int, unit: Unit) -> str:
    if unit == "words" and tokens:
        return "Add to it, take a longer one, or cut it into letters."
    return "Add to it, or take a longer one."


def cut_windows(numbers: Integers, begins: Integers, length: int) -> tuple[Integers, Integers]:
    """Cut windows out of a text: tokens (b, length), and the token after each of them.

    >>> inputs, targets = cut_windows(np.array([7, 3, 9, 4, 8]), np.array([1]), 3)
    >>> inputs.tolist(), targets.tolist()
    ([[3, 9, 4]], [[9, 4, 8]])
    """
    cut_out = numbers[begins[:, None] + np.arange(length + 1)]
    return cut_out[:, :-1], cut_out[:, 1:]
