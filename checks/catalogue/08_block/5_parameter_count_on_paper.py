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


TASK = Facts(
    kind="predict",
    practises=("count the parameters",),
    cases={"paper": {}},
    holds={
        "There are five numbers.": lambda counts: np.shape(counts) == (5,),
        "The whole block is the sum of its parts.": lambda counts: np.isclose(
            np.sum(counts[:3]), counts[3]
        ),
        "Six blocks have six times the numbers of one.": lambda counts: np.isclose(
            counts[4], 6 * counts[3]
        ),
    },
)

# %% biases-forgotten
# The matrices are counted, but not all of the biases.
# What is added to each product, and how many numbers is that?
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
feed = 2 * D * D_FF + 2 * D_FF
# or
feed = 2 * D * D_FF + 2 * D

# %% output-projection-missing
# Attention is counted with three matrices.
# What happens to the heads' results after they are merged?
matrices = 3

# %% second-matrix-missing
# The feed-forward is counted with its first matrix alone.
# How do d_ff hidden numbers become d_model numbers again?
feed = D * D_FF + D_FF
# or
feed = D * D_FF
# or
feed = D * D_FF + D

# %% hidden-matrix-square
# A matrix of the feed-forward is counted with d_ff rows and d_ff columns.
# How many rows and how many columns does W_1 have?
feed = 2 * (D_FF * D_FF + D_FF)
# or
feed = D * D_FF + D_FF + D_FF * D_FF + D_FF

# %% d_ff-four-times
# The feed-forward is counted as if d_ff were 4 times d_model.
# How large is d_ff here?
feed = 8 * D * D + 5 * D

# %% half-of-norms
# Only half of the norms' numbers are counted.
# How many norms are in a block, and what does each of them learn for a column?
norms = 2 * D

# %% norms-without-numbers
# The norms are counted as if they learned next to nothing.
# Which arguments does your `layer_norm` take, besides X and eps?
# for few in 0 2 4
norms = few

# %% times-heads
# More heads are counted as more numbers.
# Do more heads make W_q larger, or do they share out its columns?
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
whole = TOKENS * (attention + feed + norms)
# or
whole = TOKENS * (attention + feed + norms)
stack = LAYERS * (attention + feed + norms)
# or
norms = 2 * 2 * D * TOKENS

# %% blocks-share-numbers
# Six blocks are counted like one.
# Does each block learn numbers of its own?
stack = whole

# %% numbers-in-another-order
# The numbers are right, but they are in another order.
# In which order does the exercise ask for the three parts?
return [640, 440, 40, 1120, 6720]
# or
return [440, 40, 640, 1120, 6720]
# or
return [40, 440, 640, 1120, 6720]
# or
return [6720, 1120, 40, 640, 440]
