"""Dot products of one query with every key."""

import numpy as np

from checks.facts import Facts


def dot_scores(query: "d", keys: "n_k d"):
    scores = keys @ query
    return scores


def length_times_length(query, keys):
    return np.linalg.norm(query) * np.linalg.norm(keys, axis=1)


def along_and_against(rng, query):
    return query * [[2.0], [-3.0]]


def second_of_zeros(rng, n_k, d):
    keys = rng.normal(size=(n_k, d))
    keys[1] = 0
    return keys


TASK = Facts(
    redrawn=1,
    practises=("work out a dot product",),
    symbols={"Q": "`query`", "K": "`keys`", "V": "`values`", "d_k": "d"},
    mistakes="""
        unscaled keys-not-transposed negated self-similarity cosine-not-dot scaled-already
        own keys-reshaped one_query result arguments
    """,
    more_cases={
        "the example by hand": {
            "query": np.array([1.0, 2]),
            "keys": np.array([[3.0, 0], [0, 3], [-1, 1]]),
        },
        "6 keys of 2 numbers": {"n_k": 6, "d": 2},
        "one key along the query and one against it": {"d": 3, "keys": along_and_against},
        "a key of zeros": {"n_k": 3, "d": 4, "keys": second_of_zeros},
    },
    holds={
        "One score for each key.": lambda result, keys: np.shape(result) == (len(keys),),
        "A score is positive where query and key point the same way, negative where apart, else 0.": lambda result, query, keys: (
            (np.sign(result) == np.sign(keys @ query)).all()
        ),
        "No score is farther from 0 than the two lengths multiplied.": lambda result, query, keys: (
            np.abs(result) <= length_times_length(query, keys) * (1 + 1e-4)
        ).all(),
        "A key along the query scores length times length.": lambda result, query, keys, case: (
            "along" not in case
            or np.allclose(np.abs(result), length_times_length(query, keys), rtol=1e-4)
        ),
    },
)

# %% cosine-not-dot
scores = scores / (np.linalg.norm(query) * np.linalg.norm(keys, axis=-1))
# or
scores = scores / np.maximum(np.linalg.norm(query) * np.linalg.norm(keys, axis=-1), 1e-12)

# %% distance-not-similarity
# This is a distance or an angle, which is small where vectors are alike.
# Should a better match get a larger number or a smaller one?
assert (
    near(scores, np.linalg.norm(keys - query, axis=1))
    or (np.diff(scores[np.argsort(keys @ query)]) <= 1e-4).all()
)
scores = np.linalg.norm(keys - query, axis=1)
# or
scores = 1 - scores
# or
scores = np.arccos(np.clip(scores, -1, 1))

# %% sign-dropped
# A key that points the opposite way counts like one that points the same way.
# What is the cosine of an angle of 180 degrees?
assert (scores >= 0).all()
scores = np.abs(scores)

# %% best-first
# The scores are sorted, so they no longer stand in the order of the keys.
# Which key does the first score belong to?
assert (np.diff(result) >= 0).all() or (np.diff(result) <= 0).all()
return np.sort(scores)[::-1]
# or
return np.sort(scores)

# %% place-not-scores
# This is the place of the best key, not a score for each key.
# How many numbers does the exercise ask for?
assert result == np.argmax(scores)
return np.argmax(scores)

# %% added-not-multiplied
# The numbers of query and key are added where they should be multiplied.
# What does a dot product do with two numbers in the same place?
assert any(
    near(scores * size, np.sum(keys + query, axis=1))
    for size in (1, np.linalg.norm(query) * np.linalg.norm(keys, axis=1))
)
scores = np.sum(keys + query, axis=1)

# %% axis-guessed
# Where there are as many keys as numbers in each, the columns are taken for the keys.
# Can the shape tell you which axis counts the keys, if both are 3 long?
assert len(keys) == len(query) and not near(scores, keys @ query)
scores = query @ keys if len(keys) == len(query) else keys @ query
