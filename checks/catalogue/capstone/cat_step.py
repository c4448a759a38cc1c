"""The model reads one more word; a cache holds the keys and values of all words before it."""

from typing import Any, NamedTuple

import numpy as np

from attnlib.attention import attention
from attnlib.heads import merge_heads, split_heads
from attnlib.softmax import softmax
from checks.catalogue.capstone.cat_logits import block_of, cat_logits, read_out
from checks.catalogue.capstone.enter_stream import enter_stream
from checks.catalogue.capstone.model import (
    ENCODING,
    ENTRY,
    HEADS,
    MODEL,
    NUM_HEADS,
    NUM_LAYERS,
    SPOILT_ROW,
    Weights,
    entered,
    guessed,
    random_weights,
    split_projected,
    trained_text,
)
from checks.catalogue.families import heads as parts
from checks.catalogue.families.feed import FEED
from checks.catalogue.families.norm import NORM
from checks.catalogue.families.scale import SCALE
from checks.catalogue.families.stream import PRE_NORM, stream
from checks.catalogue.families.waves import WAVES
from checks.catalogue.inputs import in_float32
from checks.catalogue.properties import has_shape
from checks.comparison import TOLERANCE
from checks.family import Family
from checks.mistake import Mistake
from checks.outcome import InTurn, Probe
from checks.task import Property, Task


def cat_step(weights: Any, token: int, cache: Any) -> Any:
    """Predict the next word after one more word.

    Parameters
    ----------
    weights : dict of arrays
        As for `cat_logits`.
    token : int
    cache : list of (K, V), each (heads, n, d_head), or None
        For each layer, the keys and values of the words before; None at the start of a text.

    Returns
    -------
    logits : (V,)
    cache : list of (K, V), each (heads, n + 1, d_head)

    Examples
    --------
    >>> weights = random_weights(np.random.default_rng(0), V=5, d_model=4, d_ff=6)
    >>> first, cache = cat_step(weights, 0, None)
    >>> second, cache = cat_step(weights, 3, cache)
    >>> bool(np.allclose([first, second], cat_logits(weights, np.array([0, 3]))))
    True
    """
    cache = cache or [(_NOTHING, _NOTHING)] * NUM_LAYERS
    kept: list[tuple[Any, Any]] = []

    def attend(matrices: Any, X: Any) -> Any:
        Q, K, V = (split_heads(X @ W, NUM_HEADS) for W in matrices[:3])
        past = cache[len(kept)]
        kept.append((_with_newest(past[0], K), _with_newest(past[1], V)))
        return merge_heads(attention(Q, *kept[-1])[0]) @ matrices[3]

    X = enter_stream(weights, np.array([token]), cache[0][0].shape[-2])
    for layer in range(NUM_LAYERS):
        X = block_of(weights, layer, attend, X)
    return read_out(weights, X)[0], kept


_NOTHING = np.zeros((NUM_HEADS, 0, 0))


def _with_newest(past: Any, newest: Any) -> Any:
    return np.concatenate([past, newest], axis=-2) if past.size else newest


class Memory(NamedTuple):
    """What a decoder remembers of the words before, right or wrong."""

    words: tuple[int, ...] = ()
    layers: dict[int, tuple[Any, Any]] = {}  # noqa: RUF012 - never written into


def _pipeline(step: Any, weights: Weights, token: int, cache: Any) -> Any:
    memory = step.memory
    before = memory.recall(cache) or Memory()
    words, layers = (*before.words, token), dict(before.layers)

    def attend(own: Any, layer: int, X: Any) -> Any:
        Q, K, V = split_projected(step, own, X)
        place = memory.place(layer)
        past = memory.held(before.layers, layers, place) or (K[:, :0], V[:, :0])
        seen = memory.keys(past[0], K), memory.values(past[1], V)
        layers[place] = memory.kept(past, seen, (K, V))
        K, V = memory.looked_at(past, seen)
        attended = softmax(step.scale.scores(Q @ K.swapaxes(-1, -2), Q, K, V)) @ V
        return step.projection.output(step.heads.merge(attended), own("W_o"))

    def decoded() -> Any:
        X = entered(step, weights, np.array([token]), memory.past(before, token))
        return guessed(step, weights, X, attend)[0]

    logits = memory.read(decoded, weights, words)
    return memory.give(logits, Memory(words, layers))


def _last(past: Any, newest: Any) -> Any:
    return np.concatenate([past, newest], axis=-2)


