"""Where should an induction head look?"""

import numpy as np

from checks.facts import Facts


def letters(rng, n, period):
    return np.resize(rng.permutation(16)[:period], n)


def induction_target(tokens: letters):
    place = np.arange(len(tokens))
    same = tokens[:, None] == tokens
    earlier = same & (place < place[:, None])
    known = earlier.any(axis=1)
    last = np.where(earlier, place, -1).max(axis=1)
    target = np.where(known, last + 1, -1)
    return target


def several(n, period, **given):
    return {"n": n, "period": period, **given}


TASK = Facts(
    practises=("watch heads find their patterns",),
    mistakes="own result.return-missing",
    cases={
        "5 letters, one of them twice": several(5, 4, tokens=np.array([3, 1, 4, 1, 5])),
        "9 letters, of which 3 come again": several(9, 3),
        "letters that come at random": several(
            10, 3, tokens=np.array([2, 0, 2, 1, 0, 0, 2, 1, 2, 0])
        ),
        "the same letter again and again": several(4, 1, tokens=np.array([7, 7, 7, 7])),
        "4 letters, all different": several(4, 4),
        "11 letters, of which 4 come again": several(11, 4),
        "a single letter": several(1, 1),
    },
    valid=lambda tokens: tokens.ndim == 1 and tokens.size,
    more_cases={
        "the example by hand": {"tokens": np.array([3, 10, 1, 3, 10])},
        "300 letters": several(300, 7),
    },
    holds={
        "There is one place for each letter.": lambda target, tokens: (
            np.shape(target) == tokens.shape
        ),
        "A letter that comes for the first time has -1.": lambda target, known: (
            target[~known] == -1
        ).all(),
        "No place is later than the letter itself.": lambda target, place: (target <= place).all(),
    },
)

# %% letter-itself
# The head looks at the last place of the same letter, not at what came after it.
# Which letter stands at the place that you return?
assert (target == last).all()
target = np.where(known, last, -1)
# or
target = last

# %% place-before
# The head looks at what came before the letter, not after it.
# After b comes a. Is the place of a larger or smaller than that of b?
assert (target[known] == last[known] - 1).all()
target = np.where(known, last - 1, -1)

# %% nothing-is-a-place
# A letter that comes for the first time does not get -1.
# What is place 0, and does a letter stand there?
assert (target[~known] != -1).any()
target = last + 1
# or
target = np.where(known, last + 1, 0)
# or
target = np.where(known, last + 1, place)
# or
target = np.where(known, last + 1, -2)

# %% first-not-last
# The first time counts, as for the head of the lecture, and not the last.
# The letter has come three times. Which of them was the last?
assert (last[known] < right.last[known]).any()
last = earlier.argmax(axis=1)

# %% itself-counted
# A letter finds itself, as if it had come before.
# Is a letter at place i before place i?
assert known.all()
earlier = same & (place <= place[:, None])

# %% future-counted
# Places that are not earlier count as well, and a head cannot see later ones.
# What does a causal mask leave of your table?
assert (earlier & (place >= place[:, None])).any()
earlier = same
# or
earlier = same
known = same.sum(axis=1) > 1
# or
earlier = same & (place != place[:, None])
# or
earlier = same & (place > place[:, None])

# %% letter-not-place
# These are letters, not the places where they stand.
# Is 5 the fifth place, or a letter?
assert near(target[known], tokens[last[known] + 1])
target = np.where(known, tokens[np.minimum(last + 1, len(tokens) - 1)], -1)

# %% distance-not-place
# This says how far back the place is, not which one it is.
# Is place 0 far from the last letter?
assert np.ptp((target + last - place)[known]) == 0
target = np.where(known, place - last, -1)
# or
target = np.where(known, place - last - 1, -1)

# %% two-after
# The head looks two places after the letter.
# Which place comes right after place 4?
assert (target[known] == last[known] + 2).all()
target = np.where(known, last + 2, -1)

# %% everywhere-but-new
# The places are given where there are none, and -1 where there is one.
# Which of its two arguments does `np.where` take where the condition is True?
assert (target[known] == -1).all()
target = np.where(known, -1, last + 1)

# %% whether-not-where
# This tells whether there is such a place, and not where it is.
# How many different places can your answer name?
assert len(np.unique(target)) <= 2
target = known
# or
target = np.where(known, 1, -1)
# or
target = known.astype(int)

# %% neighbour-left-out
# The letter right before is not looked at.
# Which places does `range(i - 1)` leave out?
assert not np.diag(earlier, -1).any()
earlier = same & (place < place[:, None] - 1)

# %% last-but-one-of-all
# The last but one time in the whole text counts, wherever the letter itself stands.
# A letter comes four times. Which of them is the last before its second time?
assert all((same[i, last[i] + 1 :]).sum() == 1 for i in place[known])
last = np.array([np.flatnonzero(row)[-2:][0] for row in same])

# %% place-0-unseen
# Place 0 counts as no place at all.
# What does `if` make of the number 0, and how can a place be told from None?
assert (np.asarray(target)[last == 0] == -1).all()
target = np.where(last > 0, last + 1, -1)
