"""One step of writing: the newest token attends to itself and to all tokens in the cache."""

import numpy as np

from checks.facts import Facts, near


def decode_step(q: "* d_k", k: "* d_k", v: "* d_v", K_past: "* n d_k", V_past: "* n d_v"):
    query = q[..., None, :]
    key = k[..., None, :]
    value = v[..., None, :]
    K = np.concatenate([K_past, key], axis=-2)
    V = np.concatenate([V_past, value], axis=-2)
    scores = query @ np.swapaxes(K, -1, -2)
    scaled = scores / np.sqrt(q.shape[-1])
    axis = -1
    shifted = scaled - scaled.max(axis=axis, keepdims=True)
    exponentials = np.exp(shifted)
    total = exponentials.sum(axis=axis, keepdims=True)
    weights = exponentials / total
    found = weights @ V
    output = found[..., 0, :]
    return output, K, V


def fits(q, k, v, K_past, V_past):
    n = K_past.shape[-2:-1]
    same_batch = q.shape == k.shape and v.shape[:-1] == q.shape[:-1]
    K_fits = K_past.shape == (*k.shape[:-1], *n, *k.shape[-1:])
    V_fits = V_past.shape == (*v.shape[:-1], *n, *v.shape[-1:])
    return bool(n) and same_batch and K_fits and V_fits


def one_longer(K, V, K_past, V_past):
    return K[..., :-1, :].shape == K_past.shape and V[..., :-1, :].shape == V_past.shape


def within_the_values(output, v, V_past):
    V = np.concatenate([V_past, v[..., None, :]], axis=-2)
    return ((output >= V.min(axis=-2) - 1e-4) & (output <= V.max(axis=-2) + 1e-4)).all()


TASK = Facts(
    redrawn=1,
    valid=fits,
    practises=("write word by word",),
    mistakes="""
        own no-scale scale.scale-by-d_k scale-by-sqrt-d_v softmax-not-normalised
        return-missing scores.batch-axis-breaks arguments
    """,
    names={"Q": "q"},
    cases={
        "3 tokens in the cache": dict(n=3, d_k=4, d_v=2),
        "5 tokens in the cache, d_k 2 and d_v 3": dict(n=5, d_k=2, d_v=3),
        "an empty cache": dict(n=0, d_k=3, d_v=2),
        "4 tokens in the cache, d_k and d_v 3": dict(n=4, d_k=3, d_v=3),
        "a single token in the cache": dict(n=1, d_k=2, d_v=4),
        "a batch of two, 4 tokens in the cache": dict(batch=(2,), n=4, d_k=3, d_v=2),
        "a batch of 3 with 2 heads": dict(batch=(3, 2), n=5, d_k=4, d_v=2),
        "float32 arrays": dict(n=2, d_k=5, d_v=3, dtype="float32"),
    },
    more_cases={
        "the example by hand": {
            "q": np.array([0.0]),
            "k": np.array([2.0]),
            "v": np.array([30.0]),
            "K_past": np.array([[1.0]]),
            "V_past": np.array([[10.0]]),
        },
        "an empty cache with 2 heads": dict(batch=(2,), n=0, d_k=4, d_v=3),
    },
    holds={
        "Both caches are one token longer.": one_longer,
        "The newest key and the newest value are last.": lambda K, V, k, v: (
            near(K[..., -1, :], k) and near(V[..., -1, :], v)
        ),
        "The output is as wide as the values, and has no axis for tokens.": lambda output, v: (
            np.shape(output) == v.shape
        ),
        "The output is an average of values, so it is never outside their range.": (
            within_the_values
        ),
    },
)

# %% newest-missing
# The newest token attends to the tokens before it, but not to itself.
# With an empty cache, which token is there to attend to?
assert scores.shape[-1] == K_past.shape[-2] or not K_past.size
scores = query @ np.swapaxes(K_past, -1, -2)
found = weights @ V_past
# or
scores = query @ np.swapaxes(K_past, -1, -2)
shifted = scaled
found = weights @ V_past
# or
scores = query @ np.swapaxes(K_past if K_past.size else K, -1, -2)
found = weights @ (V_past if V_past.size else V)

