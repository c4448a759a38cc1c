"""Wrong answers that break where a catalogued mistake breaks too, and make another mistake.

Each section names the mistakes that the answer does make, if the catalogue has them.
"""

# %% dot_scores: keys-not-transposed | keys.T, which a square takes
def dot_scores(query, keys):
    return keys.T @ query

# %% dot_scores | an index that runs over the wrong axis
def dot_scores(query, keys):
    n, d = keys.shape
    return np.array([sum(query[j] * keys[i][j] for j in range(n)) for i in range(n)])

# %% cosine_scores | norms of the columns, squared again
def cosine_scores(query, keys):
    norms = np.linalg.norm(keys, axis=0)
    return keys @ query / (norms * norms)

# %% cosine_scores | stops on a single key
def cosine_scores(query, keys):
    if len(keys) == 1:
        raise ValueError("needs more than one key")
    return keys @ query / np.linalg.norm(keys, axis=1) / np.linalg.norm(query)

# %% soft_lookup | values from the left, as many as there are
def soft_lookup(query, keys, values):
    e = np.exp(keys @ query)
    w = e / e.sum()
    return np.array([w[j] * values[j] for j in range(values.shape[1])]).sum(axis=0), w

# %% score_variance | a spelling mistake where the sizes differ
def score_variance(Q, K):
    if len(Q) != len(K):
        S = Q @ K.Transpose()
    else:
        S = Q @ K.T
    return S.var()

# %% score_variance | stops where queries and keys are not alike many
def score_variance(Q, K):
    S = Q @ K.T
    return np.mean((S - S.mean(axis=1)) ** 2)

# %% scaled_scores | an assert that three axes do not meet
def scaled_scores(Q, K):
    assert Q.shape[0] == K.shape[0] or Q.ndim == 2, "as many queries as keys, please"
    S = Q @ K.swapaxes(-1, -2)
    assert S.ndim == 2, "matrices only"
    return S / np.sqrt(Q.shape[-1])

# %% scaled_scores | the identity is added, which asks for a square
def scaled_scores(Q, K):
    return (Q @ K.swapaxes(-1, -2) + np.eye(Q.shape[-2])) / np.sqrt(Q.shape[-1])

# %% softmax_jacobian | a name that only some inputs reach
def softmax_jacobian(weights):
    if len(weights) == 2:
        return helper(weights)
    return np.diag(weights) - np.outer(weights, weights)

# %% softmax: axis-ignored, batch-axis-breaks | a loop over rows that a single row does not have
def softmax(scores, axis=-1):
    rows = [np.exp(row - max(row)) / sum(np.exp(row - max(row))) for row in scores]
    return np.array(rows)

# %% attention_weights: softmax-over-queries, batch-axis-breaks | softmax along axis 0, and K.T
def attention_weights(Q, K):
    S = Q @ K.T / Q.shape[-1] ** 0.5
    E = np.exp(S - S.max(axis=0, keepdims=True))
    return E / E.sum(axis=0, keepdims=True)

# %% attention_weights | the identity added before softmax
def attention_weights(Q, K):
    S = Q @ K.swapaxes(-1, -2) / Q.shape[-1] ** 0.5 + np.eye(K.shape[-2])
    E = np.exp(S)
    return E / E.sum(axis=-1, keepdims=True)

# %% attention: softmax-over-queries, batch-axis-breaks | softmax along axis 0, and K.T
def attention(Q, K, V):
    S = Q @ K.T / Q.shape[-1] ** 0.5
    E = np.exp(S - S.max(axis=0, keepdims=True))
    weights = E / E.sum(axis=0, keepdims=True)
    return weights @ V, weights

# %% attention | the weights average the weights
def attention(Q, K, V):
    S = Q @ K.swapaxes(-1, -2) / Q.shape[-1] ** 0.5
    E = np.exp(S)
    weights = E / E.sum(axis=-1, keepdims=True)
    return weights @ weights, weights

# %% masked_softmax | another error where `visible` has to be broadcast
def masked_softmax(scores, visible):
    if visible.shape != scores.shape:
        raise NotADirectoryError("which file?")
    s = np.where(visible, scores, -np.inf)
    top = s.max(axis=-1, keepdims=True)
    e = np.exp(s - np.where(np.isinf(top), 0, top))
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1, total)

# %% masked_softmax: keepdims-missing, hidden-row-nan | the sum loses its axis
def masked_softmax(scores, visible):
    e = np.exp(scores) * visible
    return e / e.sum(axis=-1)

# %% causal_attention: softmax-over-queries, batch-axis-breaks | softmax along axis 0, and K.T
def causal_attention(Q, K, V):
    n = len(Q)
    S = np.where(np.tri(n, dtype=bool), Q @ K.T / Q.shape[-1] ** 0.5, -np.inf)
    E = np.exp(S - S.max(axis=0, keepdims=True))
    weights = E / E.sum(axis=0, keepdims=True)
    return weights @ V, weights

