"""Predict how large numbers are after random matrices, and after ReLU."""

import numpy as np

from checks.facts import Facts, near

ROWS_1, ROWS_2 = 64, 256  # of W_1 and W_2
FACTOR, DEPTH = 2, 5  # how much too large, in how many matrices


def starting_sizes():
    variance = ROWS_1
    first_s = np.sqrt(1 / ROWS_1)
    kept = 1 / 2
    second_s = np.sqrt(1 / (kept * ROWS_2))
    deep = FACTOR**DEPTH
    numbers = np.array([variance, first_s, kept, second_s, deep])
    return numbers


TASK = Facts(
    kind="predict",
    practises=("write Adam",),
    cases={"paper": {"tolerance": 1e-4}},  # three decimals will do
    numbers={
        "ROWS_1, ROWS_2": ("100, 400", "36, 144", "144, 576", "16, 64", "36, 200", "64, 512"),
        "FACTOR, DEPTH": ("2, 4", "2, 6", "3, 3", "3, 4", "4, 3"),
    },
    holds={
        "There are five numbers.": lambda numbers: numbers.shape == (5,),
        "A product adds up a term for each row of its matrix, and the variances of terms add up.": (
            lambda numbers: near(numbers[0], ROWS_1)
        ),
        "The variance is the first number times the square of s.": lambda numbers: near(
            numbers[0] * numbers[1] ** 2, 1
        ),
        "ReLU lets half of the numbers through, and these as they are.": lambda numbers: near(
            numbers[2], 0.5
        ),
        "What is left after ReLU, times the rows of W_2, times the square of s, is 1.": (
            lambda numbers: near(numbers[2] * ROWS_2 * numbers[3] ** 2, 1)
        ),
        "Each matrix of the deep model makes the numbers larger by the same factor.": (
            lambda numbers: near(np.sin(np.pi * np.log(numbers[4]) / np.log(FACTOR**DEPTH)), 0)
        ),
    },
)

# %% variance-or-deviation
# A standard deviation stands where a variance is asked for, or the other way round.
# Which of the two is the square of the other, and which of them does the statement ask for?
assert near(variance, np.sqrt(ROWS_1)) or near(deep, FACTOR ** (2 * DEPTH))
variance = np.sqrt(ROWS_1)
# and/or
deep = FACTOR ** (2 * DEPTH)

# %% columns-counted
# The columns of a matrix are counted here, and not its rows.
# For a single number of the product, how many terms are added up?
assert near(variance, ROWS_2) or near(second_s, np.sqrt(2 / ROWS_1))
variance = ROWS_2
first_s = np.sqrt(1 / ROWS_2)
# and/or
second_s = np.sqrt(1 / (kept * ROWS_1))

# %% root-missing
# Where s is asked for, this is its square: the variance of a number in the matrix.
# What is the variance of numbers whose standard deviation is s?
assert near(first_s, 1 / ROWS_1) or near(second_s, 2 / ROWS_2)
first_s = 1 / ROWS_1
# and/or
second_s = 1 / (kept * ROWS_2)

# %% relu-ignored
# This number is what it would be without ReLU.
# What becomes of the negative half of the numbers, and how large are their squares then?
assert near(kept, 1) or near(second_s, np.sqrt(1 / ROWS_2))
kept = 1
# or
second_s = np.sqrt(1 / ROWS_2)

# %% half-on-the-wrong-side
# Because of ReLU, the second matrix is smaller here, and its products smaller still.
# If half of the squares are missing, does the matrix have to be larger or smaller?
assert second_s < np.sqrt(1 / ROWS_2)
second_s = np.sqrt(kept / ROWS_2)

# %% mean-taken-off
# This is the variance after ReLU: the distances from the mean are squared, not the numbers.
# In a sum of terms x · w, where w is around zero, does the mean of x matter, or that of x²?
assert near(kept, 0.5 - 0.5 / np.pi)
kept = 0.5 - 0.5 / np.pi
# or
kept = 0.5 - 0.5 / np.pi
second_s = np.sqrt(2 / ROWS_2)

# %% mean-of-numbers
# This is the mean of the numbers after ReLU, and not that of their squares.
# Which comes first, squaring or averaging?
assert near(kept, 1 / np.sqrt(2 * np.pi))
kept = 1 / np.sqrt(2 * np.pi)
# or
kept = 1 / np.sqrt(2 * np.pi)
second_s = np.sqrt(2 / ROWS_2)

# %% factors-added
# The factors are added, but each matrix multiplies what the last one made.
# What does the second matrix make of what the first one has made?
assert near(deep, FACTOR * DEPTH)
deep = FACTOR * DEPTH

# %% single-matrix
# This is the standard deviation after a single matrix.
# What does the second matrix get, and what does it make of it?
assert near(deep, FACTOR)
deep = FACTOR
