"""Answers to `attention(Q, K, V)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: two matmuls around a softmax
def attention(Q, K, V):
    d_k = K.shape[-1]
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_k)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% right: einsum twice, a list of two returned
def attention(Q, K, V):
    scores = np.einsum("...qd,...kd->...qk", Q, K) / K.shape[-1] ** 0.5
    w = np.exp(scores)
    w = w / w.sum(axis=-1, keepdims=True)
    return [np.einsum("...qk,...kv->...qv", w, V), w]

# %% right: loops with math.exp, nested lists, a batch by recursion
import math


def attention(Q, K, V):
    if Q.ndim > 2:
        parts = [attention(q, k, v) for q, k, v in zip(Q, K, V)]
        return [p[0] for p in parts], [p[1] for p in parts]
    output, weights = [], []
    for q in Q:
        row = [math.exp(sum(a * b for a, b in zip(q, k)) / math.sqrt(len(q))) for k in K]
        total = sum(row)
        row = [x / total for x in row]
        weights.append(row)
        mix = [0.0] * V.shape[1]
        for weight, v in zip(row, V):
            for c in range(len(mix)):
                mix[c] += weight * v[c]
        output.append(mix)
    return output, weights

# %% right: a softmax of its own with an axis argument
def softmax(scores, axis=-1):
    scores = scores - np.max(scores, axis=axis, keepdims=True)
    e = np.exp(scores)
    return e / np.sum(e, axis=axis, keepdims=True)


def attention(Q, K, V):
    weights = softmax(np.matmul(Q, np.swapaxes(K, -1, -2)) / np.sqrt(Q.shape[-1]))
    output = np.matmul(weights, V)
    return output, weights

# %% right: divides by the sum after the product with V
def attention(Q, K, V):
    e = np.exp(Q @ K.mT / np.sqrt(K.shape[-1]))
    total = e.sum(axis=-1, keepdims=True)
    return (e @ V) / total, e / total

# %% right: float32 everywhere
def attention(Q, K, V):
    Q, K, V = (np.asarray(a, dtype=np.float32) for a in (Q, K, V))
    s = Q @ K.swapaxes(-1, -2) / np.float32(np.sqrt(Q.shape[-1]))
    s = np.exp(s - s.max(axis=-1, keepdims=True))
    w = s / s.sum(axis=-1, keepdims=True)
    return w @ V, w

# %% right: in place, on its own scores
def attention(Q, K, V):
    w = np.einsum("...id,...jd->...ij", Q, K)
    w /= np.sqrt(K.shape[-1])
    w -= w.max(axis=-1, keepdims=True)
    np.exp(w, out=w)
    w /= w.sum(axis=-1, keepdims=True)
    return (w @ V, w)

# %% right: queries divided in place, on a copy
def attention(Q, K, V):
    Q = np.array(Q)
    Q *= Q.shape[-1] ** -0.5
    e = np.exp(Q @ K.swapaxes(-1, -2))
    w = e / e.sum(axis=-1, keepdims=True)
    return w @ V, w

# %% right: an object that can be called, and a named tuple
from collections import namedtuple

Result = namedtuple("Result", "output weights")


class Attention:
    def scores(self, Q, K):
        return Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])

    def __call__(self, Q, K, V):
        e = np.exp(self.scores(Q, K))
        w = e / e.sum(axis=-1, keepdims=True)
        return Result(output=w @ V, weights=w)


attention = Attention()

# %% right: lambdas
sm = lambda s: np.exp(s) / np.exp(s).sum(-1, keepdims=True)
weigh = lambda Q, K: sm(Q @ K.swapaxes(-1, -2) / Q.shape[-1] ** 0.5)
attention = lambda Q, K, V: (weigh(Q, K) @ V, weigh(Q, K))

# %% right: through the logarithm of the sum
def attention(Q, K, V):
    s = np.matmul(Q, np.moveaxis(K, -1, -2)) / np.sqrt(Q.shape[-1])
    lse = np.logaddexp.reduce(s, axis=-1)
    w = np.exp(s - lse[..., None])
    return np.matmul(w, V), w

# %% right: broadcasting only, no matrix product
def attention(Q, K, V):
    scores = (Q[..., :, None, :] * K[..., None, :, :]).sum(-1) / np.sqrt(K.shape[-1])
    e = np.exp(scores)
    w = e / e.sum(-1)[..., None]
    out = (w[..., None] * V[..., None, :, :]).sum(axis=-2)
    return out, w

# %% right: plain matrices with np.dot and .T, a batch by recursion
def attention(Q, K, V):
    if Q.ndim == 2:
        s = np.dot(Q, K.T) / np.sqrt(Q.shape[1])
        e = np.exp(s - s.max(axis=1)[:, None])
        w = e / e.sum(axis=1)[:, None]
        return np.dot(w, V), w
    outs, ws = [], []
    for i in range(len(Q)):
        o, w = attention(Q[i], K[i], V[i])
        outs.append(o)
        ws.append(w)
    return np.stack(outs), np.stack(ws)

# %% right: prints left in, default arguments, keyword calls
def scaled(Q, K, *, d_k):
    return Q @ np.matrix_transpose(K) / np.sqrt(d_k)


def attention(Q, K, V, verbose=True, dropout=0.0):
    scores = scaled(Q=Q, K=K, d_k=Q.shape[-1])
    if verbose:
        print("scores:", scores.shape)
    w = np.exp(scores)
    w = w / w.sum(axis=-1, keepdims=True)
    if verbose:
        print("weights sum to", w.sum(axis=-1).ravel()[:3])
    return w @ V, w

# %% right: the whole thing transposed and turned back
def attention(Q, K, V):
    t = lambda a: np.swapaxes(a, -1, -2)
    S = K @ t(Q) / np.sqrt(K.shape[-1])  # keys on rows here
    E = np.exp(S)
    A = E / E.sum(axis=-2, keepdims=True)
    return t(t(V) @ A), t(A)

# %% right: one query at a time, softmax with apply_along_axis
def soft(row):
    row = np.exp(row - row.max())
    return row / row.sum()


def attention(Q, K, V):
    w = np.apply_along_axis(soft, -1, Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1]))
    out = np.zeros(w.shape[:-1] + (V.shape[-1],))
    for index in np.ndindex(*w.shape[:-1]):
        for j in range(w.shape[-1]):
            out[index] += w[index + (j,)] * V[index[:-1] + (j,)]
    return out, w

# %% right: warnings silenced, weights renormalised to be sure
def attention(Q, K, V):
    with np.errstate(over="ignore", invalid="ignore"):
        w = np.exp(Q @ K.swapaxes(-2, -1) / np.sqrt(K.shape[-1]))
        w = w / w.sum(axis=-1, keepdims=True)
        w = np.nan_to_num(w)
        w = w / w.sum(axis=-1, keepdims=True)
    return w @ V, w

# %% wrong: no-scale | the root was in the other exercise | like: two matmuls around a softmax
-    d_k = K.shape[-1]
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_k)
+    scores = Q @ K.swapaxes(-1, -2)
# %% wrong: scale-by-d_k | the root forgotten | like: the root was in the other exercise
-    scores = Q @ K.swapaxes(-1, -2)
+    scores = Q @ K.swapaxes(-1, -2) / K.shape[-1]
# %% wrong: scale-by-sqrt-n | the number of keys | like: the root was in the other exercise
-    scores = Q @ K.swapaxes(-1, -2)
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-2])

# %% wrong: scale-by-sqrt-n | the number of queries
def attention(Q, K, V):
    n = Q.shape[-2]
    scores = Q @ K.swapaxes(-1, -2) / n**0.5
    e = np.exp(scores)
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% wrong: scale-by-sqrt-len | len(K) taken for the width | like: the number of queries
-    n = Q.shape[-2]
-    scores = Q @ K.swapaxes(-1, -2) / n**0.5
+    scores = np.einsum("...qd,...kd->...qk", Q, K) / np.sqrt(len(K))
# %% wrong: scale-inverted | times the root | like: the root was in the other exercise
-    scores = Q @ K.swapaxes(-1, -2)
+    scores = np.sqrt(K.shape[-1]) * (Q @ K.swapaxes(-1, -2))
# %% wrong: scale-after-softmax | the weights divided | like: the root was in the other exercise
-    weights = e / e.sum(axis=-1, keepdims=True)
+    weights = e / e.sum(axis=-1, keepdims=True)
+    weights = weights / np.sqrt(K.shape[-1])

# %% wrong: softmax-over-axis-0 | axis=0
def attention(Q, K, V):
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    e = np.exp(scores)
    weights = e / e.sum(axis=0)
    return weights @ V, weights

# %% wrong: softmax-over-everything | e.sum() | like: axis=0
-    weights = e / e.sum(axis=0)
+    weights = e / e.sum()

# %% wrong: softmax-not-normalised | exp is positive, that will do
def attention(Q, K, V):
    weights = np.exp(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1]))
    return weights @ V, weights

# %% wrong: softmax-base-2 | exp2
def attention(Q, K, V):
    e = np.exp2(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1]))
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% wrong: hard-argmax | the value of the best key | like: axis=0
-    e = np.exp(scores)
-    weights = e / e.sum(axis=0)
+    weights = np.eye(K.shape[-2])[np.argmax(scores, axis=-1)]
# %% wrong: q-k-swapped | K Q^T | like: the root was in the other exercise
-    scores = Q @ K.swapaxes(-1, -2)
+    scores = K @ Q.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
# %% wrong: values-from-keys | a typing slip, K for V | like: axis=0
-    weights = e / e.sum(axis=0)
-    return weights @ V, weights
+    weights = e / e.sum(axis=-1, keepdims=True)
+    return weights @ K, weights
# %% wrong: returned-in-wrong-order | weights come first in the computation | like: a typing slip, K for V
-    return weights @ K, weights
+    return weights, weights @ V
# %% wrong: weights-not-returned | only the output matters | like: axis=0
-    weights = e / e.sum(axis=0)
-    return weights @ V, weights
+    return (e / e.sum(axis=-1, keepdims=True)) @ V
# %% wrong: keepdims-missing | sum(axis=-1) as it comes | like: axis=0
-    weights = e / e.sum(axis=0)
+    weights = e / e.sum(axis=-1)
# %% wrong: exp-missing | shares of the sum of the scores | like: the value of the best key
-    weights = np.eye(K.shape[-2])[np.argmax(scores, axis=-1)]
+    weights = scores / np.sum(scores, axis=-1, keepdims=True)
# %% wrong: log-softmax | took the logarithm for the output of the softmax | like: axis=0
-    weights = e / e.sum(axis=0)
+    weights = np.log(e / e.sum(axis=-1, keepdims=True))
# %% wrong: negated | minus the scores | like: exp2
-    e = np.exp2(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1]))
+    e = np.exp(-(Q @ K.swapaxes(-1, -2)) / np.sqrt(K.shape[-1]))
# %% wrong: self-scores | "self-attention" | like: exp2
-    e = np.exp2(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1]))
+    e = np.exp(Q @ Q.swapaxes(-1, -2) / np.sqrt(Q.shape[-1]))
# %% wrong: self-scores | K in both places | like: len(K) taken for the width
-    scores = np.einsum("...qd,...kd->...qk", Q, K) / np.sqrt(len(K))
+    scores = np.matmul(K, K.swapaxes(-1, -2)) / np.sqrt(K.shape[-1])
# %% wrong: mutates-input | Q /= the root | like: exp2
-    e = np.exp2(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1]))
+    Q /= np.sqrt(Q.shape[-1])
+    e = np.exp(Q @ K.swapaxes(-1, -2))
# %% wrong: mutates-input | K multiplied in place through out= | like: exp2
-    e = np.exp2(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1]))
+    np.multiply(K, K.shape[-1] ** -0.5, out=K)
+    e = np.exp(np.einsum("...qd,...kd->...qk", Q, K))

# %% wrong: no-scale, softmax-over-queries | two slips at once
def attention(Q, K, V):
    e = np.exp(Q @ K.swapaxes(-1, -2))
    weights = e / e.sum(axis=-2, keepdims=True)
    return weights @ V, weights

# %% wrong: no-scale, values-from-keys | no root, and K for V
def attention(Q, K, V):
    e = np.exp(Q @ K.swapaxes(-1, -2))
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ K, weights

# %% wrong: no-scale, weights-not-returned | one line from a blog
def attention(Q, K, V):
    e = np.exp(Q @ K.swapaxes(-1, -2))
    return e / e.sum(axis=-1, keepdims=True) @ V

# %% wrong: scale-by-d_k, returned-in-wrong-order | no root, weights first
def attention(Q, K, V):
    e = np.exp(Q @ K.swapaxes(-1, -2) / Q.shape[-1])
    w = e / e.sum(axis=-1, keepdims=True)
    return w, w @ V

# %% wrong: q-k-swapped, weights-transposed | transposed until the shapes fitted
def attention(Q, K, V):
    scores = K @ Q.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    e = np.exp(scores)
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights.swapaxes(-1, -2) @ V, weights

# %% wrong: softmax-over-queries, weights-transposed | columns normalised, then W^T V | like: only the output matters
-    return (e / e.sum(axis=-1, keepdims=True)) @ V
+    weights = e / e.sum(axis=-2, keepdims=True)
+    return np.swapaxes(weights, -2, -1) @ V, weights

# %% wrong: softmax-over-axis-0, weights-not-returned | axis=0, output only
def attention(Q, K, V):
    e = np.exp(Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1]))
    return (e / e.sum(axis=0)) @ V

# %% wrong: scale-by-d_k, mutates-input | Q /= d_k | like: Q /= the root
-    Q /= np.sqrt(Q.shape[-1])
+    Q /= Q.shape[-1]
# %% wrong: no-scale, batch-axis-breaks | Q K^T as it is spoken | like: the root was in the other exercise
-    scores = Q @ K.swapaxes(-1, -2)
+    scores = Q @ K.T
# %% wrong: no-scale, softmax-over-everything | no root, no axis | like: two slips at once
-    weights = e / e.sum(axis=-2, keepdims=True)
+    weights = e / e.sum()

# %% wrong: values-from-keys, returned-in-wrong-order | K for V, weights first
def attention(Q, K, V):
    e = np.exp(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1]))
    w = e / e.sum(axis=-1, keepdims=True)
    return w, w @ K

# %% wrong: scale-by-sqrt-n, softmax-over-queries | rows and columns confused throughout | like: two slips at once
-    e = np.exp(Q @ K.swapaxes(-1, -2))
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-2])
+    e = np.exp(scores)
# %% wrong: scale-by-fourth-root | the fourth root | like: exp2
-    e = np.exp2(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1]))
+    e = np.exp(Q @ K.swapaxes(-1, -2) / K.shape[-1] ** 0.25)

# %% wrong: softmax-missing | scores that average
def attention(Q, K, V):
    weights = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    return weights @ V, weights

# %% wrong: scale-hard-coded | d_k is 64, as in the paper
def attention(Q, K, V):
    scores = np.einsum("...qd,...kd->...qk", Q, K) / 64**0.5
    e = np.exp(scores - scores.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)
    return weights @ V, weights

# %% unnamed | returns a string
return "output, weights"
# %% wrong: mask-not-asked | a causal mask nobody asked for | like: exp2
-    e = np.exp2(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1]))
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
+    e = np.exp(scores) * np.tri(scores.shape[-2], scores.shape[-1])

# %% wrong: equal-weights | the mean of all values for every query
def attention(Q, K, V):
    n_q, n_k = Q.shape[-2], K.shape[-2]
    weights = np.full(Q.shape[:-2] + (n_q, n_k), 1 / n_k)
    return weights @ V, weights

# %% unnamed | three things returned | like: a typing slip, K for V
-    return weights @ K, weights
+    return weights @ V, weights, scores

# %% wrong: softmax-over-queries, batch-axis-breaks | K.T, and axis=0 throughout (ValueError)
def attention(Q, K, V):
    S = Q @ K.T / Q.shape[-1] ** 0.5
    E = np.exp(S - S.max(axis=0))
    weights = E / E.sum(axis=0)
    return weights @ V, weights

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: keys one after the other, with a running maximum and a running sum
def attention(Q, K, V):
    n_k, d_k = K.shape[-2:]
    top = np.full(Q.shape[:-1], -np.inf)
    total = np.zeros(Q.shape[:-1])
    acc = np.zeros(Q.shape[:-1] + V.shape[-1:])
    columns = []
    for k in range(n_k):
        s = (Q * K[..., k : k + 1, :]).sum(-1) / np.sqrt(d_k)
        columns.append(s)
        new_top = np.maximum(top, s)
        shrink = np.exp(top - new_top)
        p = np.exp(s - new_top)
        total = total * shrink + p
        acc = acc * shrink[..., None] + p[..., None] * V[..., k : k + 1, :]
        top = new_top
    scores = np.stack(columns, axis=-1)
    weights = np.exp(scores - top[..., None]) / total[..., None]
    return acc / total[..., None], weights

# %% right: einsum for both products and for the sums
def attention(Q, K, V):
    s = np.einsum("...id,...jd->...ij", Q, K)
    s = s * Q.shape[-1] ** -0.5
    s = s - s.max(axis=-1, keepdims=True)
    w = np.exp(s)
    w = w / np.einsum("...ij->...i", w)[..., None]
    return np.einsum("...ij,...jd->...id", w, V), w

# %% right: keys on the rows, turned back at the end
def attention(Q, K, V):
    St = K @ np.swapaxes(Q, -1, -2) / np.sqrt(K.shape[-1])
    St = np.exp(St - np.max(St, axis=-2, keepdims=True))
    St = St / np.sum(St, axis=-2, keepdims=True)
    Ot = np.swapaxes(V, -1, -2) @ St
    return np.swapaxes(Ot, -1, -2), np.swapaxes(St, -1, -2)

# %% wrong: divided-by-n | an average is a sum divided by the number
def attention(Q, K, V):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    e = np.exp(scores - scores.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)
    return weights @ V / K.shape[-2], weights

# %% wrong: scores-returned | the output is right, the scores are returned as weights
def attention(Q, K, V):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    output = weights @ V
    return output, scores

# %% wrong: softmax-over-queries | K Q^T, softmax along its last axis, then turned back
def attention(Q, K, V):
    s = K @ np.swapaxes(Q, -1, -2) / np.sqrt(Q.shape[-1])
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    w = e / e.sum(axis=-1, keepdims=True)
    w = np.swapaxes(w, -1, -2)
    return w @ V, w

# %% unnamed | dropout on the weights, as the assistant wrote it
def attention(Q, K, V, dropout=0.1):
    rng = np.random.default_rng(0)
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    e = np.exp(scores - scores.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)
    keep = rng.random(weights.shape) > dropout
    weights = weights * keep / (1 - dropout)
    return weights @ V, weights

# %% wrong: return-in-loop | return inside the loop over the batch
def attention(Q, K, V):
    if Q.ndim == 2:
        s = Q @ K.T / np.sqrt(Q.shape[1])
        e = np.exp(s - s.max(1, keepdims=True))
        w = e / e.sum(1, keepdims=True)
        return w @ V, w
    outputs, weights = [], []
    for q, k, v in zip(Q, K, V):
        o, w = attention(q, k, v)
        outputs.append(o)
        weights.append(w)
        return np.array(outputs), np.array(weights)

# %% unnamed | half precision, because GPUs do it, and float32 at the end
def attention(Q, K, V):
    Q, K, V = (x.astype(np.float16) for x in (Q, K, V))
    s = (Q @ np.swapaxes(K, -1, -2)) / np.float16(np.sqrt(Q.shape[-1]))
    e = np.exp(s - s.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    return (w @ V).astype(np.float32), w.astype(np.float32)

# %% unnamed | a dict of two | like: an average is a sum divided by the number
-    return weights @ V / K.shape[-2], weights
+    return dict(output=weights @ V, weights=weights)
# %% unnamed | small weights set to 0 to tidy up | like: an average is a sum divided by the number
-    return weights @ V / K.shape[-2], weights
+    weights[weights < 0.05] = 0
+    return weights @ V, weights

# %% wrong: scale-by-sqrt-d_v | the root of d_v, and exp cut off at 1e4
def attention(Q, K, V):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(V.shape[-1])
    e = np.minimum(np.exp(scores), 1e4)
    weights = e / e.sum(-1, keepdims=True)
    return weights @ V, weights

# %% wrong: softmax-on-output | a softmax over the output as well
def attention(Q, K, V):
    def softmax(x):
        x = np.exp(x - x.max(-1, keepdims=True))
        return x / x.sum(-1, keepdims=True)

    weights = softmax(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))
    output = softmax(weights @ V)
    return output, weights

# %% wrong: best-value-only | right weights, but the output is the value of the best key | like: an average is a sum divided by the number
-    return weights @ V / K.shape[-2], weights
+    best = weights.argmax(axis=-1)[..., None]
+    return np.take_along_axis(V, best, axis=-2), weights
# %% wrong: extra-axis | a comma at the end of a line makes a tuple of the scores | like: d_k is 64, as in the paper
-    scores = np.einsum("...qd,...kd->...qk", Q, K) / 64**0.5
+    scores = Q @ np.swapaxes(K, -1, -2),
+    scores = scores / np.sqrt(Q.shape[-1])

# %% unnamed | a comma at the end of a line: a tuple has no max (AttributeError)
def attention(Q, K, V):
    root = np.sqrt(Q.shape[-1])
    scores = (Q / root) @ np.swapaxes(K, -1, -2),
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% unnamed | calls itself for the weights (RecursionError)
def attention(Q, K, V):
    output, weights = attention(Q, K, V)
    output = weights @ V
    return output, weights

# %% wrong: batch-axis-breaks | weights[..., None] times V as it is (ValueError)
def attention(Q, K, V):
    s = np.einsum("...qd,...kd->...qk", Q, K) / np.sqrt(Q.shape[-1])
    e = np.exp(s - s.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    output = (w[..., None] * V).sum(axis=-2)
    return output, w

# %% wrong: weights-transposed | queries and keys exchanged in the second einsum (ValueError)
def attention(Q, K, V):
    s = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    e = np.exp(s - s.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    return np.einsum("...kq,...kd->...qd", w, V), w

# %% unnamed | the helper calls it axis, not dim (TypeError)
def softmax(x, axis=-1):
    x = np.exp(x - x.max(axis=axis, keepdims=True))
    return x / x.sum(axis=axis, keepdims=True)


def attention(Q, K, V):
    weights = softmax(Q @ np.swapaxes(K, -1, -2) / Q.shape[-1] ** 0.5, dim=-1)
    return weights @ V, weights

# %% not blind | by people who knew the catalogue

# %% wrong: half-not-root | half of d_k
def attention(Q, K, V):
    d_k = Q.shape[-1]
    scores = np.matmul(Q, np.swapaxes(K, -2, -1)) / (d_k / 2)
    e = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    weights = e / np.sum(e, axis=-1, keepdims=True)
    return np.matmul(weights, V), weights

# %% wrong: root-without-brackets | first d_k, then 2 | like: half of d_k
-    scores = np.matmul(Q, np.swapaxes(K, -2, -1)) / (d_k / 2)
+    scores = np.matmul(Q, np.swapaxes(K, -2, -1)) / d_k / 2

# %% wrong: softmax-twice | the helper gives weights already, and gets them again
def weights_of(Q, K):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(K.shape[-1])
    e = np.exp(scores)
    return e / e.sum(axis=-1, keepdims=True)


def attention(Q, K, V):
    e = np.exp(weights_of(Q, K))
    w = e / e.sum(axis=-1, keepdims=True)
    return w @ V, w

# %% wrong: weights-times-values | a star in place of @ (ValueError)
def attention(Q, K, V):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    e = np.exp(scores)
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights * V, weights

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: exponentials-returned | divided in the output alone
def attention(Q, K, V):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(K.shape[-1])
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    output = e @ V / e.sum(axis=-1, keepdims=True)
    return output, e

# %% wrong: sentences-paired | np.dot twice, with a batch
def attention(Q, K, V):
    d_k = Q.shape[-1]
    s = np.dot(Q, K.swapaxes(-1, -2)) / d_k ** 0.5
    s = s - s.max(axis=-1, keepdims=True)
    w = np.exp(s)
    w = w / w.sum(axis=-1, keepdims=True)
    return np.dot(w, V), w
