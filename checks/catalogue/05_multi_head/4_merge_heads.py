"""Heads put side by side again, in one row for each token."""

import numpy as np

from checks.facts import Facts, near


def merge_heads(heads: "* num_heads n d_head"):
    pieces = heads.swapaxes(-3, -2)
    merged = pieces.reshape(*pieces.shape[:-2], -1)
    return merged


TASK = Facts(
    redrawn=1,
    practises=("cut tokens into heads",),
    mistakes="own axis-squeezed arguments",
    names={"Q": "heads"},
    more_cases={
        "the example by hand": {"heads": np.array([[[1.0, 2], [5, 6]], [[3, 4], [7, 8]]])},
        "a batch of one": {"batch": (1,), "num_heads": 2, "n": 3, "d_head": 2},
    },
    holds={
        "Every token has one row, as wide as all heads together.": lambda result, pieces: (
            np.shape(result) == (*pieces.shape[:-2], pieces.shape[-2] * pieces.shape[-1])
        ),
        "Each row begins with what the first head has for the same token.": lambda merged, heads: (
            near(merged[..., : heads.shape[-1]], heads[..., 0, :, :])
        ),
        "Every number of the heads is in the result once.": lambda merged, heads: near(
            np.sort(heads, axis=None), np.sort(merged, axis=None)
        ),
    },
)

# %% batch-axis-breaks (errors: shapes)
# With batch axes in front it breaks.
# Which axes does the code count from the front?
assert np.ndim(heads) > 3
num_heads, n, d_head = heads.shape
# or
pieces = np.moveaxis(heads, 0, -2)
# or
merged = heads.swapaxes(0, 1).reshape(heads.shape[-2], -1)
# or
merged = np.hstack(heads)
# or
merged = pieces.reshape(heads.shape[-2], -1)

# %% batch-folded-into-tokens
# The leading axes are folded into the tokens, so a batch comes back as one long sentence.
# How many axes should the result have if there is a batch?
assert np.ndim(merged) == 2 and near(np.ravel(merged), np.ravel(pieces))
merged = pieces.reshape(-1, pieces.shape[-2] * pieces.shape[-1])

# %% another-pair-swapped
# Two axes change places, but they are not those of the heads and the tokens.
# Which two axes does reshape join, and do they stand side by side?
assert any(near(np.ravel(merged), np.ravel(heads.swapaxes(-1, other))) for other in (-2, -3))
# for other in -2 -3
pieces = heads.swapaxes(-1, other)
merged = pieces.reshape(*heads.shape[:-3], heads.shape[-2], -1)
# or
# for other in -2 -3
pieces = heads.swapaxes(-1, other)
merged = pieces.reshape(*pieces.shape[:-2], -1)

# %% merge-without-transpose
assert near(np.ravel(merged), np.ravel(heads))
merged = heads.reshape(*heads.shape[:-3], heads.shape[-2], -1)

# %% heads-interleaved
assert np.ndim(merged) < np.ndim(heads) - 1 or near(
    merged[..., :: pieces.shape[-2]], pieces[..., 0, :]
)
merged = pieces.swapaxes(-2, -1).reshape(*pieces.shape[:-2], -1)
# or
merged = np.dstack(list(heads)).reshape(heads.shape[1], -1)

# %% heads-averaged
assert near(merged, pieces.mean(axis=-2))
merged = pieces.mean(axis=-2)

# %% heads-summed
assert near(merged[..., : heads.shape[-1]], pieces.sum(axis=-2))
merged = pieces.sum(axis=-2)
# or
merged = np.tile(pieces.sum(axis=-2), pieces.shape[-2])

# %% heads-reversed
assert near(merged[..., -heads.shape[-1] :], pieces[..., 0, :])
merged = pieces[..., ::-1, :].reshape(*pieces.shape[:-2], -1)

# %% heads-not-merged
assert np.ndim(merged) == np.ndim(heads)
merged = pieces

# %% heads-stacked-as-rows
assert np.shape(merged)[-1] == heads.shape[-1]
merged = heads.reshape(*heads.shape[:-3], -1, heads.shape[-1])
# or
merged = np.vstack(heads)
# or
merged = np.concatenate(list(heads), axis=-2)

# %% embeddings-as-columns
assert near(result, np.swapaxes(merged, -1, -2))
return merged.swapaxes(-2, -1)