# %% causal_attention | a typing mistake that only batches meet
def causal_attention(Q, K, V):
    if Q.ndim > 2:
        return Q.attend(K, V)
    n = Q.shape[-2]
    S = np.where(np.tri(n, dtype=bool), Q @ K.T / Q.shape[-1] ** 0.5, -np.inf)
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    weights = E / E.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% split_heads | batches meet a name that is not there
def split_heads(X, num_heads):
    if X.ndim == 3:
        return splitted(X, num_heads)
    return X.reshape(len(X), num_heads, -1).transpose(1, 0, 2)

# %% merge_heads | batches meet a name that is not there
def merge_heads(heads):
    if heads.ndim == 4:
        return merged(heads)
    return heads.transpose(1, 0, 2).reshape(heads.shape[1], -1)

# %% multi_head_attention | split before the projections, which are too large for one head
def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, context=None):
    source = X if context is None else context

    def split(A):
        return A.reshape(*A.shape[:-1], num_heads, -1).swapaxes(-2, -3)

    Q, K, V = split(X) @ W_q, split(source) @ W_k, split(source) @ W_v
    S = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    weights = E / E.sum(axis=-1, keepdims=True)
    merged = (weights @ V).swapaxes(-2, -3)
    return merged.reshape(*merged.shape[:-2], -1) @ W_o, weights

# %% multi_head_attention | a context is asked for something that it does not have | like: split before the projections, which are too large for one head
-    source = X if context is None else context
+    source = X if context is None else context.tokens
-    Q, K, V = split(X) @ W_q, split(source) @ W_k, split(source) @ W_v
+    Q, K, V = split(X @ W_q), split(source @ W_k), split(source @ W_v)

# %% sinusoidal_encoding | an odd width divides by zero
def sinusoidal_encoding(n, d_model):
    if d_model % 2:
        return 1 / 0
    angles = np.arange(n)[:, None] / 10000 ** (np.arange(0, d_model, 2) / d_model)
    encoding = np.zeros((n, d_model))
    encoding[:, 0::2], encoding[:, 1::2] = np.sin(angles), np.cos(angles)
    return encoding

# %% torch_attention | without a mask, a name is missing
def torch_attention(X, W_q, W_k, W_v, W_o, num_heads, visible=None):
    if visible is None:
        visible = everything
    n, d_model = X.shape

    def split(A):
        return A.reshape(n, num_heads, -1).swapaxes(0, 1)

    Q, K, V = split(X @ W_q), split(X @ W_k), split(X @ W_v)
    S = np.where(visible, Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1]), -np.inf)
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    weights = E / E.sum(axis=-1, keepdims=True)
    return (weights @ V).swapaxes(0, 1).reshape(n, d_model) @ W_o, weights

# %% softmax | another error where the scores are large
def softmax(scores, axis=-1):
    top = scores.max(axis=axis, keepdims=True)
    if scores.max() > 1000:
        raise FileExistsError("too large")
    e = np.exp(scores - np.where(np.isinf(top), 0, top))
    total = e.sum(axis=axis, keepdims=True)
    return e / np.where(total == 0, 1, total)

# %% scaled_scores | an argument is missing where there is no batch
def scaled_scores(Q, K):
    K_t = K.swapaxes(-1, -2) if K.ndim == 3 else np.swapaxes(K, -1)
    return Q @ K_t / np.sqrt(Q.shape[-1])

# %% masked_softmax | an attribute that lists have, where `visible` has to be broadcast
def masked_softmax(scores, visible):
    if visible.shape != scores.shape:
        visible.append(visible)
    top = np.where(visible, scores, -np.inf).max(axis=-1, keepdims=True)
    e = np.exp(scores - np.where(np.isinf(top), 0, top)) * visible
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1, total)

# %% multi_head_attention | a dict without that key, where the context has another length | like: a context is asked for something that it does not have
-    source = X if context is None else context.tokens
+    source = X if context is None else context
+    length = {X.shape: X.shape}[source.shape]
# %% torch_attention | a claim about dtypes, where they are single | like: without a mask, a name is missing
-    if visible is None:
-        visible = everything
+    assert X.dtype == np.float64
-    S = np.where(visible, Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1]), -np.inf)
+    S = Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1])
+    S = S if visible is None else np.where(visible, S, -np.inf)

# %% split_heads | rows to heads, and a name that is missing where there is a batch
def split_heads(X, num_heads):
    if X.ndim == 3:
        return [splitted(one, num_heads) for one in X]
    n, d_model = X.shape
    return X.reshape(num_heads, n, d_model // num_heads)

# %% leaks_future | the opposite of what is asked, and an error where it matters
def leaks_future(attend, X):
    before = attend(X)
    for i in range(1, len(X)):
        changed = X.copy()
        changed[i] += 1
        if np.abs(attend(changed) - before)[:i].max() > 1e-6:
            return before.leaks
    return False

# %% is_equivariant | a comparison of two shapes
def is_equivariant(attend, X, order):
    found, expected = attend(X[order]), attend(X)[order]
    return bool((found[:, 0] == X).all())

# %% head_shapes | sizes that are unpacked from an integer
def head_shapes(n, d_model, num_heads):
    width, = d_model // num_heads
    return {"X": (n, d_model)}

# %% sinusoidal_encoding | columns that are not there, where the width is odd | like: an odd width divides by zero
-        return 1 / 0
+        raise PermissionError("even only")
