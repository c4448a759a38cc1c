"""Outputs that are compared too strictly, too loosely, or only in part: for tests of a function."""

import numpy as np

# %% negated
# The answer is flipped: True where the outputs differ.
# What should come back where the outputs agree?
assert bool(result) != same
return not same

# %% exact-equality
# The outputs are compared exactly, though floats are rounded.
# Does adding the same floats in another order round alike?
assert np.array_equal(close, found == expected)
close = found == expected

# %% tolerance-too-loose
# The tolerance is so loose that real differences pass as rounding.
# How far can rounding alone move an output?
assert same and not right.same
# for share in 0.01 0.1
allowed = share * np.abs(expected).max()
# or
allowed = 0.1
# or
close = found.round(3) == expected.round(3)

# %% differences-cancel
# Differences are added up with their signs, so they can cancel.
# What is the sum of 1 and -1?
assert abs(np.mean(found - expected)) <= allowed
assert not right.same
same = abs(np.mean(found - expected)) <= allowed

# %% places-ignored
# It makes no difference here in which row a number stands.
# Which row should come first?
assert near(np.sort(found, axis=0), np.sort(expected, axis=0))
assert not right.same
close = np.abs(np.sort(found, axis=0) - np.sort(expected, axis=0)) <= 1e-6

# %% only-first-row-tested
# Only the first row of the outputs is compared.
# What if a later row differs?
assert same == close[0].all()
same = close[0].all()

# %% only-last-row-tested
# Only the last row of the outputs is compared.
# What if an earlier row differs?
assert same == close[-1].all()
same = close[-1].all()

# %% any-not-all
# It is enough that something agrees: the rest may differ.
# Must some numbers agree, or all of them?
assert same == close.any()
same = close.any()

# %% several-answers
# An array comes back: an answer for each number or each row, and not one for all.
# Which function makes one answer of many?
assert np.ndim(result) > 0

# %% difference-without-return
# Nothing comes back where the outputs differ, so the caller gets None.
# What should come back where they differ?
assert result is None

# %% abs-missing
# Differences keep their sign, so negative ones never count.
# Is a difference of -5 a small one?
assert (found < expected + 1e-6).all() or (found > expected - 1e-6).all()
assert not right.same
close = found - expected < 1e-6
# or
close = expected - found < 1e-6

# %% mean-without-abs
# The mean of the differences keeps its sign, so a negative mean never counts.
# What is the mean of -5 and 1, and is that a small difference?
assert same == (np.mean(found - expected) < 1e-6)
same = np.mean(found - expected) < 1e-6
