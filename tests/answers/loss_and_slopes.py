"""Answers to `loss_and_slopes(weights, inputs, targets)` as students write them, right and wrong."""

# %% shared | a graph with its operations
tape = []
class Node:
    def __init__(self, value, *ways):
        self.value, self.ways, self.slope = value, ways, np.zeros_like(value)
        tape.append(self)
def back_from(loss):
    loss.slope = 1.0
    for node in reversed(tape):
        for source, way in node.ways:
            source.slope = source.slope + way(node.slope)
    tape.clear()
def rows(d): return d.reshape(-1, d.shape[-1])
def add(A, B): return Node(A.value + B.value, (A, lambda d: d), (B, lambda d: d))
def row(A, b): return Node(A.value + b.value, (A, lambda d: d), (b, lambda d: rows(d).sum(0)))
def by(A, B): return Node(A.value @ B.value, (A, lambda d: d @ B.value.swapaxes(-1, -2)), (B, lambda d: (
    rows(A.value).T @ rows(d) if B.value.ndim == 2 else A.value.swapaxes(-1, -2) @ d)))
def relu(A): return Node(np.maximum(A.value, 0), (A, lambda d: d * (A.value > 0)))
def move(A, there, back): return Node(there(A.value), (A, back))
def softmax(S): return np.exp(S - S.max(-1, keepdims=True)) / np.exp(S - S.max(-1, keepdims=True)).sum(-1, keepdims=True)
def norm(X, W, name):
    root, g = np.sqrt(X.value.var(-1, keepdims=True) + 1e-5), W[name + ".gain"]
    N = (X.value - X.value.mean(-1, keepdims=True)) / root
    back = lambda d: (d - d.mean(-1, keepdims=True) - N * (d * N).mean(-1, keepdims=True)) / root
    return row(Node(N * g.value, (X, lambda d: back(d * g.value)), (g, lambda d: rows(d * N).sum(0))), W[name + ".shift"])
def pick(T, tokens):
    def back(d):
        table = np.zeros_like(T.value)
        np.add.at(table, tokens, d)
        return table
    return Node(T.value[tokens], (T, back))
