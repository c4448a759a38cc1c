"""Layer norm: means and variances of the wrong numbers; gain and shift in the wrong place."""

TOKENS_AND_COLUMNS = (-2, -1)

# %% norm-over-tokens
# Mean or variance runs over the tokens, so each token changes all the others.
# If only the last token changes, which rows may come out different?
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
# One mean or one variance is taken of the whole array, for all tokens together.
# How many means do three tokens need?
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
# It holds without a batch only: with batch axes in front it breaks.
# Which axes does the code count from the front?
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
# A mean or a variance lost its axis, so one token's number meets another's columns.
# What does keepdims=True change about the shape of a mean?
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
variance = squares.sum(axis=axis, keepdims=True) / (squares.shape[axis] - 1)

# %% deviations-not-averaged
# The squares are added up, but not divided by their number.
# Which variance do the numbers that you return have, before gain and shift?
variance = squares.sum(axis=axis, keepdims=True)

# %% deviations-not-squared
# The distances from the mean are averaged as they are, without squares.
# How is a variance defined?
squares = np.abs(centred)
# or
squares = np.abs(centred)
root = variance + eps

# %% root-forgotten
# The rows are divided by their variance, not by its root.
# If all numbers of a token were ten times as large, what would you return?
root = variance + eps
# or
root = variance

# %% eps-outside-root
# eps is added to the root of the variance, not to the variance.
# With variance 0 and eps 0.25, by which number should a row be divided?
root = np.sqrt(variance) + eps

# %% eps-missing
# eps is never added, so a token of equal numbers becomes 0 divided by 0.
# What is the variance of a token whose numbers are all equal?
root = np.sqrt(variance)

# %% eps-ignored
# The result is the same, whatever the argument `eps` says.
# Where does your code use the argument `eps`?
# for usual in 1e-5 1e-6 1e-8 1e-12
eps = usual

# %% mean-kept
# The mean is never subtracted from what is returned.
# What is the mean of each token before gain and shift?
normalised = X / root
# or
centred = X

# %% second-moment
# The squares are those of the numbers, not of their distances from the mean.
# Which squares does a variance average?
squares = X**2

# %% multiplied-not-divided
# The rows are multiplied by the root of their variance.
# Should a token with large numbers come out larger than the others?
normalised = centred * root

# %% not-divided
# The mean is subtracted, but nothing is divided: the variance stays as it was.
# Which variance should each token have before gain and shift?
normalised = centred

# %% gain-missing
# The gain is never used.
# What is each column multiplied by at the end?
output = normalised + shift

# %% shift-missing
# The shift is never used.
# What is added to each column at the end?
output = normalised * gain

# %% gain-and-shift-missing
# The rows are normalised and returned: gain and shift are never used.
# Which two arguments have you not used yet?
output = normalised

# %% gain-after-shift
# The shift is added first, so the gain multiplies it as well.
# A row of zeros has gain 2 and shift 5. Is that 5, or 10?
output = (normalised + shift) * gain

# %% gain-and-shift-exchanged
# The rows are multiplied by the shift, and the gain is added.
# Which of the two is 1 in every column where nothing has been learned?
output = normalised * shift + gain

# %% gain-before-norm
# The gain is applied before the norm, not after it.
# If all gains are doubled, what should become of the output?
X = X * gain + shift
output = normalised
# or
X = X * gain
output = normalised + shift

# %% gain-around-one
# The rows are multiplied by 1 + gain.
# Which gain leaves a row as it is?
output = normalised * (1 + gain) + shift
