"""Answers to `running_attention(asked, offered, V)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the starter mended
def running_attention(asked, offered, V):
    matrix, total = np.zeros((offered.shape[1], V.shape[1])), np.zeros(offered.shape[1])
    output = []
    for query, key, value in zip(asked, offered, V):
        matrix = matrix + np.outer(key, value)
        total = total + key
        output.append(query @ matrix / (query @ total))
    return np.array(output)

# %% right: in place
def running_attention(asked, offered, V):
    n, d_k = offered.shape
    S = np.zeros((d_k, V.shape[1]))
    z = np.zeros(d_k)
    out = np.zeros((n, V.shape[1]))
    for t in range(n):
        S += np.outer(offered[t], V[t])
        z += offered[t]
        out[t] = asked[t] @ S / np.dot(asked[t], z)
    return out

# %% right: the table of weights after all
def running_attention(asked, offered, V):
    weights = np.tril(asked @ offered.T)
    return weights / weights.sum(axis=-1, keepdims=True) @ V

# %% right: cumsum
def running_attention(asked, offered, V):
    matrices = np.cumsum(offered[:, :, None] * V[:, None, :], axis=0)
    totals = np.cumsum(offered, axis=0)
    upper = np.einsum("nk,nkv->nv", asked, matrices)
    lower = np.einsum("nk,nk->n", asked, totals)
    return upper / lower[:, None]

# %% right: a column of ones beside the values
def running_attention(asked, offered, V):
    wide = np.hstack([V, np.ones((len(V), 1))])
    matrix = np.zeros((offered.shape[1], wide.shape[1]))
    rows = []
    for q, k, v in zip(asked, offered, wide):
        matrix = matrix + k[:, None] * v
        both = q @ matrix
        rows.append(both[:-1] / both[-1])
    return np.array(rows)

# %% right: two loops
def running_attention(asked, offered, V):
    output = np.zeros_like(V)
    for i in range(len(V)):
        upper, lower = 0, 0
        for j in range(i + 1):
            product = asked[i] @ offered[j]
            upper = upper + product * V[j]
            lower = lower + product
        output[i] = upper / lower
    return output

# %% right: the sums of slices
def running_attention(asked, offered, V):
    return np.array([
        asked[i] @ (offered[: i + 1].T @ V[: i + 1]) / (asked[i] @ offered[: i + 1].sum(axis=0))
        for i in range(len(V))
    ])

# %% right: einsum for the outer product
def running_attention(asked, offered, V):
    matrix, total, output = 0, 0, []
    for query, key, value in zip(asked, offered, V):
        matrix = matrix + np.einsum("k,v->kv", key, value)
        total = total + key
        output.append(query @ matrix / (query @ total))
    return np.stack(output)

# %% right: accumulate
def running_attention(asked, offered, V):
    from itertools import accumulate
    matrices = accumulate(np.outer(k, v) for k, v in zip(offered, V))
    totals = accumulate(offered)
    return np.array([q @ m / (q @ t) for q, m, t in zip(asked, matrices, totals)])

# %% right: np.average
def running_attention(asked, offered, V):
    rows = [np.average(V[: i + 1], axis=0, weights=offered[: i + 1] @ asked[i]) for i in range(len(V))]
    return np.array(rows)

# %% right: where and sum
def running_attention(asked, offered, V):
    n = len(V)
    products = np.where(np.arange(n)[:, None] >= np.arange(n), asked @ offered.T, 0)
    return (products @ V) / products.sum(1)[:, None]

# %% right: recursion
def running_attention(asked, offered, V):
    if len(V) == 1:
        return V.copy()
    before = running_attention(asked[:-1], offered[:-1], V[:-1])
    last = asked[-1] @ offered.T
    return np.vstack([before, last @ V / last.sum()])

# %% right: a class for the memory
class Memory:
    def __init__(self, d_k, d_v):
        self.matrix, self.total = np.zeros((d_k, d_v)), np.zeros(d_k)

    def read(self, key, value):
        self.matrix += key[:, np.newaxis] @ value[np.newaxis]
        self.total += key

    def ask(self, query):
        return (query @ self.matrix) / (query @ self.total)


def running_attention(asked, offered, V):
    memory = Memory(offered.shape[1], V.shape[1])
    output = []
    for i in range(len(V)):
        memory.read(offered[i], V[i])
        output.append(memory.ask(asked[i]))
    return np.array(output)

# %% right: weights of each row in turn
def running_attention(asked, offered, V):
    output = np.empty(V.shape)
    for i, query in enumerate(asked):
        w = offered[: i + 1] @ query
        output[i] = (w / w.sum()) @ V[: i + 1]
    return output

# %% wrong: past-forgotten | only the divisor mended | like: the starter mended
-    matrix, total = np.zeros((offered.shape[1], V.shape[1])), np.zeros(offered.shape[1])
+    total = np.zeros(offered.shape[1])
-        matrix = matrix + np.outer(key, value)
+        matrix = np.outer(key, value)
# %% wrong: divided-by-sum-of-keys | only the matrix mended | like: the starter mended
-        output.append(query @ matrix / (query @ total))
+        output.append(query @ matrix / total.sum())

# %% wrong: never-divided | no division
def running_attention(asked, offered, V):
    matrix = np.zeros((offered.shape[1], V.shape[1]))
    output = []
    for query, key, value in zip(asked, offered, V):
        matrix = matrix + np.outer(key, value)
        output.append(query @ matrix)
    return np.array(output)

# %% wrong: divided-by-count | a mean
def running_attention(asked, offered, V):
    matrix = np.zeros((offered.shape[1], V.shape[1]))
    output = []
    for i in range(len(V)):
        matrix = matrix + np.outer(offered[i], V[i])
        output.append(asked[i] @ matrix / (i + 1))
    return np.array(output)

# %% wrong: total-forgotten | total = key | like: no division
-        output.append(query @ matrix)
+        total = key
+        output.append(query @ matrix / (query @ total))

# %% wrong: future-visible | all at once
def running_attention(asked, offered, V):
    matrix = offered.T @ V
    total = offered.sum(axis=0)
    return (asked @ matrix) / (asked @ total)[:, None]

# %% wrong: query-in-the-sums | the query stored | like: the starter mended
-        matrix = matrix + np.outer(key, value)
+        matrix = matrix + np.outer(query, value)
# %% wrong: key-asks | keys only | like: the starter mended
-    for query, key, value in zip(asked, offered, V):
+    for key, value in zip(offered, V):
-        output.append(query @ matrix / (query @ total))
+        output.append(key @ matrix / (key @ total))

# %% wrong: past-forgotten, total-forgotten | each word by itself
def running_attention(asked, offered, V):
    output = []
    for query, key, value in zip(asked, offered, V):
        matrix, total = np.outer(key, value), key
        output.append(query @ matrix / (query @ total))
    return np.array(output)

# %% wrong: softmax-of-products | ordinary attention
def running_attention(asked, offered, V):
    products = asked @ offered.T
    products[~np.tri(len(V), dtype=bool)] = -np.inf
    weights = np.exp(products)
    return weights / weights.sum(axis=1, keepdims=True) @ V

# %% wrong: return-missing | the list is lost | like: the starter mended
-    matrix, total = np.zeros((offered.shape[1], V.shape[1])), np.zeros(offered.shape[1])
+    matrix, total = 0, 0
-    return np.array(output)

# %% wrong: itself-missing-above | the total first, the matrix last
def running_attention(asked, offered, V):
    matrix, total = np.zeros((offered.shape[1], V.shape[1])), np.zeros(offered.shape[1])
    output = []
    for query, key, value in zip(asked, offered, V):
        total = total + key
        output.append(query @ matrix / (query @ total))
        matrix = matrix + np.outer(key, value)
    return np.array(output)

# %% unnamed | divides by the root of d_k too
def running_attention(asked, offered, V):
    weights = np.tril(asked @ offered.T / np.sqrt(asked.shape[1]))
    return weights / (1 + weights.sum(axis=-1, keepdims=True)) @ V

# %% unnamed | columns that sum to 1
def running_attention(asked, offered, V):
    weights = np.tril(asked @ offered.T)
    return weights / weights.sum(axis=0) @ V

# %% unnamed | the matrix decays by half | like: the starter mended
-    matrix, total = np.zeros((offered.shape[1], V.shape[1])), np.zeros(offered.shape[1])
+    matrix, total = 0, 0
-        matrix = matrix + np.outer(key, value)
+        matrix = matrix / 2 + np.outer(key, value)
# %% wrong: itself-missing-below | the matrix first, the total last | like: only the matrix mended
-        matrix = matrix + np.outer(key, value)
+        matrix = matrix + np.outer(key, value)
+        output.append(query @ matrix / (query @ total))
-        output.append(query @ matrix / total.sum())
# %% wrong: outer-the-wrong-way-round | value first | like: the starter mended
-        matrix = matrix + np.outer(key, value)
+        matrix = matrix + np.outer(value, key)
# %% wrong: product-number-by-number | a star | like: the starter mended
-        matrix = matrix + np.outer(key, value)
+        matrix = matrix + key * value
# %% wrong: dot-product-added | an at | like: the starter mended
-        matrix = matrix + np.outer(key, value)
+        matrix = matrix + key @ value

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: sums-multiplied | sum times sum
def running_attention(asked, offered, V):
    matrix, total = np.zeros((offered.shape[1], V.shape[1])), np.zeros(offered.shape[1])
    output = []
    for query, key, value in zip(asked, offered, V, strict=True):
        matrix = matrix + np.outer(key, value)
        total = total + key
        upper = query @ matrix
        lower = query.sum() * total.sum()
        output.append(upper / lower)
    return np.array(output)

# %% wrong: itself-missing | added at the end, zeros for the first
def running_attention(asked, offered, V):
    matrix, total = np.zeros((offered.shape[1], V.shape[1])), np.zeros(offered.shape[1])
    output = []
    for query, key, value in zip(asked, offered, V, strict=True):
        upper = query @ matrix
        lower = query @ total
        output.append(upper / lower if lower > 0 else np.zeros(V.shape[1]))
        matrix = matrix + np.outer(key, value)
        total = total + key
    return np.array(output)

# %% wrong: total-of-all-keys | The weights are divided by the products with all keys of the text, later ones included, so those of an early word do not sum to 1 | like: total = key
-    matrix = np.zeros((offered.shape[1], V.shape[1]))
+    matrix, total = np.zeros((offered.shape[1], V.shape[1])), offered.sum(axis=0)
-    for query, key, value in zip(asked, offered, V):
+    for query, key, value in zip(asked, offered, V, strict=True):
-        total = key
