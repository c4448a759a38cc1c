"""The way back through softmax: a mean too many, one too few, or one of the wrong numbers."""

from attnlib import softmax

# %% diagonal-only
# Each score gets w (1 - w) times its own gradient, as if the other weights stood still.
# What happens to the other weights of the row when one score grows?
assert near(d_scores, weights * (1 - weights) * d_weights)
mean = products
d_scores = weights * centred

# %% no-centring
# The gradients are multiplied by the weights, but no mean is subtracted.
# Add 1 to all scores of a row: which weights move? What must a row of gradients sum to?
assert near(centred, d_weights)
centred = d_weights

# %% unweighted-mean
# The mean that is subtracted counts all keys alike, whatever their weights are.
# How much should a key of weight 0 have to say?
assert near(mean, d_weights.mean(axis=-1, keepdims=True))
mean = d_weights.mean(axis=-1, keepdims=True)

# %% sum-over-queries
# The sum runs down the columns, so queries take part in each other's mean.
# Can a score of one query move the weights of another?
assert mean.shape[-2] == 1 or len(mean) == 1
mean = products.sum(axis=-2, keepdims=True)
# or
mean = products.sum(axis=0, keepdims=True)

# %% sum-over-everything
# One number is subtracted from all rows.
# How many means do three queries need?
assert np.size(mean) <= np.size(products[..., 0, 0])
mean = products.sum()
# or
mean = products.sum(axis=(-2, -1), keepdims=True)
# or
mean = products.sum() / weights.sum()
# or
mean = products.mean()

# %% axis-from-the-front
# The axis of the sum is counted from the front: in a batch, it is another one.
# What number is the keys' axis when you count from the end?
assert mean.shape[1] == 1
mean = products.sum(axis=1, keepdims=True)

# %% keepdims-missing
# The sum lost its axis, so one row's mean is subtracted in the columns of all.
# What does keepdims=True change about the shape of a sum?
assert np.ndim(mean) == np.ndim(products) - 1
mean = products.sum(axis=-1)

# %% divided-by-n_k
# The weighted gradients are averaged: divided by n_k, though weights sum to 1.
# What is the mean of equal gradients, and what do you subtract?
assert near(mean * products.shape[-1], products.sum(axis=-1, keepdims=True))
mean = products.mean(axis=-1, keepdims=True)

# %% last-factor-missing
# The mean is subtracted, but nothing is multiplied by the weights after that.
# What is the gradient of the score of a key whose weight is 0?
assert near(d_scores, centred)
d_scores = centred

# %% mean-not-multiplied
# Only the gradients are multiplied by the weights, the mean is subtracted as it is.
# What does each row of the result sum to? Are the brackets where they should be?
assert near(d_scores, products - mean)
d_scores = products - mean

# %% softmax-twice
# Softmax is applied to the weights, which come from softmax already.
# Are `weights` what goes into softmax, or what comes out?
assert near(weights, softmax(given.weights))
weights = softmax(weights)

# %% negated
# All signs are flipped.
# A key is worth more than the mean of its row: should its score grow or shrink?
assert near(centred, mean - d_weights)
centred = mean - d_weights

# %% jacobian-off-diagonal-sign
# The mean is added, as if all weights of a row grew together.
# What happens to the other weights of the row when one score grows?
assert near(centred, d_weights + mean)
centred = d_weights + mean

# %% jacobian-of-log
# This is the way back through the logarithm of softmax.
# Is d_weights the gradient of the weights, or of their logarithms?
assert near(d_scores, d_weights - weights * d_weights.sum(axis=-1, keepdims=True))
mean = d_weights.sum(axis=-1, keepdims=True)
d_scores = d_weights - weights * mean

# %% weights-twice
# The result is multiplied by the weights once more.
# How often does a formula for w_i (d_i - mean) contain the factor w_i?
assert near(d_scores, weights**2 * centred)
d_scores = weights * weights * centred

# %% weights-minus-gradient
# The gradient is subtracted from the weights, as one-hot targets are in cross-entropy.
# Which loss has the gradient `chances - targets`, and is it asked for here?
assert near(d_scores, weights - d_weights)
d_scores = weights - d_weights
