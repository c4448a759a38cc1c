"""Answers to `mean_largest_weight(weights)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the largest first, then the mean
def mean_largest_weight(weights):
    """Largest weight of each row of weights (..., n_q, n_k), averaged over all rows: one number."""
    largest = weights.max(axis=-1)
    return float(largest.mean())

# %% right: in one line
return np.max(weights, axis=-1).mean()

# %% right: all rows in one long table first
def mean_largest_weight(weights):
    rows = weights.reshape(-1, weights.shape[-1])
    return sum(max(row) for row in rows) / len(rows)

# %% right: sorts each row, and takes the last
return float(np.sort(weights, axis=-1)[..., -1].mean())

# %% right: argmax and take_along_axis
def mean_largest_weight(weights):
    best = weights.argmax(axis=-1)[..., None]
    return np.take_along_axis(weights, best, axis=-1).mean()

# %% right: calls itself for each sentence of a batch
def mean_largest_weight(weights):
    if weights.ndim == 2:
        return np.mean([row.max() for row in weights])
    return np.mean([mean_largest_weight(sentence) for sentence in weights])

# %% right: counts the rows with prod
def mean_largest_weight(weights):
    largest = weights.max(axis=-1)
    return largest.sum() / np.prod(weights.shape[:-1])

# %% right: means axis by axis
def mean_largest_weight(weights):
    number = weights.max(axis=-1)
    while number.ndim:
        number = number.mean(axis=-1)
    return number

# %% right: the p-norm for p to infinity
return np.linalg.norm(weights, ord=np.inf, axis=-1).mean()

# %% wrong: averaged-first | averages over the first axis, then takes the largest
def mean_largest_weight(weights):
    average = weights.mean(axis=0)
    return float(average.max())

# %% wrong: largest-of-all | no axis
return float(weights.max().mean())

# %% wrong: largest-of-columns | axis -2 kept from the code
def mean_largest_weight(weights):
    largest = weights.max(axis=-2)
    return float(largest.mean())

# %% wrong: batch-axis-breaks | axis 1 is the last axis of a table
return float(weights.max(axis=1).mean())
# %% wrong: batch-axis-breaks | a loop over the rows
return float(np.mean([row.max() for row in weights]))

# %% wrong: mean-not-max | exchanged the axes only
def mean_largest_weight(weights):
    average = weights.mean(axis=-1)
    return float(average.mean())

# %% wrong: place-not-weight | argmax
return float(np.argmax(weights, axis=-1).mean())
# %% wrong: not-averaged | one for each query
return weights.max(axis=-1)

# %% wrong: not-averaged | one for each sentence
def mean_largest_weight(weights):
    largest = weights.max(axis=-1)
    return largest.mean(axis=-1)

# %% wrong: sum-not-mean | adds up
return float(weights.max(axis=-1).sum())
# %% wrong: divided-by-other-count | divides by the keys
return weights.max(axis=-1).sum() / weights.shape[-1]

# %% wrong: divided-by-other-count | divides by the queries of one sentence
def mean_largest_weight(weights):
    n_q = weights.shape[-2]
    return weights.max(axis=-1).sum() / n_q

# %% wrong: divided-by-other-count | divides by len
return float(weights.max(axis=-1).sum() / len(weights))
# %% wrong: divided-by-other-count | divides by the number of all weights
return float(weights.max(axis=-1).sum() / weights.size)
# %% wrong: extra-axis | keepdims all the way | like: one for each sentence
-    return largest.mean(axis=-1)
+    return np.array([largest.mean()])
# %% wrong: extra-axis | in a list of lists
return [[weights.max(axis=-1).mean()]]
# %% wrong: return-missing | forgot the return | like: one for each sentence
-    return largest.mean(axis=-1)
+    largest.mean()

# %% wrong: mutates-input | sorts in place
def mean_largest_weight(weights):
    weights.sort(axis=-1)
    return float(weights[..., -1].mean())

# %% wrong: mutates-input | normalises in place, to be sure
def mean_largest_weight(weights):
    largest = weights.max(axis=-1).mean()
    weights /= 2
    return largest

# %% wrong: largest-of-columns, sum-not-mean | columns, and added up
return float(weights.max(axis=-2).sum())
# %% wrong: place-not-weight, sum-not-mean | places, and added up
return int(weights.argmax(axis=-1).sum())
# %% unnamed | the same thing in one line
return float(weights.mean(axis=-2).max(axis=-1).mean())
# %% wrong: median-not-mean | the median
return float(np.median(weights.max(axis=-1)))
# %% wrong: smallest-not-largest | the smallest weight
return float(weights.min(axis=-1).mean())
# %% unnamed | the second largest
return float(np.sort(weights, axis=-1)[..., -2].mean())
# %% unnamed | largest minus smallest
return float(np.ptp(weights, axis=-1).mean())

# %% unnamed | the standard deviation of each row
return float(weights.std(axis=-1).mean())
# %% unnamed | both numbers | like: one for each sentence
-    return largest.mean(axis=-1)
+    return largest.mean(), largest
# %% unnamed | rounds to whole numbers with int
return int(weights.max(axis=-1).mean())
# %% unnamed | always 1
return 1.0
# %% wrong: batch-axis-breaks | unpacks two axes (ValueError) | like: divides by the queries of one sentence
-    n_q = weights.shape[-2]
+    n_q, n_k = weights.shape
# %% unnamed | a misspelt argument (TypeError)
return weights.max(axes=-1).mean()
# %% unnamed | a name that is not defined (NameError)
return largest.mean()

# %% blind

# %% wrong: rows-cut-too-short | flattens the batch into rows of length n_q and not n_k, so the rows are cut in the wrong places unless the table is square
def mean_largest_weight(weights):
    rows = weights.reshape(-1, weights.shape[-2])
    return float(rows.max(axis=1).mean())
