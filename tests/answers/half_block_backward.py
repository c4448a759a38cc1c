"""Answers to `half_block_backward(X, W_1, W_2, d_out)` as students write them, right and wrong."""

# %% shared | a norm, and the answer to the exercise before
def norm(X):
    return (X - X.mean(axis=-1, keepdims=True)) / np.sqrt(X.var(axis=-1, keepdims=True) + 1e-5)
def norm_backward(X, d):
    d = d - norm(X) * (d * norm(X)).mean(axis=-1, keepdims=True)
    return (d - d.mean(axis=-1, keepdims=True)) / np.sqrt(X.var(axis=-1, keepdims=True) + 1e-5)

# %% right: forward, then backward
def half_block_backward(X, W_1, W_2, d_out):
    normed = norm(X)
    raw = normed @ W_1
    hidden = np.maximum(raw, 0)
    d_raw = d_out @ W_2.T * (raw > 0)
    d_W_1, d_W_2 = normed.T @ d_raw, hidden.T @ d_out
    d_X = d_out + norm_backward(X, d_raw @ W_1.T)
    return d_X, d_W_1, d_W_2

# %% right: what comes out of ReLU tells it, too | like: forward, then backward
-    d_raw = d_out @ W_2.T * (raw > 0)
+    d_raw = np.where(hidden == 0, 0, d_out @ W_2.T)
# %% right: heaviside | like: forward, then backward
-    d_raw = d_out @ W_2.T * (raw > 0)
+    d_raw = np.einsum("nd,fd,nf->nf", d_out, W_2, np.heaviside(raw, 0))
# %% right: the slope of ReLU as a quotient | like: forward, then backward
-    d_raw = d_out @ W_2.T * (raw > 0)
+    d_raw = d_out @ W_2.T * hidden / raw
# %% right: a sum of outer products | like: forward, then backward
-    d_W_1, d_W_2 = normed.T @ d_raw, hidden.T @ d_out
+    d_W_1, d_W_2 = (sum(map(np.outer, *two)) for two in ((normed, d_raw), (hidden, d_out)))
# %% right: all on columns | like: forward, then backward
-    d_W_1, d_W_2 = normed.T @ d_raw, hidden.T @ d_out
+    d_W_1, d_W_2 = (d_raw.T @ normed).T, (d_out.T @ hidden).T
# %% right: einsum and tensordot | like: forward, then backward
-    d_W_1, d_W_2 = normed.T @ d_raw, hidden.T @ d_out
+    d_W_1, d_W_2 = np.einsum("nd,nf->df", normed, d_raw), np.tensordot(hidden, d_out, (0, 0))

# %% right: a token at a time
def half_block_backward(X, W_1, W_2, d_out):
    d_X, d_W_1, d_W_2 = d_out.copy(), 0 * W_1, 0 * W_2
    for i, row in enumerate(norm(X)):
        hidden = np.maximum(row @ W_1, 0)
        d_raw = np.sign(hidden) * (W_2 @ d_out[i])
        d_W_1, d_W_2 = d_W_1 + np.outer(row, d_raw), d_W_2 + np.outer(hidden, d_out[i])
        d_X[i] += norm_backward(X[i], W_1 @ d_raw)
    return d_X, d_W_1, d_W_2

