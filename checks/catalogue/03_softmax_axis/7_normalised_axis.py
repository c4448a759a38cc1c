"""Which sums are 1: those of the rows, those of the columns, or neither."""

import numpy as np

from attnlib import softmax
from checks.facts import Facts


def normalised_axis(weights: "n_q n_k"):
    rounding = 1e-4 if weights.dtype == np.float32 else 1e-6
    axes = (-1, -2)
    neither = None
    for axis in axes:
        sums = weights.sum(axis=axis)
        close = np.abs(sums - 1) <= rounding
        normalised = close.all()
        name = axis
        if normalised:
            break
    return name if normalised else neither


def drawn(n_q, n_k, axis=-1, times=1.0):
    """Draw weights that sum to 1 along this axis, and multiply them by these numbers."""
    return {"weights": lambda rng: softmax(rng.normal(size=(n_q, n_k)), axis=axis) * times}


def doubly_normalised(rng):
    """Average permutations, so that every row and every column sums to 1."""
    shares = softmax(rng.normal(size=3))
    return sum(share * np.eye(4)[rng.permutation(4)] for share in shares)


def rounded_rows(rng):
    return softmax(rng.normal(size=(3, 5))).round(7)


def answers(axis, *inputs):
    return lambda case, result: case not in inputs or result == axis


TASK = Facts(
    practises=("find a wrong axis",),
    shuffled=True,  # the answers are the same for every seed
    mistakes="own arguments",
    symbols={"Q": "weights"},
    cases={
        "rows that sum to 1": drawn(3, 5),
        "columns that sum to 1": drawn(4, 3, axis=0),
        "a square whose rows sum to 1": drawn(4, 4),
        "a square whose columns sum to 1": drawn(4, 4, axis=0),
        "rows and columns that all sum to 1": dict(weights=doubly_normalised),
        "one single row that sums to 1": drawn(1, 4),
        "weights that sum to 1 all together": drawn(3, 4, axis=None),
        "a first row that alone sums to 1": drawn(3, 5, times=[[1.0], [0.6], [0.7]]),
        "a last row that alone sums to 1": drawn(3, 5, times=[[0.6], [0.7], [1.0]]),
        "a first column that alone sums to 1": drawn(4, 4, axis=0, times=[1.0, 0.6, 0.7, 0.8]),
        "a last column that alone sums to 1": drawn(4, 4, axis=0, times=[0.6, 0.7, 0.8, 1.0]),
        "rows of 0.4, 1 and 1.6": drawn(3, 5, times=[[0.4], [1.0], [1.6]]),
        "columns of 0.4, 1, 1 and 1.6": drawn(4, 4, axis=0, times=[0.4, 1.0, 1.0, 1.6]),
        "rows that sum to 1 but for one of zeros": drawn(3, 5, times=[[1.0], [0.0], [1.0]]),
        "columns that sum to 1 but for one of zeros": drawn(
            4, 4, axis=0, times=[1.0, 1.0, 0.0, 1.0]
        ),
        "rows off by 2 thousandths": drawn(3, 5, times=1.002),
        "rows that sum to a tenth": drawn(3, 5, times=0.1),
        "rows off by 3 in 100,000": drawn(3, 5, times=1.00003),
        "rows rounded to seven digits": dict(weights=rounded_rows),
        "float32 rows that sum to 1": {**drawn(3, 5), "dtype": "float32"},
    },
    more_cases={
        "the example by hand": {"weights": np.array([[0.5, 0.5], [0.1, 0.9]])},
        "rows of 1, 0.4 and 1.6": drawn(3, 5, times=[[1.0], [0.4], [1.6]]),
    },
    holds={
        "Row sums of 1 are found, in rectangles and in squares.": answers(
            -1, "rows that sum to 1", "a square whose rows sum to 1"
        ),
        "Column sums of 1 are found.": answers(
            -2, "columns that sum to 1", "a square whose columns sum to 1"
        ),
        "Where both sum to 1, the rows come first.": answers(
            -1, "rows and columns that all sum to 1"
        ),
        "One good row among bad ones is not enough.": answers(
            None, "a first row that alone sums to 1", "a last row that alone sums to 1"
        ),
        "Sums of 0.4 and 1.6 do not even out.": answers(
            None, "rows of 0.4, 1 and 1.6", "columns of 0.4, 1, 1 and 1.6"
        ),
        "Sums that are off by rounding alone count as 1.": answers(
            -1, "rows rounded to seven digits", "float32 rows that sum to 1"
        ),
    },
)

