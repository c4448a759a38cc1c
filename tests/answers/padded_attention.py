"""Answers to `padded_attention(Q, K, V, lengths)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: smallest repair, mask the exponentials before the division
def padded_attention(Q, K, V, lengths):
    """Output (batch, n_q, d_v) and weights (batch, n_q, n_k), without attention to padding."""
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    visible = np.arange(K.shape[-2]) < lengths[:, None]
    exponentials = np.where(visible[:, None, :], np.exp(scores), 0)
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% right: scores of padding to minus infinity before the softmax
def padded_attention(Q, K, V, lengths):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    visible = np.arange(K.shape[-2]) < lengths[:, None]
    scores = np.where(visible[:, None, :], scores, -np.inf)
    exponentials = np.exp(scores)
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% right: minus 1e9 as in PyTorch code, with a stable softmax
def softmax(x):
    x = x - x.max(axis=-1, keepdims=True)
    e = np.exp(x)
    return e / e.sum(axis=-1, keepdims=True)


def padded_attention(Q, K, V, lengths):
    scores = Q @ K.transpose(0, 2, 1) / np.sqrt(Q.shape[-1])
    padding = np.arange(K.shape[1])[None, None, :] >= lengths[:, None, None]
    scores[np.broadcast_to(padding, scores.shape)] = -1e9
    weights = softmax(scores)
    return weights @ V, weights

# %% right: keeps the mask after the softmax but divides by the new row sums
def padded_attention(Q, K, V, lengths):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    visible = np.arange(K.shape[-2]) < lengths[:, None]
    exponentials = np.exp(scores)
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    weights = np.where(visible[:, None, :], weights, 0)
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% right: lengths[:, None, None] gives the mask its third axis at once
def padded_attention(Q, K, V, lengths):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    visible = np.arange(K.shape[-2]) < lengths[:, None, None]
    exponentials = np.exp(scores) * visible
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% right: loop over the sentences, cuts keys and values to their length
def padded_attention(Q, K, V, lengths):
    batch, n_q, d_k = Q.shape
    weights = np.zeros((batch, n_q, K.shape[1]))
    output = np.zeros((batch, n_q, V.shape[2]))
    for b in range(batch):
        n = lengths[b]
        s = Q[b] @ K[b, :n].T / np.sqrt(d_k)
        e = np.exp(s - s.max(axis=1, keepdims=True))
        w = e / e.sum(axis=1, keepdims=True)
        weights[b, :, :n] = w
        output[b] = w @ V[b, :n]
    return output, weights

# %% right: everything in loops
import math

def padded_attention(Q, K, V, lengths):
    B, n_q, d_k = Q.shape
    n_k, d_v = V.shape[1:]
    W = np.zeros((B, n_q, n_k))
    O = np.zeros((B, n_q, d_v))
    for b in range(B):
        for i in range(n_q):
            total = 0.0
            for j in range(int(lengths[b])):
                W[b, i, j] = math.exp(sum(Q[b, i, t] * K[b, j, t] for t in range(d_k)) / math.sqrt(d_k))
                total += W[b, i, j]
            for j in range(int(lengths[b])):
                W[b, i, j] /= total
                O[b, i] += W[b, i, j] * V[b, j]
    return O, W

# %% right: additive bias, 0 for real keys and minus infinity for padding
def padded_attention(Q, K, V, lengths):
    bias = np.where(np.arange(K.shape[1]) < lengths[:, None], 0, -np.inf)[:, np.newaxis, :]
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]) + bias
    e = np.exp(scores - scores.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)
    return weights @ V, weights

# %% right: einsum for both products
def padded_attention(Q, K, V, lengths):
    scores = np.einsum("bid,bjd->bij", Q, K) / K.shape[-1] ** 0.5
    real = (np.arange(K.shape[1]) < lengths[:, None]).astype(scores.dtype)
    e = np.einsum("bij,bj->bij", np.exp(scores), real)
    weights = e / np.einsum("bij->bi", e)[:, :, None]
    return np.einsum("bij,bjv->biv", weights, V), weights

# %% right: repeats the mask for every query
def padded_attention(Q, K, V, lengths):
    n_q, n_k = Q.shape[1], K.shape[1]
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    visible = np.arange(n_k) < lengths[:, None]
    visible = np.repeat(visible[:, None, :], n_q, axis=1)
    exponentials = np.exp(scores)
    exponentials[~visible] = 0
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% right: mask arranged with expand_dims and the where argument of np.exp
def padded_attention(Q, K, V, lengths):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    visible = np.expand_dims(np.arange(K.shape[-2]) < lengths[:, None], 1)
    e = np.exp(scores, where=np.broadcast_to(visible, scores.shape), out=np.zeros_like(scores))
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% right: masked array, filled at the end
def padded_attention(Q, K, V, lengths):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    hidden = np.broadcast_to((np.arange(K.shape[1]) >= lengths[:, None])[:, None, :], scores.shape)
    e = np.ma.array(np.exp(scores), mask=hidden)
    weights = (e / e.sum(axis=-1, keepdims=True)).filled(0)
    return weights @ V, weights

# %% right: zeroes the padding sentence by sentence in a loop, then divides | like: lengths[:, None, None] gives the mask its third axis at once
-    visible = np.arange(K.shape[-2]) < lengths[:, None, None]
-    exponentials = np.exp(scores) * visible
+    exponentials = np.exp(scores)
+    for b, n in enumerate(lengths):
+        exponentials[b, :, n:] = 0

# %% right: one sentence at a time with list comprehension and np.stack
def one(q, k, v, n):
    e = np.exp(q @ k.T / np.sqrt(q.shape[-1])) * (np.arange(len(k)) < n)
    w = e / e.sum(axis=1, keepdims=True)
    return w @ v, w


def padded_attention(Q, K, V, lengths):
    results = [one(*args) for args in zip(Q, K, V, lengths)]
    return np.stack([o for o, _ in results]), np.stack([w for _, w in results])

# %% right: keys on the front axis, softmax along it, moved back
def padded_attention(Q, K, V, lengths):
    S = np.moveaxis(Q @ np.swapaxes(K, 1, 2), -1, 0) / np.sqrt(Q.shape[-1])
    j = np.arange(K.shape[1]).reshape(-1, 1, 1)
    E = np.where(j < lengths.reshape(1, -1, 1), np.exp(S), 0)
    weights = np.moveaxis(E / E.sum(axis=0), 0, -1)
    return weights @ V, weights

# %% right: log of the mask added to the scores
def padded_attention(Q, K, V, lengths):
    visible = (np.arange(K.shape[-2]) < lengths[:, None])[:, None, :]
    with np.errstate(divide="ignore"):
        scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]) + np.log(visible.astype(float))
    exponentials = np.exp(scores)
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% wrong: mask-after-softmax | repairs the mask shape only, weight of the padding is lost | like: keeps the mask after the softmax but divides by the new row sums
-    weights = weights / weights.sum(axis=-1, keepdims=True)
# %% wrong: mask-after-softmax | repairs the mask shape only, with lengths[:, None, None] | like: lengths[:, None, None] gives the mask its third axis at once
-    exponentials = np.exp(scores) * visible
+    exponentials = np.exp(scores)
-    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
+    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
+    weights = weights * visible
# %% wrong: batch-meets-queries | masks before the softmax, mask still meets the queries (ValueError) | like: scores of padding to minus infinity before the softmax
-    scores = np.where(visible[:, None, :], scores, -np.inf)
+    scores = np.where(visible, scores, -np.inf)
# %% wrong: batch-meets-queries | renormalises after masking, mask still meets the queries (ValueError) | like: keeps the mask after the softmax but divides by the new row sums
-    weights = np.where(visible[:, None, :], weights, 0)
+    weights = np.where(visible, weights, 0)
# %% wrong: batch-meets-queries | adds the axis in front, which is what NumPy did already (ValueError) | like: scores of padding to minus infinity before the softmax
-    scores = np.where(visible[:, None, :], scores, -np.inf)
-    exponentials = np.exp(scores)
+    exponentials = np.exp(scores) * visible[None, :, :]
# %% wrong: mask-on-queries | masks the queries with the new axis at the end (works only when square) (ValueError) | like: scores of padding to minus infinity before the softmax
-    scores = np.where(visible[:, None, :], scores, -np.inf)
-    exponentials = np.exp(scores)
+    scores = np.where(visible[:, :, None], scores, -1e9)
+    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
# %% wrong: padding-off-by-one | one key too many is real | like: lengths[:, None, None] gives the mask its third axis at once
-    visible = np.arange(K.shape[-2]) < lengths[:, None, None]
-    exponentials = np.exp(scores) * visible
+    visible = np.arange(K.shape[-2]) <= lengths[:, None]
+    exponentials = np.where(visible[:, None, :], np.exp(scores), 0)

# %% wrong: padding-off-by-one | one key too few, counts from 1 as in MATLAB
def padded_attention(Q, K, V, lengths):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    visible = np.arange(1, K.shape[-2] + 1) < lengths[:, None]
    with np.errstate(all="ignore"):
        exponentials = np.where(visible[:, None, :], np.exp(scores), 0)
        weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% wrong: mask-inverted | mask turned round, only the padding is seen
def padded_attention(Q, K, V, lengths):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    visible = np.arange(K.shape[-2]) < lengths[:, None]
    scores = np.where(visible[:, None, :], -1e9, scores)
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% wrong: mask-filled-with-zero | scores of padding set to 0 instead of minus infinity | like: scores of padding to minus infinity before the softmax
-    scores = np.where(visible[:, None, :], scores, -np.inf)
+    scores = scores * visible[:, None, :]
# %% wrong: mask-filled-with-zero | scores of padding set to 1e-9, a misremembered minus 1e9 | like: scores of padding to minus infinity before the softmax
-    scores = np.where(visible[:, None, :], scores, -np.inf)
+    scores = np.where(visible[:, None, :], scores, 1e-9)
# %% wrong: penalty-too-small | minus 5 is not small enough, padding keeps a little weight | like: scores of padding to minus infinity before the softmax
-    scores = np.where(visible[:, None, :], scores, -np.inf)
+    scores = np.where(visible[:, None, :], scores, -5)
# %% wrong: zero-times-infinity | multiplies minus infinity by the mask, so 0 times inf gives nan | like: one key too few, counts from 1 as in MATLAB
-    visible = np.arange(1, K.shape[-2] + 1) < lengths[:, None]
+    visible = np.arange(K.shape[-2]) < lengths[:, None]
-        exponentials = np.where(visible[:, None, :], np.exp(scores), 0)
+        scores = scores + (1 - visible[:, None, :]) * -np.inf
+        exponentials = np.exp(scores)
# %% unnamed | renormalises over the queries | like: keeps the mask after the softmax but divides by the new row sums
-    weights = weights / weights.sum(axis=-1, keepdims=True)
+    with np.errstate(all="ignore"):
+        weights = np.nan_to_num(weights / weights.sum(axis=-2, keepdims=True))
# %% wrong: softmax-over-everything | divides by the sum over the whole sentence | like: one key too many is real
-    visible = np.arange(K.shape[-2]) <= lengths[:, None]
+    visible = np.arange(K.shape[-2]) < lengths[:, None]
-    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
+    weights = exponentials / exponentials.sum(axis=(-2, -1), keepdims=True)
# %% unnamed | shares the lost weight equally among the real keys instead of in proportion | like: renormalises after masking, mask still meets the queries (ValueError)
-    visible = np.arange(K.shape[-2]) < lengths[:, None]
+    visible = (np.arange(K.shape[-2]) < lengths[:, None])[:, None, :]
-    weights = weights / weights.sum(axis=-1, keepdims=True)
+    lost = 1 - weights.sum(axis=-1, keepdims=True)
+    weights = weights + visible * lost / lengths[:, None, None]
# %% unnamed | gives all the lost weight to the first key | like: renormalises after masking, mask still meets the queries (ValueError)
-    visible = np.arange(K.shape[-2]) < lengths[:, None]
+    visible = (np.arange(K.shape[-2]) < lengths[:, None])[:, None, :]
-    weights = weights / weights.sum(axis=-1, keepdims=True)
+    weights[..., 0] += 1 - weights.sum(axis=-1)

# %% wrong: scores-ignored | plain average over the real keys, forgot the scores
def padded_attention(Q, K, V, lengths):
    visible = (np.arange(K.shape[-2]) < lengths[:, None])[:, None, :]
    weights = visible / lengths[:, None, None] * np.ones((1, Q.shape[1], 1))
    return weights @ V, weights

# %% wrong: padding-zeroed | zeroes the padded keys and values, they still get weight
def padded_attention(Q, K, V, lengths):
    visible = np.arange(K.shape[-2]) < lengths[:, None]
    K = K * visible[:, :, None]
    V = V * visible[:, :, None]
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    exponentials = np.exp(scores)
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% wrong: mutates-input | right result, but writes zeros into the padded values of the caller | like: one key too many is real
-def padded_attention(Q, K, V, lengths):
+def padded_attention(Q, K, V, lengths):
+    visible = np.arange(K.shape[-2]) < lengths[:, None]
+    V[~visible] = 0
-    visible = np.arange(K.shape[-2]) <= lengths[:, None]

# %% wrong: mutates-input | right result, but scales Q in place
def padded_attention(Q, K, V, lengths):
    Q /= np.sqrt(Q.shape[-1])
    scores = Q @ np.swapaxes(K, -1, -2)
    visible = (np.arange(K.shape[-2]) < lengths[:, None])[:, None, :]
    scores = np.where(visible, scores, -1e9)
    e = np.exp(scores - scores.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)
    return weights @ V, weights

# %% wrong: mutates-input | right result, but counts lengths down in place
def padded_attention(Q, K, V, lengths):
    lengths -= 1
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    visible = np.arange(K.shape[-2]) <= lengths[:, None]
    e = np.exp(scores) * visible[:, None, :]
    weights = e / e.sum(-1, keepdims=True)
    return weights @ V, weights

# %% wrong: no-scale | lost the scaling while rewriting
def padded_attention(Q, K, V, lengths):
    scores = Q @ np.swapaxes(K, -1, -2)
    visible = np.arange(K.shape[-2]) < lengths[:, None]
    e = np.where(visible[:, None, :], np.exp(scores), 0)
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% wrong: scale-by-sqrt-n | thinks the root of d_k is a mistake and puts the number of keys there | like: lost the scaling while rewriting
-    scores = Q @ np.swapaxes(K, -1, -2)
+    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(K.shape[-2])
# %% wrong: scale-by-d_k | divides by d_k without the root | like: lost the scaling while rewriting
-    scores = Q @ np.swapaxes(K, -1, -2)
+    scores = Q @ np.swapaxes(K, -1, -2) / Q.shape[-1]
# %% wrong: returned-in-wrong-order | returns weights first | like: lost the scaling while rewriting
-    scores = Q @ np.swapaxes(K, -1, -2)
+    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
-    return weights @ V, weights
+    return weights, weights @ V
# %% wrong: weights-not-returned | returns only the output | like: returns weights first
-    return weights, weights @ V
+    return weights @ V
# %% wrong: output-from-old-weights | output computed before the repair of the weights | like: keeps the mask after the softmax but divides by the new row sums
-    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
+    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
+    output = weights @ V
-    return weights @ V, weights
+    return output, weights
# %% wrong: old-weights-returned | repaired weights for the output, hands back the old ones | like: keeps the mask after the softmax but divides by the new row sums
-    weights = np.where(visible[:, None, :], weights, 0)
-    weights = weights / weights.sum(axis=-1, keepdims=True)
-    return weights @ V, weights
+    masked = np.where(visible[:, None, :], exponentials, 0)
+    masked = masked / masked.sum(axis=-1, keepdims=True)
+    return masked @ V, weights
# %% unnamed | divides the output by the remaining weight but not the weights | like: keeps the mask after the softmax but divides by the new row sums
-    weights = weights / weights.sum(axis=-1, keepdims=True)
-    return weights @ V, weights
+    return weights @ V / weights.sum(axis=-1, keepdims=True), weights

# %% wrong: one-length-for-all | one length for the whole batch, the longest
def padded_attention(Q, K, V, lengths):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    visible = np.arange(K.shape[-2]) < lengths.max()
    e = np.where(visible, np.exp(scores), 0)
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% wrong: one-length-for-all | length of the first sentence for all | like: one length for the whole batch, the longest
-    visible = np.arange(K.shape[-2]) < lengths.max()
-    e = np.where(visible, np.exp(scores), 0)
+    e = np.exp(scores)
+    e[:, :, lengths[0]:] = 0
# %% wrong: mask-not-asked | adds a causal mask on top, copied from the chapter before | like: one length for the whole batch, the longest
-def padded_attention(Q, K, V, lengths):
+def padded_attention(Q, K, V, lengths):
+    n_q, n_k = Q.shape[1], K.shape[1]
-    visible = np.arange(K.shape[-2]) < lengths.max()
+    visible = (np.arange(n_k) < lengths[:, None])[:, None, :] & np.tri(n_q, n_k, dtype=bool)

# %% wrong: padding-queries-hidden | also zeroes the rows of queries beyond the length
def padded_attention(Q, K, V, lengths):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    keys = np.arange(K.shape[1]) < lengths[:, None]
    queries = np.arange(Q.shape[1]) < lengths[:, None]
    e = np.where(keys[:, None, :], np.exp(scores), 0)
    weights = e / e.sum(axis=-1, keepdims=True)
    weights = weights * queries[:, :, None]
    return weights @ V, weights

# %% unnamed | counts positions up to the number of queries, fits only when there are as many keys (ValueError) | like: lost the scaling while rewriting
-    scores = Q @ np.swapaxes(K, -1, -2)
-    visible = np.arange(K.shape[-2]) < lengths[:, None]
+    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
+    visible = np.arange(Q.shape[-2]) < lengths[:, None]
# %% wrong: padding-in-front | pads in front, takes the last keys as real | like: counts positions up to the number of queries, fits only when there are as many keys (ValueError)
-    visible = np.arange(Q.shape[-2]) < lengths[:, None]
+    n_k = K.shape[-2]
+    visible = np.arange(n_k) >= n_k - lengths[:, None]

# %% wrong: mask-missing | guesses padding from keys that are all zero instead of using lengths
def padded_attention(Q, K, V, lengths):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    visible = (K != 0).any(axis=-1)
    with np.errstate(all="ignore"):
        e = np.where(visible[:, None, :], np.exp(scores), 0)
        weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% wrong: batch-meets-queries | lengths compared along the queries, lengths[None, :, None] (ValueError) | like: one length for the whole batch, the longest
-    visible = np.arange(K.shape[-2]) < lengths.max()
+    visible = np.arange(K.shape[-2]) < lengths[None, :, None]
# %% wrong: softmax-twice | softmax a second time over the masked weights | like: keeps the mask after the softmax but divides by the new row sums
-    weights = np.where(visible[:, None, :], weights, 0)
-    weights = weights / weights.sum(axis=-1, keepdims=True)
+    e = np.exp(np.where(visible[:, None, :], weights, -np.inf))
+    weights = e / e.sum(axis=-1, keepdims=True)
# %% wrong: axis-squeezed | squeezes the answer, a single sentence or query loses its axis | like: returns weights first
-    return weights, weights @ V
+    return np.squeeze(weights @ V), np.squeeze(weights)

# %% wrong: return-in-loop | return inside the loop, only the first sentence comes back
def padded_attention(Q, K, V, lengths):
    for q, k, v, n in zip(Q, K, V, lengths):
        e = np.exp(q @ k.T / np.sqrt(q.shape[-1]))
        e[:, n:] = 0
        weights = e / e.sum(axis=-1, keepdims=True)
        return weights @ v, weights

# %% unnamed | cuts all sentences to the longest, weights lose their padding columns
def padded_attention(Q, K, V, lengths):
    n = lengths.max()
    scores = Q @ np.swapaxes(K[:, :n], -1, -2) / np.sqrt(Q.shape[-1])
    visible = np.arange(n) < lengths[:, None]
    e = np.where(visible[:, None, :], np.exp(scores), 0)
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ V[:, :n], weights

# %% wrong: values-from-keys | swaps the names of keys and values in the product, tidy up gone wrong | like: returns weights first
-    return weights, weights @ V
+    return weights @ K, weights

# %% unnamed: only renames things and uses multiplication, both mistakes are still there (ValueError)
def padded_attention(Q, K, V, lengths):
    s = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
    real = np.arange(K.shape[1]) < lengths[:, None]
    w = np.exp(s)
    w = w / w.sum(axis=-1, keepdims=True)
    w = w * real
    return w @ V, w

# %% unnamed: only makes the softmax stable, both mistakes are still there (ValueError) | like: keeps the mask after the softmax but divides by the new row sums
-    exponentials = np.exp(scores)
+    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
-    weights = np.where(visible[:, None, :], weights, 0)
-    weights = weights / weights.sum(axis=-1, keepdims=True)
+    weights = np.where(visible, weights, 0)
# %% wrong: mask-after-softmax | tiny number in place of 0 and no sharing out | like: keeps the mask after the softmax but divides by the new row sums
-    weights = np.where(visible[:, None, :], weights, 0)
-    weights = weights / weights.sum(axis=-1, keepdims=True)
+    weights = np.where(visible[:, None, :], weights, 1e-9)
# %% wrong: batch-meets-queries | masks by query through a repeat along the wrong axis (ValueError) | like: mask turned round, only the padding is seen
-    scores = np.where(visible[:, None, :], -1e9, scores)
-    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
+    visible = np.repeat(visible[None], len(Q), axis=0)
+    e = np.exp(scores) * visible
# %% wrong: mask-after-softmax | takes the sum before it masks the exponentials | like: repairs the mask shape only, weight of the padding is lost
-    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
-    weights = np.where(visible[:, None, :], weights, 0)
+    total = exponentials.sum(axis=-1, keepdims=True)
+    exponentials = np.where(visible[:, None, :], exponentials, 0)
+    weights = exponentials / total

# %% wrong: padding-off-by-one | off by one in a loop, the slice starts one too late
def padded_attention(Q, K, V, lengths):
    e = np.exp(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))
    for b in range(len(e)):
        e[b, :, lengths[b] + 1:] = 0
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% wrong: last-one-skipped | the loop skips the last sentence, range(len - 1) | like: off by one in a loop, the slice starts one too late
-    for b in range(len(e)):
-        e[b, :, lengths[b] + 1:] = 0
+    for b in range(len(e) - 1):
+        e[b, :, lengths[b]:] = 0
# %% wrong: mask-on-queries | the loop cuts rows instead of columns | like: off by one in a loop, the slice starts one too late
-        e[b, :, lengths[b] + 1:] = 0
-    weights = e / e.sum(axis=-1, keepdims=True)
+        e[b, lengths[b]:, :] = 0
+    weights = e / np.maximum(e.sum(axis=-1, keepdims=True), 1e-9)

# %% unnamed | PyTorch masked_fill and softmax on arrays (AttributeError)
def padded_attention(Q, K, V, lengths):
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    visible = np.arange(K.shape[-2]) < lengths[:, None]
    scores = scores.masked_fill(~visible[:, None, :], float("-inf"))
    weights = scores.softmax(dim=-1)
    return weights @ V, weights

# %% unnamed | PyTorch transpose with two numbers (ValueError)
def padded_attention(Q, K, V, lengths):
    scores = Q @ K.transpose(-2, -1) / np.sqrt(Q.shape[-1])
    visible = (np.arange(K.shape[-2]) < lengths[:, None])[:, None, :]
    e = np.exp(scores) * visible
    weights = e / e.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% unnamed | too many indices on lengths (IndexError) | like: masks by query through a repeat along the wrong axis (ValueError)
-    visible = np.arange(K.shape[-2]) < lengths[:, None]
-    visible = np.repeat(visible[None], len(Q), axis=0)
+    visible = np.arange(K.shape[-2]) < lengths[:, None, :]
# %% unnamed | uses visible before it exists (UnboundLocalError) | like: lost the scaling while rewriting
-    scores = Q @ np.swapaxes(K, -1, -2)
+    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
+    scores = np.where(visible[:, None, :], scores, -np.inf)
-    e = np.where(visible[:, None, :], np.exp(scores), 0)
+    e = np.exp(scores)
# %% unnamed | minus sign on a boolean mask (TypeError) | like: mask turned round, only the padding is seen
-    scores = np.where(visible[:, None, :], -1e9, scores)
-    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
+    scores = np.where(-visible[:, None, :], -1e9, scores)
+    e = np.exp(scores)
# %% unnamed | calls a softmax that nobody wrote (AttributeError) | like: PyTorch masked_fill and softmax on arrays (AttributeError)
-    scores = scores.masked_fill(~visible[:, None, :], float("-inf"))
-    weights = scores.softmax(dim=-1)
+    weights = np.softmax(np.where(visible[:, None, :], scores, -np.inf), axis=-1)
# %% unnamed | range compared with an array of lengths by a slice (TypeError) | like: off by one in a loop, the slice starts one too late
-    for b in range(len(e)):
-        e[b, :, lengths[b] + 1:] = 0
+    e[:, :, lengths:] = 0
# %% unnamed | dropped the second argument of the function (TypeError) | like: length of the first sentence for all
-def padded_attention(Q, K, V, lengths):
+def padded_attention(Q, K, V):
-    e[:, :, lengths[0]:] = 0

# %% wrong: scale-inverted | times the root
def padded_attention(Q, K, V, lengths):
    scores = Q @ np.swapaxes(K, -1, -2) * np.sqrt(Q.shape[-1])
    visible = np.arange(K.shape[-2]) < lengths[:, None]
    exponentials = np.where(visible[:, None], np.exp(scores), 0)
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights @ V, weights

# %% wrong: scale-after-softmax | scales at the end
def padded_attention(Q, K, V, lengths):
    visible = np.arange(K.shape[-2]) < lengths[:, None]
    exponentials = np.exp(Q @ np.swapaxes(K, -1, -2)) * visible[:, None, :]
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True) / np.sqrt(Q.shape[-1])
    return weights @ V, weights

# %% wrong: softmax-over-queries | axis=1 is the rows, thinks he | like: calls a softmax that nobody wrote (AttributeError)
-    weights = np.softmax(np.where(visible[:, None, :], scores, -np.inf), axis=-1)
+    exponentials = np.exp(np.where(visible[:, None, :], scores, -1e9))
+    with np.errstate(invalid="ignore"):
+        weights = exponentials / exponentials.sum(axis=1, keepdims=True)
# %% wrong: softmax-not-normalised | drops the division while moving the mask | like: calls a softmax that nobody wrote (AttributeError)
-    weights = np.softmax(np.where(visible[:, None, :], scores, -np.inf), axis=-1)
+    weights = np.where(visible[:, None, :], np.exp(scores), 0)
# %% wrong: keepdims-missing | rewrites the sum, and loses its axis (ValueError) | like: calls a softmax that nobody wrote (AttributeError)
-    weights = np.softmax(np.where(visible[:, None, :], scores, -np.inf), axis=-1)
+    exponentials = np.where(visible[:, None, :], np.exp(scores), 0)
+    weights = exponentials / exponentials.sum(-1)
# %% wrong: q-k-swapped | K first (ValueError) | like: smallest repair, mask the exponentials before the division
-    """Output (batch, n_q, d_v) and weights (batch, n_q, n_k), without attention to padding."""
-    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
+    scores = K @ np.swapaxes(Q, -1, -2) / np.sqrt(Q.shape[-1])
# %% wrong: negated | exp of minus the scores | like: scores of padding to minus infinity before the softmax
-    scores = np.where(visible[:, None, :], scores, -np.inf)
-    exponentials = np.exp(scores)
+    exponentials = np.where(visible[:, None, :], np.exp(-scores), 0)
# %% wrong: mask-added-as-0-1 | adds the mask to the scores | like: zeroes the padded keys and values, they still get weight
-    K = K * visible[:, :, None]
-    V = V * visible[:, :, None]
-    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
+    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]) + visible[:, None, :]
# %% wrong: one-length-for-all | the shortest, to be on the safe side | like: lengths[:, None, None] gives the mask its third axis at once
-    visible = np.arange(K.shape[-2]) < lengths[:, None, None]
-    exponentials = np.exp(scores) * visible
+    exponentials = np.exp(scores) * (np.arange(K.shape[-2]) < min(lengths))
