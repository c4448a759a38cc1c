"""Multi-head attention in which einsum names every axis: a function to repair."""

import numpy as np

from attnlib.heads import multi_head_by_loop
from checks.catalogue.material.heads import FAR_APART, STAGES, matrix_per_head, square, tokens
from checks.facts import Facts, near

STARTER = '''
def heads_by_einsum(X, W_q, W_k, W_v, W_o):
    """Output (n, d_model); each head has its own W_q, W_k and W_v (d_model, d_head)."""
    num_heads, d_model, d_head = W_q.shape
    Q, K, V = (np.einsum("nm,hmd->hnd", X, W) for W in (W_q, W_k, W_v))
    scores = np.einsum("hqd,hkd->hqk", Q, K) / d_head**0.5
    exponentials = np.exp(scores)
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    found = np.einsum("hqk,hkd->hqd", weights, V)
    return np.einsum("hqd,hdm->qm", found, W_o.reshape(num_heads, d_head, d_model))
'''


def heads_by_einsum(
    X: tokens, W_q: matrix_per_head, W_k: matrix_per_head, W_v: matrix_per_head, W_o: square
):
    num_heads, d_model, d_head = W_q.shape
    Q = np.einsum("nm,hmd->hnd", X, W_q)
    K = np.einsum("nm,hmd->hnd", X, W_k)
    V = np.einsum("nm,hmd->hnd", X, W_v)
    scores = np.einsum("hqd,hkd->hqk", Q, K)
    scaled = scores / np.sqrt(d_head)
    exponentials = np.exp(scaled)
    total = exponentials.sum(axis=-1, keepdims=True)
    weights = exponentials / total
    found = np.einsum("hqk,hkd->hqd", weights, V)
    merged = np.einsum("hqd->qhd", found).reshape(X.shape)
    output = merged @ W_o
    return output


TASK = Facts(
    kind="repair",
    starter=STARTER,
    slips={
        "heads-share-scores scale-by-sqrt-d_model": (
            'scores = np.einsum("hqd,hkd->qk", Q, K) / np.sqrt(d_model)\n'
            'found = np.einsum("qk,hkd->hqd", weights, V)'
        ),
    },
    practises=("write the same by reshape",),
    mistakes="no-scale scale.scale-by-d_k own scores.negated output-projection-missing",
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
        "A loop over the heads finds the same.": lambda result, X, W_q, W_k, W_v, W_o: near(
            result, multi_head_by_loop(X, W_q, W_k, W_v, W_o)[0]
        ),
    },
)

# %% scale-by-sqrt-n
scaled = scores / np.sqrt(len(X))

# %% heads-share-scores
# The scores are summed over the heads: all heads share one table of weights.
# Which letter must stay on the right, so that each head keeps its own scores?
assert near(scores, scores[0])
shared = np.einsum("hqd,hkd->qk", Q, K)
scores = np.stack([shared] * num_heads)

# %% scale-by-sqrt-d_model
scaled = scores / np.sqrt(d_model)

# %% scale-by-sqrt-num_heads
scaled = scores / np.sqrt(num_heads)

# %% q-k-swapped
assert near(scores, K @ np.swapaxes(Q, -1, -2))
scores = np.einsum("hqd,hkd->hkq", Q, K)

# %% negated
assert near(scores, -Q @ np.swapaxes(K, -1, -2))
scores = -np.einsum("hqd,hkd->hqk", Q, K)

# %% softmax-over-queries
total = exponentials.sum(axis=-2, keepdims=True)

# %% softmax-over-heads
total = exponentials.sum(axis=0, keepdims=True)

# %% softmax-over-everything
assert np.size(total) == 1
total = exponentials.sum()

# %% softmax-not-normalised
weights = exponentials

# %% weights-transposed
assert near(found, np.swapaxes(weights, -1, -2) @ V)
found = np.einsum("hkq,hkd->hqd", weights, V)

# %% merge-without-transpose
assert near(np.ravel(merged), np.ravel(found))
merged = found.reshape(X.shape)

# %% heads-interleaved
# The heads meet the rows of W_o in turns, not in blocks of neighbouring rows.
# Which rows of W_o belong to the first head?
assert near(merged[:, ::num_heads], found[0])
merged = np.einsum("hqd->qdh", found).reshape(X.shape)

# %% heads-averaged
assert near(merged[:, :d_head], found.mean(axis=0))
merged = np.tile(found.mean(axis=0), num_heads)
