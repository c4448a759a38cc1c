"""The table of softmax slopes, the diagonal minus the products, made of the wrong parts."""

import numpy as np

# Some repeat a right line: two of them together would give only zeros, which can have other causes.

# %% jacobian-diagonal-only
# Off the diagonal everything is 0, as if the other weights stood still.
# What happens to the other weights when one score grows?
assert near(jacobian, np.diag(np.diagonal(jacobian)))
outer = 0
# or
outer = np.diag(weights**2)

# %% jacobian-sign
# All signs are flipped: w w^T minus the diagonal.
# Does a weight grow or shrink when its own score grows?
assert near(jacobian, outer - diagonal)
jacobian = outer - diagonal

# %% jacobian-off-diagonal-sign
# Off the diagonal the sign is plus, as if all weights grew together.
# What happens to the other weights when one score grows?
assert (jacobian >= 0).all()
jacobian = np.abs(diagonal - outer)
# or
jacobian = diagonal + outer

# %% jacobian-diagonal-missing
# The diagonal lacks its own term, as if no weight followed its own score.
# What is added where i and j are the same?
assert (np.diagonal(diagonal - outer) <= 0).all()
# for own_term in 0 np.diag(weights**2)
diagonal = own_term
outer = np.outer(weights, weights)

# %% jacobian-square-on-diagonal
# On the diagonal stands the square of the weight.
# By how much can a weight of 1 still grow?
assert near(np.diagonal(diagonal - outer), weights**2)
diagonal = np.diag(2 * weights**2)

# %% jacobian-square-taken-twice
# On the diagonal the square of the weight is taken off twice.
# What is already on the diagonal of the products?
assert near(diagonal, np.diag(weights - weights**2))
diagonal = np.diag(weights * (1 - weights))

# %% jacobian-one-for-delta
# The weight itself is in every entry, not on the diagonal alone.
# In which entries does the term without a product belong?
assert near(diagonal, weights[:, None]) or near(diagonal, weights)
diagonal = weights[:, None]
# or
diagonal = weights

# %% inner-not-outer
# The product of w with itself is one number here, not a table.
# What is the shape of w @ w for a w with one axis?
assert np.ndim(outer) == 0
outer = weights @ weights

# %% elementwise-not-outer
# The weights are squared one by one, not multiplied each with each.
# What does .T change on an array with one axis?
assert np.ndim(outer) == 1
outer = weights * weights

# %% ones-on-diagonal
# There are ones where the weights should be added on the diagonal.
# What is the slope of a weight of 0 by its own score?
assert near(diagonal, np.eye(len(weights)))
diagonal = np.eye(len(weights))

# %% jacobian-of-log
# This is the derivative of the logarithm of softmax: a factor is missing.
# By which factor do the derivatives of w and log w differ?
assert near(diagonal - outer, np.eye(len(weights)) - weights)
diagonal = np.eye(len(weights))
outer = weights

# %% diagonal-as-vector
# Each weight is derived with respect to its own score alone, which gives a vector.
# How many pairs of a weight and a score are there?
assert np.ndim(result) == 1
diagonal = np.diag(weights)
return np.diagonal(jacobian)
