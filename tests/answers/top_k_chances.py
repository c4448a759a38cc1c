"""Answers to `top_k_chances(logits, k)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: minus infinity
def top_k_chances(logits, k):
    least = np.sort(logits)[-k]
    among = np.where(logits >= least, logits, -np.inf)
    exponentials = np.exp(among - among.max())
    return exponentials / exponentials.sum()

# %% right: argsort from the front
def top_k_chances(logits, k):
    best = np.argsort(-logits)[:k]
    chances = np.zeros_like(logits)
    chances[best] = np.exp(logits[best] - logits[best].max())
    return chances / chances.sum()

# %% right: exponentials first, then hidden
def top_k_chances(logits, k):
    e = np.exp(logits)
    e[logits < np.sort(logits)[::-1][k - 1]] = 0
    return e / e.sum()

# %% right: partition
def top_k_chances(logits, k):
    least = np.partition(logits, -k)[-k]
    e = np.exp(logits - logits.max()) * (logits >= least)
    return e / e.sum()

# %% right: minus a billion
def top_k_chances(logits, k):
    least = sorted(logits)[-k]
    among = np.where(logits >= least, logits, -1e9)
    e = np.exp(among - among.max())
    return e / e.sum()

# %% right: a list of floats
def top_k_chances(logits, k):
    best = sorted(range(len(logits)), key=lambda i: logits[i], reverse=True)[:k]
    e = [np.exp(logits[i]) if i in best else 0.0 for i in range(len(logits))]
    return [one / sum(e) for one in e]

# %% right: ranks counted
def top_k_chances(logits, k):
    likelier = (logits[None, :] > logits[:, None]).sum(axis=1)
    e = np.where(likelier < k, np.exp(logits - logits.max()), 0)
    return e / e.sum()

# %% right: softmax, hidden, shared out again
def top_k_chances(logits, k):
    p = np.exp(logits) / np.exp(logits).sum()
    p = np.where(p >= np.sort(p)[-k], p, 0)
    return p / p.sum()

# %% right: the hidden places
def top_k_chances(logits, k):
    hidden = np.argsort(logits)[: len(logits) - k]
    z = logits.copy()
    z[hidden] = -np.inf
    z = np.exp(z - z.max())
    return z / z.sum()

# %% right: a loop that takes the likeliest k times
def top_k_chances(logits, k):
    left, chances = logits.copy(), np.zeros(len(logits))
    for _ in range(k):
        best = left.argmax()
        chances[best] = np.exp(logits[best])
        left[best] = -np.inf
    return chances / chances.sum()

# %% right: a boolean mask
def top_k_chances(logits, k):
    kept = np.zeros(len(logits), dtype=bool)
    kept[logits.argsort()[-k:]] = True
    return np.where(kept, np.exp(logits), 0) / np.exp(logits[kept]).sum()

# %% right: an infinite penalty
def top_k_chances(logits, k):
    penalty = np.zeros(len(logits))
    penalty[np.argsort(-logits)[k:]] = np.inf
    e = np.exp(logits - logits.max() - penalty)
    return e / np.sum(e)

# %% right: ranks by argsort twice
def top_k_chances(logits, k):
    ranks = (-logits).argsort().argsort()
    e = np.exp(logits) * (ranks < k)
    return e / e.sum()

# %% right: put at its places
def top_k_chances(logits, k):
    places = np.argpartition(logits, len(logits) - k)[len(logits) - k:]
    e = np.exp(logits[places])
    chances = np.zeros(logits.shape)
    np.put(chances, places, e / e.sum())
    return chances

# %% right: a masked array
def top_k_chances(logits, k):
    z = np.ma.masked_less(logits, np.sort(logits)[-k])
    e = np.exp(z - z.max()).filled(0)
    return e / e.sum()

# %% wrong: hidden-after-softmax | hidden after softmax, not shared out
def top_k_chances(logits, k):
    p = np.exp(logits - logits.max())
    p = p / p.sum()
    return np.where(logits >= np.sort(logits)[-k], p, 0)

# %% wrong: one-too-few | greater than, and so one too few
def top_k_chances(logits, k):
    least = np.sort(logits)[-k]
    among = np.where(logits > least, logits, -np.inf)
    exponentials = np.exp(among - logits.max())
    return exponentials / exponentials.sum()

# %% wrong: as-many-hidden-as-kept | k from the other end | like: minus infinity
-    least = np.sort(logits)[-k]
+    least = np.sort(logits)[k - 1]

# %% wrong: one-too-many | one too many
def top_k_chances(logits, k):
    best = np.argsort(-logits)[: k + 1]
    e = np.zeros(len(logits))
    e[best] = np.exp(logits[best])
    return e / e.sum()

# %% wrong: least-likely-kept | sorts ascending and takes the first ones | like: one too many
-    best = np.argsort(-logits)[: k + 1]
+    best = np.argsort(logits)[:k]

# %% wrong: top-k-ignored | no k
def top_k_chances(logits, k):
    e = np.exp(logits - logits.max())
    return e / e.sum()

# %% wrong: only-k-returned | only k chances
def top_k_chances(logits, k):
    best = np.sort(logits)[::-1][:k]
    e = np.exp(best - best.max())
    return e / e.sum()

# %% wrong: in-sorted-order | sorted chances
def top_k_chances(logits, k):
    z = np.sort(logits)[::-1]
    e = np.exp(z - z[0])
    e[k:] = 0
    return e / e.sum()

# %% wrong: first-k-words | the first k
def top_k_chances(logits, k):
    e = np.exp(logits - logits.max())
    e[k:] = 0
    return e / e.sum()

# %% wrong: equal-chances | equal chances
def top_k_chances(logits, k):
    least = np.sort(logits)[-k]
    return np.where(logits >= least, 1 / k, 0)

# %% wrong: logits-returned | the logits themselves
def top_k_chances(logits, k):
    least = np.sort(logits)[-k]
    return np.where(logits >= least, logits, -np.inf)

# %% wrong: exponential-left-out | shared out without the exponential
def top_k_chances(logits, k):
    least = np.sort(logits)[-k]
    kept = np.where(logits >= least, logits, 0)
    return kept / kept.sum()

# %% wrong: likeliest-word-alone | only the likeliest
def top_k_chances(logits, k):
    chances = np.zeros(len(logits))
    chances[np.argmax(logits)] = 1
    return chances

# %% wrong: kept-ones-hidden | hides the kept ones | like: greater than, and so one too few
-    among = np.where(logits > least, logits, -np.inf)
+    among = np.where(logits >= least, -np.inf, logits)
# %% wrong: return-missing | return forgotten | like: minus infinity
-    return exponentials / exponentials.sum()
+    exponentials / exponentials.sum()
# %% wrong: hidden-logits-not-low-enough | a small constant in place of minus infinity | like: minus infinity
-    among = np.where(logits >= least, logits, -np.inf)
+    among = np.where(logits >= least, logits, -1)

# %% wrong: mutates-input | writes into its argument
def top_k_chances(logits, k):
    logits[logits < np.sort(logits)[-k]] = -np.inf
    exponentials = np.exp(logits - logits.max())
    return exponentials / exponentials.sum()

# %% unnamed | k and not -k (IndexError)
def top_k_chances(logits, k):
    least = np.sort(logits)[k]
    among = np.where(logits >= least, logits, -np.inf)
    e = np.exp(among - among.max())
    return e / e.sum()

# %% wrong: divided-by-k | divided by k | like: return forgotten
-    exponentials = np.exp(among - among.max())
-    exponentials / exponentials.sum()
+    e = np.exp(among - among.max())
+    return e / k
# %% unnamed | hides the k least likely | like: softmax, hidden, shared out again
-    p = np.where(p >= np.sort(p)[-k], p, 0)
+    p[np.argsort(logits)[:k]] = 0

# %% wrong: near-the-likeliest | k below the largest | like: k and not -k (IndexError)
-    least = np.sort(logits)[k]
+    least = np.max(logits) - k

# %% wrong: size-without-sign | without signs
def top_k_chances(logits, k):
    least = np.sort(np.abs(logits))[-k]
    among = np.where(np.abs(logits) >= least, logits, -np.inf)
    e = np.exp(among - among.max())
    return e / e.sum()

# %% wrong: rounded | two decimals
def top_k_chances(logits, k):
    least = np.sort(logits)[-k]
    e = np.where(logits >= least, np.exp(logits), 0)
    return np.round(e / e.sum(), 2)

# %% wrong: not-shared-out | the largest is 1
def top_k_chances(logits, k):
    least = np.sort(logits)[-k]
    return np.where(logits >= least, np.exp(logits - logits.max()), 0)

# %% wrong: hidden-logits-are-0, one-too-many | two slips at once | like: one too many
-    e = np.zeros(len(logits))
-    e[best] = np.exp(logits[best])
+    z = np.zeros(len(logits))
+    z[best] = logits[best]
+    e = np.exp(z - z.max())

# %% blind | by people who knew neither the catalogue nor this bank

# %% wrong: kept-chances-reversed | argsort upwards, sort downwards
def top_k_chances(logits, k):
    best = np.argsort(logits)[-k:]
    values = np.sort(logits)[::-1][:k]
    e = np.exp(values - values[0])
    chances = np.zeros(len(logits))
    chances[best] = e / e.sum()
    return chances

# %% wrong: order-for-ranks | takes the result of argsort for the rank of each word, but it lists which word stands at each rank | like: minus infinity
-    least = np.sort(logits)[-k]
-    among = np.where(logits >= least, logits, -np.inf)
+    ranks = np.argsort(-logits)
+    among = np.where(ranks < k, logits, -np.inf)
