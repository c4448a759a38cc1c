"""Of five differences between two computations, find the one that is not rounding, and count its gaps."""

from checks.facts import Facts, one_letter

RIGHT = "d"


def rounding_or_mistake():
    letter = RIGHT
    millions = 27
    return letter, millions


TASK = Facts(
    kind="find",
    practises=("tell a difference that is rounding",),
    cases={"the five differences": {}},
    holds={"There are two results, the first a letter in quotes, from a to e.": one_letter},
    asks="How far apart are neighbouring float64 numbers near the largest number of your row?",
    because=(
        "Rounding shrinks with the gaps, but the difference in row `d` is still 27 million gaps of "
        "float64."
    ),
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

# %% gap-between-1-and-2
# The gaps are those between 1 and 2, but the largest number of the row is below 1.
# How does the gap change each time that the numbers are halved?
# for count in 13 14 13.5 13.6
millions = count

# %% not-in-whole-millions
# The gaps are not counted in whole millions.
# How many millions are 12,345,678 gaps, rounded to a whole number?
# for count in 27e6 27021597.76 27021598 27.0216 27.02
millions = count
