"""What was recorded of all-MiniLM-L6-v2: vectors, heads and measurements. No model is needed.

Numbers are rounded to four decimals, the weights of heads to 1/255, and the numbers of a word's
vector to 1/127 of its largest.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from attnlib.shapes import Floats, as_size
from attnlib.similarity import cosine_scores
from attnlib.words import SentenceError, folded, tokens_of

FOLDER = Path(__file__).parent
Recorded = TypeVar("Recorded")

WORDS, HEADS, FACTS = "words.npz", "heads.npz", "facts.json"

NAMED_HEADS = {
    "one back": (0, 2),
    "one ahead": (1, 8),
    "its nouns": (3, 1),
    "parked": (2, 7),
    "the same word again": (2, 9),
    "everywhere": (0, 3),
}
"""Six of the 72 heads, as (layer, head), both counted from 0; `head_measures` says why."""


class Heads(NamedTuple):
    """All heads of the model on one sentence."""

    tokens: list[str]  # [CLS], the words, [SEP]
    weights: Floats  # (num_layers, num_heads, n, n)


class ScoreTable(NamedTuple):
    """Scores of the model, each a mean over words, heads and sentences; all are (num_layers,)."""

    spread: Floats  # standard deviation of a row of Q K^T
    spread_scaled: Floats  # the same after dividing by the root of 32
    largest_weight: Floats  # the largest weight of a row
    largest_weight_unscaled: Floats  # what it would be without dividing


class KeyBias(NamedTuple):
    """One head on the cat sentence: without b_k, with it, and with a thousand times as much."""

    layer: int
    head: int
    tokens: list[str]
    b_q_lengths: Floats  # (num_layers,): how long the vector b_q of each layer is
    b_k_lengths: Floats  # (num_layers,)
    factors: Floats  # (3,): 0, 1 and 1000, by which b_k is multiplied in all layers
    scores: Floats  # (3, n, n): Q K^T
    weights: Floats  # (3, n, n)
    largest_change: float  # of any weight of any head on the measured sentences


class Silencing(NamedTuple):
    """What is left of sentence vectors: their cosine with those of the whole model."""

    head: Floats  # (num_layers, num_heads): this head adds nothing
    attention: Floats  # (num_layers,): no head of this layer adds anything
    feed_forward: Floats  # (num_layers,): the feed-forward of this layer adds nothing


class Pair(NamedTuple):
    """Two sentences, and the cosine of their vectors."""

    first: str
    second: str
    cosine: float
    without_positions: float  # the same cosine, if the model is not told where a word stands


class Twin(NamedTuple):
    """A sentence whose ending decides to which noun *it* refers, and where a head looks from *it*.

    In the arrays, a row is an ending, and a column is a noun. So what fits is on the diagonal.
    """

    sentence: str  # with {} for the ending
    nouns: list[str]
    endings: list[str]
    weights: Floats  # (2, 2): from *it* to the nouns, in the head "its nouns"
    likeness: Floats  # (2, 2): cosine of the ending's and the noun's word vector

    @property
    def right(self) -> int:
        """For how many of the two endings the noun that fits gets more weight than the other."""
        (fits, other), (another, fits_too) = self.weights
        return int(fits > other) + int(fits_too > another)

    @property
    def shifts(self) -> bool:
        """Whether the first noun's share is larger with the ending that fits it."""
        first, second = self.weights[:, 0] / self.weights.sum(axis=1)
        return bool(first > second)

    @property
    def shifts_without_reading(self) -> bool:
        """Whether the word vectors alone, without attention, tell the two endings apart rightly."""
        first, second = self.likeness[:, 0] - self.likeness[:, 1]
        return bool(first > second)


def known_words() -> list[str]:
    """List the words whose vectors are recorded, in alphabetical order.

    >>> len(known_words()), known_words()[:3]
    (796, ['a', 'about', 'above'])
    """
    return list(_vectors())


def word_vectors(words: Sequence[str]) -> Floats:
    """Look up the vectors with which the model starts to read: rows of its embedding.

    Parameters
    ----------
    words : sequence of n str
        Words of `known_words`. "The" and "the" are the same word.

    Returns
    -------
    (n, 384)

    Raises
    ------
    TypeError
        If `words` is a text or holds anything but strings.
    SentenceError
        If a word is not recorded.

    Examples
    --------
    >>> hot, cold, paris = word_vectors(["hot", "cold", "Paris"])
    >>> cosine_scores(hot, [cold, paris]).round(2)
    array([0.36, 0.09])
    """
    vectors, wanted = _vectors(), folded(words)
    unknown = [word for word in dict.fromkeys(wanted) if word not in vectors]
    if unknown:
        raise SentenceError(
            f"No vector of {', '.join(unknown)} is recorded. {len(vectors)} common English words "
            "are, such as cat, summer and hungry. Would another word do?"
        )
    return np.array([vectors[word] for word in wanted]).reshape(len(wanted), -1)


def nearest(word: str, k: int = 5) -> list[tuple[str, float]]:
    """Find the k other recorded words whose vectors have the largest cosine with that of a word.

    Parameters
    ----------
    word : str
    k : int

    Returns
    -------
    list of (word, cosine)
        The nearest first, with cosines rounded to two decimals.

    Raises
    ------
    SentenceError
        If the word is not recorded.
    ValueError
        If k is below 1.

    Examples
    --------
    >>> nearest("summer", 3)
    [('autumn', 0.48), ('winter', 0.46), ('spring', 0.41)]
    """
    k, words = as_size(k, "k"), known_words()
    everything = word_vectors(words)
    cosines = cosine_scores(word_vectors([word])[0], everything)
    cosines[words.index(folded([word])[0])] = -np.inf
    best = np.argsort(-cosines, kind="stable")[: min(k, len(words) - 1)]
    return [(words[i], round(float(cosines[i]), 2)) for i in best]


