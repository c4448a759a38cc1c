"""Predict what softmax keeps of one piece, and how it changes when the next piece is added."""

import numpy as np

from checks.facts import Facts

FIRST, SECOND = (3, 6), (12, 3)  # the exponentials of the scores
FIRST_VALUES, SECOND_VALUES = (8, 2), (10, 4)


def merged_softmax_on_paper():
    first_scores = np.log(FIRST)
    second_scores = np.log(SECOND)
    before = first_scores.max()
    first = np.exp(first_scores - before)
    first_total = first.sum()
    first_weighted = first @ FIRST_VALUES
    now = second_scores.max()
    second = np.exp(second_scores - now)
    second_total = second.sum()
    second_weighted = second @ SECOND_VALUES
    factor = np.exp(before - now)
    total = factor * first_total + second_total
    weighted = factor * first_weighted + second_weighted
    output = weighted / total
    numbers = np.array([first_total, first_weighted, factor, total, weighted, output])
    return numbers


TASK = Facts(
    kind="predict",
    practises=("compute softmax piece by piece",),
    cases={"paper": {}},
    numbers={
        "FIRST, SECOND": ("(2, 4), (4, 10)", "(5, 2), (10, 8)", "(5, 3), (2, 10)"),
        "FIRST_VALUES": ("6, 2", "4, 10", "2, 7", "9, 3"),
        "SECOND_VALUES": ("9, 5", "12, 4", "1, 8", "10, 6"),
    },
    holds={
        "There are six numbers.": lambda numbers: np.shape(numbers) == (6,),
        "Each l is at least 1, and at most the number of scores in it.": lambda numbers: (
            1 <= numbers[0] <= 2 and 1 <= numbers[3] <= 4
        ),
        "A larger maximum makes what was kept smaller.": lambda numbers: 0 < numbers[2] <= 1,
        "After both pieces, l times the output is o.": lambda numbers: np.isclose(
            numbers[5] * numbers[3],
            numbers[4],
            atol=0.03,  # of an output with two decimals
        ),
    },
)

# %% not-rescaled
# What was kept of the first piece is added as it is, though the maximum has changed.
# From which maximum are the old exponentials measured, and the new ones?
assert near(total, first_total + second_total)
assert near(weighted, first_weighted + second_weighted)
factor = 1
# or
total = first_total + second_total
weighted = first_weighted + second_weighted

# %% only-one-rescaled
# Of l and o, only one shrinks when the maximum changes.
# Which of the two are made of exponentials?
assert near(total, first_total + second_total) != near(weighted, first_weighted + second_weighted)
total = first_total + second_total
# or
weighted = first_weighted + second_weighted

# %% factor-upside-down
# The old l and o grow: the factor is upside down.
# Does an exponential become smaller or larger if a larger number is subtracted first?
assert factor > 1
assert near(factor * right.factor, 1)
factor = np.exp(now - before)

# %% no-maximum
# No maximum is subtracted: l and o are sums of the bare exponentials.
# What should the largest score of a piece add to l?
assert before == now == 0
before = 0
now = 0

# %% maximum-known-beforehand
# The first piece is measured from the maximum of both.
# What is known of the second piece when the first is read?
assert before == max(*first_scores, *second_scores)
before = second_scores.max()

# %% old-forgotten
# The second piece replaces the first, which counts no longer.
# Which keys should the output be an average over?
assert near(total, second_total)
assert near(weighted, second_weighted)
total = second_total
weighted = second_weighted

# %% mean-of-blocks
# The output is the mean of the two pieces' outputs, as if both had the same say.
# Which piece has the larger scores, and should it count for more?
assert near(2 * output, first_weighted / first_total + second_weighted / second_total)
output = (first_weighted / first_total + second_weighted / second_total) / 2

# %% sum-of-blocks
# The outputs of the two pieces are added.
# Between which two numbers must the average of both pieces lie?
assert near(output, first_weighted / first_total + second_weighted / second_total)
output = first_weighted / first_total + second_weighted / second_total

# %% divided-too-early
# Each o is divided by its l already, before the pieces are merged.
# When is it known what to divide by?
assert near(first_weighted, first @ FIRST_VALUES / first_total)
assert near(second_weighted, second @ SECOND_VALUES / second_total)
first_weighted = first @ FIRST_VALUES / first_total
second_weighted = second @ SECOND_VALUES / second_total

# %% divided-after-first
# What is kept of the first piece is divided by its l before the second piece comes.
# When is it known what to divide by?
assert near(first_weighted, first @ FIRST_VALUES / first_total)
first_weighted = first @ FIRST_VALUES / first_total

# %% factor-without-exp
# The factor is the difference of the two maxima: there is no exp.
# By what is exp(a - b) multiplied to give exp(a - c)?
assert near(abs(factor), now - before)
factor = now - before
# or
factor = before - now

# %% never-divided
# The output is o, not divided by l.
# By what is a weighted sum divided to give an average?
assert near(output, weighted)
output = weighted

# %% exp-missing
# The differences of the scores are added, without exp.
# What is exp(ln a - ln b)?
assert near(first, first_scores - before)
assert near(second, second_scores - now)
first = first_scores - before
second = second_scores - now
# or
first = first_scores - before
second = second_scores - now
factor = before - now

# %% numbers-in-another-order
# Some of the numbers are swapped.
# Which comes first, l or o, and where does the factor belong?
assert near(
    np.sort(result), np.sort([first_total, first_weighted, factor, total, weighted, output])
)
assert not near(result, [first_total, first_weighted, factor, total, weighted, output])
return numbers[[1, 0, 2, 4, 3, 5]]
# or
return numbers[[0, 1, 3, 4, 2, 5]]
# or
return numbers[[0, 1, 3, 4, 5, 2]]

# %% old-maximum-kept
# The second piece is measured from the maximum of the first.
# Which is the largest score so far, once both pieces are read?
assert now == before == first_scores.max()
now = before

# %% second-from-old-maximum
# The first piece is made smaller, but the second one is still measured from its maximum.
# From which score are the exponentials of both pieces measured in the end?
assert near(second, np.exp(second_scores - before))
second = np.exp(second_scores - before)
