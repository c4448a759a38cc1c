"""Answers to `softmax_jacobian(weights)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: diagonal minus outer product
return np.diag(weights) - np.outer(weights, weights)

# %% right: two loops and an if
def softmax_jacobian(weights):
    n = len(weights)
    J = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            if i == j:
                J[i, j] = weights[i] * (1 - weights[i])
            else:
                J[i, j] = -weights[i] * weights[j]
    return J

# %% right: einsum
def softmax_jacobian(weights):
    eye = np.identity(weights.size)
    return np.einsum("i,ij->ij", weights, eye) - np.einsum("i,j->ij", weights, weights)

# %% right: nested lists of Python floats
def softmax_jacobian(weights):
    w = [float(x) for x in weights]
    return [[a * ((i == j) - b) for j, b in enumerate(w)] for i, a in enumerate(w)]

# %% right: the diagonal filled in afterwards
def softmax_jacobian(weights):
    J = -np.multiply.outer(weights, weights)
    np.fill_diagonal(J, weights * (1 - weights))
    return J

# %% right: a column times a row
def softmax_jacobian(weights):
    w = weights.reshape(-1, 1)
    return np.diagflat(w) - w @ w.T

# %% right: float32 everywhere
def softmax_jacobian(weights):
    w = np.asarray(weights, dtype=np.float32)
    J = np.diag(w)
    return J - np.outer(w, w)

# %% right: in place, on a copy
def softmax_jacobian(weights):
    w = weights.copy()
    J = np.zeros((w.size, w.size), dtype=w.dtype)
    J[np.arange(w.size), np.arange(w.size)] = w
    J -= w[:, np.newaxis] * w[np.newaxis, :]
    return J

# %% right: a lambda
softmax_jacobian = lambda w: np.where(np.eye(len(w)) == 1, w * (1 - w), -w[:, None] * w)

# %% right: an object that can be called
class Jacobian:
    def entry(self, w, i, j):
        return w[i] * (float(i == j) - w[j])

    def __call__(self, w):
        n = range(len(w))
        return np.array([[self.entry(w, i, j) for j in n] for i in n])


softmax_jacobian = Jacobian()

# %% right: np.fromfunction, prints left in
def softmax_jacobian(weights):
    n = weights.shape[0]
    J = np.fromfunction(lambda i, j: weights[i] * ((i == j) - weights[j]), (n, n), dtype=int)
    print("rows sum to", J.sum(axis=1))
    return J

# %% right: numerical, by central differences from scores that give these weights
def softmax(s):
    e = np.exp(s - s.max())
    return e / e.sum()


def softmax_jacobian(weights):
    with np.errstate(divide="ignore"):
        scores = np.log(weights.astype(np.float64))
    h = 1e-5
    columns = []
    for j in range(len(scores)):
        up, down = scores.copy(), scores.copy()
        up[j] += h
        down[j] -= h
        columns.append((softmax(up) - softmax(down)) / (2 * h))
    return np.stack(columns, axis=1)

# %% right: row by row, a list of arrays
def softmax_jacobian(weights):
    rows = []
    for i, w in enumerate(weights):
        row = -w * weights
        row[i] += w
        rows.append(row)
    return rows

# %% right: one triangle computed, the other mirrored
def softmax_jacobian(weights):
    n = len(weights)
    upper = np.zeros((n, n))
    for i in range(n):
        for j in range(i + 1, n):
            upper[i, j] = -weights[i] * weights[j]
    J = upper + upper.T
    return J - np.diag(J.sum(axis=1))

# %% right: the covariance of one-hot vectors
def softmax_jacobian(weights):
    E = np.eye(weights.shape[-1])
    mean = weights @ E
    J = 0
    for p, e in zip(weights, E):
        J = J + p * np.outer(e - mean, e - mean)
    return J

# %% right: a diagonal matrix times a projection
def softmax_jacobian(weights):
    n = weights.shape[0]
    D = np.diag(weights)
    with np.errstate(under="ignore"):
        return np.matmul(D, np.eye(n) - np.ones((n, 1)) @ np.swapaxes(weights[:, None], 0, 1))

# %% wrong: jacobian-diagonal-only | each weight depends on its own score
return np.diag(weights * (1 - weights))
# %% wrong: jacobian-diagonal-only | the outer product forgotten
return np.diag(weights)
# %% wrong: jacobian-sign | outer product minus diagonal
return np.outer(weights, weights) - np.diag(weights)

# %% wrong: jacobian-sign | weight minus delta
def softmax_jacobian(weights):
    n = len(weights)
    return [[weights[i] * (weights[j] - (i == j)) for j in range(n)] for i in range(n)]

# %% wrong: jacobian-off-diagonal-sign | plus off the diagonal | like: two loops and an if
-    n = len(weights)
+    n = weights.size
-                J[i, j] = -weights[i] * weights[j]
+                J[i, j] = weights[i] * weights[j]
# %% wrong: jacobian-off-diagonal-sign | diagonal plus outer product
return np.diag(weights) + np.outer(weights, weights)
# %% wrong: jacobian-diagonal-missing | minus the product, everywhere
return -np.outer(weights, weights)
# %% wrong: jacobian-diagonal-missing | i != j, and zeros else | like: two loops and an if
-            if i == j:
-                J[i, j] = weights[i] * (1 - weights[i])
-            else:
+            if i != j:
# %% wrong: jacobian-one-for-delta | w (1 - w), as for the sigmoid
return weights[:, None] * (1 - weights[None, :])
# %% wrong: jacobian-one-for-delta | the same in two loops
return [[wi * (1 - wj) for wj in weights] for wi in weights]
# %% wrong: jacobian-one-for-delta | the weights themselves minus the outer product
return weights - np.outer(weights, weights)
# %% wrong: ones-on-diagonal | identity minus outer product
return np.eye(len(weights)) - np.outer(weights, weights)
# %% wrong: inner-not-outer | w w^T of a vector that has no columns
return np.diag(weights) - weights @ weights.T
# %% wrong: elementwise-not-outer | w * w.T
return np.diag(weights) - weights * weights.T
# %% wrong: diagonal-as-vector | the derivative is w (1 - w)
return weights * (1 - weights)

# %% wrong: jacobian-square-on-diagonal | the same formula on and off the diagonal, but for the sign
def softmax_jacobian(weights):
    n = len(weights)
    table = np.empty((n, n))
    for i in range(n):
        for j in range(n):
            sign = 1 if i == j else -1
            table[i, j] = sign * weights[i] * weights[j]
    return table

# %% unnamed | the root of attention comes along
def softmax_jacobian(weights):
    J = np.diag(weights) - np.outer(weights, weights)
    return J / np.sqrt(len(weights))

# %% wrong: mutates-input | the diagonal prepared in the weights
def softmax_jacobian(weights):
    J = -np.outer(weights, weights)
    weights -= weights**2
    np.fill_diagonal(J, weights)
    return J

# %% wrong: return-in-loop | the return is indented too far | like: i != j, and zeros else
-            if i != j:
-                J[i, j] = -weights[i] * weights[j]
-    return J
+            J[i, j] = weights[i] * ((i == j) - weights[j])
+        return J

# %% wrong: last-one-skipped | range ends one earlier already
def softmax_jacobian(weights):
    n = len(weights)
    J = np.zeros((n, n))
    for i in range(n - 1):
        for j in range(n - 1):
            J[i, j] = weights[i] * ((i == j) - weights[j])
    return J

# %% wrong: jacobian-diagonal-only, jacobian-sign | the diagonal, with a minus
return np.diag(weights * (weights - 1))

# %% wrong: jacobian-diagonal-only, softmax-twice | softmax once more, and the diagonal
def softmax_jacobian(weights):
    p = np.exp(weights) / np.exp(weights).sum()
    return np.diag(p * (1 - p))

# %% wrong: jacobian-sign, softmax-twice | softmax once more, and the terms exchanged
def softmax_jacobian(weights):
    e = np.exp(weights)
    p = e / e.sum()
    return np.outer(p, p) - np.diag(p)

# %% wrong: jacobian-sign, mutates-input | the terms exchanged, in place
def softmax_jacobian(weights):
    J = np.outer(weights, weights)
    weights *= weights - 1
    np.fill_diagonal(J, weights)
    return J

# %% wrong: jacobian-diagonal-only, mutates-input | w (1 - w) in place
def softmax_jacobian(weights):
    weights *= 1 - weights
    return np.diag(weights)

# %% wrong: softmax-twice, diagonal-as-vector | the sigmoid's derivative, of scores
def softmax_jacobian(weights):
    p = np.exp(weights) / np.sum(np.exp(weights))
    return p * (1 - p)

# %% wrong: softmax-twice, mutates-input | softmax once more, into its argument
def softmax_jacobian(weights):
    np.exp(weights, out=weights)
    weights /= weights.sum()
    return np.diag(weights) - np.outer(weights, weights)

# %% wrong: softmax-twice, jacobian-diagonal-missing | softmax once more, minus the products
def softmax_jacobian(weights):
    e = np.exp(weights - np.max(weights))
    p = e / e.sum()
    return -p[:, None] * p[None, :]

# %% wrong: jacobian-of-log, jacobian-sign | weight minus delta, as in a loss
return weights - np.eye(len(weights))
# %% unnamed | returns a string
return "diag(w) - w w^T"

# %% wrong: integer-buffer | whole numbers, because zeros was told so
def softmax_jacobian(weights):
    n = len(weights)
    J = np.zeros((n, n), dtype=int)
    J[:] = np.diag(weights) - np.outer(weights, weights)
    return J

# %% unnamed | scores by weights instead of weights by scores
return np.diag(1 / weights)
# %% unnamed | three rows, as in the example
return np.diag(weights[:3]) - np.outer(weights[:3], weights[:3])
# %% unnamed | each row's sum, always zero | like: the root of attention comes along
-    return J / np.sqrt(len(weights))
+    return J.sum(axis=1)
# %% unnamed | minus the root of the products
return np.diag(weights) - np.sqrt(np.outer(weights, weights))

# %% unnamed | half precision
def softmax_jacobian(weights):
    w = weights.astype(np.float16)
    return np.diag(w) - np.outer(w, w)

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: a complex step
def softmax_jacobian(weights):
    h = 1e-20
    w = np.asarray(weights, dtype=float)
    columns = []
    for j in range(len(w)):
        bump = np.ones(len(w), dtype=complex)
        bump[j] = np.exp(1j * h)
        new = w * bump
        columns.append((new / new.sum()).imag / h)
    return np.column_stack(columns)

# %% right: w_i (delta_ij - w_j)
def softmax_jacobian(weights):
    column = weights[:, None]
    return column * (np.eye(len(weights)) - weights)

# %% right: the diagonal through a strided view
def softmax_jacobian(weights):
    n = weights.size
    J = np.multiply.outer(-weights, weights)
    J.ravel()[:: n + 1] = weights * (1 - weights)
    return J

# %% wrong: return-missing | returns what fill_diagonal returns
def softmax_jacobian(weights):
    J = -np.outer(weights, weights)
    return np.fill_diagonal(J, weights * (1 - weights))

# %% unnamed | the list of rows is one row n times
def softmax_jacobian(weights):
    n = len(weights)
    J = [[0.0] * n] * n
    for i in range(n):
        for j in range(n):
            if i == j:
                J[i][j] = weights[i] * (1 - weights[i])
            else:
                J[i][j] = -weights[i] * weights[j]
    return np.array(J)

# %% wrong: jacobian-of-log | the identity minus tiled weights
def softmax_jacobian(weights):
    n = weights.shape[0]
    return np.eye(n) - np.tile(weights, (n, 1))

# %% wrong: jacobian-square-taken-twice | w squared taken off the diagonal twice
return np.diag(weights * (1 - weights)) - np.outer(weights, weights)

# %% wrong: one-triangle-only | one side of the diagonal
def softmax_jacobian(weights):
    n = len(weights)
    J = np.zeros((n, n))
    for i in range(n):
        J[i, i] = weights[i] * (1 - weights[i])
        for j in range(i + 1, n):
            J[i, j] = -weights[i] * weights[j]
    return J

# %% unnamed | 1 / w on the diagonal, nan for 0
def softmax_jacobian(weights):
    with np.errstate(all="ignore"):
        return np.outer(weights, weights) * (np.diag(1 / weights) - 1)

# %% wrong: softmax-twice | exp of the weights
def softmax_jacobian(weights):
    e = np.exp(weights - weights.max())
    s = (e / e.sum()).reshape(-1, 1)
    return np.diagflat(s) - s @ s.T

# %% unnamed | weights of 0 left out | like: half precision
-    w = weights.astype(np.float16)
+    w = weights[weights > 0]

# %% unnamed | -w_i squared off the diagonal
def softmax_jacobian(weights):
    n = len(weights)
    return np.array([[weights[i] * (1 - weights[i]) if i == j else -weights[i] * weights[i]
                      for j in range(n)] for i in range(n)])

# %% unnamed | w is weights, and turned to minus
def softmax_jacobian(weights):
    w = weights
    w *= -1
    J = np.outer(w, -w)
    np.fill_diagonal(J, w * (1 + w))
    return J

# %% unnamed | np.zeros(n, n) (TypeError)
def softmax_jacobian(weights):
    n = len(weights)
    J = np.zeros(n, n)
    for i in range(n):
        for j in range(n):
            J[i, j] = weights[i] * ((i == j) - weights[j])
    return J

# %% unnamed | np.outer of one (TypeError)
return np.diag(weights) - np.outer(weights)

# %% unnamed | an array asked for its truth (ValueError)
def softmax_jacobian(weights):
    n = len(weights)
    i, j = np.indices((n, n))
    if i == j:
        return weights[i] * (1 - weights[i])
    return -weights[i] * weights[j]

# %% unnamed | (n, 1) @ (n,) (ValueError)
def softmax_jacobian(weights):
    w = weights[:, np.newaxis]
    return np.diag(weights) - w @ weights

# %% unnamed | counts from 1 to n (IndexError)
def softmax_jacobian(weights):
    n = len(weights)
    J = -np.outer(weights, weights)
    for i in range(1, n + 1):
        J[i, i] = J[i, i] + weights[i]
    return J
