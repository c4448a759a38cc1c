"""Test whether a function lets a later row change an earlier output."""

import numpy as np

from checks.catalogue.material import leaks
from checks.facts import Facts


def unit_scale(rng, n, d):
    """Draw numbers none of which is near 0, where a change of sign would hardly matter."""
    return rng.uniform(0.4, 1.2, size=(n, d)) * rng.choice([-1, 1], size=(n, d))


def leaks_future(attend, X: unit_scale):
    before = attend(X)
    rows = range(1, len(X))
    found = []
    for row in rows:
        own = X.copy()
        span = row
        nudged = own
        nudged[span] = nudged[span] + 1
        compared = slice(row)
        after = attend(nudged)
        unchanged = before
        change = after[compared] - unchanged[compared]
        moved = not (np.abs(change) <= 1e-6).all()
        found.append(moved)
    leaks = any(found)
    return leaks


def examined(attend, n, d):
    return {"attend": getattr(leaks, attend), "n": n, "d": d}


def answers(wanted, *names):
    return lambda attend, result: attend.__name__ not in names or bool(result) is wanted


TASK = Facts(
    practises=("test *any* attention",),
    shuffled=True,  # the answers are the same for every seed
    mistakes="own arguments",
    symbols={"Q": "X"},
    valid=lambda attend, X: ((np.abs(X) > 0.1) & (np.abs(X) < 10)).all(),
    cases={
        "a running average": examined("running_average", 4, 3),
        "masked attention": examined("masked_attention", 4, 2),
        "attention without a mask": examined("full_attention", 5, 3),
        "each row doubled": examined("each_row_doubled", 3, 2),
        "the row before": examined("row_before", 4, 3),
        "the first row for all": examined("first_row_for_all", 3, 4),
        "a running average with rounding errors": examined("total_without_later_rows", 5, 4),
        "a running sum over n": examined("running_sum_over_n", 4, 3),
        "the average of all rows": examined("average_of_all", 4, 2),
        "the last row added": examined("last_row_added", 4, 3),
        "a leak of row 1 into row 0": examined("next_row_into_first", 4, 2),
        "a leak of the last row into row 0": examined("last_row_into_first", 4, 3),
        "a leak into the last but one": examined("last_row_into_its_neighbour", 5, 2),
        "the row after next added": examined("row_after_next", 4, 3),
        "a leak of one column alone": examined("last_column_of_later_rows", 4, 3),
        "a weak leak": examined("weak_leak", 4, 2),
        "a strong leak": examined("strong_leak", 3, 2),
        "a fast wave of all rows": examined("fast_wave", 4, 3),
        "the sum of later rows": examined("sum_of_rest", 3, 4),
        "a leak that adds to one column what it takes from another": examined(
            "opposite_columns", 4, 4
        ),
        "a leak of one number into row 0": examined("last_number_into_first", 4, 3),
        "a running average of 2 rows": examined("running_average", 2, 3),
    },
    holds={
        "Attention without a mask leaks, a plain average of all rows too.": answers(
            True, "full_attention", "average_of_all"
        ),
        "A running average and masked attention do not leak.": answers(
            False, "running_average", "masked_attention"
        ),
        "A row may change its own output, and later ones.": answers(
            False, "each_row_doubled", "row_before", "first_row_for_all"
        ),
        "A leak out of one row, into one row, or of one column is found.": answers(
            True, "next_row_into_first", "last_row_into_its_neighbour", "last_column_of_later_rows"
        ),
        "A weak leak is found, but rounding is none.": lambda attend, result: (
            answers(True, "weak_leak")(attend, result)
            and answers(False, "total_without_later_rows")(attend, result)
        ),
    },
)

# %% negated
# The answer is flipped: True where nothing leaks.
# What should come back when an earlier output has moved?
assert bool(result) != leaks
return not leaks

# %% exact-equality
# Outputs are compared exactly, so mere rounding counts as a leak.
# How far can rounding alone move an output?
assert moved == (change != 0).any()
moved = (change != 0).any()

# %% tolerance-too-loose
# The tolerance is so loose that real leaks pass as rounding.
# How far can rounding alone move an output?
assert right.leaks and not leaks
moved = not np.allclose(after[compared], before[compared], atol=0.01)
# or
moved = not np.allclose(after[compared], before[compared], atol=1)
# or
nudged[span] = -nudged[span]
moved = np.abs(change).max() > 0.5

# %% only-first-row-tested
# Only the first output is compared, so leaks into other rows go unseen.
# Which outputs come before the row that was changed?
assert np.array_equal(after[compared], after[:1])
compared = slice(1)

# %% only-last-row-tested
# Only what leaks out of the last row counts, so leaks from other rows go unseen.
# What if row 2 sees row 3, but nobody sees the last row?
assert leaks == found[-1] and row == len(X) - 1
rows = [len(X) - 1]

