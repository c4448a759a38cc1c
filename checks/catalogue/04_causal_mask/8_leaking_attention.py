"""Of five attention functions, find the one that lets the future leak."""

from checks.facts import Facts, one_letter

RIGHT = "d"


def leaking_attention():
    letter = RIGHT
    return letter


TASK = Facts(
    kind="find",
    practises=("test *any* attention",),
    cases={"the five attentions": {}},
    holds={"The answer is one letter in quotes, from a to e.": one_letter},
)

# %% suspected-penalty
# `attend_a` does not leak: for a computer, e to the power of minus a billion is exactly 0.
# Take `attend_a`: what does your `leaks_future` say about it?
letter = "a"

# %% suspected-shared-again
# `attend_b` does not leak: the second division cancels the sum with the future in it.
# Take `attend_b`: by what is an exponential divided in the end?
letter = "b"

# %% suspected-loop
# `attend_c` does not leak: row i computes with the first i + 1 rows alone.
# Take `attend_c`: which rows of X does its first round see?
letter = "c"

# %% suspected-one-maximum
# `attend_e` does not leak: one number subtracted from all scores cancels.
# Take `attend_e`: what does softmax see of the scores?
letter = "e"
