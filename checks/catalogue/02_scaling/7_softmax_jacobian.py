"""The derivatives of softmax: every weight with respect to every score."""

import numpy as np

from attnlib import softmax
from checks.facts import Facts, near


def drawn(rng, n):
    return softmax(rng.normal(size=n))


def softmax_jacobian(weights: drawn):
    w = weights
    diagonal = np.diag(w)
    outer = np.outer(w, w)
    jacobian = diagonal - outer
    return jacobian


def one_of_them_0(rng):
    return softmax([*rng.normal(size=3), -np.inf])


def one_near_1(rng):
    return softmax([4.0, rng.normal()])


TASK = Facts(
    practises=("read the table of slopes",),
    symbols={"Q": "weights"},
    names={"weights": "w"},
    mistakes="""
        softmax.softmax-twice return-in-loop result.last-one-skipped return-missing jacobian
        own arguments
    """,
    cases={
        "3 weights": {"n": 3},
        "5 weights": {"n": 5},
        "4 weights, one of them 0": {"weights": one_of_them_0},
        "2 weights, one of them near 1": {"weights": one_near_1},
        "6 weights in float32": {"n": 6, "dtype": "float32"},
    },
    more_cases={
        "the example by hand": {"weights": np.array([0.5, 0.5])},
        "a single weight": {"weights": np.array([1.0])},
        "2 weights, one of them 0.005": {"weights": np.array([0.005, 0.995])},
    },
    holds={
        "One row and one column for each weight.": lambda result, weights: (
            np.shape(result) == 2 * weights.shape
        ),
        "A score never lowers its own weight, and never raises another.": lambda jacobian: (
            (np.diagonal(jacobian) >= -1e-6).all()
            and (jacobian - np.diag(np.diagonal(jacobian)) <= 1e-6).all()
        ),
        "Each row sums to 0, because adding the same to all scores changes no weight.": lambda jacobian: (
            near(np.sum(jacobian, axis=1), 0)
        ),
        "Entry i, j is the same as entry j, i.": lambda jacobian: near(
            jacobian, np.transpose(jacobian)
        ),
    },
)

# %% softmax-twice
assert near(w, softmax(weights))
w = softmax(weights)

# %% one-triangle-only
# One side of the diagonal stays 0.
# Which entry mirrors entry 0, 1?
assert not np.triu(result, 1).any() or not np.tril(result, -1).any()
return np.triu(jacobian)
# or
return np.tril(jacobian)

# %% integer-buffer
assert near(result, np.trunc(result))
diagonal = np.diag(w)
outer = np.outer(w, w)
return jacobian.astype(int)
