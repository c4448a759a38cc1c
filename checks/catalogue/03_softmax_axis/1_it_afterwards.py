"""Predict the vector of a word after attention, from a row of weights and the contents."""

import numpy as np

from attnlib import softmax
from checks.facts import Facts

CAT, MAT, IT = range(3)
WEIGHTS = np.array([[0.4, 0.1, 0.5], [0.3, 0.5, 0.2], [0.6, 0.3, 0.1]])
LABELS = np.array([[2.0, 1.0, 0.0], [1.0, 2.0, 0.0], [0.0, 0.0, 2.0]])
CONTENTS = np.array([[1, 0, 3], [0, 1, 2], [0, 0, 1]])


def it_afterwards():
    weights = WEIGHTS[IT]
    values = CONTENTS
    output = weights @ values
    return output


TASK = Facts(
    kind="predict",
    practises=("write attention as four", "show, number by number"),
    mistakes="own softmax.softmax-twice",
    cases={"paper": {}},
    numbers={
        "WEIGHTS[IT]": (".7, .2, .1", ".5, .4, .1", ".5, .3, .2", ".7, .1, .2", ".6, .1, .3"),
        "CONTENTS[:, 2]": ("4, 2, 1", "5, 3, 1", "5, 2, 1", "4, 3, 2", "5, 3, 2", "6, 4, 1"),
    },
    holds={
        "There are three numbers.": lambda output: np.shape(output) == (3,),
        "An average lies between the smallest and the largest content.": lambda output: (
            (CONTENTS.min(axis=0) <= output) & (output <= CONTENTS.max(axis=0))
        ).all(),
        "Only `cat` hands over being, and only `mat` hands over thing.": lambda output: np.allclose(
            output[:2], WEIGHTS[IT, :2]
        ),
    },
)

# %% weights-transposed
# The weights come from the column of `it`, not from its row.
# Which three weights does `it` share out, and what do they sum to?
assert near(weights, WEIGHTS[:, IT])
weights = WEIGHTS[:, IT]

# %% another-words-row
# The weights come from the row of another word.
# Which word asks here, and which row is its own?
assert near(weights, WEIGHTS[CAT]) or near(weights, WEIGHTS[MAT])
# for word in CAT MAT
weights = WEIGHTS[word]

# %% values-from-keys
# The labels are averaged, and the contents never used.
# What does a word hand over when its label fits?
assert near(values, LABELS)
values = LABELS

# %% values-not-weighted
# The contents are added up as they are, and the weights play no part.
# How much of its content does `mat` hand over to `it`?
assert near(output, values.sum(axis=0))
output = values.sum(axis=0)

# %% equal-weights
# All three words count alike, as if each weight were a third.
# From which word does `it` take most?
assert near(output, values.mean(axis=0))
output = values.mean(axis=0)

# %% weights-not-output
# These are the weights of `it`, not yet what it fetches with them.
# Which table have you not used?
assert near(output, weights)
output = weights

# %% itself-left-out
# What `it` takes from itself is left out.
# How much weight does `it` give to itself?
assert any(near(output * left, weights[:IT] @ values[:IT]) for left in (1, 1 - WEIGHTS[IT, IT]))
output = weights[:IT] @ values[:IT]
# or
output = weights[:IT] @ values[:IT] / (1 - WEIGHTS[IT, IT])

# %% itself-added
# The content of `it` is added to the output.
# How much of its own content does `it` take?
assert near(output, weights @ values + values[IT])
output = weights @ values + values[IT]

# %% summed-over-wrong-axis
# The numbers of each word are added up, so being, thing and soft are mixed.
# Which numbers must be added to find how soft `it` is?
assert near(output, weights * values.sum(axis=1))
output = weights * values.sum(axis=1)

# %% weights-on-columns
# Each weight multiplies a column of the contents, not the row of its word.
# Where do the contents of `cat` stand, on a row or on a column?
assert near(output, values @ weights)
output = values @ weights

# %% one-part-of-soft
# The last number is the part of `cat` alone.
# Which other words hand over some soft?
assert near(output[2], weights[CAT] * values[CAT, 2])
output = np.array([*(weights @ values)[:2], weights[CAT] * values[CAT, 2]])

# %% products-not-summed
# These are the parts that the words hand over, not yet added up.
# How do three words make one number for being?
assert near(output, weights[:, None] * values)
output = weights[:, None] * values

# %% best-value-only
assert near(output, values[weights.argmax()])
output = values[weights.argmax()]

# %% divided-by-n
assert near(output * 3, weights @ values)
output = weights @ values / 3

# %% softmax-twice
assert near(weights, softmax(WEIGHTS[IT]))
weights = softmax(weights)
