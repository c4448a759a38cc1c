"""The columns of every token, shared out among the heads."""

import numpy as np

from checks.facts import Facts, near


def split_heads(X: "* n d_model", num_heads):
    pieces = X.reshape(*X.shape[:-1], num_heads, -1)
    heads = pieces.swapaxes(-3, -2)
    return heads


TASK = Facts(
    practises=("cut tokens into heads",),
    names={"Q": "X"},
    mistakes="own axis-squeezed integer-buffer arguments",
    cases={
        "4 tokens and 2 heads of width 3": dict(n=4, d_model=6, num_heads=2),
        "2 tokens and 2 heads of width 2": dict(n=2, d_model=4, num_heads=2),
        "2 tokens and a single head": dict(n=2, d_model=3, num_heads=1),
        "a batch of three, 5 tokens each": dict(batch=(3,), n=5, d_model=4, num_heads=2),
        "a batch with two batch axes": dict(batch=(2, 3), n=1, d_model=2, num_heads=2),
        "float32 tokens": dict(n=3, d_model=8, num_heads=4, dtype="float32"),
    },
    more_cases={
        "the example by hand": {"X": np.array([[1.0, 2, 3, 4], [5, 6, 7, 8]]), "num_heads": 2},
        "3 tokens and 3 heads of width 2": dict(n=3, d_model=6, num_heads=3),
        "a batch with three batch axes": dict(batch=(2, 3, 2), n=1, d_model=2, num_heads=2),
    },
    holds={
        "Every head has a row for each token, and its share of columns.": lambda result, heads: (
            np.shape(result) == heads.shape
        ),
        "The first head holds the first columns of every token.": lambda heads, X, num_heads: near(
            heads[..., 0, :, :], X[..., : X.shape[-1] // num_heads]
        ),
        "Every number of X is in exactly one head.": lambda heads, X: near(
            np.sort(X, axis=None), np.sort(heads, axis=None)
        ),
    },
)

# %% batch-axis-breaks (errors: shapes)
# With batch axes in front it breaks.
# Which axes does the code count from the front?
assert np.ndim(X) > 2
n, d_model = X.shape
# or
heads = pieces.swapaxes(0, 1)
# or
heads = np.moveaxis(pieces, -2, 0)
# or
d_head = X.shape[-1] // num_heads
heads = np.stack([X[:, h * d_head : (h + 1) * d_head] for h in range(num_heads)])

# %% split-without-transpose
assert near(np.ravel(heads), np.ravel(X))
heads = X.reshape(*X.shape[:-2], num_heads, X.shape[-2], -1)

# %% heads-interleaved
assert near(pieces[..., 0, :], X[..., ::num_heads])
pieces = X.reshape(*X.shape[:-1], -1, num_heads).swapaxes(-2, -1)

# %% heads-axis-not-moved
assert np.shape(heads)[-3:-1] == (X.shape[-2], num_heads)
heads = pieces

# %% heads-last
assert np.shape(heads)[-1] == num_heads
heads = np.moveaxis(pieces, -2, -1)

# %% heads-and-width-exchanged
assert np.shape(heads)[-1] == num_heads
pieces = X.reshape(*X.shape[:-1], -1, num_heads)

# %% heads-full-width
assert np.shape(heads)[-1] == X.shape[-1]
pieces = np.stack([X] * num_heads, axis=-2)

# %% heads-reversed
assert near(heads[..., -1, :, :], X[..., : X.shape[-1] // num_heads])
heads = pieces[..., ::-1, :].swapaxes(-3, -2)

# %% return-in-loop
assert np.shape(result)[-3] == 1
return heads[..., :1, :, :]

# %% embeddings-as-columns
assert np.shape(heads)[-1] == X.shape[-2]
heads = np.moveaxis(pieces, -3, -1)

# %% single-head-uncut
# A single head is returned without an axis for heads.
# How many axes does X have, and how many should one head of it have?
assert num_heads > 1 or np.shape(result) == X.shape
heads = pieces.swapaxes(-3, -2) if num_heads > 1 else X
