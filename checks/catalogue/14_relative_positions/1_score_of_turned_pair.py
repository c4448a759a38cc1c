"""Predict scores of a query and a key that are turned by their positions."""

import numpy as np

from checks.facts import Facts, near

QUERY, KEY, SIDEWAYS = 4, 2, 3  # the lengths
AT, BACK, SHIFT = 7, 2, 100  # positions


def score_of_turned_pair():
    query_at = AT + np.array([0, SHIFT, 0, 0, -1])
    key_at = AT + np.array([-BACK, SHIFT - BACK, 12, -1, 0])
    query_length = QUERY
    key_length = np.array([KEY, KEY, KEY, SIDEWAYS, SIDEWAYS])
    before = np.array([0, 0, 0, 90, 90])  # degrees between the two, before they are turned
    turned = 30 * (key_at - query_at)
    degrees = before + turned
    cosines = np.cos(np.radians(degrees))
    lengths = query_length * key_length
    scores = lengths * cosines
    return scores


TASK = Facts(
    kind="predict",
    practises=("make scores depend", "turn queries and keys"),
    cases={"paper": {}},
    numbers={
        "QUERY": ("2", "6", "8"),
        "KEY, SIDEWAYS": ("1, 5", "3, 5", "5, 3", "3, 1", "5, 1"),
        "AT": ("8", "9", "11"),
        "BACK, SHIFT": ("2, 50", "4, 50", "2, 70", "4, 30"),
    },
    holds={
        "There are five numbers.": lambda scores: scores.shape == (5,),
        "Where both are moved on together, the score is the same.": lambda scores: near(
            scores[0], scores[1]
        ),
        "12 steps of 30 degrees are a full turn.": lambda scores: near(scores[2], QUERY * KEY),
        "With the sideways key, looking ahead and back have opposite signs.": lambda scores: near(
            scores[3], -scores[4]
        ),
    },
)

# %% only-query-turned
# Only the query is turned, and the key stays where it was.
# How far does each of the two turn, and what angle is left between them?
assert near(turned, -30 * query_at)
turned = 30 * -query_at

# %% only-key-turned
# Only the key is turned, and the query stays where it was.
# How far does each of the two turn, and what angle is left between them?
assert near(turned, 30 * key_at)
turned = 30 * key_at

# %% nothing-turned
# The scores are those of the vectors before they were turned.
# Which angle is between the first query and its key, once both have turned?
assert near(degrees, before)
turned = 0

# %% positions-added
# The two turns are added, as if the vectors turned towards each other.
# Both turn the same way: what does that do to the angle between them?
assert near(turned, 30 * (key_at + query_at))
turned = 30 * (key_at + query_at)

# %% shift-of-query-alone
# In the second pair the query has moved on, but the key has not.
# How far apart are the query and the key of the second pair?
assert query_at[1] - key_at[1] == SHIFT + BACK
key_at = AT + np.array([-BACK, -BACK, 12, -1, 0])

# %% backwards
# The signs of the last two are exchanged: an angle is turned, or counted, the wrong way.
# Where does an arrow that points up point after a quarter turn to the left?
assert (np.sign(result[3:]) == -np.sign(right.scores[3:])).all()
turned = 30 * (query_at - key_at)

# %% direction-ignored
# The last two are equal, as if only the size of the distance counted.
# The key starts straight up: does it turn towards the query or away from it?
assert near(scores[3], scores[4])
turned = -30 * abs(key_at - query_at)
# or
turned = 30 * abs(key_at - query_at)

# %% one-step-for-two
# The whole distance is counted as one step, so the vectors are too close together.
# How many steps is it from the first key to the first query, and how far does each step turn?
assert near(result[:2], QUERY * KEY * np.cos(np.radians(30)))
turned = 30 * np.sign(key_at - query_at)
# or
scores[:2] = lengths[:2] * np.cos(np.radians(30))

# %% angle-of-key-ignored
# The second key is treated as if it pointed to the right, like the first.
# Which angle is between the query and the second key before anything turns?
assert near(degrees, turned)
before = 0

# %% cosine-alone
# These are cosines; a dot product has both lengths in it as well.
# What is the dot product of the query and the first key before anything turns?
assert (abs(scores) <= 1).all()
lengths = 1

# %% lengths-added
# The lengths are added, but a dot product multiplies them.
# What is the dot product of the query and the first key before anything turns?
assert near(lengths, query_length + key_length)
lengths = query_length + key_length

# %% sine-for-cosine
# The sine of the angle is taken instead of its cosine.
# What is the score of two vectors that point the same way?
assert near(cosines, np.sin(np.radians(degrees)))
cosines = np.sin(np.radians(degrees))

# %% degrees-not-radians
# An angle in degrees was given to np.cos, which reads radians.
# In which unit does np.cos read an angle?
assert near(cosines, np.cos(degrees))
cosines = np.cos(degrees)

# %% far-means-nothing
# The third score vanishes, as if a key far away could not score at all.
# How many degrees further than the query has the key turned?
assert scores[2] == 0
scores[2] = 0

# %% numbers-in-another-order
# All the numbers are right, but some of them have changed places.
# Which comes third, and which comes last?
assert near(np.sort(result), np.sort(lengths * cosines))
assert not near(result, lengths * cosines)
degrees = before + turned
return scores[[2, 0, 1, 3, 4]]
# or
degrees = before + turned
return scores[[4, 3, 2, 1, 0]]
# or
degrees = before + turned
return scores[[0, 1, 3, 4, 2]]

# %% always-perpendicular
# The last two vanish, as if the two arrows stayed perpendicular.
# By how many degrees does each of the two turn, if they stand one position apart?
assert near(scores[3:], 0)
turned = 30 * (key_at - query_at) * (before == 0)
