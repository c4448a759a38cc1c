"""Words as vectors: random ones for any word, and a small space of features written by hand.

Nothing here is learned. Random vectors know no grammar. The features and the patterns contain only
what the tables below say; they show what an attention head *could* do.
"""

import hashlib
import unicodedata
from collections.abc import Iterable, Sequence

import numpy as np

from attnlib.shapes import Floats, as_size

FEATURES = (
    "thing",
    "being",
    "place",
    "action",
    "describes",
    "size",
    "colour",
    "fits beings",
    "fits things",
    "stands for",
    "masculine",
    "feminine",
    "plural",
    "position cosine",
    "position sine",
)
"""The columns of `feature_vectors`: thirteen for what a word is, two for its position."""

MEANINGS = 13
"""How many columns of `feature_vectors` say what a word is. The last two say where it is."""

MOST_TOKENS = 32  # half a turn of the clock: beyond that, more distant tokens would look nearer
JOINING = "-\u2010\u2011'\u2019_"  # hyphens and apostrophes inside a word belong to the word
ANGLE = np.pi / MOST_TOKENS  # how far the hand of the clock turns from one token to the next

# 1: the word is this; -1: it is the opposite, or a pronoun that cannot refer to it; else 0.
_LEXICON: dict[str, dict[str, float]] = {
    "the a an on in at by under near and because so very is was were": {},
    "mat ball book tree table bed chair rug box apple": {"thing": 1},
    "apples": {"thing": 1, "plural": 1},
    "forest house garden street": {"place": 1},
    "cat dog bird mouse horse animal creature": {"being": 1},
    "man boy king": {"being": 1, "masculine": 1},
    "woman girl queen": {"being": 1, "feminine": 1},
    "children": {"being": 1, "plural": 1},
    "sat ran slept stood lay saw chased crossed liked roamed": {"action": 1},
    "fluffy verdant old new": {"describes": 1},
    "big": {"describes": 1, "size": 1},
    "small": {"describes": 1, "size": -1},
    "red blue green": {"describes": 1, "colour": 1},
    "tired hungry happy angry": {"describes": 1, "fits beings": 1},
    "soft flat dusty wide": {"describes": 1, "fits things": 1},
    "it": {"stands for": 1, "masculine": -1, "feminine": -1, "plural": -1},
    "he him": {"stands for": 1, "masculine": 1, "feminine": -1, "plural": -1},
    "she her": {"stands for": 1, "masculine": -1, "feminine": 1, "plural": -1},
    "they them": {"stands for": 1, "plural": 1},
}
_FEATURES_OF = {word: values for words, values in _LEXICON.items() for word in words.split()}

KNOWN_WORDS = tuple(sorted(_FEATURES_OF))
"""The words that `feature_vectors` knows."""

LABELS = (
    "thing",
    "being",
    "place",
    "fits beings",
    "fits things",
    "stands for",
    "masculine",
    "feminine",
    "plural",
)
"""What a pronoun can look for: nine features, so that scores are divided by 3."""


def _pronoun_asks(**wanted: float) -> dict[tuple[str, str], float]:
    return {("stands for", label): wanted.get(label.replace(" ", "_"), 0) for label in LABELS}


_AGREES = {(feature, feature): 2.0 for feature in ("masculine", "feminine", "plural")}

# (feature of the query's word, feature of the key's word): what the pair adds to the score
_WANTED: dict[str, dict[tuple[str, str], float]] = {
    "adjective-noun": {(noun, "describes"): 4 for noun in ("thing", "being", "place")},
    "coreference": _pronoun_asks(being=4, thing=2, place=2, stands_for=-8) | _AGREES,
    "candidates": _pronoun_asks(being=4, thing=4, place=4, stands_for=-8) | _AGREES,
    "reason": _pronoun_asks(fits_beings=4, fits_things=4),
    "next reason": _pronoun_asks(fits_beings=4, fits_things=4),
    "local": {},
}
# (how many tokens back the middle of the window is, its standard deviation in tokens)
_WINDOWS = {"adjective-noun": (1.5, 1.5), "next reason": (-2.0, 2.0), "local": (0.0, 1.0)}

PATTERNS = tuple(_WANTED)
"""The names that `pattern` knows."""


class SentenceError(ValueError):
    """A sentence that somebody typed cannot be used; the message is addressed to them."""