# %% axes-exchanged
# Rows and columns are exchanged: for row sums of 1 it names the axis of the columns' sums.
# Which axis disappears when each row is added up?
assert (np.abs(weights.sum(axis=1 - result % 2) - 1) < 0.01).all()
name = -2 if axis == -1 else -1
# or
axes = (-2, -1)
name = -2 if axis == -1 else -1

# %% columns-first
# Where rows and columns both sum to 1, it names the columns.
# Which of the two does the exercise want tested first?
assert result in (-2, 0) or not (near(weights.sum(axis=0), 1) and near(weights.sum(axis=1), 1))
axes = (-2, -1)

# %% columns-not-tested
# The columns are never tested.
# What does the exercise want where only the columns sum to 1?
assert -2 not in axes
axes = (-1,)

# %% tolerance-too-tight
# Sums that are off by rounding alone do not count as 1.
# How far from 1 can the rounding of float32 take a sum?
assert not normalised
rounding = 1e-12

# %% exact-equality
# The sums are compared with 1 exactly, though floats are rounded.
# Is 0.1 + 0.2 equal to 0.3 in floating point?
assert (close == (sums == 1)).all()
close = sums == 1

# %% tolerance-too-loose
# Sums that are off by more than rounding still pass as 1.
# How far from 1 can rounding alone take a sum?
assert normalised
assert (np.abs(sums - 1) > rounding).any()
# for loose in 0.05 0.5
close = np.abs(sums - 1) < loose

# %% abs-missing
# Differences keep their sign, so sums below 1 always pass.
# Is a difference of -5 a small one?
assert close[sums < 1].all()
close = sums - 1 < 1e-6

# %% only-first-row-tested
# Only the first row, or the first column, is looked at.
# What if a later row does not sum to 1?
assert normalised == close[0]
normalised = close[0]

# %% only-last-row-tested
# Only the last row, or the last column, is looked at.
# What if an earlier row does not sum to 1?
assert normalised == close[-1]
normalised = close[-1]

# %% any-row-is-enough
# A single row, or column, that sums to 1 is taken as proof.
# Must some rows sum to 1, or all of them?
assert normalised == close.any()
normalised = close.any()

# %% total-only
# Only the total is tested, so rows of 0.5 and 1.5 pass.
# Can the total be right while every single row is wrong?
assert np.size(close) == 1
sums = weights.sum(axis=axis).mean(keepdims=True)
# or
sums = weights.sum(keepdims=True)[0]

# %% rows-not-reduced (errors: truth)
# Each row is compared with 1, but nothing asks whether all of them pass.
# How do many True and False become a single one?
assert np.shape(normalised) == np.shape(close)
normalised = close

# %% zero-row-accepted
# A row or column of zeros passes as if it summed to 1.
# What is the sum of a row of zeros?
assert (sums == 0).any()
close = (np.abs(sums - 1) <= rounding) | (sums == 0)
# or
close = (np.abs(sums - 1) <= rounding) | ((sums == 0) & (axis == -1))

# %% positive-axis
# The axis is counted from the front, as 1 or 0, and not from the end.
# Which numbers does the exercise use for the two axes?
assert result in (0, 1)
name = name + 2

# %% false-for-none
# Where neither rows nor columns sum to 1, it returns something other than None.
# What does the exercise want where there is no such axis?
assert not normalised
assert result is not None
# for other in False 0 "None" "none" "neither"
neither = other

# %% columns-assumed
# Whatever is not normalised along the rows is taken for column sums.
# Can both kinds of sums be wrong?
assert result == -2
neither = -2
