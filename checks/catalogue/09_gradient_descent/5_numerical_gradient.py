"""A gradient by nudging: a function to repair."""

import numpy as np

from checks.catalogue.material import losses
from checks.facts import Facts

STARTER = '''
def numerical_gradient(loss, x, step):
    """The slope of loss(x) for every number of x, in the shape of x; x comes back unchanged."""
    slopes = np.zeros_like(x)
    return slopes + np.reshape(
        [
            (loss(x + nudge) - loss(x - nudge)) / (2 * step)
            for nudge in step * np.eye(x.size).reshape(-1, *x.shape)
        ],
        x.shape,
    )
'''


def eighths(rng, shape):
    """Draw eighths: if a step is a power of 2, adding and subtracting it causes no rounding."""
    return rng.choice(np.arange(3, 17), size=shape) / 8 * rng.choice([-1, 1], size=shape)


def measured(loss, x, index, number):
    x[index] = number
    return loss(x)


def read_as_one_row(loss):
    return lambda x: loss(x.ravel())


def numerical_gradient(loss, x: eighths, step):
    slopes = np.zeros_like(x)
    moved = x.copy()
    before = loss(x)
    places = np.ndindex(x.shape)
    for index in places:
        old = moved[index].copy()
        up = measured(loss, moved, index, old + step)
        down = measured(loss, moved, index, old - step)
        difference = up - down
        apart = 2 * step
        slopes[index] = difference / apart
        moved[index] = old
    return slopes


def nudged(loss, shape, step, **given):
    return {"loss": getattr(losses, loss), "shape": shape, "step": step, **given}


def slopes_of(name, by_algebra):
    return lambda result, loss, x, step: (
        loss.__name__ != name or np.allclose(result, by_algebra(x, step), rtol=1e-4)
    )


TASK = Facts(
    kind="repair",
    starter=STARTER,
    slips={
        "one-sided x-left-changed": (
            "before = loss(x)\n"
            "for index in np.ndindex(x.shape):\n"
            "    x[index] += step\n"
            "    slopes[index] = (loss(x) - before) / step\n"
            "return slopes"
        ),
    },
    practises=("go back through attention",),
    mistakes="own result.return-missing",
    cases={
        "5 numbers, the sum of cubes": nudged("total_of_cubes", (5,), 0.25),
        "a (2, 4), the sum of squares": nudged("total_of_squares", (2, 4), 0.125),
        "a (3, 2), the square of the sum": nudged("square_of_total", (3, 2), 0.5),
        "a (3, 2), squares of the sums of its rows": nudged("squares_of_row_totals", (3, 2), 0.25),
        "a (2, 3), products of neighbours": nudged("product_of_neighbours", (2, 3), 0.5),
        "3 numbers, weighted sines": nudged("weighted_waves", (3,), 0.25),
        "a (2, 3, 2), weighted sines": nudged("weighted_waves", (2, 3, 2), 0.5),
        "4 numbers, a small step": nudged("log_of_exponentials", (4,), 2.0**-13),
        "a (3, 3), cubes times the last number": nudged("cubes_minus_last", (3, 3), 0.5),
        "a single number": nudged("total_of_cubes", (1,), 0.5),
        "float32 numbers": nudged("total_of_cubes", (2, 3), 0.25, dtype="float32"),
    },
    # If all slopes were 0, rounding alone would be a large difference.
    valid=lambda loss, x, step: x.ndim and abs(numerical_gradient(loss, x, step)).max() > 1e-3,
    more_cases={
        "the example by hand": {"loss": losses.total_of_cubes, "x": np.array([1.0]), "step": 0.5}
    },
    holds={
        "A slope for each number.": lambda slopes, x: slopes.shape == x.shape,
        "The slopes of a sum of squares are 2x, whatever the step.": slopes_of(
            "total_of_squares", lambda x, step: 2 * x
        ),
        "Those of a sum of cubes are 3x² plus the square of the step.": slopes_of(
            "total_of_cubes", lambda x, step: 3 * x**2 + step**2
        ),
    },
)

