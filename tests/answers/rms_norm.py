"""Answers to `rms_norm(X, gain, eps=1e-5)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: in steps
def rms_norm(X, gain, eps=1e-5):
    mean_square = np.mean(X**2, axis=-1, keepdims=True)
    return X / np.sqrt(mean_square + eps) * gain

# %% right: einsum
def rms_norm(X, gain, eps=1e-5):
    sums = np.einsum("...d,...d->...", X, X)
    return X * gain / np.sqrt(sums / X.shape[-1] + eps)[..., None]

# %% right: the length of an arrow
def rms_norm(X, gain, eps=1e-5):
    length = np.linalg.norm(X, axis=-1, keepdims=True)
    return gain * X / np.sqrt(length**2 / X.shape[-1] + eps)

# %% right: a loop over rows
def rms_norm(X, gain, eps=1e-5):
    rows = X.reshape(-1, X.shape[-1])
    out = np.zeros_like(rows)
    for i, row in enumerate(rows):
        out[i] = row / np.sqrt(sum(row**2) / len(row) + eps) * gain
    return out.reshape(X.shape)

# %% right: to the power of minus a half, as in LLaMA's code
def rms_norm(X, gain, eps=1e-5):
    def _norm(x):
        return x * (np.power(x, 2).mean(-1, keepdims=True) + eps) ** -0.5
    return _norm(X) * gain

# %% right: None for the lost axis
def rms_norm(X, gain, eps=1e-5):
    rms = np.sqrt(np.square(X).mean(axis=-1) + eps)
    return X / rms[..., None] * gain

# %% right: apply_along_axis
def rms_norm(X, gain, eps=1e-5):
    def one(row):
        return row / (np.average(row**2) + eps) ** 0.5
    return np.apply_along_axis(one, -1, X) * gain

# %% right: variance and mean
def rms_norm(X, gain, eps=1e-5):
    mean_square = X.var(axis=-1, keepdims=True) + X.mean(axis=-1, keepdims=True) ** 2
    return gain * (X / np.sqrt(mean_square + eps))

# %% right: in place, on a copy
def rms_norm(X, gain, eps=1e-5):
    X = X.copy()
    X /= np.sqrt((X**2).sum(axis=-1, keepdims=True) / X.shape[-1] + eps)
    X *= gain
    return X

# %% right: a matrix of gains
return X / np.sqrt(np.mean(X**2, axis=-1, keepdims=True) + eps) @ np.diag(gain)

# %% wrong: mean-subtracted | only above the line
def rms_norm(X, gain, eps=1e-5):
    rms = np.sqrt((X**2).mean(axis=-1, keepdims=True) + eps)
    return (X - X.mean(axis=-1, keepdims=True)) / rms * gain

# %% wrong: variance-for-mean-square | np.var is the mean of squares, no?
return X / np.sqrt(X.var(axis=-1, keepdims=True) + eps) * gain
# %% wrong: squares-added-up | the length
return X / np.sqrt((X**2).sum(axis=-1, keepdims=True) + eps) * gain
# %% wrong: mean-squared | squared too late
return X / np.sqrt(X.mean(axis=-1, keepdims=True) ** 2 + eps) * gain
# %% wrong: not-squared | the mean of absolutes
return X / np.sqrt(np.abs(X).mean(axis=-1, keepdims=True) + eps) * gain

# %% wrong: not-squared | squares forgotten
def rms_norm(X, gain, eps=1e-5):
    mean = X.mean(axis=-1, keepdims=True)
    return X / np.sqrt(mean + eps) * gain

# %% wrong: root-forgotten | MS norm
return X / ((X**2).mean(axis=-1, keepdims=True) + eps) * gain

# %% wrong: eps-outside-root | against division by 0
def rms_norm(X, gain, eps=1e-5):
    rms = np.sqrt((X**2).mean(axis=-1, keepdims=True))
    return X / (rms + eps) * gain

# %% wrong: eps-missing | forgotten
return X / np.sqrt((X**2).mean(axis=-1, keepdims=True)) * gain
# %% wrong: eps-ignored | typed in
return X / np.sqrt((X**2).mean(axis=-1, keepdims=True) + 1e-5) * gain

# %% wrong: eps-ignored | another habit
def rms_norm(X, gain, eps=1e-5):
    epsilon = 1e-6
    ms = np.mean(np.square(X), axis=-1, keepdims=True)
    return gain * (X / np.sqrt(ms + epsilon))

# %% wrong: eps-in-each-square | added to X, so that nothing is 0
return X / np.sqrt(((X + eps) ** 2).mean(axis=-1, keepdims=True)) * gain
# %% wrong: norm-over-tokens | axis 0
return X / np.sqrt((X**2).mean(axis=0, keepdims=True) + eps) * gain
# %% wrong: norm-over-everything | no axis at all
return X / np.sqrt((X**2).mean() + eps) * gain
# %% wrong: norm-over-everything | the whole table of a sentence
return X / np.sqrt((X**2).mean(axis=(-2, -1), keepdims=True) + eps) * gain
# %% wrong: batch-axis-breaks | axis 1
return X / np.sqrt((X**2).mean(axis=1, keepdims=True) + eps) * gain

# %% wrong: batch-axis-breaks | n, d (ValueError)
def rms_norm(X, gain, eps=1e-5):
    n, d = X.shape
    return X / np.sqrt((X**2).sum(axis=1, keepdims=True) / d + eps) * gain

# %% wrong: keepdims-missing | just the axis (ValueError)
return X / np.sqrt((X**2).mean(axis=-1) + eps) * gain
# %% wrong: multiplied-not-divided | times the root
return X * np.sqrt((X**2).mean(axis=-1, keepdims=True) + eps) * gain
# %% wrong: not-divided | computed and not used | like: only above the line
-    return (X - X.mean(axis=-1, keepdims=True)) / rms * gain
+    return X * gain
# %% wrong: gain-missing | forgotten
return X / np.sqrt((X**2).mean(axis=-1, keepdims=True) + eps)
# %% wrong: gain-added | plus
return X / np.sqrt((X**2).mean(axis=-1, keepdims=True) + eps) + gain
# %% wrong: gain-divides | below the line as well
return X / (np.sqrt((X**2).mean(axis=-1, keepdims=True) + eps) * gain)

# %% wrong: gain-before-norm | first the gain
def rms_norm(X, gain, eps=1e-5):
    X = X * gain
    return X / np.sqrt((X**2).mean(axis=-1, keepdims=True) + eps)

# %% wrong: gain-around-one | as Gemma does it
return X / np.sqrt((X**2).mean(axis=-1, keepdims=True) + eps) * (1 + gain)
# %% wrong: gain-for-rows | a column of gains (ValueError)
return X / np.sqrt((X**2).mean(axis=-1, keepdims=True) + eps) * gain[:, None]

# %% wrong: return-missing | printed
def rms_norm(X, gain, eps=1e-5):
    print(X / np.sqrt((X**2).mean(axis=-1, keepdims=True) + eps) * gain)

# %% wrong: mutates-input | in place
def rms_norm(X, gain, eps=1e-5):
    X /= np.sqrt((X**2).mean(axis=-1, keepdims=True) + eps)
    return X * gain

# %% wrong: squares-added-up, eps-outside-root | two slips at once
return X / (np.linalg.norm(X, axis=-1, keepdims=True) + eps) * gain
# %% wrong: mean-subtracted, gain-missing | two slips at once | like: first the gain
-    X = X * gain
+    X = X - X.mean(axis=-1, keepdims=True)
# %% wrong: divided-by-sum | each row sums to 1
return X / X.sum(axis=-1, keepdims=True) * gain
# %% wrong: divided-by-sum | of absolutes, with eps
return X / (np.abs(X).sum(axis=-1, keepdims=True) + eps) * gain
# %% unnamed | divided by the largest
return X / (np.abs(X).max(axis=-1, keepdims=True) + eps) * gain
# %% unnamed | the root twice
return X / np.sqrt(np.sqrt((X**2).mean(axis=-1, keepdims=True) + eps)) * gain
# %% unnamed | rounded
return np.round(X / np.sqrt((X**2).mean(axis=-1, keepdims=True) + eps) * gain, 2)
# %% unnamed | X instead of gain
return X / np.sqrt((X**2).mean(axis=-1, keepdims=True) + eps) * X
# %% unnamed | another name (NameError)
return X / np.sqrt((X**2).mean(axis=-1, keepdims=True) + epsilon) * gain
# %% unnamed | a matrix product with the gain (ValueError)
return X / np.sqrt((X**2).mean(axis=-1, keepdims=True) + eps) @ gain[None]

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: root-before-mean | root, then mean
def rms_norm(X, gain, eps=1e-5):
    squares = X ** 2
    roots = np.sqrt(squares + eps)
    return gain * X / np.mean(roots, axis=-1, keepdims=True)
