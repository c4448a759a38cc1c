"""Attention weights: scores, scaled, then softmax."""

import numpy as np

from checks.catalogue.material.scores import LOW_SCORES
from checks.facts import Facts, near


def attention_weights(Q: "* n_q d_k", K: "* n_k d_k"):
    scores = Q @ np.swapaxes(K, -1, -2)
    scaled = scores / np.sqrt(Q.shape[-1])
    axis = -1
    shifted = scaled - scaled.max(axis=axis, keepdims=True)
    exponentials = np.exp(shifted)
    total = exponentials.sum(axis=axis, keepdims=True)
    weights = exponentials / total
    return weights


TASK = Facts(
    practises=("say along which axis", "write attention as four"),
    mistakes="scale softmax scores arguments",
    without="constant-in-sum",
    more_cases={"scores of about -30": LOW_SCORES},
    holds={
        "One row of weights for each query, one column for each key.": lambda weights, scores: (
            np.shape(weights) == scores.shape
        ),
        "Every row of weights sums to 1.": lambda weights: near(weights.sum(axis=-1), 1),
        "Each query gives most weight to the key with the largest score.": lambda weights, scores: (
            weights.argmax(axis=-1) == scores.argmax(axis=-1)
        ).all(),
    },
)

# %% batch-axis-breaks
...
# or
total = exponentials.sum(axis=1, keepdims=True)
