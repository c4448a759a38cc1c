"""Several heads that attend side by side, to X itself or to a context."""

import numpy as np

from checks.facts import Facts, near


def cut(array, num_heads):
    return array.reshape(*array.shape[:-1], num_heads, -1)


def joined(pieces):
    return pieces.reshape(*pieces.shape[:-2], -1)


def diagonal_blocks(W, num_heads):
    d_head = len(W) // num_heads
    return W * np.kron(np.eye(num_heads), np.ones((d_head, d_head)))


def matrix(rng, d_model):
    return rng.normal(size=(d_model, d_model)) / np.sqrt(d_model)


ONE_HEAD = {"n": 4, "d_model": 6, "num_heads": 1, "W_o": np.eye(6)}
TWO_HEADS = {**ONE_HEAD, "num_heads": 2}


def multi_head_attention(
    X: "* n d_model", W_q: matrix, W_k: matrix, W_v: matrix, W_o: matrix, num_heads, context=None
):
    source = X if context is None else context
    queries = X @ W_q
    keys = source @ W_k
    values = source @ W_v
    Q, K, V = (cut(array, num_heads).swapaxes(-3, -2) for array in (queries, keys, values))
    scores = Q @ K.swapaxes(-1, -2)
    scaled = scores / np.sqrt(Q.shape[-1])
    axis = -1
    shifted = scaled - scaled.max(axis=axis, keepdims=True)
    exponentials = np.exp(shifted)
    total = exponentials.sum(axis=axis, keepdims=True)
    weights = exponentials / total
    found = weights @ V
    merged = joined(found.swapaxes(-3, -2))
    output = merged @ W_o
    return output, weights


TASK = Facts(
    redrawn=2,
    practises=("cut tokens into heads", "write the same by reshape", "let one sequence attend"),
    mistakes="scale softmax scores output own heads mask-not-asked",
    # The width of the values, d_v, is d_k here, so the first of these makes no difference.
    without="""
        scale-by-sqrt-d_v softmax-twice sigmoid-not-softmax constant-in-sum keys-reshaped
        cosine-not-dot scale-by-sqrt-len scale-hard-coded softmax-over-axis-0 scores-returned
    """,
    cases={
        "4 tokens and 2 heads": dict(n=4, d_model=6, num_heads=2),
        "2 tokens and 2 heads": dict(n=2, d_model=4, num_heads=2),
        "3 tokens and one head": dict(n=3, d_model=2, num_heads=1),
        "3 tokens and a context of 5": dict(
            n=3, n_k=5, d_model=4, num_heads=2, context="n_k d_model"
        ),
        "3 tokens and a context of 3": dict(n=3, d_model=4, num_heads=2, context="n d_model"),
        "a batch of three": dict(batch=(3,), n=2, d_model=4, num_heads=2),
        "a batch of two with contexts": dict(
            batch=(2,), n=2, n_k=3, d_model=4, num_heads=2, context="* n_k d_model"
        ),
        "float32 arrays": dict(n=3, d_model=4, num_heads=2, dtype="float32"),
        "3 tokens and 2 heads of width 5": dict(n=3, d_model=10, num_heads=2),
        "3 heads and two batch axes": dict(batch=(2, 1), n=2, d_model=6, num_heads=3),
    },
    stages={
        "the values, or in their average under equal weights": {
            **ONE_HEAD,
            "W_q": np.zeros((6, 6)),
            "W_k": np.zeros((6, 6)),
        },
        "the scores of one head, or in its weights": ONE_HEAD,
        "what changes with several heads": TWO_HEADS,
        "the product with W_o": {**TWO_HEADS, "W_o": matrix},
        "what comes from the context": {
            **TWO_HEADS,
            "W_o": matrix,
            "n_k": 5,
            "context": "n_k d_model",
        },
    },
    holds={
        "The output has the shape of X.": lambda output, X: np.shape(output) == X.shape,
        "Each head has weights of its own, for each query and key.": lambda weights, scores: (
            np.shape(weights) == scores.shape
        ),
        "Every row of weights sums to 1.": lambda weights: near(weights.sum(axis=-1), 1),
        "Each head gives most weight to its largest score.": lambda weights, scores: (
            weights.argmax(axis=-1) == scores.argmax(axis=-1)
        ).all(),
        "The output is what the heads found, side by side, times W_o.": (
            lambda output, weights, V, W_o: near(
                output, joined((weights @ V).swapaxes(-3, -2)) @ W_o
            )
        ),
    },
)

# %% scale-by-sqrt-n
scaled = scores / np.sqrt(K.shape[-2])
# or
scaled = scores / np.sqrt(Q.shape[-2])

# %% softmax-over-queries
axis = -2
# or
total = exponentials.sum(axis=-2, keepdims=True)

# %% softmax-over-axis-0
assert np.shape(total)[-2] == 1 or len(total) == 1
by_head = [one.sum(axis=0, keepdims=True) for one in np.moveaxis(exponentials, -3, 0)]
total = np.stack(by_head, axis=-3)

# %% softmax-over-everything
...
# or
total = exponentials.sum(axis=(-2, -1), keepdims=True)

# %% q-k-swapped
scores = K @ Q.swapaxes(-1, -2)

# %% self-scores
scores = Q @ Q.swapaxes(-1, -2)
# or
scores = K @ K.swapaxes(-1, -2)

