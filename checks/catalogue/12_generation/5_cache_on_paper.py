"""Predict how much memory the keys and values of a real model need."""

import numpy as np

from checks.facts import Facts

LAYERS, QUERY_HEADS, D_HEAD, WINDOW = 32, 32, 128, 4_096  # Mistral 7B
TOKENS = 32_768


def cache_on_paper():
    kinds = 2  # keys and values
    heads = 8  # of keys and values
    layers = LAYERS
    bytes_each = 2
    kibi = 2**10
    gibi = 2**30
    numbers = kinds * heads * D_HEAD
    token = numbers * layers * bytes_each
    text = token * TOKENS
    window = token * WINDOW
    all_heads = text * QUERY_HEADS / heads
    sizes = np.array([numbers, token / kibi, text / gibi, window / gibi, all_heads / gibi])
    return sizes


TASK = Facts(
    kind="predict",
    practises=("work out what one more word",),
    cases={"paper": {}},
    numbers={"TOKENS": tuple(f"{n} * 1_024" for n in range(24, 129, 8) if n != 32)},
    holds={
        "There are five numbers.": lambda sizes: np.shape(sizes) == (5,),
        "The third number, in GiB, is the second, in KiB, times the tokens.": lambda sizes: (
            np.isclose(sizes[1] * TOKENS, sizes[2] * 2**20)
        ),
        "A window of 4,096 tokens keeps an eighth of them.": lambda sizes: np.isclose(
            sizes[3] * 8, sizes[2]
        ),
        "32 heads keep four times what 8 heads keep.": lambda sizes: np.isclose(
            sizes[4], 4 * sizes[2]
        ),
    },
)

# %% width-of-the-stream
# The width of the stream is counted: all heads of queries, and either keys or values.
# Which vectors of a token go into the cache, and of how many heads?
assert sizes[0] == QUERY_HEADS * D_HEAD
numbers = QUERY_HEADS * D_HEAD
# or
numbers = QUERY_HEADS * D_HEAD
all_heads = text

# %% keys-only
# Only half is counted: the keys without the values, or the other way round.
# Which two vectors of each old token does a new query need?
assert near(numbers * 2, heads * D_HEAD * 2)
kinds = 1

# %% query-heads
# All heads of queries are counted for each token, but fewer heads have keys and values.
# Which heads leave something in the cache?
assert near(numbers, kinds * QUERY_HEADS * D_HEAD)
heads = QUERY_HEADS
# or
heads = QUERY_HEADS
all_heads = 4 * text

# %% one-head-only
# A single head of keys and values is counted, but each layer has several.
# How many keys does each layer keep for one token?
assert near(numbers, kinds * D_HEAD)
heads = 1
# or
heads = 1
all_heads = 4 * text

# %% one-layer-only
# A single layer is counted after the first number, but each layer has a cache.
# Do two layers have the same keys?
assert near(token, numbers * bytes_each)
layers = 1

# %% bits-for-bytes
# The bits of each number are counted as bytes.
# How many bits is one byte?
assert near(token, numbers * layers * 16)
bytes_each = 16

# %% four-bytes-each
# Each number counts as four bytes, which is twice what it takes.
# How many bits does each number have, and how many bytes are they?
assert near(token, numbers * layers * 4)
bytes_each = 4

# %% numbers-for-bytes
# Numbers are counted where bytes are asked for.
# How many bytes does one number take?
assert near(token, numbers * layers)
bytes_each = 1

# %% thousand-not-1024
# A thousand bytes are taken for one KiB, or a billion for one GiB.
# How many bytes is one KiB, and how many KiB is one GiB?
assert near(sizes[1] * 1000, token) or near(sizes[2] * 1e9, text) or near(sizes[2] * 1024e6, text)
kibi = 10**3
# and/or
gibi = 10**9
# or
gibi = 2**10 * 10**6

# %% mebi-not-gibi
# The last three numbers are MiB, and GiB are asked for.
# How many MiB is one GiB?
assert near(np.multiply(sizes[2:], 2**20), [text, window, all_heads])
gibi = 2**20

# %% window-ignored
# With a window the cache is as large as without.
# How many tokens can a new query see, and do the others have to be kept?
assert near(window, text)
window = text

# %% saved-not-kept
# The fourth number is what the window saves, not what is kept.
# How many tokens are still in the cache?
assert near(window + token * WINDOW, text)
window = token * (TOKENS - WINDOW)

# %% groups-make-no-difference
# With more heads of keys and values the cache is as large as with few.
# Does each head of keys and values take memory of its own?
assert near(all_heads, text)
all_heads = text

# %% times-query-heads
# The third number is multiplied by all heads, but some were counted there already.
# How many times as many heads does the last question count as the third?
assert near(sizes[4], 32 * sizes[2])
all_heads = text * QUERY_HEADS

# %% window-kept
# The last number is counted with the window, but it is asked for without.
# How many tokens of the text does the last question keep?
assert near(all_heads * WINDOW, window * QUERY_HEADS / heads * WINDOW)
all_heads = window * QUERY_HEADS / heads

# %% fewer-with-all-heads
# The last number is smaller than the third, as if more heads took less.
# Do more heads keep more numbers, or fewer?
assert sizes[4] < sizes[2]
all_heads = text / 4

# %% numbers-in-another-order
# Some of the numbers are swapped.
# Which is the third, and which the fourth?
assert near(
    np.sort(result), np.sort([numbers, token / kibi, text / gibi, window / gibi, all_heads / gibi])
)
assert not near(result, [numbers, token / kibi, text / gibi, window / gibi, all_heads / gibi])
return sizes[[0, 1, 2, 4, 3]]
# or
return sizes[[0, 1, 3, 2, 4]]
# or
return sizes[[0, 1, 4, 2, 3]]
# or
return sizes[[0, 1, 4, 3, 2]]

# %% queries-kept
# Queries are counted as well, besides the keys and the values.
# Which vectors of an old token does a new query need?
assert any(near(numbers - right.numbers, each * D_HEAD) for each in (heads, QUERY_HEADS))
numbers = (kinds * heads + QUERY_HEADS) * D_HEAD
# or
numbers = (kinds * heads + QUERY_HEADS) * D_HEAD
all_heads = 2 * text
# or
kinds = 3
