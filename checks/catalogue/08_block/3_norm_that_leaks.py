"""Of five norms, find the one that lets tokens see one another, and count what gets through."""

from checks.facts import Facts, one_letter

RIGHT = "b"


def norm_that_leaks():
    letter = RIGHT
    moved = 16
    return letter, moved


TASK = Facts(
    kind="find",
    practises=("test a block from outside",),
    cases={"the five norms": {}},
    holds={"There are two results, the first a letter in quotes, from a to e.": one_letter},
    asks="Change one number of the last of five tokens: which numbers of the tokens before it change?",
    because=(
        "`norm_b` takes the mean of the squares along the tokens, so all 16 numbers of the four "
        "tokens before the last one depend on it."
    ),
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

# %% last-token-counted
# The last token is counted, too, but it is the one that was changed.
# Which tokens come before the last one, and how many numbers do they have?
moved = 20

# %% tokens-counted
# Four tokens change, and more than one number does in each of them.
# How many numbers does each of these tokens have, and which of them meet the mean?
assert result == (RIGHT, 4)
moved = 4
