"""Answers to `causal_attention(Q, K, V)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: np.tril, minus infinity, softmax
def causal_attention(Q, K, V):
    n, d_k = Q.shape[-2:]
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_k)
    visible = np.tril(np.ones((n, n), dtype=bool))
    scores = np.where(visible, scores, -np.inf)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% right: einsum, -1e9 where it is the future
def causal_attention(Q, K, V):
    n = Q.shape[-2]
    scores = np.einsum("...qd,...kd->...qk", Q, K) / K.shape[-1] ** 0.5
    future = np.triu(np.ones((n, n)), k=1)
    s = np.where(future == 1, -1e9, scores)
    w = np.exp(s - s.max(axis=-1, keepdims=True))
    w = w / w.sum(axis=-1, keepdims=True)
    return np.einsum("...qk,...kv->...qv", w, V), w

# %% right: exp times the visible ones
def causal_attention(Q, K, V):
    t = np.arange(Q.shape[-2])
    visible = t[None, :] <= t[:, None]
    e = np.exp(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])) * visible
    weights = e / e.sum(axis=-1, keepdims=True)
    output = weights @ V
    return output, weights

# %% right: an infinity added, a softmax of its own
def softmax(x, axis=-1):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def causal_attention(Q, K, V):
    d_k = K.shape[-1]
    scores = np.matmul(Q, np.swapaxes(K, -1, -2)) / np.sqrt(d_k)
    mask = np.where(np.tri(*scores.shape[-2:]) == 1, 0.0, -np.inf)
    weights = softmax(scores + mask)
    return np.matmul(weights, V), weights

# %% right: one query at a time, only the keys so far
def causal_attention(Q, K, V):
    n, d_k = Q.shape[-2:]
    output = np.zeros(Q.shape[:-1] + (V.shape[-1],), dtype=V.dtype)
    weights = np.zeros(Q.shape[:-1] + (n,), dtype=Q.dtype)
    for i in range(n):
        s = (K[..., : i + 1, :] * Q[..., i : i + 1, :]).sum(axis=-1) / np.sqrt(d_k)
        e = np.exp(s)
        w = e / e.sum(axis=-1, keepdims=True)
        weights[..., i, : i + 1] = w
        output[..., i, :] = (w[..., None] * V[..., : i + 1, :]).sum(axis=-2)
    return output, weights

# %% right: plain loops with math.exp, nested lists, a batch by recursion
import math


def causal_attention(Q, K, V):
    if Q.ndim > 2:
        both = [causal_attention(q, k, v) for q, k, v in zip(Q, K, V)]
        return [b[0] for b in both], [b[1] for b in both]
    n = len(Q)
    output, weights = [], []
    for i in range(n):
        row = []
        for j in range(n):
            dot = sum(float(a) * float(b) for a, b in zip(Q[i], K[j]))
            row.append(math.exp(dot / math.sqrt(len(Q[i]))) if j <= i else 0.0)
        total = sum(row)
        row = [x / total for x in row]
        weights.append(row)
        output.append([sum(row[j] * float(V[j, c]) for j in range(n)) for c in range(V.shape[1])])
    return output, weights

# %% right: softmax of everything, np.tril, renormalised
def causal_attention(Q, K, V):
    s = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    w = np.exp(s - s.max(axis=-1, keepdims=True))
    w = w / w.sum(axis=-1, keepdims=True)
    w = np.tril(w)
    w = w / w.sum(axis=-1, keepdims=True)
    return w @ V, w

# %% right: float32 everywhere, a list of two returned
def causal_attention(Q, K, V):
    Q, K, V = (np.asarray(a, dtype=np.float32) for a in (Q, K, V))
    s = Q @ K.swapaxes(-1, -2) / np.float32(np.sqrt(Q.shape[-1]))
    s = np.where(np.tri(s.shape[-1], dtype=bool), s, np.float32(-1e9))
    w = np.exp(s - s.max(axis=-1, keepdims=True))
    w /= w.sum(axis=-1, keepdims=True)
    return [w @ V, w]

# %% right: in place, on its own scores
def causal_attention(Q, K, V):
    w = np.matmul(Q, np.moveaxis(K, -1, -2))
    w *= K.shape[-1] ** -0.5
    rows, cols = np.triu_indices(w.shape[-1], k=1)
    w[..., rows, cols] = -np.inf
    np.exp(w, out=w)
    w /= w.sum(axis=-1, keepdims=True)
    return w @ V, w

# %% right: running sums, no table for the output
def causal_attention(Q, K, V):
    n, d_k = Q.shape[-2:]
    total = np.zeros(Q.shape[:-1])
    acc = np.zeros(Q.shape[:-1] + (V.shape[-1],))
    columns = []
    for j in range(n):  # key j is seen by the queries from j on
        e = np.exp((Q * K[..., j : j + 1, :]).sum(axis=-1) / np.sqrt(d_k))
        e[..., :j] = 0
        total += e
        acc += e[..., None] * V[..., j : j + 1, :]
        columns.append(e)
    weights = np.stack(columns, axis=-1) / total[..., None]
    return acc / total[..., None], weights

# %% right: an object that can be called, and a named tuple
from collections import namedtuple

Attended = namedtuple("Attended", ["output", "weights"])


class CausalAttention:
    def visible(self, n):
        return np.array([[j <= i for j in range(n)] for i in range(n)])

    def __call__(self, Q, K, V):
        s = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
        e = np.where(self.visible(s.shape[-1]), np.exp(s), 0)
        w = e / e.sum(-1)[..., None]
        return Attended(w @ V, w)


causal_attention = CausalAttention()

# %% right: lambdas
e = lambda Q, K: np.tril(np.exp(Q @ K.swapaxes(-1, -2) / Q.shape[-1] ** 0.5))
w = lambda Q, K: e(Q, K) / e(Q, K).sum(-1, keepdims=True)
causal_attention = lambda Q, K, V: (w(Q, K) @ V, w(Q, K))

# %% right: keys on rows, turned back at the end, prints left in
def causal_attention(Q, K, V, verbose=True):
    turn = lambda a: np.swapaxes(a, -1, -2)
    S = K @ turn(Q) / np.sqrt(Q.shape[-1])
    if verbose:
        print("scores, keys on rows:", S.shape)
    E = np.triu(np.exp(S))  # keys on rows: the past is above
    W = E / E.sum(axis=-2, keepdims=True)
    return turn(turn(V) @ W), turn(W)

# %% right: queries divided on a copy, warnings silenced, logarithm of the sum
def causal_attention(Q, K, V):
    Q = Q.copy()
    Q /= np.sqrt(Q.shape[-1])
    s = np.einsum("...id,...jd->...ij", Q, K)
    i, j = np.indices(s.shape[-2:])
    with np.errstate(all="ignore"):
        s = np.where(j > i, -np.inf, s)
        lse = np.logaddexp.reduce(s, axis=-1, keepdims=True)
        w = np.nan_to_num(np.exp(s - lse))
    return np.einsum("...ij,...jv->...iv", w, V), w

# %% right: -1e9 added, which hides no whole row here | like: an infinity added, a softmax of its own
-    mask = np.where(np.tri(*scores.shape[-2:]) == 1, 0.0, -np.inf)
+    mask = -1e9 * np.triu(np.ones(scores.shape[-2:]), k=1)
# %% wrong: no-scale | the mask was what this was about | like: np.tril, minus infinity, softmax
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_k)
+    scores = Q @ K.swapaxes(-1, -2)
# %% wrong: scale-by-d_k | the root forgotten | like: exp times the visible ones
-    e = np.exp(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])) * visible
+    e = np.exp(Q @ K.swapaxes(-1, -2) / K.shape[-1]) * visible

# %% wrong: scale-by-sqrt-n | the last axis of the scores
def causal_attention(Q, K, V):
    scores = Q @ K.swapaxes(-1, -2)
    n = scores.shape[-1]
    scores = np.where(np.tri(n, dtype=bool), scores / np.sqrt(n), -np.inf)
    e = np.exp(scores)
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% wrong: scale-by-sqrt-d_v | the width of the values | like: exp times the visible ones
-    e = np.exp(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])) * visible
+    e = np.exp(Q @ K.swapaxes(-1, -2) / np.sqrt(V.shape[-1])) * visible
# %% wrong: scale-inverted | times the root | like: einsum, -1e9 where it is the future
-    scores = np.einsum("...qd,...kd->...qk", Q, K) / K.shape[-1] ** 0.5
+    scores = np.einsum("...qd,...kd->...qk", Q, K) * K.shape[-1] ** 0.5
# %% wrong: scale-after-softmax | weights divided at the end | like: the mask was what this was about
-    weights = e / e.sum(axis=-1, keepdims=True)
+    weights = e / e.sum(axis=-1, keepdims=True) / np.sqrt(d_k)
# %% wrong: softmax-over-axis-0 | axis=0 for the softmax | like: an infinity added, a softmax of its own
-    weights = softmax(scores + mask)
+    weights = softmax(scores + mask, axis=0)
# %% wrong: softmax-over-everything | sum without an axis | like: exp times the visible ones
-    weights = e / e.sum(axis=-1, keepdims=True)
+    weights = e / e.sum()

# %% wrong: softmax-not-normalised | the division forgotten
def causal_attention(Q, K, V):
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    weights = np.tril(np.exp(scores))
    return weights @ V, weights

# %% wrong: softmax-base-2 | exp2 | like: exp times the visible ones
-    e = np.exp(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])) * visible
+    e = np.exp2(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])) * visible

# %% wrong: hard-argmax | the best key so far
def causal_attention(Q, K, V):
    n = Q.shape[-2]
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
    weights = np.eye(n)[scores.argmax(axis=-1)]
    return weights @ V, weights

# %% wrong: q-k-swapped | K Q^T | like: np.tril, minus infinity, softmax
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_k)
+    scores = K @ Q.swapaxes(-1, -2) / np.sqrt(d_k)
# %% wrong: weights-transposed | W^T V | like: exp times the visible ones
-    output = weights @ V
+    output = weights.swapaxes(-1, -2) @ V
# %% wrong: values-from-keys | K for V | like: np.tril, minus infinity, softmax
-    return weights @ V, weights
+    return weights @ K, weights
# %% wrong: keys-not-transposed | Q @ K, which fits only squares | like: exp times the visible ones
-    e = np.exp(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])) * visible
+    e = np.exp(Q @ K / np.sqrt(K.shape[-1])) * visible
# %% wrong: self-scores | Q with itself | like: np.tril, minus infinity, softmax
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_k)
+    scores = Q @ Q.swapaxes(-1, -2) / np.sqrt(d_k)
# %% wrong: self-scores | K with itself | like: einsum, -1e9 where it is the future
-    scores = np.einsum("...qd,...kd->...qk", Q, K) / K.shape[-1] ** 0.5
+    scores = np.einsum("...qd,...kd->...qk", K, K) / K.shape[-1] ** 0.5
# %% wrong: mask-transposed | np.triu is what may be seen | like: np.tril, minus infinity, softmax
-    visible = np.tril(np.ones((n, n), dtype=bool))
+    visible = np.triu(np.ones((n, n), dtype=bool))
# %% wrong: mask-hides-diagonal | k=-1, the first row becomes nan | like: np.tril, minus infinity, softmax
-    visible = np.tril(np.ones((n, n), dtype=bool))
+    visible = np.tril(np.ones((n, n), dtype=bool), k=-1)
# %% wrong: mask-hides-diagonal | np.triu without k, and -1e9 | like: einsum, -1e9 where it is the future
-    future = np.triu(np.ones((n, n)), k=1)
+    future = np.triu(np.ones((n, n)))
# %% wrong: mask-hides-diagonal | -1e9 added in the upper triangle and on the diagonal | like: an infinity added, a softmax of its own
-    mask = np.where(np.tri(*scores.shape[-2:]) == 1, 0.0, -np.inf)
+    mask = -1e9 * np.triu(np.ones(scores.shape[-2:]))
# %% wrong: mask-hides-diagonal | strictly earlier, and the first row cleaned up | like: exp times the visible ones
-    visible = t[None, :] <= t[:, None]
+    visible = t[None, :] < t[:, None]
-    weights = e / e.sum(axis=-1, keepdims=True)
+    weights = e / np.maximum(e.sum(axis=-1, keepdims=True), 1e-30)
# %% wrong: mask-inverted | branches of np.where exchanged | like: np.tril, minus infinity, softmax
-    scores = np.where(visible, scores, -np.inf)
+    scores = np.where(visible, -np.inf, scores)
# %% wrong: mask-inverted | -1e9 where it is not the future | like: einsum, -1e9 where it is the future
-    s = np.where(future == 1, -1e9, scores)
+    s = np.where(future == 0, -1e9, scores)
# %% wrong: mask-inverted | later ones only, the last row left empty | like: exp times the visible ones
-    visible = t[None, :] <= t[:, None]
+    visible = t[None, :] > t[:, None]
-    weights = e / e.sum(axis=-1, keepdims=True)
+    total = e.sum(axis=-1, keepdims=True)
+    weights = e / np.where(total == 0, 1, total)
# %% wrong: sees-next | k=1 in np.tril | like: np.tril, minus infinity, softmax
-    visible = np.tril(np.ones((n, n), dtype=bool))
+    visible = np.tril(np.ones((n, n), dtype=bool), k=1)
# %% wrong: mask-after-softmax | np.tril of the weights | like: the division forgotten
-    weights = np.tril(np.exp(scores))
+    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
+    weights = np.tril(e / e.sum(axis=-1, keepdims=True))
# %% wrong: mask-added-as-0-1 | scores + visible | like: np.tril, minus infinity, softmax
-    scores = np.where(visible, scores, -np.inf)
+    scores = scores + visible
# %% wrong: zero-times-infinity | zeros of the triangle times infinity | like: an infinity added, a softmax of its own
-    mask = np.where(np.tri(*scores.shape[-2:]) == 1, 0.0, -np.inf)
+    mask = -np.inf * np.triu(np.ones(scores.shape[-2:]), k=1)
# %% wrong: keepdims-missing | sum(axis=-1) as it comes | like: exp times the visible ones
-    weights = e / e.sum(axis=-1, keepdims=True)
+    weights = e / e.sum(axis=-1)

# %% wrong: exp-missing | shares of the scores so far
def causal_attention(Q, K, V):
    scores = np.tril(Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1]))
    weights = scores / scores.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% wrong: scale-by-sqrt-len | len(Q) taken for the width
def causal_attention(Q, K, V):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(len(Q))
    n = scores.shape[-1]
    weights = np.exp(scores) * np.tri(n)
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% wrong: scale-hard-coded | 8 from the paper | like: len(Q) taken for the width
-    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(len(Q))
+    scores = Q @ np.swapaxes(K, -1, -2) / 8

# %% wrong: softmax-missing | straight from the mask to the values
def causal_attention(Q, K, V):
    n = Q.shape[-2]
    weights = np.einsum("...id,...jd->...ij", Q, K) / np.sqrt(Q.shape[-1])
    weights = np.where(np.tri(n, dtype=bool), weights, -np.inf)
    return weights @ V, weights

# %% wrong: negated | a minus in the exponent | like: exp times the visible ones
-    e = np.exp(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])) * visible
+    e = np.exp(-Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])) * visible
# %% wrong: returned-in-wrong-order | weights first | like: np.tril, minus infinity, softmax
-    return weights @ V, weights
+    return weights, weights @ V
# %% wrong: weights-not-returned | only the output matters | like: np.tril, minus infinity, softmax
-    return weights @ V, weights
+    return weights @ V

# %% wrong: mutates-input | Q /= the root
def causal_attention(Q, K, V):
    Q /= np.sqrt(Q.shape[-1])
    e = np.tril(np.exp(Q @ K.swapaxes(-1, -2)))
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% wrong: mutates-input | keys scaled once and for all | like: np.tril, minus infinity, softmax
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_k)
+    K *= d_k**-0.5
+    scores = Q @ K.swapaxes(-1, -2)
# %% wrong: no-scale, mask-transposed | no root, np.triu | like: the mask was what this was about
-    visible = np.tril(np.ones((n, n), dtype=bool))
+    visible = np.triu(np.ones((n, n), dtype=bool))
# %% wrong: no-scale, mask-hides-diagonal | no root, k=-1 | like: the mask was what this was about
-    visible = np.tril(np.ones((n, n), dtype=bool))
+    visible = np.tril(np.ones((n, n), dtype=bool), k=-1)
# %% wrong: no-scale, mask-hides-diagonal | no root, np.triu without k | like: np.triu without k, and -1e9
-    scores = np.einsum("...qd,...kd->...qk", Q, K) / K.shape[-1] ** 0.5
+    scores = np.einsum("...qd,...kd->...qk", Q, K)
# %% wrong: no-scale, mask-missing | plain softmax of Q K^T | like: Q /= the root
-    Q /= np.sqrt(Q.shape[-1])
-    e = np.tril(np.exp(Q @ K.swapaxes(-1, -2)))
+    e = np.exp(Q @ K.swapaxes(-1, -2))
# %% wrong: no-scale, mask-after-softmax | no root, np.tril at the end | like: plain softmax of Q K^T
-    weights = e / e.sum(axis=-1, keepdims=True)
+    weights = np.tril(e / e.sum(axis=-1, keepdims=True))
# %% wrong: no-scale, mask-filled-with-zero | no root, np.tril of the scores | like: plain softmax of Q K^T
-    e = np.exp(Q @ K.swapaxes(-1, -2))
+    scores = np.tril(Q @ K.swapaxes(-1, -2))
+    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
# %% wrong: scale-by-d_k, mask-inverted | no root, branches exchanged | like: branches of np.where exchanged
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_k)
+    scores = Q @ K.swapaxes(-1, -2) / d_k
# %% wrong: softmax-over-queries, mask-transposed | everything about the table turned | like: exp times the visible ones
-    visible = t[None, :] <= t[:, None]
+    visible = t[:, None] <= t[None, :]
-    weights = e / e.sum(axis=-1, keepdims=True)
+    weights = e / e.sum(axis=-2, keepdims=True)

# %% wrong: softmax-over-queries, mask-after-softmax | axis=-2, np.tril at the end
def causal_attention(Q, K, V):
    e = np.exp(Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1]))
    weights = np.tril(e / e.sum(axis=-2, keepdims=True))
    return weights @ V, weights

# %% wrong: no-scale, softmax-over-axis-0 | no root, axis=0
def causal_attention(Q, K, V):
    e = np.tril(np.exp(Q @ K.swapaxes(-1, -2)))
    weights = e / e.sum(axis=0)
    return weights @ V, weights

# %% wrong: mask-transposed, returned-in-wrong-order | np.triu, weights first | like: np.triu is what may be seen
-    return weights @ V, weights
+    return weights, weights @ V

# %% wrong: mask-after-softmax, weights-not-returned | np.tril at the end, the output alone
def causal_attention(Q, K, V):
    e = np.exp(Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1]))
    return np.tril(e / e.sum(axis=-1, keepdims=True)) @ V

# %% wrong: mask-hides-diagonal, batch-axis-breaks | len(Q), strictly earlier | like: exp times the visible ones
-    t = np.arange(Q.shape[-2])
-    visible = t[None, :] <= t[:, None]
+    t = np.arange(len(Q))
+    visible = t[None, :] < t[:, None]
# %% wrong: no-scale, batch-axis-breaks | Q K^T as it is spoken | like: np.tril, minus infinity, softmax
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_k)
+    scores = Q @ K.T
# %% wrong: values-from-keys, mask-added-as-0-1 | K for V, scores + visible | like: K for V
-    scores = np.where(visible, scores, -np.inf)
+    scores = scores + visible
# %% wrong: q-k-swapped, mask-transposed | the transpose all the way | like: K Q^T
-    visible = np.tril(np.ones((n, n), dtype=bool))
+    visible = np.triu(np.ones((n, n), dtype=bool))
# %% unnamed | returns a string
return "output, weights"
# %% wrong: penalty-too-small | minus ten should be enough | like: einsum, -1e9 where it is the future
-    s = np.where(future == 1, -1e9, scores)
+    s = np.where(future == 1, -10.0, scores)
# %% wrong: scores-ignored | the mean of the values so far | like: plain softmax of Q K^T
-    e = np.exp(Q @ K.swapaxes(-1, -2))
+    e = np.broadcast_to(np.tri(Q.shape[-2]), Q.shape[:-1] + (Q.shape[-2],))
# %% wrong: only-itself | eye for tri | like: np.tril, minus infinity, softmax
-    visible = np.tril(np.ones((n, n), dtype=bool))
+    visible = np.eye(n, dtype=bool)
# %% wrong: only-itself-and-previous | only this token and the one before | like: exp times the visible ones
-    visible = t[None, :] <= t[:, None]
+    visible = (t[None, :] <= t[:, None]) & (t[None, :] >= t[:, None] - 1)
# %% wrong: scores-returned | the masked scores returned instead of the weights | like: np.tril, minus infinity, softmax
-    return weights @ V, weights
+    return weights @ V, scores
# %% unnamed | the mask returned as a third | like: np.tril, minus infinity, softmax
-    return weights @ V, weights
+    return weights @ V, weights, visible
# %% wrong: first-sees-all | the first token sees everything | like: np.tril, minus infinity, softmax
-    visible = np.tril(np.ones((n, n), dtype=bool))
+    visible = np.tril(np.ones((n, n), dtype=bool))
+    visible[0] = True
# %% wrong: softmax-over-queries, batch-axis-breaks | K.T, and axis=0 throughout (ValueError)
def causal_attention(Q, K, V):
    S = Q @ K.T / Q.shape[-1] ** 0.5
    S = np.where(np.tri(len(S), dtype=bool), S, -np.inf)
    E = np.exp(S - S.max(axis=0))
    weights = E / E.sum(axis=0)
    return weights @ V, weights

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: token by token, over the part read so far
def causal_attention(Q, K, V):
    n, d_k = Q.shape[-2:]
    batch = Q.shape[:-2]
    weights = np.zeros(batch + (n, n), dtype=np.result_type(Q, K, np.float32))
    output = np.zeros(batch + (n, V.shape[-1]), dtype=np.result_type(Q, V, np.float32))
    for t in range(n):
        past = slice(0, t + 1)
        s = (K[..., past, :] @ Q[..., t, :, None])[..., 0] / np.sqrt(d_k)
        p = np.exp(s - s.max(-1, keepdims=True))
        p /= p.sum(-1, keepdims=True)
        weights[..., t, past] = p
        output[..., t, :] = (p[..., None, :] @ V[..., past, :])[..., 0, :]
    return output, weights

# %% right: einsum, and minus infinity added above the diagonal
def causal_attention(Q, K, V):
    n = Q.shape[-2]
    bias = np.where(np.arange(n)[:, None] < np.arange(n), -np.inf, 0.0).astype(Q.dtype)
    s = np.einsum("...id,...jd->...ij", Q, K) * Q.shape[-1] ** -0.5 + bias
    w = np.exp(s - np.logaddexp.reduce(s, axis=-1, keepdims=True))
    return np.einsum("...ij,...jd->...id", w, V), w

# %% right: exp of everything, the lower triangle kept, each row divided by its sum
def causal_attention(Q, K, V):
    s = np.matmul(Q, np.swapaxes(K, -2, -1)) / np.sqrt(K.shape[-1])
    lowest = np.where(np.tri(s.shape[-1], dtype=bool), s, -np.inf).max(-1, keepdims=True)
    e = np.tril(np.exp(np.minimum(s - lowest, 0)))
    w = e / e.sum(-1, keepdims=True)
    return w @ V, w

# %% unnamed | np.tril, and a score of 0 is taken for a hidden one
def causal_attention(Q, K, V):
    s = np.tril(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))
    s = np.where(s == 0, -np.inf, s)
    m = s.max(-1, keepdims=True)
    e = np.exp(s - np.where(np.isinf(m), 0, m))
    t = e.sum(-1, keepdims=True)
    w = e / np.where(t == 0, 1, t)
    return w @ V, w

# %% wrong: mask-missing | -1e-9 typed for -1e9, and added
def causal_attention(Q, K, V):
    n = Q.shape[-2]
    s = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    s = s + np.triu(np.ones((n, n)), k=1) * -1e-9
    e = np.exp(s - s.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    return w @ V, w

# %% unnamed | hidden scores multiplied by -1e9 | like: -1e-9 typed for -1e9, and added
-    s = s + np.triu(np.ones((n, n)), k=1) * -1e-9
+    s = np.where(np.tri(n, dtype=bool), s, s * -1e9)
# %% wrong: scale-by-keys-seen | the root of the number of tokens that each one sees | like: -1e-9 typed for -1e9, and added
-    s = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
-    s = s + np.triu(np.ones((n, n)), k=1) * -1e-9
+    seen = np.arange(1, n + 1)[:, None]
+    s = Q @ np.swapaxes(K, -1, -2) / np.sqrt(seen)
+    s = np.where(np.tri(n, dtype=bool), s, -np.inf)
# %% wrong: only-first-sees-itself | strictly earlier ones, but the first token sees itself | like: -1e-9 typed for -1e9, and added
-    n = Q.shape[-2]
+    n = Q.shape[-2]
+    visible = np.tri(n, k=-1, dtype=bool)
+    visible[0, 0] = True
-    s = s + np.triu(np.ones((n, n)), k=1) * -1e-9
+    s = np.where(visible, s, -np.inf)

# %% wrong: unmasked-weights-returned | the output is right, the weights come back without the mask
def causal_attention(Q, K, V):
    n = Q.shape[-2]
    s = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])

    def softmax(x):
        e = np.exp(x - x.max(-1, keepdims=True))
        return e / e.sum(-1, keepdims=True)

    weights = softmax(s)
    output = softmax(np.where(np.tri(n, dtype=bool), s, -np.inf)) @ V
    return output, weights

# %% unnamed | the running mean of the values, under weights without a mask
def causal_attention(Q, K, V):
    n = V.shape[-2]
    s = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    e = np.exp(s - s.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    running = np.cumsum(V, axis=-2) / np.arange(1, n + 1)[:, None]
    return w @ running, w

# %% wrong: mask-filled-with-zero | np.tril of the scores
def causal_attention(Q, K, V):
    s = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    s = np.tril(s)
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    w = e / e.sum(axis=-1, keepdims=True)
    return w @ V, w

# %% wrong: softmax-over-queries | masked, then divided by the sums of the columns
def causal_attention(Q, K, V):
    s = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    e = np.tril(np.exp(s - s.max(axis=-1, keepdims=True)))
    w = e / e.sum(axis=-2, keepdims=True)
    return w @ V, w

# %% wrong: scale-by-d_k, softmax-twice | d_k ** -1, and the masked softmax once more
def causal_attention(Q, K, V):
    n = Q.shape[-2]
    vis = np.tri(n, dtype=bool)

    def masked(x):
        e = np.where(vis, np.exp(np.where(vis, x, 0)), 0)
        return e / e.sum(-1, keepdims=True)

    s = Q @ np.swapaxes(K, -1, -2) * Q.shape[-1] ** -1.0
    w = masked(masked(s))
    return w @ V, w

# %% unnamed | np.tri of the first two axes
def causal_attention(Q, K, V):
    s = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    front = s.shape[:2]
    vis = np.tri(*front, dtype=bool)
    vis = vis.reshape(front + (1,) * (s.ndim - 2))
    s = np.where(vis, s, -1e9)
    e = np.exp(s - s.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    return w @ V, w

# %% unnamed | diagonal=1, as in PyTorch (TypeError) | like: -1e-9 typed for -1e9, and added
-    s = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
-    s = s + np.triu(np.ones((n, n)), k=1) * -1e-9
+    mask = np.triu(np.full((n, n), -np.inf), diagonal=1)
+    s = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]) + mask

# %% unnamed | np.tri(*scores.shape) (ValueError)
def causal_attention(Q, K, V):
    s = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    s = np.where(np.tri(*s.shape, dtype=bool), s, -np.inf)
    e = np.exp(s - s.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    return w @ V, w

# %% unnamed | Q handed to causal_visibility, not its length (ValueError)
def causal_visibility(n):
    return np.arange(n)[:, None] >= np.arange(n)


def causal_attention(Q, K, V):
    s = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    s = np.where(causal_visibility(Q), s, -np.inf)
    e = np.exp(s - s.max(-1, keepdims=True))
    w = e / e.sum(-1, keepdims=True)
    return w @ V, w

# %% wrong: batch-axis-breaks | a boolean index of shape (n, n) (IndexError) | like: -1e-9 typed for -1e9, and added
-    s = s + np.triu(np.ones((n, n)), k=1) * -1e-9
+    s[np.triu(np.ones((n, n), dtype=bool), 1)] = -np.inf
# %% wrong: needs-a-batch-axis | batch, n, d_k = Q.shape (ValueError) | like: the root of the number of tokens that each one sees
-    n = Q.shape[-2]
-    seen = np.arange(1, n + 1)[:, None]
-    s = Q @ np.swapaxes(K, -1, -2) / np.sqrt(seen)
+    batch, n, d_k = Q.shape
+    s = Q @ K.transpose(0, 2, 1) / np.sqrt(d_k)

# %% not blind | by people who knew the catalogue

# %% wrong: half-not-root | one half of d_k | like: np.tril, minus infinity, softmax
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_k)
-    visible = np.tril(np.ones((n, n), dtype=bool))
-    scores = np.where(visible, scores, -np.inf)
+    scores = Q @ np.swapaxes(K, -1, -2) / (1 / 2 * d_k)
+    scores = np.where(np.tri(n) == 1, scores, -np.inf)
# %% wrong: root-without-brackets | the root as ** 1 / 2 | like: one half of d_k
-    scores = Q @ np.swapaxes(K, -1, -2) / (1 / 2 * d_k)
+    scores = Q @ np.swapaxes(K, -1, -2) / d_k ** 1 / 2
# %% wrong: scale-by-fourth-root | the root of the root | like: one half of d_k
-    scores = Q @ np.swapaxes(K, -1, -2) / (1 / 2 * d_k)
+    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(d_k) ** 0.5

# %% blind

# %% wrong: unmasked-weights-returned | masks and renormalises for the output, but returns the weights from before the mask
def causal_attention(Q, K, V):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = weights / weights.sum(axis=-1, keepdims=True)
    causal = np.tril(weights)
    causal = causal / causal.sum(axis=-1, keepdims=True)
    return causal @ V, weights

# %% wrong: output-before-the-mask | computes the output before the mask, so only the returned weights are causal
def causal_attention(Q, K, V):
    n = Q.shape[-2]
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    output = weights @ V
    weights = np.tril(weights)
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return output, weights
