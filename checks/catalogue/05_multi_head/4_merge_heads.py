"""Heads put side by side again, in one row for each token."""

import numpy as np

from checks.facts import Facts, near


def merge_heads(heads: "* num_heads n d_head"):
    pieces = heads.swapaxes(-3, -2)
    merged = pieces.reshape(*pieces.shape[:-2], -1)
    return merged


TASK = Facts(
    redrawn=1,
    practises=("cut a table of tokens",),
    mistakes="own axis-squeezed arguments",
    names={"Q": "heads"},
    holds={
        "Every token has one row, as wide as all heads together.": lambda result, merged: (
            np.shape(result) == merged.shape
        ),
        "The first columns of a row are the first head's.": lambda merged, heads: near(
            merged[..., : heads.shape[-1]], heads[..., 0, :, :]
        ),
        "Every number of the heads is in the result once.": lambda merged, heads: near(
            np.sort(heads, axis=None), np.sort(merged, axis=None)
        ),
    },
)

# %% batch-axis-breaks (errors: shapes)
# It holds without a batch only: with batch axes in front it breaks.
# Which axes does the code count from the front?
num_heads, n, d_head = heads.shape
# or
pieces = np.moveaxis(heads, 0, -2)
# or
merged = heads.swapaxes(0, 1).reshape(heads.shape[-2], -1)
# or
merged = np.hstack(heads)
# or
merged = pieces.reshape(heads.shape[-2], -1)

# %% merge-without-transpose
merged = heads.reshape(*heads.shape[:-3], heads.shape[-2], -1)

# %% heads-interleaved
merged = pieces.swapaxes(-2, -1).reshape(*pieces.shape[:-2], -1)
# or
merged = np.dstack(list(heads)).reshape(heads.shape[1], -1)

# %% heads-averaged
merged = pieces.mean(axis=-2)

# %% heads-summed
# The heads are added up, not put side by side.
# How wide must a row be so that every head keeps its place?
merged = pieces.sum(axis=-2)
# or
merged = np.tile(pieces.sum(axis=-2), pieces.shape[-2])

# %% heads-reversed
merged = pieces[..., ::-1, :].reshape(*pieces.shape[:-2], -1)

# %% heads-not-merged
merged = pieces

# %% heads-stacked-as-rows
merged = heads.reshape(*heads.shape[:-3], -1, heads.shape[-1])
# or
merged = np.vstack(heads)

# %% embeddings-as-columns
return merged.swapaxes(-2, -1)
