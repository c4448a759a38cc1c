"""Answers to `masked_softmax(scores, visible)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: minus infinity, the maximum of an empty row replaced
def masked_softmax(scores, visible):
    s = np.where(visible, scores, -np.inf)
    top = s.max(axis=-1, keepdims=True)
    top = np.where(np.isfinite(top), top, 0)
    e = np.exp(s - top)
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1, total)

# %% right: exp times visible, np.divide where there is something to divide by
def masked_softmax(scores, visible):
    e = np.exp(scores) * visible
    total = e.sum(axis=-1, keepdims=True)
    return np.divide(e, total, out=np.zeros_like(e), where=total > 0)

# %% right: loops over any batch with math.exp
import math


def masked_softmax(scores, visible):
    visible = np.broadcast_to(visible, scores.shape)
    weights = np.zeros_like(scores)
    for row in np.ndindex(*scores.shape[:-1]):
        total = 0.0
        for j in range(scores.shape[-1]):
            if visible[row + (j,)]:
                total += math.exp(scores[row + (j,)])
        for j in range(scores.shape[-1]):
            if visible[row + (j,)]:
                weights[row + (j,)] = math.exp(scores[row + (j,)]) / total
    return weights

# %% right: softmax of everything, masked, renormalised
def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def masked_softmax(scores, visible):
    weights = softmax(scores) * visible
    total = weights.sum(axis=-1, keepdims=True)
    return weights / (total + (total == 0))

# %% right: warnings silenced, nan turned into zero
def masked_softmax(scores, visible):
    s = np.where(visible, scores, -np.inf)
    with np.errstate(invalid="ignore", divide="ignore"):
        e = np.exp(s - s.max(axis=-1, keepdims=True))
        w = e / e.sum(axis=-1, keepdims=True)
    return np.nan_to_num(w, nan=0.0)

# %% right: in place on a copy
def masked_softmax(scores, visible):
    s = np.array(scores)
    np.copyto(s, -np.inf, where=~visible)
    np.exp(s, out=s)
    total = s.sum(axis=-1, keepdims=True)
    total[total == 0] = 1
    s /= total
    return s

# %% right: through the logarithm of the sum of the visible ones
def masked_softmax(scores, visible):
    vis = np.broadcast_to(visible, scores.shape)
    lse = np.logaddexp.reduce(scores, axis=-1, keepdims=True, where=vis, initial=-np.inf)
    return np.where(vis, np.exp(scores - lse), 0)

# %% right: masked arrays of numpy
def masked_softmax(scores, visible):
    hidden = ~np.broadcast_to(visible, scores.shape)
    e = np.ma.exp(np.ma.array(scores, mask=hidden))
    w = e / e.sum(axis=-1, keepdims=True)
    return w.filled(0.0)

# %% right: an object that can be called
class MaskedSoftmax:
    def __init__(self, axis=-1):
        self.axis = axis

    def __call__(self, scores, visible):
        e = np.where(visible, np.exp(scores), 0)
        total = e.sum(axis=self.axis, keepdims=True)
        return e / np.maximum(total, np.finfo(e.dtype).tiny)


masked_softmax = MaskedSoftmax()

# %% right: lambdas
share = lambda e: e / np.where(e.sum(-1, keepdims=True) > 0, e.sum(-1, keepdims=True), 1)
masked_softmax = lambda scores, visible: share(np.exp(np.where(visible, scores, -np.inf)))

# %% right: recursion over the batch, nested lists
def masked_softmax(scores, visible):
    visible = np.broadcast_to(visible, scores.shape)
    if scores.ndim > 1:
        return [masked_softmax(s, v) for s, v in zip(scores, visible)]
    e = [float(np.exp(s)) if v else 0.0 for s, v in zip(scores, visible)]
    total = sum(e)
    return [x / total if total else 0.0 for x in e]

# %% right: only the visible scores of a row are looked at
def masked_softmax(scores, visible):
    visible = np.logical_and(visible, np.ones(scores.shape, dtype=bool))
    out = np.zeros(scores.shape, dtype=scores.dtype)
    for idx in np.ndindex(scores.shape[:-1]):
        keep = visible[idx]
        if not keep.any():
            continue
        e = np.exp(scores[idx][keep] - scores[idx][keep].max())
        out[idx][keep] = e / e.sum()
    return out

# %% right: an infinity added, the sums by einsum, float32
def masked_softmax(scores, visible):
    add = np.where(visible, np.float32(0), np.float32(-np.inf))
    e = np.exp(scores.astype(np.float32) + add)
    total = np.einsum("...k->...", e)[..., None]
    empty = total == 0
    return np.where(empty, 0, e / np.where(empty, 1, total))

# %% right: a tiny number in the denominator
def masked_softmax(scores, visible, eps=1e-12):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    e = e * visible
    return e / (e.sum(axis=-1, keepdims=True) + eps)

# %% right: prints and asserts left in, empty rows asked for by name
def masked_softmax(scores, visible):
    print("scores", scores.shape, "visible", np.shape(visible))
    s = np.where(visible, scores, -np.inf)
    empty = ~np.broadcast_to(visible, s.shape).any(axis=-1, keepdims=True)
    s = np.where(empty, 0.0, s)
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    weights = e / e.sum(axis=-1, keepdims=True)
    weights = np.where(empty, 0.0, weights)
    assert weights.shape == scores.shape
    return weights

# %% right: the maximum of the visible ones with where= and initial=
def masked_softmax(scores, visible):
    v = np.broadcast_to(visible, scores.shape)
    top = np.max(scores, axis=-1, keepdims=True, where=v, initial=-1e30)
    e = np.exp(np.where(v, scores - top, -np.inf))
    total = np.sum(e, axis=-1, keepdims=True)
    return e / (total + ~v.any(axis=-1, keepdims=True))

# %% right: keys moved to the front
def masked_softmax(scores, visible):
    s = np.moveaxis(np.where(visible, scores, -np.inf), -1, 0)
    e = np.exp(s)
    total = e.sum(axis=0)
    total = np.where(total, total, 1)
    return np.moveaxis(e / total, 0, -1)

# %% wrong: mask-missing | visible never used
def masked_softmax(scores, visible):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: mask-inverted | branches of np.where exchanged
def masked_softmax(scores, visible):
    e = np.exp(np.where(visible, -np.inf, scores))
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total > 0, total, 1)

# %% wrong: mask-transposed | visible.T | like: branches of np.where exchanged
-    e = np.exp(np.where(visible, -np.inf, scores))
+    e = np.where(visible.T, np.exp(scores), 0)

# %% wrong: mask-transposed | queries believed to be on the columns of visible
def masked_softmax(scores, visible):
    visible = np.swapaxes(np.broadcast_to(visible, scores.shape), -1, -2)
    s = np.where(visible, scores, -np.inf)
    with np.errstate(all="ignore"):
        e = np.exp(s - s.max(axis=-1, keepdims=True))
        return np.nan_to_num(e / e.sum(axis=-1, keepdims=True))

# %% wrong: mask-filled-with-zero | scores times visible
def masked_softmax(scores, visible):
    s = scores * visible
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: mask-added-as-0-1 | scores + visible
def masked_softmax(scores, visible):
    e = np.exp(scores + visible)
    return e / e.sum(axis=-1, keepdims=True)

# %% wrong: mask-on-queries | a row of keys stood up as a column | like: branches of np.where exchanged
-    e = np.exp(np.where(visible, -np.inf, scores))
+    if visible.ndim == 1:
+        visible = visible[:, None]
+    e = np.where(visible, np.exp(scores), 0)

# %% wrong: mask-on-queries | the rows of padded tokens set to zero
def masked_softmax(scores, visible):
    e = np.exp(scores)
    if visible.ndim == 1:  # padding
        w = e / e.sum(axis=-1, keepdims=True)
        w[..., ~visible, :] = 0
        return w
    e = e * visible
    total = e.sum(axis=-1, keepdims=True)
    total[total == 0] = 1
    return e / total

# %% wrong: mask-added-as-minus-1e9 | as in BERT | like: scores times visible
-    s = scores * visible
+    s = scores + (1.0 - visible.astype(scores.dtype)) * np.asarray(-1e9, dtype=scores.dtype)
# %% wrong: hidden-row-nan | minus infinity and nothing else | like: scores times visible
-    s = scores * visible
+    s = np.where(visible, scores, -np.inf)
# %% wrong: hidden-row-uniform | filled with -1e9 | like: scores times visible
-    s = scores * visible
+    s = np.where(visible, scores, -1e9)

# %% wrong: softmax-over-queries | axis=-2
def masked_softmax(scores, visible):
    e = np.where(visible, np.exp(scores), 0)
    total = e.sum(axis=-2, keepdims=True)
    return e / np.where(total > 0, total, 1)

# %% wrong: softmax-over-axis-0 | axis=0
def masked_softmax(scores, visible):
    e = np.exp(np.where(visible, scores, -np.inf))
    total = e.sum(axis=0)
    return np.divide(e, total, out=np.zeros_like(e), where=total > 0)

# %% wrong: softmax-not-normalised | exp of minus infinity is zero, done
return np.exp(np.where(visible, scores, -np.inf))
# %% wrong: softmax-base-2 | two to the power of the scores | like: branches of np.where exchanged
-    e = np.exp(np.where(visible, -np.inf, scores))
+    e = np.where(visible, 2.0**scores, 0)

# %% wrong: hard-argmax | the best visible key takes all
def masked_softmax(scores, visible):
    visible = np.broadcast_to(visible, scores.shape)
    best = np.argmax(np.where(visible, scores, -np.inf), axis=-1)
    return np.eye(scores.shape[-1])[best] * visible

# %% wrong: keepdims-missing | sum(axis=-1) as it comes | like: axis=-2
-    total = e.sum(axis=-2, keepdims=True)
+    total = e.sum(axis=-1)

# %% wrong: keepdims-missing | max and sum both without
def masked_softmax(scores, visible):
    e = np.exp(scores - scores.max(axis=-1)) * visible
    total = e.sum(axis=-1)
    total[total == 0] = 1
    return e / total

# %% wrong: exp-missing | shares of the visible scores
def masked_softmax(scores, visible):
    s = np.where(visible, scores, 0)
    total = s.sum(axis=-1, keepdims=True)
    return s / np.where(total == 0, 1, total)

# %% wrong: negated | maximum minus scores | like: branches of np.where exchanged
-    e = np.exp(np.where(visible, -np.inf, scores))
+    e = np.exp(scores.max(axis=-1, keepdims=True) - scores) * visible
# %% wrong: batch-axis-breaks | axis=1 is the last one of a matrix | like: axis=-2
-    total = e.sum(axis=-2, keepdims=True)
+    total = e.sum(axis=1, keepdims=True)

# %% wrong: batch-axis-breaks | rows and columns by their names
def masked_softmax(scores, visible):
    n_q, n_k = scores.shape
    visible = np.broadcast_to(visible, (n_q, n_k))
    weights = np.zeros((n_q, n_k))
    for i in range(n_q):
        e = np.exp(scores[i]) * visible[i]
        if e.sum() > 0:
            weights[i] = e / e.sum()
    return weights

# %% wrong: mutates-input | minus infinity written into the scores | like: branches of np.where exchanged
-    e = np.exp(np.where(visible, -np.inf, scores))
+    np.copyto(scores, -np.inf, where=~visible)
+    e = np.exp(scores)
# %% wrong: mask-inverted, hidden-row-nan | branches exchanged, and no care for empty rows | like: scores times visible
-    s = scores * visible
+    s = np.where(visible, -np.inf, scores)
# %% wrong: mask-inverted, hidden-row-uniform | -1e9 in the wrong branch | like: scores times visible
-    s = scores * visible
+    s = np.where(visible, -1e9, scores)
# %% wrong: mask-inverted, mask-added-as-minus-1e9 | -1e9 times the mask | like: scores times visible
-    s = scores * visible
+    s = scores + (visible * -1e9).astype(scores.dtype)
# %% wrong: mask-transposed, hidden-row-nan | .T and minus infinity | like: scores times visible
-    s = scores * visible
+    s = np.where(visible.T, scores, -np.inf)

# %% wrong: softmax-over-queries, hidden-row-nan | axis=-2 and 0 / 0
def masked_softmax(scores, visible):
    e = np.where(visible, np.exp(scores), 0)
    return e / e.sum(axis=-2, keepdims=True)

# %% wrong: softmax-over-queries, hidden-row-uniform | -1e9 down the columns | like: axis=-2 and 0 / 0
-    e = np.where(visible, np.exp(scores), 0)
+    s = np.where(visible, scores, -1e9)
+    e = np.exp(s - s.max(axis=-2, keepdims=True))

# %% wrong: softmax-over-queries, mask-after-softmax | axis=-2, masked at the end
def masked_softmax(scores, visible):
    e = np.exp(scores)
    return e / e.sum(axis=-2, keepdims=True) * visible

# %% wrong: softmax-over-queries, mask-filled-with-zero | axis=-2, scores times visible | like: axis=-2 and 0 / 0
-    e = np.where(visible, np.exp(scores), 0)
+    e = np.exp(scores * visible)
# %% wrong: hidden-row-uniform, mutates-input | -1e6 written into the scores | like: visible never used
-def masked_softmax(scores, visible):
+def masked_softmax(scores, visible):
+    np.putmask(scores, ~np.broadcast_to(visible, scores.shape), -1e6)
# %% wrong: hidden-row-nan, mutates-input | minus infinity written into the scores, 0 / 0 | like: scores + visible
-    e = np.exp(scores + visible)
+    scores[np.broadcast_to(~visible, scores.shape)] = -np.inf
+    e = np.exp(scores)
# %% wrong: hidden-row-nan, visible-not-broadcast | a boolean index, and no care for empty rows | like: scores times visible
-    s = scores * visible
+    s = scores.copy()
+    s[~visible] = -np.inf
# %% wrong: mutates-input, visible-not-broadcast | no copy, and a boolean index | like: minus infinity written into the scores
-    np.copyto(scores, -np.inf, where=~visible)
+    scores[visible == False] = -np.inf

# %% wrong: hidden-row-nan, keepdims-missing | one line from memory
def masked_softmax(scores, visible):
    e = np.exp(np.where(visible, scores, -np.inf))
    return e / e.sum(axis=-1)

# %% wrong: hidden-row-nan, batch-axis-breaks | axis=1, and 0 / 0 | like: axis=-2 and 0 / 0
-    return e / e.sum(axis=-2, keepdims=True)
+    return e / e.sum(axis=1, keepdims=True)

# %% wrong: hidden-row-uniform, batch-axis-breaks | axis=1 and -1e9
def masked_softmax(scores, visible):
    s = np.where(visible, scores, -1e9)
    e = np.exp(s - s.max(axis=1)[:, None])
    return e / e.sum(axis=1)[:, None]

# %% wrong: scale-by-sqrt-n, hidden-row-nan | scaled once more, and 0 / 0 | like: scores + visible
-    e = np.exp(scores + visible)
+    s = np.where(visible, scores, -np.inf) / np.sqrt(scores.shape[-1])
+    e = np.exp(s)
# %% unnamed | returns a string
return "weights"

# %% wrong: scores-ignored | the same for every key that is visible
def masked_softmax(scores, visible):
    share = np.zeros_like(scores) + visible
    return share / np.maximum(share.sum(axis=-1, keepdims=True), 1)

# %% wrong: softmax-missing | returns the masked scores
return np.where(visible, scores, -np.inf)

# %% unnamed | the mask returned as well | like: axis=-2 and 0 / 0
-    return e / e.sum(axis=-2, keepdims=True)
+    total = e.sum(axis=-1, keepdims=True)
+    return e / np.where(total > 0, total, 1), visible
# %% blind | by people who knew neither the catalogue nor this bank

# %% right: masked arrays
def masked_softmax(scores, visible):
    hidden = np.broadcast_to(np.logical_not(visible), scores.shape)
    s = np.ma.masked_array(scores, mask=hidden)
    e = np.ma.exp(s - s.max(axis=-1, keepdims=True))
    return (e / e.sum(axis=-1, keepdims=True)).filled(0)

# %% right: max with where=
def masked_softmax(scores, visible):
    vis = np.broadcast_to(visible, scores.shape)
    top = np.max(scores, axis=-1, keepdims=True, where=vis, initial=-np.inf)
    top = np.where(vis.any(axis=-1, keepdims=True), top, 0)
    e = np.where(vis, np.exp(np.where(vis, scores - top, 0)), 0)
    total = e.sum(axis=-1, keepdims=True)
    return np.divide(e, total, out=np.zeros_like(e), where=total != 0)

# %% right: row by row, visible entries picked out
def masked_softmax(scores, visible):
    visible = np.broadcast_to(visible, scores.shape)
    out = np.zeros(scores.shape, dtype=scores.dtype if scores.dtype.kind == "f" else float)
    for where in np.ndindex(*scores.shape[:-1]):
        seen = np.flatnonzero(visible[where])
        if len(seen):
            row = scores[where][seen]
            e = np.exp(row - row.max())
            out[where][seen] = e / e.sum()
    return out

# %% right: -1e9, and hidden weights times 0 | like: filled with -1e9
-    return e / e.sum(axis=-1, keepdims=True)
+    w = e / e.sum(axis=-1, keepdims=True)
+    return w * visible

# %% wrong: zero-taken-for-hidden | hidden scores become 0, and every 0 counts as hidden
def masked_softmax(scores, visible):
    s = scores * visible
    e = np.where(s == 0, 0.0, np.exp(s))
    total = e.sum(axis=-1, keepdims=True)
    return e / np.where(total == 0, 1, total)

# %% unnamed | np.resize to the shape of the scores
def masked_softmax(scores, visible):
    visible = np.resize(visible, scores.shape)
    s = np.where(visible, scores, -np.inf)
    m = s.max(axis=-1, keepdims=True)
    e = np.exp(s - np.where(np.isfinite(m), m, 0))
    t = e.sum(axis=-1, keepdims=True)
    return e / np.where(t == 0, 1, t)

# %% wrong: zero-times-infinity | not visible times minus infinity
def masked_softmax(scores, visible):
    with np.errstate(all="ignore"):
        s = scores + np.logical_not(visible) * -np.inf
        m = s.max(axis=-1, keepdims=True)
        e = np.exp(s - m)
        return e / e.sum(axis=-1, keepdims=True)

# %% unnamed | the maximum of hidden scores too, and a sum of at least 1
def masked_softmax(scores, visible):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True)) * visible
    return e / np.maximum(e.sum(axis=-1, keepdims=True), 1)

# %% wrong: scale-by-sqrt-n | the root of the number of keys, as in attention
def masked_softmax(scores, visible):
    s = np.where(visible, scores / np.sqrt(scores.shape[-1]), -np.inf)
    m = s.max(axis=-1, keepdims=True)
    e = np.exp(s - np.where(np.isneginf(m), 0, m))
    t = e.sum(axis=-1, keepdims=True)
    return np.where(t > 0, e / np.where(t > 0, t, 1), 0)

# %% unnamed | one query that sees nothing makes everything 0 | like: minus infinity and nothing else
-def masked_softmax(scores, visible):
+def masked_softmax(scores, visible):
+    visible = np.broadcast_to(visible, scores.shape)
+    if not visible.any(axis=-1).all():
+        return np.zeros_like(scores)

# %% unnamed | softmax, mask, and softmax again
def masked_softmax(scores, visible):
    def softmax(x):
        e = np.exp(x - x.max(axis=-1, keepdims=True))
        return e / e.sum(axis=-1, keepdims=True)

    w = softmax(scores) * visible
    w = softmax(w)
    return np.where(np.any(visible, axis=-1, keepdims=True), w, 0)

# %% wrong: penalty-too-small | a penalty of 10
def masked_softmax(scores, visible):
    s = scores - 10.0 * np.logical_not(visible)
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    w = e / e.sum(axis=-1, keepdims=True)
    return w * np.any(visible, axis=-1, keepdims=True)

# %% wrong: constant-in-sum | 0.01 added to the sum
def masked_softmax(scores, visible):
    s = np.where(visible, scores, -np.inf)
    m = np.max(s, axis=-1, keepdims=True)
    m[np.isinf(m)] = 0
    e = np.exp(s - m)
    return e / (e.sum(axis=-1, keepdims=True) + 0.01)

# %% wrong: softmax-over-everything | all visible entries share one sum
def masked_softmax(scores, visible):
    vis = np.broadcast_to(visible, scores.shape)
    out = np.zeros(scores.shape)
    if vis.any():
        picked = scores[vis]
        e = np.exp(picked - picked.max())
        out[vis] = e / e.sum()
    return out

# %% wrong: visible-not-broadcast | a boolean index (IndexError)
def masked_softmax(scores, visible):
    s = scores.copy()
    s[~visible] = -np.inf
    m = s.max(axis=-1, keepdims=True)
    m[np.isinf(m)] = 0
    e = np.exp(s - m)
    t = e.sum(axis=-1, keepdims=True)
    t[t == 0] = 1
    return e / t

# %% unnamed | True minus visible (TypeError)
def masked_softmax(scores, visible):
    s = scores - 1e9 * (True - visible)
    e = np.exp(s - s.max(axis=-1, keepdims=True)) * visible
    t = e.sum(axis=-1, keepdims=True)
    return e / np.where(t == 0, 1, t)

# %% unnamed | where= without initial= (ValueError)
def masked_softmax(scores, visible):
    m = np.max(scores, axis=-1, keepdims=True, where=visible)
    e = np.exp(scores - m) * visible
    t = e.sum(axis=-1, keepdims=True)
    return e / np.where(t == 0, 1, t)

# %% unnamed | masked_fill, as in PyTorch (AttributeError)
def masked_softmax(scores, visible):
    s = scores.masked_fill(~visible, float("-inf"))
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    w = e / e.sum(axis=-1, keepdims=True)
    return np.nan_to_num(w)

# %% unnamed | if not visible (ValueError) | like: scores times visible
-    s = scores * visible
+    if not visible:
+        return np.zeros_like(scores)
+    s = np.where(visible, scores, -np.inf)

# %% unnamed | rows of the scores and rows of visible, side by side (ValueError)
def masked_softmax(scores, visible):
    out = np.zeros_like(scores)
    for i in range(scores.shape[0]):
        keys = visible[i].nonzero()[0]
        if keys.size == 0:
            continue
        e = np.exp(scores[i, keys] - scores[i, keys].max())
        out[i, keys] = e / e.sum()
    return out

# %% wrong: mask-after-softmax | hidden scores 0, and their weights 0 in the end
def masked_softmax(scores, visible):
    kept = np.where(visible, scores, 0)
    e = np.exp(kept)
    total = e.sum(axis=-1, keepdims=True)
    return np.where(visible, e / total, 0)

# %% wrong: divided-by-1-at-least | guards against an empty row by dividing by at least 1, so rows whose exponentials sum to less than 1 are not normalised
def masked_softmax(scores, visible):
    exponentials = np.where(visible, np.exp(scores), 0)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.maximum(total, 1)

# %% wrong: zero-taken-for-hidden | multiplies the scores by visible and takes every 0 for hidden, so a visible key whose score is exactly 0 is hidden too
def masked_softmax(scores, visible):
    kept = scores * visible
    kept = np.where(kept == 0, -np.inf, kept)
    top = kept.max(axis=-1, keepdims=True)
    top = np.where(np.isinf(top), 0, top)
    exponentials = np.exp(kept - top)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total == 0, 1, total)
