"""Answers to `llama_attention(X, W_q, W_k, W_v, W_o, num_heads, base)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: with helpers
def turn(x, base):
    n, d = x.shape[-2:]
    angles = np.arange(n)[:, None] * base ** (-np.arange(0, d, 2) / d)
    even, odd = x[..., 0::2], x[..., 1::2]
    out = np.empty_like(x)
    out[..., 0::2] = even * np.cos(angles) - odd * np.sin(angles)
    out[..., 1::2] = even * np.sin(angles) + odd * np.cos(angles)
    return out


def split(x, heads):
    n, width = x.shape
    return x.reshape(n, heads, width // heads).swapaxes(0, 1)


def llama_attention(X, W_q, W_k, W_v, W_o, num_heads, base):
    n = X.shape[0]
    d_head = W_q.shape[1] // num_heads
    h_kv = W_k.shape[1] // d_head
    Q = turn(split(X @ W_q, num_heads), base)
    K = turn(split(X @ W_k, h_kv), base)
    V = split(X @ W_v, h_kv)
    K = np.repeat(K, num_heads // h_kv, axis=0)
    V = np.repeat(V, num_heads // h_kv, axis=0)
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    found = weights @ V
    merged = found.swapaxes(0, 1).reshape(n, -1)
    return merged @ W_o

# %% right: turned after the repeat, positions from 1
def llama_attention(X, W_q, W_k, W_v, W_o, num_heads, base):
    n = len(X)
    d = W_q.shape[1] // num_heads
    groups = W_k.shape[1] // d
    heads = lambda M, h: (X @ M).reshape(n, h, d).transpose(1, 0, 2)
    Q = heads(W_q, num_heads)
    K, V = (np.repeat(heads(M, groups), num_heads // groups, axis=0) for M in (W_k, W_v))
    spin = np.exp(1j * np.arange(1, n + 1)[:, None] / base ** (np.arange(d // 2) * 2 / d))

    def rope(x):
        z = (x[..., ::2] + 1j * x[..., 1::2]) * spin
        return np.stack([z.real, z.imag], axis=-1).reshape(x.shape)

    s = rope(Q) @ rope(K).transpose(0, 2, 1) / d**0.5
    s[:, np.triu_indices(n, 1)[0], np.triu_indices(n, 1)[1]] = -1e9
    w = np.exp(s - s.max(-1, keepdims=True))
    w /= w.sum(-1, keepdims=True)
    return (w @ V).transpose(1, 0, 2).reshape(n, num_heads * d) @ W_o

# %% right: a loop over the heads
def llama_attention(X, W_q, W_k, W_v, W_o, num_heads, base):
    n, d_head = len(X), W_q.shape[1] // num_heads
    share = num_heads // (W_k.shape[1] // d_head)
    angles = np.arange(n)[:, None] * base ** (-np.arange(0, d_head, 2) / d_head)
    cos, sin = np.cos(angles), np.sin(angles)

    def rotated(rows):
        a, b = rows[:, 0::2], rows[:, 1::2]
        return np.stack([a * cos - b * sin, a * sin + b * cos], axis=2).reshape(rows.shape)

    output = np.zeros_like(X)
    for head in range(num_heads):
        own = slice(head * d_head, (head + 1) * d_head)
        shared = slice(head // share * d_head, (head // share + 1) * d_head)
        q, k, v = rotated(X @ W_q[:, own]), rotated(X @ W_k[:, shared]), X @ W_v[:, shared]
        e = np.tril(np.exp(q @ k.T / np.sqrt(d_head)))
        output += e / e.sum(axis=1, keepdims=True) @ v @ W_o[own]
    return output

# %% right: word by word, with a cache
def llama_attention(X, W_q, W_k, W_v, W_o, num_heads, base):
    d = W_q.shape[1] // num_heads
    h = W_k.shape[1] // d

    def at(x, p):
        angle = p * base ** (-np.arange(0, d, 2) / d)
        z = (x[:, 0::2] + 1j * x[:, 1::2]) * np.exp(1j * angle)
        return np.stack([z.real, z.imag], axis=-1).reshape(x.shape)

    K, V, outputs = [], [], []
    for p, x in enumerate(X):
        q = at((x @ W_q).reshape(num_heads, d), p)
        K.append(at((x @ W_k).reshape(h, d), p))
        V.append((x @ W_v).reshape(h, d))
        keys = np.repeat(np.array(K), num_heads // h, axis=1)
        values = np.repeat(np.array(V), num_heads // h, axis=1)
        s = np.einsum("hd,nhd->hn", q, keys) / np.sqrt(d)
        e = np.exp(s - s.max(axis=1, keepdims=True))
        w = e / e.sum(axis=1, keepdims=True)
        outputs.append(np.einsum("hn,nhd->hd", w, values).ravel() @ W_o)
    return np.array(outputs)

# %% right: queries in groups, keys broadcast
def llama_attention(X, W_q, W_k, W_v, W_o, num_heads, base):
    n, d = len(X), W_q.shape[1] // num_heads
    g = W_k.shape[1] // d
    angles = np.arange(n)[:, None] * base ** (-np.arange(0, d, 2) / d)

    def rope(x):
        c, s = np.repeat(np.cos(angles), 2, axis=1), np.repeat(np.sin(angles), 2, axis=1)
        partner = np.empty_like(x)
        partner[..., 0::2], partner[..., 1::2] = -x[..., 1::2], x[..., 0::2]
        return x * c + partner * s

    Q = rope((X @ W_q).reshape(n, g, num_heads // g, d).transpose(1, 2, 0, 3))
    K = rope((X @ W_k).reshape(n, g, 1, d).transpose(1, 2, 0, 3))
    V = (X @ W_v).reshape(n, g, 1, d).transpose(1, 2, 0, 3)
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(d)
    S = S + np.triu(np.full((n, n), -np.inf), 1)
    W = np.exp(S - S.max(axis=-1, keepdims=True))
    W = W / W.sum(axis=-1, keepdims=True)
    return (W @ V).transpose(2, 0, 1, 3).reshape(n, -1) @ W_o

# %% right: einsum
def llama_attention(X, W_q, W_k, W_v, W_o, num_heads, base):
    n, d_model = X.shape
    d = W_q.shape[1] // num_heads
    h_kv = W_k.shape[1] // d
    q = np.einsum("nm,mhd->hnd", X, W_q.reshape(d_model, num_heads, d))
    k = np.einsum("nm,mhd->hnd", X, W_k.reshape(d_model, h_kv, d))
    v = np.einsum("nm,mhd->hnd", X, W_v.reshape(d_model, h_kv, d))
    t = np.outer(np.arange(n), base ** (-2 * np.arange(d // 2) / d))
    R = np.array([[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]])
    def rot(x):
        return np.einsum("abni,hnib->hnia", R, x.reshape(*x.shape[:2], d // 2, 2)).reshape(x.shape)
    group = np.arange(num_heads) // (num_heads // h_kv)
    s = np.einsum("hnd,hmd->hnm", rot(q), rot(k)[group]) / d**0.5
    s[:, ~np.tri(n, dtype=bool)] = -np.inf
    p = np.exp(s - s.max(-1, keepdims=True))
    p /= p.sum(-1, keepdims=True)
    o = np.einsum("hnm,hmd->hnd", p, v[group])
    return np.einsum("hnd,hdm->nm", o, W_o.reshape(num_heads, d, d_model))

# %% right: scaled before the product, softmax of a function
def softmax(x):
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def llama_attention(X, W_q, W_k, W_v, W_o, num_heads, base):
    n, d = X.shape[0], W_q.shape[1] // num_heads
    n_rep = W_q.shape[1] // W_k.shape[1]
    xq = (X @ W_q).reshape(n, num_heads, d)
    xk = (X @ W_k).reshape(n, num_heads // n_rep, d)
    xv = (X @ W_v).reshape(n, num_heads // n_rep, d)
    freqs = 1.0 / (base ** (np.arange(0, d, 2) / d))
    cis = np.exp(1j * np.outer(np.arange(n), freqs))[:, None, :]

    def apply(x):
        y = (x[..., 0::2] + 1j * x[..., 1::2]) * cis
        return np.stack([y.real, y.imag], -1).reshape(x.shape)

    xq, xk = apply(xq) / np.sqrt(d), apply(xk)
    out = []
    for head in range(num_heads):
        scores = xq[:, head] @ xk[:, head // n_rep].T
        scores = np.where(np.arange(n)[:, None] >= np.arange(n), scores, -np.inf)
        out.append(softmax(scores) @ xv[:, head // n_rep])
    return np.concatenate(out, axis=-1) @ W_o

# %% right: all in half-split order inside
def llama_attention(X, W_q, W_k, W_v, W_o, num_heads, base):
    n = len(X)
    d = W_q.shape[1] // num_heads
    h_kv = W_k.shape[1] // d
    order = np.r_[0:d:2, 1:d:2]
    angle = np.arange(n)[:, None] * base ** (-np.tile(np.arange(0, d, 2), 2) / d)

    def prepared(M, h):
        rows = (X @ M).reshape(n, h, d).swapaxes(0, 1)[..., order]
        other = np.concatenate([-rows[..., d // 2 :], rows[..., : d // 2]], axis=-1)
        return rows * np.cos(angle) + other * np.sin(angle)

    Q, K = prepared(W_q, num_heads), np.repeat(prepared(W_k, h_kv), num_heads // h_kv, axis=0)
    V = np.repeat((X @ W_v).reshape(n, h_kv, d).swapaxes(0, 1), num_heads // h_kv, axis=0)
    weights = np.exp(Q @ np.swapaxes(K, 1, 2) / np.sqrt(d)) * np.tri(n)
    weights = weights / weights.sum(axis=2, keepdims=True)
    return np.hstack(list(weights @ V)) @ W_o

# %% wrong: heads-in-turns | tile | like: with helpers
-    K = np.repeat(K, num_heads // h_kv, axis=0)
-    V = np.repeat(V, num_heads // h_kv, axis=0)
+    K = np.tile(K, (num_heads // h_kv, 1, 1))
+    V = np.tile(V, (num_heads // h_kv, 1, 1))
# %% wrong: values-in-turns | tile for the values | like: with helpers
-    V = np.repeat(V, num_heads // h_kv, axis=0)
+    V = np.concatenate([V] * (num_heads // h_kv))
# %% wrong: keys-in-turns | tile for the keys | like: with helpers
-    K = np.repeat(K, num_heads // h_kv, axis=0)
+    K = np.tile(K, (num_heads // h_kv, 1, 1))
# %% wrong: first-head-for-all | MQA | like: with helpers
-    K = np.repeat(K, num_heads // h_kv, axis=0)
-    V = np.repeat(V, num_heads // h_kv, axis=0)
+    K, V = K[:1], V[:1]
# %% wrong: mean-of-heads | shared means averaged | like: MQA
-    K, V = K[:1], V[:1]
+    K = K.mean(axis=0)
+    V = V.mean(axis=0)
# %% wrong: group-size-for-groups | i // h_kv (IndexError) | like: MQA
-    K, V = K[:1], V[:1]
+    group = np.arange(num_heads) // h_kv
+    K, V = K[group], V[group]

# %% wrong: keys-repeated-before-split | the matrices made wider
def turn(x, base):
    n, d = x.shape[-2:]
    angles = np.arange(n)[:, None] * base ** (-np.arange(0, d, 2) / d)
    even, odd = x[..., 0::2], x[..., 1::2]
    out = np.empty_like(x)
    out[..., 0::2] = even * np.cos(angles) - odd * np.sin(angles)
    out[..., 1::2] = even * np.sin(angles) + odd * np.cos(angles)
    return out


def split(x, heads):
    n, width = x.shape
    return x.reshape(n, heads, width // heads).swapaxes(0, 1)


def llama_attention(X, W_q, W_k, W_v, W_o, num_heads, base):
    n = X.shape[0]
    d_head = W_q.shape[1] // num_heads
    h_kv = W_k.shape[1] // d_head
    Q = turn(split(X @ W_q, num_heads), base)
    W_k = np.repeat(W_k, num_heads // h_kv, axis=1)
    W_v = np.repeat(W_v, num_heads // h_kv, axis=1)
    K = turn(split(X @ W_k, num_heads), base)
    V = split(X @ W_v, num_heads)
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    found = weights @ V
    merged = found.swapaxes(0, 1).reshape(n, -1)
    return merged @ W_o

# %% wrong: width-from-d_model | d_model // num_heads (ValueError) | like: turned after the repeat, positions from 1
-    d = W_q.shape[1] // num_heads
+    d = X.shape[1] // num_heads
# %% unnamed | all in num_heads (ValueError) | like: the matrices made wider
-    W_k = np.repeat(W_k, num_heads // h_kv, axis=1)
-    W_v = np.repeat(W_v, num_heads // h_kv, axis=1)
# %% wrong: width-from-keys | W_k instead of W_q (ValueError) | like: turned after the repeat, positions from 1
-    d = W_q.shape[1] // num_heads
+    d = W_k.shape[1] // num_heads
# %% wrong: keys-and-values-exchanged | a slip of the pen | like: with helpers
-    K = turn(split(X @ W_k, h_kv), base)
-    V = split(X @ W_v, h_kv)
+    K = turn(split(X @ W_v, h_kv), base)
+    V = split(X @ W_k, h_kv)
# %% wrong: values-turned | all three | like: with helpers
-    V = split(X @ W_v, h_kv)
+    V = turn(split(X @ W_v, h_kv), base)
# %% wrong: queries-not-turned | only the keys | like: with helpers
-    Q = turn(split(X @ W_q, num_heads), base)
+    Q = split(X @ W_q, num_heads)
# %% wrong: keys-not-turned | only the queries | like: with helpers
-    K = turn(split(X @ W_k, h_kv), base)
+    K = split(X @ W_k, h_kv)
# %% wrong: nothing-turned | base not used | like: only the keys
-    K = turn(split(X @ W_k, h_kv), base)
+    K = split(X @ W_k, h_kv)
# %% wrong: backwards | the minus in the wrong place | like: with helpers
-    out[..., 0::2] = even * np.cos(angles) - odd * np.sin(angles)
-    out[..., 1::2] = even * np.sin(angles) + odd * np.cos(angles)
+    out[..., 0::2] = even * np.cos(angles) + odd * np.sin(angles)
+    out[..., 1::2] = odd * np.cos(angles) - even * np.sin(angles)
# %% wrong: one-of-two-backwards | the keys the other way | like: word by word, with a cache
-        K.append(at((x @ W_k).reshape(h, d), p))
+        K.append(at((x @ W_k).reshape(h, d), -p))
# %% wrong: one-of-two-backwards | the queries the other way | like: word by word, with a cache
-        q = at((x @ W_q).reshape(num_heads, d), p)
+        q = at((x @ W_q).reshape(num_heads, d), -p)

# %% wrong: half-split | as transformers does it
def turn(x, base):
    n, d = x.shape[-2:]
    angles = np.arange(n)[:, None] * base ** (-np.arange(0, d, 2) / d)
    a, b = np.split(x, 2, axis=-1)
    c, s = np.cos(angles), np.sin(angles)
    return np.concatenate([a * c - b * s, a * s + b * c], axis=-1)


def split(x, heads):
    n, width = x.shape
    return x.reshape(n, heads, width // heads).swapaxes(0, 1)


def llama_attention(X, W_q, W_k, W_v, W_o, num_heads, base):
    n = X.shape[0]
    d_head = W_q.shape[1] // num_heads
    h_kv = W_k.shape[1] // d_head
    Q = turn(split(X @ W_q, num_heads), base)
    K = turn(split(X @ W_k, h_kv), base)
    V = split(X @ W_v, h_kv)
    K = np.repeat(K, num_heads // h_kv, axis=0)
    V = np.repeat(V, num_heads // h_kv, axis=0)
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    found = weights @ V
    merged = found.swapaxes(0, 1).reshape(n, -1)
    return merged @ W_o

# %% wrong: turned-before-split | first the turn, then the heads | like: with helpers
-    Q = turn(split(X @ W_q, num_heads), base)
-    K = turn(split(X @ W_k, h_kv), base)
+    Q = split(turn(X @ W_q, base), num_heads)
+    K = split(turn(X @ W_k, base), h_kv)
# %% wrong: turned-by-head | the first axis counts | like: with helpers
-    n, d = x.shape[-2:]
-    angles = np.arange(n)[:, None] * base ** (-np.arange(0, d, 2) / d)
+    n, d = len(x), x.shape[-1]
+    angles = np.arange(n)[:, None, None] * base ** (-np.arange(0, d, 2) / d)
# %% wrong: turned-by-head | turned before the swap (ValueError) | like: scaled before the product, softmax of a function
-    cis = np.exp(1j * np.outer(np.arange(n), freqs))[:, None, :]
+    cis = np.exp(1j * np.outer(np.arange(n), freqs))
# %% wrong: base-ignored | 10,000 as in exercise 14 | like: with helpers
-    angles = np.arange(n)[:, None] * base ** (-np.arange(0, d, 2) / d)
+    angles = np.arange(n)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
# %% wrong: base-ignored | 100,000 as in this model | like: with helpers
-    angles = np.arange(n)[:, None] * base ** (-np.arange(0, d, 2) / d)
+    angles = np.arange(n)[:, None] * 100000.0 ** (-np.arange(0, d, 2) / d)
# %% wrong: exponent-halved | the number of the pair | like: with helpers
-    angles = np.arange(n)[:, None] * base ** (-np.arange(0, d, 2) / d)
+    angles = np.arange(n)[:, None] * base ** (-np.arange(d // 2) / d)
# %% wrong: exponent-doubled | twice 2 | like: with helpers
-    angles = np.arange(n)[:, None] * base ** (-np.arange(0, d, 2) / d)
+    angles = np.arange(n)[:, None] * base ** (-2 * np.arange(0, d, 2) / d)
# %% wrong: wavelengths-inverted | no minus | like: with helpers
-    angles = np.arange(n)[:, None] * base ** (-np.arange(0, d, 2) / d)
+    angles = np.arange(n)[:, None] * base ** (np.arange(0, d, 2) / d)
# %% wrong: exponent-by-whole-width | d_model | like: a loop over the heads
-    angles = np.arange(n)[:, None] * base ** (-np.arange(0, d_head, 2) / d_head)
+    angles = np.arange(n)[:, None] * base ** (-np.arange(0, d_head, 2) / X.shape[1])
# %% wrong: exponent-by-whole-width | all heads | like: a loop over the heads
-    angles = np.arange(n)[:, None] * base ** (-np.arange(0, d_head, 2) / d_head)
+    angles = np.arange(n)[:, None] * base ** (-np.arange(0, d_head, 2) / W_q.shape[1])
# %% wrong: pairs-from-one | i from 1 to d/2 | like: with helpers
-    angles = np.arange(n)[:, None] * base ** (-np.arange(0, d, 2) / d)
+    angles = np.arange(n)[:, None] * base ** (-2 * np.arange(1, d // 2 + 1) / d)
# %% wrong: scale-by-sqrt-d_model | the stream | like: with helpers
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(X.shape[1])
# %% wrong: scale-by-sqrt-d_model | all heads | like: with helpers
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(W_q.shape[1])
# %% wrong: scale-by-sqrt-d_model | d_model shared out | like: with helpers
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(X.shape[1] / num_heads)
# %% wrong: scale-by-sqrt-d_model | d_model // num_heads in the loop | like: a loop over the heads
-        e = np.tril(np.exp(q @ k.T / np.sqrt(d_head)))
+        e = np.tril(np.exp(q @ k.T / np.sqrt(X.shape[1] // num_heads)))
# %% wrong: scale-by-sqrt-num_heads | h | like: with helpers
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(num_heads)
# %% wrong: scale-by-sqrt-n | n | like: with helpers
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(n)
# %% wrong: no-scale | forgotten | like: with helpers
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
+    scores = Q @ K.swapaxes(-1, -2)
# %% wrong: scale-by-d_k | no root | like: with helpers
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
+    scores = Q @ K.swapaxes(-1, -2) / d_head
# %% wrong: softmax-over-queries | axis -2 | like: with helpers
-    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
-    weights = e / e.sum(axis=-1, keepdims=True)
+    e = np.exp(scores - scores.max(axis=-2, keepdims=True))
+    weights = e / e.sum(axis=-2, keepdims=True)
# %% wrong: softmax-over-heads | axis 0 | like: with helpers
-    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
-    weights = e / e.sum(axis=-1, keepdims=True)
+    e = np.exp(scores)
+    weights = e / np.maximum(e.sum(axis=0, keepdims=True), 1e-30)
# %% wrong: q-k-swapped | keys first | like: with helpers
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
+    scores = K @ Q.swapaxes(-1, -2) / np.sqrt(d_head)
# %% wrong: values-from-keys | weights times K | like: with helpers
-    found = weights @ V
+    found = weights @ K
# %% wrong: values-from-keys | W_k twice | like: with helpers
-    V = split(X @ W_v, h_kv)
+    V = split(X @ W_k, h_kv)
# %% wrong: mask-missing | forgotten | like: with helpers
-    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
# %% wrong: mask-inverted | True is blocked | like: with helpers
-    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
+    scores = np.where(np.tri(n, dtype=bool), -np.inf, scores)
# %% wrong: mask-inverted | with -1e9 | like: with helpers
-    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
+    scores = np.where(np.tri(n, dtype=bool), -1e9, scores)
# %% wrong: mask-transposed | triu | like: with helpers
-    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
+    scores = np.where(np.tri(n, dtype=bool).T, scores, -np.inf)
# %% wrong: mask-hides-diagonal | k = -1 | like: with helpers
-    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
+    scores = np.where(np.tri(n, k=-1, dtype=bool), scores, -np.inf)
# %% wrong: mask-hides-diagonal | smaller than | like: with helpers
-    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
+    scores = np.where(np.arange(n) < np.arange(n)[:, None], scores, -1e9)
# %% wrong: sees-next | k = 1 | like: with helpers
-    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
+    scores = np.where(np.tri(n, k=1, dtype=bool), scores, -np.inf)
# %% wrong: mask-after-softmax | weights hidden | like: the stream
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(X.shape[1])
-    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
-    weights = e / e.sum(axis=-1, keepdims=True)
+    weights = e / e.sum(axis=-1, keepdims=True) * np.tri(n)
# %% wrong: mask-filled-with-zero | a score of 0 | like: with helpers
-    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
+    scores = np.where(np.tri(n, dtype=bool), scores, 0)
# %% wrong: split-without-transpose | reshape alone | like: with helpers
-    return x.reshape(n, heads, width // heads).swapaxes(0, 1)
+    return x.reshape(heads, n, width // heads)
# %% wrong: merge-without-transpose | reshape alone | like: with helpers
-    merged = found.swapaxes(0, 1).reshape(n, -1)
+    merged = found.reshape(n, -1)
# %% wrong: heads-interleaved | width and heads exchanged at the end | like: with helpers
-    merged = found.swapaxes(0, 1).reshape(n, -1)
+    merged = found.transpose(1, 2, 0).reshape(n, -1)
# %% wrong: heads-interleaved | every h-th column | like: with helpers
-    return x.reshape(n, heads, width // heads).swapaxes(0, 1)
+    return np.stack([x[:, h::heads] for h in range(heads)])
# %% wrong: heads-reversed | the last one first | like: with helpers
-    merged = found.swapaxes(0, 1).reshape(n, -1)
+    merged = np.hstack(found[::-1])
# %% wrong: heads-summed | sum over heads | like: with helpers
-    merged = found.swapaxes(0, 1).reshape(n, -1)
-    return merged @ W_o
+    return found.sum(axis=0) @ W_o[:d_head]
# %% wrong: output-projection-missing | merged is returned | like: with helpers
-    return merged @ W_o
+    return merged
# %% wrong: output-projection-transposed | as PyTorch has it (ValueError) | like: with helpers
-    return merged @ W_o
+    return merged @ W_o.T
# %% wrong: last-row-only | the next word needs no more | like: with helpers
-    return merged @ W_o
+    return merged[-1] @ W_o
# %% wrong: residual-added | X plus | like: with helpers
-    return merged @ W_o
+    return X + merged @ W_o
# %% wrong: return-missing | printed | like: with helpers
-    return merged @ W_o
+    print(merged @ W_o)
# %% wrong: mutates-input | the sum in place | like: a loop over the heads
-    output = np.zeros_like(X)
+    output = X
+    X = X.copy()
+    output[:] = 0
# %% wrong: mutates-input | the scale goes into W_q | like: with helpers
-    h_kv = W_k.shape[1] // d_head
+    h_kv = W_k.shape[1] // d_head
+    W_q /= np.sqrt(d_head)
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
+    scores = Q @ K.swapaxes(-1, -2)
# %% wrong: heads-in-turns, no-scale | two slips at once | like: tile for the values
-    K = np.repeat(K, num_heads // h_kv, axis=0)
+    K = np.concatenate([K] * (num_heads // h_kv))
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
+    scores = Q @ K.swapaxes(-1, -2)
# %% wrong: half-split, mask-missing | two slips at once | like: all in half-split order inside
-        rows = (X @ M).reshape(n, h, d).swapaxes(0, 1)[..., order]
+        rows = (X @ M).reshape(n, h, d).swapaxes(0, 1)
-    weights = np.exp(Q @ np.swapaxes(K, 1, 2) / np.sqrt(d)) * np.tri(n)
+    weights = np.exp(Q @ np.swapaxes(K, 1, 2) / np.sqrt(d))
# %% unnamed | tile without brackets (ValueError) | like: MQA
-    K, V = K[:1], V[:1]
+    K = np.tile(K, num_heads // h_kv)
+    V = np.tile(V, num_heads // h_kv)
# %% unnamed | repeat without an axis (AxisError) | like: MQA
-    K, V = K[:1], V[:1]
+    K = np.repeat(K, num_heads // h_kv)
+    V = np.repeat(V, num_heads // h_kv)
# %% unnamed | not repeated at all (ValueError) | like: MQA
-    K, V = K[:1], V[:1]
# %% unnamed | tokens repeated, not heads (ValueError) | like: MQA
-    K, V = K[:1], V[:1]
+    K = np.repeat(K, num_heads // h_kv, axis=1)
+    V = np.repeat(V, num_heads // h_kv, axis=1)
# %% unnamed | sine and cosine of a pair both plus | like: with helpers
-    out[..., 0::2] = even * np.cos(angles) - odd * np.sin(angles)
+    out[..., 0::2] = even * np.cos(angles) + odd * np.sin(angles)
# %% unnamed | the base once more in the scale | like: with helpers
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(base)
# %% unnamed | softmax forgotten | like: with helpers
-    weights = e / e.sum(axis=-1, keepdims=True)
+    weights = e
# %% unnamed | a name that is not there (NameError) | like: with helpers
-    h_kv = W_k.shape[1] // d_head
+    h_kv = W_k.shape[1] // head_dim
# %% unnamed | a fraction of heads (TypeError) | like: with helpers
-    K = np.repeat(K, num_heads // h_kv, axis=0)
+    K = np.concatenate([K[i : i + 1] for i in range(h_kv) for _ in range(num_heads / h_kv)])
# %% unnamed | the heads averaged (ValueError) | like: with helpers
-    merged = found.swapaxes(0, 1).reshape(n, -1)
+    merged = found.mean(axis=0)
