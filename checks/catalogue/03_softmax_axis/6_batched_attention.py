"""Attention for one sentence, or for a batch of them: a function to repair."""

import numpy as np

from checks.catalogue.material.scores import LOW_SCORES
from checks.facts import Facts, near


def batched_attention(Q: "* n_q d_k", K: "* n_k d_k", V: "* n_k d_v"):
    scores = Q @ np.swapaxes(K, -1, -2)
    scaled = scores / np.sqrt(Q.shape[-1])
    axis = -1
    shifted = scaled - scaled.max(axis=axis, keepdims=True)
    exponentials = np.exp(shifted)
    total = exponentials.sum(axis=axis, keepdims=True)
    weights = exponentials / total
    output = weights @ V
    return output, weights


STARTER = '''
def batched_attention(Q, K, V):
    """Output (..., n_q, d_v) and weights (..., n_q, n_k), for one sentence or a batch."""
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = exponentials / np.sum(exponentials, axis=-1, keepdims=True)
    return weights @ V, weights
'''

TASK = Facts(
    redrawn=1,
    kind="repair",
    starter=STARTER,
    slips={
        "size-from-the-front": "scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[1])",
        "axis-from-the-front": (
            "exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))\n"
            "weights = exponentials / exponentials.sum(axis=1, keepdims=True)"
        ),
    },
    practises=("say along which axis",),
    mistakes="""
        own scale softmax-over-queries softmax returned-in-wrong-order weights-not-returned
        scores.batch-axis-breaks arguments
    """,
    # In the code to repair, only scale and softmax are wrong, and hardly anybody touches the rest.
    without="""
        scale-by-sqrt-d_v scale-inverted half-not-root root-without-brackets
        scale-by-fourth-root scale-hard-coded softmax-missing softmax-over-axis-0 softmax-base-2
        hard-argmax exp-missing log-softmax sigmoid-not-softmax constant-in-sum
    """,
    more_cases={"scores of about -30": LOW_SCORES},
    holds={
        "One row of weights for each query, one column for each key.": lambda weights, scores: (
            np.shape(weights) == scores.shape
        ),
        "Every row of weights sums to 1.": lambda weights: near(weights.sum(axis=-1), 1),
        "Each query gives most weight to the key with the largest score.": lambda weights, scores: (
            weights.argmax(axis=-1) == scores.argmax(axis=-1)
        ).all(),
        "Each output is the average of the values under its weights.": lambda output, weights, V: (
            near(output, weights @ V)
        ),
    },
)

# %% axis-from-the-front
# Softmax's axis is counted from the front: in a batch, it is no longer the keys' axis.
# What number is the keys' axis when you count from the end?
assert any(near(np.sum(exponentials / total, axis=front), 1) for front in (0, 1))
# for front in 1 0
axis = front
# or
# for front in 1 0
total = exponentials.sum(axis=front, keepdims=True)

# %% size-from-the-front
# The scores are divided by the root of `Q.shape[1]`, which in a batch is not d_k.
# Which axis of Q holds d_k numbers, counted from the end?
assert near(scaled, scores / np.sqrt(Q.shape[1]))
scaled = scores / np.sqrt(Q.shape[1])

# %% shift-along-another-axis
# The maximum runs along another axis than the sum, so a row is lowered unevenly.
# What may you subtract from a row of scores without changing its weights?
assert np.ptp(scaled - shifted, axis=-1).any()
# for other in 1 -2
shifted = scaled - scaled.max(axis=other, keepdims=True)

# %% needs-a-batch-axis
batch, n_q, d_k = Q.shape
# or
axis = 2
# and/or
scaled = scores / np.sqrt(Q.shape[2])
# or
total = exponentials.sum(axis=2, keepdims=True)
# or
total = exponentials.sum(axis=2, keepdims=True)
scaled = scores / np.sqrt(Q.shape[2])

# %% batch-axis-breaks
scores = Q @ K.T
# or
scores = np.dot(Q, K.T)

# %% softmax-twice
...

# %% softmax-over-queries
axis = -2
# or
total = exponentials.sum(axis=-2, keepdims=True)
