"""Answers to `train_step(X, context, targets, W_q, W_k, rate)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: step by step
def train_step(X, context, targets, W_q, W_k, rate):
    n, root = len(targets), np.sqrt(W_q.shape[-1])
    Q, K = X @ W_q, context @ W_k
    scaled = Q @ K.T / root
    exponentials = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    loss = -np.log(weights[np.arange(n), targets]).mean()
    d_scores = weights.copy()
    d_scores[np.arange(n), targets] -= 1
    d_scores /= n * root
    d_Q = d_scores @ K
    d_K = d_scores.T @ Q
    return loss, W_q - rate * X.T @ d_Q, W_k - rate * context.T @ d_K

# %% right: one-hot targets
def train_step(X, context, targets, W_q, W_k, rate):
    def softmax(s):
        e = np.exp(s - s.max(-1, keepdims=True))
        return e / e.sum(-1, keepdims=True)

    right = np.eye(len(context))[targets]
    Q = X @ W_q
    K = context @ W_k
    d_k = Q.shape[1]
    w = softmax(Q @ K.T / d_k**0.5)
    loss = -(right * np.log(w)).sum() / len(X)
    d = (w - right) / len(X) / d_k**0.5
    return loss, W_q - rate * (X.T @ (d @ K)), W_k - rate * (context.T @ (d.T @ Q))

# %% right: through the weights and back through softmax
def train_step(X, context, targets, W_q, W_k, rate):
    n = len(targets)
    rows = np.arange(n)
    Q, K = X @ W_q, context @ W_k
    e = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    weights = e / e.sum(axis=1, keepdims=True)
    loss = np.mean(-np.log(weights[rows, targets]))
    d_weights = np.zeros_like(weights)
    d_weights[rows, targets] = -1 / weights[rows, targets] / n
    mean = (weights * d_weights).sum(axis=1, keepdims=True)
    d_scores = weights * (d_weights - mean) / np.sqrt(K.shape[1])
    d_Q, d_K = d_scores @ K, d_scores.T @ Q
    new_W_q = W_q - rate * (X.T @ d_Q)
    new_W_k = W_k - rate * (context.T @ d_K)
    return loss, new_W_q, new_W_k

# %% right: the loss by logarithms
def train_step(X, context, targets, W_q, W_k, rate):
    n = X.shape[0]
    scaled = (X @ W_q) @ (context @ W_k).T / np.sqrt(W_k.shape[1])
    totals = np.logaddexp.reduce(scaled, axis=1)
    loss = (totals - scaled[np.arange(n), targets]).mean()
    d = np.exp(scaled - totals[:, None])
    d[np.arange(n), targets] -= 1
    d = d / n / np.sqrt(W_k.shape[1])
    both = X.T @ d @ context
    return loss, W_q - rate * both @ W_k, W_k - rate * both.T @ W_q

# %% right: a loop over the queries
def train_step(X, context, targets, W_q, W_k, rate):
    n, d_k = len(X), W_q.shape[1]
    K = context @ W_k
    loss = 0.0
    d_W_q, d_W_k = np.zeros_like(W_q), np.zeros_like(W_k)
    for x, t in zip(X, targets):
        q = x @ W_q
        s = K @ q / np.sqrt(d_k)
        w = np.exp(s - s.max())
        w = w / w.sum()
        loss -= np.log(w[t]) / n
        w[t] -= 1
        w = w / np.sqrt(d_k) / n
        d_W_q += np.outer(x, w @ K)
        d_W_k += context.T @ np.outer(w, q)
    return loss, W_q - rate * d_W_q, W_k - rate * d_W_k

# %% right: every slope by nudging
def train_step(X, context, targets, W_q, W_k, rate):
    X, context, W_q, W_k = (np.asarray(a, dtype=float) for a in (X, context, W_q, W_k))

    def loss_of(W_q, W_k):
        s = X @ W_q @ (context @ W_k).T / np.sqrt(W_q.shape[1])
        return (np.log(np.exp(s).sum(1)) - s[np.arange(len(s)), targets]).mean()

    moved = []
    for place, W in enumerate((W_q, W_k)):
        slopes = np.zeros_like(W)
        for index in np.ndindex(W.shape):
            nudge = np.zeros_like(W)
            nudge[index] = 1e-4
            up = [W_q, W_k]
            down = [W_q, W_k]
            up[place] = W + nudge
            down[place] = W - nudge
            slopes[index] = (loss_of(*up) - loss_of(*down)) / 2e-4
        moved.append(W - rate * slopes)
    return loss_of(W_q, W_k), *moved

# %% right: copies that move in place
def train_step(X, context, targets, W_q, W_k, rate):
    W_q, W_k = W_q.copy(), W_k.copy()
    n, d_k = X.shape[0], W_q.shape[1]
    Q = X @ W_q
    K = context @ W_k
    scores = Q @ K.T / np.sqrt(d_k)
    scores = scores - scores.max(axis=1)[:, None]
    weights = np.exp(scores) / np.exp(scores).sum(axis=1)[:, None]
    loss = 0
    for i in range(n):
        loss += -np.log(weights[i, targets[i]])
    loss = loss / n
    for i in range(n):
        weights[i, targets[i]] -= 1
    weights = weights / n / np.sqrt(d_k)
    W_q -= rate * (X.T @ weights @ K)
    W_k -= rate * (context.T @ weights.T @ Q)
    return loss, W_q, W_k

# %% right: einsum
def train_step(X, context, targets, W_q, W_k, rate):
    Q = np.einsum("nd,dk->nk", X, W_q)
    K = np.einsum("md,dk->mk", context, W_k)
    s = np.einsum("nk,mk->nm", Q, K) / np.sqrt(W_q.shape[-1])
    w = np.exp(s) / np.exp(s).sum(axis=-1, keepdims=True)
    loss = -np.mean(np.log([w[i, t] for i, t in enumerate(targets)]))
    d = (w - (targets[:, None] == np.arange(len(context)))) / len(X) / np.sqrt(W_q.shape[-1])
    d_W_q = np.einsum("nd,nm,mk->dk", X, d, K)
    d_W_k = np.einsum("md,nm,nk->dk", context, d, Q)
    return loss, W_q - rate * d_W_q, W_k - rate * d_W_k

# %% right: two helpers
def forward(X, context, W_q, W_k):
    s = X @ W_q @ (context @ W_k).T / np.sqrt(W_q.shape[1])
    e = np.exp(s - np.max(s, axis=1, keepdims=True))
    return e / np.sum(e, axis=1, keepdims=True)


def slopes(X, context, targets, W_q, W_k):
    d = forward(X, context, W_q, W_k) - np.eye(len(context))[targets]
    d = d / np.sqrt(W_q.shape[1]) / len(targets)
    return X.T @ d @ (context @ W_k), context.T @ d.T @ (X @ W_q)


def train_step(X, context, targets, W_q, W_k, rate):
    chances = np.take_along_axis(forward(X, context, W_q, W_k), targets[:, None], axis=1)
    d_W_q, d_W_k = slopes(X, context, targets, W_q, W_k)
    return -np.log(chances).mean(), W_q - rate * d_W_q, W_k - rate * d_W_k

# %% right: the mean comes at the end
def train_step(X, context, targets, W_q, W_k, rate):
    root = np.sqrt(W_q.shape[1])
    Q, K = X @ W_q, context @ W_k
    w = np.exp(Q @ K.T / root)
    w /= w.sum(axis=1, keepdims=True)
    losses = [-np.log(w[i, t]) for i, t in enumerate(targets)]
    d = w - np.eye(w.shape[1])[targets]
    d_W_q = X.T @ d @ K / root
    d_W_k = context.T @ d.T @ Q / root
    n = len(losses)
    return sum(losses) / n, W_q - rate / n * d_W_q, W_k - rate / n * d_W_k

# %% right: the queries are scaled, not the scores
def train_step(X, context, targets, W_q, W_k, rate):
    n, d_k = len(X), W_q.shape[1]
    Q = X @ W_q / np.sqrt(d_k)
    K = context @ W_k
    S = Q @ K.T
    P = np.exp(S - S.max(axis=1, keepdims=True))
    P = P / P.sum(axis=1, keepdims=True)
    loss = -np.log(P[range(n), targets]).mean()
    P[range(n), targets] -= 1
    dS = P / n
    dQ = dS @ K / np.sqrt(d_k)
    dK = dS.T @ Q
    return loss, W_q - rate * X.T @ dQ, W_k - rate * context.T @ dK

# %% right: the whole Jacobian of each row
def train_step(X, context, targets, W_q, W_k, rate):
    n, m = len(X), len(context)
    Q, K, root = X @ W_q, context @ W_k, np.sqrt(W_q.shape[1])
    scaled = Q @ K.T / root
    weights = np.exp(scaled) / np.exp(scaled).sum(1, keepdims=True)
    d_scaled = np.zeros((n, m))
    total = 0
    for i in range(n):
        w = weights[i]
        d_w = np.zeros(m)
        d_w[targets[i]] = -1 / w[targets[i]]
        d_scaled[i] = (np.diag(w) - np.outer(w, w)) @ d_w / n
        total += -np.log(w[targets[i]]) / n
    return total, W_q - rate * X.T @ (d_scaled @ K) / root, W_k - rate * context.T @ (d_scaled.T @ Q) / root

# %% right: a list comes back
def train_step(X, context, targets, W_q, W_k, rate):
    Q, K = X @ W_q, context @ W_k
    s = Q @ K.T / np.sqrt(Q.shape[-1])
    s -= s.max(axis=-1, keepdims=True)
    log_w = s - np.log(np.exp(s).sum(axis=-1, keepdims=True))
    n = s.shape[0]
    one_hot = np.zeros_like(s)
    one_hot[np.arange(n), targets] = 1
    loss = -(log_w * one_hot).sum(axis=1).mean()
    g = (np.exp(log_w) - one_hot) / n / np.sqrt(Q.shape[-1])
    return [loss, W_q - rate * (g @ K).T.dot(X).T, W_k - rate * (g.T @ Q).T.dot(context).T]

# %% right: as a class
class Attention:
    def __init__(self, W_q, W_k):
        self.W_q, self.W_k = W_q, W_k

    def forward(self, X, context):
        self.X, self.context = X, context
        self.Q, self.K = X @ self.W_q, context @ self.W_k
        s = self.Q @ self.K.T / np.sqrt(self.Q.shape[1])
        e = np.exp(s - s.max(1, keepdims=True))
        self.weights = e / e.sum(1, keepdims=True)
        return self.weights

    def backward(self, targets):
        d = self.weights - np.eye(self.weights.shape[1])[targets]
        d /= len(targets) * np.sqrt(self.Q.shape[1])
        return self.X.T @ (d @ self.K), self.context.T @ (d.T @ self.Q)


def train_step(X, context, targets, W_q, W_k, rate):
    model = Attention(W_q, W_k)
    chances = model.forward(X, context)[np.arange(len(targets)), targets]
    d_W_q, d_W_k = model.backward(targets)
    return np.mean(-np.log(chances)), W_q - rate * d_W_q, W_k - rate * d_W_k

# %% right: the step in matrices of its own
def train_step(X, context, targets, W_q, W_k, rate):
    n = len(targets)
    Q, K = X @ W_q, context @ W_k
    d_k = K.shape[-1]
    exps = np.exp(Q @ K.T / np.sqrt(d_k))
    p = exps / exps.sum(axis=-1)[:, np.newaxis]
    loss = -1 / n * np.sum(np.log(p[np.arange(n), targets]))
    p[np.arange(n), targets] -= 1
    step_q = -rate * X.T @ (p @ K) / (n * np.sqrt(d_k))
    step_k = -rate * context.T @ (p.T @ Q) / (n * np.sqrt(d_k))
    return loss, W_q + step_q, W_k + step_k

# %% wrong: uphill | adds the gradient | like: one-hot targets
-    return loss, W_q - rate * (X.T @ (d @ K)), W_k - rate * (context.T @ (d.T @ Q))
+    return loss, W_q + rate * (X.T @ (d @ K)), W_k + rate * (context.T @ (d.T @ Q))
# %% wrong: uphill | a sign copied for the queries alone | like: step by step
-    return loss, W_q - rate * X.T @ d_Q, W_k - rate * context.T @ d_K
+    return loss, W_q + rate * X.T @ d_Q, W_k - rate * context.T @ d_K
# %% wrong: rate-ignored | W -= gradient | like: step by step
-    return loss, W_q - rate * X.T @ d_Q, W_k - rate * context.T @ d_K
+    return loss, W_q - X.T @ d_Q, W_k - context.T @ d_K
# %% wrong: gradient-not-averaged | the sum of all slopes | like: step by step
-    d_scores /= n * root
+    d_scores /= root
# %% wrong: scale-forgotten | no root on the way back | like: step by step
-    d_scores /= n * root
+    d_scores /= n
# %% wrong: no-scale | no root at all | like: no root on the way back
-    scaled = Q @ K.T / root
+    scaled = Q @ K.T
# %% wrong: scale-by-sqrt-d_model | shape[0] of W_q | like: step by step
-    n, root = len(targets), np.sqrt(W_q.shape[-1])
+    n, root = len(targets), np.sqrt(W_q.shape[0])

# %% wrong: slopes-at-two-places | moves W_q first, and uses it for the queries
def train_step(X, context, targets, W_q, W_k, rate):
    n = len(targets)
    rows = np.arange(n)
    K = context @ W_k
    e = np.exp(X @ W_q @ K.T / np.sqrt(K.shape[1]))
    weights = e / e.sum(axis=1, keepdims=True)
    loss = np.mean(-np.log(weights[rows, targets]))
    weights[rows, targets] -= 1
    d_scores = weights / n / np.sqrt(K.shape[1])
    W_q = W_q - rate * X.T @ (d_scores @ K)
    W_k = W_k - rate * context.T @ (d_scores.T @ (X @ W_q))
    return loss, W_q, W_k

# %% wrong: loss-after-the-step | measures at the end
def train_step(X, context, targets, W_q, W_k, rate):
    def weights_of(W_q, W_k):
        s = X @ W_q @ (context @ W_k).T / np.sqrt(W_q.shape[1])
        return np.exp(s) / np.exp(s).sum(axis=1, keepdims=True)

    n = len(X)
    d = weights_of(W_q, W_k) - np.eye(len(context))[targets]
    d /= n * np.sqrt(W_q.shape[1])
    new_q = W_q - rate * X.T @ d @ (context @ W_k)
    new_k = W_k - rate * context.T @ d.T @ (X @ W_q)
    return -np.log(weights_of(new_q, new_k)[np.arange(n), targets]).mean(), new_q, new_k

# %% wrong: only-one-matrix-moves | forgets the keys | like: step by step
-    return loss, W_q - rate * X.T @ d_Q, W_k - rate * context.T @ d_K
+    return loss, W_q - rate * X.T @ d_Q, W_k
# %% wrong: gradients-returned | hands over slopes | like: step by step
-    return loss, W_q - rate * X.T @ d_Q, W_k - rate * context.T @ d_K
+    return loss, X.T @ d_Q, context.T @ d_K

# %% wrong: mutates-input | moves the caller's matrices
def train_step(X, context, targets, W_q, W_k, rate):
    n, d_k = len(X), W_q.shape[1]
    Q, K = X @ W_q, context @ W_k
    s = Q @ K.T / np.sqrt(d_k)
    w = np.exp(s) / np.exp(s).sum(axis=1, keepdims=True)
    loss = -np.log(w[np.arange(n), targets]).mean()
    w[np.arange(n), targets] -= 1
    w /= n * np.sqrt(d_k)
    W_q -= (rate * X.T @ w @ K).astype(W_q.dtype)
    W_k -= (rate * context.T @ w.T @ Q).astype(W_k.dtype)
    return loss, W_q, W_k

# %% wrong: returned-in-wrong-order | the loss last | like: step by step
-    return loss, W_q - rate * X.T @ d_Q, W_k - rate * context.T @ d_K
+    return W_q - rate * X.T @ d_Q, W_k - rate * context.T @ d_K, loss
# %% wrong: one-not-subtracted | the slopes are the weights | like: step by step
-    d_scores[np.arange(n), targets] -= 1
+    d_scores = d_scores
# %% wrong: softmax-passed-twice | weights - right, and then back through softmax | like: through the weights and back through softmax
-    d_weights = np.zeros_like(weights)
-    d_weights[rows, targets] = -1 / weights[rows, targets] / n
+    d_weights = weights.copy()
+    d_weights[rows, targets] -= 1
+    d_weights /= n
# %% wrong: softmax-skipped | from the weights straight to the queries | like: through the weights and back through softmax
-    mean = (weights * d_weights).sum(axis=1, keepdims=True)
-    d_scores = weights * (d_weights - mean) / np.sqrt(K.shape[1])
+    d_scores = d_weights / np.sqrt(K.shape[1])
# %% wrong: d_K-not-transposed | d_scores @ Q (ValueError) | like: step by step
-    d_K = d_scores.T @ Q
+    d_K = d_scores @ Q
# %% wrong: not-averaged | sums the surprises | like: step by step
-    loss = -np.log(weights[np.arange(n), targets]).mean()
+    loss = -np.log(weights[np.arange(n), targets]).sum()
# %% wrong: sign-missing | a negative loss | like: step by step
-    loss = -np.log(weights[np.arange(n), targets]).mean()
+    loss = np.log(weights[np.arange(n), targets]).mean()
# %% wrong: softmax-over-queries | axis 0 | like: step by step
-    exponentials = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
-    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
+    exponentials = np.exp(scaled - scaled.max(axis=0, keepdims=True))
+    weights = exponentials / exponentials.sum(axis=0, keepdims=True)
# %% wrong: not-averaged | everything summed | like: the sum of all slopes
-    loss = -np.log(weights[np.arange(n), targets]).mean()
+    loss = -np.log(weights[np.arange(n), targets]).sum()
# %% wrong: loss-not-returned | only what has moved | like: step by step
-    return loss, W_q - rate * X.T @ d_Q, W_k - rate * context.T @ d_K
+    return W_q - rate * X.T @ d_Q, W_k - rate * context.T @ d_K
# %% wrong: keys-of-queries | both from X (IndexError) | like: step by step
-    Q, K = X @ W_q, context @ W_k
+    Q, K = X @ W_q, X @ W_k
# %% wrong: divided-by-rate | small rates make small steps, she thinks | like: two helpers
-    return -np.log(chances).mean(), W_q - rate * d_W_q, W_k - rate * d_W_k
+    return -np.log(chances).mean(), W_q - d_W_q / rate, W_k - d_W_k / rate
# %% wrong: weights-shrink | brackets around the difference | like: two helpers
-    return -np.log(chances).mean(), W_q - rate * d_W_q, W_k - rate * d_W_k
+    return -np.log(chances).mean(), rate * (W_q - d_W_q), rate * (W_k - d_W_k)
# %% wrong: weights-shrink | a moving average | like: two helpers
-    return -np.log(chances).mean(), W_q - rate * d_W_q, W_k - rate * d_W_k
+    return -np.log(chances).mean(), (1 - rate) * W_q - rate * d_W_q, (1 - rate) * W_k - rate * d_W_k
# %% wrong: steps-returned | the steps alone | like: the step in matrices of its own
-    return loss, W_q + step_q, W_k + step_k
+    return loss, step_q, step_k
# %% wrong: matrices-not-returned | the loss is what counts | like: step by step
-    return loss, W_q - rate * X.T @ d_Q, W_k - rate * context.T @ d_K
+    return loss
# %% wrong: loss-for-each-guess | no mean | like: step by step
-    loss = -np.log(weights[np.arange(n), targets]).mean()
+    loss = -np.log(weights[np.arange(n), targets])
# %% wrong: averaged-over-words | n is the number of words | like: step by step
-    d_scores /= n * root
+    d_scores /= len(context) * root
# %% wrong: averaged-over-words | a mean over the whole table | like: step by step
-    d_scores /= n * root
+    d_scores /= d_scores.size * root
# %% wrong: mean-of-chances-first | log of the mean | like: step by step
-    loss = -np.log(weights[np.arange(n), targets]).mean()
+    loss = -np.log(weights[np.arange(n), targets].mean())
# %% wrong: log-missing | one minus the chance | like: step by step
-    loss = -np.log(weights[np.arange(n), targets]).mean()
+    loss = (1 - weights[np.arange(n), targets]).mean()
# %% wrong: log-base-2 | bits | like: step by step
-    loss = -np.log(weights[np.arange(n), targets]).mean()
+    loss = -np.log2(weights[np.arange(n), targets]).mean()
# %% wrong: loss-over-all-words | the one-hot forgotten | like: one-hot targets
-    loss = -(right * np.log(w)).sum() / len(X)
+    loss = -np.log(w).sum() / len(X)
# %% wrong: one-not-divided | divides too early | like: the sum of all slopes
-    d_scores = weights.copy()
+    d_scores = weights / n
# %% wrong: right-answer-only | only the right word | like: one-hot targets
-    d = (w - right) / len(X) / d_k**0.5
+    d = (w - 1) * right / len(X) / d_k**0.5
# %% wrong: scale-by-d_k | d_k for its root, there and back | like: step by step
-    n, root = len(targets), np.sqrt(W_q.shape[-1])
+    n, root = len(targets), W_q.shape[-1]
# %% wrong: scale-by-d_k | the root twice on the way back | like: the whole Jacobian of each row
-        d_scaled[i] = (np.diag(w) - np.outer(w, w)) @ d_w / n
+        d_scaled[i] = (np.diag(w) - np.outer(w, w)) @ d_w / n / root
# %% wrong: scale-inverted | undoes the division | like: step by step
-    d_scores /= n * root
+    d_scores *= root / n
# %% wrong: softmax-over-everything | a sum without an axis | like: step by step
-    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
+    weights = exponentials / exponentials.sum()

# %% wrong: matrices-exchanged | W_k for those who ask
def train_step(X, context, targets, W_q, W_k, rate):
    Q, K = X @ W_k, context @ W_q
    s = Q @ K.T / np.sqrt(Q.shape[1])
    w = np.exp(s) / np.exp(s).sum(axis=1, keepdims=True)
    n = len(targets)
    loss = -np.log(w[np.arange(n), targets]).mean()
    w[np.arange(n), targets] -= 1
    d = w / n / np.sqrt(Q.shape[1])
    return loss, W_q - rate * X.T @ d @ K, W_k - rate * context.T @ d.T @ Q

# %% wrong: d_Q-transposed | the transpose at the wrong one (ValueError) | like: step by step
-    d_Q = d_scores @ K
+    d_Q = d_scores.T @ K
# %% wrong: own-array-not-the-other | queries from queries (ValueError) | like: step by step
-    d_Q = d_scores @ K
+    d_Q = d_scores @ Q
# %% wrong: gradient-of-matrix-transposed | d_Q.T @ X (ValueError) | like: step by step
-    return loss, W_q - rate * X.T @ d_Q, W_k - rate * context.T @ d_K
+    return loss, W_q - rate * d_Q.T @ X, W_k - rate * d_K.T @ context
# %% wrong: targets-counted-from-one | words have numbers from 1 | like: step by step
-    n, root = len(targets), np.sqrt(W_q.shape[-1])
+    n, root = len(targets), np.sqrt(W_q.shape[-1])
+    targets = targets - 1
# %% unnamed | the product of both matrices moves | like: step by step
-    return loss, W_q - rate * X.T @ d_Q, W_k - rate * context.T @ d_K
+    return loss, (W_q @ W_k.T - rate * X.T @ d_scores @ context) @ W_k, W_k
# %% wrong: one-added | plus 1 | like: step by step
-    d_scores[np.arange(n), targets] -= 1
+    d_scores[np.arange(n), targets] += 1
# %% wrong: right-word-flipped | 1 - w at the right words | like: step by step
-    d_scores[np.arange(n), targets] -= 1
+    d_scores[np.arange(n), targets] = 1 - d_scores[np.arange(n), targets]
# %% wrong: scale-by-sqrt-n_k | the number of keys | like: step by step
-    scaled = Q @ K.T / root
+    scaled = Q @ K.T / np.sqrt(len(K))
# %% wrong: log-base-10 | the log of a calculator | like: step by step
-    loss = -np.log(weights[np.arange(n), targets]).mean()
+    loss = -np.log10(weights[np.arange(n), targets]).mean()
# %% wrong: averaged-twice | once in the slopes, once in the step | like: the mean comes at the end
-    d = w - np.eye(w.shape[1])[targets]
+    d = (w - np.eye(w.shape[1])[targets]) / len(losses)
# %% wrong: words-not-queries | context for K (ValueError) | like: step by step
-    d_Q = d_scores @ K
+    d_Q = d_scores @ context
# %% wrong: rows-exchanged | X for both (ValueError) | like: step by step
-    return loss, W_q - rate * X.T @ d_Q, W_k - rate * context.T @ d_K
+    return loss, W_q - rate * X.T @ d_Q, W_k - rate * X.T @ d_K
# %% wrong: keepdims-missing | a sum of rows (ValueError) | like: step by step
-    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
+    weights = exponentials / exponentials.sum(axis=-1)
# %% wrong: one-matrix-for-both | copied the line for Q | like: one-hot targets
-    K = context @ W_k
+    K = context @ W_q

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: every-pair-taken | a colon for the rows, in the slopes
def train_step(X, context, targets, W_q, W_k, rate):
    n, root = len(X), np.sqrt(W_q.shape[1])
    queries, keys = X @ W_q, context @ W_k
    scaled = queries @ keys.T / root
    e = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    weights = e / e.sum(axis=1, keepdims=True)
    loss = -np.log(weights[np.arange(n), targets]).mean()
    d_scaled = weights.copy()
    d_scaled[:, targets] -= 1
    d_scores = d_scaled / n / root
    d_W_q = X.T @ (d_scores @ keys)
    d_W_k = context.T @ (d_scores.T @ queries)
    return loss, W_q - rate * d_W_q, W_k - rate * d_W_k
