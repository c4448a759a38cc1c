"""Masks for PyTorch that say something else than `visible`; `seen` is what they are made from."""

import numpy as np

# %% mask-missing
# Nothing is hidden: every token attends to every token.
# Which entries of the mask keep a token from being seen?
seen = np.ones_like(visible)

# %% mask-transposed
# The mask is transposed: queries and keys are exchanged.
# Does a row of PyTorch's mask belong to a query or a key?
seen = seen.T

# %% mask-hides-diagonal
# No token may attend to itself, even where `visible` allows it.
# What does `visible` say on its diagonal?
seen = seen & ~np.eye(len(seen), dtype=bool)

# %% diagonal-opened
# The diagonal is always open, whatever `visible` says.
# What does `visible` say on its diagonal?
seen = seen | np.eye(len(seen), dtype=bool)

# %% everything-hidden
# Everything is hidden: no token may attend to any.
# Which entries of your mask let a token be seen?
seen = np.zeros_like(visible)

# %% mha-mask-polarity
# nn.MultiheadAttention blocks where the mask is True, but here True means visible.
# What does True mean in the attn_mask of nn.MultiheadAttention?

# %% sdpa-mask-polarity
# scaled_dot_product_attention attends where the mask is True, but here True means blocked.
# What does True mean in the attn_mask of scaled_dot_product_attention?

# %% visible-ignored
# The mask is causal, whatever `visible` says.
# Where does the argument `visible` enter the mask?
seen = np.tri(len(visible), dtype=bool)

# %% mask-additive
# It returns 0 and minus infinity, to be added to scores.
# Which of PyTorch's two kinds of mask is asked for, bool or float?

# %% mutates-input
# It writes into its argument, so the caller's array is changed afterwards.
# Which line assigns into an array that belongs to the caller?
untouched = visible.copy()
visible[:] = ~visible
visible = untouched
