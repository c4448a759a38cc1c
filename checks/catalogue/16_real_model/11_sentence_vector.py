"""TODO: the task in one line."""

from checks.facts import Facts


# Its inputs are drawn from the axes of its arguments.
def sentence_vector(x: "n"):
    scaled = x * 1
    return scaled


TASK = Facts(
    kind="write",
    practises=("TODO: how an objective of the lecture begins",),
    mistakes="own arguments",
    symbols={"Q": "x"},
    holds={"TODO: what holds for every right answer.": lambda scaled, x: scaled.shape == x.shape},
)

# %% todo-a-slug
# TODO: what the code does instead, in one sentence.
# TODO: which question leads to the repair without giving it away?
scaled = x * 2
