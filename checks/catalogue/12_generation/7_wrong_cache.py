"""Of five decoders, find the one that uses its cache wrongly, and measure how far it is off."""

from checks.facts import Facts, near, one_letter

RIGHT = "d"


def wrong_cache():
    letter = RIGHT
    off = 0.51
    return letter, off


TASK = Facts(
    kind="find",
    practises=("write word by word",),
    cases={"the five decoders": {}},
    holds={
        "There are two results, the first a letter in quotes, from a to e.": one_letter,
        "The second result has two decimals.": lambda off: near(off, round(float(off), 2)),
    },
    asks="With six tokens, which number does your judge show for token 0 of this decoder?",
    because="`decode_d` lets empty rows share in the weights: their scores are 0, and exp(0) is 1.",
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

# %% next-output-measured
# This is how far the output of token 1 is off, and the first token is token 0.
# Which bar of your judge is that of token 0?
off = 0.45

# %% right-output-measured
# An output that is off by 0 is right, but the wrong decoder's first is not.
# Which of the six outputs of your decoder are off?
off = 0.0
