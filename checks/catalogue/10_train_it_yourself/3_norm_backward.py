"""Back through a norm: the slopes of the rows that came in, whose mean and deviation move, too."""

import numpy as np

from checks.facts import Facts, near


def norm_backward(X: "* n d", d_normed: "* n d"):
    eps = 1e-5
    axis = -1
    centred = X - X.mean(axis=axis, keepdims=True)
    squares = centred**2
    variance = squares.mean(axis=axis, keepdims=True)
    deviation = np.sqrt(variance + eps)
    normed = centred / deviation
    mean = d_normed.mean(axis=axis, keepdims=True)
    centred_slopes = d_normed - mean
    products = d_normed * normed
    along = products.mean(axis=axis, keepdims=True)
    d_X = (centred_slopes - normed * along) / deviation
    return d_X


TASK = Facts(
    redrawn=2,
    practises=("send slopes back",),
    mistakes="own sample-variance norm.eps-missing norm.eps-outside-root norm.batch-axis-breaks arguments",
    symbols={"Q": "X"},
    names={"root": "deviation"},
    cases={
        "3 tokens of 5 numbers": {"n": 3, "d": 5},
        "4 tokens of 4 numbers": {"n": 4, "d": 4},
        "a batch of 2, 3 tokens of 6 numbers": {"batch": (2,), "n": 3, "d": 6},
        "two axes in front": {"batch": (3, 2), "n": 5, "d": 4},
        "a single token": {"n": 1, "d": 5},
        "numbers of thousandths": {"X": lambda rng: rng.normal(size=(3, 6)) / 300, "n": 3, "d": 6},
        "numbers far apart": {"X": lambda rng: 20 + 4 * rng.normal(size=(4, 3)), "n": 4, "d": 3},
        "float32 arrays": {"n": 4, "d": 6, "dtype": "float32"},
    },
    valid=lambda X, d_normed: (
        X.shape == d_normed.shape and X.ndim > 1 and abs(norm_backward(X, d_normed)).max() > 1e-3
    ),
    more_cases={
        "the example by hand": {"X": np.array([[5.0, 5, 1, 1]]), "d_normed": 8 * np.eye(1, 4)},
        "a token whose numbers are all equal": {"n": 1, "d": 4, "X": np.full((1, 4), 0.5)},
    },
    holds={
        "The slopes of each token sum to 0.": lambda d_X: near(d_X.sum(axis=-1), 0),
        "Unless numbers are tiny, the sum of d_X times X is 0 for each token.": lambda d_X, X: (
            abs(X).max() < 0.1 or np.allclose((d_X * X).sum(axis=-1), 0, atol=0.01)
        ),
    },
)

# %% deviation-held-fixed
# The deviation is taken for a constant, so nothing is taken off along the normed row.
# Raise the largest number of a token: does its deviation stay the same?
assert near(along, 0)
along = 0

# %% mean-held-fixed
# The mean of the token is taken for a constant, so no mean is taken off the slopes.
# Add 1 to every number of a token: what becomes of its normed row? So what must the slopes sum to?
assert near(centred_slopes, d_normed)
centred_slopes = d_normed

# %% not-divided
# What is left of the slopes in the end is not divided by the deviation.
# Make a token ten times as large: does the same nudge still move its normed row as far?
assert any(near(d_X, (centred_slopes - normed * along) * factor) for factor in (1, deviation))
# for factor in 1 deviation
d_X = (centred_slopes - normed * along) * factor

# %% divided-by-variance
# The slopes are divided by the variance, or by the deviation twice.
# How often is a token divided by its deviation on the way forward?
assert any(
    near(d_X, (centred_slopes - normed * along) / square) for square in (deviation**2, variance)
)
# for divisor in deviation**2 variance
d_X = (centred_slopes - normed * along) / divisor

# %% norm-over-tokens
# A mean runs over several tokens, so each of them changes the others.
# If only the last token changes, which rows may come out different?
assert {np.shape(mean), np.shape(along)} - {(*X.shape[:-1], 1), ()}
# for wrong in -2 0 None
axis = wrong
# or
# for wrong in -2 0 None
mean = d_normed.mean(axis=wrong, keepdims=True)
# and/or
along = products.mean(axis=wrong, keepdims=True)

# %% summed-not-averaged
# The products of the slopes with the normed row are added up, but not averaged.
# If d_normed is the normed row itself, what should be left of it in the end?
assert near(along, products.sum(axis=-1, keepdims=True))
along = products.sum(axis=axis, keepdims=True)

# %% slopes-for-normed
# `d_normed` stands in a place where the normed row belongs.
# Stretch a token about its mean, and its normed row stays: along which row can there be no slope?
assert near(products, d_normed**2) or near(d_X * deviation, centred_slopes - d_normed * along)
d_X = (centred_slopes - d_normed * along) / deviation
# and/or
products = d_normed * d_normed

# %% raw-for-normed
# The rows that meet the slopes are not divided by their deviation.
# What is the mean square of the row that you multiply the slopes with, and what should it be?
assert near(normed, centred) or near(normed, X)
# for raw in centred X
normed = raw

# %% rows-that-came-in
# What is taken along the normed row is measured with X, not with the normed row.
# By what would it change if X were ten times as large, and by what should it?
assert near(along, np.mean(d_normed * X, axis=axis, keepdims=True))
products = d_normed * X
