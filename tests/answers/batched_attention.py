"""Answers to `batched_attention(Q, K, V)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: every axis and size counted from the end
def batched_attention(Q, K, V):
    """Output (..., n_q, d_v) and weights (..., n_q, n_k), for one sentence or a batch."""
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% right: d_k from K, and power of a half
def batched_attention(Q, K, V):
    scores = Q @ np.swapaxes(K, -1, -2) * K.shape[-1] ** -0.5
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% right: one maximum for everything does no harm
def batched_attention(Q, K, V):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    exponentials = np.exp(scores - scores.max())
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% right: the maximum left out | like: one maximum for everything does no harm
-    exponentials = np.exp(scores - scores.max())
+    exponentials = np.exp(scores)

# %% right: axis from ndim
def batched_attention(Q, K, V):
    last = Q.ndim - 1
    scores = Q @ np.swapaxes(K, last, last - 1) / np.sqrt(Q.shape[last])
    e = np.exp(scores - scores.max(axis=last, keepdims=True))
    weights = e / e.sum(axis=last, keepdims=True)
    return weights @ V, weights

# %% right: einsum with names
def batched_attention(Q, K, V):
    scores = np.einsum("...qd,...kd->...qk", Q, K) / np.sqrt(Q.shape[-1])
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    return np.einsum("...qk,...kv->...qv", weights, V), weights

# %% right: recursion, one sentence at a time
def batched_attention(Q, K, V):
    if Q.ndim > 2:
        pairs = [batched_attention(q, k, v) for q, k, v in zip(Q, K, V)]
        return np.stack([o for o, _ in pairs]), np.stack([w for _, w in pairs])
    scores = Q @ K.T / np.sqrt(Q.shape[1])
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = e / e.sum(axis=1, keepdims=True)
    return weights @ V, weights

# %% right: softmax of its own, the queries scaled first
def _softmax(s):
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def batched_attention(Q, K, V):
    weights = _softmax(Q / np.sqrt(Q.shape[-1]) @ K.swapaxes(-1, -2))
    return weights @ V, weights

# %% right: matmul, and torch style transpose of the last two
def batched_attention(Q, K, V):
    axes = (*range(K.ndim - 2), K.ndim - 1, K.ndim - 2)
    scores = np.matmul(Q, np.transpose(K, axes)) / np.sqrt(K.shape[-1])
    e = np.exp(scores - np.amax(scores, axis=-1, keepdims=True))
    weights = np.divide(e, np.sum(e, axis=-1, keepdims=True))
    return np.matmul(weights, V), weights

# %% wrong: axis-from-the-front | repaired the maximum and forgot the sum
def batched_attention(Q, K, V):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = exponentials / exponentials.sum(axis=1, keepdims=True)
    return weights @ V, weights

# %% wrong: size-from-the-front | repaired the axis but not the size | like: d_k from K, and power of a half
-    scores = Q @ np.swapaxes(K, -1, -2) * K.shape[-1] ** -0.5
+    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[1])
# %% wrong: shift-along-another-axis | repaired the sum and forgot the maximum | like: one maximum for everything does no harm
-    exponentials = np.exp(scores - scores.max())
+    exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
# %% wrong: size-from-the-front, shift-along-another-axis | repaired nothing but the sum | like: repaired the axis but not the size
-    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
+    exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))

# %% wrong: needs-a-batch-axis | counts from the front again, now 2
def batched_attention(Q, K, V):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    exponentials = np.exp(scores - scores.max(axis=2, keepdims=True))
    weights = exponentials / exponentials.sum(axis=2, keepdims=True)
    return weights @ V, weights

# %% wrong: needs-a-batch-axis | d_k is axis 2 of a batch | like: d_k from K, and power of a half
-    scores = Q @ np.swapaxes(K, -1, -2) * K.shape[-1] ** -0.5
+    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[2])
# %% wrong: needs-a-batch-axis | unpacks three sizes | like: d_k from K, and power of a half
-    scores = Q @ np.swapaxes(K, -1, -2) * K.shape[-1] ** -0.5
+    batch, n_q, d_k = Q.shape
+    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(d_k)

# %% wrong: softmax-over-queries | counts from the end, but to the wrong axis
def batched_attention(Q, K, V):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    exponentials = np.exp(scores - scores.max(axis=-2, keepdims=True))
    weights = exponentials / exponentials.sum(axis=-2, keepdims=True)
    return weights @ V, weights

# %% wrong: softmax-over-everything | axis thrown out, as it was at fault | like: one maximum for everything does no harm
-    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
+    weights = exponentials / exponentials.sum()

# %% wrong: softmax-not-normalised | takes the division out while searching
def batched_attention(Q, K, V):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights @ V, weights

# %% wrong: keepdims-missing | takes keepdims for the culprit | like: repaired the maximum and forgot the sum
-    weights = exponentials / exponentials.sum(axis=1, keepdims=True)
+    weights = exponentials / exponentials.sum(axis=-1)
# %% wrong: scale-by-sqrt-n | replaces 1 by -2, the same number in a batch | like: d_k from K, and power of a half
-    scores = Q @ np.swapaxes(K, -1, -2) * K.shape[-1] ** -0.5
+    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-2])
# %% wrong: scale-by-sqrt-n, softmax-over-queries | replaces every 1 by -2 | like: counts from the end, but to the wrong axis
-    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
+    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-2])
# %% wrong: no-scale | takes the scale out, for it seemed to make trouble | like: d_k from K, and power of a half
-    scores = Q @ np.swapaxes(K, -1, -2) * K.shape[-1] ** -0.5
+    scores = Q @ np.swapaxes(K, -1, -2)
# %% wrong: scale-by-d_k | loses the root while repairing | like: d_k from K, and power of a half
-    scores = Q @ np.swapaxes(K, -1, -2) * K.shape[-1] ** -0.5
+    scores = Q @ np.swapaxes(K, -1, -2) / Q.shape[-1]
# %% wrong: scale-after-softmax | moves the scale to the weights | like: takes the scale out, for it seemed to make trouble
-    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
+    weights = exponentials / exponentials.sum(axis=-1, keepdims=True) / np.sqrt(Q.shape[-1])

# %% wrong: softmax-twice | calls a softmax on top of the one that is there
def batched_attention(Q, K, V):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    weights = scores
    for _ in range(2):
        e = np.exp(weights - weights.max(axis=-1, keepdims=True))
        weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% wrong: weights-not-returned | only the output is of interest | like: repaired the maximum and forgot the sum
-    weights = exponentials / exponentials.sum(axis=1, keepdims=True)
-    return weights @ V, weights
+    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V
# %% wrong: returned-in-wrong-order | weights first | like: d_k from K, and power of a half
-    scores = Q @ np.swapaxes(K, -1, -2) * K.shape[-1] ** -0.5
+    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
-    return weights @ V, weights
+    return weights, weights @ V
# %% wrong: mutates-input | scales the queries in place | like: d_k from K, and power of a half
-    scores = Q @ np.swapaxes(K, -1, -2) * K.shape[-1] ** -0.5
+    Q /= np.sqrt(Q.shape[-1])
+    scores = Q @ np.swapaxes(K, -1, -2)
# %% wrong: axis-from-the-front | softmax along the sentences | like: the maximum left out
-    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
+    weights = exponentials / exponentials.sum(axis=0, keepdims=True)
# %% wrong: batch-axis-breaks | the .T of a single sentence came back (ValueError) | like: d_k from K, and power of a half
-    scores = Q @ np.swapaxes(K, -1, -2) * K.shape[-1] ** -0.5
+    scores = Q @ K.T / np.sqrt(Q.shape[-1])
# %% wrong: scale-by-sqrt-len | the other way round: shape[0] | like: d_k from K, and power of a half
-    scores = Q @ np.swapaxes(K, -1, -2) * K.shape[-1] ** -0.5
+    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[0])
# %% unnamed | divides by a number of its own | like: d_k from K, and power of a half
-    scores = Q @ np.swapaxes(K, -1, -2) * K.shape[-1] ** -0.5
+    scores = Q @ np.swapaxes(K, -1, -2) / 1.5
# %% unnamed | uses torch's word for axis (TypeError) | like: the maximum left out
-    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
+    weights = exponentials / exponentials.sum(dim=-1, keepdims=True)

# %% wrong: needs-a-batch-axis | every 1 made a 2, because a batch has one axis more
def batched_attention(Q, K, V):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[2])
    exponentials = np.exp(scores)
    weights = exponentials / np.sum(exponentials, axis=2, keepdims=True)
    return weights @ V, weights
