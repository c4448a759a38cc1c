"""Attention in which several heads of queries share their keys and values: a function to repair."""

import numpy as np

from checks.facts import Facts

STARTER = '''
def grouped_attention(Q, K, V):
    """Output (..., h, n_q, d_v) of h heads of queries that share h_kv heads of keys and values."""
    times = Q.shape[-3] // K.shape[-3]
    K = K.repeat(times, axis=-3)
    V = V.repeat(times, axis=-3)
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V
'''


def grouped_attention(Q: "* h n_q d_head", K: "* h_kv n_k d_head", V: "* h_kv n_k d_v"):
    times = Q.shape[-3] // K.shape[-3]
    keys = np.repeat(K, times, axis=-3)
    values = np.repeat(V, times, axis=-3)
    scores = Q @ np.swapaxes(keys, -1, -2)
    scaled = scores / np.sqrt(Q.shape[-1])
    axis = -1
    shifted = scaled - scaled.max(axis=axis, keepdims=True)
    exponentials = np.exp(shifted)
    total = exponentials.sum(axis=axis, keepdims=True)
    weights = exponentials / total
    output = weights @ values
    return output


def fits(Q, K, V):
    if min(Q.ndim, K.ndim, V.ndim) < 3:
        return False
    same_batch = Q.shape[:-3] == K.shape[:-3] == V.shape[:-3]
    same_keys = K.shape[-3:-1] == V.shape[-3:-1] and K.shape[-1] == Q.shape[-1]
    return same_batch and same_keys and Q.shape[-3] % K.shape[-3] == 0


def within_the_values_of_its_group(output, values):
    low, high = values.min(axis=-2, keepdims=True), values.max(axis=-2, keepdims=True)
    return ((output >= low - 1e-4) & (output <= high + 1e-4)).all()


def sizes(h, h_kv, n_q, n_k, **others):
    return {"h": h, "h_kv": h_kv, "n_q": n_q, "n_k": n_k, "d_head": 3, "d_v": 2, **others}


TASK = Facts(
    redrawn=2,
    kind="repair",
    starter=STARTER,
    slips={
        "heads-in-turns": (
            "K = np.concatenate([K] * times, axis=-3)\nV = np.concatenate([V] * times, axis=-3)"
        ),
    },
    valid=fits,
    practises=("work out what one more word",),
    mistakes="own no-scale return-missing arguments",
    cases={
        "6 heads of queries and 2 of keys": sizes(6, 2, 3, 4),
        "6 heads of queries and 3 of keys": sizes(6, 3, 2, 5),
        "4 heads of queries and 2 of keys": sizes(4, 2, 1, 4),
        "4 heads of queries and 1 of keys": sizes(4, 1, 3, 2),
        "3 heads of queries and 3 of keys": sizes(3, 3, 2, 4),
        "a batch of two, 4 heads of queries and 2 of keys": sizes(4, 2, 3, 5, batch=(2,)),
        "float32 arrays": sizes(8, 2, 2, 3, dtype="float32"),
        "two batch axes, 4 heads of queries and 2 of keys": sizes(4, 2, 3, 5, batch=(2, 3)),
    },
    holds={
        "There is an output for each head of queries and each query, as wide as the values.": (
            lambda result, Q, V: np.shape(result) == (*Q.shape[:-1], V.shape[-1])
        ),
        "Each output is an average of the values that its group of heads shares.": (
            within_the_values_of_its_group
        ),
    },
)

# %% heads-in-turns
# Heads of keys are dealt out in turns, so neighbouring heads of queries do not share.
# Which head of keys should the first two heads of queries read, and which do they read?
assert near(keys[..., : K.shape[-3], :, :], K)
assert near(values[..., : K.shape[-3], :, :], V)
keys = np.concatenate([K] * times, axis=-3)
values = np.concatenate([V] * times, axis=-3)

# %% one-of-two-in-turns
# Keys and values are dealt out differently, so a head reads values of other keys.
# Which two lines have to do the same?
assert near(keys, right.keys) != near(values, right.values)
keys = np.concatenate([K] * times, axis=-3)
# or
values = np.concatenate([V] * times, axis=-3)

# %% group-size-for-groups (errors: index)
# The heads are divided by the number of groups, not by the size of a group.
# With 6 heads of queries and 3 of keys, how many share one?
assert (group == np.arange(Q.shape[-3]) // K.shape[-3]).all()
group = np.arange(Q.shape[-3]) // K.shape[-3]
keys = np.take(K, group, axis=-3)
values = np.take(V, group, axis=-3)

# %% first-head-for-all
# All heads of queries read the first head of keys and values.
# How many heads of keys are there, and which of them is used?
assert near(keys, K[..., :1, :, :])
assert near(values, V[..., :1, :, :])
keys = K[..., :1, :, :]
values = V[..., :1, :, :]

# %% mean-of-heads
# The heads of keys and values are averaged, and all queries read the mean.
# Which head of keys should the last head of queries read?
assert near(keys, K.mean(axis=-3, keepdims=True))
assert near(values, V.mean(axis=-3, keepdims=True))
keys = K.mean(axis=-3, keepdims=True)
values = V.mean(axis=-3, keepdims=True)

# %% queries-merged
# The queries of a group are averaged, so each group has one output.
# How many heads should the output have?
assert np.shape(result)[-3] == K.shape[-3]
Q = Q.reshape(*K.shape[:-2], -1, *Q.shape[-2:]).mean(axis=-3)
keys = K
values = V

# %% softmax-over-queries
axis = -2

# %% batch-axis-breaks (errors: shapes)
# It holds without a batch only: with batch axes in front it breaks.
# Which axes does the code count from the front?
assert np.ndim(given.Q) > 3
h, n_q, d_head = Q.shape

# %% one-softmax-for-group
# Heads that share their keys share one softmax, so their weights sum to 1 only together.
# What should the weights of one query in one head sum to?
assert near(weights.sum(axis=-1).reshape(*K.shape[:-2], -1, Q.shape[-2]).sum(axis=-2), 1)
shifted = scaled - scaled.max()
total = np.add.reduceat(total, np.arange(0, Q.shape[-3], times), axis=-3)
total = np.repeat(total, times, axis=-3)
