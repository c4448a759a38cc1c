"""The language model writes text, one word at a time, with a cache of keys and values."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from attnlib import attention_weights, block
from attnlib.learning import grammar, layers
from attnlib.learning.language_model import D_MODEL, NUM_HEADS, NUM_LAYERS
from attnlib.learning.training import Parameters
from attnlib.long_context import decode_step
from attnlib.positions import sinusoidal_encoding
from attnlib.shapes import Floats, as_size
from attnlib.softmax import softmax


class Cache(NamedTuple):
    """The keys and values of the words so far, and how many words were read."""

    K: tuple[Floats, ...]  # for each layer (heads, kept, d_head)
    V: tuple[Floats, ...]  # for each layer (heads, kept, d_head)
    length: int = 0  # words read, including those that are no longer kept

    def without(self, place: int) -> "Cache":
        """Forget the word at one place of the cache.

        >>> from attnlib.learning import trained
        >>> cache = read(trained.cat_sentence(), [".", "the", "cat"])[-1].cache
        >>> cache.numbers, cache.without(1).numbers, cache.without(1).length
        (384, 256, 3)
        """
        K, V = (
            tuple(np.delete(array, place, axis=1) for array in arrays)
            for arrays in (self.K, self.V)
        )
        return self._replace(K=K, V=V)

    def with_value(self, layer: int, place: int, value: ArrayLike) -> "Cache":
        """Replace the value (heads, d_head) at one place of a layer; all keys stay as they are.

        >>> from attnlib.learning import trained
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

    def chance(self, word: str) -> float:
        """Return the probability that a word comes next.

        Raises
        ------
        SentenceError
            If the model does not know the word.
        """
        return float(softmax(self.logits)[grammar.numbers_of([word])[0]])


class Written(NamedTuple):
    """A word that the model wrote, and the step after which it was chosen."""

    word: str
    step: Step


def empty_cache() -> Cache:
    """Make the empty cache with which every text begins."""
    nothing = np.zeros((NUM_HEADS, 0, D_MODEL // NUM_HEADS))
    return Cache((nothing,) * NUM_LAYERS, (nothing,) * NUM_LAYERS)


def step(
    parameters: Parameters, word: str, cache: Cache | None = None, width: int | None = None
) -> Step:
    """Read one more word, without computing anything again for the words before it.

    Parameters
    ----------
    parameters : dict of arrays
        As `trained.cat_sentence` loads them.
    word : str
    cache : Cache, optional
        The cache of the words before. Default: there are none.
    width : int, optional
        How many words each layer keeps, including the newest. Default: all.

    Raises
    ------
    SentenceError
        If the model does not know the word.

    Examples
    --------
    This gives the same as `language_model.read`, which reads all words at once.

    >>> from attnlib.learning import language_model, trained
    >>> model, cache = trained.cat_sentence(), None
    >>> for word in ". the cat".split():
    ...     logits, weights, cache = step(model, word, cache)
    >>> chances = language_model.read(model, ". the cat".split()).chances[-1]
    >>> bool(np.allclose(softmax(logits), chances)), cache.length, cache.numbers
    (True, 3, 384)
    """
    cache = cache or empty_cache()
    x = parameters["embedding"][grammar.numbers_of([word])[0]]
    x = x + sinusoidal_encoding(cache.length + 1, D_MODEL)[-1] / 2
    keys, values, weights = [], [], []
    for layer, (K, V) in enumerate(zip(cache.K, cache.V, strict=True)):
        normed = _norm(parameters, f"{layer}.norm_1", x)
        q, k, v = (
            (normed @ parameters[f"{layer}.{W}"]).reshape(NUM_HEADS, -1)
            for W in layers.MATRICES[:3]
        )
        fetched, K, V = decode_step(q, k, v, _nearest(K, width), _nearest(V, width))
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


def read(parameters: Parameters, words: Sequence[str], width: int | None = None) -> list[Step]:
    """Read words one by one, and keep what the model predicts after each of them.

    Parameters
    ----------
    parameters : dict of arrays
    words : sequence of str
        The first should be a full stop.
    width : int, optional
        How many words each layer keeps; see `step`.

    Raises
    ------
    SentenceError
        If the model does not know a word.

    Examples
    --------
    >>> from attnlib.learning import trained
    >>> steps = read(trained.cat_sentence(), ". the cat sat on the mat because it".split())
    >>> len(steps), round(steps[-1].chance("purred"), 2)
    (9, 0.32)
    """
    steps: list[Step] = []
    for word in words:
        steps.append(step(parameters, word, steps[-1].cache if steps else None, width))
    return steps


def write(
    parameters: Parameters,
    words: Sequence[str],
    count: int,
    rng: np.random.Generator | None = None,
    width: int | None = None,
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
    width : int, optional
        How many words each layer keeps; see `step`.

    Yields
    ------
    Written
        Each word as soon as it is chosen.

    Raises
    ------
    ValueError
        If there is no word to begin with.
    SentenceError
        If the model does not know a word.

    Examples
    --------
    >>> from attnlib.learning import trained
    >>> begun = ". the cat sat on the mat because it".split()
    >>> " ".join(one.word for one in write(trained.cat_sentence(), begun, 3))
    'was hungry .'
    """
    if not words:
        raise ValueError("words: at least one is needed, but there are none. Would a full stop do?")
    now = read(parameters, words, width)[-1]
    for _ in range(as_size(count, "count", 0)):
        written = Written(_choose(now.logits, rng), now)
        yield written
        now = step(parameters, written.word, now.cache, width)


def _choose(logits: Floats, rng: np.random.Generator | None) -> str:
    if rng is None:
        return grammar.VOCABULARY[int(logits.argmax())]
    return grammar.VOCABULARY[int(rng.choice(len(logits), p=softmax(logits)))]


def _nearest(past: Floats, width: int | None) -> Floats:
    """Drop the oldest words, so that the newest word still fits within the width."""
    if width is None:
        return past
    return past[:, max(0, past.shape[1] + 1 - as_size(width, "width")) :]


def _norm(parameters: Parameters, name: str, x: Floats) -> Floats:
    return block.layer_norm(x, parameters[f"{name}.gain"], parameters[f"{name}.shift"])
