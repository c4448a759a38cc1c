"""Of five score functions, find the one that divides by the wrong number."""

from checks.facts import Facts, one_letter

RIGHT = "d"


def wrong_divisor():
    letter = RIGHT
    divisor = 256 / 2
    return letter, divisor


TASK = Facts(
    kind="find",
    practises=("tell the right divisor",),
    cases={"the five functions": {}},
    holds={"There are two results, the first a letter in quotes, from a to e.": one_letter},
    asks="At d_k = 256, take one number of `Q @ K.T` and its score: how often does one go into the other?",
    because="`scores_d` divides by half of d_k: at 256 that is 128, and the root is 16.",
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

# %% right-divisor
# 16 is the root of 256, by which the four right functions divide.
# What is `Q @ K.T` divided by the scores of the function that you named?
divisor = 16.0

# %% times-too-much
# 8 is how many times too large the divisor is, and not the divisor.
# Eight times too large: compared with which number?
divisor = 8.0
