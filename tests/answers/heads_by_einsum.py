"""Answers to `heads_by_einsum(X, W_q, W_k, W_v, W_o)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: two letters more and another root
def heads_by_einsum(X, W_q, W_k, W_v, W_o):
    num_heads, d_model, d_head = W_q.shape
    Q, K, V = (np.einsum("nm,hmd->hnd", X, W) for W in (W_q, W_k, W_v))
    scores = np.einsum("hqd,hkd->hqk", Q, K) / np.sqrt(d_head)
    exponentials = np.exp(scores)
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    found = np.einsum("hqk,hkd->hqd", weights, V)
    return np.einsum("hqd,hdm->qm", found, W_o.reshape(num_heads, d_head, d_model))

# %% right: heads behind the tokens all the way
def heads_by_einsum(X, W_q, W_k, W_v, W_o):
    h, m, d = W_q.shape
    Q, K, V = [np.einsum("nm,hmd->nhd", X, W) for W in (W_q, W_k, W_v)]
    e = np.exp(np.einsum("qhd,khd->qhk", Q, K) / d**0.5)
    w = e / e.sum(-1, keepdims=True)
    found = np.einsum("qhk,khd->qhd", w, V)
    return found.reshape(len(X), h * d) @ W_o

# %% right: a loop over the heads
def heads_by_einsum(X, W_q, W_k, W_v, W_o):
    found = []
    for q, k, v in zip(W_q, W_k, W_v):
        scores = (X @ q) @ (X @ k).T / np.sqrt(q.shape[1])
        e = np.exp(scores - scores.max(axis=1, keepdims=True))
        found.append(e / e.sum(axis=1, keepdims=True) @ X @ v)
    return np.hstack(found) @ W_o

# %% right: matrix products in place of the last two einsums
def heads_by_einsum(X, W_q, W_k, W_v, W_o):
    num_heads, d_model, d_head = W_q.shape
    Q, K, V = X @ W_q, X @ W_k, X @ W_v
    e = np.exp(np.einsum("hqd,hkd->hqk", Q, K) / np.sqrt(d_head))
    weights = e / e.sum(axis=2)[:, :, None]
    found = weights @ V
    return np.swapaxes(found, 0, 1).reshape(len(X), d_model) @ W_o

# %% right: each head writes through its own rows of W_o, added in a loop
def heads_by_einsum(X, W_q, W_k, W_v, W_o):
    num_heads, d_model, d_head = W_q.shape
    output = 0
    for h in range(num_heads):
        Q, K, V = X @ W_q[h], X @ W_k[h], X @ W_v[h]
        e = np.exp(np.einsum("qd,kd->qk", Q, K) / np.sqrt(d_head))
        output = output + (e / e.sum(axis=-1, keepdims=True)) @ V @ W_o[h * d_head : (h + 1) * d_head]
    return output

# %% right: other letters, and the queries scaled first
def heads_by_einsum(X, W_q, W_k, W_v, W_o):
    a, b, c = W_q.shape
    Q = np.einsum("ib,abc->aic", X, W_q) / np.sqrt(c)
    K = np.einsum("jb,abc->ajc", X, W_k)
    V = np.einsum("jb,abc->ajc", X, W_v)
    e = np.exp(np.einsum("aic,ajc->aij", Q, K))
    e /= np.einsum("aij->ai", e)[..., None]
    return np.einsum("aij,ajc,acb->ib", e, V, W_o.reshape(a, c, b))

# %% right: ellipsis for the heads
def heads_by_einsum(X, W_q, W_k, W_v, W_o):
    def softmax(s):
        e = np.exp(s - s.max(-1, keepdims=True))
        return e / e.sum(-1, keepdims=True)

    Q, K, V = (np.einsum("nm,...md->...nd", X, W) for W in (W_q, W_k, W_v))
    weights = softmax(np.einsum("...qd,...kd->...qk", Q, K) * Q.shape[-1] ** -0.5)
    heads = np.einsum("...qk,...kd->...qd", weights, V)
    return np.concatenate(list(heads), axis=-1) @ W_o

# %% right: the scale from the keys, and tensordot at the end
def heads_by_einsum(X, W_q, W_k, W_v, W_o):
    num_heads, d_model, d_head = W_q.shape
    Q, K, V = (np.einsum("nm,hmd->hnd", X, W) for W in (W_q, W_k, W_v))
    scores = np.einsum("hqd,hkd->hqk", Q, K / np.sqrt(K.shape[2]))
    weights = np.exp(scores) / np.sum(np.exp(scores), axis=-1, keepdims=True)
    found = np.einsum("hqk,hkd->qhd", weights, V)
    return np.tensordot(found, W_o.reshape(num_heads, d_head, d_model), axes=2)

# %% right: d_model divided by the number of heads | like: two letters more and another root
-    scores = np.einsum("hqd,hkd->hqk", Q, K) / np.sqrt(d_head)
+    scores = np.einsum("hqd,hkd->hqk", Q, K) / np.sqrt(d_model / num_heads)
# %% wrong: heads-share-scores | corrects the root only | like: two letters more and another root
-    scores = np.einsum("hqd,hkd->hqk", Q, K) / np.sqrt(d_head)
+    scores = np.einsum("hqd,hkd->qk", Q, K) / np.sqrt(d_head)
-    found = np.einsum("hqk,hkd->hqd", weights, V)
+    found = np.einsum("qk,hkd->hqd", weights, V)
# %% wrong: scale-by-sqrt-d_model | adds the letter and keeps the root | like: two letters more and another root
-    scores = np.einsum("hqd,hkd->hqk", Q, K) / np.sqrt(d_head)
+    scores = np.einsum("hqd,hkd->hqk", Q, K) / np.sqrt(d_model)
# %% wrong: scale-by-sqrt-num_heads | the first size that looked like a count of heads | like: two letters more and another root
-    scores = np.einsum("hqd,hkd->hqk", Q, K) / np.sqrt(d_head)
+    scores = np.einsum("hqd,hkd->hqk", Q, K) / np.sqrt(num_heads)
# %% wrong: no-scale | lost the root while he corrected the letters | like: two letters more and another root
-    scores = np.einsum("hqd,hkd->hqk", Q, K) / np.sqrt(d_head)
-    exponentials = np.exp(scores)
+    exponentials = np.exp(np.einsum("hqd,hkd->hqk", Q, K))
# %% wrong: scale-by-d_k | forgot the root | like: lost the root while he corrected the letters
-    exponentials = np.exp(np.einsum("hqd,hkd->hqk", Q, K))
+    exponentials = np.exp(np.einsum("hqd,hkd->hqk", Q, K) / d_head)
# %% wrong: scale-by-sqrt-n | Q.shape[1] is the number of tokens here | like: lost the root while he corrected the letters
-    exponentials = np.exp(np.einsum("hqd,hkd->hqk", Q, K))
+    exponentials = np.exp(np.einsum("hqd,hkd->hqk", Q, K) / np.sqrt(Q.shape[1]))
# %% wrong: q-k-swapped | h in the wrong place, and k before q | like: lost the root while he corrected the letters
-    exponentials = np.exp(np.einsum("hqd,hkd->hqk", Q, K))
+    exponentials = np.exp(np.einsum("hqd,hkd->hkq", Q, K) / np.sqrt(d_head))
# %% wrong: softmax-over-queries | there is one axis more now, so axis=1, thinks she | like: lost the root while he corrected the letters
-    exponentials = np.exp(np.einsum("hqd,hkd->hqk", Q, K))
-    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
+    exponentials = np.exp(np.einsum("hqd,hkd->hqk", Q, K) / np.sqrt(d_head))
+    weights = exponentials / exponentials.sum(axis=1, keepdims=True)
# %% wrong: softmax-over-heads | h last, so the sum runs over the heads | like: two letters more and another root
-    scores = np.einsum("hqd,hkd->hqk", Q, K) / np.sqrt(d_head)
+    scores = np.einsum("hqd,hkd->qkh", Q, K) / np.sqrt(d_head)
-    found = np.einsum("hqk,hkd->hqd", weights, V)
+    found = np.einsum("qkh,hkd->hqd", weights, V)
# %% wrong: softmax-over-everything | a sum of all | like: lost the root while he corrected the letters
-    exponentials = np.exp(np.einsum("hqd,hkd->hqk", Q, K))
-    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
+    exponentials = np.exp(np.einsum("hqd,hkd->hqk", Q, K) / np.sqrt(d_head))
+    weights = exponentials / np.einsum("hqk->", exponentials)
# %% wrong: softmax-not-normalised | the line with the sum is gone | like: lost the root while he corrected the letters
-    exponentials = np.exp(np.einsum("hqd,hkd->hqk", Q, K))
-    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
+    weights = np.exp(np.einsum("hqd,hkd->hqk", Q, K) / np.sqrt(d_head))
# %% wrong: weights-transposed | the letters of the weights in the other order | like: lost the root while he corrected the letters
-    exponentials = np.exp(np.einsum("hqd,hkd->hqk", Q, K))
+    exponentials = np.exp(np.einsum("hqd,hkd->hqk", Q, K) / np.sqrt(d_head))
-    found = np.einsum("hqk,hkd->hqd", weights, V)
+    found = np.einsum("hkq,hkd->hqd", weights, V)
# %% wrong: merge-without-transpose | merges with a reshape alone | like: lost the root while he corrected the letters
-    exponentials = np.exp(np.einsum("hqd,hkd->hqk", Q, K))
+    exponentials = np.exp(np.einsum("hqd,hkd->hqk", Q, K) / np.sqrt(d_head))
-    return np.einsum("hqd,hdm->qm", found, W_o.reshape(num_heads, d_head, d_model))
+    return found.reshape(-1, d_model) @ W_o
# %% wrong: heads-interleaved | sizes of W_o in the other order | like: lost the root while he corrected the letters
-    exponentials = np.exp(np.einsum("hqd,hkd->hqk", Q, K))
+    exponentials = np.exp(np.einsum("hqd,hkd->hqk", Q, K) / np.sqrt(d_head))
-    return np.einsum("hqd,hdm->qm", found, W_o.reshape(num_heads, d_head, d_model))
+    return np.einsum("hqd,dhm->qm", found, W_o.reshape(d_head, num_heads, d_model))

# %% wrong: heads-averaged | the mean of the heads, copied until it is wide enough
def heads_by_einsum(X, W_q, W_k, W_v, W_o):
    num_heads, d_model, d_head = W_q.shape
    Q, K, V = (np.einsum("nm,hmd->hnd", X, W) for W in (W_q, W_k, W_v))
    exponentials = np.exp(np.einsum("hqd,hkd->hqk", Q, K) / np.sqrt(d_head))
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    found = np.einsum("hqk,hkd->qd", weights, V) / num_heads
    return np.tile(found, num_heads) @ W_o

# %% wrong: output-projection-missing | merges and stops | like: the mean of the heads, copied until it is wide enough
-    found = np.einsum("hqk,hkd->qd", weights, V) / num_heads
-    return np.tile(found, num_heads) @ W_o
+    return np.einsum("hqk,hkd->qhd", weights, V).reshape(-1, d_model)
# %% wrong: negated | takes exp of minus the scores | like: lost the root while he corrected the letters
-    exponentials = np.exp(np.einsum("hqd,hkd->hqk", Q, K))
+    exponentials = np.exp(-np.einsum("hqd,hkd->hqk", Q, K) / np.sqrt(d_head))
# %% unnamed | adds h to the scores and forgets the line below (ValueError) | like: two letters more and another root
-    found = np.einsum("hqk,hkd->hqd", weights, V)
+    found = np.einsum("qk,hkd->hqd", weights, V)
# %% unnamed | another letter for the heads of the keys: each query meets the keys of all heads | like: two letters more and another root
-    scores = np.einsum("hqd,hkd->hqk", Q, K) / np.sqrt(d_head)
+    scores = np.einsum("hqd,gkd->hqk", Q, K) / np.sqrt(d_head)
# %% unnamed | returns the weights as well | like: merges and stops
-    return np.einsum("hqk,hkd->qhd", weights, V).reshape(-1, d_model)
+    found = np.einsum("hqk,hkd->hqd", weights, V)
+    return np.einsum("hqd,hdm->qm", found, W_o.reshape(num_heads, d_head, d_model)), weights
# %% unnamed | sums the heads without W_o | like: merges and stops
-    return np.einsum("hqk,hkd->qhd", weights, V).reshape(-1, d_model)
+    return np.einsum("hqk,hkd->qd", weights, V)
# %% unnamed | no sum over the axes on the right, only a mean of the scores | like: corrects the root only
-    scores = np.einsum("hqd,hkd->qk", Q, K) / np.sqrt(d_head)
+    scores = np.einsum("hqd,hkd->qk", Q, K) / num_heads / np.sqrt(d_head)
