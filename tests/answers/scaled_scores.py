"""Answers to `scaled_scores(Q, K)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: matmul with the last two axes of K exchanged
return Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])

# %% right: einsum
def scaled_scores(Q, K):
    d_k = Q.shape[-1]
    return np.einsum("...qd,...kd->...qk", Q, K) / np.sqrt(d_k)

# %% right: three loops, nested lists, a batch by recursion
import math


def scaled_scores(Q, K):
    if Q.ndim > 2:
        return [scaled_scores(q, k) for q, k in zip(Q, K)]
    rows = []
    for q in Q:
        row = []
        for k in K:
            dot = 0.0
            for a, b in zip(q, k):
                dot += a * b
            row.append(dot / math.sqrt(len(q)))
        rows.append(row)
    return rows

# %% right: np.matmul and mT
return np.matmul(Q, K.mT) * K.shape[-1] ** -0.5

# %% right: broadcasting instead of a matrix product
def scaled_scores(Q, K):
    products = Q[..., :, None, :] * K[..., None, :, :]
    return products.sum(axis=-1) / Q.shape[-1] ** 0.5

# %% right: queries divided in place, on a copy
def scaled_scores(Q, K):
    Q = Q.copy()
    Q /= np.sqrt(Q.shape[-1])
    return Q @ np.moveaxis(K, -1, -2)

# %% right: float32 everywhere
def scaled_scores(Q, K):
    Q = np.asarray(Q, dtype=np.float32)
    K = np.asarray(K, dtype=np.float32)
    return Q @ K.swapaxes(-1, -2) / np.float32(Q.shape[-1] ** 0.5)

# %% right: a lambda
scaled_scores = lambda Q, K: Q @ np.matrix_transpose(K) / np.sqrt(np.shape(K)[-1])

# %% right: an object that can be called
class ScaledScores:
    def transpose(self, K):
        axes = list(range(K.ndim))
        axes[-1], axes[-2] = axes[-2], axes[-1]
        return K.transpose(axes)

    def __call__(self, Q, K):
        scores = Q @ self.transpose(K)
        scores /= np.sqrt(Q.shape[-1])
        return scores


scaled_scores = ScaledScores()

# %% right: keys on rows first, transposed at the end
def scaled_scores(Q, K):
    S = K @ Q.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    return S.swapaxes(-1, -2)

# %% right: np.inner for matrices, a batch by recursion
def scaled_scores(Q, K):
    if Q.ndim == 2:
        return np.inner(Q, K) / np.sqrt(Q.shape[1])
    return np.stack([scaled_scores(Q[b], K[b]) for b in range(len(Q))])

# %% right: one entry after the other, any number of axes
def scaled_scores(Q, K):
    out = np.empty(Q.shape[:-1] + (K.shape[-2],))
    for index in np.ndindex(*out.shape):
        *batch, i, j = index
        out[index] = Q[(*batch, i)] @ K[(*batch, j)] / np.sqrt(Q.shape[-1])
    return out

# %% right: the batch axes folded into one, np.dot for each
def scaled_scores(Q, K):
    flat_Q = Q.reshape((-1,) + Q.shape[-2:])
    flat_K = K.reshape((-1,) + K.shape[-2:])
    parts = [np.dot(q, k.T) / np.sqrt(q.shape[1]) for q, k in zip(flat_Q, flat_K)]
    return np.array(parts).reshape(Q.shape[:-1] + K.shape[-2:-1])

# %% right: prints and asserts left in, a keyword of its own
def scaled_scores(Q, K, scale=None):
    assert Q.shape[-1] == K.shape[-1]
    if scale is None:
        scale = 1 / np.sqrt(Q.shape[-1])
    scores = np.matmul(Q, K.swapaxes(-1, -2)) * scale
    print("scores", scores.shape, "scale", scale)
    return scores

# %% right: one column of scores for each key
def scaled_scores(Q, K):
    columns = []
    with np.errstate(all="ignore"):
        for j in range(K.shape[-2]):
            columns.append(np.sum(Q * K[..., j : j + 1, :], axis=-1))
        return np.stack(columns, axis=-1) / np.sqrt(K.shape[-1])

# %% right: the root through logarithm and exponential
def scaled_scores(Q, K):
    d_k = K.shape[-1]
    return np.einsum("...ij,...kj->...ik", Q, K) * np.exp(-np.log(d_k) / 2)

# %% wrong: no-scale | the dot products
return Q @ K.swapaxes(-1, -2)
# %% wrong: scale-by-sqrt-n | the number of queries
return Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-2])
# %% wrong: scale-by-sqrt-len | len(K) taken for the width
return np.matmul(Q, K.swapaxes(-1, -2)) / len(K) ** 0.5
# %% wrong: scale-inverted | times the root
return Q @ K.swapaxes(-1, -2) * np.sqrt(K.shape[-1])

# %% wrong: scaled-by-own-spread | divided by their own standard deviation
def scaled_scores(Q, K):
    scores = Q @ K.swapaxes(-1, -2)
    return scores / scores.std()

# %% wrong: softmax-already | goes on to the weights
def scaled_scores(Q, K):
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: negated | a minus that belongs to a distance
return -Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
# %% wrong: self-scores | Q with itself
return Q @ Q.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
# %% wrong: self-scores | K with itself
return np.einsum("...id,...jd->...ij", K, K) / np.sqrt(K.shape[-1])
# %% wrong: products-not-summed | the sum over the features forgotten
return Q[..., :, None, :] * K[..., None, :, :] / np.sqrt(Q.shape[-1])

# %% wrong: return-in-loop | the first query only
def scaled_scores(Q, K):
    scores = np.zeros(Q.shape[:-1] + (K.shape[-2],))
    for i in range(Q.shape[-2]):
        for j in range(K.shape[-2]):
            scores[..., i, j] = (Q[..., i, :] * K[..., j, :]).sum(axis=-1) / np.sqrt(Q.shape[-1])
        return scores

# %% wrong: return-missing | printed instead of returned
def scaled_scores(Q, K):
    print(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1]))

# %% wrong: no-scale, batch-axis-breaks | Q K^T as it is spoken
return Q @ K.T
# %% wrong: no-scale, q-k-swapped | raw K Q^T
return np.matmul(K, Q.swapaxes(-1, -2))

# %% wrong: no-scale, softmax-already | weights without the root
def scaled_scores(Q, K):
    e = np.exp(Q @ K.swapaxes(-1, -2))
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: no-scale, keys-not-transposed | Q times K and no more
return np.matmul(Q, K)
# %% wrong: no-scale, self-scores | Q Q^T and no root
return Q @ Q.swapaxes(-1, -2)

# %% wrong: scale-by-d_k, batch-axis-breaks | no root, K.T
def scaled_scores(Q, K):
    d_k = K.shape[1]
    return np.dot(Q, K.T) / d_k

# %% wrong: scale-by-d_k, mutates-input | Q /= d_k
def scaled_scores(Q, K):
    Q /= Q.shape[-1]
    return Q @ K.swapaxes(-1, -2)

# %% wrong: scale-by-d_k, q-k-swapped | no root, K in front
return np.einsum("...kd,...qd->...kq", K, Q) / K.shape[-1]

# %% wrong: scale-by-d_k, softmax-already | no root, and on to the weights
def scaled_scores(Q, K):
    e = np.exp(Q @ K.swapaxes(-1, -2) / K.shape[-1])
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: scale-by-sqrt-n, batch-axis-breaks | shape[0] for the width and K.T
return Q @ K.T / np.sqrt(K.shape[0])
# %% wrong: scale-inverted, q-k-swapped | times the root, K in front
return np.sqrt(K.shape[-1]) * (K @ Q.swapaxes(-1, -2))
# %% wrong: scale-inverted, mutates-input | Q *= the root | like: Q /= d_k
-    Q /= Q.shape[-1]
+    Q *= np.sqrt(Q.shape[-1])
# %% wrong: no-scale, negated | minus the dot products
return -np.einsum("...qd,...kd->...qk", Q, K)
# %% unnamed | returns a string
return np.array2string(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1]))
# %% wrong: scale-by-fourth-root | the fourth root
return Q @ K.swapaxes(-1, -2) / np.sqrt(np.sqrt(K.shape[-1]))
# %% wrong: scale-hard-coded | the width hard-coded as in the paper
return Q @ K.swapaxes(-1, -2) / np.sqrt(64)
# %% unnamed | the logarithm instead of the root
return Q @ K.swapaxes(-1, -2) / np.log(K.shape[-1] + 1)
# %% wrong: root-of-everything | the parentheses of the root close too late
return np.sqrt(Q @ K.swapaxes(-1, -2) / K.shape[-1])

# %% wrong: mask-not-asked | a causal mask nobody asked for
def scaled_scores(Q, K):
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
    return np.where(np.tri(*scores.shape[-2:], dtype=bool), scores, -np.inf)

# %% unnamed | half precision
return (Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])).astype(np.float16)

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: a fourth root on both sides
def scaled_scores(Q, K):
    r = Q.shape[-1] ** 0.25
    return np.einsum("...qd,...kd->...qk", Q / r, K / r)

# %% right: recursion over the batch
def scaled_scores(Q, K):
    if Q.ndim > 2:
        return np.stack([scaled_scores(q, k) for q, k in zip(Q, K)])
    return Q.dot(K.T) / np.sqrt(Q.shape[1])

# %% right: np.vectorize with a signature
def scaled_scores(Q, K):
    f = np.vectorize(lambda q, k: q @ k.T / len(k.T) ** 0.5, signature="(q,d),(k,d)->(q,k)")
    return f(Q, K)

# %% right: broadcast, then a sum
def scaled_scores(Q, K):
    products = Q[..., :, None, :] * K[..., None, :, :]
    return products.sum(axis=-1) / np.sqrt(products.shape[-1])

# %% wrong: half-not-root | d_k ** 1/2 in brackets
def scaled_scores(Q, K):
    d_k = Q.shape[-1]
    return Q @ np.swapaxes(K, -1, -2) / (d_k ** 1/2)

# %% wrong: whole-root | math.isqrt
import math


def scaled_scores(Q, K):
    return Q @ K.swapaxes(-2, -1) / math.isqrt(K.shape[-1])

# %% wrong: batch-axis-breaks | len(Q[0])
def scaled_scores(Q, K):
    d_k = len(Q[0])
    return np.einsum("...id,...jd->...ij", Q, K) / np.sqrt(d_k)

# %% wrong: batch-axis-breaks | np.inner
return np.inner(Q, K) / np.sqrt(Q.shape[-1])

# %% wrong: keys-reshaped | K reshaped to (d_k, n_k)
def scaled_scores(Q, K):
    *front, n_k, d_k = K.shape
    return Q @ K.reshape(*front, d_k, n_k) / np.sqrt(d_k)

# %% wrong: maximum-subtracted | the largest score subtracted, for stability
def scaled_scores(Q, K):
    s = Q @ np.moveaxis(K, -1, -2) / np.sqrt(Q.shape[-1])
    return s - s.max(axis=-1, keepdims=True)

# %% wrong: scale-by-d_k | Q and K both scaled
def scaled_scores(Q, K):
    scale = Q.shape[-1] ** -0.5
    Q = Q * scale
    K = K * scale
    return Q @ np.swapaxes(K, -1, -2)

# %% wrong: q-k-swapped | K first
return K @ np.swapaxes(Q, -1, -2) / np.sqrt(Q.shape[-1])

# %% wrong: needs-a-batch-axis | the batch folded into one axis, never unfolded
def scaled_scores(Q, K):
    n_q, d_k = Q.shape[-2:]
    n_k = K.shape[-2]
    Qf = Q.reshape(-1, n_q, d_k)
    Kf = K.reshape(-1, n_k, d_k)
    return np.matmul(Qf, Kf.transpose(0, 2, 1)) / np.sqrt(d_k)

# %% unnamed | the root of n_k, and rounded
def scaled_scores(Q, K):
    KT = np.swapaxes(K, -1, -2)
    return np.round(Q @ KT / np.sqrt(KT.shape[-1]), 4)

# %% wrong: mutates-input | Q /= the root
def scaled_scores(Q, K):
    Q /= np.sqrt(Q.shape[-1])
    return Q @ np.swapaxes(K, -1, -2)

# %% wrong: keys-not-transposed | K.transpose(-2, -1), and the root as a name (ValueError)
def scaled_scores(Q, K):
    d_k = Q.shape[-1]
    return Q @ K.transpose(-2, -1) / np.sqrt(d_k)

# %% wrong: needs-a-batch-axis | batch, n_q, d_k = Q.shape (ValueError)
def scaled_scores(Q, K):
    batch, n_q, d_k = Q.shape
    out = np.zeros((batch, n_q, K.shape[1]))
    for b in range(batch):
        out[b] = Q[b] @ K[b].T
    return out / np.sqrt(d_k)

# %% unnamed | a whole number to the power -1 (ValueError)
def scaled_scores(Q, K):
    dims = np.array(Q.shape)
    scale = np.sqrt(dims[-1] ** -1)
    return scale * (Q @ np.swapaxes(K, -1, -2))

# %% unnamed | Q.shape[-1:] is a tuple (TypeError)
import math


def scaled_scores(Q, K):
    return Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1:])

# %% wrong: batch-axis-breaks | np.matmul with K.T (ValueError)
return np.matmul(Q, K.T) / np.sqrt(Q.shape[-1])

# %% not blind | by people who knew the catalogue

# %% wrong: root-without-brackets | ** 1 / 2 without brackets
def scaled_scores(Q, K):
    d_k = Q.shape[-1]
    return Q @ np.swapaxes(K, -1, -2) / d_k ** 1 / 2

# %% blind

# %% wrong: whole-root | takes the integer root of d_k, which is rounded down unless d_k is a square
import math
def scaled_scores(Q, K):
    d_k = Q.shape[-1]
    return Q @ np.swapaxes(K, -1, -2) / math.isqrt(d_k)
