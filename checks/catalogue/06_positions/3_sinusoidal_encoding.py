"""Positions as waves: sines in even columns, cosines in odd columns."""

import numpy as np

from checks.facts import Facts, near


def few(rng):
    return int(rng.integers(3, 6))


def many(rng):
    return int(rng.integers(6, 9))


def sinusoidal_encoding(n: many, d_model):
    positions = np.arange(n)
    columns = np.arange(d_model)
    base = 10000.0
    exponents = 2 * (columns // 2) / d_model
    frequencies = base**-exponents
    angles = positions[:, None] * frequencies
    sines = np.sin(angles)
    cosines = np.cos(angles)
    encoding = np.where(columns % 2 == 0, sines, cosines)
    return encoding


def pairs_of(encoding):
    width = encoding.shape[1] // 2 * 2
    return encoding[:, 0:width:2], encoding[:, 1:width:2]


def pairs_have_length_one(encoding):
    sines, cosines = pairs_of(encoding)
    return near(sines**2 + cosines**2, 1)


def later_pairs_are_slower(encoding):
    turned = np.arctan2(*pairs_of(encoding))[1:2]
    return (np.diff(turned, axis=1) < 0).all()


TASK = Facts(
    practises=("read a sinusoidal encoding",),
    mistakes="waves own result.return-missing",
    cases={
        "{n} positions and d_model 4": {"d_model": 4},
        "{n} positions and d_model 6": {"n": few, "d_model": 6},
        "{n} positions and d_model 5": {"d_model": 5},
        "4 positions and d_model 4": {"n": 4, "d_model": 4},
        "1 position and d_model 8": {"n": 1, "d_model": 8},
        "{n} positions and d_model 3": {"d_model": 3},
        "2 positions and d_model 7": {"n": 2, "d_model": 7},
    },
    more_cases={
        "the example by hand": {"n": 2, "d_model": 4},
        "300 positions and d_model 3": {"n": 300, "d_model": 3},
        "2 positions and d_model 98": {"n": 2, "d_model": 98},
    },
    holds={
        "There are n rows and d_model columns, for an odd d_model too.": (
            lambda encoding, n, d_model: encoding.shape == (n, d_model)
        ),
        "The first row is 0, 1, 0, 1 and so on.": lambda encoding: (
            near(encoding[0, 0::2], 0) and near(encoding[0, 1::2], 1)
        ),
        "The squares of a sine and its cosine add up to 1.": pairs_have_length_one,
        "Each pair of columns turns more slowly than the last.": later_pairs_are_slower,
    },
)

# %% positions-from-one
# The first position counts as 1.
# What are the sine and cosine of the first position?
assert positions[0] == 1
positions = np.arange(1, n + 1)

# %% degrees-not-radians
# The angles are converted between degrees and radians, but sine reads radians.
# What unit does np.sin expect its angle in?
assert near(angles, np.radians(positions[:, None] * frequencies)) or near(
    angles, np.degrees(positions[:, None] * frequencies)
)
angles = np.radians(positions[:, None] * frequencies)
# or
angles = np.degrees(positions[:, None] * frequencies)

# %% sines-too-early
# These are sines already, but the sines come only after the angles.
# At position 2, how far has each hand come, in radians?
assert near(angles, np.sin(positions[:, None] * frequencies))
angles = np.sin(positions[:, None] * frequencies)

# %% odd-width-breaks (errors: assignment, broadcast, stack, index)
# It holds for an even d_model only: an odd one has no last cosine.
# With 5 columns, how many are sines and how many cosines?
assert d_model % 2 == 1
encoding = np.empty((n, d_model))
encoding[:, 0::2] = sines[:, 0::2]
encoding[:, 1::2] = cosines[:, 0::2]
# or
columns = np.arange(d_model // 2 * 2)
# or
encoding[:, d_model // 2 * 2 :] = 0

# %% extra-axis
return encoding[None]

# %% odd-width-made-even
# An odd d_model is rounded to an even number before the exponents are divided by it.
# By which number does the formula divide if d_model is 5?
assert d_model % 2 == 1
assert any(near(exponents * even, columns // 2 * 2) for even in (d_model + 1, d_model - 1))
# for rest in d_model%2 -(d_model%2)
exponents = 2 * (columns // 2) / (d_model + rest)
