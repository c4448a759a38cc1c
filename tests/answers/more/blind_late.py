"""Answers to lessons 12, 13 and 15 and the end of the capstone, by somebody who knew only the statements.

Only the one to attention_in_blocks about "whole blocks alone" was added by people who knew the catalogue.
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

# %% cache_on_paper: keys-only | keys only, values forgotten everywhere
def cache_on_paper():
    return [1024, 64, 2, 0.25, 8]

# %% cache_on_paper: query-heads | all 32 heads have keys in the cache
def cache_on_paper():
    return [8192, 512, 16, 2, 16]

# %% cache_on_paper: bits-for-bytes | 16 bits taken as 16 bytes
def cache_on_paper():
    n = 2048
    k = n * 32 * 16 / 1024
    return [n, k, k / 32, k / 256, k / 8]

# %% cache_on_paper: one-layer-only | one layer alone
def cache_on_paper():
    return [2048, 4, 1 / 8, 1 / 64, 0.5]

# %% cache_on_paper: numbers-for-bytes | sixteen bits counted as one byte
def cache_on_paper():
    return [2048, 64, 2, 0.25, 8]

# %% cache_on_paper: window-ignored | the window changes nothing
def cache_on_paper():
    return [2048, 128, 4, 4, 16]

# %% cache_on_paper: queries-kept | query kept as well
def cache_on_paper():
    n = 3 * 8 * 128
    k = n * 32 * 2 / 1024
    return [n, k, k / 32, k / 256, k / 8]

# %% cache_on_paper: query-heads | uses d_model for the width of a key
def cache_on_paper():
    n = 2 * 4096
    k = n * 32 * 2 / 1024
    return [n, k, k / 32, k / 32 / 8, k / 32 * 4]

# %% cache_on_paper: window-kept | without the window, its own heads: forgets the window was the base, takes 0.5 times 4
def cache_on_paper():
    return [2048, 128, 4, 0.5, 2]

# %% cache_on_paper: mebi-not-gibi | sizes in MiB
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

# %% grouped_attention: one-of-two-in-turns | repaired the keys and forgot the values
def grouped_attention(Q, K, V):
    times = Q.shape[-3] // K.shape[-3]
    K = np.repeat(K, times, axis=-3)
    V = np.concatenate([V] * times, axis=-3)
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V

# %% grouped_attention: one-of-two-in-turns | repaired the values and forgot the keys | like: repaired the keys and forgot the values
-    K = np.repeat(K, times, axis=-3)
-    V = np.concatenate([V] * times, axis=-3)
+    K = np.concatenate([K] * times, axis=-3)
+    V = np.repeat(V, times, axis=-3)
# %% grouped_attention: batch-axis-breaks | repeat along the first axis, not the heads | like: repaired the keys and forgot the values
-    K = np.repeat(K, times, axis=-3)
-    V = np.concatenate([V] * times, axis=-3)
+    K = np.repeat(K, times, axis=0)
+    V = np.repeat(V, times, axis=0)
# %% grouped_attention | repeat without an axis flattens (ValueError) | like: repaired the keys and forgot the values
-    K = np.repeat(K, times, axis=-3)
-    V = np.concatenate([V] * times, axis=-3)
+    K = np.repeat(K, times)
+    V = np.repeat(V, times)
# %% grouped_attention: first-head-for-all | all read the first head | like: repaired the keys and forgot the values
-    times = Q.shape[-3] // K.shape[-3]
-    K = np.repeat(K, times, axis=-3)
-    V = np.concatenate([V] * times, axis=-3)
+    K = K[..., :1, :, :]
+    V = V[..., :1, :, :]
# %% grouped_attention | head h reads h // h_kv (right for 4 over 2 alone) | like: all read the first head
-    K = K[..., :1, :, :]
-    V = V[..., :1, :, :]
+    pick = (np.arange(Q.shape[-3]) // K.shape[-3]) % K.shape[-3]
+    K, V = K[..., pick, :, :], V[..., pick, :, :]
# %% grouped_attention: no-scale | repeat is right, but lost the scale on the way | like: repaired the keys and forgot the values
-    K = np.repeat(K, times, axis=-3)
-    V = np.concatenate([V] * times, axis=-3)
-    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
+    K, V = np.repeat(K, times, axis=-3), np.repeat(V, times, axis=-3)
+    scores = Q @ np.swapaxes(K, -1, -2)
# %% grouped_attention: one-of-two-in-turns, softmax-over-queries | two: values still tiled, and softmax over the queries | like: repaired the keys and forgot the values
-    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
-    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V
+    exponentials = np.exp(scores - scores.max(axis=-2, keepdims=True))
+    return exponentials / exponentials.sum(axis=-2, keepdims=True) @ V
# %% grouped_attention | heads in reversed groups | like: repaired the keys and forgot the values
-    K = np.repeat(K, times, axis=-3)
-    V = np.concatenate([V] * times, axis=-3)
+    K = np.repeat(K[..., ::-1, :, :], times, axis=-3)
+    V = np.repeat(V[..., ::-1, :, :], times, axis=-3)

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

# %% window_visibility: width-and-one | repaired the start, the window is one too wide | like: positions of the queries
-    behind = queries - keys
-    return (behind >= 0) & (behind < width)
+    return (keys <= queries) & (keys >= queries - width)

# %% window_visibility: top-left | repaired the width, the queries still begin at 0
def window_visibility(n_q, n_k, width):
    queries, keys = np.arange(n_q)[:, None], np.arange(n_k)
    return (keys <= queries) & (keys > queries - width)

# %% window_visibility: one-place-off | a step too far back: n_k - n_q - 1
def window_visibility(n_q, n_k, width):
    queries, keys = np.arange(n_q)[:, None] + n_k - n_q - 1, np.arange(n_k)
    return (keys <= queries) & (keys > queries - width)

# %% window_visibility: one-place-off | itself excluded
def window_visibility(n_q, n_k, width):
    queries, keys = np.arange(n_q)[:, None] + (n_k - n_q), np.arange(n_k)
    return (keys < queries) & (keys >= queries - width)

# %% window_visibility: window-both-ways | window to both sides | like: itself excluded
-    return (keys < queries) & (keys >= queries - width)
+    return np.abs(queries - keys) < width
# %% window_visibility: width-less-one | window too narrow by one | like: itself excluded
-    return (keys < queries) & (keys >= queries - width)
+    return (keys <= queries) & (keys > queries - width + 1)
# %% window_visibility: mask-inverted | True for hidden | like: itself excluded
-    return (keys < queries) & (keys >= queries - width)
+    return (keys > queries) | (keys <= queries - width)

# %% window_visibility: mask-transposed | off by width: band[-n_q:] of a matrix that is turned over
def window_visibility(n_q, n_k, width):
    queries, keys = np.arange(n_q) + (n_k - n_q), np.arange(n_k)[:, None]
    return (keys <= queries) & (keys > queries - width)

# %% window_visibility: future-visible | no causal condition | like: itself excluded
-    return (keys < queries) & (keys >= queries - width)
+    return keys > queries - width

# %% window_visibility: window-ignored | the window forgotten: only causal
def window_visibility(n_q, n_k, width):
    return np.tri(n_q, n_k, n_k - n_q, dtype=bool)

# %% decode_step: right | appended with an axis, matmul
def decode_step(q, k, v, K_past, V_past):
    K = np.concatenate([K_past, k[..., None, :]], axis=-2)
    V = np.concatenate([V_past, v[..., None, :]], axis=-2)
    s = q[..., None, :] @ np.swapaxes(K, -1, -2) / np.sqrt(q.shape[-1])
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return (w @ V)[..., 0, :], K, V

# %% decode_step: right | einsum, no axis for the query
def decode_step(q, k, v, K_past, V_past):
    K = np.append(K_past, np.expand_dims(k, -2), axis=-2)
    V = np.append(V_past, np.expand_dims(v, -2), axis=-2)
    scores = np.einsum("...d,...nd->...n", q, K) * q.shape[-1] ** -0.5
    shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.einsum("...n,...nd->...d", shares, V) / shares.sum(axis=-1, keepdims=True), K, V

# %% decode_step: right | the newest apart from the past
def decode_step(q, k, v, K_past, V_past):
    root = np.sqrt(k.shape[-1])
    own = (q * k).sum(-1) / root
    old = (q[..., None, :] * K_past).sum(-1) / root
    top = np.maximum(own, old.max(-1, initial=-np.inf))
    e_own, e_old = np.exp(own - top), np.exp(old - top[..., None])
    below = e_own + e_old.sum(-1)
    above = e_own[..., None] * v + (e_old[..., None] * V_past).sum(-2)
    K = np.concatenate((K_past, k[..., np.newaxis, :]), -2)
    V = np.concatenate((V_past, v[..., np.newaxis, :]), -2)
    return above / below[..., None], K, V

# %% decode_step: newest-missing | attends to the past alone, not to itself
def decode_step(q, k, v, K_past, V_past):
    K = np.concatenate([K_past, k[..., None, :]], axis=-2)
    V = np.concatenate([V_past, v[..., None, :]], axis=-2)
    if K_past.shape[-2] == 0:
        return v, K, V
    s = np.einsum("...d,...nd->...n", q, K_past) / np.sqrt(q.shape[-1])
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, V_past), K, V

# %% decode_step: newest-first | newest first in the cache | like: appended with an axis, matmul
-    K = np.concatenate([K_past, k[..., None, :]], axis=-2)
-    V = np.concatenate([V_past, v[..., None, :]], axis=-2)
+    K = np.concatenate([k[..., None, :], K_past], axis=-2)
+    V = np.concatenate([v[..., None, :], V_past], axis=-2)
# %% decode_step: batch-axis-breaks | concatenated along axis 0 (works without heads) | like: appended with an axis, matmul
-    K = np.concatenate([K_past, k[..., None, :]], axis=-2)
-    V = np.concatenate([V_past, v[..., None, :]], axis=-2)
+    K = np.concatenate([K_past, k[..., None, :]], axis=0)
+    V = np.concatenate([V_past, v[..., None, :]], axis=0)
# %% decode_step: no-scale | scale forgotten | like: appended with an axis, matmul
-    s = q[..., None, :] @ np.swapaxes(K, -1, -2) / np.sqrt(q.shape[-1])
+    s = q[..., None, :] @ np.swapaxes(K, -1, -2)
# %% decode_step: output-with-an-axis | the row of scores is left: output (..., 1, d_v) | like: appended with an axis, matmul
-    return (w @ V)[..., 0, :], K, V
+    return w @ V, K, V
# %% decode_step: cache-not-grown | new token seen, but the old cache is returned | like: appended with an axis, matmul
-    return (w @ V)[..., 0, :], K, V
+    return (w @ V)[..., 0, :], K_past, V_past

# %% decode_step: batch-axis-breaks | vstack, which has no heads (ValueError)
def decode_step(q, k, v, K_past, V_past):
    K, V = np.vstack([K_past, k]), np.vstack([V_past, v])
    s = K @ q / np.sqrt(len(q))
    w = np.exp(s - s.max())
    return w / w.sum() @ V, K, V

# %% decode_step: newest-missing, no-scale | not scaled and not with itself | like: attends to the past alone, not to itself
-    s = np.einsum("...d,...nd->...n", q, K_past) / np.sqrt(q.shape[-1])
+    s = np.einsum("...d,...nd->...n", q, K_past)
# %% decode_step: results-in-another-order | only K and V swapped in the return | like: appended with an axis, matmul
-    return (w @ V)[..., 0, :], K, V
+    return (w @ V)[..., 0, :], V, K

# %% decode_step: right | plain exponentials without the maximum: nothing is said of huge scores
def decode_step(q, k, v, K_past, V_past):
    K = np.concatenate([K_past, k[..., None, :]], axis=-2)
    V = np.concatenate([V_past, v[..., None, :]], axis=-2)
    w = np.exp(np.einsum("...d,...nd->...n", q, K) / np.sqrt(q.shape[-1]))
    w = w / w.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, V), K, V

# %% decode_step: scale-by-sqrt-d_v | divided by the root of the width of the values | like: appended with an axis, matmul
-    s = q[..., None, :] @ np.swapaxes(K, -1, -2) / np.sqrt(q.shape[-1])
+    s = q[..., None, :] @ np.swapaxes(K, -1, -2) / np.sqrt(v.shape[-1])

# %% merged_softmax_on_paper: right | fractions
def merged_softmax_on_paper():
    return [3 / 2, 6, 1 / 2, 2, 14, 7]

# %% merged_softmax_on_paper: right | computed
def merged_softmax_on_paper():
    s1, v1 = np.log([3, 6]), np.array([8, 2])
    s2, v2 = np.log([12, 3]), np.array([10, 4])
    e1 = np.exp(s1 - s1.max())
    factor = np.exp(s1.max() - max(s1.max(), s2.max()))
    e2 = np.exp(s2 - s2.max())
    l, o = e1.sum() * factor + e2.sum(), e1 @ v1 * factor + e2 @ v2
    return e1.sum(), e1 @ v1, factor, l, o, o / l

# %% merged_softmax_on_paper: right | ratios, in a loop
def merged_softmax_on_paper():
    out, m, l, o = [], 0, 0, 0
    for top, piece in ((6, [(3, 8), (6, 2)]), (12, [(12, 10), (3, 4)])):
        if m:
            out.append(m / top)
            l, o = l * m / top, o * m / top
        l += sum(a / top for a, _ in piece)
        o += sum(a / top * v for a, v in piece)
        m = top
        out += [l, o]
    return np.array(out + [o / l])

# %% merged_softmax_on_paper: not-rescaled | no rescaling of the old sums, although the factor is right
def merged_softmax_on_paper():
    return [1.5, 6, 0.5, 2.75, 17, 17 / 2.75]

# %% merged_softmax_on_paper: factor-upside-down | the factor upside down, and used so
def merged_softmax_on_paper():
    return [1.5, 6, 2, 4.25, 23, 23 / 4.25]

# %% merged_softmax_on_paper: divided-after-first | the first o divided by l already
def merged_softmax_on_paper():
    return [1.5, 4, 0.5, 2, 13, 6.5]

# %% merged_softmax_on_paper: no-maximum | not measured from the maximum
def merged_softmax_on_paper():
    return [9, 36, 1, 24, 168, 7]

# %% merged_softmax_on_paper: only-one-rescaled | only l shrunk, o forgotten
def merged_softmax_on_paper():
    return [1.5, 6, 0.5, 2, 17, 8.5]

# %% merged_softmax_on_paper: old-forgotten | the output of the second piece alone
def merged_softmax_on_paper():
    return [1.5, 6, 0.5, 1.25, 11, 8.8]

# %% merged_softmax_on_paper: mean-of-blocks | the mean of the outputs of both pieces
def merged_softmax_on_paper():
    return [1.5, 6, 0.5, 2, 14, 6.4]

# %% merged_softmax_on_paper: numbers-in-another-order | o first, then l
def merged_softmax_on_paper():
    return [6, 1.5, 0.5, 14, 2, 7]

# %% merged_softmax_on_paper: maximum-known-beforehand | everything from ln 12 at once
def merged_softmax_on_paper():
    return [0.75, 3, 1, 2, 14, 7]

# %% merged_softmax_on_paper | the logarithm as the factor
def merged_softmax_on_paper():
    return [1.5, 6, np.log(0.5), 2, 14, 7]

# %% merged_softmax_on_paper: never-divided | output not divided
def merged_softmax_on_paper():
    return [1.5, 6, 0.5, 2, 14, 14]

# %% attention_in_blocks: right | keepdims, np.maximum
def attention_in_blocks(Q, K, V, block_size):
    m = np.full(Q.shape[:-1] + (1,), -np.inf)
    l = np.zeros_like(m)
    o = np.zeros(Q.shape[:-1] + V.shape[-1:])
    for start in range(0, K.shape[-2], block_size):
        k = K[..., start : start + block_size, :]
        v = V[..., start : start + block_size, :]
        s = Q @ k.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
        new = np.maximum(m, s.max(-1, keepdims=True))
        f = np.exp(m - new)
        e = np.exp(s - new)
        l = l * f + e.sum(-1, keepdims=True)
        o = o * f + e @ v
        m = new
    return o / l

# %% attention_in_blocks: right | running mean, with the log of the sum
def attention_in_blocks(Q, K, V, block_size):
    total, mean = None, None
    n = K.shape[-2]
    for i in range(-(-n // block_size)):
        part = slice(i * block_size, min(n, (i + 1) * block_size))
        s = np.einsum("...qd,...kd->...qk", Q, K[..., part, :]) / Q.shape[-1] ** 0.5
        top = s.max(-1)
        e = np.exp(s - top[..., None])
        lse = top + np.log(e.sum(-1))
        out = np.einsum("...qk,...kd->...qd", e / e.sum(-1)[..., None], V[..., part, :])
        if total is None:
            total, mean = lse, out
        else:
            both = np.logaddexp(total, lse)
            mean = mean * np.exp(total - both)[..., None] + out * np.exp(lse - both)[..., None]
            total = both
    return mean

# %% attention_in_blocks: right | two passes over the blocks: the maximum first
def attention_in_blocks(Q, K, V, block_size):
    root, n = np.sqrt(K.shape[-1]), K.shape[-2]
    blocks = [np.s_[..., i : i + block_size, :] for i in range(0, n, block_size)]
    top = -np.inf
    for b in blocks:
        top = np.maximum(top, (Q @ np.swapaxes(K[b], -1, -2)).max(-1, keepdims=True))
    above = below = 0
    for b in blocks:
        e = np.exp((Q @ np.swapaxes(K[b], -1, -2) - top) / root)
        above, below = above + e @ V[b], below + e.sum(-1, keepdims=True)
    return above / below

# %% attention_in_blocks: last-block-lost | the last, shorter block is dropped
def attention_in_blocks(Q, K, V, block_size):
    m = np.full(Q.shape[:-1] + (1,), -np.inf)
    l, o = np.zeros_like(m), 0
    size = min(block_size, K.shape[-2])
    for b in range(K.shape[-2] // size):
        k = K[..., b * size : (b + 1) * size, :]
        v = V[..., b * size : (b + 1) * size, :]
        s = Q @ k.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
        new = np.maximum(m, s.max(-1, keepdims=True))
        f, e = np.exp(m - new), np.exp(s - new)
        l, o, m = l * f + e.sum(-1, keepdims=True), o * f + e @ v, new
    return o / l

# %% attention_in_blocks: last-block-lost | whole blocks alone, and none if the block is larger | like: the last, shorter block is dropped
-    size = min(block_size, K.shape[-2])
+    size = block_size

# %% attention_in_blocks: not-rescaled | old sums not rescaled
def attention_in_blocks(Q, K, V, block_size):
    m = np.full(Q.shape[:-1] + (1,), -np.inf)
    l, o = np.zeros_like(m), 0
    for i in range(0, K.shape[-2], block_size):
        k, v = K[..., i : i + block_size, :], V[..., i : i + block_size, :]
        s = Q @ k.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
        m = np.maximum(m, s.max(-1, keepdims=True))
        e = np.exp(s - m)
        l, o = l + e.sum(-1, keepdims=True), o + e @ v
    return o / l

# %% attention_in_blocks: maximum-of-each-block | the new maximum is that of the block alone | like: old sums not rescaled
-        m = np.maximum(m, s.max(-1, keepdims=True))
-        e = np.exp(s - m)
-        l, o = l + e.sum(-1, keepdims=True), o + e @ v
+        new = s.max(-1, keepdims=True)
+        f, e = np.exp(m - new), np.exp(s - new)
+        l, o, m = l * f + e.sum(-1, keepdims=True), o * f + e @ v, new
# %% attention_in_blocks: divided-each-round | divides in every round | like: the new maximum is that of the block alone
-        new = s.max(-1, keepdims=True)
+        new = np.maximum(m, s.max(-1, keepdims=True))
-        l, o, m = l * f + e.sum(-1, keepdims=True), o * f + e @ v, new
-    return o / l
+        l = l * f + e.sum(-1, keepdims=True)
+        o, m = (o * f + e @ v) / l, new
+    return o
# %% attention_in_blocks: only-one-rescaled, no-scale | scale forgotten, and o not rescaled | like: the new maximum is that of the block alone
-        s = Q @ k.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
-        new = s.max(-1, keepdims=True)
+        s = Q @ k.swapaxes(-1, -2)
+        new = np.maximum(m, s.max(-1, keepdims=True))
-        l, o, m = l * f + e.sum(-1, keepdims=True), o * f + e @ v, new
+        l, o, m = l * f + e.sum(-1, keepdims=True), o + e @ v, new
# %% attention_in_blocks: maximum-from-zero | the maximum starts at 0 | like: the new maximum is that of the block alone
-    m = np.full(Q.shape[:-1] + (1,), -np.inf)
+    m = np.zeros(Q.shape[:-1] + (1,))
-        new = s.max(-1, keepdims=True)
+        new = np.maximum(m, s.max(-1, keepdims=True))

# %% attention_in_blocks: no-maximum | no maximum at all
def attention_in_blocks(Q, K, V, block_size):
    l = o = 0
    for i in range(0, K.shape[-2], block_size):
        k, v = K[..., i : i + block_size, :], V[..., i : i + block_size, :]
        e = np.exp(Q @ k.swapaxes(-1, -2) / np.sqrt(Q.shape[-1]))
        l, o = l + e.sum(-1, keepdims=True), o + e @ v
    return o / l

# %% attention_in_blocks: one-maximum-for-all | one maximum for all queries of the block | like: the new maximum is that of the block alone
-    m = np.full(Q.shape[:-1] + (1,), -np.inf)
-    l, o = np.zeros_like(m), 0
+    m, l, o = -np.inf, 0, 0
-        new = s.max(-1, keepdims=True)
+        new = max(m, s.max())

# %% attention_in_blocks | keepdims forgotten (ValueError)
def attention_in_blocks(Q, K, V, block_size):
    m = np.full(Q.shape[:-1], -np.inf)
    l, o = np.zeros_like(m), 0
    for i in range(0, K.shape[-2], block_size):
        k, v = K[..., i : i + block_size, :], V[..., i : i + block_size, :]
        s = Q @ k.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
        new = np.maximum(m, s.max(-1))
        f, e = np.exp(m - new), np.exp(s - new[..., None])
        l, o, m = l * f + e.sum(-1), o * f + e @ v, new
    return o / l

# %% attention_in_blocks: mean-of-blocks | attention in each block on its own, then the mean
def attention_in_blocks(Q, K, V, block_size):
    outs = []
    for i in range(0, K.shape[-2], block_size):
        k, v = K[..., i : i + block_size, :], V[..., i : i + block_size, :]
        s = Q @ k.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
        e = np.exp(s - s.max(-1, keepdims=True))
        outs.append(e / e.sum(-1, keepdims=True) @ v)
    return np.mean(outs, axis=0)

# %% first_overflow: right | on paper
def first_overflow():
    return [64, 16, 128, 64, 4096]

# %% first_overflow: right | searched in Python
def first_overflow():
    def first(size):
        return next(c for c in range(1, 300) if size * c * c >= 65520)

    return [first(16), first(256), first(4), first(16), 16.0 * 256]

# %% first_overflow: right | roots rounded up
def first_overflow():
    return np.append(np.ceil(np.sqrt(65520 / np.array([16, 256, 4, 16]))), 256 * 16 * 16 / 16)

# %% first_overflow: last-that-fits | the largest c that is still finite
def first_overflow():
    return [63, 15, 127, 63, 4096]

# %% first_overflow: one-product-only | one product alone is looked at, not their sum
def first_overflow():
    return [256, 256, 512, 1024, 4096]

# %% first_overflow: scale-by-d_k | query first: looks at the score, thinks it never grows
def first_overflow():
    return [64, 16, 256, 256, 4096]

# %% first_overflow: scale-by-d_k | divided by d_k, not by its root
def first_overflow():
    return [64, 16, 256, 256, 256]

# %% first_overflow: numbers-in-another-order | the two ways changed places
def first_overflow():
    return [128, 64, 64, 16, 4096]

# %% first_overflow: order-makes-no-difference | query first without any effect
def first_overflow():
    return [64, 16, 64, 16, 4096]

# %% first_overflow: score-not-scaled | the score is the unscaled product
def first_overflow():
    return [64, 16, 128, 64, 65536]

# %% first_overflow: infinite-in-any-case | the score believed infinite
def first_overflow():
    return [64, 16, 128, 64, np.inf]

# %% first_overflow: numbers-in-another-order | the order: d_k 16 both ways first
def first_overflow():
    return [64, 128, 16, 64, 4096]

# %% first_overflow: scale-by-d_k | key scaled as well
def first_overflow():
    return [64, 16, 256, 256, 256]

# %% first_overflow | in base of the example: 128 halves with each factor
def first_overflow():
    return [32, 2, 128, 64, 4096]

# %% half_scores: right | float32 first
def half_scores(Q, K):
    return Q.astype(np.float32) @ K.T.astype(np.float32) / np.sqrt(np.float32(Q.shape[-1]))

# %% half_scores: right | loops in Python floats
def half_scores(Q, K):
    root = Q.shape[-1] ** 0.5
    return np.array([[sum(float(a) * float(b) for a, b in zip(q, k)) / root for k in K] for q in Q])

# %% half_scores: right | the sum in float32 by einsum
def half_scores(Q, K):
    scores = np.einsum("qd,kd->qk", Q, K, dtype=np.float32)
    return scores / np.float32(Q.shape[1] ** 0.5)

# %% half_scores | still float16 where it matters: astype on the product
def half_scores(Q, K):
    scale = np.float32(1 / np.sqrt(Q.shape[-1]))
    scores = (Q @ K.T).astype(np.float32) * scale
    return scores

# %% half_scores: overflow-capped | infinities cut off to the largest number
def half_scores(Q, K):
    scale = np.float16(1 / np.sqrt(Q.shape[-1]))
    scores = np.clip(Q @ K.T, -65504, 65504) * scale
    return scores.astype(np.float32)

# %% half_scores: scaled-twice | scaled twice | like: infinities cut off to the largest number
-    scores = np.clip(Q @ K.T, -65504, 65504) * scale
+    scores = ((Q * scale) @ K.T) * scale

# %% half_scores: scaled-twice | scaled by d_k on both sides
def half_scores(Q, K):
    scale = np.float32(1 / np.sqrt(Q.shape[-1]))
    return (Q * scale).astype(np.float32) @ (K * scale).astype(np.float32).T

# %% half_scores | query scaled, but result left in float16
def half_scores(Q, K):
    scale = np.float16(1 / np.sqrt(Q.shape[-1]))
    return (Q * scale) @ K.T

# %% half_scores: overflow-capped | nan_to_num on the result
def half_scores(Q, K):
    scale = np.float16(1 / np.sqrt(Q.shape[-1]))
    scores = (Q @ K.T) * scale
    return np.nan_to_num(scores.astype(np.float32))

# %% half_scores: no-scale | float32, no scale any more
def half_scores(Q, K):
    return Q.astype(np.float32) @ K.astype(np.float32).T

# %% half_scores: scale-inverted | multiplied with the root
def half_scores(Q, K):
    return Q.astype(float) @ K.astype(float).T * np.sqrt(Q.shape[-1])

# %% half_scores | no transpose (ValueError)
def half_scores(Q, K):
    return Q.astype(np.float32) @ K.astype(np.float32) / np.sqrt(Q.shape[-1])

# %% half_scores: q-k-swapped | keys on the rows
def half_scores(Q, K):
    return K.astype(np.float32) @ Q.astype(np.float32).T / np.sqrt(Q.shape[-1])

# %% is_identity: right | allclose
def is_identity(layer, X, W_o):
    return np.allclose(layer(X, np.zeros_like(W_o)), X)

# %% is_identity: right | largest difference
def is_identity(layer, X, W_o):
    return bool(np.abs(layer(X, 0 * W_o) - X).max() < 1e-5)

# %% is_identity: right | loops over numbers
def is_identity(layer, X, W_o):
    out = np.asarray(layer(X.copy(), np.zeros(W_o.shape)))
    if out.shape != X.shape:
        return False
    for new, old in zip(out.ravel(), X.ravel()):
        if not abs(new - old) <= 1e-5:
            return False
    return True

# %% is_identity: projection-kept | the real W_o
def is_identity(layer, X, W_o):
    return np.allclose(layer(X, W_o), X)

# %% is_identity: exact-equality | == instead of allclose
def is_identity(layer, X, W_o):
    return bool((layer(X, np.zeros_like(W_o)) == X).all())

# %% is_identity: any-not-all | any instead of all
def is_identity(layer, X, W_o):
    return bool(np.isclose(layer(X, np.zeros_like(W_o)), X).any())

# %% is_identity | X of zeros as well
def is_identity(layer, X, W_o):
    return np.allclose(layer(np.zeros_like(X), np.zeros_like(W_o)), 0)

# %% is_identity: zeros-of-another-shape | the zeros have the shape of X
def is_identity(layer, X, W_o):
    return np.allclose(layer(X, np.zeros_like(X)), X)

# %% is_identity: two-runs-compared | compares the output with the output of the real W_o
def is_identity(layer, X, W_o):
    return np.allclose(layer(X, np.zeros_like(W_o)), layer(X, W_o))

# %% is_identity: zeros-expected | looks whether the output is zero
def is_identity(layer, X, W_o):
    return np.allclose(layer(X, np.zeros_like(W_o)), 0)

# %% is_identity: only-first-row-tested | only the first row
def is_identity(layer, X, W_o):
    return np.allclose(layer(X, np.zeros_like(W_o))[0], X[0])

# %% is_identity: identity-for-zeros | an identity matrix for W_o
def is_identity(layer, X, W_o):
    return np.allclose(layer(X, np.eye(*W_o.shape)), X)

# %% is_identity: negated | the wrong way round
def is_identity(layer, X, W_o):
    return not np.allclose(layer(X, np.zeros_like(W_o)), X)

# %% is_identity: tolerance-too-loose | too coarse a tolerance
def is_identity(layer, X, W_o):
    return np.allclose(layer(X, np.zeros_like(W_o)), X, atol=0.01)

# %% is_identity: abs-missing | differences without their size: positive ones cancel negative ones
def is_identity(layer, X, W_o):
    return bool((layer(X, np.zeros_like(W_o)) - X).max() < 1e-5)

# %% is_identity | zeros of the wrong call (TypeError)
def is_identity(layer, X, W_o):
    return np.allclose(layer(X, np.zeros(*W_o.shape)), X)

# %% cache_agrees: right | places by cumsum
def cache_agrees(layer, X, sizes):
    whole, _ = layer(X, None)
    past, parts = None, []
    for piece in np.split(X, np.cumsum(sizes)[:-1]):
        rows, past = layer(piece, past)
        parts.append(rows)
    return np.allclose(np.concatenate(parts), whole)

# %% cache_agrees: right | a start, compared piece by piece
def cache_agrees(layer, X, sizes):
    start, past, agrees = 0, None, True
    whole = layer(X, None)[0]
    for size in sizes:
        rows, past = layer(X[start : start + size], past)
        agrees = agrees and bool(np.abs(rows - whole[start : start + size]).max(initial=0) < 1e-5)
        start += size
    return agrees

# %% cache_agrees: right | a preallocated table, filled
def cache_agrees(layer, X, sizes):
    whole = layer(X, None)[0]
    table = np.empty_like(whole)
    ends = np.cumsum(sizes)
    past = None
    for begin, end in zip(ends - sizes, ends):
        table[begin:end], past = layer(X[begin:end], past)
    return bool(np.isclose(table, whole, atol=1e-6).all())

# %% cache_agrees: cache-not-handed-on | past forgotten
def cache_agrees(layer, X, sizes):
    whole, _ = layer(X, None)
    parts = [layer(p, None)[0] for p in np.split(X, np.cumsum(sizes)[:-1])]
    return np.allclose(np.concatenate(parts), whole)

# %% cache_agrees | split at the sizes | like: places by cumsum
-    for piece in np.split(X, np.cumsum(sizes)[:-1]):
+    for piece in np.split(X, sizes):
-    return np.allclose(np.concatenate(parts), whole)
+    rows = np.concatenate(parts)
+    return rows.shape == whole.shape and np.allclose(rows, whole)

# %% cache_agrees: only-last-piece-tested | only the last piece compared
def cache_agrees(layer, X, sizes):
    whole, _ = layer(X, None)
    past, start = None, 0
    for size in sizes:
        rows, past = layer(X[start : start + size], past)
        start += size
    return np.allclose(rows, whole[-sizes[-1] :])

# %% cache_agrees: only-first-piece-tested | returns in the first round | like: only the last piece compared
-        start += size
-    return np.allclose(rows, whole[-sizes[-1] :])
+        return np.allclose(rows, whole[start : start + size])

# %% cache_agrees: whole-behind-a-cache | the whole is read with the cache that is left
def cache_agrees(layer, X, sizes):
    past, parts, start = None, [], 0
    for size in sizes:
        rows, past = layer(X[start : start + size], past)
        parts.append(rows)
        start += size
    whole, _ = layer(X, past)
    return np.allclose(np.concatenate(parts), whole)

# %% cache_agrees: row-by-row | word by word, sizes ignored | like: places by cumsum
-    for piece in np.split(X, np.cumsum(sizes)[:-1]):
-        rows, past = layer(piece, past)
+    for i in range(len(X)):
+        rows, past = layer(X[i : i + 1], past)
# %% cache_agrees: every-piece-from-row-0 | start never moves on | like: returns in the first round
-    past, start = None, 0
+    past, parts, start = None, [], 0
-        return np.allclose(rows, whole[start : start + size])
+        parts.append(rows)
+    return np.allclose(np.concatenate(parts), whole)
# %% cache_agrees: cache-of-the-whole | begins with what the whole kept | like: the whole is read with the cache that is left
-    past, parts, start = None, [], 0
+    whole, past = layer(X, None)
+    parts, start = [], 0
-    whole, _ = layer(X, past)
# %% cache_agrees: exact-equality | exact comparison | like: places by cumsum
-    return np.allclose(np.concatenate(parts), whole)
+    return np.array_equal(np.concatenate(parts), whole)
# %% cache_agrees | hands on the rows and not the cache | like: places by cumsum
-        rows, past = layer(piece, past)
+        rows, kept = layer(piece, past)
+        past = rows
# %% cache_agrees: one-piece-is-enough | one row agrees is enough | like: places by cumsum
-    return np.allclose(np.concatenate(parts), whole)
+    return bool(np.isclose(np.concatenate(parts), whole).all(axis=1).any())
# %% cache_agrees | the tuple compared with the rows (ValueError) | like: places by cumsum
-    whole, _ = layer(X, None)
+    whole = layer(X, None)

# %% wrong_lines: right
def wrong_lines():
    return {"a": 6, "b": 7, "c": 6}

# %% wrong_lines: right | built
def wrong_lines():
    return dict(zip("abc", (6, 7, 6)))

# %% wrong_lines: right | NumPy numbers
def wrong_lines():
    lines = np.array([6, 7, 6])
    return {name: lines[i] for i, name in enumerate(["a", "b", "c"])}

# %% wrong_lines: counted-from-0 | counted from 0
def wrong_lines():
    return {"a": 5, "b": 6, "c": 5}

# %% wrong_lines: accused-cache | in c, the line with the scale
def wrong_lines():
    return {"a": 6, "b": 7, "c": 12}

# %% wrong_lines: accused-causal-line | in a, the line of not_later
def wrong_lines():
    return {"a": 5, "b": 7, "c": 6}

# %% wrong_lines: accused-scores-of-heads | in b, the einsum
def wrong_lines():
    return {"a": 6, "b": 8, "c": 6}

# %% wrong_lines: accused-cutting, accused-mask-at-once | in b, the reshape of the queries; in c, the mask
def wrong_lines():
    return {"a": 6, "b": 3, "c": 5}

# %% wrong_lines: accused-filling | in a, the line where both are joined
def wrong_lines():
    return {"a": 7, "b": 7, "c": 6}

# %% wrong_lines: accused-shared-lines | in c, where the scale is defined
def wrong_lines():
    return {"a": 6, "b": 7, "c": 3}

# %% wrong_lines: accused-cache | in c, the mask of the cache, which needs the start
def wrong_lines():
    return {"a": 6, "b": 7, "c": 11}

# %% wrong_lines | a list
def wrong_lines():
    return [6, 7, 6]

# %% wrong_lines | the keys are the names of the layers
def wrong_lines():
    return {"layer_a": 6, "layer_b": 7, "layer_c": 6}

# %% wrong_lines | the lines themselves
def wrong_lines():
    return {"a": "not_too_far", "b": "K, V = np.tile", "c": "scores = Q @ K.T"}

# %% cached_attention: right | both lines
def cached_attention(Q, K, V, K_past, V_past):
    n, m, d = len(Q), len(K_past), Q.shape[-1]
    angles = np.arange(m, m + n)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
    turned = []
    for X in (Q, K):
        pairs = (X[:, 0::2] + 1j * X[:, 1::2]) * np.exp(1j * angles)
        turned.append(np.stack([pairs.real, pairs.imag], axis=-1).reshape(X.shape))
    K, V = np.concatenate([K_past, turned[1]]), np.concatenate([V_past, V])
    visible = np.tri(n, m + n, m, dtype=bool)
    scores = np.where(visible, turned[0] @ K.T / np.sqrt(d), -np.inf)
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V, K, V

# %% cached_attention: right | own rotation by cos and sin
def cached_attention(Q, K, V, K_past, V_past):
    n, d = Q.shape
    m = K_past.shape[0]
    speeds = 1 / 10000 ** (np.arange(d // 2) * 2 / d)
    places = m + np.arange(n)
    cos, sin = np.cos(np.outer(places, speeds)), np.sin(np.outer(places, speeds))

    def turn(X):
        Y = np.empty(X.shape)
        Y[:, ::2] = X[:, ::2] * cos - X[:, 1::2] * sin
        Y[:, 1::2] = X[:, ::2] * sin + X[:, 1::2] * cos
        return Y

    keys, values = np.vstack([K_past, turn(K)]), np.vstack([V_past, V])
    scores = np.einsum("qd,kd->qk", turn(Q), keys) / d ** 0.5
    scores[np.arange(m + n) > places[:, None]] = -np.inf
    e = np.exp(scores - scores.max(1, keepdims=True))
    return e @ values / e.sum(1, keepdims=True), keys, values

# %% cached_attention: right | token by token
def cached_attention(Q, K, V, K_past, V_past):
    d = Q.shape[1]
    keys, values, outputs = list(K_past), list(V_past), []

    def turn(x, place):
        y = np.array(x, dtype=float)
        for i in range(0, d, 2):
            a = place / 10000 ** (i / d)
            y[i] = np.cos(a) * x[i] - np.sin(a) * x[i + 1]
            y[i + 1] = np.sin(a) * x[i] + np.cos(a) * x[i + 1]
        return y

    for q, k, v in zip(Q, K, V):
        place = len(keys)
        keys.append(turn(k, place))
        values.append(v)
        s = np.array(keys) @ turn(q, place) / np.sqrt(d)
        w = np.exp(s - s.max())
        outputs.append(w @ np.array(values) / w.sum())
    return np.array(outputs), np.array(keys), np.array(values)

# %% cached_attention: mask-at-top-left | the mask is still that of a text without a past | like: both lines
-    visible = np.tri(n, m + n, m, dtype=bool)
+    visible = np.tri(n, m + n, dtype=bool)
# %% cached_attention: positions-restart | the positions still begin at 0 | like: both lines
-    angles = np.arange(m, m + n)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
+    angles = np.arange(n)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
# %% cached_attention: sees-next | the mask one too far, sees the next token | like: both lines
-    visible = np.tri(n, m + n, m, dtype=bool)
+    visible = np.tri(n, m + n, m + 1, dtype=bool)
# %% cached_attention: mask-hides-diagonal | the mask one too short, does not see itself; row 0 of no past is nan | like: both lines
-    visible = np.tri(n, m + n, m, dtype=bool)
+    visible = np.tri(n, m + n, m - 1, dtype=bool)
# %% cached_attention: positions-one-too-far | positions one too late | like: both lines
-    angles = np.arange(m, m + n)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
+    angles = np.arange(m + 1, m + n + 1)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
# %% cached_attention: past-turned-again | the cache is turned again | like: both lines
-        turned.append(np.stack([pairs.real, pairs.imag], axis=-1).reshape(X.shape))
+        turned.append(np.stack([pairs.real, pairs.imag], axis=-1).reshape(X.shape))
+    back = np.arange(m)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
+    old = (K_past[:, 0::2] + 1j * K_past[:, 1::2]) * np.exp(1j * back)
+    K_past = np.stack([old.real, old.imag], axis=-1).reshape(K_past.shape)
# %% cached_attention: mask-missing | no mask: everything visible | like: both lines
-    visible = np.tri(n, m + n, m, dtype=bool)
+    visible = np.ones((n, m + n), dtype=bool)
# %% cached_attention: positions-from-n | positions that go up from n instead of m | like: both lines
-    angles = np.arange(m, m + n)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
+    angles = np.arange(n, n + n)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
# %% cached_attention: only-queries-moved-on | only the queries have the right positions | like: both lines
-    turned = []
-    for X in (Q, K):
+    turned, wrong = [], angles - angles[:1]
+    for X, angles in ((Q, angles), (K, wrong)):
# %% cached_attention | mask of n by m (ValueError) | like: both lines
-    visible = np.tri(n, m + n, m, dtype=bool)
+    visible = np.tri(n, m, m, dtype=bool)
# %% cached_attention: keys-not-turned | returns the keys that are not turned | like: both lines
-    turned = []
+    turned, raw = [], K
-    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V, K, V
+    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V, np.concatenate([K_past, raw]), V
# %% cached_attention: positions-one-too-far, sees-next | positions one too late, and mask too far | like: both lines
-    angles = np.arange(m, m + n)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
+    angles = np.arange(m + 1, m + n + 1)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
-    visible = np.tri(n, m + n, m, dtype=bool)
+    visible = np.tri(n, m + n, m + 1, dtype=bool)
# %% cached_attention: all-at-the-same-position | all new tokens have position m | like: both lines
-    angles = np.arange(m, m + n)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
+    angles = np.full(n, m)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)

# %% clinic_record: right | sets
def clinic_record():
    return {
        "worse with the cache": {"cache"},
        "says it again and again": {"cache"},
        "too good to be true": {"future", "cache", "reference"},
        "quiet at the start": {"future", "cache", "padding", "equal rows", "reference"},
        "worse in a batch": {"padding"},
        "heads do not help": {"future", "cache", "padding", "equal rows", "heads", "reference"},
        "one good word, then garbage": {"reference"},
        "nan after weeks": {"float16"},
        "learns, but poorly": {"identity", "reference"},
        "another answer each time": {
            "future", "cache", "padding", "twice", "equal rows", "heads", "reference"
        },
    }

# %% clinic_record: right | lists from a table by probe
def clinic_record():
    patients = [
        "worse with the cache", "says it again and again", "too good to be true", "quiet at the start",
        "worse in a batch", "heads do not help", "one good word, then garbage", "nan after weeks",
        "learns, but poorly", "another answer each time",
    ]
    found = {
        "future": "2359", "cache": "012359", "padding": "3459", "twice": "9", "identity": "8",
        "equal rows": "359", "float16": "7", "heads": "59", "reference": "235689",
    }
    return {one: [p for p in found if str(i) in found[p]] for i, one in enumerate(patients)}

# %% clinic_record: right | tuples, in another order
def clinic_record():
    record = dict.fromkeys(["worse with the cache", "says it again and again"], ("cache",))
    record["another answer each time"] = tuple("reference heads twice padding cache future".split()) + ("equal rows",)
    record["learns, but poorly"] = "reference", "identity"
    record["nan after weeks"] = ("float16",)
    record["one good word, then garbage"] = ("reference",)
    record["worse in a batch"] = ("padding",)
    record["too good to be true"] = ("reference", "future", "cache")
    record["quiet at the start"] = ("reference", "future", "cache", "padding", "equal rows")
    record["heads do not help"] = ("heads", *record["quiet at the start"])
    return record

# %% clinic_record | the table as copied
def clinic_record():
    return {
        "worse with the cache": {"cache"},
        "says it again and again": set(), "too good to be true": set(), "quiet at the start": set(),
        "worse in a batch": set(), "heads do not help": set(), "one good word, then garbage": set(),
        "nan after weeks": set(), "learns, but poorly": set(), "another answer each time": set(),
    }

# %% clinic_record: one-probe-each | only the probe that the symptom names
def clinic_record():
    return {
        "worse with the cache": {"cache"},
        "says it again and again": {"cache"},
        "too good to be true": {"future"},
        "quiet at the start": {"equal rows"},
        "worse in a batch": {"padding"},
        "heads do not help": {"heads"},
        "one good word, then garbage": {"reference"},
        "nan after weeks": {"float16"},
        "learns, but poorly": {"identity"},
        "another answer each time": {"twice"},
    }

# %% clinic_record: reference-finds-all | thinks the reference finds every bug | like: sets
-        "worse with the cache": {"cache"},
-        "says it again and again": {"cache"},
+        "worse with the cache": {"cache", "reference"},
+        "says it again and again": {"cache", "reference"},
-        "worse in a batch": {"padding"},
+        "worse in a batch": {"padding", "reference"},
-        "nan after weeks": {"float16"},
+        "nan after weeks": {"float16", "reference"},

# %% clinic_record: reference-forgotten | without the reference everywhere
def clinic_record():
    return {
        "worse with the cache": {"cache"},
        "says it again and again": {"cache"},
        "too good to be true": {"future", "cache"},
        "quiet at the start": {"future", "cache", "padding", "equal rows"},
        "worse in a batch": {"padding"},
        "heads do not help": {"future", "cache", "padding", "equal rows", "heads"},
        "one good word, then garbage": set(),
        "nan after weeks": {"float16"},
        "learns, but poorly": {"identity"},
        "another answer each time": {
            "future", "cache", "padding", "twice", "equal rows", "heads"
        },
    }

# %% clinic_record | a row is missing | like: sets
-        "nan after weeks": {"float16"},
# %% clinic_record: right | strings instead of sets, where there is one name | like: a row is missing
-        "worse in a batch": {"padding"},
+        "worse in a batch": "padding",
-        "one good word, then garbage": {"reference"},
+        "one good word, then garbage": "reference",
+        "nan after weeks": "float16",
# %% clinic_record: dropout-only-twice | random: found by twice alone | like: sets
-        "another answer each time": {
-            "future", "cache", "padding", "twice", "equal rows", "heads", "reference"
-        },
+        "another answer each time": {"twice"},
# %% clinic_record | a name misspelt: equal_rows | like: sets
-        "quiet at the start": {"future", "cache", "padding", "equal rows", "reference"},
+        "quiet at the start": {"future", "cache", "padding", "equal_rows", "reference"},
-        "heads do not help": {"future", "cache", "padding", "equal rows", "heads", "reference"},
+        "heads do not help": {"future", "cache", "padding", "equal_rows", "heads", "reference"},
-            "future", "cache", "padding", "twice", "equal rows", "heads", "reference"
+            "future", "cache", "padding", "twice", "equal_rows", "heads", "reference"
# %% clinic_record | the random one fails all nine | like: sets
-            "future", "cache", "padding", "twice", "equal rows", "heads", "reference"
+            "future", "cache", "padding", "twice", "equal rows", "heads", "reference", "identity", "float16"
# %% clinic_record | True and False | like: sets
-        "worse in a batch": {"padding"},
+        "worse in a batch": {"padding": True, "cache": False},
# %% clinic_record: leak-without-cache | too good: the future alone, for a cache hides it | like: sets
-        "too good to be true": {"future", "cache", "reference"},
+        "too good to be true": {"future", "reference"},
# %% clinic_record: padding-missed | quiet at the start and heads: padding cannot see it | like: sets
-        "quiet at the start": {"future", "cache", "padding", "equal rows", "reference"},
+        "quiet at the start": {"future", "cache", "equal rows", "reference"},
-        "heads do not help": {"future", "cache", "padding", "equal rows", "heads", "reference"},
+        "heads do not help": {"future", "cache", "equal rows", "heads", "reference"},

# %% clinic_record | a dict of probes, the wrong way round
def clinic_record():
    return {
        "future": {"too good to be true", "quiet at the start", "heads do not help", "another answer each time"},
        "cache": {"worse with the cache", "says it again and again"},
        "padding": {"worse in a batch"}, "twice": {"another answer each time"}, "identity": {"learns, but poorly"},
        "equal rows": {"quiet at the start"}, "float16": {"nan after weeks"}, "heads": {"heads do not help"},
        "reference": {"one good word, then garbage"},
    }

# %% cat_logits: right | straight
def norm(X, gain, shift):
    centred = X - X.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5) * gain + shift


def softmax(scores):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def split(X):
    return X.reshape(len(X), 2, -1).swapaxes(0, 1)


def cat_logits(weights, tokens):
    X = weights["embedding"][tokens]
    n, d = X.shape
    angles = np.arange(n)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    encoding = np.empty((n, d))
    encoding[:, 0::2], encoding[:, 1::2] = np.sin(angles), np.cos(angles)
    X = X + encoding / 2
    for layer in "01":
        own = {name[2:]: array for name, array in weights.items() if name[:2] == layer + "."}
        N = norm(X, own["norm_1.gain"], own["norm_1.shift"])
        Q, K, V = (split(N @ own[name]) for name in ("W_q", "W_k", "W_v"))
        scores = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
        scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
        heads = softmax(scores) @ V
        X = X + heads.swapaxes(0, 1).reshape(n, -1) @ own["W_o"]
        N = norm(X, own["norm_2.gain"], own["norm_2.shift"])
        X = X + np.maximum(N @ own["W_1"] + own["b_1"], 0) @ own["W_2"] + own["b_2"]
    return norm(X, weights["norm.gain"], weights["norm.shift"]) @ weights["W_u"]

# %% cat_logits: right | einsum, heads as an axis in the middle
def cat_logits(weights, tokens):
    def norm(X, name):
        return (X - X.mean(-1)[:, None]) / np.sqrt(X.var(-1)[:, None] + 1e-5) * weights[
            f"{name}.gain"
        ] + weights[f"{name}.shift"]

    n, d = len(tokens), weights["embedding"].shape[1]
    waves = np.exp(1j * np.outer(np.arange(n), 10000.0 ** (-np.arange(0, d, 2) / d)))
    X = weights["embedding"][tokens] + 0.5 * np.stack([waves.imag, waves.real], -1).reshape(n, d)
    for i in range(2):
        N = norm(X, f"{i}.norm_1")
        Q, K, V = (np.reshape(N @ weights[f"{i}.W_{x}"], (n, 2, -1)) for x in "qkv")
        S = np.einsum("qhd,khd->hqk", Q, K) * Q.shape[-1] ** -0.5 - 1e30 * np.triu(np.ones((n, n)), 1)
        E = np.exp(S - S.max(-1, keepdims=True))
        E /= E.sum(-1, keepdims=True)
        X = X + np.einsum("hqk,khd->qhd", E, V).reshape(n, -1) @ weights[f"{i}.W_o"]
        H = norm(X, f"{i}.norm_2") @ weights[f"{i}.W_1"] + weights[f"{i}.b_1"]
        X = X + (H * (H > 0)) @ weights[f"{i}.W_2"] + weights[f"{i}.b_2"]
    return norm(X, "norm") @ weights["W_u"]

# %% cat_logits: right | word by word with lists of keys and values
def one_norm(x, gain, shift):
    x = x - np.mean(x)
    return x / np.sqrt(np.mean(x * x) + 1e-5) * gain + shift


def cat_logits(weights, tokens):
    w = weights
    d = w["embedding"].shape[1]
    memory = {(layer, head): ([], []) for layer in (0, 1) for head in (0, 1)}
    rows = []
    for place, token in enumerate(tokens):
        x = np.array(w["embedding"][token])
        for c in range(d):
            angle = place / 10000 ** (2 * (c // 2) / d)
            x[c] += 0.5 * (np.cos(angle) if c % 2 else np.sin(angle))
        for layer in (0, 1):
            t = one_norm(x, w[f"{layer}.norm_1.gain"], w[f"{layer}.norm_1.shift"])
            q, k, v = t @ w[f"{layer}.W_q"], t @ w[f"{layer}.W_k"], t @ w[f"{layer}.W_v"]
            half, parts = len(q) // 2, []
            for head in (0, 1):
                mine = slice(head * half, (head + 1) * half)
                keys, values = memory[layer, head]
                keys.append(k[mine])
                values.append(v[mine])
                s = np.array(keys) @ q[mine] / np.sqrt(half)
                e = np.exp(s - s.max())
                parts.append(e @ np.array(values) / e.sum())
            x = x + np.concatenate(parts) @ w[f"{layer}.W_o"]
            t = one_norm(x, w[f"{layer}.norm_2.gain"], w[f"{layer}.norm_2.shift"])
            x = x + np.maximum(0, t @ w[f"{layer}.W_1"] + w[f"{layer}.b_1"]) @ w[f"{layer}.W_2"]
            x = x + w[f"{layer}.b_2"]
        rows.append(one_norm(x, w["norm.gain"], w["norm.shift"]) @ w["W_u"])
    return np.array(rows)

# %% cat_logits: encoding-not-halved | the whole encoding, not half of it | like: straight
-    X = X + encoding / 2
+    X = X + encoding
# %% cat_logits: sum-halved | the embedding is halved as well | like: straight
-    X = X + encoding / 2
+    X = (X + encoding) / 2
# %% cat_logits: sin-cos-swapped | sine and cosine changed places | like: straight
-    encoding[:, 0::2], encoding[:, 1::2] = np.sin(angles), np.cos(angles)
+    encoding[:, 0::2], encoding[:, 1::2] = np.cos(angles), np.sin(angles)
# %% cat_logits: mask-missing | no mask | like: straight
-        scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
+        scores = np.where(np.ones((n, n), dtype=bool), scores, -np.inf)
# %% cat_logits: scale-by-sqrt-d_model | scaled by the width of the stream | like: straight
-        scores = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
+        scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d)
# %% cat_logits: final-norm-missing | last norm forgotten | like: straight
-    return norm(X, weights["norm.gain"], weights["norm.shift"]) @ weights["W_u"]
+    return X @ weights["W_u"]
# %% cat_logits: norm-missing | feed-forward reads the stream that is not normalised | like: straight
-        N = norm(X, own["norm_2.gain"], own["norm_2.shift"])
+        N = X
# %% cat_logits: norm-1-twice | norm 1 for both | like: straight
-        N = norm(X, own["norm_2.gain"], own["norm_2.shift"])
+        N = norm(X, own["norm_1.gain"], own["norm_1.shift"])
# %% cat_logits: merge-without-transpose | heads joined without moving the axis back | like: straight
-        X = X + heads.swapaxes(0, 1).reshape(n, -1) @ own["W_o"]
+        X = X + heads.reshape(n, -1) @ own["W_o"]
# %% cat_logits: split-without-transpose | heads split without moving the axis | like: straight
-    return X.reshape(len(X), 2, -1).swapaxes(0, 1)
+    return X.reshape(2, len(X), -1)
# %% cat_logits: one-layer-for-both | both blocks have the numbers of layer 0 | like: straight
-        own = {name[2:]: array for name, array in weights.items() if name[:2] == layer + "."}
+        own = {name[2:]: array for name, array in weights.items() if name[:2] == "0."}
# %% cat_logits: relu-missing | no ReLU | like: straight
-        X = X + np.maximum(N @ own["W_1"] + own["b_1"], 0) @ own["W_2"] + own["b_2"]
+        X = X + (N @ own["W_1"] + own["b_1"]) @ own["W_2"] + own["b_2"]
# %% cat_logits: bias-forgotten | b_2 forgotten | like: straight
-        X = X + np.maximum(N @ own["W_1"] + own["b_1"], 0) @ own["W_2"] + own["b_2"]
+        X = X + np.maximum(N @ own["W_1"] + own["b_1"], 0) @ own["W_2"]
# %% cat_logits: chances-not-logits | a softmax at the end: chances, not logits | like: straight
-    return norm(X, weights["norm.gain"], weights["norm.shift"]) @ weights["W_u"]
+    return softmax(norm(X, weights["norm.gain"], weights["norm.shift"]) @ weights["W_u"])
# %% cat_logits: post-norm-not-pre | post-norm: the sum is normalised | like: feed-forward reads the stream that is not normalised
-        N = norm(X, own["norm_1.gain"], own["norm_1.shift"])
+        N = X
-        X = X + heads.swapaxes(0, 1).reshape(n, -1) @ own["W_o"]
+        X = X + heads.swapaxes(0, 1).reshape(n, -1) @ own["W_o"]
+        X = norm(X, own["norm_1.gain"], own["norm_1.shift"])
-        X = X + np.maximum(N @ own["W_1"] + own["b_1"], 0) @ own["W_2"] + own["b_2"]
+        X = X + np.maximum(N @ own["W_1"] + own["b_1"], 0) @ own["W_2"] + own["b_2"]
+        X = norm(X, own["norm_2.gain"], own["norm_2.shift"])
# %% cat_logits: residual-of-normalised | the sum of attention starts from the normalised rows | like: straight
-        X = X + heads.swapaxes(0, 1).reshape(n, -1) @ own["W_o"]
+        X = N + heads.swapaxes(0, 1).reshape(n, -1) @ own["W_o"]
# %% cat_logits: encoding-not-halved, final-norm-missing | two: no last norm and whole encoding | like: straight
-    X = X + encoding / 2
+    X = X + encoding
-    return norm(X, weights["norm.gain"], weights["norm.shift"]) @ weights["W_u"]
+    return X @ weights["W_u"]
# %% cat_logits: last-row-only | the last row alone | like: straight
-    return norm(X, weights["norm.gain"], weights["norm.shift"]) @ weights["W_u"]
+    return norm(X, weights["norm.gain"], weights["norm.shift"])[-1] @ weights["W_u"]
# %% cat_logits: output-projection-missing | W_o forgotten | like: straight
-        X = X + heads.swapaxes(0, 1).reshape(n, -1) @ own["W_o"]
+        X = X + heads.swapaxes(0, 1).reshape(n, -1)
# %% cat_logits: single-head | one head | like: straight
-    return X.reshape(len(X), 2, -1).swapaxes(0, 1)
+    return X.reshape(len(X), 1, -1).swapaxes(0, 1)
# %% cat_logits | sizes of the cat model written down (ValueError) | like: straight
-    angles = np.arange(n)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
-    encoding = np.empty((n, d))
+    angles = np.arange(n)[:, None] / 10000 ** (np.arange(0, 32, 2) / 32)
+    encoding = np.empty((n, 32))
# %% cat_logits: sample-variance | sample variance in the norm | like: straight
-    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5) * gain + shift
+    return centred / np.sqrt(X.var(axis=-1, ddof=1, keepdims=True) + 1e-5) * gain + shift
# %% cat_logits: another-eps | eps of 1e-12 | like: straight
-    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5) * gain + shift
+    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-12) * gain + shift
# %% cat_logits: eps-outside-root | eps outside the root | like: straight
-    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5) * gain + shift
+    return centred / (np.sqrt((centred**2).mean(axis=-1, keepdims=True)) + 1e-5) * gain + shift
# %% cat_logits: position-off-by-one | positions from 1 | like: straight
-    angles = np.arange(n)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
+    angles = np.arange(1, n + 1)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
# %% cat_logits | the second sum starts again from the row that entered | like: straight
-    X = X + encoding / 2
+    X = X + encoding / 2
+    entered = X
-        X = X + np.maximum(N @ own["W_1"] + own["b_1"], 0) @ own["W_2"] + own["b_2"]
+        X = entered + np.maximum(N @ own["W_1"] + own["b_1"], 0) @ own["W_2"] + own["b_2"]

# %% cat_step: right | a list of keys and values of each layer
def norm(x, gain, shift):
    centred = x - x.mean()
    return centred / np.sqrt((centred**2).mean() + 1e-5) * gain + shift


def cat_step(weights, token, cache):
    if cache is None:
        cache = [(None, None), (None, None)]
    x = weights["embedding"][token]
    d = len(x)
    place = 0 if cache[0][0] is None else len(cache[0][0])
    angles = place / 10000 ** (np.arange(0, d, 2) / d)
    x = x + np.stack([np.sin(angles), np.cos(angles)], axis=-1).ravel() / 2
    new = []
    for layer, (K, V) in enumerate(cache):
        own = {name[2:]: array for name, array in weights.items() if name[:2] == f"{layer}."}
        t = norm(x, own["norm_1.gain"], own["norm_1.shift"])
        q, k, v = ((t @ own[name]).reshape(1, 2, -1) for name in ("W_q", "W_k", "W_v"))
        K = k if K is None else np.concatenate([K, k])
        V = v if V is None else np.concatenate([V, v])
        new.append((K, V))
        scores = np.einsum("qhd,khd->hk", q, K) / np.sqrt(q.shape[-1])
        e = np.exp(scores - scores.max(axis=-1, keepdims=True))
        e = e / e.sum(axis=-1, keepdims=True)
        x = x + np.einsum("hk,khd->hd", e, V).ravel() @ own["W_o"]
        t = norm(x, own["norm_2.gain"], own["norm_2.shift"])
        x = x + np.maximum(t @ own["W_1"] + own["b_1"], 0) @ own["W_2"] + own["b_2"]
    return norm(x, weights["norm.gain"], weights["norm.shift"]) @ weights["W_u"], new

# %% cat_step: right | the cache is a dict, changed in place, with a count
def cat_step(weights, token, cache):
    def norm(x, name):
        return (x - x.mean()) / np.sqrt(x.var() + 1e-5) * weights[name + ".gain"] + weights[name + ".shift"]

    cache = {"n": 0, 0: ([], []), 1: ([], [])} if cache is None else cache
    d = weights["embedding"].shape[1]
    places = np.zeros(d)
    for c in range(0, d, 2):
        places[c] = np.sin(cache["n"] / 10000 ** (c / d))
        places[c + 1] = np.cos(cache["n"] / 10000 ** (c / d))
    x = weights["embedding"][token] + 0.5 * places
    cache["n"] += 1
    for i in (0, 1):
        t = norm(x, f"{i}.norm_1")
        cache[i][0].append(t @ weights[f"{i}.W_k"])
        cache[i][1].append(t @ weights[f"{i}.W_v"])
        K, V, q = np.array(cache[i][0]), np.array(cache[i][1]), t @ weights[f"{i}.W_q"]
        parts = []
        for cols in np.split(np.arange(len(q)), 2):
            s = K[:, cols] @ q[cols] / len(cols) ** 0.5
            e = np.exp(s - s.max())
            parts.append((e / e.sum()) @ V[:, cols])
        x = x + np.hstack(parts) @ weights[f"{i}.W_o"]
        h = np.maximum(0, norm(x, f"{i}.norm_2") @ weights[f"{i}.W_1"] + weights[f"{i}.b_1"])
        x = x + h @ weights[f"{i}.W_2"] + weights[f"{i}.b_2"]
    return norm(x, "norm") @ weights["W_u"], cache

# %% cat_step: right | keeps the normalised rows, as tuples of arrays
def cat_step(weights, token, cache):
    def norm(x, name):
        x = x - x.mean()
        return x / np.sqrt(x @ x / x.size + 1e-5) * weights[name + ".gain"] + weights[name + ".shift"]

    E = weights["embedding"]
    if cache is None:
        cache = (np.empty((0, E.shape[1])),) * 2
    z = np.exp(1j * len(cache[0]) * 10000.0 ** (-np.arange(0, E.shape[1], 2) / E.shape[1])) / 2
    x = E[token] + np.column_stack([z.imag, z.real]).reshape(-1)
    kept = []
    for i in range(2):
        w = {name: weights[f"{i}.{name}"] for name in ("W_q", "W_k", "W_v", "W_o", "W_1", "b_1", "W_2", "b_2")}
        N = np.vstack([cache[i], norm(x, f"{i}.norm_1")])
        kept.append(N)
        q = (N[-1] @ w["W_q"]).reshape(2, -1)
        K, V = (N @ w["W_k"]).reshape(len(N), 2, -1), (N @ w["W_v"]).reshape(len(N), 2, -1)
        s = (K * q).sum(-1) / np.sqrt(q.shape[1])
        e = np.exp(s - s.max(0))
        x = x + ((e / e.sum(0))[..., None] * V).sum(0).reshape(-1) @ w["W_o"]
        x = x + np.clip(norm(x, f"{i}.norm_2") @ w["W_1"] + w["b_1"], 0, None) @ w["W_2"] + w["b_2"]
    return norm(x, "norm") @ weights["W_u"], tuple(kept)

# %% cat_step: position-always-0 | every word at position 0 | like: a list of keys and values of each layer
-    place = 0 if cache[0][0] is None else len(cache[0][0])
+    place = 0
# %% cat_step | the position is one too late | like: a list of keys and values of each layer
-    place = 0 if cache[0][0] is None else len(cache[0][0])
+    place = 0 if cache[0][0] is None else len(cache[0][0]) + 1
# %% cat_step: encoding-not-halved | the whole encoding | like: a list of keys and values of each layer
-    x = x + np.stack([np.sin(angles), np.cos(angles)], axis=-1).ravel() / 2
+    x = x + np.stack([np.sin(angles), np.cos(angles)], axis=-1).ravel()
# %% cat_step | both layers share the keys of layer 0 | like: a list of keys and values of each layer
-        new.append((K, V))
+        new.append((K, V))
+        K, V = new[0]
# %% cat_step: newest-missing | attends to the past alone, after the first word | like: a list of keys and values of each layer
-        new.append((K, V))
+        new.append((K, V))
+        seen = slice(None) if len(K) == 1 else slice(-1)
+        K, V = K[seen], V[seen]
# %% cat_step: cache-ignored | the cache is not handed on | like: a list of keys and values of each layer
-    return norm(x, weights["norm.gain"], weights["norm.shift"]) @ weights["W_u"], new
+    return norm(x, weights["norm.gain"], weights["norm.shift"]) @ weights["W_u"], None
# %% cat_step: cache-ignored | the old cache is returned | like: a list of keys and values of each layer
-    return norm(x, weights["norm.gain"], weights["norm.shift"]) @ weights["W_u"], new
+    return norm(x, weights["norm.gain"], weights["norm.shift"]) @ weights["W_u"], cache
# %% cat_step: keys-and-values-out-of-step | the newest key first, the newest value last | like: a list of keys and values of each layer
-        K = k if K is None else np.concatenate([K, k])
+        K = k if K is None else np.concatenate([k, K])

# %% cat_step: read-again | keeps the words and reads them all again
def norm(X, gain, shift):
    centred = X - X.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5) * gain + shift


def softmax(scores):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def split(X):
    return X.reshape(len(X), 2, -1).swapaxes(0, 1)


def all_logits(weights, tokens):
    X = weights["embedding"][tokens]
    n, d = X.shape
    angles = np.arange(n)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    encoding = np.empty((n, d))
    encoding[:, 0::2], encoding[:, 1::2] = np.sin(angles), np.cos(angles)
    X = X + encoding / 2
    for layer in "01":
        own = {name[2:]: array for name, array in weights.items() if name[:2] == layer + "."}
        N = norm(X, own["norm_1.gain"], own["norm_1.shift"])
        Q, K, V = (split(N @ own[name]) for name in ("W_q", "W_k", "W_v"))
        scores = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
        scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
        heads = softmax(scores) @ V
        X = X + heads.swapaxes(0, 1).reshape(n, -1) @ own["W_o"]
        N = norm(X, own["norm_2.gain"], own["norm_2.shift"])
        X = X + np.maximum(N @ own["W_1"] + own["b_1"], 0) @ own["W_2"] + own["b_2"]
    return norm(X, weights["norm.gain"], weights["norm.shift"]) @ weights["W_u"]


def cat_step(weights, token, cache):
    tokens = [*(cache or []), token]
    return all_logits(weights, np.array(tokens))[-1], tokens

# %% cat_step: logits-as-row | logits with an axis too many | like: a list of keys and values of each layer
-    return norm(x, weights["norm.gain"], weights["norm.shift"]) @ weights["W_u"], new
+    return norm(x, weights["norm.gain"], weights["norm.shift"]) @ weights["W_u"][None], new
# %% cat_step: cache-not-returned | only the logits are returned | like: a list of keys and values of each layer
-    return norm(x, weights["norm.gain"], weights["norm.shift"]) @ weights["W_u"], new
+    return norm(x, weights["norm.gain"], weights["norm.shift"]) @ weights["W_u"]
# %% cat_step: final-norm-missing | last norm forgotten | like: a list of keys and values of each layer
-    return norm(x, weights["norm.gain"], weights["norm.shift"]) @ weights["W_u"], new
+    return x @ weights["W_u"], new
# %% cat_step: encoding-not-halved, scale-by-sqrt-d_model | scaled by the root of d_model, and the encoding whole | like: a list of keys and values of each layer
-    x = x + np.stack([np.sin(angles), np.cos(angles)], axis=-1).ravel() / 2
+    x = x + np.stack([np.sin(angles), np.cos(angles)], axis=-1).ravel()
-        scores = np.einsum("qhd,khd->hk", q, K) / np.sqrt(q.shape[-1])
+        scores = np.einsum("qhd,khd->hk", q, K) / np.sqrt(d)
# %% cat_step: projection-of-raw-stream | keys are made of the rows that are not normalised | like: a list of keys and values of each layer
-        q, k, v = ((t @ own[name]).reshape(1, 2, -1) for name in ("W_q", "W_k", "W_v"))
+        q, k, v = ((r @ own[name]).reshape(1, 2, -1) for r, name in ((t, "W_q"), (x, "W_k"), (x, "W_v")))
# %% cat_step | the cache grows in layer 0 only | like: a list of keys and values of each layer
-        new.append((K, V))
+        new.append((K, V) if layer == 0 else (k, v))
# %% cat_step: position-off-by-one | the first word has position 1, as have those after it | like: a list of keys and values of each layer
-    place = 0 if cache[0][0] is None else len(cache[0][0])
+    place = 1 if cache[0][0] is None else len(cache[0][0]) + 1
# %% cat_step | keys and values changed places in the cache | like: a list of keys and values of each layer
-        new.append((K, V))
+        new.append((V, K))
# %% cat_step | does not know None (TypeError) | like: a list of keys and values of each layer
-    if cache is None:
-        cache = [(None, None), (None, None)]

# %% write: right | two loops
def write(step, tokens, count):
    text, cache = list(tokens), None
    for token in tokens:
        logits, cache = step(token, cache)
    for _ in range(count):
        token = int(np.argmax(logits))
        text.append(token)
        logits, cache = step(token, cache)
    return text

# %% write: right | one loop, one call less, an array
def write(step, tokens, count):
    text = np.zeros(len(tokens) + count, dtype=int)
    text[: len(tokens)] = tokens
    cache = None
    for i in range(len(text) - 1):
        logits, cache = step(text[i], cache)
        if i + 1 >= len(tokens):
            text[i + 1] = logits.argmax()
    return text

# %% write: right | recursion
def write(step, tokens, count):
    def go_on(logits, cache, left):
        if left == 0:
            return []
        best = max(range(len(logits)), key=lambda i: logits[i])
        return [best, *go_on(*step(best, cache), left - 1)]

    state = (None, None)
    for token in tokens:
        state = step(int(token), state[1])
    return tuple(int(t) for t in tokens) + tuple(go_on(*state, count))

# %% write: prompt-not-returned | the new words alone | like: two loops
-    text, cache = list(tokens), None
+    text, cache = [], None
# %% write: last-read-twice | the last word of the text is read twice | like: two loops
-    for token in tokens:
-        logits, cache = step(token, cache)
+    for token in tokens:
+        logits, cache = step(token, cache)
+    logits, cache = step(tokens[-1], cache)
# %% write: only-last-read | only the last word of the text is read | like: two loops
-    for token in tokens:
-        logits, cache = step(token, cache)
+    logits, cache = step(tokens[-1], None)
# %% write: cache-lost | the cache is dropped in the second loop | like: two loops
-        text.append(token)
-        logits, cache = step(token, cache)
+        text.append(token)
+        logits, _ = step(token, None)
# %% write: cache-not-updated | the cache of the text is used for every new word | like: the cache is dropped in the second loop
-        logits, _ = step(token, None)
+        logits, _ = step(token, cache)
# %% write: only-last-read | the cache starts again with each word of the text | like: the last word of the text is read twice
-        logits, cache = step(token, cache)
-    logits, cache = step(tokens[-1], cache)
+        logits, cache = step(token, None)
# %% write: least-likely | the smallest logit | like: two loops
-        token = int(np.argmax(logits))
+        token = int(np.argmin(logits))
# %% write: one-too-many | one word too many | like: two loops
-    for _ in range(count):
+    for _ in range(count + 1):
# %% write: count-of-the-whole | count is the length of the whole text | like: two loops
-    for _ in range(count):
+    for _ in range(count - len(tokens)):
# %% write: logits-not-updated | new words are not read | like: the cache is dropped in the second loop
-        logits, _ = step(token, None)
# %% write | a random word by its chance | like: two loops
-        token = int(np.argmax(logits))
+        token = int(np.random.default_rng(0).choice(len(logits), p=np.exp(logits - max(logits)) / np.exp(logits - max(logits)).sum()))
# %% write: first-new-lost | appends after reading: chooses the word of the new logits twice | like: two loops
-        text.append(token)
-        logits, cache = step(token, cache)
+        logits, cache = step(token, cache)
+        text.append(int(np.argmax(logits)))
# %% write: value-not-index | the largest logit itself | like: two loops
-        token = int(np.argmax(logits))
+        token = np.max(logits)
# %% write | the second largest, for the first is what was read | like: two loops
-        token = int(np.argmax(logits))
+        token = int(np.argsort(logits)[-2])
# %% write | reads the text backwards | like: two loops
-    for token in tokens:
+    for token in tokens[::-1]:
# %% write | reads nothing first (UnboundLocalError) | like: two loops
-    for token in tokens:
-        logits, cache = step(token, cache)
