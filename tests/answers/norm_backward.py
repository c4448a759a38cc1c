"""Answers to `norm_backward(X, d_normed)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: step by step
def norm_backward(X, d_normed):
    centred = X - X.mean(axis=-1, keepdims=True)
    deviation = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)
    normed = centred / deviation
    d = d_normed - d_normed.mean(axis=-1, keepdims=True)
    return (d - normed * (d * normed).mean(axis=-1, keepdims=True)) / deviation

# %% shared | a cell of the student's own
def m(a):
    return a.mean(axis=-1, keepdims=True)
def dev(X):
    return np.sqrt(m((X - m(X)) ** 2) + 1e-5)
def norm(X):
    return (X - m(X)) / dev(X)

# %% right: each step of the way forward gets its way back
def norm_backward(X, d_normed):
    d_root = -(d_normed * (X - m(X))).sum(axis=-1, keepdims=True) / dev(X) ** 2
    d_centred = d_normed / dev(X) + d_root / dev(X) * (X - m(X)) / X.shape[-1]
    return d_centred - m(d_centred)

# %% right: one row at a time, with its Jacobian
def norm_backward(X, d_normed):
    if X.ndim > 1:
        return np.array([norm_backward(x, d) for x, d in zip(X, d_normed)])
    jacobian = np.eye(len(X)) - 1 / len(X) - np.outer(norm(X), norm(X)) / len(X)
    return jacobian @ d_normed / dev(X)

# %% right: small functions
return (d_normed - m(d_normed) - norm(X) * m(norm(X) * d_normed)) / dev(X)
# %% right: the mean comes off last
return (d_normed - norm(X) * m(norm(X) * d_normed)) / dev(X) - m(d_normed) / dev(X)
# %% right: d times everything
return (d_normed - m(d_normed) - norm(X) * (X * (d_normed - m(d_normed))).mean(-1)[..., None] / dev(X)) / dev(X)
# %% right: einsum for the dot product
return (d_normed - m(d_normed) - norm(X) * np.einsum("...d,...d,->...", d_normed, norm(X), 1 / X.shape[-1])[..., None]) / dev(X)
# %% right: a matrix takes off the mean
return (d_normed - norm(X) * m(norm(X) * d_normed)) @ (np.eye(X.shape[-1]) - 1 / X.shape[-1]) / dev(X)
# %% wrong: deviation-held-fixed | only the mean moves
return (d_normed - m(d_normed)) / dev(X)
# %% wrong: mean-held-fixed | only the deviation moves
return (d_normed - norm(X) * m(norm(X) * d_normed)) / dev(X)
# %% wrong: deviation-held-fixed, mean-held-fixed | divided there, divided back
return d_normed / dev(X)
# %% wrong: not-divided | the last step is missing
return d_normed - m(d_normed) - norm(X) * m(norm(X) * d_normed)
# %% wrong: not-divided | divided there, so multiplied back
return (d_normed - m(d_normed) - norm(X) * m(norm(X) * d_normed)) * dev(X)
# %% wrong: divided-by-variance | by var
return (d_normed - m(d_normed) - norm(X) * m(norm(X) * d_normed)) / X.var(-1)[..., None]
# %% wrong: norm-over-tokens | axis 0 for the mean of the slopes
return (d_normed - d_normed.mean(axis=0) - norm(X) * m(norm(X) * d_normed)) / dev(X)
# %% wrong: norm-over-tokens | no axis
return (d_normed - d_normed.mean() - norm(X) * (norm(X) * d_normed).mean()) / dev(X)
# %% wrong: summed-not-averaged | a dot product
return (d_normed - m(d_normed) - norm(X) * (norm(X) * d_normed).sum(-1)[..., None]) / dev(X)
# %% wrong: slopes-for-normed | the wrong name
return (d_normed - m(d_normed) - d_normed * m(norm(X) * d_normed)) / dev(X)
# %% wrong: slopes-for-normed | squares of slopes
return (d_normed - m(d_normed) - d_normed * m(d_normed**2)) / dev(X)
# %% wrong: raw-for-normed | X is taken to be normed
return (d_normed - m(d_normed) - X * m(X * d_normed)) / dev(X)
# %% wrong: sample-variance | ddof=1 | like: step by step
-    deviation = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)
+    deviation = np.sqrt(X.var(axis=-1, keepdims=True, ddof=1) + 1e-5)
# %% wrong: eps-missing | std | like: step by step
-    deviation = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)
+    deviation = X.std(axis=-1, keepdims=True)
# %% wrong: eps-outside-root | std + eps | like: std
-    deviation = X.std(axis=-1, keepdims=True)
+    deviation = X.std(axis=-1, keepdims=True) + 1e-5
# %% wrong: batch-axis-breaks | for two axes only (ValueError) | like: one row at a time, with its Jacobian
-    if X.ndim > 1:
+    if X.ndim == 2:
# %% wrong: mutates-input | centres X itself | like: step by step
-    centred = X - X.mean(axis=-1, keepdims=True)
+    centred = np.subtract(X, X.mean(axis=-1, keepdims=True), out=X)
# %% unnamed | plus for minus
return (d_normed - m(d_normed) + norm(X) * m(norm(X) * d_normed)) / dev(X)
# %% unnamed | brackets forgotten
return d_normed - m(d_normed) - norm(X) * m(norm(X) * d_normed) / dev(X)
# %% unnamed | not times the normed row
return (d_normed - m(d_normed) - m(norm(X) * d_normed)) / dev(X)

# %% blind

# %% wrong: rows-that-came-in | multiplies d_normed by X, what went in, instead of by the normed rows when it computes along
def norm_backward(X, d_normed):
    centred = X - X.mean(axis=-1, keepdims=True)
    deviation = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)
    normed = centred / deviation
    mean_d = d_normed.mean(axis=-1, keepdims=True)
    along = (d_normed * X).mean(axis=-1, keepdims=True)
    return (d_normed - mean_d - normed * along) / deviation
