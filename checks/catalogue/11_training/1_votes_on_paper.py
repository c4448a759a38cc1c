"""Predict what a model can say that only adds up votes."""

import numpy as np

from checks.facts import Facts

CHASES_HUNGRY, CHASES_SLOW, CHASED_HUNGRY = 3, -1, 1


def votes_on_paper():
    exchange = CHASES_SLOW - CHASES_HUNGRY
    fourth = CHASED_HUNGRY + CHASES_SLOW - CHASES_HUNGRY
    correct = 2  # the first two
    best = 3
    numbers = np.array([exchange, fourth, correct, best])
    return numbers


TASK = Facts(
    kind="predict",
    practises=("tell what a model has understood",),
    cases={"paper": {}},
    numbers={
        "CHASES_HUNGRY, CHASES_SLOW": ("5, -1", "6, -1", "6, -2", "7, -2", "8, -2", "8, -3"),
        "CHASED_HUNGRY": ("2", "3", "4"),
    },
    holds={
        "There are four numbers.": lambda numbers: np.shape(numbers) == (4,),
        "No votes get fewer than none or more than four sentences right.": lambda numbers: (
            0 <= np.min(numbers[2:]) <= np.max(numbers[2:]) <= 4
        ),
        "The best votes get at least as many right as these.": lambda numbers: (
            numbers[3] >= numbers[2]
        ),
    },
)

# %% exchange-without-sign
# The exchange is given as a distance, but the lead of *purred* gets smaller.
# Does *slow* speak for *purred*, compared with *hungry*, or against it?
assert exchange > 0
exchange = CHASES_HUNGRY - CHASES_SLOW

# %% vote-turned-round
# In the fourth sentence the adjective votes the other way than in the second.
# May a vote depend on who stands first?
assert fourth == CHASED_HUNGRY - (CHASES_SLOW - CHASES_HUNGRY)
fourth = CHASED_HUNGRY - (CHASES_SLOW - CHASES_HUNGRY)

# %% fourth-by-symmetry
# The fourth number is that of the first sentence, as if everything had been exchanged twice.
# Which votes are there in the fourth sentence, and do they know of each other?
assert fourth == CHASES_HUNGRY
fourth = CHASES_HUNGRY

# %% lead-negated
# The fourth number is the second one again, or its opposite.
# By how much do the first and the third sentence differ? So by how much do the second and the fourth?
assert abs(fourth) == abs(CHASES_SLOW)
fourth = CHASES_SLOW
# or
fourth = -CHASES_SLOW

# %% one-counted
# Only one sentence is counted as right, but a negative lead is right where *barked* is.
# Who is meant if the dog chased the cat because it was hungry?
assert correct == 1
correct = 1

# %% three-by-these
# Three are counted as right, but two of the four have the wrong sign.
# Who does something, and who is meant, if the dog chased the cat?
assert correct == 3
correct = 3

# %% all-four
# Four of four would need votes that no numbers can be.
# In the top row *slow* must change the sign. What does the same vote do in the bottom row?
assert best == 4
best = 4

# %% two-at-best
# Two of four is what any single vote gets, but two votes together get more.
# What if the order decides, unless one of the adjectives votes louder?
assert best == 2
best = 2
