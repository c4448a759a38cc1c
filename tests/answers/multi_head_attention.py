"""Answers to `multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None)`, as students
write them. Each section is one answer cell; its marker line says what the student thought."""

# %% right: reshape and swapaxes
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    source = X if context is None else context
    d_model = X.shape[-1]
    d_head = d_model // num_heads

    def split(A):
        return A.reshape(*A.shape[:-1], num_heads, d_head).swapaxes(-2, -3)

    Q, K, V = split(X @ W_q), split(source @ W_k), split(source @ W_v)
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    heads = weights @ V
    merged = heads.swapaxes(-2, -3).reshape(X.shape)
    return merged @ W_o, weights

# %% right: einsum, no axis is moved
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    if context is None:
        context = X
    d_head = X.shape[-1] // num_heads
    Q = (X @ W_q).reshape(*X.shape[:-1], num_heads, d_head)
    K = (context @ W_k).reshape(*context.shape[:-1], num_heads, d_head)
    V = (context @ W_v).reshape(*context.shape[:-1], num_heads, d_head)
    scores = np.einsum("...qhd,...khd->...hqk", Q, K) / d_head**0.5
    e = np.exp(scores)
    weights = e / e.sum(axis=-1, keepdims=True)
    heads = np.einsum("...hqk,...khd->...qhd", weights, V)
    return heads.reshape(X.shape) @ W_o, weights

# %% right: a loop over the heads, columns of the matrices
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    C = X if context is None else context
    d_head = X.shape[-1] // num_heads
    outputs, weights = [], []
    for h in range(num_heads):
        cols = slice(h * d_head, (h + 1) * d_head)
        Q = X @ W_q[:, cols]
        K = C @ W_k[:, cols]
        V = C @ W_v[:, cols]
        s = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
        w = np.exp(s)
        w = w / w.sum(axis=-1, keepdims=True)
        outputs.append(w @ V)
        weights.append(w)
    output = np.concatenate(outputs, axis=-1) @ W_o
    return output, np.stack(weights, axis=-3)

# %% right: helpers for softmax, split and merge
def softmax(x, axis=-1):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def split_heads(A, num_heads):
    return np.moveaxis(A.reshape(A.shape[:-1] + (num_heads, -1)), -2, -3)


def merge_heads(heads):
    moved = np.moveaxis(heads, -3, -2)
    return moved.reshape(moved.shape[:-2] + (-1,))


def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    if context is None:
        context = X
    Q = split_heads(X @ W_q, num_heads)
    K = split_heads(context @ W_k, num_heads)
    V = split_heads(context @ W_v, num_heads)
    scores = np.matmul(Q, np.swapaxes(K, -1, -2)) / np.sqrt(K.shape[-1])
    weights = softmax(scores)
    output = merge_heads(np.matmul(weights, V)) @ W_o
    return output, weights

# %% right: matrices split instead of the projections
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    C = context if context is not None else X
    d_model = W_q.shape[0]
    d = d_model // num_heads
    Wq, Wk, Wv = (W.reshape(d_model, num_heads, d) for W in (W_q, W_k, W_v))
    Wo = W_o.reshape(num_heads, d, -1)
    Q = np.einsum("...nm,mhd->...hnd", X, Wq)
    K = np.einsum("...nm,mhd->...hnd", C, Wk)
    V = np.einsum("...nm,mhd->...hnd", C, Wv)
    A = np.exp(np.einsum("...hqd,...hkd->...hqk", Q, K) / np.sqrt(d))
    A /= A.sum(axis=-1, keepdims=True)
    return np.einsum("...hqk,...hkd,hdm->...qm", A, V, Wo), A

# %% right: each head adds its part through its rows of W_o
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    context = X if context is None else context
    output = 0
    weights = []
    for wq, wk, wv, wo in zip(
        np.split(W_q, num_heads, axis=1),
        np.split(W_k, num_heads, axis=1),
        np.split(W_v, num_heads, axis=1),
        np.split(W_o, num_heads, axis=0),
    ):
        s = (X @ wq) @ (context @ wk).swapaxes(-1, -2) * wk.shape[1] ** -0.5
        w = np.exp(s - s.max(-1, keepdims=True))
        w /= w.sum(-1, keepdims=True)
        weights.append(w)
        output = output + w @ (context @ wv) @ wo
    return output, np.stack(weights, axis=-3)

# %% right: matrices only, a batch by recursion, lists
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    if context is None:
        context = X
    if X.ndim > 2:
        outs, ws = [], []
        for x, c in zip(X, context):
            out, w = multi_head_attention(x, W_q, W_k, W_v, W_o, num_heads, c)
            outs.append(out)
            ws.append(w)
        return outs, ws
    n, d_model = X.shape
    n_k = len(context)
    d_head = d_model // num_heads
    Q = X.dot(W_q).reshape(n, num_heads, d_head).transpose(1, 0, 2)
    K = context.dot(W_k).reshape(n_k, num_heads, d_head).transpose(1, 2, 0)
    V = context.dot(W_v).reshape(n_k, num_heads, d_head).transpose(1, 0, 2)
    w = np.exp(Q @ K / np.sqrt(d_head))
    w = w / w.sum(axis=2)[:, :, None]
    merged = (w @ V).transpose(1, 0, 2).reshape(n, d_model)
    return [merged.dot(W_o), w]

# %% right: float32 everywhere, queries scaled first
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    X, W_q, W_k, W_v, W_o = (np.asarray(a, np.float32) for a in (X, W_q, W_k, W_v, W_o))
    context = X if context is None else np.asarray(context, np.float32)
    d_head = X.shape[-1] // num_heads
    heads = lambda A: np.stack(np.split(A, num_heads, axis=-1), axis=-3)
    Q = heads(X @ W_q) / np.float32(np.sqrt(d_head))
    w = np.exp(Q @ heads(context @ W_k).swapaxes(-1, -2))
    w /= w.sum(axis=-1, keepdims=True)
    out = w @ heads(context @ W_v)
    return np.concatenate([out[..., h, :, :] for h in range(num_heads)], axis=-1) @ W_o, w

