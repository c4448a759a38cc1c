"""For two lines of the lecture: what new words may see behind a cache, and beside padding."""

import numpy as np

from checks.facts import Facts


def visible_in_pieces(n, start, real):
    causal = np.tri(n, start + n, k=start, dtype=bool)
    visible = causal & real
    return visible


def piece(n, start, padding=0):
    return {"n": n, "start": start, "real": np.arange(start + n) >= padding}


TASK = Facts(
    practises=(),
    mistakes="own mask.mask-not-bool",
    cases={
        "one new word behind four": piece(1, 4),
        "three new words behind two": piece(3, 2),
        "four words without a cache": piece(4, 0),
        "two new words behind three, the first of which is padding": piece(2, 3, 1),
        "two new words behind two of padding and one": piece(2, 3, 2),
        "four words without a cache, two of them padding": piece(4, 0, 2),
    },
    holds={
        "There is a row for each new word, and a column for each word so far.": lambda visible, n, start: (
            np.shape(visible) == (n, start + n)
        ),
        "The last word sees itself.": lambda visible: visible[-1, -1],
        "The first new word sees no later one.": lambda visible, start: (
            not visible[0, start + 1 :].any()
        ),
        "Nobody sees padding.": lambda visible, real: not visible[:, ~real].any(),
    },
)

# %% mask-at-top-left
# The mask starts at the top left, so the first new word sees the oldest key alone.
# Which key is the last that the first new word may see?
assert near(causal, np.tri(n, start + n))
causal = np.tri(n, start + n, dtype=bool)

# %% mask-one-too-far
# Each new word sees one word too many: the next one.
# With one new word behind four, how far is the last key from the first?
causal = np.tri(n, start + n, k=start + 1, dtype=bool)

# %% mask-one-too-near
# No new word sees itself.
# With one new word behind four, how far is the last key from the first?
assert not np.diagonal(causal, start).any()
causal = np.tri(n, start + n, k=start - 1, dtype=bool)

# %% mask-at-the-other-end
# The diagonal is moved down, not to the right, so the first new words see nothing.
# Which sign of k moves the diagonal to the right?
assert start == 0 or not causal[0].any()
causal = np.tri(n, start + n, k=-start, dtype=bool)

# %% moved-by-new-words
# The diagonal is moved by the number of new words, not by those in the cache.
# How many keys does the first new word see besides itself?
assert near(causal, np.tri(n, start + n, k=n))
causal = np.tri(n, start + n, k=n, dtype=bool)

# %% cache-hidden
# New words see each other, but nothing of the cache.
# What is the cache for, if nobody looks at it?
assert not causal[:, :start].any()
causal = np.tri(n, start + n, k=start, dtype=bool) & (np.arange(start + n) >= start)

# %% everything-visible
# Every word is visible, so the new words see what follows them.
# Which words may the first of three new words not see?
assert causal.all()
causal = np.ones((n, start + n), dtype=bool)

# %% padding-visible
# The padding is still visible.
# Which columns of the mask belong to padding?
assert near(visible, causal)
visible = causal

# %% padding-hides-queries
# The padding hides queries, which are rows, and stays visible as keys.
# Does a column of numbers meet the rows of the mask, or its columns?
assert near(visible, causal & real[-n:, None])
visible = causal & real[-n:, None]
# or
visible = causal & real[start:, None]

# %% padding-inverted
# What is visible is the padding, and the words are hidden.
# What does True mean in `real`?
assert near(visible, causal & ~real)
visible = causal & ~real

# %% or-for-and
# What is a word may be seen, even if it lies in the future.
# Must both be true, or is one of them enough?
assert near(visible, causal | real)
visible = causal | real

# %% future-forgotten
# Only padding is hidden, and the future is not.
# Which other table has to agree before a word is visible?
assert near(visible, real)
visible = np.tile(real, (n, 1))
# or
visible = real
