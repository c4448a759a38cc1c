"""For a line of the lecture: dot products become cosines."""

import numpy as np

from checks.facts import Facts, near


def divided_by_lengths(query: "d", keys: "n_k d"):
    scores = keys @ query
    query_length = np.linalg.norm(query)
    key_lengths = np.linalg.norm(keys, axis=-1)
    cosines = scores / (query_length * key_lengths)
    return cosines


def along_and_against(rng, query):
    return query * [[2.0], [-3.0]]


TASK = Facts(
    practises=(),
    mistakes="own",
    more_cases={
        "one key along the query and one against it": {"d": 3, "keys": along_and_against},
    },
    holds={
        "One cosine for each key.": lambda result, keys: np.shape(result) == (len(keys),),
        "No cosine is above 1 or below -1.": lambda result: (np.abs(result) <= 1 + 1e-4).all(),
        "A key along the query scores 1, one against it -1.": lambda result, case: (
            "along" not in case or near(result, [1, -1])
        ),
    },
)

# %% dot-not-cosine
# Nothing is divided by a length: these are dot products.
# Should a key that is twice as long have another cosine?
assert near(cosines, keys @ query)
cosines = scores

# %% cosine-missing-query-norm
# The length of the query is not divided out.
# What happens to your result when the query is doubled?
assert near(cosines * key_lengths, scores)
cosines = scores / key_lengths

# %% cosine-missing-key-norm
# The lengths of the keys are not divided out.
# What happens to your result when one key is doubled?
assert near(cosines * query_length, scores)
cosines = scores / query_length

# %% norm-multiplied
# A length is multiplied where it should divide.
# In what order does Python compute a / b * c?
assert any(
    near(cosines, wrong)
    for wrong in (
        scores / query_length * key_lengths,
        scores / key_lengths * query_length,
        scores * query_length * key_lengths,
    )
)
cosines = scores / query_length * key_lengths
# or
cosines = scores / key_lengths * query_length
# or
cosines = scores * query_length * key_lengths

# %% lengths-added
# The two lengths are added where they should be multiplied.
# By what should a score be divided if both vectors are twice as long?
assert near(cosines * (query_length + key_lengths), scores)
cosines = scores / (query_length + key_lengths)

# %% norm-squared
# The lengths are squared before they are divided out.
# What is the cosine of a vector of length 2 with itself, and what do you get?
assert near(cosines * (query_length * key_lengths) ** 2, scores)
cosines = scores / (query_length * key_lengths) ** 2
# or
cosines = scores / (query_length**2 * key_lengths**2)
