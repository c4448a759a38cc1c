"""Answers to `cat_step(weights, token, cache)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: lists of keys and values, for each layer
def layer_norm(X, gain, shift, eps=1e-5):
    mean = X.mean(axis=-1, keepdims=True)
    variance = X.var(axis=-1, keepdims=True)
    return (X - mean) / np.sqrt(variance + eps) * gain + shift


def softmax(scores):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def place(p, d):
    angles = p / 10000 ** (np.arange(0, d, 2) / d)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(d)


def cat_step(weights, token, cache):
    if cache is None:
        cache = [[], []], [[], []]
    all_keys, all_values = cache
    d = weights["embedding"].shape[1]
    x = weights["embedding"][token]
    x = x + place(len(all_keys[0]), d) / 2
    for i in range(2):
        w = lambda name: weights[f"{i}.{name}"]
        normed = layer_norm(x, w("norm_1.gain"), w("norm_1.shift"))
        q, k, v = ((normed @ w(W)).reshape(2, -1) for W in ("W_q", "W_k", "W_v"))
        all_keys[i].append(k)
        all_values[i].append(v)
        K, V = np.stack(all_keys[i], axis=1), np.stack(all_values[i], axis=1)
        scores = (K @ q[:, :, None])[..., 0] / np.sqrt(q.shape[-1])
        found = (softmax(scores)[:, None] @ V)[:, 0].reshape(d)
        x = x + found @ w("W_o")
        normed = layer_norm(x, w("norm_2.gain"), w("norm_2.shift"))
        x = x + np.maximum(normed @ w("W_1") + w("b_1"), 0) @ w("W_2") + w("b_2")
    x = layer_norm(x, weights["norm.gain"], weights["norm.shift"])
    return x @ weights["W_u"], cache

# %% right: an object with everything in it
class Past:
    def __init__(self):
        self.n, self.K, self.V = 0, {}, {}

    def add(self, layer, k, v):
        self.K[layer] = np.vstack([*self.K.get(layer, []), k])
        self.V[layer] = np.vstack([*self.V.get(layer, []), v])


def norm(weights, name, x):
    c = x - x.mean()
    return c / np.sqrt((c * c).mean() + 1e-5) * weights[f"{name}.gain"] + weights[f"{name}.shift"]


def head(q, K, V):
    s = K @ q / np.sqrt(len(q))
    w = np.exp(s - s.max())
    return w @ V / w.sum()


def cat_step(weights, token, cache):
    past = cache or Past()
    d = weights["embedding"].shape[1]
    columns = np.arange(d)
    angles = past.n * 10000.0 ** (-(columns - columns % 2) / d)
    x = weights["embedding"][token] + np.where(columns % 2, np.cos(angles), np.sin(angles)) / 2
    for layer in (0, 1):
        X = norm(weights, f"{layer}.norm_1", x)
        q, k, v = [X @ weights[f"{layer}.W_{letter}"] for letter in "qkv"]
        past.add(layer, k, v)
        K, V = past.K[layer], past.V[layer]
        halves = [slice(0, d // 2), slice(d // 2, d)]
        found = np.concatenate([head(q[h], K[:, h], V[:, h]) for h in halves])
        x = x + found @ weights[f"{layer}.W_o"]
        X = norm(weights, f"{layer}.norm_2", x)
        hidden = np.maximum(X @ weights[f"{layer}.W_1"] + weights[f"{layer}.b_1"], 0)
        x = x + hidden @ weights[f"{layer}.W_2"] + weights[f"{layer}.b_2"]
    past.n += 1
    return norm(weights, "norm", x) @ weights["W_u"], past

# %% right: a new dict each time, tables of rows
def layer_norm(X, gain, shift):
    X = X - X.mean(axis=-1, keepdims=True)
    return X / np.sqrt(np.mean(X**2, axis=-1, keepdims=True) + 1e-5) * gain + shift


def attention(Q, K, V):
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True) @ V


def split(X):
    n, d = X.shape
    return X.reshape(n, 2, d // 2).swapaxes(0, 1)


def enter(weights, token, position):
    row = weights["embedding"][[token]]
    d = row.shape[1]
    angles = position / 10000 ** (np.arange(0, d, 2) / d)
    encoding = np.zeros(d)
    encoding[0::2], encoding[1::2] = np.sin(angles), np.cos(angles)
    return row + encoding / 2


def cat_step(weights, token, cache):
    new = {}
    position = 0 if cache is None else cache["position"] + 1
    X = enter(weights, token, position)
    for layer in ("0", "1"):
        W = {name[2:]: array for name, array in weights.items() if name[:2] == layer + "."}
        N = layer_norm(X, W["norm_1.gain"], W["norm_1.shift"])
        Q, K, V = N @ W["W_q"], N @ W["W_k"], N @ W["W_v"]
        if cache is not None:
            K = np.concatenate([cache["K" + layer], K])
            V = np.concatenate([cache["V" + layer], V])
        new["K" + layer], new["V" + layer] = K, V
        found = attention(split(Q), split(K), split(V))
        X = X + found.swapaxes(0, 1).reshape(X.shape) @ W["W_o"]
        N = layer_norm(X, W["norm_2.gain"], W["norm_2.shift"])
        X = X + np.maximum(N @ W["W_1"] + W["b_1"], 0) @ W["W_2"] + W["b_2"]
    new["position"] = position
    X = layer_norm(X, weights["norm.gain"], weights["norm.shift"])
    return (X @ weights["W_u"])[0], new

# %% right: keeps the normalised rows, and projects them again | like: a new dict each time, tables of rows
-        Q, K, V = N @ W["W_q"], N @ W["W_k"], N @ W["W_v"]
-        if cache is not None:
-            K = np.concatenate([cache["K" + layer], K])
-            V = np.concatenate([cache["V" + layer], V])
-        new["K" + layer], new["V" + layer] = K, V
+        rows = N if cache is None else np.concatenate([cache[layer], N])
+        new[layer] = rows
+        Q, K, V = N @ W["W_q"], rows @ W["W_k"], rows @ W["W_v"]
# %% right: tuples that are never changed | like: lists of keys and values, for each layer
-        cache = [[], []], [[], []]
-    all_keys, all_values = cache
+        cache = ((), ()), ((), ())
+    all_keys, all_values = map(list, cache)
-        all_keys[i].append(k)
-        all_values[i].append(v)
+        all_keys[i] += (k,)
+        all_values[i] += (v,)
-    return x @ weights["W_u"], cache
+    return x @ weights["W_u"], (all_keys, all_values)
# %% right: a one-hot row finds the word | like: a new dict each time, tables of rows
-    row = weights["embedding"][[token]]
+    row = (np.arange(len(weights["embedding"])) == token)[None] @ weights["embedding"]
# %% right: a list of two is returned | like: lists of keys and values, for each layer
-    return x @ weights["W_u"], cache
+    return [x @ weights["W_u"], cache]
# %% right: a large table that is filled row by row | like: an object with everything in it
-        self.n, self.K, self.V = 0, {}, {}
+        self.n, self.table = 0, None
-        self.K[layer] = np.vstack([*self.K.get(layer, []), k])
-        self.V[layer] = np.vstack([*self.V.get(layer, []), v])
+        if self.table is None:
+            self.table = np.zeros((2, 2, 100, len(k)))
+        self.table[layer, :, self.n] = k, v
-        K, V = past.K[layer], past.V[layer]
+        K, V = past.table[layer, :, : past.n + 1]
# %% right: logits as a plain list | like: lists of keys and values, for each layer
-    return x @ weights["W_u"], cache
+    return list(x @ weights["W_u"]), cache

# %% wrong: read-again | the cache holds words, and everything is computed again
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


def cat_step(weights, token, cache):
    tokens = [*(cache or []), token]
    return cat_logits(weights, tokens)[-1], tokens

# %% shared | lists of keys and values: an answer below changes some of it
def layer_norm(X, gain, shift, eps=1e-5):
    mean = X.mean(axis=-1, keepdims=True)
    variance = X.var(axis=-1, keepdims=True)
    return (X - mean) / np.sqrt(variance + eps) * gain + shift


def softmax(scores):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def place(p, d):
    angles = p / 10000 ** (np.arange(0, d, 2) / d)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(d)


def cat_step(weights, token, cache):
    if cache is None:
        cache = [[], []], [[], []]
    all_keys, all_values = cache
    d = weights["embedding"].shape[1]
    x = weights["embedding"][token]
    x = x + place(len(all_keys[0]), d) / 2
    for i in range(2):
        w = lambda name: weights[f"{i}.{name}"]
        normed = layer_norm(x, w("norm_1.gain"), w("norm_1.shift"))
        q, k, v = ((normed @ w(W)).reshape(2, -1) for W in ("W_q", "W_k", "W_v"))
        all_keys[i].append(k)
        all_values[i].append(v)
        K, V = np.stack(all_keys[i], axis=1), np.stack(all_values[i], axis=1)
        scores = (K @ q[:, :, None])[..., 0] / np.sqrt(q.shape[-1])
        found = (softmax(scores)[:, None] @ V)[:, 0].reshape(d)
        x = x + found @ w("W_o")
        normed = layer_norm(x, w("norm_2.gain"), w("norm_2.shift"))
        x = x + np.maximum(normed @ w("W_1") + w("b_1"), 0) @ w("W_2") + w("b_2")
    x = layer_norm(x, weights["norm.gain"], weights["norm.shift"])
    return x @ weights["W_u"], cache


# %% wrong: cache-ignored | begins again each time
def cat_step(weights, token, cache):
    if True:
        cache = [[], []], [[], []]
    all_keys, all_values = cache
    d = weights["embedding"].shape[1]
    x = weights["embedding"][token]
    x = x + place(len(all_keys[0]), d) / 2
    for i in range(2):
        w = lambda name: weights[f"{i}.{name}"]
        normed = layer_norm(x, w("norm_1.gain"), w("norm_1.shift"))
        q, k, v = ((normed @ w(W)).reshape(2, -1) for W in ("W_q", "W_k", "W_v"))
        all_keys[i].append(k)
        all_values[i].append(v)
        K, V = np.stack(all_keys[i], axis=1), np.stack(all_values[i], axis=1)
        scores = (K @ q[:, :, None])[..., 0] / np.sqrt(q.shape[-1])
        found = (softmax(scores)[:, None] @ V)[:, 0].reshape(d)
        x = x + found @ w("W_o")
        normed = layer_norm(x, w("norm_2.gain"), w("norm_2.shift"))
        x = x + np.maximum(normed @ w("W_1") + w("b_1"), 0) @ w("W_2") + w("b_2")
    x = layer_norm(x, weights["norm.gain"], weights["norm.shift"])
    return x @ weights["W_u"], cache

# %% wrong: keys-and-values-out-of-step | newest key in front
def cat_step(weights, token, cache):
    if cache is None:
        cache = [[], []], [[], []]
    all_keys, all_values = cache
    d = weights["embedding"].shape[1]
    x = weights["embedding"][token]
    x = x + place(len(all_keys[0]), d) / 2
    for i in range(2):
        w = lambda name: weights[f"{i}.{name}"]
        normed = layer_norm(x, w("norm_1.gain"), w("norm_1.shift"))
        q, k, v = ((normed @ w(W)).reshape(2, -1) for W in ("W_q", "W_k", "W_v"))
        all_keys[i].insert(0, k)
        all_values[i].append(v)
        K, V = np.stack(all_keys[i], axis=1), np.stack(all_values[i], axis=1)
        scores = (K @ q[:, :, None])[..., 0] / np.sqrt(q.shape[-1])
        found = (softmax(scores)[:, None] @ V)[:, 0].reshape(d)
        x = x + found @ w("W_o")
        normed = layer_norm(x, w("norm_2.gain"), w("norm_2.shift"))
        x = x + np.maximum(normed @ w("W_1") + w("b_1"), 0) @ w("W_2") + w("b_2")
    x = layer_norm(x, weights["norm.gain"], weights["norm.shift"])
    return x @ weights["W_u"], cache

# %% wrong: layers-share-cache | one list for both | like: begins again each time
-    if True:
-        cache = [[], []], [[], []]
+    if cache is None:
+        cache = [[]] * 2, [[]] * 2

# %% wrong: cache-not-returned | returns logits
def cat_step(weights, token, cache):
    if cache is None:
        cache = [[], []], [[], []]
    all_keys, all_values = cache
    d = weights["embedding"].shape[1]
    x = weights["embedding"][token]
    x = x + place(len(all_keys[0]), d) / 2
    for i in range(2):
        w = lambda name: weights[f"{i}.{name}"]
        normed = layer_norm(x, w("norm_1.gain"), w("norm_1.shift"))
        q, k, v = ((normed @ w(W)).reshape(2, -1) for W in ("W_q", "W_k", "W_v"))
        all_keys[i].append(k)
        all_values[i].append(v)
        K, V = np.stack(all_keys[i], axis=1), np.stack(all_values[i], axis=1)
        scores = (K @ q[:, :, None])[..., 0] / np.sqrt(q.shape[-1])
        found = (softmax(scores)[:, None] @ V)[:, 0].reshape(d)
        x = x + found @ w("W_o")
        normed = layer_norm(x, w("norm_2.gain"), w("norm_2.shift"))
        x = x + np.maximum(normed @ w("W_1") + w("b_1"), 0) @ w("W_2") + w("b_2")
    x = layer_norm(x, weights["norm.gain"], weights["norm.shift"])
    return x @ weights["W_u"]

# %% wrong: mutates-input | adds in place to a row of the table | like: one list for both
-        cache = [[]] * 2, [[]] * 2
-    all_keys, all_values = cache
-    d = weights["embedding"].shape[1]
-    x = weights["embedding"][token]
-    x = x + place(len(all_keys[0]), d) / 2
+        cache = [[], []], [[], []]
+    all_keys, all_values = cache
+    d = weights["embedding"].shape[1]
+    x = weights["embedding"][token]
+    x += place(len(all_keys[0]), d) / 2
# %% wrong: positions-missing | no position | like: adds in place to a row of the table
-    x += place(len(all_keys[0]), d) / 2
# %% wrong: no-scale | no root | like: newest key in front
-        all_keys[i].insert(0, k)
-        all_values[i].append(v)
-        K, V = np.stack(all_keys[i], axis=1), np.stack(all_values[i], axis=1)
-        scores = (K @ q[:, :, None])[..., 0] / np.sqrt(q.shape[-1])
+        all_keys[i].append(k)
+        all_values[i].append(v)
+        K, V = np.stack(all_keys[i], axis=1), np.stack(all_values[i], axis=1)
+        scores = (K @ q[:, :, None])[..., 0]
# %% wrong: scale-by-d_k | d_head itself | like: no root
-        scores = (K @ q[:, :, None])[..., 0]
+        scores = (K @ q[:, :, None])[..., 0] / q.shape[-1]
# %% wrong: scale-by-sqrt-d_model | the root of d | like: no root
-        scores = (K @ q[:, :, None])[..., 0]
+        scores = (K @ q[:, :, None])[..., 0] / np.sqrt(d)
# %% wrong: heads-reversed | the second head first | like: no root
-        scores = (K @ q[:, :, None])[..., 0]
-        found = (softmax(scores)[:, None] @ V)[:, 0].reshape(d)
+        scores = (K @ q[:, :, None])[..., 0] / np.sqrt(q.shape[-1])
+        found = (softmax(scores)[:, None] @ V)[::-1, 0].reshape(d)
# %% wrong: output-projection-missing | forgot W_o | like: the second head first
-        found = (softmax(scores)[:, None] @ V)[::-1, 0].reshape(d)
-        x = x + found @ w("W_o")
+        found = (softmax(scores)[:, None] @ V)[:, 0].reshape(d)
+        x = x + found
# %% wrong: chances-not-logits | softmax | like: returns logits
-    return x @ weights["W_u"]
+    return softmax(x @ weights["W_u"]), cache

# %% wrong: sin-cos-concatenated | all sines first
def place(p, d):
    angles = p / 10000 ** (np.arange(0, d, 2) / d)
    return np.concatenate([np.sin(angles), np.cos(angles)])

# %% wrong: layers-share-cache, final-norm-missing | two slips
def cat_step(weights, token, cache):
    if cache is None:
        cache = [[]] * 2, [[]] * 2
    all_keys, all_values = cache
    d = weights["embedding"].shape[1]
    x = weights["embedding"][token]
    x = x + place(len(all_keys[0]), d) / 2
    for i in range(2):
        w = lambda name: weights[f"{i}.{name}"]
        normed = layer_norm(x, w("norm_1.gain"), w("norm_1.shift"))
        q, k, v = ((normed @ w(W)).reshape(2, -1) for W in ("W_q", "W_k", "W_v"))
        all_keys[i].append(k)
        all_values[i].append(v)
        K, V = np.stack(all_keys[i], axis=1), np.stack(all_values[i], axis=1)
        scores = (K @ q[:, :, None])[..., 0] / np.sqrt(q.shape[-1])
        found = (softmax(scores)[:, None] @ V)[:, 0].reshape(d)
        x = x + found @ w("W_o")
        normed = layer_norm(x, w("norm_2.gain"), w("norm_2.shift"))
        x = x + np.maximum(normed @ w("W_1") + w("b_1"), 0) @ w("W_2") + w("b_2")
    return x @ weights["W_u"], cache

# %% shared | an object: an answer below changes some of it
class Past:
    def __init__(self):
        self.n, self.K, self.V = 0, {}, {}

    def add(self, layer, k, v):
        self.K[layer] = np.vstack([*self.K.get(layer, []), k])
        self.V[layer] = np.vstack([*self.V.get(layer, []), v])


def norm(weights, name, x):
    c = x - x.mean()
    return c / np.sqrt((c * c).mean() + 1e-5) * weights[f"{name}.gain"] + weights[f"{name}.shift"]


def head(q, K, V):
    s = K @ q / np.sqrt(len(q))
    w = np.exp(s - s.max())
    return w @ V / w.sum()


def cat_step(weights, token, cache):
    past = cache or Past()
    d = weights["embedding"].shape[1]
    columns = np.arange(d)
    angles = past.n * 10000.0 ** (-(columns - columns % 2) / d)
    x = weights["embedding"][token] + np.where(columns % 2, np.cos(angles), np.sin(angles)) / 2
    for layer in (0, 1):
        X = norm(weights, f"{layer}.norm_1", x)
        q, k, v = [X @ weights[f"{layer}.W_{letter}"] for letter in "qkv"]
        past.add(layer, k, v)
        K, V = past.K[layer], past.V[layer]
        halves = [slice(0, d // 2), slice(d // 2, d)]
        found = np.concatenate([head(q[h], K[:, h], V[:, h]) for h in halves])
        x = x + found @ weights[f"{layer}.W_o"]
        X = norm(weights, f"{layer}.norm_2", x)
        hidden = np.maximum(X @ weights[f"{layer}.W_1"] + weights[f"{layer}.b_1"], 0)
        x = x + hidden @ weights[f"{layer}.W_2"] + weights[f"{layer}.b_2"]
    past.n += 1
    return norm(weights, "norm", x) @ weights["W_u"], past


# %% wrong: position-off-by-one | counts after appending
def cat_step(weights, token, cache):
    past = cache or Past()
    d = weights["embedding"].shape[1]
    columns = np.arange(d)
    past.n += 1
    angles = past.n * 10000.0 ** (-(columns - columns % 2) / d)
    x = weights["embedding"][token] + np.where(columns % 2, np.cos(angles), np.sin(angles)) / 2
    for layer in (0, 1):
        X = norm(weights, f"{layer}.norm_1", x)
        q, k, v = [X @ weights[f"{layer}.W_{letter}"] for letter in "qkv"]
        past.add(layer, k, v)
        K, V = past.K[layer], past.V[layer]
        halves = [slice(0, d // 2), slice(d // 2, d)]
        found = np.concatenate([head(q[h], K[:, h], V[:, h]) for h in halves])
        x = x + found @ weights[f"{layer}.W_o"]
        X = norm(weights, f"{layer}.norm_2", x)
        hidden = np.maximum(X @ weights[f"{layer}.W_1"] + weights[f"{layer}.b_1"], 0)
        x = x + hidden @ weights[f"{layer}.W_2"] + weights[f"{layer}.b_2"]
    return norm(weights, "norm", x) @ weights["W_u"], past

# %% wrong: single-head | one head
def cat_step(weights, token, cache):
    past = cache or Past()
    d = weights["embedding"].shape[1]
    columns = np.arange(d)
    angles = past.n * 10000.0 ** (-(columns - columns % 2) / d)
    x = weights["embedding"][token] + np.where(columns % 2, np.cos(angles), np.sin(angles)) / 2
    for layer in (0, 1):
        X = norm(weights, f"{layer}.norm_1", x)
        q, k, v = [X @ weights[f"{layer}.W_{letter}"] for letter in "qkv"]
        past.add(layer, k, v)
        K, V = past.K[layer], past.V[layer]
        halves = [slice(0, d)]
        found = np.concatenate([head(q[h], K[:, h], V[:, h]) for h in halves])
        x = x + found @ weights[f"{layer}.W_o"]
        X = norm(weights, f"{layer}.norm_2", x)
        hidden = np.maximum(X @ weights[f"{layer}.W_1"] + weights[f"{layer}.b_1"], 0)
        x = x + hidden @ weights[f"{layer}.W_2"] + weights[f"{layer}.b_2"]
    past.n += 1
    return norm(weights, "norm", x) @ weights["W_u"], past

# %% wrong: one-layer-for-both | layer 0 twice
def cat_step(weights, token, cache):
    past = cache or Past()
    d = weights["embedding"].shape[1]
    columns = np.arange(d)
    angles = past.n * 10000.0 ** (-(columns - columns % 2) / d)
    x = weights["embedding"][token] + np.where(columns % 2, np.cos(angles), np.sin(angles)) / 2
    for layer in (0, 1):
        X = norm(weights, f"0.norm_1", x)
        q, k, v = [X @ weights[f"0.W_{letter}"] for letter in "qkv"]
        past.add(layer, k, v)
        K, V = past.K[layer], past.V[layer]
        halves = [slice(0, d // 2), slice(d // 2, d)]
        found = np.concatenate([head(q[h], K[:, h], V[:, h]) for h in halves])
        x = x + found @ weights[f"0.W_o"]
        X = norm(weights, f"0.norm_2", x)
        hidden = np.maximum(X @ weights[f"0.W_1"] + weights[f"0.b_1"], 0)
        x = x + hidden @ weights[f"0.W_2"] + weights[f"0.b_2"]
    past.n += 1
    return norm(weights, "norm", x) @ weights["W_u"], past

# %% shared | a dict of tables: an answer below changes some of it
def layer_norm(X, gain, shift):
    X = X - X.mean(axis=-1, keepdims=True)
    return X / np.sqrt(np.mean(X**2, axis=-1, keepdims=True) + 1e-5) * gain + shift


def attention(Q, K, V):
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True) @ V


def split(X):
    n, d = X.shape
    return X.reshape(n, 2, d // 2).swapaxes(0, 1)


def enter(weights, token, position):
    row = weights["embedding"][[token]]
    d = row.shape[1]
    angles = position / 10000 ** (np.arange(0, d, 2) / d)
    encoding = np.zeros(d)
    encoding[0::2], encoding[1::2] = np.sin(angles), np.cos(angles)
    return row + encoding / 2


def cat_step(weights, token, cache):
    new = {}
    position = 0 if cache is None else cache["position"] + 1
    X = enter(weights, token, position)
    for layer in ("0", "1"):
        W = {name[2:]: array for name, array in weights.items() if name[:2] == layer + "."}
        N = layer_norm(X, W["norm_1.gain"], W["norm_1.shift"])
        Q, K, V = N @ W["W_q"], N @ W["W_k"], N @ W["W_v"]
        if cache is not None:
            K = np.concatenate([cache["K" + layer], K])
            V = np.concatenate([cache["V" + layer], V])
        new["K" + layer], new["V" + layer] = K, V
        found = attention(split(Q), split(K), split(V))
        X = X + found.swapaxes(0, 1).reshape(X.shape) @ W["W_o"]
        N = layer_norm(X, W["norm_2.gain"], W["norm_2.shift"])
        X = X + np.maximum(N @ W["W_1"] + W["b_1"], 0) @ W["W_2"] + W["b_2"]
    new["position"] = position
    X = layer_norm(X, weights["norm.gain"], weights["norm.shift"])
    return (X @ weights["W_u"])[0], new


# %% wrong: cache-ignored | returns the cache that came in
def cat_step(weights, token, cache):
    new = {}
    position = 0 if cache is None else cache["position"] + 1
    X = enter(weights, token, position)
    for layer in ("0", "1"):
        W = {name[2:]: array for name, array in weights.items() if name[:2] == layer + "."}
        N = layer_norm(X, W["norm_1.gain"], W["norm_1.shift"])
        Q, K, V = N @ W["W_q"], N @ W["W_k"], N @ W["W_v"]
        if cache is not None:
            K = np.concatenate([cache["K" + layer], K])
            V = np.concatenate([cache["V" + layer], V])
        new["K" + layer], new["V" + layer] = K, V
        found = attention(split(Q), split(K), split(V))
        X = X + found.swapaxes(0, 1).reshape(X.shape) @ W["W_o"]
        N = layer_norm(X, W["norm_2.gain"], W["norm_2.shift"])
        X = X + np.maximum(N @ W["W_1"] + W["b_1"], 0) @ W["W_2"] + W["b_2"]
    new["position"] = position
    X = layer_norm(X, weights["norm.gain"], weights["norm.shift"])
    return (X @ weights["W_u"])[0], cache

# %% wrong: cache-of-other-layer | the first layer's keys for both
def cat_step(weights, token, cache):
    new = {}
    position = 0 if cache is None else cache["position"] + 1
    X = enter(weights, token, position)
    for layer in ("0", "1"):
        W = {name[2:]: array for name, array in weights.items() if name[:2] == layer + "."}
        N = layer_norm(X, W["norm_1.gain"], W["norm_1.shift"])
        Q, K, V = N @ W["W_q"], N @ W["W_k"], N @ W["W_v"]
        if cache is not None:
            K = np.concatenate([cache["K0"], K])
            V = np.concatenate([cache["V0"], V])
        new["K" + layer], new["V" + layer] = K, V
        found = attention(split(Q), split(K), split(V))
        X = X + found.swapaxes(0, 1).reshape(X.shape) @ W["W_o"]
        N = layer_norm(X, W["norm_2.gain"], W["norm_2.shift"])
        X = X + np.maximum(N @ W["W_1"] + W["b_1"], 0) @ W["W_2"] + W["b_2"]
    new["position"] = position
    X = layer_norm(X, weights["norm.gain"], weights["norm.shift"])
    return (X @ weights["W_u"])[0], new

# %% wrong: one-layer-cached | only in layer 0 | like: the first layer's keys for both
-        if cache is not None:
-            K = np.concatenate([cache["K0"], K])
-            V = np.concatenate([cache["V0"], V])
+        if cache is not None and layer == "0":
+            K = np.concatenate([cache["K" + layer], K])
+            V = np.concatenate([cache["V" + layer], V])

# %% wrong: mask-at-top-left | the mask of cat_logits is still there
def attention(Q, K, V):
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    visible = np.tri(Q.shape[-2], K.shape[-2], dtype=bool)
    e = np.exp(np.where(visible, scores, -np.inf))
    return e / e.sum(axis=-1, keepdims=True) @ V

# %% wrong: joined-along-wrong-axis | axis 0, but the heads are in front | like: only in layer 0
-        Q, K, V = N @ W["W_q"], N @ W["W_k"], N @ W["W_v"]
-        if cache is not None and layer == "0":
-            K = np.concatenate([cache["K" + layer], K])
-            V = np.concatenate([cache["V" + layer], V])
-        new["K" + layer], new["V" + layer] = K, V
-        found = attention(split(Q), split(K), split(V))
+        Q, K, V = split(N @ W["W_q"]), split(N @ W["W_k"]), split(N @ W["W_v"])
+        if cache is not None:
+            K = np.concatenate([cache["K" + layer], K])
+            V = np.concatenate([cache["V" + layer], V])
+        new["K" + layer], new["V" + layer] = K, V
+        found = attention(Q, K, V)
# %% wrong: joined-along-wrong-axis | the last axis | like: axis 0, but the heads are in front
-        Q, K, V = split(N @ W["W_q"]), split(N @ W["W_k"]), split(N @ W["W_v"])
-        if cache is not None:
-            K = np.concatenate([cache["K" + layer], K])
-            V = np.concatenate([cache["V" + layer], V])
+        Q, K, V = split(N @ W["W_q"]), split(N @ W["W_k"]), split(N @ W["W_v"])
+        if cache is not None:
+            K = np.concatenate([cache["K" + layer], K], axis=-1)
+            V = np.concatenate([cache["V" + layer], V], axis=-1)

# %% wrong: scale-of-one-size | the root of 16
def attention(Q, K, V):
    scores = Q @ K.swapaxes(-1, -2) / 4
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True) @ V

# %% wrong: newest-missing | attends first, then appends | like: axis 0, but the heads are in front
-        Q, K, V = split(N @ W["W_q"]), split(N @ W["W_k"]), split(N @ W["W_v"])
+        Q, K, V = N @ W["W_q"], N @ W["W_k"], N @ W["W_v"]
-        found = attention(Q, K, V)
+        if cache is not None:
+            K, V = cache["K" + layer], cache["V" + layer]
+        found = attention(split(Q), split(K), split(V))
# %% wrong: newest-twice | appends for the sum, too | like: attends first, then appends
-        if cache is not None:
-            K, V = cache["K" + layer], cache["V" + layer]
+        K, V = np.vstack([K, K[-1]]), np.vstack([V, V[-1]])
# %% wrong: only-newest-kept | keeps what was computed now | like: axis 0, but the heads are in front
-        Q, K, V = split(N @ W["W_q"]), split(N @ W["W_k"]), split(N @ W["W_v"])
+        Q, K, V = N @ W["W_q"], N @ W["W_k"], N @ W["W_v"]
+        new["K" + layer], new["V" + layer] = K, V
-        new["K" + layer], new["V" + layer] = K, V
-        found = attention(Q, K, V)
+        found = attention(split(Q), split(K), split(V))
# %% wrong: keys-and-values-out-of-step | newest value in front | like: the first layer's keys for both
-            K = np.concatenate([cache["K0"], K])
-            V = np.concatenate([cache["V0"], V])
+            K = np.concatenate([cache["K" + layer], K])
+            V = np.concatenate([V, cache["V" + layer]])

# %% wrong: layers-share-cache | no layer in the name
def cat_step(weights, token, cache):
    old = dict(cache or {})
    position = 0 if cache is None else cache["position"] + 1
    X = enter(weights, token, position)
    for layer in ("0", "1"):
        W = {name[2:]: array for name, array in weights.items() if name[:2] == layer + "."}
        N = layer_norm(X, W["norm_1.gain"], W["norm_1.shift"])
        Q, K, V = N @ W["W_q"], N @ W["W_k"], N @ W["W_v"]
        if "K" in old:
            K = np.concatenate([old["K"], K])
            V = np.concatenate([old["V"], V])
        old["K"], old["V"] = K, V
        found = attention(split(Q), split(K), split(V))
        X = X + found.swapaxes(0, 1).reshape(X.shape) @ W["W_o"]
        N = layer_norm(X, W["norm_2.gain"], W["norm_2.shift"])
        X = X + np.maximum(N @ W["W_1"] + W["b_1"], 0) @ W["W_2"] + W["b_2"]
    old["position"] = position
    X = layer_norm(X, weights["norm.gain"], weights["norm.shift"])
    return (X @ weights["W_u"])[0], old

# %% wrong: logits-as-row | forgot [0] | like: returns the cache that came in
-    return (X @ weights["W_u"])[0], cache
+    return X @ weights["W_u"], new

# %% wrong: split-without-transpose | reshape straight to heads
def split(X):
    n, d = X.shape
    return X.reshape(2, n, d // 2)

# %% wrong: encoding-not-halved | the whole encoding
def enter(weights, token, position):
    row = weights["embedding"][[token]]
    d = row.shape[1]
    angles = position / 10000 ** (np.arange(0, d, 2) / d)
    encoding = np.zeros(d)
    encoding[0::2], encoding[1::2] = np.sin(angles), np.cos(angles)
    return row + encoding

# %% wrong: sum-halved | brackets | like: the whole encoding
-    return row + encoding
+    return (row + encoding) / 2
# %% wrong: embedding-halved | half of the word | like: the whole encoding
-    return row + encoding
+    return row / 2 + encoding
# %% wrong: embedding-times-root | as in the paper | like: the whole encoding
-    return row + encoding
+    return row * np.sqrt(d) + encoding

# %% wrong: position-always-0 | a single word has position 0
def layer_norm(X, gain, shift, eps=1e-5):
    mean = X.mean(axis=-1, keepdims=True)
    variance = X.var(axis=-1, keepdims=True)
    return (X - mean) / np.sqrt(variance + eps) * gain + shift


def softmax(scores):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def place(p, d):
    angles = p / 10000 ** (np.arange(0, d, 2) / d)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(d)


def cat_step(weights, token, cache):
    if cache is None:
        cache = [[], []], [[], []]
    all_keys, all_values = cache
    d = weights["embedding"].shape[1]
    x = weights["embedding"][token]
    x = x + place(0, d) / 2
    for i in range(2):
        w = lambda name: weights[f"{i}.{name}"]
        normed = layer_norm(x, w("norm_1.gain"), w("norm_1.shift"))
        q, k, v = ((normed @ w(W)).reshape(2, -1) for W in ("W_q", "W_k", "W_v"))
        all_keys[i].append(k)
        all_values[i].append(v)
        K, V = np.stack(all_keys[i], axis=1), np.stack(all_values[i], axis=1)
        scores = (K @ q[:, :, None])[..., 0] / np.sqrt(q.shape[-1])
        found = (softmax(scores)[:, None] @ V)[:, 0].reshape(d)
        x = x + found @ w("W_o")
        normed = layer_norm(x, w("norm_2.gain"), w("norm_2.shift"))
        x = x + np.maximum(normed @ w("W_1") + w("b_1"), 0) @ w("W_2") + w("b_2")
    x = layer_norm(x, weights["norm.gain"], weights["norm.shift"])
    return x @ weights["W_u"], cache

# %% wrong: position-always-0 | a single word has position 0
def cat_step(weights, token, cache):
    new = {}
    position = 0 if cache is None else cache["position"] + 1
    X = enter(weights, token, 0)
    for layer in ("0", "1"):
        W = {name[2:]: array for name, array in weights.items() if name[:2] == layer + "."}
        N = layer_norm(X, W["norm_1.gain"], W["norm_1.shift"])
        Q, K, V = N @ W["W_q"], N @ W["W_k"], N @ W["W_v"]
        if cache is not None:
            K = np.concatenate([cache["K" + layer], K])
            V = np.concatenate([cache["V" + layer], V])
        new["K" + layer], new["V" + layer] = K, V
        found = attention(split(Q), split(K), split(V))
        X = X + found.swapaxes(0, 1).reshape(X.shape) @ W["W_o"]
        N = layer_norm(X, W["norm_2.gain"], W["norm_2.shift"])
        X = X + np.maximum(N @ W["W_1"] + W["b_1"], 0) @ W["W_2"] + W["b_2"]
    new["position"] = position
    X = layer_norm(X, weights["norm.gain"], weights["norm.shift"])
    return (X @ weights["W_u"])[0], new

# %% wrong: position-off-by-one | counts from 1
def cat_step(weights, token, cache):
    new = {}
    position = 1 if cache is None else cache["position"] + 1
    X = enter(weights, token, position)
    for layer in ("0", "1"):
        W = {name[2:]: array for name, array in weights.items() if name[:2] == layer + "."}
        N = layer_norm(X, W["norm_1.gain"], W["norm_1.shift"])
        Q, K, V = N @ W["W_q"], N @ W["W_k"], N @ W["W_v"]
        if cache is not None:
            K = np.concatenate([cache["K" + layer], K])
            V = np.concatenate([cache["V" + layer], V])
        new["K" + layer], new["V" + layer] = K, V
        found = attention(split(Q), split(K), split(V))
        X = X + found.swapaxes(0, 1).reshape(X.shape) @ W["W_o"]
        N = layer_norm(X, W["norm_2.gain"], W["norm_2.shift"])
        X = X + np.maximum(N @ W["W_1"] + W["b_1"], 0) @ W["W_2"] + W["b_2"]
    new["position"] = position
    X = layer_norm(X, weights["norm.gain"], weights["norm.shift"])
    return (X @ weights["W_u"])[0], new

# %% wrong: token-as-position | the number of the word | like: counts from 1
-    position = 1 if cache is None else cache["position"] + 1
-    X = enter(weights, token, position)
+    position = 0 if cache is None else cache["position"] + 1
+    X = enter(weights, token, token)
# %% wrong: final-norm-missing | no last norm | like: returns the cache that came in
-    X = layer_norm(X, weights["norm.gain"], weights["norm.shift"])
-    return (X @ weights["W_u"])[0], cache
+    return (X @ weights["W_u"])[0], new
# %% wrong: position-always-0, encoding-not-halved | two slips | like: the number of the word
-
-
-
+
+
+
+def enter(weights, token, position):
+    row = weights["embedding"][[token]]
+    d = row.shape[1]
+    angles = position / 10000 ** (np.arange(0, d, 2) / d)
+    encoding = np.zeros(d)
+    encoding[0::2], encoding[1::2] = np.sin(angles), np.cos(angles)
+    return row + encoding
+
+
-    X = enter(weights, token, token)
+    X = enter(weights, token, 0)
# %% unnamed | keys of the layer before | like: appends for the sum, too
-        new["K" + layer], new["V" + layer] = K, V
-        K, V = np.vstack([K, K[-1]]), np.vstack([V, V[-1]])
+        new["K" + layer], new["V" + layer] = K + 0.01, V
# %% wrong: position-grows-by-two | the position grows by two | like: counts from 1
-    position = 1 if cache is None else cache["position"] + 1
+    position = 0 if cache is None else cache["position"] + 2
# %% unnamed | no cache at the start (TypeError) | like: counts from 1
-    position = 1 if cache is None else cache["position"] + 1
+    position = cache["position"] + 1
# %% wrong: projection-of-raw-stream | keys of the row that came in | like: a new dict each time, tables of rows
-        Q, K, V = N @ W["W_q"], N @ W["W_k"], N @ W["W_v"]
+        Q, K, V = N @ W["W_q"], X @ W["W_k"], N @ W["W_v"]
# %% wrong: projection-of-raw-stream | keys and values of the row that came in | like: a new dict each time, tables of rows
-        Q, K, V = N @ W["W_q"], N @ W["W_k"], N @ W["W_v"]
+        Q, K, V = N @ W["W_q"], X @ W["W_k"], X @ W["W_v"]
# %% wrong: position-grows-by-two | all keys there are | like: lists of keys and values, for each layer
-    x = x + place(len(all_keys[0]), d) / 2
+    x = x + place(sum(map(len, all_keys)), d) / 2
# %% wrong: attention-of-block-0-twice | the first layer's matrices, copied | like: lists of keys and values, for each layer
-        q, k, v = ((normed @ w(W)).reshape(2, -1) for W in ("W_q", "W_k", "W_v"))
+        q, k, v = ((normed @ weights["0." + W]).reshape(2, -1) for W in ("W_q", "W_k", "W_v"))
-        x = x + found @ w("W_o")
+        x = x + found @ weights["0.W_o"]
# %% wrong: feed-forward-of-block-0-twice | the first layer's feed-forward, copied | like: lists of keys and values, for each layer
-        x = x + np.maximum(normed @ w("W_1") + w("b_1"), 0) @ w("W_2") + w("b_2")
+        x = x + np.maximum(normed @ weights["0.W_1"] + weights["0.b_1"], 0) @ weights["0.W_2"] + weights["0.b_2"]

# %% blind

# %% wrong: layers-for-words | Took len(cache) for the number of words read before, but the cache is a list of layers, so every word after the first enters at position 2
def enter_stream(weights, tokens, past):
    d_model = weights["embedding"].shape[1]
    angles = (past + np.arange(len(tokens)))[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
    encoding = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(len(tokens), d_model)
    return weights["embedding"][tokens] + encoding / 2


def cat_step(weights, token, cache):
    def norm(X, gain, shift):
        centred = X - X.mean(axis=-1, keepdims=True)
        return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5) * gain + shift

    past = 0 if cache is None else len(cache)
    X = enter_stream(weights, np.array([token]), past)
    new_cache = []
    for layer in range(2):
        p = f"{layer}."
        gains = [weights[name] for name in sorted(weights) if name.startswith(p) and "gain" in name]
        shifts = [weights[name] for name in sorted(weights) if name.startswith(p) and "shift" in name]
        Y = norm(X, gains[0], shifts[0])
        q, k, v = ((Y @ weights[p + name]).reshape(2, 1, -1) for name in ("W_q", "W_k", "W_v"))
        if cache is not None:
            k = np.concatenate([cache[layer][0], k], axis=1)
            v = np.concatenate([cache[layer][1], v], axis=1)
        new_cache.append((k, v))
        scores = q @ np.swapaxes(k, 1, 2) / np.sqrt(q.shape[-1])
        e = np.exp(scores - scores.max(axis=-1, keepdims=True))
        found = e / e.sum(axis=-1, keepdims=True) @ v
        X = X + found.reshape(1, -1) @ weights[p + "W_o"]
        Z = norm(X, gains[1], shifts[1])
        hidden = np.maximum(Z @ weights[p + "W_1"] + weights[p + "b_1"], 0)
        X = X + hidden @ weights[p + "W_2"] + weights[p + "b_2"]
    return (norm(X, weights["norm.gain"], weights["norm.shift"]) @ weights["W_u"])[0], new_cache
