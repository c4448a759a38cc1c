"""Answers to `dot_scores(query, keys)` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: matrix times vector
return keys @ query

# %% right: one np.dot for each key, a list
def dot_scores(query, keys):
    scores = []
    for key in keys:
        scores.append(np.dot(query, key))
    return scores

# %% right: einsum
return np.einsum("d,nd->n", query, keys)
# %% right: the query in front, the keys transposed
return np.matmul(query, keys.T)
# %% right: broadcasting and a sum over the last axis
return (keys * query).sum(axis=-1)

# %% right: a row matrix and back
def dot_scores(query, keys):
    query = query.reshape(1, -1)
    scores = query @ np.swapaxes(keys, 0, 1)
    return scores[0]

# %% right: products in place, on a copy
def dot_scores(query, keys):
    products = keys.copy()
    products *= query
    return np.add.reduce(products, axis=1)

# %% right: a helper in plain Python, Python floats
def dot(a, b):
    total = 0.0
    for x, y in zip(a, b):
        total += float(x) * float(y)
    return total


def dot_scores(query, keys):
    return [dot(query, key) for key in keys]

# %% right: a lambda
dot_scores = lambda query, keys: np.inner(keys, query)

# %% right: an object that can be called
class DotScores:
    def __init__(self):
        self.calls = 0

    def __call__(self, query, keys):
        self.calls += 1
        return np.tensordot(keys, query, axes=([1], [0]))


dot_scores = DotScores()

# %% right: float32 everywhere
def dot_scores(query, keys):
    query = np.asarray(query, dtype=np.float32)
    keys = np.asarray(keys, dtype=np.float32)
    return keys.dot(query)

# %% right: the first key, then the rest
def dot_scores(query, keys):
    if len(keys) == 0:
        return []
    return [sum(q * k for q, k in zip(query, keys[0]))] + dot_scores(query, keys[1:])

# %% right: length times length times cosine
def dot_scores(query, keys):
    q_norm = np.linalg.norm(query)
    k_norm = np.linalg.norm(keys, axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        cosine = (keys / k_norm[:, None]) @ (query / q_norm)
    return np.nan_to_num(cosine) * q_norm * k_norm

# %% right: half the difference of the squares
def dot_scores(query, keys):
    plus = np.sum((keys + query) ** 2, axis=1)
    minus = np.sum((keys - query) ** 2, axis=1)
    return (plus - minus) / 4

# %% right: apply_along_axis, prints left in
def dot_scores(query, keys, verbose=True):
    if verbose:
        print("query", query.shape, "keys", keys.shape)
    result = np.apply_along_axis(lambda key: key @ query, 1, keys)
    if verbose:
        print("->", result)
    return result

# %% right: feature by feature
def dot_scores(query, keys):
    scores = np.zeros(keys.shape[0], dtype=np.result_type(query, keys))
    for q, column in zip(query, keys.T):
        scores = scores + q * column
    return scores

# %% right: 0-d arrays in a tuple
return tuple(np.asarray(np.vdot(query, key)) for key in keys)
# %% wrong: scaled-already | the formula of attention has a root
return keys @ query / np.sqrt(keys.shape[-1])
# %% wrong: scale-by-d_k | mean where sum was meant
return (keys * query).mean(axis=1)
# %% wrong: scale-by-sqrt-n | the root of the number of keys
return np.dot(keys, query) / np.sqrt(len(keys))
# %% wrong: scale-inverted | times the root, so that the scores do not get too small
return keys @ query * np.sqrt(query.size)
# %% wrong: cosine-not-dot | similarity means the angle
return keys @ query / (np.linalg.norm(keys, axis=1) * np.linalg.norm(query))
# %% wrong: distance-not-similarity | how far each key is from the query
return np.linalg.norm(keys - query, axis=1)

# %% wrong: softmax-already | scores are weights, are they not
def dot_scores(query, keys):
    scores = keys @ query
    e = np.exp(scores - scores.max())
    return e / e.sum()

# %% wrong: negated | small is near
return -(keys @ query)
# %% wrong: self-similarity | each key with itself, a typing slip
return np.array([np.dot(key, key) for key in keys])
# %% wrong: self-similarity | every key with every key
return keys @ keys.T
# %% wrong: query-with-itself | the query with itself
return np.array([query @ query for _ in keys])
# %% wrong: keys-not-transposed | query times keys, as it is said
return query @ keys
# %% wrong: summed-over-everything | no axis
return np.sum(keys * query)
# %% wrong: products-not-summed | takes * for the dot product
return query * keys
# %% wrong: extra-axis | a column vector for the query
return keys @ query[:, None]

# %% wrong: extra-axis | one row of scores
def dot_scores(query, keys):
    query = query.reshape(1, -1)
    return query @ keys.T

# %% wrong: return-in-loop | the return is indented too far
def dot_scores(query, keys):
    scores = []
    for key in keys:
        scores.append(float(np.dot(query, key)))
        return scores

# %% wrong: loop-keeps-last | the name is assigned anew for each key
def dot_scores(query, keys):
    for key in keys:
        score = np.dot(query, key)
    return score

# %% unnamed | len(query) for the number of keys
return np.array([keys[i] @ query for i in range(len(query))])

# %% wrong: last-one-skipped | range ends one earlier already
def dot_scores(query, keys):
    scores = []
    for i in range(0, len(keys) - 1):
        scores.append(query @ keys[i])
    return np.array(scores)

# %% wrong: last-one-skipped | the last score stays zero
def dot_scores(query, keys):
    n = keys.shape[0]
    scores = np.zeros(n)
    for i in range(n - 1):
        scores[i] = query @ keys[i]
    return scores

# %% wrong: mutates-input | the products written into the keys
def dot_scores(query, keys):
    keys *= query
    return keys.sum(axis=1)

# %% wrong: mutates-input | row by row, through a view
def dot_scores(query, keys):
    scores = []
    for key in keys:
        np.multiply(key, query, out=key)
        scores.append(key.sum())
    return scores

# %% wrong: return-missing | printed instead of returned
def dot_scores(query, keys):
    scores = keys @ query
    print(scores)

# %% wrong: scaled-already, softmax-already | attention weights instead of scores
def dot_scores(query, keys):
    e = np.exp(keys @ query / np.sqrt(len(query)))
    return e / np.sum(e)

# %% wrong: scaled-already, negated | minus and a root
return -np.dot(keys, query) / np.sqrt(keys.shape[1])

# %% wrong: scaled-already, mutates-input | the keys divided in place
def dot_scores(query, keys):
    keys /= np.sqrt(keys.shape[1])
    return keys @ query

# %% wrong: scaled-already, scale-by-sqrt-n, keys-not-transposed | the formula, without its T
def dot_scores(query, keys):
    d = query.shape[-1]
    return query @ keys / np.sqrt(d)

# %% wrong: scale-by-d_k, softmax-already | mean and softmax
def dot_scores(query, keys):
    e = np.exp(np.mean(query * keys, axis=-1))
    return e / e.sum()

# %% wrong: cosine-not-dot, negated | as a loss function has it
return [-np.dot(query, key) / np.linalg.norm(query) / np.linalg.norm(key) for key in keys]

# %% wrong: scaled-already, extra-axis | a matrix of one query, with the root
def dot_scores(query, keys):
    Q = query[np.newaxis, :]
    return Q @ keys.T / np.sqrt(Q.shape[-1])

# %% unnamed | minus the squared length of each key
return -(keys * keys).sum(axis=1)
# %% unnamed | returns a string
return str(keys @ query)
# %% wrong: place-not-scores | the number of the best key
return np.argmax(keys @ query)
# %% wrong: rounded | two digits are enough
return np.round(keys @ query, 2)
# %% wrong: sign-dropped | the strength of the match, whatever its sign
return np.abs(keys @ query)
# %% unnamed | a dictionary from key number to score
return {i: float(query @ key) for i, key in enumerate(keys)}
# %% unnamed | half precision
return keys.astype(np.float16) @ query.astype(np.float16)
# %% wrong: added-not-multiplied | added where it should multiply
return (keys + query).sum(axis=1)

# %% blind | by people who knew neither the catalogue nor this bank

# %% right: np.correlate
return np.concatenate([np.correlate(key, query, mode="valid") for key in keys])

# %% right: two loops in plain Python
def dot_scores(query, keys):
    n, d = keys.shape
    scores = np.zeros(n)
    for j in range(n):
        for i in range(d):
            scores[j] += keys[j, i] * query[i]
    return scores

# %% right: tensordot
return np.tensordot(query, keys, axes=([0], [1]))
# %% unnamed | a convolution, which runs backwards
return np.array([np.convolve(key, query, mode="valid")[0] for key in keys])

# %% wrong: keys-reshaped | keys.reshape(d, -1) for the transpose
def dot_scores(query, keys):
    d = query.shape[0]
    return query @ keys.reshape(d, -1)

# %% unnamed | counts from 1, so the first number is skipped
def dot_scores(query, keys):
    scores = np.zeros(keys.shape[0])
    for j in range(keys.shape[0]):
        s = 0.0
        for i in range(1, query.shape[0]):
            s = s + query[i] * keys[j, i]
        scores[j] = s
    return scores

# %% wrong: integer-buffer | an array of whole numbers for the scores
def dot_scores(query, keys):
    scores = np.zeros(len(keys), dtype=int)
    for j, key in enumerate(keys):
        scores[j] = np.dot(query, key)
    return scores

# %% wrong: axis-squeezed | squeezed, so that a single key has no axis
def dot_scores(query, keys):
    q = query.reshape(-1, 1)
    return np.squeeze(keys @ q)

# %% wrong: best-first | best first, by broadcasting
def dot_scores(query, keys):
    scores = np.sum(query[None, :] * keys, axis=1)
    return np.sort(scores)[::-1]

# %% wrong: summed-over-wrong-axis | the letter of the keys dropped in einsum
return np.einsum("d,nd->d", query, keys)

# %% unnamed | only as many numbers as there are keys, to be safe
def dot_scores(query, keys):
    m = min(len(query), len(keys))
    return keys[:, :m] @ query[:m]

# %% unnamed | dim, as in PyTorch (TypeError)
return np.sum(keys * query, dim=1)

# %% unnamed | an empty list, filled by index (IndexError)
def dot_scores(query, keys):
    scores = []
    for j in range(len(keys)):
        scores[j] = np.sum(query * keys[j])
    return np.array(scores)

# %% unnamed | two axes unpacked from the query (ValueError)
def dot_scores(query, keys):
    n, d = keys.shape
    m, d2 = query.shape
    assert d == d2
    return (keys @ query.T).reshape(n)

# %% unnamed | len(keys) for the length of a key (IndexError)
def dot_scores(query, keys):
    n = len(keys)
    out = np.zeros(n)
    for j in range(n):
        out[j] = sum(query[i] * keys[j][i] for i in range(n))
    return out

# %% wrong: axis-guessed | guesses from the shape which axis holds the keys, and so takes the columns for keys whenever there are as many keys as numbers (n = d)
def dot_scores(query, keys):
    if keys.shape[0] == len(query):
        return query @ keys
    return keys @ query