# %% one-sided
# The loss is measured on one side, and compared with the loss at x.
# x squared, at x = 1 with step 0.5: what does one side give, and what do both?
assert any(
    near(one, at_x)
    for one in (up, down)
    for at_x in (before, measured(loss, moved.copy(), index, old))
)
assert near(apart, step)
down = before
apart = step
# or
here = loss(moved)
up = measured(loss, moved, index, old + step)
down = here
apart = step
# or
up = loss(moved)
apart = step

# %% not-halved
# The difference is divided by the step, though the two places are two steps apart.
# How far is x + step from x - step?
assert near(apart, step)
apart = step

# %% halved-twice
# The loss is measured on one side only, but the difference is divided by two steps.
# How far apart are the two places where you measure?
assert near(up, before) or near(down, before)
assert near(apart, 2 * step)
down = before
apart = 2 * step
# or
here = loss(moved)
up = measured(loss, moved, index, old + step)
down = here
apart = 2 * step

# %% slopes-all-zero
# Every slope is 0, as if the loss were the same above and below.
# At which two places does your code measure the loss, and do they differ?
assert not slopes.any()
up = measured(loss, moved, index, old)
down = measured(loss, moved, index, old)

# %% flat-array-measured
# The loss gets all numbers in one row, whatever the shape of x is.
# What shape has x, and what shape has the array that your code gives to `loss`?
assert near(loss(x), given.loss(x.ravel()))
loss = read_as_one_row(loss)

# %% x-left-changed
# A number is moved and not put back, so the next slopes are measured elsewhere.
# What is x when the loop comes to its second number?
assert not near(moved, given.x)
moved[index] = moved[index]
# or
moved = x
moved[index] = moved[index]
# or
moved = x
moved[index] = old + step

# %% step-ignored
# A fixed step is used, whatever the argument `step` says.
# Where does your code use the argument `step`?
assert step != given.step
# for small in 1e-3 1e-4 1e-5 1e-6
step = small

# %% half-steps
# The loss is measured half a step away on each side, not a whole one.
# How far up, and how far down, does the statement ask you to go?
assert near(apart, step)
up = measured(loss, moved, index, old + step / 2)
down = measured(loss, moved, index, old - step / 2)
apart = step

# %% slope-sign
# The difference is taken the wrong way round, so all signs are flipped.
# If the loss grows on the way up, is the slope positive or negative?
assert near(difference, down - up)
difference = down - up

# %% not-divided
# This is the difference of two losses, not yet a slope.
# By what is a difference divided to become a slope?
assert near(slopes[index], difference)
apart = 1

# %% brackets-missing
# Dividing by 2 and multiplying by the step is not dividing by two steps.
# In which order does Python compute a / 2 * b?
assert near(slopes[index], difference / 2 * step)
apart = 2 * step
slopes[index] = difference / 2 * step

# %% all-moved-at-once
# All numbers of x move at the same time, so every slope is that of all together.
# Which numbers must stay where they are while one is moved?
assert np.ptp(slopes) < 1e-6
up = loss(moved + step)
down = loss(moved - step)

# %% rows-not-numbers
# The loop goes over rows: the numbers of a row move together and share one slope.
# How many slopes has an x of shape (2, 4), and how often does your loop run?
assert near(slopes, slopes[..., :1])
places = range(len(x))

# %% curvature-not-slope
# This is the second derivative: how the slope changes.
# Which two losses does a slope compare?
assert near(difference, up + down - 2 * before)
assert near(apart, step**2)
difference = up + down - 2 * before
apart = step**2
moved[index] = old

# %% nudges-left-in
# When a number is nudged, the nudges of those before it are still in place.
# How many numbers differ from x while the slope of the second one is measured?
assert near(slopes.flat[0], right.slopes.flat[0]) and not near(slopes, right.slopes)
so_far = (np.arange(x.size) <= np.ravel_multi_index(index, x.shape)).reshape(x.shape)
up = loss(x + step * so_far)
down = loss(x - step * so_far)
