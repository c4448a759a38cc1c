"""TODO: the task in one line."""

from checks.facts import Facts, one_letter

RIGHT = "b"


def which_heads():
    letter = RIGHT
    return letter


TASK = Facts(
    kind="find",
    practises=("TODO: how an objective of the lecture begins",),
    cases={"the five TODO": {}},
    holds={"The answer is one lower-case letter in quotes, from a to e.": one_letter},
)

# %% todo-a-slug
# TODO: why `a` is not the one, in one sentence.
# TODO: which question shows it without giving the answer away?
letter = "a"

# %% todo-c-slug
# TODO: why `c` is not the one, in one sentence.
# TODO: which question shows it without giving the answer away?
letter = "c"

# %% todo-d-slug
# TODO: why `d` is not the one, in one sentence.
# TODO: which question shows it without giving the answer away?
letter = "d"

# %% todo-e-slug
# TODO: why `e` is not the one, in one sentence.
# TODO: which question shows it without giving the answer away?
letter = "e"
