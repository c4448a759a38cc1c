"""Predict the table of softmax slopes for three weights."""

from itertools import permutations

import numpy as np

from checks.facts import Facts, near

CAT, MAT, WAS = 0.5, 0.3, 0.2  # the weights


def slopes_on_paper():
    weights = np.array([CAT, MAT, WAS])
    diagonal = np.diag(weights)
    outer = np.outer(weights, weights)
    jacobian = diagonal - outer
    return jacobian


def near_but_diagonal(found, wanted):
    others = ~np.eye(len(found), dtype=bool)
    return near(found[others], wanted[others])


TASK = Facts(
    kind="predict",
    practises=("read the table of slopes",),
    mistakes="jacobian",
    without="inner-not-outer elementwise-not-outer",
    cases={"paper": {}},
    numbers={
        "CAT, MAT, WAS": tuple(
            f"0.{cat}, 0.{mat}, 0.{was}"
            for weights in ("631", "541", "721")
            for cat, mat, was in permutations(weights)
        )
    },
    holds={
        "There are three rows of three numbers.": lambda result: np.shape(result) == (3, 3),
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

# %% factor-missing
# On the diagonal stands the weight itself: a factor is missing.
# How large is the slope of a weight that can grow no further?
assert near(np.diagonal(diagonal - outer), weights)
diagonal = np.diag(weights + weights**2)

# %% other-weight-missing
# Off the diagonal stands one weight, not the product of two.
# Should a key without any weight lose anything when another score grows?
assert any(near_but_diagonal(outer, table) for table in (one_weight, one_weight.T))
one_weight = np.tile(weights, (3, 1))
outer = one_weight - np.diag(weights - weights**2)
# or
one_weight = np.tile(weights, (3, 1))
outer = one_weight.T - np.diag(weights - weights**2)

# %% decimal-point-slipped
# In one product of two weights, the decimal point has slipped.
# Can the product of two weights be larger than either of them?
assert np.isclose(abs(jacobian), 10 * abs(right.jacobian)).sum() == 2
# for pair in [1,2],[2,1] [0,2],[2,0] [0,1],[1,0]
outer[pair] = 10 * outer[pair]

# %% losses-in-equal-parts
# What one weight gains is taken from the two others in equal parts.
# Which of them loses more when a third one grows: a large one or a small one?
assert any(
    near(table.sum(axis=1), 0) and near(table[0, 1], table[0, 2])
    for table in (jacobian, jacobian.T)
)
half = (weights - weights**2) / 2
jacobian = np.diag(3 * half) - half
# or
half = (weights - weights**2) / 2
jacobian = np.diag(3 * half) - half[:, None]
