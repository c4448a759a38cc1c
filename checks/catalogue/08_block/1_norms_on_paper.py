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
    practises=("say what the sums",),
    cases={"paper": {}},
    holds={
        "There are five rows of five numbers.": lambda rows: np.shape(rows) == (5, 5),
        "The first four rows have mean 0.": lambda rows: near(rows[:4].mean(axis=1), 0),
        "The first three rows have variance 1.": lambda rows: near(rows[:3].var(axis=1), 1),
    },
)

# %% root-forgotten
# The rows are divided by their variance, not by its root.
# The variance of the first token is 16. By which number is it divided?
deviation = TOKENS.var(axis=1, keepdims=True)

# %% sample-variance
# The sum of squares is divided by 4, not by 5.
# Are these all the numbers of the token, or a sample of more?
deviation = TOKENS.std(axis=1, keepdims=True, ddof=1)

# %% mean-kept
# The tokens are divided, but their mean is not subtracted.
# What is the mean of each token after layer norm?
centred = TOKENS

# %% not-divided
# The mean is subtracted, but nothing is divided.
# What is the variance of each token after layer norm?
normalised = centred

# %% norm-over-tokens
# Mean and variance run down the columns, over all four tokens.
# Whose numbers go into the mean of the first token?
centred = TOKENS - TOKENS.mean(axis=0)
deviation = TOKENS.std(axis=0)

# %% norm-over-everything
# One mean and one variance are taken of all four tokens together.
# Whose numbers go into the mean of the first token?
centred = TOKENS - TOKENS.mean()
deviation = TOKENS.std()

# %% size-kept
# The second token comes out larger than the first, as it went in.
# By which number is the second token divided?
# for times in 100 10
louder = times * normalised[1]

# %% sign-dropped
# The third token comes out like the first, though its last number is the smallest.
# Which of its numbers are above its mean?
turned = -normalised[2]

# %% place-kept
# The third token keeps the 3 that was added to each of its numbers.
# What becomes of the mean when 3 is added to all numbers of a token?
turned = normalised[2] + 3

# %% equal-token-kept
# The token of equal numbers does not become 0.
# How far are its numbers from their mean?
# for left in 7 1 np.nan
equal = np.full(5, left)

# %% gain-after-shift
# The shift is added first, so the gain multiplies it as well.
# Which comes first: times the gain, or plus the shift?
last = (first + SHIFT) * GAIN

# %% gain-missing
# In the last row the gain is not used.
# What is each number of the last row multiplied by?
last = first + SHIFT

# %% shift-missing
# In the last row the shift is not used.
# What is added to each number of the last row?
last = first * GAIN

# %% gain-and-shift-exchanged
# In the last row gain and shift are exchanged.
# Which of the two multiplies?
last = first * SHIFT + GAIN

# %% gain-on-token
# In the last row gain and shift meet the token as it was, before the norm.
# What does the gain multiply: the numbers as they were, or what the norm made of them?
last = TOKENS[0] * GAIN + SHIFT

# %% gain-before-norm
# In the last row gain and shift come first, and the norm after them.
# May the last row have a mean other than 0?
moved = TOKENS[0] * GAIN + SHIFT
last = (moved - moved.mean()) / moved.std()
