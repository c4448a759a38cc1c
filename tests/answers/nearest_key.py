"""Answers to `nearest_key(query, keys)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: an axis for the lengths of the keys
def nearest_key(query, keys):
    """Index of the row of keys (n, d) whose direction is closest to that of the query (d,)."""
    lengths = np.linalg.norm(query) * np.linalg.norm(keys, axis=-1)
    cosines = keys @ query / lengths
    return int(np.argmax(cosines))

# %% right: unit vectors first
def nearest_key(query, keys):
    unit_query = query / np.linalg.norm(query)
    unit_keys = keys / np.linalg.norm(keys, axis=-1, keepdims=True)
    return np.argmax(unit_keys @ unit_query)

# %% right: a loop that keeps the best
def nearest_key(query, keys):
    best, best_cosine = 0, -2
    for i, key in enumerate(keys):
        cosine = query @ key / (np.linalg.norm(query) * np.linalg.norm(key))
        if cosine > best_cosine:
            best, best_cosine = i, cosine
    return best

# %% right: the smallest angle
def nearest_key(query, keys):
    lengths = np.linalg.norm(query) * np.linalg.norm(keys, axis=-1)
    angles = np.arccos(np.clip(keys @ query / lengths, -1, 1))
    return int(np.argmin(angles))

# %% right: sorts, and takes the last
def nearest_key(query, keys):
    lengths = np.sqrt(np.sum(keys * keys, axis=1))
    return np.argsort(keys @ query / lengths)[-1]

# %% right: smallest distance between unit vectors
def nearest_key(query, keys):
    q = query / np.linalg.norm(query)
    k = keys / np.linalg.norm(keys, axis=1)[:, None]
    return int(np.linalg.norm(k - q, axis=1).argmin())

# %% right: max over the indices, with a key function
def nearest_key(query, keys):
    def cosine(i):
        return np.dot(query, keys[i]) / np.sqrt(np.dot(keys[i], keys[i]))

    return max(range(len(keys)), key=cosine)

# %% right: cosines in a list comprehension, index of the largest
def nearest_key(query, keys):
    cosines = [sum(q * k for q, k in zip(query, key)) / sum(k**2 for k in key) ** 0.5 for key in keys]
    return cosines.index(max(cosines))

# %% right: einsum
def nearest_key(query, keys):
    dots = np.einsum("d,nd->n", query, keys)
    squares = np.einsum("nd,nd->n", keys, keys)
    return int((dots / squares**0.5).argmax())

# %% right: softmax of the cosines on top, which keeps their order
def nearest_key(query, keys):
    cosines = keys @ query / np.linalg.norm(keys, axis=-1)
    weights = np.exp(cosines) / np.exp(cosines).sum()
    return int(weights.argmax())

# %% wrong: norm-over-columns | axis=0, which fits a square only
def nearest_key(query, keys):
    lengths = np.linalg.norm(query) * np.linalg.norm(keys, axis=0)
    cosines = keys @ query / lengths
    return int(np.argmax(cosines))

# %% wrong: norm-over-columns | divides the keys by the norms of the columns
def nearest_key(query, keys):
    unit = keys / np.linalg.norm(keys, axis=0)
    return int(np.argmax(unit @ query / np.linalg.norm(query)))

# %% wrong: norms-keep-an-axis | keepdims, so a table comes out, and argmax counts all its entries
def nearest_key(query, keys):
    lengths = np.linalg.norm(query) * np.linalg.norm(keys, axis=-1, keepdims=True)
    cosines = keys @ query / lengths
    return int(np.argmax(cosines))

# %% wrong: norm-squared | no root
def nearest_key(query, keys):
    cosines = keys @ query / ((query**2).sum() * (keys**2).sum(axis=1))
    return int(np.argmax(cosines))

# %% wrong: norm-l1 | adds the sizes up for the length
def nearest_key(query, keys):
    lengths = np.abs(query).sum() * np.abs(keys).sum(axis=1)
    return int(np.argmax(keys @ query / lengths))

# %% wrong: norm-multiplied | no brackets
def nearest_key(query, keys):
    cosines = keys @ query / np.linalg.norm(query) * np.linalg.norm(keys, axis=-1)
    return int(np.argmax(cosines))

# %% wrong: distance-not-similarity | the nearest tip
return int(np.linalg.norm(keys - query, axis=-1).argmin())

# %% wrong: farthest-not-nearest | looks for the smallest
def nearest_key(query, keys):
    lengths = np.linalg.norm(query) * np.linalg.norm(keys, axis=-1)
    return int(np.argmin(keys @ query / lengths))

# %% wrong: sign-dropped | thinks a cosine has to be positive | like: looks for the smallest
-    return int(np.argmin(keys @ query / lengths))
+    cosines = np.abs(keys @ query) / lengths
+    return int(np.argmax(cosines))

# %% wrong: value-not-index | the largest cosine
def nearest_key(query, keys):
    lengths = np.linalg.norm(keys, axis=-1)
    return (keys @ query / lengths).max()

# %% wrong: value-not-index | the key itself | like: looks for the smallest
-    return int(np.argmin(keys @ query / lengths))
+    cosines = keys @ query / lengths
+    return keys[int(np.argmax(cosines))]
# %% wrong: all-not-the-best | the whole order, best first | like: the key itself
-    return keys[int(np.argmax(cosines))]
+    return np.argsort(cosines)[::-1]
# %% wrong: all-not-the-best | a plain argsort
return np.argsort(keys @ query / np.linalg.norm(keys, axis=-1))

# %% wrong: counted-from-one | enumerate from 1
def nearest_key(query, keys):
    best, where = -np.inf, 0
    for number, key in enumerate(keys, start=1):
        cosine = key @ query / np.linalg.norm(key)
        if cosine > best:
            best, where = cosine, number
    return where

# %% wrong: extra-axis | np.where gives a list of places
def nearest_key(query, keys):
    cosines = keys @ query / np.linalg.norm(keys, axis=-1)
    return np.where(cosines == cosines.max())[0]

# %% wrong: extra-axis | argwhere
def nearest_key(query, keys):
    cosines = keys @ query / np.linalg.norm(keys, axis=-1)
    return np.argwhere(cosines == cosines.max())

# %% wrong: return-missing | assigns and forgets the return | like: looks for the smallest
-    return int(np.argmin(keys @ query / lengths))
+    best = int(np.argmax(keys @ query / lengths))

# %% wrong: mutates-input | divides in place
def nearest_key(query, keys):
    keys /= np.linalg.norm(keys, axis=-1, keepdims=True)
    return int(np.argmax(keys @ query))

# %% wrong: mutates-input | the query too
def nearest_key(query, keys):
    query /= np.linalg.norm(query)
    lengths = np.linalg.norm(keys, axis=-1)
    return int(np.argmax(keys @ query / lengths))

# %% wrong: norm-squared, farthest-not-nearest | no root, and the smallest
return int(np.argmin(keys @ query / (keys**2).sum(axis=1)))

# %% wrong: norm-multiplied, farthest-not-nearest | no brackets, and the smallest
def nearest_key(query, keys):
    cosines = keys @ query / np.linalg.norm(query) * np.linalg.norm(keys, axis=1)
    return int(np.argmin(cosines))

# %% wrong: one-length-for-all, counted-from-one | divides by one length, and numbers the keys from 1
def nearest_key(query, keys):
    cosines = keys @ query / np.linalg.norm(query)
    return int(np.argmax(cosines)) + 1

# %% unnamed | only made the line shorter, which changes nothing
return int(np.argmax(keys @ query / np.linalg.norm(keys)))
# %% wrong: longest-key | the longest key
return int(np.linalg.norm(keys, axis=1).argmax())
# %% wrong: always-0 | always the first
return 0
# %% unnamed | divides by the largest entry of each key
return int(np.argmax(keys @ query / np.abs(keys).max(axis=1)))
# %% unnamed | correlation, so the mean of each key is taken off
return int(np.argmax([np.corrcoef(query, key)[0, 1] if len(keys) > 1 else 1 for key in keys]))

# %% unnamed | a misspelt method (AttributeError)
return (keys @ query / np.linalg.norm(keys, axis=1)).argmaximum()
# %% unnamed | query first, which does not fit (ValueError)
return int(np.argmax(query @ keys / np.linalg.norm(keys, axis=1)))
# %% unnamed | a name that is not defined (NameError)
return int(np.argmax(cosine_similarity(query, keys)))
