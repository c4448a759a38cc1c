"""Of five decoders, find the one whose positions are off by one, and the one that forgets."""

from checks.facts import Facts, one_letter

RIGHT = "b"


def shifted_decoder():
    letter = RIGHT
    forgetful = "c"
    return letter, forgetful


TASK = Facts(
    kind="find",
    practises=("compare a model",),
    cases={"the five decoders": {}},
    holds={
        "There are two results, the first a letter in quotes, from a to e.": one_letter,
        "The second result is another letter.": lambda letter, forgetful: (
            one_letter(forgetful) and forgetful != letter
        ),
    },
    asks="Which is the first wrong word of each decoder?",
    because="Only `b` is wrong where the cache is empty, and `c` is right for two words.",
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

# %% wrong-before-it-forgets
# The second decoder is wrong at the second word, which a memory of two words reaches.
# At which word does a memory of two words lose one for the first time?
forgetful = "a"
# or
forgetful = "d"
# or
forgetful = "e"

# %% nothing-to-forget
# The second decoder, `b`, is wrong at the first word, before which there is nothing to forget.
# At which word does a memory of two words lose one for the first time?
forgetful = "b"