def _first(past: Any, newest: Any) -> Any:
    return np.concatenate([newest, past], axis=-2)


def _twice(past: Any, seen: Any) -> Any:
    return [_last(array, array[:, -1:]) for array in seen]


def _instead(past: Any, newest: Any) -> Any:
    return newest


def _along_heads(past: Any, newest: Any) -> Any:
    return np.concatenate([past, newest]) if past.shape[-2] else newest


def _side_by_side(past: Any, newest: Any) -> Any:
    return np.concatenate([past, newest], axis=-1) if past.shape[-2] else newest


def _cached_in(only: int) -> Any:
    return lambda before, now, place: now.get(place) if place == only else None


def _past_alone(past: Any, seen: Any) -> Any:
    return past if past[0].shape[-2] else seen


def _cut_straight(heads: Any) -> Any:
    """Cut a table of rows as if it were one row."""
    return parts.straight_split(parts.join_pieces(parts.swap(heads)), NUM_HEADS)


def _length_of_cache(before: Memory, token: int) -> int:
    return before.layers[0][0].shape[-2] if before.layers else 0


MEMORY = Family(
    "memory",
    {
        "recall": lambda cache: cache,
        "past": lambda before, token: len(before.words),
        "place": lambda layer: layer,
        "held": lambda before, now, place: now.get(place),
        "keys": _last,
        "values": _last,
        "kept": lambda past, seen, newest: seen,
        "looked_at": lambda past, seen: seen,
        "read": lambda decoded, weights, words: decoded(),
        "give": lambda logits, cache: (logits, cache),
    },
    (
        Mistake(
            "cache-ignored",
            "Nothing of the words before arrives: each word is read as the first of a text.",
            "Where does a key enter the cache that is returned, and where is it used for the next word?",
        ).by(
            {"memory.recall": lambda cache: None},
            {"memory.kept": lambda past, seen, newest: past},
            {"memory.keys": _instead, "memory.values": _instead},
        ),
        Mistake(
            "read-again",
            "The words are read again at each step: the cache holds words, not keys and values.",
            "What has already been computed of a word when the next one comes?",
        ).by({"memory.read": lambda decoded, weights, words: cat_logits(weights, list(words))[-1]}),
        Mistake(
            "newest-missing",
            "A word attends to the words before it, but not to itself.",
            "When does the newest key join the cache: before its query attends, or after?",
        ).by({"memory.looked_at": _past_alone}),
        Mistake(
            "newest-twice",
            "A word attends to itself twice: its key and value are there two times.",
            "How many keys should a query meet after three words?",
        ).by({"memory.looked_at": _twice}),
        Mistake(
            "only-newest-kept",
            "The cache keeps the newest word alone, so a word sees itself and one before it.",
            "How many keys should there be after three words?",
        ).by(
            {"memory.kept": lambda past, seen, newest: newest},
            {"memory.kept": lambda past, seen, newest: newest, "memory.past": _length_of_cache},
        ),
        Mistake(
            "keys-and-values-out-of-step",
            "Keys are appended at one end and values at the other, so they no longer belong together.",
            "Which value belongs to the key in row 0 of your cache?",
        ).by({"memory.keys": _first}, {"memory.values": _first}),
        Mistake(
            "layers-share-cache",
            "Both layers write into one cache, so each attends to keys of the other as well.",
            "How many caches does a model of two layers need?",
        ).by(
            {"memory.place": lambda layer: 0},
            {"memory.place": lambda layer: 0, "memory.past": _length_of_cache},
        ),
        Mistake(
            "cache-of-other-layer",
            "Both layers read the keys and values of one layer.",
            "Which keys should layer 1 read: those of layer 0, or its own?",
        ).by(
            {"memory.held": lambda before, now, place: before.get(0)},
            {"memory.held": lambda before, now, place: before.get(1)},
        ),
        Mistake(
            "one-layer-cached",
            "Only one of the layers has a cache: in the other, a word sees itself alone.",
            "What is in your cache for layer 0, and what for layer 1?",
        ).by({"memory.held": _cached_in(0)}, {"memory.held": _cached_in(1)}),
        Mistake(
            "mask-at-top-left",
            "A mask that starts at the top left hides all keys but the first.",
            "All keys so far may be seen by the newest word: what is left for a mask to hide?",
        ).by({"memory.looked_at": lambda past, seen: tuple(array[:, :1] for array in seen)}),
        Mistake(
            "joined-along-wrong-axis",
            "Old and new keys are joined along the axis of heads, or of columns.",
            "Which axis of your keys counts words?",
            breaks=("broadcast", "product"),
        ).by(
            {"memory.keys": _along_heads, "memory.values": _along_heads},
            {"memory.keys": _side_by_side, "memory.values": _side_by_side},
        ),
        Mistake(
            "cache-not-returned",
            "Only the logits are returned, without the cache.",
            "Which two results does the exercise ask for?",
        ).by({"memory.give": lambda logits, cache: logits}),
        Mistake(
            "logits-as-row",
            "The logits come as a table with one row.",
            "Which shape have the logits of a single word?",
        ).by({"memory.give": lambda logits, cache: (logits[None], cache)}),
        parts.SPLIT_STRAIGHT.by(
            {"memory.looked_at": lambda past, seen: tuple(map(_cut_straight, seen))},
            {"memory.looked_at": lambda past, seen: (_cut_straight(seen[0]), seen[1])},
            {"memory.looked_at": lambda past, seen: (seen[0], _cut_straight(seen[1]))},
        ),
        SPOILT_ROW,
    ),
)