# %% wrong: one-way-of-the-sum | through the norm alone | like: forward, then backward
-    d_X = d_out + norm_backward(X, d_raw @ W_1.T)
+    d_X = norm_backward(X, d_raw @ W_1.T)
# %% wrong: one-way-of-the-sum | the slope of a sum is 1 | like: forward, then backward
-    d_X = d_out + norm_backward(X, d_raw @ W_1.T)
+    d_X = np.array(d_out)
# %% wrong: gate-forgotten | no gate at all | like: forward, then backward
-    d_raw = d_out @ W_2.T * (raw > 0)
+    d_raw = d_out @ W_2.T
# %% wrong: gate-forgotten | d_hidden for d_raw | like: forward, then backward
-    d_W_1, d_W_2 = normed.T @ d_raw, hidden.T @ d_out
+    d_W_1, d_W_2 = normed.T @ (d_out @ W_2.T), hidden.T @ d_out
# %% wrong: gate-from-another-array | ReLU of the slopes | like: forward, then backward
-    d_raw = d_out @ W_2.T * (raw > 0)
+    d_raw = np.maximum(d_out @ W_2.T, 0)
# %% wrong: matrix-not-transposed | W_1 as it is (ValueError) | like: forward, then backward
-    d_X = d_out + norm_backward(X, d_raw @ W_1.T)
+    d_X = d_out + norm_backward(X, d_raw @ W_1)
# %% wrong: rows-of-another-step | X for its norm | like: forward, then backward
-    d_W_1, d_W_2 = normed.T @ d_raw, hidden.T @ d_out
+    d_W_1, d_W_2 = X.T @ d_raw, hidden.T @ d_out
# %% wrong: rows-of-another-step | before ReLU | like: forward, then backward
-    d_W_1, d_W_2 = normed.T @ d_raw, hidden.T @ d_out
+    d_W_1, d_W_2 = normed.T @ d_raw, raw.T @ d_out
# %% wrong: norm-skipped | straight into the sum | like: forward, then backward
-    d_X = d_out + norm_backward(X, d_raw @ W_1.T)
+    d_X = d_out + d_raw @ W_1.T
# %% wrong: normed-twice | hands over the wrong rows | like: forward, then backward
-    d_X = d_out + norm_backward(X, d_raw @ W_1.T)
+    d_X = d_out + norm_backward(normed, d_raw @ W_1.T)
# %% wrong: mutates-input | += on d_out | like: forward, then backward
-    d_X = d_out + norm_backward(X, d_raw @ W_1.T)
+    d_X = d_out
+    d_X += norm_backward(X, d_raw @ W_1.T)
# %% wrong: one-way-of-the-sum, norm-skipped | d_normed for d_X | like: forward, then backward
-    d_X = d_out + norm_backward(X, d_raw @ W_1.T)
+    d_X = d_raw @ W_1.T
# %% unnamed | X is added, as on the way forward | like: forward, then backward
-    d_X = d_out + norm_backward(X, d_raw @ W_1.T)
+    d_X = X + norm_backward(X, d_raw @ W_1.T)
# %% unnamed | the hidden numbers as a gate | like: forward, then backward
-    d_raw = d_out @ W_2.T * (raw > 0)
+    d_raw = d_out @ W_2.T * hidden

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: gate-from-another-array, eps-missing | positive slopes pass ReLU
def half_block_backward(X, W_1, W_2, d_out):
    mean = X.mean(axis=1, keepdims=True)
    std = X.std(axis=1, keepdims=True)
    N = (X - mean) / std
    H = N @ W_1
    R = np.maximum(H, 0)

    d_W_2 = R.T @ d_out
    d_R = d_out @ W_2.T
    d_H = np.maximum(d_R, 0)
    d_W_1 = N.T @ d_H
    d_N = d_H @ W_1.T
    d_X = (d_N - d_N.mean(axis=1, keepdims=True) - N * (d_N * N).mean(axis=1, keepdims=True)) / std
    return d_X + d_out, d_W_1, d_W_2

# %% wrong: norm-over-tokens, eps-missing | means of the whole table on the way back
def half_block_backward(X, W_1, W_2, d_out):
    centred = X - X.mean(-1)[:, None]
    spread = np.sqrt((centred ** 2).mean(-1))[:, None]
    normed = centred / spread
    before = normed @ W_1
    mask = before > 0
    hidden = before * mask

    def back_through_norm(d):
        return (d - d.mean() - normed * (d * normed).mean()) / spread

    d_W_2 = hidden.T @ d_out
    d_before = (d_out @ W_2.T) * mask
    d_W_1 = normed.T @ d_before
    d_X = d_out + back_through_norm(d_before @ W_1.T)
    return d_X, d_W_1, d_W_2

# %% wrong: bypass-through-the-norm | Adds the slopes of the bypass before the norm, so d_out goes back through the norm as well
def norm_backward(X, d_normed):
    centred = X - X.mean(axis=-1, keepdims=True)
    deviation = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)
    normed = centred / deviation
    along = (d_normed * normed).mean(axis=-1, keepdims=True)
    return (d_normed - d_normed.mean(axis=-1, keepdims=True) - normed * along) / deviation


def half_block_backward(X, W_1, W_2, d_out):
    normed = (X - X.mean(-1, keepdims=True)) / np.sqrt(X.var(-1, keepdims=True) + 1e-5)
    raw = normed @ W_1
    hidden = np.maximum(0, raw)
    d_hidden = d_out @ W_2.T
    d_raw = np.where(raw > 0, d_hidden, 0)
    d_normed = d_raw @ W_1.T
    d_X = norm_backward(X, d_normed + d_out)
    return d_X, normed.T @ d_raw, hidden.T @ d_out
