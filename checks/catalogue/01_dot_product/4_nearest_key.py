"""The key whose direction is closest to that of a query: a function to repair."""

import numpy as np

from checks.facts import Facts

CLEARLY = 1e-3  # the best cosine beats the next by more than this

STARTER = '''
def nearest_key(query, keys):
    """Index of the row of keys (n, d) whose direction is closest to that of the query (d,)."""
    lengths = np.linalg.norm(query) * np.sqrt((keys**2).sum(axis=-1))
    cosines = keys @ query / lengths
    return int(np.argmax(cosines))
'''


def uneven(rng, n, d):
    """Columns and rows of different sizes, so that it matters which of them are divided."""
    sizes = np.exp(rng.normal(scale=0.5, size=(n, 1)) + rng.normal(size=d))
    return sizes * rng.normal(size=(n, d))


def nearest_key(query: "d", keys: uneven):
    lengths = np.linalg.norm(keys, axis=-1)
    cosines = keys @ query / lengths
    return np.argmax(cosines)


def cosines_of(query, keys):
    dots = keys @ query
    return dots / np.linalg.norm(keys, axis=-1) / np.linalg.norm(query)


def has_a_winner(query, keys):
    if not (query.any() and keys.any(axis=-1).all()):
        return False
    best_first = np.sort(cosines_of(query, keys))[::-1]
    return len(keys) == 1 or bool(best_first[0] - best_first[1] > CLEARLY)


def misleading(rng, n, d, query):
    """Each of four keys wins if lengths are replaced by something else."""
    keys, across = uneven(rng, n, d), np.cross(query, rng.normal(size=3))
    keys[3] = (query + across) / 100  # their squares,
    keys[5] = np.sign(query)  # the largest absolute value,
    keys[7] = np.where(
        np.abs(query) == np.abs(query).max(), 5 * query, 0
    )  # the sum of absolute values,
    keys[11] = query + 30 * across  # or if lengths are multiplied.
    return keys


def along(rng, n, d, query):
    keys = misleading(rng, n, d, query)
    keys[-1] = query / 5
    return keys


def tiny_along(rng, n, d, query):
    keys = misleading(rng, n, d, query)
    keys[-1] = query / 1e6
    return keys


def away(rng, n, d, query):
    keys = misleading(rng, n, d, query)
    return keys * -np.sign(keys @ query)[:, None]


TASK = Facts(
    kind="repair",
    starter=STARTER,
    slips={
        "one-length-for-all": "lengths = np.linalg.norm(query) * np.linalg.norm(keys)",
    },
    valid=has_a_winner,
    practises=("work out a dot product",),
    symbols={"Q": "`query`", "K": "`keys`"},
    mistakes="own extra-axis return-missing",
    cases={
        "30 keys of 2 numbers": dict(n=30, d=2),
        "40 keys of 3 numbers": dict(n=40, d=3),
        "50 keys of 6 numbers": dict(n=50, d=6),
        "a square of 20 keys of 20 numbers": dict(n=20, d=20),
        "20 keys, the last one short and along the query": dict(n=20, d=3, keys=along),
        "20 keys, all at more than 90 degrees": dict(n=20, d=3, keys=away),
        "a single key": dict(n=1, d=4),
        "float32 vectors": dict(n=30, d=4, dtype="float32"),
    },
    more_cases={
        "the example by hand": {"query": np.array([1.0, 0]), "keys": np.array([[3.0, 4], [1, 0]])},
        "20 keys, the last one tiny and along the query": dict(n=20, d=3, keys=tiny_along),
    },
    holds={
        "The answer is the index of a key.": lambda result, keys: (
            np.ndim(result) == 0 and result in range(len(keys))
        ),
        "No shorter key is closer in direction.": lambda result, query, keys, lengths: (
            not (cosines_of(query, keys) > cosines_of(query, keys)[result])[
                lengths <= lengths[result]
            ].any()
        ),
        "No other key has a larger cosine.": lambda result, query, keys: (
            cosines_of(query, keys)[result] >= cosines_of(query, keys).max() - CLEARLY
        ),
    },
)

