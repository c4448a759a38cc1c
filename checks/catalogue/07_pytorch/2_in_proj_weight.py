"""Three matrices packed into one, as nn.MultiheadAttention keeps them."""

import numpy as np

from checks.facts import Facts, near


def in_proj_weight(W_q: "d_model d_model", W_k: "d_model d_model", W_v: "d_model d_model"):
    matrices = [W_q, W_k, W_v]
    blocks = [W.T for W in matrices]
    packed = np.concatenate(blocks)
    return packed


def makes(packed, block, W):
    """Check that X @ W is what PyTorch makes of X with a block of rows."""
    X = np.eye(len(W))
    return near(X @ np.split(packed, 3)[block].T, X @ W)


TASK = Facts(
    practises=("put your own matrices",),
    mistakes="packing own integer-buffer arguments",
    symbols={"Q": "W_q"},
    more_cases={
        "the example by hand": {
            "W_q": np.array([[1.0]]),
            "W_k": np.array([[2.0]]),
            "W_v": np.array([[3.0]]),
        }
    },
    holds={
        "There are 3 * d_model rows and d_model columns.": lambda result, W_q: (
            np.shape(result) == (3 * len(W_q), len(W_q))
        ),
        "PyTorch makes the same queries of the first block.": lambda packed, W_q: makes(
            packed, 0, W_q
        ),
        "PyTorch makes the same keys of the second block.": lambda packed, W_k: makes(
            packed, 1, W_k
        ),
        "PyTorch makes the same values of the third block.": lambda packed, W_v: makes(
            packed, 2, W_v
        ),
    },
)

# %% in-proj-order
matrices = [W_k, W_q, W_v]
# or
...

# %% in-proj-side-by-side
# The blocks stand side by side, not one below the other.
# Which axis of the packed matrix is three times as long?
assert np.shape(result) == (len(W_q), 3 * len(W_q))
packed = np.concatenate(matrices, axis=1)
# or
packed = np.concatenate(blocks, axis=1)

# %% extra-axis
packed = np.array(blocks)

# %% all-axes-reversed
# The matrices are transposed as one stack, which exchanges the stack's own axis, too.
# What is the shape of the transposed stack, and where does W_q end up?
assert near(packed, np.stack(matrices).T.reshape(packed.shape))
packed = np.stack(matrices).T.reshape(-1, len(W_q))