# %% right: an object that can be called, a named tuple, prints left in
from collections import namedtuple

Result = namedtuple("Result", "output weights")


class MultiHeadAttention:
    def __init__(self, verbose=True):
        self.verbose = verbose

    def split(self, A, num_heads):
        parts = np.split(A, num_heads, axis=-1)
        return np.stack(parts, axis=-3)

    def __call__(self, X, W_q, W_k, W_v, W_o, num_heads, context=None):
        C = X if context is None else context
        Q, K, V = (self.split(a, num_heads) for a in (X @ W_q, C @ W_k, C @ W_v))
        if self.verbose:
            print("Q", Q.shape, "K", K.shape, "V", V.shape)
        w = np.exp(Q @ np.matrix_transpose(K) / np.sqrt(Q.shape[-1]))
        w = w / w.sum(axis=-1, keepdims=True)
        out = np.swapaxes(w @ V, -2, -3)
        return Result(out.reshape(X.shape) @ W_o, w)


multi_head_attention = MultiHeadAttention()

# %% right: a lambda on a lambda
sp = lambda A, h: A.reshape(*A.shape[:-1], h, A.shape[-1] // h).swapaxes(-2, -3)
sm = lambda s: np.exp(s) / np.exp(s).sum(-1, keepdims=True)
at = lambda X, C, q, k, h: sm(
    sp(X @ q, h) @ sp(C @ k, h).swapaxes(-1, -2) / (q.shape[1] // h) ** 0.5
)
mha = lambda X, C, q, k, v, o, h: (
    (at(X, C, q, k, h) @ sp(C @ v, h)).swapaxes(-2, -3).reshape(X.shape) @ o,
    at(X, C, q, k, h),
)
multi_head_attention = lambda X, q, k, v, o, h, context=None: mha(
    X, X if context is None else context, q, k, v, o, h
)

# %% right: loops over heads and queries, results filled in
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    C = X if context is None else context
    n, d_model = X.shape[-2:]
    n_k = C.shape[-2]
    d = d_model // num_heads
    Q, K, V = X @ W_q, C @ W_k, C @ W_v
    merged = np.zeros(X.shape, dtype=X.dtype)
    weights = np.zeros(X.shape[:-2] + (num_heads, n, n_k), dtype=X.dtype)
    for b in np.ndindex(*X.shape[:-2]):
        for h in range(num_heads):
            a, z = h * d, h * d + d
            for i in range(n):
                s = np.array([np.dot(Q[b][i, a:z], K[b][j, a:z]) for j in range(n_k)]) / np.sqrt(d)
                w = np.exp(s - s.max())
                w = w / w.sum()
                weights[b + (h, i)] = w
                for j in range(n_k):
                    merged[b + (i, slice(a, z))] += w[j] * V[b][j, a:z]
    return merged @ W_o, weights

# %% right: one product with the three matrices side by side
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    d_head = X.shape[-1] // num_heads
    if context is None:
        Q, K, V = np.split(X @ np.hstack([W_q, W_k, W_v]), 3, axis=-1)
    else:
        Q = X @ W_q
        K, V = np.split(context @ np.hstack([W_k, W_v]), 2, axis=-1)
    Q, K, V = (np.moveaxis(a.reshape(*a.shape[:-1], num_heads, d_head), -2, -3) for a in (Q, K, V))
    with np.errstate(over="raise"):
        s = np.matmul(Q, K.mT) / np.sqrt(d_head)
        w = np.exp(s - np.logaddexp.reduce(s, axis=-1, keepdims=True))
    heads = np.matmul(w, V)
    merged = np.concatenate(list(np.moveaxis(heads, -3, 0)), axis=-1)
    return np.matmul(merged, W_o), w

# %% wrong: no-scale | the root forgotten | like: reshape and swapaxes
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
+    scores = Q @ K.swapaxes(-1, -2)
# %% wrong: scale-by-sqrt-n | the number of keys | like: helpers for softmax, split and merge
-    scores = np.matmul(Q, np.swapaxes(K, -1, -2)) / np.sqrt(K.shape[-1])
+    scores = np.matmul(Q, np.swapaxes(K, -1, -2)) / np.sqrt(K.shape[-2])
# %% wrong: scale-by-sqrt-n | the number of queries | like: a loop over the heads, columns of the matrices
-        s = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
+        s = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-2])
# %% wrong: scale-by-sqrt-num_heads | the wrong factor of d_model | like: einsum, no axis is moved
-    scores = np.einsum("...qhd,...khd->...hqk", Q, K) / d_head**0.5
+    scores = np.einsum("...qhd,...khd->...hqk", Q, K) / num_heads**0.5
# %% wrong: scale-inverted | times the root | like: helpers for softmax, split and merge
-    scores = np.matmul(Q, np.swapaxes(K, -1, -2)) / np.sqrt(K.shape[-1])
+    scores = np.matmul(Q, np.swapaxes(K, -1, -2)) * np.sqrt(K.shape[-1])
# %% wrong: softmax-over-everything | sum without an axis | like: einsum, no axis is moved
-    weights = e / e.sum(axis=-1, keepdims=True)
+    weights = e / e.sum()
# %% wrong: softmax-over-everything | both axes of the tables | like: reshape and swapaxes
-    weights = e / e.sum(axis=-1, keepdims=True)
+    weights = e / e.sum(axis=(-2, -1), keepdims=True)
# %% wrong: softmax-over-first-axis | axis=0 handed to the helper | like: helpers for softmax, split and merge
-    weights = softmax(scores)
+    weights = softmax(scores, axis=0)
# %% wrong: softmax-over-heads | axis=-3 | like: helpers for softmax, split and merge
-    weights = softmax(scores)
+    weights = softmax(scores, axis=-3)
# %% wrong: softmax-not-normalised | the exponential alone | like: a loop over the heads, columns of the matrices
-        w = w / w.sum(axis=-1, keepdims=True)
# %% wrong: softmax-base-2 | exp2 | like: einsum, no axis is moved
-    e = np.exp(scores)
+    e = np.exp2(scores)
# %% wrong: hard-argmax | each head picks one key | like: the exponential alone
-        w = np.exp(s)
+        w = np.eye(C.shape[-2])[np.argmax(s, axis=-1)]
# %% wrong: q-k-swapped | K Q^T | like: reshape and swapaxes
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
+    scores = K @ Q.swapaxes(-1, -2) / np.sqrt(d_head)
# %% wrong: weights-transposed | W^T V | like: reshape and swapaxes
-    heads = weights @ V
+    heads = weights.swapaxes(-1, -2) @ V
# %% wrong: values-from-keys | W_k twice | like: a loop over the heads, columns of the matrices
-        V = C @ W_v[:, cols]
+        V = C @ W_k[:, cols]
# %% wrong: keys-not-transposed | Q @ K, which fits only squares | like: a loop over the heads, columns of the matrices
-        s = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
+        s = Q @ K / np.sqrt(d_head)
# %% wrong: self-scores | Q with itself | like: helpers for softmax, split and merge
-    scores = np.matmul(Q, np.swapaxes(K, -1, -2)) / np.sqrt(K.shape[-1])
+    scores = np.matmul(Q, np.swapaxes(Q, -1, -2)) / np.sqrt(K.shape[-1])
# %% wrong: self-scores | K with itself | like: a loop over the heads, columns of the matrices
-        s = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
+        s = K @ K.swapaxes(-1, -2) / np.sqrt(d_head)
# %% wrong: split-without-transpose | reshape straight to heads first | like: reshape and swapaxes
-        return A.reshape(*A.shape[:-1], num_heads, d_head).swapaxes(-2, -3)
+        return A.reshape(*A.shape[:-2], num_heads, A.shape[-2], d_head)
# %% wrong: heads-interleaved | each head gets every num_heads-th column | like: a loop over the heads, columns of the matrices
-        cols = slice(h * d_head, (h + 1) * d_head)
+        cols = slice(h, None, num_heads)

