"""The sharpness of weights as one number: a function to repair."""

import numpy as np

from attnlib import softmax
from checks.facts import Facts

STARTER = '''
def mean_largest_weight(weights):
    """Largest weight of each row of weights (..., n_q, n_k), averaged over all rows: one number."""
    average = weights.max(axis=-1)
    return float(average.mean())
'''


def drawn(rng, shape):
    return softmax(2 * rng.normal(size=shape))


def mean_largest_weight(weights: drawn):
    before = weights
    largest = before.max(axis=-1)
    average = largest.mean()
    return average


def each_sure_of_another(rng):
    return np.eye(4)[rng.permutation(4)]


TASK = Facts(
    kind="repair",
    starter=STARTER,
    slips={
        "averaged-first": (
            "average = weights.mean(axis=-2)\nreturn float(average.max(axis=-1).mean())"
        ),
    },
    practises=("say why $\\sqrt{d_k}$",),
    symbols={"Q": "weights"},
    mistakes="own extra-axis return-missing arguments",
    cases={
        "3 queries and 5 keys": {"shape": (3, 5)},
        "6 queries and 2 keys": {"shape": (6, 2)},
        "4 queries and 4 keys": {"shape": (4, 4)},
        "a single query": {"shape": (1, 3)},
        "4 queries, each sure of another key": {"weights": each_sure_of_another},
        "equal weights": {"weights": np.full((2, 4), 0.25)},
        "a batch of 2 sentences, 4 queries and 3 keys": {"shape": (2, 4, 3)},
        "two axes in front": {"shape": (3, 2, 5, 4)},
        "float32 weights": {"shape": (5, 4), "dtype": "float32"},
    },
    more_cases={
        "the example by hand": {"weights": np.array([[0.9, 0.1], [0.1, 0.9]])},
        "a single key": {"weights": np.ones((3, 1))},
        "20 keys of equal weight": {"weights": np.full((2, 20), 0.05)},
    },
    holds={
        "The answer is one number.": lambda result: np.shape(result) == (),
        "It is at least 1 / n_k and at most 1.": lambda result, weights: (
            1 / weights.shape[-1] - 1e-4 <= result <= 1 + 1e-4
        ),
        "It is 1 where each query is sure of one key.": lambda result, weights: (
            (weights.max(axis=-1) < 1).any() or np.isclose(result, 1)
        ),
    },
)

# %% averaged-first
# The weights are averaged before the largest is taken.
# Two queries are sure of different keys. What is the average of their rows?
assert np.ndim(before) < np.ndim(weights)
before = weights.mean(axis=-2)
# or
before = weights.mean(axis=0)
# or
before = weights.mean(axis=0)
largest = before.max()
# or
before = weights.reshape(-1, weights.shape[-1]).mean(axis=0)

# %% largest-of-all
# One weight decides alone: the largest of all queries.
# How many largest weights go into the average?
assert near(largest, np.max(before))
largest = before.max()

# %% largest-of-columns
# The largest weight of each key is taken, not of each query.
# Which weights belong to one query: a row or a column?
assert near(largest, before.max(axis=-2))
largest = before.max(axis=-2)

# %% batch-axis-breaks (errors: shapes)
# With batch axes in front it breaks.
# Which axes does the code count from the front?
assert np.ndim(weights) > 2
largest = before.max(axis=1)
# or
largest = np.array([row.max() for row in before])
# or
n_q, n_k = weights.shape

# %% mean-not-max
# The mean of a row is taken, which is 1 / n_k whatever the weights are.
# Which number of a row says how sharp it is?
assert near(largest, before.mean(axis=-1))
largest = before.mean(axis=-1)

# %% smallest-not-largest
# The smallest weight of each row is taken.
# Which number of a row says how sharp it is?
assert near(largest, before.min(axis=-1))
largest = before.min(axis=-1)

# %% median-not-mean
# The largest weights are not averaged: this is their median.
# What is the average of 0.4, 0.5 and 0.9, and what is their median?
assert near(average, np.median(largest))
average = np.median(largest)

# %% place-not-weight
# The places of the largest weights are averaged, not the weights.
# What does argmax return?
assert near(largest, before.argmax(axis=-1))
largest = before.argmax(axis=-1)

# %% not-averaged
# There is a number for each query, or for each sentence, but one is asked for.
# Over which axes does your mean run?
assert np.ndim(result) > 0
average = largest
# or
average = largest.mean(axis=-1)

# %% sum-not-mean
# The largest weights are added up, so more queries give a larger number.
# What should two copies of the same weights give?
assert near(average, np.sum(largest))
average = largest.sum()

# %% divided-by-other-count
# The sum is divided by a number that is not how many queries there are.
# How many rows do the weights have, in all sentences together?
assert near(average * count, np.sum(largest))
# for other in weights.shape[-1] weights.shape[-2] len(weights) weights.size
count = other
average = largest.sum() / count

# %% rows-cut-too-short
# The table is cut into rows again, with as many numbers as there are queries, and not keys.
# How long is a row of the weights, if 3 queries meet 5 keys?
assert np.size(largest) == weights.size / weights.shape[-2]
largest = before.reshape(-1, before.shape[-2]).max(axis=1)
