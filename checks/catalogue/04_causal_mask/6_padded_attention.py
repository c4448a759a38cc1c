"""Attention in a batch of sentences of different lengths: a function to repair."""

import numpy as np

from attnlib import softmax
from checks.facts import Facts, near


def some_lengths(rng, sentences, n_k):
    return rng.permutation(np.arange(1, n_k + 1))[:sentences]


def padded_attention(
    Q: "sentences n_q d_k", K: "sentences n_k d_k", V: "sentences n_k d_v", lengths: some_lengths
):
    position = np.arange(K.shape[-2])
    real = position < lengths[:, None]
    visible = real[:, None, :]
    scores = Q @ np.swapaxes(K, -1, -2)
    scaled = scores / np.sqrt(Q.shape[-1])
    scaled = np.where(visible, scaled, -np.inf)
    axis = -1
    shifted = scaled - scaled.max(axis=axis, keepdims=True)
    exponentials = np.exp(shifted)
    exponentials = np.where(visible, exponentials, 0)
    total = exponentials.sum(axis=axis, keepdims=True)
    weights = exponentials / total
    output = weights @ V
    return output, weights


def sizes(sentences, n_q, n_k, d_k, d_v):
    return {"sentences": sentences, "n_q": n_q, "n_k": n_k, "d_k": d_k, "d_v": d_v}


def have_real_keys(Q, K, V, lengths):
    fit = (lengths >= 1) & (lengths <= K.shape[-2])
    return len(lengths) == len(K) and lengths.dtype.kind == "i" and bool(fit.all())


TASK = Facts(
    kind="repair",
    starter='''
def padded_attention(Q, K, V, lengths):
    """Output (batch, n_q, d_v) and weights (batch, n_q, n_k), without attention to padding."""
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    visible = np.arange(K.shape[-2]) < lengths.reshape(-1, 1, 1)
    exponentials = np.where(visible, np.exp(scores), 0)
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights @ V, weights
''',
    slips={
        "batch-meets-queries": "visible = np.arange(K.shape[-2]) < lengths[:, None]",
        "mask-after-softmax": (
            "exponentials = np.exp(scores)\nweights = np.where(visible, weights, 0)"
        ),
    },
    redrawn=10,
    practises=("say who may see whom",),
    valid=have_real_keys,
    mistakes="""
        scale softmax scores output padding axis-squeezed return-in-loop own hiding
        arguments
    """,
    # In the code to repair, softmax and scores are right, and hardly anybody touches them.
    without="""
        scale-by-sqrt-d_v half-not-root root-without-brackets scale-by-fourth-root
        scale-by-sqrt-len scale-hard-coded softmax-missing softmax-over-axis-0 softmax-base-2
        hard-argmax exp-missing log-softmax sigmoid-not-softmax scores-returned constant-in-sum self-scores keys-not-transposed batch-axis-breaks keys-reshaped
        cosine-not-dot weights-transposed softmax-on-output
    """,
    cases={
        "2 sentences, 3 queries and 5 keys": sizes(2, 3, 5, 4, 2),
        "3 sentences, 3 queries and 4 keys": sizes(3, 3, 4, 2, 5),
        "2 sentences, 4 queries and 4 keys": sizes(2, 4, 4, 4, 3),
        "4 sentences, 4 queries and 4 keys": sizes(4, 4, 4, 3, 4),
        "a single sentence": sizes(1, 2, 4, 3, 1),
        "float32 arrays": {**sizes(2, 2, 3, 4, 5), "dtype": "float32"},
    },
    holds={
        "Padding has no weight at all.": lambda weights, visible: not (weights * ~visible).any(),
        "Every real key has some weight.": lambda weights, visible: (
            (weights > 0) | ~visible
        ).all(),
        "Every row of weights sums to 1.": lambda weights: near(weights.sum(axis=-1), 1),
        "Each output is the average of the values under its weights.": lambda output, weights, V: (
            near(output, weights @ V)
        ),
    },
)

# %% q-k-swapped
scores = K @ np.swapaxes(Q, -1, -2)

# %% mask-on-queries
# The mask lies along the queries: it hides queries where it should hide keys.
# Which axes of the scores does the mask meet?
assert np.shape(visible)[-1] == 1
visible = real[:, :, None]
# or
visible = real[:, :, None]
weights = exponentials / np.where(total == 0, 1, total)
# or
visible = real[:, :, None]
weights = np.where(total == 0, 1 / exponentials.shape[axis], exponentials / total)
# or
visible = real[:, :, None]
scaled = scaled + np.where(visible, 0, -1e9).astype(scaled.dtype)
exponentials = np.exp(shifted)
exponentials = exponentials
# or
visible = np.arange(Q.shape[-2])[:, None] < lengths[:, None, None]
weights = exponentials / np.where(total == 0, 1, total)

# %% batch-meets-queries (errors: broadcast)
# Each sentence's row of the mask meets a query.
# Which shapes does NumPy put together here, counted from the right?
assert not weights[:, ~real].any()
visible = real

# %% padding-queries-hidden (errors: broadcast)
# Queries are hidden as well: those beyond the length of their sentence get nothing.
# Whose lengths are these: those of the queries, or those of the keys?
assert not np.nan_to_num(output[np.arange(Q.shape[-2]) >= lengths[:, None]]).any()
weights = weights * (np.arange(Q.shape[-2]) < lengths[:, None])[:, :, None]
# or
output = output * (np.arange(Q.shape[-2]) < lengths[:, None])[:, :, None]
# or
visible = real[:, None, :] & real[:, :, None]

# %% padding-zeroed
# Keys and values of the padding become 0, but a score of 0 still gets weight.
# What is exp(0)? And for which score is exp 0?
assert near(scaled * ~visible, 0)
assert near(output, weights @ (V * real[:, :, None]))
scaled = np.where(visible, scaled, 0)
exponentials = exponentials
output = weights @ (V * real[:, :, None])

# %% output-from-old-weights
# The output is made with weights that still count the padding.
# Which weights meet V, and are they those that you return?
assert near(output, softmax(scores / np.sqrt(Q.shape[-1])) @ V)
output = softmax(scores / np.sqrt(Q.shape[-1])) @ V

# %% old-weights-returned
# The weights that come back still count the padding, although the output does not.
# Which weights meet V, and are they those that you return?
assert near(result[0], output)
assert (result[1] > 0).all()
return output, softmax(scores / np.sqrt(Q.shape[-1]))

# %% mask-not-asked
visible = visible & np.tri(Q.shape[-2], K.shape[-2], dtype=bool)

# %% softmax-over-queries
assert near(total, np.sum(exponentials, axis=-2, keepdims=True))
...

# %% softmax-over-axis-0
assert near(total, np.sum(exponentials, axis=0, keepdims=True))
...

# %% keepdims-missing
assert np.ndim(total) < np.ndim(scaled) or not near(np.max(shifted, axis=axis), 0)
...

# %% softmax-twice
assert near(weights, softmax(np.where(visible, exponentials / total, -np.inf)))
scaled = scaled
exponentials = exponentials
weights = softmax(np.where(visible, exponentials / total, -np.inf))

# %% axis-squeezed
assert np.ndim(result[0]) < 3
return output.squeeze(), weights.squeeze()

# %% return-in-loop
assert np.ndim(result[0]) == 2
return output[0], weights[0]
