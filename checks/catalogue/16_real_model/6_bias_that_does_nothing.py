"""TODO: the task in one line."""

import numpy as np

from checks.facts import Facts


def bias_that_does_nothing():
    first = 1
    second = 2 * first
    return np.array([first, second], dtype=float)


TASK = Facts(
    kind="predict",
    practises=("TODO: how an objective of the lecture begins",),
    cases={"paper": {}},
    holds={"There are two numbers.": lambda result: np.shape(result) == (2,)},
)

# %% todo-a-slug
# TODO: what the numbers are instead, in one sentence.
# TODO: which question leads to the right ones without giving them away?
second = 4 * first