# %% wrong: heads-interleaved | at the split and at the merge
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    if context is None:
        context = X
    d_head = X.shape[-1] // num_heads
    Q = (X @ W_q).reshape(*X.shape[:-1], d_head, num_heads)
    K = (context @ W_k).reshape(*context.shape[:-1], d_head, num_heads)
    V = (context @ W_v).reshape(*context.shape[:-1], d_head, num_heads)
    scores = np.einsum("...qdh,...kdh->...hqk", Q, K) / np.sqrt(d_head)
    e = np.exp(scores)
    weights = e / e.sum(axis=-1, keepdims=True)
    heads = np.einsum("...hqk,...kdh->...qdh", weights, V)
    return heads.reshape(X.shape) @ W_o, weights

# %% wrong: heads-interleaved | at the merge only, heads moved to the end | like: reshape and swapaxes
-    merged = heads.swapaxes(-2, -3).reshape(X.shape)
+    merged = np.moveaxis(heads, -3, -1).reshape(X.shape)
# %% wrong: weights-averaged | one table of weights, as torch gives it | like: reshape and swapaxes
-    return merged @ W_o, weights
+    return merged @ W_o, weights.mean(axis=-3)
# %% wrong: heads-averaged | the mean of the outputs, which W_o does not take | like: reshape and swapaxes
-    merged = heads.swapaxes(-2, -3).reshape(X.shape)
+    merged = heads.mean(axis=-3)
# %% wrong: heads-averaged | the mean of the outputs, repeated until it fits | like: a loop over the heads, columns of the matrices
-    output = np.concatenate(outputs, axis=-1) @ W_o
+    output = np.concatenate([sum(outputs) / num_heads] * num_heads, axis=-1) @ W_o
# %% wrong: softmax-missing | scores that average | like: reshape and swapaxes
-    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
-    weights = e / e.sum(axis=-1, keepdims=True)
+    weights = scores
# %% unnamed | outputs added up, W_o cut to fit | like: a loop over the heads, columns of the matrices
-    output = np.concatenate(outputs, axis=-1) @ W_o
+    output = sum(outputs) @ W_o[:d_head]
# %% wrong: output-projection-missing | the merged heads are the output | like: reshape and swapaxes
-    return merged @ W_o, weights
+    return merged, weights
# %% wrong: output-projection-transposed | W_o.T | like: reshape and swapaxes
-    return merged @ W_o, weights
+    return merged @ W_o.T, weights
# %% wrong: projections-transposed | X @ W.T, as nn.Linear does | like: reshape and swapaxes
-    Q, K, V = split(X @ W_q), split(source @ W_k), split(source @ W_v)
+    Q, K, V = split(X @ W_q.T), split(source @ W_k.T), split(source @ W_v.T)
# %% wrong: projections-exchanged | W_k for the queries, W_q for the keys | like: reshape and swapaxes
-    Q, K, V = split(X @ W_q), split(source @ W_k), split(source @ W_v)
+    Q, K, V = split(X @ W_k), split(source @ W_q), split(source @ W_v)
# %% unnamed | the values are the tokens themselves | like: reshape and swapaxes
-    Q, K, V = split(X @ W_q), split(source @ W_k), split(source @ W_v)
+    Q, K, V = split(X @ W_q), split(source @ W_k), split(source)

# %% wrong: single-head | num_heads never used
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    C = X if context is None else context
    Q, K, V = X @ W_q, C @ W_k, C @ W_v
    e = np.exp(Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1]))
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ V @ W_o, weights

