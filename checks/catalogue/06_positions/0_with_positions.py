"""For a line of the lecture: positions added to embeddings, of one sentence or of a batch."""

import numpy as np

from checks.facts import Facts


def with_positions(X: "* n d_model", E: "n_max d_model"):
    n = X.shape[-2]
    placed = X + E[:n]
    return placed


TASK = Facts(
    practises=(),
    mistakes="own arguments",
    cases={
        "3 words, 5 positions": {"n": 3, "d_model": 4, "n_max": 5},
        "as many words as positions": {"n": 4, "d_model": 2, "n_max": 4},
        "a batch of two sentences": {"batch": (2,), "n": 3, "d_model": 4, "n_max": 5},
        "one word": {"n": 1, "d_model": 4, "n_max": 3},
    },
    holds={
        "The shape of X stays.": lambda result, X: np.shape(result) == X.shape,
        "What is added to a word depends on its place alone.": lambda result, X, E: np.allclose(
            result - X, E[: X.shape[-2]]
        ),
    },
)

# %% all-positions-added (errors: broadcast)
# All rows of E are added, but the sentence is shorter than E.
# How many words does X have, and how many positions does E have?
placed = X + E

# %% first-position-for-all
# Every word gets the same row of E, so order stays invisible.
# Which row of E belongs to the second word?
assert near(placed - X, E[0])
placed = X + E[0]

# %% last-positions-added
# The last rows of E are added, but the first word stands at position 0.
# Which rows of E does `E[-n:]` take?
assert near(placed - X, E[-n:])
placed = X + E[-n:]

# %% counted-along-the-batch (errors: broadcast)
# `len(X)` counts the sentences of a batch, and not the words.
# Counted from the end, which axis of X has a place for each word?
assert X.ndim == 3
placed = X + E[: len(X)]
# or
placed = X + E[: X.shape[0]]

# %% counted-along-the-columns (errors: broadcast)
# For one sentence, axis 1 of X counts the numbers of a word, and not the words.
# Counted from the end, which axis of X has a place for each word?
assert X.ndim == 2
placed = X + E[: X.shape[1]]
# or
placed = X + E[: X.shape[-1]]

# %% multiplied-not-added
# The embedding is multiplied by the positions, number by number.
# What does an embedding become where the encoding is 0?
assert near(placed, X * E[:n])
placed = X * E[:n]

# %% position-replaces-word
# These are the positions alone, without the words.
# What should attention know of a word besides its place?
assert near(np.broadcast_to(placed, X.shape), np.broadcast_to(E[:n], X.shape))
placed = np.broadcast_to(E[:n], X.shape)
# or
placed = E[:n]

# %% positions-missing
# No positions are added, so this is still a bag of words.
# How would attention know which word came first?
assert near(placed, X)
placed = X

# %% joined-not-added (errors: concatenate)
# The positions stand beside the embedding, in columns of their own, instead of being added.
# Which shape should the result have?
assert placed.shape[-1] == 2 * E.shape[-1]
placed = np.concatenate([X, E[:n]], axis=-1)
# or
placed = np.concatenate([X, np.broadcast_to(E[:n], X.shape)], axis=-1)
