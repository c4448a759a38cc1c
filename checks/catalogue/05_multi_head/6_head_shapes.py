"""The name and shape of everything that multi-head self-attention computes."""

import numpy as np

from checks.facts import Facts


def head_shapes(n, d_model, num_heads):
    d_head = d_model // num_heads
    X = (n, d_model)
    Q = X
    heads = (num_heads, n, d_head)
    scores = (num_heads, n, n)
    weights = scores
    found = heads
    merged = X
    shapes = {"X": X, "Q": Q, "Q_heads": heads, "scores": scores, "weights": weights}
    shapes |= {"head_outputs": found, "merged": merged, "output": X}
    return shapes


def sizes(n, d_model, num_heads):
    return {"n": n, "d_model": d_model, "num_heads": num_heads}


TASK = Facts(
    practises=("cut tokens into heads",),
    valid=lambda n, d_model, num_heads: d_model % num_heads == 0,
    cases={
        "4 tokens, d_model 15 and 3 heads": sizes(4, 15, 3),
        "3 tokens, d_model 9 and 3 heads": sizes(3, 9, 3),
        "6 tokens, d_model 8 and 1 head": sizes(6, 8, 1),
        "1 token, d_model 12 and 2 heads": sizes(1, 12, 2),
        "14 tokens, d_model 24 and 6 heads": sizes(14, 24, 6),
        "sizes drawn at random": sizes(
            lambda rng: int(rng.integers(5, 12)),
            lambda rng: 12 * int(rng.integers(2, 9)),
            lambda rng: int(rng.choice([2, 3, 4, 6])),
        ),
    },
    more_cases={
        "the example by hand": {"n": 5, "d_model": 8, "num_heads": 1},
        "2 tokens, d_model 49 and 49 heads": sizes(2, 49, 49),
    },
    holds={
        "Every entry is a shape, and every size a whole number.": lambda result: all(
            isinstance(size, int | np.integer) for shape in result.values() for size in shape
        ),
        "X, Q, merged and output have a row for each token.": lambda result, X: all(
            tuple(result[name]) == X for name in ("X", "Q", "merged", "output")
        ),
        "The heads come first and share out the columns.": lambda result, heads: all(
            tuple(result[name]) == heads for name in ("Q_heads", "head_outputs")
        ),
        "Each head compares every token with every token.": lambda result, scores: all(
            tuple(result[name]) == scores for name in ("scores", "weights")
        ),
    },
)

# %% heads-averaged
assert merged == (n, d_head)
merged = (n, d_head)

# %% weights-averaged
assert weights == (n, n) != scores
weights = (n, n)

# %% heads-axis-not-moved
assert (n, num_heads, d_head) in (heads, found)
heads = (n, num_heads, d_head)
# or
heads = (n, num_heads, d_head)
found = (num_heads, n, d_head)
# or
found = (n, num_heads, d_head)
# or
heads = (n, num_heads, d_head)
scores = (n, num_heads, num_heads)
# or
heads = (n, num_heads, d_head)
scores = (n, num_heads, n)

# %% heads-last
assert heads[-1] == num_heads
heads = (n, d_head, num_heads)
scores = (n, n, num_heads)

# %% heads-and-width-exchanged
assert heads[-1] == num_heads
heads = (d_head, n, num_heads)
scores = (d_head, n, n)

# %% heads-full-width
assert heads[-1] == d_model
d_head = d_model
# or
d_head = d_model
merged = (n, num_heads * d_head)

# %% heads-not-merged
assert len(merged) == 3
merged = (n, num_heads, d_head)

# %% heads-stacked-as-rows
assert merged[0] == num_heads * n
merged = (num_heads * n, d_head)

# %% embeddings-as-columns
assert X[0] == d_model
X = (d_model, n)
heads = (num_heads, d_head, n)

# %% float-division
# A single slash makes d_head a float, and a float is no size.
# Which division of whole numbers gives a whole number?
assert any(isinstance(size, float) for size in (*heads, *merged))
d_head = d_model / num_heads
# and/or
merged = (n, d_model / num_heads * num_heads)

# %% scores-over-features
# Columns are compared with columns: the scores are Q^T K.
# One score compares which two things?
assert scores[-2:] == (d_head, d_head)
scores = (num_heads, d_head, d_head)

# %% scores-without-heads
# There is one table of scores for all heads together.
# How many tables of scores do several heads fill?
assert len(scores) == 2
scores = (n, n)

# %% q-of-one-head
# Q is only as wide as one head.
# For how many heads does W_q make queries at once?
assert Q[1] == d_head
Q = (n, d_head)