# %% past-ignored
# The newest token attends to itself alone, so the output is `v`.
# What is in the cache for?
assert near(output, V[..., -1, :])
output = V[..., -1, :]

# %% first-key-only
# The newest token sees the first key alone: a mask is aligned at the top left.
# Is anything in the cache later than the newest token?
assert not exponentials[..., 1:].any()
exponentials = np.exp(shifted) * np.tri(1, K.shape[-2])

# %% newest-first
# The newest token is put before the old ones; the caches have another order.
# Which row of the caches should belong to the newest token?
assert near(K[..., 0, :], key[..., 0, :])
assert near(V[..., 0, :], value[..., 0, :])
K = np.concatenate([key, K_past], axis=-2)
V = np.concatenate([value, V_past], axis=-2)

# %% cache-not-grown
# The caches come back as they were, without the newest token.
# Where will the next token find the key and the value of this one?
assert near(result[1], K_past)
assert near(result[2], V_past)
return output, K_past, V_past

# %% newest-alone-returned
# Only the newest key and value come back, without the old ones.
# What will the next step be given as `K_past`?
assert np.size(result[1]) == k.size
assert near(np.ravel(result[2]), np.ravel(value))
return output, key, value
# or
return output, k, v

# %% oldest-dropped
# The oldest token leaves the cache when the newest comes in.
# How many rows should the new cache have?
assert near(K[..., :-1, :], K_past[..., 1:, :])
K = np.concatenate([K_past[..., 1:, :], key], axis=-2)
V = np.concatenate([V_past[..., 1:, :], value], axis=-2)

# %% last-overwritten
# The newest token takes the place of the one before it.
# How many rows should the new cache have?
assert near(K[..., :-1, :], K_past[..., :-1, :])
assert K.shape[-2] <= max(1, K_past.shape[-2])
K = np.concatenate([K_past[..., :-1, :], key], axis=-2)
V = np.concatenate([V_past[..., :-1, :], value], axis=-2)

# %% key-for-query
# The newest key is compared with the keys, and the query plays no part.
# Which of q, k and v asks, and which are asked?
assert near(query, k[..., None, :])
query = k[..., None, :]

# %% query-cached
# The query is put into the cache where its key should be.
# Which of q, k and v will later tokens still need?
assert near(key, q[..., None, :])
key = q[..., None, :]

# %% key-for-value
# The key is put into the cache of the values as well.
# What does `V_past` hold, and what should follow it?
assert near(value, key)
value = k[..., None, :]

# %% output-with-an-axis
# The output has kept an axis for the tokens, of length 1.
# What shape does the output have for a single `q` of shape (d_k,)?
assert np.shape(output) == (*v.shape[:-1], 1, v.shape[-1])
output = found

# %% scale-by-sqrt-n
assert near(scaled, scores / np.sqrt(K.shape[-2]))
scaled = scores / np.sqrt(K.shape[-2])

# %% scale-by-sqrt-len
assert near(scaled, scores / np.sqrt(len(q)))
scaled = scores / np.sqrt(len(q))

# %% softmax-over-one
# Softmax runs over an axis of length 1, so every weight is 1.
# Which axis of your scores counts the keys?
assert near(weights, 1)
axis = -2

# %% softmax-over-everything
assert np.size(total) < q[..., 0].size
axis = None
# or
total = exponentials.sum()

# %% values-from-keys
assert near(found, weights @ K)
found = weights @ K

# %% results-in-another-order
# The three results are there, but in another order.
# Which of the three does the exercise ask for first, and which last?
assert np.shape(result[0]) != output.shape or np.shape(result[1]) != K.shape or near(result[2], K)
return K, V, output
# or
return output, V, K

# %% caches-not-returned
# Only the output is returned, without the two caches.
# Which three results does the exercise ask for?
assert not isinstance(result, tuple)
return output

# %% batch-axis-breaks
n, d_k = K_past.shape
