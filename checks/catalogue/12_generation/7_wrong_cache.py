"""Of five decoders, find the one that uses its cache wrongly."""

from checks.facts import Facts, one_letter

RIGHT = "d"


def wrong_cache():
    letter = RIGHT
    return letter


TASK = Facts(
    kind="find",
    practises=("write word by word",),
    cases={"the five decoders": {}},
    holds={"The answer is one letter in quotes, from a to e.": one_letter},
)

# %% accused-newest-first
# Decoder `a` keeps the newest first, but keys and values in the same order.
# Does a sum depend on the order of what is added?
letter = "a"

# %% accused-split-scale
# Decoder `b` divides by the root of d in two halves, one before the cache.
# Take decoder `b`: by what is a score divided in the end?
letter = "b"

# %% accused-first-half
# Decoder `c` reads the first half at once, but behind a mask.
# Take decoder `c`: what does its query 0 see?
letter = "c"

# %% accused-hidden-rows
# Decoder `e` hides the empty rows of its table; only its maximum looks at them.
# What happens to a softmax if another number is subtracted from all scores?
letter = "e"