# %% norm-over-columns
# The columns of the keys are measured, not the rows, so no key meets its own norm.
# Which axis must disappear, so that each key gets one norm?
assert near(cosines, keys / column_norms @ query) or near(cosines * column_norms, keys @ query)
column_norms = np.linalg.norm(keys, axis=0)
cosines = keys @ query / column_norms
# or
column_norms = np.linalg.norm(keys, axis=0)
cosines = keys / column_norms @ query

# %% one-length-for-all
# All scores are divided by one and the same number, so long keys still win.
# How many lengths do n keys have?
assert np.ndim(lengths) == 0
lengths = np.linalg.norm(query)

# %% norms-keep-an-axis
# The lengths keep an axis, so every score is divided by every length.
# What shape do scores (n,) divided by lengths (n, 1) have?
assert np.shape(cosines) == (len(keys), len(keys))
lengths = np.linalg.norm(keys, axis=-1, keepdims=True)

# %% norm-squared
# The root is missing: what is divided out is a sum of squares, not a length.
# How long is the vector (3, 4)?
assert near(lengths, np.sum(keys**2, axis=-1))
lengths = (keys**2).sum(axis=-1)

# %% norm-l1
# The absolute values of the numbers are added up and taken for the length.
# How long is the vector (3, 4)?
assert near(lengths, np.abs(keys).sum(axis=-1))
lengths = np.abs(keys).sum(axis=-1)

# %% norm-multiplied
# A length is multiplied where it should divide.
# In what order does Python compute a / b * c?
assert near(cosines, keys @ query * lengths)
cosines = keys @ query * lengths

# %% distance-not-similarity
# The key whose tip is nearest wins, so lengths still count.
# Which points the same way as (2, 0): (1, 1) or (9, 0)?
assert near(-cosines, np.linalg.norm(keys - query, axis=-1))
cosines = -np.linalg.norm(keys - query, axis=-1)
return np.argmax(cosines)

# %% farthest-not-nearest
# This is the key with the smallest cosine, not with the largest.
# Does a small angle have a large cosine or a small one?
assert result == np.argmin(cosines)
return np.argmin(cosines)

# %% longest-key
# This is the longest key, and the query plays no part.
# Where does your answer look at the query?
assert result == np.argmax(np.linalg.norm(keys, axis=-1))
return np.argmax(np.linalg.norm(keys, axis=-1))

# %% sign-dropped
# A key that points the opposite way counts like one that points the same way.
# What is the cosine of an angle of 180 degrees?
assert result == np.argmax(np.abs(cosines))
return np.argmax(np.abs(cosines))

# %% value-not-index
# This is the largest number itself, or the key, not the place where it is.
# Which of NumPy's functions gives a maximum, and which one its place?
assert any(near(result, one) for one in (largest, largest / np.linalg.norm(query))) or near(
    result, keys[np.argmax(cosines)]
)
largest = np.max(cosines)
return largest
# or
largest = np.max(cosines)
return largest / np.linalg.norm(query)
# or
largest = np.max(cosines)
return keys[np.argmax(cosines)]

# %% always-0
# The answer is 0, whatever the query and the keys are.
# Which line of your answer looks at the keys?
assert result == 0
return 0

# %% all-not-the-best
# All keys are returned in an order, but only the best one is asked for.
# Which entry of the order is the best key?
assert np.shape(result) == (len(keys),)
return np.argsort(cosines)[::-1]
# or
return np.argsort(cosines)

# %% counted-from-one
# The index is one too large.
# What is the index of the first row?
assert result == np.argmax(cosines) + 1
return np.argmax(cosines) + 1

# %% mutates-input
assert changed
untouched = query.copy()
query += 1
query = untouched
# or
untouched = keys.copy()
keys += 1
keys = untouched
