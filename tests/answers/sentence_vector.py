"""Answers to `sentence_vector(rows, lengths)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: mask, sum, norm
def sentence_vector(rows, lengths):
    n = rows.shape[1]
    real = np.arange(n)[None, :] < lengths[:, None]
    mean = (rows * real[..., None]).sum(axis=1) / lengths[:, None]
    return mean / np.linalg.norm(mean, axis=-1, keepdims=True)

# %% right: a loop over the sentences
def sentence_vector(rows, lengths):
    out = []
    for sentence, length in zip(rows, lengths):
        mean = sentence[:length].mean(axis=0)
        out.append(mean / np.linalg.norm(mean))
    return np.array(out)

# %% right: the sum will do
def sentence_vector(rows, lengths):
    real = np.arange(rows.shape[1]) < np.reshape(lengths, (-1, 1))
    total = np.einsum("bn,bnd->bd", real.astype(rows.dtype), rows)
    return total / np.sqrt((total**2).sum(axis=-1, keepdims=True))

# %% right: divided by n, which the length undoes
def sentence_vector(rows, lengths):
    real = np.arange(rows.shape[1])[None] < lengths[:, None]
    mean = np.where(real[:, :, None], rows, 0.0).mean(axis=1)
    return mean / np.linalg.norm(mean, axis=1)[:, None]

# %% right: masked array
def sentence_vector(rows, lengths):
    hidden = np.arange(rows.shape[1]) >= lengths[:, None]
    hidden = np.broadcast_to(hidden[..., None], rows.shape)
    mean = np.ma.array(rows, mask=hidden).mean(axis=1).filled(0)
    return mean / np.linalg.norm(mean, axis=-1, keepdims=True)

# %% right: cumulative sums
def sentence_vector(rows, lengths):
    running = rows.cumsum(axis=1)
    total = running[np.arange(len(rows)), lengths - 1]
    return total / np.linalg.norm(total, axis=-1, keepdims=True)

# %% right: nanmean
def sentence_vector(rows, lengths):
    with_nan = rows.copy()
    for b, length in enumerate(lengths):
        with_nan[b, length:] = np.nan
    mean = np.nanmean(with_nan, axis=1)
    return mean / (mean**2).sum(-1, keepdims=True) ** 0.5

# %% right: weights of attention
def sentence_vector(rows, lengths):
    weights = (np.arange(rows.shape[1]) < lengths[:, None]) / lengths[:, None]
    mean = (weights[:, None, :] @ rows)[:, 0]
    size = np.sqrt(np.einsum("bd,bd->b", mean, mean))
    return mean / size[:, None]

# %% right: filled in
def sentence_vector(rows, lengths):
    vectors = np.zeros((rows.shape[0], rows.shape[2]))
    for b in range(len(rows)):
        for i in range(lengths[b]):
            vectors[b] += rows[b, i]
        vectors[b] /= lengths[b]
        vectors[b] /= np.sqrt(vectors[b] @ vectors[b])
    return vectors

# %% right: stack and matrix product
def sentence_vector(rows, lengths):
    means = np.stack([rows[b, :k].T @ np.full(k, 1 / k) for b, k in enumerate(lengths)])
    return (means.T / np.linalg.norm(means, axis=1)).T

# %% right: np.mean with where
def sentence_vector(rows, lengths):
    real = np.arange(rows.shape[1]) < lengths[:, None]
    mean = np.mean(rows, axis=1, where=real[..., None])
    return mean / np.linalg.norm(mean, axis=-1, keepdims=True)

# %% wrong: padding-averaged | mean over axis 1
def sentence_vector(rows, lengths):
    mean = rows.mean(axis=1)
    return mean / np.linalg.norm(mean, axis=1, keepdims=True)

# %% wrong: first-row-only | [CLS] | like: mean over axis 1
-    mean = rows.mean(axis=1)
+    mean = rows[:, 0]
# %% wrong: last-row-only | last real one | like: mean over axis 1
-    mean = rows.mean(axis=1)
+    mean = rows[np.arange(len(rows)), lengths - 1]
# %% wrong: last-row-only | last row | like: mean over axis 1
-    mean = rows.mean(axis=1)
+    mean = rows[:, -1, :]
# %% wrong: rows-normalised-first | every row, then the mean, then again | like: mean over axis 1
-    mean = rows.mean(axis=1)
+    rows = rows / np.linalg.norm(rows, axis=-1, keepdims=True)
+    real = np.arange(rows.shape[1]) < lengths[:, None]
+    mean = (rows * real[:, :, None]).sum(axis=1) / lengths[:, None]
# %% wrong: rows-normalised-first | every row, then the mean | like: every row, then the mean, then again
-    return mean / np.linalg.norm(mean, axis=1, keepdims=True)
+    return mean

# %% wrong: not-normalised | the mean
def sentence_vector(rows, lengths):
    real = np.arange(rows.shape[1]) < lengths[:, None]
    mean = (rows * real[:, :, None]).sum(axis=1) / lengths[:, None]
    return mean

# %% wrong: not-normalised | the sum alone
return np.array([r[:k].sum(axis=0) for r, k in zip(rows, lengths)])

# %% wrong: not-normalised | mean of zeros as well
def sentence_vector(rows, lengths):
    real = np.arange(rows.shape[1]) < lengths[:, None]
    return (rows * real[:, :, None]).mean(axis=1)

# %% wrong: one-size-for-the-batch | norm without axis | like: the mean
-    return mean
+    return mean / np.linalg.norm(mean)
# %% wrong: norm-over-the-batch | axis 0 | like: the mean
-    return mean
+    return mean / np.linalg.norm(mean, axis=0)

# %% wrong: norm-of-all-rows | norm of the table
def sentence_vector(rows, lengths):
    out = []
    for r, k in zip(rows, lengths):
        real = r[:k]
        out.append(real.mean(axis=0) / np.linalg.norm(real))
    return np.array(out)

# %% wrong: norm-squared | no root | like: the mean
-    return mean
+    return mean / (mean**2).sum(axis=1, keepdims=True)
# %% wrong: norm-l1 | abs | like: the mean
-    return mean
+    return mean / np.abs(mean).sum(axis=1, keepdims=True)
# %% wrong: spread-for-length | std | like: the mean
-    return mean
+    return mean / mean.std(axis=1, keepdims=True)
# %% wrong: softmax-for-length | divided by the sum | like: the mean
-    return mean
+    return mean / mean.sum(axis=1, keepdims=True)
# %% wrong: softmax-for-length | softmax | like: the mean
-    return mean
+    e = np.exp(mean - mean.max(axis=1, keepdims=True))
+    return e / e.sum(axis=1, keepdims=True)

# %% wrong: largest-not-mean | max pooling
def sentence_vector(rows, lengths):
    out = []
    for r, k in zip(rows, lengths):
        v = r[:k].max(axis=0)
        out.append(v / np.linalg.norm(v))
    return np.array(out)

# %% wrong: mean-over-columns | axis 2 | like: mean over axis 1
-    mean = rows.mean(axis=1)
+    real = np.arange(rows.shape[1]) < lengths[:, None]
+    mean = (rows * real[:, :, None]).sum(axis=2) / lengths[:, None]
# %% wrong: sentences-averaged | axis 0 | like: axis 2
-    mean = (rows * real[:, :, None]).sum(axis=2) / lengths[:, None]
+    mean = (rows * real[:, :, None]).sum(axis=0)
# %% wrong: sentences-averaged | axis 0 and the lengths | like: axis 2
-    mean = (rows * real[:, :, None]).sum(axis=2) / lengths[:, None]
+    mean = (rows * real[:, :, None]).sum(axis=0) / lengths[:, None]
# %% wrong: stacked-as-one | all real rows | like: mean of zeros as well
-    return (rows * real[:, :, None]).mean(axis=1)
+    v = rows[real].mean(axis=0)
+    return v / np.linalg.norm(v)
# %% wrong: mean-taken-off | like layer norm | like: the mean
-    return mean
+    mean = mean - mean.mean(axis=1, keepdims=True)
+    return mean / np.linalg.norm(mean, axis=1, keepdims=True)
# %% wrong: padding-off-by-one | <= | like: mean over axis 1
-    mean = rows.mean(axis=1)
+    real = np.arange(rows.shape[1]) <= lengths[:, None]
+    mean = (rows * real[:, :, None]).sum(axis=1) / lengths[:, None]
# %% wrong: padding-off-by-one | without [SEP] | like: mean over axis 1
-    mean = rows.mean(axis=1)
+    real = np.arange(rows.shape[1]) < lengths[:, None] - 1
+    mean = (rows * real[:, :, None]).sum(axis=1)
# %% wrong: one-length-for-all | the first | like: mean over axis 1
-    mean = rows.mean(axis=1)
+    mean = rows[:, : lengths[0]].mean(axis=1)
# %% wrong: one-length-for-all | the longest | like: mean over axis 1
-    mean = rows.mean(axis=1)
+    mean = rows[:, : lengths.max()].mean(axis=1)
# %% wrong: padding-in-front | like in lesson 4 | like: max pooling
-        v = r[:k].max(axis=0)
+        v = r[-k:].mean(axis=0)
# %% wrong: rounded | two decimals | like: the mean
-    return mean
+    return np.round(mean / np.linalg.norm(mean, axis=1, keepdims=True), 2)
# %% wrong: return-missing | forgotten | like: the mean
-    return mean
+    mean = mean / np.linalg.norm(mean, axis=1, keepdims=True)
# %% wrong: mutates-input | in place | like: mean over axis 1
-    mean = rows.mean(axis=1)
+    for b, k in enumerate(lengths):
+        rows[b, k:] = 0
+    mean = rows.sum(axis=1)

# %% wrong: padding-averaged, norm-squared | two slips
def sentence_vector(rows, lengths):
    v = rows.mean(axis=1)
    return v / (v**2).sum(axis=1, keepdims=True)

# %% wrong: padding-averaged, not-normalised | just the mean
return rows.mean(axis=1)
# %% unnamed | keepdims forgotten | like: the mean
-    return mean
+    return mean / np.linalg.norm(mean, axis=1)
# %% unnamed | median | like: max pooling
-        v = r[:k].max(axis=0)
+        v = np.median(r[:k], axis=0)
# %% unnamed | real without its axis | like: axis 2
-    mean = (rows * real[:, :, None]).sum(axis=2) / lengths[:, None]
+    mean = (rows * real).sum(axis=1)
# %% unnamed | lengths of floats
return np.array([r[: k / 1].mean(axis=0) for r, k in zip(rows, lengths)])

# %% unnamed | geometric mean | like: mean over axis 1
-    mean = rows.mean(axis=1)
+    mean = np.exp(np.log(np.abs(rows)).mean(axis=1))

# %% blind

# %% wrong: divided-by-count-again | Misread "divided by its length": divided by the number of rows once more, not by the length of the mean as a vector | like: mean of zeros as well
-    return (rows * real[:, :, None]).mean(axis=1)
+    mean = np.where(real[..., None], rows, 0).sum(axis=1) / lengths[:, None]
+    return mean / lengths[:, None]
