"""Words that enter the stream at the wrong position, or in the wrong size."""

import numpy as np

# %% encoding-not-halved
# The whole encoding is added, where this model was trained with half of it.
# By what is the encoding multiplied before it is added?
assert near(entered, embedded + encoding)
entered = embedded + encoding

# %% sum-halved
# The embedding is halved as well: half of the sum enters, not half of the encoding.
# Which of the two is halved, and where do your brackets end?
assert near(entered, (embedded + encoding) / 2)
entered = (embedded + encoding) / 2

# %% embedding-halved
# The embedding is halved, and the encoding is not.
# Which of the two is halved?
assert near(entered, embedded / 2 + encoding)
entered = embedded / 2 + encoding

# %% embedding-times-root
# The embedding is multiplied by the root of d_model, as in the first transformer.
# Does this model scale its embeddings?
assert near(entered, embedded * np.sqrt(d_model) + encoding) or near(
    entered, embedded * np.sqrt(d_model) + encoding / 2
)
entered = embedded * np.sqrt(d_model) + encoding / 2
# or
entered = embedded * np.sqrt(d_model) + encoding

# %% positions-missing
# No positions are added: the model reads a bag of words.
# How does the model know which word came first?
assert near(entered, embedded)
entered = embedded

# %% position-always-0
# The positions begin at 0 again, however many words came before.
# What is the position of a word that has three words before it?
assert np.ravel(positions)[0] == 0
positions = np.arange(len(tokens))

# %% position-off-by-one
# The positions are off by one.
# At which position does a word enter that has no word before it?
assert near(abs(positions - right.positions), 1) or near(
    positions, np.maximum(right.positions - 1, 0)
)
positions = positions + 1
# or
positions = positions - 1
# or
positions = max(past - 1, 0) + np.arange(len(tokens))

# %% token-as-position
# The number of a word in the vocabulary is taken for its position.
# Which number says where a word is in the text?
assert near(positions, tokens)
positions = np.asarray(tokens)

# %% one-position-for-all
# All new words enter at one and the same position.
# Three words follow five others: which positions do they have?
assert np.ptp(positions) == 0
positions = np.zeros(len(tokens))
# or
positions = np.full(len(tokens), past)

# %% end-not-count (errors: shapes)
# The second argument of `arange` is where it ends, not how many numbers it gives.
# Which numbers does np.arange(5, 3) give, and which np.arange(5, 8)?
assert len(positions) == max(0, len(tokens) - past)
positions = np.arange(past, len(tokens))
# or
positions = np.arange(past, len(tokens))
encoding = np.empty_like(embedded)
encoding[:] = np.where(columns % 2 == 0, sines, cosines)

# %% as-many-as-came-before (errors: shapes)
# There are as many positions as words that came before, not as new words.
# Three words follow five others: how many positions are there to count, and from where?
assert len(positions) == past
positions = np.arange(past + len(tokens))[len(tokens) :]
# or
positions = np.arange(past + len(tokens))[len(tokens) :]
encoding = np.empty_like(embedded)
encoding[:] = np.where(columns % 2 == 0, sines, cosines)
# or
positions = np.arange(past)
# or
positions = np.arange(past)
encoding = np.empty_like(embedded)
encoding[:] = np.where(columns % 2 == 0, sines, cosines)

# %% angles-halved
# The angles are halved before their sines and cosines are taken.
# What is halved: the angles, or their sines and cosines?
assert near(angles, right.angles / 2)
angles = angles / 2
# or
angles = angles / 2
entered = embedded + encoding