def tokens_of(text: str) -> list[str]:
    """Split a text into words at white space and punctuation, but not within half-red or it's.

    Real models split words into smaller parts (Sennrich et al. 2016, section 3.2). Attention works
    the same way, whatever a token is.

    Raises
    ------
    TypeError
        If `text` is not a string.
    SentenceError
        If there is no word in it.

    Examples
    --------
    >>> tokens_of("The cat,the dog - it's on a half-red mat.")
    ['The', 'cat', 'the', 'dog', "it's", 'on', 'a', 'half-red', 'mat']
    """
    if not isinstance(text, str):
        raise TypeError(
            f"text: a string is needed, but it is a {type(text).__name__}. "
            "Is it cut into tokens already?"
        )
    spaced = "".join(" " if _separates(character) else character for character in text)
    tokens = [word for part in spaced.split() if (word := part.strip(JOINING))]
    if not tokens:
        raise SentenceError("There is no word in this sentence yet. Type at least one.")
    return tokens


def _separates(character: str) -> bool:
    return unicodedata.category(character).startswith("P") and character not in JOINING


def folded(tokens: Iterable[str]) -> list[str]:
    """Write words in the one form in which they are looked up: "The" and "the" are the same word.

    Raises
    ------
    TypeError
        If `tokens` is a text or holds anything but strings.

    Examples
    --------
    >>> folded(["The", "cat"])
    ['the', 'cat']
    """
    if isinstance(tokens, str):
        raise TypeError(_NOT_WORDS.format(f"it is the text {tokens!r}"))
    words = list(tokens)
    for word in words:
        if not isinstance(word, str):
            raise TypeError(_NOT_WORDS.format(f"it holds {word!r}"))
    return [unicodedata.normalize("NFC", word).casefold() for word in words]


def random_vectors(tokens: Iterable[str], d: int, seed: int = 0) -> Floats:
    """Give every word a random vector, the same one every time.

    Each word has its own generator, seeded with the SHA-256 of `seed` and the word. Python's `hash`
    of a string would change from run to run, and with a single generator the vector of a word would
    depend on the words before it. `RandomState` is old, but NumPy promises never to change its
    numbers (NEP 19).

    Parameters
    ----------
    tokens : iterable of n str
        Any words. "The" and "the" are the same word.
    d : int
        A larger d appends to the numbers of a smaller one.
    seed : int

    Returns
    -------
    (n, d)
        Normal numbers of mean 0 and variance 1, float64.

    Raises
    ------
    TypeError
        If `tokens` is a text or holds anything but strings.
    ValueError
        If d is below 1.

    Examples
    --------
    >>> vectors = random_vectors(["The", "cat", "saw", "the", "dog"], 4)
    >>> vectors.shape, bool((vectors[0] == vectors[3]).all())
    ((5, 4), True)
    """
    words, d, seed = folded(tokens), as_size(d, "d"), as_size(seed, "seed", least=None)
    rows = [_generator(word, seed).standard_normal(d) for word in words]
    return np.array(rows).reshape(len(words), d)


def feature_vectors(tokens: Iterable[str]) -> Floats:
    """Describe known words by features that were written by hand, not found by a model.

    The last two columns are a position: the cosine and sine of a clock hand that takes 64 tokens to
    go round, as in a sinusoidal encoding (Vaswani et al. 2017, section 3.5). Up to half a turn, the
    dot product of two hands falls with their distance.

    Parameters
    ----------
    tokens : iterable of n str
        Words of `KNOWN_WORDS`, at most 32. "The" and "the" are the same word.

    Returns
    -------
    (n, 15)
        A column for each of `FEATURES`. 1 means that the word has it, -1 that it has the opposite
        ("small" for size; "it" for masculine, which it cannot refer to), 0 that neither is said.
        "tired" fits beings, "soft" fits things, and "old" fits both, so it decides nothing.

    Raises
    ------
    TypeError
        If `tokens` is a text or holds anything but strings.
    SentenceError
        If a word is not known (zeros would mean a word like "the"), or there are over 32 tokens.

    Examples
    --------
    >>> vectors = feature_vectors(["small", "cat"])
    >>> [name for name, value in zip(FEATURES, vectors[1]) if value == 1]
    ['being']
    >>> float(vectors[0, FEATURES.index("size")])
    -1.0
    """
    words = folded(tokens)
    _check_known(words)
    vectors = np.zeros((len(words), len(FEATURES)))
    for row, word in zip(vectors, words, strict=True):
        for feature, value in _FEATURES_OF[word].items():
            row[FEATURES.index(feature)] = value
    turned = ANGLE * np.arange(len(words))
    vectors[:, -2:] = np.stack([np.cos(turned), np.sin(turned)], axis=1)
    return vectors


