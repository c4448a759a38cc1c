"""Causal heads, of which one falls silent, and another gets its keys from other rows."""

import numpy as np

from checks.facts import Facts, near


def grid(rng, d):
    return 1.5 * rng.normal(size=(d, d)) / np.sqrt(d)


def cut(rows, num_heads):
    return rows.reshape(len(rows), num_heads, -1).swapaxes(0, 1)


def patched_heads(
    X: "n d", other: "n d", W_q: grid, W_k: grid, W_v: grid, W_o: grid, num_heads, silent, swapped
):
    n, d = X.shape
    head = np.arange(num_heads)[:, None, None]
    mine, theirs = ([cut(rows @ W, num_heads) for W in (W_q, W_k, W_v)] for rows in (X, other))
    Q = mine[0]
    K = np.where(head == swapped, theirs[1], mine[1])
    V = mine[2]
    scores = Q @ K.swapaxes(-1, -2)
    scaled = scores / np.sqrt(Q.shape[-1])
    visible = np.tri(n, dtype=bool)
    scaled = np.where(visible, scaled, -np.inf)
    exponentials = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    fetched = weights @ V
    kept = np.where(head == silent, 0, fetched)
    merged = kept.swapaxes(0, 1).reshape(n, d)
    output = merged @ W_o
    return output


TASK = Facts(
    practises=("watch heads find their patterns",),
    mistakes="own mask.mask-missing",
    cases={
        "4 tokens, 3 heads": dict(n=4, d=6, num_heads=3, silent=2, swapped=0),
        "5 tokens, 4 heads": dict(n=5, d=12, num_heads=4, silent=0, swapped=2),
        "3 tokens, 2 heads": dict(n=3, d=8, num_heads=2, silent=1, swapped=0),
        "float32 arrays": dict(n=6, d=6, num_heads=3, silent=1, swapped=2, dtype="float32"),
        "the example by hand": {
            **dict.fromkeys(("W_q", "W_k", "W_v", "W_o"), np.eye(2)),
            **dict(X=np.array([[2.0, 5], [3, 1]]), other=np.array([[4, np.log(3)], [6, 0]])),
            **dict(num_heads=2, silent=0, swapped=1),
        },
    },
    asks="What should come out if `other` is X? And which rows of `W_o` can be 0 then, without a change?",
    valid=lambda X, other, *rest: (
        {X.shape, other.shape, *(W.shape for W in rest[:4])} == {X.shape, X.shape[1:] * 2}
        and 0 <= min(rest[5:]) < max(rest[5:]) < rest[4] == np.gcd(rest[4], X.shape[1])
    ),
    holds={
        "Token 0, which sees itself alone, gets its values of all heads but `silent`.": (
            lambda output, merged, W_o: near(output[0], merged[0] @ W_o)
        ),
    },
)

# %% columns-silenced
# Columns of the output are 0, and head `silent` still adds to all others.
# Which numbers of the output does a single head reach through `W_o`?
assert not cut(output, num_heads)[silent].any()
output = fetched.swapaxes(0, 1).reshape(n, d) @ W_o * (np.arange(d) // Q.shape[-1] != silent)

# %% silent-head-averages
# Head `silent` gives equal weights, so it still adds a mean of values.
# What does softmax make of scores that are all alike?
assert near(weights[silent] * (weights[silent] > 0).sum(-1, keepdims=True), weights[silent] > 0)
# for equal in visible 1
exponentials = np.where(head == silent, equal, exponentials)
kept = fetched

# %% keys-not-swapped
# Head `swapped` keeps the keys that `W_k` makes of X.
# In which head does your code exchange keys, and is it one that is heard?
assert near(K[swapped], mine[1][swapped])
K = mine[1]

# %% more-than-keys
# Queries or values of head `swapped` come from `other`.
# One row asks, one is compared, and one hands something over: which of them is to be forged?
assert near(Q[swapped], theirs[0][swapped]) or near(V[swapped], theirs[2][swapped])
Q = np.where(head == swapped, theirs[0], mine[0])
# and/or
V = np.where(head == swapped, theirs[2], mine[2])

# %% keys-of-all-heads
# All heads get their keys from `other`.
# Does a head other than `swapped` still see its own keys?
assert near(K, theirs[1])
K = theirs[1]

# %% heads-counted-from-1
# The heads are counted from 1.
# Which columns belong to head 0?
assert head[0] == 1
# for wrap in num_heads num_heads+1
head = (np.arange(num_heads)[:, None, None] + 1) % (wrap)

# %% silences-the-swapped
# Head `swapped` is silent, and head `silent` is not.
# Which of the two numbers decides what a head adds, and which one what its keys are?
assert kept[silent].any() and not kept[swapped].any()
# for place in swapped silent
K = np.where(head == place, theirs[1], mine[1])
kept = np.where(head == swapped, 0, fetched)

# %% scale-by-sqrt-d_model
assert near(scaled[:, 0, 0] * np.sqrt(d), scores[:, 0, 0])
scaled = scores / np.sqrt(d)

# %% columns-swapped-before-keys
# The head's columns are exchanged in the rows, before they meet W_k.
# Which columns of X does one head of keys read: its own, or all?
assert not near(K[swapped], right.K[swapped])
mixed = np.where(np.arange(d) // (d // num_heads) == swapped, other, X)
K = cut(mixed @ W_k, num_heads)
# or
mixed = np.where(np.arange(d) // (d // num_heads) == swapped, other, X)
K = np.where(head == swapped, cut(mixed @ W_k, num_heads), mine[1])

# %% rows-for-keys
# The head gets columns of `other` itself for its keys, without W_k.
# Which matrix makes keys of rows?
assert near(K[swapped], cut(other, num_heads)[swapped])
K = np.where(head == swapped, cut(other, num_heads), mine[1])
