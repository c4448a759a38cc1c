"""Answers to lessons 11 and 12 and the end of the capstone, by somebody who knew only the statements.

Each section says what the answer is: right, or the mistakes that it makes, if the catalogue has them.
"""


# %% cache_on_paper: right | by powers of two
def cache_on_paper():
    numbers = 2 * 8 * 128
    kib = 32 * numbers * 2 / 1024
    text = kib * 32 * 1024 / 1024**2
    return [numbers, kib, text, text / 8, 4 * text]


# %% cache_on_paper: right | as written on paper
def cache_on_paper():
    return 2048, 128, 4, 0.5, 16


# %% cache_on_paper: right | bytes first, as an array
def cache_on_paper():
    layer = np.array([8, 8, 8, 32]) * 128 * 2
    tokens = np.array([1, 32768, 4096, 32768])
    total = layer * 32 * 2 * tokens
    return np.array([layer[0], total[0] / 2**10, *(total[1:] / 2**30)])


# %% cache_on_paper | keys only, values forgotten everywhere
def cache_on_paper():
    return [1024, 64, 2, 0.25, 8]


# %% cache_on_paper | all 32 heads have keys in the cache
def cache_on_paper():
    return [8192, 512, 16, 2, 16]


# %% cache_on_paper | 16 bits taken as 16 bytes
def cache_on_paper():
    n = 2048
    k = n * 32 * 16 / 1024
    return [n, k, k / 32, k / 256, k / 8]


# %% cache_on_paper | one layer alone
def cache_on_paper():
    return [2048, 4, 1 / 8, 1 / 64, 0.5]


# %% cache_on_paper | sixteen bits counted as one byte
def cache_on_paper():
    return [2048, 64, 2, 0.25, 8]


# %% cache_on_paper | the window changes nothing
def cache_on_paper():
    return [2048, 128, 4, 4, 16]


# %% cache_on_paper | query kept as well
def cache_on_paper():
    n = 3 * 8 * 128
    k = n * 32 * 2 / 1024
    return [n, k, k / 32, k / 256, k / 8]


# %% cache_on_paper | uses d_model for the width of a key
def cache_on_paper():
    n = 2 * 4096
    k = n * 32 * 2 / 1024
    return [n, k, k / 32, k / 32 / 8, k / 32 * 4]


# %% cache_on_paper | without the window, its own heads: forgets the window was the base, takes 0.5 times 4
def cache_on_paper():
    return [2048, 128, 4, 0.5, 2]


# %% cache_on_paper | sizes in MiB
def cache_on_paper():
    return [2048, 128, 4096, 512, 16384]


# %% cache_on_paper | the heads of its own, times 8 instead of times 4
def cache_on_paper():
    return [2048, 128, 4, 0.5, 32]


# %% grouped_attention: right | repeat
def grouped_attention(Q, K, V):
    times = Q.shape[-3] // K.shape[-3]
    K = np.repeat(K, times, axis=-3)
    V = np.repeat(V, times, -3)
    s = np.einsum("...qd,...kd->...qk", Q, K) / Q.shape[-1] ** 0.5
    s -= s.max(-1, keepdims=True)
    e = np.exp(s)
    return np.einsum("...qk,...kd->...qd", e / e.sum(-1, keepdims=True), V)


# %% grouped_attention: right | loop over heads
def grouped_attention(Q, K, V):
    heads, shared = Q.shape[-3], K.shape[-3]
    outputs = []
    for h in range(heads):
        g = h * shared // heads
        k, v = K[..., g, :, :], V[..., g, :, :]
        s = Q[..., h, :, :] @ k.swapaxes(-1, -2) / np.sqrt(k.shape[-1])
        w = np.exp(s - s.max(axis=-1, keepdims=True))
        outputs.append(w @ v / w.sum(axis=-1, keepdims=True))
    return np.stack(outputs, axis=-3)


