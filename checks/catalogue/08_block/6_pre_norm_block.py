"""A pre-norm block that loses its stream: a function to repair."""

import numpy as np

from checks.catalogue.material.block_parts import (
    HALVING,
    REAL,
    SILENT,
    SIMPLE,
    UNCHANGED,
    nothing,
)
from checks.facts import Facts


def pre_norm_block(X: "* n d", attend, feed, norm_1, norm_2):
    normed_X = norm_1(X)
    attended = attend(normed_X)
    H = X + attended
    normed_H = norm_2(H)
    fed = feed(normed_H)
    output = H + fed
    return output


STARTER = '''
def pre_norm_block(X, attend, feed, norm_1, norm_2):
    """A block (..., n, d) with the norm first: both parts add to the stream X."""
    X = X + attend(norm_1(X)) + feed(norm_2(X + attend(norm_1(X))))
    return X
'''

TASK = Facts(
    kind="repair",
    starter=STARTER,
    slips={
        "residual-doubled": (
            "X = norm_1(X)\nX = attend(X)\nX = X + X\nX = norm_2(X)\nX = feed(X)\nX = X + X"
        ),
    },
    practises=("say what heads", "write everything"),
    mistakes="stream own return-missing arguments",
    symbols={"Q": "X"},
    names={"pre_norm": "output"},
    cases={
        "simple parts": dict(n=4, d=3, **SIMPLE),
        "attention and layer norm": dict(n=3, d=5, **REAL),
        "parts that return zeros": dict(n=3, d=4, **SILENT),
        "a batch": dict(batch=(2,), n=3, d=5, **REAL),
        "a single token": dict(n=1, d=4, **SIMPLE),
        "float32": dict(n=3, d=4, **SIMPLE, dtype="float32"),
    },
    more_cases={
        "the example by hand": {"X": np.array([[8.0]]), **HALVING},
        "parts that return what they get": dict(n=2, d=3, **UNCHANGED),
    },
    holds={
        "The shape is that of X.": lambda output, X: np.shape(output) == X.shape,
        "Parts that return zeros leave X as it is.": lambda X, attend, output: (
            attend is not nothing or np.allclose(output, X)
        ),
    },
)

# %% norm-before-and-after
H = norm_1(X + attended)
# and/or
output = norm_2(H + fed)

# %% feed-reads-first-X
normed_H = norm_2(X)

# %% attention-lost
normed_H = norm_2(X)
output = X + fed

# %% post-norm-not-pre
# The sums are normalised: this is post-norm.
# Which norm may touch the stream itself, in a pre-norm block?
assert near(H, norm_1(X + attended)) and near(output, norm_2(H + fed))
normed_X = X
H = norm_1(X + attended)
normed_H = H
output = norm_2(H + fed)
