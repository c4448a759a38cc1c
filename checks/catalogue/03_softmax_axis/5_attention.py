"""Attention: the weights, and the average of the values under them."""

import numpy as np

from checks.catalogue.material.scores import LOW_SCORES
from checks.facts import Facts, near


def attention(Q: "* n_q d_k", K: "* n_k d_k", V: "* n_k d_v"):
    scores = Q @ np.swapaxes(K, -1, -2)
    scaled = scores / np.sqrt(Q.shape[-1])
    axis = -1
    shifted = scaled - scaled.max(axis=axis, keepdims=True)
    exponentials = np.exp(shifted)
    total = exponentials.sum(axis=axis, keepdims=True)
    weights = exponentials / total
    output = weights @ V
    return output, weights


def values_of_the_best(weights, V):
    best = weights.argmax(axis=-1)[..., None]
    return np.take_along_axis(V, best, axis=-2)


TASK = Facts(
    practises=("write attention as four",),
    mistakes="scale softmax scores output own arguments",
    without="constant-in-sum sigmoid-not-softmax keys-reshaped cosine-not-dot",
    more_cases={"scores of about -30": LOW_SCORES},
    holds={
        "One row of weights for each query, one column for each key.": lambda weights, scores: (
            np.shape(weights) == scores.shape
        ),
        "Every row of weights sums to 1.": lambda weights: near(weights.sum(axis=-1), 1),
        "Each query gives most weight to the key with the largest score.": lambda weights, scores: (
            weights.argmax(axis=-1) == scores.argmax(axis=-1)
        ).all(),
        "Each output is the average of the values under its weights.": lambda output, weights, V: (
            near(output, weights @ V)
        ),
    },
)

# %% best-value-only
assert near(output, values_of_the_best(weights, V))
output = values_of_the_best(weights, V)

# %% equal-weights
# All keys get the same weight, whatever their scores.
# Where do the scores enter your weights?
assert near(weights, 1 / K.shape[-2])
weights = np.full_like(scores, 1 / K.shape[-2])

# %% divided-by-n
assert near(output * V.shape[-2], weights @ V)
output = output / V.shape[-2]

# %% weights-times-values (errors: broadcast)
# Weights and values are multiplied entry by entry, and nothing is added up.
# Over which keys does an average run, and what is added?
assert near(output, weights * V)
output = weights * V

# %% extra-axis
assert np.ndim(result[0]) > np.ndim(output)
return output[None], weights[None]

# %% return-in-loop
assert all(np.shape(part)[:-2] == (1,) * (np.ndim(part) - 2) for part in result)
first = (slice(1),) * (output.ndim - 2)
return output[first], weights[first]

# %% exponentials-returned
# The exponentials are returned in place of the weights.
# What do the rows of your second result add up to?
assert near(result[0], output) and near(result[1], exponentials)
return output, exponentials
# or
shifted = scaled
return output, exponentials

# %% sentences-paired
# Each sentence of a batch meets every other one, and the results have too many axes.
# Which operator multiplies a batch sentence by sentence?
assert np.ndim(result[0]) > np.ndim(right.output) and np.ndim(result[1]) > np.ndim(right.weights)
scores = np.dot(Q, np.swapaxes(K, -1, -2))
output = np.dot(weights, V)
