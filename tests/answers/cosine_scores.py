"""Answers to `cosine_scores(query, keys)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: dot products divided by both norms
return keys @ query / (np.linalg.norm(keys, axis=1) * np.linalg.norm(query))

# %% right: unit vectors first
def cosine_scores(query, keys):
    q = query / np.linalg.norm(query)
    k = keys / np.linalg.norm(keys, axis=-1, keepdims=True)
    return k @ q

# %% right: einsum three times
def cosine_scores(query, keys):
    dots = np.einsum("nd,d->n", keys, query)
    kk = np.einsum("nd,nd->n", keys, keys)
    qq = np.einsum("d,d->", query, query)
    return dots / np.sqrt(kk * qq)

# %% right: loops and the math module, a list
import math


def cosine_scores(query, keys):
    q_len = math.sqrt(sum(x * x for x in query))
    result = []
    for key in keys:
        dot = 0.0
        k_len = 0.0
        for q, k in zip(query, key):
            dot += q * k
            k_len += k * k
        result.append(dot / (q_len * math.sqrt(k_len)))
    return result

# %% right: a helper for one pair
def cosine(a, b):
    return (a @ b) / np.sqrt(a @ a) / np.sqrt(b @ b)


def cosine_scores(query, keys):
    return np.array([cosine(query, key) for key in keys])

# %% right: float32 everywhere
def cosine_scores(query, keys):
    query = query.astype(np.float32)
    keys = keys.astype(np.float32)
    dots = keys @ query
    return dots / (np.linalg.norm(query) * np.linalg.norm(keys, axis=1))

# %% right: in place, on copies
def cosine_scores(query, keys):
    query, keys = query.copy(), keys.copy()
    query /= np.linalg.norm(query)
    keys /= np.linalg.norm(keys, axis=1)[:, None]
    return np.matmul(query, keys.T)

# %% right: a tiny number against division by zero, clipped
def cosine_scores(query, keys):
    norms = np.linalg.norm(query) * np.linalg.norm(keys, axis=1)
    return np.clip(np.dot(keys, query) / np.maximum(norms, 1e-12), -1.0, 1.0)

# %% right: law of cosines
def cosine_scores(query, keys):
    a = np.sqrt((query**2).sum())
    b = np.sqrt((keys**2).sum(axis=1))
    c = np.sqrt(((keys - query) ** 2).sum(axis=1))
    return (a**2 + b**2 - c**2) / (2 * a * b)

# %% right: a lambda
unit = lambda v: v / np.sqrt((v * v).sum(axis=-1, keepdims=True))
cosine_scores = lambda query, keys: np.inner(unit(keys), unit(query))

# %% right: an object that can be called
class Cosine:
    eps = 0.0

    def norm(self, v):
        return np.sqrt(np.sum(np.square(v), axis=-1)) + self.eps

    def __call__(self, query, keys):
        return (keys * query).sum(-1) / self.norm(keys) / self.norm(query)


cosine_scores = Cosine()

# %% right: query and keys stacked, the first row of the Gram matrix
def cosine_scores(query, keys):
    everything = np.vstack([query, keys])
    gram = everything @ everything.T
    lengths = np.sqrt(np.diag(gram))
    return (gram / np.outer(lengths, lengths))[0, 1:]

# %% right: by way of the angle, in degrees and back
def cosine_scores(query, keys):
    cos = keys @ query / np.linalg.norm(query) / np.linalg.norm(keys, axis=1)
    degrees = np.degrees(np.arccos(np.clip(cos, -1, 1)))
    print("angles:", degrees)
    return np.cos(np.radians(degrees))

# %% right: apply_along_axis
def cosine_scores(query, keys):
    length = np.linalg.norm(query)
    return np.apply_along_axis(lambda k: k.dot(query) / (length * np.linalg.norm(k)), 1, keys)

# %% right: half the squared distance of unit vectors
def cosine_scores(query, keys):
    q = query / np.linalg.norm(query)
    k = (keys.T / np.linalg.norm(keys.T, axis=0)).T
    return 1 - ((k - q) ** 2).sum(axis=1) / 2

# %% right: columns of the transposed keys, zeros filled in
def cosine_scores(query, keys):
    with np.errstate(divide="ignore", invalid="ignore"):
        scores = np.zeros(keys.shape[0])
        for i, key in enumerate(np.moveaxis(keys, 0, 0)):
            scores[i] = np.vdot(query, key) / (np.hypot.reduce(query) * np.hypot.reduce(key))
    return scores

# %% right: the first key, then the rest
def cosine_scores(query, keys):
    first, rest = keys[0], keys[1:]
    here = np.float64(first @ query / (np.linalg.norm(first) * np.linalg.norm(query)))
    return [here] + (cosine_scores(query, rest) if len(rest) else [])

# %% wrong: dot-not-cosine | the dot product is a similarity already
return keys @ query
# %% wrong: cosine-missing-query-norm | the query is the same for all keys
return keys @ query / np.linalg.norm(keys, axis=1)

# %% wrong: cosine-missing-key-norm | only the query made a unit vector
def cosine_scores(query, keys):
    query = query / np.linalg.norm(query)
    return keys @ query

# %% wrong: norm-over-columns | axis=0
def cosine_scores(query, keys):
    q = query / np.linalg.norm(query)
    k = keys / np.linalg.norm(keys, axis=0)
    return k @ q

# %% wrong: norms-keep-an-axis | keepdims learned by heart
def cosine_scores(query, keys):
    q_norm = np.linalg.norm(query, keepdims=True)
    k_norm = np.linalg.norm(keys, axis=1, keepdims=True)
    return keys @ query / (q_norm * k_norm)

# %% wrong: scaled-already | the root as well
def cosine_scores(query, keys):
    cos = keys @ query / (np.linalg.norm(keys, axis=1) * np.linalg.norm(query))
    return cos / np.sqrt(len(query))

# %% wrong: scale-by-d_k | the mean of the products of unit vectors
def cosine_scores(query, keys):
    q = query / np.linalg.norm(query)
    k = keys / np.linalg.norm(keys, axis=1, keepdims=True)
    return np.mean(k * q, axis=1)

# %% wrong: softmax-already | cosines turned into weights
def cosine_scores(query, keys):
    cos = keys @ query / np.linalg.norm(keys, axis=1) / np.linalg.norm(query)
    e = np.exp(cos)
    return e / e.sum()

# %% wrong: negated | small is near
return -(keys @ query) / (np.linalg.norm(keys, axis=1) * np.linalg.norm(query))

# %% wrong: self-similarity | keys compared with the keys
def cosine_scores(query, keys):
    unit = keys / np.linalg.norm(keys, axis=1, keepdims=True)
    return unit @ unit.T

# %% wrong: compared-with-itself | each key with itself
return np.array([k @ k / (np.linalg.norm(k) * np.linalg.norm(k)) for k in keys])
# %% wrong: keys-not-transposed | query times keys | like: the mean of the products of unit vectors
-    return np.mean(k * q, axis=1)
+    return q @ k
# %% wrong: products-not-summed | takes * for the dot product | like: unit vectors first
-    return k @ q
+    return q * k
# %% wrong: summed-over-wrong-axis | axis=0 in the dot product | like: the mean of the products of unit vectors
-    return np.mean(k * q, axis=1)
+    return np.sum(k * q, axis=0)

# %% wrong: extra-axis | a column for each key's cosine
def cosine_scores(query, keys):
    dots = keys @ query.reshape(-1, 1)
    return dots / (np.linalg.norm(keys, axis=1, keepdims=True) * np.linalg.norm(query))

# %% wrong: extra-axis | a matrix with one row
def cosine_scores(query, keys):
    q = query[None, :]
    dots = q @ keys.T
    return dots / (np.linalg.norm(q) * np.linalg.norm(keys, axis=1))

# %% wrong: mutates-input | keys made unit vectors in place
def cosine_scores(query, keys):
    keys /= np.linalg.norm(keys, axis=1, keepdims=True)
    return keys @ query / np.linalg.norm(query)

# %% wrong: mutates-input | the query divided in place
def cosine_scores(query, keys):
    query /= np.linalg.norm(query)
    return np.array([query @ key / np.linalg.norm(key) for key in keys])

# %% wrong: return-in-loop | the return is indented too far
def cosine_scores(query, keys):
    scores = []
    for key in keys:
        scores.append(query @ key / (np.linalg.norm(query) * np.linalg.norm(key)))
        return np.array(scores)

# %% wrong: loop-keeps-last | one name for all the cosines
def cosine_scores(query, keys):
    for key in keys:
        cos = np.dot(query, key) / (np.linalg.norm(query) * np.linalg.norm(key))
    return cos

# %% wrong: dot-not-cosine, scaled-already | the scaled dot product of attention
return keys @ query / np.sqrt(keys.shape[1])

# %% wrong: dot-not-cosine, softmax-already | attention weights without the root
def cosine_scores(query, keys):
    scores = np.dot(keys, query)
    e = np.exp(scores - np.max(scores))
    return e / e.sum()

# %% wrong: cosine-missing-query-norm, mutates-input | keys /= their norms, and that is all
def cosine_scores(query, keys):
    keys /= np.linalg.norm(keys, axis=1)[:, None]
    return keys @ query

# %% wrong: cosine-missing-key-norm, mutates-input | query /= its norm, and that is all
def cosine_scores(query, keys):
    query /= np.sqrt(query @ query)
    return np.einsum("nd,d->n", keys, query)

# %% wrong: cosine-missing-query-norm, norm-over-everything | one norm, without an axis
return keys @ query / np.linalg.norm(keys)
# %% wrong: cosine-missing-query-norm, norm-squared | divided by the keys' squares
return [np.dot(query, key) / np.dot(key, key) for key in keys]

# %% wrong: keepdims-missing, cosine-missing-query-norm | no query norm, norms as they come
def cosine_scores(query, keys):
    keys = keys / np.linalg.norm(keys, axis=1)
    return keys @ query

# %% wrong: negated, cosine-missing-key-norm | minus, and one norm
return -keys @ query / np.linalg.norm(query)
# %% wrong: query-norm-twice | the query's norm twice
return keys @ query / (np.linalg.norm(query) * np.linalg.norm(query))
# %% unnamed | returns a string | like: the root as well
-    return cos / np.sqrt(len(query))
+    return ", ".join(f"{c:.3f}" for c in cos)
# %% wrong: sign-dropped | the angle between lines has no sign
return np.abs(keys @ query) / (np.linalg.norm(keys, axis=1) * np.linalg.norm(query))
# %% wrong: moved-above-0 | brought into the range from 0 to 1 | like: the root as well
-    return cos / np.sqrt(len(query))
+    return (cos + 1) / 2
# %% unnamed | np.cos of the dot product
return np.cos(keys @ query)
# %% unnamed | a large epsilon in the denominator
return keys @ query / (np.linalg.norm(keys, axis=1) * np.linalg.norm(query) + 0.01)
# %% unnamed | half precision | like: the root as well
-    return cos / np.sqrt(len(query))
+    return cos.astype(np.float16)

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: unit vectors, and 2 - 2 cos for the squared distance
def cosine_scores(query, keys):
    u = np.asarray(query, dtype=np.float64)
    v = np.asarray(keys, dtype=np.float64)
    u = u / np.sqrt((u ** 2).sum())
    v = v / np.sqrt((v ** 2).sum(axis=1, keepdims=True))
    return 1 - ((v - u) ** 2).sum(axis=1) / 2

# %% right: math.hypot for the lengths, one key at a time
import math


def length(vector):
    return math.hypot(*vector)


def cosine_scores(query, keys):
    return np.array([float(np.dot(query, key)) / (length(query) * length(key)) for key in keys])

# %% right: einsum for products and squares, one root for both
def cosine_scores(query, keys):
    dots = np.einsum("d,nd->n", query, keys)
    squares = np.einsum("nd,nd->n", keys, keys) * np.einsum("d,d->", query, query)
    return dots / squares ** 0.5

# %% wrong: norm-over-everything | norm(keys, 1), where 1 is the kind of norm
return keys @ query / (np.linalg.norm(query) * np.linalg.norm(keys, 1))

# %% wrong: second-moment | the correlation coefficient
def cosine_scores(query, keys):
    centred_q = query - query.mean()
    centred_k = keys - keys.mean(axis=1, keepdims=True)
    q_len = np.sqrt((centred_q ** 2).sum()) + 1e-12
    k_len = np.sqrt((centred_k ** 2).sum(axis=1)) + 1e-12
    return centred_k @ centred_q / (q_len * k_len)

# %% wrong: norm-of-products | the length of the products
def cosine_scores(query, keys):
    product = query * keys
    return product.sum(axis=1) / np.linalg.norm(product, axis=1)

# %% wrong: norm-l1 | the root before the sum
def cosine_scores(query, keys):
    len_q = np.sum(np.sqrt(query ** 2))
    len_k = np.sum(np.sqrt(keys ** 2), axis=1)
    return (keys @ query) / (len_q * len_k)

# %% unnamed | lengths of at least 1, for safety
def cosine_scores(query, keys):
    q_len = np.maximum(np.linalg.norm(query), 1)
    k_len = np.maximum(np.linalg.norm(keys, axis=-1), 1)
    return keys @ query / q_len / k_len

# %% wrong: distance-not-similarity | one step on, to the angle
def cosine_scores(query, keys):
    c = (keys @ query) / (np.linalg.norm(query) * np.linalg.norm(keys, axis=1))
    return np.arccos(np.clip(c, -1.0, 1.0))

# %% wrong: negative-cut-off | cosines below 0 clipped away | like: one step on, to the angle
-    return np.arccos(np.clip(c, -1.0, 1.0))
+    return np.clip(c, 0, 1)

# %% wrong: norm-squared | the root over the query alone
def cosine_scores(query, keys):
    dots = keys @ query
    return dots / (np.sqrt(query @ query) * (keys * keys).sum(axis=1))

# %% unnamed | keepdims makes a column of the lengths, then row 0 of the table
def cosine_scores(query, keys):
    k_len = np.linalg.norm(keys, axis=1, keepdims=True)
    c = (keys @ query) / (np.linalg.norm(query) * k_len)
    return c[0]

# %% wrong: norm-multiplied | divided by one length, times the others
return keys @ query / np.sqrt(sum(query ** 2)) * np.sqrt(np.sum(keys ** 2, axis=1))

# %% unnamed | math.sqrt of n squares (TypeError)
import math


def cosine_scores(query, keys):
    q_len = math.sqrt((query ** 2).sum())
    k_len = math.sqrt((keys ** 2).sum(axis=1))
    return keys @ query / (q_len * k_len)

# %% wrong: keepdims-missing | keys divided by lengths that have no second axis (ValueError)
def cosine_scores(query, keys):
    unit_keys = keys / np.linalg.norm(keys, axis=1)
    unit_query = query / np.linalg.norm(query)
    return unit_keys @ unit_query

# %% unnamed | norm is overwritten with a number (TypeError)
def cosine_scores(query, keys):
    norm = np.linalg.norm
    scores = []
    for key in keys:
        dot = np.dot(query, key)
        norm = norm(query) * norm(key)
        scores.append(dot / norm)
    return np.array(scores)

# %% unnamed | axes counted from 1 (AxisError)
return keys @ query / (np.linalg.norm(query) * np.linalg.norm(keys, axis=2))

# %% not blind | by people who knew the catalogue

# %% wrong: norm-over-columns | divides the products by a norm for each feature
def cosine_scores(query, keys):
    products = keys @ query
    return products / (np.linalg.norm(query) * np.linalg.norm(keys, axis=0))
