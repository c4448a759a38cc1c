"""Back through attention: the gradients of queries, keys and values."""

import numpy as np

from attnlib import softmax
from checks.facts import Facts


def attention_backward(Q: "* n_q d_k", K: "* n_k d_k", V: "* n_k d_v", d_output: "* n_q d_v"):
    scores = Q @ np.swapaxes(K, -1, -2)
    scaled = scores / np.sqrt(Q.shape[-1])
    axis = -1
    weights = softmax(scaled, axis)
    d_weights = d_output @ np.swapaxes(V, -1, -2)
    d_V = np.swapaxes(weights, -1, -2) @ d_output
    products = weights * d_weights
    mean = products.sum(axis=-1, keepdims=True)
    centred = d_weights - mean
    d_scaled = weights * centred
    d_scores = d_scaled / np.sqrt(Q.shape[-1])
    d_Q = d_scores @ K
    d_K = np.swapaxes(d_scores, -1, -2) @ Q
    return d_Q, d_K, d_V


def have_gradients(Q, K, V, d_output):
    """Check that no gradient is 0 throughout: rounding alone would then be a large difference."""
    shapes = (Q.shape[-1], K.shape[-2], d_output.shape)
    if shapes != (K.shape[-1], V.shape[-2], (*Q.shape[:-1], V.shape[-1])):
        return False
    return all(abs(one).max() > 1e-3 for one in attention_backward(Q, K, V, d_output))


def sizes(n, d, **given):
    return dict(zip(("n_q", "n_k", "d_k", "d_v"), (*n, *d), strict=True)) | given


TASK = Facts(
    practises=("go back through attention",),
    mistakes="own backward batch-axis-breaks arguments",
    # Slips of people who write the backward pass of softmax alone, for the first time.
    without="""
        softmax-twice weights-minus-gradient jacobian-of-log jacobian-off-diagonal-sign
        weights-twice last-factor-missing negated
    """,
    names={"d_scores": "d_scaled"},
    cases={
        "3 queries and 5 keys": sizes((3, 5), (4, 2)),
        "6 queries and 2 keys": sizes((6, 2), (3, 5)),
        "4 queries and 4 keys": sizes((4, 4), (3, 2)),
        "4 queries and 4 keys, 4 wide": sizes((4, 4), (4, 4)),
        "a single query": sizes((1, 4), (5, 3)),
        "a batch of 2, 3 queries and 4 keys": sizes((3, 4), (5, 6), batch=(2,)),
        "two axes in front": sizes((5, 4), (6, 7), batch=(2, 3)),
        "a batch of 3, 5 queries and 5 keys": sizes((5, 5), (4, 2), batch=(3,)),
        "float32 arrays": sizes((3, 6), (2, 4), dtype="float32"),
        "three axes in front": sizes((3, 4), (2, 3), batch=(2, 1, 2)),
    },
    valid=have_gradients,
    holds={
        "The shapes are those of Q, K and V.": lambda d_Q, d_K, d_V, Q, K, V: (
            (d_Q.shape, d_K.shape, d_V.shape) == (Q.shape, K.shape, V.shape)
        ),
        "What the values get together is the sum of d_output.": lambda d_V, d_output: np.allclose(
            d_V.sum(axis=-2), d_output.sum(axis=-2), atol=1e-3
        ),
        "The gradients of all keys together sum to 0.": lambda d_K: np.allclose(
            d_K.sum(axis=-2), 0, atol=1e-3
        ),
        "The sum of Q times d_Q is that of K times d_K.": lambda d_Q, d_K, Q, K: np.isclose(
            (Q * d_Q).sum(), (K * d_K).sum()
        ),
    },
)

# %% scale-forgotten
# Neither d_Q nor d_K is divided by the root of d_k.
# If a score is divided by 8, what becomes of its slopes?
assert near(d_scores, d_scaled)
d_scores = d_scaled

