"""Find the word that tells the next one who is meant, by swapping one value at a time."""

from checks.facts import Facts

RIGHT = "the"
KEPT = {"queen", "saw", "the", "king", "because"}


def who_carries():
    word = RIGHT
    return word


TASK = Facts(
    kind="find",
    practises=("find out by swapping a single value",),
    cases={"the five words": {}},
    holds={
        "The answer is one of the five words, in quotes and small letters.": lambda word: (
            isinstance(word, str) and word in KEPT
        ),
    },
)

# %% suspected-queen
# The queen is still in the window, but in layer 2 nothing is fetched from this word.
# What is the chance of *sang*, if only the value of *queen* comes from the other text?
word = "queen"

# %% suspected-verb
# The value of *saw* carries some of it, but another word carries more.
# For which of the five words does *sang* fall the lowest?
word = "saw"

# %% suspected-king
# The king stands nearer, but *she* cannot be a king, and his value changes next to nothing.
# What is the chance of *sang*, if only the value of *king* comes from the other text?
word = "king"

# %% suspected-because
# In the lecture, *because* was the carrier. In this sentence it is not.
# What is the chance of *sang*, if only the value of *because* comes from the other text?
word = "because"
