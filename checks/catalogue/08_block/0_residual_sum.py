"""For a line of the lecture: what attention returns for the words is added to them."""

import numpy as np

from checks.facts import Facts, near


def residual_sum(X: "n d_model", attended: "n d_model"):
    H = X + attended
    return H


TASK = Facts(
    practises=(),
    mistakes="own",
    cases={
        "3 words of 4 numbers": dict(n=3, d_model=4),
        "2 words of 2 numbers": dict(n=2, d_model=2),
        "a single word": dict(n=1, d_model=5),
        "float32 arrays": dict(n=4, d_model=3, dtype="float32"),
    },
    holds={
        "The shape is that of X.": lambda result, X: np.shape(result) == X.shape,
    },
)

# %% word-replaced
# What attention returns takes the place of the word.
# What is left of the word if attention returns zeros?
assert near(H, attended)
H = attended

# %% nothing-added
# The words go on as they came in, and what attention has found is lost.
# Where does your line use `attended`?
assert near(H, X)
H = X

# %% mean-instead-of-sum
# This is the mean of the two, so half of each is lost.
# What is left of the word if attention returns zeros?
assert near(H, (X + attended) / 2)
H = (X + attended) / 2

# %% multiplied
# The two are multiplied, number by number.
# What is left of the word if attention returns zeros?
assert near(H, X * attended)
H = X * attended

# %% side-by-side
# The two stand side by side or one below the other, so the numbers are twice as many.
# Which shape should come out, if X is (10, 13)?
assert np.size(H) == 2 * np.size(X)
H = np.concatenate([X, attended])
# or
H = np.concatenate([X, attended], axis=-1)
