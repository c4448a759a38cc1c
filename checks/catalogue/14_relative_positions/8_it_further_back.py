"""Predict the scores of a cat that is further back than any in training: as trained, clipped, slower."""

import numpy as np

from checks.facts import Facts, near

QUERY, KEY = 2, 4  # the lengths
DEGREES, TRAINED = 10, 6  # for each word; the longest distance of the training


def it_further_back():
    back = TRAINED * np.array([1, 3, 6, 3, 2, 3])
    longest = TRAINED * np.array([6, 6, 6, 1, 6, 6])
    counted = np.minimum(back, longest)
    slower = np.array([1, 1, 1, 1, 2, 2])
    degrees = DEGREES * counted / slower
    cosines = np.cos(np.radians(degrees))
    lengths = QUERY * KEY
    scores = lengths * cosines
    return scores


TASK = Facts(
    kind="predict",
    practises=("turn queries and keys", "say what ALiBi subtracts"),
    cases={"paper": {}},
    numbers={
        "QUERY, KEY": ("2, 3", "2, 5", "4, 3", "2, 7", "4, 4", "3, 6", "4, 5", "4, 6", "5, 6"),
        "DEGREES, TRAINED": ("5, 12", "6, 10", "12, 5", "15, 4", "20, 3"),
    },
    holds={
        "There are six numbers.": lambda scores: scores.shape == (6,),
        "Clipped, a cat far back scores as one that is as far back as in training.": (
            lambda scores: near(scores[3], scores[0])
        ),
        "As far back as the third cat is, the hand makes a full turn.": lambda scores: near(
            scores[2], QUERY * KEY
        ),
        "Half as fast, twice as many words turn the hand as far.": lambda scores: near(
            scores[4], scores[0]
        ),
    },
)

# %% clipping-ignored
# The clipped distance is left as it is, as if nothing had been clipped.
# What does clipping make of a distance that is longer than all in training?
assert near(counted, back)
counted = back

# %% clipped-means-hidden
# The clipped cat scores nothing, as if it had been hidden.
# How many words back does clipping take a far word to be?
assert scores[3] == 0
scores[3] = 0

# %% clipped-to-nothing
# The clipped cat is scored as if it were at no distance.
# How many words back does clipping take a far word to be?
assert counted[3] == 0
assert scores[1] == -QUERY * KEY
counted[3] = 0

# %% clip-subtracted
# The longest distance is subtracted from the distance.
# What does clipping make of a distance that is longer than all in training?
assert counted[3] == 2 * TRAINED
counted[3] = 2 * TRAINED

# %% slower-ignored
# The slower hand turns as far for each word as before.
# How many degrees does the slower hand turn for each word?
assert near(degrees[4:], [120, 180])
slower = np.ones(6)

# %% faster-not-slower
# The hand turns faster, where it should be slower.
# How many degrees does the slower hand turn for each word?
assert near(degrees[4:], [240, 360])
degrees[4:] = [240, 360]

# %% score-halved
# The slower hand halves the score, but it is the angle that it halves.
# At which angles does the slower hand stand in the last two questions?
assert near(scores[4:], QUERY * KEY * np.array([-1 / 4, -1 / 2]))
scores[4:] = QUERY * KEY * np.array([-1 / 4, -1 / 2])

# %% far-means-nothing
# What is far scores nothing here, but RoPE does not make far scores small.
# At which angle does the hand stand in the second question, and in the third?
assert near(scores[1:3], 0)
scores[1:3] = 0

# %% half-turn-positive
# After half a turn the score is positive, as if the two still pointed the same way.
# What is the cosine of half a turn?
assert scores[1] == QUERY * KEY
cosines = np.where(degrees == 180, 1, np.cos(np.radians(degrees)))

# %% full-turn-negative
# After a full turn the score is negative.
# Where does a hand point after a full turn, and what is the cosine of that angle?
assert scores[2] == -QUERY * KEY
scores[2] = -QUERY * KEY

# %% both-turns-added
# Query and key turn in opposite directions, so each word puts twice the angle between them.
# Both turn the same way: how many degrees does each word of distance put between them?
assert near(degrees, 2 * DEGREES * counted / slower)
degrees = 2 * DEGREES * counted / slower

# %% clipped-as-trained
# The distance is clipped where nothing is clipped yet: the first three are scored as trained.
# How far would the hand turn in the second question if nothing held it back?
assert near(scores[1:3], QUERY * KEY / 2)
longest[:3] = TRAINED

# %% full-turn-is-nothing
# After a full turn nothing is left of the score.
# Where does a hand point after a full turn, and what is the cosine of that angle?
assert scores[2] == 0
assert scores[1] != 0
scores[2] = 0

# %% signs-reversed
# Every score has the wrong sign.
# What is the score of two arrows that point the same way?
assert near(scores, -lengths * cosines)
scores = -lengths * cosines

# %% cosine-alone
# These are cosines; a dot product has both lengths in it as well.
# What is the dot product of two arrows that point the same way?
assert (abs(scores) <= 1).all()
lengths = 1

# %% lengths-added
# The lengths are added, but a dot product multiplies them.
# What is the dot product of two arrows that point the same way?
assert near(lengths, QUERY + KEY)
lengths = QUERY + KEY

# %% one-length-alone
# Only one of the two lengths is in the scores.
# What is the dot product of two arrows that point the same way?
assert near(lengths, QUERY) or near(lengths, KEY)
# for length in QUERY KEY
lengths = length

# %% sine-for-cosine
# The sine of the angle is taken instead of its cosine.
# What is the score of two arrows that point the same way?
assert near(cosines, np.sin(np.radians(degrees)))
cosines = np.sin(np.radians(degrees))

# %% degrees-not-radians
# An angle in degrees was given to np.cos, which reads radians.
# In which unit does np.cos read an angle?
assert near(cosines, np.cos(degrees))
cosines = np.cos(degrees)

# %% angles-not-scores
# These are the angles, and the scores are asked for.
# What is the score of a cat at such an angle?
assert near(scores, degrees)
scores = degrees

# %% numbers-in-another-order
# All the numbers are right, but some of them have changed places.
# Which three come first, and which one is clipped?
assert near(np.sort(result), np.sort(lengths * cosines))
assert not near(result, lengths * cosines)
slower = np.array([1, 1, 1, 1, 2, 2])
return scores[[0, 2, 1, 3, 4, 5]]
# or
slower = np.array([1, 1, 1, 1, 2, 2])
return scores[::-1]
# or
slower = np.array([1, 1, 1, 1, 2, 2])
return scores[[0, 1, 2, 3, 5, 4]]
