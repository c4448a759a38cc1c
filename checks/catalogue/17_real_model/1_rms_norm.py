"""RMS norm: each row divided by the root of its mean square, then each column times its gain."""

import numpy as np

from checks.facts import Facts, near


def positive(rng, d):
    return rng.uniform(0.5, 2, size=d)


def rms_norm(X: "* n d", gain: positive, eps=1e-5):
    axis = -1
    squares = X**2
    mean_square = squares.mean(axis=axis, keepdims=True)
    root = np.sqrt(mean_square + eps)
    normalised = X / root
    output = normalised * gain
    return output


def with_zeros(rng, n, d):
    X = rng.normal(size=(n, d))
    X[1] = 0
    return X


def with_equal_numbers(rng, n, d):
    X = rng.normal(size=(n, d))
    X[1] = -0.5
    return X


def thousandths(rng, n, d):
    return 0.003 * rng.normal(size=(n, d))


def far_from_0(rng, n, d):
    return 5 + rng.normal(size=(n, d))


def mean_square_is_almost_one(output, gain, mean_square, eps):
    almost_one = mean_square / (mean_square + eps)
    found = ((output / gain) ** 2).mean(axis=-1, keepdims=True)
    return np.allclose(found, almost_one, atol=1e-3)


TASK = Facts(
    practises=("run a published language model",),
    mistakes="own norm.root-before-mean result.return-missing arguments",
    symbols={"Q": "X"},
    valid=lambda X, gain, eps=1e-5: (
        X.ndim > 1 and gain.shape == X.shape[-1:] and len(gain) > 1 and (gain > 0).all()
    ),
    cases={
        "3 tokens of 5 numbers": dict(n=3, d=5),
        "4 tokens of 4 numbers": dict(n=4, d=4),
        "5 tokens of 2 numbers, eps 0.5": dict(n=5, d=2, eps=0.5),
        "a batch of 2, 3 tokens of 6 numbers": dict(n=3, d=6, batch=(2,)),
        "two axes in front": dict(n=5, d=4, batch=(3, 2)),
        "a batch of 4, 4 tokens of 4 numbers": dict(n=4, d=4, batch=(4,)),
        "a single token": dict(n=1, d=5),
        "a token of zeros": dict(n=3, d=5, X=with_zeros),
        "a token whose numbers are all equal": dict(n=3, d=5, X=with_equal_numbers),
        "numbers of thousandths, where eps matters": dict(n=3, d=6, X=thousandths),
        "numbers far from 0": dict(n=4, d=3, X=far_from_0),
        "float32 arrays": dict(n=4, d=6, dtype="float32"),
    },
    more_cases={"the example by hand": {"X": np.array([[1.0, 7]]), "gain": np.array([10.0, 1])}},
    holds={
        "The shape is that of X.": lambda output, X: np.shape(output) == X.shape,
        "Before the gain, the mean square m of each token becomes m / (m + eps).": (
            mean_square_is_almost_one
        ),
        "Every number keeps its sign.": lambda output, X: (np.sign(output) == np.sign(X)).all(),
    },
)

# %% mean-subtracted
# A mean is subtracted, as layer norm does; RMS norm divides only.
# What should become of a token whose numbers are all 3?
assert near(X, given.X - given.X.mean(axis=-1, keepdims=True)) or near(
    normalised, (X - X.mean(axis=-1, keepdims=True)) / root
)
X = X - X.mean(axis=-1, keepdims=True)
# or
normalised = (X - X.mean(axis=-1, keepdims=True)) / root

# %% variance-for-mean-square
# The root is that of the variance, so the mean was taken off before squaring.
# For the numbers 3, 3, what is the variance, and what is the mean of the squares?
assert near(squares, (X - X.mean(axis=-1, keepdims=True)) ** 2)
squares = (X - X.mean(axis=-1, keepdims=True)) ** 2

# %% squares-added-up
# The squares are added up, but not divided by their number.
# What is the mean square of each of your rows, before the gain?
assert near(mean_square, squares.sum(axis=-1, keepdims=True))
mean_square = squares.sum(axis=axis, keepdims=True)

# %% mean-squared
# The mean is taken first and then squared, so numbers of opposite sign cancel.
# What is the mean of 3 and -3, and what is the mean of their squares?
assert near(mean_square, X.mean(axis=-1, keepdims=True) ** 2)
mean_square = X.mean(axis=axis, keepdims=True) ** 2

