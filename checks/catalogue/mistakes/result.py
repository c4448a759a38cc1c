"""Results that are spoiled in the end by a loop, an axis or a missing `return`."""

import numpy as np

from attnlib import softmax


def zero_but(results, kept):
    zeros = np.zeros_like(results)
    zeros[kept] = results[kept]
    return zeros


def first_row_alone(result):
    rows = result[:, None] if result.ndim == 1 else result
    return not rows[..., 1:, :].any()


# %% softmax-already
# Softmax is applied as well: these are weights, no longer scores.
# Does the exercise ask for scores, or for what softmax makes of them?
assert near(np.sum(result, axis=-1), 1)
result = softmax(result)

# %% extra-axis
# The result has an axis too many.
# What shape is asked for, and where did the axis come in?
assert np.ndim(result) > np.ndim(right.result)
result = result[..., None]
# or
result = np.array(result, ndmin=2)

# %% return-in-loop
# The loop ends after its first round, so the rest is missing.
# How far is the line with `return` indented?
assert len(result) == 1 or first_row_alone(np.asarray(result))
result = result[:1]
# or
result = zero_but(result, slice(1) if result.ndim == 1 else (..., slice(1), slice(None)))

# %% loop-keeps-last
# Each round of the loop overwrites the one before, so only the last is kept.
# Where are the results of the earlier rounds?
assert np.shape(result) == np.shape(right.result)[1:]
result = result[-1]

# %% last-one-skipped
# It stops one early: the last one is left out.
# Which is the last one that your code computes, and which should it be?
assert len(result) < len(right.result) or not np.any(result[-1])
result = result[:-1]
# or
result = zero_but(result, (slice(-1),) * result.ndim)

# %% return-missing
# Nothing is handed back, so the caller gets None.
# Which line of your function returns the result?
assert result is None
return None

# %% axis-squeezed
# Axes of length 1 are squeezed away.
# What shape is asked for when there is only one?
assert 1 not in np.shape(result)
result = result.squeeze()

# %% rounded
# The result is rounded to a few decimals.
# Does the exercise ask for rounding?
assert near(result, np.round(result, 2))
result = np.round(result, 2)

# %% integer-buffer
# The result is kept in whole numbers, so all decimals are cut off.
# What dtype does the array that you fill have?
assert near(result, np.trunc(result))
assert result.dtype.kind in "iu" or result.any()
result = result.astype(int)
