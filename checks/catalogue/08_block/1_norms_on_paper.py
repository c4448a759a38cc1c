"""Predict the result of layer norm for four tokens, and of gain and shift for the first."""

import numpy as np

from checks.facts import Facts, near


def four_tokens(loud, place, added, equal):
    first = loud * np.eye(5)[place]
    return np.array([first, 100 * first, added - first, [equal] * 5])


TOKENS = four_tokens(10, 4, 3, 7)
GAIN, SHIFT = (2, 1, 2, 1, 2), (0, 0, 4, 4, 0)


def listed(numbers):
    """Write numbers down as the statement does."""
    return ", ".join(f"{number:g}" for number in numbers).replace("-", "\N{MINUS SIGN}")


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
    numbers={
        "TOKENS": (
            "four_tokens(5, 0, 2, 6)",
            "four_tokens(20, 1, 4, 9)",
            "four_tokens(15, 2, 5, 8)",
            "four_tokens(5, 3, 4, 2)",
        ),
        "GAIN": ("1, 2, 1, 2, 2", "2, 1, 3, 2, 1", "1, 3, 2, 3, 1"),
        "SHIFT": ("0, 5, 0, 3, 3", "3, 0, 3, 0, 5", "4, 0, 0, 4, 4"),
    },
    holds={
        "There are five rows of five numbers.": lambda rows: np.shape(rows) == (5, 5),
        "The first four rows have mean 0.": lambda rows: near(rows[:4].mean(axis=1), 0),
        "The first three rows have variance 1.": lambda rows: near(rows[:3].var(axis=1), 1),
    },
)

# %% root-forgotten
# The rows are divided by their variance, not by its root.
# What is the variance of the first token, and what is the token divided by?
assert near(deviation, TOKENS.var(axis=1, keepdims=True))
deviation = TOKENS.var(axis=1, keepdims=True)

# %% sample-variance
# The sum of squares is divided by the number of columns less one.
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
# The rows are divided by their length, so the sum of the squares becomes one, not the variance.
# What does a variance do with the sum of the squares?
assert near(deviation, np.linalg.norm(right.centred, axis=1, keepdims=True))
deviation = np.linalg.norm(centred, axis=1, keepdims=True)

# %% from-0-to-1
# The smallest number of each token is subtracted, and its range divides.
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
# The third token comes out like the first, though one of its numbers is far below the others.
# Which of its numbers are above its mean?
assert near(turned, first)
turned = -normalised[2]

# %% place-kept
# The third token keeps what was added to each of its numbers.
# What becomes of the mean when the same is added to all numbers of a token?
assert near(turned.mean(), TOKENS[2].max())
turned = normalised[2] + TOKENS[2].max()

# %% equal-token-kept
# Something is left of the token of equal numbers.
# How far are its numbers from their mean?
assert not near(equal, 0)
# for left in TOKENS[3,0] 1 np.nan
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
# Which mean would the last row have if the norm came after the shift?
assert near([last.mean(), last.std()], [0, 1])
moved = TOKENS[0] * GAIN + SHIFT
last = (moved - moved.mean()) / moved.std()
