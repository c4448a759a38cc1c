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


def along_and_against(rng, query):
    return query * [[2.0], [-3.0]]


TASK = Facts(
    redrawn=1,
    practises=("tell when to compare",),
    symbols={"Q": "`query`", "K": "`keys`", "V": "`values`", "d_k": "d"},
    names={"Q": "q", "K": "k"},
    mistakes="scale-by-d_k one_query own result",
    without="""
        summed-over-everything last-one-skipped return-missing rounded axis-squeezed
        integer-buffer
    """,
    more_cases={
        "4 short keys": {"n_k": 4, "d": 3, "keys": short},
        "one key along the query and one against it": {"d": 3, "keys": along_and_against},
    },
    holds={
        "One score for each key.": lambda result, keys: np.shape(result) == (len(keys),),
        "No cosine is above 1 or below -1.": lambda result: (np.abs(result) <= 1 + 1e-4).all(),
        "A score is positive where query and key point the same way, else negative.": lambda result, query, keys: (
            (np.sign(result) == np.sign(keys @ query)).all()
        ),
        "A key along the query scores 1, one against it -1.": lambda result, case: (
            "along" not in case or near(result, [1, -1])
        ),
    },
)

# %% scale-by-d_k
scores = scores / len(query)

# %% scaled-already
scores = scores / np.sqrt(len(query))

# %% dot-not-cosine
# Nothing is divided by a length: these are dot products.
# Should a key that is twice as long have another cosine?
query_norm = 1
key_norms = 1

# %% cosine-missing-query-norm
# The length of the query is not divided out.
# What happens to your result when the query is doubled?
query_norm = 1

# %% cosine-missing-key-norm
# The lengths of the keys are not divided out.
# What happens to your result when one key is doubled?
key_norms = 1

# %% norm-over-everything
# One length is computed for all keys together, not one for each key.
# How many lengths do n keys have, and which axis gives them?
key_norms = np.linalg.norm(keys)
# or
key_norms = np.linalg.norm(keys, 1)

# %% norm-over-columns
# The columns of the keys are divided by a norm each, not the rows.
# Which shape must the norms have, so that each row meets its own?
key_norms = np.linalg.norm(keys, axis=0)
# or
key_norms = np.linalg.norm(keys, axis=1)
# or
key_norms = 1
scores = scores / np.linalg.norm(keys, axis=0)

# %% norms-keep-an-axis
# The lengths keep an axis, so every score is divided by every length.
# What shape do scores (n,) divided by lengths (n, 1) have?
key_norms = 1
scores = scores / np.linalg.norm(keys, axis=-1, keepdims=True)

# %% norm-squared
# The root is missing: a sum of squares is divided out, not a length.
# How long is the vector (3, 4)?
query_norm = (query**2).sum()
key_norms = (keys**2).sum(axis=-1, keepdims=True)
# or
key_norms = (keys**2).sum(axis=-1, keepdims=True)

# %% norm-l1
# The sizes of the entries are added up and taken for the length.
# How long is the vector (3, 4)?
query_norm = np.abs(query).sum()
key_norms = np.abs(keys).sum(axis=-1, keepdims=True)

# %% norm-multiplied
# One length is multiplied where it should divide.
# In which order does Python compute a / b * c?
k = keys * key_norms
# or
q = query * query_norm

# %% norm-of-products
# The length of the products is divided out, not the product of the lengths.
# How long is the query, and where does that enter?
query_norm = 1
key_norms = 1
scores = scores / np.linalg.norm(query * keys, axis=1)

# %% distance-not-similarity
# This is a distance or an angle: it is small where vectors are alike.
# Should a better match get a larger number or a smaller one?
scores = np.linalg.norm(k - q, axis=1)
# or
scores = np.linalg.norm(keys - query, axis=1)
# or
scores = 1 - scores
# or
scores = np.arccos(np.clip(scores, -1, 1))

# %% second-moment
# A mean is left in where it should be taken off, or the other way round.
# Does the definition take a mean off first?
query = query - query.mean()
keys = keys - keys.mean(axis=-1, keepdims=True)

# %% mutates-input
untouched = query.copy()
query += 1
query = untouched
