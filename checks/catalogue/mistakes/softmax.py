"""Softmax along the wrong axis, without its sum, without its exponential."""

import numpy as np

from attnlib import softmax


def one_hot(scores, axis):
    if axis is None:
        return (np.arange(scores.size) == scores.argmax()).reshape(scores.shape) * 1.0
    moved = np.moveaxis(scores, axis, -1)
    hot = moved.argmax(axis=-1)[..., None] == np.arange(moved.shape[-1])
    return np.moveaxis(hot * 1.0, -1, axis)


# %% softmax-over-queries
# Softmax runs down the columns: they sum to 1, not the rows.
# Who shares out a weight of 1: each key, or each query?
axis = -2
# or
axis = 0
# or
total = exponentials.sum(axis=-2, keepdims=True)
# or
total = exponentials.sum(axis=0, keepdims=True)

# %% softmax-over-everything
# One sum over the whole array: all weights together make 1, not each row.
# How much attention has each single query to give?
axis = None
# or
axis = (-2, -1)
# or
total = exponentials.sum()

# %% softmax-not-normalised
# The exponentials are never divided by their sum.
# What must the weights of one query add up to?
total = 1.0
# or
shifted = scaled
total = 1.0

# %% softmax-base-2
# It takes powers of 2 instead of powers of e.
# Which base does exp have?
exponentials = np.exp2(shifted)

# %% hard-argmax
# The largest score takes all the weight, the others get nothing.
# Where has the second best key gone?
exponentials = one_hot(shifted, axis)
# or
exponentials = (shifted == 0) * 1.0

# %% keepdims-missing
# A maximum or a sum lost its axis, so rows use each other's.
# What does keepdims=True change about the shape of a sum?
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
# The scores are divided by their sum without exp, so negative scores go wrong.
# What makes a weight positive even where the score is negative?
shifted = scaled
exponentials = shifted

# %% log-softmax
# The logarithms of the weights are returned, all of them negative.
# Do weights that share out 1 lie between 0 and 1 here?
weights = np.log(exponentials / total)

# %% softmax-twice
# Softmax is applied to weights that come from softmax already.
# Which numbers go into softmax, and which come out?
weights = softmax(exponentials / total)

# %% sigmoid-not-softmax
# Each score gets a sigmoid of its own, so rows do not sum to 1.
# How does one weight learn of the others?
weights = 1 / (1 + np.exp(-scaled))

# %% constant-in-sum
# A constant is added to every sum, so the weights sum to less than 1.
# For which rows could a sum be 0?
total = exponentials.sum(axis=axis, keepdims=True) + 1
# or
total = exponentials.sum(axis=axis, keepdims=True) + 0.01
# or
shifted = scaled
total = exponentials.sum(axis=axis, keepdims=True) + 1
# or
shifted = scaled
total = exponentials.sum(axis=axis, keepdims=True) + 0.01
