"""What was recorded of SmolLM2-135M-Instruct: what it guesses, writes and looks at. No model is needed.

A token may be a word with the space before it, such as " Paris", or a piece of a word. Chances,
logits and measures are rounded to four decimals, and the weights of heads to 1/255.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from attnlib.shapes import Floats, Integers
from attnlib.words import SentenceError, folded, tokens_of

FOLDER = Path(__file__).parent
FACTS, HEADS = "smollm.json", "smollm_heads.npz"

NAMED_HEADS = {
    "one back": (16, 0),
    "first word": (18, 8),
    "what came next": (18, 6),
    "its nouns": (13, 8),
    "the right noun": (17, 0),
}
"""Five of the 270 heads, as (layer, head), both counted from 0; `head_measures` says why."""


class NextToken(NamedTuple):
    """How likely the model finds the tokens that may follow a text."""

    text: str
    tokens: list[str]  # the eight likeliest
    chances: Floats  # (8,)


class WrittenText(NamedTuple):
    """A text that the model wrote, token by token."""

    beginning: str  # which somebody else wrote
    temperature: float  # 0 stands for the likeliest token, always
    tokens: list[str]  # n tokens
    chances: Floats  # (n,): the chance that the model gave to each of them
    likeliest: list[list[str]]  # (n, 5): the tokens that it found likeliest in its place
    likeliest_chances: Floats  # (n, 5)


class Heads(NamedTuple):
    """The named heads on one sentence."""

    tokens: list[str]  # without the spaces before them
    weights: dict[str, Floats]  # (n, n) for each of `NAMED_HEADS`


class AskedTwin(NamedTuple):
    """A sentence whose ending decides to which noun *it* refers, and what the model says to that.

    It reads, for example, *The cat sat on the mat because it was tired. The thing that was tired was
    the*, and its logits of *cat* and *mat* are compared. In the arrays, a row is an ending, and a
    column is a noun. So what fits is on the diagonal.
    """

    sentence: str  # with {} for the ending
    nouns: list[str]
    endings: list[str]
    logits: Floats  # (2, 2): of the nouns
    logits_alone: Floats  # (2, 2): after the question alone, when it has not read the sentence

    @property
    def right(self) -> int:
        """For how many of the two endings the noun that fits has the larger logit."""
        return _right(self.logits)

    @property
    def right_alone(self) -> int:
        """The same without the sentence."""
        return _right(self.logits_alone)

    @property
    def shifts(self) -> bool:
        """Whether the first noun is further ahead, or less behind, with the ending that fits it."""
        return _shifts(self.logits)

    @property
    def shifts_alone(self) -> bool:
        """The same without the sentence."""
        return _shifts(self.logits_alone)


class Slip(NamedTuple):
    """The model with one thing done wrongly in all its layers."""

    name: str
    loss: float  # nats for each token of a paragraph of lesson 4, on average
    token: str  # the likeliest one after *The capital of France is*
    chance: float  # of this token


def next_tokens() -> list[NextToken]:
    """Look up the likeliest next tokens of some beginnings.

    >>> france = next_tokens()[0]
    >>> france.text, france.tokens[:2], france.chances[:2].round(2)
    ('The capital of France is', [' Paris', ' the'], array([0.77, 0.06]))
    """
    return [
        NextToken(**one | {"chances": np.array(one["chances"])}) for one in _facts()["next_tokens"]
    ]


def written_texts() -> list[WrittenText]:
    """Look up how the model continues some beginnings, each without dice and with a temperature.

    >>> france, with_dice = written_texts()[:2]
    >>> france.beginning, france.tokens[:2], with_dice.temperature
    ('The capital of France is', [' Paris', '.'], 0.8)
    """
    return [_written(one) for one in _facts()["written_texts"]]


def known_sentences() -> list[str]:
    """List the sentences on which the named heads are recorded.

    >>> known_sentences()[1]
    'The cat sat on the mat because it was soft'
    """
    return [sentence["text"] for sentence in _facts()["shown"]]


def heads(sentence: str) -> Heads:
    """Look up the weights of the named heads on a sentence.

    Parameters
    ----------
    sentence : str
        One of `known_sentences`; case and punctuation make no difference.

    Returns
    -------
    Heads
        n tokens, and weights (n, n) for each name. Each row sums to 1, and no token sees a later
        one.

    Raises
    ------
    SentenceError
        If this sentence is not recorded.

    Examples
    --------
    >>> tokens, weights = heads("The dog saw the bird and the bird saw the dog")
    >>> tokens[:4], weights["one back"].shape
    (['The', 'dog', 'saw', 'the'], (11, 11))
    """
    wanted = folded(tokens_of(sentence))
    for number, known in enumerate(_facts()["shown"]):
        if wanted == folded(tokens_of(known["text"])):
            return Heads(list(known["tokens"]), _weights(number))
    raise SentenceError(
        f'The heads are not recorded on "{sentence}". They are on these sentences: '
        f"{'; '.join(known_sentences())}. Would one of them do?"
    )


def head_measures() -> dict[str, Floats]:
    """Look up what each of the 270 heads does.

    Returns
    -------
    dict of (30, 9)
        For each layer and head, a mean weight. "one back": on the token before. "first word": on
        the first token; both over the tokens of 40 sentences. "what came next": on the token that
        followed the same word when it came first, in random words that are said twice. "its nouns":
        from *it* to both nouns, in the sentences of `twins`. "it to cat", "tired to cat", "soft to
        cat", and the same to mat: in the cat sentence.

        What *it* sees is the same with both endings, because they come later. So the ending is
        asked which noun gets more of its weight. "right": in which share of 60 sentences it is the
        one that fits. "shifts": in which share of 30 twins the first noun's share is larger with
        its own ending. Guessing gets half of both; `endings_right` has the twins one by one.

    Examples
    --------
    >>> measures = head_measures()
    >>> float(measures["what came next"][NAMED_HEADS["what came next"]].round(2))
    0.84
    >>> [float(measures["right"][NAMED_HEADS[name]].round(2)) for name in ("its nouns", "the right noun")]
    [0.6, 0.83]
    """
    return {name: np.array(means) for name, means in _facts()["head_measures"].items()}


def twins() -> list[AskedTwin]:
    """Look up what the model says about thirty sentences with two endings each.

    >>> recorded = twins()
    >>> sum(twin.right for twin in recorded), sum(twin.shifts for twin in recorded)
    (36, 28)
    >>> sum(twin.right_alone for twin in recorded), sum(twin.shifts_alone for twin in recorded)
    (33, 28)
    """
    found = []
    for one in _facts()["twins"]:
        arrays = {name: np.array(one[name]) for name in ("logits", "logits_alone")}
        found.append(AskedTwin(**one | arrays))
    return found


def endings_right() -> Integers:
    """Look up, twin by twin, for how many of the two endings a head looks more at the right noun.

    The best of 270 heads is partly lucky. So choose it on some twins, and test it on the others.

    Returns
    -------
    (30, 30, 9)
        0, 1 or 2 for each of `twins`, by layer and head. Guessing gets 1.

    Examples
    --------
    >>> right = endings_right()
    >>> int(right.sum(axis=0)[NAMED_HEADS["the right noun"]]), int(right.sum(axis=0).max())
    (50, 50)
    """
    with np.load(FOLDER / HEADS) as stored:
        return np.array(stored["right"], np.int64)


def slips() -> list[Slip]:
    """Look up what is left of the model with one slip; the first has none.

    >>> [slip.name for slip in slips()][:2]
    ['none', 'rotary pairs half-split']
    """
    return [Slip(**one) for one in _facts()["slips"]]


def _right(logits: Floats) -> int:
    (fits, other), (another, fits_too) = logits
    return int(fits > other) + int(fits_too > another)


def _shifts(logits: Floats) -> bool:
    first, second = logits[:, 0] - logits[:, 1]
    return bool(first > second)


def _written(facts: dict[str, Any]) -> WrittenText:
    arrays = {name: np.array(facts[name]) for name in ("chances", "likeliest_chances")}
    return WrittenText(**facts | arrays)


@cache
def _facts() -> dict[str, Any]:
    facts: dict[str, Any] = json.loads((FOLDER / FACTS).read_text(encoding="utf-8"))
    return facts


@cache
def _weights(number: int) -> dict[str, Floats]:
    """Load the named heads on one sentence. Rounding moved the sums of rows, so they are divided."""
    with np.load(FOLDER / HEADS) as stored:
        rounded = stored[str(number)].astype(np.float64)
    weights = rounded / rounded.sum(axis=-1, keepdims=True)
    return dict(zip(NAMED_HEADS, weights, strict=True))
