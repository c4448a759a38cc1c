"""The table of softmax slopes, the diagonal minus the products, made of the wrong parts."""

import numpy as np

# Some repeat a right line: two of them together would give only zeros, which can have other causes.

# %% jacobian-diagonal-only
# Off the diagonal everything is 0, as if the other weights stood still.
# What happens to the other weights when one score grows?
outer = 0
# or
outer = np.diag(weights**2)

# %% jacobian-sign
# All signs are flipped: w w^T minus the diagonal.
# Does a weight grow or shrink when its own score grows?
jacobian = outer - diagonal

# %% jacobian-off-diagonal-sign
# Off the diagonal the sign is plus, as if all weights grew together.
# What happens to the other weights when one score grows?
jacobian = np.abs(diagonal - outer)
# or
jacobian = diagonal + outer

# %% jacobian-diagonal-missing
# The diagonal lacks its own term, as if no weight followed its own score.
# What is added where i and j are the same?
# for own_term in 0 np.diag(weights**2)
diagonal = own_term
outer = np.outer(weights, weights)

# %% jacobian-one-for-delta
# The weight itself is in every entry, not on the diagonal alone.
# In which entries does the term without a product belong?
diagonal = weights[:, None]
# or
diagonal = weights

# %% inner-not-outer
# The product of w with itself is one number here, not a table.
# Which shape does w @ w have for a w with one axis?
outer = weights @ weights

# %% elementwise-not-outer
# The weights are squared one by one, not multiplied each with each.
# What does .T change on an array with one axis?
outer = weights * weights

# %% jacobian-of-log
# This is the derivative of the logarithm of softmax: a factor is missing.
# By which factor do the derivatives of w and log w differ?
diagonal = np.eye(len(weights))
outer = weights

# %% diagonal-as-vector
# Each weight is derived by its own score alone, which gives a vector.
# How many pairs of a weight and a score are there?
diagonal = np.diag(weights)
return np.diagonal(jacobian)
