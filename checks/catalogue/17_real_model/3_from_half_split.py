"""The columns of a projection of several heads, from half-split pairs to interleaved ones."""

import numpy as np

from attnlib.relative_positions import rotate
from checks.facts import Facts, near


def from_half_split(W: "d_model width", num_heads):
    d_head = W.shape[1] // num_heads
    columns = np.arange(num_heads * d_head).reshape(num_heads, 2, d_head // 2)
    order = columns.swapaxes(1, 2).ravel()
    reordered = W[:, order]
    return reordered


def heads_of(W, num_heads):
    return W.reshape(len(W), num_heads, -1).swapaxes(0, 1)


def scores_of(W, num_heads, half_split):
    turned = rotate(heads_of(W, num_heads), np.arange(len(W)), half_split=half_split)
    return turned @ turned.swapaxes(1, 2)


def edges(W, num_heads):
    return heads_of(W, num_heads)[:, :, [0, -1]]


def sizes(d_model, num_heads, d_head, **others):
    return {"d_model": d_model, "num_heads": num_heads, "width": num_heads * d_head, **others}


TASK = Facts(
    redrawn=4,
    practises=("find a mistake that leaves a model",),
    mistakes="own result.integer-buffer result.return-missing arguments",
    names={"Q": "W"},
    cases={
        "5 rows and 2 heads of 6 columns": sizes(5, 2, 6),
        "8 rows and 2 heads of 4 columns": sizes(8, 2, 4),
        "14 rows and 2 heads of 6 columns": sizes(14, 2, 6),
        "7 rows and 3 heads of 8 columns": sizes(7, 3, 8),
        "16 rows and 4 heads of 6 columns": sizes(16, 4, 6),
        "one head of 6 columns": sizes(4, 1, 6),
        "3 heads of 2 columns": sizes(8, 3, 2),
        "a float32 matrix": sizes(8, 2, 6, dtype="float32"),
    },
    valid=lambda W, num_heads: (
        W.ndim == 2 and num_heads > 0 and W.shape[1] > 0 and W.shape[1] % (2 * num_heads) == 0
    ),
    holds={
        "The shape stays.": lambda reordered, W: reordered.shape == W.shape,
        "No column is lost or changed.": lambda reordered, W: near(
            sorted(reordered.T.tolist()), sorted(W.T.tolist())
        ),
        "The first and the last column of each head stay where they are.": (
            lambda reordered, W, num_heads: near(edges(reordered, num_heads), edges(W, num_heads))
        ),
        "Each head's scores, turned in the new layout, equal those turned in the old.": (
            lambda reordered, W, num_heads: np.allclose(
                scores_of(reordered, num_heads, False), scores_of(W, num_heads, True), atol=1e-3
            )
        ),
    },
)

# %% heads-ignored
# The whole matrix is reordered at once, as if it were a single head.
# Which column is the partner of column 0 if there are 2 heads of 6 columns?
assert num_heads == 1
num_heads = 1

# %% inverse-order
# This is the way back, from interleaved to half-split; with 4 columns both are the same.
# In which column of its head should column 1 of 6 be?
assert near(reordered, W[:, order])
assert near(reordered[:, : d_head // 2], W[:, 0:d_head:2])
columns = np.arange(num_heads * d_head).reshape(num_heads, d_head // 2, 2)

# %% second-numbers-first
# In every pair the second number comes before the first.
# Which column is the first number of pair 0, and where should it be?
assert near(reordered[:, 1::2], right.reordered[:, 0::2])
order = columns[:, ::-1].swapaxes(1, 2).ravel()

# %% halves-exchanged
# The two halves of each head have changed places, but are still halves.
# Which columns of a head are pair 0 now, and which should they become?
assert near(reordered[:, : d_head // 2], W[:, d_head // 2 : d_head])
order = columns[:, ::-1].ravel()

# %% nothing-moved
# The columns are in the order in which they came.
# Where should column 1 of a head of 6 go?
assert near(reordered, W)
order = columns.ravel()

# %% pairs-of-heads-mixed
# The first pairs of all heads come first, then all second ones: the heads are mixed.
# Which columns of the result belong to head 0, and how many are they?
assert near(reordered[:, 0 : 2 * num_heads : 2], W[:, ::d_head])
order = columns.transpose(2, 0, 1).ravel()

# %% heads-in-turns
# The heads are taken in turns, column by column, not as blocks of neighbours.
# Which columns of W belong to head 0?
assert near(np.sort(order[:d_head]), np.arange(0, W.shape[1], num_heads)) or near(
    np.sort(order[::num_heads]), np.arange(0, W.shape[1], num_heads)
)
columns = np.arange(W.shape[1]).reshape(2, d_head // 2, num_heads).transpose(2, 0, 1)
# or
columns = np.arange(W.shape[1]).reshape(2, d_head // 2, num_heads)
order = columns.swapaxes(0, 1).ravel()

# %% only-first-head
# Only the first head is reordered; the others are as they came.
# How often does your code do its work if there are 3 heads?
assert near(reordered[:, d_head:], W[:, d_head:])
order[d_head:] = np.arange(d_head, len(order))

# %% first-head-everywhere
# Every head gets the columns of the first one.
# At which column does head 1 begin?
assert near(reordered, np.tile(right.reordered[:, :d_head], num_heads))
order = np.tile(columns[0].T.ravel(), num_heads)

# %% only-one-head-returned
# The result holds a single head.
# Where are the columns of the other heads?
assert np.shape(result) == (len(W), d_head)
return reordered[:, :d_head]
# or
return reordered[:, -d_head:]

# %% heads-below-each-other
# The heads are put one below the other, not side by side.
# How many rows should the result have?
assert np.shape(result) == (num_heads * len(W), d_head)
return np.concatenate(np.split(reordered, num_heads, axis=1))

# %% heads-on-an-axis
# The heads have an axis of their own and are not joined.
# How many axes does a matrix have?
assert np.ndim(result) > 2
return reordered.reshape(len(W), num_heads, d_head)
# or
return reordered.reshape(len(W), num_heads, d_head).swapaxes(0, 1)
# or
return reordered.reshape(len(W), num_heads, d_head // 2, 2)

# %% rows-not-columns (errors: index, reshape)
# The rows are reordered, but the pairs are columns.
# Which axis of X @ W comes from the columns of W?
assert len(reordered) != len(W) or not near(np.sort(reordered, axis=1), np.sort(W, axis=1))
reordered = W[order]
# or
columns = np.arange(len(W)).reshape(num_heads, 2, -1)
reordered = W[order]

# %% width-from-rows (errors: index, reshape)
# The width of a head is taken from the rows of W, which d_model counts.
# A matrix of 8 rows and 12 columns has 2 heads: how wide is each?
assert d_head == len(W) // num_heads
d_head = len(W) // num_heads
starts = d_head * np.arange(num_heads)[:, None, None]
columns = starts + np.arange(d_head // 2 * 2).reshape(2, -1)
# or
d_head = len(W) // num_heads
reordered = W.reshape(len(W), num_heads, 2, d_head // 2).swapaxes(2, 3).reshape(W.shape)

# %% num_heads-as-width (errors: reshape, stack, index)
# The number of heads is taken for the width of one.
# With 12 columns and 2 heads, how wide is a head?
assert d_head == num_heads
d_head = num_heads
columns = np.arange(W.shape[1]).reshape(-1, 2, d_head // 2)
# or
d_head = num_heads
heads = np.split(W, W.shape[1] // d_head, axis=1)
pairs = [np.stack(np.split(head, 2, axis=1), axis=2) for head in heads]
reordered = np.concatenate(pairs, axis=1).reshape(W.shape)

# %% transposed
# The matrix is transposed: its columns have become rows.
# Which shape should the result have?
assert np.shape(result) == reordered.shape[::-1]
return reordered.T

# %% overwritten-too-early
# Columns are overwritten before they are read for their new place.
# Which columns does the second line read, old ones or new ones?
assert near(reordered[:, 1:d_head:2][:, -1], given.W[:, d_head - 1])
assert not near(reordered, right.reordered)
reordered = W.reshape(len(W), num_heads, d_head).copy()
reordered[..., 0::2] = reordered[..., : d_head // 2].copy()
reordered[..., 1::2] = reordered[..., d_head // 2 :].copy()
reordered = reordered.reshape(W.shape)
