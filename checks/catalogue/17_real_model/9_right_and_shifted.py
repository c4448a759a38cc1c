"""The two measures of a head on twins: how often it is right, and how often it only shifts."""

import numpy as np

from checks.facts import Facts


def looks(rng, pairs):
    """Draw weights in which the endings matter a little, and the first noun gets more."""
    drawn = rng.uniform(0.02, 0.5, size=(pairs, 2, 2))
    return drawn * [1.3, 0.7] + rng.uniform(0, 0.1, size=(pairs, 1, 1)) * np.eye(2)


def right_and_shifted(weights: looks):
    fitting = weights[:, [0, 1], [0, 1]]
    other = weights[:, [0, 1], [1, 0]]
    chosen = fitting > other
    fitted = chosen.mean()
    both = weights.sum(axis=2)
    shares = weights[:, :, 0] / both
    rises = shares[:, 0] > shares[:, 1]
    shifted = rises.mean()
    return fitted, shifted


def fits(weights):
    if weights.ndim != 3 or weights.shape[1:] != (2, 2) or weights.min() <= 0:
        return False
    first, second = np.moveaxis(weights, -1, 0)
    shares = first / (first + second)
    return bool((first != second).all() and (shares[:, 0] != shares[:, 1]).all())


FIRST_IN_BOTH = np.array([[[0.6, 0.2], [0.4, 0.2]], [[0.5, 0.1], [0.3, 0.2]]])
TORN = np.array([[[0.1, 0.2], [0.3, 0.9]], [[0.3, 0.1], [0.8, 0.4]], [[0.2, 0.1], [0.1, 0.4]]])

TASK = Facts(
    practises=("ask a model whether it knows",),
    mistakes="own result.return-missing",
    valid=fits,
    cases={
        "2 pairs in which the first noun always gets more": {
            "pairs": 2,
            "weights": FIRST_IN_BOTH,
        },
        "3 pairs, one of which is right twice": {"pairs": 3, "weights": TORN},
        "5 pairs": {"pairs": 5},
        "a single pair": {"pairs": 1},
        "30 pairs": {"pairs": 30},
        "9 pairs": {"pairs": 9},
        "8 pairs in float32": {"pairs": 8, "dtype": "float32"},
    },
    more_cases={
        "the example by hand": {"weights": np.array([[[0.49, 0.14], [0.17, 0.2]]])},
        "a pair with tiny weights": {"weights": np.array([[[1e-9, 2e-9], [0.3, 0.9]]])},
    },
    holds={
        "Both results are shares, from 0 to 1.": lambda fitted, shifted: (
            min(fitted, shifted) >= -1e-9 and max(fitted, shifted) <= 1 + 1e-9
        ),
        "A pair that is right twice has shifted, too.": lambda fitted, shifted: (
            shifted >= 2 * fitted - 1 - 1e-6
        ),
    },
)

# %% both-right-counted
# A pair counts as right only if both of its sentences are.
# How many sentences does a pair have, and how many of them may count?
assert near(fitted, np.all(fitting > other, axis=1).mean())
fitted = chosen.all(axis=1).mean()

# %% one-right-is-enough
# A pair counts as right as soon as one of its sentences is.
# If one sentence of each pair is right, what is the share of right sentences?
assert near(fitted, np.any(fitting > other, axis=1).mean())
fitted = chosen.any(axis=1).mean()

# %% pair-counted-once
# A pair counts at most once, even if both of its sentences are right.
# What does your code add for a pair that is right twice, if np.True_ + np.True_ is True?
assert near(fitted, np.any(fitting > other, axis=1).sum() / (2 * len(weights)))
fitted = chosen.any(axis=1).sum() / (2 * len(weights))

# %% endings-compared-not-nouns
# For each noun its two endings are compared, and not the two nouns of one sentence.
# Which two numbers belong to one sentence: a row, or a column?
assert near(other, np.stack([given.weights[:, 1, 0], given.weights[:, 0, 1]], axis=1))
other = weights[:, [1, 0], [0, 1]]

# %% shares-along-endings
# The share is that of an ending in a noun's column.
# Which two weights are in the same sentence, and so divide attention between them?
assert near(both, given.weights.sum(axis=1))
both = weights.sum(axis=1)

# %% first-noun-expected
# The first noun counts as right with both endings.
# Which noun fits the second ending, and where does its weight stand?
assert near(fitted, (weights[:, :, 0] > weights[:, :, 1]).mean())
fitted = (weights[:, :, 0] > weights[:, :, 1]).mean()

