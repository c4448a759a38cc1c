"""Find the row of weights that softmax cannot have made of its scores."""

from checks.facts import Facts

RIGHT = 4


def impossible_row():
    answer = RIGHT
    return answer


TASK = Facts(
    kind="find",
    practises=("turn a row of scores",),
    cases={"the six rows": {}},
    holds={
        "The answer is the number of one row, from 0 to 5.": lambda result: (
            result in range(6) and not isinstance(result, bool)
        ),
    },
)

# %% accused-steps-of-one
# Row 0 is right: one step in the scores is a factor of e in the weights.
# What is .67 divided by .24, and .24 divided by .09?
answer = 0

# %% accused-rounded-sum
# Row 1 is right: three weights of 1/3 are rounded, so they seem to make .99.
# By how much can three rounded numbers miss 1?
answer = 1

# %% accused-sharper
# Row 2 is right: scores twice as far apart make sharper weights.
# What is e to the power of 2, and what is .87 divided by .12?
answer = 2

# %% accused-large-scores
# Row 3 is right: a hundred added to every score of a row changes no weight.
# How far are the three scores from each other?
answer = 3

# %% accused-all-or-nothing
# Row 5 is right: its two small weights are not 0, but they round to 0.
# How large is e to the power of 30, compared with 1?
answer = 5
