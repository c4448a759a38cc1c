"""Answers to `cat_logits(weights, tokens)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: functions of the lessons, one after the other
def layer_norm(X, gain, shift, eps=1e-5):
    mean = X.mean(axis=-1, keepdims=True)
    variance = X.var(axis=-1, keepdims=True)
    return (X - mean) / np.sqrt(variance + eps) * gain + shift


def encoding(n, d):
    angles = np.arange(n)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    E = np.zeros((n, d))
    E[:, 0::2] = np.sin(angles)
    E[:, 1::2] = np.cos(angles)
    return E


def split(X, h):
    n, d = X.shape
    return X.reshape(n, h, d // h).swapaxes(0, 1)


def attend(X, W_q, W_k, W_v, W_o):
    n, d = X.shape
    Q, K, V = split(X @ W_q, 2), split(X @ W_k, 2), split(X @ W_v, 2)
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    return (weights @ V).swapaxes(0, 1).reshape(n, d) @ W_o


def feed(X, W_1, b_1, W_2, b_2):
    return np.maximum(X @ W_1 + b_1, 0) @ W_2 + b_2


def cat_logits(weights, tokens):
    X = weights["embedding"][tokens]
    X = X + encoding(*X.shape) / 2
    for i in range(2):
        w = {name[2:]: array for name, array in weights.items() if name.startswith(f"{i}.")}
        N = layer_norm(X, w["norm_1.gain"], w["norm_1.shift"])
        X = X + attend(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"])
        N = layer_norm(X, w["norm_2.gain"], w["norm_2.shift"])
        X = X + feed(N, w["W_1"], w["b_1"], w["W_2"], w["b_2"])
    X = layer_norm(X, weights["norm.gain"], weights["norm.shift"])
    return X @ weights["W_u"]

# %% right: everything in one function, head by head and word by word
def cat_logits(weights, tokens):
    def norm(X, name):
        X = X - X.mean(-1, keepdims=True)
        X = X / np.sqrt((X**2).mean(-1, keepdims=True) + 1e-5)
        return X * weights[name + ".gain"] + weights[name + ".shift"]

    n = len(tokens)
    d = weights["embedding"].shape[1]
    half = d // 2
    X = np.zeros((n, d))
    for p, token in enumerate(tokens):
        X[p] = weights["embedding"][token]
        for c in range(0, d, 2):
            angle = p / 10000 ** (c / d)
            X[p, c] += np.sin(angle) / 2
            X[p, c + 1] += np.cos(angle) / 2
    for layer in ("0.", "1."):
        N = norm(X, layer + "norm_1")
        Q, K, V = (N @ weights[layer + W] for W in ("W_q", "W_k", "W_v"))
        found = np.zeros((n, d))
        for head in (slice(0, half), slice(half, d)):
            for i in range(n):
                s = K[: i + 1, head] @ Q[i, head] / np.sqrt(half)
                w = np.exp(s - s.max())
                found[i, head] = w / w.sum() @ V[: i + 1, head]
        X = X + found @ weights[layer + "W_o"]
        N = norm(X, layer + "norm_2")
        hidden = N @ weights[layer + "W_1"] + weights[layer + "b_1"]
        hidden[hidden < 0] = 0
        X = X + hidden @ weights[layer + "W_2"] + weights[layer + "b_2"]
    return norm(X, "norm") @ weights["W_u"]

# %% right: a class for a layer, and einsum
from functools import partial


def softmax(scores):
    e = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


def norm(gain, shift, X):
    centred = X - np.mean(X, axis=-1, keepdims=True)
    return gain * centred / np.sqrt(np.var(X, axis=-1, keepdims=True) + 1e-5) + shift


def block(X, attend, feed, norm_1, norm_2):
    H = X + attend(norm_1(X))
    return H + feed(norm_2(H))


class Layer:
    def __init__(self, weights, number):
        self.weights, self.number = weights, number

    def __getitem__(self, name):
        return self.weights[f"{self.number}.{name}"]

    def attend(self, X):
        n, d = X.shape
        Q, K, V = (np.einsum("nd,dhk->hnk", X, self[W].reshape(d, 2, -1)) for W in ("W_q", "W_k", "W_v"))
        scores = np.einsum("hik,hjk->hij", Q, K) / (d // 2) ** 0.5
        A = softmax(scores + np.triu(np.full((n, n), -1e9), 1))
        return np.einsum("hij,hjk->ihk", A, V).reshape(n, d) @ self["W_o"]

    def feed(self, X):
        hidden = X @ self["W_1"] + self["b_1"]
        return (hidden * (hidden > 0)) @ self["W_2"] + self["b_2"]

    def __call__(self, X):
        norm_1 = partial(norm, self["norm_1.gain"], self["norm_1.shift"])
        norm_2 = partial(norm, self["norm_2.gain"], self["norm_2.shift"])
        return block(X, self.attend, self.feed, norm_1, norm_2)


def positions(n, d):
    pairs = np.repeat(np.arange(0, d, 2), 2)
    angles = np.outer(np.arange(n), 10000.0 ** (-pairs / d))
    return np.where(np.arange(d) % 2 == 0, np.sin(angles), np.cos(angles))


def cat_logits(weights, tokens):
    d = weights["embedding"].shape[-1]
    X = weights["embedding"][tokens] + 0.5 * positions(len(tokens), d)
    for number in (0, 1):
        X = Layer(weights, number)(X)
    return norm(weights["norm.gain"], weights["norm.shift"], X) @ weights["W_u"]

# %% right: loops over names with the layer in front | like: functions of the lessons, one after the other
-        w = {name[2:]: array for name, array in weights.items() if name.startswith(f"{i}.")}
+        w = {name: weights[f"{i}.{name}"] for name in "W_q W_k W_v W_o W_1 b_1 W_2 b_2 norm_1.gain norm_1.shift norm_2.gain norm_2.shift".split()}
# %% right: the root in the queries, and a mask of minus a billion | like: functions of the lessons, one after the other
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
-    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
+    scores = Q @ K.swapaxes(-1, -2) * Q.shape[-1] ** -0.5
+    scores = scores - 1e9 * (1 - np.tri(n))
# %% right: float32 stays float32 | like: functions of the lessons, one after the other
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
+    scores = Q @ K.swapaxes(-1, -2) / Q.shape[-1] ** 0.5
-    X = X + encoding(*X.shape) / 2
+    X = X + (encoding(*X.shape) / 2).astype(X.dtype)
# %% right: one-hot rows times the embedding | like: everything in one function, head by head and word by word
-        X[p] = weights["embedding"][token]
+        X[p] = np.eye(len(weights["embedding"]))[token] @ weights["embedding"]
# %% right: prefix by prefix, and the last row of each | like: functions of the lessons, one after the other
-def cat_logits(weights, tokens):
+def logits_of(weights, tokens):
-    return X @ weights["W_u"]
+    return X @ weights["W_u"]
+
+
+def cat_logits(weights, tokens):
+    return np.array([logits_of(weights, tokens[: n + 1])[-1] for n in range(len(tokens))])
# %% right: a list of rows | like: everything in one function, head by head and word by word
-    return norm(X, "norm") @ weights["W_u"]
+    return [list(row @ weights["W_u"]) for row in norm(X, "norm")]
# %% right: recursion through the layers | like: a class for a layer, and einsum
-    for number in (0, 1):
-        X = Layer(weights, number)(X)
+    first, second = Layer(weights, 0), Layer(weights, 1)
+    X = second(first(X))

# %% shared | functions of the lessons: an answer below changes some of it
def layer_norm(X, gain, shift, eps=1e-5):
    mean = X.mean(axis=-1, keepdims=True)
    variance = X.var(axis=-1, keepdims=True)
    return (X - mean) / np.sqrt(variance + eps) * gain + shift


def encoding(n, d):
    angles = np.arange(n)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    E = np.zeros((n, d))
    E[:, 0::2] = np.sin(angles)
    E[:, 1::2] = np.cos(angles)
    return E


def split(X, h):
    n, d = X.shape
    return X.reshape(n, h, d // h).swapaxes(0, 1)


def attend(X, W_q, W_k, W_v, W_o):
    n, d = X.shape
    Q, K, V = split(X @ W_q, 2), split(X @ W_k, 2), split(X @ W_v, 2)
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    return (weights @ V).swapaxes(0, 1).reshape(n, d) @ W_o


def feed(X, W_1, b_1, W_2, b_2):
    return np.maximum(X @ W_1 + b_1, 0) @ W_2 + b_2


def cat_logits(weights, tokens):
    X = weights["embedding"][tokens]
    X = X + encoding(*X.shape) / 2
    for i in range(2):
        w = {name[2:]: array for name, array in weights.items() if name.startswith(f"{i}.")}
        N = layer_norm(X, w["norm_1.gain"], w["norm_1.shift"])
        X = X + attend(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"])
        N = layer_norm(X, w["norm_2.gain"], w["norm_2.shift"])
        X = X + feed(N, w["W_1"], w["b_1"], w["W_2"], w["b_2"])
    X = layer_norm(X, weights["norm.gain"], weights["norm.shift"])
    return X @ weights["W_u"]


# %% wrong: residual-missing | attention replaces the stream
def cat_logits(weights, tokens):
    X = weights["embedding"][tokens]
    X = X + encoding(*X.shape) / 2
    for i in range(2):
        w = {name[2:]: array for name, array in weights.items() if name.startswith(f"{i}.")}
        N = layer_norm(X, w["norm_1.gain"], w["norm_1.shift"])
        X = attend(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"])
        N = layer_norm(X, w["norm_2.gain"], w["norm_2.shift"])
        X = X + feed(N, w["W_1"], w["b_1"], w["W_2"], w["b_2"])
    X = layer_norm(X, weights["norm.gain"], weights["norm.shift"])
    return X @ weights["W_u"]

# %% wrong: residual-of-normalised | X is overwritten by its norm | like: attention replaces the stream
-        N = layer_norm(X, w["norm_1.gain"], w["norm_1.shift"])
-        X = attend(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"])
-        N = layer_norm(X, w["norm_2.gain"], w["norm_2.shift"])
+        X = N = layer_norm(X, w["norm_1.gain"], w["norm_1.shift"])
+        X = X + attend(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"])
+        X = N = layer_norm(X, w["norm_2.gain"], w["norm_2.shift"])
# %% wrong: norms-exchanged | norm_2 first | like: X is overwritten by its norm
-        X = N = layer_norm(X, w["norm_1.gain"], w["norm_1.shift"])
+        N = layer_norm(X, w["norm_2.gain"], w["norm_2.shift"])
-        X = N = layer_norm(X, w["norm_2.gain"], w["norm_2.shift"])
+        N = layer_norm(X, w["norm_1.gain"], w["norm_1.shift"])
# %% wrong: norm-missing | feed reads the bare stream | like: attention replaces the stream
-        X = attend(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"])
-        N = layer_norm(X, w["norm_2.gain"], w["norm_2.shift"])
-        X = X + feed(N, w["W_1"], w["b_1"], w["W_2"], w["b_2"])
+        X = X + attend(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"])
+        X = X + feed(X, w["W_1"], w["b_1"], w["W_2"], w["b_2"])

# %% wrong: norm-over-tokens | axis 0 in the norm
def layer_norm(X, gain, shift, eps=1e-5):
    mean = X.mean(axis=0, keepdims=True)
    variance = X.var(axis=0, keepdims=True)
    return (X - mean) / np.sqrt(variance + eps) * gain + shift

# %% wrong: sample-variance | ddof=1
def layer_norm(X, gain, shift, eps=1e-5):
    mean = X.mean(axis=-1, keepdims=True)
    variance = X.var(axis=-1, keepdims=True, ddof=1)
    return (X - mean) / np.sqrt(variance + eps) * gain + shift

# %% wrong: root-forgotten | divides by the variance
def layer_norm(X, gain, shift, eps=1e-5):
    mean = X.mean(axis=-1, keepdims=True)
    variance = X.var(axis=-1, keepdims=True)
    return (X - mean) / (variance + eps) * gain + shift

# %% wrong: eps-outside-root | eps beside the root | like: divides by the variance
-    return (X - mean) / (variance + eps) * gain + shift
+    return (X - mean) / (np.sqrt(variance) + eps) * gain + shift
# %% wrong: eps-missing | never needed it | like: divides by the variance
-    return (X - mean) / (variance + eps) * gain + shift
+    return (X - mean) / np.sqrt(variance) * gain + shift

# %% wrong: another-eps | something tiny
def layer_norm(X, gain, shift, eps=1e-12):
    mean = X.mean(axis=-1, keepdims=True)
    variance = X.var(axis=-1, keepdims=True)
    return (X - mean) / np.sqrt(variance + eps) * gain + shift

# %% wrong: mean-kept | forgot to centre | like: divides by the variance
-    return (X - mean) / (variance + eps) * gain + shift
+    return X / np.sqrt(variance + eps) * gain + shift
# %% wrong: gain-missing | forgot the gain | like: divides by the variance
-    return (X - mean) / (variance + eps) * gain + shift
+    return (X - mean) / np.sqrt(variance + eps) + shift
# %% wrong: shift-missing | forgot the shift | like: divides by the variance
-    return (X - mean) / (variance + eps) * gain + shift
+    return (X - mean) / np.sqrt(variance + eps) * gain

# %% wrong: relu-missing | two matrices
def feed(X, W_1, b_1, W_2, b_2):
    return (X @ W_1 + b_1) @ W_2 + b_2

# %% wrong: relu-before-bias | bias after ReLU
def feed(X, W_1, b_1, W_2, b_2):
    return (np.maximum(X @ W_1, 0) + b_1) @ W_2 + b_2

# %% wrong: relu-last | ReLU at the end
def feed(X, W_1, b_1, W_2, b_2):
    return np.maximum((X @ W_1 + b_1) @ W_2 + b_2, 0)

# %% wrong: bias-forgotten | no b_2
def feed(X, W_1, b_1, W_2, b_2):
    return np.maximum(X @ W_1 + b_1, 0) @ W_2

# %% wrong: no-scale | no root
def attend(X, W_q, W_k, W_v, W_o):
    n, d = X.shape
    Q, K, V = split(X @ W_q, 2), split(X @ W_k, 2), split(X @ W_v, 2)
    scores = Q @ K.swapaxes(-1, -2)
    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    return (weights @ V).swapaxes(0, 1).reshape(n, d) @ W_o

# %% wrong: scale-by-d_k | d_head itself | like: no root
-    scores = Q @ K.swapaxes(-1, -2)
+    scores = Q @ K.swapaxes(-1, -2) / Q.shape[-1]
# %% wrong: scale-by-sqrt-n | the root of n | like: no root
-    scores = Q @ K.swapaxes(-1, -2)
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(n)
# %% wrong: scale-by-sqrt-d_model | the root of d_model | like: no root
-    scores = Q @ K.swapaxes(-1, -2)
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d)
# %% wrong: scale-of-one-size | the root of 16 | like: no root
-    scores = Q @ K.swapaxes(-1, -2)
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(16)
# %% wrong: scale-of-one-size | the root of 32 | like: no root
-    scores = Q @ K.swapaxes(-1, -2)
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(32)

# %% wrong: split-without-transpose | reshape straight to heads
def split(X, h):
    n, d = X.shape
    return X.reshape(h, n, d // h)

# %% wrong: merge-without-transpose | reshape straight back
def attend(X, W_q, W_k, W_v, W_o):
    n, d = X.shape
    Q, K, V = split(X @ W_q, 2), split(X @ W_k, 2), split(X @ W_v, 2)
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    return (weights @ V).reshape(n, d) @ W_o

# %% wrong: split-without-transpose, merge-without-transpose | reshape alone, there and back
def split(X, h):
    n, d = X.shape
    return X.reshape(h, n, d // h)


def attend(X, W_q, W_k, W_v, W_o):
    n, d = X.shape
    Q, K, V = split(X @ W_q, 2), split(X @ W_k, 2), split(X @ W_v, 2)
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    return (weights @ V).reshape(n, d) @ W_o

# %% wrong: heads-interleaved | every second column
def split(X, h):
    n, d = X.shape
    return np.stack([X[:, i::h] for i in range(h)])

# %% wrong: heads-reversed | the second head first | like: reshape straight back
-    return (weights @ V).reshape(n, d) @ W_o
+    return (weights @ V)[::-1].swapaxes(0, 1).reshape(n, d) @ W_o

# %% wrong: single-head | one head
def attend(X, W_q, W_k, W_v, W_o):
    n, d = X.shape
    Q, K, V = X @ W_q, X @ W_k, X @ W_v
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    return (weights @ V) @ W_o

# %% wrong: projections-exchanged | queries from W_k | like: no root
-    Q, K, V = split(X @ W_q, 2), split(X @ W_k, 2), split(X @ W_v, 2)
-    scores = Q @ K.swapaxes(-1, -2)
+    Q, K, V = split(X @ W_k, 2), split(X @ W_q, 2), split(X @ W_v, 2)
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
# %% wrong: output-projection-missing | forgot W_o | like: reshape straight back
-    return (weights @ V).reshape(n, d) @ W_o
+    return (weights @ V).swapaxes(0, 1).reshape(n, d)
# %% wrong: output-projection-transposed | W_o.T | like: reshape straight back
-    return (weights @ V).reshape(n, d) @ W_o
+    return (weights @ V).swapaxes(0, 1).reshape(n, d) @ W_o.T

# %% wrong: sum-halved | brackets
def cat_logits(weights, tokens):
    X = weights["embedding"][tokens]
    X = (X + encoding(*X.shape)) / 2
    for i in range(2):
        w = {name[2:]: array for name, array in weights.items() if name.startswith(f"{i}.")}
        N = layer_norm(X, w["norm_1.gain"], w["norm_1.shift"])
        X = X + attend(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"])
        N = layer_norm(X, w["norm_2.gain"], w["norm_2.shift"])
        X = X + feed(N, w["W_1"], w["b_1"], w["W_2"], w["b_2"])
    X = layer_norm(X, weights["norm.gain"], weights["norm.shift"])
    return X @ weights["W_u"]

# %% wrong: embedding-halved | half of the words | like: brackets
-    X = (X + encoding(*X.shape)) / 2
+    X = X / 2 + encoding(*X.shape)
# %% wrong: embedding-times-root | as in the paper | like: brackets
-    X = (X + encoding(*X.shape)) / 2
+    X = X * np.sqrt(X.shape[1]) + encoding(*X.shape)
# %% wrong: positions-missing | no positions | like: brackets
-    X = (X + encoding(*X.shape)) / 2

# %% wrong: position-off-by-one | counts from 1
def encoding(n, d):
    angles = np.arange(1, n + 1)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    E = np.zeros((n, d))
    E[:, 0::2] = np.sin(angles)
    E[:, 1::2] = np.cos(angles)
    return E

# %% wrong: token-as-position | encodes the word's number
def encoding(n, d, places):
    angles = places[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    E = np.zeros((n, d))
    E[:, 0::2] = np.sin(angles)
    E[:, 1::2] = np.cos(angles)
    return E


def cat_logits(weights, tokens):
    X = weights["embedding"][tokens]
    X = X + encoding(*X.shape, tokens) / 2
    for i in range(2):
        w = {name[2:]: array for name, array in weights.items() if name.startswith(f"{i}.")}
        N = layer_norm(X, w["norm_1.gain"], w["norm_1.shift"])
        X = X + attend(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"])
        N = layer_norm(X, w["norm_2.gain"], w["norm_2.shift"])
        X = X + feed(N, w["W_1"], w["b_1"], w["W_2"], w["b_2"])
    X = layer_norm(X, weights["norm.gain"], weights["norm.shift"])
    return X @ weights["W_u"]

# %% wrong: sin-cos-concatenated | all sines first
def encoding(n, d):
    angles = np.arange(n)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    return np.hstack([np.sin(angles), np.cos(angles)])

# %% wrong: sin-cos-swapped | cosine first
def encoding(n, d):
    angles = np.arange(n)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    E = np.zeros((n, d))
    E[:, 0::2] = np.cos(angles)
    E[:, 1::2] = np.sin(angles)
    return E

# %% wrong: final-norm-missing | reads the stream out | like: feed reads the bare stream
-        X = X + feed(X, w["W_1"], w["b_1"], w["W_2"], w["b_2"])
-    X = layer_norm(X, weights["norm.gain"], weights["norm.shift"])
+        N = layer_norm(X, w["norm_2.gain"], w["norm_2.shift"])
+        X = X + feed(N, w["W_1"], w["b_1"], w["W_2"], w["b_2"])
# %% wrong: final-norm-of-block | the last norm of the loop | like: feed reads the bare stream
-        X = X + feed(X, w["W_1"], w["b_1"], w["W_2"], w["b_2"])
-    X = layer_norm(X, weights["norm.gain"], weights["norm.shift"])
+        N = layer_norm(X, w["norm_2.gain"], w["norm_2.shift"])
+        X = X + feed(N, w["W_1"], w["b_1"], w["W_2"], w["b_2"])
+    X = layer_norm(X, w["norm_2.gain"], w["norm_2.shift"])
# %% wrong: one-layer-for-both | 0 in every name | like: X is overwritten by its norm
-        w = {name[2:]: array for name, array in weights.items() if name.startswith(f"{i}.")}
-        X = N = layer_norm(X, w["norm_1.gain"], w["norm_1.shift"])
+        w = {name[2:]: array for name, array in weights.items() if name.startswith(f"0.")}
+        N = layer_norm(X, w["norm_1.gain"], w["norm_1.shift"])
-        X = N = layer_norm(X, w["norm_2.gain"], w["norm_2.shift"])
+        N = layer_norm(X, w["norm_2.gain"], w["norm_2.shift"])
# %% wrong: layer-missing | range(1) | like: brackets
-    X = (X + encoding(*X.shape)) / 2
-    for i in range(2):
+    X = X + encoding(*X.shape) / 2
+    for i in range(1):
# %% wrong: layers-reversed | from the top | like: range(1)
-    for i in range(1):
+    for i in (1, 0):
# %% wrong: tied-read-out | as in GPT-2 | like: the last norm of the loop
-    X = layer_norm(X, w["norm_2.gain"], w["norm_2.shift"])
-    return X @ weights["W_u"]
+    X = layer_norm(X, weights["norm.gain"], weights["norm.shift"])
+    return X @ weights["embedding"].T
# %% wrong: mask-missing | no mask | like: no root
-    scores = Q @ K.swapaxes(-1, -2)
-    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
# %% wrong: mask-inverted | blocked and visible exchanged, with a billion | like: no root
-    scores = Q @ K.swapaxes(-1, -2)
-    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
+    scores = np.where(np.tri(n, dtype=bool), scores - 1e9, scores)
# %% wrong: mask-hides-diagonal | the words before | like: blocked and visible exchanged, with a billion
-    scores = np.where(np.tri(n, dtype=bool), scores - 1e9, scores)
+    scores = scores - 1e9 * (1 - np.tri(n, k=-1))
# %% wrong: mask-hides-diagonal | k=-1, and nan | like: blocked and visible exchanged, with a billion
-    scores = np.where(np.tri(n, dtype=bool), scores - 1e9, scores)
+    scores = np.where(np.tri(n, k=-1, dtype=bool), scores, -np.inf)
# %% wrong: sees-next | k=1 | like: blocked and visible exchanged, with a billion
-    scores = np.where(np.tri(n, dtype=bool), scores - 1e9, scores)
+    scores = np.where(np.tri(n, k=1, dtype=bool), scores, -np.inf)
# %% wrong: mask-transposed | triu | like: blocked and visible exchanged, with a billion
-    scores = np.where(np.tri(n, dtype=bool), scores - 1e9, scores)
+    scores = np.where(np.triu(np.ones((n, n), dtype=bool)), scores, -np.inf)

# %% wrong: mask-after-softmax | zeros after softmax
def attend(X, W_q, W_k, W_v, W_o):
    n, d = X.shape
    Q, K, V = split(X @ W_q, 2), split(X @ W_k, 2), split(X @ W_v, 2)
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True) * np.tri(n)
    return (weights @ V).swapaxes(0, 1).reshape(n, d) @ W_o

# %% wrong: softmax-over-queries | axis -2 | like: zeros after softmax
-    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
-    weights = e / e.sum(axis=-1, keepdims=True) * np.tri(n)
+    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
+    e = np.exp(scores - scores.max(axis=-2, keepdims=True))
+    weights = e / e.sum(axis=-2, keepdims=True)
# %% wrong: last-row-only | what comes next | like: as in GPT-2
-    return X @ weights["embedding"].T
+    return X[-1] @ weights["W_u"]
# %% wrong: return-missing | no return | like: as in GPT-2
-    return X @ weights["embedding"].T
+    logits = X @ weights["W_u"]

# %% wrong: encoding-not-halved, final-norm-missing | two slips
def cat_logits(weights, tokens):
    X = weights["embedding"][tokens]
    X = X + encoding(*X.shape)
    for i in range(2):
        w = {name[2:]: array for name, array in weights.items() if name.startswith(f"{i}.")}
        N = layer_norm(X, w["norm_1.gain"], w["norm_1.shift"])
        X = X + attend(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"])
        N = layer_norm(X, w["norm_2.gain"], w["norm_2.shift"])
        X = X + feed(N, w["W_1"], w["b_1"], w["W_2"], w["b_2"])
    return X @ weights["W_u"]

# %% wrong: mask-missing, positions-missing | two slips
def attend(X, W_q, W_k, W_v, W_o):
    n, d = X.shape
    Q, K, V = split(X @ W_q, 2), split(X @ W_k, 2), split(X @ W_v, 2)
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    return (weights @ V).swapaxes(0, 1).reshape(n, d) @ W_o


def cat_logits(weights, tokens):
    X = weights["embedding"][tokens]
    for i in range(2):
        w = {name[2:]: array for name, array in weights.items() if name.startswith(f"{i}.")}
        N = layer_norm(X, w["norm_1.gain"], w["norm_1.shift"])
        X = X + attend(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"])
        N = layer_norm(X, w["norm_2.gain"], w["norm_2.shift"])
        X = X + feed(N, w["W_1"], w["b_1"], w["W_2"], w["b_2"])
    X = layer_norm(X, weights["norm.gain"], weights["norm.shift"])
    return X @ weights["W_u"]

# %% wrong: output-projection-missing, relu-missing | two slips | like: reshape straight back
-    return (weights @ V).reshape(n, d) @ W_o
+    return (weights @ V).swapaxes(0, 1).reshape(n, d)
+
+
+def feed(X, W_1, b_1, W_2, b_2):
+    return (X @ W_1 + b_1) @ W_2 + b_2
# %% unnamed | a tenth of the encoding | like: brackets
-    X = (X + encoding(*X.shape)) / 2
+    X = X + encoding(*X.shape) / 10

# %% wrong: gelu-not-relu | GELU, approximately
def feed(X, W_1, b_1, W_2, b_2):
    return (lambda x: x / (1 + np.exp(-1.702 * x)))(X @ W_1 + b_1) @ W_2 + b_2

# %% unnamed | an extra softmax on the values | like: reshape straight back
-    return (weights @ V).reshape(n, d) @ W_o
+    return (weights @ (V - V.mean())).swapaxes(0, 1).reshape(n, d) @ W_o
# %% unnamed | W_q where W_v should be | like: queries from W_k
-    Q, K, V = split(X @ W_k, 2), split(X @ W_q, 2), split(X @ W_v, 2)
+    Q, K, V = split(X @ W_q, 2), split(X @ W_k, 2), split(X @ W_q, 2)
# %% unnamed | only the sizes of the notebook (ValueError) | like: reshape straight back
-    return (weights @ V).reshape(n, d) @ W_o
+    return (weights @ V).swapaxes(0, 1).reshape(n, 32) @ W_o
# %% shared | everything in one function: an answer below changes some of it
def cat_logits(weights, tokens):
    def norm(X, name):
        X = X - X.mean(-1, keepdims=True)
        X = X / np.sqrt((X**2).mean(-1, keepdims=True) + 1e-5)
        return X * weights[name + ".gain"] + weights[name + ".shift"]

    n = len(tokens)
    d = weights["embedding"].shape[1]
    half = d // 2
    X = np.zeros((n, d))
    for p, token in enumerate(tokens):
        X[p] = weights["embedding"][token]
        for c in range(0, d, 2):
            angle = p / 10000 ** (c / d)
            X[p, c] += np.sin(angle) / 2
            X[p, c + 1] += np.cos(angle) / 2
    for layer in ("0.", "1."):
        N = norm(X, layer + "norm_1")
        Q, K, V = (N @ weights[layer + W] for W in ("W_q", "W_k", "W_v"))
        found = np.zeros((n, d))
        for head in (slice(0, half), slice(half, d)):
            for i in range(n):
                s = K[: i + 1, head] @ Q[i, head] / np.sqrt(half)
                w = np.exp(s - s.max())
                found[i, head] = w / w.sum() @ V[: i + 1, head]
        X = X + found @ weights[layer + "W_o"]
        N = norm(X, layer + "norm_2")
        hidden = N @ weights[layer + "W_1"] + weights[layer + "b_1"]
        hidden[hidden < 0] = 0
        X = X + hidden @ weights[layer + "W_2"] + weights[layer + "b_2"]
    return norm(X, "norm") @ weights["W_u"]


# %% wrong: bias-forgotten | no b_1
def cat_logits(weights, tokens):
    def norm(X, name):
        X = X - X.mean(-1, keepdims=True)
        X = X / np.sqrt((X**2).mean(-1, keepdims=True) + 1e-5)
        return X * weights[name + ".gain"] + weights[name + ".shift"]

    n = len(tokens)
    d = weights["embedding"].shape[1]
    half = d // 2
    X = np.zeros((n, d))
    for p, token in enumerate(tokens):
        X[p] = weights["embedding"][token]
        for c in range(0, d, 2):
            angle = p / 10000 ** (c / d)
            X[p, c] += np.sin(angle) / 2
            X[p, c + 1] += np.cos(angle) / 2
    for layer in ("0.", "1."):
        N = norm(X, layer + "norm_1")
        Q, K, V = (N @ weights[layer + W] for W in ("W_q", "W_k", "W_v"))
        found = np.zeros((n, d))
        for head in (slice(0, half), slice(half, d)):
            for i in range(n):
                s = K[: i + 1, head] @ Q[i, head] / np.sqrt(half)
                w = np.exp(s - s.max())
                found[i, head] = w / w.sum() @ V[: i + 1, head]
        X = X + found @ weights[layer + "W_o"]
        N = norm(X, layer + "norm_2")
        hidden = N @ weights[layer + "W_1"]
        hidden[hidden < 0] = 0
        X = X + hidden @ weights[layer + "W_2"] + weights[layer + "b_2"]
    return norm(X, "norm") @ weights["W_u"]

# %% wrong: encoding-not-halved | the whole encoding
def layer_norm(X, gain, shift, eps=1e-5):
    mean = X.mean(axis=-1, keepdims=True)
    variance = X.var(axis=-1, keepdims=True)
    return (X - mean) / np.sqrt(variance + eps) * gain + shift


def encoding(n, d):
    angles = np.arange(n)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
    E = np.zeros((n, d))
    E[:, 0::2] = np.sin(angles)
    E[:, 1::2] = np.cos(angles)
    return E


def split(X, h):
    n, d = X.shape
    return X.reshape(n, h, d // h).swapaxes(0, 1)


def attend(X, W_q, W_k, W_v, W_o):
    n, d = X.shape
    Q, K, V = split(X @ W_q, 2), split(X @ W_k, 2), split(X @ W_v, 2)
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    return (weights @ V).swapaxes(0, 1).reshape(n, d) @ W_o


def feed(X, W_1, b_1, W_2, b_2):
    return np.maximum(X @ W_1 + b_1, 0) @ W_2 + b_2


def cat_logits(weights, tokens):
    X = weights["embedding"][tokens]
    X = X + encoding(*X.shape)
    for i in range(2):
        w = {name[2:]: array for name, array in weights.items() if name.startswith(f"{i}.")}
        N = layer_norm(X, w["norm_1.gain"], w["norm_1.shift"])
        X = X + attend(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"])
        N = layer_norm(X, w["norm_2.gain"], w["norm_2.shift"])
        X = X + feed(N, w["W_1"], w["b_1"], w["W_2"], w["b_2"])
    X = layer_norm(X, weights["norm.gain"], weights["norm.shift"])
    return X @ weights["W_u"]

# %% shared | a class for a layer: an answer below changes some of it
from functools import partial


def softmax(scores):
    e = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


def norm(gain, shift, X):
    centred = X - np.mean(X, axis=-1, keepdims=True)
    return gain * centred / np.sqrt(np.var(X, axis=-1, keepdims=True) + 1e-5) + shift


def block(X, attend, feed, norm_1, norm_2):
    H = X + attend(norm_1(X))
    return H + feed(norm_2(H))


class Layer:
    def __init__(self, weights, number):
        self.weights, self.number = weights, number

    def __getitem__(self, name):
        return self.weights[f"{self.number}.{name}"]

    def attend(self, X):
        n, d = X.shape
        Q, K, V = (np.einsum("nd,dhk->hnk", X, self[W].reshape(d, 2, -1)) for W in ("W_q", "W_k", "W_v"))
        scores = np.einsum("hik,hjk->hij", Q, K) / (d // 2) ** 0.5
        A = softmax(scores + np.triu(np.full((n, n), -1e9), 1))
        return np.einsum("hij,hjk->ihk", A, V).reshape(n, d) @ self["W_o"]

    def feed(self, X):
        hidden = X @ self["W_1"] + self["b_1"]
        return (hidden * (hidden > 0)) @ self["W_2"] + self["b_2"]

    def __call__(self, X):
        norm_1 = partial(norm, self["norm_1.gain"], self["norm_1.shift"])
        norm_2 = partial(norm, self["norm_2.gain"], self["norm_2.shift"])
        return block(X, self.attend, self.feed, norm_1, norm_2)


def positions(n, d):
    pairs = np.repeat(np.arange(0, d, 2), 2)
    angles = np.outer(np.arange(n), 10000.0 ** (-pairs / d))
    return np.where(np.arange(d) % 2 == 0, np.sin(angles), np.cos(angles))


def cat_logits(weights, tokens):
    d = weights["embedding"].shape[-1]
    X = weights["embedding"][tokens] + 0.5 * positions(len(tokens), d)
    for number in (0, 1):
        X = Layer(weights, number)(X)
    return norm(weights["norm.gain"], weights["norm.shift"], X) @ weights["W_u"]


# %% wrong: residual-missing | neither part is added
def block(X, attend, feed, norm_1, norm_2):
    H = attend(norm_1(X))
    return feed(norm_2(H))

# %% wrong: second-residual-from-X | adds feed to the X that came in
def block(X, attend, feed, norm_1, norm_2):
    H = X + attend(norm_1(X))
    return X + feed(norm_2(H))

# %% wrong: one-residual-for-both | the sum around both | like: neither part is added
-    return feed(norm_2(H))
+    return X + feed(norm_2(H))
# %% wrong: norm-1-twice | one norm for both | like: adds feed to the X that came in
-    return X + feed(norm_2(H))
+    return H + feed(norm_1(H))

# %% wrong: norm-of-part-only | norms what is added
def block(X, attend, feed, norm_1, norm_2):
    H = X + norm_1(attend(X))
    return H + norm_2(feed(H))

# %% wrong: feed-reads-first-X | feed reads what attention read | like: adds feed to the X that came in
-    return X + feed(norm_2(H))
+    return H + feed(norm_2(X))

# %% wrong: parts-exchanged | feed first
def block(X, attend, feed, norm_1, norm_2):
    H = X + feed(norm_1(X))
    return H + attend(norm_2(H))

# %% wrong: second-half-missing | forgot the feed-forward | like: adds feed to the X that came in
-    return X + feed(norm_2(H))
+    return H

# %% wrong: post-norm-not-pre | as in the first transformer
def block(X, attend, feed, norm_1, norm_2):
    H = norm_1(X + attend(X))
    return norm_2(H + feed(H))

# %% wrong: gain-and-shift-missing | the bare norm
def norm(gain, shift, X):
    centred = X - np.mean(X, axis=-1, keepdims=True)
    return centred / np.sqrt(np.var(X, axis=-1, keepdims=True) + 1e-5)

# %% wrong: chances-not-logits | softmax at the end
def cat_logits(weights, tokens):
    d = weights["embedding"].shape[-1]
    X = weights["embedding"][tokens] + 0.5 * positions(len(tokens), d)
    for number in (0, 1):
        X = Layer(weights, number)(X)
    return softmax(norm(weights["norm.gain"], weights["norm.shift"], X) @ weights["W_u"])

# %% wrong: angles-halved | a half in the wrong place | like: functions of the lessons, one after the other
-    angles = np.arange(n)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
+    angles = np.arange(n)[:, None] / 2 / 10000 ** (np.arange(0, d, 2) / d)
# %% wrong: one-position-for-all | zeros for positions | like: functions of the lessons, one after the other
-    angles = np.arange(n)[:, None] / 10000 ** (np.arange(0, d, 2) / d)
+    angles = np.zeros((n, 1)) / 10000 ** (np.arange(0, d, 2) / d)
# %% wrong: projection-of-raw-stream | only the queries are normalised | like: functions of the lessons, one after the other
-def attend(X, W_q, W_k, W_v, W_o):
+def attend(X, raw, W_q, W_k, W_v, W_o):
-    Q, K, V = split(X @ W_q, 2), split(X @ W_k, 2), split(X @ W_v, 2)
+    Q, K, V = split(X @ W_q, 2), split(raw @ W_k, 2), split(raw @ W_v, 2)
-        X = X + attend(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"])
+        X = X + attend(N, X, w["W_q"], w["W_k"], w["W_v"], w["W_o"])
# %% wrong: array-of-block-0-twice | a number left over from a copied line | like: functions of the lessons, one after the other
-        X = X + attend(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"])
+        X = X + attend(N, w["W_q"], w["W_k"], weights["0.W_v"], w["W_o"])
# %% wrong: array-of-block-0-twice | the biases of the first layer for both | like: functions of the lessons, one after the other
-        X = X + feed(N, w["W_1"], w["b_1"], w["W_2"], w["b_2"])
+        X = X + feed(N, w["W_1"], weights["0.b_1"], w["W_2"], w["b_2"])
# %% wrong: attention-of-block-0-twice | attention written before there was a loop | like: functions of the lessons, one after the other
-        X = X + attend(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"])
+        X = X + attend(N, *(weights[f"0.W_{x}"] for x in "qkvo"))
# %% wrong: feed-forward-of-block-0-twice | feed-forward written before there was a loop | like: functions of the lessons, one after the other
-        X = X + feed(N, w["W_1"], w["b_1"], w["W_2"], w["b_2"])
+        X = X + feed(N, *(weights[f"0.{x}"] for x in ("W_1", "b_1", "W_2", "b_2")))
# %% wrong: mask-filled-with-zero | the mask multiplies the scores | like: functions of the lessons, one after the other
-    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
+    scores = scores * np.tri(n)
