"""For a line of the lecture: the score of every word with every word, from embeddings."""

import numpy as np

from checks.facts import Facts


def scores_of_words(X: "n d", W_q: "d d_k", W_k: "d d_k"):
    Q = X @ W_q
    K = X @ W_k
    scores = Q @ K.T
    return scores


TASK = Facts(
    practises=(),
    mistakes="scores own arguments",
    without="batch-axis-breaks needs-a-batch-axis mask-not-asked",
    holds={
        "One row and one column of scores for each word.": lambda result, X: (
            np.shape(result) == (len(X), len(X))
        ),
    },
)

# %% likeness-not-question
# The words themselves are compared, without questions and labels.
# What do `W_q` and `W_k` make of `X`?
assert near(scores, X @ X.T)
scores = X @ X.T

# %% scaled-already
# These are scaled scores: the division is the next step.
# What is the dot product of a question and a label, before anything is divided?
assert near(scores, right.scores / np.sqrt(Q.shape[-1])) or near(scores, right.scores / 3)
scores = Q @ K.T / np.sqrt(Q.shape[-1])
# or
scores = Q @ K.T / 3
