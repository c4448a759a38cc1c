"""Answers to `llama_logits(weights, tokens, num_heads)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: functions of the exercises, one after the other
def rms_norm(X, gain, eps):
    return X / np.sqrt((X**2).mean(axis=-1, keepdims=True) + eps) * gain


def swiglu(X, W_gate, W_up, W_down):
    gate = X @ W_gate
    return (gate / (1 + np.exp(-gate)) * (X @ W_up)) @ W_down


def rotate(X, base):
    n, d = X.shape[-2:]
    angles = np.arange(n)[:, None] / base ** (np.arange(0, d, 2) / d)
    turned = np.empty_like(X)
    turned[..., 0::2] = X[..., 0::2] * np.cos(angles) - X[..., 1::2] * np.sin(angles)
    turned[..., 1::2] = X[..., 0::2] * np.sin(angles) + X[..., 1::2] * np.cos(angles)
    return turned


def split(X, h):
    return X.reshape(len(X), h, -1).swapaxes(0, 1)


def llama_attention(X, W_q, W_k, W_v, W_o, num_heads, base):
    n = len(X)
    d_head = W_q.shape[1] // num_heads
    h_kv = W_k.shape[1] // d_head
    Q = rotate(split(X @ W_q, num_heads), base)
    K = rotate(split(X @ W_k, h_kv), base).repeat(num_heads // h_kv, axis=0)
    V = split(X @ W_v, h_kv).repeat(num_heads // h_kv, axis=0)
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    A = e / e.sum(axis=-1, keepdims=True)
    return (A @ V).swapaxes(0, 1).reshape(n, -1) @ W_o


def llama_logits(weights, tokens, num_heads):
    X = weights["embedding"][tokens]
    layers = sum(name.endswith(".W_q") for name in weights)
    for l in range(layers):
        w = {name.split(".")[1]: array for name, array in weights.items() if name.startswith(f"{l}.")}
        N = rms_norm(X, w["norm_1"], 1e-5)
        X = X + llama_attention(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"], num_heads, 100000)
        N = rms_norm(X, w["norm_2"], 1e-5)
        X = X + swiglu(N, w["W_gate"], w["W_up"], w["W_down"])
    X = rms_norm(X, weights["norm"], 1e-5)
    return X @ weights["embedding"].T

# %% right: everything in one function, head by head
def llama_logits(weights, tokens, num_heads):
    n = len(tokens)
    X = weights["embedding"][tokens].copy()
    layer = 0
    while f"{layer}.W_q" in weights:
        W = lambda name: weights[f"{layer}.{name}"]
        N = X / np.sqrt(np.mean(X * X, axis=1)[:, None] + 1e-5) * W("norm_1")
        d = W("W_q").shape[1] // num_heads
        h_kv = W("W_k").shape[1] // d
        turn = np.arange(n)[:, None] * 100000.0 ** (-np.arange(0, d, 2) / d)
        c, s = np.cos(turn), np.sin(turn)
        joined = np.zeros((n, num_heads * d))
        for head in range(num_heads):
            own = slice(head * d, (head + 1) * d)
            kv = head // (num_heads // h_kv)
            theirs = slice(kv * d, (kv + 1) * d)
            q, k, v = N @ W("W_q")[:, own], N @ W("W_k")[:, theirs], N @ W("W_v")[:, theirs]
            for z in (q, k):
                a, b = z[:, 0::2].copy(), z[:, 1::2].copy()
                z[:, 0::2], z[:, 1::2] = a * c - b * s, a * s + b * c
            for i in range(n):
                row = q[i] @ k[: i + 1].T / np.sqrt(d)
                row = np.exp(row - row.max())
                joined[i, own] = row / row.sum() @ v[: i + 1]
        X = X + joined @ W("W_o")
        N = X / np.sqrt(np.mean(X * X, axis=1)[:, None] + 1e-5) * W("norm_2")
        g = N @ W("W_gate")
        X = X + (g / (1 + np.exp(-g)) * (N @ W("W_up"))) @ W("W_down")
        layer += 1
    X = X / np.sqrt(np.mean(X * X, axis=1)[:, None] + 1e-5) * weights["norm"]
    return np.einsum("nd,vd->nv", X, weights["embedding"])

# %% right: complex numbers, einsum and a class for a layer
def norm(X, gain):
    return gain * X * (np.square(X).mean(axis=-1, keepdims=True) + 1e-5) ** -0.5


def turned(X):
    n, h, d = X.shape
    z = X[..., ::2] + 1j * X[..., 1::2]
    z = z * np.exp(1j * np.arange(n)[:, None, None] / 1e5 ** (np.arange(0, d, 2) / d))
    return np.stack([z.real, z.imag], axis=-1).reshape(n, h, d)


class Layer:
    def __init__(self, weights, number, num_heads):
        self.weights, self.number, self.num_heads = weights, number, num_heads

    def __getitem__(self, name):
        return self.weights[f"{self.number}.{name}"]

    def attend(self, X):
        n, d_head = len(X), self["W_q"].shape[1] // self.num_heads
        Q = turned((X @ self["W_q"]).reshape(n, -1, d_head))
        K = turned((X @ self["W_k"]).reshape(n, -1, d_head))
        V = (X @ self["W_v"]).reshape(n, -1, d_head)
        Q = Q.reshape(n, K.shape[1], -1, d_head)
        scores = np.einsum("igrd,jgd->grij", Q, K) / d_head**0.5 + np.triu(np.full((n, n), -np.inf), 1)
        A = np.exp(scores - scores.max(-1, keepdims=True))
        A /= A.sum(-1, keepdims=True)
        return np.einsum("grij,jgd->igrd", A, V).reshape(n, -1) @ self["W_o"]

    def feed(self, X):
        gate = X @ self["W_gate"]
        return (gate * (1 / (1 + np.exp(-gate))) * (X @ self["W_up"])) @ self["W_down"]

    def __call__(self, X):
        X = X + self.attend(norm(X, self["norm_1"]))
        return X + self.feed(norm(X, self["norm_2"]))


def llama_logits(weights, tokens, num_heads):
    X = weights["embedding"][tokens]
    for number in range((len(weights) - 2) // 9):
        X = Layer(weights, number, num_heads)(X)
    return norm(X, weights["norm"]) @ np.transpose(weights["embedding"])

# %% right: counts the layers by their names | like: functions of the exercises, one after the other
-    layers = sum(name.endswith(".W_q") for name in weights)
+    layers = 1 + max(int(name.split(".")[0]) for name in weights if "." in name)
# %% right: sums in two lines, and names in full | like: functions of the exercises, one after the other
-        w = {name.split(".")[1]: array for name, array in weights.items() if name.startswith(f"{l}.")}
-        N = rms_norm(X, w["norm_1"], 1e-5)
-        X = X + llama_attention(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"], num_heads, 100000)
-        N = rms_norm(X, w["norm_2"], 1e-5)
-        X = X + swiglu(N, w["W_gate"], w["W_up"], w["W_down"])
+        N = rms_norm(X, weights[f"{l}.norm_1"], 1e-5)
+        names = [f"{l}.{name}" for name in ("W_q", "W_k", "W_v", "W_o")]
+        heard = llama_attention(N, *[weights[name] for name in names], num_heads=num_heads, base=1e5)
+        X = heard + X
+        N = rms_norm(X, weights[f"{l}.norm_2"], 1e-5)
+        fed = swiglu(N, weights[f"{l}.W_gate"], weights[f"{l}.W_up"], weights[f"{l}.W_down"])
+        X = fed + X
# %% right: token by token, with a cache | like: functions of the exercises, one after the other
-def llama_logits(weights, tokens, num_heads):
+def all_at_once(weights, tokens, num_heads):
-    return X @ weights["embedding"].T
+    return X @ weights["embedding"].T
+
+
+def llama_logits(weights, tokens, num_heads):
+    rows = [all_at_once(weights, tokens[: i + 1], num_heads)[-1] for i in range(len(tokens))]
+    return np.array(rows)
# %% right: a recursion through the layers | like: token by token, with a cache
-def all_at_once(weights, tokens, num_heads):
-    X = weights["embedding"][tokens]
-    layers = sum(name.endswith(".W_q") for name in weights)
-    for l in range(layers):
-        w = {name.split(".")[1]: array for name, array in weights.items() if name.startswith(f"{l}.")}
-        N = rms_norm(X, w["norm_1"], 1e-5)
-        X = X + llama_attention(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"], num_heads, 100000)
-        N = rms_norm(X, w["norm_2"], 1e-5)
-        X = X + swiglu(N, w["W_gate"], w["W_up"], w["W_down"])
-    X = rms_norm(X, weights["norm"], 1e-5)
-    return X @ weights["embedding"].T
+def through(X, weights, l, num_heads):
+    if f"{l}.norm_1" not in weights:
+        return X
+    attention = [weights[f"{l}.W_{x}"] for x in "qkvo"]
+    feed = [weights[f"{l}.W_{x}"] for x in ("gate", "up", "down")]
+    H = X + llama_attention(rms_norm(X, weights[f"{l}.norm_1"], 1e-5), *attention, num_heads, 1e5)
+    H = H + swiglu(rms_norm(H, weights[f"{l}.norm_2"], 1e-5), *feed)
+    return through(H, weights, l + 1, num_heads)
-    rows = [all_at_once(weights, tokens[: i + 1], num_heads)[-1] for i in range(len(tokens))]
-    return np.array(rows)
+    E = weights["embedding"]
+    X = through(E[tokens], weights, 0, num_heads)
+    return rms_norm(X, weights["norm"], 1e-5) @ E.T
# %% right: keys are repeated before they are turned | like: functions of the exercises, one after the other
-    K = rotate(split(X @ W_k, h_kv), base).repeat(num_heads // h_kv, axis=0)
+    K = np.repeat(split(X @ W_k, h_kv), num_heads // h_kv, axis=0)
+    K = rotate(K, base)
-    return (A @ V).swapaxes(0, 1).reshape(n, -1) @ W_o
+    return (np.matmul(A, V)).swapaxes(0, 1).reshape(n, -1) @ W_o
# %% right: a mask of minus a billion, positions from 1 | like: functions of the exercises, one after the other
-    angles = np.arange(n)[:, None] / base ** (np.arange(0, d, 2) / d)
+    angles = np.arange(1, n + 1)[:, None] / base ** (np.arange(0, d, 2) / d)
-    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
+    scores = scores - 1e9 * np.triu(np.ones((n, n)), 1)
# %% right: one-hot tokens | like: functions of the exercises, one after the other
-    X = weights["embedding"][tokens]
+    V = len(weights["embedding"])
+    X = np.eye(V)[tokens] @ weights["embedding"]
# %% wrong: residual-missing | no sum after attention | like: functions of the exercises, one after the other
-        X = X + llama_attention(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"], num_heads, 100000)
+        X = llama_attention(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"], num_heads, 100000)
# %% wrong: residual-of-normalised | X is overwritten | like: functions of the exercises, one after the other
-        N = rms_norm(X, w["norm_2"], 1e-5)
-        X = X + swiglu(N, w["W_gate"], w["W_up"], w["W_down"])
+        X = rms_norm(X, w["norm_2"], 1e-5)
+        X = X + swiglu(X, w["W_gate"], w["W_up"], w["W_down"])
# %% wrong: residual-of-normalised | both times | like: X is overwritten
-        N = rms_norm(X, w["norm_1"], 1e-5)
-        X = X + llama_attention(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"], num_heads, 100000)
+        X = rms_norm(X, w["norm_1"], 1e-5)
+        X = X + llama_attention(X, w["W_q"], w["W_k"], w["W_v"], w["W_o"], num_heads, 100000)
# %% wrong: second-residual-from-X | H and X | like: functions of the exercises, one after the other
-        X = X + llama_attention(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"], num_heads, 100000)
-        N = rms_norm(X, w["norm_2"], 1e-5)
+        H = X + llama_attention(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"], num_heads, 100000)
+        N = rms_norm(H, w["norm_2"], 1e-5)
# %% wrong: feed-reads-first-X | both norms at once | like: functions of the exercises, one after the other
-        N = rms_norm(X, w["norm_1"], 1e-5)
+        N = rms_norm(X, w["norm_1"], 1e-5)
+        M = rms_norm(X, w["norm_2"], 1e-5)
-        N = rms_norm(X, w["norm_2"], 1e-5)
-        X = X + swiglu(N, w["W_gate"], w["W_up"], w["W_down"])
+        X = X + swiglu(M, w["W_gate"], w["W_up"], w["W_down"])
# %% wrong: norm-1-twice | copied | like: functions of the exercises, one after the other
-        N = rms_norm(X, w["norm_2"], 1e-5)
+        N = rms_norm(X, w["norm_1"], 1e-5)
# %% wrong: norms-exchanged | 2 and 1 | like: copied
-        w = {name.split(".")[1]: array for name, array in weights.items() if name.startswith(f"{l}.")}
-        N = rms_norm(X, w["norm_1"], 1e-5)
+        w = {name.split(".")[1]: array for name, array in weights.items() if name.startswith(f"{l}.")}
+        N = rms_norm(X, w["norm_2"], 1e-5)
# %% wrong: norm-missing | before the feed-forward | like: functions of the exercises, one after the other
-        N = rms_norm(X, w["norm_2"], 1e-5)
+        N = X
# %% wrong: norm-missing | in no layer | like: functions of the exercises, one after the other
-        N = rms_norm(X, w["norm_1"], 1e-5)
+        N = X
-        N = rms_norm(X, w["norm_2"], 1e-5)
+        N = X
# %% wrong: norm-after-part | what attention finds is normalised | like: functions of the exercises, one after the other
-        N = rms_norm(X, w["norm_1"], 1e-5)
-        X = X + llama_attention(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"], num_heads, 100000)
+        X = X + rms_norm(llama_attention(X, w["W_q"], w["W_k"], w["W_v"], w["W_o"], num_heads, 1e5), w["norm_1"], 1e-5)
# %% wrong: norm-after-part | both parts | like: what attention finds is normalised
-        X = X + rms_norm(llama_attention(X, w["W_q"], w["W_k"], w["W_v"], w["W_o"], num_heads, 1e5), w["norm_1"], 1e-5)
-        N = rms_norm(X, w["norm_2"], 1e-5)
-        X = X + swiglu(N, w["W_gate"], w["W_up"], w["W_down"])
+        found = llama_attention(X, w["W_q"], w["W_k"], w["W_v"], w["W_o"], num_heads, 1e5)
+        X = X + rms_norm(found, w["norm_1"], 1e-5)
+        fed = swiglu(X, w["W_gate"], w["W_up"], w["W_down"])
+        X = X + rms_norm(fed, w["norm_2"], 1e-5)
# %% wrong: post-norm-not-pre | add and norm | like: what attention finds is normalised
-        X = X + rms_norm(llama_attention(X, w["W_q"], w["W_k"], w["W_v"], w["W_o"], num_heads, 1e5), w["norm_1"], 1e-5)
-        N = rms_norm(X, w["norm_2"], 1e-5)
-        X = X + swiglu(N, w["W_gate"], w["W_up"], w["W_down"])
+        X = X + llama_attention(X, w["W_q"], w["W_k"], w["W_v"], w["W_o"], num_heads, 100000)
+        X = rms_norm(X, w["norm_1"], 1e-5)
+        X = X + swiglu(X, w["W_gate"], w["W_up"], w["W_down"])
+        X = rms_norm(X, w["norm_2"], 1e-5)
# %% wrong: feed-forward-missing | attention only | like: functions of the exercises, one after the other
-        N = rms_norm(X, w["norm_2"], 1e-5)
-        X = X + swiglu(N, w["W_gate"], w["W_up"], w["W_down"])
# %% wrong: attention-missing | feed-forward only | like: functions of the exercises, one after the other
-        N = rms_norm(X, w["norm_1"], 1e-5)
-        X = X + llama_attention(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"], num_heads, 100000)
# %% wrong: mean-subtracted | layer norm of lesson 8 | like: functions of the exercises, one after the other
-def rms_norm(X, gain, eps):
+def rms_norm(X, gain, eps):
+    X = X - X.mean(axis=-1, keepdims=True)
# %% wrong: gain-missing | forgotten | like: functions of the exercises, one after the other
-    return X / np.sqrt((X**2).mean(axis=-1, keepdims=True) + eps) * gain
+    return X / np.sqrt((X**2).mean(axis=-1, keepdims=True) + eps)
# %% wrong: another-eps | none | like: functions of the exercises, one after the other
-    return X / np.sqrt((X**2).mean(axis=-1, keepdims=True) + eps) * gain
+    return X / np.sqrt((X**2).mean(axis=-1, keepdims=True)) * gain
# %% wrong: final-norm-missing | forgotten | like: functions of the exercises, one after the other
-    X = rms_norm(X, weights["norm"], 1e-5)
# %% wrong: final-norm-of-layer | 0.norm_1 | like: functions of the exercises, one after the other
-    X = rms_norm(X, weights["norm"], 1e-5)
+    X = rms_norm(X, weights["0.norm_1"], 1e-5)
# %% wrong: final-norm-without-gain | ones | like: functions of the exercises, one after the other
-    X = rms_norm(X, weights["norm"], 1e-5)
+    X = rms_norm(X, 1, 1e-5)
# %% wrong: read-out-at-every-layer | inside the loop | like: functions of the exercises, one after the other
-    X = rms_norm(X, weights["norm"], 1e-5)
+        X = rms_norm(X, weights["norm"], 1e-5)
# %% wrong: read-out-not-tied | no read-out | like: functions of the exercises, one after the other
-    return X @ weights["embedding"].T
+    return X
# %% wrong: embedding-not-transposed | no .T | like: functions of the exercises, one after the other
-    return X @ weights["embedding"].T
+    return X @ weights["embedding"]
# %% wrong: embedding-scaled | as in the first transformer | like: functions of the exercises, one after the other
-    X = weights["embedding"][tokens]
+    X = weights["embedding"][tokens]
+    X = X * np.sqrt(X.shape[-1])
# %% wrong: layers-reversed | reversed | like: functions of the exercises, one after the other
-    for l in range(layers):
+    for l in reversed(range(layers)):
# %% wrong: first-layer-only | 0 | like: functions of the exercises, one after the other
-    for l in range(layers):
+    for l in [0]:
# %% wrong: last-layer-only | starts again | like: functions of the exercises, one after the other
-    for l in range(layers):
+    for l in range(layers):
+        X = weights["embedding"][tokens]
# %% wrong: last-layer-missing | from 1 on | like: functions of the exercises, one after the other
-    for l in range(layers):
+    for l in range(layers - 1):
# %% wrong: one-layer-again-and-again | 0 in the name | like: functions of the exercises, one after the other
-        w = {name.split(".")[1]: array for name, array in weights.items() if name.startswith(f"{l}.")}
+        w = {name.split(".")[1]: array for name, array in weights.items() if name.startswith("0.")}
# %% wrong: always-two-layers | range(2) | like: functions of the exercises, one after the other
-    layers = sum(name.endswith(".W_q") for name in weights)
+    layers = 2
# %% wrong: base-of-lesson-14 | 10000 | like: functions of the exercises, one after the other
-        X = X + llama_attention(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"], num_heads, 100000)
+        X = X + llama_attention(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"], num_heads, 10000)
# %% wrong: positions-missing | not rotated | like: functions of the exercises, one after the other
-    Q = rotate(split(X @ W_q, num_heads), base)
-    K = rotate(split(X @ W_k, h_kv), base).repeat(num_heads // h_kv, axis=0)
+    Q = split(X @ W_q, num_heads)
+    K = split(X @ W_k, h_kv).repeat(num_heads // h_kv, axis=0)
# %% wrong: half-split-pairs | as transformers does it | like: functions of the exercises, one after the other
-    turned[..., 0::2] = X[..., 0::2] * np.cos(angles) - X[..., 1::2] * np.sin(angles)
-    turned[..., 1::2] = X[..., 0::2] * np.sin(angles) + X[..., 1::2] * np.cos(angles)
+    a, b = X[..., : d // 2], X[..., d // 2 :]
+    turned[..., : d // 2] = a * np.cos(angles) - b * np.sin(angles)
+    turned[..., d // 2 :] = a * np.sin(angles) + b * np.cos(angles)
# %% wrong: values-turned | all three | like: functions of the exercises, one after the other
-    V = split(X @ W_v, h_kv).repeat(num_heads // h_kv, axis=0)
+    V = rotate(split(X @ W_v, h_kv), base).repeat(num_heads // h_kv, axis=0)
# %% wrong: heads-in-turns | tile | like: functions of the exercises, one after the other
-    K = rotate(split(X @ W_k, h_kv), base).repeat(num_heads // h_kv, axis=0)
-    V = split(X @ W_v, h_kv).repeat(num_heads // h_kv, axis=0)
+    K = np.tile(rotate(split(X @ W_k, h_kv), base), (num_heads // h_kv, 1, 1))
+    V = np.tile(split(X @ W_v, h_kv), (num_heads // h_kv, 1, 1))
# %% wrong: scale-missing | forgotten | like: functions of the exercises, one after the other
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
+    scores = Q @ K.swapaxes(-1, -2)
# %% wrong: scale-by-sqrt-d_model | width of X | like: functions of the exercises, one after the other
-    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_head)
+    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(X.shape[1])
# %% wrong: output-projection-missing | W_o forgotten | like: functions of the exercises, one after the other
-    return (A @ V).swapaxes(0, 1).reshape(n, -1) @ W_o
+    return (A @ V).swapaxes(0, 1).reshape(n, -1)
# %% wrong: merge-without-transpose | reshape alone | like: functions of the exercises, one after the other
-    return (A @ V).swapaxes(0, 1).reshape(n, -1) @ W_o
+    return (A @ V).reshape(n, -1) @ W_o
# %% wrong: gate-and-up-exchanged | in the call | like: functions of the exercises, one after the other
-        X = X + swiglu(N, w["W_gate"], w["W_up"], w["W_down"])
+        X = X + swiglu(N, w["W_up"], w["W_gate"], w["W_down"])
# %% wrong: sigmoid-not-silu | 1 / (1 + exp(-x)) | like: functions of the exercises, one after the other
-    return (gate / (1 + np.exp(-gate)) * (X @ W_up)) @ W_down
+    return (1 / (1 + np.exp(-gate)) * (X @ W_up)) @ W_down
# %% wrong: relu-not-silu | lesson 8 | like: functions of the exercises, one after the other
-    return (gate / (1 + np.exp(-gate)) * (X @ W_up)) @ W_down
+    return (np.maximum(gate, 0) * (X @ W_up)) @ W_down
# %% wrong: gate-only | W_up forgotten | like: functions of the exercises, one after the other
-    return (gate / (1 + np.exp(-gate)) * (X @ W_up)) @ W_down
+    return (gate / (1 + np.exp(-gate))) @ W_down
# %% wrong: last-row-only | the next token | like: functions of the exercises, one after the other
-    return X @ weights["embedding"].T
+    return X[-1] @ weights["embedding"].T
# %% wrong: last-row-only | [-1:] | like: functions of the exercises, one after the other
-    return X @ weights["embedding"].T
+    return (X @ weights["embedding"].T)[-1:]
# %% wrong: mask-missing | forgotten | like: functions of the exercises, one after the other
-    scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
# %% wrong: chances-not-logits | softmax at the end | like: functions of the exercises, one after the other
-    return X @ weights["embedding"].T
+    logits = X @ weights["embedding"].T
+    e = np.exp(logits - logits.max(axis=-1, keepdims=True))
+    return e / e.sum(axis=-1, keepdims=True)
# %% wrong: return-missing | forgotten | like: functions of the exercises, one after the other
-    return X @ weights["embedding"].T
+    logits = X @ weights["embedding"].T
# %% wrong: final-norm-missing, base-of-lesson-14 | two slips | like: functions of the exercises, one after the other
-        X = X + llama_attention(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"], num_heads, 100000)
+        X = X + llama_attention(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"], num_heads, 10000)
-    X = rms_norm(X, weights["norm"], 1e-5)
# %% wrong: gate-and-up-exchanged, norm-1-twice | two others | like: functions of the exercises, one after the other
-        N = rms_norm(X, w["norm_2"], 1e-5)
-        X = X + swiglu(N, w["W_gate"], w["W_up"], w["W_down"])
+        N = rms_norm(X, w["norm_1"], 1e-5)
+        X = X + swiglu(N, w["W_up"], w["W_gate"], w["W_down"])
# %% unnamed | the argmax | like: functions of the exercises, one after the other
-    return X @ weights["embedding"].T
+    return (X @ weights["embedding"].T).argmax(axis=-1)
# %% unnamed | names without the layer (KeyError) | like: functions of the exercises, one after the other
-        w = {name.split(".")[1]: array for name, array in weights.items() if name.startswith(f"{l}.")}
+        w = {name.split(".")[1]: array for name, array in weights.items() if name.startswith(f"layer{l}.")}
# %% unnamed | W_up for W_down | like: functions of the exercises, one after the other
-        X = X + swiglu(N, w["W_gate"], w["W_up"], w["W_down"])
+        X = X + swiglu(N, w["W_gate"], w["W_up"], w["W_up"])
# %% unnamed | one head | like: functions of the exercises, one after the other
-        X = X + llama_attention(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"], num_heads, 100000)
+        X = X + llama_attention(N, w["W_q"], w["W_k"], w["W_v"], w["W_o"], 1, 100000)
# %% unnamed | all heads with the last keys | like: functions of the exercises, one after the other
-    V = split(X @ W_v, h_kv).repeat(num_heads // h_kv, axis=0)
+    V = split(X @ W_v, h_kv).repeat(num_heads // h_kv, axis=0)
+    K, V = K[-1:], V[-1:]
# %% unnamed | tokens from 1 | like: functions of the exercises, one after the other
-    X = weights["embedding"][tokens]
+    X = weights["embedding"][tokens - 1]
# %% unnamed | softmax over the queries | like: functions of the exercises, one after the other
-    A = e / e.sum(axis=-1, keepdims=True)
+    A = e / e.sum(axis=-2, keepdims=True)
# %% unnamed | the layers in the order of the alphabet | like: functions of the exercises, one after the other
-    for l in range(layers):
+    for l in sorted(map(str, range(layers))):
# %% unnamed | the first two layers alone | like: functions of the exercises, one after the other
-    for l in range(layers):
+    for l in range(min(layers, 2)):
