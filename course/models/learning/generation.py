"""The language model writes text, one word at a time, with a cache of keys and values."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from attnlib import attention_weights, block
from attnlib.long_context import decode_step
from attnlib.positions import sinusoidal_encoding
from attnlib.shapes import Floats, as_floats, as_size
from attnlib.softmax import softmax
from course.models.learning import grammar, layers
from course.models.learning.language import Vocabulary
from course.models.learning.language_model import D_MODEL, NUM_HEADS, NUM_LAYERS
from course.models.learning.training import Parameters


class Cache(NamedTuple):
    """The keys and values of the words so far, and how many words were read."""

    K: tuple[Floats, ...]  # for each layer (heads, kept, d_head)
    V: tuple[Floats, ...]  # for each layer (heads, kept, d_head)
    length: int = 0  # words read, including those that are no longer kept

    def with_value(self, layer: int, place: int, value: ArrayLike) -> "Cache":
        """Replace the value (heads, d_head) at one place of a layer; all keys stay as they are.

        >>> from course.models.learning import trained
        >>> cache = read(trained.cat_sentence(), [".", "the", "cat"])[-1].cache
        >>> erased = cache.with_value(0, 1, 0)
        >>> [bool(one.V[0][:, 1].any()) for one in (cache, erased)]
        [True, False]
        """
        V = [array.copy() for array in self.V]
        V[layer][:, place] = value
        return self._replace(V=tuple(V))

    @property
    def numbers(self) -> int:
        """Count the numbers in the cache."""
        return sum(array.size for array in (*self.K, *self.V))


class Step(NamedTuple):
    """What the model predicts after one more word."""

    logits: Floats  # (words of the vocabulary,)
    weights: Floats  # (layers, heads, kept): how the newest word attends; the word itself is last
    cache: Cache

    def chance(self, word: str, language: Vocabulary = grammar) -> float:
        """Return the probability that a word of the language comes next.

        Raises
        ------
        SentenceError
            If the model does not know the word.
        """
        return float(softmax(self.logits)[language.numbers_of([word])[0]])


Attend = Callable[[Floats, Floats, Floats, Floats, Floats], tuple[Floats, Floats, Floats]]
"""From q, k, v, K_past and V_past to the output and the new cache, as `decode_step`."""


class Written(NamedTuple):
    """A word that the model wrote, and the step after which it was chosen."""

    word: str
    step: Step


def empty_cache() -> Cache:
    """Make the empty cache with which every text begins."""
    nothing = np.zeros((NUM_HEADS, 0, D_MODEL // NUM_HEADS))
    return Cache((nothing,) * NUM_LAYERS, (nothing,) * NUM_LAYERS)


def step(
    parameters: Parameters,
    word: str,
    cache: Cache | None = None,
    width: int | None = None,
    language: Vocabulary = grammar,
    attend: Attend = decode_step,
) -> Step:
    """Read one more word, without computing anything again for the words before it.

    Parameters
    ----------
    parameters : dict of arrays
        As `trained.cat_sentence` or `trained.twins` loads them.
    word : str
    cache : Cache, optional
        The cache of the words before. Default: there are none.
    width : int, optional
        How many words each layer keeps, including the newest. Default: all.
    language : module or Vocabulary
        Whose words they are. Default: those of `trained.cat_sentence`.
    attend : callable
        How the newest word attends. Default: rightly, as `decode_step`.

    Raises
    ------
    SentenceError
        If the model does not know the word.

    Examples
    --------
    This gives the same as `language_model.read`, which reads all words at once.

    >>> from course.models.learning import language_model, trained
    >>> model, cache = trained.cat_sentence(), None
    >>> for word in ". the cat".split():
    ...     logits, weights, cache = step(model, word, cache)
    >>> chances = language_model.read(model, ". the cat".split()).chances[-1]
    >>> bool(np.allclose(softmax(logits), chances)), cache.length, cache.numbers
    (True, 3, 384)
    """
    cache = cache or empty_cache()
    x = parameters["embedding"][language.numbers_of([word])[0]]
    x = x + sinusoidal_encoding(cache.length + 1, D_MODEL)[-1] / 2
    keys, values, weights = [], [], []
    for layer, (K, V) in enumerate(zip(cache.K, cache.V, strict=True)):
        normed = _norm(parameters, f"{layer}.norm_1", x)
        q, k, v = (
            (normed @ parameters[f"{layer}.{W}"]).reshape(NUM_HEADS, -1)
            for W in layers.MATRICES[:3]
        )
        fetched, K, V = attend(q, k, v, _nearest(K, width), _nearest(V, width))
        x = x + fetched.reshape(-1) @ parameters[f"{layer}.W_o"]
        W_1, b_1, W_2, b_2 = (
            parameters[f"{layer}.{name}"] for name in ("W_1", "b_1", "W_2", "b_2")
        )
        x = x + block.feed_forward(_norm(parameters, f"{layer}.norm_2", x), W_1, b_1, W_2, b_2)
        keys.append(K)
        values.append(V)
        weights.append(attention_weights(q[:, None], K)[:, 0])
    logits = _norm(parameters, "norm", x) @ parameters["W_u"]
    return Step(logits, np.array(weights), Cache(tuple(keys), tuple(values), cache.length + 1))


def read(
    parameters: Parameters,
    words: Sequence[str],
    width: int | None = None,
    language: Vocabulary = grammar,
) -> list[Step]:
    """Read words one by one, and keep what the model predicts after each of them.

    Parameters
    ----------
    parameters : dict of arrays
    words : sequence of str
        The first should be a full stop.
    width, language
        As for `step`.

    Raises
    ------
    SentenceError
        If the model does not know a word.

    Examples
    --------
    >>> from course.models.learning import trained
    >>> steps = read(trained.cat_sentence(), ". the cat sat on the mat because it".split())
    >>> len(steps), round(steps[-1].chance("purred"), 2)
    (9, 0.32)
    """
    steps: list[Step] = []
    for word in words:
        past = steps[-1].cache if steps else None
        steps.append(step(parameters, word, past, width, language))
    return steps


def write(
    parameters: Parameters,
    words: Sequence[str],
    count: int,
    rng: np.random.Generator | None = None,
    width: int | None = None,
    temperature: float = 1.0,
    top_k: int | None = None,
    language: Vocabulary = grammar,
    attend: Attend = decode_step,
) -> Iterator[Written]:
    """Continue a text, word by word.

    Parameters
    ----------
    parameters : dict of arrays
    words : sequence of str
        The text so far, at least one word; the first should be a full stop.
    count : int
        How many words to add.
    rng : numpy.random.Generator, optional
        If given, words are drawn at random with their probabilities. Default: always the likeliest
        word.
    width, language, attend
        As for `step`. The text so far is always read rightly.
    temperature, top_k
        As for `chances`.

    Yields
    ------
    Written
        Each word as soon as it is chosen.

    Raises
    ------
    ValueError
        If there is no word to begin with, temperature is negative, or top_k is not from 1 to V.
    SentenceError
        If the model does not know a word.

    Examples
    --------
    >>> from course.models.learning import trained
    >>> begun = ". the cat sat on the mat because it".split()
    >>> " ".join(one.word for one in write(trained.cat_sentence(), begun, 3))
    'was hungry .'

    >>> from course.models.learning import twins
    >>> begun = ". the cat sat on the mat because it was soft . it".split()
    >>> " ".join(one.word for one in write(trained.twins(), begun, 2, language=twins))
    'frayed .'
    """
    if not words:
        raise ValueError("words: at least one is needed, but there are none. Would a full stop do?")
    now = read(parameters, words, width, language)[-1]
    for _ in range(as_size(count, "count", 0)):
        chosen = choose(now.logits, rng, temperature, top_k)
        written = Written(language.VOCABULARY[chosen], now)
        yield written
        now = step(parameters, written.word, now.cache, width, language, attend)


def chances(logits: ArrayLike, temperature: float = 1.0, top_k: int | None = None) -> Floats:
    """Compute the chance of each word to be drawn.

    Parameters
    ----------
    logits : (V,)
    temperature : float
        The logits are divided by it before softmax: below 1, likely words become even likelier;
        above 1, all words become more alike. As it goes to 0, the likeliest word alone is left, and
        0 stands for just that.
    top_k : int, optional
        How many words can be drawn: the likeliest ones. Default: all. Source: Fan et al. 2018,
        section 3.2.

    Returns
    -------
    (V,)

    Raises
    ------
    ValueError
        If temperature is negative, or top_k is not from 1 to V.

    Examples
    --------
    >>> chances([2.0, 1.0, 0.0]).round(2)
    array([0.67, 0.24, 0.09])
    >>> chances([2.0, 1.0, 0.0], temperature=0.5, top_k=2).round(2)
    array([0.88, 0.12, 0.  ])
    """
    logits = as_floats(logits, "logits")
    if not 0 <= temperature < np.inf:
        raise ValueError(f"temperature: 0 or more is needed, but it is {temperature}.")
    kept = len(logits) if top_k is None else as_size(top_k, "top_k")
    if kept > len(logits):
        raise ValueError(f"top_k: at most {len(logits)} words can be kept, but it is {top_k}.")
    likeliest = np.argsort(-logits, kind="stable")[: kept if temperature else 1]
    among = np.full(logits.shape, -np.inf)
    among[likeliest] = logits[likeliest]
    return softmax(among / (temperature or 1))


def choose(
    logits: ArrayLike,
    rng: np.random.Generator | None = None,
    temperature: float = 1.0,
    top_k: int | None = None,
) -> int:
    """Choose the number of the next word.

    Parameters
    ----------
    logits : (V,)
    rng : numpy.random.Generator, optional
        If given, the word is drawn with its chance. Default: always the likeliest word.
    temperature, top_k
        As for `chances`.

    Raises
    ------
    ValueError
        If temperature is negative, or top_k is not from 1 to V.

    Examples
    --------
    >>> choose([2.0, 1.0, 0.0])
    0
    >>> rng = np.random.default_rng(0)
    >>> [choose([2.0, 1.0, 0.0], rng) for _ in range(8)]
    [0, 0, 0, 0, 1, 2, 0, 1]
    """
    shares = chances(logits, temperature, top_k)
    return int(shares.argmax() if rng is None else rng.choice(len(shares), p=shares))


def _nearest(past: Floats, width: int | None) -> Floats:
    """Drop the oldest words, so that the newest word still fits within the width."""
    if width is None:
        return past
    return past[:, max(0, past.shape[1] + 1 - as_size(width, "width")) :]


def _norm(parameters: Parameters, name: str, x: Floats) -> Floats:
    return block.layer_norm(x, parameters[f"{name}.gain"], parameters[f"{name}.shift"])
