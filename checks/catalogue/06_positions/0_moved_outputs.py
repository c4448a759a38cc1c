"""For a line of the lecture: what must come out for reordered rows, if a function is equivariant."""

import numpy as np

from checks.catalogue.material import equivariance as functions
from checks.facts import Facts


def another_order(rng, n):
    """Draw an order in which no row stays, and which is not its own inverse."""
    while True:
        order = rng.permutation(n)
        if (order != range(n)).all() and (order[order] != range(n)).all():
            return order


def moved_outputs(attend, X: "n d", order: another_order):
    before = attend(X)
    expected = before[order]
    return expected


def examined(attend, n, d):
    return {"attend": getattr(functions, attend), "n": n, "d": d}


TASK = Facts(
    practises=(),
    mistakes="own arguments",
    cases={
        "attention without positions": examined("attention_without_positions", 3, 4),
        "attention with positions": examined("attention_with_positions", 4, 2),
        "attention to the past": examined("attention_to_the_past", 5, 3),
    },
    holds={
        "There is a row for each word, and it is one that `attend` made of X.": (
            lambda result, attend, X: sorted(result.tolist()) == sorted(attend(X).tolist())
        ),
    },
)

# %% outputs-stay
# The outputs stay in their rows, although the words have changed places.
# When the rows going in change places, what should those coming out do?
assert near(expected, before)
expected = before

# %% compared-with-itself
# With this, `attend(X[order])` would be compared with itself, and every function would pass.
# What became of each word before the words moved, and in which row should it stand now?
assert near(expected, attend(X[order]))
expected = attend(X[order])

# %% inverse-order
# The rows are moved by the inverse of `order`.
# Which row of X comes first in X[order], and which of these?
assert near(expected, before[np.argsort(order)])
expected = before[np.argsort(order)]

# %% columns-reordered (errors: index)
# The columns are reordered, not the rows.
# Which axis of X counts the words?
assert near(expected, before[:, order])
expected = before[:, order]

# %% words-not-outputs
# These are the words that go in, in the new order.
# What has `attend` made of each of them?
assert near(expected, X[order])
expected = X[order]
