"""The right keys hidden in the wrong place, or with the wrong number.

`exponentials = exponentials` takes the place of a line that hides the exponentials as well.
"""

import numpy as np

# %% mask-after-softmax
# Weights are hidden only after softmax, when hidden keys have had their share.
# Who should get the weight that hidden keys lose?
assert not np.where(~visible & visible.any(axis=-1, keepdims=True), weights, 0).any()
assert (exponentials > 0).all()
scaled = scaled
exponentials = exponentials
weights = np.where(visible, weights, 0)
# or
scaled = np.where(visible, scaled, 0)
exponentials = exponentials
weights = np.where(visible, weights, 0)

# %% mask-filled-with-zero
# Hidden scores become 0, and a score of 0 still gets weight.
# What is exp(0)? And for which score is exp 0?
assert near(shifted * ~visible, 0)
shifted = np.where(visible, scaled, 0)
exponentials = np.exp(shifted)
exponentials = exponentials

# %% mask-added-as-0-1
# The mask is added to the scores as 0 and 1, which hides nothing.
# What has to be added to a score to make its weight 0?
assert (weights > 0).all()
scaled = scaled + visible
exponentials = exponentials

# %% penalty-too-small
# A hidden score is small but not small enough: hidden keys keep a little weight.
# What is exp(-10), and of which score is exp 0?
assert (weights + ~visible.any(axis=-1, keepdims=True) > 0).all()
# for hidden in -5 -10 scaled-5 scaled-10
scaled = np.where(visible, scaled, hidden)
exponentials = np.exp(shifted)
exponentials = exponentials
# or
# for hidden in -5 -10 scaled-5 scaled-10
scaled = np.where(visible, scaled, hidden)
exponentials = np.exp(shifted)
exponentials = exponentials
weights = weights * visible.any(axis=-1, keepdims=True)

# %% scores-ignored
# All visible keys get the same weight, whatever their scores.
# Which visible key has the largest score, and how much weight does it get?
assert near(exponentials, visible)
exponentials = np.ones_like(shifted)

# %% zero-times-infinity
# 0 is multiplied by infinity, so visible scores become nan.
# What is 0 times infinity?
assert np.isnan(np.where(visible, scaled, np.nan)).all()
scaled = scaled + ~visible * -np.inf
exponentials = np.exp(shifted)
exponentials = exponentials
weights = exponentials / total
