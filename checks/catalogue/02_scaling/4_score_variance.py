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


def last_key_of_zeros(rng, n_k, d_k):
    keys = rng.normal(size=(n_k, d_k))
    keys[-1] = 0
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
    more_cases={
        "the example by hand": {"Q": np.array([[1.0, 0]]), "K": np.array([[1.0, 5], [3, 7]])},
        "4 keys, two of them alike": {"n_q": 3, "n_k": 4, "d_k": 5, "K": keys_with_twins},
        "a key of zeros": {"n_q": 2, "n_k": 3, "d_k": 4, "K": last_key_of_zeros},
    },
    holds={
        "The result is a single number.": lambda result: np.shape(result) == (),
        "Its root is at most half the distance from smallest to largest score.": (
            lambda variance, scores: variance <= np.ptp(scores) ** 2 / 4 * (1 + 1e-4)
        ),
        "It is never negative, and at least (largest - smallest score)**2 / (2 * number of scores).": (
            lambda variance, scores: (
                variance >= np.ptp(scores) ** 2 / (2 * scores.size) * (1 - 1e-4)
            )
        ),
    },
)

# %% softmax-already
assert near(np.sum(scores, axis=-1), 1)
scores = softmax(scores)

# %% return-in-loop
assert len(scores) == 1 or first_row_alone(scores)
scores = scores[:1]
# or
scores = zero_but(scores, (..., slice(1), slice(None)))

# %% loop-keeps-last
assert np.ndim(scores) == 1
scores = scores[-1]

# %% products-not-summed
assert np.shape(scores) == (len(Q), *K.shape)
scores = Q[:, None] * K

# %% sample-variance
# The sum of squares is divided by one less than how many there are.
# Are these all the dot products, or a sample of more?
assert np.allclose(variance, over_one_less(squares, axis), equal_nan=True)
variance = over_one_less(squares, axis)

# %% second-moment
# No mean is taken off: the scores themselves are squared.
# From where does the variance measure how far away a score is?
assert near(squares, scores**2)
centred = scores

# %% mean-not-squared
# From the mean of the squares the mean itself is taken off, not its square.
# If all scores are 3, what is the mean of their squares, and what should be left?
assert near(variance, np.mean(scores**2, axis=axis) - np.mean(scores, axis=axis))
variance = (scores**2).mean(axis=axis) - scores.mean(axis=axis)

# %% std-not-variance
# A root is taken at the end: this is the standard deviation.
# If all scores were doubled, what would become of their variance?
assert near(result**2, variance)
return np.sqrt(variance)

# %% variance-along-one-axis
# An axis is named, so there is one variance for each row or column.
# How many numbers does the exercise ask for?
assert np.ndim(variance) == np.ndim(scores) - 1
axis = -1
# or
axis = 0

# %% variances-averaged
# Each row has a variance of its own, around its own mean, and these are averaged.
# Around which mean should the dot products of all queries be measured?
assert near(centred.mean(axis=-1), 0)
axis = -1
return np.mean(variance)

# %% paired-rows-only
# Each query meets one key alone, the one with the same number.
# How many dot products do n_q queries and n_k keys have?
assert np.shape(scores) == (min(len(Q), len(K)),)
scores = np.array([q @ k for q, k in zip(Q, K)])
# or
scores = np.sum(Q * K, axis=-1)

# %% deviations-not-averaged
# The squares are added up, but not divided by their number.
# What happens to your result when every query comes twice?
assert near(variance, np.sum(squares, axis=axis))
variance = squares.sum(axis=axis)

# %% deviations-not-squared
# The distances from the mean are averaged without being squared.
# What is done with a distance from the mean before averaging?
assert near(squares, np.abs(centred)) or near(squares, 0)
squares = np.abs(centred)
# or
squares = 0 * centred  # bare deviations sum to 0, up to rounding

# %% mean-not-variance
# This is the mean of the dot products, not how far they are from it.
# Can numbers whose mean is 0 be far from 0?
assert near(variance, scores.mean())
variance = scores.mean()

# %% expected-variance
# This is the variance to expect of random vectors, d_k. These scores have one of their own.
# Would other keys of the same shape give another result?
assert near(variance, Q.shape[-1])
variance = Q.shape[-1]

# %% variances-multiplied
# The variances of Q and K are multiplied: the dot products themselves take no part.
# If two numbers of a key change places, does your result change, and do its dot products?
assert any(near(variance, factor * np.var(Q) * np.var(K)) for factor in (1, Q.shape[-1]))
# for factor in 1 Q.shape[-1]
variance = factor * np.var(Q) * np.var(K)
