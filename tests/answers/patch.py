"""Answers to `patch(weights, tokens, other, num_heads, layer, head)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% shared | cells above the answer
def rms_norm(X, gain):
    return X / np.sqrt((X**2).mean(axis=-1, keepdims=True) + 1e-5) * gain

def fed(W, X):
    N = rms_norm(X, W["norm_2"])
    gate = N @ W["W_gate"]
    return X + (gate / (1 + np.exp(-gate)) * (N @ W["W_up"])) @ W["W_down"]

def fetched(W, X, num_heads):
    N, d = rms_norm(X, W["norm_1"]), len(W["W_o"]) // num_heads
    Q, K, V = ((N @ W[name]).reshape(len(X), -1, d).swapaxes(0, 1) for name in ("W_q", "W_k", "W_v"))
    turns = np.exp(1j * np.arange(len(X))[:, None] / 1e5 ** (np.arange(0, d, 2) / d))
    Q, K = ((x[..., 0::2] + 1j * x[..., 1::2]) * turns for x in (Q, K))
    K, V = (np.repeat(x, num_heads // len(x), axis=0) for x in (K, V))
    scores = (Q @ K.conj().swapaxes(1, 2)).real / np.sqrt(d)
    A = np.exp(scores - scores.max(axis=-1, keepdims=True)) * np.tri(len(X))
    return (A / A.sum(axis=-1, keepdims=True) @ V).swapaxes(0, 1).reshape(len(X), -1)

def layers(weights):
    numbers = range(sum(".W_q" in name for name in weights))
    return [{name[len(f"{l}.") :]: weights[name] for name in weights if name.startswith(f"{l}.")} for l in numbers]

# %% right: two streams, side by side
def patch(weights, tokens, other, num_heads, layer, head):
    here, there = weights["embedding"][tokens], weights["embedding"][other]
    for l, W in enumerate(layers(weights)):
        mine, theirs = fetched(W, here, num_heads), fetched(W, there, num_heads)
        d = mine.shape[1] // num_heads
        part = slice(head * d, (head + 1) * d)
        if l == layer:
            mine[-1, part] = theirs[-1, part]
        here = fed(W, here + mine @ W["W_o"])
        there = fed(W, there + theirs @ W["W_o"])
    return rms_norm(here[-1], weights["norm"]) @ weights["embedding"].T

# %% right: a run that notes, and a run that changes
def run(weights, tokens, num_heads, change):
    X = weights["embedding"][tokens]
    for l, W in enumerate(layers(weights)):
        Z = fetched(W, X, num_heads).reshape(len(X), num_heads, -1)
        change(l, Z)
        X = fed(W, X + Z.reshape(len(X), -1) @ W["W_o"])
    return rms_norm(X, weights["norm"]) @ weights["embedding"].T

def patch(weights, tokens, other, num_heads, layer, head):
    notes = []
    run(weights, other, num_heads, lambda l, Z: notes.append(Z[-1, head]))
    def change(l, Z):
        Z[-1, head] = notes[l] if l == layer else Z[-1, head]
    return run(weights, tokens, num_heads, change)[-1]

# %% right: the difference goes through the rows of W_o | like: two streams, side by side
-            mine[-1, part] = theirs[-1, part]
+            here[-1] += (theirs - mine)[-1, part] @ W["W_o"][part]
# %% right: a mask for the numbers of the head | like: two streams, side by side
-        part = slice(head * d, (head + 1) * d)
+        part = np.arange(mine.shape[1]) // d == head

# %% not blind | written before the catalogue, by somebody who knew what it would name

# %% wrong: all-heads-patched | what the layer's attention adds | like: two streams, side by side
-            mine[-1, part] = theirs[-1, part]
+            here[-1] += (theirs @ W["W_o"] - mine @ W["W_o"])[-1]
# %% wrong: cache-of-other-run | the rest is read as there | like: two streams, side by side
-        there = fed(W, there + theirs @ W["W_o"])
+        there = fed(W, there + theirs @ W["W_o"])
+        if l >= layer:
+            here = np.concatenate([there[:-1], here[-1:]])

# %% blind

# %% wrong: chances-not-logits | chances are shown in the end | like: two streams, side by side
-    return rms_norm(here[-1], weights["norm"]) @ weights["embedding"].T
+    logits = rms_norm(here[-1], weights["norm"]) @ weights["embedding"].T
+    return np.exp(logits) / np.exp(logits).sum()
# %% unnamed | the logits of every place | like: two streams, side by side
-    return rms_norm(here[-1], weights["norm"]) @ weights["embedding"].T
+    return rms_norm(here, weights["norm"]) @ weights["embedding"].T
# %% wrong: all-tokens-patched | exchanged at all tokens | like: two streams, side by side
-            mine[-1, part] = theirs[-1, part]
+            mine[:, part] = theirs[:, part]
# %% wrong: direction-exchanged | exchanged the roles of the two texts | like: two streams, side by side
-    here, there = weights["embedding"][tokens], weights["embedding"][other]
+    there, here = weights["embedding"][tokens], weights["embedding"][other]
# %% wrong: patched-from-here-on | kept bringing the other numbers in all later layers | like: two streams, side by side
-        if l == layer:
+        if l >= layer:
# %% wrong: width-from-d_model | d_model // num_heads for the width of a head | like: two streams, side by side
-        d = mine.shape[1] // num_heads
+        d = here.shape[1] // num_heads
# %% wrong: added-not-exchanged | added the other numbers to what the head fetched | like: two streams, side by side
-            mine[-1, part] = theirs[-1, part]
+            mine[-1, part] += theirs[-1, part]
# %% wrong: group-patched | exchanged all heads that share keys and values | like: two streams, side by side
-        part = slice(head * d, (head + 1) * d)
+        d = mine.shape[1] * d // W["W_k"].shape[1]
+        part = slice(head * mine.shape[1] // num_heads // d * d, head * mine.shape[1] // num_heads // d * d + d)
# %% wrong: layers-in-alphabetical-order | sorted the layers as strings | like: two streams, side by side
-    for l, W in enumerate(layers(weights)):
+    for l, W in sorted(enumerate(layers(weights)), key=lambda both: str(both[0])):
# %% wrong: columns-patched | its columns in what attention adds to the stream | like: two streams, side by side
-            mine[-1, part] = theirs[-1, part]
+            width = here.shape[1] // num_heads
+            columns = slice(head * width, (head + 1) * width)
+            added = (theirs @ W["W_o"] - mine @ W["W_o"])[-1, columns]
+            here[-1, columns] += added
