"""Three matrices packed into one that PyTorch reads differently."""

import numpy as np

# %% in-proj-not-transposed
# The matrices are packed as they are, but PyTorch multiplies by W^T.
# You compute X @ W, and PyTorch computes X @ W.T: which W does it need?
assert near(blocks, matrices)
blocks = matrices

# %% in-proj-partly-transposed
# Some matrices are transposed and others are not, but PyTorch multiplies by W^T each time.
# You compute X @ W, and PyTorch computes X @ W.T: which W does it need?
assert 0 < sum(near(block, W) for block, W in zip(blocks, matrices)) < 3
# for as_it_is in 0 1 2 0,1 0,2 1,2
blocks = [W if number in (as_it_is,) else W.T for number, W in enumerate(matrices)]

# %% in-proj-order
# The three blocks stand in another order than PyTorch reads them.
# Which rows does nn.MultiheadAttention take for the queries?
assert not near(matrices, right.matrices)
matrices = [W_q, W_v, W_k]
# or
matrices = [W_k, W_v, W_q]
# or
matrices = [W_v, W_q, W_k]
# or
matrices = [W_v, W_k, W_q]

# %% in-proj-one-twice
# One of the three matrices is packed twice, and another not at all.
# Which matrix makes each of the three blocks?
assert len(np.unique(matrices, axis=0)) == 2
matrices = [W_q, W_k, W_k]
# or
matrices = [W_q, W_q, W_v]
# or
matrices = [W_q, W_v, W_v]

# %% in-proj-interleaved
# Rows of queries, keys and values take turns, but PyTorch reads three blocks.
# Whose rows are the first d_model of the packed matrix?
assert near(packed[:3], [block[0] for block in blocks])
packed = np.stack(blocks, axis=1).reshape(-1, len(W_q))
