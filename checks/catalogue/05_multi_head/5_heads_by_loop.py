"""Multi-head attention one head after the other: a function to repair."""

import numpy as np

from attnlib.heads import multi_head_by_einsum
from checks.catalogue.material.heads import matrix_per_head, square, tokens
from checks.facts import Facts, near

STARTER = '''
def heads_by_loop(X, W_q, W_k, W_v, W_o):
    """Output (n, d_model); each head has its own W_q, W_k and W_v (d_model, d_head)."""
    num_heads, d_model, d_head = W_q.shape
    found = np.zeros((len(X), d_model))
    for h in range(num_heads):
        Q, K, V = X @ W_q[h], X @ W_k[h], X @ W_v[h]
        exponentials = np.exp(Q @ K.T / np.sqrt(d_head))
        weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
        found[:, h * d_head : (h + 1) * d_head] = weights @ V
    return found @ W_o
'''


def heads_by_loop(
    X: tokens, W_q: matrix_per_head, W_k: matrix_per_head, W_v: matrix_per_head, W_o: square
):
    num_heads, d_model, d_head = W_q.shape
    rounds = range(num_heads)
    found = np.zeros((num_heads, len(X), d_head))
    for h in rounds:
        Q = X @ W_q[h]
        K = X @ W_k[h]
        V = X @ W_v[h]
        scores = Q @ K.T
        scaled = scores / np.sqrt(d_head)
        exponentials = np.exp(scaled)
        total = exponentials.sum(axis=-1, keepdims=True)
        weights = exponentials / total
        found[h] = weights @ V
    merged = np.hstack(found)
    output = merged @ W_o
    return output


TASK = Facts(
    kind="repair",
    starter=STARTER,
    slips={
        "heads-overlap": "found[:, h : h + d_head] = weights @ V",
    },
    practises=("write the same computation",),
    mistakes="no-scale q-k-swapped output-projection-missing own",
    cases={
        "4 tokens and 2 heads": dict(n=4, num_heads=2, d_head=3),
        "3 tokens and 3 heads": dict(n=3, num_heads=3, d_head=2),
        "2 tokens and 2 heads": dict(n=2, num_heads=2, d_head=2),
        "5 tokens and a single head": dict(n=5, num_heads=1, d_head=4),
        "3 tokens and 4 heads": dict(n=3, num_heads=4, d_head=1),
        "float32 arrays": dict(n=3, num_heads=2, d_head=2, dtype="float32"),
    },
    holds={
        "The output has the shape of X.": lambda result, X: np.shape(result) == X.shape,
        "Einsum over all heads at once finds the same.": lambda result, X, W_q, W_k, W_v, W_o: near(
            result, multi_head_by_einsum(X, W_q, W_k, W_v, W_o)[0]
        ),
    },
)

# %% scale-by-sqrt-d_model
scaled = scores / np.sqrt(d_model)

# %% softmax-over-queries
total = exponentials.sum(axis=0, keepdims=True)

# %% softmax-over-everything
total = exponentials.sum()

# %% weights-transposed
found[h] = weights.T @ V

# %% merge-without-transpose
merged = found.reshape(X.shape)

# %% heads-interleaved
merged = np.stack(found, axis=-1).reshape(X.shape)

# %% heads-averaged
merged = np.tile(found.mean(axis=0), num_heads)

# %% first-head-for-all
# All heads use a matrix of head 0.
# Which of the stacks W_q, W_k and W_v has an index that never changes in the loop?
Q = X @ W_q[0]
# and/or
K = X @ W_k[0]
# and/or
V = X @ W_v[0]

# %% return-in-loop
rounds = range(1)

# %% loop-keeps-last
rounds = [num_heads - 1]

# %% last-one-skipped
rounds = range(num_heads - 1)

# %% heads-overlap
# The columns of each head begin one column after those of the last, so heads overwrite each other.
# Which columns should head 0 fill, and which head 1?
joined = np.zeros(X.shape)
for h in rounds:
    joined[:, h : h + d_head] = found[h]
merged = joined

# %% heads-reversed
merged = np.hstack(found[::-1])

# %% heads-stacked-as-rows (errors: product)
merged = np.vstack(found)
