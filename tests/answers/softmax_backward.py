"""Answers to `softmax_backward(weights, d_weights)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the formula of the lecture
def softmax_backward(weights, d_weights):
    mean = (weights * d_weights).sum(axis=-1, keepdims=True)
    return weights * (d_weights - mean)

# %% right: multiplied out
def softmax_backward(weights, d_weights):
    product = weights * d_weights
    return product - weights * product.sum(-1)[..., None]

# %% right: the Jacobian of every row written out, einsum
def softmax_backward(weights, d_weights):
    n_k = weights.shape[-1]
    jacobian = np.eye(n_k, dtype=weights.dtype) * weights[..., None, :]
    jacobian = jacobian - weights[..., :, None] * weights[..., None, :]
    return np.einsum("...ij,...j->...i", jacobian, d_weights)

# %% right: a loop over all rows
def softmax_backward(weights, d_weights):
    w = weights.reshape(-1, weights.shape[-1])
    d = d_weights.reshape(-1, weights.shape[-1])
    rows = []
    for a, b in zip(w, d):
        rows.append((np.diag(a) - np.outer(a, a)) @ b)
    return np.array(rows).reshape(weights.shape)

# %% right: a dot product by matmul
def softmax_backward(weights, d_weights):
    mean = weights[..., None, :] @ d_weights[..., :, None]
    return weights * (d_weights - mean[..., 0])

# %% right: einsum for the mean
def softmax_backward(weights, d_weights):
    mean = np.einsum("...k,...k->...", weights, d_weights)
    return weights * (d_weights - np.expand_dims(mean, -1))

# %% right: np.average with weights, recursion over the batch
def softmax_backward(weights, d_weights):
    if weights.ndim > 1:
        return np.stack([softmax_backward(w, d) for w, d in zip(weights, d_weights)])
    return weights * (d_weights - np.average(d_weights, weights=weights))

# %% right: ndindex, element by element
def softmax_backward(weights, d_weights):
    d_scores = np.zeros_like(weights)
    n_k = weights.shape[-1]
    for place in np.ndindex(weights.shape[:-1]):
        w, d = weights[place], d_weights[place]
        for j in range(n_k):
            for i in range(n_k):
                slope = w[i] * (1 - w[i]) if i == j else -w[i] * w[j]
                d_scores[place][j] += slope * d[i]
    return d_scores

# %% right: apply_along_axis on both side by side
def softmax_backward(weights, d_weights):
    n = weights.shape[-1]
    both = np.concatenate([weights, d_weights], axis=-1)
    return np.apply_along_axis(lambda r: r[:n] * (r[n:] - r[:n] @ r[n:]), -1, both)

# %% wrong: diagonal-only | the derivative of a sigmoid
return weights * (1 - weights) * d_weights
# %% wrong: no-centring | chain rule with the weights
return weights * d_weights
# %% wrong: unweighted-mean | d minus its mean
return weights * (d_weights - d_weights.mean(axis=-1, keepdims=True))

# %% wrong: sum-over-queries | axis 0
def softmax_backward(weights, d_weights):
    mean = np.sum(weights * d_weights, axis=0, keepdims=True)
    return weights * (d_weights - mean)

# %% wrong: axis-from-the-front | axis 1, as in his two-dimensional test | like: axis 0
-    mean = np.sum(weights * d_weights, axis=0, keepdims=True)
+    mean = (weights * d_weights).sum(axis=1, keepdims=True)
# %% wrong: keepdims-missing | forgot it (ValueError)
return weights * (d_weights - (weights * d_weights).sum(axis=-1))
# %% wrong: divided-by-n_k | mean for sum
return weights * (d_weights - (weights * d_weights).mean(axis=-1, keepdims=True))
# %% wrong: last-factor-missing | only centres
return d_weights - (weights * d_weights).sum(axis=-1, keepdims=True)
# %% wrong: mean-not-multiplied | brackets forgotten
return weights * d_weights - (weights * d_weights).sum(axis=-1, keepdims=True)

# %% wrong: softmax-twice | takes weights for scores
def softmax_backward(weights, d_weights):
    e = np.exp(weights - weights.max(axis=-1, keepdims=True))
    s = e / e.sum(axis=-1, keepdims=True)
    return s * (d_weights - (s * d_weights).sum(axis=-1, keepdims=True))

# %% wrong: negated | mean minus d
return weights * ((weights * d_weights).sum(axis=-1, keepdims=True) - d_weights)

# %% wrong: jacobian-off-diagonal-sign | plus
def softmax_backward(weights, d_weights):
    n_k = weights.shape[-1]
    J = np.eye(n_k) * weights[..., None] + weights[..., :, None] * weights[..., None, :]
    return (J @ d_weights[..., None])[..., 0]

# %% wrong: jacobian-of-log | the formula for log softmax
return d_weights - weights * d_weights.sum(axis=-1, keepdims=True)

# %% wrong: weights-twice | multiplies inside and outside
def softmax_backward(weights, d_weights):
    product = weights * d_weights
    mean = product.sum(axis=-1, keepdims=True)
    return weights * (product - weights * mean)

# %% wrong: weights-minus-gradient | p - y from the exercise before
return weights - d_weights

# %% wrong: batch-axis-breaks | diag and outer, row by row (ValueError)
def softmax_backward(weights, d_weights):
    n_q, n_k = weights.shape
    d_scores = np.zeros((n_q, n_k))
    for q in range(n_q):
        J = np.diag(weights[q]) - np.outer(weights[q], weights[q])
        d_scores[q] = J @ d_weights[q]
    return d_scores

# %% wrong: mutates-input | in place, to save memory
def softmax_backward(weights, d_weights):
    d_weights -= (weights * d_weights).sum(axis=-1, keepdims=True)
    return weights * d_weights

# %% wrong: no-centring, weights-twice | squares the weights
return weights**2 * d_weights
# %% wrong: negated, sum-over-everything | mean of all, sign lost
return weights * ((weights * d_weights).sum() - d_weights)
# %% unnamed | the weights of a row sum to 1, so nothing is left
return weights * d_weights - weights * weights.sum(axis=-1, keepdims=True) * d_weights
# %% unnamed | the square of the mean | like: the formula of the lecture
-    return weights * (d_weights - mean)
+    return weights * (d_weights - mean**2)
# %% unnamed | divides by the weights | like: the formula of the lecture
-    return weights * (d_weights - mean)
+    return (d_weights - mean) / (weights + 1)

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: sum-over-everything | np.average without an axis | like: axis 0
-    mean = np.sum(weights * d_weights, axis=0, keepdims=True)
+    mean = np.average(d_weights, weights=weights)
