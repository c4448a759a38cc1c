"""Predict losses and slopes before anything is trained."""

import numpy as np

from checks.facts import Facts

TOKENS = 16
MODEL, VOCABULARY = "GPT-2", 50_257
FIRST, SECOND = 2, 8  # the two guesses: one in how many


def first_loss():
    chances = 1 / np.array([TOKENS, VOCABULARY, FIRST, SECOND])
    losses = -np.log(chances)
    two = losses[2:].mean()
    right = chances[0] - 1
    other = chances[0]
    numbers = np.array([losses[0], losses[1], two, right, other])
    return numbers


TASK = Facts(
    kind="predict",
    practises=("say what a model's loss",),
    cases={"paper": {"tolerance": 1e-4}},  # three decimals will do
    numbers={
        "TOKENS": ("12", "24", "32", "64"),
        "MODEL, VOCABULARY": ('"Llama 2", 32_000', '"Llama 3", 128_256', '"Falcon", 65_024'),
        "FIRST, SECOND": ("3, 12", "4, 25", "3, 27", "2, 20", "3, 20", "4, 5"),
    },
    holds={
        "There are five numbers.": lambda numbers: numbers.shape == (5,),
        "A larger chance of the right answer costs less.": lambda numbers: (
            0 < numbers[2] < numbers[0] < numbers[1]
        ),
        "The slope of the right logit is negative, that of another is positive.": (
            lambda numbers: numbers[3] < 0 < numbers[4]
        ),
        "The slopes of all the logits sum to 0.": lambda numbers: np.isclose(
            numbers[3] + (TOKENS - 1) * numbers[4], 0, atol=1e-3
        ),
    },
)

# %% log-base-2
# These losses are in bits: the logarithm is that of base two, not of e.
# Of which base does the statement speak?
assert near(losses, -np.log2(chances))
losses = -np.log2(chances)

# %% log-base-10
# The logarithm is that of base ten, not of e.
# Which key of a calculator, or function of NumPy, undoes `exp`?
assert near(losses, -np.log10(chances))
losses = -np.log10(chances)

# %% sign-missing
# The logarithm of a chance is negative, and so are these losses.
# Is there a reward for every guess, or does each cost something?
assert (losses < 0).all()
losses = np.log(chances)

# %% log-missing
# There is no logarithm: these are chances, not losses.
# What does it cost to be certain and right, and what to give the right answer hardly a chance?
assert near(losses, chances) or near(losses, 1 - chances)
losses = chances
# or
losses = 1 - chances

# %% chance-inverted
# The number of answers itself is taken for the loss.
# What does a model pay that has to choose among e answers?
assert near(losses[0], TOKENS)
losses = 1 / chances

# %% log-of-mean-chance
# The two chances are averaged before the logarithm is taken.
# Which of the two guesses costs more, and what do both cost together?
assert near(losses[2], losses[3])
chances[2:] = chances[2:].mean()

# %% not-averaged
# The losses of the two guesses are added up, not averaged.
# Should a model pay more because it guesses more often?
assert near(two, losses[2] + losses[3])
two = losses[2:].sum()

# %% one-not-subtracted
# The slope of the right logit is its chance: nothing is subtracted.
# Should the logit of the right answer grow or shrink?
assert near(numbers[3], 1 / TOKENS)
right = chances[0]

# %% own-chance-forgotten
# The slope of the right logit is that of a right answer which has no chance yet.
# How likely is the right answer before any training?
assert near(numbers[3], -1)
right = -1
other = 1 / (TOKENS - 1)
# or
right = -1

# %% gradient-sign
# Both slopes point the other way.
# The right logit grows: does the loss grow or shrink?
assert numbers[3] > 0
assert numbers[4] < 0
right = 1 - chances[0]
other = -chances[0]

# %% size-not-slope
# The slope of the right logit has lost its sign.
# The right logit grows: does the loss grow or shrink?
assert near(numbers[3], 1 - 1 / TOKENS)
right = 1 - chances[0]

# %% right-answer-only
# The other logit has no slope here, as if it played no part.
# Does the loss change when a wrong answer gets a larger logit?
assert other == 0
other = 0

# %% gradient-of-chances
# This is the slope by the chance of the right answer, not by its logit.
# Through which function does a logit act on the loss?
assert near(numbers[3], -TOKENS)
right = -1 / chances[0]
# or
right = -1 / chances[0]
other = 0

# %% slopes-exchanged
# The two slopes have changed places.
# Which one is asked for first?
assert result[3] > 0
assert result[4] < 0
right = chances[0] - 1
other = chances[0]
return numbers[[0, 1, 2, 4, 3]]

# %% rounded
# Some of these numbers are rounded too far: three decimals are needed.
# How many decimals does `np.log` give you?
assert (np.round(result, 2) == result)[~np.isclose(result, right.numbers, atol=1e-3)].any()
# for decimals in 1 2
return np.round(numbers, decimals)
# or
# for decimals in 1 2
return np.trunc(numbers * 10**decimals) / 10**decimals
# or
# for place in 0 2 3 4
# for decimals in 1 2
numbers[place] = np.round(numbers[place], decimals)
# or
# for decimals in 1 2
numbers[1] = np.round(numbers[1], decimals)
