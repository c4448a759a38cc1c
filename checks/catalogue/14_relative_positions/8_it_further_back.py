"""Predict the scores of a cat that is further back than any in training: as trained, clipped, slower."""

import numpy as np

from checks.facts import Facts, near


def it_further_back():
    back = np.array([6, 18, 36, 18, 12, 18])
    longest = np.array([36, 36, 36, 6, 36, 36])
    counted = np.minimum(back, longest)
    slower = np.array([1, 1, 1, 1, 2, 2])
    degrees = 10 * counted / slower
    cosines = np.cos(np.radians(degrees))
    lengths = 2 * 4
    scores = lengths * cosines
    return scores


TASK = Facts(
    kind="predict",
    practises=("turn queries and keys", "say what ALiBi subtracts"),
    cases={"paper": {}},
    holds={
        "There are six numbers.": lambda scores: scores.shape == (6,),
        "Clipped at 6, a cat 18 words back scores as one 6 back.": lambda scores: near(
            scores[3], scores[0]
        ),
        "36 steps of 10 degrees are a full turn.": lambda scores: near(scores[2], 8),
        "Half as fast, 12 words turn the hand as far as 6 did.": lambda scores: near(
            scores[4], scores[0]
        ),
    },
)

# %% clipping-ignored
# The clipped distance is left as it is, as if nothing had been clipped.
# What is the distance clipped at 6 of a word that is 18 back?
assert near(counted, back)
counted = back

# %% clipped-means-hidden
# The clipped cat scores 0, as if it had been hidden.
# How many words back does clipping take a far word to be?
assert scores[3] == 0
scores[3] = 0

# %% clipped-to-nothing
# The clipped cat is scored as if it were at distance 0.
# How many words back does clipping take a far word to be?
assert counted[3] == 0
assert scores[1] == -8
counted[3] = 0

# %% clip-subtracted
# The longest distance is subtracted from the distance.
# How far back does clipping take an 18-word distance to be: 6 words, or 18 less 6?
assert counted[3] == 12
counted[3] = 12

# %% slower-ignored
# The slower hand turns by 10 degrees for each word, as before.
# How many degrees does it turn for each word if it is 2 times slower?
assert near(degrees[4:], [120, 180])
slower = np.ones(6)

# %% faster-not-slower
# The hand turns 2 times faster, by 20 degrees for each word.
# How many degrees does it turn for each word if it is 2 times slower?
assert near(degrees[4:], [240, 360])
degrees[4:] = [240, 360]

# %% score-halved
# The slower hand halves the score, but it is the angle that it halves.
# What is the angle after 12 words, at 5 degrees for each?
assert near(scores[4:], [-2, -4])
scores[4:] = [-2, -4]

# %% far-means-nothing
# What is far scores 0 here, but RoPE does not make far scores small.
# At which angle does the hand stand after 18 words, and after 36?
assert near(scores[1:3], 0)
scores[1:3] = 0

# %% half-turn-positive
# After half a turn the score is positive, as if the two still pointed the same way.
# What is the cosine of 180 degrees?
assert scores[1] == 8
cosines = np.where(degrees == 180, 1, np.cos(np.radians(degrees)))

# %% full-turn-negative
# After a full turn the score is negative.
# Where does a hand point after 360 degrees, and what is the cosine of that angle?
assert scores[2] == -8
scores[2] = -8

# %% both-turns-added
# Query and key turn in opposite directions, so each word puts 20 degrees between them.
# Both turn the same way: how many degrees does each word of distance put between them?
assert near(degrees, 20 * counted / slower)
degrees = 20 * counted / slower

# %% clipped-as-trained
# The distance is clipped where nothing is clipped yet: the first three are scored as trained.
# How far, in degrees, would the hand turn in 18 words if nothing held it back?
assert near(scores[1:3], 4)
longest[:3] = 6

# %% full-turn-is-nothing
# After a full turn nothing is left of the score.
# Where does a hand point after 360 degrees, and what is the cosine of that angle?
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
# What is the dot product of two arrows of the lengths 2 and 4 that point the same way?
assert (abs(scores) <= 1).all()
lengths = 1

# %% lengths-added
# The lengths are added, but a dot product multiplies them.
# What is the dot product of two arrows of the lengths 2 and 4 that point the same way?
assert near(lengths, 6)
lengths = 2 + 4

# %% one-length-alone
# Only one of the two lengths is in the scores.
# What is the dot product of two arrows of the lengths 2 and 4 that point the same way?
assert near(lengths, 2) or near(lengths, 4)
# for length in 2 4
lengths = length

# %% sine-for-cosine
# The sine of the angle is taken instead of its cosine.
# What is the score of two arrows that point the same way?
assert near(cosines, np.sin(np.radians(degrees)))
cosines = np.sin(np.radians(degrees))

# %% degrees-not-radians
# An angle in degrees was given to np.cos, which reads radians.
# What is np.cos(60), and what is the cosine of 60 degrees?
assert near(cosines, np.cos(degrees))
cosines = np.cos(degrees)

# %% angles-not-scores
# These are the angles, and the scores are asked for.
# What is the score of a cat at an angle of 60 degrees?
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
