"""Masks for PyTorch that say something else than `visible`; `seen` is what they are made from."""

import numpy as np

# %% mask-missing
# Nothing is hidden: every token attends to every token.
# Which entries of the mask keep a token from being seen?
assert seen.all()
seen = np.ones_like(visible)

# %% mask-transposed
# The mask is transposed: queries and keys are exchanged.
# Does a row of PyTorch's mask belong to a query or a key?
assert near(seen, visible.T)
seen = seen.T

# %% mask-hides-diagonal
# No token may attend to itself, even where `visible` allows it.
# What does `visible` say on its diagonal?
assert not seen.diagonal().any()
seen = seen & ~np.eye(len(seen), dtype=bool)

# %% diagonal-opened
# The diagonal is always open, whatever `visible` says.
# What does `visible` say on its diagonal?
assert seen.diagonal().all()
seen = seen | np.eye(len(seen), dtype=bool)

# %% everything-hidden
# Everything is hidden: no token may attend to any.
# Which entries of your mask let a token be seen?
assert not seen.any()
seen = np.zeros_like(visible)

# %% mha-mask-polarity
# nn.MultiheadAttention blocks where the mask is True, but here True means visible.
# What does True mean in the attn_mask of nn.MultiheadAttention?
assert near(mask, seen)

# %% sdpa-mask-polarity
# scaled_dot_product_attention attends where the mask is True, but here True means blocked.
# What does True mean in the attn_mask of scaled_dot_product_attention?
assert near(mask, ~seen)

# %% visible-ignored
# The mask is causal, whatever `visible` says.
# Where does the argument `visible` enter the mask?
assert near(seen | np.eye(len(seen), dtype=bool), np.tri(len(seen)))
seen = np.tri(len(visible), dtype=bool)

# %% causal-besides
# Later tokens are hidden as well, although `visible` shows some of them.
# Should this function hide anything that `visible` shows?
assert not np.triu(seen, 1).any()
seen = seen & np.tri(len(seen), dtype=bool)

# %% mask-additive
# It returns numbers to be added to scores: 0, or something far below 0.
# Which of PyTorch's two kinds of mask is asked for, bool or float?
assert np.isin(result, [0, -1e9, -np.inf]).all()

# %% mutates-input
# It writes into its argument, so the caller's array is changed afterwards.
# Which line assigns into an array that belongs to the caller?
assert changed
untouched = visible.copy()
visible[:] = ~visible
visible = untouched
