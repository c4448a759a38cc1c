"""The slopes of ALiBi: how fast the scores of each head fall with the distance."""

import numpy as np

from checks.facts import Facts, near


def many(rng):
    return int(rng.choice([32, 64, 128]))


def alibi_slopes(num_heads: many):
    heads = np.arange(1, num_heads + 1)
    exponents = -8 * heads / num_heads
    slopes = 2.0**exponents
    return slopes


TASK = Facts(
    practises=("say what ALiBi subtracts",),
    mistakes="own result.extra-axis result.last-one-skipped result.return-missing",
    shuffled=True,
    cases={
        "4 heads": {"num_heads": 4},
        "8 heads": {"num_heads": 8},
        "16 heads": {"num_heads": 16},
        "1 head": {"num_heads": 1},
        "2 heads": {"num_heads": 2},
        "{num_heads} heads": {},
    },
    valid=lambda num_heads: num_heads >= 1 and num_heads & (num_heads - 1) == 0,
    more_cases={"the example by hand": {"num_heads": 2}, "256 heads": {"num_heads": 256}},
    holds={
        "There is one slope for each head.": lambda slopes, num_heads: slopes.shape == (num_heads,),
        "The last slope is 1/256.": lambda slopes: np.isclose(slopes[-1], 1 / 256),
        "The first slope is the factor from each slope to the next.": lambda slopes, num_heads: (
            near(np.diff(np.log2([1, *slopes])), -8 / num_heads)
        ),
    },
)

# %% starts-at-1
# The first slope is 1: counting starts at 0.
# Which power of the factor is the first slope?
assert slopes[0] == 1
heads = np.arange(num_heads)
# or
exponents = -8 * (heads - 1) / max(num_heads - 1, 1)

# %% halves-for-all
# Each slope is half of the one before, however many heads there are.
# What should the last slope be for 4 heads, and for 16?
assert near(slopes[1:], slopes[:-1] / 2)
exponents = -heads
# or
exponents = 1 - 8 / num_heads - heads

# %% first-always-half
# The first slope is 1/2 for any number of heads.
# Which slope does not depend on the number of heads, the first or the last?
assert slopes[0] == 1 / 2
exponents = -1 - 7 * (heads - 1) / max(num_heads - 1, 1)

# %% slopes-reversed
# The smallest slope comes first.
# Which head should look at its neighbours most of all?
assert result[0] == min(result)
return slopes[::-1]

# %% slopes-grow
# The exponent is positive, so the slopes grow from head to head, above 1.
# What sign does the exponent of a number below 1 have?
assert slopes[0] > 1
assert (np.diff(slopes) > 0).all()
exponents = 8 * heads / num_heads

# %% negative-slopes
# The slopes are negative already, but the bias puts the minus in.
# Which slopes come out for 8 heads on paper?
assert (slopes < 0).all()
slopes = -slopes

# %% exponent-rounded
# The exponents are rounded to whole numbers: `//` divides and rounds.
# What is 8 // 16, and what is -8 // 16?
assert near(exponents, np.round(exponents))
exponents = -(8 // num_heads) * heads
# or
exponents = -8 // num_heads * heads
# or
exponents = -8 * heads // num_heads
# or
exponents = -(8 * heads // num_heads)

# %% exp-not-power-of-two
# The slopes are powers of e, not of 2.
# Which number is raised to the power -8/h?
assert near(slopes, np.exp(exponents))
slopes = np.exp(exponents)

# %% squared-each-time
# Each slope is the square of the one before.
# By what is a slope multiplied to get the next, and does this factor change?
assert near(slopes[1:], slopes[:-1] ** 2)
exponents = -8 / num_heads * 2.0 ** (heads - 1)

# %% equal-steps
# The slopes fall by equal steps, not by equal factors.
# By what is each slope multiplied to get the next?
assert near(np.diff(slopes, 2), 0)
slopes = np.linspace(2.0 ** exponents[0], 2.0 ** exponents[-1], num_heads)
# or
slopes = np.linspace(1 / 2, 1 / 256, num_heads)

# %% times-not-power
# The factor is multiplied by the number of the head, not raised to it.
# How do you get from one slope to the next?
assert near(slopes, heads * slopes[0])
slopes = heads * 2.0 ** exponents[0]

# %% one-slope-for-all
# All heads have the first slope.
# Where does the number of the head enter the exponent?
assert near(slopes, slopes[0])
slopes = np.full(num_heads, 2.0 ** exponents[0])

# %% eight-not-divided
# The exponent is not divided by the number of heads.
# What should the slope of the last head be?
assert near(exponents, -8 * heads)
exponents = -8 * heads