# %% wrong: context-ignored | self-attention, whatever is given
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    d_head = X.shape[-1] // num_heads
    heads = lambda A: np.stack(np.split(A, num_heads, axis=-1), axis=-3)
    Q, K, V = heads(X @ W_q), heads(X @ W_k), heads(X @ W_v)
    e = np.exp(Q @ K.swapaxes(-1, -2) / np.sqrt(d_head))
    weights = e / e.sum(axis=-1, keepdims=True)
    return (weights @ V).swapaxes(-2, -3).reshape(X.shape) @ W_o, weights

# %% unnamed | d_model / num_heads | like: reshape and swapaxes
-    d_head = d_model // num_heads
+    d_head = d_model / num_heads
# %% wrong: exp-missing | shares of the scores | like: scores that average
-    weights = scores
+    weights = scores / scores.sum(axis=-1, keepdims=True)
# %% wrong: log-softmax | logarithm of the weights | like: einsum, no axis is moved
-    weights = e / e.sum(axis=-1, keepdims=True)
+    weights = np.log(e / e.sum(axis=-1, keepdims=True))
# %% wrong: negated | a minus in the exponent | like: a loop over the heads, columns of the matrices
-        w = np.exp(s)
+        w = np.exp(-s)
# %% wrong: returned-in-wrong-order | weights first | like: reshape and swapaxes
-    return merged @ W_o, weights
+    return weights, merged @ W_o
# %% wrong: weights-not-returned | only the output matters | like: einsum, no axis is moved
-    return heads.reshape(X.shape) @ W_o, weights
+    return heads.reshape(X.shape) @ W_o
# %% wrong: no-scale, output-projection-missing | two lines of the paper left out | like: the root forgotten
-    return merged @ W_o, weights
+    return merged, weights
# %% wrong: scale-by-sqrt-d_model, output-projection-missing | one head's root, and no W_o | like: a loop over the heads, columns of the matrices
-        s = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
+        s = Q @ K.swapaxes(-1, -2) / np.sqrt(X.shape[-1])
-    output = np.concatenate(outputs, axis=-1) @ W_o
+    output = np.concatenate(outputs, axis=-1)
# %% wrong: scale-by-sqrt-d_model, split-without-transpose | root of d_model, reshape straight | like: reshape straight to heads first
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_model)
# %% wrong: no-scale, context-ignored | no root, self-attention only | like: the root forgotten
-    Q, K, V = split(X @ W_q), split(source @ W_k), split(source @ W_v)
+    Q, K, V = split(X @ W_q), split(X @ W_k), split(X @ W_v)
# %% wrong: heads-averaged, output-projection-missing | the mean of the heads is the output | like: a loop over the heads, columns of the matrices
-    output = np.concatenate(outputs, axis=-1) @ W_o
+    output = sum(outputs) / num_heads
# %% wrong: no-scale, weights-averaged | no root, weights averaged | like: the root forgotten
-    return merged @ W_o, weights
+    return merged @ W_o, weights.mean(axis=-3)
# %% wrong: scale-by-sqrt-d_model, softmax-over-queries | root of d_model, axis=-2 | like: reshape and swapaxes
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_model)
-    weights = e / e.sum(axis=-1, keepdims=True)
+    weights = e / e.sum(axis=-2, keepdims=True)

# %% wrong: scale-by-sqrt-d_model, batch-axis-breaks | matrices only, root of d_model
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    context = X if context is None else context
    n, d_model = X.shape
    n_k = context.shape[0]
    d_head = d_model // num_heads
    Q = (X @ W_q).reshape(n, num_heads, d_head).transpose(1, 0, 2)
    K = (context @ W_k).reshape(n_k, num_heads, d_head).transpose(1, 0, 2)
    V = (context @ W_v).reshape(n_k, num_heads, d_head).transpose(1, 0, 2)
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(d_model)
    e = np.exp(scores)
    weights = e / e.sum(axis=2, keepdims=True)
    merged = (weights @ V).transpose(1, 0, 2).reshape(n, d_model)
    return merged @ W_o, weights

# %% wrong: merge-without-transpose, output-projection-missing | reshape straight back, and no W_o | like: the merged heads are the output
-    merged = heads.swapaxes(-2, -3).reshape(X.shape)
+    merged = heads.reshape(X.shape)
# %% wrong: no-scale, returned-in-wrong-order | no root, weights first | like: a loop over the heads, columns of the matrices
-        s = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
+        s = Q @ K.swapaxes(-1, -2)
-    return output, np.stack(weights, axis=-3)
+    return np.stack(weights, axis=-3), output
# %% wrong: scale-by-d_k, softmax-over-heads | no root, axis=-3 | like: axis=-3
-    scores = np.matmul(Q, np.swapaxes(K, -1, -2)) / np.sqrt(K.shape[-1])
+    scores = np.matmul(Q, np.swapaxes(K, -1, -2)) / K.shape[-1]
# %% wrong: q-k-swapped, weights-transposed | transposed until the shapes fitted | like: K Q^T
-    heads = weights @ V
+    heads = weights.swapaxes(-1, -2) @ V
# %% wrong: values-from-keys, weights-not-returned | W_k twice, the output alone | like: only the output matters
-    V = (context @ W_v).reshape(*context.shape[:-1], num_heads, d_head)
+    V = (context @ W_k).reshape(*context.shape[:-1], num_heads, d_head)
# %% wrong: no-scale, mutates-input | no root, the output written over X | like: no root, weights first
-    output = np.concatenate(outputs, axis=-1) @ W_o
-    return np.stack(weights, axis=-3), output
+    X[...] = np.concatenate(outputs, axis=-1)
+    return X @ W_o, np.stack(weights, axis=-3)
# %% unnamed | returns a string
return "output, weights"
# %% unnamed | a residual connection | like: reshape and swapaxes
-    return merged @ W_o, weights
+    return X + merged @ W_o, weights
# %% wrong: mask-not-asked | a causal mask nobody asked for | like: reshape and swapaxes
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
+    scores = np.where(np.tri(*scores.shape[-2:], dtype=bool), scores, -np.inf)
# %% unnamed | only the last head's weights | like: a loop over the heads, columns of the matrices
-    return output, np.stack(weights, axis=-3)
+    return output, w
# %% unnamed | W_o before the heads are merged, on the values | like: the merged heads are the output
-    weights = e / e.sum(axis=-1, keepdims=True)
+    weights = e / e.sum(axis=-1, keepdims=True)
+    V = split(source @ W_o @ W_v)
# %% wrong: softmax-on-output | a softmax over the output | like: helpers for softmax, split and merge
-    return output, weights
+    return softmax(output), weights
# %% wrong: heads-reversed | heads concatenated in reverse | like: a loop over the heads, columns of the matrices
-    output = np.concatenate(outputs, axis=-1) @ W_o
+    output = np.concatenate(outputs[::-1], axis=-1) @ W_o
# %% unnamed | the head outputs returned as a third | like: reshape and swapaxes
-    return merged @ W_o, weights
+    return merged @ W_o, weights, heads

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: matrices cut into heads, einsum throughout
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    C = X if context is None else context
    d_model = X.shape[-1]
    d_head = d_model // num_heads
    Wq, Wk, Wv = (W.reshape(d_model, num_heads, d_head) for W in (W_q, W_k, W_v))
    q = np.einsum("...ne,ehd->...hnd", X, Wq)
    k = np.einsum("...me,ehd->...hmd", C, Wk)
    v = np.einsum("...me,ehd->...hmd", C, Wv)
    s = np.einsum("...hnd,...hmd->...hnm", q, k) * d_head ** -0.5
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    w = e / e.sum(axis=-1, keepdims=True)
    out = np.einsum("...hnm,...hmd,hde->...ne", w, v, W_o.reshape(num_heads, d_head, d_model))
    return out, w

