"""Answers to `silence(weights, layer, head, num_heads)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: a copy of W_o, and a slice
def silence(weights, layer, head, num_heads):
    silent = dict(weights)
    W_o = weights[f"{layer}.W_o"].copy()
    d_head = len(W_o) // num_heads
    first = head * d_head
    W_o[first : first + d_head] = 0
    silent[f"{layer}.W_o"] = W_o
    return silent

# %% right: heads get an axis of their own
def silence(weights, layer, head, num_heads):
    name = f"{layer}.W_o"
    by_head = weights[name].reshape(num_heads, -1, weights[name].shape[1]).copy()
    by_head[head] = 0
    return weights | {name: by_head.reshape(weights[name].shape)}

# %% right: np.where
def silence(weights, layer, head, num_heads):
    W_o = weights[f"{layer}.W_o"]
    owner = np.arange(len(W_o)) // (len(W_o) // num_heads)
    return {**weights, f"{layer}.W_o": np.where(owner[:, None] == head, 0.0, W_o)}

# %% right: everything copied, row by row
def silence(weights, layer, head, num_heads):
    silent = {name: array.copy() for name, array in weights.items()}
    d_head = weights[str(layer) + ".W_q"].shape[1] // num_heads
    for row in range(d_head):
        silent[str(layer) + ".W_o"][head * d_head + row, :] *= 0
    return silent

# %% blind

# %% unnamed | the rows are taken out | like: a copy of W_o, and a slice
-    W_o[first : first + d_head] = 0
+    W_o = np.delete(W_o, np.s_[first : first + d_head], axis=0)
# %% unnamed | layers from 1 | like: heads get an axis of their own
-    name = f"{layer}.W_o"
+    name = f"{max(layer - 1, 0)}.W_o"
# %% wrong: columns-not-rows | the columns, as it is with W_q | like: a copy of W_o, and a slice
-    W_o[first : first + d_head] = 0
+    W_o[:, first : first + d_head] = 0
# %% wrong: all-later-heads | forgot the end of the slice | like: a copy of W_o, and a slice
-    W_o[first : first + d_head] = 0
+    W_o[first:] = 0
# %% wrong: one-row | took the example for the rule: one head is one row | like: a copy of W_o, and a slice
-    W_o[first : first + d_head] = 0
+    W_o[head] = 0
# %% wrong: rows-in-turns | the rows of the heads take turns | like: a copy of W_o, and a slice
-    W_o[first : first + d_head] = 0
+    W_o[head::num_heads] = 0
# %% wrong: width-from-d_model | d_model // num_heads | like: a copy of W_o, and a slice
-    d_head = len(W_o) // num_heads
+    d_head = W_o.shape[1] // num_heads
# %% wrong: layers-that-end-alike | looked the layer up by the end of its name | like: everything copied, row by row
-    for row in range(d_head):
-        silent[str(layer) + ".W_o"][head * d_head + row, :] *= 0
+    for name in silent:
+        if name.endswith(f"{layer}.W_o"):
+            silent[name][head * d_head : (head + 1) * d_head] = 0

# %% wrong: queries-not-rows | a head whose queries are zero looks at nobody
def silence(weights, layer, head, num_heads):
    W_q = weights[f"{layer}.W_q"].copy()
    W_q.reshape(len(W_q), num_heads, -1)[:, head] = 0
    return {**weights, f"{layer}.W_q": W_q}

# %% wrong: values-not-rows | zeroed the values that the head reads
def silence(weights, layer, head, num_heads):
    W_v, d_head = weights[f"{layer}.W_v"].copy(), len(weights[f"{layer}.W_o"]) // num_heads
    shared = head // (num_heads * d_head // W_v.shape[1])
    W_v[:, shared * d_head : (shared + 1) * d_head] = 0
    return {**weights, f"{layer}.W_v": W_v}

# %% wrong: mutates-input | a copied dict has new arrays | like: a copy of W_o, and a slice
-    W_o = weights[f"{layer}.W_o"].copy()
+    W_o = silent[f"{layer}.W_o"]