# %% keys-not-transposed
scores = Q @ K

# %% batch-axis-breaks (errors: shapes)
assert np.ndim(X) > 2
n, d_model = X.shape
# or
axis = 2
# or
total = exponentials.sum(axis=2, keepdims=True)
# or
return output, np.moveaxis(weights, -3, 0)

# %% weights-transposed
assert near(found, np.swapaxes(weights, -1, -2) @ V)
found = weights.swapaxes(-1, -2) @ V

# %% values-from-keys
assert near(found, weights @ K)
found = weights @ K

# %% scale-by-sqrt-d_model
scaled = scores / np.sqrt(X.shape[-1])

# %% scale-by-sqrt-num_heads
scaled = scores / np.sqrt(num_heads)

# %% softmax-over-heads
axis = -3
# or
total = exponentials.sum(axis=-3, keepdims=True)

# %% softmax-over-first-axis
# Softmax runs along the first axis: over the heads, or in a batch over its sentences.
# What number is the keys' axis when you count from the end?
assert near(np.sum(weights, axis=0), 1)
axis = 0
# or
total = exponentials.sum(axis=0, keepdims=True)

# %% split-without-transpose
assert near(np.ravel(Q), np.ravel(queries))
Q, K, V = (
    array.reshape(*array.shape[:-2], num_heads, array.shape[-2], -1)
    for array in (queries, keys, values)
)

# %% merge-without-transpose
assert near(np.ravel(merged), np.ravel(found))
merged = found.reshape(X.shape)

# %% heads-interleaved
assert near(Q[..., 0, :, :], queries[..., ::num_heads]) or near(
    merged[..., ::num_heads], found[..., 0, :, :]
)
Q, K, V = (
    np.moveaxis(array.reshape(*array.shape[:-1], -1, num_heads), -1, -3)
    for array in (queries, keys, values)
)
# and/or
merged = joined(np.moveaxis(found, -3, -1))

# %% heads-averaged
assert near(merged[..., : V.shape[-1]], found.mean(axis=-3))
merged = found.mean(axis=-3)
# or
merged = np.concatenate([found.mean(axis=-3)] * num_heads, axis=-1)

# %% weights-averaged
assert near(result[1], weights.mean(axis=-3))
return output, weights.mean(axis=-3)

# %% heads-reversed
assert near(merged[..., -V.shape[-1] :], found[..., 0, :, :])
merged = joined(found[..., ::-1, :, :].swapaxes(-3, -2))

# %% heads-axis-not-moved
assert np.shape(result[1])[-2] == num_heads or np.shape(result[1])[-3] == X.shape[-2]
Q, K, V = (cut(array, num_heads) for array in (queries, keys, values))
merged = joined(found)
# or
return output, weights.swapaxes(-3, -2)

# %% context-for-everything
# With a context, the queries come from it as well.
# Who asks in cross-attention, and who is asked?
assert near(queries, context @ W_q) and near(keys, context @ W_k)
queries = source @ W_q

# %% return-in-loop
assert np.shape(result[1])[-3] == 1
found[..., 1:, :, :] = 0
return output, weights[..., :1, :, :]

# %% single-head
# num_heads is never used: one head attends with all columns.
# Where does the number of heads enter the computation?
assert np.shape(K) == np.shape(keys)
Q, K, V = queries, keys, values
merged = found

# %% split-before-projection
# Each head sees only its own part of every embedding.
# What comes first: projecting, or splitting into heads?
assert near(queries, X @ diagonal_blocks(W_q, num_heads))
queries = X @ diagonal_blocks(W_q, num_heads)
keys = source @ diagonal_blocks(W_k, num_heads)
values = source @ diagonal_blocks(W_v, num_heads)

# %% projections-transposed
# The three projections are transposed before X is multiplied by them.
# Which axis of W_q does each row of X meet?
assert near(queries, X @ W_q.T)
queries = X @ W_q.T
keys = source @ W_k.T
values = source @ W_v.T

# %% projections-exchanged
# W_q makes the keys, and W_k the queries.
# Which matrix should make the queries?
assert near(queries, X @ W_k) and near(keys, source @ W_q)
queries = X @ W_k
keys = source @ W_q

# %% context-for-queries
# The roles are exchanged: queries come from the context, keys from X.
# Who asks in cross-attention: X, or the context?
assert near(queries, context @ W_q) and near(keys, X @ W_k)
queries = source @ W_q
keys = X @ W_k
values = X @ W_v

# %% context-ignored
# The context is never used: keys and values still come from X.
# Where should keys and values come from when there is a context?
assert near(keys, X @ W_k) and near(values, X @ W_v)
source = X

# %% context-for-keys-only
# Keys come from the context, but values still come from X.
# Whose value goes with each key?
assert near(keys, context @ W_k) and near(values, X @ W_v)
values = X @ W_v

# %% array-as-truth (errors: truth)
# `if context:` asks an array whether it is true, and an array cannot say.
# Which test tells None from an array, whatever it holds?
assert context is None
source = context if context else X

# %% lengths-assumed-equal (errors: reshape, product, broadcast, mask, stack, index)
# The context is taken to be as long as X.
# How many keys are there when there is a context?
assert np.shape(source) == X.shape
source = X if context is None else context.reshape(X.shape)

# %% mutates-input
untouched = X.copy()
X += 1
X = untouched