def _probes(seed: int) -> list[Probe]:
    rng = np.random.default_rng([13, 5, seed])

    def one_by_one(weights: Any, tokens: Any) -> dict[str, Any]:
        return {"weights": weights, "token": InTurn(map(int, tokens)), "cache": None}

    def draw(n: int, V: int, d_model: int, d_ff: int) -> dict[str, Any]:
        return one_by_one(random_weights(rng, V, d_model, d_ff), rng.integers(V, size=n))

    (weights, text), (_, short) = trained_text(rng, 5), trained_text(rng, 4)
    single = one_by_one(in_float32(weights), short)
    again = draw(4, 5, 6, 8)
    again["token"] = InTurn([2, 2, 2, 1])
    return [
        Probe("5 words and the trained model", one_by_one(weights, text)),
        Probe("4 words and the trained model in float32", single, TOLERANCE),
        Probe("4 words of a vocabulary of 70", draw(4, 70, 6, 9)),
        Probe("3 words and d_model 4", draw(3, 5, 4, 4)),
        Probe("a single word", draw(1, 6, 8, 5)),
        Probe("a word that comes again", again),
        Probe("words that are known only while they are read", _forgetful(draw(4, 6, 8, 7))),
    ]


def _forgetful(arguments: dict[str, Any]) -> dict[str, Any]:
    """Give each step an embedding with the row of its own word only; all others are zeros."""
    weights, tokens = arguments["weights"], arguments["token"]
    own = ((np.arange(len(weights["embedding"])) == token)[:, None] for token in tokens)
    each = (weights | {"embedding": weights["embedding"] * here} for here in own)
    return arguments | {"weights": InTurn(each)}


def _one_row_for_each_word(probe: Probe) -> tuple[int, int]:
    weights, tokens, _ = probe.arguments.values()
    one = weights[0] if isinstance(weights, InTurn) else weights
    return len(tokens), one["W_u"].shape[1]


def _same_as_at_once(probe: Probe, logits: Any) -> bool:
    weights, tokens, _ = probe.arguments.values()
    if isinstance(weights, InTurn):
        return True
    return bool(np.allclose(logits, cat_logits(weights, list(tokens)), rtol=1e-3, atol=1e-3))


TASK = Task(
    reference=cat_step,
    order=(13, 5),
    practises=("write text with a cache",),
    pipeline=_pipeline,
    # Mistakes in a block have already been found by `cat_logits`.
    families=(
        MEMORY,
        ENTRY,
        SCALE.only("scores").naming("no-scale", "scale-by-d_k"),
        HEADS.naming("scale-by-sqrt-d_model", "scale-of-one-size", "single-head", "heads-reversed"),
        parts.PROJECTION.naming("output-projection-missing"),
        MODEL.naming("final-norm-missing", "one-layer-for-both", "chances-not-logits"),
        WAVES.naming("sin-cos-concatenated"),
        ENCODING,
        PRE_NORM.naming(),
        *(family.naming() for family in (stream(True), NORM, FEED)),
    ),
    probes=_probes,
    properties=(
        Property("There are V logits after each word.", has_shape(_one_row_for_each_word)),
        Property("Word by word, it is what reading all at once gives.", _same_as_at_once),
    ),
    valid=lambda *arguments: False,  # several calls cannot be shown as one call
    at_once=2,
)
