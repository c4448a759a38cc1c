"""One step of Adam, for all numbers of an array at once."""

import numpy as np

from checks.facts import Facts, near


def positive(rng, batch, n, m):
    return rng.uniform(0.2, 3, size=(*batch, n, m))


def adam_step(W: "* n m", d_W: "* n m", mean: "* n m", square: positive, step, rate):
    new_mean = 0.9 * mean + 0.1 * d_W
    new_square = 0.999 * square + 0.001 * d_W**2
    mean_now = new_mean / (1 - 0.9**step)
    square_now = new_square / (1 - 0.999**step)
    new_W = W - rate * mean_now / (np.sqrt(square_now) + 1e-8)
    return new_W, new_mean, new_square


ZEROS, TINY = np.zeros((3, 2)), np.array([[1e-8, -2e-8], [3e-8, -1e-9], [0.5, 4e-8]])
BEGIN = {"n": 3, "m": 2, "mean": ZEROS, "square": ZEROS, "step": 1, "rate": 0.1}
BY_HAND = {"W": np.array([5.0, 5]), "d_W": np.array([1000, -0.001])}

TASK = Facts(
    redrawn=1,
    practises=("write Adam",),
    mistakes="own arguments",
    names={"Q": "mean"},
    cases={
        "the first step": BEGIN,
        "the second step": {"n": 2, "m": 4, "step": 2, "rate": 0.3},
        "step 1000": {"n": 3, "m": 5, "step": 1000, "rate": 0.5},
        "slopes that are all 0": {**BEGIN, "d_W": ZEROS},
        "slopes near 1e-8, and one of 0.5": {**BEGIN, "d_W": TINY},
        "a batch of matrices, step 5": {"batch": (3,), "n": 4, "m": 2, "step": 5, "rate": 0.1},
        "float32 arrays, step 3": {"n": 2, "m": 5, "step": 3, "rate": 0.1, "dtype": "float32"},
        "the example by hand": {**BEGIN, **BY_HAND, "mean": np.zeros(2), "square": np.zeros(2)},
        "step 2000": {"n": 2, "m": 3, "step": 2000, "rate": 0.5},
    },
    valid=lambda *given: len({np.shape(part) for part in given[:4]}) == 1 <= given[4],
    holds={
        "In the first step, a slope that is not tiny moves its number by the rate.": (
            lambda new_W, W, d_W, step, rate: (
                step > 1 or near(abs(new_W - W)[abs(d_W) > 1e-4], rate)
            )
        ),
        "The new mean is a tenth of the way from the old mean to the slope.": (
            lambda new_mean, mean, d_W: near(10 * (new_mean - mean), d_W - mean)
        ),
    },
)

# %% not-corrected
# One of the means, or both, is used as it is, and leans towards its start at 0.
# After the first step, what share of the slope is in the new mean?
assert near(mean_now, new_mean) or near(square_now, new_square)
mean_now = new_mean
# and/or
square_now = new_square

# %% wrong-power
# One of the corrections, or both, takes another power than `step`.
# Which power of 0.9 belongs to the first step, and which to the tenth?
assert not near(mean_now * square_now / (right.mean_now * right.square_now), 1)
# for power in (step-1) (step+1) 1
mean_now = new_mean / (1 - 0.9**power)
# and/or
square_now = new_square / (1 - 0.999**power)

# %% one-correction-for-both
# Both means are corrected with the power of 0.9.
# Which share of the squares is kept in each step, and so which power belongs to them?
assert near(square_now * (1 - 0.9**step), new_square)
square_now = new_square / (1 - 0.9**step)

# %% betas-exchanged
# Of 0.9 and 0.999, each stands where the other belongs.
# Which of the two means should forget sooner?
assert near(new_mean, 0.999 * mean + 0.001 * d_W) or near(mean_now * (1 - 0.999**step), new_mean)
new_mean = 0.999 * mean + 0.001 * d_W
new_square = 0.9 * square + 0.1 * d_W**2
# and/or
mean_now = new_mean / (1 - 0.999**step)
square_now = new_square / (1 - 0.9**step)

# %% square-of-the-mean
# The mean of the slopes is squared, not the slope.
# The slopes are 1 and -1 in turn: what is the square of their mean, and what the mean of squares?
assert any(near(new_square, 0.999 * square + 0.001 * part**2) for part in (mean, new_mean))
# for part in mean new_mean
new_square = 0.999 * square + 0.001 * part**2

# %% tiny-number-elsewhere
# The 1e-8 is missing, or it is not added to the root of the corrected mean of squares.
# If a slope is 0, or as small as 1e-8, what is divided by what?
assert not near(abs(new_W - W) * (np.sqrt(square_now) + 1e-8) * 1e8, abs(rate * mean_now) * 1e8)
# for inside in 1e-8 0
new_W = W - rate * mean_now / np.sqrt(square_now + inside)
# or
new_W = W - rate * mean_now * np.sqrt(1 - 0.999**step) / (np.sqrt(new_square) + 1e-8)

# %% root-missing
# The mean is divided by the mean of the squares itself, not by its root.
# If all slopes are a hundred times larger, should the step change?
assert near(new_W, W - rate * mean_now / (square_now + 1e-8))
new_W = W - rate * mean_now / (square_now + 1e-8)

# %% new-means-not-used
# The step is made of the slope itself, or of an old mean.
# In the first step, what is in the old means? And where does your code use the new ones?
assert near(square_now, square / (1 - 0.999**step)) or not near(mean_now, right.mean_now)
# for part in mean/(1-0.9**step) d_W
mean_now = part
# and/or
square_now = square / (1 - 0.999**step)

# %% uphill
# The step goes uphill: it is added.
# A slope is positive. Does the loss grow or shrink when this number grows?
assert near(new_W, W + rate * mean_now / (np.sqrt(square_now) + 1e-8))
new_W = W + rate * mean_now / (np.sqrt(square_now) + 1e-8)

# %% other-means-returned
# The means that come back are the corrected or the old ones, or none at all.
# What does the next step multiply by 0.9 and by 0.999?
assert len(result) != 3 or not np.allclose(result[2], new_square, atol=0)
# for parts in (new_W,mean_now,square_now) (new_W,mean,square) new_W
return parts

# %% power-of-the-difference
# The whole difference, 1 - 0.9 or 1 - 0.999, is raised to `step`.
# With 0.9, what should the mean be divided by in step 2: 0.01, or 0.19?
assert near(mean_now, new_mean / 0.1**step) or near(square_now, new_square / 0.001**step)
mean_now = new_mean / (1 - 0.9) ** step
# and/or
square_now = new_square / (1 - 0.999) ** step