# %% right: each head adds its part of W_o
def softmax(z):
    z = np.exp(z - np.max(z, axis=-1, keepdims=True))
    return z / np.sum(z, axis=-1, keepdims=True)


def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    source = X
    if context is not None:
        source = context
    width = X.shape[-1] // num_heads
    output, tables = 0, []
    for h in range(num_heads):
        cols = slice(h * width, (h + 1) * width)
        q, k, v = X @ W_q[:, cols], source @ W_k[:, cols], source @ W_v[:, cols]
        table = softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(width))
        output = output + table @ v @ W_o[cols]
        tables.append(table)
    return output, np.stack(tables, axis=-3)

# %% right: recursion over the batch, then lists
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    if context is None:
        context = X
    if X.ndim > 2:
        both = [multi_head_attention(x, W_q, W_k, W_v, W_o, num_heads, c) for x, c in zip(X, context)]
        return np.stack([o for o, _ in both]), np.stack([w for _, w in both])
    Qs = np.split(X @ W_q, num_heads, axis=1)
    Ks = np.split(context @ W_k, num_heads, axis=1)
    Vs = np.split(context @ W_v, num_heads, axis=1)
    found, weights = [], []
    for Q, K, V in zip(Qs, Ks, Vs):
        S = Q @ K.T / Q.shape[1] ** 0.5
        W = np.exp(S - S.max(axis=1)[:, None])
        W = W / W.sum(axis=1)[:, None]
        found.append(W @ V)
        weights.append(W)
    return np.hstack(found) @ W_o, np.array(weights)

# %% wrong: scale-by-sqrt-d_model | d_k = X.shape[-1]
def split_heads(X, num_heads):
    return X.reshape(X.shape[:-1] + (num_heads, -1)).swapaxes(-2, -3)


def merge_heads(heads):
    t = heads.swapaxes(-2, -3)
    return t.reshape(t.shape[:-2] + (-1,))


