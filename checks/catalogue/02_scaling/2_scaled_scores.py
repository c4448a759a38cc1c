"""Dot products of queries and keys, divided by the root of their width."""

import numpy as np

from checks.facts import Facts


def scaled_scores(Q: "* n_q d_k", K: "* n_k d_k"):
    scores = Q @ np.swapaxes(K, -1, -2)
    scaled = scores / np.sqrt(Q.shape[-1])
    return scaled


def in_order_of(scores, scaled):
    return np.take_along_axis(np.asarray(scaled), scores.argsort(axis=-1), -1)


def in_proportion(scores, scaled):
    largest = np.abs(scores).argmax()
    ratio = np.ravel(scaled)[largest] / scores.flat[largest]
    return np.allclose(scaled, scores * ratio, atol=1e-4)


TASK = Facts(
    practises=("say why $\\sqrt{d_k}$", "tell the right divisor"),
    mistakes="""
        scale scores softmax-already return-in-loop return-missing products-not-summed
        keys-reshaped needs-a-batch-axis mask-not-asked arguments
    """,
    without="cosine-not-dot",
    # As many queries as keys, so that shape[1], taken for the width, is the same for Q and K.
    more_cases={
        "the example by hand": {
            "Q": np.ones((1, 4)),
            "K": np.array([[1.0, 1, 1, 1], [2, 0, 0, 0]]),
        },
        "a batch of 2, 4 queries and 4 keys": {"batch": (2,), "n_q": 4, "n_k": 4, "d_k": 3},
    },
    holds={
        "One row of scores for each query, one column for each key.": (
            lambda result, scores: np.shape(result) == scores.shape
        ),
        "A larger dot product gives a larger score.": lambda scaled, scores: (
            np.diff(in_order_of(scores, scaled), axis=-1) >= -1e-4
        ).all(),
        "All dot products are divided by one and the same number.": lambda scaled, scores: (
            in_proportion(scores, scaled)
        ),
        "Scaled scores spread less than the dot products.": lambda scaled, scores: (
            np.std(scaled) < np.std(scores)
        ),
    },
)

# %% products-not-summed
assert np.ndim(result) == np.ndim(right.result) + 1
scores = Q[..., :, None, :] * K[..., None, :, :]
# or
scaled = Q[..., :, None, :] * K[..., None, :, :]

# %% needs-a-batch-axis (errors: shapes)
# The code counts on exactly three axes, and breaks without a batch in front.
# Which axes does the code name, and does every input have them?
assert np.ndim(Q) != 3
batch, n_q, d_k = Q.shape
# or
result = result.reshape(-1, *result.shape[-2:])

# %% scaled-by-own-spread
# The scores are divided by their own standard deviation.
# Should a score depend on the other queries and keys?
assert near(np.std(scaled), 1)
scaled = scores / scores.std()
# or
scaled = (scores - scores.mean()) / scores.std()

# %% root-of-everything
# The root is taken of the scores as well, so negative scores become nan.
# Where does the bracket of the root close?
assert np.isnan(scaled[scores < 0]).all()
scaled = np.sqrt(scores / Q.shape[-1])

# %% maximum-subtracted
# The largest score of each row is subtracted as well.
# Which step of attention subtracts a maximum, and is it asked for here?
assert near(scaled.max(axis=-1), 0)
scaled = scaled - scaled.max(axis=-1, keepdims=True)

# %% whole-root
# The root is cut to a whole number.
# What is the root of 2, and what do you divide by there?
assert near(scaled * int(np.sqrt(Q.shape[-1])), scores)
scaled = scores / int(np.sqrt(Q.shape[-1]))
