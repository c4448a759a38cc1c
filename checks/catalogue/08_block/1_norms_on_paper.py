"""Predict the result of layer norm for four tokens, and of gain and shift for the first."""

import numpy as np

from checks.facts import Facts, near

TOKENS = np.array(
    [
        [0.0, 0.0, 0.0, 0.0, 10.0],
        [0.0, 0.0, 0.0, 0.0, 1000.0],
        [3.0, 3.0, 3.0, 3.0, -7.0],
        [7.0] * 5,
    ]
)
GAIN, SHIFT = np.array([2.0, 1.0, 2.0, 1.0, 2.0]), np.array([0.0, 0.0, 4.0, 4.0, 0.0])


def norms_on_paper():
    centred = TOKENS - TOKENS.mean(axis=1, keepdims=True)
    deviation = TOKENS.std(axis=1, keepdims=True)
    normalised = centred / np.where(deviation == 0, 1, deviation)
    first = normalised[0]
    louder = normalised[1]
    turned = normalised[2]
    equal = normalised[3]
    last = first * GAIN + SHIFT
    rows = np.array([first, louder, turned, equal, last])
    return rows


TASK = Facts(
    kind="predict",
    practises=("say what heads",),
    cases={"paper": {}},
    holds={
        "There are five rows of five numbers.": lambda rows: np.shape(rows) == (5, 5),
        "The first four rows have mean 0.": lambda rows: near(rows[:4].mean(axis=1), 0),
        "The first three rows have variance 1.": lambda rows: near(rows[:3].var(axis=1), 1),
    },
)

# %% root-forgotten
# The rows are divided by their variance, not by its root.
# The variance of the first token is 16. What is it divided by?
assert near(deviation, TOKENS.var(axis=1, keepdims=True))
deviation = TOKENS.var(axis=1, keepdims=True)

# %% sample-variance
# The sum of squares is divided by 4, not by 5.
# Are these all the numbers of the token, or a sample of more?
assert near(4 * deviation**2, (right.centred**2).sum(axis=1, keepdims=True))
deviation = TOKENS.std(axis=1, keepdims=True, ddof=1)

# %% mean-kept
# The mean of a token is not subtracted from its numbers.
# What is the mean of each token after layer norm?
assert near(centred, TOKENS)
centred = TOKENS

# %% not-divided
# Nothing is divided after the mean is subtracted.
# What is the variance of each token after layer norm?
assert near(normalised, centred)
normalised = centred

# %% length-not-variance
# The rows are divided by their length, so the sum of the squares becomes 1, not the variance.
# What does a variance do with the sum of the squares?
assert near(deviation, np.linalg.norm(right.centred, axis=1, keepdims=True))
deviation = np.linalg.norm(centred, axis=1, keepdims=True)

# %% from-0-to-1
# Each token is stretched from 0 to 1: its smallest number is subtracted, and its range divides.
# Which number does layer norm subtract from a token, and which divides it?
assert near([first.min(), first.max()], [0, 1])
centred = TOKENS - TOKENS.min(axis=1, keepdims=True)
deviation = np.ptp(TOKENS, axis=1, keepdims=True)

# %% norm-over-tokens
# Mean and variance run down the columns, over all four tokens.
# Whose numbers go into the mean of the first token?
assert near(centred.sum(axis=0), 0) and near(deviation, TOKENS.std(axis=0))
centred = TOKENS - TOKENS.mean(axis=0)
deviation = TOKENS.std(axis=0)

# %% norm-over-everything
# One mean and one variance are taken of all four tokens together.
# Whose numbers go into the mean of the first token?
assert near(centred.sum(), 0) and near(deviation, TOKENS.std())
centred = TOKENS - TOKENS.mean()
deviation = TOKENS.std()

# %% size-kept
# The second token comes out larger than the first, as it went in.
# What is the second token divided by?
assert np.ptp(louder) > np.ptp(first)
# for times in 100 10
louder = times * normalised[1]

# %% sign-dropped
# The third token comes out like the first, though its last number is the smallest.
# Which of its numbers are above its mean?
assert near(turned, first)
turned = -normalised[2]

# %% place-kept
# The third token keeps the 3 that was added to each of its numbers.
# What becomes of the mean when 3 is added to all numbers of a token?
assert near(turned.mean(), 3)
turned = normalised[2] + 3

# %% equal-token-kept
# The token of equal numbers does not become 0.
# How far are its numbers from their mean?
assert not near(equal, 0)
# for left in 7 1 np.nan
equal = np.full(5, left)

# %% gain-after-shift
# The shift is added first, so the gain multiplies it as well.
# Which comes first: times the gain, or plus the shift?
assert near(last, (first + SHIFT) * GAIN)
last = (first + SHIFT) * GAIN

# %% gain-missing
# In the last row the gain has no effect.
# What does the gain multiply, and does anything come after it that undoes this?
assert near(last, first + SHIFT)
last = first + SHIFT

# %% shift-missing
# In the last row the shift is not used.
# What is added to each number of the last row?
assert near(last, first * GAIN)
last = first * GAIN

# %% gain-and-shift-exchanged
# In the last row gain and shift are exchanged.
# Which of the two multiplies?
assert near(last, first * SHIFT + GAIN)
last = first * SHIFT + GAIN

# %% gain-on-token
# In the last row gain and shift meet the token as it was, before the norm.
# What does the gain multiply: the numbers as they were, or what the norm made of them?
assert near(last, TOKENS[0] * GAIN + SHIFT)
last = TOKENS[0] * GAIN + SHIFT

# %% gain-before-norm
# In the last row gain and shift come first, and the norm after them.
# May the last row have a mean other than 0?
assert near([last.mean(), last.std()], [0, 1])
moved = TOKENS[0] * GAIN + SHIFT
last = (moved - moved.mean()) / moved.std()
