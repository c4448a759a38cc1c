"""Predict what temperature and top-k do to the chance of the word after *it*."""

import numpy as np

from checks.facts import Facts

FRAYED, TORE, FLEW = 16, 4, 1  # the exponentials of the logits


def next_word_on_paper():
    logits = np.log([FRAYED, TORE, FLEW])
    cold = 1 / 2
    hot = 2
    kept = 2
    powers = np.exp(logits)
    cold_powers = np.exp(logits / cold)
    hot_powers = np.exp(logits / hot)
    plain = powers[0] / powers.sum()
    colder = cold_powers[0] / cold_powers.sum()
    hotter = hot_powers[0] / hot_powers.sum()
    top = powers[0] / powers[:kept].sum()
    hot_top = hot_powers[0] / hot_powers[:kept].sum()
    return np.array([plain, colder, hotter, top, hot_top])


TASK = Facts(
    kind="predict",
    practises=("choose the next word",),
    cases={"paper": {}},
    numbers={
        "FRAYED": ("25", "36", "49", "81"),
        "TORE, FLEW": ("9, 1", "9, 4", "16, 1", "16, 4", "16, 9"),
    },
    holds={
        "There are five numbers.": lambda result: np.shape(result) == (5,),
        "Each of them is a chance, from 0 to 1.": lambda result: (
            np.min(result) >= 0 and np.max(result) <= 1
        ),
        "The lower the temperature, the likelier is the likeliest word.": lambda result: (
            result[1] > result[0] > result[2]
        ),
        "Top-k makes the likeliest word likelier.": lambda result: (
            result[3] > result[0] and result[4] > result[2]
        ),
    },
)

# %% temperature-multiplied
# The logits are multiplied by the temperature, so the cold one and the hot one change places.
# What is a logarithm, divided by a half, the logarithm of?
assert near(cold_powers, powers**0.5)
assert near(hot_powers, powers**2)
cold = 2
hot = 1 / 2

# %% exponential-left-out
# The logits are divided by their sum, and the exponential is left out.
# What is e to the power of a logarithm?
assert near(powers, logits)
powers = logits
cold_powers = logits / cold
hot_powers = logits / hot

# %% numbers-taken-for-logits
# The numbers behind ln are taken for the logits, but these are their logarithms.
# What is e to the power of a logarithm?
assert near(logits, (FRAYED, TORE, FLEW))
logits = np.array([FRAYED, TORE, FLEW])

# %% temperature-without-effect
# The temperature changes nothing, which is so if it divides all three numbers and not their logarithms.
# What is half of a logarithm the logarithm of?
assert near(colder, plain)
assert near(hotter, plain)
cold = 1
hot = 1

# %% hot-top-k-at-temperature-1
# The last number is the one before it: the temperature is left out.
# Which temperature holds for the last number?
assert near(hot_top, top)
hot_top = top

# %% hot-top-k-keeps-all
# The last number is shared among all three words, but only two are kept.
# How many words may be drawn for the last number?
assert near(hot_top, hotter)
hot_top = hotter

# %% hot-top-k-is-cold
# The last number belongs to the low temperature.
# Does a high temperature take squares of the numbers behind ln, or roots?
assert near(hot_top, cold_powers[0] / cold_powers[:kept].sum())
hot_top = cold_powers[0] / cold_powers[:kept].sum()

# %% top-k-keeps-all
# Top-k changes nothing: all three words still have their shares.
# How many words may be drawn for the last two numbers?
assert near(top, plain)
assert near(hot_top, hotter)
kept = 3

# %% hidden-keeps-its-share
# The word that is left out keeps its share.
# What must the chances of the two kept words add up to?
assert near(top, plain)
top = plain

# %% top-1
# Only the likeliest word is kept.
# How many words may be drawn for the last two numbers?
assert near(top, 1)
kept = 1

# %% chance-divided
# The chances are divided by the temperature, after softmax.
# Which is divided by the temperature: logits, or chances?
assert near(colder, plain / cold)
colder = plain / cold
hotter = plain / hot
# or
colder = plain / cold
hotter = plain / hot
hot_top = top / hot

# %% another-word
# These are chances of *tore*, but those of *frayed* are asked for.
# Which of the three words do the questions ask about?
assert near(plain, TORE / (FRAYED + TORE + FLEW))
powers = powers[[1, 0, 2]]
cold_powers = cold_powers[[1, 0, 2]]
hot_powers = hot_powers[[1, 0, 2]]

# %% others-only
# Each number is a ratio of *frayed* to the other words, not its share of all.
# Does *frayed* itself count in the sum?
assert near(plain, FRAYED / (TORE + FLEW))
plain = powers[0] / powers[1:].sum()
colder = cold_powers[0] / cold_powers[1:].sum()
hotter = hot_powers[0] / hot_powers[1:].sum()
top = powers[0] / powers[1:2].sum()
hot_top = hot_powers[0] / hot_powers[1:2].sum()

# %% cold-and-hot-exchanged
# The second and third numbers are swapped.
# Which temperature comes first, the low or the high one?
assert near(result[[2, 1]], [colder, hotter])
return np.array([plain, hotter, colder, top, hot_top])

# %% top-k-exchanged
# The last two numbers are swapped.
# Which temperature holds for the fourth number?
assert near(result[[4, 3]], [top, hot_top])
return np.array([plain, colder, hotter, hot_top, top])

# %% percent
# The numbers are percent, but chances are asked for.
# What is the largest chance there is?
assert near(result, 100 * np.array([plain, colder, hotter, top, hot_top]))
return 100 * np.array([plain, colder, hotter, top, hot_top])

# %% number-divided-not-logarithm
# The temperature divides 16 and 4 themselves, and not their logarithms.
# What is half of ln 16 the logarithm of?
assert near(cold_powers, (2 * FRAYED, 2 * TORE, 1)) or near(hot_powers, (FRAYED / 2, TORE / 2, 1))
cold_powers = np.array([2 * FRAYED, 2 * TORE, 1])
# and/or
hot_powers = np.array([FRAYED / 2, TORE / 2, 1])
