"""Of five score functions, find the one that divides by the wrong number."""

from checks.facts import Facts, one_letter

RIGHT = "d"


def wrong_divisor():
    letter = RIGHT
    return letter


TASK = Facts(
    kind="find",
    practises=("tell the right divisor",),
    cases={"the five functions": {}},
    holds={"The answer is one letter in quotes, from a to e.": one_letter},
)

# %% accused-negative-power
# Scores `a` are right: multiplying by a power of -0.5 divides by the root.
# What is the standard deviation of scores `a` at two widths?
letter = "a"

# %% accused-fourth-roots
# Scores `b` are right: two fourth roots, one for each side, make one root.
# By which number is a product divided when both its factors are divided?
letter = "b"

# %% accused-mean
# Scores `c` are right: a mean has divided by d_k already, so the root multiplies.
# How much is d_k divided by its own root?
letter = "c"

# %% accused-count
# Scores `e` are right: the size of Q divided by its rows is d_k.
# How many numbers are in an array of shape (n_q, d_k)?
letter = "e"
