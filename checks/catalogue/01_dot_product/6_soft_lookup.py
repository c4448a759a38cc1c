"""A soft lookup: attention for a single query, not yet scaled."""

import numpy as np

from checks.facts import Facts, near


def soft_lookup(query: "d", keys: "n_k d", values: "n_k width"):
    scores = keys @ query
    shifted = scores - scores.max()
    exponentials = np.exp(shifted)
    total = exponentials.sum()
    weights = exponentials / total
    output = weights @ values
    return output, weights


TASK = Facts(
    more_cases={"6 keys of 3 numbers": {"n_k": 6, "d": 3, "width": 2}},
    practises=("look something up softly",),
    symbols={"Q": "`query`", "K": "`keys`", "V": "`values`", "d_k": "d"},
    names={"scaled": "scores"},
    mistakes="unscaled softmax one_query output cosine-not-dot scaled-already own arguments",
    without="softmax-over-everything weights-transposed softmax-on-output",
    holds={
        "One weight for each key.": lambda weights, keys: np.shape(weights) == (len(keys),),
        "The weights sum to 1.": lambda weights: near(np.sum(weights), 1),
        "The key with the largest dot product weighs most.": lambda weights, scores: (
            weights.argmax() == scores.argmax()
        ),
        "The output is the average of the values under the weights.": lambda output, weights, values: (
            near(output, weights @ values)
        ),
    },
)

# %% softmax-over-queries
total = exponentials  # a table of one row, whose columns sum to 1

# %% hard-argmax
weights = (scores == scores.max()) * 1.0

# %% summed-over-everything
output = np.sum(weights[:, None] * values)

# %% exp-missing
exponentials = scores
# or
shifted = scores
exponentials = shifted

# %% self-similarity
scores = np.sum(keys * keys, axis=1)
# or
scores = keys @ keys.T
# or
scores = np.full(len(keys), query @ query)
# or
scores = (keys @ keys.T)[0]

# %% cosine-not-dot
scores = scores / (np.linalg.norm(query) * np.linalg.norm(keys, axis=-1))

# %% scores-from-values
# The query is compared with the values, not with the keys.
# Which array is there to be compared, and which to be averaged?
scores = values @ query
# or
scores = values @ query
output = weights @ keys

# %% divided-by-n
# The weighted values are divided by their number, though weights sum to 1.
# What is the average of equal values, and what do you get?
output = weights @ values / len(values)

# %% weights-on-columns
# Each weight multiplies a column of the values, not a row.
# Where does one value stand, on a row or on a column?
output = values @ weights
# or
output = np.sum(weights * values, axis=1)
# or
output = np.sum(weights * values, axis=0)

# %% best-value-only
output = values[weights.argmax()]

# %% extra-axis
# The result has an axis too many.
# Which shape is asked for, and where did the axis come in?
return output[None], weights[None]

# %% loop-keeps-last
# Each round of the loop overwrites the one before: only the last is kept.
# Where are the results of the earlier rounds?
output = weights[-1] * values[-1]
