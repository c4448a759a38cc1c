"""Answers to `attention_weights(Q, K)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: matmul with the last two axes of K exchanged
def attention_weights(Q, K):
    d_k = K.shape[-1]
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_k)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

# %% right: einsum and a bare exponential
def attention_weights(Q, K):
    scores = np.einsum("...qd,...kd->...qk", Q, K) / Q.shape[-1] ** 0.5
    e = np.exp(scores)
    return e / np.einsum("...qk->...q", e)[..., None]

# %% right: three loops with math.exp and math.sqrt, nested lists returned
import math


def attention_weights(Q, K):
    if Q.ndim > 2:
        return [attention_weights(q, k) for q, k in zip(Q, K)]
    result = []
    for q in Q.tolist():
        row = []
        for k in K.tolist():
            s = 0.0
            for a, b in zip(q, k):
                s += a * b
            row.append(math.exp(s / math.sqrt(len(q))))
        total = sum(row)
        result.append([r / total for r in row])
    return result

# %% right: np.matmul and mT
def attention_weights(Q, K):
    scores = np.matmul(Q, K.mT) / np.sqrt(np.float32(K.shape[-1]))
    scores = scores - np.max(scores, axis=-1)[..., np.newaxis]
    return np.exp(scores) / np.sum(np.exp(scores), axis=-1, keepdims=True)

# %% right: broadcasting instead of a matrix product
def attention_weights(Q, K):
    products = Q[..., :, None, :] * K[..., None, :, :]
    scores = products.sum(axis=-1) / np.sqrt(Q.shape[-1])
    e = np.exp(scores)
    return e / e.sum(-1, keepdims=True)

# %% right: queries scaled first, on a copy
def attention_weights(Q, K):
    Q = Q.copy()
    Q /= np.sqrt(Q.shape[-1])
    w = Q @ np.swapaxes(K, -1, -2)
    w -= w.max(-1, keepdims=True)
    np.exp(w, out=w)
    w /= w.sum(-1, keepdims=True)
    return w

# %% right: queries and keys each divided by the fourth root
def attention_weights(Q, K):
    root = Q.shape[-1] ** 0.25
    scores = (Q / root) @ np.swapaxes(K / root, -2, -1)
    exps = np.exp(scores)
    return exps / exps.sum(axis=-1, keepdims=True)

# %% right: float32 everywhere | like: matmul with the last two axes of K exchanged
-    d_k = K.shape[-1]
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_k)
+    Q, K = Q.astype("float32"), K.astype("float32")
+    scores = np.einsum("...id,...jd->...ij", Q, K) * np.float32(K.shape[-1] ** -0.5)

# %% right: an object that can be called
class AttentionWeights:
    def softmax(self, x):
        e = np.exp(x - x.max(axis=-1, keepdims=True))
        return e / e.sum(axis=-1, keepdims=True)

    def __call__(self, Q, K):
        return self.softmax(Q @ K.swapaxes(-2, -1) / np.sqrt(Q.shape[-1]))


attention_weights = AttentionWeights()

# %% right: two lambdas
norm = lambda e: e / e.sum(-1, keepdims=True)
attention_weights = lambda Q, K: norm(np.exp(Q @ K.swapaxes(-1, -2) / K.shape[-1] ** 0.5))

# %% right: through the logarithm of the sum
def logsumexp(x, axis=-1):
    m = x.max(axis=axis, keepdims=True)
    return m + np.log(np.exp(x - m).sum(axis=axis, keepdims=True))


def attention_weights(Q, K):
    s = np.matmul(Q, np.swapaxes(K, -1, -2)) / np.sqrt(Q.shape[-1])
    return np.exp(s - logsumexp(s))

# %% right: keys on rows first, transposed at the end
def attention_weights(Q, K):
    s = K @ Q.swapaxes(-1, -2) / np.sqrt(K.shape[-1])  # (..., n_k, n_q)
    e = np.exp(s)
    e = e / e.sum(axis=-2, keepdims=True)
    return np.swapaxes(e, -1, -2)

# %% right: np.inner for matrices, recursion for a batch
def attention_weights(Q, K):
    if Q.ndim > 2:
        return np.array([attention_weights(Q[i], K[i]) for i in range(len(Q))])
    scores = np.inner(Q, K) / np.sqrt(Q.shape[1])
    scores = np.exp(scores)
    return scores / scores.sum(axis=1, keepdims=True)

# %% right: the softmax one row at a time
def row_softmax(row):
    e = np.exp(row - max(row))
    return e / sum(e)


def attention_weights(Q, K):
    d_k = Q.shape[-1]
    scores = Q @ np.moveaxis(K, -1, -2) / np.sqrt(d_k)
    return np.apply_along_axis(row_softmax, -1, scores)

# %% right: a softmax with an axis, given by keyword; extra default arguments
def softmax(x, axis=-1):
    x = x - x.max(axis=axis, keepdims=True)
    y = np.exp(x)
    return y / y.sum(axis=axis, keepdims=True)


def attention_weights(Q, K, scale=None, axis=-1):
    """(..., n_q, d_k), (..., n_k, d_k) -> (..., n_q, n_k)"""
    scale = 1 / np.sqrt(Q.shape[-1]) if scale is None else scale
    return softmax(scale * (Q @ K.swapaxes(-2, -1)), axis=axis)

# %% right: prints and asserts left in
def attention_weights(Q, K):
    d_k = Q.shape[-1]
    assert d_k == K.shape[-1], "Q and K do not fit"
    scores = np.einsum("...qd,...kd->...qk", Q, K)
    print("scores", scores.shape, "std", scores.std())
    scores = scores / np.sqrt(d_k)
    print("after scaling", scores.std())
    w = np.exp(scores)
    w = w / w.sum(axis=-1, keepdims=True)
    assert np.allclose(w.sum(axis=-1), 1, atol=1e-5)
    return w

# %% right: one query at a time, any batch
def attention_weights(Q, K):
    out = np.empty(Q.shape[:-1] + (K.shape[-2],))
    for index in np.ndindex(*Q.shape[:-1]):
        q, keys = Q[index], K[index[:-1]]
        s = keys @ q / len(q) ** 0.5
        s = np.exp(s - s.max())
        out[index] = s / s.sum()
    return out

# %% right: warnings silenced, nan cleaned up in case
def attention_weights(Q, K):
    with np.errstate(all="ignore"):
        logits = np.matmul(Q, np.matrix_transpose(K)) / np.sqrt(K.shape[-1])
        e = np.exp(logits)
        w = e / e.sum(axis=-1, keepdims=True)
    return np.nan_to_num(w)

# %% right: normalised twice, it does no harm
def attention_weights(Q, K):
    n_k = K.shape[-2]
    scores = Q @ K.swapaxes(-1, -2)
    scores = scores / np.sqrt(K.shape[-1])
    e = np.exp(scores)
    ones = np.ones((n_k, n_k))
    w = e / (e @ ones)
    return w / w.sum(axis=-1, keepdims=True)

# %% wrong: scale-by-d_k | forgot the root | like: matmul with the last two axes of K exchanged
-    d_k = K.shape[-1]
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_k)
+    scores = Q @ K.swapaxes(-1, -2) / K.shape[-1]
# %% wrong: scale-by-sqrt-n | the number of keys | like: forgot the root
-    scores = Q @ K.swapaxes(-1, -2) / K.shape[-1]
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-2])

# %% wrong: scale-by-sqrt-len | K.shape[0] taken for the width
def attention_weights(Q, K):
    d_k = K.shape[0]
    scores = (Q @ K.swapaxes(-2, -1)) / d_k**0.5
    e = np.exp(scores)
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: scale-inverted | times instead of divided by | like: forgot the root
-    scores = Q @ K.swapaxes(-1, -2) / K.shape[-1]
+    scores = Q @ K.swapaxes(-1, -2) * np.sqrt(K.shape[-1])

# %% wrong: scale-after-softmax | softmax first, then the root
def attention_weights(Q, K):
    scores = Q @ K.swapaxes(-1, -2)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights / np.sqrt(K.shape[-1])

# %% wrong: softmax-over-axis-0 | axis=0
def attention_weights(Q, K):
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    e = np.exp(scores)
    return e / e.sum(axis=0)

# %% wrong: softmax-over-queries | axis=-2
def attention_weights(Q, K):
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    e = np.exp(scores - scores.max(axis=-2, keepdims=True))
    return e / e.sum(axis=-2, keepdims=True)

# %% wrong: softmax-over-queries | the maximum along -1, the sum along -2 | like: axis=-2
-    e = np.exp(scores - scores.max(axis=-2, keepdims=True))
+    e = np.exp(scores - scores.max(axis=-1, keepdims=True))

# %% wrong: softmax-over-everything | sum without an axis
def attention_weights(Q, K):
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    e = np.exp(scores - scores.max())
    return e / e.sum()

# %% wrong: softmax-over-everything | both axes, because a matrix has two
def attention_weights(Q, K):
    scores = np.einsum("...qd,...kd->...qk", Q, K) / np.sqrt(Q.shape[-1])
    e = np.exp(scores)
    return e / e.sum(axis=(-2, -1), keepdims=True)

# %% wrong: softmax-not-normalised | the exponential alone
return np.exp(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1]))

# %% wrong: softmax-not-normalised | the maximum subtracted, the division forgotten
def attention_weights(Q, K):
    scores = np.einsum("...qd,...kd->...qk", Q, K) / np.sqrt(K.shape[-1])
    scores = scores - scores.max(axis=-1, keepdims=True)
    return np.exp(scores)

# %% wrong: softmax-base-2 | 2 ** scores
def attention_weights(Q, K):
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    e = 2**scores
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: hard-argmax | each query takes the best key
def attention_weights(Q, K):
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    return np.eye(K.shape[-2])[scores.argmax(axis=-1)]

# %% wrong: q-k-swapped | K Q^T | like: forgot the root
-    scores = Q @ K.swapaxes(-1, -2) / K.shape[-1]
+    scores = K @ Q.swapaxes(-1, -2) / np.sqrt(K.shape[-1])

# %% wrong: exp-missing | scores as shares of their sum
def attention_weights(Q, K):
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    return scores / scores.sum(axis=-1, keepdims=True)

# %% wrong: log-softmax | the stable form, but its exponential forgotten
def attention_weights(Q, K):
    s = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    m = s.max(axis=-1, keepdims=True)
    return s - m - np.log(np.exp(s - m).sum(axis=-1, keepdims=True))

# %% wrong: negated | a minus that belongs to a distance
def attention_weights(Q, K):
    scores = -(Q @ K.swapaxes(-1, -2)) / np.sqrt(K.shape[-1])
    e = np.exp(scores)
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: self-scores | Q with itself
def attention_weights(Q, K):
    scores = Q @ Q.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    e = np.exp(scores)
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: self-scores | K with itself | like: forgot the root
-    scores = Q @ K.swapaxes(-1, -2) / K.shape[-1]
+    scores = np.einsum("...qd,...kd->...qk", K, K) / np.sqrt(K.shape[-1])

# %% wrong: no-scale, softmax-over-queries | two slips at once
def attention_weights(Q, K):
    e = np.exp(Q @ K.swapaxes(-1, -2))
    return e / e.sum(axis=-2, keepdims=True)

# %% wrong: scale-by-d_k, softmax-over-axis-0 | the root forgotten and axis=0
def attention_weights(Q, K):
    e = np.exp(np.einsum("...qd,...kd->...qk", Q, K) / K.shape[-1])
    return e / e.sum(axis=0, keepdims=True)

# %% wrong: no-scale, q-k-swapped | raw K Q^T | like: forgot the root
-    scores = Q @ K.swapaxes(-1, -2) / K.shape[-1]
+    scores = np.matmul(K, Q.swapaxes(-1, -2))
# %% wrong: softmax-over-queries, q-k-swapped | the transpose of the right answer | like: two slips at once
-    e = np.exp(Q @ K.swapaxes(-1, -2))
+    scores = K @ Q.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
+    e = np.exp(scores)
# %% wrong: no-scale, softmax-not-normalised | exp of the dot products and no more
return np.exp(Q @ K.swapaxes(-2, -1))

# %% wrong: no-scale, batch-axis-breaks | one line from memory
def attention_weights(Q, K):
    e = np.exp(Q @ K.T)
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: scale-by-d_k, mutates-input | Q /= d_k | like: one line from memory
-    e = np.exp(Q @ K.T)
+    Q /= K.shape[-1]
+    e = np.exp(Q @ K.swapaxes(-1, -2))
# %% wrong: scale-by-sqrt-n, softmax-over-queries | queries and keys confused throughout | like: two slips at once
-    e = np.exp(Q @ K.swapaxes(-1, -2))
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-2])
+    e = np.exp(scores)

# %% wrong: no-scale, keepdims-missing | no root, numpy's defaults
def attention_weights(Q, K):
    scores = Q @ K.swapaxes(-1, -2)
    e = np.exp(scores)
    return e / np.sum(e, axis=-1)

# %% wrong: no-scale, self-scores | Q Q^T and no root | like: one line from memory
-    e = np.exp(Q @ K.T)
+    e = np.exp(Q @ Q.swapaxes(-1, -2))
# %% wrong: scale-inverted, softmax-over-queries | times the root, down the columns | like: axis=-2
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
+    scores = Q @ K.swapaxes(-1, -2) * np.sqrt(K.shape[-1])
# %% wrong: scale-by-sqrt-n, batch-axis-breaks | shape[0] for the width and K.T | like: Q with itself
-    scores = Q @ Q.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
+    scores = Q @ K.T / np.sqrt(K.shape[0])
# %% wrong: softmax-missing | the scores themselves, no softmax at all
return Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
# %% wrong: scale-by-fourth-root | the fourth root | like: Q with itself
-    scores = Q @ Q.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
+    scores = Q @ K.swapaxes(-1, -2) / K.shape[-1] ** 0.25
# %% unnamed | returns a string
return f"softmax({Q.shape} x {K.shape})"
# %% wrong: sigmoid-not-softmax | a sigmoid instead of the softmax
return 1 / (1 + np.exp(-(Q @ K.swapaxes(-1, -2)) / np.sqrt(K.shape[-1])))
# %% wrong: scale-hard-coded | the width hard-coded as in the paper | like: one line from memory
-    e = np.exp(Q @ K.T)
+    d_k = 64
+    e = np.exp(Q @ K.swapaxes(-1, -2) / np.sqrt(d_k))
# %% unnamed | returns the scores along with the weights | like: axis=0
-    return e / e.sum(axis=0)
+    return e / e.sum(axis=-1, keepdims=True), scores
# %% wrong: softmax-over-queries, batch-axis-breaks | K.T, and axis=0 throughout (ValueError)
def attention_weights(Q, K):
    S = Q @ K.T / Q.shape[-1] ** 0.5
    E = np.exp(S - S.max(axis=0))
    return E / E.sum(axis=0)

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: einsum, with the root as a power
def attention_weights(Q, K):
    scores = np.einsum("...qd,...kd->...qk", Q, K) / Q.shape[-1] ** 0.5
    e = np.exp(scores - scores.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)

# %% right: a fourth root on both sides, and logaddexp
def attention_weights(Q, K):
    root = Q.shape[-1] ** 0.25
    q = (Q / root)[..., :, None, :]
    k = (K / root)[..., None, :, :]
    scores = (q * k).sum(axis=-1)
    log_total = np.logaddexp.reduce(scores, axis=-1, keepdims=True)
    return np.exp(scores - log_total)

# %% right: one query at a time, stacked
def attention_weights(Q, K):
    n_q, n_k, d_k = Q.shape[-2], K.shape[-2], K.shape[-1]
    rows = []
    for i in range(n_q):
        q = Q[..., i, :, np.newaxis]
        s = np.squeeze(K @ q, axis=-1) * d_k**-0.5
        s = s - np.max(s, axis=-1, keepdims=True)
        p = np.exp(s)
        rows.append(p / np.sum(p, axis=-1, keepdims=True))
    return np.stack(rows, axis=-2)

# %% wrong: half-not-root | d_k ** 1/2 | like: forgot the root
-    scores = Q @ K.swapaxes(-1, -2) / K.shape[-1]
+    d_k = Q.shape[-1]
+    scores = Q @ np.swapaxes(K, -1, -2) / (d_k ** 1/2)
# %% wrong: no-scale | d_k ** (1 // 2), which is 1 | like: matmul with the last two axes of K exchanged
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_k)
+    scores = np.matmul(Q, np.moveaxis(K, -1, -2)) / d_k ** (1 // 2)
# %% wrong: batch-axis-breaks | Q[0].size for d_k | like: forgot the root
-    scores = Q @ K.swapaxes(-1, -2) / K.shape[-1]
+    d_k = Q[0].size
+    scores = Q @ K.swapaxes(-2, -1) / np.sqrt(d_k)

# %% wrong: batch-axis-breaks | softmax on axis 1
def attention_weights(Q, K):
    scores = Q @ np.swapaxes(K, -1, -2)
    scores = scores / np.sqrt(Q.shape[-1])
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)

# %% wrong: keys-reshaped | K reshaped to (d_k, n_k) | like: forgot the root
-    scores = Q @ K.swapaxes(-1, -2) / K.shape[-1]
+    n_k, d_k = K.shape[-2:]
+    Kt = K.reshape(*K.shape[:-2], d_k, n_k)
+    scores = Q @ Kt / np.sqrt(d_k)
# %% unnamed | a mean over d_k for the sum, and the root on top | like: forgot the root
-    scores = Q @ K.swapaxes(-1, -2) / K.shape[-1]
+    prod = Q[..., :, None, :] * K[..., None, :, :]
+    scores = prod.mean(axis=-1) / np.sqrt(Q.shape[-1])
# %% wrong: cosine-not-dot, no-scale | divided by the lengths, not by the root of d_k | like: forgot the root
-    scores = Q @ K.swapaxes(-1, -2) / K.shape[-1]
+    q = Q / (np.linalg.norm(Q, axis=-1, keepdims=True) + 1e-12)
+    k = K / (np.linalg.norm(K, axis=-1, keepdims=True) + 1e-12)
+    scores = q @ np.swapaxes(k, -1, -2)

# %% wrong: mask-not-asked | a causal mask that the assistant added
def attention_weights(Q, K):
    d_k = Q.shape[-1]
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(d_k)
    mask = np.tril(np.ones(scores.shape[-2:], dtype=bool))
    scores = np.where(mask, scores, -1e9)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: mutates-input | np.divide with out=Q | like: forgot the root
-    scores = Q @ K.swapaxes(-1, -2) / K.shape[-1]
+    np.divide(Q, np.sqrt(Q.shape[-1]), out=Q)
+    scores = Q @ np.swapaxes(K, -1, -2)

# %% unnamed | softmax run twice, and the root of Q.ndim
def attention_weights(Q, K):
    def sm(x):
        e = np.exp(x - x.max(axis=-1, keepdims=True))
        return e / e.sum(axis=-1, keepdims=True)

    scores = sm(Q @ np.swapaxes(K, -1, -2))
    return sm(scores / np.sqrt(Q.ndim))

# %% wrong: batch-axis-breaks | np.inner | like: forgot the root
-    scores = Q @ K.swapaxes(-1, -2) / K.shape[-1]
+    scores = np.inner(Q, K) / np.sqrt(Q.shape[-1])
# %% wrong: keys-not-transposed | K.transpose(-2, -1), as in PyTorch (ValueError) | like: forgot the root
-    scores = Q @ K.swapaxes(-1, -2) / K.shape[-1]
+    scores = Q @ K.transpose(-2, -1) / np.sqrt(Q.shape[-1])
# %% unnamed | Q.size(-1), as in PyTorch (TypeError) | like: forgot the root
-    scores = Q @ K.swapaxes(-1, -2) / K.shape[-1]
+    d_k = Q.size(-1)
+    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(d_k)
# %% unnamed | np.softmax (AttributeError)
return np.softmax(Q @ np.swapaxes(K, -1, -2) / np.sqrt(K.shape[-1]), axis=-1)

# %% wrong: keepdims-missing | sum(axis=-1) as it comes (ValueError)
def attention_weights(Q, K):
    e = np.exp(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))
    return e / e.sum(axis=-1)

# %% unnamed | Q.shape[-1:] is a tuple (TypeError) | like: Q with itself
-    scores = Q @ Q.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
+    *batch, d_k = Q.shape[:-1], Q.shape[-1:]
+    scores = (Q @ np.swapaxes(K, -1, -2)) / (d_k ** 0.5)

# %% not blind | by people who knew the catalogue

# %% wrong: root-without-brackets | ** 1/2, no brackets | like: Q with itself
-    scores = Q @ Q.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
+    d_k = K.shape[-1]
+    scores = np.einsum("...id,...jd->...ij", Q, K) / d_k ** 1/2

# %% wrong: softmax-twice | once with exp, and softmax after it, to be sure
def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def attention_weights(Q, K):
    weights = softmax(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))
    return softmax(weights)