def known_sentences() -> list[str]:
    """List the sentences on which all heads are recorded.

    >>> known_sentences()[1]
    'The cat sat on the mat because it was soft'
    """
    return [sentence["text"] for sentence in _facts()["shown"]]


def heads(sentence: str) -> Heads:
    """Look up the weights of all 72 heads on a sentence.

    Parameters
    ----------
    sentence : str
        One of `known_sentences`; case and punctuation make no difference.

    Returns
    -------
    Heads
        n tokens, and weights (6, 12, n, n), by layer and head. Each row sums to 1.

    Raises
    ------
    SentenceError
        If this sentence is not recorded.

    Examples
    --------
    >>> tokens, weights = heads("The cat sat on the mat because it was tired")
    >>> it = weights[NAMED_HEADS["its nouns"]][tokens.index("it")]
    >>> {word: float(it[tokens.index(word)].round(2)) for word in ("cat", "mat", "[CLS]")}
    {'cat': 0.49, 'mat': 0.14, '[CLS]': 0.2}
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
    """Look up what each of the 72 heads does, measured in six ways.

    Returns
    -------
    dict of (6, 12)
        For each name of `NAMED_HEADS` a mean for each layer and head. "one back" and "one ahead":
        the weight on the word before, or after. "parked": the weight on [CLS]. "the same word
        again": the weight on its other occurrences, for words that occur twice. "everywhere": the
        entropy of a row, divided by that of equal weights. These are means over the words of 40
        sentences. "its nouns": the weight from *it* on two nouns, in the 60 sentences of `twins`.

    Examples
    --------
    >>> its_nouns = head_measures()["its nouns"]
    >>> float(its_nouns[3, 1].round(2)), float(its_nouns.mean().round(2))
    (0.67, 0.14)
    """
    return {name: np.array(means) for name, means in _facts()["head_measures"].items()}


def score_table() -> ScoreTable:
    """Look up how far the scores of each layer spread, and how large weights become.

    >>> score_table().spread.round(1)
    array([ 9.9, 11.5, 10.4,  7.3,  7.7,  6.9])
    """
    return _loaded(ScoreTable, _facts()["score_table"])


def key_bias() -> KeyBias:
    """Look up what the bias of the keys does: it moves scores, and no weight.

    A query's dot product with b_k is the same for all keys. So b_k adds one number to a whole row
    of scores, and softmax does not notice. Its gradient is 0 for the same reason, which is why
    training has left it tiny.

    Examples
    --------
    >>> recorded = key_bias()
    >>> recorded.b_q_lengths.round(2), recorded.b_k_lengths.round(2)
    (array([6.66, 5.9 , 5.06, 3.89, 3.43, 2.13]), array([0.01, 0.02, 0.02, 0.02, 0.02, 0.01]))
    >>> without, _, thousandfold = recorded.scores
    >>> (thousandfold - without)[recorded.tokens.index("it"), :4].round(1)
    array([-59.2, -59.2, -59.2, -59.2])
    >>> float(np.ptp(recorded.weights, axis=0).max()), recorded.largest_change
    (0.0, 0.0)
    """
    return _loaded(KeyBias, _facts()["key_bias"])


def silencing() -> Silencing:
    """Look up what happens to the vectors of `known_sentences` if a part of the model is silent.

    >>> recorded = silencing()
    >>> float(recorded.head[NAMED_HEADS["parked"]].round(3))
    0.998
    >>> recorded.attention.round(2), recorded.feed_forward.round(2)
    (array([0.96, 0.98, 0.96, 0.96, 0.98, 0.76]), array([0.96, 0.94, 0.95, 0.94, 0.9 , 0.9 ]))
    """
    return _loaded(Silencing, _facts()["silencing"])


def sentence_pairs() -> list[Pair]:
    """Look up how alike the model finds two sentences, with positions and without.

    >>> sentence_pairs()[0]
    Pair(first='dog bites man', second='man bites dog', cosine=0.9072, without_positions=1.0)
    """
    return [_loaded(Pair, pair) for pair in _facts()["sentence_pairs"]]


def twins() -> list[Twin]:
    """Look up where *it* looks in thirty sentences with two endings each.

    >>> recorded = twins()
    >>> sum(twin.right for twin in recorded), sum(twin.shifts for twin in recorded)
    (38, 24)
    """
    return [_loaded(Twin, twin) for twin in _facts()["twins"]]


def _loaded(kind: Callable[..., Recorded], facts: Mapping[str, Any]) -> Recorded:
    """Turn lists of numbers into arrays again, and leave lists of words."""
    return kind(**{name: _as_recorded(value) for name, value in facts.items()})


def _as_recorded(value: Any) -> Any:
    is_words = isinstance(value, list) and isinstance(value[0], str)
    return np.array(value) if isinstance(value, list) and not is_words else value


@cache
def _facts() -> dict[str, Any]:
    facts: dict[str, Any] = json.loads((FOLDER / FACTS).read_text(encoding="utf-8"))
    return facts


@cache
def _vectors() -> dict[str, Floats]:
    with np.load(FOLDER / WORDS) as stored:
        vectors = stored["numbers"] * stored["scales"][:, None].astype(np.float64)
        return dict(zip(stored["words"].tolist(), vectors, strict=True))


@cache
def _weights(number: int) -> Floats:
    with np.load(FOLDER / HEADS) as stored:
        counted = stored[str(number)]
    weights: Floats = counted / counted.sum(axis=-1, keepdims=True)
    weights.flags.writeable = False
    return weights
