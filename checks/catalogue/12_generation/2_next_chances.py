"""The chances of the next word: softmax of the logits, divided by a temperature."""

import numpy as np

from checks.facts import Facts, near


def next_chances(logits: "* V", temperature):
    scaled = logits / temperature
    axis = -1
    shifted = scaled - scaled.max(axis=axis, keepdims=True)
    exponentials = np.exp(shifted)
    total = exponentials.sum(axis=axis, keepdims=True)
    chances = exponentials / total
    return chances


def keeps_order(result, logits):
    in_order = np.take_along_axis(np.asarray(result), np.argsort(logits, axis=-1), axis=-1)
    return (np.diff(in_order, axis=-1) >= -1e-6).all()


def far_apart(rng, V):
    return rng.normal(size=V) * 8 + 40


TASK = Facts(
    redrawn=1,
    practises=("choose the next word",),
    mistakes="own return-missing arguments rounded",
    symbols={"Q": "logits"},
    cases={
        "5 words at temperature 1": dict(V=5, temperature=1.0),
        "6 words at temperature 0.5": dict(V=6, temperature=0.5),
        "6 words at temperature 3": dict(V=6, temperature=3.0),
        "3 rows of 4 words at temperature 2": dict(batch=(3,), V=4, temperature=2.0),
        "4 rows of 4 words at temperature 0.4": dict(batch=(4,), V=4, temperature=0.4),
        "large logits at temperature 0.02": dict(logits=far_apart, V=4, temperature=0.02),
        "float32 logits": dict(V=5, temperature=1.5, dtype="float32"),
    },
    more_cases={
        "small logits at temperature 0.02": dict(
            logits=np.array([0.1, 0.05, 0.02]), temperature=0.02
        ),
        "the example by hand": dict(logits=np.log([9.0, 4]), temperature=0.5),
        "2 rows far apart at temperature 0.001": dict(
            logits=np.array([[0.003, 0.002, 0.001], [-2, -2.001, -2.003]]), temperature=0.001
        ),
    },
    holds={
        "The chances of each row sum to 1.": lambda result: near(np.sum(result, axis=-1), 1),
        "No chance is nan or infinite, not even at temperature 0.02.": (
            lambda result: np.isfinite(result).all()
        ),
        "The likelier word stays the likelier one.": keeps_order,
    },
)

# %% temperature-without-effect
# Every temperature gives the same chances, so it is missing, or falls out again.
# What is it that the temperature has to divide, so that softmax sees a difference?
assert near(scaled, logits)
scaled = logits

# %% temperature-multiplied
# The logits are multiplied by the temperature, so a high one makes the dice more timid.
# At a high temperature, should the chances become more alike or less?
assert near(scaled, logits * temperature)
scaled = logits * temperature

# %% divided-after-softmax
# The chances are divided by the temperature, after softmax, so they no longer sum to 1.
# What is divided by the temperature: logits or chances?
assert near(chances, exponentials / total / temperature)
scaled = logits
chances = exponentials / total / temperature

# %% root-of-temperature
# The logits are divided by the root of the temperature.
# By what exactly does the formula divide?
assert near(scaled, logits / np.sqrt(temperature))
scaled = logits / np.sqrt(temperature)

# %% chances-not-shared-out
# The exponentials are returned as they are, and not divided by their sum.
# What must the chances of a row add up to?
assert near(chances, exponentials)
chances = exponentials
# or
shifted = scaled
chances = exponentials

# %% exponential-left-out
# The scaled logits themselves are divided by their sum, without the exponential.
# Can a chance be negative?
assert near(exponentials, scaled)
exponentials = scaled

# %% rows-shared-together
# All rows share a single 1, but each row is the choice of one word.
# What must the chances of a single row add up to?
assert np.size(total) < logits[..., 0].size
total = exponentials.sum()
# or
axis = None

# %% sum-over-the-rows
# The sum runs over the rows of a table and not over the words.
# Which axis counts the words?
assert np.ndim(logits) > 1
axis = -2 if np.ndim(logits) > 1 else -1
# or
axis = 0

# %% sum-without-its-axis (errors: shapes)
# The sum has lost its axis, so it does not stand beside the row it belongs to.
# What shape does the sum have for 3 rows of 4 words?
assert np.ndim(logits) > 1
total = exponentials.sum(axis=-1)
# or
shifted = scaled - scaled.max(axis=-1)
# or
shifted = scaled - scaled.max()
total = exponentials.sum(axis=-1)
# or
shifted = scaled - scaled.max(axis=-1)
total = exponentials.sum(axis=-1)

# %% largest-not-subtracted (errors: overflow)
# At a low temperature, exp of a large logit is infinite: the largest one is not made 0.
# Which number may be subtracted from all numbers of a row without changing its chances?
assert (np.max(shifted, axis=-1) > 0).any()
shifted = scaled

# %% temperature-squared
# The logits are divided by the square of the temperature.
# By what exactly does the formula divide?
assert near(scaled, logits / temperature**2)
scaled = logits / temperature**2

# %% negated
# The sign is flipped: the least likely word becomes the likeliest.
# Should a larger logit give a larger chance, or a smaller one?
assert near(scaled, -logits / temperature)
scaled = -logits / temperature

# %% each-word-by-itself
# Each word gets a sigmoid of its own, so the words do not share a 1.
# What must the chances of a row add up to?
assert not near(np.sum(chances, axis=-1), 1)
chances = (1 + np.tanh(scaled / 2)) / 2

# %% sum-without-the-temperature
# The temperature is in the exponentials, but not in the sum by which they are divided.
# What must the chances of a row add up to?
assert not near(np.sum(chances, axis=-1), 1)
chances = np.exp(scaled) / np.exp(logits).sum(axis=-1, keepdims=True)

# %% power-of-2
# These are powers of 2, and softmax takes powers of e.
# What is `np.exp(1)`?
assert near(exponentials, 2.0**shifted)
exponentials = 2.0**shifted

# %% likeliest-word-alone
# The likeliest word gets everything, as at temperature 0.
# How likely is the second word at temperature 1?
assert near(chances, (logits == np.max(logits, axis=-1, keepdims=True)) * 1.0)
chances = (logits == logits.max(axis=-1, keepdims=True)) * 1.0

# %% number-of-the-word
# The number of the likeliest word is returned, but the chances of all words are asked for.
# How many numbers does the result have for 5 words?
assert near(result, np.argmax(chances, axis=-1))
return np.argmax(chances, axis=-1)

# %% logarithm-returned
# The logarithms of the chances are returned.
# Which numbers sum to 1: chances, or their logarithms?
assert near(np.exp(result), chances)
return np.log(chances)
# or
return shifted - np.log(total)

# %% rounded
assert near(chances, np.round(chances, 2))
chances = np.round(chances, 2)

# %% largest-of-all-rows
# The largest logit of all rows is subtracted, so a row far below it becomes 0 / 0.
# From which row should the largest number of a row be taken?
assert near(shifted, scaled - scaled.max())
shifted = scaled - scaled.max()

# %% cut-off-against-overflow
# Large logits are cut off before softmax, so they become equal.
# What can be subtracted from all logits of a row, without changing its chances?
assert near(scaled, np.clip(logits / temperature, -700, 700))
scaled = np.clip(logits / temperature, -700, 700)
