"""Answers to `half_scores(Q, K)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the query scaled before the product
def half_scores(Q, K):
    """Scores (n_q, n_k) in float32, divided by the root of d_k, of Q and K in float16."""
    scale = np.float16(1 / np.sqrt(Q.shape[-1]))
    scores = (Q * scale) @ K.T
    return scores.astype(np.float32)

# %% right: the keys scaled before the product
def half_scores(Q, K):
    scale = np.float16(1 / np.sqrt(Q.shape[-1]))
    scores = Q @ (K * scale).T
    return scores.astype(np.float32)

# %% right: float32 before the product
def half_scores(Q, K):
    scale = np.float16(1 / np.sqrt(Q.shape[-1]))
    scores = (Q.astype(np.float32) @ K.T.astype(np.float32)) * scale
    return scores

# %% right: one of both in float32 is enough
return np.float32(Q) @ K.T / np.sqrt(Q.shape[-1])

# %% right: float64 all the way
def half_scores(Q, K):
    Q, K = Q.astype(float), K.astype(float)
    return Q @ K.T / Q.shape[1] ** 0.5

# %% right: a bit of the scale on either side
def half_scores(Q, K):
    root = np.float16(Q.shape[-1] ** -0.25)
    return ((Q * root) @ (K * root).T).astype(np.float32)

# %% right: a loop over the queries
def half_scores(Q, K):
    scores = np.zeros((len(Q), len(K)), dtype=np.float32)
    for i, q in enumerate(Q):
        for j, k in enumerate(K):
            scores[i, j] = np.dot(q / np.float16(np.sqrt(len(q))), k)
    return scores

# %% right: einsum with a dtype
def half_scores(Q, K):
    scores = np.einsum("qd,kd->qk", Q, K, dtype=np.float32, casting="unsafe")
    return scores / np.float32(np.sqrt(Q.shape[-1]))

# %% right: matmul with a dtype
return np.matmul(Q, K.T, dtype=np.float32) / np.sqrt(np.float32(Q.shape[-1]))

# %% right: a nested list
def half_scores(Q, K):
    d = len(Q[0])
    return [[sum(float(a) * float(b) for a, b in zip(q, k)) / d**0.5 for k in K] for q in Q]

# %% right: smaller by the largest numbers, and back in float32
def half_scores(Q, K):
    a, b = np.abs(Q).max(), np.abs(K).max()
    scores = ((Q / a) @ (K / b).T).astype(np.float32)
    return scores * np.float32(a) * np.float32(b) / np.float32(np.sqrt(Q.shape[-1]))

# %% wrong: scale-by-fourth-root | half of the scale, on one side only
def half_scores(Q, K):
    root = np.float32(Q.shape[-1] ** -0.25)
    return (Q.astype(np.float32) * root) @ K.astype(np.float32).T

# %% wrong: scale-by-sqrt-n | the length of Q
def half_scores(Q, K):
    Q = Q.astype(np.float32)
    return Q @ K.T / np.sqrt(len(Q))

# %% wrong: scale-by-sqrt-n | the number of keys
def half_scores(Q, K):
    scale = np.float32(1 / np.sqrt(K.shape[0]))
    return (Q * scale) @ K.T

# %% wrong: maximum-subtracted | as softmax does against overflow
def half_scores(Q, K):
    scores = Q.astype(np.float32) @ K.astype(np.float32).T / np.sqrt(Q.shape[-1])
    return scores - scores.max(axis=-1, keepdims=True)

# %% wrong: divided-by-largest | only the queries
def half_scores(Q, K):
    Q = Q / np.abs(Q).max()
    return (Q @ K.T).astype(np.float32) / np.sqrt(Q.shape[-1])

# %% wrong: return-missing | the last line is lost
def half_scores(Q, K):
    scale = np.float16(1 / np.sqrt(Q.shape[-1]))
    scores = ((Q * scale) @ K.T).astype(np.float32)

# %% wrong: mutates-input | scaled in place
def half_scores(Q, K):
    Q *= np.float16(1 / np.sqrt(Q.shape[-1]))
    return (Q @ K.T).astype(np.float32)

# %% wrong: no-scale, q-k-swapped | two slips at once
return K.astype(np.float32) @ Q.astype(np.float32).T

# %% wrong: overflow-capped, scaled-twice | two slips at once
def half_scores(Q, K):
    scale = np.float32(1 / np.sqrt(Q.shape[-1]))
    product = np.clip((Q @ K.T).astype(np.float32), -65504, 65504)
    return product * scale * scale

# %% wrong: product-in-half, no-scale | float32 holds everything, so why scale
return (Q @ K.T).astype(np.float32)

# %% unnamed | dtype of einsum, which NumPy does not believe (TypeError)
return np.einsum("qd,kd->qk", Q, K, dtypes=np.float32)
# %% unnamed | K not transposed (ValueError)
return Q.astype(np.float32) @ K / np.sqrt(Q.shape[-1])

# %% unnamed | a type of torch (AttributeError)
return Q.float() @ K.float().T / np.sqrt(Q.shape[-1])
