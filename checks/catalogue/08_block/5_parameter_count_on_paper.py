"""Predict how many parameters a block has."""

import numpy as np

from checks.facts import Facts

D, D_FF, LAYERS = 10, 30, 6
HEADS, TOKENS = 5, 7


def parameter_count_on_paper():
    matrices = 4
    attention = matrices * (D * D + D)
    feed = D * D_FF + D_FF + D_FF * D + D
    norms = 2 * 2 * D
    whole = attention + feed + norms
    stack = LAYERS * whole
    counts = np.array([attention, feed, norms, whole, stack])
    return counts


def in_order(places):
    return parameter_count_on_paper()[list(places)]


TASK = Facts(
    kind="predict",
    practises=("count the parameters",),
    cases={"paper": {}},
    numbers={
        "D, D_FF": ("10, 50", "10, 60", "10, 70", "20, 50", "20, 60", "20, 70"),
        "LAYERS": ("3", "4", "7", "8", "9"),
    },
    holds={
        "There are five numbers.": lambda counts: np.shape(counts) == (5,),
        "The whole block is the sum of its parts.": lambda counts: np.isclose(
            np.sum(counts[:3]), counts[3]
        ),
        "Several blocks have several times the numbers of a single block.": lambda counts: (
            np.isclose(counts[4], LAYERS * counts[3])
        ),
    },
)

# %% biases-forgotten
# The matrices are counted, but not all of the biases.
# What is added to each product, and how many numbers is that?
assert attention == matrices * D * D or feed - 2 * D * D_FF in (0, D, D_FF)
attention = matrices * D * D
# and/or
feed = 2 * D * D_FF
# or
feed = 2 * D * D_FF + D_FF
# or
feed = 2 * D * D_FF + D

# %% biases-alike
# Both biases of the feed-forward are counted with the same length.
# What is the shape of each product to which a bias is added?
assert feed - 2 * D * D_FF in (2 * D, 2 * D_FF)
feed = 2 * D * D_FF + 2 * D_FF
# or
feed = 2 * D * D_FF + 2 * D

# %% output-projection-missing
# Attention is counted with three matrices.
# What happens to the heads' results after they are merged?
assert attention // (D * D) == 3
matrices = 3

# %% second-matrix-missing
# The feed-forward is counted with its first matrix alone.
# How do d_ff hidden numbers become d_model numbers again?
assert feed <= D * D_FF + D_FF
feed = D * D_FF + D_FF
# or
feed = D * D_FF
# or
feed = D * D_FF + D

# %% hidden-matrix-square
# A matrix of the feed-forward is counted with d_ff rows and d_ff columns.
# How many rows and how many columns does its first matrix have?
assert feed > D_FF * D_FF
feed = 2 * (D_FF * D_FF + D_FF)
# or
feed = D * D_FF + D_FF + D_FF * D_FF + D_FF

# %% d_ff-four-times
# The feed-forward is counted as if d_ff were four times d_model.
# How large is d_ff here?
assert feed == 2 * D * (4 * D) + 4 * D + D
feed = 8 * D * D + 5 * D

# %% half-of-norms
# Only half of the norms' numbers are counted.
# How many norms are in a block, and what does each of them learn for a column?
assert 2 * norms == right.norms
norms = 2 * D

# %% norms-without-numbers
# The norms are counted as if they learned next to nothing.
# Which arguments does your `layer_norm` take, besides X and eps?
assert norms <= 4
# for few in 0 2 4
norms = few

# %% norms-left-out
# The numbers of the norms are counted, and then left out of the sum.
# Which parts does a whole block have?
assert whole == attention + feed
whole = attention + feed

# %% one-head-only
# Queries, keys and values are counted for a single head.
# How many columns does W_q have, if each head needs its own?
assert attention - D * D - D == 3 * (D + 1) * D / HEADS
attention = 3 * (D + 1) * D // HEADS + D * D + D

# %% times-heads
# More heads are counted as more numbers.
# Do more heads make W_q larger, or do they share out its columns?
assert whole > attention + feed + norms
whole = HEADS * attention + feed + norms
# or
whole = HEADS * (attention + feed + norms)
# or
whole = HEADS / 2 * attention + feed + norms
# or
whole = HEADS / 2 * (attention + feed + norms)
# or
matrices = 4 * 2
whole = HEADS / 2 * attention + feed + norms
# or
whole = HEADS * attention + feed + norms
stack = LAYERS * (attention + feed + norms)
# or
whole = HEADS * (attention + feed + norms)
stack = LAYERS * (attention + feed + norms)

# %% times-tokens
# Numbers are counted for every token.
# Does a longer sentence need larger matrices?
assert whole == TOKENS * (attention + feed + norms) or norms == TOKENS * right.norms
whole = TOKENS * (attention + feed + norms)
# or
whole = TOKENS * (attention + feed + norms)
stack = LAYERS * (attention + feed + norms)
# or
norms = 2 * 2 * D * TOKENS

# %% blocks-share-numbers
# Several blocks are counted like a single block.
# Does each block learn numbers of its own?
assert stack == whole
stack = whole

# %% last-norm-counted
# A norm after the last block is counted, too.
# Which parts does one block have, and what else is in your last number?
assert stack == LAYERS * whole + 2 * D
stack = LAYERS * whole + 2 * D

# %% numbers-in-another-order
# The right numbers stand in another order.
# In what order does the exercise ask for the three parts?
assert sorted(result) == sorted(right.counts) and not near(result, right.counts)
# for places in (1,0,2,3,4) (0,2,1,3,4) (2,0,1,3,4) (4,3,2,1,0)
return in_order(places)
