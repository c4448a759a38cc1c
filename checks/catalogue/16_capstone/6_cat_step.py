"""The model reads one more word; a cache holds the keys and values of all words before it."""

import numpy as np

from attnlib import softmax
from attnlib.block import feed_forward, layer_norm
from checks.catalogue.material import language_models as models
from checks.facts import Facts
from checks.outcome import InTurn, called
from checks.published import TOLERANCE
from course.models.learning import trained


def words_in_turn(rng, n, V):
    return InTurn(map(int, models.words(rng, n, V)))


def sentence_in_turn(rng, n):
    return InTurn(map(int, models.sentence(rng, n)))


def cat_step(weights: models.random_weights, token: words_in_turn, cache):
    read = cache[0] if cache else 0  # how many words came before
    before = cache[1] if cache else {}  # the keys and values of each layer
    embedded = weights["embedding"][token]
    d_model = len(embedded)
    position = read
    columns = np.arange(d_model)
    exponents = 2 * (columns // 2) / d_model
    angles = position / 10000**exponents
    sines = np.sin(angles)
    cosines = np.cos(angles)
    encoding = np.where(columns % 2 == 0, sines, cosines)
    entered = embedded + encoding / 2

    X = entered
    kept = dict(before)
    layers = (0, 1)
    for place, layer in enumerate(layers):
        W_q, W_k, W_v, W_o = (weights[f"{layer}.{name}"] for name in ("W_q", "W_k", "W_v", "W_o"))
        normed_X = norm(X, weights, f"{layer}.norm_1")
        num_heads = 2
        Q, newest_K, newest_V = ((normed_X @ W).reshape(num_heads, 1, -1) for W in (W_q, W_k, W_v))
        past_K, past_V = kept.get(place, NOTHING)
        K = joined(past_K, newest_K, axis=-2)
        V = joined(past_V, newest_V, axis=-2)
        kept[place] = K, V
        seen_K, seen_V = K, V
        scores = Q @ seen_K.swapaxes(-1, -2)
        scaled = scores / np.sqrt(Q.shape[-1])
        found = softmax(scaled) @ seen_V
        merged = found.reshape(d_model)
        output = merged @ W_o
        H = X + output
        fed = feed(norm(H, weights, f"{layer}.norm_2"), weights, layer)
        X = H + fed
    last = norm(X, weights, "norm")
    logits = last @ weights["W_u"]
    both = logits, (read + 1, kept)
    return both


NOTHING = np.zeros((2, 0, 0)), np.zeros((2, 0, 0))


def joined(past, newest, axis):
    return np.concatenate([past, newest], axis=axis) if past.size else newest


def norm(X, weights, name):
    return layer_norm(X, weights[f"{name}.gain"], weights[f"{name}.shift"])


def feed(X, weights, layer):
    return feed_forward(X, *(weights[f"{layer}.{name}"] for name in ("W_1", "b_1", "W_2", "b_2")))


def cut_straight(heads):
    """Cut rows into heads as if all of them were one row."""
    return heads.swapaxes(0, 1).reshape(heads.shape)


def in_turn(weights, token):
    return called(cat_step, {"weights": weights, "token": token, "cache": None})


def first_of(weights):
    return weights[0] if isinstance(weights, InTurn) else weights


def forgetful(rng, token, V, d_model, d_ff):
    """Give each step an embedding with the row of its own word only; all others are zeros."""
    weights = models.random_weights(rng, V, d_model, d_ff)
    here = ((np.arange(V) == word)[:, None] for word in token)
    return InTurn(weights | {"embedding": weights["embedding"] * own} for own in here)


TASK = Facts(
    practises=("write text with a cache",),
    valid=lambda *arguments: False,  # several calls cannot be shown as one call
    at_once=2,
    # Mistakes in a block have already been found by `cat_logits`.
    mistakes="""
        own encoding-not-halved sum-halved embedding-halved embedding-times-root
        positions-missing position-always-0 position-off-by-one token-as-position
        scale.no-scale scale.scale-by-d_k scale-by-sqrt-d_model scale-of-one-size
        single-head heads-reversed output-projection-missing final-norm-missing
        one-layer-for-both attention-of-block-0-twice feed-forward-of-block-0-twice
        chances-not-logits sin-cos-concatenated
    """,
    names={"positions": "position", "tokens": "token"},
    cases={
        words: {"cache": None, **case}
        for words, case in {
            "5 words and the trained model": dict(
                n=5, weights=trained.cat_sentence(), token=sentence_in_turn
            ),
            "4 words and the trained model in float32": dict(
                n=4,
                weights=trained.cat_sentence(),
                token=sentence_in_turn,
                dtype="float32",
                tolerance=TOLERANCE,
            ),
            "4 words of a vocabulary of 70": dict(n=4, V=70, d_model=6, d_ff=9),
            "3 words and d_model 4": dict(n=3, V=5, d_model=4, d_ff=4),
            "a single word": dict(n=1, V=6, d_model=8, d_ff=5),
            "a word that comes again": dict(V=5, d_model=6, d_ff=8, token=InTurn([2, 2, 2, 1])),
            "words that are known only while they are read": dict(
                V=6, d_model=8, d_ff=7, token=InTurn([3, 0, 5, 3]), weights=forgetful
            ),
            "12 words": dict(n=12, V=5, d_model=4, d_ff=4),
        }.items()
    },
    stages={
        part: {"n": n, "cache": None, "weights": models.working, **model}
        for part, (n, model) in {
            "the sums, the last norm or the read-out": (1, models.LOUD),
            "how the first word enters the stream": (1, models.SILENT),
            "attention of layer 1 at the first word": (1, models.ATTENTION_0),
            "the feed-forward of layer 1": (1, models.BLOCK_0),
            "attention of layer 2 at the first word": (1, models.ATTENTION_1),
            "the feed-forward of layer 2": (1, models.BLOCKS),
            "how later words enter the stream": (3, models.SILENT),
            "attention of layer 1 at a later word": (3, models.ATTENTION_0),
            "attention of layer 2 at a later word": (3, models.ATTENTION_1),
        }.items()
    },
    holds={
        "There are V logits after each word.": lambda result, weights, token: (
            np.shape(result) == (len(token), len(first_of(weights)["embedding"]))
        ),
    },
)

# %% cache-ignored
# Nothing of the words before arrives: each word attends to itself alone.
# Where does a key enter the cache that is returned, and where is it used for the next word?
assert seen_K.shape[-2] == 1
cache = None
# or
kept[place] = past_K, past_V
# or
K = newest_K
V = newest_V

# %% read-again
# The words are read again at each step: the cache holds words, not keys and values.
# What has already been computed of a word when the next one comes?
assert words[-1] == token
words = [*(cache or []), token]
cache = None
return in_turn(weights, InTurn(words))[-1], words

# %% projection-of-raw-stream
# A query, a key or a value is made of the stream itself, without norm_1.
# Which rows does each of W_q, W_k and W_v multiply, and which should it multiply?
assert (
    near(Q.ravel(), (H - output) @ W_q)
    or near(newest_K.ravel(), (H - output) @ W_k)
    or near(newest_V.ravel(), (H - output) @ W_v)
)
Q = (X @ W_q).reshape(num_heads, 1, -1)
past_K, past_V = kept.get(place, NOTHING)
# or
newest_K = (X @ W_k).reshape(num_heads, 1, -1)
past_K, past_V = kept.get(place, NOTHING)
# or
newest_V = (X @ W_v).reshape(num_heads, 1, -1)
past_K, past_V = kept.get(place, NOTHING)
# or
newest_K, newest_V = ((X @ W).reshape(num_heads, 1, -1) for W in (W_k, W_v))
past_K, past_V = kept.get(place, NOTHING)

# %% position-grows-by-two
# The position grows by 2 with each word, as if the keys of both layers were words.
# How many keys does your cache hold after three words, and of how many layers?
assert position == 2 * right.position
position = 2 * read

# %% newest-missing
# A word attends to the words before it, but not to itself.
# When does the newest key join the cache: before its query attends, or after?
assert seen_K.shape[-2] == max(1, K.shape[-2] - 1)
seen_K, seen_V = (past_K, past_V) if past_K.size else (K, V)

# %% newest-twice
# A word attends to itself twice: its key and value are there two times.
# How many keys should a query meet after three words?
assert seen_K.shape[-2] == K.shape[-2] + 1
seen_K, seen_V = joined(K, K[:, -1:], axis=-2), joined(V, V[:, -1:], axis=-2)

# %% only-newest-kept
# A word sees itself and one word before it, however long the text is.
# How many keys should there be after three words?
assert seen_K.shape[-2] <= 2
kept[place] = newest_K, newest_V
# or
position = before[0][0].shape[-2] if before else 0
kept[place] = newest_K, newest_V

# %% keys-and-values-out-of-step
# Keys are appended at one end and values at the other, so they no longer belong together.
# Which value belongs to the key in row 0 of your cache?
assert (
    near(K[:, -1:], newest_K) != near(V[:, -1:], newest_V) or near(V, V[:, :1]) or near(K, K[:, :1])
)
K = joined(newest_K, past_K, axis=-2) if past_K.size else newest_K
# or
V = joined(newest_V, past_V, axis=-2) if past_V.size else newest_V

# %% layers-share-cache
# Both layers write into one cache, so each attends to keys of the other as well.
# How many caches does a model of two layers need?
assert list(kept) == [0]
past_K, past_V = kept.get(0, NOTHING)
kept[0] = K, V
# or
position = before[0][0].shape[-2] if before else 0
past_K, past_V = kept.get(0, NOTHING)
kept[0] = K, V

# %% cache-of-other-layer
# Both layers read the keys and values of one layer.
# Which keys should layer 2 read: those of layer 1, or its own?
assert (
    not before or near(kept[1][0][:, :-1], before[0][0]) or near(kept[0][0][:, :-1], before[1][0])
)
# for other in 0 1
past_K, past_V = before.get(other, NOTHING)

# %% one-layer-cached
# Only one of the layers has a cache: in the other, a word sees itself alone.
# What is in your cache for layer 1, and what for layer 2?
assert 1 in [kept[layer][0].shape[-2] for layer in kept]
# for only in 0 1
past_K, past_V = kept.get(place, NOTHING) if place == only else NOTHING

# %% mask-at-top-left
# A mask that starts at the top left hides all keys but the first.
# All keys so far may be seen by the newest word: what is left for a mask to hide?
assert near(seen_K, K[:, :1])
seen_K, seen_V = K[:, :1], V[:, :1]

# %% joined-along-wrong-axis (errors: broadcast, leading, product)
# Old and new keys are joined along the axis of heads, or of columns.
# Which axis of your keys counts words?
assert K.shape[-2] == 1
# for wrong in 0 -1
K = joined(past_K, newest_K, axis=wrong)
V = joined(past_V, newest_V, axis=wrong)

# %% cache-not-returned
# Only the logits are returned, without the cache.
# Which two results does the exercise ask for?
assert np.ndim(result) == 0
return logits

# %% logits-as-row
# After each word, the logits come as a table with one row.
# What shape do the logits of a single word have?
assert np.ndim(result) == 2
return logits[None], (read + 1, kept)

# %% split-without-transpose
assert near(seen_K, cut_straight(K)) or near(seen_V, cut_straight(V))
seen_K, seen_V = cut_straight(K), cut_straight(V)
# or
seen_K, seen_V = cut_straight(K), V
# or
seen_K, seen_V = K, cut_straight(V)

# %% mutates-input
# It writes into its argument, so the caller's array is changed afterwards.
# Which line adds in place to a row that belongs to the caller?
assert changed
entered = embedded
entered += encoding / 2

# %% position-always-0
position = 0

# %% position-off-by-one
position = read + 1
# or
position = max(read - 1, 0)

# %% scale-by-sqrt-d_model
scaled = scores / np.sqrt(d_model)

# %% heads-reversed
assert near(merged, np.ravel(found[::-1]))
merged = found[::-1].reshape(d_model)

# %% sin-cos-concatenated
assert near(encoding[: d_model // 2], sines[0::2])
encoding = np.concatenate([sines[0::2], cosines[1::2]])

# %% feed-forward-of-block-0-twice
assert near(fed, feed(norm(H, weights, "1.norm_2"), weights, 0))
fed = feed(norm(H, weights, f"{layer}.norm_2"), weights, 0)

# %% layers-for-words
# Every word after the first enters at position 2.
# What does `len` count in your cache: words, layers or heads?
assert position in (0, 2)
position = 2 * (read > 0)