# %% not-squared
# The numbers are not squared before they are averaged.
# What do the three letters of RMS stand for, from the last to the first?
assert near(squares, np.abs(X)) or near(squares, X)
squares = np.abs(X)
# or
squares = np.abs(X)
root = mean_square + eps
# or
squares = X

# %% divided-by-sum
# Each row is divided by the sum of its numbers, as if they were shares.
# Of which numbers do you need the mean, and what is done to it then?
assert any(
    near(root, numbers.sum(axis=-1, keepdims=True) + more)
    for numbers in (X, np.abs(X))
    for more in (0, eps)
)
# for numbers in X np.abs(X)
root = numbers.sum(axis=-1, keepdims=True)
# or
# for numbers in X np.abs(X)
root = numbers.sum(axis=-1, keepdims=True) + eps

# %% root-forgotten
# No root is taken of the mean square.
# If all numbers of a token were ten times as large, what would you return?
assert near(root, mean_square) or near(root, mean_square + eps)
root = mean_square + eps
# or
root = mean_square

# %% eps-outside-root
# eps is added to the root of the mean square, not to the mean square.
# With mean square 0 and eps 0.25, what should a row be divided by?
assert near(root, np.sqrt(mean_square) + eps)
root = np.sqrt(mean_square) + eps

# %% eps-missing
# eps is never added to the mean square.
# What is a token of zeros divided by?
assert near(root, np.sqrt(mean_square))
root = np.sqrt(mean_square)

# %% eps-ignored
# The result is the same, whatever the argument `eps` says.
# Where does your code use the argument `eps`?
assert eps <= 1e-5
# for usual in 1e-5 1e-6 1e-8 1e-12
eps = usual

# %% eps-in-each-square
# eps is added to every number before it is squared.
# To how many numbers of a token is eps added, and when?
assert near(squares, (X + eps) ** 2)
squares = (X + eps) ** 2
root = np.sqrt(mean_square)

# %% norm-over-tokens
# The mean runs over several tokens, so each of them changes the others.
# If only the last token changes, which rows may come out different?
assert np.shape(mean_square)[-1] == X.shape[-1]
# for wrong in -2 0
axis = wrong

# %% norm-over-everything
# All tokens share one mean square, where each should have its own.
# How many roots do three tokens need?
assert near(np.ptp(mean_square, axis=(-2, -1)), 0)
# for wrong in None (-2,-1)
axis = wrong

# %% batch-axis-breaks (errors: shapes)
# With batch axes in front it breaks.
# Which axes does the code count from the front?
assert X.ndim > 2
axis = 1
# or
axis = tuple(range(1, X.ndim))
# or
n, d = X.shape

# %% keepdims-missing (errors: broadcast)
# The mean loses its axis, so it no longer stands beside its own token.
# What does keepdims=True change about the shape of a mean?
assert np.ndim(mean_square) == np.ndim(X) - 1
mean_square = squares.mean(axis=axis)

# %% multiplied-not-divided
# The rows are multiplied by the root, where they should be divided.
# Should a token with large numbers come out larger than the others?
assert near(normalised, X * root)
normalised = X * root

# %% not-divided
# Nothing is divided by the root of the mean square.
# What mean square should each token have before the gain?
assert near(normalised, X)
normalised = X

# %% gain-missing
# The gain is never used.
# What is each column multiplied by at the end?
assert near(output, normalised)
output = normalised

# %% gain-added
# The gain is added, where it should multiply.
# A row of zeros comes in: what does a gain of 2 make of it?
assert near(output, normalised + gain)
output = normalised + gain

# %% gain-divides
# The rows are divided by the gain.
# If a gain is doubled, what should become of its column?
assert near(output, normalised / gain)
output = normalised / gain

# %% gain-before-norm
# The gain is applied before the norm, not after it.
# If all gains are doubled, what should become of the output?
assert near(X, given.X * gain)
X = X * gain
output = normalised

# %% gain-around-one
# The rows are multiplied by 1 + gain.
# Which gain leaves a row as it is?
assert near(output, normalised * (1 + gain))
output = normalised * (1 + gain)

# %% gain-for-rows (errors: broadcast)
# Each token gets a gain, where each column should have its own.
# How many gains are there, and what do they count: tokens or columns?
assert near(output, normalised * gain[:, None])
output = normalised * gain[:, None]
