"""Of five training runs, find the one whose model sees the future."""

from checks.facts import Facts, one_letter

RIGHT = "d"


def bug_behind_the_curve():
    letter = RIGHT
    return letter


TASK = Facts(
    kind="find",
    practises=("find mistakes that no loss curve shows",),
    cases={"the five runs": {}},
    holds={"The answer is one letter in quotes, from a to e.": one_letter},
)

# %% blamed-by-heart
# Run `a` has learned its texts by heart: new ones cost it as much, future or no future.
# What becomes of the loss of run `a` on new texts when the future is hidden?
letter = "a"

# %% blamed-plain
# Run `b` does not leak: on new texts it loses nothing when the future is hidden.
# What would a model lose that had relied on the future?
letter = "b"

# %% blamed-weak
# Run `c` only learns little: hiding the future makes no difference to it.
# Is a high loss a sign that a model sees too much, or too little?
letter = "c"

# %% blamed-easy
# Run `e` counts only letters that can be known, so its loss may go down to 0.
# Which loss is the least possible for run `e`, and what does it lose without the future?
letter = "e"
