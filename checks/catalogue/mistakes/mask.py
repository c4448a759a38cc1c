"""Masks that hide the wrong keys: all that differs is `visible`, and how rows without a key end."""

import numpy as np

# %% mask-missing
# Nothing is hidden: every query attends to every key.
# Which keys should be hidden, and which line hides them?
assert np.all(visible)
visible = np.ones_like(visible)

# %% mask-inverted
# Visible and hidden are swapped: True is taken for blocked.
# Does True mean that a query may attend, or that it may not?
assert (visible == ~right.visible).all()
visible = ~visible
# or
visible = ~visible
weights = exponentials / total
# or
visible = ~visible
weights = exponentials / np.where(total == 0, 1, total)
# or
visible = ~visible
weights = np.where(total == 0, 1 / exponentials.shape[axis], exponentials / total)
# or
visible = ~visible
scaled = scaled + np.where(visible, 0, -1e9).astype(scaled.dtype)
exponentials = np.exp(shifted)
exponentials = exponentials

# %% mask-transposed
# The mask is transposed: queries and keys have changed places in it.
# Does a row of the mask belong to a query or to a key?
assert np.array_equal(visible, np.swapaxes(right.visible, -1, -2))
visible = visible.T

# %% mask-hides-diagonal
# No token sees itself.
# May a token attend to itself? If not, what is left for the very first one?
assert not np.diagonal(visible, 0, -2, -1).any()
visible = np.tri(n, k=-1, dtype=bool)
# or
visible = np.tri(n, k=-1, dtype=bool)
weights = exponentials / np.where(total == 0, 1, total)
# or
visible = np.tri(n, k=-1, dtype=bool)
weights = np.where(total == 0, 1 / exponentials.shape[axis], exponentials / total)
# or
visible = np.tri(n, k=-1, dtype=bool)
scaled = scaled + np.where(visible, 0, -1e9).astype(scaled.dtype)
exponentials = np.exp(shifted)
exponentials = exponentials

# %% sees-next
# Each token also sees the one that follows it.
# Which is the last key that query 0 may see?
assert np.diagonal(visible, 1, -2, -1).all()
visible = np.tri(n, k=1, dtype=bool)

# %% hidden-row-nan
# Where nothing is visible, the weights become nan.
# What are the weights where there is nothing to attend to?
assert np.isnan(weights).any()

# %% hidden-row-uniform
# A query that may attend to nothing attends to everything alike.
# What are the weights where there is nothing to attend to?
assert near(weights[~visible.any(axis=-1)], 1 / weights.shape[-1])

# %% only-itself-and-previous
# No token sees further back than the one just before it.
# Which tokens may the last one see?
assert not np.tril(visible, -2).any()
visible = np.triu(visible, -1)

# %% first-sees-all
# The first token sees every token.
# What may a token see that has nothing before it?
assert np.all(visible[..., 0, :])
visible[0] = True

# %% only-itself
# Each token sees itself and nothing else.
# Which tokens may the last one see?
assert np.array_equal(visible, np.eye(n))
visible = np.eye(n, dtype=bool)

# %% mask-additive
# It returns 0 and a large negative number, to be added to scores.
# Should the result be added to scores, or say what is visible?
assert not (np.asarray(result) > 0).any()
assert n == 1 or np.min(result) < -1e8

# %% mask-not-bool
# Numbers are returned where True and False are asked for.
# What dtype does an array of True and False have?
assert np.asarray(result).dtype != bool

# %% window-from-the-end
# Where a window would begin before key 0, its start is negative and counts from the end.
# What does `row[-2:1]` select, if the row has five numbers?
assert not (recent & (keys < n_k + begin))[begin[:, 0] < 0].any()
# for more in 1 0
begin = queries - width + more
recent = keys >= np.where(begin < 0, begin + n_k, begin)