# %% d_Q-not-scaled
# d_Q is not divided by the root of d_k.
# If a score is divided by 8, what becomes of its slope by the query, and by the key?
assert near(d_Q, d_scaled @ K)
d_Q = d_scaled @ K

# %% d_K-not-scaled
# d_K is not divided by the root of d_k.
# If a score is divided by 8, what becomes of its slope by the query, and by the key?
assert near(d_K, np.swapaxes(d_scaled, -1, -2) @ Q)
d_K = np.swapaxes(d_scaled, -1, -2) @ Q

# %% no-scale
# On the way forward the scores are not divided by the root of d_k.
# Of which weights are these the gradients?
assert near(scaled, scores)
scaled = scores
# or
scaled = scores
d_scores = d_scaled

# %% scale-by-d_k
# On the way back the gradients are divided by d_k, or by its root twice.
# How often are the scores divided by the root of d_k on the way forward?
assert near(d_scores * Q.shape[-1], d_scaled)
d_scores = d_scaled / Q.shape[-1]

# %% size-from-the-front
# The scores are divided by the root of `Q.shape[1]`: in a batch, this is not d_k.
# Which axis of Q holds d_k numbers, counted from the end?
assert near(scaled * np.sqrt(Q.shape[1]), scores)
scaled = scores / np.sqrt(Q.shape[1])
d_scores = d_scaled / np.sqrt(Q.shape[1])

# %% scale-by-sqrt-n
assert near(scaled * np.sqrt(Q.shape[-2]), scores) or near(scaled * np.sqrt(len(Q)), scores)
# for place in -2 0
scaled = scores / np.sqrt(Q.shape[place])
d_scores = d_scaled / np.sqrt(Q.shape[place])

# %% scale-by-sqrt-n_k
# The scores are divided by the root of the number of keys, and so are their gradients.
# Should a score depend on how many keys there are?
assert near(scaled * np.sqrt(K.shape[-2]), scores)
scaled = scores / np.sqrt(K.shape[-2])
d_scores = d_scaled / np.sqrt(K.shape[-2])

# %% scale-inverted
# On the way back the gradients are multiplied by the root of d_k.
# If y is x / 8, what is the slope of y by x?
assert near(d_scores, d_scaled * np.sqrt(Q.shape[-1]))
d_scores = d_scaled * np.sqrt(Q.shape[-1])

# %% scale-on-values
# d_V is divided by the root of d_k, too.
# Do the values take any part in the scores?
assert near(d_V * np.sqrt(Q.shape[-1]), np.swapaxes(weights, -1, -2) @ d_output)
d_V = np.swapaxes(weights, -1, -2) @ d_output / np.sqrt(Q.shape[-1])

# %% d_V-from-d_weights
# d_V is made of the gradients of the weights, not of the weights.
# How much does output i change if value j grows: by a weight, or by the slope of one?
assert near(d_V, np.swapaxes(d_weights, -1, -2) @ d_output)
d_V = np.swapaxes(d_weights, -1, -2) @ d_output

# %% scale-by-sqrt-d_v
# It is divided by the root of d_v: the width of the values, not of the keys.
# Which arrays meet in a score, and how wide are they?
assert near(d_scores * np.sqrt(V.shape[-1]), d_scaled)
d_scores = d_scaled / np.sqrt(V.shape[-1])
# or
scaled = scores / np.sqrt(V.shape[-1])
d_scores = d_scaled / np.sqrt(V.shape[-1])

# %% softmax-skipped
# The gradient of the weights is taken for that of the scores.
# Which step lies between scores and weights, and what is its way back?
assert near(d_scaled, d_weights)
d_scaled = d_weights

# %% softmax-on-gradient
# Softmax itself is applied to the gradients, not its way back.
# May a gradient be negative? May a weight?
assert near(d_scaled, softmax(d_weights))
d_scaled = softmax(d_weights)

# %% d_V-not-transposed
# d_V is weights times d_output, as in the way forward: the weights are not transposed.
# Value j went to which outputs: to those in row j of the weights, or in column j?
assert near(d_V, weights @ d_output)
d_V = weights @ d_output

