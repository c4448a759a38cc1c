"""Answers to `starting_sizes()` as students write them, right and wrong.
Each section is one answer cell; its marker line says what it is and what the student thought."""

# %% right: the numbers
return [64, 0.125, 0.5, 0.088, 32]
# %% right: formulas
return [64, 1 / 8, 1 / 2, np.sqrt(2 / 256), 2**5]
# %% right: a tuple of roots
return 64.0, 64**-0.5, 0.5, 128**-0.5, 1024**0.5
# %% right: four decimals
return np.array([64, 0.125, 0.5, 0.0884, 32])

# %% right: fractions where they are exact
from fractions import Fraction


def starting_sizes():
    return [Fraction(64), Fraction(1, 8), Fraction(1, 2), (1 / 128) ** 0.5, Fraction(32)]

# %% right: step by step
def starting_sizes():
    variance = 64 * 1**2
    s = 1 / variance**0.5
    left = (0 + 1) / 2
    s_2 = (1 / (256 * left)) ** 0.5
    size = 1
    for _ in range(5):
        size = size * np.sqrt(64 * (2 * s) ** 2)
    return [variance, s, left, s_2, size]

# %% right: a helper for both matrices
def start(rows, mean_square=1):
    return 1 / np.sqrt(rows * mean_square)


def starting_sizes():
    return [1 / start(64) ** 2, start(64), 0.5, start(256, 0.5), np.sqrt(4**5)]

# %% right: the integral of half a bell
def starting_sizes():
    z = np.linspace(0, 12, 100_001)
    bell = np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi)
    left = (z**2 * bell).sum() * (z[1] - z[0])
    return [64, 0.125, left, (256 * left) ** -0.5, 32]

# %% wrong: variance-or-deviation | the typical size
return [8, 0.125, 0.5, 0.088, 32]
# %% wrong: variance-or-deviation | 4 each time
return [64, 0.125, 0.5, 0.088, 4**5]
# %% wrong: variance-or-deviation | both of them
return [8, 0.125, 0.5, 0.0884, 1024]
# %% wrong: columns-counted | the output is 256 wide
return [256, 1 / 16, 0.5, 0.088, 32]
# %% wrong: columns-counted | fan out for W_2
return [64, 0.125, 0.5, np.sqrt(2 / 64), 32]
# %% wrong: root-missing | 1/64
return [64, 1 / 64, 0.5, 0.088, 32]
# %% wrong: root-missing | both times
return [64, 1 / 64, 0.5, 2 / 256, 32]
# %% wrong: relu-ignored | 1 over the root of 256
return [64, 0.125, 0.5, 1 / 16, 32]
# %% wrong: relu-ignored | ReLU changes nothing
return [64, 0.125, 1, 1 / 16, 32]
# %% wrong: half-on-the-wrong-side | half of it
return [64, 0.125, 0.5, np.sqrt(0.5 / 256), 32]
# %% wrong: mean-taken-off | variance of a half bell
return [64, 0.125, 0.3408451, 0.1070586, 32]
# %% wrong: mean-of-numbers | .4
return [64, 0.125, 0.39894228, 0.088, 32]
# %% wrong: factors-added | 2 + 2 + 2 + 2 + 2
return [64, 0.125, 0.5, 0.088, 10]
# %% wrong: single-matrix | twice as large
return [64, 0.125, 0.5, 0.088, 2]
# %% wrong: columns-counted, relu-ignored | two slips
return [256, 1 / 16, 0.5, 1 / 16, 32]
# %% unnamed | the first matrix counted as none
return [64, 0.125, 0.5, 0.088, 16]
# %% unnamed | a quarter is left
return [64, 0.125, 0.25, 0.125, 32]
# %% unnamed | nothing changes, so four will do
return [1, 1, 1, 1]
# %% unnamed | the root of what is left
return [64, 0.125, np.sqrt(0.5), 0.088, 32]
# %% unnamed | makes up for ReLU where there is none
return [64, 0.1768, 0.5, 0.088, 32]
