"""Of five decoders, find the one whose positions are off by one."""

from checks.facts import Facts, one_letter

RIGHT = "b"


def shifted_decoder():
    letter = RIGHT
    return letter


TASK = Facts(
    kind="find",
    practises=("compare a model",),
    cases={"the five decoders": {}},
    holds={"The answer is one letter in quotes, from a to e.": one_letter},
)

# %% blamed-position-0
# Decoder `a` reads the first word rightly, so its first position is right.
# At which position does decoder `a` take the second word to be, if the first is right?
letter = "a"

# %% blamed-short-memory
# Decoder `c` reads two words rightly: positions that are off by one show at once.
# How many words may decoder `c` look back?
letter = "c"

# %% blamed-mixed-values
# Decoder `d` reads the first word rightly, so its first position is right.
# What is in the cache at the second word that was not there at the first?
letter = "d"

# %% blamed-seen-twice
# Decoder `e` reads the first word rightly, so its first position is right.
# What could go wrong in `e` that makes no difference to a word alone?
letter = "e"
