"""Each row turned by its position: rotary embeddings with interleaved pairs."""

import numpy as np

from checks.facts import Facts, near


def from_two_on(rng, n):
    return 2 + rng.permutation(18)[:n]


def rotate(X: "* n d", positions: from_two_on, base):
    d = X.shape[-1]
    columns = np.arange(d)
    exponents = 2 * (columns // 2) / d
    frequencies = base**-exponents
    angles = positions[:, None] * frequencies
    sines = np.sin(angles)
    cosines = np.cos(angles)
    signs = np.tile([-1, 1], d // 2)
    partners = np.arange(d) - signs  # 1, 0, 3, 2 and so on
    crossed = signs * X[..., partners]
    turned = X * cosines + crossed * sines
    return turned


def as_pairs(X):
    """Turn (..., n, d) into complex numbers (..., n, d / 2): each pair is an arrow."""
    return X[..., 0::2] + 1j * X[..., 1::2]


TASK = Facts(
    practises=("turn queries and keys",),
    mistakes="own result.integer-buffer result.return-missing waves arguments",
    # The first would break up pairs here, and the other is `base-ignored`.
    without="exponent-not-paired base-1000",
    names={"Q": "X", "d_model": "d"},
    cases={
        "3 rows of 4 numbers": {"n": 3, "d": 4, "base": 100.0},
        "5 rows of 6 numbers": {"n": 5, "d": 6, "base": 10000.0},
        "3 rows at the positions 0, 1 and 2": {
            "n": 3,
            "d": 8,
            "base": 500.0,
            "positions": np.arange(3),
        },
        "a single row of 2 numbers": {"n": 1, "d": 2, "base": 10000.0},
        "6 rows of 6 numbers": {"n": 6, "d": 6, "base": 1000.0},
        "a batch of two, 3 rows of 4 numbers": {"batch": (2,), "n": 3, "d": 4, "base": 300.0},
        "two batch axes": {"batch": (3, 2), "n": 4, "d": 6, "base": 20.0},
        "float32 rows": {"n": 2, "d": 4, "base": 50.0, "dtype": "float32"},
    },
    valid=lambda X, positions, base: (
        positions.shape == X.shape[-2:-1]
        and (positions >= 0).all()
        and X.shape[-1] % 2 == 0
        and base > 1
    ),
    more_cases={
        "the example by hand": {
            "X": np.array([[1.0, 0]]),
            "positions": np.array([1]),
            "base": 100.0,
        },
        "rows at positions up to 300": {
            "n": 2,
            "d": 4,
            "base": 100.0,
            "positions": np.array([300, 2]),
        },
    },
    holds={
        "The shape stays.": lambda turned, X: turned.shape == X.shape,
        "A row at position 0 stays as it is.": lambda turned, X, positions: near(
            turned[..., positions == 0, :], X[..., positions == 0, :]
        ),
        "Every pair of neighbouring columns keeps its length.": lambda turned, X: near(
            abs(as_pairs(turned)), abs(as_pairs(X))
        ),
        "Pair 0 turns by 1 radian for each position.": lambda turned, X, positions: near(
            as_pairs(turned)[..., 0], as_pairs(X)[..., 0] * np.exp(1j * positions)
        ),
    },
)

# %% half-split
# The partner of a column is half a row away: another layout than the one asked for.
# Which two columns are pair 0 here?
assert columns[0] == columns[d // 2]
assert partners[0] == d // 2
columns = np.tile(np.arange(0, d, 2), 2)
signs = np.repeat([-1, 1], d // 2)
partners = np.roll(np.arange(d), d // 2)

# %% layouts-mixed
# Partners come from one layout and angles from the other, so partners turn apart.
# Which column is the partner of column 0, and do both get the same angle?
assert columns[0] // 2 != columns[partners[0]] // 2
signs = np.repeat([-1, 1], d // 2)
partners = np.roll(np.arange(d), d // 2)
# or
columns = np.tile(np.arange(0, d, 2), 2)

# %% backwards
# The pairs turn backwards, by minus their angle.
# Where does (1, 0) point after a turn by a small positive angle?
assert near(angles, -positions[:, None] * frequencies)
angles = -positions[:, None] * frequencies

# %% frequency-per-column
# Each column has a frequency of its own, so the two of a pair turn apart.
# Which columns have to share a frequency?
assert near(exponents, columns / d)
exponents = columns / d

# %% sine-sign-missing
# Both sines of a pair have the same sign, so nothing is rotated.
# Which of the two new numbers is a difference, and which a sum?
assert near(abs(crossed.sum(axis=-1)), abs(X.sum(axis=-1)))
crossed = X[..., partners]
# or
crossed = -X[..., partners]

# %% factors-exchanged
# In one of the two new numbers, sine and cosine have changed places.
# What does each new number become where the angle is 0?
assert near(
    turned, np.where(signs < 0, X * sines + crossed * cosines, X * cosines + crossed * sines)
) or near(turned, np.where(signs > 0, X * sines + crossed * cosines, X * cosines + crossed * sines))
turned = np.where(signs < 0, X * sines + crossed * cosines, X * cosines + crossed * sines)
# or
turned = np.where(signs > 0, X * sines + crossed * cosines, X * cosines + crossed * sines)

# %% overwritten-too-early
# One number of a pair is overwritten before the other is computed from it.
# Which line still needs the old number?
assert near(crossed[..., 1::2], turned[..., 0::2]) or near(crossed[..., 0::2], -turned[..., 1::2])
crossed[..., 1::2] = (X * cosines + crossed * sines)[..., 0::2]
# or
crossed[..., 0::2] = -(X * cosines + crossed * sines)[..., 1::2]

# %% joined-as-halves
# The pairs are turned, but put back as two halves: first numbers, then second ones.
# In which columns of the result should pair 0 be?
assert near(result[..., : d // 2], turned[..., 0::2])
return np.concatenate([turned[..., 0::2], turned[..., 1::2]], axis=-1)

# %% partner-missing
# Each number is multiplied by a cosine, and its partner adds nothing.
# How can (1, 0) ever become (0, 1)?
assert near(turned, X * cosines)
turned = X * cosines

# %% added-not-turned
# Sines and cosines are added to the rows, as in lesson 6; nothing is turned.
# What happens to the length of a row that is turned?
assert near(turned - X, np.where(signs < 0, sines, cosines))
turned = X + np.where(signs < 0, sines, cosines)

# %% positions-ignored
# A row is turned by its number in X, whatever `positions` holds.
# Where does the argument `positions` enter the angles?
assert (positions == np.arange(X.shape[-2])).all()
positions = np.arange(X.shape[-2])

# %% positions-from-one
# Every row is turned by one position too many.
# How far should a row at position 0 turn?
assert (positions == given.positions + 1).all()
positions = positions + 1

# %% base-ignored
# The base is always the same, whatever the argument says.
# Where does the argument `base` enter the frequencies?
assert base != given.base
# for usual in 10000.0 1000.0 500.0 100.0 10.0
base = usual

# %% pairs-from-one
# The pairs are counted from 1, so each turns as slowly as the next one should.
# How many radians does pair 0 turn from one position to the next?
assert near(frequencies[0], base ** (-2 / d))
exponents = 2 * (columns // 2 + 1) / d

# %% exponent-rounded
# The exponent is rounded to a whole number: `//` divides and rounds.
# What is 2 // 6, and what is -2 // 6?
assert near(exponents, np.round(exponents))
exponents = -(-2 * (columns // 2) // d)

# %% degrees-not-radians
# The angles are converted between degrees and radians, but sine reads radians.
# What unit does np.sin expect its angle in?
assert near(angles, np.radians(positions[:, None] * frequencies)) or near(
    angles, np.degrees(positions[:, None] * frequencies)
)
angles = np.radians(positions[:, None] * frequencies)
# or
angles = np.degrees(positions[:, None] * frequencies)

# %% sin-cos-swapped
# Sine and cosine have changed places, so position 0 turns rows as well.
# What are the sine and the cosine of 0?
assert near(sines, np.cos(angles))
...

# %% batch-axis-breaks (errors: shapes)
# With batch axes in front it breaks.
# Which axes does the code count from the front?
assert np.ndim(given.X) > 2
n, d = X.shape

# %% positions-from-the-first-row
# Positions are counted from the first row, whichever position that has.
# A row of the cache stands at position 7: by how much does it turn, if it comes alone?
assert near(np.asarray(result)[..., 0, :], X[..., 0, :])
positions = positions - positions[0]
angles = positions[:, None] * frequencies

# %% smallest-position-for-zero
# Positions are counted from the smallest one.
# A single row stands at position 7: by how much does it turn?
assert near(angles, (positions - positions.min())[:, None] * frequencies)
angles = (positions - positions.min())[:, None] * frequencies
