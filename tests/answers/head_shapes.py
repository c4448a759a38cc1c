"""Answers to `head_shapes(n, d_model, num_heads)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: a dictionary written down
def head_shapes(n, d_model, num_heads):
    d_head = d_model // num_heads
    return {
        "X": (n, d_model),
        "Q": (n, d_model),
        "Q_heads": (num_heads, n, d_head),
        "scores": (num_heads, n, n),
        "weights": (num_heads, n, n),
        "head_outputs": (num_heads, n, d_head),
        "merged": (n, d_model),
        "output": (n, d_model),
    }

# %% right: dict with keywords, lists for the shapes
def head_shapes(n, d_model, num_heads):
    d_head = int(d_model / num_heads)
    return dict(
        X=[n, d_model],
        Q=[n, d_model],
        Q_heads=[num_heads, n, d_head],
        scores=[num_heads, n, n],
        weights=[num_heads, n, n],
        head_outputs=[num_heads, n, d_head],
        merged=[n, num_heads * d_head],
        output=[n, d_model],
    )

# %% right: computed with zeros, then .shape
def head_shapes(n, d_model, num_heads):
    X = np.zeros((n, d_model))
    W = np.zeros((d_model, d_model))
    Q = X @ W
    Q_heads = Q.reshape(n, num_heads, -1).swapaxes(0, 1)
    scores = Q_heads @ Q_heads.swapaxes(-1, -2)
    weights = np.exp(scores)
    head_outputs = weights @ Q_heads
    merged = head_outputs.swapaxes(0, 1).reshape(n, -1)
    output = merged @ W
    names = "X Q Q_heads scores weights head_outputs merged output".split()
    local = locals()
    return {name: local[name].shape for name in names}

# %% right: empty dictionary filled line by line
def head_shapes(n, d_model, num_heads):
    d_head, rest = divmod(d_model, num_heads)
    assert rest == 0
    shapes = {}
    shapes["X"] = shapes["Q"] = shapes["merged"] = shapes["output"] = (n, d_model)
    shapes["Q_heads"] = shapes["head_outputs"] = (num_heads, n, d_head)
    shapes["scores"] = shapes["weights"] = (num_heads, n, n)
    return shapes

# %% right: a loop with conditions
def head_shapes(n, d_model, num_heads):
    shapes = {}
    for name in ["X", "Q", "Q_heads", "scores", "weights", "head_outputs", "merged", "output"]:
        if name in ("Q_heads", "head_outputs"):
            shapes[name] = (num_heads, n, d_model // num_heads)
        elif name in ("scores", "weights"):
            shapes[name] = (num_heads, n, n)
        else:
            shapes[name] = (n, d_model)
    return shapes

# %% right: numpy integers
def head_shapes(n, d_model, num_heads):
    n, d_model, num_heads = np.int64(n), np.int64(d_model), np.int64(num_heads)
    per_head = (num_heads, n, d_model // num_heads)
    pairs = (num_heads, n, n)
    flat = (n, d_model)
    keys = ("X", "Q", "Q_heads", "scores", "weights", "head_outputs", "merged", "output")
    return dict(zip(keys, (flat, flat, per_head, pairs, pairs, per_head, flat, flat)))

# %% right: K and V as well, and the widths
def head_shapes(n, d_model, num_heads):
    d_head = d_model // num_heads
    shapes = {name: (n, d_model) for name in ("X", "Q", "K", "V", "merged", "output")}
    shapes |= {name + "_heads": (num_heads, n, d_head) for name in "QKV"}
    shapes |= {"scores": (num_heads, n, n), "weights": (num_heads, n, n)}
    shapes["head_outputs"] = shapes["V_heads"]
    shapes["d_head"] = d_head
    return shapes

# %% right: a lambda
head_shapes = lambda n, d, h: {
    "X": (n, d),
    "Q": (n, d),
    "Q_heads": (h, n, d // h),
    "scores": (h, n, n),
    "weights": (h, n, n),
    "head_outputs": (h, n, d // h),
    "merged": (n, (d // h) * h),
    "output": (n, d),
}

# %% right: shapes of matrix products from a helper
def product(a, b):
    assert a[-1] == b[-2]
    return a[:-1] + b[-1:]


def head_shapes(n, d_model, num_heads):
    X = (n, d_model)
    W = (d_model, d_model)
    Q = product(X, W)
    Q_heads = (num_heads, n, d_model // num_heads)
    scores = product(Q_heads, (Q_heads[0], Q_heads[2], Q_heads[1]))
    head_outputs = product(scores, Q_heads)
    merged = (head_outputs[1], head_outputs[0] * head_outputs[2])
    output = product(merged, W)
    return {
        "X": X,
        "Q": Q,
        "Q_heads": Q_heads,
        "scores": scores,
        "weights": scores,
        "head_outputs": head_outputs,
        "merged": merged,
        "output": output,
    }

# %% right: an object that can be called, an ordered dictionary, prints left in
from collections import OrderedDict


class HeadShapes:
    def __call__(self, n, d_model, num_heads):
        d_head = int(np.floor_divide(d_model, num_heads))
        shapes = OrderedDict()
        shapes["X"] = (n, d_model)
        shapes["Q"] = (n, d_model)
        shapes["Q_heads"] = (num_heads, n, d_head)
        shapes["scores"] = (num_heads, n, n)
        shapes["weights"] = shapes["scores"]
        shapes["head_outputs"] = shapes["Q_heads"]
        shapes["merged"] = (n, d_model)
        shapes["output"] = (n, d_model)
        for name, shape in shapes.items():
            print(name, shape)
        return shapes


head_shapes = HeadShapes()

# %% right: letters for the axes, looked up
def head_shapes(n, d_model, num_heads):
    size = {"n": n, "m": d_model, "h": num_heads, "d": len(range(d_model)[::num_heads])}
    axes = {
        "X": "nm",
        "Q": "nm",
        "Q_heads": "hnd",
        "scores": "hnn",
        "weights": "hnn",
        "head_outputs": "hnd",
        "merged": "nm",
        "output": "nm",
    }
    return {name: tuple(size[a] for a in letters) for name, letters in axes.items()}

# %% wrong: heads-full-width | every head is d_model wide
def head_shapes(n, d_model, num_heads):
    return {
        "X": (n, d_model),
        "Q": (n, d_model),
        "Q_heads": (num_heads, n, d_model),
        "scores": (num_heads, n, n),
        "weights": (num_heads, n, n),
        "head_outputs": (num_heads, n, d_model),
        "merged": (n, num_heads * d_model),
        "output": (n, d_model),
    }

# %% wrong: heads-full-width | d_model for d_head, and W_o brings it back | like: a dictionary written down
-        "Q_heads": (num_heads, n, d_head),
+        "Q_heads": (num_heads, n, d_model),
-        "head_outputs": (num_heads, n, d_head),
+        "head_outputs": (num_heads, n, d_model),
# %% wrong: scores-over-features | Q^T K | like: a dictionary written down
-        "scores": (num_heads, n, n),
-        "weights": (num_heads, n, n),
+        "scores": (num_heads, d_head, d_head),
+        "weights": (num_heads, d_head, d_head),
# %% wrong: scores-without-heads | one table of scores for all heads | like: a dictionary written down
-        "scores": (num_heads, n, n),
-        "weights": (num_heads, n, n),
+        "scores": (n, n),
+        "weights": (n, n),
# %% wrong: weights-averaged | the weights of torch, averaged over the heads | like: a dictionary written down
-        "weights": (num_heads, n, n),
+        "weights": (n, n),
# %% wrong: heads-averaged | the mean of the heads is merged | like: a dictionary written down
-    d_head = d_model // num_heads
+    d_head = d_model // num_heads
+    head_outputs = np.zeros((num_heads, n, d_head))
-        "head_outputs": (num_heads, n, d_head),
-        "merged": (n, d_model),
+        "head_outputs": head_outputs.shape,
+        "merged": head_outputs.mean(axis=0).shape,
# %% wrong: heads-not-merged | only the transposition, no reshape | like: a dictionary written down
-        "merged": (n, d_model),
+        "merged": (n, num_heads, d_head),
# %% wrong: heads-stacked-as-rows | heads one below the other | like: a dictionary written down
-        "merged": (n, d_model),
+        "merged": (num_heads * n, d_head),
# %% wrong: q-of-one-head | W_q taken to be (d_model, d_head) | like: a dictionary written down
-        "Q": (n, d_model),
+        "Q": (n, d_head),

# %% wrong: embeddings-as-columns | embeddings as columns
def head_shapes(n, d_model, num_heads):
    d_head = d_model // num_heads
    return {
        "X": (d_model, n),
        "Q": (d_model, n),
        "Q_heads": (num_heads, d_head, n),
        "scores": (num_heads, n, n),
        "weights": (num_heads, n, n),
        "head_outputs": (num_heads, d_head, n),
        "merged": (d_model, n),
        "output": (d_model, n),
    }

# %% wrong: heads-last | the new axis comes at the end
def head_shapes(n, d_model, num_heads):
    d_head = d_model // num_heads
    return {
        "X": (n, d_model),
        "Q": (n, d_model),
        "Q_heads": (n, d_head, num_heads),
        "scores": (n, n, num_heads),
        "weights": (n, n, num_heads),
        "head_outputs": (n, d_head, num_heads),
        "merged": (n, d_model),
        "output": (n, d_model),
    }

# %% wrong: float-division, heads-axis-not-moved | /, and heads after the tokens | like: a dictionary written down
-    d_head = d_model // num_heads
+    d_head = d_model / num_heads
-        "Q_heads": (num_heads, n, d_head),
+        "Q_heads": (n, num_heads, d_head),
-        "head_outputs": (num_heads, n, d_head),
+        "head_outputs": (n, num_heads, d_head),
# %% wrong: float-division, scores-without-heads | /, and one table of scores | like: one table of scores for all heads
-    d_head = d_model // num_heads
+    d_head = d_model / num_heads
# %% wrong: float-division, weights-averaged | /, and the weights averaged | like: the weights of torch, averaged over the heads
-    d_head = d_model // num_heads
+    d_head = d_model / num_heads
# %% wrong: scores-over-features, heads-not-merged | Q^T K, and merged keeps its heads | like: Q^T K
-        "merged": (n, d_model),
+        "merged": (n, num_heads, d_head),
# %% wrong: q-of-one-head, scores-without-heads | the single head of the lesson before | like: one table of scores for all heads
-        "Q": (n, d_model),
+        "Q": (n, d_head),
# %% unnamed | returns a string
return f"Q_heads is ({num_heads}, {n}, {d_model // num_heads})"

# %% unnamed | merged forgotten | like: a dictionary written down
-        "merged": (n, d_model),

# %% unnamed | W_o thought to bring the width down to one head | like: a dictionary written down
-        "output": (n, d_model),
+        "output": (n, d_head),

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: computed with zeros, the shapes read off
def head_shapes(n, d_model, num_heads):
    d_head = d_model // num_heads
    X = np.zeros((n, d_model))
    W = np.zeros((d_model, d_model))
    Q = X @ W
    Qh = Q.reshape(n, num_heads, d_head).transpose(1, 0, 2)
    S = Qh @ Qh.transpose(0, 2, 1)
    H = S @ Qh
    M = H.transpose(1, 0, 2).reshape(n, -1)
    steps = dict(X=X, Q=Q, Q_heads=Qh, scores=S, weights=S, head_outputs=H, merged=M, output=M @ W)
    return {name: a.shape for name, a in steps.items()}

# %% right: three shapes, and a loop over the names
def head_shapes(n, d_model, num_heads):
    width, rest = divmod(d_model, num_heads)
    assert rest == 0
    whole, piece, table = (n, d_model), (num_heads, n, width), (num_heads, n, n)
    result = {}
    for names, shape in [("X Q merged output", whole), ("Q_heads head_outputs", piece), ("scores weights", table)]:
        for name in names.split():
            result[name] = shape
    return result

# %% right: dict.fromkeys, and int() around a plain division
def head_shapes(n, d_model, num_heads):
    one = tuple([num_heads, n, int(d_model / num_heads)])
    return (
        dict.fromkeys(["X", "Q", "merged", "output"], (n, d_model))
        | dict.fromkeys(["Q_heads", "head_outputs"], one)
        | dict.fromkeys(["scores", "weights"], one[:2] + (n,))
    )

# %% unnamed | weights as wide as a head, since V comes next
def head_shapes(n, d_model, num_heads):
    d = d_model // num_heads
    return {
        "X": (n, d_model), "Q": (n, d_model), "Q_heads": (num_heads, n, d),
        "scores": (num_heads, n, n), "weights": (num_heads, n, d),
        "head_outputs": (num_heads, n, d), "merged": (n, d_model), "output": (n, d_model),
    }

# %% unnamed | a single head loses its axis
def head_shapes(n, d_model, num_heads):
    d_head = d_model // num_heads
    shapes = {
        "X": (n, d_model), "Q": (n, d_model), "Q_heads": (num_heads, n, d_head),
        "scores": (num_heads, n, n), "weights": (num_heads, n, n),
        "head_outputs": (num_heads, n, d_head), "merged": (n, d_model), "output": (n, d_model),
    }
    if num_heads == 1:
        shapes = {k: s[-2:] for k, s in shapes.items()}
    return shapes

# %% wrong: float-division | only merged is computed with the float
def head_shapes(n, d_model, num_heads):
    d_head = d_model / num_heads
    per_head = (num_heads, n, int(d_head))
    return {
        "X": (n, d_model), "Q": (n, d_model), "Q_heads": per_head,
        "scores": (num_heads, n, n), "weights": (num_heads, n, n),
        "head_outputs": per_head, "merged": (n, num_heads * d_head), "output": (n, d_model),
    }

# %% wrong: heads-axis-not-moved | as in PyTorch before the transpose
def head_shapes(n, d_model, num_heads):
    d_head = d_model // num_heads
    return {
        "X": (n, d_model), "Q": (n, d_model), "Q_heads": (n, num_heads, d_head),
        "scores": (n, num_heads, n), "weights": (n, num_heads, n),
        "head_outputs": (n, num_heads, d_head), "merged": (n, d_model), "output": (n, d_model),
    }

# %% wrong: heads-and-width-exchanged | the width is called num_heads
def head_shapes(n, d_model, num_heads):
    d_head = num_heads
    h = d_model // d_head
    return {
        "X": (n, d_model), "Q": (n, d_model), "Q_heads": (h, n, d_head),
        "scores": (h, n, n), "weights": (h, n, n),
        "head_outputs": (h, n, d_head), "merged": (n, d_model), "output": (n, d_model),
    }

# %% right: lists for everything with heads
def head_shapes(n, d_model, num_heads):
    base = [n, d_model // num_heads]
    heads = [num_heads] + base
    return {
        "X": (n, d_model), "Q": (n, d_model), "Q_heads": heads,
        "scores": [num_heads, n, n], "weights": [num_heads, n, n],
        "head_outputs": heads, "merged": (n, d_model), "output": (n, d_model),
    }

# %% unnamed | head_output for head_outputs
def head_shapes(n, d_model, num_heads):
    d_head = d_model // num_heads
    return dict(
        X=(n, d_model), Q=(n, d_model), Q_heads=(num_heads, n, d_head),
        scores=(num_heads, n, n), weights=(num_heads, n, n),
        head_output=(num_heads, n, d_head), merged=(n, d_model), output=(n, d_model),
    )

# %% unnamed | softmax adds the keys up
def head_shapes(n, d_model, num_heads):
    d_head = d_model // num_heads
    return {
        "X": (n, d_model), "Q": (n, d_model), "Q_heads": (num_heads, n, d_head),
        "scores": (num_heads, n, n), "weights": (num_heads, n),
        "head_outputs": (num_heads, n, d_head), "merged": (n, d_model), "output": (n, d_model),
    }

# %% unnamed | (num_heads) is no tuple (TypeError)
def head_shapes(n, d_model, num_heads):
    flat = (n, d_model)
    d_head = d_model // num_heads
    split = (num_heads) + (n, d_head)
    table = (num_heads) + (n, n)
    return {"X": flat, "Q": flat, "Q_heads": split, "scores": table, "weights": table,
            "head_outputs": split, "merged": flat, "output": flat}

# %% unnamed | zeros with a float for a size (TypeError)
def head_shapes(n, d_model, num_heads):
    X = np.zeros((n, d_model))
    Qh = np.zeros((num_heads, n, d_model / num_heads))
    S = Qh @ Qh.swapaxes(-1, -2)
    return {"X": X.shape, "Q": X.shape, "Q_heads": Qh.shape, "scores": S.shape, "weights": S.shape,
            "head_outputs": Qh.shape, "merged": X.shape, "output": X.shape}

# %% unnamed | n taken for the tokens themselves (AttributeError)
def head_shapes(n, d_model, num_heads):
    n_tokens = n.shape[0]
    d_head = d_model // num_heads
    a, b, c = (n_tokens, d_model), (num_heads, n_tokens, d_head), (num_heads, n_tokens, n_tokens)
    return {"X": a, "Q": a, "Q_heads": b, "scores": c, "weights": c, "head_outputs": b, "merged": a, "output": a}

# %% unnamed | lists for keys of a dict (TypeError)
def head_shapes(n, d_model, num_heads):
    d_head = d_model // num_heads
    shapes = {
        ["X", "Q", "merged", "output"]: (n, d_model),
        ["Q_heads", "head_outputs"]: (num_heads, n, d_head),
        ["scores", "weights"]: (num_heads, n, n),
    }
    return {name: s for names, s in shapes.items() for name in names}

# %% not blind | by people who knew the catalogue
