"""Layer norm: means and variances of the wrong numbers; gain and shift in the wrong place."""

TOKENS_AND_COLUMNS = (-2, -1)

# %% norm-over-tokens
# A mean or a variance is taken over several tokens, so each of them changes the others.
# If only the last token changes, which rows may come out different?
assert any(
    near(centred.sum(axis), 0) or near(variance, squares.mean(axis, keepdims=True))
    for axis in (0, -2)
)
# for wrong in -2 0
axis = wrong
# or
# for wrong in -2 0
centred = X - X.mean(axis=wrong, keepdims=True)
# or
# for wrong in -2 0
centred = X - X.mean(axis=wrong, keepdims=True)
squares = (X - X.mean(axis=-1, keepdims=True)) ** 2
# or
# for wrong in -2 0
variance = squares.mean(axis=wrong, keepdims=True)

# %% norm-over-everything
# All tokens share one mean or one variance, where each should have its own.
# How many means do three tokens need?
assert near(np.ptp(X - centred, axis=(-2, -1)), 0) or near(np.ptp(variance, axis=(-2, -1)), 0)
# for wrong in None TOKENS_AND_COLUMNS
axis = wrong
# or
# for wrong in None TOKENS_AND_COLUMNS
centred = X - X.mean(axis=wrong, keepdims=True)
# or
# for wrong in None TOKENS_AND_COLUMNS
centred = X - X.mean(axis=wrong, keepdims=True)
squares = (X - X.mean(axis=-1, keepdims=True)) ** 2
# or
# for wrong in None TOKENS_AND_COLUMNS
variance = squares.mean(axis=wrong, keepdims=True)

# %% batch-axis-breaks (errors: shapes)
# With batch axes in front it breaks.
# Which axes does the code count from the front?
assert X.ndim > 2
axis = 1
# or
axis = tuple(range(1, X.ndim))
# or
centred = X - X.mean(axis=1, keepdims=True)
# or
centred = X - X.mean(axis=1, keepdims=True)
squares = (X - X.mean(axis=-1, keepdims=True)) ** 2
# or
variance = squares.mean(axis=1, keepdims=True)
# or
n, d = X.shape

# %% keepdims-missing
# A mean or a variance loses its axis, so it no longer stands beside its own token.
# What does keepdims=True change about the shape of a mean?
assert near(centred, X - X.mean(axis=axis)) or near(variance, squares.mean(axis=axis))
variance = squares.mean(axis=axis)
# and/or
centred = X - X.mean(axis=axis)
# or
centred = X - X.mean(axis=axis)
squares = (X - X.mean(axis=-1, keepdims=True)) ** 2
# or
centred = X - X.mean(axis=axis)
squares = (X - X.mean(axis=-1, keepdims=True)) ** 2
variance = squares.mean(axis=axis)

# %% sample-variance
# The sum of squares is divided by d - 1, not by d.
# Are these all the numbers of the token, or a sample of more?
assert near(variance * (X.shape[-1] - 1), squares.sum(axis=-1, keepdims=True))
variance = squares.sum(axis=axis, keepdims=True) / (squares.shape[axis] - 1)

# %% deviations-not-averaged
# The squares are added up, but not divided by their number.
# What is the variance of your rows, before gain and shift?
assert near(variance, squares.sum(axis=axis, keepdims=True))
variance = squares.sum(axis=axis, keepdims=True)

# %% deviations-not-squared
# The distances from the mean are not squared before they are averaged.
# How is a variance defined?
assert near(squares, np.abs(centred))
squares = np.abs(centred)
# or
squares = np.abs(centred)
root = variance + eps

# %% root-forgotten
# No root is taken of the variance.
# If all numbers of a token were ten times as large, what would you return?
assert near(root, variance) or near(root, variance + eps)
root = variance + eps
# or
root = variance

# %% eps-outside-root
# eps is added to the root of the variance, not to the variance.
# With variance 0 and eps 0.25, what should a row be divided by?
assert near(root, np.sqrt(variance) + eps)
root = np.sqrt(variance) + eps

# %% eps-missing
# eps is never added to the variance.
# What is the variance of a token whose numbers are all equal?
assert near(root, np.sqrt(variance))
root = np.sqrt(variance)

# %% eps-ignored
# The result is the same, whatever the argument `eps` says.
# Where does your code use the argument `eps`?
assert eps <= 1e-5
# for usual in 1e-5 1e-6 1e-8 1e-12
eps = usual

# %% mean-kept
# The mean is never subtracted from what is returned.
# What is the mean of each token before gain and shift?
assert near(centred, X) or near(normalised, X / root)
normalised = X / root
# or
centred = X

# %% second-moment
# The squares are those of the numbers, not of their distances from the mean.
# Which squares does a variance average?
assert near(squares, X**2)
squares = X**2

# %% multiplied-not-divided
# The rows are multiplied, where they should be divided.
# Should a token with large numbers come out larger than the others?
assert near(normalised, centred * root)
normalised = centred * root

# %% not-divided
# Nothing is divided by the root of the variance.
# What variance should each token have before gain and shift?
assert near(normalised, centred)
normalised = centred

# %% from-0-to-1
# The smallest number is subtracted, and the range divides: each token is stretched from 0 to 1.
# Which number does layer norm subtract from a token, and which divides it?
assert near(normalised.min(axis=-1), 0)
centred = X - X.min(axis=-1, keepdims=True)
root = np.ptp(X, axis=-1, keepdims=True) + eps

# %% only-mean-divided
# Only the mean is divided by the root: the brackets around the difference are missing.
# Which comes first in `a - b / c`?
assert near(normalised, X - (X - centred) / root)
normalised = X - (X - centred) / root

# %% gain-missing
# The gain is never used.
# What is each column multiplied by at the end?
assert near(output, normalised + shift)
output = normalised + shift

# %% shift-missing
# The shift is never used.
# What is added to each column at the end?
assert near(output, normalised * gain)
output = normalised * gain

# %% gain-and-shift-missing
# Gain and shift are never used.
# Which two arguments have you not used yet?
assert near(output, normalised)
output = normalised

# %% gain-after-shift
# The shift is added first, so the gain multiplies it as well.
# A row of zeros has gain 2 and shift 5. Is that 5, or 10?
assert near(output, (normalised + shift) * gain)
output = (normalised + shift) * gain

# %% gain-and-shift-exchanged
# The rows are multiplied by the shift, and the gain is added.
# Which of the two is 1 in every column where nothing has been learned?
assert near(output, normalised * shift + gain)
output = normalised * shift + gain

# %% gain-before-norm
# The gain is applied before the norm, not after it.
# If all gains are doubled, what should become of the output?
assert near(X, given.X * gain) or near(X, given.X * gain + shift)
X = X * gain + shift
output = normalised
# or
X = X * gain
output = normalised + shift

# %% gain-around-one
# The rows are multiplied by 1 + gain.
# Which gain leaves a row as it is?
assert near(output, normalised * (1 + gain) + shift)
output = normalised * (1 + gain) + shift

# %% root-before-mean
# A root is taken of each square, and then the mean of these roots.
# How many roots does your code take for one token, and how many should it take?
assert near(root, np.sqrt(squares + eps).mean(axis=axis, keepdims=True))
root = np.sqrt(squares + eps).mean(axis=axis, keepdims=True)
