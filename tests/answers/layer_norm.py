"""Answers to `layer_norm(X, gain, shift, eps)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: mean and var with keepdims
def layer_norm(X, gain, shift, eps=1e-5):
    mean = X.mean(axis=-1, keepdims=True)
    variance = X.var(axis=-1, keepdims=True)
    return gain * (X - mean) / np.sqrt(variance + eps) + shift

# %% right: the mean of squares minus the square of the mean
def layer_norm(X, gain, shift, eps=1e-5):
    X = np.asarray(X, dtype=float)
    mean = np.mean(X, axis=-1, keepdims=True)
    var = np.mean(X * X, axis=-1, keepdims=True) - mean**2
    return (X - mean) / np.sqrt(np.maximum(var, 0) + eps) * gain + shift

# %% right: row by row in a loop, whatever is in front
def layer_norm(X, gain, shift, eps=1e-5):
    rows = X.reshape(-1, X.shape[-1])
    out = np.empty(rows.shape)
    for i, row in enumerate(rows):
        out[i] = (row - row.mean()) / np.sqrt(row.var() + eps) * gain + shift
    return out.reshape(X.shape)

# %% right: std squared is the variance again
def layer_norm(X, gain, shift, eps=1e-5):
    std = X.std(axis=-1, keepdims=True)
    return (X - X.mean(axis=-1, keepdims=True)) / np.sqrt(std**2 + eps) * gain + shift

# %% right: apply_along_axis with a helper
def normalise(row, eps):
    row = row - np.mean(row)
    return row / np.sqrt(np.dot(row, row) / len(row) + eps)


def layer_norm(X, gain, shift, eps=1e-5):
    return np.apply_along_axis(normalise, -1, X, eps) * gain + shift

# %% right: sums by einsum
def layer_norm(X, gain, shift, eps=1e-5):
    d = X.shape[-1]
    centred = X - np.einsum("...d->...", X)[..., None] / d
    variance = np.einsum("...d,...d->...", centred, centred) / d
    return np.einsum("...d,...,d->...d", centred, 1 / np.sqrt(variance + eps), gain) + shift

# %% right: a matrix that centres, d by d
def layer_norm(X, gain, shift, eps=1e-5):
    d = X.shape[-1]
    centred = X @ (np.eye(d) - 1 / d)
    length = np.linalg.norm(centred, axis=-1, keepdims=True)
    return np.sqrt(d) * centred / np.sqrt(length**2 + d * eps) * gain + shift

# %% right: in place, on a copy
def layer_norm(X, gain, shift, eps=1e-5):
    out = X.copy()
    out -= out.mean(axis=-1, keepdims=True)
    out /= np.sqrt((out**2).mean(axis=-1, keepdims=True) + eps)
    out *= gain
    out += shift
    return out

# %% right: calls itself for each sentence of a batch
def layer_norm(X, gain, shift, eps=1e-5):
    if X.ndim > 1:
        return np.stack([layer_norm(part, gain, shift, eps) for part in X])
    return gain * (X - X.mean()) / (X.var() + eps) ** 0.5 + shift

# %% right: the features moved to the front and back
def layer_norm(X, gain, shift, eps=1e-5):
    columns = np.moveaxis(X, -1, 0)
    columns = (columns - columns.mean(axis=0)) / np.sqrt(columns.var(axis=0) + eps)
    return np.moveaxis(columns, 0, -1) * gain + shift

# %% right: transposed, so that the tokens are columns
def layer_norm(X, gain, shift, eps=1e-5):
    X = X.T
    X = (X - X.mean(axis=0)) / np.sqrt(X.var(axis=0) + eps)
    return X.T * gain + shift

# %% wrong: norm-over-everything | mean and var without an axis
def layer_norm(X, gain, shift, eps=1e-5):
    return (X - X.mean()) / np.sqrt(X.var() + eps) * gain + shift

# %% wrong: norm-over-everything | forgot the axis of var
def layer_norm(X, gain, shift, eps=1e-5):
    centred = X - X.mean(axis=-1, keepdims=True)
    return centred / np.sqrt(np.mean(centred**2) + eps) * gain + shift

# %% wrong: batch-axis-breaks, eps-outside-root | axis 1, and eps beside the deviation
def layer_norm(X, gain, shift, eps=1e-5):
    mean = np.mean(X, axis=1, keepdims=True)
    std = np.std(X, axis=1, keepdims=True)
    return gain * (X - mean) / (std + eps) + shift

# %% wrong: sample-variance | ddof=1, as in statistics class
def layer_norm(X, gain, shift, eps=1e-5):
    mean = X.mean(axis=-1, keepdims=True)
    var = X.var(axis=-1, keepdims=True, ddof=1)
    return gain * (X - mean) / np.sqrt(var + eps) + shift

# %% wrong: sample-variance, eps-outside-root | as torch's std would give it
def layer_norm(X, gain, shift, eps=1e-5):
    std = X.std(axis=-1, keepdims=True, ddof=1)
    return gain * (X - X.mean(axis=-1, keepdims=True)) / (std + eps) + shift

# %% wrong: deviations-not-averaged | length 1 instead of variance 1
def layer_norm(X, gain, shift, eps=1e-5):
    centred = X - X.mean(axis=-1, keepdims=True)
    squares = (centred**2).sum(axis=-1, keepdims=True)
    return centred / np.sqrt(squares + eps) * gain + shift

# %% wrong: deviations-not-squared | mean absolute deviation
def layer_norm(X, gain, shift, eps=1e-5):
    centred = X - X.mean(axis=-1, keepdims=True)
    spread = np.abs(centred).mean(axis=-1, keepdims=True)
    return centred / (spread + eps) * gain + shift

# %% wrong: eps-missing | divides by std, nan where all are equal
def layer_norm(X, gain, shift, eps=1e-5):
    return gain * (X - X.mean(-1, keepdims=True)) / X.std(-1, keepdims=True) + shift

# %% wrong: mean-kept | divides by the deviation only
def layer_norm(X, gain, shift, eps=1e-5):
    return X / np.sqrt(X.var(axis=-1, keepdims=True) + eps) * gain + shift

# %% wrong: multiplied-not-divided | a slip of the operator
def layer_norm(X, gain, shift, eps=1e-5):
    mean = X.mean(axis=-1, keepdims=True)
    var = X.var(axis=-1, keepdims=True)
    return (X - mean) * np.sqrt(var + eps) * gain + shift

# %% wrong: not-divided | only centres
def layer_norm(X, gain, shift, eps=1e-5):
    return (X - X.mean(axis=-1, keepdims=True)) * gain + shift

# %% wrong: gain-missing | forgot the gain
def layer_norm(X, gain, shift, eps=1e-5):
    mean, var = X.mean(axis=-1, keepdims=True), X.var(axis=-1, keepdims=True)
    return (X - mean) / np.sqrt(var + eps) + shift

# %% wrong: shift-missing | forgot the shift | like: forgot the gain
-    return (X - mean) / np.sqrt(var + eps) + shift
+    return (X - mean) / np.sqrt(var + eps) * gain
# %% wrong: gain-and-shift-missing | stops after normalising | like: forgot the gain
-    return (X - mean) / np.sqrt(var + eps) + shift
+    return (X - mean) / np.sqrt(var + eps)

# %% wrong: gain-and-shift-exchanged | the two arguments mixed up
def layer_norm(X, shift, gain, eps=1e-5):
    mean, var = X.mean(axis=-1, keepdims=True), X.var(axis=-1, keepdims=True)
    return (X - mean) / np.sqrt(var + eps) * gain + shift

# %% wrong: gain-around-one | seen in a library that stores gain - 1 | like: forgot the gain
-    return (X - mean) / np.sqrt(var + eps) + shift
+    return (X - mean) / np.sqrt(var + eps) * (1 + gain) + shift
# %% wrong: return-missing | forgot the return | like: forgot the gain
-    return (X - mean) / np.sqrt(var + eps) + shift
+    result = (X - mean) / np.sqrt(var + eps) * gain + shift

# %% wrong: norm-over-tokens, eps-outside-root | batch norm with std
def layer_norm(X, gain, shift, eps=1e-5):
    return gain * (X - X.mean(axis=0)) / (X.std(axis=0) + eps) + shift

# %% wrong: root-forgotten, shift-missing | two at once | like: forgot the gain
-    return (X - mean) / np.sqrt(var + eps) + shift
+    return gain * (X - mean) / (var + eps)

# %% wrong: mean-kept, gain-missing | RMS norm without its gain
def layer_norm(X, gain, shift, eps=1e-5):
    return X / np.sqrt((X * X).mean(axis=-1, keepdims=True) + eps) + shift

# %% wrong: sample-variance, gain-after-shift | both
def layer_norm(X, gain, shift, eps=1e-5):
    mean, var = X.mean(axis=-1, keepdims=True), X.var(axis=-1, keepdims=True, ddof=1)
    return gain * ((X - mean) / np.sqrt(var + eps) + shift)

# %% wrong: norm-over-everything, gain-and-shift-missing | standard score of the whole table
def layer_norm(X, gain, shift, eps=1e-5):
    return (X - X.mean()) / np.sqrt(X.var() + eps)

# %% wrong: sample-variance, mutates-input | ddof, and in place
def layer_norm(X, gain, shift, eps=1e-5):
    X -= X.mean(axis=-1, keepdims=True)
    return gain * X / np.sqrt(X.var(axis=-1, keepdims=True, ddof=1) + eps) + shift

# %% wrong: from-0-to-1 | smallest 0 and largest 1
def layer_norm(X, gain, shift, eps=1e-5):
    low, high = X.min(axis=-1, keepdims=True), X.max(axis=-1, keepdims=True)
    return (X - low) / (high - low + eps) * gain + shift

# %% wrong: only-mean-divided | no brackets
def layer_norm(X, gain, shift, eps=1e-5):
    mean = np.mean(X, axis=-1, keepdims=True)
    std = np.sqrt(np.var(X, axis=-1, keepdims=True) + eps)
    return (X - mean / std) * gain + shift

# %% unnamed | eps as the smallest variance | like: forgot the gain
-    return (X - mean) / np.sqrt(var + eps) + shift
+    return (X - mean) / np.sqrt(np.maximum(var, eps)) * gain + shift
# %% unnamed | subtracts eps | like: forgot the gain
-    return (X - mean) / np.sqrt(var + eps) + shift
+    return (X - mean) / np.sqrt(np.abs(var - eps)) * gain + shift
# %% unnamed | eps squared | like: forgot the gain
-    return (X - mean) / np.sqrt(var + eps) + shift
+    return (X - mean) / np.sqrt(var + eps**2) * gain + shift
# %% unnamed | adds the gain | like: forgot the gain
-    return (X - mean) / np.sqrt(var + eps) + shift
+    return (X - mean) / np.sqrt(var + eps) + gain + shift
# %% unnamed | subtracts the shift | like: forgot the gain
-    return (X - mean) / np.sqrt(var + eps) + shift
+    return (X - mean) / np.sqrt(var + eps) * gain - shift
# %% unnamed | gain down the tokens (ValueError) | like: forgot the gain
-    return (X - mean) / np.sqrt(var + eps) + shift
+    return (X - mean) / np.sqrt(var + eps) * gain[:, None] + shift[:, None]
# %% unnamed | gain as a matrix product (ValueError) | like: forgot the gain
-    return (X - mean) / np.sqrt(var + eps) + shift
+    return ((X - mean) / np.sqrt(var + eps)) @ gain + shift
# %% unnamed | float16 to save memory | like: forgot the gain
-    return (X - mean) / np.sqrt(var + eps) + shift
+    return ((X - mean) / np.sqrt(var + eps) * gain + shift).astype(np.float16)
# %% unnamed | returns the parts as well | like: forgot the gain
-    return (X - mean) / np.sqrt(var + eps) + shift
+    return (X - mean) / np.sqrt(var + eps) * gain + shift, mean, var

# %% not blind | by people who knew the catalogue

# %% wrong: root-before-mean | the root, then the mean
def layer_norm(X, gain, shift, eps=1e-5):
    centred = X - X.mean(axis=-1, keepdims=True)
    root = np.sqrt(centred**2 + eps).mean(axis=-1, keepdims=True)
    return gain * centred / root + shift
