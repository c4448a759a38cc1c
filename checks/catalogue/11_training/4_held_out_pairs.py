"""Which sentences have to be kept out of training: a function to repair."""

import numpy as np

from checks.facts import Facts


def some_nouns(rng, n, m, words):
    return rng.integers(words, size=(n, 2))


def some_pairs(rng, n, m, words):
    return rng.permutation(words)[: 2 * m].reshape(m, 2)


def held_out_pairs(nouns: some_nouns, pairs: some_pairs):
    as_written = (nouns[:, None] == pairs).all(axis=-1)
    turned_round = (nouns[:, None] == pairs[:, ::-1]).all(axis=-1)
    found = as_written | turned_round
    held = found.any(axis=1)
    return held


def fit(nouns, pairs):
    return nouns.ndim == pairs.ndim == 2 and nouns.shape[1] == pairs.shape[1] == 2 and pairs.size


def sentences(n, m, words, **given):
    return {"n": n, "m": m, "words": words, **given}


TASK = Facts(
    kind="repair",
    starter='''
def held_out_pairs(nouns, pairs):
    """Bool (n,): True for each sentence whose two nouns are one of the pairs (m, 2), in any order."""
    as_written = (nouns[:, None] == pairs).all(axis=-1)
    turned_round = (nouns[:, None] == pairs[:, ::-1]).all(axis=-1)
    return (as_written | turned_round).any(axis=1)
''',
    slips={
        "one-noun-enough": "as_written = (nouns[:, None] == pairs).any(axis=-1)",
        "one-order-alone": "turned_round = (nouns[:, None] == pairs).all(axis=-1)",
    },
    practises=("tell what a model has understood",),
    mistakes="own result.return-missing",
    redrawn=4,
    valid=fit,
    cases={
        "4 sentences, one pair": sentences(
            4, 1, 4, nouns=np.array([[0, 1], [1, 0], [0, 2], [1, 1]]), pairs=np.array([[0, 1]])
        ),
        "4 sentences, two pairs": sentences(
            4,
            2,
            4,
            nouns=np.array([[0, 1], [0, 3], [3, 2], [1, 2]]),
            pairs=np.array([[0, 1], [2, 3]]),
        ),
        "12 sentences, 2 pairs of 4 words": sentences(12, 2, 4),
        "15 sentences, 2 pairs of 6 words": sentences(15, 2, 6),
        "20 sentences, 3 pairs of 7 words": sentences(20, 3, 7),
        "6 sentences, one pair of 3 words": sentences(6, 1, 3),
    },
    more_cases={
        "the example by hand": {
            "nouns": np.array([[0, 1], [1, 0], [0, 2]]),
            "pairs": np.array([[0, 1]]),
        },
        "nouns with larger numbers": {
            "nouns": np.array([[0, 13], [0, 103], [3, 4], [3, 1], [5, 0]]),
            "pairs": np.array([[1, 3], [0, 5]]),
        },
    },
    holds={
        "There is one answer for each sentence.": lambda held, nouns: (
            np.shape(held) == (len(nouns),)
        ),
        "Every pair is found as it is written.": lambda held, as_written: held[
            as_written.any(axis=1)
        ].all(),
        "Every pair is found the other way round.": lambda held, turned_round: held[
            turned_round.any(axis=1)
        ].all(),
        "All other sentences may be learned.": lambda held, found: (
            not held[~found.any(axis=1)].any()
        ),
    },
)

# %% one-noun-enough
# A sentence is held out as soon as one of its nouns is in a pair.
# If cat and mat are held out, may the model read about a cat on a box?
assert (found & ~right.found).any()
as_written = (nouns[:, None] == pairs).any(axis=-1)
# and/or
turned_round = (nouns[:, None] == pairs[:, ::-1]).any(axis=-1)

# %% one-order-alone
# Only one order of the two nouns is found, so the other one gets into training.
# The cat sat on the mat, the mat lay under the cat: are both held out?
assert (right.found & ~found).any()
turned_round = (nouns[:, None] == pairs).all(axis=-1)
# or
as_written = (nouns[:, None] == pairs[:, ::-1]).all(axis=-1)
# or
found = (nouns[:, None] == pairs).all(axis=-1)
# or
turned_round = (nouns[:, ::-1][:, None] == pairs[:, ::-1]).all(axis=-1)

# %% pairs-mixed
# Both nouns have to be in some pair, but they may come from two different ones.
# If cat and mat are held out, and dog and rug: may the model read about a cat on a rug?
assert (held & ~right.held).any()
held = np.isin(nouns, pairs).all(axis=1)

# %% nouns-counted-twice
# A noun may be anywhere in a pair, so one with the same noun twice is held out.
# If cat and mat are held out, may the model read about a cat beside a cat?
assert (found & ~right.found).any()
found = (nouns[:, None, :, None] == pairs[:, None]).any(axis=-1).all(axis=-1)

# %% every-pair-wanted
# A sentence would have to be all of the pairs at once.
# How many pairs does a sentence have to be, to be held out?
assert near(held, found.all(axis=1))
held = found.all(axis=1)

# %% along-the-sentences
# The answer is put together along the sentences, so there is one for each pair.
# Which axis of the table belongs to the sentences?
assert np.shape(held) == (len(pairs),)
held = found.any(axis=0)

# %% both-orders-wanted
# A sentence would have to be the pair in both orders.
# Can the first noun be the cat, and the mat as well?
assert not found.any()
found = as_written & turned_round

# %% learned-not-held
# The sentences that may be learned are True, and those that are held out False.
# What should the answer be for a sentence about cat and mat?
assert near(held, ~found.any(axis=1))
held = ~found.any(axis=1)

# %% numbers-added
# Two nouns are taken for a pair if their numbers have the same sum or product.
# Which other numbers have the sum of 1 and 4?
assert (found & ~right.found).any()
found = nouns.sum(axis=1)[:, None] == pairs.sum(axis=1)
# or
found = nouns.prod(axis=1)[:, None] == pairs.prod(axis=1)

# %% single-answer
# There is one answer for all sentences together.
# How many sentences are there, and how many answers?
assert np.ndim(held) == 0
held = found.any()

# %% sentences-turned-round
# The list of sentences is turned round, and not the two nouns of each.
# Which axis of `nouns` counts the nouns of a sentence?
assert near(turned_round, (nouns[::-1][:, None] == pairs).all(axis=-1))
turned_round = (nouns[::-1][:, None] == pairs).all(axis=-1)

# %% pairs-unsorted
# The nouns of a sentence are put in order, but those of a pair are not.
# With what would the sorted sentence (1, 3) have to be compared, if the pair is (3, 1)?
assert near(held, (np.sort(nouns, axis=1)[:, None] == pairs).all(axis=-1).any(axis=1))
held = (np.sort(nouns, axis=1)[:, None] == pairs).all(axis=-1).any(axis=1)
