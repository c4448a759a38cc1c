"""Back through half a block: a norm, two matrices with ReLU between them, and a sum with X."""

import numpy as np

from checks.facts import Facts, near


def half_block_backward(X: "n d", W_1: "d d_ff", W_2: "d_ff d", d_out: "n d"):
    deviation = np.sqrt(X.var(axis=-1, keepdims=True) + 1e-5)
    normed = (X - X.mean(axis=-1, keepdims=True)) / deviation
    raw = normed @ W_1
    hidden = np.maximum(raw, 0)
    d_W_2 = hidden.T @ d_out
    d_hidden = d_out @ W_2.T
    gate = raw > 0
    d_raw = d_hidden * gate
    d_W_1 = normed.T @ d_raw
    d_normed = d_raw @ W_1.T
    centred_slopes = d_normed - d_normed.mean(axis=-1, keepdims=True)
    along = (d_normed * normed).mean(axis=-1, keepdims=True)
    d_through = (centred_slopes - normed * along) / deviation
    d_X = d_out + d_through
    return d_X, d_W_1, d_W_2


TASK = Facts(
    redrawn=4,
    practises=("send slopes back",),
    mistakes="own arguments",
    names={"Q": "d_out"},
    cases={
        "3 tokens, d 4 and d_ff 6": {"n": 3, "d": 4, "d_ff": 6},
        "5 tokens, d 6 and d_ff 2": {"n": 5, "d": 6, "d_ff": 2},
        "4 tokens, d 4 and d_ff 4": {"n": 4, "d": 4, "d_ff": 4},
        "a single token": {"n": 1, "d": 5, "d_ff": 3},
        "float32 arrays": {"n": 5, "d": 3, "d_ff": 4, "dtype": "float32"},
    },
    more_cases={
        "the example by hand": {
            "X": np.array([[5.0, 5, 1, 1]]),
            "W_1": 8 * np.eye(4, 1),
            "W_2": np.eye(1, 4),
            "d_out": np.eye(1, 4),
        }
    },
    valid=lambda X, W_1, W_2, d_out: (
        (X.shape, W_1.shape, X.shape[1]) == (d_out.shape, W_2.T.shape, len(W_1))
        and abs((X - X.mean(axis=-1, keepdims=True)) @ W_1).min() > 1e-3
    ),
    holds={
        "Each row of d_X has the same sum as its row of d_out.": lambda d_X, d_out: near(
            d_X.sum(axis=-1), d_out.sum(axis=-1)
        ),
        "W_1 times d_W_1 and W_2 times d_W_2 have the same sum.": (
            lambda d_W_1, d_W_2, W_1, W_2: near((W_1 * d_W_1).sum(), (W_2 * d_W_2).sum())
        ),
    },
)

# %% one-way-of-the-sum
# X gets the slopes of one way alone: either `d_out`, or what came back through the norm.
# Nudge a number of X: on which ways does that reach `out`?
assert near(d_X, d_through) or near(d_X, d_out)
# for way in d_through d_out
d_X = way

# %% gate-forgotten
# The slopes, or some of them, pass ReLU as if it had let every number through.
# A hidden number is -3 before ReLU. Nudge it: what becomes of `out`?
assert near(d_raw, d_hidden) or near(d_W_1, normed.T @ d_hidden)
d_raw = d_hidden
# or
d_W_1 = normed.T @ d_hidden

# %% gate-from-another-array (errors: broadcast)
# The gate is made of another array than the one that went into ReLU.
# Which numbers did ReLU stop on the way forward?
assert any(near(gate, other > 0) for other in (d_hidden, normed, X))
# for other in d_hidden normed X
gate = other > 0

# %% matrix-not-transposed (errors: product)
# The slopes meet a matrix as it is on the way forward: it is not transposed.
# How wide is a row of the slopes before this product, and how wide after it?
assert near(d_normed, d_raw @ W_1) or near(d_hidden, d_out @ W_2)
d_hidden = d_out @ W_2
# and/or
d_normed = d_raw @ W_1

# %% rows-of-another-step
# `d_W_1` is made of X without its norm, or `d_W_2` of the numbers that went into ReLU.
# Which rows did this matrix multiply on the way forward?
assert near(d_W_1, X.T @ d_raw) or near(d_W_2, raw.T @ d_out)
d_W_1 = X.T @ d_raw
# and/or
d_W_2 = raw.T @ d_out

# %% norm-skipped
# The slopes of the normed rows are taken for slopes of X.
# Which step lies between X and the normed rows, and what is its way back?
assert near(d_through, d_normed)
d_through = d_normed

# %% normed-twice
# The way back through the norm starts from the normed rows, whose deviation is 1 already.
# What does `norm_backward` want to know: what went into the norm, or what came out?
assert near(d_through, (centred_slopes - normed * along / spread) / np.sqrt(spread))
spread = normed.var(axis=-1, keepdims=True) + 1e-5
d_through = (centred_slopes - normed * along / spread) / np.sqrt(spread)

# %% norm-over-tokens
# On the way back through the norm, a mean runs over several tokens.
# If only the last token changes, which normed rows change?
assert np.shape(along) != (len(X), 1) or not near(
    d_normed - centred_slopes, d_normed.mean(axis=-1, keepdims=True)
)
# for wrong in None 0
centred_slopes = d_normed - d_normed.mean(axis=wrong, keepdims=True)
# and/or
along = (d_normed * normed).mean(axis=wrong, keepdims=True)

# %% eps-missing
# The 0.00001 under the root of `norm_backward` is left out of the deviation.
# What does the deviation of `norm_backward` add to the mean square before it takes the root?
assert np.allclose(deviation, X.std(axis=-1, keepdims=True), rtol=1e-6, atol=0)
deviation = X.std(axis=-1, keepdims=True)

# %% bypass-through-the-norm
# The slopes of the bypass go back through the norm, too.
# Does the bypass pass through the norm on the way forward?
assert not near(d_X.sum(axis=-1), d_out.sum(axis=-1)) or near(d_out.sum(axis=-1), 0)
d_normed = d_raw @ W_1.T + d_out
d_X = d_through
