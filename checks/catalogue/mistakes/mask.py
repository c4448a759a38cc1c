"""Masks that hide the wrong keys: all that differs is `visible`, and how rows without a key end."""

import numpy as np

# %% mask-missing
# Nothing is hidden: every query attends to every key.
# Which keys should be hidden, and which line hides them?
visible = np.ones_like(visible)

# %% mask-inverted
# Visible and hidden are swapped: True is taken for blocked.
# Does True mean that a query may attend, or that it may not?
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
visible = visible.T

# %% mask-hides-diagonal
# A token sees the earlier tokens but not itself.
# May a token attend to itself? And what else could the first one see?
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
visible = np.tri(n, k=1, dtype=bool)

# %% hidden-row-nan
# A query that may attend to nothing gets nan: 0 divided by 0.
# What are the weights where there is nothing to attend to?

# %% hidden-row-uniform
# A query that may attend to nothing attends to everything alike.
# What are the weights where there is nothing to attend to?

# %% only-itself-and-previous
# A token sees itself and the one before, but none earlier.
# Which tokens may the last one see?
visible = np.triu(visible, -1)

# %% first-sees-all
# The first token sees every token.
# What may a token see that has nothing before it?
visible[0] = True

# %% mask-not-bool
# Numbers are returned where True and False are asked for.
# What dtype does an array of True and False have?
