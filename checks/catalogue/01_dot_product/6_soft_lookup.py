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


def long(rng, d):
    return rng.normal(size=d) + 3


def against(rng, n_k, d, query):
    return rng.normal(size=(n_k, d)) - 20 * query / (query @ query)


TASK = Facts(
    more_cases={
        "the example by hand": {
            "query": np.array([1.0, 0]),
            "keys": np.array([[np.log(3), 5], [0, 7]]),
            "values": np.array([[4.0, 0], [0, 8]]),
        },
        "6 keys of 3 numbers": {"n_k": 6, "d": 3, "width": 2},
        "scores of about -20": {"n_k": 4, "d": 3, "width": 2, "query": long, "keys": against},
    },
    practises=("look something up softly",),
    symbols={"Q": "`query`", "K": "`keys`", "V": "`values`", "d_k": "d"},
    names={"scaled": "scores"},
    mistakes="unscaled softmax one_query output cosine-not-dot scaled-already own arguments",
    without="softmax-over-axis-0 softmax-over-everything weights-transposed softmax-on-output",
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
# Softmax runs over the single query, so every key gets a weight of 1.
# Who shares out a weight of 1: each key, or the query?
assert near(weights, 1)
total = exponentials  # a table of one row, whose columns sum to 1

# %% hard-argmax
assert near(weights, scores == np.max(scores))
weights = (scores == scores.max()) * 1.0

# %% summed-over-wrong-axis
assert np.shape(scores) == np.shape(query) or near(output, weights * values.sum(axis=1))
...
# or
output = np.sum(weights[:, None] * values, axis=1)

# %% products-not-summed
assert np.shape(scores) == np.shape(keys) or np.shape(output) == np.shape(values)
...
# or
output = weights[:, None] * values

# %% summed-over-everything
assert np.ndim(scores) == 0 or np.ndim(output) == 0
output = np.sum(weights[:, None] * values)

# %% exp-missing
assert near(weights * scores.sum(), scores) or near(weights * shifted.sum(), shifted)
exponentials = scores
# or
shifted = scores
exponentials = shifted

# %% self-similarity
assert (
    near(scores, np.sum(keys * keys, axis=1))
    or near(scores, keys @ keys.T)
    or near(scores, keys @ keys[0])
)
scores = np.sum(keys * keys, axis=1)
# or
scores = keys @ keys.T
# or
scores = (keys @ keys.T)[0]

# %% cosine-not-dot
scores = scores / (np.linalg.norm(query) * np.linalg.norm(keys, axis=-1))

# %% scores-from-values
# The query is compared with the values, not with the keys.
# Which array is there to be compared, and which to be averaged?
assert near(scores, values @ query)
scores = values @ query
# or
scores = values @ query
output = weights @ keys

# %% divided-by-n
# The weighted values are divided by their number, though the weights sum to 1.
# What is the average of equal values, and what do you get?
assert near(output * len(values), weights @ values)
output = weights @ values / len(values)

# %% weights-on-columns
# Each weight multiplies a column of the values, not a row.
# Where does one value stand, on a row or on a column?
assert any(near(output, (values * weights).sum(axis=axis)) for axis in (0, 1))
output = values @ weights
# or
output = np.sum(weights * values, axis=1)
# or
output = np.sum(weights * values, axis=0)

# %% plain-average
# The output is the plain average of the values, without the weights.
# Which of the values should count more?
assert near(output, values.mean(axis=0))
output = values.mean(axis=0)

# %% output-before-division
# The output is made of the exponentials before they are divided by their sum.
# What do the numbers add up to that you multiply by the values?
assert near(output, exponentials @ values)
output = exponentials @ values
# or
shifted = scores
output = exponentials @ values

# %% length-not-sum
# The exponentials are divided by their length as a vector, not by their sum.
# What must the weights add up to?
assert near(np.sum(weights**2), 1)
total = np.linalg.norm(exponentials)

# %% best-value-only
assert near(output, values[weights.argmax()])
output = values[weights.argmax()]

# %% extra-axis
# The results have an axis too many.
# What shape is asked for, and where did the axis come in?
assert np.ndim(result[0]) > np.ndim(right.output)
return output[None], weights[None]

# %% loop-keeps-last
# Each round of the loop overwrites the one before: only the last is kept.
# Where are the results of the earlier rounds?
assert near(output, weights[-1] * values[-1])
output = weights[-1] * values[-1]

# %% exp-of-sum
# The exponentials are divided by e to the sum of the scores, not by their own sum.
# Is exp(a + b) the same as exp(a) + exp(b)?
assert near(total, np.exp(np.sum(scores)))
shifted = scores
total = np.exp(scores.sum())

# %% exponentials-returned
# The output is right, but the weights are returned before they are divided by their sum.
# What do your weights add up to?
assert near(result[1], exponentials)
return output, exponentials
# or
shifted = scores
return output, exponentials
