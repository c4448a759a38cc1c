"""For a line of the lecture: the dot product of every query with every key."""

import numpy as np

from checks.facts import Facts


def all_scores(Q: "n_q d_k", K: "n_k d_k"):
    scores = Q @ K.T
    return scores


TASK = Facts(
    practises=(),
    mistakes="scores scaled-already arguments",
    without="batch-axis-breaks needs-a-batch-axis mask-not-asked",
    holds={
        "One row of scores for each query, one column for each key.": lambda result, Q, K: (
            np.shape(result) == (len(Q), len(K))
        ),
    },
)

# %% products-not-summed
assert np.ndim(scores) == 3
scores = Q[:, None] * K

# %% paired-rows-only
# Each query meets one key alone, the one with the same number.
# How many dot products do n_q queries and n_k keys have?
assert np.ndim(scores) == 1
scores = np.sum(Q * K, axis=-1)
