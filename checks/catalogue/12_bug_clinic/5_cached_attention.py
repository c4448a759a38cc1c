"""Attention with RoPE and a cache, wrong in two places: a function to repair."""

import numpy as np

from attnlib import attention
from attnlib.relative_positions import rotate
from checks.facts import Facts, near


def cached_attention(Q: "n d_k", K: "n d_k", V: "n d_v", K_past: "m d_k", V_past: "m d_v"):
    n, m = len(Q), len(K_past)
    asking_at = np.arange(m, m + n)
    places = np.arange(m, m + n)
    turned = rotate(K, places)
    keys = np.concatenate([K_past, turned])
    values = np.concatenate([V_past, V])
    visible = np.tri(n, m + n, k=m, dtype=bool)
    output = attention(rotate(Q, asking_at), keys, values, visible)[0]
    return output, keys, values


def lengths(X):
    return np.linalg.norm(X, axis=1)


TASK = Facts(
    redrawn=5,
    kind="repair",
    starter='''
def cached_attention(Q, K, V, K_past, V_past):
    """Output (n, d_v) of the new tokens, and all keys, turned, and values so far."""
    n, m, d = len(Q), len(K_past), Q.shape[-1]
    angles = np.arange(m, m + n)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
    turned = []
    for X in (Q, K):
        pairs = (X[:, 0::2] + 1j * X[:, 1::2]) * np.exp(1j * angles)
        turned.append(np.stack([pairs.real, pairs.imag], axis=-1).reshape(X.shape))
    K, V = np.concatenate([K_past, turned[1]]), np.concatenate([V_past, V])
    visible = np.tri(n, m + n, k=m, dtype=bool)
    scores = np.where(visible, turned[0] @ K.T / np.sqrt(d), -np.inf)
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V, K, V
''',
    slips={
        "positions-restart": "angles = np.arange(n)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)",
        "mask-at-top-left": "visible = np.tri(n, m + n, dtype=bool)",
    },
    practises=("turn a symptom",),
    mistakes="own return-missing arguments",
    cases={
        "2 new tokens, 3 in the cache": {"n": 2, "m": 3, "d_k": 4, "d_v": 3},
        "3 new tokens, none in the cache": {"n": 3, "m": 0, "d_k": 4, "d_v": 2},
        "a single new token, 4 in the cache": {"n": 1, "m": 4, "d_k": 6, "d_v": 4},
        "4 new tokens, 2 in the cache": {"n": 4, "m": 2, "d_k": 2, "d_v": 6},
        "3 new tokens, 3 in the cache": {"n": 3, "m": 3, "d_k": 4, "d_v": 4},
        "2 new tokens, 3 in the cache, in float32": {
            **{"n": 2, "m": 3, "d_k": 4, "d_v": 4},
            "dtype": "float32",
        },
    },
    valid=lambda Q, K, V, K_past, V_past: (
        len(Q) == len(K) == len(V)
        and len(K_past) == len(V_past)
        and Q.shape[1] == K.shape[1] == K_past.shape[1]
        and Q.shape[1] % 2 == 0
        and V.shape[1] == V_past.shape[1]
    ),
    holds={
        "The output has a row for each new token.": lambda output, V: output.shape == V.shape,
        "Keys and values grow by the new tokens.": lambda keys, values, K, V, m, n: (
            (keys.shape, values.shape) == ((m + n, K.shape[1]), (m + n, V.shape[1]))
        ),
        "What was in the cache stays as it was.": lambda keys, values, K_past, V_past, m: (
            near(keys[:m], K_past) and near(values[:m], V_past)
        ),
        "The first token of all sees itself alone.": lambda output, V, m: (
            m > 0 or near(output[0], V[0])
        ),
        "A turn changes the length of no key.": lambda keys, K, m: near(
            lengths(keys[m:]), lengths(K)
        ),
    },
)

# %% positions-restart
# The positions of the new tokens start at 0 again, whatever is in the cache.
# With three keys in the cache, at which position is the first new token?
asking_at = np.arange(n)
places = np.arange(n)

# %% mask-at-top-left
# The triangle starts at the first key, so new tokens see how the text began.
# Which key is the last that the first new token may see?
visible = np.tri(n, m + n, dtype=bool)

# %% only-queries-moved-on
# The queries' positions are counted on behind the cache, those of the keys are not.
# Which two arrays are turned, and from which position on?
places = np.arange(n)

# %% only-keys-moved-on
# The keys' positions are counted on behind the cache, those of the queries are not.
# Which two arrays are turned, and from which position on?
asking_at = np.arange(n)

# %% positions-one-too-far
# Behind the cache, the positions are one too large.
# Which positions do m tokens have, and which is the next?
asking_at = np.arange(m + 1, m + n + 1)
places = np.arange(m + 1, m + n + 1)

# %% all-at-the-same-position
# All new tokens are turned by one and the same position.
# At which position is the second new token?
asking_at = np.full(n, m)
places = np.full(n, m)

# %% past-turned-again
# The keys from the cache are turned once more, but they were turned already.
# Which keys have not been turned yet?
K_past = rotate(K_past, np.arange(len(K_past)))

# %% mask-missing
# Nothing is hidden: every new token sees those after it.
# May the first of several new tokens see the last?
visible = np.ones((n, m + n), dtype=bool)
# or
visible = np.tri(n, m + n, k=0 if m == 0 else m + n, dtype=bool)

# %% sees-next
# Each token also sees the one that follows it.
# Which is the last key that the first new token may see?
visible = np.tri(n, m + n, k=m + 1, dtype=bool)

# %% mask-hides-diagonal
# A new token sees the earlier ones but not itself.
# May a token attend to itself?
visible = np.tri(n, m + n, k=m - 1, dtype=bool)
# or
visible = np.tri(n, m + n, k=m - 1, dtype=bool)
output = np.where(visible.any(axis=-1, keepdims=True), output, np.nan)

# %% diagonal-moved-by-n
# The diagonal of the mask is moved by the number of new tokens.
# With three keys in the cache and one new token, by how many keys must it move?
visible = np.tri(n, m + n, k=n, dtype=bool)

# %% past-hidden
# The new tokens see each other, but nothing of the cache.
# What is the cache for?
visible = np.tri(n, m + n, k=m) > (np.arange(m + n) < m)

# %% newest-first
# New keys and values are put in front of the old ones.
# In which order were the tokens read?
keys = np.concatenate([turned, K_past])
values = np.concatenate([V, V_past])
# or
keys = np.concatenate([turned, K_past])
values = np.concatenate([V, V_past])
visible = np.roll(np.tri(n, m + n, k=m, dtype=bool), n, axis=1)

# %% newest-not-kept
# The cache that is handed back is still the old one, or the new rows alone.
# What has the next call to know?
return output, K_past, V_past
# or
return output, keys[m:], values[m:]
