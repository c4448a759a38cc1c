"""Of five differences between two computations, find the one that is not rounding."""

from checks.facts import Facts, one_letter

RIGHT = "d"


def rounding_or_mistake():
    letter = RIGHT
    return letter


TASK = Facts(
    kind="find",
    practises=("tell a difference that is rounding",),
    cases={"the five differences": {}},
    holds={"The answer is one letter in quotes, from a to e.": one_letter},
)

# %% accused-largest-difference
# Row `a` has the largest difference, but its numbers are in the thousands.
# How far apart are neighbouring float32 numbers near 3511?
letter = "a"

# %% accused-most-gaps
# Row `b` is off by some 40 gaps in float32: 4096 roundings add up.
# By what factor does float64 shrink its difference, and by what factor the gaps?
letter = "b"

# %% accused-half-a-gap
# Row `c` is off by half a gap of float32, and by half a gap of float64.
# Can two different computations promise to be closer than that?
letter = "c"

# %% accused-growing
# Row `e` has no difference in float32 and a tiny one in float64.
# How large is the gap of float64 at 1.1, compared with that difference?
letter = "e"
