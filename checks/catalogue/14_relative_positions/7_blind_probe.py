"""Of five probes, find the one that cannot tell two layouts apart, and compute what another sees."""

from checks.facts import Facts, near, one_letter

RIGHT = "c"


def blind_probe():
    letter = RIGHT
    score = -3.46
    return letter, score


TASK = Facts(
    kind="find",
    practises=("tell the two layouts",),
    cases={"the five probes": {}},
    holds={
        "There are two results, the first a letter in quotes, from a to e.": one_letter,
        "The second result has two decimals.": lambda score: near(score, round(float(score), 2)),
    },
    asks="Compute the score of `probe_d` once more, with `turn_halves` for `turn`: what do you get?",
    because="`probe_c` asks whether scores depend on distances alone, and in both layouts they do.",
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

# %% score-of-neighbours
# This is the score of `turn_neighbours`, the one that `probe_d` was given.
# Which way of turning does your second result ask about?
score = 1.19

# %% query-and-key-exchanged
# Query and key have exchanged their positions, 3 and 1.
# At which position does `probe_d` turn the query?
score = 15.13
