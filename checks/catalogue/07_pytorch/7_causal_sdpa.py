"""Causal attention with PyTorch's fast function, for the newest queries: a function to repair."""

import numpy as np

from attnlib import softmax
from checks.facts import Facts, near
from course.models.torch_bridge import import_torch


def causal_sdpa(Q: "* n_q d_k", K: "* n_k d_k", V: "* n_k d_v"):
    import_torch()  # which an answer needs; this says so where it is not installed
    n_q = Q.shape[-2]
    n_k = K.shape[-2]
    earlier = n_k - n_q
    visible = np.tri(n_q, n_k, earlier, dtype=bool)
    mask = visible
    scores = Q @ np.swapaxes(K, -1, -2)
    scaled = scores / np.sqrt(Q.shape[-1])
    mask = np.broadcast_to(mask, scores.shape)  # as strict as PyTorch
    scaled = np.where(mask, scaled, -np.inf)
    output = softmax(scaled) @ V
    return output


def sizes(n_q, n_k, d_k, d_v):
    return {"n_q": n_q, "n_k": n_k, "d_k": d_k, "d_v": d_v}


def within_the_values_so_far(output, V):
    """Check that each output lies between the values up to its own place, which it averages."""
    rows = slice(-output.shape[-2], None)
    lowest = np.minimum.accumulate(V, axis=-2)[..., rows, :]
    highest = np.maximum.accumulate(V, axis=-2)[..., rows, :]
    return ((output >= lowest - 1e-4) & (output <= highest + 1e-4)).all()


TASK = Facts(
    kind="repair",
    starter='''
def causal_sdpa(Q, K, V):
    """Output (..., n_q, d_v) of causal attention, where Q holds the last n_q of n_k tokens."""
    import torch

    queries, keys, values = torch.tensor(Q), torch.tensor(K), torch.tensor(V)
    attend = torch.nn.functional.scaled_dot_product_attention
    output = attend(
        queries, keys, values, attn_mask=torch.ones(Q.shape[-2], K.shape[-2]).tril(K.shape[-2] - Q.shape[-2]) > 0
    )
    return output.numpy()
''',
    slips={
        "scaled-twice": (
            "queries = queries / Q.shape[-1] ** 0.5\n"
            "attend = torch.nn.functional.scaled_dot_product_attention"
        ),
        "causal-from-first-key": "output = attend(queries, keys, values, is_causal=True)",
    },
    practises=("hand each of PyTorch's",),
    valid=lambda Q, K, V: Q.shape[-2] <= K.shape[-2],
    mistakes="own mask arguments",
    # mask-inverted is the same as sdpa-mask-polarity
    without="mask-inverted only-itself-and-previous first-sees-all",
    cases={
        "the last 3 of 5 tokens": sizes(3, 5, 4, 2),
        "the last 2 of 6 tokens": sizes(2, 6, 2, 3),
        "the last of 4 tokens alone": sizes(1, 4, 3, 2),
        "all of 4 tokens": sizes(4, 4, 2, 3),
        "2 sequences": {"batch": (2,), **sizes(3, 4, 4, 5)},
        "float32 arrays": {"dtype": "float32", **sizes(2, 3, 4, 5)},
        "2 sequences with 3 heads each": {"batch": (2, 3), **sizes(2, 4, 2, 5)},
    },
    holds={
        "There is an output for each query.": lambda result, Q, V: (
            np.shape(result) == (*Q.shape[:-1], V.shape[-1])
        ),
        "The last token finds what it would find without a mask.": lambda output, scores, Q, V: (
            near(output[..., -1:, :], softmax(scores[..., -1:, :] / np.sqrt(Q.shape[-1])) @ V)
        ),
        "No output reaches beyond the values so far.": within_the_values_so_far,
    },
)

# %% causal-from-first-key
# The first row of Q is taken for token 0, as if no token came before it.
# Which token does the first row of Q belong to, and which keys came before it?
assert earlier == 0
earlier = 0

# %% causal-shifted-back
# The border of the mask is moved the wrong way: queries lose keys.
# With one query and four keys, how many of the keys may it see?
assert mask.sum() < right.mask.sum()
earlier = n_q - n_k

# %% earlier-keys-dropped
# Keys and values are cut to as many rows as Q has: the earlier tokens are gone.
# Which keys may the last token see, and are they all still there?
assert K.shape[-2] == V.shape[-2] == Q.shape[-2]
K = K[..., -Q.shape[-2] :, :]
V = V[..., -Q.shape[-2] :, :]

# %% mask-of-all-queries (errors: broadcast)
# The mask has a row for every token, but Q has only the last ones.
# Which rows of that mask belong to the queries that there are?
assert len(visible) == K.shape[-2]
n_q = K.shape[-2]

# %% scaled-twice
# The scores are scaled by hand, and PyTorch scales them once more.
# What does the name of PyTorch's function say about scaling?
assert near(np.exp(scaled), np.exp(scores / Q.shape[-1]) * mask)
scaled = scores / Q.shape[-1]

# %% no-scale
# The scores are not divided by the root of d_k.
# What does PyTorch divide scores by, unless you hand it a scale?
assert near(scaled[mask], scores[mask])
scaled = scores

# %% mask-added-as-0-1
assert np.isfinite(scaled).all()
scaled = scaled + mask
# or
scaled = scaled + ~mask

# %% mask-transposed
assert near(mask.mT, np.tri(n_k, n_q, earlier))
...

# %% mask-hides-diagonal
assert not mask.diagonal(earlier, -2, -1).any()
visible = np.tri(n_q, n_k, earlier - 1, dtype=bool)

# %% sees-next
assert mask.diagonal(earlier + 1, -2, -1).all()
visible = np.tri(n_q, n_k, earlier + 1, dtype=bool)

# %% sdpa-mask-polarity
assert near(mask, ~visible)
mask = ~visible

# %% scale-inverted
# Scores are multiplied by the root of d_k.
# What does PyTorch do with `scale`: multiply by it, or divide?
assert not near(scaled, right.scaled)
scaled = scores * np.sqrt(Q.shape[-1])

# %% causal-unless-single
# A single query sees all keys, but several queries still begin in the corner at the top left.
# Three queries meet five keys: which of the five does the first query stand for?
assert n_q == 1 or not near(visible, right.visible) or n_q == n_k
visible = np.tri(n_q, n_k, earlier if n_q == 1 else 0, dtype=bool)