def pattern(name: str) -> tuple[Floats, Floats]:
    """Build projections by hand that give attention a simple grammatical pattern.

    W_k picks the features of a key that matter. W_q says how much each of them is wanted,
    multiplied by the root of d_k, because attention divides by it. "it" attends to "cat" rather
    than "mat" because the tables say 4 for a being and 2 for a thing: whether it was tired or soft
    plays no part. Words that a pattern does not cover spread their attention over all words ("king"
    prefers masculine ones), or over the window. All patterns of pronouns but "next reason" have the
    same W_k, which picks `LABELS`.

    Position enters as a rotation. With the query's hand turned back by s tokens, the score is c
    cos(angle (distance - s)). For c = 1 / (angle width)^2, this is, near its maximum, a constant
    minus (distance - s)^2 / (2 width^2), which softmax turns into a bell curve. "local" has s = 0
    and width 1; in "adjective-noun", both are 1.5; "next reason" has s = -2 and width 2. Trained
    models have such heads: Clark et al. 2019, sections 3.1, 4.2.

    Parameters
    ----------
    name : str
        "adjective-noun": a noun attends to the adjectives before it.
        "coreference": a pronoun attends to words it may refer to, more to beings than to things.
        "candidates": a pronoun attends to all words it may refer to, to beings and things alike.
        "reason": a pronoun attends to adjectives that fit only beings, or only things.
        "next reason": the same, but it prefers one that comes soon after the pronoun.
        "local": each word attends to itself and its neighbours, by position alone.

    Returns
    -------
    W_q, W_k : (15, d_k)
        For `attention_weights(X @ W_q, X @ W_k)` with X from `feature_vectors`; d_k is the number
        of features of a key that matter.

    Raises
    ------
    ValueError
        If no pattern has this name.

    Examples
    --------
    >>> from attnlib import attention_weights
    >>> words = tokens_of("The cat sat on the mat because it was tired")
    >>> X, (W_q, W_k) = feature_vectors(words), pattern("coreference")
    >>> it = attention_weights(X @ W_q, X @ W_k)[words.index("it")]
    >>> {word: float(it[words.index(word)].round(2)) for word in ("cat", "mat", "it", "tired")}
    {'cat': 0.79, 'mat': 0.11, 'it': 0.0, 'tired': 0.01}
    """
    if name not in PATTERNS:
        raise ValueError(f"name: one of {PATTERNS} is needed, but it is {name!r}. Is it misspelt?")
    asked = _asked(name)
    return _wanted(name)[:, asked] * np.sqrt(len(asked)), np.eye(len(FEATURES))[:, asked]


def _asked(name: str) -> list[int]:
    """List the features of a key that matter, even those that every word asks for with 0."""
    named = [FEATURES.index(asked) for _, asked in _WANTED[name]]
    positions = [MEANINGS, MEANINGS + 1] if name in _WINDOWS else []
    return sorted({*named, *positions})


def _wanted(name: str) -> Floats:
    """Make a matrix of what each query feature (row) adds for each key feature (column)."""
    wanted = np.zeros((len(FEATURES), len(FEATURES)))
    for (asking, asked), score in _WANTED[name].items():
        wanted[FEATURES.index(asking), FEATURES.index(asked)] = score
    if name in _WINDOWS:
        back, width = _WINDOWS[name]
        cosine, sine = np.cos(back * ANGLE), np.sin(back * ANGLE)
        wanted[-2:, -2:] = np.array([[cosine, -sine], [sine, cosine]]) / (ANGLE * width) ** 2
    return wanted


def _generator(word: str, seed: int) -> np.random.RandomState:
    digest = hashlib.sha256(f"{seed} {word}".encode()).digest()
    return np.random.RandomState(np.frombuffer(digest, dtype="<u4"))


_NOT_WORDS = (
    "tokens: a list of words is needed, but {}. Is the text not cut yet (try tokens_of(text))?"
)


def _check_known(words: Sequence[str]) -> None:
    unknown = [word for word in dict.fromkeys(words) if word not in _FEATURES_OF]
    if unknown:
        raise SentenceError(
            f"Nobody has written numbers for {', '.join(unknown)} yet. "
            f"These words have some: {', '.join(KNOWN_WORDS)}."
        )
    if len(words) > MOST_TOKENS:
        raise SentenceError(
            f"I have room for {MOST_TOKENS} words, but there are {len(words)}. "
            "Would a shorter sentence do?"
        )
