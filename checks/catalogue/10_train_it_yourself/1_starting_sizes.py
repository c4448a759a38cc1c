"""Predict how large numbers are after random matrices, and after ReLU."""

import numpy as np

from checks.facts import Facts, near


def starting_sizes():
    rows_1, rows_2, doubled = 64, 256, 2
    variance = rows_1
    first_s = np.sqrt(1 / rows_1)
    kept = 1 / 2
    second_s = np.sqrt(1 / (kept * rows_2))
    deep = doubled**5
    numbers = np.array([variance, first_s, kept, second_s, deep])
    return numbers


TASK = Facts(
    kind="predict",
    practises=("write Adam",),
    cases={"paper": {"tolerance": 1e-4}},  # three decimals will do
    holds={
        "There are five numbers.": lambda numbers: numbers.shape == (5,),
        "A product adds up a term for each row of its matrix, and the variances of terms add up.": (
            lambda numbers: near(numbers[0], 64)
        ),
        "The variance is the first number times the square of s.": lambda numbers: near(
            numbers[0] * numbers[1] ** 2, 1
        ),
        "ReLU lets half of the numbers through, and these as they are.": lambda numbers: near(
            numbers[2], 0.5
        ),
        "What is left after ReLU, times 256, times the square of s, is 1.": lambda numbers: near(
            numbers[2] * 256 * numbers[3] ** 2, 1
        ),
        "Each of the five matrices makes the numbers larger by the same factor.": (
            lambda numbers: numbers[4] > 0 and near(np.log2(numbers[4]) % 5, 0)
        ),
    },
)

# %% variance-or-deviation
# A standard deviation stands where a variance is asked for, or the other way round.
# Which of the two is the square of the other, and which of them does the statement ask for?
assert near(variance, 8) or near(deep, 1024)
variance = np.sqrt(rows_1)
# and/or
deep = (doubled**2) ** 5

# %% columns-counted
# The columns of a matrix are counted here, and not its rows.
# For a single number of the product, how many terms are added up?
assert near(variance, 256) or near(second_s, np.sqrt(2 / 64))
variance = 256
first_s = np.sqrt(1 / 256)
# and/or
second_s = np.sqrt(1 / (kept * 64))

# %% root-missing
# Where s is asked for, this is its square: the variance of a number in the matrix.
# What is the variance of numbers whose standard deviation is s?
assert near(first_s, 1 / 64) or near(second_s, 2 / 256)
first_s = 1 / rows_1
# and/or
second_s = 1 / (kept * rows_2)

# %% relu-ignored
# This number is what it would be without ReLU.
# What becomes of the negative half of the numbers, and how large are their squares then?
assert near(kept, 1) or near(second_s, 1 / 16)
kept = 1
# or
second_s = np.sqrt(1 / rows_2)

# %% half-on-the-wrong-side
# Because of ReLU, the numbers of W_2 are smaller here, and its products smaller still.
# If half of the squares are missing, does the matrix have to be larger or smaller?
assert second_s < 1 / 16
second_s = np.sqrt(kept / rows_2)

# %% mean-taken-off
# This is the variance after ReLU: the distances from the mean are squared, not the numbers.
# In a sum of terms x · w, where the mean of w is 0, does the mean of x matter, or that of x²?
assert near(kept, 0.5 - 0.5 / np.pi)
kept = 0.5 - 0.5 / np.pi
# or
kept = 0.5 - 0.5 / np.pi
second_s = np.sqrt(2 / rows_2)

# %% mean-of-numbers
# This is the mean of the numbers after ReLU, and not that of their squares.
# Which comes first, squaring or averaging?
assert near(kept, 1 / np.sqrt(2 * np.pi))
kept = 1 / np.sqrt(2 * np.pi)
# or
kept = 1 / np.sqrt(2 * np.pi)
second_s = np.sqrt(2 / rows_2)

# %% factors-added
# The five factors are added, but each matrix multiplies what the last one made.
# The first makes 1 a 2. What does the second make of this 2?
assert near(deep, 10)
deep = doubled * 5

# %% single-matrix
# This is the standard deviation after a single matrix.
# What does the second matrix get, and what does it make of it?
assert near(deep, 2)
deep = doubled
