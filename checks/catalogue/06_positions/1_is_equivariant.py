"""Test whether a function reorders its output rows in the same way as its input rows."""

import numpy as np

from checks.catalogue.material import equivariance as functions
from checks.facts import Facts


def mixed(rng, n):
    """Draw an order in which no row stays, no two rows just swap, and the two ends do not meet."""
    places = np.arange(n)
    while True:
        order = rng.permutation(n)
        moved = (order != places).all() and (order[order] != places).all()
        if moved and order[0] != n - 1 and order[-1] != 0:
            return order


def is_equivariant(attend, X: "n d", order: mixed):
    moved = X[order]
    found = attend(moved)
    before = attend(X)
    expected = before[order]
    allowed = 1e-6 * np.abs(expected).max()
    close = np.abs(found - expected) <= allowed
    same = close.all()
    return bool(same)


def examined(attend, n, d, **given):
    return {"attend": getattr(functions, attend), "n": n, "d": d, **given}


def rising(rng, n, d):
    return np.sort(rng.normal(size=(n, d)), axis=0)


def falling(rng, n, d):
    return -rising(rng, n, d)


def long(rng, n, d):
    return 1e4 * rng.normal(size=(n, d))


def answers(wanted, *names):
    return lambda attend, result: attend.__name__ not in names or result == wanted


LATER_FIRST = np.array([2, 0, 3, 1])

TASK = Facts(
    practises=("say what attention does",),
    mistakes="compared own arguments",
    names={"Q": "X"},
    valid=lambda attend, X, order: sorted(order) == [*range(len(X))],
    cases={
        "attention to the past": examined("attention_to_the_past", 4, 3),
        "attention without positions": examined("attention_without_positions", 5, 3),
        "attention with positions": examined("attention_with_positions", 5, 2),
        "4 rows of 4 numbers, attention without positions": examined(
            "attention_without_positions", 4, 4
        ),
        "positions alone": examined("positions_alone", 5, 3),
        "the mean of all rows for everyone": examined("mean_for_everyone", 4, 3),
        "rows times their sum": examined("rows_times_their_sum", 8, 6),
        "the first row doubled": examined("first_row_doubled", 5, 3),
        "the last row doubled": examined("last_row_doubled", 5, 3),
        "the numbers of each row moved on by its place": examined("moved_on_by_its_place", 4, 3),
        "positions of a thousandth each": examined("tiny_positions", 4, 3),
        "positions counted from the middle": examined("distance_from_the_middle", 6, 2),
        "the mean in the first row": examined("mean_in_the_first_row", 5, 3),
        "the mean in the last row": examined("mean_in_the_last_row", 5, 3),
        "each row added to its mirror image": examined("row_and_mirror_image", 6, 2),
        "a column less going out than in": examined("fewer_columns", 5, 3),
        "positions that neighbours share, when neighbours change places": examined(
            "positions_in_twos", 4, 3, order=np.array([1, 0, 3, 2])
        ),
        "the first row added to all, when a larger one comes first": examined(
            "first_row_added", 4, 3, X=rising, order=LATER_FIRST
        ),
        "the first row added to all, when a smaller one comes first": examined(
            "first_row_added", 4, 3, X=falling, order=LATER_FIRST
        ),
        "every other row negated": examined("every_other_negated", 5, 3),
        "the first row added to the last, which stays in place": examined(
            "first_row_into_last", 4, 3, order=np.array([1, 2, 0, 3])
        ),
        "positions in outputs of a hundred-thousandth": examined("small_outputs", 5, 3),
        "long rows, shortened to length 1, with positions of a hundredth": examined(
            "shortened_with_positions", 5, 3, X=long
        ),
        "outputs that are all 0": examined("no_outputs", 4, 3),
        "outputs that are all negative": examined("below_zero", 5, 2),
    },
    holds={
        "Attention without positions is equivariant.": answers(True, "attention_without_positions"),
        "Attention with positions, or to the past alone, is not.": answers(
            False, "attention_with_positions", "attention_to_the_past"
        ),
        "An output that stays as it is, whatever comes in, is not.": answers(
            False, "positions_alone"
        ),
        "One special place among many is enough to break it.": answers(
            False, "first_row_doubled", "last_row_doubled"
        ),
        "Rounding does not break it.": answers(True, "rows_times_their_sum"),
    },
)

# %% invariant-not-equivariant
# The output is expected to stay as it was under any order.
# When the rows going in change places, what should those coming out do?
assert near(expected, before)
expected = before

# %% inverse-order
# One side is moved by `order` once more than the other, or by its inverse.
# Is X[order][order] the X you started from?
assert near(expected, before[np.argsort(order)])
expected = before[np.argsort(order)]

# %% input-not-reordered
# Only the output is reordered, and `attend` gets the same X both times.
# What goes into `attend` the second time?
assert near(found, before)
found = attend(X)
expected = before[order]
close = np.abs(found - expected) <= allowed
same = close.all()

# %% columns-reordered (errors: index)
# The columns are reordered, not the rows.
# Which axis of X counts the tokens?
assert near(moved, X[:, order])
moved = X[:, order]
expected = before[:, order]
# or
moved = X[:, order]
expected = before

# %% several-answers
return close
# or
return close.all(axis=1)

# %% difference-without-return
return True if same else None

# %% order-ignored
# The rows are reversed, whatever `order` asks for.
# Where does the argument `order` enter the comparison?
assert np.array_equal(order, np.arange(len(X))[::-1])
order = np.arange(len(X))[::-1]

# %% mutates-input
...
# or
moved = X
moved[:] = X[order]

# %% row-sums-compared
# Only the sums of rows are compared, so numbers may change places within a row.
# What do the rows (1, 2) and (2, 1) have in common, and are they equal?
assert result
close = np.abs(found.sum(axis=-1) - expected.sum(axis=-1)) <= allowed
