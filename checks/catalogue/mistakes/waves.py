"""Waves of the wrong frequency, and paired columns that are not side by side."""

import numpy as np

# %% sin-cos-concatenated
# All sines come first and all cosines after them, not in turns.
# Which column should stand beside the sine of a frequency?
assert near(encoding, np.concatenate([sines[:, 0::2], cosines[:, 1::2]], axis=1))
encoding = np.concatenate([sines[:, 0::2], cosines[:, 1::2]], axis=1)

# %% sin-cos-swapped
# The even columns hold cosines and the odd columns sines.
# What should position 0 have in its first column?
assert near(encoding[:, 0::2], np.cos(angles[:, 0::2]))
sines = np.cos(angles)
cosines = np.sin(angles)

# %% exponent-not-paired
# Each column has a frequency of its own, so no two are a pair.
# Which columns have to share a frequency?
assert len(np.unique(frequencies)) == len(frequencies)
exponents = columns / d_model

# %% exponent-doubled
# The exponent grows twice as fast as it should.
# Does your index count columns, or pairs that need a factor 2?
assert near(exponents[::2], 2 * right.exponents[::2])
exponents = 2 * columns / d_model
# or
exponents = 4 * (columns // 2) / d_model

# %% exponent-halved
# The exponent grows half as fast as it should.
# What is the exponent of the second pair, and what should it be?
assert near(exponents, right.exponents / 2)
exponents = columns // 2 / d_model

# %% wavelengths-inverted
# Later pairs turn faster than earlier ones, so the frequencies are upside down.
# Should a later pair of columns turn faster or more slowly?
assert (frequencies >= 1).all()
frequencies = base**exponents

# %% one-frequency
# Every pair turns by 1 radian per position, the later ones too.
# Where does the number of the pair enter the frequency?
assert near(frequencies, 1)
exponents = 0 * columns

# %% endpoint-included
# The exponents run up to exactly 1: they are divided by one pair less.
# By what does the formula divide the number of the column?
assert near(exponents[-1], 1)
pairs = (d_model + 1) // 2
exponents = np.linspace(0, 1, pairs)[columns // 2]

# %% base-1000
# The base of the frequencies is 1,000.
# How many zeros does the base in the formula have?
assert base == 1000
base = 1000.0
