"""A padding mask for nn.MultiheadAttention, True where a key is padding: a function to repair."""

import numpy as np

from checks.catalogue.material.padding import LENGTHS, lengths_fit, some_lengths
from checks.facts import Facts


def key_padding_mask(lengths: some_lengths, n):
    position = np.arange(n)
    real = position < lengths[:, None]
    mask = ~real
    return mask


TASK = Facts(
    kind="repair",
    starter='''
def key_padding_mask(lengths, n):
    """Bool (batch, n) for nn.MultiheadAttention: True where a key is padding."""
    position = np.arange(n)
    return ~(position < lengths[:, None])
''',
    slips={
        "padding-off-by-one mha-mask-polarity": "return position <= lengths[:, None]",
    },
    practises=("hand each of PyTorch's",),
    valid=lengths_fit,
    mistakes="padding axis-squeezed own pytorch.mask-additive arguments",
    without="mask-inverted",  # that is the polarity
    names={"Q": "lengths"},
    cases=LENGTHS,
    more_cases={"the example by hand": {"lengths": np.array([1, 3]), "n": 3}},
    holds={
        "There is a row for each sentence and a column for each token.": lambda result, real: (
            np.shape(result) == real.shape
        ),
        "All padding is True.": lambda mask, real: mask[~real].all(),
        "No real token is True.": lambda mask, real: not mask[real].any(),
    },
)

# %% return-in-loop
assert np.size(result) == n
return mask[0]
# or
return mask[:1]

# %% mha-mask-polarity
# nn.MultiheadAttention blocks the keys where the mask is True, but here True means real.
# Is the first token ever padding, and what does your mask say of it?
assert near(mask, real)
mask = real

# %% mask-transposed
# The mask has a row for each token and a column for each sentence.
# Which axis comes first, the sentences or their tokens?
assert np.shape(result) == (n, len(lengths))
return mask.T

# %% batch-meets-tokens (errors: broadcast)
# `lengths` has no axis for the tokens, so lengths and positions lie on the same axis.
# What shape must `lengths` have, so that each length meets all n positions?
assert np.ndim(real) == 1
real = position < lengths

# %% everything-hidden
assert mask.all()
mask = np.ones_like(real)

# %% extra-axis
return mask[:, None]

# %% mask-not-bool
return mask * 1.0

# %% mask-additive
# for hidden in -np.inf -1e9
return np.where(mask, hidden, 0)
