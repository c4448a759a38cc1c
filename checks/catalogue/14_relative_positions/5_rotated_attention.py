"""Attention with rotary embeddings: a function to repair."""

import numpy as np

from attnlib import softmax
from attnlib.relative_positions import rotate
from checks.facts import Facts

STARTER = '''
def rotated_attention(Q, K, V, positions):
    """Output (..., n, d_v) of attention that knows how far apart its tokens are."""
    turned = []
    for X in (Q, K, V):
        d = X.shape[-1]
        angles = positions[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
        pairs = (X[..., 0::2] + 1j * X[..., 1::2]) * np.exp(1j * angles)
        turned.append(np.stack([pairs.real, pairs.imag], axis=-1).reshape(X.shape))
    Q, K, V = turned[0], turned[1], V
    exponentials = np.exp(Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1]))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ V
'''


def from_two_on(rng, n):
    return rng.choice(range(2, 20), n, replace=False)


def rotated_attention(Q: "* n d_k", K: "* n d_k", V: "* n d_v", positions: from_two_on):
    queries = rotate(Q, positions)
    keys = rotate(K, positions)
    scores = queries @ np.swapaxes(keys, -1, -2)
    scaled = scores / np.sqrt(Q.shape[-1])
    axis = -1
    weights = softmax(scaled, axis)
    output = weights @ V
    return output


def fit(Q, K, V, positions):
    widths_are_even = Q.shape[-1] % 2 == 0 and V.shape[-1] % 2 == 0
    lengths = {len(positions), *(X.shape[-2] for X in (Q, K, V))}
    return widths_are_even and len(lengths) == 1 and (positions >= 0).all()


def within_the_values(output, V):
    low, high = V.min(axis=-2, keepdims=True), V.max(axis=-2, keepdims=True)
    return ((output >= low - 1e-4) & (output <= high + 1e-4)).all()


TASK = Facts(
    kind="repair",
    starter=STARTER,
    slips={
        "values-turned": "Q, K, V = turned",
    },
    practises=("make scores depend",),
    mistakes="""
        own scale.no-scale softmax.softmax-over-queries scores.mask-not-asked
        result.return-missing arguments
    """,
    cases={
        "3 tokens, 4 numbers wide": {"n": 3, "d_k": 4, "d_v": 4},
        "5 tokens, d_k 6 and d_v 2": {"n": 5, "d_k": 6, "d_v": 2},
        "4 tokens, 4 numbers wide": {"n": 4, "d_k": 4, "d_v": 4},
        "a batch of two, 3 tokens": {"batch": (2,), "n": 3, "d_k": 4, "d_v": 6},
        "3 sentences with 2 heads": {"batch": (3, 2), "n": 4, "d_k": 2, "d_v": 6},
        "float32 arrays": {"n": 3, "d_k": 6, "d_v": 4, "dtype": "float32"},
        "3 tokens after a million others": {
            "n": 3,
            "d_k": 4,
            "d_v": 2,
            "positions": np.array([1_000_003, 1_000_009, 1_000_001]),
        },
    },
    valid=fit,
    holds={
        "The output has a row for each query, as wide as the values.": lambda output, V: (
            output.shape == V.shape
        ),
        "Each output is an average of values, so it is never outside their range.": (
            within_the_values
        ),
    },
)

# %% softmax-over-queries
assert near(np.sum(weights, axis=-2), 1)
...

# %% queries-not-turned
# The queries are not turned, so a score depends on the place of the key.
# Query and key move on by 100 together: which angle between them stays?
assert near(queries, Q)
queries = Q

# %% keys-not-turned
# The keys are not turned, so a score depends on the place of the query.
# Query and key move on by 100 together: which angle between them stays?
assert near(keys, K)
keys = K

# %% nothing-turned
# Queries and keys are not turned any more, so the weights know no positions.
# Which arrays make the scores?
assert near(queries, Q)
assert near(keys, K)
queries = Q
keys = K

# %% keys-turned-backwards
# Queries and keys turn in opposite directions, so positions are added up.
# What is left between two hands that turn the same way?
assert near(keys, rotate(K, -positions)) != near(queries, rotate(Q, -positions))
keys = rotate(K, -positions)
# or
queries = rotate(Q, -positions)

# %% backwards
# Queries and keys are turned backwards, both of them.
# How far should a row at position 1 turn, and in which direction?
assert near(keys, rotate(K, -positions))
assert near(queries, rotate(Q, -positions))
queries = rotate(Q, -positions)
keys = rotate(K, -positions)

# %% values-turned
# The values are turned, so the output is no longer an average of V.
# Which arrays decide where to look, and which is handed over?
assert not near(V, given.V)
V = rotate(V, positions)
# or
V = rotate(V, positions - positions[0])
# or
V = rotate(V, positions - positions[-1])
# or
V = rotate(V, positions - positions.min())

# %% output-turned
# The output is turned, though it is an average of values.
# Which arrays decide where to look, and which is handed over?
assert not near(output, weights @ V)
output = rotate(output, positions)
# or
output = rotate(output, -positions)

# %% half-split
# Queries and keys are turned in the half-split layout.
# Which columns are pair 0 in the code that you were given?
assert near(queries, rotate(Q, positions, half_split=True))
queries = rotate(Q, positions, half_split=True)
keys = rotate(K, positions, half_split=True)

# %% positions-ignored
# The rows are turned by their number in Q and K, not by `positions`.
# Where does the argument `positions` enter the angles?
assert near(queries, rotate(Q, np.arange(len(positions))))
queries = rotate(Q, np.arange(len(positions)))
keys = rotate(K, np.arange(len(positions)))
