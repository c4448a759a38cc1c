"""Answers to `attention_in_blocks(Q, K, V, block_size)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: running maximum, sum and output
def attention_in_blocks(Q, K, V, block_size):
    m = np.full((*Q.shape[:-1], 1), -np.inf)
    l = np.zeros((*Q.shape[:-1], 1))
    o = np.zeros((*Q.shape[:-1], V.shape[-1]))
    for j in range(0, K.shape[-2], block_size):
        k, v = K[..., j:j + block_size, :], V[..., j:j + block_size, :]
        s = Q @ np.swapaxes(k, -1, -2) / np.sqrt(Q.shape[-1])
        new = np.maximum(m, s.max(axis=-1, keepdims=True))
        p = np.exp(s - new)
        f = np.exp(m - new)
        l = f * l + p.sum(axis=-1, keepdims=True)
        o = f * o + p @ v
        m = new
    return o / l

# %% right: each block by itself, then merged
def piece(Q, k, v):
    s = np.einsum("...qd,...kd->...qk", Q, k) / np.sqrt(Q.shape[-1])
    m = s.max(axis=-1, keepdims=True)
    p = np.exp(s - m)
    return m, p.sum(axis=-1, keepdims=True), p @ v


def merge(a, b):
    m = np.maximum(a[0], b[0])
    fa, fb = np.exp(a[0] - m), np.exp(b[0] - m)
    return m, fa * a[1] + fb * b[1], fa * a[2] + fb * b[2]


def attention_in_blocks(Q, K, V, block_size):
    so_far = None
    for j in range(0, K.shape[-2], block_size):
        new = piece(Q, K[..., j:j + block_size, :], V[..., j:j + block_size, :])
        so_far = new if so_far is None else merge(so_far, new)
    return so_far[2] / so_far[1]

# %% right: merged as a tree
def attend(Q, K, V, block_size):
    n = K.shape[-2]
    if n <= block_size:
        s = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
        m = s.max(axis=-1, keepdims=True)
        p = np.exp(s - m)
        return m, p.sum(axis=-1, keepdims=True), p @ V
    left = attend(Q, K[..., :n // 2, :], V[..., :n // 2, :], block_size)
    right = attend(Q, K[..., n // 2:, :], V[..., n // 2:, :], block_size)
    m = np.maximum(left[0], right[0])
    a, b = np.exp(left[0] - m), np.exp(right[0] - m)
    return m, a * left[1] + b * right[1], a * left[2] + b * right[2]


def attention_in_blocks(Q, K, V, block_size):
    _, l, o = attend(Q, K, V, block_size)
    return o / l

# %% right: log-sum-exp and normalised outputs
def attention_in_blocks(Q, K, V, block_size):
    lse, out = None, None
    for j in range(0, K.shape[-2], block_size):
        s = Q @ np.swapaxes(K[..., j:j + block_size, :], -1, -2) / np.sqrt(Q.shape[-1])
        new = np.logaddexp.reduce(s, axis=-1, keepdims=True)
        o = np.exp(s - new) @ V[..., j:j + block_size, :]
        if lse is None:
            lse, out = new, o
        else:
            both = np.logaddexp(lse, new)
            out = np.exp(lse - both) * out + np.exp(new - both) * o
            lse = both
    return out

# %% right: the output is an average at every moment
def attention_in_blocks(Q, K, V, block_size):
    m = np.full((*Q.shape[:-1], 1), -np.inf)
    l = np.zeros((*Q.shape[:-1], 1))
    o = np.zeros((*Q.shape[:-1], V.shape[-1]))
    for j in range(0, K.shape[-2], block_size):
        k, v = K[..., j:j + block_size, :], V[..., j:j + block_size, :]
        s = Q @ np.swapaxes(k, -1, -2) / np.sqrt(Q.shape[-1])
        new = np.maximum(m, s.max(axis=-1, keepdims=True))
        p = np.exp(s - new)
        f = np.exp(m - new)
        old = f * l
        l = old + p.sum(axis=-1, keepdims=True)
        o = (old * o + p @ v) / l
        m = new
    return o

# %% right: queries in blocks, too
def attention_in_blocks(Q, K, V, block_size):
    n_q, n_k = Q.shape[-2], K.shape[-2]
    rows = []
    for i in range(0, n_q, block_size):
        q = Q[..., i:i + block_size, :] / np.sqrt(Q.shape[-1])
        m, l, o = -np.inf, 0.0, 0.0
        for j in range(0, n_k, block_size):
            s = q @ np.swapaxes(K[..., j:j + block_size, :], -1, -2)
            m_new = np.maximum(m, s.max(-1, keepdims=True))
            p = np.exp(s - m_new)
            l = l * np.exp(m - m_new) + p.sum(-1, keepdims=True)
            o = o * np.exp(m - m_new) + p @ V[..., j:j + block_size, :]
            m = m_new
        rows.append(o / l)
    return np.concatenate(rows, axis=-2)

# %% right: a loop over every query and every key, and nothing but Python
import math

def one(q, K, V):
    m, l, o = -math.inf, 0.0, np.zeros(V.shape[-1])
    for k, v in zip(K, V):
        s = float(q @ k) / math.sqrt(len(q))
        new = max(m, s)
        f, p = math.exp(m - new), math.exp(s - new)
        l, o, m = f * l + p, f * o + p * v, new
    return o / l


def attention_in_blocks(Q, K, V, block_size):
    out = np.empty((*Q.shape[:-1], V.shape[-1]))
    for place in np.ndindex(Q.shape[:-1]):
        out[place] = one(Q[place], K[place[:-1]], V[place[:-1]])
    return out

# %% right: two passes, the maximum first
def attention_in_blocks(Q, K, V, block_size):
    blocks = [slice(j, j + block_size) for j in range(0, K.shape[-2], block_size)]

    def scores(b):
        return Q @ np.swapaxes(K[..., b, :], -1, -2) / np.sqrt(Q.shape[-1])

    largest = np.max([scores(b).max(axis=-1, keepdims=True) for b in blocks], axis=0)
    total, weighted = 0, 0
    for b in blocks:
        e = np.exp(scores(b) - largest)
        total = total + e.sum(axis=-1, keepdims=True)
        weighted = weighted + e @ V[..., b, :]
    return weighted / total

# %% right: np.array_split
def attention_in_blocks(Q, K, V, block_size):
    count = -(-K.shape[-2] // block_size)
    m, l, o = None, 0, 0
    for k, v in zip(np.array_split(K, count, axis=-2), np.array_split(V, count, axis=-2)):
        s = np.einsum("...id,...jd->...ij", Q, k) / Q.shape[-1] ** 0.5
        new = s.max(-1, keepdims=True) if m is None else np.maximum(m, s.max(-1, keepdims=True))
        f = 0 if m is None else np.exp(m - new)
        p = np.exp(s - new)
        l, o, m = f * l + p.sum(-1, keepdims=True), f * o + p @ v, new
    return o / l

# %% right: float32 inside
def attention_in_blocks(Q, K, V, block_size):
    Q, K, V = (X.astype(np.float32) for X in (Q, K, V))
    m = np.full((*Q.shape[:-1], 1), -np.inf, np.float32)
    l = np.zeros((*Q.shape[:-1], 1), np.float32)
    o = np.zeros((*Q.shape[:-1], V.shape[-1]), np.float32)
    for j in range(0, K.shape[-2], block_size):
        k, v = K[..., j:j + block_size, :], V[..., j:j + block_size, :]
        s = Q @ np.swapaxes(k, -1, -2) / np.float32(Q.shape[-1] ** 0.5)
        new = np.maximum(m, s.max(axis=-1, keepdims=True))
        p = np.exp(s - new)
        f = np.exp(m - new)
        l = f * l + p.sum(axis=-1, keepdims=True)
        o = f * o + p @ v
        m = new
    return o / l

# %% right: a column of ones beside V counts the sum
def attention_in_blocks(Q, K, V, block_size):
    V = np.concatenate([V, np.ones((*V.shape[:-1], 1))], axis=-1)
    m, o = np.full(Q.shape[:-1], -1e30), np.zeros((*Q.shape[:-1], V.shape[-1]))
    for j in range(0, K.shape[-2], block_size):
        s = Q @ np.swapaxes(K[..., j:j + block_size, :], -1, -2) / np.sqrt(Q.shape[-1])
        new = np.maximum(m, s.max(axis=-1))
        o = o * np.exp(m - new)[..., None] + np.exp(s - new[..., None]) @ V[..., j:j + block_size, :]
        m = new
    return o[..., :-1] / o[..., -1:]

# %% right: from the last block to the first, recursive
def state(Q, K, V, size):
    if K.shape[-2] == 0:
        return -np.inf, 0.0, 0.0
    m, l, o = state(Q, K[..., size:, :], V[..., size:, :], size)
    s = Q @ np.swapaxes(K[..., :size, :], -1, -2) / np.sqrt(Q.shape[-1])
    new = np.maximum(m, s.max(axis=-1, keepdims=True))
    p, f = np.exp(s - new), np.exp(m - new)
    return new, f * l + p.sum(axis=-1, keepdims=True), f * o + p @ V[..., :size, :]


def attention_in_blocks(Q, K, V, block_size):
    _, l, o = state(Q, K, V, block_size)
    return o / l

# %% wrong: only-one-rescaled | the sum, not the output | like: running maximum, sum and output
-        o = f * o + p @ v
+        o = o + p @ v
# %% wrong: only-one-rescaled | the output, not the sum | like: running maximum, sum and output
-        l = f * l + p.sum(axis=-1, keepdims=True)
+        l = l + p.sum(axis=-1, keepdims=True)
# %% wrong: factor-upside-down | exp(new - m), from -inf | like: running maximum, sum and output
-        f = np.exp(m - new)
+        f = np.exp(new - m)

# %% wrong: factor-upside-down | exp(new - m), the first block apart
def attention_in_blocks(Q, K, V, block_size):
    m = None
    for j in range(0, K.shape[-2], block_size):
        s = Q @ np.swapaxes(K[..., j:j + block_size, :], -1, -2) / np.sqrt(Q.shape[-1])
        v, top = V[..., j:j + block_size, :], s.max(axis=-1, keepdims=True)
        if m is None:
            m, l, o = top, np.exp(s - top).sum(axis=-1, keepdims=True), np.exp(s - top) @ v
            continue
        new = np.maximum(m, top)
        p = np.exp(s - new)
        l = l * np.exp(new - m) + p.sum(axis=-1, keepdims=True)
        o = o * np.exp(new - m) + p @ v
        m = new
    return o / l

# %% wrong: loop-keeps-last | m is never remembered | like: running maximum, sum and output
-        m = new
# %% wrong: new-rescaled | the factor at the wrong sum | like: running maximum, sum and output
-        l = f * l + p.sum(axis=-1, keepdims=True)
-        o = f * o + p @ v
+        l = l + f * p.sum(axis=-1, keepdims=True)
+        o = o + f * (p @ v)

# %% wrong: sum-of-blocks | sum(outputs)
def softmax(s):
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def attention_in_blocks(Q, K, V, block_size):
    outputs = []
    for j in range(0, K.shape[-2], block_size):
        s = Q @ np.swapaxes(K[..., j:j + block_size, :], -1, -2) / np.sqrt(Q.shape[-1])
        outputs.append(softmax(s) @ V[..., j:j + block_size, :])
    return sum(outputs)

# %% wrong: sum-of-last-block | l = p.sum | like: running maximum, sum and output
-        l = f * l + p.sum(axis=-1, keepdims=True)
+        l = p.sum(axis=-1, keepdims=True)

# %% wrong: blocks-must-fit | np.split (ValueError)
def attention_in_blocks(Q, K, V, block_size):
    count = K.shape[-2] // block_size
    m, l, o = -np.inf, 0, 0
    for k, v in zip(np.split(K, count, axis=-2), np.split(V, count, axis=-2)):
        s = Q @ np.swapaxes(k, -1, -2) / np.sqrt(Q.shape[-1])
        new = np.maximum(m, s.max(axis=-1, keepdims=True))
        p, f = np.exp(s - new), np.exp(m - new)
        l, o, m = f * l + p.sum(axis=-1, keepdims=True), f * o + p @ v, new
    return o / l

# %% wrong: blocks-must-fit | reshape to blocks (ValueError)
def attention_in_blocks(Q, K, V, block_size):
    keys = K.reshape(*K.shape[:-2], -1, block_size, K.shape[-1])
    values = V.reshape(*V.shape[:-2], -1, block_size, V.shape[-1])
    m, l, o = -np.inf, 0, 0
    for b in range(keys.shape[-3]):
        s = Q @ np.swapaxes(keys[..., b, :, :], -1, -2) / np.sqrt(Q.shape[-1])
        new = np.maximum(m, s.max(axis=-1, keepdims=True))
        p, f = np.exp(s - new), np.exp(m - new)
        l, o, m = f * l + p.sum(axis=-1, keepdims=True), f * o + p @ values[..., b, :, :], new
    return o / l

# %% wrong: empty-block | one block more, for the rest (ValueError) | like: running maximum, sum and output
-    for j in range(0, K.shape[-2], block_size):
+    for b in range(K.shape[-2] // block_size + 1):
+        j = b * block_size

# %% wrong: first-maximum-only | the first block sets the scale
def attention_in_blocks(Q, K, V, block_size):
    m, l, o = None, 0, 0
    for j in range(0, K.shape[-2], block_size):
        s = Q @ np.swapaxes(K[..., j:j + block_size, :], -1, -2) / np.sqrt(Q.shape[-1])
        if m is None:
            m = s.max(axis=-1, keepdims=True)
        p = np.exp(s - m)
        l, o = l + p.sum(axis=-1, keepdims=True), o + p @ V[..., j:j + block_size, :]
    return o / l

# %% right: filled up to whole blocks, and hidden again
def attention_in_blocks(Q, K, V, block_size):
    n, extra = K.shape[-2], -K.shape[-2] % block_size
    room = [(0, 0)] * (K.ndim - 2) + [(0, extra), (0, 0)]
    K, V = np.pad(K, room), np.pad(V, room)
    m = np.full((*Q.shape[:-1], 1), -np.inf)
    l = np.zeros((*Q.shape[:-1], 1))
    o = np.zeros((*Q.shape[:-1], V.shape[-1]))
    for j in range(0, K.shape[-2], block_size):
        k, v = K[..., j:j + block_size, :], V[..., j:j + block_size, :]
        s = Q @ np.swapaxes(k, -1, -2) / np.sqrt(Q.shape[-1])
        s = np.where(np.arange(j, j + block_size) < n, s, -np.inf)
        new = np.maximum(m, s.max(axis=-1, keepdims=True))
        p = np.exp(s - new)
        f = np.exp(m - new)
        l = f * l + p.sum(axis=-1, keepdims=True)
        o = f * o + p @ v
        m = new
    return o / l

# %% wrong: filled-with-zeros | np.pad to whole blocks | like: filled up to whole blocks, and hidden again
-        s = np.where(np.arange(j, j + block_size) < n, s, -np.inf)

# %% wrong: blocks-see-themselves | queries and keys in the same loop (ValueError)
def attention_in_blocks(Q, K, V, block_size):
    output = np.zeros((*Q.shape[:-1], V.shape[-1]))
    for i in range(0, Q.shape[-2], block_size):
        q, k, v = (X[..., i:i + block_size, :] for X in (Q, K, V))
        s = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
        e = np.exp(s - s.max(axis=-1, keepdims=True))
        output[..., i:i + block_size, :] = e / e.sum(axis=-1, keepdims=True) @ v
    return output

# %% wrong: scale-by-sqrt-n | the root of n_k | like: running maximum, sum and output
-        s = Q @ np.swapaxes(k, -1, -2) / np.sqrt(Q.shape[-1])
+        s = Q @ np.swapaxes(k, -1, -2) / np.sqrt(K.shape[-2])
# %% wrong: no-scale | forgotten | like: running maximum, sum and output
-        s = Q @ np.swapaxes(k, -1, -2) / np.sqrt(Q.shape[-1])
+        s = Q @ np.swapaxes(k, -1, -2)
# %% wrong: scale-by-d_k | no root | like: running maximum, sum and output
-        s = Q @ np.swapaxes(k, -1, -2) / np.sqrt(Q.shape[-1])
+        s = Q @ np.swapaxes(k, -1, -2) / Q.shape[-1]
# %% wrong: softmax-not-normalised | o is the output | like: running maximum, sum and output
-    return o / l
+    return o
# %% wrong: return-in-loop | indented too far | like: running maximum, sum and output
-    return o / l
+        return o / l
# %% wrong: return-missing | o /= l | like: running maximum, sum and output
-    return o / l
+    o /= l
# %% wrong: batch-axis-breaks | k.T (ValueError) | like: running maximum, sum and output
-        s = Q @ np.swapaxes(k, -1, -2) / np.sqrt(Q.shape[-1])
+        s = Q @ k.T / np.sqrt(Q.shape[-1])
# %% wrong: batch-axis-breaks | len(K) | like: running maximum, sum and output
-    for j in range(0, K.shape[-2], block_size):
+    for j in range(0, len(K), block_size):
# %% wrong: mutates-input | Q /= root | like: forgotten
-def attention_in_blocks(Q, K, V, block_size):
+def attention_in_blocks(Q, K, V, block_size):
+    Q /= np.sqrt(Q.shape[-1])
# %% wrong: not-rescaled, no-scale | two slips at once | like: the sum, not the output
-        s = Q @ np.swapaxes(k, -1, -2) / np.sqrt(Q.shape[-1])
+        s = Q @ np.swapaxes(k, -1, -2)
-        f = np.exp(m - new)
-        l = f * l + p.sum(axis=-1, keepdims=True)
+        l = l + p.sum(axis=-1, keepdims=True)

# %% wrong: not-rescaled, last-block-lost | two slips at once
def attention_in_blocks(Q, K, V, block_size):
    m = np.full((*Q.shape[:-1], 1), -np.inf)
    l = np.zeros((*Q.shape[:-1], 1))
    o = np.zeros((*Q.shape[:-1], V.shape[-1]))
    for b in range(K.shape[-2] // block_size):
        j = b * block_size
        k, v = K[..., j:j + block_size, :], V[..., j:j + block_size, :]
        s = Q @ np.swapaxes(k, -1, -2) / np.sqrt(Q.shape[-1])
        new = np.maximum(m, s.max(axis=-1, keepdims=True))
        p = np.exp(s - new)
        l = l + p.sum(axis=-1, keepdims=True)
        o = o + p @ v
        m = new
    return o / l

# %% wrong: mean-of-blocks, no-scale | two slips at once | like: sum(outputs)
-        s = Q @ np.swapaxes(K[..., j:j + block_size, :], -1, -2) / np.sqrt(Q.shape[-1])
+        s = Q @ np.swapaxes(K[..., j:j + block_size, :], -1, -2)
-    return sum(outputs)
+    return np.mean(outputs, axis=0)

# %% wrong: no-maximum, no-scale | two slips at once
def attention_in_blocks(Q, K, V, block_size):
    l, o = 0, 0
    for j in range(0, K.shape[-2], block_size):
        e = np.exp(Q @ np.swapaxes(K[..., j:j + block_size, :], -1, -2))
        l = l + e.sum(axis=-1, keepdims=True)
        o = o + e @ V[..., j:j + block_size, :]
    return o / l

# %% unnamed | all of V for each block (ValueError) | like: running maximum, sum and output
-        k, v = K[..., j:j + block_size, :], V[..., j:j + block_size, :]
+        k, v = K[..., j:j + block_size, :], V
# %% unnamed | the sum without its axis (ValueError) | like: running maximum, sum and output
-        l = f * l + p.sum(axis=-1, keepdims=True)
+        l = f * l + p.sum(axis=-1)
# %% unnamed | max of two arrays (ValueError) | like: running maximum, sum and output
-        new = np.maximum(m, s.max(axis=-1, keepdims=True))
+        new = max(m, s.max(axis=-1, keepdims=True))
# %% unnamed | k is not transposed (ValueError) | like: running maximum, sum and output
-        s = Q @ np.swapaxes(k, -1, -2) / np.sqrt(Q.shape[-1])
+        s = Q @ k / np.sqrt(Q.shape[-1])
# %% unnamed | the second half of each block twice | like: running maximum, sum and output
-        k, v = K[..., j:j + block_size, :], V[..., j:j + block_size, :]
+        k, v = K[..., j:j + block_size + 1, :], V[..., j:j + block_size + 1, :]
# %% unnamed | weights and values of different blocks | like: running maximum, sum and output
-        k, v = K[..., j:j + block_size, :], V[..., j:j + block_size, :]
+        k, v = K[..., j:j + block_size, :], V[..., -(K[..., j:j + block_size, :].shape[-2]):, :]
# %% unnamed | a name that is not there (NameError) | like: running maximum, sum and output
-    for j in range(0, K.shape[-2], block_size):
+    for j in range(0, n_k, block_size):
# %% unnamed | the maximum of the block for the block, and of all for the factor | like: running maximum, sum and output
-        p = np.exp(s - new)
+        p = np.exp(s - s.max(axis=-1, keepdims=True))
# %% wrong: whole-table-made | attention of lesson 3; block_size is not used
def attention_in_blocks(Q, K, V, block_size):
    s = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    p = np.exp(s - s.max(axis=-1, keepdims=True))
    return p / p.sum(axis=-1, keepdims=True) @ V

# %% wrong: no-scale, whole-table-made | softmax at once, and no root
def attention_in_blocks(Q, K, V, block_size):
    s = Q @ np.swapaxes(K, -1, -2)
    p = np.exp(s - s.max(axis=-1, keepdims=True))
    return p @ V / p.sum(axis=-1, keepdims=True)

# %% wrong: sum-as-wide-as-Q | zeros like the queries (ValueError) | like: running maximum, sum and output
-    o = np.zeros((*Q.shape[:-1], V.shape[-1]))
+    o = np.zeros_like(Q)
