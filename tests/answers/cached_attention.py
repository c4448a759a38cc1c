"""Answers to `cached_attention(Q, K, V, K_past, V_past)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: both lines repaired
def cached_attention(Q, K, V, K_past, V_past):
    n, m, d = len(Q), len(K_past), Q.shape[-1]
    angles = (np.arange(m, m + n))[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
    turned = []
    for X in (Q, K):
        pairs = (X[:, 0::2] + 1j * X[:, 1::2]) * np.exp(1j * angles)
        turned.append(np.stack([pairs.real, pairs.imag], axis=-1).reshape(X.shape))
    K, V = np.concatenate([K_past, turned[1]]), np.concatenate([V_past, V])
    visible = np.tri(n, m + n, k=m, dtype=bool)
    scores = np.where(visible, turned[0] @ K.T / np.sqrt(d), -np.inf)
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V, K, V

# %% right: m added to the positions, the triangle by comparison | like: both lines repaired
-    angles = (np.arange(m, m + n))[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
+    angles = (m + np.arange(n))[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
-    visible = np.tri(n, m + n, k=m, dtype=bool)
+    visible = np.arange(m + n) <= m + np.arange(n)[:, None]
# %% right: a square triangle, of which the last rows are taken | like: both lines repaired
-    angles = (np.arange(m, m + n))[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
+    angles = (np.arange(m + n)[m:])[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
-    visible = np.tri(n, m + n, k=m, dtype=bool)
+    visible = np.tri(m + n, dtype=bool)[m:]
# %% right: the past is all visible, the new ones in a triangle | like: both lines repaired
-    visible = np.tri(n, m + n, k=m, dtype=bool)
+    visible = np.hstack([np.ones((n, m), dtype=bool), np.tri(n, dtype=bool)])
# %% right: hidden, not visible | like: both lines repaired
-    visible = np.tri(n, m + n, k=m, dtype=bool)
+    visible = ~np.triu(np.ones((n, m + n), dtype=bool), k=m + 1)
# %% right: start for m | like: both lines repaired
-    n, m, d = len(Q), len(K_past), Q.shape[-1]
-    angles = (np.arange(m, m + n))[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
+    n, start, d = len(Q), K_past.shape[0], Q.shape[-1]
+    angles = (np.arange(start, start + n))[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
-    visible = np.tri(n, m + n, k=m, dtype=bool)
+    visible = np.tri(n, start + n, start) > 0

# %% right: a loop over the new tokens, with sines and cosines
def cached_attention(Q, K, V, K_past, V_past):
    def turn(X, places):
        d = X.shape[-1]
        a = np.asarray(places)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
        out = np.empty(X.shape)
        out[:, ::2] = X[:, ::2] * np.cos(a) - X[:, 1::2] * np.sin(a)
        out[:, 1::2] = X[:, ::2] * np.sin(a) + X[:, 1::2] * np.cos(a)
        return out

    m = len(K_past)
    places = range(m, m + len(Q))
    Q = turn(Q, places)
    K, V = np.vstack([K_past, turn(K, places)]), np.vstack([V_past, V])
    output = []
    for i, q in enumerate(Q):
        s = K[: m + i + 1] @ q / np.sqrt(len(q))
        e = np.exp(s - s.max())
        output.append(e / e.sum() @ V[: m + i + 1])
    return np.array(output), K, V

# %% right: one token after the other
def cached_attention(Q, K, V, K_past, V_past):
    outputs = []
    for q, k, v in zip(Q, K, V):
        d = len(q)
        spin = np.exp(1j * len(K_past) * 10000.0 ** (-np.arange(0, d, 2) / d))
        q, k = ((x[0::2] + 1j * x[1::2]) * spin for x in (q, k))
        q, k = (np.stack([x.real, x.imag], axis=-1).ravel() for x in (q, k))
        K_past, V_past = np.vstack([K_past, k]), np.vstack([V_past, v])
        e = np.exp(K_past @ q / np.sqrt(d))
        outputs.append(e @ V_past / e.sum())
    return outputs, K_past, V_past

# %% right: as a list of three | like: both lines repaired
-    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V, K, V
+    output = exponentials / exponentials.sum(axis=-1, keepdims=True) @ V
+    return [output, K, V]
# %% right: a large negative number hides | like: both lines repaired
-    visible = np.tri(n, m + n, k=m, dtype=bool)
-    scores = np.where(visible, turned[0] @ K.T / np.sqrt(d), -np.inf)
+    visible = np.where(np.tri(n, m + n, m), True, False)
+    scores = np.where(visible, turned[0] @ K.T / np.sqrt(d), -1e30)
# %% wrong: diagonal-moved-by-n | n for the third argument | like: both lines repaired
-    visible = np.tri(n, m + n, k=m, dtype=bool)
+    visible = np.tri(n, m + n, n, dtype=bool)

# %% wrong: only-keys-moved-on | the queries keep theirs
def cached_attention(Q, K, V, K_past, V_past):
    def turn(X, places):
        d = X.shape[-1]
        a = np.asarray(places)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
        out = np.empty(X.shape)
        out[:, ::2] = X[:, ::2] * np.cos(a) - X[:, 1::2] * np.sin(a)
        out[:, 1::2] = X[:, ::2] * np.sin(a) + X[:, 1::2] * np.cos(a)
        return out

    n, m, d = len(Q), len(K_past), Q.shape[-1]
    Q, K = turn(Q, np.arange(n)), turn(K, np.arange(m, m + n))
    K, V = np.concatenate([K_past, K]), np.concatenate([V_past, V])
    s = np.where(np.tri(n, m + n, m) == 1, Q @ K.T / np.sqrt(d), -np.inf)
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True) @ V, K, V

# %% wrong: mask-only-without-cache | no mask as soon as there is a cache | like: both lines repaired
-    visible = np.tri(n, m + n, k=m, dtype=bool)
+    visible = np.tri(n, dtype=bool) if m == 0 else True
# %% wrong: past-hidden | the triangle moved to the right | like: both lines repaired
-    visible = np.tri(n, m + n, k=m, dtype=bool)
+    visible = np.hstack([np.zeros((n, m), dtype=bool), np.tri(n, dtype=bool)])
# %% wrong: newest-first | new before old | like: both lines repaired
-    K, V = np.concatenate([K_past, turned[1]]), np.concatenate([V_past, V])
+    K, V = np.concatenate([turned[1], K_past]), np.concatenate([V, V_past])
# %% wrong: newest-first | new before old, and the mask as well | like: new before old
-    visible = np.tri(n, m + n, k=m, dtype=bool)
+    visible = np.hstack([np.tri(n, dtype=bool), np.ones((n, m), dtype=bool)])
# %% wrong: newest-not-kept | the old cache handed back | like: both lines repaired
-    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V, K, V
+    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V, K_past, V_past
# %% wrong: past-not-kept | only the new rows handed back | like: both lines repaired
-    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V, K, V
+    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V, K[m:], V[m:]
# %% wrong: return-missing | a result without a return | like: both lines repaired
-    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V, K, V
+    result = exponentials / exponentials.sum(axis=-1, keepdims=True) @ V, K, V

# %% wrong: mutates-input | turned in place
def cached_attention(Q, K, V, K_past, V_past):
    n, m, d = len(Q), len(K_past), Q.shape[-1]
    angles = np.arange(m, m + n)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
    for X in (Q, K):
        pairs = (X[:, 0::2] + 1j * X[:, 1::2]) * np.exp(1j * angles)
        X[:, 0::2], X[:, 1::2] = pairs.real, pairs.imag
    K, V = np.concatenate([K_past, K]), np.concatenate([V_past, V])
    scores = np.where(np.tri(n, m + n, k=m) == 1, Q @ K.T / np.sqrt(d), -np.inf)
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V, K, V

# %% wrong: positions-restart, mask-missing | two slips at once | like: both lines repaired
-    angles = (np.arange(m, m + n))[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
+    angles = (np.arange(n))[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
-    visible = np.tri(n, m + n, k=m, dtype=bool)
+    visible = np.ones((n, m + n), dtype=bool)
# %% wrong: positions-restart, newest-not-kept | two slips at once | like: the old cache handed back
-    angles = (np.arange(m, m + n))[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
+    angles = (np.arange(n))[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
# %% wrong: mask-at-top-left, past-turned-again | two slips at once | like: the queries keep theirs
-    Q, K = turn(Q, np.arange(n)), turn(K, np.arange(m, m + n))
-    K, V = np.concatenate([K_past, K]), np.concatenate([V_past, V])
-    s = np.where(np.tri(n, m + n, m) == 1, Q @ K.T / np.sqrt(d), -np.inf)
+    Q = turn(Q, np.arange(m, m + n))
+    K, V = turn(np.concatenate([K_past, K]), np.arange(m + n)), np.concatenate([V_past, V])
+    s = np.where(np.tri(n, m + n) == 1, Q @ K.T / np.sqrt(d), -np.inf)
# %% wrong: mask-moved-back | k goes the wrong way | like: both lines repaired
-    visible = np.tri(n, m + n, k=m, dtype=bool)
+    visible = np.tri(n, m + n, k=-m, dtype=bool)
# %% wrong: positions-from-n, diagonal-moved-by-n | n added, not m | like: both lines repaired
-    angles = (np.arange(m, m + n))[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
+    angles = (np.arange(n, n + n))[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
-    visible = np.tri(n, m + n, k=m, dtype=bool)
+    visible = np.tri(n, m + n, k=n, dtype=bool)
# %% wrong: positions-one-too-near | the last of the old ones has position m | like: both lines repaired
-    angles = (np.arange(m, m + n))[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
+    angles = (np.arange(n) + m - 1)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
# %% wrong: not-as-many-positions | from m on, n of them | like: both lines repaired
-    angles = (np.arange(m, m + n))[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
+    angles = (np.arange(m, n))[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
# %% unnamed | a triangle of the wrong size (ValueError) | like: both lines repaired
-    visible = np.tri(n, m + n, k=m, dtype=bool)
+    visible = np.tri(n, dtype=bool)
# %% unnamed | start is not defined (NameError) | like: both lines repaired
-    angles = (np.arange(m, m + n))[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
+    angles = (np.arange(start, start + n))[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
# %% unnamed | the output alone | like: both lines repaired
-    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V, K, V
+    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V
# %% unnamed | past where it is None (ValueError) | like: both lines repaired
-    n, m, d = len(Q), len(K_past), Q.shape[-1]
+    n, m, d = len(Q), 0 if K_past is None else K_past[0], Q.shape[-1]
# %% unnamed | backwards | like: both lines repaired
-    angles = (np.arange(m, m + n))[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
+    angles = (m - np.arange(n))[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: past-added-to-angles | + m after the brackets | like: both lines repaired
-def cached_attention(Q, K, V, K_past, V_past):
+def cached_attention(Q, K, V, K_past, V_past):
+    """Output (n, d_v) of the new tokens, and all keys, turned, and values so far."""
-    angles = (np.arange(m, m + n))[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
+    angles = np.arange(n)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d) + m
-    visible = np.tri(n, m + n, k=m, dtype=bool)
+    visible = np.tri(n, m + n, m, dtype=bool)
