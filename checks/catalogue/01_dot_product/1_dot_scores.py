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


TASK = Facts(
    redrawn=1,
    practises=("work out a dot product",),
    symbols={"Q": "`query`", "K": "`keys`", "V": "`values`", "d_k": "d"},
    mistakes="""
        unscaled keys-not-transposed negated self-similarity cosine-not-dot scaled-already
        own keys-reshaped one_query result arguments
    """,
    more_cases={
        "6 keys of 2 numbers": {"n_k": 6, "d": 2},
        "one key along the query and one against it": {"d": 3, "keys": along_and_against},
    },
    holds={
        "One score for each key.": lambda result, keys: np.shape(result) == (len(keys),),
        "A score is positive where query and key point the same way, else negative.": lambda result, query, keys: (
            (np.sign(result) == np.sign(keys @ query)).all()
        ),
        "No score is larger than the two lengths multiplied.": lambda result, query, keys: (
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
