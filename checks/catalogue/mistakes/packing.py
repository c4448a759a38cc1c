"""Three matrices packed into one that PyTorch reads differently."""

import numpy as np

# %% in-proj-not-transposed
# The matrices are packed untransposed, but PyTorch multiplies by W^T.
# X @ W here, x W^T there: which W does PyTorch need?
blocks = matrices

# %% in-proj-order
# The three blocks stand in another order than PyTorch reads them.
# Which rows does nn.MultiheadAttention take for the queries?
matrices = [W_q, W_v, W_k]
# or
matrices = [W_k, W_v, W_q]
# or
matrices = [W_v, W_q, W_k]
# or
matrices = [W_v, W_k, W_q]

# %% in-proj-interleaved
# Rows of queries, keys and values take turns, but PyTorch reads three blocks.
# Whose rows are the first d_model of the packed matrix?
packed = np.stack(blocks, axis=1).reshape(-1, len(W_q))
