"""How far apart two tables are: the lecture asks for one line of this."""

import numpy as np

from checks.facts import Facts, near


def largest_difference(ours: "n d_model", theirs: "n d_model"):
    differences = ours - theirs
    sizes = np.abs(differences)
    largest = sizes.max()
    return largest


TASK = Facts(
    practises=(),
    holds={
        "It is a single number.": lambda result: np.ndim(result) == 0,
        "It is not below 0.": lambda largest: largest >= 0,
        "No difference is larger.": lambda largest, ours, theirs: (
            np.abs(ours - theirs) <= largest + 1e-6
        ).all(),
    },
)

# %% sign-kept
# The differences keep their signs, so one that is far below 0 counts as small.
# Which is further from 0: 0.1 or -0.3?
assert near(largest, differences.max())
largest = differences.max()

# %% averaged
# This is the mean of the sizes, and one large difference among many small ones nearly disappears.
# If 31 of 32 numbers agree, which number tells that one does not?
assert near(largest, sizes.mean())
largest = sizes.mean()

# %% opposite-signs-cancel
# Differences of opposite signs cancel each other.
# What is the mean of 0.3 and -0.3?
assert near(largest, abs(differences.mean())) or near(largest, differences.mean())
largest = differences.mean()
# or
largest = abs(differences.mean())

# %% added-up
# The sizes of all differences are added up.
# Does the sum say how large the largest of them is?
assert near(largest, sizes.sum())
largest = sizes.sum()

# %% whole-table
# All differences are kept, as many as the tables have numbers.
# Which one of them is asked for?
assert np.shape(largest) == np.shape(ours)
largest = sizes
# or
largest = differences

# %% one-of-each-row
# There is a number for each row.
# Along which axes must the largest be looked for, if one number is wanted?
assert np.ndim(largest) == 1
largest = sizes.max(axis=-1)
# or
largest = sizes.max(axis=0)
# or
largest = sizes.sum(axis=0)

# %% whole-rows-compared (errors: ambiguous)
# Python's own max compares whole rows, one with another.
# Which max looks at every number of a table?
assert np.ndim(sizes) == 2
largest = max(sizes)
# or
largest = max(differences)