# %% only-one-row-tested
# Only one place in the middle is tried, so leaks elsewhere go unseen.
# Between which rows can something leak?
assert len(found) == 1 and row == len(X) // 2
rows = [len(X) // 2]
# or
rows = [len(X) // 2]
span = slice(row, None)

# %% only-neighbour-tested
# Only the output just before the changed row is compared.
# What if a row sees two places ahead, but not one?
assert np.array_equal(after[compared], after[row - 1 : row])
compared = slice(row - 1, row)

# %% only-one-entry-changed
# Only one number of a row is changed, so other columns leak unseen.
# How many numbers does a row have?
assert np.count_nonzero(own != X) == 1
nudged[span, ..., 0] = nudged[span, ..., 0] + 1
# or
rows = range(1, len(X))
span = row
nudged[row, row % X.shape[1]] += 1
compared = slice(row)
moved = not (np.abs(change) <= 1e-6).all()
leaks = any(found)

# %% change-too-small
# The row is changed so little that its effect is lost in the tolerance.
# How large should a change be, compared with the tolerance?
assert np.abs(own - X).max() < 1e-5
nudged[span] = nudged[span] + 1e-10
# or
nudged[span] = nudged[span] + 1e-6
moved = not np.allclose(after[compared], before[compared])

# %% differences-cancel
# Differences are added up with their signs, so they can cancel.
# What is the sum of 1 and -1?
assert right.leaks and not leaks
assert abs(np.mean(change)) <= 1e-3
# for far in 1e-6 1e-3
nudged[span] = nudged[span] + 1
moved = abs(np.mean(change)) > far

# %% only-one-direction-counts
# The differences keep their signs, so a leak that moves outputs the other way goes unseen.
# Which is larger, a change of 0 or one of -1?
assert right.leaks and not leaks
assert change.max() <= 1e-3 or change.min() >= -1e-3
# for far in 1e-6 1e-3
nudged[span] = nudged[span] + 1
moved = change.max() > far
# or
nudged[span] = nudged[span] + 1
moved = (before[compared] - after[compared]).max() > 1e-6
# or
nudged[span] = nudged[span] + 1
change = (before[compared] - after[compared]).max()

# %% every-number-must-move
# A leak counts only where every earlier number moves.
# How many numbers must move for a leak?
assert moved == (np.abs(change) > 1e-6).all()
nudged[span] = nudged[span] + 1
moved = (np.abs(change) > 1e-6).all()

# %% changes-pile-up
# Changes stay in the copy from round to round.
# What does the copy look like in the second round?
assert (own != X).any(axis=-1).sum() > 1
pile = X.copy()
rows = range(1, len(X))
own = pile
span = row
nudged[span] = nudged[span] + 1
compared = slice(row)
moved = not (np.abs(change) <= 1e-6).all()
leaks = any(found)

# %% change-too-large
# The row becomes nan or infinite, and 0 times that is nan.
# What is a weight of 0 times infinity?
assert not np.isfinite(own).all()
nudged[span] = nudged[span] * np.nan

# %% own-row-compared
# The output of the changed row is compared too, and it may change.
# Which is the last output that the changed row must not reach?
assert len(change) == row + 1
compared = slice(row + 1)
# or
rows = range(len(X))
compared = slice(row + 1)

# %% whole-output-compared
# Later outputs are compared too, and those may change.
# Which outputs may see the changed row?
assert leaks and not right.leaks
compared = slice(None)
# or
rows = range(len(X))
compared = np.arange(len(X)) != row

# %% direction-reversed
# It tests whether earlier rows reach later outputs, which they may.
# Who must not see whom?
assert np.array_equal(after[compared], after[row + 1 :])
rows = range(len(X) - 1)
compared = slice(row + 1, None)

# %% every-row-must-leak
# It calls for a leak at every row, where one would do.
# How many rows have to leak for `attend` to leak?
assert leaks == all(found)
leaks = all(found)
# or
span = slice(row, None)
compared = slice(row - 1, row)
leaks = all(found)

# %% reordered-not-changed
# Later rows are only reordered, which attention without a mask never notices.
# What does an average do when its rows change places?
assert np.array_equal(np.sort(own, axis=0), np.sort(X, axis=0))
rows = range(1, len(X))
span = slice(row, None)
nudged[span] = nudged[span][::-1].copy()
leaks = any(found)

# %% equivariance-tested
# It tests whether reordered rows give reordered outputs, another question.
# Does a function that looks at nothing but the row itself leak?
assert leaks == np.allclose(attend(X[places]), attend(X)[places])
places = np.arange(len(X))[::-1]
leaks = np.allclose(attend(X[places]), attend(X)[places])
# or
places = np.random.default_rng(0).permutation(len(X))
leaks = np.allclose(attend(X[places]), attend(X)[places])

# %% rows-cut-off
# Rows are cut off rather than changed, so `attend` sees fewer.
# What if `attend` divides by the number of rows?
assert len(after) < len(X)
rows = range(1, len(X))
after = attend(X[:row])
# or
rows = [len(X) - 1]
after = attend(X[:row])

# %% return-in-loop
# Only what leaks out of row 1 counts, and the other rows are never tried.
# If there is a loop, how far is the line with `return` indented?
assert len(found) == 1 and row == 1
rows = [1]
span = row

# %% none-for-false
# Where nothing leaks it returns None, not False.
# What does a function return when its loop ends without a `return`?
assert result is None
return True if leaks else None

# %% mutates-input
...
# or
own = X
# or
own = X
unchanged = attend(X)
