"""The variance of all dot products of queries and keys."""

import numpy as np

from checks.facts import Facts


def score_variance(Q: "n_q d_k", K: "n_k d_k"):
    scores = Q @ K.T
    axis = None
    centred = scores - scores.mean(axis=axis, keepdims=True)
    squares = centred**2
    variance = squares.mean(axis=axis)
    return variance


def keys_with_twins(rng, n_k, d_k):
    keys = rng.normal(size=(n_k, d_k))
    keys[2] = keys[0]
    return keys


def over_one_less(squares, axis):
    return squares.sum(axis=axis) / (np.size(squares, axis) - 1)


TASK = Facts(
    practises=("work out on paper how far", "tell the right divisor"),
    mistakes="unscaled scores scaled-already keys-reshaped result own arguments",
    without="""
        scale-inverted q-k-swapped negated batch-axis-breaks cosine-not-dot last-one-skipped
        axis-squeezed integer-buffer rounded
    """,
    more_cases={"4 keys, two of them alike": {"n_q": 3, "n_k": 4, "d_k": 5, "K": keys_with_twins}},
    holds={
        "The result is a single number.": lambda result: np.shape(result) == (),
        "Its root is at most half the distance from smallest to largest score.": (
            lambda variance, scores: variance <= np.ptp(scores) ** 2 / 4 * (1 + 1e-4)
        ),
        "It is at least what the smallest and the largest score alone contribute.": (
            lambda variance, scores: (
                variance >= np.ptp(scores) ** 2 / (2 * scores.size) * (1 - 1e-4)
            )
        ),
    },
)

# %% softmax-already
scores = softmax(scores)

# %% return-in-loop
scores = scores[:1]
# or
scores = zero_but(scores, (..., slice(1), slice(None)))

# %% loop-keeps-last
scores = scores[-1]

# %% products-not-summed
scores = Q[:, None] * K

# %% sample-variance
# The sum of squares is divided by one less than the number.
# Are these all the dot products, or a sample of more?
variance = over_one_less(squares, axis)

# %% second-moment
# A mean is left in where it should be taken off, or the other way round.
# Does the definition take a mean off first?
centred = scores

# %% std-not-variance
# A root is taken at the end: this is the standard deviation.
# If all scores were doubled, what would become of their variance?
return np.sqrt(variance)

# %% variance-along-one-axis
# An axis is named, so there is a variance for each row or column.
# How many numbers does the exercise ask for?
axis = -1
# or
axis = 0

# %% variances-averaged
# Each row has a variance of its own, around its own mean, then averaged.
# Around which mean should the dot products of all queries be measured?
axis = -1
return np.mean(variance)

# %% paired-rows-only
# Each query meets one key alone, the one with its number.
# How many dot products do n_q queries and n_k keys have?
scores = np.array([q @ k for q, k in zip(Q, K)])
# or
scores = np.sum(Q * K, axis=-1)

# %% deviations-not-averaged
# The squares are added up, but not divided by their number.
# What happens to your result when every query comes twice?
variance = squares.sum(axis=axis)

# %% deviations-not-squared
# The distances from the mean are averaged without being squared.
# What is done with a distance from the mean before averaging?
squares = np.abs(centred)
# or
squares = 0 * centred  # bare deviations sum to 0, up to rounding
