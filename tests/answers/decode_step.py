"""Answers to `decode_step(q, k, v, K_past, V_past)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: an axis for the newest token
def decode_step(q, k, v, K_past, V_past):
    K = np.concatenate([K_past, k[..., None, :]], axis=-2)
    V = np.concatenate([V_past, v[..., None, :]], axis=-2)
    scores = q[..., None, :] @ np.swapaxes(K, -1, -2) / np.sqrt(q.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return (weights @ V)[..., 0, :], K, V

# %% right: einsum
def decode_step(q, k, v, K_past, V_past):
    K = np.concatenate((K_past, np.expand_dims(k, -2)), -2)
    V = np.concatenate((V_past, np.expand_dims(v, -2)), -2)
    s = np.einsum("...d,...nd->...n", q, K) / q.shape[-1] ** 0.5
    w = np.exp(s)
    w = w / w.sum(-1, keepdims=True)
    return np.einsum("...n,...nd->...d", w, V), K, V

# %% right: multiplied and summed
def decode_step(q, k, v, K_past, V_past):
    K = np.append(K_past, k[..., np.newaxis, :], axis=-2)
    V = np.append(V_past, v[..., np.newaxis, :], axis=-2)
    s = (K * q[..., None, :]).sum(axis=-1) / np.sqrt(K.shape[-1])
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    out = (e[..., None] * V).sum(axis=-2) / e.sum(axis=-1)[..., None]
    return out, K, V

# %% right: a buffer that is filled
def grown(past, newest):
    *batch, n, d = past.shape
    new = np.empty((*batch, n + 1, d), dtype=past.dtype)
    new[..., :n, :] = past
    new[..., n, :] = newest
    return new


def decode_step(q, k, v, K_past, V_past):
    K, V = grown(K_past, k), grown(V_past, v)
    scores = np.matmul(K, q[..., None])[..., 0] / np.sqrt(q.shape[-1])
    weights = np.exp(scores)
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return np.matmul(weights[..., None, :], V).squeeze(-2), K, V

# %% right: a loop over the batch
def one(q, k, v, K_past, V_past):
    K, V = np.vstack([K_past, k]), np.vstack([V_past, v])
    e = np.exp(K @ q / np.sqrt(len(q)))
    return e @ V / e.sum(), K, V


def decode_step(q, k, v, K_past, V_past):
    if q.ndim == 1:
        return one(q, k, v, K_past, V_past)
    parts = [decode_step(*part) for part in zip(q, k, v, K_past, V_past)]
    return tuple(np.stack(column) for column in zip(*parts))

# %% right: past and newest apart, then together
def decode_step(q, k, v, K_past, V_past):
    scale = 1 / np.sqrt(q.shape[-1])
    old = np.exp(np.einsum("...nd,...d->...n", K_past, q) * scale)
    new = np.exp(np.sum(q * k, axis=-1, keepdims=True) * scale)
    total = old.sum(axis=-1, keepdims=True) + new
    output = (np.einsum("...n,...nd->...d", old, V_past) + new * v) / total
    K = np.concatenate([K_past, k[..., None, :]], axis=-2)
    V = np.concatenate([V_past, v[..., None, :]], axis=-2)
    return output, K, V

# %% right: the query is scaled, in float32
def decode_step(q, k, v, K_past, V_past):
    q, k, v, K_past, V_past = (x.astype(np.float32) for x in (q, k, v, K_past, V_past))
    q = q * np.float32(q.shape[-1] ** -0.5)
    K = np.concatenate([K_past, k[..., None, :]], axis=-2)
    V = np.concatenate([V_past, v[..., None, :]], axis=-2)
    scores = (K @ q[..., None])[..., 0]
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return ((e / e.sum(axis=-1, keepdims=True))[..., None, :] @ V)[..., 0, :], K, V

# %% right: with log-sum-exp
def decode_step(q, k, v, K_past, V_past):
    K = np.concatenate([K_past, k[..., None, :]], axis=-2)
    V = np.concatenate([V_past, v[..., None, :]], axis=-2)
    s = (K @ q[..., None])[..., 0] / np.sqrt(q.shape[-1])
    lse = np.logaddexp.reduce(s, axis=-1, keepdims=True)
    return [(np.exp(s - lse)[..., None] * V).sum(-2), K, V]

# %% right: attention of lesson 3, for one query
def softmax(scores):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    weights = softmax(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))
    return weights @ V


def decode_step(q, k, v, K_past, V_past):
    Q, k, v = (row[..., None, :] for row in (q, k, v))
    K = np.concatenate([K_past, k], axis=-2)
    V = np.concatenate([V_past, v], axis=-2)
    return attention(Q, K, V)[..., 0, :], K, V

# %% right: padded, then filled
def decode_step(q, k, v, K_past, V_past):
    K = np.pad(K_past, [(0, 0)] * (K_past.ndim - 2) + [(0, 1), (0, 0)])
    V = np.pad(V_past, [(0, 0)] * (V_past.ndim - 2) + [(0, 1), (0, 0)])
    K[..., -1, :], V[..., -1, :] = k, v
    s = np.einsum("...d,...nd->...n", q, K) / np.sqrt(q.shape[-1])
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return np.einsum("...n,...nv->...v", e, V) / e.sum(axis=-1, keepdims=True), K, V

# %% wrong: softmax-over-one | the scores are a column
def decode_step(q, k, v, K_past, V_past):
    K = np.concatenate([K_past, k[..., None, :]], axis=-2)
    V = np.concatenate([V_past, v[..., None, :]], axis=-2)
    s = K @ q[..., None] / np.sqrt(q.shape[-1])
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return (e / e.sum(axis=-1, keepdims=True) * V).sum(axis=-2), K, V

# %% wrong: past-ignored | softmax of a single score
def decode_step(q, k, v, K_past, V_past):
    score = (q * k).sum(-1, keepdims=True) / np.sqrt(q.shape[-1])
    weight = np.exp(score) / np.exp(score)
    K = np.concatenate([K_past, k[..., None, :]], axis=-2)
    V = np.concatenate([V_past, v[..., None, :]], axis=-2)
    return weight * v, K, V

# %% wrong: first-key-only | is_causal | like: the scores are a column
-    s = K @ q[..., None] / np.sqrt(q.shape[-1])
+    s = q[..., None, :] @ np.swapaxes(K, -1, -2) / np.sqrt(q.shape[-1])
+    s = np.where(np.tri(1, K.shape[-2], dtype=bool), s, -np.inf)
-    return (e / e.sum(axis=-1, keepdims=True) * V).sum(axis=-2), K, V
+    return (e / e.sum(axis=-1, keepdims=True) @ V)[..., 0, :], K, V

# %% wrong: newest-alone-returned | the caller appends
def decode_step(q, k, v, K_past, V_past):
    K = np.concatenate([K_past, k[..., None, :]], axis=-2)
    V = np.concatenate([V_past, v[..., None, :]], axis=-2)
    e = np.exp((K @ q[..., None])[..., 0] / np.sqrt(q.shape[-1]))
    w = e / e.sum(axis=-1, keepdims=True)
    return (w[..., None, :] @ V)[..., 0, :], k, v

# %% wrong: newest-alone-returned | as rows | like: the caller appends
-    K = np.concatenate([K_past, k[..., None, :]], axis=-2)
-    V = np.concatenate([V_past, v[..., None, :]], axis=-2)
+    k, v = k[..., None, :], v[..., None, :]
+    K, V = np.concatenate([K_past, k], axis=-2), np.concatenate([V_past, v], axis=-2)

# %% wrong: oldest-dropped | a queue
def decode_step(q, k, v, K_past, V_past):
    K = np.concatenate([K_past[..., 1:, :], k[..., None, :]], axis=-2)
    V = np.concatenate([V_past[..., 1:, :], v[..., None, :]], axis=-2)
    e = np.exp((K @ q[..., None])[..., 0] / np.sqrt(q.shape[-1]))
    w = e / e.sum(axis=-1, keepdims=True)
    return (w[..., None, :] @ V)[..., 0, :], K, V

# %% wrong: last-overwritten | the last row is the newest | like: a queue
-    K = np.concatenate([K_past[..., 1:, :], k[..., None, :]], axis=-2)
-    V = np.concatenate([V_past[..., 1:, :], v[..., None, :]], axis=-2)
+    K = np.concatenate([K_past[..., :-1, :], k[..., None, :]], axis=-2)
+    V = np.concatenate([V_past[..., :-1, :], v[..., None, :]], axis=-2)
# %% wrong: query-cached | q and K belong together | like: a queue
-    K = np.concatenate([K_past[..., 1:, :], k[..., None, :]], axis=-2)
-    V = np.concatenate([V_past[..., 1:, :], v[..., None, :]], axis=-2)
+    K = np.concatenate([K_past, q[..., None, :]], axis=-2)
+    V = np.concatenate([V_past, v[..., None, :]], axis=-2)
# %% wrong: key-for-value | a line copied (ValueError) | like: a queue
-    K = np.concatenate([K_past[..., 1:, :], k[..., None, :]], axis=-2)
-    V = np.concatenate([V_past[..., 1:, :], v[..., None, :]], axis=-2)
+    K = np.concatenate([K_past, k[..., None, :]], axis=-2)
+    V = np.concatenate([V_past, k[..., None, :]], axis=-2)
# %% wrong: scale-by-d_k | no root | like: q and K belong together
-    K = np.concatenate([K_past, q[..., None, :]], axis=-2)
+    K = np.concatenate([K_past, k[..., None, :]], axis=-2)
-    e = np.exp((K @ q[..., None])[..., 0] / np.sqrt(q.shape[-1]))
+    e = np.exp((K @ q[..., None])[..., 0] / q.shape[-1])
# %% wrong: scale-by-sqrt-n | the root of K.shape[-2] | like: q and K belong together
-    K = np.concatenate([K_past, q[..., None, :]], axis=-2)
+    K = np.concatenate([K_past, k[..., None, :]], axis=-2)
-    e = np.exp((K @ q[..., None])[..., 0] / np.sqrt(q.shape[-1]))
+    e = np.exp((K @ q[..., None])[..., 0] / np.sqrt(K.shape[-2]))

# %% wrong: scale-by-sqrt-len | len(q), which is the batch
def decode_step(q, k, v, K_past, V_past):
    K = np.concatenate([K_past, k[..., None, :]], axis=-2)
    V = np.concatenate([V_past, v[..., None, :]], axis=-2)
    s = np.einsum("...d,...nd->...n", q, K) / np.sqrt(len(q))
    w = np.exp(s) / np.exp(s).sum(axis=-1, keepdims=True)
    return np.einsum("...n,...nv->...v", w, V), K, V

# %% wrong: softmax-not-normalised | exp is positive
def decode_step(q, k, v, K_past, V_past):
    K = np.concatenate([K_past, k[..., None, :]], axis=-2)
    V = np.concatenate([V_past, v[..., None, :]], axis=-2)
    w = np.exp((K @ q[..., None])[..., 0] / np.sqrt(q.shape[-1]))
    return (w[..., None, :] @ V)[..., 0, :], K, V

# %% wrong: softmax-over-everything | e.sum() | like: exp is positive
-    w = np.exp((K @ q[..., None])[..., 0] / np.sqrt(q.shape[-1]))
-    return (w[..., None, :] @ V)[..., 0, :], K, V
+    e = np.exp((K @ q[..., None])[..., 0] / np.sqrt(q.shape[-1]))
+    return ((e / e.sum())[..., None, :] @ V)[..., 0, :], K, V
# %% wrong: values-from-keys | weights @ K | like: e.sum()
-    return ((e / e.sum())[..., None, :] @ V)[..., 0, :], K, V
+    w = e / e.sum(axis=-1, keepdims=True)
+    return (w[..., None, :] @ K)[..., 0, :], K, V
# %% wrong: caches-not-returned | the output alone | like: e.sum()
-    return ((e / e.sum())[..., None, :] @ V)[..., 0, :], K, V
+    return np.einsum("...n,...nv->...v", e / e.sum(axis=-1, keepdims=True), V)
# %% wrong: return-missing | forgotten | like: e.sum()
-    return ((e / e.sum())[..., None, :] @ V)[..., 0, :], K, V
+    output = np.einsum("...n,...nv->...v", e / e.sum(axis=-1, keepdims=True), V)
# %% wrong: mutates-input | the query scaled in place | like: exp is positive
-    w = np.exp((K @ q[..., None])[..., 0] / np.sqrt(q.shape[-1]))
+    q /= np.sqrt(q.shape[-1])
+    e = np.exp((K @ q[..., None])[..., 0])
+    w = e / e.sum(axis=-1, keepdims=True)

# %% wrong: newest-missing, cache-not-grown | nothing appended at all
def decode_step(q, k, v, K_past, V_past):
    w = np.exp((K_past @ q[..., None])[..., 0] / np.sqrt(q.shape[-1]))
    w = w / w.sum(axis=-1, keepdims=True)
    return (w[..., None, :] @ V_past)[..., 0, :], K_past, V_past

# %% wrong: newest-first, no-scale | two slips at once
def decode_step(q, k, v, K_past, V_past):
    K = np.concatenate([k[..., None, :], K_past], axis=-2)
    V = np.concatenate([v[..., None, :], V_past], axis=-2)
    e = np.exp((K @ q[..., None])[..., 0])
    w = e / e.sum(axis=-1, keepdims=True)
    return (w[..., None, :] @ V)[..., 0, :], K, V

# %% wrong: newest-first, output-with-an-axis | two slips at once
def decode_step(q, k, v, K_past, V_past):
    K = np.concatenate([k[..., None, :], K_past], axis=-2)
    V = np.concatenate([v[..., None, :], V_past], axis=-2)
    s = q[..., None, :] @ np.swapaxes(K, -1, -2) / np.sqrt(q.shape[-1])
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True) @ V, K, V

# %% wrong: past-ignored, cache-not-grown | attention of one token
return v.copy(), K_past, V_past

# %% unnamed | values grown in front, keys at the end | like: a line copied (ValueError)
-    V = np.concatenate([V_past, k[..., None, :]], axis=-2)
+    V = np.concatenate([v[..., None, :], V_past], axis=-2)
# %% wrong: key-for-query | k @ K | like: exp is positive
-    w = np.exp((K @ q[..., None])[..., 0] / np.sqrt(q.shape[-1]))
+    e = np.exp((K @ k[..., None])[..., 0] / np.sqrt(q.shape[-1]))
+    w = e / e.sum(axis=-1, keepdims=True)
# %% unnamed | query and key added | like: k @ K
-    e = np.exp((K @ k[..., None])[..., 0] / np.sqrt(q.shape[-1]))
+    e = np.exp((K @ (q + k)[..., None])[..., 0] / np.sqrt(q.shape[-1]))