# %% weights-not-shares
# The weight of the first noun is compared as it is, and not its share of both nouns.
# If *it* looks less at both nouns, does it look less at the first one of the two?
assert near(shares, weights[:, :, 0])
shares = weights[:, :, 0]

# %% difference-not-share
# What is compared is by how much the first noun leads, and not its share.
# Weights .3 and .2, or .03 and .01: which lead is larger, and which share?
assert near(shares, weights[:, :, 0] - weights[:, :, 1])
shares = weights[:, :, 0] - weights[:, :, 1]

# %% compared-with-one-half
# The share is compared with one half, and not with its share after the other ending.
# May a share rise from .6 to .7, and is that a shift?
assert (
    near(shifted, (shares[:, 0] > 1 / 2).mean())
    or near(shifted, ((shares[:, 0] > 1 / 2) & (shares[:, 1] < 1 / 2)).mean())
    or near(shifted, np.mean((shares > 1 / 2) == [True, False]))
)
rises = shares[:, 0] > 0.5
# or
rises = (shares[:, 0] > 0.5) & (shares[:, 1] < 0.5)
# or
rises = (shares > 0.5) == [True, False]

# %% choice-has-to-change
# A pair counts as a shift only if another noun gets more after the other ending.
# May a share rise from .6 to .7, and is that a shift?
assert near(shifted, ((shares[:, 0] > 1 / 2) != (shares[:, 1] > 1 / 2)).mean())
rises = (shares[:, 0] > 0.5) != (shares[:, 1] > 0.5)

# %% shift-the-other-way
# A pair counts where the share is smaller with the ending that fits.
# With which of its two endings should the first noun have the larger share?
assert near(shifted, (shares[:, 0] < shares[:, 1]).mean())
rises = shares[:, 0] < shares[:, 1]

# %% both-weights-must-move
# Both nouns have to get more weight with their own ending, or the pair does not count.
# If *it* looks more at both nouns, may the share of the first rise all the same?
assert near(shifted, (np.diagonal(weights - weights[:, ::-1], 0, 1, 2) > 0).all(axis=1).mean())
rises = (weights[:, 0, 0] > weights[:, 1, 0]) & (weights[:, 1, 1] > weights[:, 0, 1])

# %% other-noun-not-fitting
# The sentences that look more at the other noun are counted as right.
# Where does the noun that fits stand in each row?
assert near(fitted, (fitting < other).mean())
chosen = fitting < other

# %% results-exchanged
# The two results have changed places.
# Which of the two comes first?
assert near(result[0], right.shifted) and near(result[1], right.fitted)
return shifted, fitted

# %% counts-not-shares
# Sentences or pairs are counted, and not divided by their number.
# What is the share, if 3 of 4 are right?
assert near(fitted, chosen.sum()) or near(shifted, rises.sum())
fitted = chosen.sum()
# and/or
shifted = rises.sum()

# %% divided-by-pairs
# The right sentences are divided by the number of pairs, so up to 2 comes out.
# How many sentences are there in 30 pairs?
assert near(fitted, chosen.sum() / len(weights))
fitted = chosen.sum() / len(weights)

# %% pairs-divided-by-sentences
# The pairs that shift are divided by the number of sentences.
# Of how many pairs is this a share?
assert near(shifted, rises.sum() / (2 * len(weights)))
shifted = rises.sum() / (2 * len(weights))

# %% one-ending-judged
# Only one sentence of each pair is judged.
# Which rows does your code read, and how many endings has a pair?
assert near(fitted, (fitting > other)[:, 0].mean()) or near(fitted, (fitting > other)[:, 1].mean())
# for row in 0 1
fitted = chosen[:, row].mean()

# %% percent
# The shares are given in percent.
# What number is asked for, if all are right?
assert near(fitted, 100 * chosen.mean())
fitted = 100 * chosen.mean()
shifted = 100 * rises.mean()

# %% weight-not-choice
# The weights themselves are averaged, though nobody asked which noun gets more.
# What is the share of right sentences, if the noun that fits always gets .6 of both?
assert near(fitted, fitting.mean()) or near(fitted, (fitting / weights.sum(axis=2)).mean())
fitted = fitting.mean()
# or
fitted = (fitting / weights.sum(axis=2)).mean()

# %% fixed-number
# It divides by 60 or 30, however many pairs come.
# Where does your code ask how many pairs there are?
assert near(fitted, chosen.sum() / 60) or near(shifted, rises.sum() / 30)
fitted = chosen.sum() / 60
# and/or
shifted = rises.sum() / 30
