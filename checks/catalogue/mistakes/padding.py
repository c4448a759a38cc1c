"""Padding hidden for the wrong keys, or not at all."""

import numpy as np

# %% mask-missing
# No mask takes part: padding gets weight like any other key.
# Which keys should be hidden, and which line hides them?
assert np.all(real)
real = np.ones_like(real)

# %% mask-inverted
# The real keys are hidden, and the padding is seen.
# Is key 0 of a sentence real, or padding?
assert (real == ~right.real).all()
real = position >= lengths[:, None]
# or
real = position >= lengths[:, None]
weights = exponentials / np.where(total == 0, 1, total)
# or
real = position >= lengths[:, None]
weights = np.where(total == 0, 1 / exponentials.shape[axis], exponentials / total)
# or
real = position >= lengths[:, None]
scaled = scaled + np.where(visible, 0, -1e9).astype(scaled.dtype)
exponentials = np.exp(shifted)
exponentials = exponentials

# %% padding-off-by-one
# The border is off by one: a padding key is seen, or a real one hidden.
# With a length of 1, which keys are real?
assert np.array_equal(real[..., 1:], right.real[..., :-1]) or np.array_equal(
    real[..., :-1], right.real[..., 1:]
)
real = position <= lengths[:, None]
# or
real = position < lengths[:, None] - 1

# %% one-length-for-all
# One length is used for all sentences.
# Where does each sentence of the batch get a length of its own?
assert (real == real[:1]).all()
# for one in lengths[0] lengths.max() lengths.min()
lengths = np.full_like(lengths, one)

# %% padding-in-front
# The last keys of a sentence are taken for real, not the first.
# Where does the padding of a sentence begin?
assert np.all(real[..., -1])
real = position >= len(position) - lengths[:, None]

# %% last-one-skipped
# It stops one early: in the last sentence nothing is hidden.
# Which is the last sentence that your code masks, and which should it be?
assert np.all(real[-1])
real[-1] = True
