"""Of five training runs, find the one whose model sees the future, and what hiding it costs."""

from checks.facts import Facts, one_letter

RIGHT = "d"


def bug_behind_the_curve():
    letter = RIGHT
    cost = 1.81
    return letter, cost


TASK = Facts(
    kind="find",
    practises=("find mistakes that no loss curve shows",),
    cases={"the five runs": {}},
    holds={"There are two results, the first a letter in quotes, from a to e.": one_letter},
    asks="Which two losses of a run differ in nothing but whether the future is hidden, and by how much?",
    because=(
        "Run `d` alone loses something on the same new texts when the future is hidden, namely 1.81."
    ),
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

# %% compared-with-training
# The cost is counted from the loss in training, which is that of other texts.
# Which two losses of this run are those of the same texts?
cost = 1.83

# %% loss-not-cost
# That is the loss of a run when the future is hidden, not by how much it grew.
# What was the loss on the same texts before?
cost = 2.61
