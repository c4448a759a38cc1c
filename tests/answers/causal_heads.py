"""Answers to `causal_heads(X, W_q, W_k, W_v, W_o, num_heads)` as students write them, right and
wrong. Each section is one answer cell; its marker line says what the student thought."""

# %% right: heads by reshape and swapaxes
def causal_heads(X, W_q, W_k, W_v, W_o, num_heads):
    b, n, d = X.shape
    split = lambda A: A.reshape(b, n, num_heads, d // num_heads).swapaxes(1, 2)
    Q, K, V = split(X @ W_q), split(X @ W_k), split(X @ W_v)
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d // num_heads)
    scores = np.where(np.tri(n) == 1, scores, -np.inf)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    return (weights @ V).swapaxes(1, 2).reshape(b, n, d) @ W_o

# %% right: sentence by sentence, head by head
def causal_heads(X, W_q, W_k, W_v, W_o, num_heads):
    outputs = []
    d_head = X.shape[-1] // num_heads
    for x in X:
        heads = []
        for h in range(num_heads):
            own = slice(h * d_head, (h + 1) * d_head)
            Q, K, V = x @ W_q[:, own], x @ W_k[:, own], x @ W_v[:, own]
            rows = []
            for i in range(len(x)):
                s = K[: i + 1] @ Q[i] / np.sqrt(d_head)
                w = np.exp(s - s.max())
                rows.append(w @ V[: i + 1] / w.sum())
            heads.append(np.array(rows))
        outputs.append(np.hstack(heads) @ W_o)
    return np.array(outputs)

# %% right: einsum
def causal_heads(X, W_q, W_k, W_v, W_o, num_heads):
    b, n, d = X.shape
    Q, K, V = ((X @ W).reshape(b, n, num_heads, -1) for W in (W_q, W_k, W_v))
    s = np.einsum("bqhd,bkhd->bhqk", Q, K) / (d / num_heads) ** 0.5
    s = s - 1e9 * (1 - np.tri(n))
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True)
    return np.einsum("bhqk,bkhd->bqhd", w, V).reshape(b, n, d) @ W_o

# %% unnamed: a reshape alone | like: heads by reshape and swapaxes
-    split = lambda A: A.reshape(b, n, num_heads, d // num_heads).swapaxes(1, 2)
+    split = lambda A: A.reshape(b, num_heads, n, d // num_heads)
# %% unnamed: merged without moving back | like: heads by reshape and swapaxes
-    return (weights @ V).swapaxes(1, 2).reshape(b, n, d) @ W_o
+    return (weights @ V).reshape(b, n, d) @ W_o
# %% unnamed: the root of d_model | like: heads by reshape and swapaxes
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d // num_heads)
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d)
# %% unnamed: the mask after softmax | like: heads by reshape and swapaxes
-    scores = np.where(np.tri(n) == 1, scores, -np.inf)
-    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
-    weights = e / e.sum(axis=-1, keepdims=True)
+    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
+    weights = np.tri(n) * e / e.sum(axis=-1, keepdims=True)
# %% unnamed: the mask the wrong way round | like: heads by reshape and swapaxes
-    scores = np.where(np.tri(n) == 1, scores, -np.inf)
+    scores = np.where(np.tri(n).T == 1, scores, -np.inf)
# %% unnamed: no mask | like: heads by reshape and swapaxes
-    scores = np.where(np.tri(n) == 1, scores, -np.inf)
# %% unnamed: softmax over the queries | like: heads by reshape and swapaxes
-    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
-    weights = e / e.sum(axis=-1, keepdims=True)
+    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
+    weights = e / e.sum(axis=-2, keepdims=True)
# %% unnamed: the largest score is not taken off | like: heads by reshape and swapaxes
-    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
+    e = np.exp(scores)
# %% unnamed: W_o is left out | like: heads by reshape and swapaxes
-    return (weights @ V).swapaxes(1, 2).reshape(b, n, d) @ W_o
+    return (weights @ V).swapaxes(1, 2).reshape(b, n, d)

# %% unnamed: the batch is taken for one long sentence
def causal_heads(X, W_q, W_k, W_v, W_o, num_heads):
    long = X.reshape(-1, X.shape[-1])
    d_head = X.shape[-1] // num_heads
    split = lambda A: A.reshape(len(long), num_heads, d_head).swapaxes(0, 1)
    Q, K, V = split(long @ W_q), split(long @ W_k), split(long @ W_v)
    s = np.where(np.tri(len(long)) == 1, Q @ K.swapaxes(1, 2) / np.sqrt(d_head), -np.inf)
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True)
    return (w @ V).swapaxes(0, 1).reshape(X.shape) @ W_o

# %% unnamed: the heads are not put side by side again | like: heads by reshape and swapaxes
-    return (weights @ V).swapaxes(1, 2).reshape(b, n, d) @ W_o
+    return weights @ V
