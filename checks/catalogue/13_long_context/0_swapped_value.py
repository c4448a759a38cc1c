"""For a line of the lecture: by how much an output changes if one value is replaced."""

import numpy as np

from checks.facts import Facts, near


def some_place(rng):
    return int(rng.integers(1, 3))


def row_of_weights(rng, n):
    exponentials = np.exp(rng.normal(size=n))
    return exponentials / exponentials.sum()


def swapped_value(weights: row_of_weights, V: "n d_v", other: "n d_v", place: some_place):
    change = weights[place] * (other[place] - V[place])
    return change


TASK = Facts(
    practises=(),
    mistakes="own",
    cases={
        "4 words": dict(n=4, d_v=3),
        "3 words": dict(n=3, d_v=2),
        "6 words": dict(n=6, d_v=5),
        "values of one number": dict(n=5, d_v=1),
    },
    holds={
        "The change has as many numbers as a value.": lambda result, V: (
            np.shape(result) == (V.shape[-1],)
        ),
    },
)

# %% change-backwards
# This is the change from the other text to ours.
# Which value is there after the swap, and which one before?
assert near(change, weights[place] * (V[place] - other[place]))
change = weights[place] * (V[place] - other[place])

# %% own-value-kept
# The other value is added, and ours is not taken away.
# What happens to the value that stood there before?
assert near(change, weights[place] * other[place])
change = weights[place] * other[place]

# %% other-value-forgotten
# Our value is taken away, and nothing comes in its place.
# Which value stands there after the swap?
assert near(change, -weights[place] * V[place])
change = -weights[place] * V[place]

# %% values-added
# The two values are added, as if the word had both of them.
# What is the change if both values are the same?
assert near(change, weights[place] * (other[place] + V[place]))
change = weights[place] * (other[place] + V[place])

# %% own-value-unweighted
# The other value is multiplied by the weight, and ours is not.
# How much of our value was in the output before the swap?
assert near(change, weights[place] * other[place] - V[place])
change = weights[place] * other[place] - V[place]

# %% weight-forgotten
# This is the difference of the two values, as if the word had all the weight.
# By what is a value multiplied before it enters the output?
assert near(change, other[place] - V[place])
change = other[place] - V[place]

# %% all-values-swapped
# All words get their values from the other text.
# How many values does the swap replace?
assert near(change, weights @ (other - V))
change = weights @ (other - V)

# %% new-output
# This is the whole output after the swap, not the change.
# What is the change if both values are the same?
assert near(change, weights @ V + weights[place] * (other[place] - V[place]))
change = weights @ V + weights[place] * (other[place] - V[place])

# %% place-forgotten
# There is a row for each word, although only one value is replaced.
# Which row belongs to the word at `place`?
assert np.shape(change) == V.shape
change = weights[:, None] * (other - V)
# or
change = weights[place] * (other - V)
