"""Predict where steps downhill lead on a parabola, with a rate too small, right and too large."""

import numpy as np

from checks.facts import Facts, near

START, BEND = 3, 2  # the loss is BEND · w²
SLOW, ACROSS, AWAY = 0.1, 0.4, 0.6  # the rates


def steps_on_paper():
    steep = 2 * BEND  # the slope at w = 1
    slope = steep * START
    first = START - SLOW * slope
    second = first - SLOW * steep * first
    across = START - ACROSS * slope
    jumped = START - AWAY * slope
    away = jumped - AWAY * steep * jumped
    best = 1 / steep
    limit = 2 / steep
    numbers = np.array([first, second, across, away, best, limit])
    return numbers


def factor(rate):
    return 1 - rate * 2 * BEND


TASK = Facts(
    kind="predict",
    practises=("take a step downhill",),
    cases={"paper": {}},
    numbers={
        "START": ("4", "5", "6", "8", "10"),
        "BEND, SLOW, ACROSS, AWAY": (
            "4, 0.05, 0.2, 0.3",
            "5, 0.04, 0.16, 0.24",
            "5, 0.02, 0.14, 0.22",
            "2.5, 0.08, 0.24, 0.48",
            "10, 0.02, 0.08, 0.12",
        ),
    },
    holds={
        "There are six numbers.": lambda numbers: numbers.shape == (6,),
        "With the first rate the ball goes down without jumping across the lowest point.": (
            lambda numbers: 0 < numbers[1] < numbers[0] < START
        ),
        "Each step multiplies w by 1 minus the rate times the slope at w = 1.": (
            lambda numbers: np.allclose(
                numbers[:4],
                START
                * np.array([factor(SLOW), factor(SLOW) ** 2, factor(ACROSS), factor(AWAY) ** 2]),
            )
        ),
        "One step with the best rate ends at 0.": lambda numbers: near(
            1 - numbers[4] * 2 * BEND, 0
        ),
        "One step with the last rate ends as high up as it began.": lambda numbers: near(
            1 - numbers[5] * 2 * BEND, -1
        ),
    },
)

# %% factor-of-loss-missing
# This is the way down w², without the factor in front of it.
# A loss is multiplied by a number: what happens to its slope?
assert near(numbers[[0, 2]], START * (1 - 2 * np.array([SLOW, ACROSS])))
assert near(numbers[[1, 3]], START * (1 - 2 * np.array([SLOW, AWAY])) ** 2)
steep = 2
# or
steep = 2
best = 1 / (2 * BEND)
limit = 1 / BEND

# %% two-of-square-missing
# The slope is that of half the loss: the square has brought no factor of its own.
# What is the derivative of w²?
assert near(best, 1 / BEND)
assert near(limit, 2 / BEND)
best = 1 / BEND
limit = 2 / BEND

# %% slope-without-place
# The slope is the same everywhere, as if the curve were a straight line.
# How steep is the curve at the start, and how steep near the lowest point?
assert near(first, START - SLOW * 2 * BEND)
slope = steep
second = first - SLOW * slope
away = jumped - AWAY * slope

# %% loss-for-slope
# The loss itself is subtracted, where its slope should be.
# How high is the ball at the start, and how steep is it there?
assert near(first, START - SLOW * BEND * START**2)
slope = BEND * START**2
second = first - SLOW * BEND * first**2
away = jumped - AWAY * BEND * jumped**2

# %% slope-not-computed-again
# The second step uses the slope of the first place, though the ball has moved.
# How steep is it at the place where the second step begins?
assert near(second - first, first - START) or near(away - jumped, jumped - START)
second = first - SLOW * slope
# and/or
away = jumped - AWAY * slope

# %% uphill
# The steps go uphill: they are added.
# The slope is positive at the start. Where is the lowest point from there?
assert first > START
assert across > START
first = START + SLOW * slope
second = first + SLOW * steep * first
across = START + ACROSS * slope
jumped = START + AWAY * slope
away = jumped + AWAY * steep * jumped

# %% steps-not-places
# These are the lengths of steps, not the places where they end.
# The ball begins at the start and moves by this much: where is it then?
assert near(abs(numbers[[0, 2]]), 2 * BEND * START * np.array([SLOW, ACROSS]))
# for sign in 1 -1
first = sign * SLOW * slope
second = sign * SLOW * steep * START * factor(SLOW)
across = sign * ACROSS * slope
away = -AWAY * steep * START * factor(AWAY)

# %% losses-not-places
# These are losses, but the first four answers are places of the ball.
# Which number do you know when you know where the ball is?
assert near(numbers[0], BEND * (START * factor(SLOW)) ** 2)
numbers = np.array([*(BEND * np.array([first, second, across, away]) ** 2), best, limit])

# %% stopped-at-the-bottom
# The step ends at the lowest point, or on the side where it began.
# The step is longer than the way to the lowest point: where does it end?
assert across >= 0 or away == 0
across = 0
# and/or
away = 0

# %% sign-of-place-missing
# The ball is on the wrong side of the lowest point.
# How far does it move, and in which direction? On which side does it end?
assert numbers[2] > 0 or numbers[3] < 0
across = -(START - ACROSS * slope)
# and/or
away = -(jumped - AWAY * steep * jumped)
# or
numbers = np.array([-first, -second, -across, -away, best, limit])

# %% one-step-instead-of-two
# This is where the ball is after one step, but the question asks for two.
# How steep is it there, and in which direction does the next step go?
assert near(second, first) or near(away, jumped)
second = first
# and/or
away = jumped

# %% one-step-too-many
# This is where the ball is after three steps, but the question asks for two.
# How often is w multiplied by the same factor?
assert near(second, START * factor(SLOW) ** 3) or near(away, START * factor(AWAY) ** 3)
second = START * factor(SLOW) ** 3
# and/or
away = START * factor(AWAY) ** 3

# %% best-is-limit
# The two rates are the same, or have changed places.
# Which rate leads to the lowest point in one step, and which one to the other side, equally high?
assert near(best, 2 / steep) or near(limit, 1 / steep)
best = 2 / steep
# and/or
limit = 1 / steep

# %% limit-too-large
# From this rate on the loss has been growing for a while.
# Where is the ball after one step with the largest rate, and how high up is it?
assert limit > 1 / BEND
# for rate in AWAY 1.5/BEND 2/BEND
limit = rate

# %% limit-too-small
# With this rate the loss still falls at each step.
# Where is the ball after one step with the rate that leads across, and how high up is it?
assert near(limit, ACROSS) or near(limit, 2 / 3 / BEND)
# for rate in ACROSS 2/3/BEND
limit = rate

# %% rate-from-the-start
# The rate is made of the place where the ball starts, but the start plays no part.
# By which factor does a step multiply w, whatever w is?
assert near(best, 1 / (2 * BEND * START)) or near(limit, 1 / (BEND * START))
best = 1 / (2 * BEND * START)
# and/or
limit = 1 / (BEND * START)
