"""Answers to `masked_multi_head(Q, K, V, visible)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: a new axis, counted from the end
def masked_multi_head(Q, K, V, visible):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    exponentials = np.where(visible[..., None, :, :], np.exp(scores), 0)
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% right: expand_dims with axis=-3 | like: a new axis, counted from the end
-    exponentials = np.where(visible[..., None, :, :], np.exp(scores), 0)
+    visible = np.expand_dims(visible, axis=-3)
+    exponentials = np.exp(scores) * visible
# %% right: minus infinity before softmax | like: a new axis, counted from the end
-    exponentials = np.where(visible[..., None, :, :], np.exp(scores), 0)
+    scores = np.where(visible[..., np.newaxis, :, :], scores, -np.inf)
+    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))

# %% right: minus a billion, and einsum
def masked_multi_head(Q, K, V, visible):
    scores = np.einsum("...qd,...kd->...qk", Q, K) / Q.shape[-1] ** 0.5
    scores = scores + (~visible)[..., None, :, :] * -1e9
    e = np.exp(scores - scores.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)
    return np.einsum("...qk,...kd->...qd", weights, V), weights

# %% right: heads moved to the front, where the mask broadcasts by itself, and back | like: a new axis, counted from the end
-    exponentials = np.where(visible[..., None, :, :], np.exp(scores), 0)
+    by_head = np.moveaxis(np.exp(scores), -3, 0)
+    exponentials = np.moveaxis(np.where(visible, by_head, 0), 0, -3)

# %% right: one head after the other
def masked_multi_head(Q, K, V, visible):
    weights = np.empty(Q.shape[:-1] + (Q.shape[-2],), dtype=Q.dtype)
    for h in range(Q.shape[-3]):
        q, k = Q[..., h, :, :], K[..., h, :, :]
        e = np.where(visible, np.exp(q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])), 0)
        weights[..., h, :, :] = e / e.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% right: each mask repeated for every head | like: a new axis, counted from the end
-def masked_multi_head(Q, K, V, visible):
+def masked_multi_head(Q, K, V, visible):
+    n, h = Q.shape[-2], Q.shape[-3]
+    mask = np.stack([visible] * h, axis=-3)
-    exponentials = np.where(visible[..., None, :, :], np.exp(scores), 0)
+    exponentials = np.where(mask, np.exp(scores), 0)

# %% right: reshape with a 1 in the shape
def masked_multi_head(Q, K, V, visible):
    *batch, n, m = visible.shape
    mask = visible.reshape(*batch, 1, n, m)
    scores = Q @ np.swapaxes(K, -1, -2) * (1 / np.sqrt(Q.shape[-1]))
    exponentials = np.exp(scores)
    exponentials[~np.broadcast_to(mask, scores.shape)] = 0
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return [weights @ V, weights]

# %% right: repeat along an axis, as repeat_interleave in PyTorch | like: a new axis, counted from the end
-    exponentials = np.where(visible[..., None, :, :], np.exp(scores), 0)
+    mask = np.repeat(visible[..., None, :, :], Q.shape[-3], axis=-3)
+    exponentials = np.where(mask, np.exp(scores), 0)
# %% wrong: axis-counted-from-the-front | [:, None], as for one batch axis (ValueError) | like: a new axis, counted from the end
-    exponentials = np.where(visible[..., None, :, :], np.exp(scores), 0)
+    exponentials = np.where(visible[:, None], np.exp(scores), 0)
# %% wrong: one-mask-for-all | takes the first mask, then no shape complains | like: a new axis, counted from the end
-    exponentials = np.where(visible[..., None, :, :], np.exp(scores), 0)
+    exponentials = np.where(visible[0], np.exp(scores), 0)
# %% wrong: mask-tiled | repeat(num_heads, 1, 1) of PyTorch, which is np.tile | like: repeat along an axis, as repeat_interleave in PyTorch
-    mask = np.repeat(visible[..., None, :, :], Q.shape[-3], axis=-3)
+    mask = np.tile(visible, (Q.shape[-3], 1, 1)).reshape(scores.shape)
# %% wrong: mask-missing | took the line with the mask out, since it raised an error | like: a new axis, counted from the end
-    exponentials = np.where(visible[..., None, :, :], np.exp(scores), 0)
+    exponentials = np.exp(scores)
# %% wrong: axis-counted-from-the-front | four axes written out (IndexError) | like: a new axis, counted from the end
-    exponentials = np.where(visible[..., None, :, :], np.exp(scores), 0)
+    exponentials = np.exp(scores) * visible[:, None, :, :]
# %% wrong: mask-inverted | hides what is visible | like: a new axis, counted from the end
-    exponentials = np.where(visible[..., None, :, :], np.exp(scores), 0)
+    exponentials = np.where(visible[..., None, :, :], 0, np.exp(scores))
# %% wrong: mask-transposed | turned the mask round with the new axis | like: repeat along an axis, as repeat_interleave in PyTorch
-    mask = np.repeat(visible[..., None, :, :], Q.shape[-3], axis=-3)
+    mask = np.swapaxes(visible, -1, -2)[..., None, :, :]
# %% wrong: mask-after-softmax | hides the weights at the end | like: took the line with the mask out, since it raised an error
-    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
+    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
+    weights = np.where(visible[..., None, :, :], weights, 0)
# %% wrong: mask-filled-with-zero | hides the scores with zeros | like: a new axis, counted from the end
-    exponentials = np.where(visible[..., None, :, :], np.exp(scores), 0)
+    exponentials = np.exp(scores * visible[..., None, :, :])
# %% wrong: mask-added-as-0-1 | adds the mask to the scores | like: a new axis, counted from the end
-    exponentials = np.where(visible[..., None, :, :], np.exp(scores), 0)
+    exponentials = np.exp(scores + visible[..., None, :, :])
# %% wrong: softmax-over-queries | rewrites the sum, along axis -2 | like: a new axis, counted from the end
-    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
+    weights = exponentials / exponentials.sum(axis=-2, keepdims=True)
# %% wrong: no-scale | the root got lost on the way | like: a new axis, counted from the end
-    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
+    scores = Q @ np.swapaxes(K, -1, -2)
# %% wrong: weights-not-returned | returns the output alone | like: a new axis, counted from the end
-    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
-    return weights @ V, weights
+    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V
# %% wrong: returned-in-wrong-order | weights first | like: a new axis, counted from the end
-    return weights @ V, weights
+    return weights, weights @ V
# %% wrong: one-mask-for-all, mask-after-softmax | the first mask, and at the end | like: took the line with the mask out, since it raised an error
-    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
+    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
+    weights = weights * visible[0]
# %% wrong: no-scale, mask-meets-heads | takes the root for the mistake, and leaves the mask (ValueError) | like: the root got lost on the way
-    exponentials = np.where(visible[..., None, :, :], np.exp(scores), 0)
+    exponentials = np.where(visible, np.exp(scores), 0)
# %% unnamed | a new axis in front of all, which changes nothing | like: a new axis, counted from the end
-    exponentials = np.where(visible[..., None, :, :], np.exp(scores), 0)
+    exponentials = np.where(visible[None], np.exp(scores), 0)
# %% wrong: axis-at-the-end | a new axis at the end (ValueError) | like: a new axis, counted from the end
-    exponentials = np.where(visible[..., None, :, :], np.exp(scores), 0)
+    exponentials = np.where(visible[..., None], np.exp(scores), 0)
# %% unnamed | masked_fill on an array (AttributeError) | like: a new axis, counted from the end
-    exponentials = np.where(visible[..., None, :, :], np.exp(scores), 0)
+    scores = scores.masked_fill(~visible.unsqueeze(1), -1e9)
+    exponentials = np.exp(scores)
# %% unnamed | a minus sign on a boolean mask (TypeError) | like: masked_fill on an array (AttributeError)
-    scores = scores.masked_fill(~visible.unsqueeze(1), -1e9)
+    scores = scores + -visible[..., None, :, :] * 1e9
# %% unnamed | merges the heads, which nobody asked for | like: a new axis, counted from the end
-    return weights @ V, weights
+    found = np.swapaxes(weights @ V, -3, -2)
+    return found.reshape(*found.shape[:-2], -1), weights
# %% unnamed | a mask that only one of the sentences has to pass | like: a new axis, counted from the end
-    exponentials = np.where(visible[..., None, :, :], np.exp(scores), 0)
+    everyone = visible.reshape(-1, *visible.shape[-2:]).any(axis=0)
+    exponentials = np.where(everyone, np.exp(scores), 0)
# %% unnamed | the mean of the weights over the heads | like: a new axis, counted from the end
-    return weights @ V, weights
+    return weights @ V, weights.mean(axis=-3)
# %% wrong: axis-one-place-late | an axis of length 1, but after the queries | like: expand_dims with axis=-3
-    visible = np.expand_dims(visible, axis=-3)
+    visible = np.expand_dims(visible, axis=-2)

# %% blind

# %% wrong: batch-taken-for-granted | reshaped the mask to (-1, 1, n, n) as if there were always exactly one batch axis, so without a batch the results get an extra axis of length 1 | like: a new axis, counted from the end
-def masked_multi_head(Q, K, V, visible):
+def masked_multi_head(Q, K, V, visible):
+    n = visible.shape[-1]
+    visible = visible.reshape(-1, 1, n, n)
-    exponentials = np.where(visible[..., None, :, :], np.exp(scores), 0)
+    exponentials = np.where(visible, np.exp(scores), 0)
# %% wrong: masks-in-turns | made the mask as large as the scores with np.resize, which repeats the masks in turn, so the heads of one sentence get the masks of different sentences | like: a new axis, counted from the end
-    exponentials = np.where(visible[..., None, :, :], np.exp(scores), 0)
+    visible = np.resize(visible, scores.shape)
+    exponentials = np.where(visible, np.exp(scores), 0)
