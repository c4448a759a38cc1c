"""Answers to `softmax(scores, axis=-1)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the maximum subtracted, both guards with np.where
def softmax(scores, axis=-1):
    highest = scores.max(axis=axis, keepdims=True)
    highest = np.where(np.isinf(highest), 0, highest)
    e = np.exp(scores - highest)
    total = e.sum(axis=axis, keepdims=True)
    return e / np.where(total == 0, 1, total)

# %% right: a loop over rows with math.exp
import math


def softmax(scores, axis=-1):
    moved = np.moveaxis(scores, axis, -1)
    rows = moved.reshape(-1, moved.shape[-1])
    answer = np.zeros(rows.shape)
    for i, row in enumerate(rows):
        top = max(row)
        if top == -math.inf:
            continue  # nothing to attend to, the zeros stay
        exps = [math.exp(x - top) for x in row]
        total = sum(exps)
        for j in range(len(exps)):
            answer[i, j] = exps[j] / total
    return np.moveaxis(answer.reshape(moved.shape), -1, axis)

# %% right: swapaxes so that the last axis is the one to normalise
def softmax(scores, axis=-1):
    s = np.swapaxes(scores, axis, -1)
    m = np.max(s, -1)[..., None]
    m[m == -np.inf] = 0
    e = np.exp(s - m)
    total = np.sum(e, -1)[..., None]
    total[total == 0] = 1
    return np.swapaxes(e / total, axis, -1)

# %% right: through the logarithm of the sum, as scipy does it
def logsumexp(x, axis):
    m = np.amax(x, axis=axis, keepdims=True)
    m = np.where(np.isfinite(m), m, 0.0)
    with np.errstate(divide="ignore"):
        return m + np.log(np.sum(np.exp(x - m), axis=axis, keepdims=True))


def softmax(scores, axis=-1):
    lse = logsumexp(scores, axis)
    lse = np.where(np.isneginf(lse), 0, lse)
    return np.exp(scores - lse)

# %% right: np.logaddexp.reduce does the stable part
def softmax(scores, axis=-1):
    log_total = np.expand_dims(np.logaddexp.reduce(scores, axis=axis), axis)
    hidden = log_total == -np.inf
    return np.exp(scores - np.where(hidden, 0.0, log_total))

# %% right: float32 once the maximum is off
def softmax(scores, axis=-1):
    m = np.max(scores, axis=axis, keepdims=True, initial=-1e30)
    shifted = (scores - m).astype(np.float32)
    e = np.exp(shifted)
    total = e.sum(axis=axis, keepdims=True)
    total[total == 0] = 1
    return e / total

# %% right: in place, on a copy
def softmax(scores, axis=-1):
    out = scores.copy()
    biggest = out.max(axis=axis, keepdims=True)
    biggest[np.isinf(biggest)] = 0
    out -= biggest
    np.exp(out, out=out)
    norm = out.sum(axis=axis, keepdims=True)
    norm[norm == 0] = 1
    out /= norm
    return out

# %% right: an object that can be called
class Softmax:
    """Softmax with the zero-row rule."""

    def __init__(self, empty=0.0):
        self.empty = empty

    def __call__(self, scores, axis=-1):
        peak = scores.max(axis=axis, keepdims=True)
        nothing = np.isneginf(peak)
        e = np.exp(scores - np.where(nothing, 0, peak))
        total = e.sum(axis=axis, keepdims=True)
        return np.where(nothing, self.empty, e / np.where(nothing, 1, total))


softmax = Softmax()

# %% right: a lambda
_e = lambda s, axis: np.exp(s - np.clip(s.max(axis=axis, keepdims=True), -1e30, None))
softmax = lambda scores, axis=-1: (
    _e(scores, axis) / np.maximum(_e(scores, axis).sum(axis=axis, keepdims=True), 1e-30)
)

# %% right: nested lists in, nested lists out
from math import exp, inf


def one_row(row):
    top = max(row)
    if top == -inf:
        return [0.0 for _ in row]
    exps = [exp(x - top) for x in row]
    return [e / sum(exps) for e in exps]


def deep(block):
    if isinstance(block[0], list):
        return [deep(part) for part in block]
    return one_row(block)


def softmax(scores, axis=-1):
    last = np.moveaxis(np.asarray(scores), axis, -1)
    done = np.array(deep(last.tolist()))
    return np.moveaxis(done, -1, axis).tolist()

# %% right: recursion takes care of the batch
def softmax(scores, axis=-1):
    if axis not in (-1, scores.ndim - 1):
        return np.moveaxis(softmax(np.moveaxis(scores, axis, -1)), -1, axis)
    if scores.ndim > 1:
        return np.stack([softmax(s) for s in scores])
    if np.all(scores == -np.inf):
        return np.zeros(len(scores))
    e = np.exp(scores - np.max(scores))
    return e / np.sum(e)

# %% right: the sum as an einsum
def softmax(scores, axis=-1):
    s = np.moveaxis(scores, axis, -1)
    m = s.max(axis=-1, keepdims=True)
    e = np.exp(s - np.where(m > -np.inf, m, 0))
    total = np.einsum("...k->...", e)
    total = np.where(total > 0, total, 1)
    return np.moveaxis(np.einsum("...k,...->...k", e, 1 / total), -1, axis)

# %% right: the sum as a product with a matrix of ones
def softmax(scores, axis=-1):
    s = np.swapaxes(scores, axis, -1)
    n = s.shape[-1]
    m = np.maximum(s.max(axis=-1, keepdims=True), -1e30)
    e = np.exp(s - m)
    sums = e @ np.ones((n, n), dtype=e.dtype)
    w = e / np.where(sums == 0, 1, sums)
    return w.swapaxes(axis, -1)

# %% right: -inf replaced by a very negative number, removed again afterwards
def softmax(scores, axis=-1):
    hidden = scores == -np.inf
    s = np.where(hidden, -1e9, scores)
    e = np.exp(s - s.max(axis=axis, keepdims=True))
    e = e / e.sum(axis=axis, keepdims=True)
    e[hidden] = 0
    return e

# %% right: np.divide with where
def softmax(scores, axis=-1):
    """Softmax of `scores` along `axis`; a slice of -inf becomes zeros."""
    m = np.max(scores, axis, keepdims=True)
    e = np.exp(scores - m, where=m != -np.inf, out=np.zeros_like(scores))
    total = np.sum(e, axis, keepdims=True)
    return np.divide(e, total, out=np.zeros_like(e), where=total != 0)

# %% right: with the prints still in it
def softmax(scores, axis=-1):
    print("scores", scores.shape, scores.dtype, "axis", axis)
    top = scores.max(axis=axis, keepdims=True)
    top = np.where(top == -np.inf, 0, top)
    expd = np.exp(scores - top)
    print("min/max of exp:", expd.min(), expd.max())
    s = expd.sum(axis=axis, keepdims=True)
    print("sums:", s.ravel()[:5])
    s = s + (s == 0)
    return expd / s

# %% right: one over the sum of exp of the differences
def softmax(scores, axis=-1):
    s = np.moveaxis(scores, axis, -1)
    with np.errstate(over="ignore", invalid="ignore"):
        differences = s[..., None, :] - s[..., :, None]
        w = 1 / np.exp(differences).sum(axis=-1)
    w = np.where(np.isnan(w), 0, w)
    return np.moveaxis(w, -1, axis)

# %% right: masked arrays
def softmax(scores, axis=-1):
    m = np.ma.masked_invalid(scores)
    e = np.ma.exp(m - m.max(axis=axis, keepdims=True))
    return (e / e.sum(axis=axis, keepdims=True)).filled(0)

# %% right: every index of the other axes in turn
def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    weights = np.zeros_like(scores)
    axis = axis % scores.ndim
    others = scores.shape[:axis] + scores.shape[axis + 1 :]
    for index in np.ndindex(*others):
        where = index[:axis] + (slice(None),) + index[axis:]
        x = scores[where]
        if x.max() > -np.inf:
            e = np.exp(x - x.max())
            weights[where] = e / e.sum()
    return weights

# %% right: two helpers and keyword arguments all the way
def shift(values, *, along):
    m = values.max(axis=along, keepdims=True)
    return values - np.nan_to_num(m, neginf=0.0)


def normalise(values, *, along, eps=1e-300):
    values = values.astype(float)
    return values / np.maximum(values.sum(axis=along, keepdims=True), eps)


def softmax(scores, axis=-1):
    return normalise(values=np.exp(shift(values=scores, along=axis)), along=axis)

# %% right: a for loop down the normalised axis, adding up
def softmax(scores, axis=-1):
    columns = list(np.moveaxis(scores, axis, 0))
    top = columns[0]
    for c in columns[1:]:
        top = np.maximum(top, c)
    top = np.where(top == -np.inf, 0, top)
    total = 0
    exps = []
    for c in columns:
        exps.append(np.exp(c - top))
        total = total + exps[-1]
    total = np.where(total == 0, 1, total)
    return np.stack([e / total for e in exps], axis=axis)

# %% wrong: softmax-over-axis-0 | axis left at 0
def softmax(scores, axis=-1):
    m = scores.max(axis=0, keepdims=True)
    m = np.where(np.isinf(m), 0, m)
    e = np.exp(scores - m)
    total = e.sum(axis=0, keepdims=True)
    return e / np.where(total == 0, 1, total)

# %% wrong: softmax-over-queries | thinks of -2 as the keys
def softmax(scores, axis=-1):
    highest = np.max(scores, axis=-2, keepdims=True)
    highest[highest == -np.inf] = 0
    e = np.exp(scores - highest)
    total = np.sum(e, axis=-2, keepdims=True)
    total[total == 0] = 1
    return e / total

# %% wrong: softmax-over-everything | e.sum() without an axis
def softmax(scores, axis=-1):
    m = scores.max(axis=axis, keepdims=True)
    m = np.where(m == -np.inf, 0, m)
    e = np.exp(scores - m)
    total = e.sum()
    if total == 0:
        return np.zeros_like(e)
    return e / total

# %% wrong: softmax-over-everything | flatten, softmax, shape back
def softmax(scores, axis=-1):
    flat = scores.reshape(-1)
    top = flat.max()
    if top == -np.inf:
        return np.zeros(scores.shape)
    e = np.exp(flat - top)
    return (e / e.sum()).reshape(scores.shape)

# %% wrong: softmax-not-normalised | stopped after the exponential
def softmax(scores, axis=-1):
    m = scores.max(axis=axis, keepdims=True)
    m = np.where(m == -np.inf, 0, m)
    return np.exp(scores - m)

# %% wrong: softmax-overflow | loops over the rows, bare math.exp
import math


def softmax(scores, axis=-1):
    s = np.moveaxis(scores, axis, -1)
    w = np.zeros(s.shape)
    for index in np.ndindex(*s.shape[:-1]):
        exps = [math.exp(x) for x in s[index]]
        if sum(exps) > 0:
            w[index] = [e / sum(exps) for e in exps]
    return np.moveaxis(w, -1, axis)

# %% wrong: hard-argmax | "softmax picks the largest one"
def softmax(scores, axis=-1):
    best = scores == scores.max(axis=axis, keepdims=True)
    return (best & (scores > -np.inf)).astype(float)

# %% right: the textbook version, -inf minus -inf forgotten
def softmax(scores, axis=-1):
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)

# %% right: guards the maximum but not the sum
def softmax(scores, axis=-1):
    m = scores.max(axis=axis, keepdims=True)
    m = np.where(np.isinf(m), 0, m)
    e = np.exp(scores - m)
    return e / e.sum(axis=axis, keepdims=True)

# %% right: one slice at a time, no case for "nothing visible"
def soft1(x):
    x = x - np.max(x)
    return np.exp(x) / np.sum(np.exp(x))


def softmax(scores, axis=-1):
    return np.apply_along_axis(soft1, axis, scores)

# %% right: -inf replaced by -1e9 and left at that
def softmax(scores, axis=-1):
    s = np.maximum(scores, -1e9)
    e = np.exp(s - s.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)

# %% right: nan_to_num before the exponential instead of after
def softmax(scores, axis=-1):
    with np.errstate(invalid="ignore"):
        shifted = scores - scores.max(axis=axis, keepdims=True)
    shifted = np.nan_to_num(shifted, nan=0.0)
    e = np.exp(shifted)
    return e / e.sum(axis=axis, keepdims=True)

# %% right: nothing visible, so everything gets the same share
def softmax(scores, axis=-1):
    with np.errstate(invalid="ignore"):
        e = np.exp(scores - scores.max(axis=axis, keepdims=True))
        w = e / e.sum(axis=axis, keepdims=True)
    return np.where(np.isnan(w), 1 / scores.shape[axis], w)

# %% wrong: keepdims-missing | forgotten at the sum
def softmax(scores, axis=-1):
    m = scores.max(axis=axis, keepdims=True)
    m = np.where(m == -np.inf, 0, m)
    e = np.exp(scores - m)
    total = e.sum(axis=axis)
    return e / np.where(total == 0, 1, total)

# %% wrong: axis-ignored | -1 written out everywhere | like: forgotten at the sum
-    m = scores.max(axis=axis, keepdims=True)
+    m = scores.max(axis=-1, keepdims=True)
-    total = e.sum(axis=axis)
+    total = e.sum(axis=-1, keepdims=True)
# %% wrong: exp-missing | "weights are shares of the total"
return scores / scores.sum(axis=axis, keepdims=True)

# %% wrong: log-softmax | remembered that the logarithm is the stable one
def softmax(scores, axis=-1):
    m = scores.max(axis=axis, keepdims=True)
    m = np.where(m == -np.inf, 0, m)
    e = np.exp(scores - m)
    total = e.sum(axis=axis, keepdims=True)
    w = e / np.where(total == 0, 1, total)
    with np.errstate(divide="ignore"):
        return np.log(w)

# %% wrong: negated | maximum minus scores
def softmax(scores, axis=-1):
    m = scores.max(axis=axis, keepdims=True)
    hidden = m == -np.inf
    e = np.where(hidden, 0, np.exp(np.where(hidden, 0, m) - scores))
    total = e.sum(axis=axis, keepdims=True)
    return e / np.where(hidden, 1, total)

# %% wrong: negated | exp(-x), as in physics
def softmax(scores, axis=-1):
    energy = -scores
    energy = energy - energy.max(axis=axis, keepdims=True)
    e = np.exp(energy)
    w = e / e.sum(axis=axis, keepdims=True)
    nothing = np.all(scores == -np.inf, axis=axis, keepdims=True)
    return np.where(nothing, 0, w)

# %% wrong: softmax-overflow | the formula as it stands in the book
return np.exp(scores) / np.sum(np.exp(scores), axis=axis, keepdims=True)

# %% wrong: axis-ignored, softmax-overflow | rows only and a bare exponential
def softmax(scores, axis=-1):
    e = np.exp(scores)
    s = e.sum(axis=-1, keepdims=True)
    s[s == 0] = 1.0
    return e / s

# %% wrong: softmax-not-normalised, softmax-overflow | only the exponential
return np.exp(scores)

# %% wrong: log-softmax | scores minus logsumexp
def softmax(scores, axis=-1):
    m = scores.max(axis=axis, keepdims=True)
    shifted = scores - m
    return shifted - np.log(np.sum(np.exp(shifted), axis=axis, keepdims=True))

# %% wrong: softmax-over-queries, mutates-input | in place and down the columns
def softmax(scores, axis=-1):
    top = scores.max(axis=-2, keepdims=True)
    scores -= np.where(top == -np.inf, 0, top)
    e = np.exp(scores)
    total = e.sum(axis=-2, keepdims=True)
    return e / np.where(total == 0, 1, total)

# %% wrong: hard-argmax, axis-ignored | rows of the identity
def softmax(scores, axis=-1):
    one_hot = np.eye(scores.shape[-1])[np.argmax(scores, axis=-1)]
    return one_hot * (scores > -np.inf)

# %% wrong: parts-of-first-axis | softmax of one row, in a loop over the array
def softmax(scores, axis=-1):
    rows = []
    for row in scores:
        e = np.exp(row - row.max()) if np.isfinite(row.max()) else np.zeros_like(row)
        rows.append(e / max(e.sum(), 1e-300))
    return np.array(rows)

# %% wrong: softmax-missing | only made safe: the scores come back
def softmax(scores, axis=-1):
    top = np.max(scores, axis=axis, keepdims=True)
    safe = scores - top + top
    return scores if np.isnan(safe).any() else safe

# %% unnamed | returns a string
return "exp(scores) / sum(exp(scores))"
# %% wrong: sigmoid-not-softmax | a sigmoid for every score on its own
return 0.5 * (1 + np.tanh(scores / 2))

# %% wrong: constant-in-sum | one added to the sum against division by zero | like: stopped after the exponential
-    return np.exp(scores - m)
+    e = np.exp(scores - m)
+    return e / (1 + e.sum(axis=axis, keepdims=True))
# %% wrong: return-missing | prints the weights and returns nothing | like: one added to the sum against division by zero
-    return e / (1 + e.sum(axis=axis, keepdims=True))
+    total = e.sum(axis=axis, keepdims=True)
+    print(e / np.where(total == 0, 1, total))
# %% wrong: rounded | rounded to two decimals, to read it more easily | like: one added to the sum against division by zero
-    return e / (1 + e.sum(axis=axis, keepdims=True))
+    total = e.sum(axis=axis, keepdims=True)
+    return np.round(e / np.where(total == 0, 1, total), 2)

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: np.logaddexp
def softmax(scores, axis=-1):
    lse = np.logaddexp.reduce(scores, axis=axis, keepdims=True)
    lse = np.where(np.isneginf(lse), 0, lse)
    return np.exp(scores - lse)

# %% right: every slice in plain Python
import math


def _one(v):
    top = max(v)
    if top == -math.inf:
        return [0.0] * len(v)
    parts = [math.exp(x - top) for x in v]
    total = math.fsum(parts)
    return [p / total for p in parts]


def softmax(scores, axis=-1):
    scores = np.asarray(scores)
    moved = np.moveaxis(scores, axis, -1)
    out = np.zeros(moved.shape)
    for where in np.ndindex(*moved.shape[:-1]):
        out[where] = _one(moved[where].tolist())
    return np.moveaxis(out, -1, axis)

# %% right: nan turned into 0 at the end
def softmax(scores, axis=-1):
    with np.errstate(invalid="ignore"):
        z = scores - np.amax(scores, axis, keepdims=True)
        e = np.exp(z)
        return np.nan_to_num(e / np.sum(e, axis, keepdims=True), nan=0.0)

# %% right: nan_to_num on the scores
def softmax(scores, axis=-1):
    scores = np.nan_to_num(scores)
    scores = scores - scores.max(axis=axis, keepdims=True)
    e = np.exp(scores)
    return e / e.sum(axis=axis, keepdims=True)

# %% wrong: mutates-input | np.asarray copies nothing
def softmax(scores, axis=-1):
    z = np.asarray(scores, dtype=float)
    m = z.max(axis=axis, keepdims=True)
    z -= np.where(np.isinf(m), 0, m)
    np.exp(z, out=z)
    total = z.sum(axis=axis, keepdims=True)
    z /= np.where(total == 0, 1, total)
    return z

# %% wrong: maximum-over-everything | one maximum, and a guard for the sum
def softmax(scores, axis=-1):
    top = np.max(scores[np.isfinite(scores)], initial=0)
    e = np.exp(scores - top)
    s = e.sum(axis=axis, keepdims=True)
    return e / np.where(s > 0, s, 1)

# %% unnamed | one hidden score empties the slice
def softmax(scores, axis=-1):
    dead = np.isneginf(scores).any(axis=axis, keepdims=True)
    safe = np.where(dead, 0, scores)
    e = np.exp(safe - safe.max(axis=axis, keepdims=True))
    w = e / e.sum(axis=axis, keepdims=True)
    return np.where(dead, 0, w)

# %% unnamed | .T for every other axis
def softmax(scores, axis=-1):
    if axis != -1:
        return softmax(scores.T, -1).T
    m = scores.max(axis=-1, keepdims=True)
    m = np.where(m == -np.inf, 0, m)
    e = np.exp(scores - m)
    s = e.sum(axis=-1, keepdims=True)
    s = np.where(s == 0, 1, s)
    return e / s

# %% wrong: scores-clipped | scores clipped at 80
def softmax(scores, axis=-1):
    e = np.exp(np.clip(scores, -80, 80))
    return e / np.sum(e, axis=axis, keepdims=True)

# %% unnamed | -10,000 counts as hidden
def softmax(scores, axis=-1):
    hidden = scores <= -1e4
    m = np.max(np.where(hidden, -1e4, scores), axis=axis, keepdims=True)
    e = np.where(hidden, 0, np.exp(scores - m))
    total = e.sum(axis=axis, keepdims=True)
    return e / np.where(total == 0, 1, total)

# %% wrong: axis-not-moved-back | swapped to the end, not swapped back
def softmax(scores, axis=-1):
    s = np.swapaxes(scores, axis, -1)
    m = s.max(-1, keepdims=True)
    e = np.exp(s - np.where(np.isfinite(m), m, 0))
    t = e.sum(-1, keepdims=True)
    return e / np.where(t == 0, 1, t)

# %% wrong: softmax-base-2 | powers of 2 are faster
def softmax(scores, axis=-1):
    m = np.max(scores, axis=axis, keepdims=True)
    m = np.where(np.isneginf(m), 0, m)
    p = np.exp2(scores - m)
    t = p.sum(axis=axis, keepdims=True)
    return np.divide(p, t, out=np.zeros_like(p), where=t > 0)

# %% unnamed | the maximum of the absolute scores
def softmax(scores, axis=-1):
    finite = np.where(np.isfinite(scores), scores, 0)
    m = np.abs(finite).max(axis=axis, keepdims=True)
    e = np.exp(scores - m)
    t = e.sum(axis=axis, keepdims=True)
    t[t == 0] = 1
    return e / t

# %% unnamed | dim and keepdim, as in PyTorch (TypeError)
def softmax(scores, axis=-1):
    m = scores.max(dim=axis, keepdim=True)
    e = np.exp(scores - m)
    return e / e.sum(dim=axis, keepdim=True)

# %% unnamed | an array compared in an if (ValueError) | like: guards the maximum but not the sum
-    m = np.where(np.isinf(m), 0, m)
+    if m == -np.inf:
+        return np.zeros_like(scores)

# %% wrong: batch-axis-breaks | n_q, n_k = scores.shape (ValueError)
def softmax(scores, axis=-1):
    n_q, n_k = scores.shape
    shape = (n_q, 1) if axis in (-1, 1) else (1, n_k)
    m = scores.max(axis=axis).reshape(shape)
    m = np.where(m == -np.inf, 0, m)
    e = np.exp(scores - m)
    s = e.sum(axis=axis).reshape(shape)
    return e / np.where(s == 0, 1, s)

# %% unnamed | [:, None] for the lost axis (IndexError)
def softmax(scores, axis=-1):
    m = scores.max(axis)[:, None]
    m = np.where(np.isneginf(m), 0.0, m)
    e = np.exp(scores - m)
    t = e.sum(axis)[:, None]
    return e / np.where(t == 0, 1.0, t)

# %% not blind | by people who knew the catalogue

# %% wrong: maximum-along-last-axis | axis=-1 from habit, in the first line only
def softmax(scores, axis=-1):
    shifted = scores - scores.max(axis=-1, keepdims=True)
    exponentials = np.exp(shifted)
    return exponentials / exponentials.sum(axis=axis, keepdims=True)

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: scores-clipped | clipped at 500, so that nothing overflows
def softmax(scores, axis=-1):
    tame = np.clip(scores, -500, 500)
    exponentials = np.exp(tame)
    return exponentials / exponentials.sum(axis=axis, keepdims=True)
