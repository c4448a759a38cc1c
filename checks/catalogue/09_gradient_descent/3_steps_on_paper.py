"""Predict where steps downhill lead on a parabola, with a rate too small, right and too large."""

import numpy as np

from checks.facts import Facts, near


def steps_on_paper():
    start = 3
    steep = 4  # the slope of 2 w², for each unit of w
    slope = steep * start
    first = start - 0.1 * slope
    second = first - 0.1 * steep * first
    across = start - 0.4 * slope
    jumped = start - 0.6 * slope
    away = jumped - 0.6 * steep * jumped
    best = 1 / steep
    limit = 2 / steep
    numbers = np.array([first, second, across, away, best, limit])
    return numbers


TASK = Facts(
    kind="predict",
    practises=("take a step downhill",),
    cases={"paper": {}},
    holds={
        "There are six numbers.": lambda numbers: numbers.shape == (6,),
        "With a rate of 0.1 the ball goes down without jumping across the lowest point.": (
            lambda numbers: 0 < numbers[1] < numbers[0] < 3
        ),
        "From w = 3, each step multiplies w by 1 minus 4 times the rate, as the slope is 4w.": (
            lambda numbers: np.allclose(numbers[:4], 3 * np.array([0.6, 0.36, -0.6, 1.96]))
        ),
        "One step with the best rate ends at 0.": lambda numbers: near(3 - numbers[4] * 12, 0),
        "One step with the last rate ends as high up as it began.": lambda numbers: near(
            3 - numbers[5] * 12, -3
        ),
    },
)

# %% factor-of-loss-missing
# This is the way down w², but the loss is 2w².
# What is the slope of 2w² at 3, if that of w² is 6?
assert near(numbers[:4], 3 * np.array([0.8, 0.64, 0.2, 0.04]))
steep = 2
# or
steep = 2
best = 1 / 4
limit = 2 / 4

# %% two-of-square-missing
# The slope is taken for 2w, but the derivative of a square brings a second factor of 2.
# What is the slope of w² at 3?
assert near(best, 1 / 2)
assert near(limit, 1)
best = 1 / 2
limit = 1

# %% slope-without-place
# The slope is taken for 4 everywhere, as if the curve were a straight line.
# How steep is 2w² at 3, and how steep at 1?
assert near(first, 3 - 0.1 * 4)
slope = steep
second = first - 0.1 * slope
away = jumped - 0.6 * slope

# %% loss-for-slope
# The loss itself is subtracted, where its slope should be.
# At 3 the loss is 18. How steep is it there?
assert near(first, 3 - 0.1 * 18)
slope = 2 * start**2
second = first - 0.1 * 2 * first**2
away = jumped - 0.6 * 2 * jumped**2

# %% slope-not-computed-again
# The second step uses the slope of the first place, though the ball has moved.
# How steep is it at the place where the second step begins?
assert near(second - first, first - start) or near(away - jumped, jumped - start)
second = first - 0.1 * slope
# and/or
away = jumped - 0.6 * slope

# %% uphill
# The steps go uphill: they are added.
# The slope is positive at 3. Where is the lowest point from there?
assert first > start
assert across > start
first = start + 0.1 * slope
second = first + 0.1 * steep * first
across = start + 0.4 * slope
jumped = start + 0.6 * slope
away = jumped + 0.6 * steep * jumped

# %% steps-not-places
# These are the lengths of steps, not the places where they end.
# The ball starts at 3 and moves by this much: where is it then?
assert near(abs(numbers[[0, 2]]), (1.2, 4.8))
# for sign in 1 -1
first = sign * 0.1 * slope
second = sign * 0.1 * steep * 1.8
across = sign * 0.4 * slope
away = 0.6 * steep * 4.2

# %% losses-not-places
# These are losses, but the first four answers are places of the ball.
# Which number do you know when you know where the ball is?
assert near(numbers[0], 2 * 1.8**2)
numbers = np.array([2 * first**2, 2 * second**2, 2 * across**2, 2 * away**2, best, limit])

# %% stopped-at-the-bottom
# The step ends at the lowest point, or on the side where it began.
# A step of 4.8 to the left, from 3: where does it end?
assert across >= 0 or away == 0
across = 0
# and/or
away = 0

# %% sign-of-place-missing
# The ball is on the wrong side of the lowest point.
# It starts at 3 and moves 4.8 to the left. On which side of 0 is it?
assert numbers[2] > 0 or numbers[3] < 0
across = -(start - 0.4 * slope)
# and/or
away = -(jumped - 0.6 * steep * jumped)
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
assert near(second, 3 * 0.6**3) or near(away, 3 * (-1.4) ** 3)
second = start * 0.6**3
# and/or
away = start * (-1.4) ** 3

# %% best-is-limit
# The two rates are the same, or have changed places.
# Which rate leads to the lowest point in one step, and which one to the other side, equally high?
assert near(best, 2 / steep) or near(limit, 1 / steep)
best = 2 / steep
# and/or
limit = 1 / steep

# %% limit-too-large
# From this rate on the loss has been growing for a while.
# Where is the ball after one step with a rate of 0.6, and how high up is it?
assert limit > 0.5
# for rate in 0.6 0.75 1
limit = rate

# %% limit-too-small
# With this rate the loss still falls at each step.
# Where is the ball after one step with a rate of 0.4, and how high up is it?
assert near(limit, 0.4) or near(limit, 1 / 3)
# for rate in 0.4 1/3
limit = rate

# %% rate-from-the-start
# The rate is made of the place where the ball starts, but the start plays no part.
# By which factor does a step multiply w, whatever w is?
assert near(best, 1 / 12) or near(limit, 1 / 6)
best = 1 / 12
# and/or
limit = 1 / 6
