"""Of five attention functions, find the one that lets the future leak."""

from checks.facts import Facts, one_letter

RIGHT = "d"


def leaking_attention():
    letter = RIGHT
    moved = 3
    return letter, moved


TASK = Facts(
    kind="find",
    practises=("test *any* attention",),
    cases={"the five attentions": {}},
    holds={"There are two results, the first a letter in quotes, from a to e.": one_letter},
    asks="Change the last of five rows: how many of the outputs before it move?",
    because="`attend_d` divides by the spread of all scores, so all outputs move but the first, which is row 0.",
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

# %% all-before-moved
# Four would be all the outputs before the last, but one of them stays as it is.
# Print how far each of the five outputs moves: which of them counts, and which stays?
moved = 4

# %% last-counted
# Five would be all outputs, but the last does not count, and one of the others stays.
# Print how far each of the five outputs moves: which of them is before the last?
moved = 5
