"""Cosines of the angles between one query and every key."""

import numpy as np

from checks.facts import Facts, near


def cosine_scores(query: "d", keys: "n_k d"):
    query_norm = np.linalg.norm(query)
    key_norms = np.linalg.norm(keys, axis=-1, keepdims=True)
    q = query / query_norm
    k = keys / key_norms
    scores = k @ q
    return scores


def short(rng, n_k, d):
    return rng.normal(size=(n_k, d)) / 10


def tiny(rng, n_k, d):
    return rng.normal(size=(n_k, d)) / 5000


def along_and_against(rng, query):
    return query * [[2.0], [-3.0]]


TASK = Facts(
    redrawn=1,
    practises=("work out a dot product",),
    symbols={"Q": "`query`", "K": "`keys`", "V": "`values`", "d_k": "d"},
    names={"Q": "q", "K": "k"},
    mistakes="scale.scale-by-d_k one_query own result",
    without="""
        summed-over-everything last-one-skipped return-missing rounded axis-squeezed
        integer-buffer query-with-itself
    """,
    more_cases={
        "the example by hand": {
            "query": np.array([3.0, 4]),
            "keys": np.array([[6.0, 8], [-4, 3], [-3, -4]]),
        },
        "4 short keys": {"n_k": 4, "d": 3, "keys": short},
        "one key along the query and one against it": {"d": 3, "keys": along_and_against},
        "4 tiny keys": {"n_k": 4, "d": 3, "keys": tiny},
    },
    holds={
        "One score for each key.": lambda result, keys: np.shape(result) == (len(keys),),
        "No cosine is above 1 or below -1.": lambda result: (np.abs(result) <= 1 + 1e-4).all(),
        "A score is positive where query and key point the same way, negative where apart, else 0.": lambda result, query, keys: (
            (np.sign(np.round(result, 9)) == np.sign(np.round(keys @ query, 9))).all()
        ),
        "A key along the query scores 1, one against it -1.": lambda result, case: (
            "along" not in case or near(result, [1, -1])
        ),
    },
)

# %% scale-by-d_k
assert near(scores * len(query), k @ q)
scores = scores / len(query)

# %% self-similarity
scores = k @ k.T

# %% compared-with-itself
# A vector is compared with itself, so every cosine is 1.
# Which two vectors does each score compare?
assert near(scores, 1)
scores = np.ones(len(keys))

# %% scaled-already
# The cosines are divided by the root of d, though a cosine needs no scale.
# What is the cosine of an angle of 0?
assert near(scores * np.sqrt(len(query)), k @ q)
scores = scores / np.sqrt(len(query))

# %% dot-not-cosine
# Nothing is divided by a length: these are dot products.
# Should a key that is twice as long have another cosine?
assert near(np.linalg.norm(k, axis=-1), np.linalg.norm(keys, axis=-1))
assert near(np.linalg.norm(q), np.linalg.norm(query))
query_norm = 1
key_norms = 1

# %% cosine-missing-query-norm
# The length of the query is not divided out.
# What happens to your result when the query is doubled?
assert near(np.linalg.norm(q), np.linalg.norm(query))
query_norm = 1

# %% cosine-missing-key-norm
# The lengths of the keys are not divided out.
# What happens to your result when one key is doubled?
assert near(np.linalg.norm(k, axis=-1), np.linalg.norm(keys, axis=-1))
key_norms = 1

# %% norm-over-everything
# One length is computed for all keys together, not one for each key.
# How many lengths do n keys have, and which axis gives them?
assert np.size(key_norms) == 1
key_norms = np.linalg.norm(keys)
# or
key_norms = np.linalg.norm(keys, 1)

# %% norm-over-columns
# These are the norms of the columns of the keys, not of the rows.
# Which axis must disappear, so that each key gets one norm?
assert near(column_norms, np.linalg.norm(keys, axis=0))
column_norms = np.linalg.norm(keys, axis=0)
key_norms = column_norms
# or
key_norms = 1
column_norms = np.linalg.norm(keys, axis=0)
scores = scores / column_norms

# %% keepdims-missing
# The lengths of the keys are divided out of the columns, not of the rows.
# What shape must the lengths have, so that each row meets its own?
assert near(k * np.linalg.norm(keys, axis=1), keys)
key_norms = np.linalg.norm(keys, axis=1)

# %% norms-keep-an-axis
# The lengths keep an axis, so every score is divided by every length.
# What shape do scores (n,) divided by lengths (n, 1) have?
assert np.shape(scores) == (len(keys), len(keys))
key_norms = 1
scores = scores / np.linalg.norm(keys, axis=-1, keepdims=True)

# %% norm-squared
# The root is missing: what is divided out is a sum of squares, not a length.
# How long is the vector (3, 4)?
assert near(key_norms, np.sum(keys**2, axis=-1, keepdims=True))
query_norm = (query**2).sum()
key_norms = (keys**2).sum(axis=-1, keepdims=True)
# or
key_norms = (keys**2).sum(axis=-1, keepdims=True)

# %% norm-l1
# The absolute values of the numbers are added up and taken for the length.
# How long is the vector (3, 4)?
assert near(key_norms, np.abs(keys).sum(axis=-1, keepdims=True))
query_norm = np.abs(query).sum()
key_norms = np.abs(keys).sum(axis=-1, keepdims=True)

# %% norm-multiplied
# A length is multiplied where it should divide.
# In what order does Python compute a / b * c?
assert near(k, keys * key_norms) or near(q, query * query_norm)
k = keys * key_norms
# or
q = query * query_norm

# %% norm-of-products
# What is divided out is the length of the products, not the product of the lengths.
# How long is the query, and where does that enter?
assert near(length, np.linalg.norm(query * keys, axis=1))
query_norm = 1
key_norms = 1
length = np.linalg.norm(query * keys, axis=1)
scores = scores / length

# %% distance-not-similarity
# This is a distance or an angle, which is small where vectors are alike.
# Should a better match get a larger number or a smaller one?
assert (
    near(scores, np.linalg.norm(keys - query, axis=1))
    or (np.diff(scores[np.argsort(k @ q)]) <= 1e-4).all()
)
scores = np.linalg.norm(k - q, axis=1)
# or
scores = np.linalg.norm(keys - query, axis=1)
# or
scores = 1 - scores
# or
scores = np.arccos(np.clip(scores, -1, 1))

# %% second-moment
# The means are taken off first, which makes this a correlation.
# Does the definition take a mean off first?
assert near(np.mean(query), 0)
assert near(np.mean(keys, axis=-1), 0)
query = query - query.mean()
keys = keys - keys.mean(axis=-1, keepdims=True)

# %% mutates-input
assert changed
untouched = query.copy()
query += 1
query = untouched

# %% query-norm-twice
# The length of the query is divided out twice, and those of the keys never.
# Which two lengths does a cosine divide by?
assert near(key_norms, np.linalg.norm(query))
key_norms = np.linalg.norm(query)

# %% sign-dropped
# A key that points the opposite way counts like one that points the same way.
# What is the cosine of an angle of 180 degrees?
assert (scores >= 0).all()
scores = np.abs(scores)

# %% negative-cut-off
# Cosines below 0 are cut off.
# How does your result tell a right angle from the opposite direction?
assert (scores >= 0).all()
scores = np.maximum(scores, 0)

# %% moved-above-0
# The cosines are moved into the range from 0 to 1.
# What is the cosine of a right angle, and what do you return for it?
assert near(2 * scores - 1, k @ q)
scores = (scores + 1) / 2
