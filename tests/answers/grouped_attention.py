"""Answers to `grouped_attention(Q, K, V)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: np.repeat
def grouped_attention(Q, K, V):
    times = Q.shape[-3] // K.shape[-3]
    K, V = np.repeat(K, times, axis=-3), np.repeat(V, times, axis=-3)
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V

# %% right: an index for each head | like: np.repeat
-    times = Q.shape[-3] // K.shape[-3]
-    K, V = np.repeat(K, times, axis=-3), np.repeat(V, times, axis=-3)
+    h, g = Q.shape[-3], K.shape[-3]
+    group = np.arange(h) // (h // g)
+    K, V = K[..., group, :, :], V[..., group, :, :]

# %% right: queries in groups, keys with an axis to broadcast
def grouped_attention(Q, K, V):
    *batch, h, n_q, d = Q.shape
    g = K.shape[-3]
    Q = Q.reshape(*batch, g, h // g, n_q, d)
    K, V = K[..., :, None, :, :], V[..., :, None, :, :]
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(d)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    output = e / e.sum(axis=-1, keepdims=True) @ V
    return output.reshape(*batch, h, n_q, V.shape[-1])

# %% right: the keys of the model, stacked and reshaped
def grouped_attention(Q, K, V):
    times = Q.shape[-3] // K.shape[-3]
    def spread(X):
        *batch, g, n, d = X.shape
        return np.stack([X] * times, axis=-3).reshape(*batch, g * times, n, d)

    K, V = spread(K), spread(V)
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V

# %% right: a loop over heads
def grouped_attention(Q, K, V):
    times = Q.shape[-3] // K.shape[-3]
    outputs = []
    for i in range(Q.shape[-3]):
        q, k, v = Q[..., i, :, :], K[..., i // times, :, :], V[..., i // times, :, :]
        s = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
        e = np.exp(s)
        outputs.append(e / e.sum(axis=-1, keepdims=True) @ v)
    return np.stack(outputs, axis=-3)

# %% right: einsum
def grouped_attention(Q, K, V):
    *batch, h, n, d = Q.shape
    Q = Q.reshape(*batch, K.shape[-3], -1, n, d)
    s = np.einsum("...gtid,...gjd->...gtij", Q, K) / d**0.5
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return np.einsum("...gtij,...gjv->...gtiv", w, V).reshape(*batch, h, n, -1)

# %% right: dealt out in turns, then sorted | like: np.repeat
-    K, V = np.repeat(K, times, axis=-3), np.repeat(V, times, axis=-3)
+    order = np.argsort(np.tile(np.arange(K.shape[-3]), times), kind="stable")
+    K = np.concatenate([K] * times, axis=-3)[..., order, :, :]
+    V = np.concatenate([V] * times, axis=-3)[..., order, :, :]
# %% right: float32 | like: np.repeat
-def grouped_attention(Q, K, V):
+def grouped_attention(Q, K, V):
+    Q, K, V = (X.astype(np.float32) for X in (Q, K, V))

# %% right: groups put together
def grouped_attention(Q, K, V):
    times = Q.shape[-3] // K.shape[-3]
    groups = []
    for j in range(K.shape[-3]):
        q = Q[..., j * times:(j + 1) * times, :, :]
        s = q @ np.swapaxes(K[..., j:j + 1, :, :], -1, -2) / np.sqrt(Q.shape[-1])
        e = np.exp(s)
        groups.append(e / e.sum(axis=-1, keepdims=True) @ V[..., j:j + 1, :, :])
    return np.concatenate(groups, axis=-3)

# %% wrong: group-size-for-groups | i // g (IndexError) | like: an index for each head
-    h, g = Q.shape[-3], K.shape[-3]
-    group = np.arange(h) // (h // g)
+    group = np.arange(Q.shape[-3]) // K.shape[-3]
# %% wrong: mean-of-heads | they share, so the mean | like: np.repeat
-    times = Q.shape[-3] // K.shape[-3]
-    K, V = np.repeat(K, times, axis=-3), np.repeat(V, times, axis=-3)
+    K, V = K.mean(axis=-3, keepdims=True), V.mean(axis=-3, keepdims=True)
# %% wrong: queries-merged | one query for each group | like: they share, so the mean
-    K, V = K.mean(axis=-3, keepdims=True), V.mean(axis=-3, keepdims=True)
+    *batch, h, n, d = Q.shape
+    g = K.shape[-3]
+    Q = Q.reshape(*batch, g, h // g, n, d).mean(axis=-3)
# %% wrong: softmax-over-queries | the axis changed | like: np.repeat
-    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
-    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V
+    exponentials = np.exp(scores - scores.max(axis=-2, keepdims=True))
+    return exponentials / exponentials.sum(axis=-2, keepdims=True) @ V
# %% wrong: return-missing | lost in the repair | like: np.repeat
-    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V
+    output = exponentials / exponentials.sum(axis=-1, keepdims=True) @ V
# %% wrong: mutates-input | the scale in place | like: np.repeat
-    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
+    Q /= np.sqrt(Q.shape[-1])
+    scores = Q @ np.swapaxes(K, -1, -2)
# %% wrong: heads-in-turns, no-scale | two slips at once | like: the scale in place
-    K, V = np.repeat(K, times, axis=-3), np.repeat(V, times, axis=-3)
-    Q /= np.sqrt(Q.shape[-1])
+    K = np.concatenate([K] * times, axis=-3)
+    V = np.concatenate([V] * times, axis=-3)
# %% unnamed | tokens repeated, not heads (ValueError) | like: np.repeat
-    K, V = np.repeat(K, times, axis=-3), np.repeat(V, times, axis=-3)
+    K, V = np.repeat(K, times, axis=-2), np.repeat(V, times, axis=-2)
# %% unnamed | not repeated at all (ValueError) | like: they share, so the mean
-    K, V = K.mean(axis=-3, keepdims=True), V.mean(axis=-3, keepdims=True)
# %% unnamed | the whole array repeated flat (AxisError) | like: np.repeat
-    K, V = np.repeat(K, times, axis=-3), np.repeat(V, times, axis=-3)
+    K, V = np.repeat(K, times), np.repeat(V, times)
# %% unnamed | groups from the end | like: np.repeat
-    K, V = np.repeat(K, times, axis=-3), np.repeat(V, times, axis=-3)
+    K, V = np.repeat(K, times, axis=-3)[..., ::-1, :, :], np.repeat(V, times, axis=-3)[..., ::-1, :, :]
# %% unnamed | the sum of the heads that share | like: np.repeat
-    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V
+    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V * times
# %% unnamed | a name that is not there (NameError) | like: they share, so the mean
-    K, V = K.mean(axis=-3, keepdims=True), V.mean(axis=-3, keepdims=True)
+    K, V = np.repeat(K, repeats, axis=-3), np.repeat(V, repeats, axis=-3)

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: one-softmax-for-group | both axes of a group in softmax
def grouped_attention(Q, K, V):
    h, h_kv = Q.shape[-3], K.shape[-3]
    groups = Q.reshape(Q.shape[:-3] + (h_kv, h // h_kv) + Q.shape[-2:])
    s = np.einsum("...gtqd,...gkd->...gtqk", groups, K) / np.sqrt(Q.shape[-1])
    e = np.exp(s - s.max(axis=(-3, -1), keepdims=True))
    w = e / e.sum(axis=(-3, -1), keepdims=True)
    out = np.einsum("...gtqk,...gkv->...gtqv", w, V)
    return out.reshape(Q.shape[:-1] + (V.shape[-1],))
