"""A block: attention and a feed-forward, each added to the stream, with norms first or last."""

import numpy as np

from checks.catalogue.material.block_parts import (
    HALVING,
    REAL,
    SILENT,
    SIMPLE,
    UNCHANGED,
    louder_norm,
    nothing,
    nothing_either,
)
from checks.facts import Facts


def block(X: "* n d", attend, feed, norm_1, norm_2, norm_first=True):
    if norm_first:
        normed_X = norm_1(X)
        attended = attend(normed_X)
        H = X + attended
        normed_H = norm_2(H)
        fed = feed(normed_H)
        pre_norm = H + fed
    else:
        heard = attend(X)
        sum_1 = X + heard
        halfway = norm_1(sum_1)
        thought = feed(halfway)
        sum_2 = halfway + thought
        post_norm = norm_2(sum_2)
    return pre_norm if norm_first else post_norm


def nothing_is_added(X, attend, feed, norm_first, result):
    silent = attend is nothing and feed is nothing_either
    return not (silent and norm_first) or np.allclose(result, X)


def norm_2_is_last(norm_2, norm_first, result):
    """Check whether outputs have the mean that the last norm gives to each token."""
    means = np.mean(result, axis=-1)
    return norm_2 is not louder_norm or norm_first or np.allclose(means, 0.5)


CASES = {
    "simple parts": dict(n=4, d=3, **SIMPLE),
    "attention and layer norm": dict(n=3, d=5, **REAL),
    "parts that return zeros": dict(n=3, d=4, **SILENT),
    "a batch": dict(batch=(2,), n=3, d=5, **REAL),
    "a single token": dict(n=1, d=4, **SIMPLE),
    "float32": dict(n=3, d=4, **SIMPLE, dtype="float32"),
}

MORE_CASES = {
    "the example by hand": {"X": np.array([[8.0]]), **HALVING},
    "parts that return what they get": dict(n=2, d=3, **UNCHANGED),
}

PARTS = {
    "what is left of X if both parts return zeros": {"attend": nothing, "feed": nothing_either},
    "the half with attend": {"feed": nothing_either},
    "the half with feed": {"attend": nothing},
    "how the halves follow each other": {},
}

TASK = Facts(
    practises=("write everything",),
    mistakes="stream own return-missing arguments",
    symbols={"Q": "X"},
    cases={
        f"{words}, norm {place}": {**case, "norm_first": place == "first"}
        for place in ("first", "last")
        for words, case in CASES.items()
    },
    stages={
        f"{part}, with the norm {place}": dict(
            n=2, d=3, **{**SIMPLE, **some}, norm_first=place == "first"
        )
        for place in ("first", "last")
        for part, some in PARTS.items()
    },
    more_cases={
        f"{words}, norm {place}": {**case, "norm_first": place == "first"}
        for words, case in MORE_CASES.items()
        for place in ("first", "last")
    },
    holds={
        "The shape is that of X.": lambda result, X: np.shape(result) == X.shape,
        "With the norm first, parts that return zeros leave X as it is.": nothing_is_added,
        "With the norm last, the output is what norm_2 returned.": norm_2_is_last,
    },
)

# %% branch-without-return
# In one of the two orders nothing is handed back, so the caller gets None.
# Which branch of your code has no `return`?
assert result is None
pre_norm = None
# or
post_norm = None

# %% norm-order-swapped
# The two orders are exchanged: norm_first gives post-norm.
# With norm_first, does attend get X or norm_1(X)?
assert norm_first is not given.norm_first
norm_first = not norm_first

# %% norm-first-ignored
# The order is always the same, whatever norm_first says.
# Where does your code use the argument norm_first?
assert norm_first is not given.norm_first
norm_first = True
# or
norm_first = False

# %% second-residual-from-sum
# With the norm last, the second sum starts from the first, as it was before norm_1.
# To what is the result of feed added, and what has feed read?
assert near(sum_2, sum_1 + thought)
sum_2 = sum_1 + thought