def attend(N, W, i, sees=np.tri):
    b, n, d = N.value.shape
    cut = lambda X: X.reshape(b, n, 2, d // 2).swapaxes(1, 2)
    merge = lambda X: X.swapaxes(1, 2).reshape(b, n, d)
    Q, K, V = (move(by(N, W[f"{i}.W_{x}"]), cut, merge) for x in "qkv")
    S = by(Q, move(K, lambda X: X.swapaxes(2, 3) / np.sqrt(d / 2), lambda d_: d_.swapaxes(2, 3) / np.sqrt(d / 2)))
    P = softmax(np.where(sees(n) > 0, S.value, -np.inf))
    P_node = Node(P, (S, lambda d: P * (d - (P * d).sum(-1, keepdims=True))))
    return by(move(by(P_node, V), merge, cut), W[f"{i}.W_o"])
def feed(N, W, i): return row(by(relu(row(by(N, W[f"{i}.W_1"]), W[f"{i}.b_1"])), W[f"{i}.W_2"]), W[f"{i}.b_2"])
def places(X):
    a = np.arange(X.shape[1])[:, None] / 10000 ** (np.arange(X.shape[2]) // 2 * 2 / X.shape[2])
    return np.where(np.arange(X.shape[2]) % 2, np.cos(a), np.sin(a)) / 2

# %% right: forwards, then back along the tape
def loss_and_slopes(weights, inputs, targets):
    W = {name: Node(array) for name, array in weights.items()}
    X = pick(W["embedding"], inputs)
    X = move(X, lambda x: x + places(x), lambda d: d)
    for i in range(2):
        X = add(X, attend(norm(X, W, f"{i}.norm_1"), W, i))
        X = add(X, feed(norm(X, W, f"{i}.norm_2"), W, i))
    P = softmax(by(norm(X, W, "norm"), W["W_u"]).value)
    logits, right = tape[-1], np.eye(P.shape[-1])[targets]
    loss = Node(-np.log((P * right).sum(-1)).mean(), (logits, lambda d: d * (P - right) / targets.size))
    back_from(loss)
    return loss.value, {name: node.slope for name, node in W.items()}

# %% right: one-hot rows for the table | like: forwards, then back along the tape
-    X = pick(W["embedding"], inputs)
+    X = by(Node(np.eye(len(weights["embedding"]))[inputs]), W["embedding"])
# %% right: places as a node of their own | like: forwards, then back along the tape
-    X = move(X, lambda x: x + places(x), lambda d: d)
+    X = add(X, Node(places(X.value)[None].repeat(len(inputs), 0)))
# %% right: one window after the other | like: forwards, then back along the tape
-def loss_and_slopes(weights, inputs, targets):
+def loss_and_slopes(weights, inputs, targets):
+    if len(inputs) > 1:
+        each = [loss_and_slopes(weights, x[None], y[None]) for x, y in zip(inputs, targets)]
+        return np.mean([one[0] for one in each]), {k: np.mean([one[1][k] for one in each], axis=0) for k in weights}
# %% unnamed | the slopes of a sum | like: forwards, then back along the tape
-    loss = Node(-np.log((P * right).sum(-1)).mean(), (logits, lambda d: d * (P - right) / targets.size))
+    loss = Node(-np.log((P * right).sum(-1)).mean(), (logits, lambda d: d * (P - right)))
# %% unnamed | sum throughout | like: forwards, then back along the tape
-    loss = Node(-np.log((P * right).sum(-1)).mean(), (logits, lambda d: d * (P - right) / targets.size))
+    loss = Node(-np.log((P * right).sum(-1)).sum(), (logits, lambda d: d * (P - right)))
# %% unnamed | len of a table is its windows | like: forwards, then back along the tape
-    loss = Node(-np.log((P * right).sum(-1)).mean(), (logits, lambda d: d * (P - right) / targets.size))
+    loss = Node(-np.log((P * right).sum(-1)).mean(), (logits, lambda d: d * (P - right) / len(targets)))
# %% unnamed | right - P | like: forwards, then back along the tape
-    loss = Node(-np.log((P * right).sum(-1)).mean(), (logits, lambda d: d * (P - right) / targets.size))
+    loss = Node(-np.log((P * right).sum(-1)).mean(), (logits, lambda d: d * (right - P) / targets.size))
# %% unnamed | += on picked rows | like: forwards, then back along the tape
-    X = pick(W["embedding"], inputs)
+    def back(d):
+        table = np.zeros_like(weights["embedding"])
+        table[inputs] += d
+        return table
+    X = Node(weights["embedding"][inputs], (W["embedding"], back))
# %% unnamed | all words are seen | like: forwards, then back along the tape
-        X = add(X, attend(norm(X, W, f"{i}.norm_1"), W, i))
+        X = add(X, attend(norm(X, W, f"{i}.norm_1"), W, i, lambda n: np.ones((n, n))))
# %% unnamed | mean over all rows | like: forwards, then back along the tape
-    return loss.value, {name: node.slope for name, node in W.items()}
+    return loss.value, {name: node.slope / (targets.size if node.value.ndim == 1 else 1) for name, node in W.items()}
# %% unnamed | the whole encoding | like: forwards, then back along the tape
-    X = move(X, lambda x: x + places(x), lambda d: d)
+    X = move(X, lambda x: x + 2 * places(x), lambda d: d)
# %% unnamed | nothing goes past attention on the way back | like: forwards, then back along the tape
-        X = add(X, attend(norm(X, W, f"{i}.norm_1"), W, i))
+        A = attend(norm(X, W, f"{i}.norm_1"), W, i)
+        X = Node(X.value + A.value, (A, lambda d: d))
# %% unnamed | no slopes for the gain | like: forwards, then back along the tape
-    return loss.value, {name: node.slope for name, node in W.items()}
+    return loss.value, {name: node.slope * ("gain" not in name) for name, node in W.items()}
# %% unnamed | the last norm has no slopes of its own | like: forwards, then back along the tape
-    return loss.value, {name: node.slope for name, node in W.items()}
+    return loss.value, {name: node.slope for name, node in W.items() if name != "norm.shift"}
