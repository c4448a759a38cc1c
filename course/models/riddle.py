"""Who was tired, and what was soft? Two layers of attention, written by hand, that find out.

One head cannot: its scores are made of *it* and of one other word, and *tired* is neither. So the
first layer lets *it* fetch the reason, the feed-forward concludes what *it* seeks, and the second
layer asks with that. There are no norms, because numbers written by hand need none.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from attnlib.attention import attention
from attnlib.block import relu
from attnlib.shapes import Floats
from attnlib.words import FEATURES, LABELS, feature_vectors, pattern

COLUMNS = (*FEATURES, "seeks a being", "seeks a thing")
"""The columns of the stream: the features, and two that only the feed-forward fills."""

CANDIDATES = ("thing", "being", "place")
REASONS = ("fits beings", "fits things")
SOUGHT = ("seeks a being", "seeks a thing")
THRESHOLD = 2.0  # more than an adjective has, even one that has fetched itself
DECIDED = 2.0  # what a conclusion adds to the score of what fits, and takes from what does not


Attend = Callable[[Floats, Floats, Floats], tuple[Floats, Floats]]
"""How a head attends: from queries, keys and values to the output and the weights."""


class Fetched(NamedTuple):
    """What the heads of a layer fetch for n words."""

    added: Floats  # (n, len(COLUMNS)): what the layer adds to the stream
    weights: dict[str, Floats]  # (n, n) for each head


class Reading(NamedTuple):
    """What the two layers do with a sentence of n words."""

    weights: dict[str, Floats]  # of "candidates", "reason" and "choice": (n, n) each
    stream: dict[str, Floats]  # after "embedding", ..., "second layer": (n, len(COLUMNS)) each


def read(tokens: Iterable[str]) -> Reading:
    """Read a sentence, and let its pronouns choose what they stand for.

    Parameters
    ----------
    tokens : iterable of n str
        Words of `KNOWN_WORDS`, at most 32.

    Returns
    -------
    Reading
        In the stream, each part adds to what is there: the first layer has two heads, the second
        has one.

    Raises
    ------
    SentenceError
        As `feature_vectors`.

    Examples
    --------
    >>> for reason in ("tired", "soft"):
    ...     words = f"the cat sat on the mat because it was {reason}".split()
    ...     it = read(words).weights["choice"][7]
    ...     print(reason, {word: float(it[words.index(word)].round(2)) for word in ("cat", "mat")})
    tired {'cat': 0.96, 'mat': 0.02}
    soft {'cat': 0.02, 'mat': 0.96}
    """
    embedded = embedding(tokens)
    first = first_layer(embedded)
    attended = embedded + first.added
    concluded = attended + conclusion(attended)
    second = second_layer(concluded)
    return Reading(
        first.weights | second.weights,
        {
            "embedding": embedded,
            "attention": attended,
            "feed-forward": concluded,
            "second layer": concluded + second.added,
        },
    )


def embedding(tokens: Iterable[str]) -> Floats:
    """Begin the stream: the features of each word, and nothing that it seeks yet.

    Parameters
    ----------
    tokens : iterable of n str

    Returns
    -------
    (n, len(COLUMNS))

    Raises
    ------
    SentenceError
        As `feature_vectors`.
    """
    return np.pad(feature_vectors(tokens), [(0, 0), (0, len(SOUGHT))])


def first_layer(stream: Floats, attend: Attend = attention) -> Fetched:
    """Let two heads fetch: one finds candidates for a pronoun, the other finds the reason.

    Parameters
    ----------
    stream : (n, len(COLUMNS))
    attend : function, optional
        As `attention`; one that turns queries and keys first brings positions in without the clock.

    Examples
    --------
    >>> words = "the cat sat on the mat because it was tired".split()
    >>> it = first_layer(embedding(words)).added[7].round(2)
    >>> {column: float(it[COLUMNS.index(column)]) for column in ("thing", "being", "fits beings")}
    {'thing': 0.47, 'being': 0.47, 'fits beings': 0.96}
    """
    candidates, found = _head(stream, *_projections("candidates"), CANDIDATES, attend)
    reason, fetched = _head(stream, *_projections("next reason"), REASONS, attend)
    return Fetched(found + fetched, {"candidates": candidates, "reason": reason})


def conclusion(stream: Floats) -> Floats:
    """Conclude what a word seeks: it stands for something, *and* it has fetched a reason.

    Parameters
    ----------
    stream : (n, len(COLUMNS))

    Returns
    -------
    (n, len(COLUMNS))
        What the feed-forward adds, ReLU(stream W_1 + b_1) W_2, with two hidden numbers. *Stands
        for* is just enough to reach the threshold, and *fits beings* is never enough by itself.
    """
    W_1, W_2 = np.zeros((len(COLUMNS), 2)), np.zeros((2, len(COLUMNS)))
    for hidden, (reason, sought) in enumerate(zip(REASONS, SOUGHT, strict=True)):
        W_1[COLUMNS.index("stands for"), hidden] = THRESHOLD
        W_1[COLUMNS.index(reason), hidden] = 1
        W_2[hidden, COLUMNS.index(sought)] = 1
    added: Floats = relu(stream @ W_1 - THRESHOLD) @ W_2
    return added


def choice_projections() -> tuple[Floats, Floats]:
    """Ask for candidates, as in the first layer, but for those that fit the conclusion.

    Returns
    -------
    W_q, W_k : (len(COLUMNS), d_k)
        For `second_layer`.

    Examples
    --------
    >>> W_q, W_k = choice_projections()
    >>> W_q.shape == W_k.shape
    True
    """
    W_q, W_k = _projections("candidates")
    being, thing = (COLUMNS.index(sought) for sought in SOUGHT)
    decided = DECIDED * np.sqrt(len(LABELS))
    for label, sign in {"being": 1, "thing": -1, "place": -1}.items():
        W_q[being, LABELS.index(label)] += sign * decided
        W_q[thing, LABELS.index(label)] -= sign * decided
    return W_q, W_k


def second_layer(stream: Floats, attend: Attend = attention) -> Fetched:
    """Let one head choose among the candidates: each word asks with what it seeks.

    Parameters
    ----------
    stream : (n, len(COLUMNS))
    attend : function, optional
        As for `first_layer`.
    """
    choice, chosen = _head(stream, *choice_projections(), CANDIDATES, attend)
    return Fetched(chosen, {"choice": choice})


def _head(
    X: Floats, W_q: Floats, W_k: Floats, hands_over: tuple[str, ...], attend: Attend
) -> tuple[Floats, Floats]:
    W_v = np.diag([float(column in hands_over) for column in COLUMNS])
    fetched, weights = attend(X @ W_q, X @ W_k, X @ W_v)
    return weights, fetched


def _projections(name: str) -> tuple[Floats, Floats]:
    """Give a pattern rows of 0 for the two columns that only the feed-forward fills."""
    W_q, W_k = (np.pad(W, [(0, len(SOUGHT)), (0, 0)]) for W in pattern(name))
    return W_q, W_k
