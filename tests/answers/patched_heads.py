"""Answers to `patched_heads(X, other, W_q, W_k, W_v, W_o, num_heads, silent, swapped)`."""

# %% right: keys exchanged after the split
def patched_heads(X, other, W_q, W_k, W_v, W_o, num_heads, silent, swapped):
    n, d = X.shape
    split = lambda A: A.reshape(n, num_heads, -1).swapaxes(0, 1)
    Q, K, V = split(X @ W_q), split(X @ W_k), split(X @ W_v)
    K[swapped] = split(other @ W_k)[swapped]
    V[silent] = 0
    scores = np.where(np.tri(n) == 1, Q @ K.swapaxes(1, 2) / np.sqrt(d // num_heads), -np.inf)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    heads = e / e.sum(axis=-1, keepdims=True) @ V
    return heads.swapaxes(0, 1).reshape(n, d) @ W_o

# %% right: head by head, each with its rows of W_o
def patched_heads(X, other, W_q, W_k, W_v, W_o, num_heads, silent, swapped):
    part, output = lambda W, h: np.split(W, num_heads, axis=1)[h], 0 * X
    for h in {*range(num_heads)} - {silent}:
        Q, K, V = X @ part(W_q, h), (other if h == swapped else X) @ part(W_k, h), X @ part(W_v, h)
        e = np.tri(len(X)) * np.exp(Q @ K.T / np.sqrt(K.shape[1]))
        output = output + e / e.sum(1, keepdims=True) @ V @ np.split(W_o, num_heads)[h]
    return output

# %% right: rows of W_o, in a copy | like: keys exchanged after the split
-    V[silent] = 0
+    W_o = np.where(np.arange(d)[:, None] // (d // num_heads) == silent, 0, W_o)
# %% right: heads side by side | like: keys exchanged after the split
-    return heads.swapaxes(0, 1).reshape(n, d) @ W_o
+    return np.hstack([*heads]) @ W_o
# %% right: all columns of the keys, then one block | like: keys exchanged after the split
-    K[swapped] = split(other @ W_k)[swapped]
+    K = split(np.where(np.arange(d) // (d // num_heads) == swapped, other @ W_k, X @ W_k))
# %% right: a large penalty as a mask | like: keys exchanged after the split
-    scores = np.where(np.tri(n) == 1, Q @ K.swapaxes(1, 2) / np.sqrt(d // num_heads), -np.inf)
+    scores = Q @ K.swapaxes(1, 2) / (d / num_heads) ** 0.5 - 1e9 * (1 - np.tri(n))
# %% right: einsum through W_o | like: keys exchanged after the split
-    return heads.swapaxes(0, 1).reshape(n, d) @ W_o
+    return np.einsum("hnk,hkd->nd", heads, W_o.reshape(num_heads, -1, d))
# %% right: scores by einsum, scaled queries | like: keys exchanged after the split
-    scores = np.where(np.tri(n) == 1, Q @ K.swapaxes(1, 2) / np.sqrt(d // num_heads), -np.inf)
+    scores = np.einsum("hqd,hkd->hqk", Q * (num_heads / d) ** 0.5, K) + np.log(np.tri(n))
# %% wrong: columns-silenced | its columns of the output | like: keys exchanged after the split
-    V[silent] = 0
+    W_o = np.where(np.arange(d) // (d // num_heads) == silent, 0, W_o)
# %% wrong: silent-head-averages | asks nothing | like: keys exchanged after the split
-    V[silent] = 0
+    Q[silent] = 0
# %% wrong: keys-not-swapped | both on the silent head | like: keys exchanged after the split
-    K[swapped] = split(other @ W_k)[swapped]
+    K[silent] = split(other @ W_k)[silent]
# %% wrong: silences-the-swapped | both on the other one | like: keys exchanged after the split
-    V[silent] = 0
+    V[swapped] = 0
# %% wrong: more-than-keys | the values, too | like: keys exchanged after the split
-    K[swapped] = split(other @ W_k)[swapped]
+    K[swapped], V[swapped] = split(other @ W_k)[swapped], split(other @ W_v)[swapped]
# %% wrong: more-than-keys, keys-not-swapped | queries for keys | like: keys exchanged after the split
-    K[swapped] = split(other @ W_k)[swapped]
+    Q[swapped] = split(other @ W_q)[swapped]
# %% wrong: keys-of-all-heads | one line for all heads | like: keys exchanged after the split
-    K[swapped] = split(other @ W_k)[swapped]
+    K = split(other @ W_k)
# %% wrong: heads-counted-from-1 | minus 1 | like: keys exchanged after the split
-    K[swapped] = split(other @ W_k)[swapped]
-    V[silent] = 0
+    K[swapped - 1], V[silent - 1] = split(other @ W_k)[swapped - 1], 0
# %% wrong: scale-by-sqrt-d_model | the root of d_model | like: head by head, each with its rows of W_o
-        e = np.tri(len(X)) * np.exp(Q @ K.T / np.sqrt(K.shape[1]))
+        e = np.tri(len(X)) * np.exp(Q @ K.T / np.sqrt(len(W_k)))
# %% wrong: mask-missing | no mask | like: head by head, each with its rows of W_o
-        e = np.tri(len(X)) * np.exp(Q @ K.T / np.sqrt(K.shape[1]))
+        e = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
# %% unnamed | zeros into W_o itself | like: keys exchanged after the split
-    V[silent] = 0
+    W_o.reshape(num_heads, -1, d)[silent] = 0
# %% unnamed | a single row of W_o | like: keys exchanged after the split
-    V[silent] = 0
+    W_o = np.where(np.arange(d)[:, None] == silent, 0, W_o)
# %% unnamed | the silent head left out (ValueError) | like: keys exchanged after the split
-    return heads.swapaxes(0, 1).reshape(n, d) @ W_o
+    return np.concatenate([*heads[:silent], *heads[silent + 1 :]], axis=1) @ W_o

# %% blind

# %% wrong: columns-swapped-before-keys | puts the swapped head's columns of other into X before W_k, as if a head read only its own columns of the rows
def patched_heads(X, other, W_q, W_k, W_v, W_o, num_heads, silent, swapped):
    n, d_model = X.shape
    d_head = d_model // num_heads
    mixed = X.copy()
    mine = slice(swapped * d_head, (swapped + 1) * d_head)
    mixed[:, mine] = other[:, mine]
    Q, K, V = (
        rows.reshape(n, num_heads, d_head).transpose(1, 0, 2)
        for rows in (X @ W_q, mixed @ W_k, X @ W_v)
    )
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(d_head)
    scores = np.where(np.tril(np.ones((n, n), dtype=bool)), scores, -np.inf)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    found = e / e.sum(axis=-1, keepdims=True) @ V
    found[silent] = 0
    return found.transpose(1, 0, 2).reshape(n, d_model) @ W_o

# %% wrong: rows-for-keys | Took columns of `other` itself as the forged keys, without multiplying by W_k
def patched_heads(X, other, W_q, W_k, W_v, W_o, num_heads, silent, swapped):
    n, d_model = X.shape
    d = d_model // num_heads
    Q, K, V = X @ W_q, X @ W_k, X @ W_v
    future = np.triu(np.ones((n, n), dtype=bool), k=1)
    found = np.zeros((n, d_model))
    for h in range(num_heads):
        if h == silent:
            continue
        columns = slice(h * d, (h + 1) * d)
        keys = other[:, columns] if h == swapped else K[:, columns]
        scores = Q[:, columns] @ keys.T / np.sqrt(d)
        scores[future] = -np.inf
        e = np.exp(scores - scores.max(axis=1, keepdims=True))
        found[:, columns] = e / e.sum(axis=1, keepdims=True) @ V[:, columns]
    return found @ W_o
