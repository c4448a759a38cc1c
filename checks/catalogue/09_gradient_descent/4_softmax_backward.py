"""Back through softmax: from the gradient of the weights to the gradient of the scores."""

import numpy as np

from attnlib import softmax
from checks.facts import Facts, near


def shares(rng, batch, n_q, n_k):
    return softmax(rng.normal(size=(*batch, n_q, n_k)))


def sharp(rng, n_q, n_k):
    return softmax(6 * rng.normal(size=(n_q, n_k)))


def some_hidden(rng, n_q, n_k):
    return softmax(np.where(np.tri(n_q, n_k, 1) == 1, rng.normal(size=(n_q, n_k)), -np.inf))


def equal_in_row_0(rng, n_q, n_k):
    return np.vstack([np.full(n_k, 0.7), rng.normal(size=(n_q - 1, n_k))])


def softmax_backward(weights: shares, d_weights: "* n_q n_k"):
    products = weights * d_weights
    mean = products.sum(axis=-1, keepdims=True)
    centred = d_weights - mean
    d_scores = weights * centred
    return d_scores


def has_a_gradient(weights, d_weights):
    """Check that not all gradients are 0: rounding alone would then be a large difference."""
    if weights.shape != d_weights.shape or not np.allclose(weights.sum(axis=-1), 1):
        return False
    return abs(softmax_backward(weights, d_weights)).max() > 1e-3


TASK = Facts(
    practises=("go back through attention",),
    mistakes="backward own arguments",
    names={"Q": "d_weights"},
    cases={
        "3 queries and 5 keys": {"n_q": 3, "n_k": 5},
        "5 queries and 2 keys": {"n_q": 5, "n_k": 2},
        "4 queries and 4 keys": {"n_q": 4, "n_k": 4},
        "a single query": {"n_q": 1, "n_k": 6},
        "a batch of 2, 3 queries and 4 keys": {"batch": (2,), "n_q": 3, "n_k": 4},
        "two axes in front": {"batch": (2, 3), "n_q": 5, "n_k": 4},
        "a batch of 4, 4 queries and 4 keys": {"batch": (4,), "n_q": 4, "n_k": 4},
        "hidden keys, whose weights are 0": {"n_q": 4, "n_k": 5, "weights": some_hidden},
        "a row of equal d_weights": {"n_q": 2, "n_k": 6, "d_weights": equal_in_row_0},
        "almost all weight on one key": {"n_q": 3, "n_k": 4, "weights": sharp},
        "float32 arrays": {"n_q": 3, "n_k": 6, "dtype": "float32"},
    },
    valid=has_a_gradient,
    more_cases={
        "the example by hand": {
            "weights": np.array([[0.5, 0.5]]),
            "d_weights": np.array([[4.0, 0]]),
        },
        "three axes in front": {"batch": (2, 1, 2), "n_q": 3, "n_k": 2},
    },
    holds={
        "The gradients of each row sum to 0.": lambda d_scores: near(d_scores.sum(axis=-1), 0),
        "A key whose weight is 0 has no gradient.": lambda d_scores, weights: (
            not d_scores[weights == 0].any()
        ),
    },
)

# %% batch-axis-breaks (errors: shapes)
# It holds without a batch only: with batch axes in front it breaks.
# Which axes are counted from the front? And which operator multiplies batch by batch?
assert np.ndim(given.weights) > 2
n_q, n_k = weights.shape
