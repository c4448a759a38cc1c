"""Several heads with one mask for each sentence: a function to repair."""

import numpy as np

from checks.facts import Facts, near

STARTER = '''
def masked_multi_head(Q, K, V, visible):
    """Output (..., h, n, d_head) and weights (..., h, n, n) under one mask for each sentence."""
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
    exponentials = np.where(np.expand_dims(visible, -3), np.exp(scores), 0)
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights @ V, weights
'''


def each_sees_itself(rng, batch, n):
    """Draw masks in which each token sees itself, but not the next token."""
    itself = np.eye(n, dtype=bool)
    return ((rng.random((*batch, n, n)) < 0.5) | itself) & ~np.roll(itself, 1, axis=-1)


def masked_multi_head(
    Q: "* num_heads n d_head",
    K: "* num_heads n d_head",
    V: "* num_heads n d_head",
    visible: each_sees_itself,
):
    scores = Q @ np.swapaxes(K, -1, -2)
    scaled = scores / np.sqrt(Q.shape[-1])
    seen = visible[..., None, :, :]
    masked = np.where(seen, scaled, -np.inf)
    axis = -1
    shifted = masked - masked.max(axis=axis, keepdims=True)
    exponentials = np.exp(shifted)
    total = exponentials.sum(axis=axis, keepdims=True)
    weights = exponentials / total
    output = weights @ V
    return output, weights


def fits(Q, K, V, visible):
    own = visible.dtype == bool and visible.shape == (*Q.shape[:-3], Q.shape[-2], Q.shape[-2])
    return own and Q.shape == K.shape == V.shape and visible.any(axis=-1).all()


def hidden_get_nothing(weights, seen):
    return not weights[np.broadcast_to(~seen, weights.shape)].any()


TASK = Facts(
    redrawn=1,
    kind="repair",
    starter=STARTER,
    slips={
        "mask-meets-heads": "exponentials = np.where(visible, np.exp(scores), 0)",
    },
    valid=fits,
    practises=("cut tokens into heads",),
    mistakes="""
        no-scale returned-in-wrong-order weights-not-returned own mask.mask-inverted
        mask.mask-transposed
    """,
    cases={
        "2 sentences of 3 tokens, 2 heads": dict(batch=(2,), num_heads=2, n=3, d_head=4),
        "3 sentences of 4 tokens, 2 heads": dict(batch=(3,), num_heads=2, n=4, d_head=3),
        "3 sentences of 3 tokens, 3 heads": dict(batch=(3,), num_heads=3, n=3, d_head=2),
        "2 sentences, a single head": dict(batch=(2,), num_heads=1, n=3, d_head=4),
        "a single sentence, 2 heads": dict(batch=(1,), num_heads=2, n=4, d_head=2),
        "3 heads and no batch": dict(num_heads=3, n=3, d_head=2),
        "a batch with two batch axes": dict(batch=(2, 3), num_heads=2, n=3, d_head=2),
        "float32 arrays": dict(batch=(2,), num_heads=2, n=3, d_head=1, dtype="float32"),
        "a batch with three batch axes": dict(batch=(2, 1, 2), num_heads=2, n=3, d_head=2),
    },
    holds={
        "Every head has weights for each query and each key.": lambda weights, scores: (
            np.shape(weights) == scores.shape
        ),
        "What a mask hides has no weight, in any head.": hidden_get_nothing,
        "Every row of weights sums to 1.": lambda weights: near(weights.sum(axis=-1), 1),
        "Each output is the average of the values under its weights.": (
            lambda output, weights, V: near(output, weights @ V)
        ),
    },
)

# %% mask-meets-heads (errors: shapes)
# The mask of each sentence meets a head: its first axis lies along the heads.
# Which axis of the scores should the sentences of the mask lie along, and what do heads need?
assert np.shape(seen) == np.shape(visible)
seen = visible

# %% axis-counted-from-the-front (errors: shapes)
# Axes are counted from the front, so this fits a single batch axis only.
# Where does the axis of heads stand, counted from the end?
assert visible.ndim != 3
seen = visible[:, None]
# or
seen = visible[:, None, :, :]

# %% axis-at-the-end (errors: broadcast)
# The axis for the heads is added at the end, behind the keys.
# In which order do the axes of the scores stand?
assert np.shape(seen)[-1] == 1
seen = visible[..., None]

# %% axis-one-place-late (errors: broadcast)
# The axis for the heads is added between queries and keys.
# In which order do the axes of the scores stand?
assert np.shape(seen)[-2] == 1
seen = visible[..., None, :]

# %% one-mask-for-all
# One mask is used for all sentences.
# Where does each sentence of the batch get the mask of its own?
assert np.size(seen) < np.size(visible)
seen = visible[0]
# or
seen = visible[:1, None]

# %% mask-tiled
# All masks are repeated in turn, so heads get those of other sentences.
# Which mask must come second: that of sentence 0 again, or that of sentence 1?
assert not near(seen, seen[..., :1, :, :])
seen = np.tile(visible, (Q.shape[-3], 1, 1)).reshape(scores.shape)

# %% mask-missing
# No mask takes part: hidden keys get weight like all others.
# Which line hides keys, and does it still do so?
assert (weights > 0).all()
masked = scaled

# %% mask-inverted
assert (seen == ~right.seen).all()
seen = ~visible[..., None, :, :]

# %% mask-transposed
assert np.array_equal(seen, np.swapaxes(right.seen, -1, -2))
seen = visible.swapaxes(-1, -2)[..., None, :, :]

# %% mask-after-softmax
assert not weights[np.broadcast_to(~seen, weights.shape)].any()
assert (exponentials > 0).all()
masked = scaled
weights = exponentials / total * seen

# %% mask-filled-with-zero
assert near(masked * ~seen, 0)
masked = np.where(seen, scaled, 0)

# %% mask-added-as-0-1
assert (weights > 0).all()
masked = scaled + seen

# %% softmax-over-queries
axis = -2

# %% batch-taken-for-granted (errors: broadcast)
# The mask is brought to four axes, so the code counts on exactly one batch axis.
# How many axes come out if there is no batch?
assert Q.ndim == 4 or np.ndim(result[0]) == 4
seen = visible.reshape(-1, 1, *visible.shape[-2:])

# %% masks-in-turns
# The masks are repeated in turns until there are enough, so heads get the masks of other sentences.
# Which mask does the second head of the first sentence get?
assert near(seen, np.resize(visible, scores.shape))
seen = np.resize(visible, scores.shape)
