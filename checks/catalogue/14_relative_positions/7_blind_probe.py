"""Of five probes, find the one that cannot tell two layouts apart."""

from checks.facts import Facts, one_letter

RIGHT = "c"


def blind_probe():
    letter = RIGHT
    return letter


TASK = Facts(
    kind="find",
    practises=("tell the two layouts",),
    cases={"the five probes": {}},
    holds={"The answer is one letter in quotes, from a to e.": one_letter},
)

# %% named-first-pair
# The probe `a` looks at columns 0 and 1, and only in one layout are they a pair.
# Where does (1, 0, 0, 0) end up in the half-split layout: in which column?
letter = "a"

# %% named-pair-lengths
# The probe `b` measures neighbouring columns, which are not a pair in half-split.
# Whose length does a rotation keep: that of a pair, or that of any two columns?
letter = "b"

# %% named-stored-score
# The probe `d` compares with a score that was computed in one layout.
# Print that score for both layouts: are the two numbers the same?
letter = "d"

# %% named-untouched-columns
# The probe `e` fills columns 0 and 1 and expects all others to stay 0.
# Which column is the partner of column 0 in the half-split layout?
letter = "e"
