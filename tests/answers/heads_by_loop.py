"""Answers to `heads_by_loop(X, W_q, W_k, W_v, W_o)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the block of columns begins at h times d_head
def heads_by_loop(X, W_q, W_k, W_v, W_o):
    num_heads, d_model, d_head = W_q.shape
    found = np.zeros((len(X), d_model))
    for h in range(num_heads):
        Q, K, V = X @ W_q[h], X @ W_k[h], X @ W_v[h]
        exponentials = np.exp(Q @ K.T / np.sqrt(d_head))
        weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
        found[:, h * d_head : (h + 1) * d_head] = weights @ V
    return found @ W_o

# %% right: a list, and concatenate along the columns
def heads_by_loop(X, W_q, W_k, W_v, W_o):
    found = []
    for q, k, v in zip(W_q, W_k, W_v):
        exponentials = np.exp((X @ q) @ (X @ k).T / np.sqrt(q.shape[-1]))
        found.append(exponentials / exponentials.sum(axis=-1, keepdims=True) @ (X @ v))
    return np.concatenate(found, axis=-1) @ W_o

# %% right: hstack
def heads_by_loop(X, W_q, W_k, W_v, W_o):
    d_head = W_q.shape[2]
    found = []
    for h in range(len(W_q)):
        scores = (X @ W_q[h]) @ (X @ W_k[h]).T / d_head**0.5
        e = np.exp(scores - scores.max(axis=1, keepdims=True))
        found.append(e / e.sum(axis=1, keepdims=True) @ X @ W_v[h])
    return np.hstack(found) @ W_o

# %% right: the loop counts columns, not heads | like: the block of columns begins at h times d_head
-    found = np.zeros((len(X), d_model))
-    for h in range(num_heads):
+    found = np.empty_like(X)
+    for h, column in enumerate(range(0, d_model, d_head)):
-        found[:, h * d_head : (h + 1) * d_head] = weights @ V
+        found[:, column : column + d_head] = weights @ V

# %% right: an axis for the heads, and a reshape at the end
def heads_by_loop(X, W_q, W_k, W_v, W_o):
    num_heads, d_model, d_head = W_q.shape
    found = np.zeros((len(X), num_heads, d_head))
    for h in range(num_heads):
        Q, K, V = X @ W_q[h], X @ W_k[h], X @ W_v[h]
        exponentials = np.exp(Q @ K.T / np.sqrt(d_head))
        found[:, h] = exponentials / exponentials.sum(axis=-1, keepdims=True) @ V
    return found.reshape(X.shape) @ W_o

# %% right: each head goes through its own rows of W_o, added up | like: the block of columns begins at h times d_head
-    found = np.zeros((len(X), d_model))
+    output = np.zeros_like(X)
-        found[:, h * d_head : (h + 1) * d_head] = weights @ V
-    return found @ W_o
+        output += weights @ V @ W_o[h * d_head : (h + 1) * d_head]
+    return output

# %% right: a stack, the swap and a reshape
def heads_by_loop(X, W_q, W_k, W_v, W_o):
    def one(q, k, v):
        e = np.exp((X @ q) @ (X @ k).T / np.sqrt(q.shape[1]))
        return e / e.sum(axis=1, keepdims=True) @ (X @ v)

    stack = np.stack([one(q, k, v) for q, k, v in zip(W_q, W_k, W_v)])
    return stack.transpose(1, 0, 2).reshape(X.shape) @ W_o

# %% right: np.split makes views to write into
def heads_by_loop(X, W_q, W_k, W_v, W_o):
    found = np.zeros(X.shape)
    for part, q, k, v in zip(np.split(found, len(W_q), axis=1), W_q, W_k, W_v):
        weights = np.exp((X @ q) @ (X @ k).T / np.sqrt(k.shape[-1]))
        part[:] = weights / weights.sum(1)[:, None] @ (X @ v)
    return found @ W_o

# %% wrong: blocks-as-wide-as-the-number-of-heads | steps as long as there are heads (ValueError) | like: the block of columns begins at h times d_head
-    found = np.zeros((len(X), d_model))
+    found = np.zeros_like(X)
-        found[:, h * d_head : (h + 1) * d_head] = weights @ V
+        start = h * num_heads
+        found[:, start : start + d_head] = weights @ V
# %% wrong: one-matrix-twice | copies W_q[h] and forgets to change the letter | like: hstack
-        scores = (X @ W_q[h]) @ (X @ W_k[h]).T / d_head**0.5
+        scores = (X @ W_q[h]) @ (X @ W_q[h]).T / d_head**0.5

# %% right: no loop at all, but einsum
def heads_by_loop(X, W_q, W_k, W_v, W_o):
    num_heads, d_model, d_head = W_q.shape
    e = np.exp(np.einsum("hqd,hkd->hqk", X @ W_q, X @ W_k) / np.sqrt(d_head))
    found = np.einsum("hqk,hkd->qhd", e / e.sum(axis=-1, keepdims=True), X @ W_v)
    return found.reshape(len(X), d_model) @ W_o

# %% wrong: heads-interleaved | every num_heads-th column | like: steps as long as there are heads (ValueError)
-        start = h * num_heads
-        found[:, start : start + d_head] = weights @ V
+        found[:, h::num_heads] = weights @ V
# %% wrong: merge-without-transpose | a list, and a reshape to fit | like: a list, and concatenate along the columns
-    return np.concatenate(found, axis=-1) @ W_o
+    return np.array(found).reshape(X.shape) @ W_o
# %% wrong: heads-stacked-as-rows | concatenate with its default axis | like: a list, and concatenate along the columns
-    return np.concatenate(found, axis=-1) @ W_o
+    return np.concatenate(found) @ W_o

# %% wrong: heads-averaged | the mean of the heads, repeated until it is wide enough
def heads_by_loop(X, W_q, W_k, W_v, W_o):
    num_heads, d_model, d_head = W_q.shape
    total = 0
    for h in range(num_heads):
        Q, K, V = X @ W_q[h], X @ W_k[h], X @ W_v[h]
        exponentials = np.exp(Q @ K.T / np.sqrt(d_head))
        total = total + exponentials / exponentials.sum(axis=-1, keepdims=True) @ V
    return np.tile(total / num_heads, num_heads) @ W_o

# %% wrong: return-in-loop | return is indented too far | like: the block of columns begins at h times d_head
-    found = np.zeros((len(X), d_model))
+    found = np.zeros_like(X)
-    return found @ W_o
+        return found @ W_o

# %% wrong: loop-keeps-last | = instead of +=
def heads_by_loop(X, W_q, W_k, W_v, W_o):
    num_heads, d_model, d_head = W_q.shape
    for h in range(num_heads):
        Q, K, V = X @ W_q[h], X @ W_k[h], X @ W_v[h]
        exponentials = np.exp(Q @ K.T / np.sqrt(d_head))
        weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
        output = weights @ V @ W_o[h * d_head : (h + 1) * d_head]
    return output

# %% wrong: last-one-skipped | range ends one early, so that h + 1 stays inside | like: the block of columns begins at h times d_head
-    found = np.zeros((len(X), d_model))
-    for h in range(num_heads):
+    found = np.zeros_like(X)
+    for h in range(num_heads - 1):
# %% wrong: first-head-for-all | an index copied from the first try | like: the block of columns begins at h times d_head
-    found = np.zeros((len(X), d_model))
+    found = np.zeros_like(X)
-        Q, K, V = X @ W_q[h], X @ W_k[h], X @ W_v[h]
+        Q, K, V = X @ W_q[h], X @ W_k[0], X @ W_v[h]

# %% wrong: first-head-for-all | keys and values in front of the loop
def heads_by_loop(X, W_q, W_k, W_v, W_o):
    num_heads, d_model, d_head = W_q.shape
    K, V = X @ W_k[0], X @ W_v[0]
    found = []
    for h in range(num_heads):
        exponentials = np.exp((X @ W_q[h]) @ K.T / np.sqrt(d_head))
        found.append(exponentials / exponentials.sum(axis=-1, keepdims=True) @ V)
    return np.hstack(found) @ W_o

# %% wrong: heads-reversed | each head is put in front
def heads_by_loop(X, W_q, W_k, W_v, W_o):
    found = np.zeros((len(X), 0))
    for q, k, v in zip(W_q, W_k, W_v):
        e = np.exp((X @ q) @ (X @ k).T / np.sqrt(q.shape[-1]))
        found = np.hstack([e / e.sum(axis=1, keepdims=True) @ (X @ v), found])
    return found @ W_o

# %% wrong: output-projection-missing | the heads side by side, and that is it | like: return is indented too far
-        return found @ W_o
+    return found
# %% wrong: scale-by-sqrt-d_model | takes the root for the mistake | like: the block of columns begins at h times d_head
-    found = np.zeros((len(X), d_model))
+    found = np.zeros_like(X)
-        exponentials = np.exp(Q @ K.T / np.sqrt(d_head))
+        exponentials = np.exp(Q @ K.T / np.sqrt(d_model))
# %% wrong: softmax-over-queries | changes the axis as well | like: the block of columns begins at h times d_head
-    found = np.zeros((len(X), d_model))
+    found = np.zeros_like(X)
-        weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
+        weights = exponentials / exponentials.sum(axis=0, keepdims=True)

# %% wrong: softmax-over-everything | sum without an axis
def heads_by_loop(X, W_q, W_k, W_v, W_o):
    found = []
    for q, k, v in zip(W_q, W_k, W_v):
        exponentials = np.exp((X @ q) @ (X @ k).T / np.sqrt(q.shape[-1]))
        found.append(exponentials / exponentials.sum() @ (X @ v))
    return np.hstack(found) @ W_o

# %% wrong: no-scale | written again from the start, without the root | like: a list, and concatenate along the columns
-        exponentials = np.exp((X @ q) @ (X @ k).T / np.sqrt(q.shape[-1]))
+        exponentials = np.exp((X @ q) @ (X @ k).T)
-    return np.concatenate(found, axis=-1) @ W_o
+    return np.hstack(found) @ W_o
# %% wrong: q-k-swapped | keys with queries | like: written again from the start, without the root
-        exponentials = np.exp((X @ q) @ (X @ k).T)
+        exponentials = np.exp((X @ k) @ (X @ q).T / np.sqrt(q.shape[-1]))
# %% wrong: weights-transposed | turns the weights round | like: steps as long as there are heads (ValueError)
-        start = h * num_heads
-        found[:, start : start + d_head] = weights @ V
+        found[:, h * d_head : (h + 1) * d_head] = weights.T @ V
# %% wrong: return-in-loop, output-projection-missing | two slips at once | like: return is indented too far
-        return found @ W_o
+        return found
# %% wrong: scale-by-sqrt-d_model, heads-overlap | the wrong line changed | like: takes the root for the mistake
-        found[:, h * d_head : (h + 1) * d_head] = weights @ V
+        found[:, h : h + d_head] = weights @ V

# %% wrong: heads-summed | the sum of the heads, repeated until it is wide enough
def heads_by_loop(X, W_q, W_k, W_v, W_o):
    total = 0
    for q, k, v in zip(W_q, W_k, W_v):
        e = np.exp((X @ q) @ (X @ k).T / np.sqrt(q.shape[-1]))
        total = total + e / e.sum(axis=1, keepdims=True) @ (X @ v)
    return np.tile(total, len(W_q)) @ W_o

# %% wrong: block-ends-too-early | the start is right, the end is not (ValueError) | like: steps as long as there are heads (ValueError)
-        start = h * num_heads
-        found[:, start : start + d_head] = weights @ V
+        found[:, h * d_head : h + d_head] = weights @ V
# %% wrong: heads-added-where-they-overlap | added into the overlapping columns | like: steps as long as there are heads (ValueError)
-        start = h * num_heads
-        found[:, start : start + d_head] = weights @ V
+        found[:, h : h + d_head] += weights @ V

# %% blind

# %% wrong: first-rows-for-all | added up the heads one by one, but multiplied each of them by the first d_head rows of W_o instead of its own rows | like: each head goes through its own rows of W_o, added up
-    output = np.zeros_like(X)
+    output = np.zeros((len(X), d_model))
-        output += weights @ V @ W_o[h * d_head : (h + 1) * d_head]
+        output += weights @ V @ W_o[:d_head]
