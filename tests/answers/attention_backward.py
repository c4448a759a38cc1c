"""Answers to `attention_backward(Q, K, V, d_output)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the four steps, the last first
def attention_backward(Q, K, V, d_output):
    scale = 1 / np.sqrt(Q.shape[-1])
    scores = Q @ np.swapaxes(K, -1, -2) * scale
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    d_V = np.swapaxes(weights, -1, -2) @ d_output
    d_weights = d_output @ np.swapaxes(V, -1, -2)
    mean = (weights * d_weights).sum(axis=-1, keepdims=True)
    d_scores = weights * (d_weights - mean) * scale
    return d_scores @ K, np.swapaxes(d_scores, -1, -2) @ Q, d_V

# %% right: einsum all the way
def attention_backward(Q, K, V, d_output):
    root = Q.shape[-1] ** 0.5
    S = np.einsum("...id,...jd->...ij", Q, K) / root
    A = np.exp(S - S.max(-1, keepdims=True))
    A /= A.sum(-1, keepdims=True)
    dA = np.einsum("...iv,...jv->...ij", d_output, V)
    dS = A * (dA - np.einsum("...ij,...ij->...i", A, dA)[..., None])
    dQ = np.einsum("...ij,...jd->...id", dS, K) / root
    dK = np.einsum("...ij,...id->...jd", dS, Q) / root
    dV = np.einsum("...ij,...iv->...jv", A, d_output)
    return dQ, dK, dV

# %% right: the mean from the output, as in FlashAttention
def attention_backward(Q, K, V, d_output):
    T = lambda M: M.swapaxes(-1, -2)
    c = Q.shape[-1] ** -0.5
    S = c * (Q @ T(K))
    P = np.exp(S - S.max(axis=-1, keepdims=True))
    P = P / P.sum(axis=-1, keepdims=True)
    D = (d_output * (P @ V)).sum(axis=-1, keepdims=True)
    dS = P * (d_output @ T(V) - D)
    return c * (dS @ K), c * (T(dS) @ Q), T(P) @ d_output

# %% right: the Jacobian of every row written out
def attention_backward(Q, K, V, d_output):
    d_k = Q.shape[-1]
    logits = np.matmul(Q, np.moveaxis(K, -1, -2)) / np.sqrt(d_k)
    w = np.exp(logits)
    w = w / w.sum(-1)[..., None]
    jacobian = w[..., :, None] * np.eye(w.shape[-1]) - w[..., :, None] * w[..., None, :]
    d_w = np.matmul(d_output, np.moveaxis(V, -1, -2))
    d_logits = np.matmul(jacobian, d_w[..., None])[..., 0]
    d_products = d_logits / np.sqrt(d_k)
    d_Q = np.matmul(d_products, K)
    d_K = np.matmul(np.moveaxis(d_products, -1, -2), Q)
    return d_Q, d_K, np.matmul(np.moveaxis(w, -1, -2), d_output)

# %% right: recursion over the batch, loops over queries and keys
def attention_backward(Q, K, V, d_output):
    if Q.ndim > 2:
        parts = [attention_backward(*arrays) for arrays in zip(Q, K, V, d_output)]
        return tuple(np.stack(part) for part in zip(*parts))
    root = np.sqrt(Q.shape[1])
    d_Q, d_K, d_V = np.zeros(Q.shape), np.zeros(K.shape), np.zeros(V.shape)
    for i, q in enumerate(Q):
        e = np.exp(K @ q / root)
        w = e / e.sum()
        worth = V @ d_output[i]
        d_s = w * (worth - w @ worth) / root
        for j in range(len(K)):
            d_V[j] += w[j] * d_output[i]
            d_Q[i] += d_s[j] * K[j]
            d_K[j] += d_s[j] * q
    return d_Q, d_K, d_V

# %% right: scales Q first, so that d_Q gets the factor at the end
def attention_backward(Q, K, V, d_output):
    root = np.sqrt(Q.shape[-1])
    q = Q / root
    s = q @ K.swapaxes(-2, -1)
    p = np.exp(s - np.max(s, axis=-1, keepdims=True))
    p = p / np.sum(p, axis=-1, keepdims=True)
    dp = d_output @ V.swapaxes(-2, -1)
    ds = p * dp - p * np.sum(p * dp, axis=-1, keepdims=True)
    return ds @ K / root, ds.swapaxes(-2, -1) @ q, p.swapaxes(-2, -1) @ d_output

# %% right: his own functions from the exercises before
def softmax(scores):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def softmax_backward(weights, d_weights):
    return weights * (d_weights - (weights * d_weights).sum(axis=-1, keepdims=True))


def attention_backward(Q, K, V, d_output):
    root = np.sqrt(Q.shape[-1])
    weights = softmax(Q @ np.swapaxes(K, -1, -2) / root)
    d_scores = softmax_backward(weights, d_output @ np.swapaxes(V, -1, -2))
    d_Q = d_scores @ K / root
    d_K = np.swapaxes(d_scores, -1, -2) @ Q / root
    d_V = np.swapaxes(weights, -1, -2) @ d_output
    return [d_Q, d_K, d_V]

# %% right: reshaped to one batch axis
def attention_backward(Q, K, V, d_output):
    flat = [a.reshape(-1, *a.shape[-2:]) for a in (Q, K, V, d_output)]
    q, k, v, g = flat
    t = lambda a: a.transpose(0, 2, 1)
    z = q @ t(k) / np.sqrt(q.shape[2])
    a = np.exp(z - z.max(axis=2, keepdims=True))
    a = a / a.sum(axis=2, keepdims=True)
    ga = g @ t(v)
    gz = a * (ga - (a * ga).sum(axis=2, keepdims=True)) / np.sqrt(q.shape[2])
    return (gz @ k).reshape(Q.shape), (t(gz) @ q).reshape(K.shape), (t(a) @ g).reshape(V.shape)

# %% right: numerically, because it is allowed
def attention_backward(Q, K, V, d_output):
    arrays = [np.array(a, dtype=float) for a in (Q, K, V)]

    def loss():
        q, k, v = arrays
        s = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
        e = np.exp(s - s.max(axis=-1, keepdims=True))
        return (e / e.sum(axis=-1, keepdims=True) @ v * d_output).sum()

    gradients = []
    for a in arrays:
        g = np.zeros_like(a)
        for i in np.ndindex(a.shape):
            old = a[i]
            a[i] = old + 1e-5
            up = loss()
            a[i] = old - 1e-5
            g[i] = (up - loss()) / 2e-5
            a[i] = old
        gradients.append(g)
    return tuple(gradients)

# %% wrong: scale-forgotten | scaled forward only
def attention_backward(Q, K, V, d_output):
    s = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    w = e / e.sum(axis=-1, keepdims=True)
    dw = d_output @ np.swapaxes(V, -1, -2)
    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True))
    return ds @ K, np.swapaxes(ds, -1, -2) @ Q, np.swapaxes(w, -1, -2) @ d_output

# %% wrong: d_Q-not-scaled | for the queries only
def attention_backward(Q, K, V, d_output):
    root = np.sqrt(Q.shape[-1])
    e = np.exp(Q @ np.swapaxes(K, -1, -2) / root)
    w = e / e.sum(axis=-1, keepdims=True)
    dw = d_output @ np.swapaxes(V, -1, -2)
    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True))
    return ds @ K, np.swapaxes(ds, -1, -2) @ Q / root, np.swapaxes(w, -1, -2) @ d_output

# %% wrong: d_K-not-scaled | for the keys only | like: for the queries only
-    return ds @ K, np.swapaxes(ds, -1, -2) @ Q / root, np.swapaxes(w, -1, -2) @ d_output
+    return ds @ K / root, np.swapaxes(ds, -1, -2) @ Q, np.swapaxes(w, -1, -2) @ d_output
# %% wrong: size-from-the-front | shape[1], as in his first test | like: scaled forward only
-    s = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
-    e = np.exp(s - s.max(axis=-1, keepdims=True))
+    root = np.sqrt(Q.shape[1])
+    e = np.exp(Q @ np.swapaxes(K, -1, -2) / root)
-    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True))
+    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True)) / root
# %% wrong: scale-by-sqrt-n | takes n_q for d_k | like: shape[1], as in his first test
-    root = np.sqrt(Q.shape[1])
+    root = np.sqrt(Q.shape[-2])
# %% wrong: scale-by-sqrt-n | len(Q) | like: shape[1], as in his first test
-    root = np.sqrt(Q.shape[1])
+    root = np.sqrt(len(Q))
# %% wrong: no-scale | no root anywhere | like: scaled forward only
-    s = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
+    s = Q @ np.swapaxes(K, -1, -2)
# %% wrong: no-scale | scaled backward only | like: scaled forward only
-    s = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
+    root = np.sqrt(Q.shape[-1])
+    s = Q @ np.swapaxes(K, -1, -2)
-    return ds @ K, np.swapaxes(ds, -1, -2) @ Q, np.swapaxes(w, -1, -2) @ d_output
+    return ds @ K / root, np.swapaxes(ds, -1, -2) @ Q / root, np.swapaxes(w, -1, -2) @ d_output
# %% wrong: scale-by-d_k | once in d_scores, once in each product | like: scaled backward only
-    s = Q @ np.swapaxes(K, -1, -2)
+    s = Q @ np.swapaxes(K, -1, -2) / root
-    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True))
+    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True)) / root
# %% wrong: scale-inverted | undoes the division | like: scaled forward only
-    s = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
+    root = np.sqrt(Q.shape[-1])
+    s = Q @ np.swapaxes(K, -1, -2) / root
-    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True))
+    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True)) * root
# %% wrong: scale-on-values | all three are scaled at the end | like: scaled backward only
-    s = Q @ np.swapaxes(K, -1, -2)
+    s = Q @ np.swapaxes(K, -1, -2) / root
-    return ds @ K / root, np.swapaxes(ds, -1, -2) @ Q / root, np.swapaxes(w, -1, -2) @ d_output
+    dQ, dK, dV = ds @ K, np.swapaxes(ds, -1, -2) @ Q, np.swapaxes(w, -1, -2) @ d_output
+    return dQ / root, dK / root, dV / root
# %% wrong: softmax-skipped | straight from weights to queries | like: undoes the division
-    dw = d_output @ np.swapaxes(V, -1, -2)
-    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True)) * root
+    ds = d_output @ np.swapaxes(V, -1, -2) / root

# %% wrong: softmax-on-gradient | softmax there, softmax back
def attention_backward(Q, K, V, d_output):
    def softmax(s):
        e = np.exp(s - s.max(axis=-1, keepdims=True))
        return e / e.sum(axis=-1, keepdims=True)

    root = np.sqrt(Q.shape[-1])
    w = softmax(Q @ np.swapaxes(K, -1, -2) / root)
    ds = softmax(d_output @ np.swapaxes(V, -1, -2)) / root
    return ds @ K, np.swapaxes(ds, -1, -2) @ Q, np.swapaxes(w, -1, -2) @ d_output

# %% wrong: d_V-not-transposed | as forward (ValueError) | like: undoes the division
-    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True)) * root
-    return ds @ K, np.swapaxes(ds, -1, -2) @ Q, np.swapaxes(w, -1, -2) @ d_output
+    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True)) / root
+    return ds @ K, np.swapaxes(ds, -1, -2) @ Q, w @ d_output
# %% wrong: d_K-not-transposed | the same product for both (ValueError) | like: undoes the division
-    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True)) * root
-    return ds @ K, np.swapaxes(ds, -1, -2) @ Q, np.swapaxes(w, -1, -2) @ d_output
+    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True)) / root
+    return ds @ K, ds @ Q, np.swapaxes(w, -1, -2) @ d_output
# %% wrong: d_Q-transposed, d_K-not-transposed | the transpose at the wrong one (ValueError) | like: undoes the division
-    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True)) * root
-    return ds @ K, np.swapaxes(ds, -1, -2) @ Q, np.swapaxes(w, -1, -2) @ d_output
+    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True)) / root
+    return np.swapaxes(ds, -1, -2) @ K, ds @ Q, np.swapaxes(w, -1, -2) @ d_output
# %% wrong: d_Q-transposed | both transposed, to be safe (ValueError) | like: undoes the division
-    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True)) * root
-    return ds @ K, np.swapaxes(ds, -1, -2) @ Q, np.swapaxes(w, -1, -2) @ d_output
+    ds = np.swapaxes(w * (dw - (w * dw).sum(axis=-1, keepdims=True)) / root, -1, -2)
+    return ds @ K, ds @ Q, np.swapaxes(w, -1, -2) @ d_output
# %% wrong: values-not-transposed | d_output times V (ValueError) | like: undoes the division
-    dw = d_output @ np.swapaxes(V, -1, -2)
-    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True)) * root
+    dw = d_output @ V
+    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True)) / root
# %% wrong: own-array-not-the-other | d_Q from Q, d_K from K (ValueError) | like: undoes the division
-    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True)) * root
-    return ds @ K, np.swapaxes(ds, -1, -2) @ Q, np.swapaxes(w, -1, -2) @ d_output
+    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True)) / root
+    return ds @ Q, np.swapaxes(ds, -1, -2) @ K, np.swapaxes(w, -1, -2) @ d_output
# %% wrong: own-array-not-the-other | a slip in d_K (ValueError) | like: undoes the division
-    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True)) * root
-    return ds @ K, np.swapaxes(ds, -1, -2) @ Q, np.swapaxes(w, -1, -2) @ d_output
+    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True)) / root
+    return ds @ K, np.swapaxes(ds, -1, -2) @ K, np.swapaxes(w, -1, -2) @ d_output
# %% wrong: returned-in-wrong-order | in the order of the way back | like: once in d_scores, once in each product
-    w = e / e.sum(axis=-1, keepdims=True)
+    w = e / e.sum(axis=-1, keepdims=True)
+    d_V = np.swapaxes(w, -1, -2) @ d_output
-    return ds @ K / root, np.swapaxes(ds, -1, -2) @ Q / root, np.swapaxes(w, -1, -2) @ d_output
+    return d_V, np.swapaxes(ds, -1, -2) @ Q, ds @ K
# %% wrong: returned-in-wrong-order | d_K for d_Q | like: once in d_scores, once in each product
-    return ds @ K / root, np.swapaxes(ds, -1, -2) @ Q / root, np.swapaxes(w, -1, -2) @ d_output
+    d_Q = np.swapaxes(ds, -1, -2) @ Q
+    d_K = ds @ K
+    return d_Q, d_K, np.swapaxes(w, -1, -2) @ d_output
# %% wrong: d_output-ignored | gradient of the sum of all outputs | like: in the order of the way back
-    d_V = np.swapaxes(w, -1, -2) @ d_output
-    dw = d_output @ np.swapaxes(V, -1, -2)
+    d_out = np.ones_like(w @ V)
+    dw = d_out @ np.swapaxes(V, -1, -2)
-    return d_V, np.swapaxes(ds, -1, -2) @ Q, ds @ K
+    return ds @ K, np.swapaxes(ds, -1, -2) @ Q, np.swapaxes(w, -1, -2) @ d_out
# %% wrong: softmax-over-queries | axis -2 on the way forward | like: shape[1], as in his first test
-    root = np.sqrt(Q.shape[1])
+    root = np.sqrt(Q.shape[-1])
-    w = e / e.sum(axis=-1, keepdims=True)
+    w = e / e.sum(axis=-2, keepdims=True)
# %% wrong: softmax-over-queries, sum-over-queries | axis -2 both ways | like: shape[1], as in his first test
-    root = np.sqrt(Q.shape[1])
+    root = np.sqrt(Q.shape[-1])
-    w = e / e.sum(axis=-1, keepdims=True)
+    w = e / e.sum(axis=-2, keepdims=True)
-    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True)) / root
+    ds = w * (dw - (w * dw).sum(axis=-2, keepdims=True)) / root

# %% wrong: batch-axis-breaks | .T everywhere (ValueError)
def attention_backward(Q, K, V, d_output):
    root = np.sqrt(Q.shape[1])
    e = np.exp(Q @ K.T / root)
    w = e / e.sum(axis=1, keepdims=True)
    dw = d_output @ V.T
    ds = w * (dw - (w * dw).sum(axis=1, keepdims=True)) / root
    return ds @ K, ds.T @ Q, w.T @ d_output

# %% wrong: diagonal-only | w (1 - w) | like: shape[1], as in his first test
-    root = np.sqrt(Q.shape[1])
+    root = np.sqrt(Q.shape[-1])
-    dw = d_output @ np.swapaxes(V, -1, -2)
-    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True)) / root
+    ds = w * (1 - w) * (d_output @ np.swapaxes(V, -1, -2)) / root
# %% wrong: no-centring | w times d_w | like: shape[1], as in his first test
-    root = np.sqrt(Q.shape[1])
+    root = np.sqrt(Q.shape[-1])
-    dw = d_output @ np.swapaxes(V, -1, -2)
-    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True)) / root
+    ds = w * (d_output @ np.swapaxes(V, -1, -2)) / root
# %% wrong: unweighted-mean | plain mean | like: for the queries only
-    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True))
-    return ds @ K, np.swapaxes(ds, -1, -2) @ Q / root, np.swapaxes(w, -1, -2) @ d_output
+    ds = w * (dw - dw.mean(axis=-1, keepdims=True)) / root
+    return ds @ K, np.swapaxes(ds, -1, -2) @ Q, np.swapaxes(w, -1, -2) @ d_output
# %% wrong: sum-over-queries | axis -2 in the mean | like: plain mean
-    ds = w * (dw - dw.mean(axis=-1, keepdims=True)) / root
+    ds = w * (dw - (w * dw).sum(axis=-2, keepdims=True)) / root
# %% wrong: keepdims-missing | in the mean (ValueError) | like: plain mean
-    ds = w * (dw - dw.mean(axis=-1, keepdims=True)) / root
+    ds = w * (dw - (w * dw).sum(axis=-1)) / root
# %% wrong: sum-over-everything | one number for all rows | like: plain mean
-    ds = w * (dw - dw.mean(axis=-1, keepdims=True)) / root
+    ds = w * (dw - (w * dw).sum()) / root
# %% wrong: divided-by-n_k | mean of the products | like: plain mean
-    ds = w * (dw - dw.mean(axis=-1, keepdims=True)) / root
+    ds = w * (dw - (w * dw).mean(axis=-1, keepdims=True)) / root
# %% wrong: axis-from-the-front | axis 1 in the mean | like: plain mean
-    ds = w * (dw - dw.mean(axis=-1, keepdims=True)) / root
+    ds = w * (dw - (w * dw).sum(axis=1, keepdims=True)) / root
# %% wrong: mean-not-multiplied | brackets forgotten | like: plain mean
-    ds = w * (dw - dw.mean(axis=-1, keepdims=True)) / root
+    ds = (w * dw - (w * dw).sum(axis=-1, keepdims=True)) / root
# %% wrong: mutates-input | scales Q in place, and gives the factor back at the end | like: for the keys only
-    e = np.exp(Q @ np.swapaxes(K, -1, -2) / root)
+    Q /= root
+    e = np.exp(Q @ np.swapaxes(K, -1, -2))

# %% wrong: scale-forgotten, diagonal-only | two at once
def attention_backward(Q, K, V, d_output):
    e = np.exp(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))
    w = e / e.sum(axis=-1, keepdims=True)
    ds = w * (1 - w) * (d_output @ np.swapaxes(V, -1, -2))
    return ds @ K, np.swapaxes(ds, -1, -2) @ Q, np.swapaxes(w, -1, -2) @ d_output

# %% wrong: softmax-skipped, scale-forgotten | products only
def attention_backward(Q, K, V, d_output):
    e = np.exp(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))
    w = e / e.sum(axis=-1, keepdims=True)
    dw = d_output @ np.swapaxes(V, -1, -2)
    return dw @ K, np.swapaxes(dw, -1, -2) @ Q, np.swapaxes(w, -1, -2) @ d_output

# %% unnamed | the keys are taken to be fixed | like: for the queries only
-    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True))
-    return ds @ K, np.swapaxes(ds, -1, -2) @ Q / root, np.swapaxes(w, -1, -2) @ d_output
+    ds = w * (dw - (w * dw).sum(axis=-1, keepdims=True)) / root
+    return ds @ K, np.zeros_like(K), np.swapaxes(w, -1, -2) @ d_output

# %% wrong: d_V-from-d_weights | one name for another | like: the four steps, the last first
-    return d_scores @ K, np.swapaxes(d_scores, -1, -2) @ Q, d_V
+    return d_scores @ K, np.swapaxes(d_scores, -1, -2) @ Q, np.swapaxes(d_weights, -1, -2) @ d_output
# %% wrong: scale-by-sqrt-d_v | the width of the values, on the way back | like: the four steps, the last first
-    d_scores = weights * (d_weights - mean) * scale
+    d_scores = weights * (d_weights - mean) / np.sqrt(V.shape[-1])
# %% wrong: scale-by-sqrt-d_v | the width of the values | like: the four steps, the last first
-    scale = 1 / np.sqrt(Q.shape[-1])
+    scale = 1 / np.sqrt(V.shape[-1])
# %% wrong: scale-by-sqrt-n_k | the root of the number of keys, both ways | like: the four steps, the last first
-    scale = 1 / np.sqrt(Q.shape[-1])
+    scale = 1 / np.sqrt(K.shape[-2])

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: gradient-for-array | Q overwritten before d_K is made
def attention_backward(Q, K, V, d_output):
    T = lambda A: np.swapaxes(A, -1, -2)
    root = np.sqrt(Q.shape[-1])
    scaled = Q @ T(K) / root
    weights = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    d_weights = d_output @ T(V)
    mean = (weights * d_weights).sum(axis=-1, keepdims=True)
    d_scores = weights * (d_weights - mean) / root
    V = T(weights) @ d_output
    Q = d_scores @ K
    K = T(d_scores) @ Q
    return Q, K, V

# %% wrong: d_K-scaled-twice | scales Q beforehand, and divides d_K by the root once more although the scaled Q is already in it
def softmax_backward(weights, d_weights):
    return weights * (d_weights - (weights * d_weights).sum(axis=-1, keepdims=True))


def attention_backward(Q, K, V, d_output):
    root = np.sqrt(Q.shape[-1])
    Q = Q / root
    scores = Q @ np.swapaxes(K, -1, -2)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    d_V = np.swapaxes(weights, -1, -2) @ d_output
    d_weights = d_output @ np.swapaxes(V, -1, -2)
    d_scores = softmax_backward(weights, d_weights) / root
    d_Q = d_scores @ K
    d_K = np.swapaxes(d_scores, -1, -2) @ Q
    return d_Q, d_K, d_V

# %% wrong: softmax-slopes-for-weights | hands the two arguments to softmax_backward in the wrong order (slopes first, weights second)
def softmax_backward(weights, d_weights):
    return weights * (d_weights - (weights * d_weights).sum(axis=-1, keepdims=True))


def attention_backward(Q, K, V, d_output):
    d_k = Q.shape[-1]
    scaled = Q @ K.swapaxes(-1, -2) / np.sqrt(d_k)
    weights = np.exp(scaled - scaled.max(-1, keepdims=True))
    weights = weights / weights.sum(-1, keepdims=True)
    d_V = weights.swapaxes(-1, -2) @ d_output
    d_weights = d_output @ V.swapaxes(-1, -2)
    d_scaled = softmax_backward(d_weights, weights)
    d_scores = d_scaled / np.sqrt(d_k)
    return d_scores @ K, d_scores.swapaxes(-1, -2) @ Q, d_V

# %% wrong: scores-for-weights | Handed the scaled scores to softmax_backward, which expects what softmax returned, not what it was given
def softmax_backward(weights, d_weights):
    return weights * (d_weights - (weights * d_weights).sum(axis=-1, keepdims=True))


def attention_backward(Q, K, V, d_output):
    K_T, V_T = np.swapaxes(K, -1, -2), np.swapaxes(V, -1, -2)
    root = Q.shape[-1] ** 0.5
    scaled = Q @ K_T / root
    weights = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    d_V = np.swapaxes(weights, -1, -2) @ d_output
    d_scores = softmax_backward(scaled, d_output @ V_T) / root
    return d_scores @ K, np.swapaxes(d_scores, -1, -2) @ Q, d_V