def softmax(s):
    e = np.exp(s - s.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    d_k = X.shape[-1]
    source = X if context is None else context
    Q, K, V = split_heads(X @ W_q, num_heads), split_heads(source @ W_k, num_heads), split_heads(source @ W_v, num_heads)
    weights = softmax(Q @ K.swapaxes(-1, -2) / np.sqrt(d_k))
    return merge_heads(weights @ V) @ W_o, weights

# %% unnamed | math.isqrt
import math


def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    src = X if context is None else context

    def heads(A):
        return np.stack(np.split(A, num_heads, axis=-1), axis=-3)

    Q, K, V = heads(X @ W_q), heads(src @ W_k), heads(src @ W_v)
    S = Q @ np.swapaxes(K, -1, -2) / math.isqrt(Q.shape[-1])
    A = np.exp(S - S.max(axis=-1, keepdims=True))
    A /= A.sum(axis=-1, keepdims=True)
    O = A @ V
    return np.concatenate([O[..., h, :, :] for h in range(num_heads)], axis=-1) @ W_o, A

# %% unnamed | a context with the shape of X is taken for X
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    if context is None or np.shape(context) == np.shape(X):
        context = X
    split = lambda A: np.moveaxis(A.reshape(A.shape[:-1] + (num_heads, A.shape[-1] // num_heads)), -2, -3)
    Q, K, V = split(X @ W_q), split(context @ W_k), split(context @ W_v)
    s = np.einsum("...id,...jd->...ij", Q, K) / np.sqrt(Q.shape[-1])
    w = np.exp(s - s.max(-1, keepdims=True))
    w = w / w.sum(-1, keepdims=True)
    o = np.moveaxis(w @ V, -3, -2)
    return o.reshape(o.shape[:-2] + (-1,)) @ W_o, w

# %% unnamed | the context cut to the length of X
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    n, d_model = X.shape[-2:]
    d_head = d_model // num_heads
    if context is None:
        context = X
    context = context[..., :n, :]
    Q = (X @ W_q).reshape(X.shape[:-1] + (num_heads, d_head)).swapaxes(-2, -3)
    K = (context @ W_k).reshape(context.shape[:-1] + (num_heads, d_head)).swapaxes(-2, -3)
    V = (context @ W_v).reshape(context.shape[:-1] + (num_heads, d_head)).swapaxes(-2, -3)
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    weights = E / E.sum(axis=-1, keepdims=True)
    return (weights @ V).swapaxes(-2, -3).reshape(X.shape) @ W_o, weights

# %% wrong: softmax-over-queries | axis=-2 for the helper
def split_heads(X, num_heads):
    return np.stack(np.array_split(X, num_heads, axis=-1), axis=-3)


def merge_heads(heads):
    return np.concatenate(list(np.moveaxis(heads, -3, 0)), axis=-1)


def softmax(x, axis):
    x = x - x.max(axis=axis, keepdims=True)
    return np.exp(x) / np.exp(x).sum(axis=axis, keepdims=True)


def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    if context is None:
        context = X
    Q = split_heads(X @ W_q, num_heads)
    K = split_heads(context @ W_k, num_heads)
    V = split_heads(context @ W_v, num_heads)
    weights = softmax(Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1]), axis=-2)
    return merge_heads(weights @ V) @ W_o, weights

# %% wrong: batch-axis-breaks | softmax along axis 2
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    if context is None:
        context = X
    cut = lambda A: np.stack(np.split(A, num_heads, -1), -3)
    Q, K, V = cut(X @ W_q), cut(context @ W_k), cut(context @ W_v)
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    e = np.exp(scores - scores.max(axis=2, keepdims=True))
    weights = e / e.sum(axis=2, keepdims=True)
    heads = weights @ V
    return np.concatenate([heads[..., i, :, :] for i in range(num_heads)], -1) @ W_o, weights

# %% wrong: scale-by-d_k | the queries scaled, then the scores
def softmax(s):
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    w = softmax(Q @ np.swapaxes(K, -1, -2) / np.sqrt(K.shape[-1]))
    return w @ V, w


def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    mem = X if context is None else context
    d_head = X.shape[-1] // num_heads
    split = lambda A: A.reshape(*A.shape[:-1], num_heads, d_head).swapaxes(-3, -2)
    Q = split(X @ W_q) / np.sqrt(d_head)
    out, w = attention(Q, split(mem @ W_k), split(mem @ W_v))
    return out.swapaxes(-3, -2).reshape(X.shape) @ W_o, w

# %% wrong: split-before-projection | slices of X and of the matrices
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    if context is None:
        context = X
    d = X.shape[-1] // num_heads
    outs, ws = [], []
    for h in range(num_heads):
        s = slice(h * d, h * d + d)
        x, c = X[..., s], context[..., s]
        q, k, v = x @ W_q[s, s], c @ W_k[s, s], c @ W_v[s, s]
        a = q @ k.swapaxes(-1, -2) / d ** 0.5
        a = np.exp(a - a.max(-1, keepdims=True))
        a = a / a.sum(-1, keepdims=True)
        outs.append(a @ v)
        ws.append(a)
    return np.concatenate(outs, -1) @ W_o, np.stack(ws, -3)

# %% wrong: context-for-everything | with a context the queries come from it, too
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    if context is not None:
        X = context
    d_head = X.shape[-1] // num_heads
    Q, K, V = [np.stack([(X @ W)[..., h * d_head:(h + 1) * d_head] for h in range(num_heads)], -3) for W in (W_q, W_k, W_v)]
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
    E = np.exp(S - S.max(-1, keepdims=True))
    P = E / E.sum(-1, keepdims=True)
    return (P @ V).swapaxes(-2, -3).reshape(X.shape) @ W_o, P

# %% wrong: merge-without-transpose | reshape to the shape of X
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    ctx = X if context is None else context

    def split(A):
        return A.reshape(A.shape[:-1] + (num_heads, A.shape[-1] // num_heads)).swapaxes(-3, -2)

    Q, K, V = split(X @ W_q), split(ctx @ W_k), split(ctx @ W_v)
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    E = np.exp(S - S.max(-1, keepdims=True))
    A = E / E.sum(-1, keepdims=True)
    return (A @ V).reshape(X.shape) @ W_o, A

# %% wrong: split-without-transpose, merge-without-transpose | reshape both ways
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    if context is None:
        context = X
    *b, n, d = X.shape
    m = context.shape[-2]
    Q = (X @ W_q).reshape(*b, num_heads, n, d // num_heads)
    K = (context @ W_k).reshape(*b, num_heads, m, d // num_heads)
    V = (context @ W_v).reshape(*b, num_heads, m, d // num_heads)
    S = Q @ np.swapaxes(K, -2, -1) / np.sqrt(d // num_heads)
    w = np.exp(S - S.max(axis=-1, keepdims=True))
    w /= w.sum(axis=-1, keepdims=True)
    return (w @ V).reshape(*b, n, d) @ W_o, w

# %% wrong: mutates-input | the root put into W_q
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    if context is None:
        context = X
    d_head = X.shape[-1] // num_heads
    W_q /= np.sqrt(d_head)
    cut = lambda A: np.stack(np.split(A, num_heads, axis=-1), axis=-3)
    S = cut(X @ W_q) @ cut(context @ W_k).swapaxes(-1, -2)
    A = np.exp(S - S.max(-1, keepdims=True))
    A = A / A.sum(-1, keepdims=True)
    H = A @ cut(context @ W_v)
    return np.concatenate([H[..., h, :, :] for h in range(num_heads)], axis=-1) @ W_o, A

# %% wrong: projections-transposed, output-projection-transposed | all four as in nn.Linear
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    kv = X if context is None else context
    cut = lambda A: np.stack(np.split(A, num_heads, axis=-1), axis=-3)
    Q, K, V = cut(X @ W_q.T), cut(kv @ W_k.T), cut(kv @ W_v.T)
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    S = S - S.max(axis=-1, keepdims=True)
    A = np.exp(S) / np.exp(S).sum(axis=-1, keepdims=True)
    H = A @ V
    return np.concatenate([H[..., h, :, :] for h in range(num_heads)], axis=-1) @ W_o.T, A

# %% wrong: weights-averaged, output-projection-missing | the mean of the tables, and no W_o
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    src = context if context is not None else X
    cut = lambda A: np.stack(np.split(A, num_heads, axis=-1), axis=-3)
    Q, K, V = cut(X @ W_q), cut(src @ W_k), cut(src @ W_v)
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    A = np.exp(S - S.max(-1, keepdims=True))
    A = A / A.sum(-1, keepdims=True)
    H = A @ V
    return np.concatenate([H[..., h, :, :] for h in range(num_heads)], axis=-1), A.mean(axis=-3)

# %% unnamed | X and context joined, so that queries see both
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    memory = X
    if context is not None:
        memory = np.concatenate([X, context], axis=-2)
    cut = lambda A: np.stack(np.split(A, num_heads, axis=-1), axis=-3)
    Q, K, V = cut(X @ W_q), cut(memory @ W_k), cut(memory @ W_v)
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    A = np.exp(S - S.max(-1, keepdims=True))
    A = A / A.sum(-1, keepdims=True)
    H = A @ V
    return np.concatenate([H[..., h, :, :] for h in range(num_heads)], axis=-1) @ W_o, A

# %% unnamed | one softmax over keys and heads
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    src = X if context is None else context
    cut = lambda A: np.stack(np.split(A, num_heads, axis=-1), axis=-3)
    Q, K, V = cut(X @ W_q), cut(src @ W_k), cut(src @ W_v)
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    A = np.exp(S - S.max(axis=(-3, -1), keepdims=True))
    A = A / A.sum(axis=(-3, -1), keepdims=True)
    H = A @ V
    return np.concatenate([H[..., h, :, :] for h in range(num_heads)], axis=-1) @ W_o, A

# %% wrong: heads-axis-not-moved | the tables of weights with the heads behind the tokens
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    C = X if context is None else context
    d = X.shape[-1] // num_heads
    q = (X @ W_q).reshape(X.shape[:-1] + (num_heads, d))
    k = (C @ W_k).reshape(C.shape[:-1] + (num_heads, d))
    v = (C @ W_v).reshape(C.shape[:-1] + (num_heads, d))
    s = np.einsum("...nhd,...mhd->...nhm", q, k) / np.sqrt(d)
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    w = e / e.sum(axis=-1, keepdims=True)
    out = np.einsum("...nhm,...mhd->...nhd", w, v).reshape(X.shape) @ W_o
    return out, w

# %% wrong: heads-axis-not-moved, context-ignored | no exchange of axes, and X for everything
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    d = X.shape[-1] // num_heads
    q = (X @ W_q).reshape(X.shape[:-1] + (num_heads, d))
    k = (X @ W_k).reshape(X.shape[:-1] + (num_heads, d))
    v = (X @ W_v).reshape(X.shape[:-1] + (num_heads, d))
    s = q @ k.swapaxes(-1, -2) / np.sqrt(d)
    e = np.exp(s - s.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    return (w @ v).reshape(X.shape) @ W_o, w

# %% wrong: return-in-loop | return inside the loop over the heads
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    C = X if context is None else context
    d = X.shape[-1] // num_heads
    out, weights = np.zeros_like(X), []
    for h in range(num_heads):
        c = slice(h * d, (h + 1) * d)
        s = (X @ W_q[:, c]) @ np.swapaxes(C @ W_k[:, c], -1, -2) / np.sqrt(d)
        e = np.exp(s - s.max(-1, keepdims=True))
        a = e / e.sum(-1, keepdims=True)
        weights.append(a)
        out = out + a @ (C @ W_v[:, c]) @ W_o[c]
        return out, np.stack(weights, axis=-3)

# %% wrong: scale-after-softmax | the root below the weights | like: one softmax over keys and heads
-    S = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
-    A = np.exp(S - S.max(axis=(-3, -1), keepdims=True))
-    A = A / A.sum(axis=(-3, -1), keepdims=True)
+    S = Q @ K.swapaxes(-1, -2)
+    A = np.exp(S - S.max(-1, keepdims=True))
+    A = A / A.sum(-1, keepdims=True) / np.sqrt(Q.shape[-1])

# %% wrong: context-for-queries | context, W_q
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    if context is None:
        context = X
    d_head = X.shape[-1] // num_heads

    def project(A, W):
        P = A @ W
        return P.reshape(P.shape[:-1] + (num_heads, d_head)).swapaxes(-2, -3)

    Q, K, V = project(context, W_q), project(X, W_k), project(X, W_v)
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
    E = np.exp(S - S.max(-1, keepdims=True))
    A = E / E.sum(-1, keepdims=True)
    return (A @ V).swapaxes(-2, -3).reshape(context.shape) @ W_o, A

# %% unnamed | the tables joined along the keys
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    src = X if context is None else context
    outs, ws = [], []
    for q, k, v in zip(*(np.split(p, num_heads, axis=-1) for p in (X @ W_q, src @ W_k, src @ W_v))):
        s = q @ k.swapaxes(-1, -2) / np.sqrt(k.shape[-1])
        w = np.exp(s - s.max(-1, keepdims=True))
        w /= w.sum(-1, keepdims=True)
        outs.append(w @ v)
        ws.append(w)
    return np.concatenate(outs, -1) @ W_o, np.concatenate(ws, -1)

# %% unnamed | X is overwritten by each head
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    src = X if context is None else context
    d = X.shape[-1] // num_heads
    X = X.copy()
    weights = []
    for h in range(num_heads):
        c = slice(h * d, (h + 1) * d)
        q, k, v = X @ W_q[:, c], src @ W_k[:, c], src @ W_v[:, c]
        s = q @ k.swapaxes(-1, -2) / np.sqrt(d)
        w = np.exp(s - s.max(-1, keepdims=True))
        w = w / w.sum(-1, keepdims=True)
        X[..., c] = w @ v
        weights.append(w)
    return X @ W_o, np.stack(weights, -3)

# %% wrong: scale-by-sqrt-num_heads, batch-axis-breaks | num_heads ** 0.5, np.array at the end
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    kv = X if context is None else context
    d = X.shape[-1] // num_heads
    outs, ws = [], []
    for h in range(num_heads):
        c = slice(h * d, (h + 1) * d)
        s = (X @ W_q)[..., c] @ (kv @ W_k)[..., c].swapaxes(-1, -2) / num_heads ** 0.5
        e = np.exp(s - s.max(-1, keepdims=True))
        w = e / e.sum(-1, keepdims=True)
        outs.append(w @ (kv @ W_v)[..., c])
        ws.append(w)
    return np.concatenate(outs, axis=-1) @ W_o, np.array(ws)

# %% wrong: array-as-truth | if context (ValueError)
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    if context:
        src = context
    else:
        src = X
    cut = lambda A: np.stack(np.split(A, num_heads, axis=-1), axis=-3)
    Q, K, V = cut(X @ W_q), cut(src @ W_k), cut(src @ W_v)
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    A = np.exp(S - S.max(-1, keepdims=True))
    A = A / A.sum(-1, keepdims=True)
    H = A @ V
    return np.concatenate([H[..., h, :, :] for h in range(num_heads)], axis=-1) @ W_o, A

# %% wrong: array-as-truth | context == None (ValueError)
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    if context == None:
        context = X
    cut = lambda A: np.stack(np.split(A, num_heads, axis=-1), axis=-3)
    Q, K, V = cut(X @ W_q), cut(context @ W_k), cut(context @ W_v)
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    A = np.exp(S - S.max(-1, keepdims=True))
    A = A / A.sum(-1, keepdims=True)
    H = A @ V
    return np.concatenate([H[..., h, :, :] for h in range(num_heads)], axis=-1) @ W_o, A

# %% unnamed | X split, then multiplied by the whole matrix (ValueError)
def split_heads(X, num_heads):
    return np.stack(np.split(X, num_heads, axis=-1), axis=-3)


def merge_heads(heads):
    return np.concatenate([heads[..., h, :, :] for h in range(heads.shape[-3])], axis=-1)


def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    src = X if context is None else context
    Q = split_heads(X, num_heads) @ W_q
    K = split_heads(src, num_heads) @ W_k
    V = split_heads(src, num_heads) @ W_v
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    A = np.exp(S - S.max(-1, keepdims=True))
    A = A / A.sum(-1, keepdims=True)
    return merge_heads(A @ V) @ W_o, A

# %% wrong: keepdims-missing | sum(axis=-1) in the helper (ValueError)
def softmax(s):
    e = np.exp(s)
    return e / e.sum(axis=-1)


def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    src = X if context is None else context
    cut = lambda A: np.stack(np.split(A, num_heads, axis=-1), axis=-3)
    Q, K, V = cut(X @ W_q), cut(src @ W_k), cut(src @ W_v)
    A = softmax(Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1]))
    H = A @ V
    return np.concatenate([H[..., h, :, :] for h in range(num_heads)], axis=-1) @ W_o, A

# %% unnamed | attention returns two, and both are merged (AttributeError)
def attention(Q, K, V):
    s = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    e = np.exp(s - s.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    return w @ V, w


def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    src = X if context is None else context
    cut = lambda A: np.stack(np.split(A, num_heads, axis=-1), axis=-3)
    heads = attention(cut(X @ W_q), cut(src @ W_k), cut(src @ W_v))
    merged = heads.swapaxes(-2, -3).reshape(X.shape)
    return merged @ W_o

# %% wrong: lengths-assumed-equal | one shape for queries and keys (ValueError)
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    kv = X if context is None else context
    *b, n, d = X.shape
    shape = (*b, n, num_heads, d // num_heads)
    Q = (X @ W_q).reshape(shape).swapaxes(-2, -3)
    K = (kv @ W_k).reshape(shape).swapaxes(-2, -3)
    V = (kv @ W_v).reshape(shape).swapaxes(-2, -3)
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(d // num_heads)
    A = np.exp(S - S.max(-1, keepdims=True))
    A = A / A.sum(-1, keepdims=True)
    return (A @ V).swapaxes(-2, -3).reshape(X.shape) @ W_o, A

# %% wrong: context-for-keys-only | only K is made again (ValueError)
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    Q, K, V = X @ W_q, X @ W_k, X @ W_v
    if context is not None:
        K = context @ W_k
    cut = lambda A: np.stack(np.split(A, num_heads, axis=-1), axis=-3)
    S = cut(Q) @ cut(K).swapaxes(-1, -2) / np.sqrt(X.shape[-1] // num_heads)
    A = np.exp(S - S.max(-1, keepdims=True))
    A = A / A.sum(-1, keepdims=True)
    H = A @ cut(V)
    return np.concatenate([H[..., h, :, :] for h in range(num_heads)], axis=-1) @ W_o, A

# %% not blind | by people who knew the catalogue

# %% wrong: half-not-root | times 0.5 for the root
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    source = X if context is None else context
    d_k = X.shape[-1] // num_heads

    def heads_of(array):
        return array.reshape(*array.shape[:-1], num_heads, d_k).swapaxes(-2, -3)

    Q, K, V = heads_of(X @ W_q), heads_of(source @ W_k), heads_of(source @ W_v)
    scores = Q @ K.swapaxes(-1, -2) / (0.5 * d_k)
    e = np.exp(scores)
    weights = e / e.sum(axis=-1, keepdims=True)
    found = (weights @ V).swapaxes(-2, -3)
    return found.reshape(X.shape) @ W_o, weights

# %% wrong: root-without-brackets | ** 1/2 for the root | like: times 0.5 for the root
-    scores = Q @ K.swapaxes(-1, -2) / (0.5 * d_k)
+    scores = Q @ K.swapaxes(-1, -2) / d_k ** 1/2
# %% wrong: scale-by-fourth-root | a root taken twice | like: times 0.5 for the root
-    scores = Q @ K.swapaxes(-1, -2) / (0.5 * d_k)
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(np.sqrt(d_k))
