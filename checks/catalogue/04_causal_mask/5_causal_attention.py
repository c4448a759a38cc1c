"""Attention of each token to itself and to the tokens before it."""

import numpy as np

from attnlib import softmax
from checks.facts import Facts, near


def causal_attention(Q: "* n d_k", K: "* n d_k", V: "* n d_v"):
    n = Q.shape[-2]
    visible = np.tri(n, dtype=bool)
    scores = Q @ np.swapaxes(K, -1, -2)
    scaled = scores / np.sqrt(Q.shape[-1])
    scaled = np.where(visible, scaled, -np.inf)
    axis = -1
    shifted = scaled - scaled.max(axis=axis, keepdims=True)
    exponentials = np.exp(shifted)
    exponentials = np.where(visible, exponentials, 0)  # so that what replaces exp is hidden, too
    total = exponentials.sum(axis=axis, keepdims=True)
    weights = exponentials / total
    output = weights @ V
    return output, weights


def query_of_zeros(rng, n, d_k):
    """A score of 0 is a normal score, and does not mean that a key is hidden."""
    Q = rng.normal(size=(n, d_k))
    Q[2] = 0
    return Q


TASK = Facts(
    practises=("explain why a sentence",),
    mistakes="""
        scale softmax scores output mask hiding needs-a-batch-axis softmax-twice arguments
    """,
    without="""
        log-softmax sigmoid-not-softmax constant-in-sum keys-reshaped cosine-not-dot
        mask-not-asked softmax-on-output
    """,
    more_cases={"a query of zeros": {"n": 4, "d_k": 3, "d_v": 2, "Q": query_of_zeros}},
    holds={
        "No later token has any weight.": lambda weights: not np.triu(weights, k=1).any(),
        "Every row of weights sums to 1.": lambda weights: near(weights.sum(axis=-1), 1),
        "The first token sees itself alone: its output is its value.": lambda output, V: near(
            output[..., 0, :], V[..., 0, :]
        ),
        "Of the tokens so far, the largest score gets most weight.": lambda weights, scaled: (
            weights.argmax(axis=-1) == scaled.argmax(axis=-1)
        ).all(),
        "Each output is the average of the values under its weights.": lambda output, weights, V: (
            near(output, weights @ V)
        ),
    },
)

# %% scale-by-keys-seen
# Each row of scores is divided by the root of the number of keys that it sees.
# Should a score depend on the number of tokens?
assert near(scaled[..., -1, :] * np.sqrt(n), scores[..., -1, :])
assert near(scaled[..., 0, 0], scores[..., 0, 0])
scaled = scores / np.sqrt(np.arange(1, n + 1))[:, None]

# %% softmax-over-queries
...
# or
scaled = scaled
total = exponentials.sum(axis=-2, keepdims=True)

# %% softmax-over-axis-0
assert near(total, np.sum(exponentials, axis=0, keepdims=True))
...

# %% batch-axis-breaks
...
# or
n = len(Q)


# %% only-first-sees-itself
# Only the first token sees itself, and each other one sees only what came before it.
# May a token attend to itself?
assert np.diagonal(visible).tolist() == [True] + [False] * (n - 1)
visible[range(1, n), range(1, n)] = False

# %% scores-returned
# The scores are returned in place of the weights.
# What share of its attention does each token give to the others?
assert near(result[0], output)
assert near(result[1], scores) or near(result[1], scaled)
return output, scores
# or
return output, scaled

# %% needs-a-batch-axis
batch, n_q, d_k = Q.shape

# %% softmax-twice
assert near(weights, softmax(np.where(visible, exponentials / total, -np.inf)))
weights = softmax(np.where(visible, exponentials / total, -np.inf))

# %% unmasked-weights-returned
# The output is right, but the weights that are returned are those from before the mask.
# Where should the second result be 0?
assert near(result[0], right.output) and not near(result[1], right.weights)
before = np.exp(scores / np.sqrt(Q.shape[-1]))
return output, before / before.sum(axis=-1, keepdims=True)

# %% output-before-the-mask
# The weights that are returned are right, but the output was made with those before the mask.
# Which of your two tables of weights meets V?
assert near(result[1], right.weights) and not near(result[0], right.output)
before = np.exp(scores / np.sqrt(Q.shape[-1]))
output = before / before.sum(axis=-1, keepdims=True) @ V
