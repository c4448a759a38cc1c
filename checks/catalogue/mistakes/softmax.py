"""Softmax along the wrong axis, without its sum, without its exponential."""

import numpy as np

from attnlib import softmax
from checks.catalogue.material.scores import near_where_shown


def one_hot(scores, axis):
    if axis is None:
        return (np.arange(scores.size) == scores.argmax()).reshape(scores.shape) * 1.0
    moved = np.moveaxis(scores, axis, -1)
    hot = moved.argmax(axis=-1)[..., None] == np.arange(moved.shape[-1])
    return np.moveaxis(hot * 1.0, -1, axis)


# %% softmax-missing
# Softmax is missing: these are still scores.
# Which step makes every row share out a weight of 1?
assert near(weights, scaled)
weights = scaled

# %% softmax-over-queries
# The exponentials are divided by the sums of columns, not of rows.
# Who shares out a weight of 1: each key, or each query?
assert near(total, np.sum(exponentials, axis=-2, keepdims=True))
axis = -2
# or
total = exponentials.sum(axis=-2, keepdims=True)

# %% softmax-over-axis-0
# Softmax runs along axis 0: over the queries, or in a batch over its sentences.
# What number is the keys' axis when you count from the end?
assert near(total, np.sum(exponentials, axis=0, keepdims=True))
axis = 0
# or
total = exponentials.sum(axis=0, keepdims=True)

# %% softmax-over-everything
# Rows share one sum, so no row makes 1 by itself.
# How much attention has each single query to give?
assert np.size(total) == 1 or np.shape(total)[-2:] == (1, 1)
axis = None
# or
axis = (-2, -1)
# or
total = exponentials.sum()

# %% softmax-not-normalised
# The exponentials are never divided by their sum.
# What must the weights of one query add up to?
assert near(np.nan_to_num(weights), np.nan_to_num(exponentials))
assert not (exponentials < 0).any()
total = 1.0
# or
shifted = scaled
total = 1.0

# %% softmax-base-2
# It takes powers of 2 instead of powers of e.
# What is the base of exp?
assert near(exponentials, np.exp2(shifted))
exponentials = np.exp2(shifted)

# %% hard-argmax
# The largest score takes all the weight, and the others get nothing.
# Where has the second best key gone?
assert near(exponentials, exponentials > 0)
exponentials = one_hot(shifted, axis)
# or
exponentials = (shifted == 0) * 1.0

# %% keepdims-missing
# A maximum or a sum lost its axis, so it no longer lines up with the scores.
# What does keepdims=True change about the shape of a sum?
assert np.ndim(total) < np.ndim(scaled) or not (np.ptp(shifted - scaled, axis=axis) < 1e-3).all()
shifted = scaled - scaled.max(axis=axis)
# or
total = exponentials.sum(axis=axis)
# or
shifted = scaled
total = exponentials.sum(axis=axis)
# or
shifted = scaled - scaled.max(axis=axis)
total = exponentials.sum(axis=axis)

# %% exp-missing
# There is no exp: the scores themselves are divided by their sum.
# What makes a weight positive even where the score is negative?
assert near_where_shown(shifted, exponentials)
assert near(total, np.sum(exponentials, axis=axis, keepdims=True))
shifted = scaled
exponentials = shifted
# or
exponentials = shifted

# %% log-softmax
# These are the logarithms of the weights, so none of them is above 0.
# Do weights that share out 1 lie between 0 and 1 here?
assert not (weights > 1e-6).any()
assert near(np.nan_to_num(np.exp(weights)), np.nan_to_num(exponentials / total))
weights = np.log(exponentials / total)

# %% softmax-twice
# Softmax is applied to weights that come from softmax already.
# Which numbers go into softmax, and which come out?
assert near(weights, softmax(exponentials / total))
weights = softmax(exponentials / total)

# %% sigmoid-not-softmax
# Each score gets a sigmoid of its own, whatever the other scores are.
# How does one weight learn of the others?
assert near(weights, 1 / (1 + np.exp(-scaled)))
weights = 1 / (1 + np.exp(-scaled))

# %% constant-in-sum
# A constant is added to the sum of the exponentials.
# For which rows could a sum be 0?
assert ((total > np.sum(exponentials, axis=axis, keepdims=True)) | np.isinf(total)).all()
total = exponentials.sum(axis=axis, keepdims=True) + 1
# or
total = exponentials.sum(axis=axis, keepdims=True) + 0.01
# or
shifted = scaled
total = exponentials.sum(axis=axis, keepdims=True) + 1
# or
shifted = scaled
total = exponentials.sum(axis=axis, keepdims=True) + 0.01