# %% d_K-not-transposed
# d_scores is not transposed before it meets the queries.
# Key j took part in which scores: in those of row j, or of column j?
assert near(d_K, d_scores @ Q)
d_K = d_scores @ Q

# %% d_Q-transposed
# d_scores is transposed before it meets the keys.
# Query i took part in which scores: in those of row i, or of column i?
assert near(d_Q, np.swapaxes(d_scores, -1, -2) @ K)
d_Q = np.swapaxes(d_scores, -1, -2) @ K

# %% values-not-transposed
# d_output meets V as it is: V is not transposed.
# What shape does d_weights have, and which axis of V must disappear?
assert near(d_weights, d_output @ V)
d_weights = d_output @ V

# %% own-array-not-the-other
# d_Q is made of the queries themselves, or d_K of the keys themselves.
# The slope of a product x · y by x: is it x, or y?
assert near(d_Q, d_scores @ Q) or near(d_K, np.swapaxes(d_scores, -1, -2) @ K)
d_Q = d_scores @ Q
# and/or
d_K = np.swapaxes(d_scores, -1, -2) @ K

# %% returned-in-wrong-order
# The three gradients come in another order.
# In which order does the exercise ask for its results?
assert (
    [np.shape(one) for one in result] != [d_Q.shape, d_K.shape, d_V.shape]
    or not near(result[0], d_Q)
    or not near(result[1], d_K)
)
return d_V, d_K, d_Q
# or
return d_K, d_Q, d_V
# or
return d_V, d_Q, d_K

# %% d_output-ignored
# The argument d_output is not used: every output is taken to have the gradient 1.
# What if the loss depends on one output more than on another?
assert (d_output == 1).all()
d_output = np.ones_like(d_output)

# %% softmax-over-queries
# On the way forward softmax runs down the columns: they sum to 1, not the rows.
# Who shares out a weight of 1: each key, or each query?
assert near(weights.sum(axis=-2), 1) or near(weights.sum(axis=0), 1)
axis = -2
# or
axis = 0

# %% batch-axis-breaks (errors: shapes)
# It holds without a batch only: with batch axes in front it breaks.
# Which axes are counted from the front? And which operator multiplies batch by batch?
assert np.ndim(given.Q) > 2
n_q, d_k = Q.shape
# or
d_V = weights.T @ d_output
# and/or
d_K = d_scores.T @ Q
# and/or
d_weights = d_output @ V.T

# %% gradient-for-array
# d_K is made with d_Q in place of Q, or d_Q with d_K in place of K.
# Which array belongs in this product, and does its name still hold it?
assert near(d_K, np.swapaxes(d_scores, -1, -2) @ d_Q) or near(d_Q, d_scores @ d_K)
d_K = np.swapaxes(d_scores, -1, -2) @ d_Q
# or
d_Q = d_scores @ (np.swapaxes(d_scores, -1, -2) @ Q)

# %% d_K-scaled-twice
# The root of d_k divides d_K twice.
# If your queries are divided by the root already, what is left to be divided on the way back to K?
assert near(d_K * np.sqrt(Q.shape[-1]), right.d_K)
d_K = np.swapaxes(d_scores, -1, -2) @ Q / np.sqrt(Q.shape[-1])

# %% softmax-slopes-for-weights
# On the way back through softmax, the weights and their slopes have changed places.
# Which of the two is centred, and which multiplies it at the end?
assert near(d_scaled, d_weights * (weights - mean))
centred = weights - mean
d_scaled = d_weights * centred

# %% scores-for-weights
# The way back through softmax is computed from scores, where it needs weights.
# Which array does softmax's own gradient multiply by: what went in, or what came out?
assert near(d_scaled, scaled * (d_weights - (scaled * d_weights).sum(axis=-1, keepdims=True)))
products = scaled * d_weights
d_scaled = scaled * centred
