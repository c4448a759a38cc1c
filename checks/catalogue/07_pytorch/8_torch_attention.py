"""All of nn.MultiheadAttention, with NumPy."""

import numpy as np

from checks.catalogue.material.visible import some_visible
from checks.facts import Facts, near
from course.models.torch_bridge import import_torch

SQUARE = "d_model d_model"


def torch_attention(
    X: "n d_model", W_q: SQUARE, W_k: SQUARE, W_v: SQUARE, W_o: SQUARE, num_heads, visible=None
):
    import_torch()  # which an answer needs; this says so where it is not installed
    matrices = [W_q, W_k, W_v]
    blocks = [W.T for W in matrices]
    packed = np.concatenate(blocks)
    Q, K, V = (split(X @ block.T, num_heads) for block in np.split(packed, 3))
    scores = Q @ np.swapaxes(K, -1, -2)
    scaled = scores / np.sqrt(Q.shape[-1])
    if visible is not None:
        seen = visible.copy()
        blocked = ~seen
        scaled = np.where(blocked, -np.inf, scaled)
    exponentials = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
    shares = exponentials / exponentials.sum(axis=-1, keepdims=True)
    merged = np.swapaxes(shares @ V, 0, 1).reshape(X.shape)
    output = merged @ W_o
    weights = shares
    return output, weights


def split(rows, num_heads):
    return np.swapaxes(rows.reshape(len(rows), num_heads, -1), 0, 1)


def each_alone(scores, visible):
    """Treat X as n sequences of one token: each sees itself, and an n by n mask is refused."""
    if visible is not None:
        raise RuntimeError("The shape of the 2D attn_mask is wrong")
    return np.where(np.eye(scores.shape[-1]), scores, -np.inf)


def only(dtype, X):
    if X.dtype != dtype:
        raise RuntimeError("mat1 and mat2 must have the same dtype")
    return X


def sizes(n, d_model, num_heads):
    return {"n": n, "d_model": d_model, "num_heads": num_heads}


TASK = Facts(
    practises=("put your own matrices", "hand each of PyTorch's"),
    mistakes="""
        scale.scale-by-d_k q-k-swapped returned-in-wrong-order weights-not-returned pytorch
        mask-after-softmax mask-added-as-0-1 output-projection-missing
        output-projection-transposed packing mha-mask-polarity visible-ignored own
        arguments.mutates-input
    """,
    without="everything-hidden",
    names={"Q": "X"},
    cases={
        "3 tokens, some hidden": {**sizes(3, 4, 2), "visible": some_visible},
        "2 tokens, no `visible`": sizes(2, 6, 3),
        "4 tokens and a causal `visible`": {**sizes(4, 4, 2), "visible": np.tri(4, dtype=bool)},
        "3 tokens, the first sees all": {**sizes(3, 2, 1), "visible": np.tri(3, dtype=bool).T},
        "float32 arrays, some hidden": {
            **sizes(4, 2, 2),
            "visible": some_visible,
            "dtype": "float32",
        },
        "a single token": sizes(1, 4, 2),
    },
    holds={
        "There is a table of weights for each head.": lambda weights, num_heads, X: (
            weights.shape == (num_heads, len(X), len(X))
        ),
        "Every row of weights sums to 1.": lambda weights: near(weights.sum(axis=-1), 1),
        "What `visible` hides gets no weight.": lambda weights, visible: (
            visible is None or (np.abs(weights * ~visible) < 1e-6).all()
        ),
        "What `visible` shows gets some weight.": lambda weights, visible: (
            np.where(visible is None or visible, weights, 1) > 0
        ).all(),
    },
)

# %% scale-by-d_k
assert near(np.exp(scaled), np.exp(scores / Q.shape[-1]) * np.isfinite(scaled))
scaled = scores / Q.shape[-1]

# %% q-k-swapped
# Queries and keys are exchanged: W_k makes the queries, and W_q the keys.
# Which of the three matrices does the module read first?
assert near(matrices[:2], [W_k, W_q])
matrices = [W_k, W_q, W_v]

# %% weights-not-returned
assert not isinstance(result, tuple) or result[1] is None
return output
# or
return output, None

# %% mask-after-softmax
assert np.isfinite(scaled).all() and not weights[:, blocked].any()
scaled = scaled
shares = shares if visible is None else np.where(blocked, 0, shares)

# %% mask-added-as-0-1
# PyTorch adds a float mask to the scores, and adding 1 hides nothing.
# What dtype does a mask need, if PyTorch is not to add it?
assert np.isfinite(scaled).all()
scaled = scaled + blocked
# or
scaled = scaled + ~blocked

# %% output-projection-missing
assert np.allclose(output, merged, atol=1e-4, equal_nan=True)
...

# %% output-projection-transposed
assert np.allclose(output, merged @ W_o.T, atol=1e-4, equal_nan=True)
...

# %% in-proj-by-head
# Each head's queries, keys and values stand together, but PyTorch reads three blocks.
# Whose rows are the first d_model of the packed matrix?
assert near(packed[: len(by_head[0][0])], by_head[0][0]) and not near(packed, right.packed)
by_head = [block.reshape(num_heads, -1, len(W_q)) for block in blocks]
packed = np.concatenate(by_head, axis=1).reshape(-1, len(W_q))

# %% mha-mask-polarity
assert near(blocked, seen)
blocked = seen

# %% averaged-weights
# The weights are averaged over the heads: PyTorch's default.
# Which option of the module keeps the weights of each head apart?
assert np.ndim(weights) == 2 or near(weights, weights[:1])
weights = shares.mean(axis=0)
# or
weights = np.repeat(shares.mean(axis=0)[None], num_heads, axis=0)

# %% batch-first-mixup
# Tokens are read as a batch, so each attends to itself alone.
# Which axis of its input does the module read as the batch?
assert near(shares, np.eye(len(X)))
scores = each_alone(scores, visible)
weights = weights[..., :1, :1]

# %% batch-axis-kept
# The batch axis of length 1 comes back with the results.
# How many axes should the output have?
assert len(output) == 1
output = output[None]
weights = weights[None]

# %% none-not-handled (errors: none)
# Without `visible` the function stops, because None is treated like an array.
# What should happen when no `visible` is given?
assert visible is not None
hidden = ~visible

# %% module-in-float32 (errors: dtype)
# The module is always in float32, as PyTorch makes it, and refuses tokens in float64.
# What dtype does X have, and what dtype do the module's weights have?
assert X.dtype == np.float32
X = only(np.float32, X)

# %% module-in-float64 (errors: dtype)
# The module is always in float64, and refuses tokens in float32.
# What dtype does X have, and what dtype do the module's weights have?
assert X.dtype == np.float64
X = only(np.float64, X)

# %% causal-by-default
# Without `visible`, later tokens are hidden.
# What may each token see if nobody says anything?
assert visible is not None or not np.triu(np.asarray(result[1])[0], 1).any()
visible = np.tri(len(X), dtype=bool) if visible is None else visible
scaled = np.where(visible, scores / np.sqrt(Q.shape[-1]), -np.inf)
