"""The matrix that moves every position forward by k."""

import numpy as np

from attnlib.positions import sinusoidal_encoding
from checks.facts import Facts, near


def near_by(rng):
    return int(rng.integers(2, 9))


def far(rng):
    return 10 * int(rng.integers(2, 9)) + 1


def shift_matrix(k: near_by, d_model):
    columns = np.arange(d_model)
    base = 10000.0
    exponents = 2 * (columns // 2) / d_model
    frequencies = base**-exponents
    angles = k * frequencies
    signs = (-1) ** columns
    partners = columns + signs  # 1, 0, 3, 2 and so on
    diagonal = np.diag(np.cos(angles))
    beside = np.diag(signs * np.sin(angles))[:, partners]
    matrix = diagonal + beside
    return matrix


def in_blocks_of_two(matrix, d_model):
    pair = np.arange(d_model) // 2
    return near(matrix[pair[:, None] != pair], 0)


def moves_the_encoding(matrix, k, d_model):
    encoding = sinusoidal_encoding(k + 3, d_model)
    return near(encoding[:3] @ matrix.T, encoding[k:])


TASK = Facts(
    practises=("move an encoding",),
    mistakes="waves own result.integer-buffer",
    cases={
        "a shift by {k} where d_model is 4": {"d_model": 4},
        "a shift by {k} where d_model is 6": {"d_model": 6},
        "a shift by 1 where d_model is 2": {"k": 1, "d_model": 2},
        "a shift by 0 where d_model is 4": {"k": 0, "d_model": 4},
        "a shift by {k} where d_model is 8": {"k": far, "d_model": 8},
    },
    more_cases={
        "the example by hand": {"k": 0, "d_model": 2},
        "a shift by {k} where d_model is 28": {"d_model": 28},
    },
    holds={
        "A column mixes with its partner alone: 2 by 2 blocks.": in_blocks_of_two,
        "It rotates, so no encoding gets longer or shorter.": lambda matrix, d_model: near(
            matrix @ matrix.T, np.eye(d_model)
        ),
        "It takes the encoding of p to that of p + k.": moves_the_encoding,
    },
)

# %% sin-cos-concatenated
# It moves rows that hold all sines first and all cosines after them, not in turns.
# Which column should stand beside the sine of a frequency?
assert np.allclose(np.diag(matrix, d_model // 2), np.diag(beside, 1)[::2])
order = np.argsort(columns % 2, kind="stable")
matrix = matrix[order][:, order]

# %% shift-transposed
# The matrix turns backwards: it moves to p - k.
# What is sin(a + b), and what sign does each term have?
assert (angles <= 0).all() or near(result, matrix.T)
angles = -k * frequencies
# or
return matrix.T

# %% sine-sign-missing
# Both sines of a pair have the same sign, so nothing is rotated.
# What is cos(a + b), and what sign does the product of sines have?
assert near(beside, np.diag(np.sin(angles))[:, partners])
beside = np.diag(np.sin(angles))[:, partners]

# %% partner-missing
# There are cosines alone: no column gets anything from its partner.
# What is sin(a + b), and which of its terms has a cosine of a in it?
assert near(matrix, diagonal)
matrix = diagonal

# %% k-ignored
# The matrix always moves on by 1, whatever k is.
# Where does k enter the angles?
assert near(angles, frequencies)
angles = frequencies

# %% degrees-not-radians
# The angles are converted between degrees and radians, but sine reads radians.
# What does np.sin(np.pi / 2) give?
assert near(angles, np.radians(k * frequencies)) or near(angles, np.degrees(k * frequencies))
angles = np.radians(k * frequencies)
# or
angles = np.degrees(k * frequencies)
