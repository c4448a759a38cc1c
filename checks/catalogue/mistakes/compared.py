"""Outputs that are compared too strictly, too loosely, or only in part: for tests of a function."""

import numpy as np

# %% negated
# The answer is flipped: True where the outputs differ.
# What should come back where the outputs agree?
return not same

# %% exact-equality
# The outputs are compared exactly, though floats are rounded.
# Does adding the same floats in another order round alike?
close = found == expected

# %% tolerance-too-loose
# The tolerance is so loose that real differences pass as rounding.
# How far can rounding alone move an output?
# for share in 0.01 0.1
allowed = share * np.abs(expected).max()
# or
close = found.round(3) == expected.round(3)

# %% differences-cancel
# Differences are averaged with their signs, so they cancel.
# What is the average of 1 and -1?
same = abs(np.mean(found - expected)) <= allowed

# %% places-ignored
# Both outputs are sorted, so it does not matter where a row ends up.
# Which row should come first?
close = np.abs(np.sort(found, axis=0) - np.sort(expected, axis=0)) <= 1e-6

# %% only-first-row-tested
# Only the first row of the outputs is compared.
# What if a later row differs?
same = close[0].all()

# %% only-last-row-tested
# Only the last row of the outputs is compared.
# What if an earlier row differs?
same = close[-1].all()

# %% any-not-all
# A single number that agrees is taken as proof.
# Must some numbers agree, or all of them?
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
close = found - expected < 1e-6
# or
close = expected - found < 1e-6
# or
same = np.mean(found - expected) < 1e-6
