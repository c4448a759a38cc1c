"""Answers to `attention_entropy(weights)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: follows the hint, 1 in place of 0 inside the logarithm
return -np.sum(weights * np.log(np.where(weights == 0, 1, weights)), axis=-1)

# %% right: replaced by 1 on both sides, 1 times ln 1 is 0 as well
def attention_entropy(weights):
    safe = np.where(weights > 0, weights, 1)
    return -(safe * np.log(safe)).sum(axis=-1)

# %% right: tiny epsilon inside the logarithm
def attention_entropy(weights):
    eps = 1e-12
    return -(weights * np.log(weights + eps)).sum(-1)

# %% right: clip before the logarithm, as in a cross-entropy loss
def attention_entropy(weights):
    logw = np.log(np.clip(weights, 1e-30, None))
    return -(weights * logw).sum(axis=-1)

# %% right: errstate and nansum
def attention_entropy(weights):
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = weights * np.log(weights)
    return -np.nansum(terms, axis=-1)

# %% right: the where argument of np.log with a prepared zero array
def attention_entropy(weights):
    logs = np.log(weights, out=np.zeros_like(weights), where=weights > 0)
    return -np.einsum("...j,...j->...", weights, logs)

# %% right: masked array, filled with zero before the sum
def attention_entropy(weights):
    w = np.ma.masked_equal(weights, 0)
    return -(w * np.ma.log(w)).filled(0).sum(axis=-1)

# %% right: loops over every index with math.log
import math

def attention_entropy(weights):
    out = np.zeros(weights.shape[:-1])
    for index in np.ndindex(*out.shape):
        total = 0.0
        for w in weights[index]:
            if w > 0:
                total -= w * math.log(w)
        out[index] = total
    return out

# %% right: nonzero weights per row, apply_along_axis
def row_entropy(row):
    row = row[row != 0]
    return np.sum(row * np.log(1 / row))


def attention_entropy(weights):
    return np.apply_along_axis(row_entropy, -1, weights)

# %% right: nan_to_num on the logarithm, then 0 times a huge number is 0
def attention_entropy(weights):
    with np.errstate(divide="ignore"):
        logs = np.nan_to_num(np.log(weights))
    return (-weights * logs).sum(axis=-1)

# %% right: xlogx as ln of w to the power w, because 0**0 is 1
return -np.sum(np.log(weights ** weights), axis=-1)

# %% right: works on a copy and writes zeros back by boolean index
def attention_entropy(weights):
    w = np.array(weights, copy=True)
    positive = w > 0
    w[positive] *= -np.log(w[positive])
    return w.sum(axis=-1)

# %% right: flattens the leading axes, loops over rows, and folds back
def attention_entropy(weights):
    *lead, n_k = weights.shape
    rows = weights.reshape(-1, n_k)
    h = []
    for row in rows:
        h.append(-sum(w * np.log(w) for w in row if w))
    return np.array(h, dtype=float).reshape(lead)

# %% right: absolute value in place of the minus sign, since every term has the same sign
def attention_entropy(weights):
    logs = np.log(np.where(weights == 0, 1.0, weights))
    return np.abs(np.sum(weights * logs, axis=-1))

# %% right: matrix product with the logarithms as column vectors
def attention_entropy(weights):
    logs = np.log(weights + (weights == 0))
    return -(weights[..., None, :] @ logs[..., :, None])[..., 0, 0]

# %% right: log base 2 and back to nats
def attention_entropy(weights):
    bits = -np.log2(np.where(weights == 0, 1, weights))
    return (weights * bits).sum(-1) * np.log(2)

# %% right: recursive over the leading axes
def attention_entropy(weights):
    w = np.asarray(weights)
    if w.ndim == 1:
        w = w[w > 0]
        return -np.dot(w, np.log(w))
    return np.stack([attention_entropy(part) for part in w])

# %% wrong: entropy-sign | forgot the minus sign
return np.sum(weights * np.log(np.where(weights == 0, 1, weights)), axis=-1)
# %% wrong: entropy-of-columns | sums over the queries
return -np.sum(weights * np.log(np.where(weights == 0, 1, weights)), axis=-2)
# %% wrong: batch-axis-breaks | axis=1, which is the keys only without leading axes
return -np.sum(weights * np.log(np.where(weights == 0, 1, weights)), axis=1)
# %% wrong: entropy-over-axis-0 | axis=0, MATLAB habit
return -np.sum(weights * np.log(weights + 1e-12), axis=0)
# %% wrong: entropy-of-everything | no axis, one number for everything
return -np.sum(weights * np.log(weights + 1e-12))
# %% wrong: log-of-zero | zeros become nan
return -(weights * np.log(weights)).sum(axis=-1)
# %% wrong: entropy-in-bits | bits instead of nats
return -np.sum(weights * np.log2(np.where(weights == 0, 1, weights)), axis=-1)
# %% wrong: entropy-base-10 | log10
return -np.sum(weights * np.log10(weights + 1e-12), axis=-1)
# %% wrong: entropy-averaged | divides by the number of keys (mean instead of sum)
return -np.mean(weights * np.log(np.where(weights == 0, 1, weights)), axis=-1)

# %% wrong: entropy-normalised | normalised entropy, divided by ln of the number of keys
def attention_entropy(weights):
    h = -np.sum(weights * np.log(weights + 1e-12), axis=-1)
    return h / np.log(weights.shape[-1])

# %% wrong: entropy-as-number-of-keys | returns the number of keys, e to the entropy
return np.exp(-np.sum(weights * np.log(weights + 1e-12), axis=-1))
# %% wrong: axis-kept | keeps the last axis with length 1
return -np.sum(weights * np.log(weights + 1e-12), axis=-1, keepdims=True)
# %% wrong: epsilon-too-large | epsilon far too large
return -np.sum(weights * np.log(weights + 0.01), axis=-1)

# %% wrong: epsilon-too-large | epsilon of 1e-3 also added to the weight
def attention_entropy(weights):
    w = weights + 1e-3
    return -np.sum(w * np.log(w), axis=-1)

# %% wrong: surprise-unweighted | forgot the weight before the logarithm
return -np.sum(np.log(np.where(weights == 0, 1, weights)), axis=-1)

# %% wrong: surprise-unweighted | sum of weights times sum of logs
def attention_entropy(weights):
    logs = np.log(np.where(weights == 0, 1, weights))
    return -weights.sum(axis=-1) * logs.sum(axis=-1)

# %% wrong: nan-replaced-too-late | repairs nan only after the sum, so every row with a zero gets entropy 0
def attention_entropy(weights):
    with np.errstate(all="ignore"):
        h = -(weights * np.log(weights)).sum(axis=-1)
    return np.nan_to_num(h)

# %% wrong: mutates-input | replaces zeros by 1 in the argument itself
def attention_entropy(weights):
    weights[weights == 0] = 1
    return -np.sum(weights * np.log(weights), axis=-1)

# %% wrong: mutates-input | adds the epsilon in place
def attention_entropy(weights):
    weights += 1e-12
    return -(weights * np.log(weights)).sum(axis=-1)

# %% wrong: divided-by-sum-again | normalises the rows first, so a row of zeros is nan
def attention_entropy(weights):
    with np.errstate(all="ignore"):
        p = weights / weights.sum(axis=-1, keepdims=True)
    return -np.sum(p * np.log(np.where(p == 0, 1, p)), axis=-1)

# %% wrong: softmax-twice | takes a softmax of the weights first
def attention_entropy(weights):
    e = np.exp(weights - weights.max(axis=-1, keepdims=True))
    p = e / e.sum(axis=-1, keepdims=True)
    return -(p * np.log(p)).sum(axis=-1)

# %% wrong: log-of-one-more | log1p to avoid the zero
return -(weights * np.log1p(weights)).sum(axis=-1)

# %% unnamed | binary entropy of every weight
def attention_entropy(weights):
    w = np.clip(weights, 1e-12, 1 - 1e-12)
    return -(w * np.log(w) + (1 - w) * np.log(1 - w)).sum(axis=-1)

# %% wrong: batch-axis-breaks | loops over the first axis only, fine for a plain table
def attention_entropy(weights):
    out = []
    for row in weights:
        p = row[row > 0]
        out.append(-np.sum(p * np.log(p)))
    return np.array(out)

# %% unnamed | stops at the first zero of a row
def attention_entropy(weights):
    out = np.zeros(weights.shape[:-1])
    for index in np.ndindex(*out.shape):
        for w in weights[index]:
            if w == 0:
                break
            out[index] -= w * np.log(w)
    return out

# %% wrong: return-in-loop | return one indent too deep, first row only
def attention_entropy(weights):
    rows = weights.reshape(-1, weights.shape[-1])
    h = np.zeros(len(rows))
    for i, row in enumerate(rows):
        p = row[row > 0]
        h[i] = -(p * np.log(p)).sum()
        return h.reshape(weights.shape[:-1])

# %% wrong: entropy-of-everything | drops the zeros with a boolean index, which flattens everything
def attention_entropy(weights):
    w = weights[weights > 0]
    return -(w * np.log(w)).sum(axis=-1)

# %% unnamed | puts 0 in place of the 0 logarithm the wrong way round
return -np.sum(np.where(weights == 0, 1, weights) * np.log(weights + 1e-12), axis=-1)

# %% unnamed | ignores all weights below 0.1 as not looked at
def attention_entropy(weights):
    w = np.where(weights > 0.1, weights, 0)
    return -np.sum(w * np.log(np.where(w == 0, 1, w)), axis=-1)

# %% wrong: axis-squeezed | squeezes the result, so a single query loses its axis
return np.squeeze(-np.sum(weights * np.log(weights + 1e-12), axis=-1))
# %% unnamed | 1 minus the sum of squares (Gini), from a statistics course
return 1 - (weights ** 2).sum(axis=-1)
# %% wrong: rounded | rounds to two decimals as in the statement
return np.round(-np.sum(weights * np.log(weights + 1e-12), axis=-1), 2)

# %% wrong: log-of-zero | epsilon 1e-300, which is 0 in float32, so nan there
def attention_entropy(weights):
    with np.errstate(all="ignore"):
        return -(weights * np.log(weights + 1e-300)).sum(axis=-1)

# %% wrong: log-of-zero | math.log in a loop without a test for zero, breaks off on a zero (ValueError)
import math

def attention_entropy(weights):
    out = np.zeros(weights.shape[:-1])
    for index in np.ndindex(*out.shape):
        out[index] = -sum(w * math.log(w) for w in weights[index])
    return out

# %% wrong: batch-axis-breaks | einsum with two letters only, plain tables only (ValueError)
return -np.einsum("ij,ij->i", weights, np.log(weights + 1e-12))
# %% wrong: products-not-summed | entropies per term, sum forgotten
return -weights * np.log(np.where(weights == 0, 1, weights))

# %% wrong: hidden-row-uniform | treats an all-zero row as uniform and gives it the largest entropy
def attention_entropy(weights):
    n_k = weights.shape[-1]
    h = -np.sum(weights * np.log(weights + 1e-12), axis=-1)
    return np.where(weights.sum(axis=-1) == 0, np.log(n_k), h)

# %% unnamed | PyTorch method on an array (AttributeError)
return -(weights * weights.log()).sum(dim=-1)
# %% unnamed | torch keyword dim (TypeError)
return -np.sum(weights * np.log(weights + 1e-12), dim=-1)

# %% unnamed | math.log on a whole array (TypeError)
import math

def attention_entropy(weights):
    return -np.sum(weights * math.log(weights), axis=-1)

# %% unnamed | an if on a whole array (ValueError) | like: replaces zeros by 1 in the argument itself
-    weights[weights == 0] = 1
+    if weights == 0:
+        return 0
# %% unnamed | R name of the logarithm (AttributeError)
return -np.sum(weights * np.ln(weights + 1e-12), axis=-1)
# %% unnamed | made-up name from an AI answer (AttributeError)
return -np.sum(np.xlogy(weights, weights), axis=-1)
# %% unnamed | misspelt the parameter (NameError)
return -np.sum(weight * np.log(weight + 1e-12), axis=-1)

# %% wrong: divided-by-sum-again | divides each row by its sum first, to be safe, so a row of zeros becomes 0 / 0 and its entropy nan
def attention_entropy(weights):
    shares = weights / weights.sum(axis=-1, keepdims=True)
    logs = np.log(np.where(shares > 0, shares, 1))
    return -(shares * logs).sum(axis=-1)
