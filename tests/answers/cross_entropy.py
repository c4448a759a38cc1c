"""Answers to `cross_entropy(logits, targets)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: log-sum-exp, fancy index
def cross_entropy(logits, targets):
    n = len(targets)
    shifted = logits - logits.max(axis=1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    loss = -log_p[np.arange(n), targets].mean()
    d_logits = np.exp(log_p)
    d_logits[np.arange(n), targets] -= 1
    return loss, d_logits / n

# %% right: one-hot
def cross_entropy(logits, targets):
    n, V = logits.shape
    onehot = np.eye(V)[targets]
    m = logits.max(axis=-1, keepdims=True)
    lse = m + np.log(np.sum(np.exp(logits - m), axis=-1, keepdims=True))
    loss = np.sum(onehot * (lse - logits)) / n
    return loss, (np.exp(logits - lse) - onehot) / n

# %% right: a loop over the guesses
def cross_entropy(logits, targets):
    n, V = logits.shape
    total = 0.0
    grad = np.zeros((n, V))
    for i in range(n):
        row = logits[i] - np.max(logits[i])
        e = np.exp(row)
        total += np.log(e.sum()) - row[targets[i]]
        grad[i] = e / e.sum()
        grad[i, targets[i]] -= 1.0
    return total / n, grad / n

# %% right: the Jacobian of softmax written out, times the gradient by log chances
def cross_entropy(logits, targets):
    n, V = logits.shape
    x = logits - logits.max(1)[:, None]
    log_p = x - np.log(np.exp(x).sum(1))[:, None]
    p = np.exp(log_p)
    losses, rows = [], []
    for i, t in enumerate(targets):
        losses.append(-log_p[i, t])
        jacobian_of_log = np.eye(V) - p[i][None, :]  # d log p_a / d logit_b
        rows.append(-jacobian_of_log[t] / n)
    return float(np.mean(losses)), np.array(rows)

# %% right: take_along_axis
def cross_entropy(logits, targets):
    index = targets[:, None]
    top = np.max(logits, axis=-1, keepdims=True)
    exps = np.exp(logits - top)
    sums = exps.sum(axis=-1, keepdims=True)
    right = np.take_along_axis(logits - top, index, axis=-1)
    loss = (np.log(sums) - right).mean()
    grad = exps / sums
    np.put_along_axis(grad, index, np.take_along_axis(grad, index, -1) - 1, axis=-1)
    return loss, grad / len(logits)

# %% right: logaddexp, the exponential of the log chances
def cross_entropy(logits, targets):
    log_z = np.logaddexp.reduce(logits, axis=1)
    rows = np.arange(logits.shape[0])
    loss = np.average(log_z - logits[rows, targets])
    d = np.exp(logits - log_z[:, np.newaxis]) / rows.size
    d[rows, targets] -= 1 / rows.size
    return loss, d

# %% right: einsum, and a boolean one-hot
def cross_entropy(logits, targets):
    hot = targets[:, None] == np.arange(logits.shape[1])
    safe = logits - logits.max(axis=1, keepdims=True)
    log_p = safe - np.log(np.einsum("nv->n", np.exp(safe)))[:, None]
    loss = -np.einsum("nv,nv->", hot.astype(float), log_p) / len(hot)
    return loss, (np.exp(log_p) - hot) / len(hot)

# %% right: a global maximum is not enough for rows far apart, so one of each row; plain Python
import math


def cross_entropy(logits, targets):
    grads, loss = [], 0
    for row, t in zip(logits.tolist(), targets.tolist()):
        biggest = max(row)
        exps = [math.exp(z - biggest) for z in row]
        s = sum(exps)
        loss += biggest + math.log(s) - row[t]
        grads.append([(e / s - (j == t)) / len(targets) for j, e in enumerate(exps)])
    return loss / len(targets), np.array(grads)

# %% right: a helper for log softmax, np.subtract.at
def log_softmax(z):
    z = z - z.max(axis=-1, keepdims=True)
    return z - np.log(np.exp(z).sum(axis=-1, keepdims=True))


def cross_entropy(logits, targets):
    lp = log_softmax(np.asarray(logits))
    d = np.exp(lp)
    np.subtract.at(d, (np.arange(len(d)), targets), 1)
    return -np.mean([lp[i, t] for i, t in enumerate(targets)]), d / len(d)

# %% right: float64 inside, the mean by a dot product with ones
def cross_entropy(logits, targets):
    z = np.array(logits, dtype=np.float64)
    z -= z.max(axis=1, keepdims=True)
    w = np.ones(len(z)) / len(z)
    lse = np.log(np.exp(z).sum(axis=1))
    d = np.exp(z - lse[:, None])
    d[range(len(z)), targets] -= 1
    return w @ (lse - z[range(len(z)), targets]), w[:, None] * d

# %% wrong: log-of-tiny-chance | softmax first, then the log
def cross_entropy(logits, targets):
    n = len(targets)
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    p = e / e.sum(axis=1, keepdims=True)
    loss = -np.log(p[np.arange(n), targets]).mean()
    p[np.arange(n), targets] -= 1
    return loss, p / n

# %% wrong: log-of-tiny-chance | with one-hot
def cross_entropy(logits, targets):
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    p = e / e.sum(axis=1, keepdims=True)
    y = np.eye(logits.shape[1])[targets]
    return -(y * np.log(p)).sum() / len(y), (p - y) / len(y)

# %% wrong: log-of-tiny-chance | the usual epsilon
def cross_entropy(logits, targets):
    n = len(targets)
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    p = e / e.sum(axis=1, keepdims=True)
    loss = -np.mean(np.log(p[np.arange(n), targets] + 1e-12))
    d = p.copy()
    d[np.arange(n), targets] -= 1
    return loss, d / n

# %% wrong: log-of-tiny-chance | clip as in Keras
def cross_entropy(logits, targets):
    e = np.exp(logits - np.max(logits, axis=-1, keepdims=True))
    p = e / np.sum(e, axis=-1, keepdims=True)
    y = np.eye(logits.shape[1])[targets]
    q = np.clip(p, 1e-9, 1.0)
    return -np.sum(y * np.log(q)) / len(targets), (p - y) / len(targets)

# %% wrong: softmax-overflow | the formula as it is in the book
def cross_entropy(logits, targets):
    n = len(targets)
    p = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    loss = -np.log(p[np.arange(n), targets]).mean()
    d = p.copy()
    d[np.arange(n), targets] -= 1
    return loss, d / n

# %% wrong: softmax-overflow | log-sum-exp without the maximum
def cross_entropy(logits, targets):
    n = len(targets)
    total = np.exp(logits).sum(axis=1, keepdims=True)
    loss = (np.log(total)[:, 0] - logits[np.arange(n), targets]).mean()
    d = np.exp(logits) / total
    d[np.arange(n), targets] -= 1
    return loss, d / n

# %% wrong: not-averaged | sum, and its gradient
def cross_entropy(logits, targets):
    rows = np.arange(len(targets))
    z = logits - logits.max(axis=1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
    d = np.exp(log_p)
    d[rows, targets] -= 1
    return -log_p[rows, targets].sum(), d

# %% wrong: not-averaged | the loss alone | like: sum, and its gradient
-    return -log_p[rows, targets].sum(), d
+    return -sum(log_p[rows, targets]), d / len(rows)

# %% wrong: averaged-over-answers | mean of the one-hot product
def cross_entropy(logits, targets):
    z = logits - logits.max(axis=1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
    y = np.eye(logits.shape[1])[targets]
    return -(y * log_p).mean(), (np.exp(log_p) - y) / len(y)

# %% wrong: averaged-over-answers | both by size | like: mean of the one-hot product
-    return -(y * log_p).mean(), (np.exp(log_p) - y) / len(y)
+    return np.mean(-y * log_p), (np.exp(log_p) - y) / logits.size
# %% wrong: loss-for-each-guess | forgot the mean | like: sum, and its gradient
-    return -log_p[rows, targets].sum(), d
+    return -log_p[rows, targets], d / len(rows)

# %% wrong: loss-for-each-guess | one-hot, nothing added up
def cross_entropy(logits, targets):
    one_hot = np.eye(logits.shape[1])[targets]
    z = logits - logits.max(axis=1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
    return -one_hot * log_p, (np.exp(log_p) - one_hot) / len(one_hot)

# %% wrong: loss-for-each-guess, log-of-tiny-chance | one-hot times log of softmax
def cross_entropy(logits, targets):
    one_hot = np.eye(logits.shape[1])[targets]
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    p = e / e.sum(axis=1, keepdims=True)
    return -one_hot * np.log(p), (p - one_hot) / len(one_hot)

# %% wrong: log-base-2 | bits, as in information theory
def cross_entropy(logits, targets):
    rows = np.arange(len(targets))
    z = logits - logits.max(axis=1, keepdims=True)
    total = np.exp(z).sum(axis=1, keepdims=True)
    log_p = z / np.log(2) - np.log2(total)
    d = np.exp(z) / total
    d[rows, targets] -= 1
    return -log_p[rows, targets].mean(), d / len(rows)

# %% wrong: log-base-2, log-of-tiny-chance | log2 of softmax
def cross_entropy(logits, targets):
    rows = np.arange(len(targets))
    z = np.exp(logits - logits.max(axis=1, keepdims=True))
    p = z / z.sum(axis=1, keepdims=True)
    loss = -np.log2(p[rows, targets]).mean()
    p[rows, targets] -= 1
    return loss, p / len(rows)

# %% wrong: log-base-10, log-of-tiny-chance | log10 | like: log2 of softmax
-    loss = -np.log2(p[rows, targets]).mean()
+    loss = -np.log10(p[rows, targets]).mean()
# %% wrong: log-base-10 | divides by ln 10 | like: sum, and its gradient
-    return -log_p[rows, targets].sum(), d
+    return -log_p[rows, targets].mean() / np.log(10), d / len(rows)
# %% wrong: sign-missing | the mean log chance | like: sum, and its gradient
-    return -log_p[rows, targets].sum(), d
+    return log_p[rows, targets].mean(), d / len(rows)
# %% wrong: sign-missing, gradient-sign | likelihood, to go uphill | like: mean of the one-hot product
-    return -(y * log_p).mean(), (np.exp(log_p) - y) / len(y)
+    return (y * log_p).sum() / len(y), (y - np.exp(log_p)) / len(y)

# %% wrong: log-missing | the chance of being wrong
def cross_entropy(logits, targets):
    rows = np.arange(len(targets))
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    p = e / e.sum(axis=1, keepdims=True)
    loss = np.mean(1 - p[rows, targets])
    p[rows, targets] -= 1
    return loss, p / len(rows)

# %% wrong: log-missing | minus the mean chance | like: the chance of being wrong
-    loss = np.mean(1 - p[rows, targets])
+    loss = -p[rows, targets].mean()

# %% wrong: total-missing | minus the right logit, shifted
def cross_entropy(logits, targets):
    rows = np.arange(len(targets))
    z = logits - logits.max(axis=1, keepdims=True)
    p = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
    loss = -z[rows, targets].mean()
    p[rows, targets] -= 1
    return loss, p / len(rows)

# %% wrong: every-pair-taken | a colon for all rows | like: sum, and its gradient
-    rows = np.arange(len(targets))
+    n = len(targets)
-    d[rows, targets] -= 1
-    return -log_p[rows, targets].sum(), d
+    d[:, targets] -= 1
+    return -log_p[:, targets].mean(), d / n
# %% wrong: every-pair-taken | in the gradient alone | like: a colon for all rows
-    return -log_p[:, targets].mean(), d / n
+    return -log_p[np.arange(n), targets].mean(), d / n
# %% wrong: targets-counted-from-one | answers 1 to V | like: sum, and its gradient
-    d[rows, targets] -= 1
-    return -log_p[rows, targets].sum(), d
+    d[rows, targets - 1] -= 1
+    return -log_p[rows, targets - 1].mean(), d / len(rows)
# %% wrong: gradient-not-averaged | the gradient of the lecture, for one guess | like: sum, and its gradient
-    return -log_p[rows, targets].sum(), d
+    return -log_p[rows, targets].mean(), d
# %% wrong: one-not-subtracted | chances over n | like: sum, and its gradient
-    d = np.exp(log_p)
-    d[rows, targets] -= 1
-    return -log_p[rows, targets].sum(), d
+    return -log_p[rows, targets].mean(), np.exp(log_p) / len(rows)
# %% wrong: one-not-divided | divides too early | like: a colon for all rows
-    d = np.exp(log_p)
-    d[:, targets] -= 1
-    return -log_p[:, targets].mean(), d / n
+    d = np.exp(log_p) / n
+    d[np.arange(n), targets] -= 1
+    return -log_p[np.arange(n), targets].mean(), d
# %% wrong: gradient-sign | target minus prediction | like: chances over n
-    rows = np.arange(len(targets))
+    n, V = logits.shape
-    return -log_p[rows, targets].mean(), np.exp(log_p) / len(rows)
+    y = np.eye(V)[targets]
+    return -(y * log_p).sum() / n, (y - np.exp(log_p)) / n

# %% wrong: right-answer-only | only where the loss looks
def cross_entropy(logits, targets):
    n, V = logits.shape
    z = logits - logits.max(axis=1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
    d = np.zeros((n, V))
    rows = np.arange(n)
    d[rows, targets] = np.exp(log_p[rows, targets]) - 1
    return -log_p[rows, targets].mean(), d / n

# %% wrong: right-answer-only | minus one at the target, as for log chances | like: chances over n
-    rows = np.arange(len(targets))
+    n, V = logits.shape
-    return -log_p[rows, targets].mean(), np.exp(log_p) / len(rows)
+    return -log_p[np.arange(n), targets].mean(), -np.eye(V)[targets] / n

# %% wrong: gradient-of-chances | stops at the chances
def cross_entropy(logits, targets):
    n, V = logits.shape
    rows = np.arange(n)
    z = logits - logits.max(axis=1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
    p = np.exp(log_p)
    d = np.zeros_like(p)
    d[rows, targets] = -1 / p[rows, targets]
    return -log_p[rows, targets].mean(), d / n

# %% wrong: targets-as-numbers | p minus y | like: a colon for all rows
-    d = np.exp(log_p)
-    d[:, targets] -= 1
-    return -log_p[:, targets].mean(), d / n
+    return -log_p[np.arange(n), targets].mean(), (np.exp(log_p) - targets[:, None]) / n
# %% wrong: returned-in-wrong-order | gradient first | like: sum, and its gradient
-    return -log_p[rows, targets].sum(), d
+    return d / len(rows), -log_p[rows, targets].mean()
# %% wrong: gradient-not-returned | only the loss | like: chances over n
-    return -log_p[rows, targets].mean(), np.exp(log_p) / len(rows)
+    return -log_p[rows, targets].mean()
# %% wrong: chances-returned | the loss and the probabilities | like: chances over n
-    return -log_p[rows, targets].mean(), np.exp(log_p) / len(rows)
+    return -log_p[rows, targets].mean(), np.exp(log_p)

# %% wrong: softmax-over-guesses | axis 0
def cross_entropy(logits, targets):
    rows = np.arange(len(targets))
    z = logits - logits.max(axis=0)
    log_p = z - np.log(np.exp(z).sum(axis=0))
    d = np.exp(log_p)
    d[rows, targets] -= 1
    return -log_p[rows, targets].mean(), d / len(rows)

# %% wrong: softmax-over-everything, log-of-tiny-chance | no axis at all
def cross_entropy(logits, targets):
    rows = np.arange(len(targets))
    e = np.exp(logits - logits.max())
    p = e / e.sum()
    loss = -np.log(p[rows, targets]).mean()
    p[rows, targets] -= 1
    return loss, p / len(rows)

# %% wrong: softmax-over-everything | one log-sum-exp | like: axis 0
-    z = logits - logits.max(axis=0)
-    log_p = z - np.log(np.exp(z).sum(axis=0))
+    z = logits - logits.max()
+    log_p = z - np.log(np.exp(z).sum())
# %% wrong: keepdims-missing | in the sum alone (ValueError) | like: sum, and its gradient
-    log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
+    log_p = z - np.log(np.exp(z).sum(axis=1))
-    return -log_p[rows, targets].sum(), d
+    return -log_p[rows, targets].mean(), d / len(rows)

# %% wrong: softmax-twice | the function of lesson 3 on top
def cross_entropy(logits, targets):
    def softmax(a):
        e = np.exp(a - a.max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True)

    rows = np.arange(len(targets))
    p = softmax(softmax(logits))
    loss = -np.log(p[rows, targets]).mean()
    p[rows, targets] -= 1
    return loss, p / len(rows)

# %% wrong: mutates-input | subtracts the maximum in place | like: axis 0
-    z = logits - logits.max(axis=0)
-    log_p = z - np.log(np.exp(z).sum(axis=0))
+    logits -= logits.max(axis=1, keepdims=True)
+    log_p = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
# %% unnamed | label smoothing, as a default of another library | like: chances over n
-    rows = np.arange(len(targets))
+    n, V = logits.shape
-    return -log_p[rows, targets].mean(), np.exp(log_p) / len(rows)
+    y = 0.9 * np.eye(V)[targets] + 0.1 / V
+    return -(y * log_p).sum() / n, (np.exp(log_p) - y) / n
# %% unnamed | targets taken for one-hot rows (ValueError) | like: a colon for all rows
-    d = np.exp(log_p)
-    d[:, targets] -= 1
-    return -log_p[:, targets].mean(), d / n
+    return -(targets * log_p).sum() / n, (np.exp(log_p) - targets) / n

# %% wrong: divided-by-answers | V for n, in the gradient | like: log-sum-exp, fancy index
-    return loss, d_logits / n
+    return loss, d_logits / logits.shape[1]
# %% wrong: divided-by-answers | the last size twice | like: log-sum-exp, fancy index
-    loss = -log_p[np.arange(n), targets].mean()
+    loss = -log_p[np.arange(n), targets].sum() / log_p.shape[-1]
-    return loss, d_logits / n
+    return loss, d_logits / log_p.shape[-1]
# %% wrong: one-maximum-for-all | np.max without an axis | like: one-hot
-    m = logits.max(axis=-1, keepdims=True)
+    m = np.max(logits)

# %% wrong: one-maximum-for-all | the largest of all, and the log of a quotient
def cross_entropy(logits, targets):
    n, V = logits.shape
    y = np.eye(V)[targets]
    e = np.exp(logits - logits.max())
    p = e / e.sum(axis=1, keepdims=True)
    return -np.log(p[y == 1]).mean(), (p - y) / n

# %% wrong: one-hot-too-narrow | eye of the largest target (ValueError) | like: one-hot
-    onehot = np.eye(V)[targets]
+    onehot = np.eye(np.max(targets) + 1)[targets]