# %% grouped_attention: right | queries get an axis of groups, nothing is copied
def grouped_attention(Q, K, V):
    *front, h, n, d = Q.shape
    g = K.shape[-3]
    Q = Q.reshape(*front, g, h // g, n, d)
    s = Q @ np.swapaxes(K, -1, -2)[..., None, :, :] / np.sqrt(d)
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    out = e / e.sum(axis=-1, keepdims=True) @ V[..., None, :, :]
    return out.reshape(*front, h, n, V.shape[-1])


# %% grouped_attention | repaired the keys and forgot the values
def grouped_attention(Q, K, V):
    times = Q.shape[-3] // K.shape[-3]
    K = np.repeat(K, times, axis=-3)
    V = np.concatenate([V] * times, axis=-3)
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V


# %% grouped_attention | repaired the values and forgot the keys
def grouped_attention(Q, K, V):
    times = Q.shape[-3] // K.shape[-3]
    K = np.concatenate([K] * times, axis=-3)
    V = np.repeat(V, times, axis=-3)
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V


# %% grouped_attention | repeat along the first axis, not the heads
def grouped_attention(Q, K, V):
    times = Q.shape[-3] // K.shape[-3]
    K = np.repeat(K, times, axis=0)
    V = np.repeat(V, times, axis=0)
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V


# %% grouped_attention | repeat without an axis flattens (ValueError)
def grouped_attention(Q, K, V):
    times = Q.shape[-3] // K.shape[-3]
    K = np.repeat(K, times)
    V = np.repeat(V, times)
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V


# %% grouped_attention | all read the first head
def grouped_attention(Q, K, V):
    K = K[..., :1, :, :]
    V = V[..., :1, :, :]
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V


# %% grouped_attention | head h reads h // h_kv (right for 4 over 2 alone)
def grouped_attention(Q, K, V):
    pick = (np.arange(Q.shape[-3]) // K.shape[-3]) % K.shape[-3]
    K, V = K[..., pick, :, :], V[..., pick, :, :]
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V


# %% grouped_attention | repeat is right, but lost the scale on the way
def grouped_attention(Q, K, V):
    times = Q.shape[-3] // K.shape[-3]
    K, V = np.repeat(K, times, axis=-3), np.repeat(V, times, axis=-3)
    scores = Q @ np.swapaxes(K, -1, -2)
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V


# %% grouped_attention | two: values still tiled, and softmax over the queries
def grouped_attention(Q, K, V):
    times = Q.shape[-3] // K.shape[-3]
    K = np.repeat(K, times, axis=-3)
    V = np.concatenate([V] * times, axis=-3)
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    exponentials = np.exp(scores - scores.max(axis=-2, keepdims=True))
    return exponentials / exponentials.sum(axis=-2, keepdims=True) @ V


# %% grouped_attention | heads in reversed groups
def grouped_attention(Q, K, V):
    times = Q.shape[-3] // K.shape[-3]
    K = np.repeat(K[..., ::-1, :, :], times, axis=-3)
    V = np.repeat(V[..., ::-1, :, :], times, axis=-3)
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V


# %% window_visibility: right | positions of the queries
def window_visibility(n_q, n_k, width):
    queries, keys = np.arange(n_k - n_q, n_k)[:, None], np.arange(n_k)
    behind = queries - keys
    return (behind >= 0) & (behind < width)


# %% window_visibility: right | the last rows of a band
def window_visibility(n_q, n_k, width):
    band = np.tri(n_k, dtype=bool) & ~np.tri(n_k, k=-width, dtype=bool)
    return band[n_k - n_q :]


# %% window_visibility: right | loops
def window_visibility(n_q, n_k, width):
    seen = np.zeros((n_q, n_k), dtype=bool)
    for row in range(n_q):
        token = n_k - n_q + row
        for back in range(width):
            if token - back >= 0:
                seen[row, token - back] = True
    return seen


# %% window_visibility | repaired the start, the window is one too wide
def window_visibility(n_q, n_k, width):
    queries, keys = np.arange(n_k - n_q, n_k)[:, None], np.arange(n_k)
    return (keys <= queries) & (keys >= queries - width)


# %% window_visibility | repaired the width, the queries still begin at 0
def window_visibility(n_q, n_k, width):
    queries, keys = np.arange(n_q)[:, None], np.arange(n_k)
    return (keys <= queries) & (keys > queries - width)


# %% window_visibility | a step too far back: n_k - n_q - 1
def window_visibility(n_q, n_k, width):
    queries, keys = np.arange(n_q)[:, None] + n_k - n_q - 1, np.arange(n_k)
    return (keys <= queries) & (keys > queries - width)


# %% window_visibility | itself excluded
def window_visibility(n_q, n_k, width):
    queries, keys = np.arange(n_q)[:, None] + (n_k - n_q), np.arange(n_k)
    return (keys < queries) & (keys >= queries - width)


# %% window_visibility | window to both sides
def window_visibility(n_q, n_k, width):
    queries, keys = np.arange(n_q)[:, None] + (n_k - n_q), np.arange(n_k)
    return np.abs(queries - keys) < width


# %% window_visibility | window too narrow by one
def window_visibility(n_q, n_k, width):
    queries, keys = np.arange(n_q)[:, None] + (n_k - n_q), np.arange(n_k)
    return (keys <= queries) & (keys > queries - width + 1)


# %% window_visibility | True for hidden
def window_visibility(n_q, n_k, width):
    queries, keys = np.arange(n_q)[:, None] + (n_k - n_q), np.arange(n_k)
    return (keys > queries) | (keys <= queries - width)


# %% window_visibility | off by width: band[-n_q:] of a matrix that is turned over
def window_visibility(n_q, n_k, width):
    queries, keys = np.arange(n_q) + (n_k - n_q), np.arange(n_k)[:, None]
    return (keys <= queries) & (keys > queries - width)


# %% window_visibility | no causal condition
def window_visibility(n_q, n_k, width):
    queries, keys = np.arange(n_q)[:, None] + (n_k - n_q), np.arange(n_k)
    return keys > queries - width


# %% window_visibility | the window forgotten: only causal
def window_visibility(n_q, n_k, width):
    return np.tri(n_q, n_k, n_k - n_q, dtype=bool)
