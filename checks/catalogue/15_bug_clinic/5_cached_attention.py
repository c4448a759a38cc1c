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
    angles = (m + np.arange(n))[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
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
        "2 new tokens, 70 in the cache": {"n": 2, "m": 70, "d_k": 2, "d_v": 2},
        "2 new tokens, scores below -100": {
            **{"n": 2, "m": 0, "d_k": 2, "d_v": 3},
            "Q": np.array([[20.0, 0], [20, 1]]),
            "K": np.array([[-20.0, 0], [-20, -1]]),
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
assert places[0] == asking_at[0] == 0
asking_at = np.arange(n)
places = np.arange(n)

# %% mask-at-top-left
# The triangle of the mask starts at the first key, as if nothing were in the cache.
# Which key is the last that the first new token may see?
assert near(visible, np.tri(n, m + n))
visible = np.tri(n, m + n, dtype=bool)

# %% only-queries-moved-on
# The queries' positions go on after the cache, but those of the keys start at 0 again.
# Which two arrays are turned, and from which position on?
assert asking_at[0] == m and places[0] == 0
places = np.arange(n)

# %% only-keys-moved-on
# The keys' positions go on after the cache, but those of the queries start at 0 again.
# Which two arrays are turned, and from which position on?
assert places[0] == m and asking_at[0] == 0
asking_at = np.arange(n)

# %% positions-one-too-far
# The positions of the new tokens are one too large.
# Which positions do m tokens have, and which is the next?
assert places[0] == asking_at[0] == m + 1
asking_at = np.arange(m + 1, m + n + 1)
places = np.arange(m + 1, m + n + 1)

# %% positions-one-too-near
# The positions of the new tokens are one too small.
# Which positions do m tokens have, and which is the next?
assert places[0] == asking_at[0] == m - 1
asking_at = np.arange(m - 1, m + n - 1)
places = np.arange(m - 1, m + n - 1)

# %% positions-from-n
# The positions begin at the number of new tokens, not at that of the old ones.
# Three keys are in the cache: at which position is the next token?
assert places[0] == asking_at[0] == n
asking_at = np.arange(n, n + n)
places = np.arange(n, n + n)

# %% not-as-many-positions (errors: shapes)
# There are not as many positions as new tokens.
# With three keys in the cache and two new tokens, which positions does your code count?
assert len(places) != n
asking_at = np.broadcast_to(np.arange(m, n), n)
places = asking_at
# or
asking_at = np.broadcast_to(np.arange(m + n), n)
places = asking_at

# %% all-at-the-same-position
# All new tokens are turned by one and the same position.
# At which position is the second new token?
assert np.ptp([*places, *asking_at]) == 0
asking_at = np.full(n, m)
places = np.full(n, m)

# %% past-turned-again
# The keys from the cache are turned once more, although they were turned already.
# Which keys have not been turned yet?
assert near(K_past, rotate(given.K_past, np.arange(m)))
K_past = rotate(K_past, np.arange(len(K_past)))

# %% mask-missing
# Nothing is hidden: every new token sees those after it.
# May the first of several new tokens see the last?
assert visible.all()
visible = np.ones((n, m + n), dtype=bool)

# %% mask-only-without-cache
# Once there is a cache nothing is hidden: a new token sees those after it.
# May the first of several new tokens see the last?
assert m > 0 and visible.all()
visible = np.tri(n, m + n, k=0 if m == 0 else m + n, dtype=bool)

# %% sees-next
# Each token also sees the one that follows it.
# Which is the last key that the first new token may see?
assert visible.diagonal(m + 1).all()
visible = np.tri(n, m + n, k=m + 1, dtype=bool)

# %% mask-hides-diagonal
# A new token sees the earlier ones but not itself.
# May a token attend to itself?
assert not visible.diagonal(m).any()
visible = np.tri(n, m + n, k=m - 1, dtype=bool)
# or
visible = np.tri(n, m + n, k=m - 1, dtype=bool)
output = np.where(visible.any(axis=-1, keepdims=True), output, np.nan)
# or
visible = np.tri(n, m + n, k=m - 1, dtype=bool)
output = np.where(visible.any(axis=-1, keepdims=True), output, values.mean(axis=0))

# %% diagonal-moved-by-n
# The diagonal of the mask is moved by the number of new tokens.
# With three keys in the cache and one new token, by how many keys must it move?
assert near(visible, np.tri(n, m + n, k=n))
visible = np.tri(n, m + n, k=n, dtype=bool)

# %% mask-moved-back
# The diagonal of the mask is moved the wrong way, so new tokens lose keys.
# With three keys in the cache, how many keys may the first new token see?
assert near(visible, np.tri(n, m + n, k=-m))
visible = np.tri(n, m + n, k=-m, dtype=bool)
output = np.where(visible.any(axis=-1, keepdims=True), output, np.nan)

# %% past-hidden
# The new tokens see each other, but nothing of the cache.
# What is the cache for?
assert not visible[:, :m].any()
visible = np.tri(n, m + n, k=m) > (np.arange(m + n) < m)

# %% newest-first
# New keys and values are put in front of the old ones.
# In what order were the tokens read?
assert near(keys[:n], turned)
keys = np.concatenate([turned, K_past])
values = np.concatenate([V, V_past])
# or
keys = np.concatenate([turned, K_past])
values = np.concatenate([V, V_past])
visible = np.roll(np.tri(n, m + n, k=m, dtype=bool), n, axis=1)

# %% newest-not-kept
# The cache that is handed back is still the old one.
# What has the next call to know?
assert np.shape(result[1]) == np.shape(K_past)
return output, K_past, V_past

# %% past-not-kept
# The cache that is handed back holds the new tokens alone: what was in it is lost.
# What has the next call to know?
assert len(result[1]) == n
return output, keys[m:], values[m:]

# %% keys-not-turned
# The new keys are handed back as they came, and not turned.
# Which keys does the next call find in the cache, if it turns only its own?
assert near(result[1][-n:], K)
turned = K
# or
return output, np.concatenate([K_past, K]), values

# %% past-added-to-angles
# The number of tokens in the cache is added to all angles alike, and not to the positions.
# A token is at position 5: by which angle is its second pair turned?
assert near(turned[:, :2], right.turned[:, :2]) and not near(turned, right.turned)
asking_at = np.arange(n)
places = np.arange(n)
Q = rotate(Q.reshape(-1, 2), np.full(Q.size // 2, len(K_past))).reshape(Q.shape)
K = rotate(K.reshape(-1, 2), np.full(K.size // 2, len(K_past))).reshape(K.shape)
