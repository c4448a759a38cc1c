"""Of five norms, find the one that lets tokens see one another."""

from checks.facts import Facts, one_letter

RIGHT = "b"


def norm_that_leaks():
    letter = RIGHT
    return letter


TASK = Facts(
    kind="find",
    practises=("test a block from outside",),
    cases={"the five norms": {}},
    holds={"The answer is one letter in quotes, from a to e.": one_letter},
)

# %% suspected-rms
# Norm `a` keeps the mean, so it is no layer norm, but it treats each token by itself.
# Take norm `a`: over which axis does its only mean run?
letter = "a"

# %% suspected-flattened
# Norm `c` puts all tokens in one long table, and normalises each of them by itself.
# Take norm `c`: what is in one column of its table?
letter = "c"

# %% suspected-loop
# Norm `d` divides by d - 1 and adds no eps, but it treats each token by itself.
# Take norm `d`: how many tokens does one round of its loop read?
letter = "d"

# %% suspected-length
# Norm `e` makes each token's length 1, not its variance, but it treats each token by itself.
# Take norm `e`: which numbers go into one length?
letter = "e"
