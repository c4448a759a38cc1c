"""Answers to `causal_sdpa(Q, K, V)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: np.tri with an offset
def causal_sdpa(Q, K, V):
    import torch

    n_q, n_k = Q.shape[-2], K.shape[-2]
    mask = torch.tensor(np.tri(n_q, n_k, n_k - n_q, dtype=bool))
    attend = torch.nn.functional.scaled_dot_product_attention
    output = attend(torch.tensor(Q), torch.tensor(K), torch.tensor(V), attn_mask=mask)
    return output.numpy()

# %% right: positions of queries and keys
def causal_sdpa(Q, K, V):
    n_q, n_k = Q.shape[-2], K.shape[-2]
    query = np.arange(n_k - n_q, n_k)[:, None]
    key = np.arange(n_k)
    mask = torch.from_numpy(key <= query)
    return F.scaled_dot_product_attention(
        torch.from_numpy(Q), torch.from_numpy(K), torch.from_numpy(V), attn_mask=mask
    ).numpy()

# %% right: the last rows of the square triangle
def causal_sdpa(Q, K, V):
    n_q, n_k = Q.shape[-2], K.shape[-2]
    whole = torch.ones(n_k, n_k, dtype=torch.bool).tril()
    q, k, v = (torch.tensor(a) for a in (Q, K, V))
    return F.scaled_dot_product_attention(q, k, v, attn_mask=whole[-n_q:]).numpy()

# %% right: a float mask of 0 and minus infinity
def causal_sdpa(Q, K, V):
    q, k, v = map(torch.tensor, (Q, K, V))
    n_q, n_k = q.shape[-2], k.shape[-2]
    hidden = torch.full((n_q, n_k), float("-inf"), dtype=q.dtype).triu(n_k - n_q + 1)
    return F.scaled_dot_product_attention(q, k, v, hidden).numpy()

# %% right: rows of zeros for the missing queries, then is_causal, then cut
def causal_sdpa(Q, K, V):
    missing = K.shape[-2] - Q.shape[-2]
    padded = np.concatenate([np.zeros((*Q.shape[:-2], missing, Q.shape[-1]), Q.dtype), Q], axis=-2)
    output = F.scaled_dot_product_attention(*map(torch.tensor, (padded, K, V)), is_causal=True)
    return output[..., missing:, :].numpy()

# %% right: query by query, no mask at all
def causal_sdpa(Q, K, V):
    q, k, v = map(torch.tensor, (Q, K, V))
    first = K.shape[-2] - Q.shape[-2]
    rows = [
        F.scaled_dot_product_attention(
            q[..., i : i + 1, :], k[..., : first + i + 1, :], v[..., : first + i + 1, :]
        )
        for i in range(Q.shape[-2])
    ]
    return torch.cat(rows, dim=-2).numpy()

# %% right: by hand in NumPy, not through PyTorch at all
def causal_sdpa(Q, K, V):
    n_q, n_k = Q.shape[-2], K.shape[-2]
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    scores = np.where(np.tri(n_q, n_k, n_k - n_q) == 1, scores, -np.inf)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True) @ V

# %% right: is_causal where it is square, a mask elsewhere; a tensor comes back
def causal_sdpa(Q, K, V):
    q, k, v = (torch.as_tensor(a.copy()) for a in (Q, K, V))
    if q.shape[-2] == k.shape[-2]:
        return F.scaled_dot_product_attention(q, k, v, is_causal=True)
    n_q, n_k = q.shape[-2], k.shape[-2]
    mask = torch.ones(n_q, n_k).tril(n_k - n_q).bool()
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)

# %% right: PyTorch's own word for it
def causal_sdpa(Q, K, V):
    from torch.nn.attention.bias import causal_lower_right

    q, k, v = map(torch.tensor, (Q, K, V))
    bias = causal_lower_right(q.shape[-2], k.shape[-2])
    return F.scaled_dot_product_attention(q, k, v, attn_mask=bias._materialize()).numpy()

# %% right: turned round twice
def causal_sdpa(Q, K, V):
    n_q, n_k = Q.shape[-2], K.shape[-2]
    mask = np.triu(np.ones((n_q, n_k), dtype=bool))[::-1, ::-1]
    q, k, v = map(torch.tensor, (Q, K, V))
    return F.scaled_dot_product_attention(q, k, v, attn_mask=torch.tensor(mask.copy())).numpy()

# %% right: scales by hand, and tells PyTorch not to
def causal_sdpa(Q, K, V):
    queries, keys, values = torch.tensor(Q), torch.tensor(K), torch.tensor(V)
    queries = queries / Q.shape[-1] ** 0.5
    n_q, n_k = Q.shape[-2], K.shape[-2]
    mask = torch.arange(n_k) <= torch.arange(n_k - n_q, n_k)[:, None]
    return F.scaled_dot_product_attention(queries, keys, values, attn_mask=mask, scale=1).numpy()

# %% wrong: causal-from-first-key | builds the mask by hand, in the same place
def causal_sdpa(Q, K, V):
    mask = torch.tensor(np.tri(Q.shape[-2], K.shape[-2], dtype=bool))
    q, k, v = map(torch.tensor, (Q, K, V))
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask).numpy()

# %% wrong: mask-missing, scaled-twice | is_causal=False, and nothing else
def causal_sdpa(Q, K, V):
    queries, keys, values = torch.tensor(Q), torch.tensor(K), torch.tensor(V)
    queries = queries / Q.shape[-1] ** 0.5
    attend = torch.nn.functional.scaled_dot_product_attention
    return attend(queries, keys, values, is_causal=False).numpy()

# %% wrong: mask-missing | thinks is_causal is what goes wrong, and leaves it out
def causal_sdpa(Q, K, V):
    q, k, v = map(torch.tensor, (Q, K, V))
    return F.scaled_dot_product_attention(q, k, v).numpy()

# %% wrong: sdpa-mask-polarity | a mask for nn.MultiheadAttention | like: builds the mask by hand, in the same place
-    mask = torch.tensor(np.tri(Q.shape[-2], K.shape[-2], dtype=bool))
+    n_q, n_k = Q.shape[-2], K.shape[-2]
+    mask = torch.ones(n_q, n_k, dtype=torch.bool).triu(n_k - n_q + 1)
# %% wrong: causal-from-first-key, sdpa-mask-polarity | triu with diagonal=1, as in every tutorial | like: builds the mask by hand, in the same place
-    mask = torch.tensor(np.tri(Q.shape[-2], K.shape[-2], dtype=bool))
+    mask = torch.triu(torch.ones(Q.shape[-2], K.shape[-2]), diagonal=1).bool()
# %% wrong: causal-shifted-back | n_q - n_k | like: a mask for nn.MultiheadAttention
-    mask = torch.ones(n_q, n_k, dtype=torch.bool).triu(n_k - n_q + 1)
+    mask = torch.tensor(np.tri(n_q, n_k, n_q - n_k, dtype=bool))
# %% wrong: mask-hides-diagonal | one short | like: a mask for nn.MultiheadAttention
-    mask = torch.ones(n_q, n_k, dtype=torch.bool).triu(n_k - n_q + 1)
+    query = np.arange(n_q)[:, None] + n_k - n_q
+    mask = torch.tensor(np.arange(n_k) < query)
# %% wrong: sees-next | one too far | like: a mask for nn.MultiheadAttention
-    mask = torch.ones(n_q, n_k, dtype=torch.bool).triu(n_k - n_q + 1)
+    mask = torch.ones(n_q, n_k, dtype=torch.bool).tril(n_k - n_q + 1)

# %% wrong: earlier-keys-dropped | makes it square by cutting the keys
def causal_sdpa(Q, K, V):
    n_q = Q.shape[-2]
    q, k, v = map(torch.tensor, (Q, K[..., -n_q:, :], V[..., -n_q:, :]))
    return F.scaled_dot_product_attention(q, k, v, is_causal=True).numpy()

# %% wrong: scaled-twice | divides Q as in lesson 2
def causal_sdpa(Q, K, V):
    n_q, n_k = Q.shape[-2], K.shape[-2]
    mask = torch.tensor(np.tri(n_q, n_k, n_k - n_q, dtype=bool))
    q, k, v = map(torch.tensor, (Q, K, V))
    q = q / q.shape[-1] ** 0.5
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask).numpy()

# %% wrong: no-scale | scale=1, to be safe | like: divides Q as in lesson 2
-    q = q / q.shape[-1] ** 0.5
-    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask).numpy()
+    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=1.0).numpy()

# %% wrong: mask-added-as-0-1 | 1 where it is hidden, in floats
def causal_sdpa(Q, K, V):
    q, k, v = map(torch.tensor, (Q, K, V))
    n_q, n_k = Q.shape[-2], K.shape[-2]
    mask = torch.ones(n_q, n_k, dtype=q.dtype).triu(n_k - n_q + 1)
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask).numpy()

# %% wrong: mask-transposed | keys on the rows | like: a mask for nn.MultiheadAttention
-    mask = torch.ones(n_q, n_k, dtype=torch.bool).triu(n_k - n_q + 1)
+    mask = torch.tensor(np.tri(n_q, n_k, n_k - n_q, dtype=bool).T)
# %% unnamed | as if scores came back | like: scale=1, to be safe
-    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=1.0).numpy()
+    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask).softmax(dim=-1).numpy()
# %% wrong: mutates-input | scales in place, back and forth | like: divides Q as in lesson 2
-    q, k, v = map(torch.tensor, (Q, K, V))
-    q = q / q.shape[-1] ** 0.5
+    q, k, v = torch.tensor(Q), torch.tensor(K), torch.tensor(V)
+    Q += 1

# %% unnamed | the code to repair in other words, still wrong in both ways
def causal_sdpa(Q, K, V):
    q, k, v = map(torch.tensor, (Q, K, V))
    return F.scaled_dot_product_attention(q / q.shape[-1] ** 0.5, k, v, is_causal=True).numpy()

# %% wrong: causal-from-first-key, mask-hides-diagonal | tril with -1 from the first key on | like: builds the mask by hand, in the same place
-    mask = torch.tensor(np.tri(Q.shape[-2], K.shape[-2], dtype=bool))
+    mask = torch.ones(Q.shape[-2], K.shape[-2], dtype=torch.bool).tril(-1)
# %% unnamed | both at once (RuntimeError) | like: scale=1, to be safe
-    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=1.0).numpy()
+    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, is_causal=True).numpy()
# %% unnamed | a mask of n_q by n_q (RuntimeError) | like: builds the mask by hand, in the same place
-    mask = torch.tensor(np.tri(Q.shape[-2], K.shape[-2], dtype=bool))
+    mask = torch.ones(Q.shape[-2], Q.shape[-2], dtype=torch.bool).tril()

# %% unnamed | arrays are not tensors (TypeError)
def causal_sdpa(Q, K, V):
    n_q, n_k = Q.shape[-2], K.shape[-2]
    mask = np.tri(n_q, n_k, n_k - n_q, dtype=bool)
    return F.scaled_dot_product_attention(Q, K, V, attn_mask=mask)

# %% wrong: mask-of-all-queries | the triangle of lesson 4, n_k by n_k (RuntimeError) | like: builds the mask by hand, in the same place
-    mask = torch.tensor(np.tri(Q.shape[-2], K.shape[-2], dtype=bool))
+    mask = torch.ones(K.shape[-2], K.shape[-2], dtype=torch.bool).tril()
# %% unnamed | the number of tokens from the front (batches go wrong) | like: builds the mask by hand, in the same place
-    mask = torch.tensor(np.tri(Q.shape[-2], K.shape[-2], dtype=bool))
+    n_q, n_k = len(Q), len(K)
+    mask = torch.tensor(np.tri(Q.shape[-2], K.shape[-2], n_k - n_q, dtype=bool))

# %% unnamed | all rows the last one
def causal_sdpa(Q, K, V):
    q, k, v = map(torch.tensor, (Q, K, V))
    return F.scaled_dot_product_attention(q[..., -1:, :], k, v).expand(*Q.shape[:-1], -1).numpy()

# %% unnamed | rounded to half precision | like: divides Q as in lesson 2
-    q, k, v = map(torch.tensor, (Q, K, V))
-    q = q / q.shape[-1] ** 0.5
+    q, k, v = (torch.tensor(a).half() for a in (Q, K, V))
# %% unnamed | always three earlier tokens | like: builds the mask by hand, in the same place
-    mask = torch.tensor(np.tri(Q.shape[-2], K.shape[-2], dtype=bool))
+    mask = torch.tensor(np.tri(Q.shape[-2], K.shape[-2], 3, dtype=bool))

# %% wrong: earlier-keys-dropped, mask-transposed | keys turned round as well as queries
def causal_sdpa(Q, K, V):
    q, k, v = (torch.tensor(a[..., ::-1, :].copy()) for a in (Q, K, V))
    output = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    return output.numpy()[..., ::-1, :]

# %% unnamed | the shape of the values
def causal_sdpa(Q, K, V):
    q, k, v = map(torch.tensor, (Q, K, V))
    return F.scaled_dot_product_attention(k, k, v, is_causal=True).numpy()

# %% blind

# %% wrong: scale-inverted | took the argument scale for a divisor and handed over the root of d_k, but the scores are multiplied by it | like: np.tri with an offset
-
+
+    queries, keys, values = torch.tensor(Q), torch.tensor(K), torch.tensor(V)
-    output = attend(torch.tensor(Q), torch.tensor(K), torch.tensor(V), attn_mask=mask)
+    output = attend(queries, keys, values, attn_mask=mask, scale=Q.shape[-1] ** 0.5)

# %% wrong: causal-unless-single | removed the double scaling and switched the causal triangle off for a single query only; with several newest queries it still starts in the top left corner
def causal_sdpa(Q, K, V):
    import torch

    queries, keys, values = torch.tensor(Q), torch.tensor(K), torch.tensor(V)
    attend = torch.nn.functional.scaled_dot_product_attention
    output = attend(queries, keys, values, is_causal=Q.shape[-2] > 1)
    return output.numpy()
