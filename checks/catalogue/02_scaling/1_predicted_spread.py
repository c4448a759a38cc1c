"""Predict how far dot products spread, with and without scaling."""

import numpy as np

from checks.facts import Facts

NARROW, WIDE, WIDEST = 4, 64, 256  # the widths d_k


def predicted_spread():
    widths = np.array([NARROW, WIDE, WIDEST])
    spreads = np.sqrt(widths)
    spread = spreads[1]
    scaled = spread / np.sqrt(WIDE)
    return np.array([*spreads, scaled], dtype=float)


TASK = Facts(
    kind="predict",
    practises=("work out on paper how far",),
    cases={"paper": {}},
    numbers={
        "NARROW": ("9", "16", "25"),
        "WIDE": ("36", "49", "81"),
        "WIDEST": ("100", "144", "225", "400"),
    },
    holds={
        "There are four numbers.": lambda result: np.shape(result) == (4,),
        "Four times the width gives twice the spread, 16 times the width four times the spread.": (
            lambda result: np.allclose(result[1:3], np.multiply(result[:2], (4, 2)))
        ),
        "Scaling divides the spread by the root of d_k.": lambda result: np.isclose(
            result[3], result[1] / np.sqrt(WIDE)
        ),
    },
)

# %% variance-not-std
# The first three are variances, and the standard deviation is the root of one.
# Which of the two has the same unit as the dot product itself?
assert near(result[:3], widths)
spreads = widths
scaled = spread / np.sqrt(WIDE)
# or
# for scaled_spread in 1 spread
spreads = widths
scaled = scaled_spread

# %% mean-not-std
# This is the mean of the dot products, not their distance from it.
# Can numbers be far from their own mean?
assert near(result[:3], 0)
spreads = 0 * widths

# %% spread-independent-of-width
# The same spread is predicted for every width.
# Is a sum of many random numbers as close to its mean as a sum of few?
assert near(result[:3], result[0])
# for same in 1 np.sqrt(NARROW)
spreads = [same] * 3
# or
spreads = [1] * 3
scaled = 1

# %% spread-shrinks-with-width
# The spread is predicted to shrink with the width, as that of an average does.
# Does a dot product divide by the number of its products?
assert result[0] > result[1] > result[2]
spreads = 1 / np.sqrt(widths)
# or
spreads = 1 / np.sqrt(widths)
scaled = 1

# %% half-not-root
# Half of each width is taken, not its root.
# Which number gives the width when it is multiplied by itself?
assert near(result[:3], widths / 2)
spreads = widths / 2

# %% no-scale
# The last number is that of scores that were never divided.
# By how much does dividing every score change their spread?
assert near(result[3], np.sqrt(WIDE))
scaled = spread
# or
scaled = np.sqrt(WIDE)

# %% scale-by-d_k
# The last number comes from dividing by d_k itself, which is more than its root.
# Which number is divided by the root of d_k, and what is that root?
assert near(scaled, spread / WIDE)
scaled = spread / WIDE

# %% scale-inverted
# In the last number the scores are multiplied by the root of d_k.
# Should scaling make the scores larger or smaller?
assert near(result[3], WIDE)
scaled = spread * np.sqrt(WIDE)

# %% variance-scaled-by-root
# In the last number the variance is divided by the root of d_k, not the score.
# What becomes of a variance when every score is halved?
assert near(scaled**2, spread**2 / np.sqrt(WIDE))
scaled = np.sqrt(spread**2 / np.sqrt(WIDE))

# %% numbers-in-another-order
# The numbers are right, but they stand in another order.
# Which width comes first, and where do the scaled scores stand?
assert near(np.sort(result), np.sort(right.result))
assert not near(result, right.result)
# for places in (3,0,1,2) (2,1,0,3) (3,2,1,0)
spreads = np.sqrt(widths)
scaled = spread / np.sqrt(WIDE)
result = np.array([*spreads, scaled])[list(places)]
