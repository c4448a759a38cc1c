"""Answers with three slips at once, each of them in the catalogue."""

# %% cosine_scores: negated, cosine-missing-query-norm, softmax-already | least similar first
def cosine_scores(query, keys):
    e = np.exp(-(keys @ query) / np.linalg.norm(keys, axis=1))
    return e / e.sum()

# %% soft_lookup: scale-by-d_k, values-from-keys, returned-in-wrong-order | keys averaged
def soft_lookup(query, keys, values):
    e = np.exp(keys @ query / len(query))
    w = e / e.sum()
    return w, w @ keys

# %% attention_weights: scale-by-d_k, softmax-over-queries, q-k-swapped | everything the other way
def attention_weights(Q, K):
    e = np.exp(K @ np.swapaxes(Q, -1, -2) / Q.shape[-1])
    return e / e.sum(axis=-2, keepdims=True)

# %% attention: no-scale, softmax-not-normalised, returned-in-wrong-order | from memory
def attention(Q, K, V):
    weights = np.exp(Q @ np.swapaxes(K, -1, -2))
    return weights, weights @ V

# %% attention: self-scores, scale-by-d_k, values-from-keys | queries alone
def attention(Q, K, V):
    e = np.exp(Q @ np.swapaxes(Q, -1, -2) / Q.shape[-1])
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ K, weights

# %% masked_softmax: softmax-base-2, mask-inverted, hidden-row-uniform | powers of two
def masked_softmax(scores, visible):
    s = np.where(visible, -np.inf, scores)
    e = np.where(np.broadcast_to(visible, s.shape), 0, 2.0**scores)
    total = e.sum(axis=-1, keepdims=True)
    return np.where(total == 0, 1 / s.shape[-1], e / np.where(total == 0, 1, total))

# %% causal_attention: no-scale, values-from-keys, sees-next | one too far
def causal_attention(Q, K, V):
    n = Q.shape[-2]
    S = np.where(np.tri(n, k=1, dtype=bool), Q @ np.swapaxes(K, -1, -2), -np.inf)
    e = np.exp(S - S.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ K, weights

# %% causal_attention: scale-inverted, mask-after-softmax, returned-in-wrong-order | late
def causal_attention(Q, K, V):
    n = Q.shape[-2]
    S = Q @ np.swapaxes(K, -1, -2) * np.sqrt(Q.shape[-1])
    e = np.exp(S - S.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True) * np.tri(n)
    return weights, weights @ V

# %% multi_head_attention: no-scale, projections-transposed, output-projection-missing | as nn.Linear
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    source = X if context is None else context

    def split(A):
        return A.reshape(*A.shape[:-1], num_heads, -1).swapaxes(-2, -3)

    Q, K, V = split(X @ W_q.T), split(source @ W_k.T), split(source @ W_v.T)
    S = Q @ K.swapaxes(-1, -2)
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    weights = E / E.sum(axis=-1, keepdims=True)
    merged = (weights @ V).swapaxes(-2, -3)
    return merged.reshape(*merged.shape[:-2], -1), weights

# %% sinusoidal_encoding: sin-cos-concatenated, base-1000, positions-from-one | thousands, from one
def sinusoidal_encoding(n, d_model):
    columns = np.arange(d_model)
    angles = np.arange(1, n + 1)[:, None] * 1000.0 ** (-2 * (columns // 2) / d_model)
    return np.concatenate([np.sin(angles[:, 0::2]), np.cos(angles[:, 1::2])], axis=1)

# %% torch_attention: q-k-swapped, averaged-weights, output-projection-missing | halfway there
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    n, d_model = X.shape

    def split(A):
        return A.reshape(n, num_heads, -1).swapaxes(0, 1)

    Q, K, V = split(X @ W_k), split(X @ W_q), split(X @ W_v)
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    S = S if visible is None else np.where(visible, S, -np.inf)
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    weights = E / E.sum(axis=-1, keepdims=True)
    return (weights @ V).swapaxes(0, 1).reshape(n, d_model), weights.mean(axis=0)
