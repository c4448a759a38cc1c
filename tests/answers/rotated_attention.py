"""Answers to `rotated_attention(Q, K, V, positions)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: V left as it is
def rotated_attention(Q, K, V, positions):
    def turn(X):
        d = X.shape[-1]
        pairs = X[..., 0::2] + 1j * X[..., 1::2]
        angles = positions[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
        turned = pairs * np.exp(1j * angles)
        return np.stack([turned.real, turned.imag], axis=-1).reshape(X.shape)

    Q, K = turn(Q), turn(K)
    exponentials = np.exp(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V

# %% right: turned inside the product | like: V left as it is
-    Q, K = turn(Q), turn(K)
-    exponentials = np.exp(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))
+    scores = turn(Q) @ np.swapaxes(turn(K), -1, -2)
+    exponentials = np.exp(scores / np.sqrt(Q.shape[-1]))

# %% right: sines and cosines instead of complex numbers
def rotated_attention(Q, K, V, positions):
    def turn(X):
        d = X.shape[-1]
        a = positions[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
        out = np.empty_like(X)
        out[..., ::2] = X[..., ::2] * np.cos(a) - X[..., 1::2] * np.sin(a)
        out[..., 1::2] = X[..., ::2] * np.sin(a) + X[..., 1::2] * np.cos(a)
        return out

    s = turn(Q) @ np.swapaxes(turn(K), -1, -2) / np.sqrt(Q.shape[-1])
    w = np.exp(s - s.max(axis=-1, keepdims=True))
    w = w / w.sum(axis=-1, keepdims=True)
    return w @ V

# %% right: positions counted from the first | like: V left as it is
-
+
+    positions = positions - positions[0]

# %% right: the queries turned by distances, key by key
def rotated_attention(Q, K, V, positions):
    d = Q.shape[-1]
    freq = 10000.0 ** (-np.arange(0, d, 2) / d)
    between = np.exp(1j * (positions[:, None] - positions)[..., None] * freq)
    q, k = Q[..., ::2] + 1j * Q[..., 1::2], K[..., ::2] + 1j * K[..., 1::2]
    scores = np.einsum("...if,ijf,...jf->...ij", q, between, k.conj()).real
    e = np.exp(scores / np.sqrt(d))
    return e / e.sum(axis=-1, keepdims=True) @ V

# %% right: V turned, and turned back at once | like: V left as it is
-    Q, K = turn(Q), turn(K)
+    Q, K, V = turn(Q), turn(K), turn(V)
+    positions = -positions
+    V = turn(V)

# %% right: the loop over two arrays only
def rotated_attention(Q, K, V, positions):
    """Output (..., n, d_v) of attention that knows how far apart its tokens are."""
    turned = []
    for X in (Q, K):
        d = X.shape[-1]
        angles = positions[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
        pairs = (X[..., 0::2] + 1j * X[..., 1::2]) * np.exp(1j * angles)
        turned.append(np.stack([pairs.real, pairs.imag], axis=-1).reshape(X.shape))
    Q, K = turned
    exponentials = np.exp(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V

# %% right: the turned values not used | like: the loop over two arrays only
-    for X in (Q, K):
+    for X in (Q, K, V):
-    Q, K = turned
+    Q, K, _ = turned
# %% unnamed | three names for two arrays (ValueError) | like: the loop over two arrays only
-    Q, K = turned
+    Q, K, V = turned
# %% right: both half-split: the pairs of queries and keys stay pairs, and so do the scores | like: V left as it is
-    Q, K = turn(Q), turn(K)
+    d = Q.shape[-1]
+    order = np.concatenate([np.arange(0, d, 2), np.arange(1, d, 2)])
+    Q, K = turn(Q)[..., order], turn(K)[..., order]
# %% right: float32 | like: V left as it is
-    Q, K = turn(Q), turn(K)
+    Q, K, V = (X.astype(np.float32) for X in (turn(Q), turn(K), V))
# %% wrong: queries-not-turned | keys alone carry positions | like: V left as it is
-    Q, K = turn(Q), turn(K)
+    K = turn(K)
# %% wrong: output-turned | the output gets its position | like: V left as it is
-    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V
+    output = exponentials / exponentials.sum(axis=-1, keepdims=True) @ V
+    return turn(output)
# %% wrong: return-missing | the output only computed | like: the output gets its position
-    return turn(output)

# %% wrong: mutates-input | turned in place
def rotated_attention(Q, K, V, positions):
    d = Q.shape[-1]
    a = positions[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
    for X in (Q, K):
        even, odd = X[..., 0::2].copy(), X[..., 1::2].copy()
        X[..., 0::2] = even * np.cos(a) - odd * np.sin(a)
        X[..., 1::2] = even * np.sin(a) + odd * np.cos(a)
    exponentials = np.exp(Q @ np.swapaxes(K, -1, -2) / np.sqrt(d))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V

# %% wrong: keys-not-turned, output-turned | two slips at once | like: the output gets its position
-    Q, K = turn(Q), turn(K)
+    Q = turn(Q)

# %% wrong: positions-ignored, output-turned | two slips at once
def rotated_attention(Q, K, V, positions):
    def turn(X, places):
        d = X.shape[-1]
        z = (X[..., 0::2] + 1j * X[..., 1::2]) * np.exp(
            1j * places[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
        )
        return np.stack([z.real, z.imag], axis=-1).reshape(X.shape)

    rows = np.arange(Q.shape[-2])
    Q, K = turn(Q, rows), turn(K, rows)
    exponentials = np.exp(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))
    return turn(exponentials / exponentials.sum(axis=-1, keepdims=True) @ V, positions)

# %% wrong: nothing-turned, values-turned | turned after the softmax | like: V left as it is
-    Q, K = turn(Q), turn(K)
+    pass
-    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V
+    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
+    return weights @ turn(V)
# %% unnamed | positions added to the scores | like: V left as it is
-    exponentials = np.exp(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))
-    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V
+    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
+    e = np.exp(scores - np.abs(positions[:, None] - positions))
+    return e / e.sum(axis=-1, keepdims=True) @ V
# %% wrong: mask-not-asked | causal as well | like: positions added to the scores
-    e = np.exp(scores - np.abs(positions[:, None] - positions))
+    e = np.exp(scores) * np.tril(np.ones(scores.shape[-2:]))
# %% unnamed | causal by position | like: positions added to the scores
-    e = np.exp(scores - np.abs(positions[:, None] - positions))
+    e = np.exp(scores) * (positions[:, None] >= positions)
# %% unnamed | positions along the columns (ValueError) | like: V left as it is
-        angles = positions[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
+        angles = positions * 10000.0 ** (-np.arange(0, d, 2) / d)
# %% unnamed | the positions of the keys are called p (NameError) | like: V left as it is
-        angles = positions[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
+        angles = p[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
# %% unnamed | complex scores go into exp | like: V left as it is
-        return np.stack([turned.real, turned.imag], axis=-1).reshape(X.shape)
+        return turned

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: values-turned | positions from 0 on | like: the turned values not used
-    """Output (..., n, d_v) of attention that knows how far apart its tokens are."""
+    positions = positions - positions.min()
-    Q, K, _ = turned
+    Q, K, V = turned
