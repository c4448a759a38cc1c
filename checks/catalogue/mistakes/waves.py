"""Waves of the wrong frequency, and paired columns that are not side by side."""

import numpy as np

# %% sin-cos-concatenated
# All sines come first and all cosines after them, not in turns.
# Which column should stand beside the sine of a frequency?
encoding = np.concatenate([sines[:, 0::2], cosines[:, 1::2]], axis=1)
# or
order = np.argsort(columns % 2, kind="stable")
matrix = matrix[order][:, order]

# %% sin-cos-swapped
# The even columns hold cosines and the odd columns sines.
# What should position 0 have in its first column?
sines = np.cos(angles)
cosines = np.sin(angles)

# %% exponent-not-paired
# Each column has a frequency of its own, so no two are a pair.
# Which columns have to share a frequency?
exponents = columns / d_model

# %% exponent-doubled
# The exponent grows twice as fast: it ends near 2, not 1.
# Does your index count columns, or pairs that need a factor 2?
exponents = 2 * columns / d_model
# or
exponents = 4 * (columns // 2) / d_model

# %% exponent-halved
# The exponent grows half as fast: it ends near one half, not 1.
# What is the exponent of the last pair, and what should it be near?
exponents = columns // 2 / d_model

# %% wavelengths-inverted
# Positions are multiplied by the powers of 10,000 instead of divided.
# Should a later pair of columns turn faster or more slowly?
frequencies = base**exponents

# %% one-frequency
# Every pair turns by 1 radian per position, the later ones too.
# Where does the number of the pair enter the frequency?
exponents = 0 * columns

# %% endpoint-included
# The exponents run up to exactly 1: they are divided by one pair less.
# By what does the formula divide the number of the column?
pairs = (d_model + 1) // 2
exponents = np.linspace(0, 1, pairs)[columns // 2]

# %% base-1000
# The base of the frequencies is 1,000.
# How many zeros has the base in the formula?
base = 1000.0
