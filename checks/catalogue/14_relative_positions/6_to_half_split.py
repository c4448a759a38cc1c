"""The columns of a projection, from interleaved pairs to half-split ones."""

import numpy as np

from attnlib.relative_positions import rotate
from checks.facts import Facts, near


def to_half_split(W: "d_model d_head"):
    first = W[:, 0::2]
    second = W[:, 1::2]
    reordered = np.concatenate([first, second], axis=1)
    return reordered


def scores_of(W, half_split):
    turned = rotate(W, np.arange(len(W)), half_split=half_split)
    return turned @ turned.T


TASK = Facts(
    practises=("tell the two layouts",),
    mistakes="own result.integer-buffer result.return-missing arguments",
    names={"Q": "W"},
    cases={
        "a matrix of 5 rows and 6 columns": {"d_model": 5, "d_head": 6},
        "a matrix of 4 rows and 8 columns": {"d_model": 4, "d_head": 8},
        "a matrix of 6 rows and 6 columns": {"d_model": 6, "d_head": 6},
        "a matrix of 8 rows and 4 columns": {"d_model": 8, "d_head": 4},
        "2 columns": {"d_model": 3, "d_head": 2},
        "a float32 matrix": {"d_model": 3, "d_head": 10, "dtype": "float32"},
        "a single row of 12 columns": {"d_model": 1, "d_head": 12},
    },
    valid=lambda W: W.ndim == 2 and W.shape[1] % 2 == 0,
    holds={
        "The shape stays.": lambda reordered, W: reordered.shape == W.shape,
        "No column is lost or changed.": lambda reordered, W: near(
            sorted(reordered.T.tolist()), sorted(W.T.tolist())
        ),
        "The first and the last column stay where they are.": lambda reordered, W: near(
            reordered[:, [0, -1]], W[:, [0, -1]]
        ),
        "Scores turned in the new layout equal those turned in the old.": lambda reordered, W: (
            np.allclose(scores_of(reordered, True), scores_of(W, False), atol=1e-3)
        ),
    },
)

# %% inverse-order
# This is the way back, from half-split to interleaved; with 4 columns both are the same.
# In which column of the result should column 2 of W be, if there are 6?
assert near(reordered[:, 0::2], W[:, : W.shape[1] // 2])
reordered = np.stack(np.split(W, 2, axis=1), axis=2).reshape(W.shape)

# %% odd-columns-first
# The odd columns come before the even ones.
# Which half holds the first number of every pair?
assert near(reordered, np.concatenate([second, first], axis=1))
reordered = np.concatenate([second, first], axis=1)

# %% rows-not-columns
# The rows are reordered, but the pairs are columns.
# Which axis of X @ W comes from the columns of W?
assert near(reordered, np.concatenate([W[0::2], W[1::2]]))
reordered = np.concatenate([W[0::2], W[1::2]])

# %% halves-exchanged
# The two halves have changed places, so no pair is in its new columns.
# Which columns of W are pair 0 now, and which should they become?
assert near(reordered, np.roll(W, W.shape[1] // 2, axis=1))
reordered = np.roll(W, W.shape[1] // 2, axis=1)

# %% nothing-moved
# The columns are in the order in which they came.
# Where should column 1 of 6 go?
assert near(reordered, W)
reordered = W

# %% halves-below-each-other
# The even columns are put above the odd ones, not beside them.
# How many rows should the result have?
assert near(reordered, np.concatenate([first, second]))
reordered = np.concatenate([first, second])

# %% joined-into-one-row
# The halves are joined into a single row of numbers, so no matrix is left.
# Along which axis should the halves be joined, and where does your code say so?
assert np.ndim(reordered) == 1
reordered = np.append(first, second)
# or
reordered = np.hstack([first.ravel(), second.ravel()])
# or
reordered = np.concatenate([W.T[0::2], W.T[1::2]], axis=None)

# %% halves-on-an-axis
# Even and odd columns have an axis of their own and are not joined.
# How many axes does a matrix have?
assert np.ndim(reordered) == 3
# for place in 0 1 -1
reordered = np.stack([first, second], axis=place)

# %% transposed
# The matrix is transposed: its columns have become rows.
# Which shape should the result have?
assert np.shape(result) == reordered.shape[::-1]
return reordered.T

# %% overwritten-too-early
# The first half is overwritten before the second half is read from it.
# Which columns does the second line read, old ones or new ones?
assert near(reordered[:, : W.shape[1] // 2], given.W[:, 0::2])
assert W.shape[1] == 2 or not near(reordered, right.reordered)
reordered = W.copy()
half = W.shape[1] // 2
reordered[:, :half] = reordered[:, 0::2]
reordered[:, half:] = reordered[:, 1::2]
