"""Predict the weights of queries for which some keys, or all of them, are hidden."""

import numpy as np

from checks.facts import Facts

ON, MAT, CAT, TIRED = 1, 2, 3, 4  # the exponentials of the scores
SEEN = np.array([[True, True, True, False], [False, False, True, False], [False] * 4])


def shares_of_the_visible():
    visible = SEEN
    scores = np.log([[ON, MAT, CAT, TIRED]] * 3)
    exponentials = np.exp(scores)
    exponentials = np.where(visible, exponentials, 0)
    total = exponentials.sum(axis=-1, keepdims=True)
    weights = exponentials / np.where(total == 0, 1, total)
    return weights


def lost_shared_equally(weights, visible):
    lost = np.where(visible, 0, weights).sum(axis=-1, keepdims=True)
    count = np.maximum(visible.sum(axis=-1, keepdims=True), 1)
    return np.where(visible, weights + lost / count, 0)


TASK = Facts(
    kind="predict",
    practises=("say who may see whom",),
    mistakes="own mask.mask-inverted",
    cases={"paper": {}},
    numbers={
        "MAT, CAT": ("2, 6", "2, 8", "3, 5", "3, 7", "3, 8", "4, 6", "4, 7", "5, 6"),
        "TIRED": ("9", "10", "12"),
    },
    holds={
        "There are three rows of four weights.": lambda result: np.shape(result) == (3, 4),
        "A hidden key has no weight at all.": lambda weights: not weights[~SEEN].any(),
        "A query that sees something shares out a whole 1.": lambda weights: np.allclose(
            weights.sum(axis=1)[:2], 1
        ),
        "Of two visible keys, the larger score gets more weight.": lambda weights: (
            weights[0, 0] < weights[0, 1] < weights[0, 2]
        ),
    },
)

# %% softmax-not-normalised
weights = exponentials

# %% exp-missing
# The scores are divided by their sum, but softmax divides their exponentials.
# What is e to the power of a logarithm?
assert near(exponentials * visible, scores * visible)
exponentials = scores

# %% exponential-of-zero
# The score of the first word is taken for its exponential, so this word gets nothing.
# What is e to the power of this score?
assert near(exponentials[0], [0, MAT, CAT, 0])
exponentials = np.where(scores == 0, 0, np.exp(scores))

# %% mask-after-softmax
exponentials = exponentials
weights = np.where(visible, exponentials / total, 0)

# %% mask-filled-with-zero
assert near(scores * ~visible, 0)
scores = np.where(visible, scores, 0)
exponentials = exponentials

# %% mask-missing
# Nothing is hidden: every query attends to every key.
# Which words may the second query see?
assert np.all(visible)
visible = np.ones_like(visible)

# %% mask-inverted
visible = ~visible

# %% hidden-row-nan
weights[2] = np.nan

# %% hidden-row-uniform
weights[2] = 1 / 4

# %% lost-weight-shared-equally
# What hidden keys lose is shared out equally, so the visible keys no longer keep their proportions.
# In which proportions should they share the whole?
assert near(np.diff(weights[0, :3]), np.diff([ON, MAT, CAT]) / (ON + MAT + CAT + TIRED))
exponentials = exponentials
weights = lost_shared_equally(exponentials / total, visible)

# %% scores-ignored
# All visible keys get the same, whatever their scores.
# Which visible key has the largest exponential?
assert near(np.ptp(weights[0, visible[0]]), 0)
exponentials = np.ones_like(scores)

# %% exponential-twice
# The exponential is taken twice.
# What is e to the power of a logarithm?
assert near(exponentials * visible, np.exp(np.exp(scores)) * visible)
exponentials = np.exp(np.exp(scores))

# %% row-for-each-key
# There is a row for each key, and a column for each query.
# To whom does a row of weights belong?
assert np.shape(result) == (4, 3)
return weights.T

# %% rounded
assert np.array_equal(result, np.round(result, 4))
# for decimals in 1 2 3 4
return weights.round(decimals)
