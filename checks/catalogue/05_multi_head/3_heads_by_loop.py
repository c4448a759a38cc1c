"""Multi-head attention one head after the other: a function to repair."""

import numpy as np

from attnlib.heads import multi_head_by_einsum
from checks.catalogue.material.heads import FAR_APART, STAGES, matrix_per_head, square, tokens
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
        found[:, d_head * h : d_head * (h + 1)] = weights @ V
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
    practises=("write the same by reshape",),
    mistakes="no-scale q-k-swapped output-projection-missing own result.last-one-skipped",
    cases={
        "4 tokens and 2 heads": dict(n=4, num_heads=2, d_head=3),
        "3 tokens and 3 heads": dict(n=3, num_heads=3, d_head=2),
        "2 tokens and 2 heads": dict(n=2, num_heads=2, d_head=2),
        "5 tokens and a single head": dict(n=5, num_heads=1, d_head=4),
        "3 tokens and 4 heads": dict(n=3, num_heads=4, d_head=1),
        "float32 arrays": dict(n=3, num_heads=2, d_head=2, dtype="float32"),
        "scores near 360 and near -400": FAR_APART,
    },
    stages=STAGES,
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
assert np.size(total) == 1
total = exponentials.sum()

# %% weights-transposed
assert near(found[h], weights.T @ V)
found[h] = weights.T @ V

# %% merge-without-transpose
assert near(np.ravel(merged), np.ravel(found))
merged = found.reshape(X.shape)

# %% heads-interleaved
# The heads meet the rows of W_o in turns, not in blocks of neighbouring rows.
# Which rows of W_o belong to the first head?
assert near(merged[:, ::num_heads], found[0])
merged = np.stack(found, axis=-1).reshape(X.shape)

# %% heads-averaged
assert near(merged[:, :d_head], found.mean(axis=0))
merged = np.tile(found.mean(axis=0), num_heads)

# %% heads-summed
assert near(merged[:, :d_head], found.sum(axis=0))
merged = np.tile(found.sum(axis=0), num_heads)

# %% heads-added-where-they-overlap
# Each head begins one column after the last, and they are added up where they overlap.
# In which column should the second head begin, and where should it end?
assert not found[:, h + d_head :].any()
found = np.zeros((len(X), d_model))
found[:, h : h + d_head] = found[:, h : h + d_head] + weights @ V
merged = found

# %% block-ends-too-early (errors: assignment)
# The columns of a head begin in the right place, but they end too early.
# How many columns are there from h * d_head up to h + d_head, if h is 1?
assert np.shape(found) == X.shape
assert np.shape(found[:, h * d_head : h + d_head]) != np.shape(weights @ V)
found = np.zeros((len(X), d_model))
found[:, h * d_head : h + d_head] = weights @ V
merged = found

# %% blocks-as-wide-as-the-number-of-heads (errors: assignment)
# Each head begins num_heads columns after the last.
# With 2 heads of 3 columns, in which column should the second one begin?
assert near(found[:, h * num_heads : h * num_heads + d_head], weights @ V)
found = np.zeros((len(X), d_model))
found[:, h * num_heads : h * num_heads + d_head] = weights @ V
merged = found

# %% one-matrix-twice
# Two of queries, keys and values are made with the same matrix.
# Which matrix makes the keys, and which one the values?
assert near(Q, K) or near(K, V) or near(Q, V)
K = X @ W_q[h]
# or
V = X @ W_k[h]
# or
V = X @ W_q[h]
# or
Q = X @ W_k[h]

# %% first-head-for-all
# All heads use a matrix of head 0.
# Which of the stacks W_q, W_k and W_v has an index that never changes in the loop?
assert near(Q, X @ W_q[0]) or near(K, X @ W_k[0]) or near(V, X @ W_v[0])
Q = X @ W_q[0]
# and/or
K = X @ W_k[0]
# and/or
V = X @ W_v[0]

# %% return-in-loop
assert not found[1:].any()
rounds = range(1)

# %% loop-keeps-last
assert not found[:-1].any()
rounds = [num_heads - 1]

# %% last-one-skipped
assert not found[-1].any()
rounds = range(num_heads - 1)

# %% heads-overlap
# The columns of each head begin one column after those of the last, so heads overwrite each other.
# Which columns should head 0 fill, and which head 1?
assert near(merged[:, h : h + d_head], found[h])
joined = np.zeros(X.shape)
for h in rounds:
    joined[:, h : h + d_head] = found[h]
merged = joined

# %% heads-reversed
assert near(merged[:, :d_head], found[-1])
merged = np.hstack(found[::-1])

# %% heads-stacked-as-rows (errors: product)
assert np.shape(merged)[-1] == d_head
merged = np.vstack(found)

# %% first-rows-for-all
# Every head meets the first rows of W_o, and not its own.
# Which rows of W_o belong to the second head?
assert near(output, found.sum(axis=0) @ W_o[:d_head])
output = found.sum(axis=0) @ W_o[:d_head]
